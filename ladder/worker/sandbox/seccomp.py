"""The system calls that a bot may not make, as a filter for the kernel (seccomp, classic BPF).

What is refused here is what a player has no use for and what past escapes from sandboxes used: new
namespaces, tracing, keys, kernel programs, rings of system calls, its own processor affinity, other
kinds of sockets than the usual ones, signals that the kernel sends by itself and that would wake a
bot which is to stand still, and typing into the operator's terminal. Everything else is allowed:
what a bot can reach is the matter of its namespaces.

Where a bot's memory is added up by looking at its processes, it may also take none that stands in
no process: files without a name, shared memory, queues and semaphores. Where it has no namespaces,
it may make no sockets but those of the kind that its seat has, and nothing that would outlive it in
the kernel.
"""

from __future__ import annotations

import errno
import os
import platform
import struct
from dataclasses import dataclass
from typing import Final

from siurell.errors import LadderError

_LOAD: Final = 0x20  # A = word at k of the call's data
_IF_EQUAL: Final = 0x15
_IF_ANY_BIT: Final = 0x45
_IF_AT_LEAST: Final = 0x35
_AND: Final = 0x54
_RETURN: Final = 0x06

_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, 16
"""Where the data of a call has its number, its machine and its arguments (linux/seccomp.h)."""

_ALLOW: Final = 0x7FFF0000
_KILL: Final = 0x80000000
_ERRNO: Final = 0x00050000

_X32: Final = 0x40000000
NEW_NAMESPACES: Final = 0x7E020080
"""The flags of clone that ask for a namespace of any kind (linux/sched.h)."""
TERMINAL_REQUESTS: Final = (0x5412, 0x541C)
"""TIOCSTI and TIOCLINUX: what types into a terminal."""
F_SETSIG: Final = 10
_SHARED, _ANONYMOUS, _KIND = 0x01, 0x20, 0x0F
"""The flags of mmap, and the bits of them that hold its kind (linux/mman.h)."""
ALLOWED_FAMILIES: Final = (1, 2, 10, 16)
"""Families that may be used: unix, IPv4, IPv6, netlink. Others may lead out of the namespace."""
_FAMILIES_WITHOUT_NETWORK: Final = (1,)


@dataclass(frozen=True, slots=True)
class _Machine:
    """The numbers of one kind of machine."""

    audit: int
    clone: int
    clone3: int
    fcntl: int
    ioctl: int
    mmap: int
    socket: int
    refused: dict[str, int]
    uncounted: dict[str, int]
    """Those that take memory which no process is seen to hold."""
    lasting: dict[str, int]
    """Those that make what stays in the kernel when all who used it have ended."""


_X86_64: Final = _Machine(
    audit=0xC000003E,
    clone=56,
    clone3=435,
    fcntl=72,
    ioctl=16,
    mmap=9,
    socket=41,
    refused={
        "ptrace": 101,
        "syslog": 103,
        "personality": 135,
        "ustat": 136,
        "pivot_root": 155,
        "chroot": 161,
        "acct": 163,
        "mount": 165,
        "umount2": 166,
        "swapon": 167,
        "swapoff": 168,
        "reboot": 169,
        "iopl": 172,
        "ioperm": 173,
        "init_module": 175,
        "delete_module": 176,
        "quotactl": 179,
        "sched_setaffinity": 203,
        "io_setup": 206,
        "lookup_dcookie": 212,
        "timer_create": 222,
        "kexec_load": 246,
        "add_key": 248,
        "request_key": 249,
        "keyctl": 250,
        "mbind": 237,
        "set_mempolicy": 238,
        "mq_notify": 244,
        "migrate_pages": 256,
        "unshare": 272,
        "move_pages": 279,
        "perf_event_open": 298,
        "fanotify_init": 300,
        "name_to_handle_at": 303,
        "open_by_handle_at": 304,
        "setns": 308,
        "process_vm_readv": 310,
        "process_vm_writev": 311,
        "kcmp": 312,
        "finit_module": 313,
        "kexec_file_load": 320,
        "bpf": 321,
        "userfaultfd": 323,
        "io_uring_setup": 425,
        "io_uring_enter": 426,
        "io_uring_register": 427,
        "open_tree": 428,
        "move_mount": 429,
        "fsopen": 430,
        "fsconfig": 431,
        "fsmount": 432,
        "fspick": 433,
        "mount_setattr": 442,
    },
    uncounted={
        "memfd_create": 319,
        "memfd_secret": 447,
    },
    lasting={
        "shmget": 29,
        "semget": 64,
        "msgget": 68,
        "mq_open": 240,
    },
)
_AARCH64: Final = _Machine(
    audit=0xC00000B7,
    clone=220,
    clone3=435,
    fcntl=25,
    ioctl=29,
    mmap=222,
    socket=198,
    refused={
        "io_setup": 0,
        "lookup_dcookie": 18,
        "umount2": 39,
        "mount": 40,
        "pivot_root": 41,
        "chroot": 51,
        "quotactl": 60,
        "acct": 89,
        "personality": 92,
        "unshare": 97,
        "kexec_load": 104,
        "init_module": 105,
        "delete_module": 106,
        "timer_create": 107,
        "syslog": 116,
        "ptrace": 117,
        "sched_setaffinity": 122,
        "reboot": 142,
        "mq_notify": 184,
        "add_key": 217,
        "request_key": 218,
        "keyctl": 219,
        "swapon": 224,
        "swapoff": 225,
        "mbind": 235,
        "set_mempolicy": 237,
        "migrate_pages": 238,
        "move_pages": 239,
        "perf_event_open": 241,
        "fanotify_init": 262,
        "name_to_handle_at": 264,
        "open_by_handle_at": 265,
        "setns": 268,
        "process_vm_readv": 270,
        "process_vm_writev": 271,
        "kcmp": 272,
        "finit_module": 273,
        "bpf": 280,
        "userfaultfd": 282,
        "kexec_file_load": 294,
        "io_uring_setup": 425,
        "io_uring_enter": 426,
        "io_uring_register": 427,
        "open_tree": 428,
        "move_mount": 429,
        "fsopen": 430,
        "fsconfig": 431,
        "fsmount": 432,
        "fspick": 433,
        "mount_setattr": 442,
    },
    uncounted={
        "memfd_create": 279,
        "memfd_secret": 447,
    },
    lasting={
        "mq_open": 180,
        "msgget": 186,
        "semget": 190,
        "shmget": 194,
    },
)
_MACHINES: Final = {"x86_64": _X86_64, "aarch64": _AARCH64}


def filter_program(*, counted_by_process: bool = False, no_namespaces: bool = False) -> bytes:
    """The filter for this machine (`LadderError` where none is known for its processor).

    ``counted_by_process``: a bot's memory is what its processes are seen to hold.
    ``no_namespaces``: it shares the machine's network and all that lies in the kernel.
    """
    machine = _known(platform.machine())
    steps = [
        *_load(_MACHINE),
        *_unless(_IF_EQUAL, machine.audit, _KILL),
        *_load(_NUMBER),
        *_when(_IF_EQUAL, machine.clone3, _ERRNO | errno.ENOSYS),
    ]
    if machine is _X86_64:
        steps += _when(_IF_AT_LEAST, _X32, _ERRNO | errno.ENOSYS)
    for number in machine.refused.values():
        steps += _when(_IF_EQUAL, number, _REFUSED)
    if counted_by_process or no_namespaces:
        for number in machine.lasting.values():
            steps += _when(_IF_EQUAL, number, _REFUSED)
    if counted_by_process:
        steps += _uncounted(machine)
    sockets = _FAMILIES_WITHOUT_NETWORK if no_namespaces else ALLOWED_FAMILIES
    return b"".join([*steps, *_by_argument(machine, sockets), _return(_ALLOW)])


def refused_calls(machine: str) -> list[str]:
    """The names of the calls that are refused whatever they ask for, on a kind of machine."""
    return sorted(_known(machine).refused)


def filter_file(*, counted_by_process: bool = False, no_namespaces: bool = False) -> int:
    """A file with the filter to read from, to be handed to the process that sets it up."""
    file = os.memfd_create("siurell-seccomp", os.MFD_CLOEXEC)
    os.write(
        file,
        filter_program(counted_by_process=counted_by_process, no_namespaces=no_namespaces),
    )
    os.lseek(file, 0, os.SEEK_SET)
    return file


def _known(name: str) -> _Machine:
    machine = _MACHINES.get(name)
    if machine is None:
        raise LadderError(
            f"There is no filter of system calls for a {name} processor.", reason="NO_SECCOMP"
        )
    return machine


def _by_argument(machine: _Machine, sockets: tuple[int, ...]) -> list[bytes]:
    """Calls that are refused for what they are to do."""
    typing = [_when(_IF_EQUAL, request, _REFUSED) for request in TERMINAL_REQUESTS]
    usual = [_when(_IF_EQUAL, family, _ALLOW) for family in sockets]
    unusual = _return(_ERRNO | errno.EAFNOSUPPORT)
    return [
        *_of_call(machine.clone, [*_argument(0), *_when(_IF_ANY_BIT, NEW_NAMESPACES, _REFUSED)]),
        *_of_call(machine.fcntl, [*_argument(1), *_when(_IF_EQUAL, F_SETSIG, _REFUSED)]),
        *_of_call(machine.ioctl, [*_argument(1), *(step for pair in typing for step in pair)]),
        *_of_call(
            machine.socket, [*_argument(0), *(step for pair in usual for step in pair), unusual]
        ),
    ]


def _uncounted(machine: _Machine) -> list[bytes]:
    """What takes memory that no process is seen to hold: a mapping lets go of it and it stays."""
    refused = [_when(_IF_EQUAL, number, _REFUSED) for number in machine.uncounted.values()]
    mapping = [
        *_argument(3),
        _step(_AND, _ANONYMOUS | _KIND),
        *_when(_IF_EQUAL, _ANONYMOUS | _SHARED, _REFUSED),
    ]
    return [*(step for pair in refused for step in pair), *_of_call(machine.mmap, mapping)]


_REFUSED: Final = _ERRNO | errno.EPERM


def _step(code: int, k: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, k)


def _load(place: int) -> list[bytes]:
    return [_step(_LOAD, place)]


def _argument(number: int) -> list[bytes]:
    """Load the low half of an argument: the kernel looks at no more of these."""
    return _load(_ARGUMENTS + 8 * number + (4 if struct.pack("=I", 1)[0] == 0 else 0))


def _return(what: int) -> bytes:
    return _step(_RETURN, what)


def _when(test: int, k: int, what: int) -> list[bytes]:
    return [_step(test, k, 0, 1), _return(what)]


def _unless(test: int, k: int, what: int) -> list[bytes]:
    return [_step(test, k, 1, 0), _return(what)]


def _of_call(number: int, steps: list[bytes]) -> list[bytes]:
    """Steps for one system call; afterwards its number is loaded again."""
    return [_step(_IF_EQUAL, number, 0, len(steps) + 1), *steps, *_load(_NUMBER)]
