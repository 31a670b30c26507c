"""What a person is told when a call to a ladder fails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import grpc
from siurell.client.channel import Address, why_not
from siurell.errors import LadderError, SiurellError
from siurell.wire.metadata import REASON

from ladder.domain.names import one_line

AWAY: Final = frozenset({"NO_ANSWER", "UNREACHABLE"})
"""The words for a ladder that may be back soon."""

_UNKNOWN_WHETHER: Final = frozenset({"NO_ANSWER", "TOO_SLOW"})
"""The words by which a change fails that may have been made all the same."""


@contextmanager
def changing(tells: str) -> Iterator[None]:
    """Where no answer to a change came: it was made or not, never by half; what command tells."""
    try:
        yield
    except LadderError as error:
        if error.reason not in _UNKNOWN_WHETHER:
            raise
        raise LadderError(
            "The ladder did not answer in time, so it is not known whether that was done: all of"
            f" it was, or will be, or nothing. `siurell {one_line(tells)}` tells.",
            reason=error.reason,
        ) from None


async def error_of(
    error: grpc.aio.AioRpcError, address: Address, release: str | None
) -> SiurellError:
    """What a person is told of a call that failed.

    ``release`` is that of a ladder which does not know the call; None: no ladder listens there.
    """
    reason = reason_of(error)
    if reason:
        return LadderError(error.details() or "The ladder refuses.", reason=reason)
    if error.code() is grpc.StatusCode.UNAVAILABLE:
        found = await why_not(address)
        if found is not None:
            return found
        return LadderError(
            f"No ladder answers at {address.target}: is the address right, and does it run there,"
            " opened with --api?",
            reason="UNREACHABLE",
        )
    if error.code() is grpc.StatusCode.DEADLINE_EXCEEDED:
        return LadderError(
            f"The ladder at {address.target} did not answer in time: try again later.",
            reason="NO_ANSWER",
        )
    if error.code() is grpc.StatusCode.UNIMPLEMENTED:
        return _unknown_call(address, release)
    told = ascii(error.details() or "")[1:-1][:200]
    return LadderError(
        f"The ladder at {address.target} failed ({error.code().name}: {told}): try again later.",
        reason="NO_ANSWER",
    )


def _unknown_call(address: Address, release: str | None) -> LadderError:
    if release is None:
        return LadderError(
            f"What listens at {address.target} is no ladder, or one of another release of Siurell:"
            " check the port, which is that of its --api.",
            reason="NO_LADDER",
        )
    return LadderError(
        f"The ladder at {address.target} is older than this command (it is of release"
        f" {ascii(release)[1:-1][:40]} of Siurell): ask its operator for a newer one, or use that"
        " release here.",
        reason="OLDER_LADDER",
    )


def reason_of(error: grpc.aio.AioRpcError) -> str:
    """The word of a refusal; empty when no ladder has refused."""
    metadata: Mapping[Any, Any] = dict(error.trailing_metadata() or ())
    reason = metadata.get(REASON, "")
    return reason if isinstance(reason, str) else ""
