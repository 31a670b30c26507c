"""The one alarm of a match: what the driver was told last, so that it is told nothing twice."""

from __future__ import annotations

from siurell.match.events import SetAlarm


class AlarmSetting:
    """When the driver is to post its alarm, as far as it knows."""

    __slots__ = ("_at_ns", "_spent")

    def __init__(self) -> None:
        self._at_ns: int | None = None
        self._spent = False

    def spend(self) -> None:
        """The driver has posted it; it is told anew whatever comes."""
        self._spent = True

    def move(self, at_ns: int | None) -> list[SetAlarm]:
        """What to tell the driver when it is to ring at this time; nothing if it knows."""
        if at_ns == self._at_ns and not self._spent:
            return []
        self._at_ns, self._spent = at_ns, False
        return [SetAlarm(at_ns)]
