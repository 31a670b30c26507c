"""Whole matches of all games: every byte that a seat is sent holds what it may know, and no more.

What it may know is told by a world in which all that is hidden from it is drawn anew: were any of
the truth in what it is sent, it would differ from what it would be sent there.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Iterator

import pytest
from siurell.games.base import Event, State
from siurell.games.registry import games
from siurell.match.events import DecisionRecord
from siurell.replay.read import read_replay
from siurell.replay.steps import event_of
from siurell.v1 import referee_service_pb2 as pb
from siurell.wire.codec import encode_observation

LABELS = ["Aina-secret", "Biel-secret", "Catalina-secret", "Damia-secret"]


class Match:
    """One match that was played by chance moves, with every byte that its seats were sent."""

    def __init__(self, game, seed: bytes, table, sent, finished) -> None:
        self.game = game
        self.seed = seed
        self.tokens = [session.token for session in table.sessions]
        self.sent: list[list[bytes]] = sent
        self.replay = read_replay(finished.replay)

    def steps(self) -> Iterator[tuple[State, Event, bool]]:
        """Every event with the state before it, and whether a seat was asked for it."""
        config = self.replay.config
        state = self.game.new_state(config.seats, config.options)
        for record in self.replay.records:
            event = event_of(self.game, state, record)
            if event is not None:
                yield state, event, isinstance(record, DecisionRecord)
                state.apply(event)

    def questions(self, seat: int) -> list[pb.Ask]:
        messages = [pb.PlaySeatResponse.FromString(data) for data in self.sent[seat]]
        return [one.ask for one in messages if one.WhichOneof("message") == "ask"]


async def play(arena, game, seats: int) -> Match:
    seed = secrets.token_bytes(32)
    table = await arena.match_of(seats, game=game.name, seed=seed, labels=LABELS[:seats])
    sent: list[list[bytes]] = [[] for _ in range(seats)]
    rng = random.Random(seats)

    async def answer_all(number: int) -> None:
        player = table.players[number]
        while True:
            async with asyncio.timeout(20):
                data = await player.call.read()
            sent[number].append(data)
            message = pb.PlaySeatResponse.FromString(data)
            if message.WhichOneof("message") == "finished":
                return
            await player.answer(message.ask, rng.choice(player.legal(message.ask)))

    await asyncio.gather(*(answer_all(number) for number in range(seats)))
    return Match(game, seed, table, sent, await table.host.get_finished())


@pytest.fixture(params=games(), ids=lambda game: game.name)
async def match(request, arena) -> Match:
    game = request.param
    return await play(arena, game, min(3, game.max_seats))


async def test_hidden__what_a_seat_is_sent(match) -> None:
    """H01, H02: views that are built from what a seat may know, byte for byte."""
    rng = random.Random(7)
    questions = [iter(match.questions(seat)) for seat in range(len(match.sent))]
    asked = 0
    for state, _, by_seat in match.steps():
        if not by_seat:
            continue
        seat = state.to_act
        world = state.observe(seat).determinize(rng)
        expected = encode_observation(match.game.name, world.observe(seat))
        assert next(questions[seat]).observation == expected
        asked += 1
    assert asked > 30
    assert all(next(rest, None) is None for rest in questions)


async def test_hidden__what_a_seat_reads_of_events(match) -> None:
    """H03: events have a public part and a private one."""
    seats = range(len(match.sent))
    readable: list[list[str]] = [[] for _ in seats]
    secret: list[set[str]] = [set() for _ in seats]
    for state, event, by_seat in match.steps():
        for seat in seats:
            text = state.text_for(seat, event)
            if not (by_seat and state.to_act == seat):
                readable[seat].append(text)
            if text != str(event):
                secret[seat].add(str(event))
    for seat in seats:
        read = [text for ask in match.questions(seat) for text in ask.events]
        assert read == readable[seat][: len(read)]
        everything = b"\n".join(match.sent[seat])
        assert not [text for text in secret[seat] if text.encode() in everything]
    hides = any(secret)
    assert hides == (match.game.name in HIDING)


HIDING = {"la_granja"}
"""The games in which some events are hidden from some seats."""


async def test_hidden__seed_tokens_and_names(match) -> None:
    """H05: the seed is revealed by the replay, not before; nobody learns who plays."""
    forbidden = [match.seed, match.seed.hex().encode()]
    forbidden += [token.encode() for token in match.tokens]
    forbidden += [label.encode() for label in LABELS]
    for sent in match.sent:
        everything = b"\n".join(sent)
        assert not [secret for secret in forbidden if secret in everything]
