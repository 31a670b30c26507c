"""The fold over the log: told twice, told in part, contradicted, and gone on with anywhere."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from siurell.errors import LadderError

from ladder.domain.tournaments.events import (
    Block,
    BlockKey,
    BlockReported,
    Created,
    Event,
    Finished,
    Pairing,
    Paused,
    Played,
    Resumed,
    RoundPaired,
    RoundReplayed,
    SeedSlot,
    Withdrawn,
)
from ladder.domain.tournaments.progress import blocks_due, next_event, sealed_seeds
from ladder.domain.tournaments.settings import Format, Settings
from ladder.domain.tournaments.sheet import Kind, sheet_of
from ladder.domain.tournaments.standings import standings_of
from ladder.domain.tournaments.state import Status, Tournament

KINDS = {
    "round robin": Settings(Format.ROUND_ROBIN),
    "all-play-all pods": Settings(Format.ROUND_ROBIN, seats=3),
    "gauntlet": Settings(Format.GAUNTLET, rounds=2),
    "swiss": Settings(Format.SWISS, blocks=2),
    "swiss pods": Settings(Format.SWISS, seats=3),
    "elimination": Settings(Format.ELIMINATION),
    "pod elimination": Settings(Format.ELIMINATION, seats=4, advance=2),
    "double elimination": Settings(Format.DOUBLE_ELIMINATION),
}


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Settings:
    return KINDS[request.param]


def table(tournament: Tournament) -> list[object]:
    return [*standings_of(tournament)]


@pytest.mark.parametrize("entrants", [5, 8])
def test_log__stopped_anywhere_it_goes_on_to_the_same_table(hall, kind, entrants: int) -> None:
    """S01, S02, S03: whatever part of the log was stored, no block is missing or played anew,
    for any format and number of entrants, and log and table agree."""
    decide = hall.by_lot("stopped")
    whole = hall.hold(kind, entrants, decide)
    cuts = range(1, len(whole.log), max(1, len(whole.log) // 6))
    for cut in cuts:
        log = whole.log[:cut]
        resumed = type(whole)(Tournament.of(log), [*log])
        hall.go_on(resumed, decide)
        reported = [event.key for event in resumed.log if isinstance(event, BlockReported)]
        assert sorted(map(str, reported)) == sorted(str(block.key) for block in whole.blocks)
        assert len(set(reported)) == len(reported)
        assert table(resumed.tournament) == table(whole.tournament)


def test_log__told_twice_changes_nothing(hall, kind) -> None:
    """S02: an event that was taken is taken once, a block that is reported again too."""
    held = hall.hold(kind, 6, hall.by_lot("twice"))
    tournament = Tournament.of(held.log)
    before = table(tournament)
    assert not any(tournament.take(event) for event in held.log)
    assert table(tournament) == before
    doubled = [held.log[0], *(event for event in held.log[1:] for _ in range(2))]
    assert table(Tournament.of(doubled)) == before


def test_blocks__are_named_the_same_however_often_one_asks(hall, kind) -> None:
    tournament = Tournament(Created("x", kind, hall.entrants(6)))
    tournament.take(next_event(tournament))
    due = blocks_due(tournament)
    assert due == blocks_due(tournament)
    assert len({block.key for block in due}) == len(due)


def test_blocks__of_an_event_never_share_a_seed(hall, kind) -> None:
    """S10, S11, S12: a seed slot for each block, from one sequence, over the whole event.

    S13: only the opponents of a gauntlet share theirs, all those of a round the same.
    """
    held = hall.hold(kind, 7, hall.by_lot("seeds"))
    slots = Counter(block.seed for block in held.blocks)
    if kind.format is not Format.GAUNTLET:
        assert set(slots.values()) == {1}
        return
    assert len(slots) == 2
    for slot, count in slots.items():
        met = [block.line_up for block in held.blocks if block.seed == slot]
        assert count == 6 and len({*sum(met, ())}) == 7


def test_blocks__every_seat_of_a_line_up_is_sat_on_once(hall, kind) -> None:
    held = hall.hold(kind, 6)
    for block in held.blocks:
        for place in range(len(block.line_up)):
            seats = [seating.index(place) for _, seating in block.matches]
            assert sorted(seats) == [*range(len(block.line_up))]


@pytest.mark.parametrize(("seats", "blocks", "seatings"), [(2, 1, 2), (3, 2, 6), (4, 6, 24)])
def test_blocks__together_are_all_orders_of_a_line_up(seats: int, blocks: int, seatings: int
                                                      ) -> None:  # fmt: skip
    """So nobody gains by who sits behind whom; each block for itself is a Latin square."""
    line_up = tuple("ABCD"[:seats])
    made = [Block(BlockKey(1, 1, 1, number), SeedSlot(1, 1, 1, number), line_up)
            for number in range(1, blocks + 1)]  # fmt: skip
    found = [seating for block in made for _, seating in block.matches]
    assert len(found) == len({*found}) == seatings
    for block in made:
        for seat in range(seats):
            assert sorted(seating[seat] for _, seating in block.matches) == [*range(seats)]
    behind = Counter(
        (seating[seat - 1], seating[seat]) for seating in found for seat in range(seats)
    )
    assert len(behind) == seats * (seats - 1) and len({*behind.values()}) == 1
    later = Block(BlockKey(1, 1, 1, blocks + 1), SeedSlot(1, 1, 1, 1), line_up)
    assert [s for _, s in later.matches] == [s for _, s in made[0].matches]


def test_blocks__of_all_rounds_are_due_at_once_where_none_hangs_on_another(hall) -> None:
    """S15: machines need not wait for a round of a schedule, nor for the opponents of one."""
    for settings_, blocks in ((KINDS["round robin"], 15), (KINDS["gauntlet"], 10)):
        tournament = Tournament(Created("x", settings_, hall.entrants(6)))
        while (event := next_event(tournament)) is not None:
            tournament.take(event)
        assert len(blocks_due(tournament)) == blocks


def test_seeds__are_sealed_until_their_last_block_is_reported(hall) -> None:
    """S13: those of a gauntlet until the round is over, also while it is paused."""
    for kind, left in (("round robin", 5), ("gauntlet", 2)):
        tournament = Tournament(Created("x", KINDS[kind], hall.entrants(4)))
        while (event := next_event(tournament)) is not None:
            tournament.take(event)
        assert len(sealed_seeds(tournament)) == (6 if kind == "round robin" else 2)
        tournament.take(hall.report(blocks_due(tournament)[0]))
        tournament.take(Paused("night"))
        assert len(sealed_seeds(tournament)) == left
    assert not sealed_seeds(hall.hold(KINDS["gauntlet"], 4).tournament)


def test_report__of_another_line_up_run_or_block_is_left_aside(hall) -> None:
    tournament = Tournament(Created("x", KINDS["swiss"], hall.entrants(4)))
    tournament.take(next_event(tournament))
    block = blocks_due(tournament)[0]
    report = hall.report(block)
    assert not tournament.take(replace(report, line_up=("p1", "p4")))
    assert not tournament.take(replace(report, key=replace(block.key, run=2)))
    assert not tournament.take(replace(report, key=replace(block.key, block=3)))
    tournament.take(Withdrawn(block.line_up[0], "crashed"))
    assert not tournament.take(report)


def test_swiss__a_round_waits_for_all_its_blocks(hall) -> None:
    tournament = Tournament(Created("x", KINDS["swiss"], hall.entrants(4)))
    tournament.take(next_event(tournament))
    while due := blocks_due(tournament):
        assert next_event(tournament) is None
        tournament.take(hall.report(due[-1]))
    assert isinstance(next_event(tournament), RoundPaired)


def test_status__created_running_paused_finished(hall) -> None:
    tournament = Tournament(Created("x", KINDS["elimination"], hall.entrants(2)))
    assert tournament.status is Status.CREATED
    tournament.take(next_event(tournament))
    assert tournament.status is Status.RUNNING
    (block,) = blocks_due(tournament)
    assert tournament.take(Paused("the machine is needed"))
    assert not tournament.take(Paused("again"))
    assert tournament.status is Status.PAUSED
    assert blocks_due(tournament) == ()
    assert next_event(tournament) is None
    assert tournament.take(hall.report(block)), "what was running is still counted"
    assert tournament.take(Resumed())
    assert next_event(tournament) == Finished()
    assert tournament.take(Finished())
    assert tournament.status is Status.FINISHED
    assert next_event(tournament) is None


def test_withdrawal__before_half_of_a_round_robin_nothing_of_it_counts(hall) -> None:
    """S15: the effect is defined: here as if it had never been there."""
    tournament = Tournament(Created("x", KINDS["round robin"], hall.entrants(4)))
    while (event := next_event(tournament)) is not None:
        tournament.take(event)
    for block in blocks_due(tournament):
        if block.key.round == 1:
            tournament.take(hall.report(block))
    tournament.take(Withdrawn("p4", "out of memory"))
    for block in blocks_due(tournament):
        tournament.take(hall.report(block))
    lines = standings_of(tournament)
    assert [(line.entrant.id, line.score, line.pairings) for line in lines] == [
        ("p1", 2, 2),
        ("p2", 1, 2),
        ("p3", 0, 2),
        ("p4", 0, 0),
    ]
    assert lines[-1].withdrawn and lines[-1].decided_by == "withdrawal"


def test_withdrawal__after_half_of_a_round_robin_the_others_win_the_rest(hall) -> None:
    """S15."""
    tournament = Tournament(Created("x", KINDS["round robin"], hall.entrants(4)))
    while (event := next_event(tournament)) is not None:
        tournament.take(event)
    for block in blocks_due(tournament):
        if block.key.round <= 2:
            tournament.take(hall.report(block))
    tournament.take(Withdrawn("p1", "out of memory"))
    for block in blocks_due(tournament):
        tournament.take(hall.report(block))
    entries = sheet_of(tournament).entries
    assert [entry.kind for entry in entries["p1"]] == [Kind.PLAYED, Kind.PLAYED, Kind.FORFEIT]
    assert [entry.kind for entry in entries["p3"]][-1] is Kind.WALKOVER
    assert sheet_of(tournament).score("p1") == 2


def test_withdrawal__in_a_pod_the_others_play_on(hall) -> None:
    """S15."""
    tournament = Tournament(Created("x", KINDS["all-play-all pods"], hall.entrants(3)))
    tournament.take(next_event(tournament))
    line_up = blocks_due(tournament)[0].line_up
    tournament.take(Withdrawn("p1", "crashed"))
    (block,) = blocks_due(tournament)
    assert block.line_up == tuple(one for one in line_up if one != "p1")
    assert (block.key.gone, block.seed.gone) == (1, 1), "begun anew with a seed of its own"
    assert not tournament.take(replace(hall.report(block), key=replace(block.key, gone=0)))
    assert tournament.take(hall.report(block))
    tournament.take(next_event(tournament))
    scores = {line.entrant.id: line.score for line in standings_of(tournament)}
    assert scores == {"p2": 2, "p3": 1, "p1": 0}


def test_withdrawal__in_a_gauntlet_what_was_not_played_counts_for_nobody(hall) -> None:
    """S15, S16: the challenger's mean is over what it played."""
    tournament = Tournament(Created("x", Settings(Format.GAUNTLET), hall.entrants(4)))
    tournament.take(next_event(tournament))
    tournament.take(Withdrawn("p4", "crashed"))
    for block in blocks_due(tournament):
        tournament.take(hall.report(block))
    line = standings_of(tournament)[0]
    assert (line.entrant.id, line.score, line.pairings, line.matches) == ("p1", 2, 2, 4)
    assert line.mean_score == 1


def test_standings__every_entrant_has_a_denominator_of_its_own(hall) -> None:
    """S16: in a gauntlet the challenger plays more than the others."""
    lines = standings_of(hall.hold(Settings(Format.GAUNTLET, rounds=2), 4).tournament)
    assert {line.entrant.id: (line.pairings, line.matches) for line in lines} == {
        "p1": (6, 12),
        "p2": (2, 4),
        "p3": (2, 4),
        "p4": (2, 4),
    }
    assert [line.mean_score for line in lines] == [1, 0, 0, 0]


def test_gauntlet__of_a_named_challenger(hall) -> None:
    held = hall.hold(Settings(Format.GAUNTLET, challenger="p3"), 4)
    assert held.text == ["p3-p1 p2-p3 p3-p4"]
    assert held.tournament.challenger.name == "Bot 3"


def test_replay__sets_the_round_aside_and_takes_new_seeds(hall) -> None:
    tournament = Tournament(Created("x", KINDS["swiss"], hall.entrants(4)))
    tournament.take(next_event(tournament))
    first = blocks_due(tournament)
    for block in first:
        tournament.take(hall.report(block))
    replayed = RoundReplayed(1, 2, "the machine was overloaded", "organiser")
    assert tournament.take(replayed)
    assert not tournament.take(replayed)
    again = blocks_due(tournament)
    assert [block.line_up for block in again] == [block.line_up for block in first]
    assert not {block.seed for block in again} & {block.seed for block in first}
    assert not tournament.take(hall.report(first[0]))
    assert tournament.take(hall.report(again[0]))
    assert tournament.replays == [replayed]


def refused(tournament: Tournament, event: Event, sentence: str) -> None:
    before = (table(tournament), blocks_due(tournament), tournament.status)
    with pytest.raises(LadderError, match=sentence):
        tournament.take(event)
    assert (table(tournament), blocks_due(tournament), tournament.status) == before


def test_replay__of_a_round_that_others_were_paired_by_is_refused(hall) -> None:
    tournament = Tournament(Created("x", KINDS["swiss"], hall.entrants(4)))
    refused(tournament, RoundReplayed(1, 2, "", ""), "Round 1 has not been paired")
    for _ in range(2):
        tournament.take(next_event(tournament))
        for block in blocks_due(tournament):
            tournament.take(hall.report(block))
    tournament.take(next_event(tournament))
    refused(tournament, RoundReplayed(1, 2, "", ""), "only the last round, 3, can be replayed")


def test_events__that_contradict_the_log_are_refused(hall) -> None:
    tournament = Tournament(Created("x", KINDS["swiss"], hall.entrants(4)))
    paired = next_event(tournament)
    key = BlockKey(1, 1, 1, 1)
    match = Played((1, 2), (0, 0))
    refused(tournament, BlockReported(key, ("p1", "p3"), (match,)), "before its pairing")
    refused(tournament, replace(paired, round=2), "round 2 follows round 0")
    stranger = Pairing(1, ("p1", "p9"), "")
    refused(tournament, RoundPaired(1, (stranger,)), "`p9` does not take part in x")
    twice = Pairing(1, ("p1", "p2"), "")
    refused(tournament, RoundPaired(1, (twice, twice)), "two pairings of one number")
    refused(tournament, Withdrawn("p9", ""), "`p9` does not take part")
    refused(tournament, Created("y", KINDS["swiss"], hall.entrants(4)), "created twice")
    tournament.take(paired)
    refused(tournament, replace(paired, byes=(), pairings=()), "paired in two ways")
    line_up = blocks_due(tournament)[0].line_up
    refused(tournament, BlockReported(key, line_up, (match,)), "with 1 matches")
    short = Played((1,), (0,))
    refused(tournament, BlockReported(key, line_up, (match, short)), "no result for each")
    nobody = BlockKey(1, 1, 7, 1)
    refused(tournament, BlockReported(nobody, line_up, (match, match)), "has no pairing 7")
    refused(tournament, RoundReplayed(1, 3, "", ""), "run 3 of round 1 follows 1")


def test_events__after_the_end_are_refused(hall) -> None:
    tournament = hall.hold(KINDS["swiss"], 4).tournament
    for event in (Withdrawn("p1", ""), Paused(""), RoundReplayed(3, 2, "", "")):
        refused(tournament, event, "is finished; nothing in it can change")
    assert not tournament.take(Finished())


@pytest.mark.parametrize("log", [[], [Finished()]], ids=["empty", "headless"])
def test_log__without_a_beginning_is_refused(log: list[Event]) -> None:
    with pytest.raises(LadderError, match="does not begin with its creation"):
        Tournament.of(log)


@settings(max_examples=40)
@given(st.sampled_from([*KINDS]), st.integers(4, 9), st.integers(0, 10**6))
def test_log__whatever_happens_it_ends(hall, kind: str, entrants: int, seed: int) -> None:
    """F05: reports in any order, withdrawals, replays, given-up matches: still it ends."""
    rng = random.Random(seed)
    tournament = Tournament(Created("x", KINDS[kind], hall.entrants(entrants)))
    log: list[Event] = [tournament.created]
    for _ in range(1000):
        event = next_event(tournament)
        if event is None:
            due = blocks_due(tournament)
            if not due:
                break
            event = anything(rng, tournament, hall.report(rng.choice(due), hall.by_lot("ends")))
        if tournament.take(event):
            log.append(event)
    assert tournament.status is Status.FINISHED
    assert table(Tournament.of(log)) == table(tournament)
    assert {line.entrant for line in standings_of(tournament)} == {*tournament.entrants}


def anything(rng: random.Random, tournament: Tournament, report: BlockReported) -> Event:
    """Mostly the report."""
    choice = rng.randrange(20)
    if choice == 0:
        return Withdrawn(rng.choice([*tournament.by_id]), "drawn")
    if choice == 1:
        last = tournament.rounds[-1]
        return RoundReplayed(last.number, min(3, last.run + 1), "drawn", "nobody")
    if choice == 2:
        return replace(report, matches=(None,) * len(report.matches))
    return report
