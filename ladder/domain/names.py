"""Names of bots and of owners: ASCII, short, safe in a file name, a URL and a table."""

from __future__ import annotations

import re

from siurell.errors import LadderError

MAX_NAME = 40
_NAME = re.compile(rf"[A-Za-z0-9][A-Za-z0-9_-]{{0,{MAX_NAME - 1}}}")

MAX_REMARK = 200
"""The most characters of a note or a label."""

NAME_RULE = f"1 to {MAX_NAME} ASCII letters, digits, `-` and `_`, the first a letter or a digit"

RESERVED = frozenset({"human", "last", "builtin"})
"""Words that mean something else on the command line."""


_NO_OWNERS = RESERVED | {"local", "nobody"}


def is_name(text: str) -> bool:
    """Whether the text can be a bot's name.

    >>> is_name("my-bot_2"), is_name("../bot"), is_name("human")
    (True, False, False)
    """
    return _NAME.fullmatch(text) is not None and text.lower() not in RESERVED


def check_name(text: str) -> str:
    """The name, or `LadderError` with the rule for names."""
    if not is_name(text):
        taken = " That word has another meaning." if text.lower() in RESERVED else ""
        raise LadderError(
            f"`{ascii(text)[1:-1][:60]}` cannot be a bot's name: a name is {NAME_RULE}.{taken} "
            "Choose another with `--name`.",
            reason="BAD_NAME",
        )
    return text


def check_owner_name(text: str) -> str:
    """The name, or `LadderError` with the rule for names of owners."""
    if _NAME.fullmatch(text) is None or text.lower() in _NO_OWNERS:
        taken = " That word has another meaning." if text.lower() in _NO_OWNERS else ""
        raise LadderError(
            f"`{ascii(text)[1:-1][:60]}` cannot be an owner's name: a name is {NAME_RULE}.{taken} "
            "Choose another: `siurell owner add NAME`.",
            reason="BAD_NAME",
        )
    return text


def check_remark(text: str, what: str) -> str:
    """What somebody says of a thing in a few words, or `LadderError` (``BAD_TEXT``).

    It is one line that a terminal shows as it is: nothing in it moves a cursor or hides a word.
    """
    if len(text) > MAX_REMARK or not text.isprintable():
        raise LadderError(
            f"{what} is one line of at most {MAX_REMARK} characters that can be printed; this one "
            f"has {len(text)}" + ("." if text.isprintable() else ", and some cannot be printed."),
            reason="BAD_TEXT",
        )
    return text.strip()


def name_key(name: str) -> str:
    """What makes names the same: upper and lower case do not tell bots apart."""
    return name.lower()


def one_line(words: object) -> str:
    """What somebody typed, such as a path, as it may stand within a sentence: never two lines.

    >>> one_line("sóller" + chr(10) + "b")
    'sóller\\\\nb'
    """
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in str(words))
