"""Bounds how often an address may show a wrong token: no guess would hit, but guessing costs."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final
from urllib.parse import unquote

import grpc

from referee.serving.refusal import Refusal

TRIES: Final = 10
"""So many wrong tokens an address may show at once."""
SECONDS_A_TRY: Final = 6.0
"""After so long it has one more."""

_ADDRESSES: Final = 4096
"""So many addresses are remembered, those that tried last."""
_NEIGHBOURS: Final = 64
"""Who has one IPv6 address has all that share its first bits."""


class Guard:
    """Counts wrong tokens by address.

    Whoever has shown a wrong token is first asked about (`check`), then noted down (`wrong`). A
    right token is let in whatever came from its address before: neighbours share addresses, and
    nobody may lock them out.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def check(self, peer: str) -> None:
        """Refuse an address that has shown too many wrong tokens (`Refusal`)."""
        if self._now_used(_network(peer)) > TRIES - 1:
            raise Refusal(
                grpc.StatusCode.RESOURCE_EXHAUSTED,
                "TOO_MANY_TRIES",
                "Too many wrong tokens came from your address: wait a minute, and look at yours.",
            )

    def wrong(self, peer: str) -> None:
        """Note down that an address has shown a wrong token."""
        address = _network(peer)
        self._used[address] = (self._now_used(address) + 1, self._clock())
        self._used.move_to_end(address)
        if len(self._used) > _ADDRESSES:
            self._used.popitem(last=False)

    def _now_used(self, address: str) -> float:
        used, at = self._used.get(address, (0.0, 0.0))
        return max(0.0, used - (self._clock() - at) / SECONDS_A_TRY)


def _network(peer: str) -> str:
    """Whose a peer is, as gRPC writes it: ``ipv4:1.2.3.4:567`` or ``ipv6:%5B::1%5D:567``."""
    host = unquote(peer).partition(":")[2].rpartition(":")[0].strip("[]")
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(ip_network((address, _NEIGHBOURS), strict=False))
    return str(address)
