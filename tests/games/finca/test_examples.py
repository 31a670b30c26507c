"""The worked examples and the whole game of docs/rules/finca.md, read from that file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

LEDGER = (Path(__file__).parents[3] / "docs" / "rules" / "finca.md").read_text(encoding="utf-8")
LINES = ("Given", "Moves", "Then", "Legal", "Illegal", "All legal")


@dataclass(frozen=True)
class Example:
    """A worked example: its lines by their names."""

    name: str
    title: str
    lines: dict[str, str]

    def texts(self, line: str) -> list[str]:
        """The quoted texts of a line."""
        text = self.lines.get(line, "")
        found = re.findall(r"`([^`]*)`", text)
        assert ", ".join(f"`{quoted}`" for quoted in found) == text
        return found


def read_examples(ledger: str) -> list[Example]:
    found = []
    for block in re.split(r"\n(?=\*\*F-)", ledger):
        head = re.match(r"\*\*(F-EX-\d\d) (.+?)\*\* \(F-", block)
        if head is None:
            continue
        bullets = re.findall(r"^- (.+)$", block, flags=re.MULTILINE)
        lines = dict(bullet.split(": ", 1) for bullet in bullets)
        assert set(lines) <= set(LINES), f"{head[1]} has a line that nobody reads"
        found.append(Example(head[1], head[2], lines))
    return found


EXAMPLES = read_examples(LEDGER)


def test_examples__are_all_read() -> None:
    assert [example.name for example in EXAMPLES] == [f"F-EX-{n:02}" for n in range(1, 71)]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_worked_example(example: Example, scene) -> None:
    position = scene(example.lines["Given"]).play(*example.texts("Moves"))
    assert set(example.lines) & {"Then", "Legal", "Illegal", "All legal"}
    if "Then" in example.lines:
        position.shows(example.lines["Then"])
    for text in example.texts("Legal"):
        assert position.why(text) == ""
    for text in example.texts("Illegal"):
        assert position.why(text) != ""
    if "All legal" in example.lines:
        assert position.legal == example.texts("All legal")


def test_whole_game__comes_to_its_result(new_match) -> None:
    """Every event of F-GAME-1 is possible when it comes, and the result is the printed one."""
    block = LEDGER[LEDGER.index("**F-GAME-1**") :]
    head, code = block.split("```")[:2]
    result = re.search(
        r"Result: (\d+) turns, points ([\d ]+), held fruit ([\d ]+), ranks ([\d ]+)\.", head
    )
    assert result is not None
    turns, points, fruit, ranks = result.groups()
    game = new_match(3)
    game.play(*[event.strip() for event in " ".join(code.split()).split(";")])
    game.shows(f"over; turns: {turns}; score: {points}; ranks: {ranks}")
    held = [sum(game.state.fruit[seat * 6 : seat * 6 + 6]) for seat in range(3)]
    assert held == [int(word) for word in fruit.split()]
