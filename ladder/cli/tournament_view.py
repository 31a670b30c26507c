"""`siurell tournament standings|crosstable|bracket|export`: what a tournament has come to."""

from __future__ import annotations

import csv
import io
import json as json_text
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ladder.cli import tournament_options as options
from ladder.cli.app import AsJson, home_of
from ladder.cli.failure import CommandError
from ladder.cli.tournament import group
from ladder.cli.tournament_ladder import Name

if TYPE_CHECKING:
    from ladder.domain.tournaments.state import Tournament
    from ladder.services.arena import Arena
    from ladder.services.tournaments import StoredTournament


class Kind(Enum):
    """What a tournament is written as."""

    JSON = "json"
    CSV = "csv"
    TRF = "trf"
    REPLAYS = "replays"


def _told(context: typer.Context, name: str) -> Tournament:
    """A tournament as far as it is told of yet."""
    from ladder.cli.tournament_report import note_held_back
    from ladder.services.arena import open_arena
    from ladder.services.tournaments import tournament_named

    with options.advised("siurell tournament list"), open_arena(home_of(context)) as arena:
        release = tournament_named(arena, name).released
    note_held_back(release)
    return release.state


@group.command()
def standings(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Show the table, with the tie-break that decided."""
    from ladder.cli.output import print_json, say
    from ladder.cli.tournament_report import print_standings
    from ladder.cli.tournament_values import standings_values

    state = _told(context, name)
    if json:
        print_json(standings_values(state))
        return
    print_standings(state)
    say(f"Next: siurell tournament crosstable {state.name}")


@group.command()
def crosstable(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Show everyone against everyone, with intervals."""
    from ladder.cli.output import print_json, say
    from ladder.cli.tournament_report import print_crosstable
    from ladder.cli.tournament_values import crosstable_values

    state = _told(context, name)
    if json:
        print_json(crosstable_values(state))
    else:
        print_crosstable(state)
        say(f"Next: siurell tournament export {state.name} --as csv --out {state.name}.csv")


@group.command()
def bracket(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Show the bracket of an elimination."""
    from ladder.cli.output import print_json, say
    from ladder.cli.tournament_report import print_bracket
    from ladder.cli.tournament_values import bracket_values

    state = _told(context, name)
    with options.advised(f"siurell tournament crosstable {state.name}"):
        if json:
            print_json(bracket_values(state))
        else:
            print_bracket(state)
            say(f"Next: siurell tournament standings {state.name}")


@group.command()
def export(
    context: typer.Context,
    name: Name,
    kind: Annotated[
        Kind,
        typer.Option(
            "--as", help="json: all of it; csv: the table; trf: a Swiss of two seats; replays."
        ),
    ] = Kind.JSON,
    out: Annotated[
        Path | None,
        typer.Option(metavar="PATH", help="The file, or for replays the folder, to write."),
    ] = None,
) -> None:
    """Write a tournament for other programs, or its replays with a manifest."""
    from ladder.cli.output import say
    from ladder.cli.tournament_report import note_held_back
    from ladder.services.arena import open_arena
    from ladder.services.tournaments import tournament_named

    with options.advised("siurell tournament export --help"), open_arena(home_of(context)) as arena:
        stored = tournament_named(arena, name)
        note_held_back(stored.released)
        if kind is Kind.REPLAYS:
            folder = _new_folder(out)
            count, sealed, gone = _bundle(arena, stored, folder)
            left = f", {sealed} are sealed still" * bool(sealed)
            say(f"{count} replays are in {folder}{left}" + f", {gone} were purged" * bool(gone))
            say(f"Next: siurell replay verify --all {folder}")
            return
        text = _text(kind, stored)
    if out is None:
        typer.echo(text, nl=False)
        return
    out.write_text(text, encoding="utf-8")
    say(f"{stored.name} is in {out}.")


def _text(kind: Kind, stored: StoredTournament) -> str:
    from ladder.cli.tournament_values import tournament_values
    from ladder.domain.tournaments.encoding import event_to_values
    from ladder.domain.tournaments.trf import trf_of

    release = stored.released
    if kind is Kind.TRF:
        return trf_of(release.state)
    if kind is Kind.CSV:
        return _csv(release.state)
    facts: dict[str, Any] = {
        "game": stored.game,
        "options": dict(stored.options),
        "time": str(stored.time),
        "held_back_rounds": list(release.rounds),
    }
    facts |= tournament_values(release.state)
    facts["log"] = [event_to_values(one) for one in release.log]
    return json_text.dumps(facts, indent=2) + "\n"


def _csv(state: Tournament) -> str:
    from ladder.cli.tournament_values import standings_values

    file = io.StringIO()
    names = [str(one) for one in state.settings.tie_breaks or ()]
    columns = ["place", "bot", "seed_rank", "score", "pairings", "matches", "wins"]
    columns += [f"by {name}" for name in names] + ["decided_by", "withdrawn"]
    writer = csv.DictWriter(file, columns, lineterminator="\n")
    writer.writeheader()
    for line in standings_values(state):
        values = line.pop("tie_breaks")
        writer.writerow(line | {f"by {name}": values[name] for name in names})
    return file.getvalue()


def _new_folder(out: Path | None) -> Path:
    if out is None:
        raise CommandError(
            "Replays are written into a folder.",
            next_step="the same with --out FOLDER",
            reason="NO_FOLDER",
        )
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise CommandError(
            f"{out} is there already, and not empty.",
            next_step="name a new folder with --out",
            reason="BAD_FOLDER",
        )
    return out


def _bundle(arena: Arena, stored: StoredTournament, folder: Path) -> tuple[int, int, int]:
    """Copy replays, with a manifest; how many, how many are sealed still, how many are gone."""
    from ladder.cli.bundle import MANIFEST, REPLAYS, json_line, told
    from ladder.cli.plain import plain
    from ladder.services.tournament_matches import kept_matches, replay_file, sealed_matches

    kept = kept_matches(arena, stored.id)
    sealed = sealed_matches(arena, stored, kept)
    there = [
        match
        for match in kept
        if match.match not in sealed and replay_file(arena, stored.id, match.match).is_file()
    ]
    lines = [told(plain(match)) for match in there]
    (folder / REPLAYS).mkdir(parents=True, exist_ok=True)
    for line in lines:
        data = replay_file(arena, stored.id, line["match"]).read_bytes()
        (folder / line["file"]).write_bytes(data)
    (folder / MANIFEST).write_bytes(b"".join(map(json_line, lines)))
    return len(lines), len(sealed), len(kept) - len(lines) - len(sealed)
