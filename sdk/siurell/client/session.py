"""One session of a bot: streams, one after another until the referee ends it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from siurell.bot import Bot
from siurell.client.connection import (
    Connection,
    StreamBroken,
    raise_what_stands_in_the_way,
)
from siurell.client.login import Login
from siurell.client.playing import Playing
from siurell.errors import RemoteProtocolError

PATIENCE_SECONDS: Final = 60.0
"""How long a broken line is tried again at least, counted from when it was found broken.

In a match it is tried for as long as the clocks of its seats may let the match wait.
"""

LONGEST_PATIENCE_SECONDS: Final = 3600.0
"""How long it is tried at most, where the clocks are longer or there are none."""

_FIRST_PAUSE: Final = 0.02
_LONGEST_PAUSE: Final = 0.5


class Session:
    """Plays for one login; `pause` is how it waits between two tries."""

    def __init__(
        self,
        bot_class: type[Bot],
        login: Login,
        *,
        patience: float = PATIENCE_SECONDS,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._playing = Playing(bot_class)
        self._login = login
        self._patience = patience
        self._pause = pause
        self._wait = _FIRST_PAUSE
        self._broken_since: float | None = None

    def play(self) -> None:
        """Play until the referee ends the session.

        Raises `RemoteProtocolError` when the referee refuses us or stays away, `LocalProtocolError`
        when it cannot be reached like this, for its certificate perhaps.
        """
        while True:
            try:
                return self._play_stream()
            except StreamBroken:
                self._pause_or_give_up()

    def _play_stream(self) -> None:
        connection = Connection(self._login.address, self._login.roots)
        try:
            answer = connection.exchange(self._playing.hello(self._login.token))
            while answer is not None:
                self._broken_since = None
                self._wait = _FIRST_PAUSE
                answer = connection.exchange(self._playing.receive(answer))
        finally:
            connection.close()

    def _pause_or_give_up(self) -> None:
        raise_what_stands_in_the_way(self._login.address, self._login.roots)
        now = time.monotonic()
        if self._broken_since is None:
            self._broken_since = now
        in_a_match = min(self._playing.longest_away_s, LONGEST_PATIENCE_SECONDS)
        if now - self._broken_since >= max(self._patience, in_a_match):
            raise RemoteProtocolError(
                f"The referee cannot be reached at {self._login.address}: is it still running?",
                reason="UNREACHABLE",
            )
        self._pause(self._wait)
        self._wait = min(2 * self._wait, _LONGEST_PAUSE)
