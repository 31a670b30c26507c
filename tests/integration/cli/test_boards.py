"""The boards of a match that is told: of every game, and of its end too."""

from __future__ import annotations

from pathlib import Path

import pytest
from siurell.draw.text import draw_text
from siurell.games.registry import games
from siurell.replay.read import read_replay
from siurell.replay.steps import replay_states


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
@pytest.mark.parametrize("words", [("--boards",), ("--no-boards",)])
def test_boards__the_last_one_is_the_end_and_none_is_drawn_when_none_is_wanted(
    cli, game, words
) -> None:
    out = cli("play", game.name, "random", "random", "--seed", "b", "--replays", "r", *words).stdout
    (path,) = Path("r").iterdir()
    replay = read_replay(path)
    *_, (_, state) = replay_states(replay)
    end = draw_text(state, replay.config.labels)
    assert out.count(end) == (words == ("--boards",))
    shown = cli("replay", "show", path, *words).stdout
    assert shown.count(end) == (words == ("--boards",))
