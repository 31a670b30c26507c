"""An event of a tournament's log as a line for a person."""

from __future__ import annotations

from ladder.cli.output import counted
from ladder.domain.tournaments.events import (
    BlockReported,
    Created,
    Event,
    Finished,
    Paused,
    Resumed,
    RoundPaired,
    RoundReplayed,
    Started,
    Withdrawn,
)
from ladder.domain.tournaments.state import Tournament


def event_text(event: Event, state: Tournament) -> str:
    """What happened, with the names of those to whom it did."""
    match event:
        case Created():
            return f"created with {len(event.entrants)} entrants, {event.settings.format.value}"
        case RoundPaired():
            return (
                f"round {event.round} paired: {counted(len(event.pairings), 'pairing', 'pairings')}"
            )
        case BlockReported():
            return _block(event, state)
        case Withdrawn():
            return f"{state.by_id[event.entrant].name} withdrew{_why(event.reason)}"
        case RoundReplayed():
            return f"round {event.round} is played again{_why(event.reason)}"
        case Started():
            return "started"
        case Paused():
            return f"paused{_why(event.reason)}"
        case Resumed():
            return "resumed"
        case Finished():
            return "finished"


def held_text(event: Event) -> str:
    """That a block is over, and nothing of how it ended."""
    if not isinstance(event, BlockReported):
        return "held back"
    return f"{_place(event)}: over; held back until the round is over"


def _why(reason: str) -> str:
    return f": {reason}" if reason else ""


def _block(event: BlockReported, state: Tournament) -> str:
    """Each of a block with its points in each match."""
    names = [state.by_id[one].name for one in event.line_up]
    played = [match for match in event.matches if match is not None]
    points = [" ".join(str(match.scores[place]) for match in played) for place in range(len(names))]
    told = ", ".join(f"{name} {each}" for name, each in zip(names, points, strict=True))
    return f"{_place(event)}: {told}"


def _place(event: BlockReported) -> str:
    key = event.key
    run = f" (run {key.run})" if key.run > 1 else ""
    return f"round {key.round}{run}, pairing {key.pairing}, block {key.block}"
