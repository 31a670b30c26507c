"""`siurell stats owners`: what it prints, and what it says that this does not prove."""

from __future__ import annotations

import random

import pytest

from ladder.domain.batch import ShippedBot
from ladder.domain.states import MatchState
from ladder.services.arena import Arena, open_arena
from ladder.services.owners import add_owner, give_bot
from ladder.services.seasons import season_named
from ladder.services.submit import set_checked, submit
from ladder.store.home import Home
from ladder.store.tables import BatchRow, BlockRow, MatchRow, SeatRow

NAMES = ("ann", "bob", "cat", "dog", "eve")


def fill(arena: Arena, blocks: int) -> None:
    """A log of matches of three, in which ann and bob come in before any third."""
    rng = random.Random("log")
    versions = {}
    for name in NAMES:
        version = submit(arena, ShippedBot("random"), name=f"bot-{name}")
        versions[name] = set_checked(arena, version.id, True, "fine").id
        add_owner(arena, name)
        give_bot(arena, f"bot-{name}", name)
    season = season_named(arena, "finca").id
    with arena.db.write() as session:
        for number in range(1, blocks + 1):
            line_up = rng.sample(NAMES, 3)
            batch = BatchRow(season_id=season, seats=3, created_at=arena.now())
            session.add(batch)
            session.flush()
            block = BlockRow(batch_id=batch.id, seed=rng.randbytes(32))
            session.add(block)
            session.flush()
            match = MatchRow(
                season_id=season,
                block_id=block.id,
                rotation=0,
                state=MatchState.REPORTED.value,
                report_no=number,
            )
            session.add(match)
            session.flush()
            friends = {"ann", "bob"} <= set(line_up)
            order = sorted(
                line_up, key=lambda name: (friends and name not in ("ann", "bob"), rng.random())
            )
            session.add_all(
                SeatRow(
                    match_id=match.id,
                    seat=seat,
                    version_id=versions[name],
                    cause="game_rules",
                    placement=1 + order.index(name),
                )
                for seat, name in enumerate(line_up)
            )


@pytest.fixture
def log(cli) -> None:
    with open_arena(Home(cli.home).create()) as arena:
        fill(arena, 200)


def test_stats_owners__names_the_pair_with_evidence_and_doubt(cli, log: None) -> None:
    """R20."""
    result = cli("stats", "owners", "finca")
    assert result.exit_code == 0, result.output
    text = result.stdout
    assert text.startswith("finca: 200 matches, 5 owners, 20 questions")
    assert all(len(line) <= 80 for line in text.splitlines())
    rows = [line.split() for line in text.splitlines() if " * " in line and line[:3] in NAMES]
    assert sorted(row[:4] for row in rows) == [
        ["ann", "*", "bob", "others"],
        ["bob", "*", "ann", "others"],
    ]
    flat = " ".join(text.split())
    assert "Among honest owners anybody at all would be named in 1 % of seasons." in flat
    assert "It does not say why: bots may suit each other" in flat
    assert text.endswith(f"Next: siurell owner show {rows[0][0]}\n")
    found = cli.json("stats", "owners", "finca")[0]
    assert (found["season"], found["owners"], len(found["favours"])) == ("finca", 5, 2)
    for one in found["favours"]:
        assert one["mutual"] and not one["alone"] and one["chance"] < 0.01
        assert (one["expected"], one["seen"]) == (pytest.approx(0.5), 1.0)


def test_stats_owners__says_what_too_little_and_nothing_mean(cli) -> None:
    assert "No rated match has been played yet." in cli("stats", "owners").stdout
    with open_arena(Home(cli.home).create()) as arena:
        fill(arena, 12)
    few = cli("stats", "owners")
    assert few.exit_code == 0
    assert "finca: 12 matches, 5 owners; too few blocks of two owners to tell." in few.stdout
    assert few.stdout.endswith("Next: siurell leaderboard\n")
    assert "nobody can favour anybody" in cli("stats", "owners", "farmini-solo").stdout
    assert "no season" in cli.refused("stats", "owners", "nothing")
