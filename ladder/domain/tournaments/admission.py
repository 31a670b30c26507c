"""Whether a tournament can be played at all: one sentence when not, and nothing has changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from siurell.errors import LadderError

from ladder.domain.tournaments.entrants import Entrant
from ladder.domain.tournaments.events import Created
from ladder.domain.tournaments.settings import (
    ELIMINATIONS,
    RULE_YEARS,
    Format,
    Settings,
    completed,
    most_rounds,
)

MAX_BLOCKS = 1000
MAX_ENTRANTS = 1024
SEATS = (2, 3, 4)


def admit(settings: Settings, entrants: Sequence[Entrant], withdrawn: Collection[str] = ()) -> None:
    """Raise `LadderError` when these entrants cannot play by these settings.

    ``withdrawn``: ids of those who are known not to play any more.
    """
    _check_numbers(settings)
    _check_options(settings)
    _check_format(settings)
    _check_entrants(settings, entrants, withdrawn)
    _check_rounds(settings, len(entrants))


def create(name: str, settings: Settings, entrants: Sequence[Entrant]) -> Created:
    """The first event of a tournament, with nothing left open; `LadderError` when it cannot be."""
    complete = completed(settings, len(entrants))
    admit(complete, entrants)
    return Created(name, complete, tuple(entrants))


def _refusal(reason: str, sentence: str) -> LadderError:
    return LadderError(sentence, reason=reason)


def _check_numbers(settings: Settings) -> None:
    if settings.seats not in SEATS:
        raise _refusal(
            "BAD_SEATS", f"A tournament has 2, 3 or 4 seats a match, not {settings.seats}."
        )
    if not 1 <= settings.blocks <= MAX_BLOCKS:
        raise _refusal(
            "BAD_BLOCKS",
            f"A pairing takes 1 to {MAX_BLOCKS} blocks, not {settings.blocks}.",
        )
    if settings.rule_year not in RULE_YEARS:
        years = " and ".join(str(year) for year in RULE_YEARS)
        raise _refusal(
            "BAD_RULE_YEAR",
            f"Unplayed rounds count by the rules of {years}, not of {settings.rule_year}.",
        )
    names = Counter(str(tie_break) for tie_break in settings.tie_breaks or ())
    twice = next((name for name, count in names.items() if count > 1), None)
    if twice is not None:
        raise _refusal("TIE_BREAK_TWICE", f"The tie-break {twice} is named twice; name it once.")


def _check_format(settings: Settings) -> None:
    format_, seats = settings.format, settings.seats
    if format_ is Format.DOUBLE_ELIMINATION and seats != 2:
        raise _refusal(
            "BAD_SEATS",
            f"A double elimination is played with 2 seats, not {seats}; use elimination, "
            "in which some of each pod go on.",
        )
    if format_ in ELIMINATIONS and not 1 <= settings.advance <= seats // 2:
        raise _refusal(
            "BAD_ADVANCE",
            f"Of {seats} in a pairing {_at_most(seats // 2)} can go on, not {settings.advance}.",
        )
    if settings.third_place and (format_ is not Format.ELIMINATION or seats != 2):
        raise _refusal(
            "NO_THIRD_PLACE",
            "A pairing for the third place is played in an elimination with 2 seats only; "
            "leave it out.",
        )
    if format_ is Format.ROUND_ROBIN and settings.cycles not in (1, 2):
        raise _refusal(
            "BAD_CYCLES",
            f"A round robin is single or double, not {settings.cycles}-fold; "
            "for more matches play more blocks.",
        )


def _at_most(count: int) -> str:
    return "only 1" if count == 1 else f"1 or {count}"


_OWN_OPTIONS: tuple[tuple[str, object, frozenset[Format]], ...] = (
    ("cycles", 1, frozenset({Format.ROUND_ROBIN})),
    ("advance", 1, ELIMINATIONS),
    ("reset_final", True, frozenset({Format.DOUBLE_ELIMINATION})),
    ("short_pods", True, frozenset({Format.SWISS})),
    ("challenger", "", frozenset({Format.GAUNTLET})),
)
"""Options of some formats only, with the value that says nothing."""


def _check_options(settings: Settings) -> None:
    for option, usual, formats in _OWN_OPTIONS:
        if settings.format not in formats and getattr(settings, option) != usual:
            raise _refusal(
                "FOREIGN_OPTION",
                f"The format {settings.format.value} has no option {option}; leave it out.",
            )
    if settings.format in ELIMINATIONS and settings.tie_breaks:
        raise _refusal(
            "FOREIGN_OPTION",
            f"The format {settings.format.value} has no tie-breaks, since its bracket decides; "
            "leave them out.",
        )


def _check_entrants(
    settings: Settings, entrants: Sequence[Entrant], withdrawn: Collection[str]
) -> None:
    ids = Counter(entrant.id for entrant in entrants)
    for entrant in entrants:
        if ids[entrant.id] > 1:
            raise _refusal(
                "ENTRANT_TWICE", f"{entrant.name} is entered twice; enter it once, or another bot."
            )
        if entrant.id in withdrawn:
            raise _refusal(
                "ENTRANT_WITHDRAWN",
                f"{entrant.name} has withdrawn and cannot be entered; leave it out.",
            )
    if len({entrant.seed_rank for entrant in entrants}) < len(entrants):
        raise _refusal(
            "SEEDED_TWICE", "Two entrants are seeded on one place; give each a place of its own."
        )
    if len(entrants) < settings.seats:
        raise _refusal(
            "TOO_FEW_ENTRANTS",
            f"A tournament with {settings.seats} seats a match needs at least {settings.seats} "
            f"entrants; there {'is' if len(entrants) == 1 else 'are'} {len(entrants)}.",
        )
    if len(entrants) > MAX_ENTRANTS:
        raise _refusal(
            "TOO_MANY_ENTRANTS",
            f"A tournament takes at most {MAX_ENTRANTS} entrants; there are {len(entrants)}.",
        )
    if settings.challenger and settings.challenger not in ids:
        raise _refusal(
            "NO_SUCH_ENTRANT", "The challenger of the gauntlet is not among its entrants; enter it."
        )


def _check_rounds(settings: Settings, entrants: int) -> None:
    """Rounds are set for a Swiss and a gauntlet; elsewhere they follow from the entrants."""
    if settings.format not in (Format.SWISS, Format.GAUNTLET):
        if settings.rounds is not None:
            raise _refusal(
                "ROUNDS_FOLLOW",
                f"In the format {settings.format.value} the rounds follow from the entrants; "
                "leave their number out.",
            )
        return
    if settings.rounds is None:
        return
    most = MAX_BLOCKS
    if settings.format is Format.SWISS:
        most = most_rounds(settings, entrants)
    if not 1 <= settings.rounds <= most:
        raise _refusal(
            "BAD_ROUNDS",
            f"{settings.rounds} rounds do not fit {entrants} entrants: there can be 1 to {most}"
            + (", then everyone has met everyone." if settings.format is Format.SWISS else "."),
        )
