"""How a command ends: one sentence for a person, the next command to type, and an exit code.

0 is done, 1 is a bug of Siurell or that nobody reads what is printed, 2 is a no (bad input, or the
machine's), 130 is Ctrl-C.
"""

from __future__ import annotations

import errno
import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import typer
from siurell.errors import LadderError, SiurellError

from ladder.cli.output import for_a_person, visible

BUG, NO, STOPPED = 1, 2, 130

_NEXT_BY_REASON = {
    "UNKNOWN_GAME": "siurell games",
    "BAD_OPTION": "siurell games",
    "BAD_SEATS": "siurell games",
    "BAD_COMPONENTS": "siurell components --help",
    "FIXED_COMPONENTS": "siurell components --help",
    "BAD_TIME": "siurell clocks",
    "REPLAY": "siurell replay --help",
    "TOO_MANY_FILES": "siurell submit FOLDER, where FOLDER holds one bot and nothing else",
    "TOO_LARGE": "siurell submit FOLDER, where FOLDER holds one bot and nothing else",
    "BAD_MANIFEST": "mend siurell.toml, then siurell check",
    "NO_ENTRY": "mend siurell.toml, then siurell check",
    "UNKNOWN_SEASON": "siurell season list",
    "BAD_SUSPENSION": "siurell ladder run --suspend 50/8/20",
    "TOO_MANY_JOBS": "the same command with fewer --jobs",
    "UNSAFE": "siurell check",
    "UNREADABLE": "siurell check",
    "BAD_NAME": "siurell submit --name NAME",
    "NAME_TAKEN": "siurell submit --name NAME",
    "BAD_DAYS": "siurell token issue --help",
    "BAD_TEXT": "the same in other words",
    "NOT_YOURS": "siurell bot list",
    "QUOTA": "siurell status",
    "BAD_HOME": "siurell --home FOLDER ...",
    "DISK_FULL": "free a megabyte by hand, then siurell ladder purge --older-than 30",
    "REFEREE": "siurell referee serve --help",
    "BAD_DOOR": "the same command with --help",
    "LADDER": "siurell doctor",
}

_SAID_ALREADY = frozenset(
    {
        "BAD_CERTIFICATE",
        "BAD_HOST",
        "BUG",
        "FULL",
        "NOT_ALLOWED",
        "NOT_READ",
        "NOT_SERVING",
        "NO_ADDRESS",
        "NO_ANSWER",
        "NO_HELLO",
        "NO_HOST",
        "NO_LADDER",
        "NO_TLS",
        "NOT_SENT",
        "OLDER_LADDER",
        "PROTOCOL_VERSION",
        "REFUSED",
        "SPEAKS_TLS",
        "TOO_MANY_TRIES",
        "TOO_SLOW",
        "UNAUTHENTICATED",
        "UNREACHABLE",
    }
)
"""Reasons whose own sentences say what to do, and no command would."""

_NEXT_BY_ERRNO = {
    errno.ENOSPC: "make room on the disk, or name another folder: siurell --home FOLDER ...",
    errno.EFBIG: "make room on the disk, or name another folder: siurell --home FOLDER ...",
    errno.EDQUOT: "make room on the disk, or name another folder: siurell --home FOLDER ...",
    errno.EROFS: "name a folder that can be written: siurell --home FOLDER ...",
    errno.EACCES: "name a folder that is yours: siurell --home FOLDER ...",
    errno.EPERM: "name a folder that is yours: siurell --home FOLDER ...",
    errno.EADDRINUSE: "choose another port or socket, or end the program that holds it",
    errno.ENOENT: "check the spelling of the path",
    errno.ENOTDIR: "check the spelling of the path",
    errno.EISDIR: "check the spelling of the path",
    errno.EEXIST: "name a folder, or a path where nothing is yet",
    errno.EMFILE: "run fewer --jobs, or allow more open files: ulimit -n",
    errno.ENFILE: "run fewer --jobs, or end other programs",
    errno.EAGAIN: "run fewer --jobs, or end other programs",
    errno.ENOMEM: "run fewer --jobs, or end other programs",
    errno.EADDRNOTAVAIL: "choose an address of this machine",
    errno.EIO: "look at the health of the disk: siurell doctor",
}
_NEXT_OF_A_PATH = "check the path"
_FIRST_BYTE, _LAST_BYTE = "\udc80", "\udcff"
"""As what Python hands on bytes of a command line that it cannot read."""
_INTERNAL = "Value error, "
"""What the reader of options says before the sentence of a word that is none of the known ones."""


class CommandError(LadderError):
    """A command says no; ``next_step`` is what to type next."""

    reason = "COMMAND"

    def __init__(self, message: str, *, next_step: str, reason: str | None = None) -> None:
        super().__init__(message, reason=reason)
        self.next_step = next_step


def exit_code_of(command: Callable[[], object]) -> int:
    """Run a command; tell on stderr what went wrong; the exit code."""
    try:
        code = command()
        sys.stdout.flush()
    except typer.Abort:
        return _say("Stopped.", None, STOPPED)
    except typer.TyperException as error:
        return _usage(error)
    except SiurellError as error:
        return _say(str(error), next_step(error), NO)
    except OSError as error:
        return _machine(error)
    except KeyboardInterrupt:
        return STOPPED
    except UnicodeEncodeError as error:
        return _no_text(error)
    except Exception as error:
        return _bug(error)
    return code if isinstance(code, int) else 0


def next_step(error: SiurellError) -> str | None:
    """What to type after this error; None when its own sentence says so."""
    if isinstance(error, CommandError):
        return error.next_step
    if "`siurell " in str(error):
        return None
    if error.reason in _SAID_ALREADY:
        return None
    for kind in (error.reason, *(getattr(base, "reason", "") for base in type(error).__mro__)):
        if kind in _NEXT_BY_REASON:
            return _NEXT_BY_REASON[kind]
    return "siurell --help"


def _usage(error: typer.TyperException) -> int:
    context = getattr(error, "ctx", None)
    message = error.format_message().strip().replace(_INTERNAL, "")
    if type(error).__name__ == "NoArgsIsHelpError":
        typer.echo(message)
        return NO
    path = context.command_path if context is not None else "siurell"
    sentence = message if message.endswith((".", "?")) else f"{message}."
    return _say(sentence, f"{path} --help", NO)


def _machine(error: OSError) -> int:
    """The machine says no: a full disk, a read-only folder, a port in use."""
    known = _NEXT_BY_ERRNO.get(error.errno or 0)
    if known is None and error.filename is not None:
        known = _NEXT_OF_A_PATH
    if known is None:
        return _bug(error)
    where = f" {error.filename}" if error.filename else ""
    return _say(f"The machine refuses{where}: {error.strerror}.", known, NO)


def _no_text(error: UnicodeEncodeError) -> int:
    """A word of the command line, or a name of a file, whose bytes are no UTF-8."""
    if not all(_FIRST_BYTE <= char <= _LAST_BYTE for char in error.object[error.start : error.end]):
        return _bug(error)
    word = ascii(error.object)[1:-1][:60]
    return _say(f"`{word}` holds bytes that are no text in UTF-8.", "the same in other words", NO)


def _bug(error: Exception) -> int:
    text = "".join(traceback.format_exception(error))
    sentence = f"This is a bug in Siurell ({type(error).__name__});"
    try:
        kept = _keep(text)
    except OSError as refusal:
        why = f"its traceback cannot be kept ({refusal.strerror}), it ends so:"
        return _say(f"{sentence} {why} {' '.join(text.split()[-30:])}", "siurell doctor", BUG)
    return _say(f"{sentence} the traceback is in {kept}.", "siurell doctor", BUG)


def _keep(text: str) -> Path:
    with tempfile.NamedTemporaryFile(
        "w",
        prefix="siurell-bug-",
        suffix=".txt",
        delete=False,
        encoding="utf-8",
        errors="backslashreplace",
    ) as file:
        file.write(text)
    return Path(file.name)


def _say(sentence: str, next_step: str | None, code: int) -> int:
    coloured = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    # Where nothing can be said, the exit code still tells.
    with suppress(OSError):
        typer.secho(for_a_person(sentence, sys.stderr), err=True, fg="red" if coloured else None)
        if next_step is not None:
            typer.echo(f"Next: {visible(next_step)}", err=True)
    return code
