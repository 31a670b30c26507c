"""Folders and archives of bots: what is taken, and what is refused."""

from __future__ import annotations

import io
import os
import shutil
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from siurell.errors import LadderError

from ladder.domain.bot_files import SUBMITTED, BotFile, content_digest
from ladder.store.archives import read_archive
from ladder.store.home import Home
from ladder.store.packages import read_folder
from ladder.store.versions import is_intact, store_version

Names = Callable[[list[BotFile]], list[str]]
MANIFEST = b'name = "mybot"\ngames = ["finca"]\n'
PLAIN = {"siurell.toml": MANIFEST, "bot.py": b"print()\n", "lib/x.py": b"x = 1\n"}


def zipped(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def tarred(path: Path, files: dict[str, bytes], *extra: tarfile.TarInfo) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
        for member in extra:
            archive.addfile(member)
    return path


def packed(tmp_path: Path, kind: str, files: dict[str, bytes]) -> Path:
    pack = zipped if kind == "zip" else tarred
    return pack(tmp_path / f"bot.{kind}", files)


KINDS = pytest.mark.parametrize("kind", ["zip", "tar.gz", "tgz"])


def test_folder__is_read_without_caches(bot_folder: Path, names: Names) -> None:
    for ignored in ("__pycache__", ".git", ".venv/lib"):
        (bot_folder / ignored).mkdir(parents=True)
        (bot_folder / ignored / "x").write_text("left out")
    (bot_folder / "lib").mkdir()
    (bot_folder / "lib" / "deep.py").write_text("")
    assert names(read_folder(bot_folder)) == ["bot.py", "lib/deep.py", "siurell.toml"]


@KINDS
def test_archive__gives_the_same_content_as_the_folder(
    tmp_path: Path, kind: str, names: Names
) -> None:
    folder = tmp_path / "folder"
    for name, data in PLAIN.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    flat = read_archive(packed(tmp_path, kind, PLAIN))
    assert names(flat) == ["bot.py", "lib/x.py", "siurell.toml"]
    wrapped = {f"mybot-1.0/{name}": data for name, data in PLAIN.items()}
    inside = read_archive(packed(tmp_path, kind, {**wrapped, "mybot-1.0/.git/config": b"x"}))
    assert content_digest(flat) == content_digest(inside) == content_digest(read_folder(folder))


def test_digest__depends_on_names_bytes_and_executable_marks() -> None:
    files = [BotFile("a", b"1"), BotFile("b", b"2")]
    digest = content_digest(files)
    assert content_digest(files[::-1]) == digest
    others = [
        [BotFile("a", b"1"), BotFile("b", b"2", executable=True)],
        [BotFile("a", b"1"), BotFile("c", b"2")],
        [BotFile("a", b"12"), BotFile("b", b"")],
        [BotFile("a", b"1")],
    ]
    assert len({digest, *map(content_digest, others)}) == 5


def test_folder__without_manifest(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("")
    with pytest.raises(LadderError, match=r"holds no siurell\.toml.*siurell new") as caught:
        read_folder(tmp_path)
    assert caught.value.reason == "NO_MANIFEST"


@KINDS
def test_archive__without_manifest(tmp_path: Path, kind: str) -> None:
    two_tops = {"a/siurell.toml": MANIFEST, "b/bot.py": b""}
    with pytest.raises(LadderError, match=r"holds no siurell\.toml"):
        read_archive(packed(tmp_path, kind, two_tops))


@pytest.mark.parametrize("target", ["../secret", "/etc/passwd"])
def test_folder__a_link_out_of_it_is_refused(bot_folder: Path, target: str) -> None:
    (bot_folder.parent / "secret").write_text("not yours")
    (bot_folder / "data.txt").symlink_to(target)
    with pytest.raises(LadderError, match=r"`data\.txt` points out of the bot's folder") as caught:
        read_folder(bot_folder)
    assert caught.value.reason == "UNSAFE"


def test_folder__links_that_lead_nowhere_are_refused(bot_folder: Path) -> None:
    (bot_folder / "a").symlink_to("b")
    (bot_folder / "b").symlink_to("a")
    with pytest.raises(LadderError, match="cannot be read: Too many levels") as caught:
        read_folder(bot_folder)
    assert caught.value.reason == "UNREADABLE"


def test_folder__that_goes_down_for_ever_is_refused(bot_folder: Path) -> None:
    deep = bot_folder
    for _ in range(80):
        deep = deep / "down"
        deep.mkdir()
    with pytest.raises(LadderError, match="is not a sound file name") as caught:
        read_folder(bot_folder)
    assert caught.value.reason == "UNSAFE"


@KINDS
@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("a", "a/b"), "`a` is both a file and a folder"),
        (("a/b", "a"), "`a` is both a file and a folder"),
        (("a/b/c", "a/b"), "`a/b` is both a file and a folder"),
        (("bot.py/x",), "`bot.py` is both a file and a folder"),
        (("é" * 150,), "not a sound file name"),
        (("lib/" + "é" * 128,), "not a sound file name"),
    ],
    ids=lambda value: ascii(value)[:30],
)
def test_archive__that_no_folder_can_hold_is_refused(
    tmp_path: Path, kind: str, names: tuple[str, ...], told: str
) -> None:
    files = {**PLAIN, **dict.fromkeys(names, b"x")}
    with pytest.raises(LadderError, match=told) as caught:
        read_archive(packed(tmp_path, kind, files))
    assert caught.value.reason == "UNSAFE"


def test_folder__a_linked_folder_is_refused(bot_folder: Path) -> None:
    (bot_folder / "loop").symlink_to(".")
    with pytest.raises(LadderError, match="neither a file nor a folder"):
        read_folder(bot_folder)


def test_folder__a_link_inside_becomes_the_file(bot_folder: Path) -> None:
    (bot_folder / "copy.py").symlink_to("bot.py")
    files = {file.name: file.data for file in read_folder(bot_folder)}
    assert files["copy.py"] == files["bot.py"]


def test_folder__a_named_pipe_is_refused_and_not_waited_for(bot_folder: Path) -> None:
    os.mkfifo(bot_folder / "pipe")
    with pytest.raises(LadderError, match="`pipe` is neither a file nor a folder"):
        read_folder(bot_folder)


def test_folder__a_broken_link_says_so(bot_folder: Path) -> None:
    (bot_folder / "gone").symlink_to("nowhere")
    with pytest.raises(LadderError, match="cannot be read") as caught:
        read_folder(bot_folder)
    assert caught.value.reason == "UNREADABLE"


@KINDS
@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../up", "a/../../up", "C:/x", "a\\b", "a//b", "tab\tname", "x" * 300]
)
def test_archive__a_name_that_is_no_good_is_refused(tmp_path: Path, kind: str, name: str) -> None:
    path = packed(tmp_path, kind, {**PLAIN, name: b"evil"})
    with pytest.raises(LadderError) as caught:
        read_archive(path)
    assert caught.value.reason == "UNSAFE"
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE]
)
def test_tar__links_and_special_files_are_refused(tmp_path: Path, kind: bytes) -> None:
    member = tarfile.TarInfo("odd")
    member.type = kind
    member.linkname = "bot.py"
    with pytest.raises(LadderError, match="`odd` is a link or a special file"):
        read_archive(tarred(tmp_path / "bot.tar.gz", PLAIN, member))


def test_zip__links_are_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "bot.zip", PLAIN)
    with zipfile.ZipFile(path, "a") as archive:
        member = zipfile.ZipInfo("odd")
        member.external_attr = 0o120777 << 16
        archive.writestr(member, "/etc/passwd")
    with pytest.raises(LadderError, match="`odd` is a link or a special file"):
        read_archive(path)


def test_tar__a_name_that_comes_twice_is_refused(tmp_path: Path) -> None:
    twice = tarfile.TarInfo("bot.py")
    with pytest.raises(LadderError, match=r"two files called `bot\.py`"):
        read_archive(tarred(tmp_path / "bot.tar.gz", PLAIN, twice))


@KINDS
def test_archive__that_unpacks_to_too_much_is_refused(tmp_path: Path, kind: str) -> None:
    bomb = {**PLAIN, "zeros": bytes(SUBMITTED.size + 1)}
    path = packed(tmp_path, kind, bomb)
    assert path.stat().st_size < 100_000
    with pytest.raises(LadderError, match="more than 10 MiB, the limit") as caught:
        read_archive(path)
    assert caught.value.reason == "TOO_LARGE"


def test_tar__a_bomb_among_what_is_left_out_is_refused_too(tmp_path: Path) -> None:
    bomb = {**PLAIN, ".git/zeros": bytes(9 * SUBMITTED.size)}
    with pytest.raises(LadderError, match="more than 10 MiB, the limit"):
        read_archive(tarred(tmp_path / "bot.tar.gz", bomb))


def test_folder__above_the_limit_of_bytes(bot_folder: Path) -> None:
    for number in range(2):
        (bot_folder / f"half-{number}").write_bytes(bytes(SUBMITTED.size // 2))
    with pytest.raises(LadderError, match="more than 10 MiB, the limit"):
        read_folder(bot_folder)


@pytest.mark.parametrize("kind", ["folder", "zip", "tar.gz"])
def test_limit_of_files(tmp_path: Path, bot_folder: Path, kind: str) -> None:
    files = {**PLAIN, **{f"f{number}": b"" for number in range(SUBMITTED.files)}}
    with pytest.raises(LadderError, match="more than 1,000 files, the limit") as caught:
        if kind == "folder":
            for name in files:
                (bot_folder / Path(name).name).touch()
            (bot_folder / "siurell.toml").write_bytes(MANIFEST)
            read_folder(bot_folder)
        else:
            read_archive(packed(tmp_path, kind, files))
    assert caught.value.reason == "TOO_MANY_FILES"


@KINDS
@pytest.mark.parametrize("damage", ["empty", "garbage", "cut"])
def test_archive__that_is_damaged(tmp_path: Path, kind: str, damage: str) -> None:
    path = packed(tmp_path, kind, {**PLAIN, "big": os.urandom(5_000)})
    whole = path.read_bytes()
    path.write_bytes({"empty": b"", "garbage": b"\x00garbage" * 99, "cut": whole[:2_000]}[damage])
    with pytest.raises(LadderError, match="pack it again") as caught:
        read_archive(path)
    assert caught.value.reason == "BROKEN_ARCHIVE"


def test_store__writes_a_content_once_and_whole(home: Home) -> None:
    files = [
        BotFile("siurell.toml", MANIFEST),
        BotFile("lib/x.py", b"x"),
        BotFile("run", b"#!/bin/sh\n", executable=True),
    ]
    digest = content_digest(files)
    folder = store_version(home, digest, files)
    assert folder == home.versions / digest
    assert (folder / "lib" / "x.py").read_bytes() == b"x"
    assert os.access(folder / "run", os.X_OK) and not (folder / "lib/x.py").stat().st_mode & 0o111
    written = (folder / "run").stat().st_mtime_ns
    assert store_version(home, digest, files) == folder
    assert (folder / "run").stat().st_mtime_ns == written
    assert [path.name for path in home.versions.iterdir()] == [digest]


def test_store__leaves_nothing_behind_when_a_file_cannot_be_written(home: Home) -> None:
    clash = [BotFile("a", b""), BotFile("a/b", b"")]
    with pytest.raises(LadderError):
        store_version(home, content_digest(clash), clash)
    assert list(home.versions.iterdir()) == []


def test_store_version__one_that_was_changed_is_put_right(home: Home) -> None:
    files = [BotFile("siurell.toml", MANIFEST), BotFile("lib/run", b"#!", executable=True)]
    digest = content_digest(files)
    folder = store_version(home, digest, files)
    changes = (
        lambda: (folder / "lib" / "run").write_bytes(b"other"),
        lambda: (folder / "lib" / "run").chmod(0o600),
        lambda: (folder / "more.py").touch(),
        lambda: (folder / "siurell.toml").unlink(),
        lambda: (folder / "out").symlink_to("/"),
        lambda: shutil.rmtree(folder),
    )
    for change in changes:
        assert is_intact(home, digest)
        change()
        assert not is_intact(home, digest)
        assert store_version(home, digest, files) == folder
    assert is_intact(home, digest)
    assert [path.name for path in home.versions.iterdir()] == [digest]
