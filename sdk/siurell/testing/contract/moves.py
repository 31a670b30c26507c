"""The legal list: sorted, without doubles, one notation for each move, as the viewer sees it."""

from __future__ import annotations

from siurell.games.base import Move
from siurell.testing.contract.play import Step, play_at_random
from siurell.testing.contract.reading import read
from siurell.testing.contract.setting import Setting


def check_moves(setting: Setting) -> None:
    """Check the legal list of every state of the matches."""
    for number in range(setting.matches):
        for step in play_at_random(setting, number, "moves"):
            _check_list(step)
            _check_viewers(step)


def _check_list(step: Step) -> None:
    state = step.state
    moves = state.legal_moves()
    if not isinstance(step.event, Move):
        step.require(not moves, "there are legal moves although no seat decides.")
        return
    report = step.setting.report
    report.decisions += 1
    report.longest_list = max(report.longest_list, len(moves))
    texts = [str(move) for move in moves]
    step.require(texts == sorted(texts), "the legal list is not in byte order of the texts.")
    step.require(len(texts) == len(set(texts)), "the legal list has a move twice.")
    for move, text in zip(moves, texts, strict=True):
        _check_notation(step, move, text)
        reason = state.why_illegal(move)
        step.require(reason is None, f"`{text}` is in the legal list and yet `{reason}`")


def _check_notation(step: Step, move: Move, text: str) -> None:
    step.require(
        text.isascii() and text.isprintable() and text == " ".join(text.split()) and bool(text),
        f"`{text}` is no notation: ASCII words with one space between.",
    )
    parsed = read(step.setting.game.parse_move, text)
    step.require(parsed is not None, f"the legal move `{text}` cannot be parsed.")
    step.require(
        parsed == move and str(parsed) == text and hash(parsed) == hash(move),
        f"`{text}` parsed is `{parsed}`, another move.",
    )


def _check_viewers(step: Step) -> None:
    texts = [str(move) for move in step.state.legal_moves()]
    for viewer in step.setting.viewers:
        seen = [str(move) for move in step.state.observe(viewer).legal_moves()]
        wanted = texts if viewer == step.state.to_act else []
        step.require(
            seen == wanted,
            f"the observation of viewer {viewer} has {len(seen)} legal moves, "
            f"not the {len(wanted)} that it should have.",
        )
