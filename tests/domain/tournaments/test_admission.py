"""What cannot be played is refused: one sentence, and nothing has changed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from siurell.errors import LadderError

from ladder.domain.tournaments.admission import admit, create
from ladder.domain.tournaments.bracket_view import bracket_of
from ladder.domain.tournaments.entrants import Entrant, drawn, entrant_named, play_off, ranked
from ladder.domain.tournaments.events import Created
from ladder.domain.tournaments.settings import Format, Settings, completed
from ladder.domain.tournaments.state import Tournament
from ladder.domain.tournaments.tie_break import TieBreak


def field(count: int) -> tuple[Entrant, ...]:
    return ranked([(f"v{number}", f"bot@{number}") for number in range(1, count + 1)])


WINS = TieBreak.parse("wins")
SWISS, ROBIN, KNOCK_OUT = Format.SWISS, Format.ROUND_ROBIN, Format.ELIMINATION


@pytest.mark.parametrize(
    ("settings", "count", "sentence"),
    [
        (Settings(SWISS), 1, "needs at least 2 entrants; there is 1."),
        (Settings(ROBIN, seats=4), 3, "with 4 seats a match needs at least 4 entrants; there are"),
        (Settings(KNOCK_OUT), 0, "needs at least 2 entrants; there are 0."),
        (Settings(SWISS), 1025, "takes at most 1024 entrants; there are 1025."),
        (Settings(SWISS, rounds=6), 6, "6 rounds do not fit 6 entrants: there can be 1 to 5, then"),
        (Settings(SWISS, rounds=8), 7, "8 rounds do not fit 7 entrants: there can be 1 to 7, then"),
        (Settings(SWISS, rounds=0), 7, "0 rounds do not fit"),
        (Settings(SWISS, seats=4, rounds=4), 12, "4 rounds do not fit 12 entrants"),
        (Settings(ROBIN, rounds=3), 6, "In the format round-robin the rounds follow"),
        (Settings(KNOCK_OUT, rounds=3), 6, "In the format elimination the rounds follow"),
        (Settings(SWISS, seats=5), 6, "has 2, 3 or 4 seats a match, not 5."),
        (Settings(SWISS, seats=1), 6, "has 2, 3 or 4 seats a match, not 1."),
        (Settings(SWISS, blocks=0), 6, "A pairing takes 1 to 1000 blocks, not 0."),
        (Settings(SWISS, rule_year=2016), 6, "by the rules of 2009 and 2024, not of 2016."),
        (Settings(SWISS, tie_breaks=(WINS, WINS)), 6, "tie-break wins is named twice"),
        (Settings(Format.DOUBLE_ELIMINATION, seats=3), 6, "is played with 2 seats, not 3"),
        (Settings(KNOCK_OUT, seats=4, advance=3), 8, "Of 4 in a pairing 1 or 2 can go on, not 3."),
        (Settings(KNOCK_OUT, advance=0), 8, "Of 2 in a pairing only 1 can go on, not 0."),
        (Settings(KNOCK_OUT, seats=3, third_place=True), 8, "for the third place"),
        (Settings(ROBIN, cycles=3), 8, "single or double, not 3-fold"),
        (Settings(SWISS, cycles=2), 8, "The format swiss has no option cycles; leave it out."),
        (Settings(ROBIN, advance=2), 8, "The format round-robin has no option advance"),
        (Settings(KNOCK_OUT, reset_final=False), 8, "elimination has no option reset_final"),
        (Settings(ROBIN, short_pods=False), 8, "round-robin has no option short_pods"),
        (Settings(SWISS, challenger="v1"), 8, "swiss has no option challenger"),
        (Settings(KNOCK_OUT, tie_breaks=(WINS,)), 8, "elimination has no tie-breaks, since"),
        (Settings(Format.GAUNTLET, rounds=0), 8, "0 rounds do not fit 8 entrants: there can be"),
        (Settings(Format.GAUNTLET, challenger="v9"), 8, "is not among its entrants"),
    ],
)
def test_refused__in_one_sentence(settings: Settings, count: int, sentence: str) -> None:
    with pytest.raises(LadderError) as refused:
        create("spring", settings, field(count))
    assert sentence in str(refused.value)
    assert str(refused.value).count(". ") == 0
    assert refused.value.reason.isupper()
    with pytest.raises(LadderError):
        Tournament(Created("spring", settings, field(count)))


@pytest.mark.parametrize(
    ("entrants", "sentence"),
    [
        ([*field(4), Entrant("v2", "bot@2", 9)], "bot@2 is entered twice"),
        ([*field(4), Entrant("v9", "late@1", 2)], "are seeded on one place"),
    ],
)
def test_refused__entrants(entrants: Sequence[Entrant], sentence: str) -> None:
    with pytest.raises(LadderError, match=sentence):
        create("spring", Settings(SWISS), entrants)


def test_refused__one_that_has_withdrawn() -> None:
    with pytest.raises(LadderError, match="bot@3 has withdrawn and cannot be entered"):
        admit(Settings(KNOCK_OUT), field(4), withdrawn=("v3",))


@pytest.mark.parametrize(("count", "sentence"), [(1, "at least 2"), (5, "has 4 entries")])
def test_refused__a_play_off_of_too_few(count: int, sentence: str) -> None:
    season = [(f"v{n}", f"bot@{n}") for n in range(4)]
    with pytest.raises(LadderError, match=sentence):
        play_off(season, count)


def test_refused__a_bracket_of_a_swiss() -> None:
    with pytest.raises(LadderError, match="A swiss has no bracket; look at its crosstable"):
        bracket_of(Tournament(Created("spring", Settings(SWISS), field(4))))


def test_play_off__takes_the_first_of_the_season_as_they_stand() -> None:
    season = [("v7", "ada@2"), ("v3", "bob@1"), ("v5", "eve@4")]
    entered = play_off(season, 2)
    assert [(e.id, e.name, e.seed_rank) for e in entered] == [
        ("v7", "ada@2", 1),
        ("v3", "bob@1", 2),
    ]


def test_lots__hang_on_ids_and_seed_alone() -> None:
    first = drawn(field(20), "spring")
    assert first == drawn(field(20)[::-1], "spring")
    assert sorted(e.seed_rank for e in first) == [*range(1, 21)]
    assert [e.id for e in first] != [e.id for e in field(20)]
    assert [e.id for e in first] != [e.id for e in drawn(field(20), "autumn")]


@pytest.mark.parametrize(
    ("entrants", "rounds"), [(2, 1), (3, 3), (4, 3), (5, 4), (8, 4), (9, 5), (32, 6), (64, 7)]
)
def test_swiss__usual_rounds_fit_the_entrants(entrants: int, rounds: int) -> None:
    assert completed(Settings(SWISS), entrants).rounds == rounds


def test_created__has_nothing_left_open() -> None:
    """The order of the tie-breaks and the year of the rules are part of the tournament."""
    settings = create("spring", Settings(SWISS), field(8)).settings
    assert settings.rounds == 4
    assert settings.rule_year == 2024
    assert [str(tie_break) for tie_break in settings.tie_breaks or ()] == [
        *("buchholz-cut1", "buchholz", "sonneborn-berger", "direct-encounter", "wins"),
    ]
    assert completed(settings, 8) == settings


def test_entrant_named__a_word_that_fits_two_is_refused() -> None:
    names = ("mybot@1", "MyBot@2", "other@3")
    entrants = ranked([(f"v{number}", name) for number, name in enumerate(names)])
    assert entrant_named(entrants, "MYBOT@2").id == "v1"
    assert entrant_named(entrants, "Other").id == "v2"
    with pytest.raises(LadderError, match="name one of mybot@1, MyBot@2") as caught:
        entrant_named(entrants, "mybot")
    assert caught.value.reason == "TWO_VERSIONS"
    for word in ("v1", "mybot@3", "mybot@", ""):
        with pytest.raises(LadderError, match="does not take part"):
            entrant_named(entrants, word)
    with pytest.raises(LadderError, match="does not take part"):
        entrant_named((), "mybot")
