"""The folder in which the arena keeps everything: `SIURELL_HOME`.

::

    siurell.sqlite      the database
    versions/<sha256>/  one folder for each content of a bot, as it was submitted or as it was built
    builds/<sha256>     the content that was built from a submitted one
    replays/            one file for each reported match, and for each attempt that was called off
    logs/               what the bots wrote, one file for each seat
    tournaments/<id>/   the replays of a tournament

File names come from numbers and digests that the ladder makes, never from bots.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from siurell.errors import LadderError
from siurell.replay.format import SUFFIX

from ladder.store.failures import storage_errors
from ladder.store.locks import ASKED_S, AlreadyHeld, file_lock, is_held

_OWNER_ONLY = 0o700
_VARIABLE = "SIURELL_HOME"


@dataclass(frozen=True, slots=True)
class Home:
    """The paths of one arena. `create` makes the folders."""

    path: Path

    @classmethod
    def from_environment(cls) -> Home:
        """The folder that `SIURELL_HOME` names, or the user's data folder."""
        named = os.environ.get(_VARIABLE)
        return cls.named(named, _VARIABLE) if named else cls(platformdirs.user_data_path("siurell"))

    @classmethod
    def named(cls, folder: str, by: str) -> Home:
        """The folder that somebody named; ``by`` says where, for the error about a bad name."""
        try:
            path = Path(folder).expanduser()
        except RuntimeError:
            raise _no_folder(f"{by} is {folder}, and there is no user of that name") from None
        if not folder:
            raise _no_folder(f"{by} names no folder")
        return cls(path)

    @property
    def database(self) -> Path:
        """The file of the database."""
        return self.path / "siurell.sqlite"

    @property
    def versions(self) -> Path:
        """The folder of the versions of bots."""
        return self.path / "versions"

    @property
    def builds(self) -> Path:
        """The folder of what was built from what."""
        return self.path / "builds"

    @property
    def replays(self) -> Path:
        """The folder of the replays."""
        return self.path / "replays"

    @property
    def logs(self) -> Path:
        """The folder of the bots' logs."""
        return self.path / "logs"

    @property
    def tournaments(self) -> Path:
        """The folder of the folders of tournaments, each named by a number; made with the first."""
        return self.path / "tournaments"

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders that every arena has."""
        return self.versions, self.builds, self.replays, self.logs

    def replay(self, match_id: str) -> Path:
        """The file of a match's replay."""
        return self.replays / f"{match_id}{SUFFIX}"

    def attempt_replay(self, match_id: str, attempt: int) -> Path:
        """The file of what was played of an attempt that was called off."""
        return self.replays / f"{match_id}.attempt-{attempt}{SUFFIX}"

    def log(self, match_id: str, seat: int) -> Path:
        """The file of what the bot on a seat wrote in a match."""
        return self.logs / f"{match_id}.{seat}.log"

    def attempt_log(self, match_id: str, attempt: int, seat: int) -> Path:
        """The file of what the bot on a seat wrote in an attempt that was called off."""
        return self.logs / f"{match_id}.attempt-{attempt}.{seat}.log"

    def create(self) -> Home:
        """Make the folders that are missing, readable by their owner only."""
        with storage_errors(self.path):
            self.path.mkdir(mode=_OWNER_ONLY, parents=True, exist_ok=True)
            for folder in self.folders:
                folder.mkdir(mode=_OWNER_ONLY, exist_ok=True)
        return self

    @contextmanager
    def lock(self, name: str) -> Iterator[None]:
        """Hold a lock of this home; a second holder is refused at once with a sentence."""
        with ExitStack() as held:
            with storage_errors(self.path):
                self._take(name, held)
            yield

    def is_locked(self, name: str) -> bool:
        """Whether a process holds this lock now."""
        with storage_errors(self.path):
            return is_held(self._lock_file(name))

    def _lock_file(self, name: str) -> Path:
        return self.path / f".{name}.lock"

    def _take(self, name: str, held: ExitStack) -> None:
        try:
            held.enter_context(file_lock(self._lock_file(name), wait_s=ASKED_S))
        except AlreadyHeld as error:
            raise LadderError(
                f"Another `siurell {name} run` (process {error.pid or 'unknown'}) is using "
                f"{self.path}; stop it first, or point SIURELL_HOME to another folder.",
                reason="LOCKED",
            ) from None


def _no_folder(what: str) -> LadderError:
    return LadderError(f"{what}; give the path of a folder of your own.", reason="BAD_HOME")
