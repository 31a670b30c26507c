"""A gauntlet: one entrant, the challenger, meets all the others, in each round once.

All pairings of a round are played on the same seeds, so that the round is the unit of variance.
With three or four seats the others come in groups that change from round to round; those of a
number that does not fit rest, in turn.
"""

from __future__ import annotations

from ladder.domain.tournaments.designs import Pod


def groups_of(others: int, size: int, round_: int) -> tuple[tuple[Pod, ...], Pod]:
    """The groups of a round and who rests; the others are numbered from 1, rounds from 0.

    >>> groups_of(5, 2, 0), groups_of(5, 2, 1)
    ((((2, 4), (3, 5)), (1,)), (((1, 5), (3, 4)), (2,)))
    """
    count, resting = divmod(others, size)
    rest = {(round_ * resting + step) % others + 1 for step in range(resting)}
    playing = [one for one in range(1, others + 1) if one not in rest]
    groups = [
        tuple(playing[column * count + (row + column * round_) % count] for column in range(size))
        for row in range(count)
    ]
    return tuple(groups), tuple(sorted(rest))


def round_of(others: int, seats: int, round_: int) -> tuple[tuple[Pod, ...], Pod]:
    """The line-ups of a round, the challenger (0) on each place in turn, and who rests.

    >>> round_of(2, 2, 0)[0], round_of(2, 2, 1)[0]
    (((0, 1), (2, 0)), ((1, 0), (0, 2)))
    """
    groups, resting = groups_of(others, seats - 1, round_)
    line_ups = []
    for number, group in enumerate(groups):
        turn = round_ // seats % len(group)
        turned = (*group[turn:], *group[:turn])
        place = (number + round_) % seats
        line_ups.append((*turned[:place], 0, *turned[place:]))
    return tuple(line_ups), resting
