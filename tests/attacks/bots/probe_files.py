"""Attacks on files: those of the ladder, of other bots, of the system, of the kernel."""

import ctypes
import os
import re
import stat
from pathlib import Path

from attack import TARGETS, outcome_of

PROT_READ, MAP_PRIVATE = 1, 2


def _read(path):
    return outcome_of(lambda: f"read {len(Path(path).read_bytes())} bytes")


def _write(path, data=b"x"):
    def attempt():
        with Path(path).open("r+b", buffering=0) as file:
            file.write(data)
        return "written"

    return outcome_of(attempt)


def read_the_ladders_database():
    return _read(TARGETS["database"])


def read_another_bots_source():
    return [_read(path) for path in TARGETS["sources"]]


def list_the_scratch_of_the_worker():
    return os.listdir(TARGETS["scratch"])  # noqa: PTH208


def read_the_passwords_and_keys():
    return {path: _read(path) for path in ("/etc/shadow", "/root/.ssh/id_rsa", "/etc/hostname")}


def see_what_is_no_part_of_the_system():
    return sorted(os.listdir("/"))  # noqa: PTH208


def write_outside_of_the_scratch():
    """All folders that it may write in, however deep, kernel files aside."""
    found = []
    for folder, folders, _ in os.walk("/", onerror=lambda _: None):
        if folder == "/":
            folders.remove("proc")
        if outcome_of(Path(folder, "written").touch) is None:
            Path(folder, "written").unlink()
            found.append(folder)
            folders.clear()
    return sorted(found)


def hard_link_to_the_outside():
    return {
        source: outcome_of(lambda source=source: Path("/tmp/linked").hardlink_to(source))
        for source in (__file__, "/usr/bin/env")
    }


def change_its_own_program_on_disk():
    return {path: _write(path) for path in ("/proc/self/exe", __file__, "/usr/bin/env")}


def write_to_shared_code_through_its_memory():
    """Writing into a mapping of a library through /proc/self/mem makes a copy, if it works."""
    library = next(
        words[5]
        for line in Path("/proc/self/maps").read_text("utf-8").splitlines()
        if len(words := line.split()) == 6 and re.fullmatch(r"/usr/.*libc\.so.*", words[5])
    )
    file = os.open(library, os.O_RDONLY)
    before = os.pread(file, 64, 0)
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
    place = libc.mmap(None, 4096, PROT_READ, MAP_PRIVATE, file, 0)
    with Path("/proc/self/mem").open("r+b", buffering=0) as memory:
        memory.seek(place)
        outcome_of(lambda: memory.write(b"overwritten"))
    return "unchanged" if os.pread(file, 64, 0) == before else "changed"


def set_the_kernel():
    names = (
        "/proc/sys/kernel/core_pattern",
        "/proc/sys/kernel/hostname",
        "/proc/sys/kernel/modprobe",
        "/proc/sys/net/ipv4/ip_forward",
        "/proc/sys/vm/overcommit_memory",
        "/proc/sysrq-trigger",
        "/sys/kernel/uevent_helper",
        "/proc/self/uid_map",
        "/proc/self/setgroups",
    )
    return {name: _write(name, b"1") for name in names}


def live_longer_than_others_when_memory_is_short():
    return _write("/proc/self/oom_score_adj", b"-1000")


def read_the_kernels_memory():
    return {name: _read(name) for name in ("/dev/mem", "/dev/kmem", "/proc/kcore", "/dev/kmsg")}


def make_a_device():
    return outcome_of(
        lambda: os.mknod("/tmp/device", stat.S_IFBLK | 0o600, os.makedev(8, 0)) or "made"
    )


def see_the_devices():
    return sorted(
        path.resolve().name
        for path in Path("/dev").iterdir()
        if path.is_block_device() or path.is_char_device()
    )


def turn_its_socket_into_anothers():
    """The socket is the bot's; its place is not."""
    seat = "/run/siurell/seat"
    return {
        "unlink": outcome_of(lambda: Path(seat).unlink() or "gone"),
        "rename": outcome_of(lambda: Path(seat).rename("/tmp/seat") and "moved"),
        "neighbours": os.listdir(Path(seat).parent),  # noqa: PTH208
    }


ATTACKS = (
    read_the_ladders_database,
    read_another_bots_source,
    list_the_scratch_of_the_worker,
    read_the_passwords_and_keys,
    see_what_is_no_part_of_the_system,
    write_outside_of_the_scratch,
    hard_link_to_the_outside,
    change_its_own_program_on_disk,
    write_to_shared_code_through_its_memory,
    set_the_kernel,
    live_longer_than_others_when_memory_is_short,
    read_the_kernels_memory,
    make_a_device,
    see_the_devices,
    turn_its_socket_into_anothers,
)
