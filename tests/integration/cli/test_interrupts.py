"""An interrupt waits for the end of the block, and is not lost."""

from __future__ import annotations

import signal

import pytest

from ladder.cli.interrupts import held


def test_held__an_interrupt_waits_for_the_end_of_the_block() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), held():
        signal.raise_signal(signal.SIGINT)
        done.append("the rest of the block")
    assert done


def test_held__what_held_before_holds_again() -> None:
    before = signal.getsignal(signal.SIGINT)
    with held():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_held__an_error_in_the_block_comes_out() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(ZeroDivisionError), held():
        _ = 1 / 0
    assert signal.getsignal(signal.SIGTERM) is before
