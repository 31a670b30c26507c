"""Goes on while it should stand still; tells how far its thread came while others were asked."""

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time

from attack import play, tell

TICK_S = 0.001
PR_SET_CHILD_SUBREAPER = 36
CHAIN = """
import os, signal, sys, time
top = int(sys.argv[1])
while True:
    try:
        if os.fork():
            os._exit(0)
    except OSError:
        time.sleep(0.0001)
        continue
    os.kill(top, signal.SIGCONT)
"""
WAKER = """
import os, signal, sys, time
while True:
    os.kill(int(sys.argv[1]), signal.SIGCONT)
    time.sleep(0.0005)
"""
LIBC = ctypes.CDLL(None, use_errno=True)
TIMER_CREATE, TIMER_SETTIME = {"x86_64": (222, 223), "aarch64": (107, 110)}[os.uname().machine]


class SignalEvent(ctypes.Structure):
    _fields_ = [
        ("value", ctypes.c_void_p),
        ("signal", ctypes.c_int),
        ("notify", ctypes.c_int),
        ("rest", ctypes.c_int * 16),
    ]


def by_a_chain_of_processes():
    """Each lives for a moment only, and none is there when somebody looks for it."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    subprocess.Popen([sys.executable, "-S", "-c", CHAIN, str(os.getpid())])


def by_a_child():
    """A child in a session of its own wakes its parent."""
    subprocess.Popen([sys.executable, "-S", "-c", WAKER, str(os.getpid())], start_new_session=True)


def by_timers():
    """Timers of the kernel send the signal that lets it go on, one after the other."""
    signal.signal(signal.SIGCONT, lambda *_: None)
    event = SignalEvent(None, signal.SIGCONT, 0)
    for _ in range(20):
        timer = ctypes.c_int(0)
        if LIBC.syscall(TIMER_CREATE, 1, ctypes.byref(event), ctypes.byref(timer)) == 0:
            timers.append(timer)


def set_timers():
    """Each rings once, and they are set anew for each time that others are asked."""
    for number, timer in enumerate(timers, 1):
        after = (ctypes.c_long * 4)(0, 0, 0, number * 1_500_000)
        LIBC.syscall(TIMER_SETTIME, timer, 0, after, None)


def by_its_stopped_children():
    """Children that it stopped itself are let go on by whoever continues it."""
    for _ in range(4):
        child = subprocess.Popen([sys.executable, "-S", "-c", WAKER, str(os.getpid())])
        os.kill(child.pid, signal.SIGSTOP)


class Pondering:
    """Counts in a thread; what it counted while it was not asked does not count as asked."""

    def __init__(self):
        self.counted = 0
        self.others_s = self.gained_s = 0.0
        self.answered = None

    def count(self):
        while True:
            self.counted += 1
            time.sleep(TICK_S)

    def look(self):
        """At the beginning of each decision."""
        if self.answered is not None:
            then, counted = self.answered
            self.others_s += time.monotonic() - then
            self.gained_s += (self.counted - counted) * TICK_S
            tell("pondered", [self.gained_s, self.others_s])
        self.answered = time.monotonic(), self.counted


def at_each_question():
    pondering.look()
    set_timers()


timers = []
pondering = Pondering()
attack = {
    each.__name__: each
    for each in (by_a_chain_of_processes, by_a_child, by_timers, by_its_stopped_children)
}[sys.argv[1]]
threading.Thread(target=pondering.count, daemon=True).start()
play(attack, every=at_each_question)
