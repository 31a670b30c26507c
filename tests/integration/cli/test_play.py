"""`siurell play` and `siurell replay` with shipped bots, in this process."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from siurell.bots import search
from siurell.games.base import CHANCE
from siurell.games.registry import game_named

from ladder.domain.seasons import default_seasons_of

BOTS = ["play", "finca", "random", "greedy"]
QUICK = [*BOTS, "--time", "60s/60s"]
"""With a clock that no sound bot loses by, however busy the machine is."""


def events_of(cli, path: object) -> list[tuple[object, ...]]:
    shown = cli.json("replay", "show", path)
    return [
        (event["kind"], event["seat"], event["key"], event["text"]) for event in shown["events"]
    ]


def test_play__one_replay_for_each_match_and_all_of_them_hold(cli) -> None:
    found = cli.json(*QUICK, "--games", 3, "--seed", "s", "--replays", "out/deep")
    files = sorted(Path("out/deep").iterdir())
    assert sorted(match["replay"] for match in found["matches"]) == [str(path) for path in files]
    for match in found["matches"]:
        proof = cli.json("replay", "verify", match["replay"], "--digest", match["digest"])
        assert proof["ok"]
        assert proof["digest"] == match["digest"]


def test_play__exactly_n_games_in_blocks_with_rotated_seats(cli) -> None:
    found = cli.json(*QUICK, "random", "--games", 4, "--seed", "s")
    assert found["games"] == len(found["matches"]) == 4
    seats = [match["seats"] for match in found["matches"]]
    assert seats[0] == ["random#1", "greedy", "random#2"]
    assert seats[1] == ["greedy", "random#2", "random#1"]
    assert seats[3] == seats[0]
    replays = [cli.json("replay", "show", match["replay"]) for match in found["matches"]]
    assert len({replay["seed"] for replay in replays[:3]}) == 1
    assert replays[3]["seed"] != replays[0]["seed"]


def test_play__the_same_seed_gives_identical_matches(cli) -> None:
    first = cli.json(*QUICK, "--games", 2, "--seed", 7, "--replays", "a")
    second = cli.json(*QUICK, "--games", 2, "--seed", 7, "--replays", "b")
    other = cli.json(*QUICK, "--games", 2, "--seed", 8, "--replays", "c")
    for one, two, three in zip(first["matches"], second["matches"], other["matches"], strict=True):
        assert one["match_id"] == two["match_id"]
        assert one["scores"] == two["scores"]
        assert events_of(cli, one["replay"]) == events_of(cli, two["replay"])
        assert events_of(cli, one["replay"]) != events_of(cli, three["replay"])


def test_play__search_too_is_the_same_again_with_the_same_seed(cli, monkeypatch) -> None:
    # Time stands still for it, and its clock has far more than its plan: a busy machine must
    # neither cut the plan short nor cost it the match.
    monkeypatch.setattr(search, "time", SimpleNamespace(perf_counter_ns=lambda: 0))
    monkeypatch.setattr(search, "_SHARE", 1000)
    words = ["play", "finca", "search", "random", "--seed", 3, "--time", "600s"]
    first = cli.json(*words, "--replays", "a")["matches"][0]
    second = cli.json(*words, "--replays", "b")["matches"][0]
    assert events_of(cli, first["replay"]) == events_of(cli, second["replay"])


def test_play__in_several_processes_comes_to_the_same(cli) -> None:
    alone = cli.json(*QUICK, "--games", 3, "--seed", 7, "--replays", "a")
    beside = cli.json(*QUICK, "--games", 3, "--seed", 7, "--replays", "b", "--jobs", 2)
    for one, two in zip(alone["matches"], beside["matches"], strict=True):
        assert (one["number"], one["scores"]) == (two["number"], two["scores"])


def test_play__the_json_adds_up(cli) -> None:
    found = cli.json(*QUICK, "--games", 4, "--seed", "sum")
    assert [bot["name"] for bot in found["bots"]] == ["random", "greedy"]
    assert sum(bot["wins"] for bot in found["bots"]) == 4
    for bot in found["bots"]:
        assert bot["matches"] == 4
        assert sum(seat["matches"] for seat in bot["by_seat"]) == 4
        low, high = bot["interval"]
        assert low <= bot["win_share"] <= high
        assert bot["errors"] == {}
        assert bot["slowest_us"] > 0
    for match in found["matches"]:
        assert len(match["scores"]) == len(match["placements"]) == len(match["causes"]) == 2
        assert sum(match["wins"]) == 1


def test_play__the_table_names_every_figure_and_fits_80_columns(cli) -> None:
    said = cli(*QUICK, "random", "random", "--games", 4, "--seed", 1).stdout
    assert max(len(line) for line in said.splitlines() if "Replays: " not in line) <= 80
    for word in ("wins", "share (95 %)", "points", "% by seat", "slowest", "errors", "--seed 1"):
        assert word in said
    assert said.index("random#1") < said.index("greedy") < said.index("random#2")


def test_play__one_match_is_shown_with_a_board_after_each_turn(cli) -> None:
    said = cli(*QUICK, "--seed", 7).stdout
    last = cli.json("replay", "show", "last")
    turns = last["result"]["turns"]
    assert said.count("Wooden fincas left") in (turns, turns + 1)
    assert "Replay: " in said
    assert max(map(len, said.splitlines()[:-3])) <= 80
    short = cli(*QUICK, "--seed", 7, "--no-boards").stdout
    assert "Wooden fincas left" not in short
    assert "1. " in short


def test_play__a_time_control_of_its_own(cli) -> None:
    found = cli.json(*BOTS, "--time", "60s+1s/2s", "--seed", 1)
    assert found["time"] == "60s+1s/2s"
    assert cli.json("replay", "show", "last")["time"] == "60s+1s/2s"


def test_play__has_the_clock_and_the_options_of_the_ladder(cli) -> None:
    """One profile: what a bot meets at home is what it meets on the ladder."""
    season = default_seasons_of(game_named("finca"))[0]
    found = cli.json(*BOTS, "--seed", 1)
    shown = cli.json("replay", "show", "last")
    assert found["time"] == shown["time"] == str(season.time)
    assert shown["options"] == season.options


def test_play__options_of_the_game(cli) -> None:
    cli.json(*QUICK, "--option", "any_finca_counts=wild_symbols_only", "--seed", 1)
    options = cli.json("replay", "show", "last")["options"]
    assert options["any_finca_counts"] == "wild_symbols_only"
    assert set(options) == {option.name for option in game_named("finca").options}


def test_play__a_seed_of_a_replay_brings_back_its_tiles(cli) -> None:
    cli.json(*QUICK, "--seed", "first")
    first = cli.json("replay", "show", "last")
    cli.json(*QUICK, "--seed", first["seed"])
    again = cli.json("replay", "show", "last")
    assert again["seed"] == first["seed"]
    assert again["events"][:12] == first["events"][:12]


def test_play__bots_of_a_person_may_be_named_by_their_prefix(cli) -> None:
    found = cli.json("play", "finca", "builtin:greedy", "greedy", "--seed", 1)
    assert [bot["name"] for bot in found["bots"]] == ["greedy#1", "greedy#2"]


def test_replay_show__anyone_can_check_a_match_with_the_rules_alone(cli) -> None:
    cli.json(*QUICK, "random", "--seed", "check")
    shown = cli.json("replay", "show", "last")
    game = game_named(shown["game"])
    state = game.new_state(len(shown["seats"]), shown["options"])
    for event in shown["events"]:
        if event["kind"] == "chance":
            assert state.to_act == CHANCE
            chance = state.chance()
            assert event["key"] == chance.key
            state.apply(chance.parse(event["text"]))
        else:
            assert event["kind"] == "decision"
            assert event["seat"] == state.to_act
            moves = state.legal_moves()
            assert event.get("forced", False) == (len(moves) == 1)
            move = game.parse_move(event["text"])
            assert move in moves
            state.apply(move)
    assert state.to_act is None
    assert shown["result"]["scores"] == list(state.outcome().scores)
    assert shown["result"]["placements"] == list(state.outcome().placements)
    assert shown["result"]["causes"] == ["game_rules"] * 3


def test_replay_show__boards_now_and_then_always_or_never(cli) -> None:
    cli.json(*QUICK, "--seed", 7)
    counts = [
        cli("replay", "show", *flags).stdout.count("Wooden fincas left")
        for flags in ([], ["--boards"], ["--no-boards"])
    ]
    assert 3 <= counts[0] < counts[1]
    assert counts[2] == 0


def test_replay_show__a_file_that_was_moved(cli) -> None:
    found = cli.json(*QUICK, "--seed", 7, "--replays", "out")
    moved = Path(found["matches"][0]["replay"]).rename("elsewhere.siu.gz")
    assert cli.json("replay", "show", moved)["game"] == "finca"
    assert "No match has been played here yet" in cli.refused("replay", "show", "last")


def test_replay_verify__says_so_in_words(cli) -> None:
    cli.json(*QUICK, "--seed", 7)
    assert "decisions hold" in cli("replay", "verify").stdout


def test_play__old_replays_in_the_arena_make_room(cli, monkeypatch) -> None:
    monkeypatch.setattr("ladder.cli.shelf.KEPT", 2)
    for seed in range(4):
        cli.json(*BOTS, "--seed", seed, "--time", "unlimited")
    assert len(list((cli.home / "plays").glob("*.siu.gz"))) == 3


def test_play__beside_one_that_removes_replays_as_well(cli) -> None:
    cli.json(*QUICK, "--seed", 1)
    (cli.home / "plays" / "just-gone.siu.gz").symlink_to("nowhere")
    cli.json(*QUICK, "--seed", 2)


@pytest.mark.parametrize("words", [["games"], ["bot", "list"], ["match", "list"], ["leaderboard"]])
def test_listing__json_is_a_list_and_stdout_holds_nothing_else(cli, words) -> None:
    assert isinstance(json.loads(cli(*words, "--json").stdout), list)


def test_play__in_a_folder_whose_name_is_no_utf8(cli) -> None:
    cli.home = Path(os.fsdecode(os.fsencode(cli.home) + b"\xff"))
    assert cli("play", "finca", "random", "random", "--no-boards").exit_code == 0
    assert cli.json("replay", "verify", "last")["ok"]


def test_play__stopped_before_a_match_is_over_tells_no_numbers(cli, monkeypatch) -> None:
    def interrupted(*_args: object, **_more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ladder.cli.playing.play_all", interrupted)
    said = cli(*QUICK, "--games", 4).stdout
    (line,) = [line for line in said.splitlines() if line.startswith("greedy")]
    assert line.split() == ["greedy", "0/0", "-", "-", "-", "-", "-"]
