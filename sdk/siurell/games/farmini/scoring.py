"""Points and places (FM-SCORE, FM-TIE)."""

from __future__ import annotations

from siurell.games.base import Outcome
from siurell.games.farmini.farm import Farm
from siurell.games.farmini.pens import closed_pens, holed_pens, holes
from siurell.games.farmini.solo import grade
from siurell.games.farmini.table import Table


def points(table: Table, seat: int) -> int:
    """All points of a seat as the table stands; they may be negative (FM-SCORE-4)."""
    return (
        points_for_animals(table, seat)
        + points_for_corn(table, seat)
        + points_for_holes(table, seat)
    )


def points_for_animals(table: Table, seat: int) -> int:
    """1 for each animal (FM-SCORE-1), 2 if the option doubles its pen (FM-SCORE-5)."""
    counted = len(table.animals[seat])
    if table.rules.double:
        counted += animals_of_one_kind(table.farms[seat], table.animals[seat])
    return table.rules.box.animal_points * counted


def points_for_corn(table: Table, seat: int) -> int:
    """1 for each cornfield in a closed pen without animals (FM-SCORE-2)."""
    return table.rules.box.corn_points * scoring_corn(table.farms[seat], table.animals[seat])


def points_for_holes(table: Table, seat: int) -> int:
    """Minus 1 for each holed pen, or for each hole, as the option says (FM-SCORE-3)."""
    farm = table.farms[seat]
    counted = len(holes(farm)) if table.rules.penalty_per_hole else holed_pens(farm)
    return table.rules.box.hole_points * counted


def scoring_corn(farm: Farm, animals: dict[int, int]) -> int:
    """The cornfields in closed pens where nobody eats them (FM-CORN-1 to FM-CORN-3)."""
    if not farm.corn:
        return 0
    grazed = {farm.root_at(spot) for spot in animals}
    roots = [farm.root_at(spot) for spot in farm.corn]
    return len([root for root in roots if farm.opens[root] == 0 and root not in grazed])


def animals_of_one_kind(farm: Farm, animals: dict[int, int]) -> int:
    """Animals in closed pens that hold two or more, all of one kind (FM-SCORE-5)."""
    kinds: dict[int, list[int]] = {}
    for spot, kind in animals.items():
        root = farm.root_at(spot)
        if farm.opens[root] == 0:
            kinds.setdefault(root, []).append(kind)
    return sum([len(held) for held in kinds.values() if len(held) > 1 and len(set(held)) == 1])


def standing(table: Table, seat: int) -> tuple[int, ...]:
    """What places are given by, in the order of the data file (FM-TIE-1)."""
    farm, animals = table.farms[seat], table.animals[seat]
    found = {
        "points": points(table, seat),
        "animals": len(animals),
        "scoring_corn": scoring_corn(farm, animals),
        "closed_pens": closed_pens(farm),
    }
    return tuple([found[name] for name in table.rules.box.tie_break])


def outcome(table: Table) -> Outcome:
    """Place = 1 + the players who are strictly better (FM-TIE-2); a grade alone (FM-SOLO-5)."""
    standings = [standing(table, seat) for seat in range(table.rules.seats)]
    places = tuple([1 + len([better for better in standings if better > own]) for own in standings])
    scores = tuple([own[0] for own in standings])
    return Outcome(scores, places, grade(table.rules.box, scores[0]) if table.rules.solo else "")
