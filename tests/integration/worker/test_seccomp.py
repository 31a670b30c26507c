"""The filter of system calls: what a bot may not ask of the kernel, and what it still may."""

from __future__ import annotations

import errno
import os
import platform

import pytest
from siurell.errors import LadderError

from ladder.worker.sandbox import container_seccomp, seccomp

pytestmark = pytest.mark.process

CALL = """
import ctypes, errno, sys
libc = ctypes.CDLL(None, use_errno=True)
for words in sys.argv[1:]:
    name, *numbers = words.split(",")
    found = libc.syscall(*map(int, numbers), 0, 0, 0)
    print(name, "done" if found != -1 else errno.errorcode[ctypes.get_errno()])
"""
CLONE_NEWUSER = 0x10000000
TIOCSTI, TIOCLINUX = 0x5412, 0x541C


def machine():
    return seccomp._MACHINES[platform.machine()]


async def test_seccomp__refuses_every_call_on_its_list(jail) -> None:
    refused = machine().refused
    lines = await jail.say(CALL, *(f"{name},{number}" for name, number in refused.items()))
    assert lines == [f"{name} EPERM" for name in refused]


async def test_seccomp__refuses_namespaces_by_clone_too(jail) -> None:
    """Pitfall 6: clone3, whose flags cannot be looked at, is unknown."""
    numbers = machine()
    lines = await jail.say(
        CALL, f"clone,{numbers.clone},{CLONE_NEWUSER}", f"clone3,{numbers.clone3}"
    )
    assert lines == ["clone EPERM", "clone3 ENOSYS"]


@pytest.mark.parametrize("high", [0, 1 << 32, 5 << 40])
async def test_seccomp__refuses_typing_into_the_terminal(jail, high: int) -> None:
    """Pitfall 6: the kernel looks at the low half of the request: what stands above is no help."""
    number = machine().ioctl
    lines = await jail.say(
        CALL, *(f"ioctl,{number},0,{request + high}" for request in (TIOCSTI, TIOCLINUX))
    )
    assert lines == ["ioctl EPERM", "ioctl EPERM"]


async def test_seccomp__refuses_unusual_sockets(jail) -> None:
    lines = await jail.say(
        "import errno, socket\n"
        "for family in (1, 2, 10, 17, 38, 40):\n"
        "    try: socket.socket(family, socket.SOCK_STREAM); print(family, 'done')\n"
        "    except OSError as error: print(family, errno.errorcode[error.errno])"
    )
    assert lines == [
        *(f"{n} done" for n in (1, 2, 10)),
        *(f"{n} EAFNOSUPPORT" for n in (17, 38, 40)),
    ]


async def test_seccomp__a_bot_keeps_the_cores_it_was_given(jail) -> None:
    """Pitfall 5: it cannot undo what holds it to them."""
    lines = await jail.say(
        "import os\n"
        "before = os.sched_getaffinity(0)\n"
        "try: os.sched_setaffinity(0, range(64)); print('moved')\n"
        "except PermissionError: print(os.sched_getaffinity(0) == before)"
    )
    assert lines == ["True"]


async def test_seccomp__threads_processes_and_files_work(jail) -> None:
    lines = await jail.say(
        "import os, subprocess, sys, tempfile, threading\n"
        "thread = threading.Thread(target=print, args=['thread'], kwargs={'flush': True})\n"
        "thread.start(); thread.join()\n"
        "subprocess.run([sys.executable, '-c', 'print(\"process\")'], check=True)\n"
        "with tempfile.TemporaryFile() as file: file.write(b'x')\n"
        "import grpc, asyncio; asyncio.run(asyncio.sleep(0)); print('all')"
    )
    assert lines == ["thread", "process", "all"]


def test_seccomp__the_file_starts_at_the_program() -> None:
    file = seccomp.filter_file()
    try:
        program = os.read(file, 1 << 16)
    finally:
        os.close(file)
    assert program == seccomp.filter_program()
    assert len(program) % 8 == 0


def rules_of(name: str) -> list[dict]:
    """The rules for a call in the profile for container engines."""
    syscalls = container_seccomp.profile(platform.machine())["syscalls"]
    return [rule for rule in syscalls if name in rule["names"]]


def test_profile__refuses_what_the_filter_refuses() -> None:
    """The sandbox `container` has the same policy, in the words of engines."""
    refused = [name for name in machine().refused if not rules_of(name)]
    assert refused == []
    [clone3] = rules_of("clone3")
    assert clone3["errnoRet"] == errno.ENOSYS


def test_profile__refuses_each_kind_of_namespace_and_each_unusual_socket() -> None:
    """Conditions of one rule on one argument are alternatives there, so each has a rule."""
    flags = [rule["args"][0] for rule in rules_of("clone")]
    assert all(flag["value"] == flag["valueTwo"] for flag in flags)
    assert sum(flag["value"] for flag in flags) == seccomp.NEW_NAMESPACES
    tests = [rule["args"][0] for rule in rules_of("socket")]
    equal = {test["value"] for test in tests if test["op"] == "SCMP_CMP_EQ"}
    [beyond] = [test["value"] for test in tests if test["op"] == "SCMP_CMP_GE"]
    assert set(range(beyond)) - equal == set(seccomp.ALLOWED_FAMILIES)


def test_profile__of_an_unknown_processor() -> None:
    with pytest.raises(LadderError, match="no filter of system calls for a vax processor"):
        container_seccomp.profile("vax")
