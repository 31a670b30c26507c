"""Attacks on the kernel: calls that a player has no use for, by numbers of this machine."""

import ctypes
import errno
import fcntl
import os
import platform
import signal
import subprocess
import sys

from attack import outcome_of

TIOCSTI, TIOCLINUX = 0x5412, 0x541C
F_SETSIG = 10
CLONE_NEWUSER, SIGCHLD = 0x10000000, 17
NUMBERS = {
    "x86_64": {
        "io_uring": 425,
        "keyctl": 250,
        "add_key": 248,
        "unshare": 272,
        "clone": 56,
        "clone3": 435,
        "setns": 308,
        "mount": 165,
        "chroot": 161,
        "bpf": 321,
        "perf": 298,
        "userfaultfd": 323,
        "io_setup": 206,
        "timer_create": 222,
        "mq_notify": 244,
        "init_module": 175,
        "kexec_load": 246,
        "syslog": 103,
        "process_vm_writev": 311,
        "open_by_handle_at": 304,
        "personality": 135,
    },
    "aarch64": {
        "io_uring": 425,
        "keyctl": 219,
        "add_key": 217,
        "unshare": 97,
        "clone": 220,
        "clone3": 435,
        "setns": 268,
        "mount": 40,
        "chroot": 51,
        "bpf": 280,
        "perf": 241,
        "userfaultfd": 282,
        "io_setup": 0,
        "timer_create": 107,
        "mq_notify": 184,
        "init_module": 105,
        "kexec_load": 104,
        "syslog": 116,
        "process_vm_writev": 271,
        "open_by_handle_at": 265,
        "personality": 92,
    },
}[platform.machine()]
FIRST = {"unshare": CLONE_NEWUSER, "clone": CLONE_NEWUSER | SIGCHLD}
GETPID_OF_32_BITS = """
import ctypes, mmap
code = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE, 7)
code.write(bytes.fromhex("b814000000cd80c3"))
ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()
"""
GETPID_OF_X32 = 0x40000000 | 39


def make_calls_that_no_player_needs():
    libc = ctypes.CDLL(None, use_errno=True)
    outcomes = {}
    for name, number in NUMBERS.items():
        found = libc.syscall(number, FIRST.get(name, 0), 0, 0, 0, 0)
        outcomes[name] = "done" if found != -1 else errno.errorcode[ctypes.get_errno()]
    return outcomes


def call_as_another_machine():
    """In the ways of 32-bit programs, which have numbers of their own; in a child, if it dies."""
    if platform.machine() != "x86_64":
        return {"32 bits": -signal.SIGSYS, "x32": "ENOSYS"}
    ran = subprocess.run([sys.executable, "-c", GETPID_OF_32_BITS], timeout=20, check=False)
    libc = ctypes.CDLL(None, use_errno=True)
    x32 = "done" if libc.syscall(GETPID_OF_X32) != -1 else errno.errorcode[ctypes.get_errno()]
    return {"32 bits": ran.returncode, "x32": x32}


def type_into_the_operators_terminal():
    outcomes = {"terminal": outcome_of(lambda: os.open("/dev/tty", os.O_RDWR))}
    for name, request in (("TIOCSTI", TIOCSTI), ("TIOCLINUX", TIOCLINUX)):
        found = {
            outcome_of(lambda fd=fd, request=request: fcntl.ioctl(fd, request, b"\n"))
            for fd in range(3)
        }
        outcomes[name] = sorted(map(str, found))
    return outcomes


def have_the_kernel_wake_it():
    """Signals that come from the kernel would let a stopped bot go on."""
    read, _ = os.pipe()
    return outcome_of(lambda: fcntl.fcntl(read, F_SETSIG, signal.SIGCONT))


ATTACKS = (
    make_calls_that_no_player_needs,
    call_as_another_machine,
    type_into_the_operators_terminal,
    have_the_kernel_wake_it,
)
