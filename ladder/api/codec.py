"""Values of the ladder to messages of ``siurell.v1`` and back, field by field.

A dataclass and its message have fields of the same names: a value that is None stays absent, an
enum goes by the name of its member, a time as a timestamp of microseconds, a pair as a message with
two fields, one of several dataclasses as a oneof, what JSON can hold as its text. A path does not
travel: it means something on the ladder's machine alone, and is None, or empty, on the other side.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Final, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from google.protobuf.message import Message
from siurell.errors import RemoteProtocolError, SiurellError
from siurell.match.clock import TimeControl

T = TypeVar("T")
M = TypeVar("M", bound=Message)

_NONE: Final = type(None)
_CANNOT_BE: Final = (
    ValueError,
    KeyError,
    TypeError,
    OverflowError,
    RecursionError,
    SiurellError,
)


def to_message(value: object, message: M) -> M:
    """Fill an empty message with a dataclass's values, and return it."""
    for name, hint in hints_of(type(value)):
        item = getattr(value, name)
        if item is not None and Path not in _kinds(hint):
            _put(message, name, item)
    return message


def from_message(kind: type[T], message: Message) -> T:
    """The dataclass of a message (`RemoteProtocolError` when there can be no such value)."""
    try:
        values = {name: _take(hint, message, name) for name, hint in hints_of(kind)}
        return kind(**values)
    except _CANNOT_BE as error:
        if isinstance(error, RemoteProtocolError):
            raise
        raise _strange(f"a {kind.__name__} that cannot be ({error})") from None


def hints_of(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The fields of a dataclass with their types."""
    return _hints_of(kind)


@cache
def _hints_of(kind: Any) -> tuple[tuple[str, Any], ...]:
    hints = get_type_hints(kind)
    return tuple((field.name, hints[field.name]) for field in fields(kind))


def snake(name: str) -> str:
    """The name of a field for a class.

    >>> snake("ShippedBot")
    'shipped_bot'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _put(message: Message, name: str, item: Any) -> None:
    place = getattr(message, name)
    if isinstance(item, Mapping) and isinstance(place, str):
        setattr(message, name, json.dumps(item))
    elif isinstance(item, Mapping):
        place.update(item)
    elif isinstance(item, list | tuple) and hasattr(place, "extend"):
        for each in item:
            if hasattr(place, "add"):
                _fill(place.add(), each)
            else:
                place.append(_scalar(message, name, each))
    elif isinstance(place, Message):
        place.SetInParent()
        _fill(place, item)
    else:
        setattr(message, name, _scalar(message, name, item))


def _fill(message: Message, item: Any) -> None:
    if isinstance(item, datetime):
        cast(Any, message).FromDatetime(item)
    elif isinstance(item, tuple):
        for name, part in zip(_names(message), item, strict=True):
            _put(message, name, part)
    elif (one := snake(type(item).__name__)) in message.DESCRIPTOR.fields_by_name:
        getattr(message, one).SetInParent()
        to_message(item, getattr(message, one))
    else:
        to_message(item, message)


def _scalar(message: Message, name: str, item: Any) -> Any:
    if isinstance(item, Enum):
        enum = _enum_of(message, name)
        return enum.values_by_name[_prefix(enum.name) + item.name].number
    return str(item) if isinstance(item, TimeControl) else item


def _take(hint: Any, message: Message, name: str) -> Any:
    kinds = _kinds(hint)
    optional = _NONE in (get_args(hint) if _is_union(hint) else ())
    if Path in kinds:
        return None if optional else Path()
    origin = get_origin(kinds[0])
    place = getattr(message, name)
    if origin is not None and issubclass(origin, Mapping):
        return _object(place) if isinstance(place, str) else dict(place)
    if origin is not None and issubclass(origin, Sequence) and hasattr(place, "extend"):
        inner = get_args(kinds[0])[0]
        return tuple(_item(_kinds(inner), message, name, each) for each in place)
    if optional and not message.HasField(name):
        return None
    return _item(kinds, message, name, place)


def _item(kinds: tuple[Any, ...], message: Message, name: str, raw: Any) -> Any:
    (kind, *others) = kinds
    if others:
        return _one_of(kinds, raw)
    if get_origin(kind) is tuple:
        parts = zip(_names(raw), get_args(kind), strict=True)
        return tuple(_take(part, raw, each) for each, part in parts)
    if kind is datetime:
        return raw.ToDatetime(tzinfo=UTC)
    if kind is TimeControl:
        return TimeControl.parse(raw)
    if is_dataclass(kind):
        return from_message(cast(Any, kind), raw)
    if issubclass(kind, Enum):
        return _member(kind, message, name, raw)
    return raw


def _one_of(kinds: tuple[Any, ...], raw: Message) -> Any:
    for kind in kinds:
        if raw.HasField(snake(kind.__name__)):
            return from_message(kind, getattr(raw, snake(kind.__name__)))
    raise _strange("none of the things that it could be")


def _object(text: str) -> dict[str, Any]:
    found = json.loads(text)
    if not isinstance(found, dict):
        raise _strange("something else than an object")
    return found


def _member(kind: type[Enum], message: Message, name: str, number: int) -> Enum:
    enum = _enum_of(message, name)
    value = enum.values_by_number.get(number)
    word = "" if value is None else value.name.removeprefix(_prefix(enum.name))
    if word not in kind.__members__:
        raise _strange(f"a {kind.__name__} with the number {number}")
    return kind[word]


def _names(message: Message) -> list[str]:
    """The names of the fields, in the order of their numbers."""
    descriptor: Any = message.DESCRIPTOR
    return [field.name for field in descriptor.fields]


def _enum_of(message: Message, name: str) -> Any:
    return message.DESCRIPTOR.fields_by_name[name].enum_type


def _prefix(enum: str) -> str:
    return f"{snake(enum).upper()}_"


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, UnionType)


def _kinds(hint: Any) -> tuple[Any, ...]:
    """What a value may be, None left out."""
    if not _is_union(hint):
        return (hint,)
    return tuple(kind for kind in get_args(hint) if kind is not _NONE)


def _strange(what: str) -> RemoteProtocolError:
    return RemoteProtocolError(
        f"The other side sent {what}, which this version does not know: update it.",
        reason="UNKNOWN_VALUE",
    )
