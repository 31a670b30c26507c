"""A whole match as text: every state, what each viewer sees of it, its legal moves and its events.

Kept in files, playthroughs show what a change of the rules changes, line by line.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from siurell.draw.text import draw_text, shown_fields
from siurell.games.base import CHANCE, SPECTATOR, Game, Observation, State
from siurell.testing.contract.play import Step, play_at_random
from siurell.testing.contract.setting import Setting

_LISTED = 60
"""Longer lists of moves are shown in part, with a digest of all of it."""

_DRAWN_EVERY = 20
"""The whole position is drawn at every so many events; between them, what has changed."""


def playthrough(game: Game, seats: int, seed: int = 0) -> str:
    """A match of random moves as text; the same arguments give the same text."""
    setting = Setting(game, game.check_seats(seats), game.check_options({}), 1, seed)
    lines = list(_header(setting))
    seen: dict[int, dict[str, str]] = {}
    for step in play_at_random(setting, 0, "playthrough"):
        lines += ["", *_state(step, seen), *_events(step)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _header(setting: Setting) -> Iterator[str]:
    game = setting.game
    yield f"game {game.name}"
    yield f"rules {game.rules_version}"
    yield f"seats {setting.seats} of {game.min_seats} to {game.max_seats}"
    yield f"most decisions {game.max_decisions(setting.seats)}"
    for option in game.options:
        yield f"option {option.name} {setting.options[option.name]} ({option.rule})"


def _state(step: Step, seen: dict[int, dict[str, str]]) -> Iterator[str]:
    state = step.state
    acts = {None: "over", CHANCE: "chance"}.get(state.to_act, f"seat {state.to_act}")
    yield f"== {step.applied}: {acts}, {state.phase}, turn {state.turn}, key {_digest(state.key())}"
    if step.applied % _DRAWN_EVERY == 0 or step.event is None:
        yield from draw_text(state).splitlines()
    public = _fields(state.observe(SPECTATOR))
    yield from _changes("", public, seen.get(SPECTATOR, {}))
    seen[SPECTATOR] = public
    for seat in range(state.seats):
        own = {
            name: value
            for name, value in _fields(state.observe(seat)).items()
            if public.get(name) != value
        }
        yield from _changes(f"seat {seat} sees ", own, seen.get(seat, {}))
        seen[seat] = own


def _fields(seen: Observation) -> dict[str, str]:
    """The fields of an observation as text, but for the viewer and what a `repr` leaves out."""
    return {
        name: _text(value)
        for name, value in shown_fields(seen)
        if name not in ("viewer", "to_act", "options")
    }


def _text(value: object) -> str:
    if isinstance(value, tuple):
        parts = [_text(part) for part in value]
        nested = any(isinstance(part, tuple) for part in value)
        return " | ".join(parts) if nested else " ".join(parts)
    return str(value)


def _changes(prefix: str, now: dict[str, str], before: dict[str, str]) -> Iterator[str]:
    for name, value in now.items():
        if before.get(name) != value:
            yield f"{prefix}{name}: {value}"


def _events(step: Step) -> Iterator[str]:
    state = step.state
    if step.event is None:
        outcome = state.outcome()
        yield f"scores {_text(outcome.scores)}"
        yield f"placements {_text(outcome.placements)} {outcome.grade}"
        return
    yield from _choices(state)
    text = str(step.event)
    yield f"-> {text}"
    readers: dict[str, list[str]] = {}
    for seat in range(state.seats):
        readers.setdefault(state.text_for(seat, step.event), []).append(str(seat))
    if list(readers) != [text]:
        for read, seats in readers.items():
            yield f"   seats {' '.join(seats)} read {read}"


def _choices(state: State) -> Iterator[str]:
    if state.to_act == CHANCE:
        chance = state.chance()
        listed = chance.weights()
        texts = [f"{outcome} x{weight}" for outcome, weight in listed or ()]
        yield f"chance {chance.key}: {len(texts) or 'too many'} outcomes {_digest(tuple(texts))}"
        return
    texts = [str(move) for move in state.legal_moves()]
    yield f"legal {len(texts)}, digest {_digest(tuple(texts))}"
    every = -(-len(texts) // _LISTED)
    yield from (f"   {text}" for text in texts[::every])


def _digest(value: tuple[object, ...]) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:12]
