"""Who takes part in a tournament of local bots: from words on the command line to entrants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from siurell.games.base import Game
from siurell.match.clock import TimeControl

from ladder.cli.default_game import DEFAULT_GAME
from ladder.cli.failure import CommandError
from ladder.domain.batch import Entrant, FolderBot, only_shipped
from ladder.domain.tournaments.entrants import with_numbered_names

if TYPE_CHECKING:
    from ladder.worker.sandbox.base import Sandbox


@dataclass(frozen=True, slots=True)
class Field:
    """A game by its options and clock, and the bots that play it, each with a name of its own.

    ``jobs``: so many matches at a time. ``digests``: what the files of a bot in a folder were.
    ``sandbox``: the one for all bots; None where they are one's own, who run in the best there is.
    """

    game: Game
    options: Mapping[str, str]
    time: TimeControl
    bots: Mapping[str, Entrant]
    digests: Mapping[str, str]
    jobs: int = 1
    sandbox: Sandbox | None = None

    @property
    def in_process(self) -> bool:
        """Whether nobody but shipped bots plays: then this process can play itself."""
        return only_shipped(self.bots.values())


def field_of(
    words: Sequence[str],
    here: Path,
    *,
    game: str | None,
    options: Mapping[str, str],
    time: TimeControl,
    jobs: int,
) -> Field:
    """The field of ``[GAME] BOT...``; a bot that is named twice enters twice."""
    from ladder.cli.lineup import bot_source, game_and_bots, stem_of

    if not words and game is None:
        raise _no_bots(DEFAULT_GAME)
    played, names = game_and_bots(words if game is None else [game, *words], (), here)
    if not names:
        raise _no_bots(played.name)
    sources = [bot_source(name, here, played) for name in names]
    stems = [stem_of(source, here, name) for name, source in zip(names, sources, strict=True)]
    bots = {
        name: Entrant(name, name, source)
        for name, source in zip(with_numbered_names(stems), sources, strict=True)
    }
    digests = {
        name: _digest(bot.source.folder)
        for name, bot in bots.items()
        if isinstance(bot.source, FolderBot)
    }
    return Field(played, played.check_options(options), time, bots, digests, jobs)


def _no_bots(game: str) -> CommandError:
    return CommandError(
        "A tournament needs bots.",
        next_step=f"siurell tournament run {game} greedy random",
        reason="TOO_FEW_ENTRANTS",
    )


def frozen(field: Field, folder: Path) -> Mapping[str, Entrant]:
    """The bots as they were when they entered: one's own are copied to a folder that nobody edits.

    Raises `CommandError` when one has been changed meanwhile.
    """
    from ladder.worker.launcher import copy_bot

    bots = dict(field.bots)
    for number, (name, digest) in enumerate(field.digests.items()):
        source = bots[name].source
        assert isinstance(source, FolderBot), "only folders have a digest"
        copy = folder / f"entered-{number}" / source.folder.resolve().name
        copy_bot(source.folder, copy)
        if _digest(copy) != digest:
            raise CommandError(
                f"The files of {name} were changed while the tournament began.",
                next_step="the same again",
                reason="BOT_CHANGED",
            )
        bots[name] = replace(bots[name], source=replace(source, folder=copy))
    return bots


def _digest(folder: Path) -> str:
    """What tells the files of a bot from all others."""
    from ladder.domain.bot_files import content_digest
    from ladder.store.packages import read_folder

    return content_digest(read_folder(folder))
