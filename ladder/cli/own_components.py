"""`--components FILE`: a file that replaces the shipped components of a game, read and checked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli.failure import CommandError

if TYPE_CHECKING:
    from siurell.games.base import Game

ComponentsFile = Annotated[
    Path | None,
    typer.Option(
        "--components",
        metavar="FILE",
        help="A file that replaces the game's components (see `siurell components --help`).",
        show_default=False,
    ),
]
"""The option of all commands that can do with components of one's own."""

_MOST_BYTES = 4_000_000
"""More than a components file of the most characters can have."""


@dataclass(frozen=True, slots=True)
class OwnComponents:
    """A file of components: where it lies and its text. It goes to other processes as text."""

    path: str
    text: str

    @property
    def flag(self) -> str:
        """What is typed after a command, so that it takes this file too."""
        return f" --components {quote(self.path)}"

    def of(self, game: str | None = None) -> Game:
        """The game with these components; without a name it is the one that the file names.

        Raises `CommandError` with a line for each mistake in the file.
        """
        from siurell.errors import ComponentsError

        try:
            self._need_made_for(game)
            return _replaced(game, self.text)
        except ComponentsError as error:
            raise CommandError(
                str(error),
                next_step=f"mend the file, then siurell components check {quote(self.path)}",
                reason=error.reason,
            ) from None

    def _need_made_for(self, game: str | None) -> None:
        """Refuse a file of another game at once: it would have a mistake in every table."""
        from siurell.games.component_file import game_of, parse_components
        from siurell.games.component_mistakes import printable
        from siurell.games.registry import game_named

        if game is None:
            return
        game_named(game).shipped_components()
        for_game = game_of(parse_components(self.text))
        if for_game != game:
            raise CommandError(
                f"{self.path} holds components of {printable(for_game)}, not of {game}.",
                next_step=f"siurell components show {game} > my_{game}.toml",
                reason="BAD_COMPONENTS",
            )


@lru_cache(maxsize=4)
def _replaced(game: str | None, text: str) -> Game:
    """Checked once a process, however many matches it plays."""
    from siurell.games.component_file import game_of, parse_components
    from siurell.games.registry import game_named

    name = game_of(parse_components(text)) if game is None else game
    return game_named(name).with_components(text)


def own_components(path: Path | None) -> OwnComponents | None:
    """What the option names, if it names anything; an `OSError` says why it cannot be read."""
    if path is None:
        return None
    with path.open("rb") as file:
        data = file.read(_MOST_BYTES)
    try:
        return OwnComponents(str(path), data.decode())
    except UnicodeDecodeError:
        raise CommandError(
            f"{path} is no components file: it is no text in UTF-8.",
            next_step="siurell components --help",
            reason="BAD_COMPONENTS",
        ) from None
