"""Submitting over the wire: what becomes a version, and what is refused and leaves nothing."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import pytest
from siurell.v1 import ladder_service_pb2 as pb

from ladder.api.client import RemoteLadder
from ladder.api.limits import CHUNK_BYTES
from ladder.api.line import Line
from ladder.domain.states import VersionState
from ladder.services.bots import list_bots
from ladder.services.submit import pending
from ladder.services.uploads import MAX_PACKED

LIMIT_S = 20.0


def test_submit__a_folder_waits_for_its_check_and_is_its_authors(arena, caller, make_bot, refused):
    folder = make_bot()
    version = caller("ana").submit(folder, note="first")
    assert (version.label, version.state) == ("mybot@1", VersionState.PENDING)
    assert [one.digest for one in pending(arena)] == [version.digest]
    stored = arena.home.versions / version.digest / "bot.py"
    assert stored.read_text() == "print()\n"
    assert refused(lambda: caller("bob").submit(folder)) == "NAME_TAKEN"
    again = caller("ana").submit(folder)
    assert (again.number, again.known) == (1, True)


def test_submit__two_at_once_are_two_versions(arena, caller, make_bot):
    ladders = [caller("ana"), caller("ana")]
    folders = [make_bot(code=f"print({n})\n") for n in range(2)]
    found: list[int] = []
    threads = [
        threading.Thread(target=lambda n=n: found.append(ladders[n].submit(folders[n]).number))
        for n in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LIMIT_S)
    assert sorted(found) == [1, 2]


def test_submit__a_wrong_token_is_told_whatever_the_size(served, make_bot, refused):
    """gRPC loses the refusal now and then when it comes while pieces are still sent."""
    folder = make_bot()
    (folder / "weights.bin").write_bytes(random.Random(1).randbytes(4 << 20))
    for _ in range(6):
        with Line(served.way, "wrong") as line:
            assert refused(lambda line=line: RemoteLadder(line).submit(folder)) == "UNAUTHENTICATED"


def test_submit__what_is_unfit_is_not_sent_at_all(served, caller, make_bot, refused):
    ladder = caller()
    folder = make_bot()
    (folder / "siurell.toml").write_text("name = 3")
    served.stop()
    assert refused(lambda: ladder.submit(folder)) == "BAD_MANIFEST"


def header(**fields: str) -> pb.SubmitVersionRequest:
    return pb.SubmitVersionRequest(header=pb.SubmissionHeader(**fields))


def chunk(data: bytes) -> pb.SubmitVersionRequest:
    return pb.SubmitVersionRequest(chunk=data)


def test_upload__is_bounded_by_its_size(arena, raw):
    """What is too large is cut off before it is all there."""

    sent = 0

    async def pieces(number):
        nonlocal sent
        yield header()
        for _ in range(number):
            sent += 1
            yield chunk(bytes(CHUNK_BYTES))

    call = raw()
    refusal = call.refused("SubmitVersion", pieces(MAX_PACKED // CHUNK_BYTES + 1))
    assert refusal == ("RESOURCE_EXHAUSTED", "TOO_LARGE")
    call.refused("SubmitVersion", pieces(100_000))
    assert sent < 3 * MAX_PACKED // CHUNK_BYTES
    assert list_bots(arena) == []


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        ([], "NO_HEADER"),
        ([chunk(b"x")], "NO_HEADER"),
        ([header(), header()], "BAD_PIECE"),
        ([header(), chunk(bytes(CHUNK_BYTES + 1))], "BAD_PIECE"),
        ([header(), chunk(b"no archive")], "BROKEN_ARCHIVE"),
        ([header()], "BROKEN_ARCHIVE"),
        ([header(shipped="greedy"), chunk(b"x")], "BAD_PIECE"),
    ],
)
def test_upload__garbage_is_refused(pieces, reason, raw):
    async def sent():
        for piece in pieces:
            yield piece

    _, found = raw().refused("SubmitVersion", sent())
    assert found == reason


@pytest.mark.parametrize(
    ("member", "reason"),
    [
        ({"name": "../evil.py"}, "UNSAFE"),
        ({"name": "/etc/evil"}, "UNSAFE"),
        ({"name": "link", "type": b"2", "linkname": "/etc/passwd"}, "UNSAFE"),
        ({"name": "fifo", "type": b"6"}, "UNSAFE"),
        ({"name": "many", "copies": 1_100}, "TOO_MANY_FILES"),
    ],
)
def test_upload__a_hostile_archive_is_refused_and_leaves_nothing(
    arena, make_bot, member, reason, raw
):
    packed = archive_with(make_bot(), **member)

    async def sent():
        yield header()
        yield chunk(packed)

    _, found = raw().refused("SubmitVersion", sent())
    assert found == reason
    assert list_bots(arena) == []
    assert [path for path in arena.home.path.rglob("*") if "evil" in path.name] == []


def archive_with(folder: Path, *, name: str, copies: int = 1, **fields: object) -> bytes:
    """A bot's folder with something else in it."""
    import io
    import tarfile

    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for file in ("siurell.toml", "bot.py"):
            archive.add(folder / file, file)
        for number in range(copies):
            member = tarfile.TarInfo(name if copies == 1 else f"{name}{number}")
            for field, value in fields.items():
                setattr(member, field, value)
            archive.addfile(member)
    return packed.getvalue()
