"""The filter of system calls in the words of container engines: the same policy as `seccomp`.

An engine wants names and conditions in JSON, and hands them to a library that knows the numbers.
Conditions on one argument are alternatives there, so flags and families are listed one by one.
"""

from __future__ import annotations

import errno
import json
from pathlib import Path
from typing import Any, Final

from ladder.worker.sandbox.seccomp import (
    ALLOWED_FAMILIES,
    F_SETSIG,
    NEW_NAMESPACES,
    TERMINAL_REQUESTS,
    refused_calls,
)

_ARCHITECTURES: Final = {
    "x86_64": ["SCMP_ARCH_X86_64", "SCMP_ARCH_X32"],
    "aarch64": ["SCMP_ARCH_AARCH64"],
}
"""Calls by the numbers of any other end the thread that makes them."""
_LOW_HALF: Final = 0xFFFFFFFF
"""The kernel looks at no more of these arguments than their low half."""
_WORD_BITS: Final = 32

Rule = dict[str, Any]


def profile(machine: str) -> dict[str, Any]:
    """The profile for a kind of machine (`LadderError` where no filter is known for it)."""
    refused = refused_calls(machine)
    return {
        "defaultAction": "SCMP_ACT_ALLOW",
        "architectures": _ARCHITECTURES[machine],
        "syscalls": [
            _refuse(refused),
            _refuse(["clone3"], errno.ENOSYS),
            *(_refuse(["clone"], when=_has_bits(0, flag)) for flag in _bits(NEW_NAMESPACES)),
            *(_refuse(["ioctl"], when=_is(1, request)) for request in TERMINAL_REQUESTS),
            _refuse(["fcntl"], when=_is(1, F_SETSIG)),
            *_unusual_sockets(),
        ],
    }


def write_profile(file: Path, machine: str) -> None:
    """Write the profile to a file, for an engine to read."""
    file.write_text(json.dumps(profile(machine), indent=1), "ascii")


def _unusual_sockets() -> list[Rule]:
    """All families but the allowed ones: those below the highest one by one, the rest together."""
    beyond = max(ALLOWED_FAMILIES) + 1
    unusual = sorted(set(range(beyond)) - set(ALLOWED_FAMILIES))
    tests = [*(_equal(0, family) for family in unusual), _at_least(0, beyond)]
    return [_refuse(["socket"], errno.EAFNOSUPPORT, when=test) for test in tests]


def _refuse(names: list[str], error: int = errno.EPERM, *, when: Rule | None = None) -> Rule:
    rule: Rule = {"names": names, "action": "SCMP_ACT_ERRNO", "errnoRet": error}
    return rule if when is None else {**rule, "args": [when]}


def _bits(mask: int) -> list[int]:
    return [1 << place for place in range(_WORD_BITS) if mask & (1 << place)]


def _has_bits(argument: int, bits: int) -> Rule:
    return _test(argument, "SCMP_CMP_MASKED_EQ", bits, bits)


def _is(argument: int, number: int) -> Rule:
    """Whether the low half of an argument is this."""
    return _test(argument, "SCMP_CMP_MASKED_EQ", _LOW_HALF, number)


def _equal(argument: int, number: int) -> Rule:
    return _test(argument, "SCMP_CMP_EQ", number)


def _at_least(argument: int, number: int) -> Rule:
    return _test(argument, "SCMP_CMP_GE", number)


def _test(argument: int, operator: str, value: int, second: int = 0) -> Rule:
    return {"index": argument, "op": operator, "value": value, "valueTwo": second}
