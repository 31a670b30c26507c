"""The worked examples and the whole game of docs/rules/farmini.md, read from that file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

LEDGER = (Path(__file__).parents[3] / "docs" / "rules" / "farmini.md").read_text(encoding="utf-8")
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

    @property
    def checks(self) -> int:
        """How many things are to be compared: moves, clauses and whole lists."""
        texts = sum(len(self.texts(line)) for line in ("Moves", "Legal", "Illegal"))
        reveals = sum(text.startswith("reveal ") for text in self.texts("Moves"))
        clauses = self.lines.get("Then", "").count("; ") + ("Then" in self.lines)
        return texts - reveals + clauses + len(self.texts("All legal"))


def read_examples(ledger: str) -> list[Example]:
    found = []
    for block in re.split(r"\n(?=\*\*FM-)", ledger):
        head = re.match(r"\*\*(FM-EX-\d\d) (.+?)\*\* \(FM-", block)
        if head is None:
            continue
        bullets = re.findall(r"^- (.+)$", block, flags=re.MULTILINE)
        lines = dict(bullet.split(": ", 1) for bullet in bullets)
        assert len(lines) == len(bullets), f"{head[1]} has a line twice"
        assert set(lines) <= set(LINES), f"{head[1]} has a line that nobody reads"
        found.append(Example(head[1], head[2], lines))
    return found


EXAMPLES = read_examples(LEDGER)


def test_examples__are_all_read() -> None:
    assert [example.name for example in EXAMPLES] == [f"FM-EX-{n:02}" for n in range(1, 56)]
    assert sum(example.checks for example in EXAMPLES) > 200


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_worked_example(example: Example, scene) -> None:
    position = scene(example.lines["Given"]).play(*example.texts("Moves"))
    if "Then" in example.lines:
        position.shows(example.lines["Then"])
    for text in example.texts("Legal"):
        assert position.why(text) == ""
    for text in example.texts("Illegal"):
        assert position.why(text) != ""
    if "All legal" in example.lines:
        assert position.legal == example.texts("All legal")
        position.checks += len(position.legal)
    assert position.checks == example.checks > 0


def test_examples__a_wrong_result_fails(scene) -> None:
    position = scene("cards 0: p08 1,0 0, p08 0,-1 180, p08 1,-1 270")
    position.shows("corn 0: 3")
    for wrong in ("corn 0: 2", "closed 0: 2", "score: 3 1", "not over", "display: p08"):
        with pytest.raises(AssertionError):
            position.shows(wrong)
    with pytest.raises(AssertionError, match="unknown clause"):
        position.shows("corns 0: 3")


def test_whole_game__comes_to_its_result(new_match) -> None:
    """Every event of FM-GAME-1 is possible when it comes, and the result is the printed one."""
    block = LEDGER[LEDGER.index("**FM-GAME-1**") :]
    head, code = block.split("```")[:2]
    result = re.search(
        r"(\d+) animals are scared, (\d+) cards discarded\. Result: (\d+) turns, points ([\d ]+);"
        r" animals ([\d ]+), scoring cornfields ([\d ]+), closed pens ([\d ]+),"
        r" holed pens ([\d ]+)\.",
        head,
    )
    assert result is not None
    scared, discarded, turns, points, *standings = result.groups()
    events = [event.strip() for event in " ".join(code.split()).split(";")]
    assert len(events) == 48 + 46 + 15
    assert sum(event.startswith("discard") for event in events) == int(discarded)
    game = new_match(2)
    away = 0
    for event in events:
        before = sum(map(len, game.state.animals))
        game.play(event)
        away += max(0, before - sum(map(len, game.state.animals)))
    assert away == int(scared)
    game.shows(f"over; turns: {turns}; score: {points}; ranks: 2 1; deck: 0; display: none")
    animals, *others = [[int(word) for word in text.split()] for text in standings]
    assert [len(held) for held in game.state.animals] == animals
    for key, numbers in zip(("corn", "closed", "holed"), others, strict=True):
        for seat, number in enumerate(numbers):
            game.shows(f"{key} {seat}: {number}")
