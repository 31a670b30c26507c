"""The folder of session sockets: none is left for good by a referee that was killed."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from referee.config import RefereeError
from referee.socket_folder import PREFIX, SocketFolder

HOLDS_ONE = """
import sys
from referee.socket_folder import SocketFolder
print(SocketFolder(None).path, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The system's folder for temporary files, as this test sees it."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


@pytest.mark.process
def test_own__of_a_killed_referee_is_removed_by_the_next(temporary: Path) -> None:
    """Pitfall 14: one that lives keeps its folder."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS_ONE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        theirs = Path(other.stdout.readline().strip())
        (theirs / "session").mkdir()
        SocketFolder(None).close()
        assert theirs.is_dir()
        other.kill()
        other.wait(20)
    ours = SocketFolder(None)
    assert list(temporary.iterdir()) == [ours.path]
    ours.close()
    ours.close()
    assert list(temporary.iterdir()) == []


def test_own__what_is_none_of_ours_stays(temporary: Path) -> None:
    """Neither a folder without a lock nor one that is only linked to is touched."""
    elsewhere = temporary / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "lock").touch()
    (temporary / f"{PREFIX}link").symlink_to(elsewhere)
    (temporary / f"{PREFIX}other").mkdir()
    SocketFolder(None).close()
    assert {path.name for path in temporary.iterdir()} == {
        "elsewhere",
        f"{PREFIX}link",
        f"{PREFIX}other",
    }
    assert (elsewhere / "lock").exists()


@pytest.mark.parametrize(("mode", "fine"), [(0o700, True), (0o711, True), (0o755, False)])
def test_given__is_open_to_nobody_who_looks(tmp_path: Path, mode: int, fine: bool) -> None:
    """Bots that are users of their own may have to pass through it; they see nothing there."""
    folder = tmp_path / "sockets"
    folder.mkdir()
    folder.chmod(mode)
    if fine:
        SocketFolder(folder).close()
        assert folder.is_dir()
    else:
        with pytest.raises(RefereeError, match="chmod 700"):
            SocketFolder(folder)
