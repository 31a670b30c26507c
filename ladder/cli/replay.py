"""`siurell replay show|save|verify`: a match from its replay, and if it was played like this."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli.app import AsJson, command_group, home_of
from ladder.cli.default_game import DEFAULT_GAME
from ladder.cli.failure import NO, CommandError
from ladder.cli.output import note, print_json, say, size
from ladder.cli.own_components import ComponentsFile, OwnComponents, own_components

if TYPE_CHECKING:
    from siurell.replay.model import Replay

group = command_group("replay", "Show a match from its replay, or prove it.", "The rest")

Which = Annotated[
    str,
    typer.Argument(
        metavar="FILE|MATCH|last",
        help="A file, a match such as m_12 of the ladder, or the last match played here.",
    ),
]
LAST = "last"


@group.command()
def show(
    context: typer.Context,
    which: Which = LAST,
    boards: Annotated[
        bool | None,
        typer.Option(help="Draw the board after each turn, or never (else: now and then)."),
    ] = None,
    components: ComponentsFile = None,
    json: AsJson = False,
) -> None:
    """Tell a match move by move."""
    own = own_components(components)
    replay = _read(find_replay(context, which), own, f"siurell replay show {which}")
    if json:
        print_json(replay.as_json())
        return
    from ladder.cli.storyboard import Boards, tell

    wanted = {None: Boards.SOME, True: Boards.EACH_TURN, False: Boards.NONE}[boards]
    for line in tell(replay, wanted):
        say(line)
    say("")
    say(f"Next: siurell replay verify {which}{'' if own is None else own.flag}")


@group.command()
def save(
    context: typer.Context,
    match_id: Annotated[
        str, typer.Argument(metavar="MATCH", help="A match of the ladder, such as m_12.")
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="Write it here: a new file.")
    ],
) -> None:
    """Write the replay of a match of the ladder to a new file."""
    from ladder.cli.ladders import ladder_of

    with ladder_of(context) as ladder:
        data = ladder.replay(match_id)
    try:
        with output.open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise CommandError(
            f"There is a file {output} already; nothing was written.",
            next_step=f"siurell replay save {match_id} --output OTHER_FILE",
            reason="FILE_EXISTS",
        ) from None
    say(f"The replay of {match_id} is in {output}: {size(len(data))}.")
    say(f"Next: siurell replay show {output}")


@group.command()
def verify(
    context: typer.Context,
    which: Which = LAST,
    digest: Annotated[
        str | None, typer.Option(metavar="HEX", help="The digest that the referee told.")
    ] = None,
    everything: Annotated[
        Path | None,
        typer.Option(
            "--all", metavar="FOLDER", help="Verify all replays of a tournament by its manifest."
        ),
    ] = None,
    components: ComponentsFile = None,
    json: AsJson = False,
) -> None:
    """Play a replay again and say whether all in it is as it must be, or where it is not.

    Of a match of the ladder the digest is taken from the ladder. Exit code 2 when it is not.
    """
    from siurell.replay.verify import verify as verify_replay

    if everything is not None:
        _verify_all(everything, json=json)
        return
    path = find_replay(context, which)
    told = digest if digest is not None else _digest_of(context, which)
    own = own_components(components)
    replay = _read(path, own, f"siurell replay verify {which}")
    verdict = verify_replay(replay, told)
    if json:
        print_json(
            {
                "ok": verdict.ok,
                "where": verdict.where,
                "decisions": verdict.decisions,
                "digest": verdict.digest,
            }
        )
    elif verdict.ok:
        say(f"All {verdict.decisions} decisions hold: by the rules, by the clock, from its seed.")
        if told:
            say("The digest is the one that was told:")
        say(f"digest {verdict.digest}")
    else:
        raise CommandError(
            f"This replay does not hold. {_once(verdict.where)}",
            next_step=f"siurell replay show {which}",
            reason="NOT_PROVED",
        )
    if not verdict.ok:
        raise typer.Exit(NO)


def _verify_all(folder: Path, *, json: bool) -> None:
    """Verify the replays of a tournament's folder and say which do not hold."""
    from ladder.cli.replay_all import verify_bundle

    found = verify_bundle(folder)
    if json:
        print_json(
            {
                "ok": found.ok,
                "held": found.held,
                "failed": dict(found.failed),
                "unlisted": list(found.unlisted),
            }
        )
    elif found.ok:
        say(f"All {found.held} replays hold, and each is the one of which the manifest tells.")
        for name in found.unlisted:
            note(f"{name} is not in the manifest.")
    if json and not found.ok:
        raise typer.Exit(NO)
    if not found.ok:
        name, why = next(iter(found.failed.items()))
        raise CommandError(
            f"{len(found.failed)} of {found.held + len(found.failed)} replays do not hold; "
            f"the first is {name}: {why}.".replace("..", "."),
            next_step=f"siurell replay verify --all {folder} --json",
            reason="NOT_PROVED",
        )


def _read(path: Path, own: OwnComponents | None, command: str) -> Replay:
    """The replay in a file; with other components than its own, the command that reads it."""
    from siurell.errors import ReplayError
    from siurell.replay.read import read_replay

    try:
        return read_replay(path, game=None if own is None else own.of())
    except ReplayError as error:
        steps = {"OTHER_COMPONENTS": f"{command} --components FILE", "SHIPPED_COMPONENTS": command}
        if error.reason not in steps:
            raise
        step = steps[error.reason]
        raise CommandError(str(error), next_step=step, reason=error.reason) from None


def _once(where: str) -> str:
    """The place without the words that the sentence before it has said."""
    told = where.replace("This replay does not hold: ", "")
    return told[:1].upper() + told[1:]


def find_replay(context: typer.Context, which: str) -> Path:
    """The file that the word means: a path, a match of the ladder or played here, or the last."""
    from ladder.cli.shelf import Shelf

    path = Path(which)
    if path.is_file():
        _refuse_sealed(context, path)
        return path
    shelf = Shelf(home_of(context).path)
    if which == LAST:
        last = shelf.last()
        if last is None:
            raise CommandError(
                "No match has been played here yet.",
                next_step=f"siurell play {DEFAULT_GAME} greedy random",
                reason="NO_REPLAY",
            )
        return last
    if which.startswith("m_"):
        return _of_ladder(context, which)
    if (kept := shelf.find(which)) is not None:
        return kept
    raise CommandError(
        f"There is no replay {which}.", next_step="siurell match list", reason="NO_REPLAY"
    )


def _refuse_sealed(context: typer.Context, path: Path) -> None:
    """A file of the ladder is sealed like the match that it belongs to."""
    home, place = home_of(context), path.resolve()
    if not (home.database.is_file() and place.is_relative_to(home.path.resolve())):
        return
    from ladder.services.arena import open_arena
    from ladder.services.matches import refuse_sealed
    from ladder.services.tournament_matches import refuse_sealed_file

    with open_arena(home) as arena:
        refuse_sealed_file(arena, place)
        if place.parent == home.replays.resolve() and place.name.startswith("m_"):
            refuse_sealed(arena, place.name.partition(".")[0])


def _of_ladder(context: typer.Context, match_id: str) -> Path:
    """The replay of a match of the ladder; of one elsewhere a copy until the command ends."""
    from siurell.replay.format import SUFFIX

    from ladder.cli.ladders import ladder_of

    with ladder_of(context) as ladder:
        here = ladder.replay_file(ladder.show_match(match_id).line)
        if here is not None:
            return here
        data = ladder.replay(match_id)
    folder = tempfile.TemporaryDirectory(prefix="siurell-replay-")
    context.call_on_close(folder.cleanup)
    copy = Path(folder.name) / f"{match_id}{SUFFIX}"
    copy.write_bytes(data)
    return copy


def _digest_of(context: typer.Context, which: str) -> str | None:
    if Path(which).is_file() or not which.startswith("m_"):
        return None
    from ladder.cli.ladders import ladder_of

    with ladder_of(context) as ladder:
        return ladder.show_match(which).digest
