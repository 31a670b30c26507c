"""Whatever text comes in, it is a move written exactly so, or `InvalidMoveError` says why not.

The texts are made from the words and letters of the games themselves, so that most of them are
nearly moves (F-NOTE-1, FM-NOTE-1, LG-DEC-2).
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from siurell.errors import InvalidMoveError
from siurell.games.base import CHANCE, Chance, Game
from siurell.games.registry import games

LEDGERS = Path(__file__).parents[2] / "docs" / "rules"
VERBS = {
    "finca": "place move deliver bigcart less gust double stay",
    "la_granja": "field barrow extend helper done roof mark die donkey deliver extra buy sell"
    " upgrade trade use take gain free grow reuse refresh pay replace market discard",
    "farmini": "take put discard",
}
"""The words that a move can begin with."""

ODD_WORDS = ["", "0", "-0", "00", "01", "+1", "1.0", "1_0", "٣", "½", "9" * 30, "\n", "TAKE", "é"]
"""Words that a careless reader takes for others."""
ODD_LETTERS = " \t\n\x00\u00a0\u0663\ud800,-+@:"


@cache
def heard(game: Game) -> tuple[list[str], list[str], list[Chance]]:
    """Texts of moves, texts of chance outcomes and chance events.

    They come from random matches, and moves that are rare there from the examples of the ledger.
    """
    rng = random.Random(game.name)
    texts = set(shown_in_ledger(game))
    outcomes: set[str] = set()
    due: dict[str, Chance] = {}
    for seats in range(game.min_seats, game.max_seats + 1):
        state = game.new_state(seats, game.check_options({}))
        while state.to_act is not None:
            if state.to_act == CHANCE:
                chance = state.chance()
                due.setdefault(chance.stream, chance)
                outcome = chance.draw(rng.randrange)
                outcomes.add(str(outcome))
                state.apply(outcome)
            else:
                moves = state.legal_moves()
                texts.update(map(str, moves))
                state.apply(rng.choice(moves))
    return sorted(texts), sorted(outcomes), [due[stream] for stream in sorted(due)]


def shown_in_ledger(game: Game) -> Iterator[str]:
    """The moves that the rules show."""
    ledger = (LEDGERS / f"{game.name}.md").read_text(encoding="utf-8")
    for text in re.findall(r"`([^`\n]+)`", ledger):
        with suppress(InvalidMoveError):
            game.parse_move(text)
            yield text


def nearly(texts: list[str], verbs: str) -> st.SearchStrategy[str]:
    """Texts, texts with a letter or a word changed, rows of their words, and anything at all."""
    heard_words = {word for text in texts for word in re.split(r"[ ,:@]", text)}
    words = sorted(heard_words | set(ODD_WORDS) | set(verbs.split()))
    letters = "".join(sorted(set("".join(texts)) | set(ODD_LETTERS)))
    known = st.sampled_from(texts)
    rows = st.lists(st.sampled_from(words), max_size=6)
    return st.one_of(
        known,
        st.builds(
            change_letter, known, st.integers(0, 99), st.sampled_from(letters), st.integers(0, 2)
        ),
        st.builds(change_word, known, st.integers(0, 9), st.sampled_from(words)),
        rows.map(" ".join),
        st.tuples(st.sampled_from(words), rows).map(lambda row: f"{row[0]} {','.join(row[1])}"),
        st.text(max_size=40),
    )


def change_letter(text: str, place: int, letter: str, dropped: int) -> str:
    """The text with up to two letters dropped and one put in their place."""
    place %= len(text) + 1
    return text[:place] + letter + text[place + dropped :]


def change_word(text: str, place: int, word: str) -> str:
    """The text with another word."""
    words = text.split(" ")
    words[place % len(words)] = word
    return " ".join(words)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
@given(data=st.data())
def test_parse_move__reads_a_move_as_it_is_written_or_refuses(game: Game, data) -> None:
    text = data.draw(nearly(heard(game)[0], VERBS[game.name]))
    try:
        move = game.parse_move(text)
    except InvalidMoveError as error:
        assert text not in heard(game)[0]
        assert str(error).endswith(".")
        return
    assert str(move) == text
    assert text.isascii()
    assert game.parse_move(text) == move


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
@given(data=st.data())
def test_chance__reads_an_outcome_as_it_is_written_or_refuses(game: Game, data) -> None:
    _, outcomes, due = heard(game)
    chance = data.draw(st.sampled_from(due))
    text = data.draw(nearly(outcomes, ""))
    try:
        outcome = chance.parse(text)
    except InvalidMoveError as error:
        assert str(error).endswith(".")
        return
    assert str(outcome) == text


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_texts__of_nearly_every_verb_are_among_those_tried(game: Game) -> None:
    """Else the tests above would look away from a whole kind of move."""
    tried = {text.split(" ")[0] for text in heard(game)[0]}
    verbs = set(VERBS[game.name].split())
    assert tried <= verbs
    assert len(verbs - tried) <= 2
