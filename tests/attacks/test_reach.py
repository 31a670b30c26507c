"""What a bot can reach: one attacker tries it all in one match, each test looks at one attack."""

from __future__ import annotations

import hashlib
import os
import signal
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from ladder.worker.sandbox.bwrap_view import BOT, SEAT, WRITABLE
from ladder.worker.sandbox.tree import process_facts

pytestmark = [pytest.mark.process, pytest.mark.asyncio(loop_scope="module")]

LIBC = sorted(Path("/usr/lib").glob("**/libc.so.6"))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def said(ring, listeners, expect_sound, tmp_path_factory) -> dict[str, Any]:
    """What the attacker told; it and the sound bot played to the end."""
    database = tmp_path_factory.mktemp("ladder") / "ladder.db"
    database.write_bytes(b"SQLite format 3")
    before = [hashlib.sha256(path.read_bytes()).digest() for path in LIBC]
    sound = ring.sound()
    prober = ring.bot(
        "prober",
        database=str(database),
        sources=[str(sound.folder / "bot.py"), str(sound.folder / "sound.py"), "/bot/../bot.py"],
        scratch=str(ring.scratch),
        referee=ring.referee.pid,
        control=str(ring.referee._running.folder / "control"),
        port=listeners["port"],
        abstract=listeners["name"],
    )
    match = await ring.play([prober, sound], clock="300s")
    expect_sound(match, 0, 1)
    assert [hashlib.sha256(path.read_bytes()).digest() for path in LIBC] == before
    return match.said(0)


# -------------------------------------------------------------------------------------- files


async def test_read_the_ladders_database(said) -> None:
    """Where the ladder keeps its store, a bot sees nothing."""
    assert said["read_the_ladders_database"] == "ENOENT"


async def test_read_another_bots_source(said) -> None:
    """F17: neither what its author submitted nor the copy that runs is there for another bot."""
    assert set(said["read_another_bots_source"]) == {"ENOENT"}
    assert said["list_the_scratch_of_the_worker"] == "ENOENT"


async def test_read_the_passwords_and_keys(said, in_containers) -> None:
    """Of the operator's files and the system's settings there are none but what programs need."""
    if in_containers:
        assert said["read_the_passwords_and_keys"].pop("/etc/hostname") == "read 3 bytes"
    assert set(said["read_the_passwords_and_keys"].values()) <= {"ENOENT", "EACCES"}


async def test_see_what_is_no_part_of_the_system(said, in_containers) -> None:
    """Of the system there is what programs need; a container has an image's folders."""
    if in_containers:
        pytest.skip("an image has all folders of a system, with what was put there")
    seen = set(said["see_what_is_no_part_of_the_system"])
    assert seen.isdisjoint({"boot", "mnt", "media", "opt", "srv", "sys", "var"})


async def test_write_outside_of_the_scratch(said) -> None:
    """Of all folders that it finds, it may write in its scratch alone."""
    assert said["write_outside_of_the_scratch"] == sorted(WRITABLE)


async def test_hard_link_to_the_outside(said) -> None:
    """A file of the system or of its own folder gets no second name in its scratch."""
    assert set(said["hard_link_to_the_outside"].values()) == {"EXDEV"}


async def test_change_its_own_program_on_disk(said) -> None:
    """The interpreter that others run too, and its folder, are read-only."""
    assert set(said["change_its_own_program_on_disk"].values()) <= {"EROFS", "EACCES", "ETXTBSY"}


async def test_write_to_shared_code_through_its_memory(said) -> None:
    """What it writes through /proc/self/mem stays in its own memory; the library is as before."""
    assert said["write_to_shared_code_through_its_memory"] == "unchanged"


async def test_set_the_kernel(said) -> None:
    """The settings under /proc/sys and the like can be read at most."""
    assert set(said["set_the_kernel"].values()) <= {"EROFS", "EACCES", "EPERM", "ENOENT"}


async def test_live_longer_than_others_when_memory_is_short(said) -> None:
    """A bot does not put itself behind others when the kernel looks for what to end."""
    assert said["live_longer_than_others_when_memory_is_short"] == "EACCES"


async def test_read_the_kernels_memory(said) -> None:
    """No memory of the machine is to be read, and no log of its kernel."""
    assert set(said["read_the_kernels_memory"].values()) <= {"ENOENT", "EACCES", "EPERM"}


async def test_make_a_device(said) -> None:
    """It can make no device, and has the harmless ones alone."""
    assert said["make_a_device"] == "EPERM"
    harmless = {"null", "zero", "full", "random", "urandom", "tty", "console", "ptmx"}
    assert set(said["see_the_devices"]) <= harmless


async def test_turn_its_socket_into_anothers(said) -> None:
    """Its seat's socket cannot be moved or replaced, and no other seat's lies beside it."""
    outcomes = said["turn_its_socket_into_anothers"]
    assert outcomes.pop("neighbours") == [Path(SEAT).name]
    assert set(outcomes.values()) <= {"EROFS", "EBUSY", "EACCES", "EXDEV"}


# ---------------------------------------------------------------------------------- processes


async def test_read_the_environment_of_the_referee(said) -> None:
    """In it would stand the token by which hosts prove themselves."""
    assert said["read_the_environment_of_the_referee"] == "ENOENT"


async def test_see_other_processes(said) -> None:
    """It sees itself and the first process of its namespace."""
    assert len(said["see_other_processes"]) == 2
    assert min(said["see_other_processes"]) == 1


async def test_read_the_environment_of_the_first_process(said, in_containers) -> None:
    """Bubblewrap's own process is out of sight; that of a container never had the secret."""
    if in_containers:
        found = said["read_the_environment_of_the_first_process"]
        assert "HOSTNAME=bot" in found
        assert "TOKEN" not in found
        return
    assert said["read_the_environment_of_the_first_process"] == "ENOENT"


async def test_steer_the_first_process(said, in_containers) -> None:
    """A process of the same user could be made to do what the bot's limits forbid it."""
    if in_containers:
        pytest.skip("the first process of a container is under all limits of the bot")
    assert set(said["steer_the_first_process"].values()) == {"ENOENT"}


async def test_kill_the_referee(said, ring) -> None:
    """F17: its process id means nothing inside; the referee lives."""
    assert said["kill_the_referee"] == "ESRCH"
    assert said["signal_the_referee_by_a_file"] == "ESRCH"
    assert process_facts(ring.referee.pid).alive


async def test_kill_the_first_process(said) -> None:
    """A signal to it has no effect."""
    assert said["kill_the_first_process"] == "parent 1"


async def test_trace_the_referee(said) -> None:
    """Tracing is refused before the kernel looks whom."""
    assert said["trace_the_referee"] == "EPERM"


async def test_reset_its_cpu_affinity(said) -> None:
    """A bot keeps the cores it was given."""
    assert said["take_back_the_processors"] == "EPERM"


async def test_go_before_others(said) -> None:
    """It gets no better place in the queue for the processor."""
    assert set(said["go_before_others"].values()) <= {"EPERM", "EACCES"}


async def test_raise_its_limits(said) -> None:
    """No limit goes up again."""
    assert set(said["raise_its_limits"].values()) == {"refused"}


async def test_dump_its_core(said) -> None:
    """A process that dies of a fault leaves no image of its memory."""
    outcome = said["dump_its_core"]
    assert outcome == {"signal": signal.SIGSEGV, "dumped": False, "files": []}


async def test_become_root(said) -> None:
    """The calls for it are refused."""
    assert set(said["become_root"].values()) <= {"EPERM", "EINVAL"}


async def test_become_root_by_a_program(said) -> None:
    """su, mount and their like run as the bot's user, whatever their bits say."""
    assert set(said["become_root_by_a_program"].values()) <= {"refused", "absent"}


async def test_become_root_by_its_own_program(said) -> None:
    """A program in its scratch with such a bit runs as the bot itself."""
    assert said["become_root_by_its_own_program"] is True


async def test_have_rights(said) -> None:
    """It has no capability, gets none by starting programs, and is under the filter."""
    rights = said["have_rights"]
    assert (rights.pop("NoNewPrivs"), rights.pop("Seccomp")) == (1, 2)
    assert set(rights.values()) == {0}


# ------------------------------------------------------------------------------------ network


async def test_connect_to_another_bot_on_loopback(said, listeners) -> None:
    """Loopback inside is not that of the machine: nobody calls who listens here."""
    outcomes = said["connect_to_another_bot_on_loopback"].values()
    assert set(outcomes) <= {"ECONNREFUSED", "EADDRNOTAVAIL", "ENETUNREACH"}
    with pytest.raises(BlockingIOError):
        listeners["tcp"].accept()


async def test_connect_to_an_abstract_socket(said, listeners) -> None:
    """Sockets without a file belong to the network, of which a bot has its own."""
    assert said["connect_to_an_abstract_socket"] == "ECONNREFUSED"
    with pytest.raises(BlockingIOError):
        listeners["abstract"].accept()


async def test_connect_to_the_referees_control(said) -> None:
    """The socket of the hosts is not there."""
    assert said["connect_to_the_referees_control"] == "ENOENT"


async def test_find_another_seats_socket(said) -> None:
    """Pitfall 7: in all that it sees there is one socket: its own."""
    assert said["find_another_seats_socket"] == [SEAT]


async def test_have_a_way_to_the_internet(said) -> None:
    """There is no interface but loopback and no route."""
    assert said["have_a_way_to_the_internet"] == {
        "way": "ENETUNREACH",
        "interfaces": ["lo"],
        "routes": [],
        "routes by others": [],
    }


async def test_make_an_interface(said) -> None:
    """The kernel says no over netlink too."""
    assert said["make_an_interface"] == os.strerror(1)


async def test_hear_the_machine_over_netlink(said) -> None:
    """No group with messages about the machine takes it in."""
    refused = {"EPERM", "EPROTONOSUPPORT", "ECONNREFUSED"}
    assert set(said["hear_the_machine_over_netlink"].values()) <= refused


async def test_use_other_kinds_of_sockets(said) -> None:
    """Kinds of sockets that could lead out of its network are not to be had."""
    assert set(said["use_other_kinds_of_sockets"].values()) <= {"EPERM", "EAFNOSUPPORT"}


# ------------------------------------------------------------------------------------- kernel


async def test_make_calls_that_no_player_needs(said) -> None:
    """io_uring, keyctl, namespaces, bpf, perf, timers that send signals, and more are refused."""
    outcomes = said["make_calls_that_no_player_needs"]
    assert outcomes.pop("clone3") == "ENOSYS"
    assert {name for name, outcome in outcomes.items() if outcome != "EPERM"} == set()


async def test_call_as_another_machine(said) -> None:
    """Calls under the numbers of 32-bit programs end the process or are unknown."""
    outcomes = said["call_as_another_machine"]
    assert outcomes == {"32 bits": -signal.SIGSYS, "x32": "ENOSYS"}


async def test_type_into_the_operators_terminal(said) -> None:
    """There is no terminal, and the request itself is refused."""
    assert said["type_into_the_operators_terminal"] == {
        "terminal": "ENXIO",
        "TIOCSTI": ["EPERM"],
        "TIOCLINUX": ["EPERM"],
    }


async def test_have_the_kernel_wake_it(said) -> None:
    """No file sends a signal of the bot's choice, by which a stopped bot would go on."""
    assert said["have_the_kernel_wake_it"] == "EPERM"


async def test_its_folder_is_where_it_was_told(said) -> None:
    """All of this was tried from inside, in the folder of a bot."""
    assert BOT.lstrip("/") in said["see_what_is_no_part_of_the_system"]
