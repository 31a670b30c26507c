"""What must hold of the farm cards and their four sides (LG-FARM)."""

from __future__ import annotations

from typing import Final

from siurell.games.checked_table import CheckedTable
from siurell.games.la_granja.checking_effects import (
    DELIVERABLE,
    check_actions,
    check_passives,
    check_triggers,
)
from siurell.games.la_granja.vocabulary import CROPS, GOODS, PHASES

CARDS: Final = 66
_MANY: Final = 1_000


def check_cards(top: CheckedTable, siesta_spaces: int) -> None:
    """All farm cards: each number once, each side complete (LG-COMP-1, LG-COMP-2)."""
    cards = numbered_rows(top, "card", "number", CARDS)
    marking: list[str] = []
    for card in cards:
        card.word("field", GOODS[:CROPS])
        _check_barrow(card)
        _check_extension(card)
        helper = card.table("helper")
        if helper is not None and _check_helper(helper, siesta_spaces) == "before_roll":
            marking.append(card.name)
        card.close()
    if len(marking) > 1:
        top.mistakes.add(
            marking[1],
            "helper.action[1].window",
            f"must be another window: {marking[0]} has before_roll, and one card alone may mark a"
            " space (LG-REV-4)",
        )


def numbered_rows(table: CheckedTable, field: str, key: str, most: int) -> list[CheckedTable]:
    """Tables of which each has a number of its own, and no number from 1 to `most` is missing."""
    rows = table.rows(field, key, 0, _MANY)
    found: list[int] = []
    for row in rows:
        number = row.whole(key, 1, most)
        if number is None:
            continue
        if number in found:
            row.say(key, f"must be a number of its own; {number} stands here before")
        found.append(number)
    absent = [str(number) for number in range(1, most + 1) if number not in found]
    if absent:
        names = ", ".join(absent[:3]) + (f" and {len(absent) - 3} more" if absent[3:] else "")
        lack = f"{names} {'are' if absent[1:] else 'is'} missing"
        spot = f"[[{table.header(field)}]]"
        missing = f"must be each number from 1 to {most} once; {lack}"
        table.mistakes.add(spot, key, missing)
    return rows


def _check_barrow(card: CheckedTable) -> None:
    """Value and goods; a trade commodity goes to craft rows only (LG-BARROW-2, LG-TRANS-9)."""
    barrow = card.table("barrow")
    if barrow is not None:
        barrow.whole("value", 2, 6)
        barrow.words("goods", DELIVERABLE, 2, 6, twice=True)
        barrow.close()


def _check_extension(card: CheckedTable) -> None:
    """Bonus for the hand limit, income and symbols (LG-FARM-10, LG-FARM-13)."""
    extension = card.table("extension")
    if extension is not None:
        for field in ("hand", "silver", "trade", "pig_spaces", "extra_deliveries"):
            extension.whole(field, 0, 9)
        extension.words("goods", DELIVERABLE, 0, 4, twice=True)
        extension.close()


def _check_helper(helper: CheckedTable, siesta_spaces: int) -> str | None:
    """A helper (LG-HELP); the window of its action."""
    helper.text("name", 40)
    helper.text("text", 300)
    helper.words("phases", PHASES, 0, len(PHASES))
    window = None
    if helper.has("passive"):
        check_passives(helper)
    if helper.has("trigger"):
        check_triggers(helper, "trigger", siesta_spaces, helper=True)
    if helper.has("action"):
        window = check_actions(helper)
    helper.close()
    return window
