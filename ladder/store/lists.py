"""Long lists of numbers in a query."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Select, func, select


def listed(numbers: Iterable[int]) -> Select[Any]:
    """What can stand after ``IN``: one variable, since SQLite takes only some thousands of them.

    >>> print(listed([3, 4]))  # doctest: +ELLIPSIS, +NORMALIZE_WHITESPACE
    SELECT anon_1.value FROM json_each(:json_each_1) AS anon_1
    """
    return select(func.json_each(json.dumps(list(numbers))).table_valued("value").c.value)
