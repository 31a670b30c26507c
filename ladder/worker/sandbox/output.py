"""What a bot wrote: read all the time, head and tail kept, counted against an allowance."""

from __future__ import annotations

from typing import Final

from ladder.worker.sandbox.base import Limits

LAST_BYTES: Final = 4096
"""How much of stderr is kept as evidence."""
LAST_LINES: Final = 20
"""How many lines of stderr are shown as evidence."""

_HARMLESS = {code: "�" for code in range(32) if chr(code) not in "\n\t"} | {127: "�"}


def readable(data: bytes) -> str:
    """The text of what a bot wrote, with nothing in it that could steer a terminal."""
    return data.decode("utf-8", "replace").replace("\r\n", "\n").translate(_HARMLESS)


class HeadAndTail:
    """A text that may grow without end, of which the first and the last bytes are kept."""

    __slots__ = ("_head", "_head_bytes", "_tail", "_tail_bytes", "total")

    def __init__(self, head_bytes: int, tail_bytes: int) -> None:
        self._head_bytes = head_bytes
        self._tail_bytes = tail_bytes
        self._head = bytearray()
        self._tail = bytearray()
        self.total = 0

    def add(self, data: bytes) -> None:
        """Take in what came next."""
        self.total += len(data)
        room = self._head_bytes - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        self._tail += data
        # Cutting at twice the size keeps the cost of a byte constant.
        if len(self._tail) > 2 * self._tail_bytes:
            del self._tail[: len(self._tail) - self._tail_bytes]

    def text(self) -> str:
        """What was kept, with a line that says how much is left out."""
        tail = self._tail[max(0, len(self._tail) - self._tail_bytes) :]
        left_out = self.total - len(self._head) - len(tail)
        if left_out == 0:
            return readable(bytes(self._head + tail))
        return (
            f"{readable(bytes(self._head))}\n[{left_out} bytes left out]\n{readable(bytes(tail))}"
        )


class Output:
    """What a bot wrote to stdout and stderr, and whether it was too much."""

    __slots__ = ("_last", "_limits", "_log")

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._log = HeadAndTail(limits.head_bytes, limits.tail_bytes)
        self._last = HeadAndTail(0, LAST_BYTES)

    def add(self, data: bytes, *, stderr: bool) -> None:
        """Take in what came next on one of the two."""
        self._log.add(data)
        if stderr:
            self._last.add(data)

    @property
    def too_much(self) -> bool:
        """Whether the allowance since the last `take` is used up."""
        return self._log.total > self._limits.output_bytes

    def take(self) -> str:
        """What was kept of all since the last call; the allowance begins anew."""
        text = self._log.text()
        self._log = HeadAndTail(self._limits.head_bytes, self._limits.tail_bytes)
        return text

    def last_lines(self) -> str:
        """The last lines of stderr."""
        lines = self._last.text().splitlines()
        return "\n".join(lines[-LAST_LINES:])
