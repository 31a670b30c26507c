"""What a person sees of a tournament: standings, crosstable, bracket, and the plan before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from siurell.match.profiles import clock_text

from ladder.cli.output import console, counted, note, percent, say, table, wrapped
from ladder.cli.tournament_field import Field
from ladder.cli.tournament_values import Values, fraction_text
from ladder.domain.tournaments.bracket_view import BracketPairing, bracket_of
from ladder.domain.tournaments.crosstable import Cell, crosstable_of
from ladder.domain.tournaments.events import Created
from ladder.domain.tournaments.plan import Plan, Span, plan_of
from ladder.domain.tournaments.release import Release
from ladder.domain.tournaments.settings import ELIMINATIONS
from ladder.domain.tournaments.standings import Standing, standings_of
from ladder.domain.tournaments.state import Status, Tournament

if TYPE_CHECKING:
    from rich.text import Text

MOST_COLUMNS = 8
"""A crosstable of more does not fit 80 columns."""

SHOWN = 2
"""Tie-breaks whose values fit 80 columns; all of them are in the values for programs."""


def note_held_back(release: Release) -> None:
    """Say of which rounds the results are not told yet, if there are such."""
    if release.rounds:
        numbers = ", ".join(map(str, release.rounds))
        one = len(release.rounds) == 1
        note(
            f"Results of round{'' if one else 's'} {numbers} are held back until "
            f"{'it is' if one else 'each is'} over: all opponents get the same seeds."
        )


def print_tournament(tournament: Tournament) -> None:
    """Standings, then the bracket or the crosstable."""
    print_standings(tournament)
    if tournament.settings.format in ELIMINATIONS:
        say("")
        print_bracket(tournament)
    elif len(tournament.entrants) > 1:
        say("")
        print_crosstable(tournament)


def print_standings(tournament: Tournament) -> None:
    """The table with what put each below the one above it, and by which rules."""
    lines = standings_of(tournament)
    done = sum(tournament.is_over(round_) for round_ in tournament.rounds)
    state = "" if tournament.status is Status.FINISHED else f", {tournament.status.value}"
    say(
        f"{tournament.name}: {tournament.settings.format.value}, "
        f"{counted(done, 'round', 'rounds')} over{state}"
    )
    shown = _deciding(tournament, lines)
    columns = (">place", "bot", ">score", ">played", ">wins", *(f">{name}" for _, name in shown))
    rows = [
        (
            str(line.place),
            line.entrant.name + " (withdrawn)" * line.withdrawn,
            fraction_text(line.score),
            str(line.pairings),
            str(line.wins),
            *(fraction_text(line.values[step]) for step, _ in shown),
            line.decided_by,
        )
        for line in lines
    ]
    console().print(table((*columns, "decided by"), rows))
    if names := [str(tie_break) for tie_break in tournament.settings.tie_breaks or ()]:
        order = ", ".join(["score", *names])
        say(wrapped(f"Order: {order}; rules of {tournament.settings.rule_year}."))


def _deciding(tournament: Tournament, lines: tuple[Standing, ...]) -> list[tuple[int, str]]:
    """The first tie-breaks that decided anything, with their places in the order."""
    decided = {line.decided_by for line in lines}
    names = map(str, tournament.settings.tie_breaks or ())
    return [(step, name) for step, name in enumerate(names) if name in decided][:SHOWN]


def print_crosstable(tournament: Tournament) -> None:
    """Everyone against everyone in per cent, with intervals from the blocks they played."""
    found = crosstable_of(tournament)
    names = [entrant.name for entrant in found.entrants]
    few = len(names) <= MOST_COLUMNS
    numbers = [f">{number}" for number in range(1, len(names) + 1)] if few else []
    made = table((">", "bot", ">against all", *numbers), ())
    for number, one in enumerate(found.entrants, start=1):
        others = [found.cells.get((one.id, other.id)) for other in found.entrants]
        made.add_row(
            str(number),
            one.name,
            _cell(found.totals.get(one.id)),
            *([_cell(cell) for cell in others] if few else []),
        )
    console().print(made)
    say(
        wrapped(
            "Better placed in % of the matches; below it the 95 % interval, where blocks allow one."
        )
    )
    if not few:
        say("Everyone against everyone is in --json.")


def _cell(cell: Cell | None) -> Text:
    from rich.text import Text

    if cell is None:
        return Text("-")
    below = ""
    if cell.interval is not None and (cell.verdict or cell.interval[0] < cell.interval[1]):
        low, high = cell.interval
        below = f"\n{round(100 * low)}-{round(100 * high)}"
    style = {1: "green", -1: "red", 0: ""}[cell.verdict]
    return Text(percent(float(cell.share)) + below, style=style)


def print_bracket(tournament: Tournament) -> None:
    """Each pairing of the bracket: who met whom, who goes on, and by what."""
    rows = [
        (str(one.round), one.label, _slots(one), one.decided or one.state.value)
        for one in bracket_of(tournament).pairings
    ]
    console().print(table((">round", "pairing", "bots", "decided by"), rows))


def _slots(pairing: BracketPairing) -> str:
    texts = []
    for slot in sorted(pairing.slots, key=lambda slot: slot.place or 0):
        name = slot.origin if slot.entrant is None else slot.entrant.name
        points = "" if slot.points is None else f" {fraction_text(slot.points)}"
        texts.append(f"{name}{points}")
    return " - ".join(texts)


def _estimated_s(plan: Plan, created: Created, field: Field) -> Span | None:
    """Seconds when every bot uses up its bank and no more; None where the clock has no bank."""
    if field.time.bank_us is None:
        return None
    each = created.settings.seats * field.time.bank_us / 1_000_000 / field.jobs
    return Span(round(plan.matches.least * each), round(plan.matches.most * each))


def print_plan(created: Created, field: Field) -> None:
    """The schedule as far as it is known, the number of matches, the time they may take."""
    plan = plan_of(created)
    for planned in plan.schedule:
        for line_up in planned.line_ups:
            say(f"round {planned.number}: {' - '.join(line_up)}")
        if planned.byes:
            say(f"round {planned.number}, no pairing: {', '.join(planned.byes)}")
    if len(plan.schedule) < plan.rounds.least:
        say("Later rounds are paired by the results.")
    if plan.meetings is not None:
        say(f"Two of them meet {_span(plan.meetings, 'time', 'times')}.")
    say(
        f"{_span(plan.rounds, 'round', 'rounds')}, "
        f"{_span(plan.pairings, 'pairing', 'pairings')}, "
        f"{_span(plan.matches, 'match', 'matches')}."
    )
    found = _estimated_s(plan, created, field)
    if found is None:
        say(f"How long that takes cannot be told by the clock {clock_text(field.time)}.")
        return
    say(
        wrapped(
            f"About {_clock(found.least)} at {counted(field.jobs, 'match', 'matches')} a time when "
            f"every bot uses up its bank of {clock_text(field.time)}; most take less."
        )
    )


def plan_values(created: Created, field: Field) -> Values:
    """The plan for a program."""
    from ladder.cli.plain import plain

    plan = plan_of(created)
    values: Values = plain(plan)
    values["estimated_seconds"] = plain(_estimated_s(plan, created, field))
    return values


def _span(span: Span, one: str, many: str) -> str:
    if span.least == span.most:
        return counted(span.least, one, many)
    return f"{span.least} to {span.most} {many}"


def _clock(seconds: int) -> str:
    """A time for people: ``40 s``, ``12 min``, ``3 h 05 min``."""
    if seconds < 120:
        return f"{seconds} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes:02d} min" if hours else f"{minutes} min"
