"""What a bot does wrong is a cause with evidence, and the others go on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.process

RAISES = 'raise ValueError("no idea")'
NO_MOVE = 'return "fly 3"'
EXITS = "import os; os._exit(3)"
SLEEPS = "import time; time.sleep(600)"
SHOUTS = 'print("x" * 100_000) or [print("y" * 1_000_000) for _ in range(99)]'


def write_bot(shell, name: str, line: str, before: str = "") -> None:
    shell.run("new", name)
    (shell.desk / name / "bot.py").write_text(
        f"{before}\nfrom siurell.bot import Bot\n\n\nclass B(Bot):\n"
        f"    def choose(self, view):\n        {line}\n\n\n"
        'if __name__ == "__main__":\n    B.run()\n'
    )


@pytest.mark.parametrize(
    ("line", "cause", "evidence", "clock"),
    [
        (RAISES, "crash", "no idea", "60s/60s"),
        (NO_MOVE, "illegal_move", "fly 3", "60s/60s"),
        (EXITS, "crash", "exit code 3", "60s/60s"),
        # Each of its matches takes as long; a shorter one a sound bot may lose by as well.
        (SLEEPS, "timeout", "", "/3s"),
        (SHOUTS, "crash", "more than", "60s/60s"),
    ],
    ids=["raises", "no move", "exits", "sleeps", "shouts"],
)
def test_play__a_fault_is_counted_shown_and_proved(shell, line, cause, evidence, clock) -> None:
    write_bot(shell, "bad", line)
    words = ["play", "finca", "bad", "random", "random", "--games", 2, "--time", clock]
    found = shell.json(*words, "--replays", "out", "--seed", 1)
    bad, first, second = found["bots"]
    assert bad["errors"] == {cause: 2}
    assert bad["wins"] == 0
    assert first["errors"] == second["errors"] == {}
    for match in found["matches"]:
        seat = match["seats"].index("bad")
        assert match["placements"][seat] == 3
        assert evidence in match["details"][seat] + match["stderr"][seat]
    first_match = found["matches"][0]
    shell.run("replay", "verify", first_match["replay"], "--digest", first_match["digest"])
    shown = shell.json("replay", "show", first_match["replay"])
    assert any(event.get("substitute") for event in shown["events"])


def test_play__the_table_names_the_faults_and_how_to_look_at_them(shell) -> None:
    write_bot(shell, "bad", NO_MOVE)
    said = shell.run("play", "finca", "bad", "random", "--games", 5).stdout
    assert "bad, match 1: illegal_move: " in said
    shows = re.findall(r"^  siurell (replay show .*)$", said, re.MULTILINE)
    assert len(shows) == 3
    assert "illegal_move" in shell.run(*shows[0].split()).stdout
    assert "... and 2 more" in said
    assert max(len(row) for row in said.splitlines() if "/" not in row) <= 80
    assert said.endswith("Next: siurell check bad\n")


def test_play__what_a_bot_wrote_lies_beside_the_replay(shell) -> None:
    write_bot(shell, "loud", 'print("so many:", len(view.legal_moves)); return view.legal_moves[0]')
    said = shell.run("play", "finca", "random", "loud").stdout
    (log,) = re.findall(r"^Log of loud: (.*)$", said, re.MULTILINE)
    assert "so many: 12" in Path(log).expanduser().read_text()
    assert "Log of random" not in said
    said = shell.run("play", "finca", "loud", "random", "--games", 2, "--replays", "out").stdout
    assert "Replays and logs: out" in said
    logs = {path.name[-9:] for path in (shell.desk / "out").glob("*.log")}
    assert logs == {"seat0.log", "seat1.log"}


def test_check_and_submit__a_bot_that_does_not_start(shell) -> None:
    write_bot(shell, "broken", "pass", before="import nothing_of_this_name")
    done = shell.run("check", "broken", code=2)
    assert "failed  start" in done.stdout
    assert "nothing_of_this_name" in done.stdout
    assert 'File "bot.py", line 1' in done.stdout
    assert "Next: mend it, then siurell check broken" in done.stderr
    done = shell.run("submit", "broken", code=2)
    assert "broken@1 was rejected" in done.stderr
    shown = shell.json("bot", "show", "broken")
    assert shown["versions"][0]["state"] == "rejected"
    assert "nothing_of_this_name" in shown["versions"][0]["check_report"]
    assert shell.json("leaderboard") == []


def test_check__a_program_that_only_defines_its_bot(shell) -> None:
    write_bot(shell, "quiet", "pass")
    source = shell.desk / "quiet" / "bot.py"
    source.write_text(source.read_text().split("\n\n\nif __name__")[0])
    assert "MyBot.run()" in shell.run("check", "quiet", code=2).stdout


def test_submit__a_mended_bot_takes_its_place(shell) -> None:
    write_bot(shell, "learner", NO_MOVE)
    assert "failed  moves" in shell.run("submit", "learner", code=2).stdout
    write = shell.desk / "learner" / "bot.py"
    write.write_text(write.read_text().replace(NO_MOVE, "return view.legal_moves[0]"))
    assert "learner@2 plays on the ladder" in shell.run("submit", "learner").stdout
    again = shell.run("submit", "learner").stdout
    assert "on the ladder already, as learner@2; nothing changed" in again


def test_ladder__goes_on_when_a_bot_fails_and_keeps_its_evidence(shell) -> None:
    """F06: faults are counted in the summary; F12: none is without its log."""
    write_bot(shell, "moody", "return view.legal_moves[0]")
    source = shell.desk / "moody" / "bot.py"
    source.write_text(
        source.read_text().replace(
            "return view",
            "\n        if self.match.match_id.startswith('m_'): raise ValueError('a bad day')"
            "\n        return view",
        )
    )
    shell.run("submit", "moody")
    shell.run("submit", "random")
    done = shell.run("ladder", "run", "--blocks", 1)
    assert "2 errors of bots" in done.stdout
    matches = shell.json("match", "list", "--cause", "crash")
    assert len(matches) == 2
    assert re.search(r"2\. moody@1 \d+ crash", shell.run("match", "list").stdout)
    assert "a bad day" in shell.run("match", "show", matches[0]["match_id"]).stdout
    assert "a bad day" in shell.run("bot", "logs", "moody", "--errors").stdout
    (best, worst) = shell.json("leaderboard")
    assert (best["bot"], worst["bot"]) == ("random", "moody")
    assert worst["fault_share"] == 1


def test_ladder__suspends_who_fails_in_match_after_match(shell) -> None:
    """R07"""
    write_bot(shell, "moody", "return view.legal_moves[0]")
    source = shell.desk / "moody" / "bot.py"
    source.write_text(
        source.read_text().replace(
            "return view",
            "\n        if self.match.match_id.startswith('m_'): raise ValueError('a bad day')"
            "\n        return view",
        )
    )
    shell.run("submit", "moody")
    shell.run("submit", "random")
    done = shell.run("ladder", "run", "--season", "finca", "--blocks", 9)
    assert done.stderr.count("moody@1 is suspended in finca: 8 of its last 8 matches") == 1
    assert "1 suspended" in done.stdout
    assert len(shell.json("match", "list")) == 8
    done = shell.run("ladder", "run", "--season", "finca", "--blocks", 1, code=2)
    assert "siurell bot resume moody" in done.stderr
    shell.run("bot", "resume", "moody")
    shell.run("ladder", "run", "--season", "finca", "--blocks", 1)
    assert len(shell.json("match", "list")) == 10
