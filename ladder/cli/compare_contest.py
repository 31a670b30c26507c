"""Who is compared with whom, and against which pool: from words to bots whose files are frozen."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from siurell.games.base import Game
from siurell.match.clock import TimeControl

from ladder.cli.failure import CommandError
from ladder.cli.lineup import bot_source, games_of, stem_of
from ladder.cli.output import counted
from ladder.cli.tournament_field import Field
from ladder.domain.batch import Entrant, FolderBot, HostedBot, ShippedBot
from ladder.domain.names import one_line
from ladder.domain.paired import BASELINE, CANDIDATE
from ladder.domain.tournaments.entrants import with_numbered_names

if TYPE_CHECKING:
    from ladder.domain.bot_files import BotFile
    from ladder.store.home import Home
    from ladder.worker.sandbox.base import Sandbox


@dataclass(frozen=True, slots=True)
class Contestant:
    """A bot as it was named, what it is called, and what tells it from all others.

    ``files`` is what its folder held when it was named; nothing of a shipped bot, nor of one that
    was ``submitted`` to the ladder, whose files never change.
    """

    word: str
    stem: str
    source: HostedBot
    digest: str
    files: Sequence[BotFile] = ()
    submitted: bool = False

    @property
    def text(self) -> str:
        """The bot for a person."""
        if isinstance(self.source, ShippedBot):
            return self.stem
        return f"{self.word} ({self.stem}, {self.digest[:8]})"


@dataclass(frozen=True, slots=True)
class Contest:
    """A game by its options and clock, and its bots by the names that replays give them.

    ``pool``: the names of the opponents. Without any, candidate and baseline play each other.
    """

    game: Game
    options: Mapping[str, str]
    time: TimeControl
    seats: int
    bots: Mapping[str, Contestant]
    jobs: int = 1
    sandbox: Sandbox | None = None

    @property
    def pool(self) -> tuple[str, ...]:
        """The opponents."""
        return tuple(name for name in self.bots if name not in (CANDIDATE, BASELINE))

    @property
    def same_files(self) -> bool:
        """Whether candidate and baseline are one and the same."""
        return self.bots[CANDIDATE].digest == self.bots[BASELINE].digest


@dataclass(frozen=True, slots=True)
class Finder:
    """Finds the bots that words mean: folders, shipped bots, and versions in the arena of a home.

    ``sandbox`` and ``unsafe``: what is said of the sandbox for versions that were submitted.
    """

    home: Home
    game: Game
    sandbox: str | None = None
    unsafe: bool = False

    def find(self, word: str, here: Path) -> Contestant:
        """The bot of a word that is read in this folder; it plays the game."""
        from ladder.domain.bot_files import content_digest
        from ladder.store.packages import read_folder

        if "@" in word and not (here / word).is_dir():
            return self._version(word)
        source = bot_source(word, here, self.game)
        stem = stem_of(source, here, word)
        if not isinstance(source, FolderBot):
            return Contestant(word, stem, source, f"shipped {source.name}")
        files = read_folder(source.folder)
        return Contestant(word, stem, source, content_digest(files), files)

    def sandbox_of(self, found: Iterable[Contestant]) -> Sandbox | None:
        """What all of them run in: where one was submitted, it has to be held back."""
        from ladder.cli.sandboxes import sandbox_for

        submitted = [one.word for one in found if one.submitted]
        if not submitted and self.sandbox is None:
            return None
        return sandbox_for("".join(submitted[:1]), self.sandbox, unsafe=self.unsafe)

    def _version(self, word: str) -> Contestant:
        from ladder.services.arena import open_arena
        from ladder.services.hosted_versions import hosted_version

        if not self.home.database.is_file():
            raise CommandError(
                f"There is no arena in {self.home.path}, so nobody knows {one_line(word)}.",
                next_step="name a folder, or another arena with siurell --home FOLDER compare ...",
                reason="NO_ARENA",
            )
        with open_arena(self.home) as arena:
            entrant = hosted_version(arena, word, self.game.name)
        stem, _, _ = entrant.label.partition("@")
        source = entrant.source
        if isinstance(source, ShippedBot):
            return Contestant(word, stem, source, f"shipped {source.name}")
        assert isinstance(source, FolderBot), "a remote bot is refused"
        return Contestant(word, stem, source, source.folder.name, submitted=True)


def game_of(named: str | None, words: Sequence[str], here: Path) -> Game:
    """The game that is named, or else the first one of the first bot in a folder."""
    from siurell.games.registry import game_named

    from ladder.cli.default_game import DEFAULT_GAME

    if named is not None:
        return game_named(named)
    for word in words:
        if "@" in word:
            continue
        source = bot_source(word, here)
        if not isinstance(source, ShippedBot):
            return game_named(games_of(source, here, word)[0])
    raise CommandError(
        "No folder of a bot says which game is meant, so it has to be named.",
        next_step=f"siurell compare {' '.join(words)} --game {DEFAULT_GAME}",
        reason="NO_GAME",
    )


def pool_words(text: str | None, taken: Sequence[str]) -> tuple[list[str], Path]:
    """The words of ``--pool`` and the folder from which they are to be read.

    It is a file with a bot a line, or a list with commas; None is all shipped bots but those that
    are compared.
    """
    from siurell.bots import SHIPPED

    if text is None:
        return [name for name in SHIPPED if name not in taken], Path()
    path = Path(text)
    if not path.is_file():
        return [word.strip() for word in text.split(",") if word.strip()], Path()
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise CommandError(
            f"{text} is no text with a bot a line.",
            next_step="siurell compare --help",
            reason="BAD_POOL",
        ) from None
    words = [line.partition("#")[0].strip() for line in lines]
    return [word for word in words if word], path.parent


def named(
    candidate: Contestant, baseline: Contestant, pool: Sequence[Contestant]
) -> dict[str, Contestant]:
    """All bots by the names that they have in replays."""
    names = with_numbered_names([CANDIDATE, BASELINE, *(one.stem for one in pool)])
    return dict(zip(names, (candidate, baseline, *pool), strict=True))


def check_pool(candidate: Contestant, pool: Sequence[Contestant], seats: int) -> None:
    """Refuse a pool that is too small, that holds a bot twice, or the candidate itself."""
    if len(pool) < seats - 1:
        needed = counted(seats - 1, "opponent", "opponents")
        raise CommandError(
            f"A match of {seats} seats needs {needed}, and the pool holds {len(pool)}.",
            next_step="name more with --pool BOT,BOT,... or take fewer --seats",
            reason="POOL_TOO_SMALL",
        )
    seen: dict[str, str] = {}
    for one in pool:
        if one.digest == candidate.digest:
            raise CommandError(
                f"{one.word} of the pool is the candidate itself; a pool is made of others.",
                next_step="the same without it in --pool",
                reason="CANDIDATE_IN_POOL",
            )
        if one.digest in seen:
            raise CommandError(
                f"{one.word} of the pool is the same bot as {seen[one.digest]}.",
                next_step="the same with each bot once in --pool",
                reason="TWICE_IN_POOL",
            )
        seen[one.digest] = one.word


def contest_of(
    candidate: str,
    baseline: str,
    pool: str | None,
    *,
    finder: Finder,
    seats: int,
    options: Mapping[str, str],
    time: TimeControl,
    jobs: int,
    direct: bool = False,
) -> Contest:
    """The contest that the words mean, all of it looked at; `SiurellError` says what is wrong.

    ``direct``: without a pool, candidate and baseline play each other.
    """
    here, game = Path(), finder.game
    game.check_seats(seats)
    checked = game.check_options(options)
    one, other = (finder.find(word, here) for word in (candidate, baseline))
    words, where = ([], here) if direct else pool_words(pool, (one.stem, other.stem))
    opponents = [finder.find(word, where) for word in words]
    if not direct:
        check_pool(one, opponents, seats)
    sandbox = finder.sandbox_of((one, other, *opponents))
    bots = named(one, other, opponents)
    return Contest(game, checked, time, seats, bots, jobs, sandbox)


def check_out(contest: Contest, out: Path) -> None:
    """Refuse to write into the folder of a bot that is compared: its files must not change."""
    place = out.resolve()
    for one in contest.bots.values():
        source = one.source
        if isinstance(source, FolderBot) and place.is_relative_to(source.folder):
            raise CommandError(
                f"{out} lies in the folder of {one.word}, whose files must not change meanwhile.",
                next_step=f"the same with --out {os.path.relpath(source.folder.parent / out.name)}",
                reason="BAD_FOLDER",
            )


def frozen(contest: Contest, folder: Path) -> Field:
    """The field of a contest, its bots in copies below the folder: nobody can change them now."""
    from ladder.store.home import Home
    from ladder.store.versions import store_version

    home = Home(folder)
    home.versions.mkdir(mode=0o700, parents=True, exist_ok=True)
    bots = {}
    for name, one in contest.bots.items():
        source = one.source
        if isinstance(source, FolderBot) and not one.submitted:
            source = replace(source, folder=store_version(home, one.digest, one.files))
        bots[name] = Entrant(name, name, source)
    return Field(
        contest.game, contest.options, contest.time, bots, {}, contest.jobs, contest.sandbox
    )
