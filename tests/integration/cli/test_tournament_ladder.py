"""Tournaments of the ladder from the command line: created, played, organised, exported."""

from __future__ import annotations

import csv
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from ladder.services.arena import open_arena
from ladder.services.tournament_matches import kept_matches, sealed_matches
from ladder.services.tournaments import tournament_named
from ladder.store.home import Home
from ladder.store.locks import file_lock

CLOCK = ("--time", "60s/60s")


@pytest.fixture
def arena(cli: Any) -> Any:
    for bot in ("greedy", "random"):
        assert cli("submit", bot).exit_code == 0
    return cli


def made(cli: Any, *words: object, name: str = "cup") -> None:
    bots = ("greedy", "random")
    assert cli("tournament", "create", name, "farmini", *bots, *CLOCK, *words).exit_code == 0


def test_tournament__from_creation_to_a_bundle_of_replays(arena: Any) -> None:
    """S07, S17: table, log and replays come from what was written match by match."""
    made(arena, "--rounds", 1, "--blocks", 2)
    found = arena.json("tournament", "start", "cup")
    assert [line["bot"] for line in found["standings"]] == ["greedy@1", "random@1"]
    assert found["status"] == "finished"
    assert arena.json("tournament", "start", "cup") == found
    assert arena.json("tournament", "standings", "cup") == found["standings"]
    assert arena.json("tournament", "crosstable", "cup") == found["crosstable"]
    assert arena.json("tournament", "list")[0]["status"] == "finished"
    text = arena("tournament", "watch", "cup").stdout
    assert "created with 2 entrants" in text and "pairing 1, block 2: greedy@1" in text
    assert arena("tournament", "export", "cup", "--as", "replays", "--out", "b").exit_code == 0
    assert arena.json("replay", "verify", "--all", "b")["held"] == 4
    line = json.loads(Path("b/manifest.jsonl").read_text().splitlines()[0])
    assert line["worker"] == "this process"
    exported = json.loads(arena("tournament", "export", "cup").stdout)
    assert exported["log"][0]["event"] == "created"
    (first, second) = csv.DictReader(arena("tournament", "export", "cup", "--as", "csv").stdout
                                     .splitlines())  # fmt: skip
    assert (first["bot"], second["decided_by"]) == ("greedy@1", "score")


def test_tournament__trf_has_its_columns(arena: Any) -> None:
    made(arena, "--rounds", 1)
    assert arena("tournament", "start", "cup").exit_code == 0
    lines = arena("tournament", "export", "cup", "--as", "trf").stdout.splitlines()
    players = [line for line in lines if line.startswith("001 ")]
    assert [line[4:8].strip() for line in players] == ["1", "2"]
    assert [line[14:47].strip() for line in players] == ["greedy@1", "random@1"]
    assert [line[80:84] for line in players] == [" 1.0", " 0.0"]
    assert [line[85:89].strip() for line in players] == ["1", "2"]
    assert [line[91:99] for line in players] == ["   2 w 1", "   1 b 0"]


def test_tournament__paused_and_resumed(arena: Any) -> None:
    made(arena)
    assert arena("tournament", "pause", "cup", "--reason", "lunch").exit_code == 0
    assert "is paused" in arena.refused("tournament", "start", "cup")
    told = arena("tournament", "resume", "cup")
    assert told.stdout.endswith("Next: siurell tournament start cup\n")
    assert arena.json("tournament", "start", "cup")["status"] == "finished"


@pytest.mark.parametrize(
    "reason", ["ill\n30 Nov 12:00:00  finished", "\x1b[31m", "\udcff", "a" * 201]
)
def test_tournament__a_reason_is_one_line_that_can_be_printed(arena: Any, reason: str) -> None:
    """Nobody forges a line of the log, or a colour of whoever reads it."""
    made(arena)
    for words in (("pause", "cup"), ("withdraw", "cup", "greedy"), ("replay-round", "cup", 1)):
        said = arena.refused("tournament", *words, "--reason", reason)
        assert said.startswith("A reason is one line of at most 200 characters")
    assert len(arena("tournament", "watch", "cup", "--no-follow").stdout.splitlines()) == 2


def test_tournament__its_log_names_who_acts_here_as_the_audit_does(
    arena: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not by the account of this machine, which its log would publish."""
    monkeypatch.setenv("LOGNAME", "ann")
    made(arena)
    assert arena("tournament", "pause", "cup").exit_code == 0
    told = arena("tournament", "watch", "cup", "--no-follow").stdout
    assert told.count("(local)") == 2
    assert "ann" not in told
    assert {line["actor"] for line in arena.json("audit")} == {"local"}


def test_tournament__where_a_ladder_runs_start_leaves_it_to_that(arena: Any) -> None:
    """What cannot be played is refused all the same, and nothing has changed."""
    made(arena)
    with file_lock(arena.home / ".ladder.lock"):
        assert arena.json("tournament", "start", "cup")["status"] == "running"
        told = arena("tournament", "start", "cup")
        assert "the ladder that runs plays it" in told.stdout
        assert told.stdout.endswith("Next: siurell tournament watch cup\n")
        assert arena("tournament", "pause", "cup").exit_code == 0
        arena.refused("tournament", "start", "cup")
        resumed = arena("tournament", "resume", "cup")
        assert resumed.stdout.endswith("Next: siurell tournament watch cup\n")
    lines = arena("tournament", "watch", "cup", "--no-follow").stdout.splitlines()
    assert [line.split("  ")[1].split(" (")[0] for line in lines[1:-1]] == [
        "started", "paused", "resumed",
    ]  # fmt: skip


def test_tournament__is_played_by_one_at_a_time(arena: Any) -> None:
    made(arena)
    folder = arena.home / "tournaments" / "1"
    folder.mkdir(parents=True)
    with file_lock(folder / ".lock"):
        assert "just now" in arena.refused("tournament", "start", "cup")


def test_tournament__a_kept_replay_that_proves_nothing_is_played_again(arena: Any) -> None:
    """S02: what was kept counts, but only if it is what the ladder was told."""
    made(arena, "--rounds", 1)
    found = arena.json("tournament", "start", "cup")
    database = sqlite3.connect(arena.home / "siurell.sqlite")
    with database:
        database.execute("DELETE FROM tournament_event WHERE number > 2")
    database.close()
    first, second = sorted((arena.home / "tournaments" / "1").glob("*.siu.gz"))
    kept = second.read_bytes()
    first.write_bytes(kept)
    assert arena.json("tournament", "start", "cup")["standings"] == found["standings"]
    assert first.read_bytes() != kept == second.read_bytes()


def test_tournament__withdrawn_wins_go_to_the_other(arena: Any) -> None:
    """S15: a bot can leave in the middle, with an effect that is defined and shown."""
    made(arena, "--format", "elimination")
    assert arena("tournament", "withdraw", "cup", "greedy", "--reason", "ill").exit_code == 0
    found = arena.json("tournament", "start", "cup")
    assert found["standings"][0]["bot"] == "random@1"
    assert found["withdrawn"] == [{"bot": "greedy@1", "reason": "ill"}]
    assert "withdrew: ill" in arena("tournament", "watch", "cup").stdout
    assert arena.json("tournament", "bracket", "cup")["pairings"][0]["state"] != "waiting"


def test_tournament__two_events_share_no_seed_and_a_finished_one_is_over(arena: Any) -> None:
    """S10: seeds come from one registry, whichever event asks for them."""
    made(arena, "--rounds", 1)
    found = arena.json("tournament", "start", "cup")
    arena.refused("tournament", "replay-round", "cup", 1)
    made(arena, "--rounds", 1, name="mug")
    assert arena.json("tournament", "start", "mug")["standings"] == found["standings"]
    database = sqlite3.connect(arena.home / "siurell.sqlite")
    seeds = [seed for (seed,) in database.execute("SELECT seed FROM tournament_seed")]
    database.close()
    assert len(seeds) == len(set(seeds)) == 2


def test_tournament__dry_run_creates_nothing(arena: Any) -> None:
    words = ("tournament", "create", "cup", "farmini", "greedy", "random", "--dry-run")
    assert arena.json(*words)["matches"] == {"least": 2, "most": 2}
    assert arena.json("tournament", "list") == []


def test_tournament__play_off_of_a_season(arena: Any) -> None:
    words = ("--top", 2, "--format", "elimination")
    assert arena("tournament", "create", "final", "farmini", *words).exit_code == 0
    assert arena.json("tournament", "list")[0]["entrants"] == 2


REFUSED = {
    "one bot twice": ("create", "cup", "farmini", "greedy", "greedy@1"),
    "too few": ("create", "cup", "farmini", "greedy"),
    "too few for pods": ("create", "cup", "farmini", "greedy", "random", "--seats", "3"),
    "none": ("create", "cup", "farmini", "--format", "gauntlet"),
    "more rounds than an even number allows": (
        *("create", "cup", "farmini", "greedy", "random", "--rounds", "2"),
    ),
    "a third place without a bracket": (
        "create",
        "cup",
        "farmini",
        "greedy",
        "random",
        "--third-place",
    ),
    "a challenger that is not there": (
        "create",
        "cup",
        "farmini",
        "greedy",
        "random",
        "--format",
        "gauntlet",
        "--challenger",
        "search",
    ),
    "no such bot": ("create", "cup", "farmini", "greedy", "nobody"),
    "no such version": ("create", "cup", "farmini", "greedy", "random@9"),
    "a version that is no digit to Python": ("create", "cup", "farmini", "greedy", "random@\u00b2"),
    "a version beyond all numbers": ("create", "cup", "farmini", "greedy", "random@" + "9" * 5000),
    "a bot of bytes that are no text": ("create", "cup", "farmini", "greedy", "\udcff"),
    "bytes that are no text": ("standings", "\udcff"),
    "no such game": ("create", "cup", "chess", "greedy", "random"),
    "no such clock": ("create", "cup", "farmini", "greedy", "random", "--time", "slow"),
    "no such option": ("create", "cup", "farmini", "greedy", "random", "--option", "goats=2"),
    "a bad name": ("create", "../cup", "farmini", "greedy", "random"),
    "bots and a season": ("create", "cup", "farmini", "greedy", "random", "--top", "2"),
    "a season without top": ("create", "cup", "farmini", "--season", "farmini"),
    "too many of a season": ("create", "cup", "farmini", "--top", "9"),
    "a play-off of solo": ("create", "cup", "farmini", "--top", "2", "--season", "farmini-solo"),
    "unknown": ("standings", "nothing"),
    "start of unknown": ("start", "nothing"),
    "replays to nowhere": ("export", "nothing", "--as", "replays"),
}


@pytest.mark.parametrize("words", REFUSED.values(), ids=REFUSED.keys())
def test_tournament__refuses_in_a_sentence(arena: Any, words: tuple[str, ...]) -> None:
    arena.refused("tournament", *words)
    assert arena.json("tournament", "list") == []
    assert arena.json("audit", "--subject", "tournament cup") == []


def test_tournament__refuses_a_bot_that_has_withdrawn(arena: Any) -> None:
    """From a new bracket as well as from one that it has left before."""
    made(arena, "--format", "elimination")
    assert arena("tournament", "withdraw", "cup", "greedy").exit_code == 0
    twice = arena("tournament", "withdraw", "cup", "greedy", "--reason", "again")
    assert twice.exit_code == 0 and "withdrew: again" not in arena(
        "tournament", "watch", "cup", "--no-follow").stdout  # fmt: skip
    assert arena("bot", "withdraw", "random").exit_code == 0
    for word in ("random", "random@1"):
        said = arena.refused("tournament", "create", "mug", "farmini", "greedy", word)
        assert "no version that plays" in said or "has withdrawn from the ladder" in said
    assert len(arena.json("tournament", "list")) == 1


def test_tournament__a_finished_or_paused_one_refuses_what_makes_no_sense(arena: Any) -> None:
    made(arena, "--rounds", 1)
    arena.refused("tournament", "replay-round", "cup", 1)
    arena.refused("tournament", "withdraw", "cup", "search")
    arena.refused("tournament", "logs", "cup", "--match", "final")
    assert arena("tournament", "pause", "cup").exit_code == 0
    arena.refused("tournament", "start", "cup")
    assert arena("tournament", "resume", "cup").exit_code == 0
    assert arena("tournament", "start", "cup").exit_code == 0
    before = arena("tournament", "watch", "cup").stdout
    for words in (("pause", "cup"), ("withdraw", "cup", "greedy"), ("replay-round", "cup", 1)):
        assert "is finished" in arena.refused("tournament", *words)
    assert arena("tournament", "watch", "cup").stdout == before


def test_tournament__bracket_and_trf_of_what_has_none(arena: Any) -> None:
    made(arena)
    arena.refused("tournament", "bracket", "cup")
    made(arena, "--format", "round-robin", name="mug")
    arena.refused("tournament", "export", "mug", "--as", "trf")
    arena.refused("tournament", "export", "mug", "--as", "replays")


def test_tournament__of_a_gauntlet_nothing_is_told_before_the_round_is_over(arena: Any) -> None:
    """S13, H05: seeds, replays and results of a round stay shut until all have played them."""
    assert arena("submit", "greedy", "--name", "third").exit_code == 0
    words = ("cup", "farmini", "greedy", "random", "third", "--format", "gauntlet", *CLOCK)
    assert arena("tournament", "create", *words, "--rounds", 2).exit_code == 0
    assert arena.json("tournament", "start", "cup")["held_back_rounds"] == []
    database = sqlite3.connect(arena.home / "siurell.sqlite")
    with database:
        events = dict(database.execute("SELECT number, event FROM tournament_event"))
        reports = [n for n, event in events.items() if json.loads(event)["event"].startswith("blo")]
        database.execute(f"DELETE FROM tournament_event WHERE number >= {reports[3]}")
    database.close()
    told = arena("tournament", "standings", "cup")
    assert "round 2 are held back until it is over" in told.stderr
    assert {line["matches"] for line in arena.json("tournament", "standings", "cup")} == {2, 4}
    assert {cell["matches"] for cell in arena.json("tournament", "crosstable", "cup")["duels"]} == {
        2
    }
    exported = json.loads(arena("tournament", "export", "cup").stdout)
    assert exported["held_back_rounds"] == [2]
    assert [event["key"][0] for event in exported["log"] if "key" in event] == [1, 1]
    watched = arena("tournament", "watch", "cup", "--no-follow").stdout.splitlines()
    assert [line.count("greedy@1") for line in watched if "pairing " in line] == [1, 1, 0]
    assert "round 2, pairing 1, block 1: over; held back" in watched[-2]
    assert arena("tournament", "export", "cup", "--as", "replays", "--out", "b").exit_code == 0
    assert {
        line["match"][:6]
        for line in map(json.loads, Path("b/manifest.jsonl").read_text().splitlines())
    } == {"cup-r1"}
    files = {name: str(arena.home / "tournaments" / "1" / f"cup-{name}-p1-b1-m1.siu.gz")
             for name in ("r1", "r2")}  # fmt: skip
    Path("link").symlink_to(files["r2"])
    for words in (("show", files["r2"]), ("verify", files["r2"]), ("show", "link")):
        assert "is sealed as long as" in arena.refused("replay", *words)
    assert arena("replay", "verify", files["r1"]).exit_code == 0
    assert "held back" not in arena("tournament", "start", "cup").stderr
    assert arena("replay", "verify", files["r2"]).exit_code == 0
    assert len(arena("tournament", "watch", "cup").stdout.splitlines()) == 10


def test_tournament__a_match_kept_after_the_log_was_read_is_sealed(arena: Any) -> None:
    """H05: who asks while a round is paired and played sees nothing of it."""
    made(arena, "--format", "gauntlet")
    with open_arena(Home(arena.home)) as opened:
        before = tournament_named(opened, "cup")
    assert arena("tournament", "start", "cup").exit_code == 0
    database = sqlite3.connect(arena.home / "siurell.sqlite")
    with database:
        database.execute("DELETE FROM tournament_event WHERE number > 3")
    database.close()
    with open_arena(Home(arena.home)) as opened:
        kept = kept_matches(opened, before.id)
        assert len(kept) == 2
        assert sealed_matches(opened, before, kept) == {match.match for match in kept}


def test_tournament__watch_tells_the_runs_of_a_round_apart(arena: Any) -> None:
    made(arena, "--rounds", 1)
    assert arena("tournament", "start", "cup").exit_code == 0
    database = sqlite3.connect(arena.home / "siurell.sqlite")
    with database:
        database.execute("DELETE FROM tournament_event WHERE number > 4")
    database.close()
    assert arena("tournament", "replay-round", "cup", 1).exit_code == 0
    assert arena("tournament", "start", "cup").exit_code == 0
    told = arena("tournament", "watch", "cup").stdout
    assert told.count("round 1, pairing 1, block 1: ") == 1
    assert told.count("round 1 (run 2), pairing 1, block 1: ") == 1
