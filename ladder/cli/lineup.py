"""Who plays: from words on the command line to the entrants of a series.

A bot is written as a folder, as ``NAME`` of a shipped bot, or as ``builtin:NAME``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from siurell.errors import OptionError
from siurell.games.base import Game

from ladder.cli.default_game import DEFAULT_GAME
from ladder.cli.failure import CommandError
from ladder.domain.batch import (
    BotSource,
    BuildStep,
    Entrant,
    FolderBot,
    HostedBot,
    ShippedBot,
    only_shipped,
)
from ladder.domain.bot_files import content_digest
from ladder.domain.manifest import MANIFEST, Manifest, check_entry, missing_manifest, parse_manifest
from ladder.domain.names import one_line

BUILTIN = "builtin:"


@dataclass(frozen=True, slots=True)
class Lineup:
    """A game and the entrants that sit down to it, in the order of the first match's seats.

    There are as many ``seats`` as entrants, or one: then each of them plays alone.
    """

    game: Game
    entrants: tuple[Entrant, ...]
    seats: int

    @property
    def in_process(self) -> bool:
        """Whether nobody but shipped bots plays: then this process can play itself."""
        return only_shipped(self.entrants)


def lineup(
    words: Sequence[str], opponents: Sequence[str], here: Path, seats: int | None = None
) -> Lineup:
    """Read ``[GAME] BOT...``, the opponents of ``--vs`` and the number of seats, if it is given.

    In a bot's folder the game may be left out, and this bot is the first of the line-up; alone, it
    plays against `random`, unless there is but one seat. Raises `SiurellError` with a sentence
    about the first thing wrong.
    """
    game, names = game_and_bots(words, opponents, here)
    if seats is not None:
        names += _filling(game, names, seats)
    elif names == ["."]:
        names.append("random")
    sources = [bot_source(name, here, game) for name in names]
    taken = len(names) if seats is None else seats
    _check_seats(game, names, taken)
    return Lineup(game, _entrants(names, sources, here), taken)


def game_and_bots(
    words: Sequence[str], opponents: Sequence[str], here: Path
) -> tuple[Game, list[str]]:
    """The game and the words for bots; in a bot's folder the game may be left out, as above."""
    from siurell.games.registry import game_named

    at_home = (here / MANIFEST).is_file()
    names = [*words]
    if names and (_is_game(names[0]) or not at_home):
        game = _game_of(names, opponents, here)
        return game, [".", *opponents] if at_home and not names else [*names, *opponents]
    if at_home:
        return game_named(read_manifest(here).games[0]), [".", *opponents, *names]
    raise CommandError(
        f"There is no {MANIFEST} in this folder, so the game and the bots have to be named.",
        next_step=f"siurell play {DEFAULT_GAME} greedy random",
        reason="NO_LINEUP",
    )


def _filling(game: Game, names: Sequence[str], seats: int) -> list[str]:
    """Who takes the seats that are left over; more bots than seats only where each plays alone."""
    if seats != 1 and len(names) > seats:
        raise CommandError(
            f"{len(names)} bots do not fit on {seats} seats.",
            next_step=f"siurell play {game.name} {' '.join(names)}",
            reason="BAD_SEATS",
        )
    return ["random"] * (min(seats, game.max_seats) - len(names))


def _game_of(names: list[str], opponents: Sequence[str], here: Path) -> Game:
    """Take the game off the front of the words; a bot in its place is told where it belongs."""
    from siurell.bots import SHIPPED
    from siurell.games.registry import game_named, games

    first = names[0]
    if first in SHIPPED or (here / first / MANIFEST).is_file():
        bots = [*names, *opponents] if len(names) + len(opponents) > 1 else [first, "random"]
        raise CommandError(
            f"{first} is a bot; the game is named before the bots.",
            next_step=f"siurell play {games()[0].name} {' '.join(bots)}",
            reason="NO_GAME",
        )
    return game_named(names.pop(0))


def bot_source(word: str, here: Path, game: Game | None = None) -> HostedBot:
    """The bot that a word means; a folder must hold its entry file and play the game."""
    from siurell.bots import SHIPPED

    if word.startswith(BUILTIN) or word in SHIPPED:
        name = word.removeprefix(BUILTIN)
        if name in SHIPPED:
            return ShippedBot(name)
        raise _unknown(word, SHIPPED)
    if word == "human":
        raise CommandError(
            "A person cannot take a seat yet; bots play among themselves.",
            next_step=f"siurell play {DEFAULT_GAME} greedy random",
            reason="NO_HUMAN",
        )
    folder = here / word
    if not folder.is_dir():
        refuse_own_name(word, here)
        raise _unknown(word, SHIPPED)
    return _folder_bot(folder, word, game)


def refuse_own_name(word: str, here: Path) -> None:
    """Say how a bot is called in its own folder, where its folder's name means nothing."""
    if (here / MANIFEST).is_file() and word.rstrip("/") == here.resolve().name:
        raise CommandError(
            f"This is the folder of {word} already; in here it is called `.`.",
            next_step=f"the same with . instead of {word}",
            reason="OWN_NAME",
        )


def read_manifest(folder: Path) -> Manifest:
    """What a bot's folder says of itself. It holds nothing that the ladder would not take."""
    return _read(folder)[0]


def _read(folder: Path) -> tuple[Manifest, str]:
    """The manifest of a bot's folder, and what tells all that it holds from anything else."""
    from ladder.store.packages import read_folder

    if not (folder / MANIFEST).is_file():
        raise missing_manifest("This folder" if folder == Path() else str(folder))
    files = read_folder(folder)
    by_name = {file.name: file.data for file in files}
    manifest = parse_manifest(by_name[MANIFEST])
    check_entry(manifest, by_name.keys())
    return manifest, content_digest(files)


def _check_seats(game: Game, names: Sequence[str], seats: int) -> None:
    """Refuse a number of seats that the game does not have; with too few, say who could join."""
    try:
        game.check_seats(seats)
    except OptionError as error:
        if seats > game.max_seats or len(names) > 1:
            raise
        opponent = "random" if "greedy" in names else "greedy"
        more = [*names, opponent, "random"][: max(2, game.min_seats)]
        step = f"siurell play {game.name} {' '.join(more)}"
        raise CommandError(str(error), next_step=step, reason=error.reason) from None


def _folder_bot(folder: Path, word: str, game: Game | None) -> FolderBot:
    manifest, digest = _read(folder)
    if game is not None and game.name not in manifest.games:
        raise CommandError(
            f"{word} does not play {game.name}: `games` in its {MANIFEST} names"
            f" {', '.join(manifest.games)}.",
            next_step=f"siurell play {manifest.games[0]} {word} random",
            reason="OTHER_GAME",
        )
    build = BuildStep(manifest.build, digest) if manifest.build else None
    return FolderBot(folder.resolve(), manifest.command, manifest.runtime, build)


def _is_game(word: str) -> bool:
    from siurell.games.registry import games

    return any(game.name == word for game in games())


def _unknown(word: str, shipped: Iterable[str]) -> CommandError:
    names = list(shipped)
    near = get_close_matches(word.removeprefix(BUILTIN), names, 1)
    hint = f"; did you mean `{near[0]}`?" if near else f": shipped are {', '.join(names)}."
    named = not near and word.isidentifier()
    return CommandError(
        f"`{one_line(word)}` is no folder and no shipped bot{hint}",
        next_step=f"siurell new {word if named else 'mybot'} --game {DEFAULT_GAME}"
        if not near
        else f"the same with {near[0]}",
        reason="UNKNOWN_BOT",
    )


def _entrants(
    names: Sequence[str], sources: Sequence[BotSource], here: Path
) -> tuple[Entrant, ...]:
    """The entrants, each with a label of its own: a bot that sits twice is numbered."""
    stems = [stem_of(source, here, name) for name, source in zip(names, sources, strict=True)]
    often, seen = Counter(stems), Counter[str]()
    entrants = []
    for place, (stem, source) in enumerate(zip(stems, sources, strict=True)):
        seen[stem] += 1
        label = f"{stem}#{seen[stem]}" if often[stem] > 1 else stem
        entrants.append(Entrant(str(place), label, source))
    return tuple(entrants)


def stem_of(source: BotSource, here: Path, word: str) -> str:
    """What a bot is called: a shipped one as it is written, another as its manifest says."""
    return source.name if isinstance(source, ShippedBot) else read_manifest(here / word).name


def games_of(source: BotSource, here: Path, word: str) -> list[str]:
    """The games that a bot plays; a shipped one plays all there are."""
    from siurell.games.registry import games

    if isinstance(source, ShippedBot):
        return [game.name for game in games()]
    return list(read_manifest(here / word).games)
