"""A sound bot that makes no decision before a signal has let it go on."""

import signal

# Before any thread there is: it comes to none that would end of it, and waits if it is early.
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})

from attack import play  # noqa: E402


def wait_to_be_let_go_on():
    return signal.sigtimedwait({signal.SIGUSR1}, 240) is not None


play(wait_to_be_let_go_on)
