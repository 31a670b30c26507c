"""Takes what there is to take: processes, threads, memory in all its forms, room for files.

Each attack stops at three times what a bot may have, if nothing stops it before.
"""

import ctypes
import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

from attack import TARGETS, main, outcome_of

MIB = 1 << 20
MOST_MIB = TARGETS.get("most_mib", 0)
PIECE_MIB = 4
HELD = []
TMP, HOME = os.environ["TMPDIR"], os.environ["HOME"]
FORKS = """
import os, sys, time
while True:
    try:
        if os.fork():
            os.write(int(sys.argv[1]), b"x")
    except OSError:
        time.sleep(0.02)
"""
HOLDS = """
import sys, time
held = [bytearray(b"x") * (1 << 20) for _ in range(int(sys.argv[1]))]
time.sleep(600)
"""


def _after_a_while(taken, seconds=20):
    """Hold on to what was taken: who may not have it is ended before this is over."""
    time.sleep(seconds)
    return taken


def fork_bomb():
    """Processes that start processes until there are no more; each tells of those it started."""
    told, tells = os.pipe()
    os.set_blocking(told, False)
    subprocess.Popen([sys.executable, "-S", "-c", FORKS, str(tells)], pass_fds=[tells])
    started = looks = 0
    end = time.monotonic() + 20
    while looks < 10 and started < 3 * TARGETS["most"] and time.monotonic() < end:
        time.sleep(0.1)
        try:
            started += len(os.read(told, 1 << 16))
            looks = 0
        except BlockingIOError:
            looks += started > 0
    return started


def thread_bomb():
    """Threads until one cannot be started."""
    started = 0
    try:
        for _ in range(3 * TARGETS["most"]):
            threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
            started += 1
    except RuntimeError:
        pass
    return started


def memory_in_one_process():
    for _ in range(MOST_MIB // PIECE_MIB):
        HELD.append(bytearray(b"x") * (PIECE_MIB * MIB))
        time.sleep(0.005)
    return _after_a_while(f"{MOST_MIB} MiB")


def memory_over_eight_children():
    hold = [sys.executable, "-S", "-c", HOLDS, str(MOST_MIB // 8)]
    for _ in range(8):
        subprocess.Popen(hold)
    return _after_a_while(f"{MOST_MIB} MiB")


def memory_in_files_without_a_name():
    for _ in range(MOST_MIB // PIECE_MIB):
        HELD.append(os.memfd_create("taken"))
        os.write(HELD[-1], bytes(PIECE_MIB * MIB))
    return _after_a_while(f"{MOST_MIB} MiB")


def memory_that_was_let_go_of():
    """Shared memory whose pages no process holds any more stays until the mapping ends."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
    libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    zero = os.open("/dev/zero", os.O_RDWR)
    outcomes = {}
    for name, flags, file in (("anonymous", 0x21, -1), ("/dev/zero", 0x01, zero)):
        size = PIECE_MIB * MIB
        for piece in range(MOST_MIB // PIECE_MIB):
            place = libc.mmap(None, size, 3, flags, file, 0)
            if place == ctypes.c_void_p(-1).value:
                outcomes[name] = f"refused after {piece * PIECE_MIB} MiB"
                break
            ctypes.memset(place, 1, size)
            libc.madvise(place, size, 4)
        else:
            outcomes[name] = _after_a_while(f"{MOST_MIB} MiB")
    return outcomes


def memory_of_empty_files():
    for number in range(150_000):
        os.mkdir(f"{TMP}/{number:06d}{'x' * 200}")  # noqa: PTH102 - it has to be quick
    return _after_a_while("150000 folders")


def memory_in_sockets():
    """Bytes that were sent and that nobody takes."""
    sent = 0
    for _ in range(450):
        HELD.extend(socket.socketpair())
        for line in HELD[-2:]:
            line.setblocking(False)
            try:
                while sent < MOST_MIB * MIB:
                    sent += line.send(bytes(1 << 16))
            except BlockingIOError:
                pass
    return _after_a_while(f"{sent // MIB} MiB")


def memory_in_tcp_sockets():
    sent = 0
    with socket.create_server(("127.0.0.1", 0), backlog=128) as server:
        for _ in range(120):
            line = socket.create_connection(server.getsockname())
            HELD.extend([line, server.accept()])
            line.setblocking(False)
            try:
                while sent < MOST_MIB * MIB:
                    sent += line.send(bytes(1 << 20))
            except BlockingIOError:
                pass
    # Where these lines take little, it is less than it may have.
    return _after_a_while(f"{sent // MIB} MiB", seconds=20 if sent > MOST_MIB * MIB // 3 else 1)


def disk_fill():
    """Large files wherever it goes; then folders in folders, and names that are hard to remove."""
    mark = TARGETS["mark"]
    written = {}
    for place in (TMP, "/dev/shm", HOME, ".", "/var/tmp", "/run"):
        written[place] = outcome_of(lambda place=place: _fill(Path(place, f"{mark}-fill")))
    Path(TMP, f"{mark}-fill").unlink(missing_ok=True)
    os.chdir(TMP)
    for name in (f"{mark}\n\x1b[2J", f"{mark}\\", os.fsdecode(b"\xff" + mark.encode()), "x" * 255):
        Path(name).write_text("x", "utf-8")
    for _ in range(2000):
        Path(f"{mark}-deep").mkdir()
        os.chdir(f"{mark}-deep")
    return written


def _fill(path):
    written = 0
    with path.open("wb", buffering=0) as file:
        try:
            while written < MOST_MIB * MIB:
                written += file.write(bytes(1 << 18))
        except OSError:
            pass
    return written


def flood_stdout():
    while True:
        os.write(1, b"x" * 65536)


def flood_stderr():
    while True:
        os.write(2, b"x\n" * 32768)


main(
    fork_bomb,
    thread_bomb,
    memory_in_one_process,
    memory_over_eight_children,
    memory_in_files_without_a_name,
    memory_that_was_let_go_of,
    memory_of_empty_files,
    memory_in_sockets,
    memory_in_tcp_sockets,
    disk_fill,
    flood_stdout,
    flood_stderr,
)
