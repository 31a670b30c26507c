"""The events of a tournament as plain values for JSON, and back: one object an event.

A log that was written is read by every later version: keys are added with a default, never taken
away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from siurell.errors import LadderError

from ladder.domain.tournaments.entrants import Entrant
from ladder.domain.tournaments.events import (
    BlockKey,
    BlockReported,
    Bye,
    ByeKind,
    Created,
    Event,
    Finished,
    Pairing,
    Paused,
    Played,
    Resumed,
    RoundPaired,
    RoundReplayed,
    Started,
    Withdrawn,
)
from ladder.domain.tournaments.settings import ByeValue, Format, Scoring, Settings
from ladder.domain.tournaments.tie_break import TieBreak

Values = dict[str, Any]

_LARGEST = 1 << 53
"""No number of a log is larger; one that is could be none of what is computed from it."""


def event_to_values(event: Event) -> Values:
    """An event as values for JSON.

    >>> event_to_values(Withdrawn("v7", "ran out of memory"))
    {'event': 'withdrawn', 'entrant': 'v7', 'reason': 'ran out of memory'}
    """
    name, write, _ = _CODECS[type(event)]
    return {"event": name, **write(event)}


def event_from_values(values: Mapping[str, Any]) -> Event:
    """The event of such values; `LadderError` when they are none."""
    try:
        read = _READERS[values["event"]]
        return read(values)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise LadderError(
            "An entry of the tournament's log cannot be read; it was edited or is damaged.",
            reason="BAD_TOURNAMENT_LOG",
        ) from error


def word_of(kind: type[Event]) -> str:
    """The word by which a kind of event stands in a log, under ``event``.

    >>> word_of(Withdrawn)
    'withdrawn'
    """
    return _CODECS[kind][0]


def settings_to_values(settings: Settings) -> Values:
    """Settings as values for JSON."""
    tie_breaks = settings.tie_breaks
    return {
        "format": settings.format.value,
        "seats": settings.seats,
        "rounds": settings.rounds,
        "cycles": settings.cycles,
        "blocks": settings.blocks,
        "scoring": settings.scoring.value,
        "tie_breaks": None if tie_breaks is None else [str(one) for one in tie_breaks],
        "rule_year": settings.rule_year,
        "bye": None if settings.bye is None else settings.bye.value,
        "advance": settings.advance,
        "reset_final": settings.reset_final,
        "third_place": settings.third_place,
        "short_pods": settings.short_pods,
        "challenger": settings.challenger,
    }


def settings_from_values(values: Mapping[str, Any]) -> Settings:
    """The settings of such values."""
    tie_breaks, bye = values["tie_breaks"], values["bye"]
    return Settings(
        format=Format(values["format"]),
        seats=_whole(values["seats"]),
        rounds=None if values["rounds"] is None else _whole(values["rounds"]),
        cycles=_whole(values["cycles"]),
        blocks=_whole(values["blocks"]),
        scoring=Scoring(values["scoring"]),
        tie_breaks=None if tie_breaks is None else tuple(map(TieBreak.parse, _texts(tie_breaks))),
        rule_year=_whole(values["rule_year"]),
        bye=None if bye is None else ByeValue(bye),
        advance=_whole(values["advance"]),
        reset_final=_flag(values["reset_final"]),
        third_place=_flag(values["third_place"]),
        short_pods=_flag(values["short_pods"]),
        challenger=_text(values["challenger"]),
    )


def _write_created(event: Created) -> Values:
    return {
        "tournament": event.tournament,
        "settings": settings_to_values(event.settings),
        "entrants": [[e.id, e.name, e.seed_rank] for e in event.entrants],
    }


def _read_created(values: Mapping[str, Any]) -> Created:
    return Created(
        _text(values["tournament"]),
        settings_from_values(values["settings"]),
        tuple(
            Entrant(_text(key), _text(name), _whole(rank)) for key, name, rank in values["entrants"]
        ),
    )


def _write_round(event: RoundPaired) -> Values:
    return {
        "round": event.round,
        "pairings": [
            {
                "number": pairing.number,
                "line_up": list(pairing.line_up),
                "reason": pairing.reason,
                "label": pairing.label,
                "advance": pairing.advance,
            }
            for pairing in event.pairings
        ],
        "byes": [[bye.entrant, bye.kind.value, bye.reason] for bye in event.byes],
    }


def _read_round(values: Mapping[str, Any]) -> RoundPaired:
    return RoundPaired(
        _whole(values["round"]),
        tuple(map(_read_pairing, values["pairings"])),
        tuple(
            Bye(_text(entrant), ByeKind(kind), _text(reason))
            for entrant, kind, reason in values["byes"]
        ),
    )


def _read_pairing(values: Mapping[str, Any]) -> Pairing:
    return Pairing(
        _whole(values["number"]),
        _texts(values["line_up"]),
        _text(values["reason"]),
        _text(values["label"]),
        _whole(values["advance"]),
    )


def _write_report(event: BlockReported) -> Values:
    key = event.key
    return {
        "key": [key.round, key.run, key.pairing, key.block, key.gone],
        "line_up": list(event.line_up),
        "matches": [
            None if match is None else [list(match.placements), list(match.scores)]
            for match in event.matches
        ],
    }


def _read_report(values: Mapping[str, Any]) -> BlockReported:
    return BlockReported(
        BlockKey(*_wholes(values["key"])),
        _texts(values["line_up"]),
        tuple(
            None if match is None else Played(*map(_wholes, match)) for match in values["matches"]
        ),
    )


def _text(value: Any) -> str:
    """A text, or `TypeError`: what is read may have been edited."""
    if not isinstance(value, str):
        raise TypeError
    return value


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _LARGEST:
        raise TypeError
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _texts(values: Any) -> tuple[str, ...]:
    return tuple(map(_text, _list(values)))


def _wholes(values: Any) -> tuple[int, ...]:
    return tuple(map(_whole, _list(values)))


def _list(values: Any) -> list[Any]:
    if not isinstance(values, list):
        raise TypeError
    return values


_Write = Callable[[Any], Values]
_Read = Callable[[Mapping[str, Any]], Event]

_CODECS: dict[type, tuple[str, _Write, _Read]] = {
    Created: ("created", _write_created, _read_created),
    RoundPaired: ("round paired", _write_round, _read_round),
    BlockReported: ("block reported", _write_report, _read_report),
    Withdrawn: (
        "withdrawn",
        lambda event: {"entrant": event.entrant, "reason": event.reason},
        lambda values: Withdrawn(_text(values["entrant"]), _text(values["reason"])),
    ),
    RoundReplayed: (
        "round replayed",
        lambda event: {
            "round": event.round,
            "run": event.run,
            "reason": event.reason,
            "by": event.by,
        },
        lambda values: RoundReplayed(
            _whole(values["round"]),
            _whole(values["run"]),
            _text(values["reason"]),
            _text(values["by"]),
        ),
    ),
    Started: ("started", lambda event: {}, lambda values: Started()),
    Paused: (
        "paused",
        lambda event: {"reason": event.reason},
        lambda values: Paused(_text(values["reason"])),
    ),
    Resumed: ("resumed", lambda event: {}, lambda values: Resumed()),
    Finished: ("finished", lambda event: {}, lambda values: Finished()),
}
_READERS = {name: read for name, _, read in _CODECS.values()}
