"""Step through a replay: its records one by one, and the position after each."""

from __future__ import annotations

from collections.abc import Iterator

from siurell.errors import RulesError
from siurell.games.base import CHANCE, Event, Game, State
from siurell.match.events import (
    ChanceRecord,
    DecisionRecord,
    ForcedRecord,
    MatchRecord,
    SubstituteRecord,
)
from siurell.replay.fields import invalid
from siurell.replay.model import Journal


def replay_states(journal: Journal) -> Iterator[tuple[MatchRecord, State]]:
    """Every record with the state after it; the state is the same object, moved on in place.

    Raises `ReplayError` at the first record that the rules do not allow.
    """
    config = journal.config
    state = journal.game.new_state(config.seats, config.options)
    for record in journal.records:
        event = event_of(journal.game, state, record)
        if event is not None:
            state.apply(event)
        yield record, state


def event_of(game: Game, state: State, record: MatchRecord) -> Event | None:
    """The event of the game that a record stands for, legal in this state; None for none.

    Raises `ReplayError` when the record is no legal event.
    """
    try:
        match record:
            case ChanceRecord(key, text):
                return _outcome(state, key, text)
            case (
                DecisionRecord(seat, text) | ForcedRecord(seat, text) | SubstituteRecord(seat, text)
            ):
                if state.to_act != seat:
                    raise invalid(f"it is not seat {seat} that decides when it plays `{text}`")
                move = game.parse_move(text)
                state.check(move)
                return move
            case _:
                return None
    except RulesError as error:
        raise invalid(str(error)) from None


def _outcome(state: State, key: str, text: str) -> Event:
    if state.to_act != CHANCE:
        raise invalid(f"no chance event is due when `{key}` comes to `{text}`")
    chance = state.chance()
    if chance.key != key:
        raise invalid(f"`{chance.key}` is due, not `{key}`")
    outcome = chance.parse(text)
    if not chance.allows(outcome):
        raise invalid(f"`{text}` is not possible for `{key}`")
    return outcome
