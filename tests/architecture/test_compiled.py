"""The games can be compiled by mypyc as they are, and play the same matches then."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from siurell.games.registry import games

PLAY = """
import sys
from siurell.games import base
from siurell.games.registry import game_named
from siurell.testing.playthrough import playthrough

assert base.__file__.endswith(".so"), base.__file__
game, seats = game_named(sys.argv[1]), int(sys.argv[2])
state = game.new_state(seats, game.check_options({}))
assert state.copy().key() == state.key()
sys.stdout.write(playthrough(game, seats))
"""


@pytest.mark.process
@pytest.mark.timeout(1800)
def test_compiled__games_replay_their_playthroughs(root, compiled_games):
    for game in games():
        run = subprocess.run(
            [sys.executable, "-c", PLAY, game.name, str(game.max_seats)],
            env={**os.environ, "PYTHONPATH": str(compiled_games)},
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert run.returncode == 0, run.stderr
        kept = root / "tests" / "playthroughs" / f"{game.name}_{game.max_seats}.txt"
        assert run.stdout == kept.read_text(encoding="utf-8")
