"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import cast

import pytest

from ladder.store.files import TEMPORARY, StagedFiles, sweep, temporary_beside


def test_staged__files_appear_when_they_are_published(tmp_path: Path) -> None:
    with StagedFiles() as files:
        files.add(tmp_path / "a", b"1")
        files.add(tmp_path / "b", b"2")
        assert not (tmp_path / "a").exists()
        files.publish()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]
    assert (tmp_path / "b").read_bytes() == b"2"


def test_staged__files_that_are_not_published_leave_nothing(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(RuntimeError), StagedFiles() as files:
        files.add(tmp_path / "a", b"new")
        raise RuntimeError
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_bytes() == b"old"


def test_sweep__removes_what_is_old_and_temporary_only(tmp_path: Path) -> None:
    old, young = temporary_beside(tmp_path / "x"), temporary_beside(tmp_path / "x")
    folder, kept = temporary_beside(tmp_path / "x"), tmp_path / "m_1.siu.gz"
    for path in (old, young, kept):
        path.write_bytes(b"")
    folder.mkdir()
    (folder / "file").write_bytes(b"")
    for path in (old, folder, kept):
        os.utime(path, (0, time.time() - 7_200))
    sweep([tmp_path])
    assert sorted(tmp_path.iterdir()) == sorted([young, kept])
    assert young.name.startswith(TEMPORARY)


def test_sweep__a_file_that_is_gone_when_it_is_looked_at(tmp_path: Path) -> None:
    class Folder:
        """Lists what another process has just renamed into its place."""

        def glob(self, pattern: str) -> list[Path]:
            return [tmp_path / pattern.replace("*", "gone")]

    sweep([cast(Path, Folder())])


def test_sweep__a_link_under_a_temporary_name_is_removed_not_followed(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "kept").write_text("x")
    link = tmp_path / f"{TEMPORARY}link"
    link.symlink_to(elsewhere)
    os.utime(link, (1, 1), follow_symlinks=False)
    sweep([tmp_path])
    assert not link.is_symlink()
    assert (elsewhere / "kept").exists()
