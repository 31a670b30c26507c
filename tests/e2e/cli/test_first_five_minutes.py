"""The first five minutes of a bot's author, as real commands in a real shell's place."""

from __future__ import annotations

import subprocess

import pytest
from siurell.games.registry import games

from ladder.domain.seasons import default_seasons_of

pytestmark = pytest.mark.process

OWN_CHOOSE = '''
    def choose(self, view):
        """What leaves us most points, by the rules themselves."""
        def points_after(move):
            state = view.determinize(self.rng)
            state.apply(move)
            return state.outcome().scores[view.seat]

        print("thinking about", len(view.legal_moves), "moves")
        return str(max(view.legal_moves, key=points_after))
'''


@pytest.fixture
def wheel_shell(shell, installed):
    """A shell in which `siurell` is the one of the wheels, nothing of the checkout."""
    shell.python = installed
    return shell


def test_five_minutes__from_new_to_the_leaderboard(wheel_shell) -> None:
    shell = wheel_shell
    program = "import ladder, siurell; print(ladder.__file__, siurell.__file__)"
    where = subprocess.run(
        [shell.python, "-c", program], cwd=shell.desk, capture_output=True, text=True, check=True
    ).stdout
    assert where.count(str(shell.python.parent.parent)) == 2
    assert "finca" in shell.run("games").stdout

    said = shell.run("new", "mybot", "--game", "finca").stdout
    assert "Next: cd mybot && siurell play" in said
    folder = shell.desk / "mybot"
    assert sorted(path.name for path in folder.iterdir()) == [
        "bot.py",
        "siurell.toml",
        "test_bot.py",
    ]
    program = (folder / "bot.py").read_text()
    assert len(program.splitlines()) < 40

    said = shell.run("play", folder="mybot").stdout
    assert said.count("Wooden fincas left") > 20
    assert "1. " in said
    assert "Replay: " in said

    head, _, rest = program.partition("    def choose")
    tail = rest[rest.index("\n\n\nif __name__") :]
    (folder / "bot.py").write_text(head + OWN_CHOOSE.strip("\n") + tail)

    clock = ("--time", "60s/60s")
    found = shell.json("play", "--vs", "greedy", "--games", 4, *clock, folder="mybot")
    assert [bot["name"] for bot in found["bots"]] == ["mybot", "greedy"]
    assert [bot["errors"] for bot in found["bots"]] == [{}, {}]
    assert found["games"] == 4

    assert "mybot" in shell.run("replay", "show", "last", folder="mybot").stdout
    assert "All green" in shell.run("check", folder="mybot").stdout
    assert "mybot@1 plays on the ladder" in shell.run("submit", folder="mybot").stdout
    shell.run("submit", "greedy", folder="mybot")
    shell.give_time()

    said = shell.run("ladder", "run", "--blocks", 2, "--jobs", 2, folder="mybot").stdout
    assert "4 matches in 2 blocks" in said
    assert "Next: siurell leaderboard" in said

    board = shell.json("leaderboard")
    # Now and then the weaker one wins most of so few matches: then it leads.
    assert {row["bot"] for row in board} == {"greedy", "mybot"}
    assert board[0]["score"] >= board[1]["score"]
    assert all(row["matches"] == 4 and row["fault_share"] == 0 for row in board)
    assert sum(row["win_share"] for row in board) == 1

    matches = shell.json("match", "list", "--bot", "mybot")
    assert {match["state"] for match in matches} == {"reported"}
    proof = shell.json("replay", "verify", matches[0]["match_id"])
    assert proof["ok"]
    logs = shell.json("bot", "logs", "mybot")
    assert all("thinking about" in log["text"] for log in logs["logs"])
    assert "Equal, bit for bit: 4 matches" in shell.run("rerate", "--check").stdout


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_five_minutes__the_test_that_came_with_the_bot_passes(wheel_shell, game) -> None:
    shell = wheel_shell
    for name in ("mybot", "Farm-2_bot"):
        shell.run("new", name, "--game", game.name)
        done = subprocess.run(
            [shell.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly"],
            cwd=shell.desk / name,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert "2 passed" in done.stdout


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_five_minutes__a_new_bot_plays_each_game_and_enters_its_seasons(shell, game) -> None:
    shell.run("new", "mybot", "--game", game.name)
    clock = ("--time", "60s/60s")
    found = shell.json("play", "--seats", game.min_seats, *clock, folder="mybot")
    assert set(found["matches"][0]["causes"]) == {"game_rules"}
    said = shell.run("submit", folder="mybot").stdout
    seasons = ", ".join(season.name for season in default_seasons_of(game))
    assert f"mybot@1 plays on the ladder from now on: {seasons}." in said


def test_doctor__finds_all_well_and_plays_a_match(shell) -> None:
    found = shell.json("doctor")
    assert found["ok"]
    states = {finding["what"]: finding["state"] for finding in found["findings"]}
    assert states["match"] == states["database"] == states["versions"] == "ok"
    assert states["sandbox"] == "ok"
    assert shell.json("bot", "list") == []
