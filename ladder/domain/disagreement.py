"""What to say of two orders of the same bots: the ladder's, and the order-free fit's."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Mapping, Sequence

from ladder.domain.bootstrap import Certainty


def disagreement(
    by_rating: Sequence[int],
    by_fit: Sequence[int],
    certainties: Mapping[int, Certainty],
    names: Mapping[int, str],
) -> str:
    """One or two plain sentences on where the orders differ most, and whether that is certain.

    Both orders hold the same versions, the best first.
    """
    if set(by_rating) != set(by_fit) or len(by_rating) != len(by_fit):
        raise ValueError("two orders of the same versions are needed")
    where = {version: place for place, version in enumerate(by_fit, start=1)}
    wrong = _crossings([where[version] for version in by_rating])
    if not wrong:
        return "The order-free fit of all matches gives the same order as the ratings."
    pairs = len(by_fit) * (len(by_fit) - 1) // 2
    rated = {version: place for place, version in enumerate(by_rating, start=1)}
    most = max(by_fit, key=lambda version: (abs(where[version] - rated[version]), -where[version]))
    said = (
        f"The order-free fit of all matches differs from the ratings in {wrong} of {pairs} pairs:"
        f" {names[most]} is number {rated[most]} by rating and number {where[most]} by the fit"
    )
    sure = certainties.get(most)
    if sure is None:
        return f"{said}. Ratings weigh the last matches more, the fit all alike."
    if sure.best_place <= rated[most] <= sure.worst_place:
        return (
            f"{said}, which is sure of no more than {_places(sure)}. So both may be right, and"
            " more matches would tell."
        )
    return (
        f"{said}, which is sure of {_places(sure)}. Ratings weigh the last matches more, the fit"
        " all alike: trust the fit."
    )


def _places(sure: Certainty) -> str:
    if sure.best_place == sure.worst_place:
        return f"that place ({sure.best_place})"
    return f"a place from {sure.best_place} to {sure.worst_place}"


def _crossings(places: Sequence[int]) -> int:
    """How many pairs stand the wrong way round."""
    seen: list[int] = []
    wrong = 0
    for place in places:
        wrong += len(seen) - bisect_left(seen, place)
        insort(seen, place)
    return wrong
