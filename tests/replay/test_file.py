"""The file: its bytes, what is damaged, and what this release cannot read."""

from __future__ import annotations

import gzip
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from siurell.errors import ReplayError
from siurell.replay.container import pack, unpack
from siurell.replay.format import MAX_BYTES
from siurell.replay.read import read_replay
from siurell.replay.verify import verify
from siurell.testing.toy import Toy


@pytest.fixture(scope="module")
def data(kit):
    return kit.play([kit.Chooser, kit.Faulty, kit.Chooser]).replay.data


def reason(data, **given):
    with pytest.raises(ReplayError) as caught:
        read_replay(data, **{"game": Toy(), **given})
    assert str(caught.value).endswith(".")
    return caught.value.reason


def test_file__is_gzip_that_anybody_can_open(data):
    lines = gzip.decompress(data).decode().splitlines()
    assert lines[0].startswith('{"siurell":"replay","format":1,')
    assert lines[-1].startswith('{"digest":"')


def test_file__the_same_match_gives_the_same_bytes(kit):
    one, two = (kit.play([kit.Chooser] * 2).replay for _ in range(2))
    assert one == two
    assert kit.play([kit.Chooser] * 2, seed=b"8" * 32).replay != one


def test_file__every_byte_is_checked(data):
    for place in range(len(data)):
        damaged = bytearray(data)
        damaged[place] ^= 0xFF
        assert reason(bytes(damaged)) in ("EDITED", "TRUNCATED", "NOT_A_REPLAY"), place


def test_file__cut_off_anywhere(data):
    for length in range(len(data)):
        assert reason(data[:length]) == "TRUNCATED", length


@pytest.mark.parametrize("tail", [b"\0", b"\n", b"x" * 100])
def test_file__nothing_may_follow(data, tail):
    assert reason(data + tail) == "EDITED"


def test_file__two_in_one(data):
    assert reason(data + data) == "EDITED"


@pytest.mark.parametrize("other", [b"PK\x03\x04", b"hello", b"{}", gzip.compress(b"x", mtime=9)])
def test_file__something_else(other):
    assert reason(other) == "NOT_A_REPLAY"


def test_file__a_bomb_is_not_unpacked():
    bomb = pack(b"0" * (MAX_BYTES + 1))
    assert len(bomb) < 30_000
    assert reason(bomb) == "TOO_BIG"
    assert reason(bytes(MAX_BYTES + 1)) == "TOO_BIG"


def test_file__as_large_as_allowed_is_unpacked():
    assert len(unpack(pack(bytes(MAX_BYTES)))) == MAX_BYTES


def test_file__that_is_not_there(tmp_path):
    assert reason(tmp_path / "none.replay") == "UNREADABLE"
    assert reason(tmp_path) == "UNREADABLE"


def test_file__from_a_path(tmp_path, data):
    path = tmp_path / "m.replay"
    path.write_bytes(data)
    assert read_replay(path, game=Toy()) is not None


def test_file__edited_and_packed_again(data):
    content = gzip.decompress(data)
    assert reason(pack(content.replace(b'"m-1"', b'"m-2"'))) == "EDITED"
    assert reason(pack(content.replace(b"bid 0", b"bid 1", 1))) == "EDITED"


def test_file__without_its_last_lines(data):
    content = gzip.decompress(data)
    lines = content.splitlines(keepends=True)
    for kept in range(len(lines)):
        assert reason(pack(b"".join(lines[:kept]))) == "TRUNCATED"
    assert reason(pack(content[:-1])) == "TRUNCATED"


def test_file__bytes_that_are_no_ascii(data):
    assert reason(pack(gzip.decompress(data).replace(b"seat", b"se\xe4t"))) == "EDITED"


def test_file__of_another_format_says_which_release_reads_it(kit, data):
    header, events, result = kit.take_apart(data)
    newer = kit.put_together({**header, "format": 3, "by": "9.1.0"}, events, result)
    with pytest.raises(ReplayError, match=r"format 3.*formats 1 and 2.*9\.1\.0") as caught:
        read_replay(newer, game=Toy())
    assert caught.value.reason == "OTHER_FORMAT"


def test_file__of_other_rules_says_which_release_reads_it(kit, data):
    header, events, result = kit.take_apart(data)
    newer = kit.put_together({**header, "rules": "toy-7", "by": "9.1.0"}, events, result)
    with pytest.raises(ReplayError, match=r"toy-7.*9\.1\.0") as caught:
        read_replay(newer, game=Toy())
    assert caught.value.reason == "OTHER_RULES"


def test_file__of_an_unknown_game(data):
    with pytest.raises(ReplayError, match="toy") as caught:
        read_replay(data)
    assert caught.value.reason == "UNKNOWN_GAME"


def test_file__of_another_game_than_asked_for(kit, data):
    header, events, result = kit.take_apart(data)
    other = kit.put_together({**header, "game": "finca"}, events, result)
    assert reason(other) == "OTHER_GAME"


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300), st.booleans())
def test_fuzz__bytes_of_any_kind(noise, packed):
    content = pack(noise) if packed else noise
    try:
        read_replay(content, game=Toy())
    except ReplayError as error:
        assert error.reason
    else:
        raise AssertionError("noise is no replay")


@settings(max_examples=200, deadline=None)
@given(where=st.floats(0, 1), count=st.integers(0, 40), noise=st.binary(max_size=40))
def test_fuzz__bytes_replaced_inside(kit, where, count, noise):
    data = kit.play([kit.Chooser, kit.Faulty, kit.Chooser]).replay.data
    place = int(where * len(data))
    changed = data[:place] + noise + data[place + count :]
    try:
        replay = read_replay(changed, game=Toy())
    except ReplayError:
        return
    assert changed == data and verify(replay).ok


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_fuzz__bodies_that_are_not_deflated(body):
    head = pack(b"")[:10]
    with pytest.raises(ReplayError):
        read_replay(head + body, game=Toy())
    with pytest.raises(ReplayError):
        read_replay(head + zlib.compress(body)[2:-4] + bytes(8) + b"!", game=Toy())
