"""Near misses: texts one slip away from a legal move, and moves that were legal elsewhere.

Each is either no notation at all (`InvalidMoveError`), or a move on whose legality the list and
`why_illegal` agree.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from siurell.errors import IllegalMoveError
from siurell.games.base import Move
from siurell.testing.contract.play import Step, play_at_random
from siurell.testing.contract.reading import read
from siurell.testing.contract.setting import Setting

_GARBAGE = (
    "", " ", "\n", "\t", "\x00", "-1", "0", "é", "½", "move", "move ²", "move ٣", "move +1",
    "move 1_0", "move 0x1", "move 1e1", "None", "move " + "9" * 5000, "a" * 10_000,
    "move \ud800", ":", "a:b:c",
)  # fmt: skip
_WHOLE_LIST_UP_TO = 12
_SLIPS_A_STATE = 24
_POOL = 400


def check_near_misses(setting: Setting) -> None:
    """Try near misses in every state of the matches."""
    pool: dict[str, Move] = {}
    for number in range(setting.matches):
        rng = setting.rng("slips", number)
        for step in play_at_random(setting, number, "near misses"):
            if isinstance(step.event, Move):
                _check_state(step, pool, rng)
                _remember(pool, step.event, rng)
    _check_garbage(setting)


def _remember(pool: dict[str, Move], move: Move, rng: random.Random) -> None:
    if len(pool) >= _POOL:
        del pool[rng.choice(sorted(pool))]
    pool[str(move)] = move


def _check_state(step: Step, pool: dict[str, Move], rng: random.Random) -> None:
    legal = {str(move) for move in step.state.legal_moves()}
    basis = sorted(legal)
    if len(basis) > _WHOLE_LIST_UP_TO:
        basis = rng.sample(basis, _WHOLE_LIST_UP_TO)
    words = sorted({word for text in (*basis, *pool) for word in re.split("[ :]", text)})
    slips = [slip for text in basis for slip in _slips(text, words, rng)]
    elsewhere = rng.sample(sorted(pool), min(len(pool), _WHOLE_LIST_UP_TO))
    for text in (*rng.sample(slips, min(len(slips), _SLIPS_A_STATE)), *elsewhere):
        _check_text(step, text, legal)


def _slips(text: str, words: list[str], rng: random.Random) -> Iterator[str]:
    """Texts that differ from a legal one by one slip of a pen."""
    parts = re.split("([ :])", text)
    place = rng.randrange(0, len(parts), 2)
    before, part, after = parts[:place], parts[place], parts[place + 1 :]
    for word in (rng.choice(words), rng.choice(words), part.upper(), part[:-1], part + "s"):
        yield "".join((*before, word, *after))
    if part.isdigit():
        for number in (str(int(part) + 1), str(int(part) - 1), "0" + part, "+" + part):
            yield "".join((*before, number, *after))
    yield "".join(parts[:-2])
    yield "".join((*before, part, " ", part, *after))
    yield "".join((*parts, rng.choice((" ", ":")), rng.choice(words)))
    yield rng.choice((" " + text, text + " ", text + "\n", text.replace(" ", "  ", 1)))
    blocks = text.split(" ")
    rng.shuffle(blocks)
    yield " ".join(blocks)


def _check_text(step: Step, text: str, legal: set[str]) -> None:
    step.setting.report.near_misses += 1
    move = read(step.setting.game.parse_move, text)
    if move is None:
        step.require(text not in legal, f"the legal move `{text}` cannot be parsed.")
        return
    step.require(str(move) == text, f"`{text}` is read as `{move}`: only one text is canonical.")
    reason = step.state.why_illegal(move)
    step.require(
        (reason is None) == (text in legal),
        f"`{text}` is {'' if text in legal else 'not '}in the legal list, and why_illegal says "
        f"{reason!r}.",
    )
    if reason is not None:
        step.require(bool(reason.strip()), f"why_illegal gives no reason for `{text}`.")
    try:
        step.state.check(move)
    except IllegalMoveError:
        step.require(reason is not None, f"check refuses the legal move `{text}`.")
    else:
        step.require(reason is None, f"check lets the illegal move `{text}` through.")


def _check_garbage(setting: Setting) -> None:
    for text in _GARBAGE:
        move = read(setting.game.parse_move, text)
        setting.require(
            move is None or str(move) == text, f"{text[:40]!r} is read as a move, `{move}`."
        )
