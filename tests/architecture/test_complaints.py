"""Each kind of fault that users of such platforms complain about is named by a test of ours.

The ids are those of a table of complaints; a test says in its docstring which row it makes
impossible. In short: F01 children of earlier matches stay; F02 instances leak; F03 a refused move
is sent for ever; F05 a tournament never ends after a fault; F06 crashes shrink the pool unnoticed;
F07 ending what has ended hangs; F08 what never started is a crash of somebody; F10 cancelled
matches keep nothing; F11 a win stored as a loss; F12 a crash without a log; F13 deadlines do not
fire; F15 a loss by time without times; F16 dead networks keep streams; F17 bots reach each other;
F18 output fills the disk; F20 waves of crashes of sound bots; R07 who always fails plays on.
H01 secrets left in copies that are sent; H02 whole states sent; H03 logs of moves tell secrets;
H05 seeds where bots see them; H06 resampling gives the truth; H07 worlds alike or with wrong cards;
H08 sampling changes the game; H10 replays that do not open, or break the viewer; H11 failed checks
vanish; H12 a link opens another match; H13 submissions wait for ever unseen; H15 packaging rules
told only after a submission; H16 replays and logs fill the disk; H17 outdated bots are rated.
T01 slow machines cost bots their matches; T02 waiting for a dead bot without end; T03 a bank that
is not what was used; T05 a late runner is blamed on bots; T06 a clock without an end; T07 a crash
unseen without a clock; T08 time charged twice; T10 more tries, more time; T11 charges and limits
that nobody sees; T12 a return without time; T13 compiling or starting on the clock; T15 a match
that runs on for nobody; T16 other clocks at home than on the ladder.
S01 log and table of an event differ; S02 resuming plays again what was played; S03 resuming with
many bots begins anew; S05 a result is lost while nobody takes it; S06 a fault of one worker stops
an event; S07 a result does not say who played it; S08 single games are analysed where pairs were
played; S10 seeds repeat between workers; S11 and S12 an event of one seed; S13 opponents
of a gauntlet get different seeds; S15 idle machines, and no way to leave; S16 one denominator for
all; S17 a local series leaves no table; S18 a second bye.
R01 waits without end; R02 a hopeless bot takes over; R03 doubt alone says who plays; R05 a leader
without opponents, or with another mix; R06 rating parameters that change under old ratings; R08
ties rated by seat; R10 ratings that a table cannot show; R11 an upset that cannot be rated; R12
chances that do not add up; R13 a win that costs strength; R15 ties broken by seat or order; R16 re-
rating gives another table; R17 a graph of every match; R18 bots that stay away; R20 owners that
collude; R21 the last matches decide, and who is late has none; R22 nobody can say whether a new
version is better; R23 a long wait to see one match.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
KINDS = (
    *("F01", "F02", "F03", "F05", "F06", "F07", "F08", "F10", "F11", "F12", "F13", "F15", "F16"),
    *("F17", "F18", "F20", "R07"),
    *("T01", "T02", "T03", "T05", "T06", "T07", "T08", "T10", "T11", "T12", "T13", "T15", "T16"),
    *("H01", "H02", "H03", "H05", "H06", "H07", "H08", "H10", "H11", "H12", "H13", "H15", "H16"),
    "H17",
    *("S01", "S02", "S03", "S05", "S06", "S07", "S08", "S10", "S11", "S12", "S13", "S15", "S16"),
    *("S17", "S18"),
    *("R01", "R02", "R03", "R05", "R06", "R08", "R10", "R11", "R12", "R13", "R15", "R16", "R17"),
    *("R18", "R20", "R21", "R22", "R23"),
)


@pytest.fixture(scope="module")
def named() -> set[str]:
    """The ids in the docstrings of tests that assert something."""
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                text = ast.get_docstring(node) or ""
                if node.name.startswith("test_") and _asserts(node):
                    found |= set(re.findall(r"\b[A-Z]\d\d\b", text))
    return found


def _asserts(function: ast.AST) -> bool:
    return any(
        isinstance(node, ast.Assert)
        or (isinstance(node, ast.Attribute) and node.attr in ("raises", "refused"))
        for node in ast.walk(function)
    )


@pytest.mark.parametrize("kind", KINDS)
def test_complaint__is_named_by_a_test(named: set[str], kind: str) -> None:
    assert kind in named
