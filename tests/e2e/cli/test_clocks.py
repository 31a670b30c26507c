"""One clock by one name, at home and on the ladder."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.process

BOT = """
from siurell import Bot


class TellsItsClock(Bot):
    told = False

    def choose(self, view):
        if not TellsItsClock.told:
            TellsItsClock.told = True
            clock = view.clock
            print("clock", self.match.time, clock.bank_us, clock.increment_us, clock.cap_us)
        return view.legal_moves[0]


if __name__ == "__main__":
    TellsItsClock.run()
"""


def told(text: str) -> set[str]:
    return {line for line in text.splitlines() if line.startswith("clock ")}


def test_t16__a_bot_is_told_the_same_clock_at_home_and_on_the_ladder(shell) -> None:
    """T16: what nobody names is the clock of the ladder's seasons, to the microsecond."""
    shell.run("new", "mybot", "--game", "farmini")
    (shell.desk / "mybot" / "bot.py").write_text(BOT)
    shell.run("play", "farmini", "mybot", "random", "--replays", "kept", "--no-boards")
    (log,) = (shell.desk / "kept").glob("*-seat0.log")
    at_home = told(log.read_text())
    shell.run("submit", "mybot")
    shell.run("submit", "random")
    shell.run("ladder", "run", "--blocks", 1, "--season", "farmini")
    on_the_ladder = told(shell.run("bot", "logs", "mybot").stdout)
    assert at_home == on_the_ladder == {"clock 10s+50ms/500ms 10050000 50000 500000"}
    (usual,) = (one for one in shell.json("clocks") if one["default"])
    assert (usual["name"], usual["time"]) == ("blitz", "10s+50ms/500ms")
    shown = shell.run("match", "show", "m_1").stdout
    assert "clock 10s+50ms/500ms (blitz)" in shown
