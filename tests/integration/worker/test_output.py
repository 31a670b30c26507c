"""What is kept of what a bot wrote."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ladder.worker.sandbox.base import Limits
from ladder.worker.sandbox.output import LAST_LINES, HeadAndTail, Output, readable


@given(st.lists(st.binary(max_size=40)), st.integers(0, 20), st.integers(0, 20))
def test_head_and_tail__any_pieces(pieces: list[bytes], head: int, tail: int):
    pieces = [bytes(byte % 26 + 97 for byte in piece) for piece in pieces]
    kept = HeadAndTail(head, tail)
    for piece in pieces:
        kept.add(piece)
    whole = b"".join(pieces).decode()
    text = kept.text()
    if len(whole) <= head + tail:
        assert text == whole
    else:
        left_out = len(whole) - head - tail
        end = whole[len(whole) - tail :]
        assert text == f"{whole[:head]}\n[{left_out} bytes left out]\n{end}"


def test_log__of_a_match_has_a_budget_whatever_was_written():
    """H16: at most so many bytes of log for each seat of a match."""
    limits = Limits()
    output = Output(limits)
    for _ in range(200):
        output.add(b"x" * 65_536, stderr=False)
    mark = 40
    assert len(output.take().encode()) <= limits.head_bytes + limits.tail_bytes + mark
    assert limits.head_bytes + limits.tail_bytes <= 64 << 10


def test_allowance__begins_anew_with_each_match():
    output = Output(Limits(output_bytes=10))
    output.add(b"123456", stderr=False)
    output.add(b"1234", stderr=True)
    assert not output.too_much
    output.add(b"1", stderr=False)
    assert output.too_much
    assert output.take() == "12345612341"
    assert not output.too_much


def test_last_lines__stderr_only_and_few():
    output = Output(Limits())
    output.add(b"to stdout\n", stderr=False)
    output.add("".join(f"line {n}\n" for n in range(100)).encode(), stderr=True)
    lines = output.last_lines().splitlines()
    assert lines == [f"line {n}" for n in range(100 - LAST_LINES, 100)]


def test_text__steers_no_terminal():
    assert readable(b"a\x1b[2Jb\x07\r\nc\td\xff") == "a�[2Jb�\nc\td�"
