"""Reading a notation: either a value, or `InvalidMoveError` and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from siurell.errors import InvalidMoveError
from siurell.testing.contract.setting import GameContractError

T = TypeVar("T")


def read(parse: Callable[[str], T], text: str) -> T | None:
    """What the text stands for, None when it is no notation."""
    try:
        return parse(text)
    except InvalidMoveError:
        return None
    except Exception as error:
        raise GameContractError(
            f"reading {text[:40]!r} raises {type(error).__name__}, not InvalidMoveError: {error}"
        ) from error
