"""Linear equations with a symmetric, positive matrix of which most is zero."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import mul

_NEAR = 1e-22


def solve(
    matrix: Sequence[Mapping[int, float]], right: Sequence[float], near: float = _NEAR
) -> list[float]:
    """The x with ``matrix @ x = right``, by conjugate gradients with the diagonal divided out.

    ``matrix[row]`` holds what is not zero by column, the diagonal always. It is done when the
    square of what is left is ``near`` zero, in proportion to that of the right side.

    >>> [round(x, 9) for x in solve([{0: 4.0, 1: 1.0}, {0: 1.0, 1: 3.0}], [1.0, 2.0])]
    [0.090909091, 0.636363636]
    """
    rows = [(tuple(row), tuple(row.values())) for row in matrix]
    scale = [1 / row[place] for place, row in enumerate(matrix)]
    answer = [0.0] * len(right)
    rest = list(right)
    way = scaled = list(map(mul, scale, rest))
    left = sum(map(mul, rest, scaled))
    goal = left * near
    for _ in range(10 * len(right)):
        if left <= goal or left == 0.0:
            break
        image = [sum(map(mul, values, map(way.__getitem__, places))) for places, values in rows]
        stride = left / sum(map(mul, way, image))
        answer = [x + stride * w for x, w in zip(answer, way, strict=True)]
        rest = [r - stride * i for r, i in zip(rest, image, strict=True)]
        scaled = list(map(mul, scale, rest))
        before, left = left, sum(map(mul, rest, scaled))
        way = [z + left / before * w for z, w in zip(scaled, way, strict=True)]
    return answer
