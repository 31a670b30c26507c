"""The ladder that a command is about: the one of this machine's arena, or one elsewhere.

Commands that authors use talk to a `Ladder` and do not know which of both it is: same output, same
exit codes. A file of the ladder's own machine has no path here when the ladder is elsewhere.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import typer

from ladder.cli.output import shown_path
from ladder.cli.reached import reached

if TYPE_CHECKING:
    from siurell.match.result import Cause

    from ladder.api.line import Line
    from ladder.domain.batch import ShippedBot
    from ladder.services.activity import Retired
    from ladder.services.arena import Arena
    from ladder.services.bots import BotDetail, BotLine, BotLog, BotLogs
    from ladder.services.matches import MatchDetail, MatchLine
    from ladder.services.requests import RequestedMatches
    from ladder.services.resuming import Resumed
    from ladder.services.status import BotStatus, LadderStatus
    from ladder.services.submit import VersionInfo
    from ladder.services.version_diff import BotDiff

_LOOK_EVERY_S = 0.5


class Ladder(Protocol):
    """What commands ask of a ladder. All of it raises `LadderError` with the same words."""

    @property
    def place(self) -> str:
        """Where it is, for people."""

    def submit(
        self,
        source: Path | ShippedBot,
        *,
        name: str | None = None,
        note: str = "",
        owner: str | None = None,
    ) -> VersionInfo:
        """Submit a bot: a version that waits for its check."""

    def status(self) -> LadderStatus:
        """The ladder, and the bots of who asks."""

    def watch(self, bot: str) -> Iterator[BotStatus]:
        """How a bot stands, at first and after every change."""

    def list_bots(self) -> list[BotLine]:
        """All bots in the order of their names."""

    def stuck(self) -> list[VersionInfo]:
        """The versions that have waited for their check too long."""

    def show_bot(self, name: str) -> BotDetail:
        """One bot in full."""

    def bot_diff(self, name: str, old: int | None = None, new: int | None = None) -> BotDiff:
        """What changed from one version to another."""

    def retire(self, name: str) -> Retired:
        """Let a bot play no more."""

    def withdraw(self, name: str) -> Retired:
        """Let a bot play no more, and call its matches off."""

    def activate(self, version: str) -> str:
        """Let a bot, or an earlier version of it, play again; the version that does."""

    def set_note(self, version: str, note: str) -> str:
        """Say something else of a version; the version."""

    def resume(self, name: str) -> Resumed:
        """Let a bot play again that was suspended."""

    def list_matches(
        self,
        *,
        bot: str | None = None,
        cause: Cause | None = None,
        season: str | None = None,
        rated: bool | None = None,
        limit: int = 50,
    ) -> list[MatchLine]:
        """Matches, the newest first; a bot or season that is not there is an error."""

    def show_match(self, match_id: str) -> MatchDetail:
        """One match in full."""

    def lines_of(self, matches: Sequence[str]) -> list[MatchLine]:
        """These matches, in their order."""

    def has_replay(self, line: MatchLine) -> bool:
        """Whether the replay of a match can be had."""

    def replay_file(self, line: MatchLine) -> Path | None:
        """The file of a match's replay on this machine, if it can be had."""

    def replay(self, match_id: str) -> bytes:
        """The replay of a match, gzipped as it is kept."""

    def bot_logs(self, name: str, *, errors: bool = False, limit: int = 20) -> BotLogs:
        """What a bot wrote in its last matches."""

    def bot_log(self, name: str, match_id: str) -> BotLog:
        """What a bot wrote in one match."""

    def request_match(
        self, game: str, bots: Sequence[str], *, season: str | None = None, blocks: int = 1
    ) -> RequestedMatches:
        """Ask for unrated matches."""


class EmbeddedLadder:
    """The ladder of an arena on this machine."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena

    @property
    def place(self) -> str:
        """Where it is, for people."""
        return f"the arena in {shown_path(self.arena.home.path)}"

    def submit(
        self,
        source: Path | ShippedBot,
        *,
        name: str | None = None,
        note: str = "",
        owner: str | None = None,
    ) -> VersionInfo:
        """Submit a bot: a version that waits for its check."""
        from ladder.services.submit import submit

        return submit(self.arena, source, name=name, note=note, owner=owner)

    def status(self) -> LadderStatus:
        """The ladder, and the bots of who asks."""
        from ladder.services.status import ladder_status

        return ladder_status(self.arena)

    def watch(self, bot: str) -> Iterator[BotStatus]:
        """How a bot stands, at first and after every change."""
        from ladder.services.status import bot_status

        last = None
        while True:
            status = bot_status(self.arena, bot)
            if status != last:
                yield status
            last = status
            time.sleep(_LOOK_EVERY_S)

    def list_bots(self) -> list[BotLine]:
        """All bots in the order of their names."""
        from ladder.services.bots import list_bots

        return list_bots(self.arena)

    def stuck(self) -> list[VersionInfo]:
        """The versions that have waited for their check too long."""
        from ladder.services.submit import stuck

        return stuck(self.arena)

    def show_bot(self, name: str) -> BotDetail:
        """One bot in full."""
        from ladder.services.bots import show_bot

        return show_bot(self.arena, name)

    def bot_diff(self, name: str, old: int | None = None, new: int | None = None) -> BotDiff:
        """What changed from one version to another."""
        from ladder.services.version_diff import bot_diff

        return bot_diff(self.arena, name, old, new)

    def retire(self, name: str) -> Retired:
        """Let a bot play no more."""
        from ladder.services.activity import retire

        return retire(self.arena, name)

    def withdraw(self, name: str) -> Retired:
        """Let a bot play no more, and call its matches off."""
        from ladder.services.activity import withdraw

        return withdraw(self.arena, name)

    def activate(self, version: str) -> str:
        """Let a bot, or an earlier version of it, play again; the version that does."""
        from ladder.services.activity import activate

        return activate(self.arena, version)

    def set_note(self, version: str, note: str) -> str:
        """Say something else of a version; the version."""
        from ladder.services.activity import set_note

        return set_note(self.arena, version, note)

    def resume(self, name: str) -> Resumed:
        """Let a bot play again that was suspended."""
        from ladder.services.resuming import resume

        return resume(self.arena, name)

    def list_matches(
        self,
        *,
        bot: str | None = None,
        cause: Cause | None = None,
        season: str | None = None,
        rated: bool | None = None,
        limit: int = 50,
    ) -> list[MatchLine]:
        """Matches, the newest first; a bot or season that is not there is an error."""
        from ladder.services.matches import list_matches

        return list_matches(
            self.arena, bot=bot, cause=cause, season=season, rated=rated, limit=limit
        )

    def show_match(self, match_id: str) -> MatchDetail:
        """One match in full."""
        from ladder.services.matches import show_match

        return show_match(self.arena, match_id)

    def lines_of(self, matches: Sequence[str]) -> list[MatchLine]:
        """These matches, in their order."""
        from ladder.services.requests import requested_lines

        return requested_lines(self.arena, matches)

    def has_replay(self, line: MatchLine) -> bool:
        """Whether the replay of a match can be had."""
        return self.replay_file(line) is not None

    def replay_file(self, line: MatchLine) -> Path | None:
        """The file of a match's replay on this machine, if it can be had."""
        from ladder.services.matches import replay_file

        return replay_file(self.arena, line)

    def replay(self, match_id: str) -> bytes:
        """The replay of a match, gzipped as it is kept."""
        from ladder.services.matches import replay_of

        return replay_of(self.arena, match_id)

    def bot_logs(self, name: str, *, errors: bool = False, limit: int = 20) -> BotLogs:
        """What a bot wrote in its last matches."""
        from ladder.services.bots import bot_logs

        return bot_logs(self.arena, name, errors=errors, limit=limit)

    def bot_log(self, name: str, match_id: str) -> BotLog:
        """What a bot wrote in one match."""
        from ladder.services.bots import bot_log

        return bot_log(self.arena, name, match_id)

    def request_match(
        self, game: str, bots: Sequence[str], *, season: str | None = None, blocks: int = 1
    ) -> RequestedMatches:
        """Ask for unrated matches."""
        from ladder.services.requests import request_match

        return request_match(self.arena, game, bots, season=season, blocks=blocks)


def ladder_of(context: typer.Context) -> AbstractContextManager[Ladder]:
    """The ladder that the command line, the environment or the last login means."""
    return reached(context, EmbeddedLadder, _elsewhere)


def _elsewhere(line: Line) -> Ladder:
    from ladder.api.client import RemoteLadder

    return RemoteLadder(line)
