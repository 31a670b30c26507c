"""Who may call what at a referee."""

from __future__ import annotations

from typing import Any, Final

import grpc

from referee import tokens
from referee.serving.interceptors import Behaviour, Interceptor
from referee.serving.refusal import Refusal

HOST_TOKEN_KEY: Final = "siurell-host-token"
"""The metadata key in which a host shows its token."""

_BOTS_OWN: Final = "/PlaySeat"


class HostsOnly(Interceptor):
    """Everything but a bot's line is for hosts, who show the referee's token."""

    def __init__(self, service: str, token: str) -> None:
        super().__init__(service)
        self._kept = tokens.digest(token)

    def wrap(self, method: str, handler: Any, behaviour: Behaviour) -> Behaviour:
        """Refuse a caller without the token."""
        if method.endswith(_BOTS_OWN):
            return behaviour

        async def proved(request: Any, context: Any) -> Any:
            shown = dict(context.invocation_metadata() or ()).get(HOST_TOKEN_KEY, "")
            if not isinstance(shown, str) or not tokens.same(tokens.digest(shown), self._kept):
                raise Refusal(
                    grpc.StatusCode.UNAUTHENTICATED,
                    "BAD_HOST_TOKEN",
                    f"Show this referee's host token in the metadata key `{HOST_TOKEN_KEY}`.",
                )
            return await behaviour(request, context)

        return proved
