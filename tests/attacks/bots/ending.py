"""Stays when it should end, ends when it should stay, or does not answer."""

import os
import signal
import subprocess
import sys
import threading
import time

from attack import main

DAEMON = """
import os, signal, sys, time
for number in range(1, signal.NSIG):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
if os.fork():
    os._exit(0)
os.setsid()
if os.fork():
    os._exit(0)
os.chdir("/")
if sys.argv[1:] != ["keep"]:
    os.closerange(0, 256)
time.sleep(600)
"""


def leave_a_daemon():
    """One that has nothing of its parent: no session, no environment, no files."""
    subprocess.run([sys.executable, "-S", "-c", DAEMON], env={}, check=True)
    return "left"


def die_and_leave_a_daemon_at_its_pipes():
    """Whoever waits for the end of its output waits for the daemon."""
    subprocess.run([sys.executable, "-S", "-c", DAEMON, "keep"], env={}, check=True)
    os._exit(5)


def sleep_for_ever():
    time.sleep(600)


def stop_itself():
    """After as much output as a pipe takes."""
    os.write(2, b"x" * (1 << 20))
    os.kill(os.getpid(), signal.SIGSTOP)
    time.sleep(600)


def stay_after_the_game():
    """A thread that nothing ends, as a line that was not closed leaves one behind."""
    threading.Thread(target=time.sleep, args=(600,)).start()
    return "stays"


def close_all_its_output():
    sys.stdout = sys.stderr = None
    for file in range(3):
        os.close(file)


def kill_all_it_can():
    """All processes that it may signal, in one call."""
    os.kill(-1, signal.SIGKILL)
    return "alone"


def become_another_program():
    os.execv(sys.executable, [sys.executable, "-S", "-c", "import time; time.sleep(600)"])


main(
    leave_a_daemon,
    die_and_leave_a_daemon_at_its_pipes,
    sleep_for_ever,
    stop_itself,
    stay_after_the_game,
    close_all_its_output,
    kill_all_it_can,
    become_another_program,
)
