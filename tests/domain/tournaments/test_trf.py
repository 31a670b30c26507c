"""A Swiss as text in the columns of the FIDE's format."""

from __future__ import annotations

import pytest
from siurell.errors import LadderError

from ladder.domain.tournaments.admission import create
from ladder.domain.tournaments.entrants import ranked
from ladder.domain.tournaments.events import BlockReported, Event, Played, Withdrawn
from ladder.domain.tournaments.progress import blocks_due, next_event
from ladder.domain.tournaments.settings import ByeValue, Format, Settings
from ladder.domain.tournaments.state import Tournament
from ladder.domain.tournaments.trf import trf_of


def played(
    entrants: int, rounds: int, *, bye: ByeValue | None = None, gone: str = ""
) -> Tournament:
    """A Swiss in which the better seeded always wins; somebody may leave the first round."""
    settings = Settings(Format.SWISS, rounds=rounds, bye=bye)
    named = ranked([(str(rank), f"bot{rank}") for rank in range(1, entrants + 1)])
    log: list[Event] = [create("spring", settings, named)]
    while not (state := Tournament.of(log)).finished:
        event: Event | None = next_event(state)
        if gone and len(log) == 2:
            event = Withdrawn(gone, "ill")
        if event is None:
            block = blocks_due(state)[0]
            places = (1, 2) if int(block.line_up[0]) < int(block.line_up[1]) else (2, 1)
            event = BlockReported(block.key, block.line_up, (Played(places, (0, 0)),) * 2)
        log.append(event)
    return state


def rows(state: Tournament) -> dict[str, list[str]]:
    """For each entrant the results of its rounds, cut at the columns."""
    lines = [line for line in trf_of(state).splitlines() if line.startswith("001 ")]
    return {
        line[14:47].strip(): [line[at : at + 8] for at in range(91, len(line), 10)]
        for line in lines
    }


@pytest.mark.parametrize(
    ("bye", "code"), [(ByeValue.WIN, "U"), (ByeValue.AVERAGE, "H"), (ByeValue.NOTHING, "Z")]
)
def test_trf__a_bye_is_coded_by_what_it_is_worth(bye: ByeValue, code: str) -> None:
    """S18: what a bye is worth is one thing, that it was one another."""
    found = rows(played(3, 3, bye=bye))
    byes = [entry for entries in found.values() for entry in entries if entry[:4] == "0000"]
    assert byes == [f"0000 - {code}"] * 3


def test_trf__colours_and_results_of_a_pairing_agree() -> None:
    found = rows(played(6, 3))
    for name, entries in found.items():
        for number, entry in enumerate(entries):
            other = found[f"bot{int(entry[:4])}"][number]
            assert int(other[:4]) == int(name.removeprefix("bot"))
            assert {entry[5], other[5]} == {"w", "b"}
            assert {entry[7], other[7]} == {"1", "0"}


def test_trf__who_withdrew_has_forfeited_and_is_absent() -> None:
    found = rows(played(4, 2, gone="2"))
    assert found["bot2"][0][7] == "-"
    assert found["bot2"][1] == "0000 - Z"
    (winner,) = [name for name, entries in found.items() if entries[0][7] == "+"]
    assert int(found["bot2"][0][:4]) == int(winner.removeprefix("bot"))


def test_trf__tells_of_nothing_but_a_swiss_of_two_seats() -> None:
    three = ranked([("1", "a"), ("2", "b"), ("3", "c")])
    for settings in (Settings(Format.ROUND_ROBIN), Settings(Format.SWISS, seats=3)):
        with pytest.raises(LadderError, match="2 seats"):
            trf_of(Tournament.of([create("spring", settings, three)]))
