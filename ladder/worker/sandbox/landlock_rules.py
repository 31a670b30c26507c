"""Landlock: rules that a process lays on itself and on all that it starts (linux/landlock.h).

A rule set says which kinds of access are *handled*; of these only what a rule allows is left.
What a kernel can handle is told by the number of its version of Landlock.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import stat
import struct
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from siurell.errors import LadderError

_CREATE_RULESET, _ADD_RULE = 444, 445
_ASK_FOR_VERSION: Final = 1
_PATH_BENEATH: Final = 1

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
REMOVE_DIR, REMOVE_FILE, MAKE_CHAR, MAKE_DIR = 1 << 4, 1 << 5, 1 << 6, 1 << 7
MAKE_REG, MAKE_SOCK, MAKE_FIFO, MAKE_BLOCK = 1 << 8, 1 << 9, 1 << 10, 1 << 11
MAKE_SYM, REFER, TRUNCATE, IOCTL_DEV = 1 << 12, 1 << 13, 1 << 14, 1 << 15

BIND_TCP, CONNECT_TCP = 1 << 0, 1 << 1
ABSTRACT_SOCKETS, SIGNALS = 1 << 0, 1 << 1

READ: Final = READ_FILE | READ_DIR
RUN: Final = READ | EXECUTE
CHANGE: Final = (
    RUN | WRITE_FILE | TRUNCATE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | MAKE_SOCK
) | (MAKE_FIFO | MAKE_SYM | REFER)
"""All that a bot may do in its scratch; it makes no devices anywhere."""

_OF_FILES: Final = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
"""What a rule on a file, rather than on a folder, may allow."""
_FIRST_OF_FILES: Final = (1 << 13) - 1
_SINCE: Final = ((2, REFER), (3, TRUNCATE), (5, IOCTL_DEV))
_SINCE_NETWORK, _SINCE_SCOPES = 4, 6

LEAST: Final = 3
"""Before this version, a process that may not write a file may still empty it."""


class Handled:
    """What a version of Landlock can handle: kinds of access to files, of the network, scopes."""

    def __init__(self, version: int) -> None:
        self.files = _FIRST_OF_FILES
        for since, kind in _SINCE:
            self.files |= kind if version >= since else 0
        self.network = BIND_TCP | CONNECT_TCP if version >= _SINCE_NETWORK else 0
        self.scopes = ABSTRACT_SOCKETS | SIGNALS if version >= _SINCE_SCOPES else 0

    @property
    def attributes(self) -> bytes:
        """`struct landlock_ruleset_attr`, as long as this version knows it."""
        words = [self.files]
        if self.network:
            words.append(self.network)
        if self.scopes:
            words.append(self.scopes)
        return struct.pack(f"={len(words)}Q", *words)


class Ruleset:
    """A rule set in the making: handles all that this kernel can. A context manager."""

    def __init__(self, version: int) -> None:
        """Raises `OSError` when the kernel makes none."""
        self._handled = Handled(version)
        given = self._handled.attributes
        self.fd = _call(_CREATE_RULESET, given, len(given), 0)

    def allow(self, paths: Iterable[Path], kinds: int) -> None:
        """Allow these kinds of access to files, and to all below folders; what is not there, not.

        A path is followed to where it leads now.
        """
        for path in paths:
            with contextlib.suppress(FileNotFoundError):
                self._allow(path, kinds)

    def _allow(self, path: Path, kinds: int) -> None:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            if not stat.S_ISDIR(os.fstat(place).st_mode):
                kinds &= _OF_FILES
            rule = struct.pack("=Qi", kinds & self._handled.files, place)
            _call(_ADD_RULE, self.fd, _PATH_BENEATH, rule, 0)
        finally:
            os.close(place)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let go of it; who has been put under it stays so."""
        os.close(self.fd)


def version_here() -> int:
    """The version of Landlock in this kernel; 0 where there is none, or it is switched off."""
    try:
        return _call(_CREATE_RULESET, None, 0, _ASK_FOR_VERSION)
    except OSError:
        return 0


def usable_version(version: int) -> int:
    """The same, if it is enough for a sandbox (`LadderError` with what is missing)."""
    if version == 0:
        raise LadderError(
            "This kernel has no Landlock, or it is not among the modules that are switched on.",
            reason="NO_LANDLOCK",
        )
    if version < LEAST:
        raise LadderError(
            f"The Landlock of this kernel is of version {version}, and a sandbox needs version"
            f" {LEAST}, which came with Linux 6.2.",
            reason="OLD_LANDLOCK",
        )
    return version


def _call(number: int, *words: int | bytes | None) -> int:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    given = [ctypes.c_long(word) if isinstance(word, int) else word for word in words]
    answer = int(libc.syscall(ctypes.c_long(number), *given))
    if answer < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return answer
