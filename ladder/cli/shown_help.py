"""The help of a command as 80 columns hold it: no word is cut, and each is one that a person types.

A column of its own for what an option takes leaves the sentences little room. So it holds one
short word, and the sentence tells the rest: the choices, the least and most, the opposite.
"""

from __future__ import annotations

from copy import copy
from enum import Enum
from typing import Any, TypeVar

from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

C = TypeVar("C", TyperCommand, TyperGroup)
P = TypeVar("P", TyperArgument, TyperOption)


class _Argument(TyperArgument):
    """An argument that stands by its name alone."""

    def display_type_rich(self, ctx: Any) -> str | None:
        """Nothing: what it is is said by its sentence."""
        return None


def as_shown(command: C, context: Any) -> C:
    """A copy of a command to be shown, and to be shown only."""
    made = copy(command)
    made.params = [_shown(param) for param in command.get_params(context)]
    made.add_help_option = False
    return made


def usage_words(command: TyperCommand) -> list[str]:
    """How a command is typed: ``[OPTIONS]``, then its arguments, in brackets what may be left out.

    A metavar that ends with dots, or has brackets, says itself what may be left out.
    """
    arguments = [param for param in command.params if isinstance(param, TyperArgument)]
    return [command.options_metavar or "", *map(_usage_word, arguments)]


def _usage_word(argument: TyperArgument) -> str:
    word = _name(argument)
    many = "..." if word.endswith("...") else ""
    if argument.required or (many and "[" in word):
        return word
    return f"[{word.removesuffix(many)}]{many}"


def _name(argument: TyperArgument) -> str:
    """The word for an argument, with dots when there may be several."""
    word = _word(argument)
    return word if argument.nargs == 1 or word.endswith("...") else f"{word}..."


def _shown(param: Any) -> Any:
    if isinstance(param, TyperArgument):
        argument = _with_bounds(param)
        argument.metavar = _name(param)
        argument.__class__ = _Argument
        return argument
    if not isinstance(param, TyperOption):
        return param
    option = _with_bounds(param)
    option.metavar = _word(param)
    if (opposite := "/".join(param.secondary_opts)) and param.is_flag:
        usual = "Usual; the" if param.default else "The"
        option.help = f"{option.help or ''} {usual} opposite: {opposite}.".lstrip()
        option.secondary_opts = []
        option.show_default = False
    return option


def _word(param: TyperArgument | TyperOption) -> str:
    """The word that stands for what is to be typed; empty for a flag, which takes nothing."""
    if param.metavar is not None:
        return param.metavar
    if isinstance(param, TyperOption) and (param.is_flag or param.count):
        return ""
    kind = param.type_descriptor.annotation
    if param.type_descriptor.is_choice:
        return "NAME"
    if kind in (int, float):
        return "N"
    return (param.name or "").rpartition("_")[2].upper()


def _with_bounds(param: P) -> P:
    """A copy whose sentence tells the choices, and the least and the most."""
    made = copy(param)
    made.min = made.max = None
    made.help = " ".join(filter(None, (param.help, _choices(param), _bounds(param))))
    return made


def _choices(param: TyperArgument | TyperOption) -> str:
    known = param.type_descriptor.choices or ()
    words = [str(one.value if isinstance(one, Enum) else one) for one in known]
    if all(word in (param.help or "") for word in words):
        return ""
    quoted = [f"`{word}`" for word in words]
    return f"{', '.join(quoted[:-1])} or {quoted[-1]}."


def _bounds(param: TyperArgument | TyperOption) -> str:
    if param.min is not None and param.max is not None:
        return f"{param.min} to {param.max}."
    if param.min is not None:
        return f"{param.min} or more."
    return "" if param.max is None else f"{param.max} or less."
