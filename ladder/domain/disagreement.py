"""What to say of two orders of the same bots: the ladder's, and the order-free fit's."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Mapping, Sequence

from ladder.domain.bootstrap import Certainty

_TOLD = 3
"""Of no more bots than that it is told where they belong."""


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
    said = f"The order-free fit of all matches differs from the ratings in {wrong} of {pairs} pairs"
    rated = {version: place for place, version in enumerate(by_rating, start=1)}
    furthest = sorted(by_fit, key=lambda one: (-abs(where[one] - rated[one]), where[one]))
    beyond = [one for one in furthest if _is_beyond(one, rated[one], certainties)]
    if not beyond:
        return f"{said}: {_may_be_luck(furthest[0], rated, where, certainties, names)}"
    told = "; ".join(
        f"{names[one]} is number {rated[one]} by rating, and the fit is sure of"
        f" {_places(certainties[one])}"
        for one in beyond[:_TOLD]
    )
    more = len(beyond) - _TOLD
    return (
        f"{said}, {_count(len(beyond))} beyond what may be luck: {told}"
        f"{f'; and {more} more' if more > 0 else ''}. Ratings weigh the last matches more, the fit"
        " all alike: trust the fit."
    )


def _is_beyond(version: int, place: int, certainties: Mapping[int, Certainty]) -> bool:
    return version in certainties and not certainties[version].holds(place)


def _may_be_luck(
    version: int,
    rated: Mapping[int, int],
    where: Mapping[int, int],
    certainties: Mapping[int, Certainty],
    names: Mapping[int, str],
) -> str:
    said = f"{names[version]} is number {rated[version]} by rating and number {where[version]}"
    sure = certainties.get(version)
    if sure is None:
        return f"{said} by the fit. Ratings weigh the last matches more, the fit all alike."
    return (
        f"{said} by the fit, which is sure of no more than {_places(sure)}. So both may be right,"
        " and more matches would tell."
    )


def _count(bots: int) -> str:
    return "one bot" if bots == 1 else f"{bots} bots"


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
