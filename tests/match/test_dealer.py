"""The dealer, computed a second time from the words of its docstring."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter

import pytest
from siurell.errors import MatchError
from siurell.match.dealer import (
    Dealer,
    bot_random,
    commitment,
    seat_seed,
    seed_from_text,
    stream_below,
)
from siurell.testing.toy import Toy, ToyState, Value

SEED = bytes(range(32))


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def text(word):
    return len(word.encode()).to_bytes(4, "big") + word.encode()


def stream_bytes(seed, stream):
    for block in itertools.count():
        yield from sha(b"siurell/stream/1", seed, text(stream), block.to_bytes(8, "big"))


def plain_below(numbers, n):
    bits = (n - 1).bit_length()
    while bits:
        octets = bytes(itertools.islice(numbers, -(-bits // 8)))
        number = int.from_bytes(octets, "big") % 2**bits
        if number < n:
            return number
    return 0


def test_stream__as_its_definition_says():
    bounds = [6, 1, 2, 256, 257, 3, 65_536, 65_537, 10**30, 7, 2**64, 5] * 20
    below = stream_below(SEED, "tiles")
    numbers = stream_bytes(SEED, "tiles")
    assert [below(n) for n in bounds] == [plain_below(numbers, n) for n in bounds]


def test_stream__known_numbers():
    below = stream_below(SEED, "dice")
    assert [below(6) for _ in range(12)] == [4, 2, 4, 3, 5, 2, 0, 0, 1, 5, 2, 1]


def test_stream__every_number_is_equally_likely():
    counts = Counter(map(stream_below(SEED, "x"), itertools.repeat(6, 12_000)))
    assert set(counts) == set(range(6))
    chi_square = sum((counts[n] - 2_000) ** 2 / 2_000 for n in range(6))
    assert chi_square < 20.5, "five degrees of freedom, 1 in 1000"


@pytest.mark.parametrize("n", [0, -1])
def test_stream__no_number_below(n):
    with pytest.raises(ValueError, match="below"):
        stream_below(SEED, "x")(n)


def test_commitment__as_its_definition_says():
    expected = sha(b"siurell/commit/1", text("m-ä"), (32).to_bytes(4, "big"), SEED)
    assert commitment("m-ä", SEED) == expected


def test_commitment__a_longer_match_id_cannot_borrow_from_the_seed():
    assert commitment("m", b"1" * 32) != commitment("m1", b"1" * 31)


def test_seat_seed__own_for_every_seat():
    seeds = [seat_seed(SEED, seat) for seat in range(4)]
    assert seeds[2] == sha(b"siurell/seat/1", SEED, (2).to_bytes(4, "big"))
    assert len(set(seeds)) == 4
    assert bot_random(seeds[0]).random() == bot_random(seeds[0]).random()


def test_seed_from_text__digits_are_the_seed_and_words_are_hashed():
    assert seed_from_text(SEED.hex()) == seed_from_text(SEED.hex().upper()) == SEED
    assert seed_from_text("7") == sha(b"siurell/seed/1", b"7")
    assert len(seed_from_text("\udc80")) == 32


def play(order_of_moves, seats=3):
    """Play the toy game by a rule of choice; the chance events by key."""
    game = Toy()
    options = game.check_options({"rounds": "6"})
    dealer = Dealer(game, seats, options, SEED)
    state = game.new_state(seats, options)
    dealt = {}
    while state.to_act is not None:
        if state.to_act < 0:
            chance = state.chance()
            outcome = dealer.answer(chance)
            dealt[chance.key] = str(outcome)
            state.apply(outcome)
        else:
            state.apply(state.legal_moves()[order_of_moves])
    return dealt


def test_dealer__same_seed_same_luck_whatever_is_played():
    assert play(0) == play(-1)


def test_dealer__a_layout_is_asked_once():
    asked = []

    class Counting(Toy):
        def layout(self, stream, seats, options, below):
            asked.append(stream)
            return super().layout(stream, seats, options, below)

    game = Counting()
    options = game.check_options({})
    dealer = Dealer(game, 2, options, SEED)
    state = game.new_state(2, options)
    for _ in range(2):
        state.apply(dealer.answer(state.chance()))
    assert asked == ["deck"]


def test_dealer__first_possible_preference():
    class Stubborn(Toy):
        def layout(self, stream, seats, options, below):
            cards = [Value("card", number) for number in (7, 3, 9)]
            return {"1": cards, "2": cards, "3": cards}

    game = Stubborn()
    dealer = Dealer(game, 3, {"rounds": "3"}, SEED)
    state = game.new_state(3, {"rounds": "3"})
    for _ in range(3):
        state.apply(dealer.answer(state.chance()))
    assert state.cards == [7, 3, 9]


def test_dealer__layout_without_a_possible_outcome():
    class Empty(Toy):
        def layout(self, stream, seats, options, below):
            return {}

    state = ToyState(2, 3)
    with pytest.raises(MatchError, match="deck/1"):
        Dealer(Empty(), 2, {"rounds": "3"}, SEED).answer(state.chance())


def test_dealer__seed_of_another_length():
    with pytest.raises(MatchError, match="32 bytes"):
        Dealer(Toy(), 2, {"rounds": "3"}, b"short")


def test_substitute__as_its_definition_says():
    dealer = Dealer(Toy(), 2, {"rounds": "3"}, SEED)
    moves = ["bid 0", "bid 1", "bid 2"]
    for decision in range(30):
        words = [text(move) for move in moves]
        key = sha(b"siurell/substitute/1", SEED, decision.to_bytes(8, "big"), *words)
        expected = plain_below(stream_bytes(key, "substitute"), 3)
        assert dealer.substitute(decision, moves) == expected
