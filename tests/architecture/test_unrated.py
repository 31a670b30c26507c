"""Whoever reads the log of matches says whether unrated ones count.

Nothing hangs on a match that somebody asked for. So each function that selects from the log either
looks at `rated`, or stands here with the reason why it takes both.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

LADDER = Path(__file__).parents[2] / "ladder"
LOG = {"MatchRow", "SeatRow", "BatchRow", "BlockRow", "BatchEntrantRow"}
BOTH = {
    ("services/activity.py", "_call_off"): "who is withdrawn plays nothing more",
    ("services/backup.py", "_record"): "a backup is of everything",
    ("services/backup_restore.py", "_begun"): "no seed is played again",
    ("services/backup_restore.py", "_renew"): "no seed is played again",
    ("services/bots.py", "_ended"): "logs are for the author, whatever the match was for",
    ("services/closings.py", "begin_closing"): "a number above which batches are new",
    ("services/history.py", "_log"): "only seats that have a rating",
    ("services/luck.py", "_blocks"): "looked up by blocks that were found to be rated",
    ("services/matches.py", "_has_seat"): "seats of matches that are listed",
    ("services/matches.py", "_seat_lines"): "seats of matches that were chosen before",
    ("services/matches.py", "unfinished_blocks"): "blocks are sealed whatever they are for",
    ("services/presence.py", "_batches_in_play"): "a remote bot has so many matches at a time",
    ("services/presence.py", "void_hopeless"): "nobody waits for ever",
    ("services/purge.py", "_ended_matches"): "files are files",
    ("services/report.py", "_seats"): "seats of one match",
    ("services/requests.py", "_ask"): "only unrated ones, by their batch",
    ("services/requests.py", "requested_lines"): "only those that are named",
    ("services/quotas.py", "requested_since"): "only unrated ones are requested by somebody",
    ("services/rerate.py", "_sizes"): "looked up by blocks of rated matches",
    ("services/schedule.py", "_expired"): "a lease that has ended has ended",
    ("services/schedule.py", "_line_up_of"): "the line-up of one batch",
    ("services/schedule.py", "recover"): "what a dead worker had is to be played",
    ("services/solo.py", "_matches_of"): "matches of one block",
    ("services/status.py", "_status"): "how a version begins is seen in any match",
    ("services/suspensions.py", "end_suspensions"): "a number above which matches are new",
}


def readers() -> Iterator[tuple[tuple[str, str], bool]]:
    """Each function that selects from the log, and whether it looks at `rated`."""
    for path in sorted(LADDER.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        rated = {
            target.id
            for node in tree.body
            if isinstance(node, ast.Assign) and "rated" in ast.unparse(node.value)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and _selects(node):
                name = (path.relative_to(LADDER).as_posix(), node.name)
                yield name, _looks_at_rated(node) or bool(rated & _names(node))


def _looks_at_rated(function: ast.FunctionDef) -> bool:
    attributes = (node.attr for node in ast.walk(function) if isinstance(node, ast.Attribute))
    return "rated" in attributes


def _selects(function: ast.FunctionDef) -> bool:
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return any(isinstance(call, ast.Name) and call.id == "select" for call in calls) and bool(
        LOG & _names(function)
    )


def _names(function: ast.FunctionDef) -> set[str]:
    """What is named in the body, the signature left out."""
    inside = (node for statement in function.body for node in ast.walk(statement))
    return {node.id for node in inside if isinstance(node, ast.Name)}


def test_unrated__every_reader_of_the_log_has_decided() -> None:
    found = dict(readers())
    undecided = {name for name, decided in found.items() if not decided} - BOTH.keys()
    assert not undecided, "look at MatchRow.rated there, or say above why both kinds count"
    assert sum(found.values()) > 15
    assert BOTH.keys() <= found.keys(), "what is not there any more needs no reason"
