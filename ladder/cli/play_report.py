"""What `siurell play` says afterwards: one match on the screen, a table of many, or JSON."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from siurell.match.profiles import clock_text
from siurell.match.result import Cause, Verdict

from ladder.cli.evidence import in_a_line
from ladder.cli.output import (
    console,
    counted,
    duration,
    lead_with_interval,
    mean_with_interval,
    print_json,
    say,
    share_with_interval,
    shown_path,
    table,
    wrapped,
)
from ladder.cli.playing import Series
from ladder.cli.shelf import log_beside
from ladder.cli.solo_tally import SoloTally, solo_tally
from ladder.cli.tally import BotTally, PlayedMatch, tally, win_parts
from ladder.domain.batch import FolderBot

_FAULTS_SHOWN = 3


def print_match(series: Series, played: PlayedMatch, *, boards: bool) -> None:
    """One match: every move, the boards if wanted, the result, where replay and logs lie."""
    from siurell.replay.read import read_replay

    from ladder.cli.storyboard import Boards, tell

    assert played.replay_path is not None
    path = Path(played.replay_path)
    replay = read_replay(path, game=series.game)
    for line in tell(replay, Boards.EACH_TURN if boards else Boards.NONE):
        say(line)
    say("")
    say(f"Replay: {shown_path(path)}")
    for seat, log in _logs(path, series.lineup.seats):
        say(f"Log of {_labels(series)[played.seating[seat]]}: {shown_path(log)}")
    many = "siurell play ... --games 20"
    say(_next(series, [played], f"siurell replay show last{series.flag}, or many: {many}"))


def print_table(series: Series, played: Sequence[PlayedMatch]) -> None:
    """The table of a series: win share with interval, points, seats, slowest decision, errors."""
    if series.lineup.seats == 1:
        _print_solo_table(series, solo_tally(_labels(series), played), len(played))
    else:
        _print_shares(series, tally(_labels(series), played), len(played))
    for line in _fault_lines(series, played):
        say(line)
    paths = [Path(match.replay_path) for match in played if match.replay_path is not None]
    if paths:
        say(f"The same matches again: --seed {series.seed_text}")
        logs = any(_logs(path, series.lineup.seats) for path in paths)
        say(f"Replays{' and logs' * logs}: {shown_path(paths[0].parent)}")
        say(_next(series, played, f"siurell replay show last{series.flag}"))


def _print_shares(series: Series, tallies: Sequence[BotTally], matches: int) -> None:
    columns = ("bot", ">wins", ">share (95 %)", ">points", "% by seat", ">slowest", ">errors")
    rows = [
        (
            one.label,
            f"{float(one.wins):g}/{one.matches}",
            share_with_interval(one.win_share, one.interval) if one.matches else "-",
            f"{one.mean_score:.1f}" if one.matches else "-",
            _by_seat(one) or "-",
            duration(one.slowest_us) if one.matches else "-",
            str(sum(one.faults.values())) if one.matches else "-",
        )
        for one in tallies
    ]
    console().print(table(columns, rows, title=_title(series, matches)))


def _print_solo_table(series: Series, tallies: Sequence[SoloTally], matches: int) -> None:
    """Points with their interval; the lead over the mean of all bots on the same seeds."""
    columns = ("bot", ">matches", ">points (95 %)", ">lead (95 %)", ">slowest", ">errors")
    rows = [
        (
            one.label,
            str(len(one.scores)),
            mean_with_interval(one.mean_score, one.interval) if one.scores else "-",
            lead_with_interval(one.standing) if one.standing.rounds else "-",
            duration(one.slowest_us) if one.scores else "-",
            str(sum(one.faults.values())) if one.scores else "-",
        )
        for one in tallies
    ]
    console().print(table(columns, rows, title=f"{_title(series, matches)}, alone"))
    for one in tallies:
        grades = ", ".join(f"{count} {grade}" for grade, count in one.grades.most_common())
        if grades:
            say(wrapped(f"{one.label}: {grades}", rest="  "))


def _title(series: Series, matches: int) -> str:
    count = counted(matches, "match", "matches")
    return f"{series.lineup.game.name}: {count}, clock {clock_text(series.time)}"


def print_as_json(series: Series, played: Sequence[PlayedMatch]) -> None:
    """All of it for a program."""
    print_json(
        {
            "game": series.lineup.game.name,
            "components": series.game.components_digest,
            "options": dict(series.options),
            "seats": series.lineup.seats,
            "time": str(series.time),
            "seed": series.seed_text,
            "games": len(played),
            "bots": _bots_json(series, played),
            "matches": [_match_json(series, match) for match in played],
        }
    )


def _labels(series: Series) -> list[str]:
    return [entrant.label for entrant in series.lineup.entrants]


def _by_seat(one: BotTally) -> str:
    """The win share on each seat, seat 0 first, in per cent."""
    shares = [place.wins / place.matches for _, place in sorted(one.by_seat.items())]
    return " ".join(f"{round(100 * share):>3}" for share in shares)


def _fault_lines(series: Series, played: Sequence[PlayedMatch]) -> Iterator[str]:
    """The first few faults, each with its evidence and the command that shows the match."""
    labels = _labels(series)
    found = [
        (match, labels[match.seating[seat]], result)
        for match in played
        for seat, result in enumerate(match.result.seats)
        if result.verdict is Verdict.BOT_FAULT
    ]
    for match, label, result in found[:_FAULTS_SHOWN]:
        head = f"{label}, match {match.number}: {result.cause.value}"
        yield wrapped(f"{head}: {in_a_line(result.evidence)}", rest="  ")
        yield f"  siurell replay show {match.replay_word}{series.flag}"
    if len(found) > _FAULTS_SHOWN:
        yield f"... and {len(found) - _FAULTS_SHOWN} more; --json lists all."
    for match in played:
        if match.result.aborted:
            yield f"match {match.number} was called off: {match.result.reason}"


def _logs(replay: Path, seats: int) -> list[tuple[int, Path]]:
    """The logs that lie beside a replay, each with its seat."""
    logs = [(seat, log_beside(replay, seat)) for seat in range(seats)]
    return [(seat, log) for seat, log in logs if log.is_file()]


def _next(series: Series, played: Sequence[PlayedMatch], otherwise: str) -> str:
    """What to type next: for a bot of one's own that made an error, its check."""
    for match in played:
        for seat, place in enumerate(match.seating):
            source = series.lineup.entrants[place].source
            if isinstance(source, FolderBot) and (
                match.result.seats[seat].verdict is Verdict.BOT_FAULT
            ):
                folder = os.path.relpath(source.folder)
                return "Next: siurell check" + ("" if folder == "." else f" {folder}")
    return f"Next: {otherwise}"


def _bots_json(series: Series, played: Sequence[PlayedMatch]) -> list[dict[str, object]]:
    """The bots' figures; of bots that play alone there is nobody to win against."""
    labels = _labels(series)
    if series.lineup.seats == 1:
        return [_solo_json(one) for one in solo_tally(labels, played)]
    return [_bot_json(one) for one in tally(labels, played)]


def _solo_json(one: SoloTally) -> dict[str, object]:
    standing = one.standing
    return {
        "name": one.label,
        "matches": len(one.scores),
        "mean_score": one.mean_score,
        "interval": one.interval,
        "rounds": standing.rounds,
        "lead": standing.lead if standing.rounds else None,
        "lead_interval": standing.interval,
        "grades": dict(one.grades.most_common()),
        "slowest_us": one.slowest_us,
        "errors": _errors_json(one.faults),
    }


def _errors_json(faults: Mapping[Cause, int]) -> dict[str, int]:
    return {cause.value: count for cause, count in sorted(faults.items(), key=_by_word)}


def _bot_json(one: BotTally) -> dict[str, object]:
    return {
        "name": one.label,
        "matches": one.matches,
        "wins": float(one.wins),
        "win_share": one.win_share,
        "interval": list(one.interval),
        "mean_score": one.mean_score,
        "by_seat": [
            {"seat": seat, "matches": place.matches, "wins": float(place.wins)}
            for seat, place in sorted(one.by_seat.items())
        ],
        "slowest_us": one.slowest_us,
        "errors": _errors_json(one.faults),
    }


def _by_word(item: tuple[object, int]) -> str:
    return str(item[0])


def _match_json(series: Series, match: PlayedMatch) -> dict[str, object]:
    labels = _labels(series)
    seats = match.result.seats
    return {
        "number": match.number,
        "match_id": match.match_id,
        "seats": [labels[place] for place in match.seating],
        "scores": [seat.score for seat in seats],
        "placements": [seat.placement for seat in seats],
        "wins": [float(part) for part in win_parts([seat.placement for seat in seats])],
        "grade": match.result.grade,
        "causes": [seat.cause.value for seat in seats],
        "details": [seat.evidence.detail for seat in seats],
        "stderr": [seat.evidence.stderr for seat in seats],
        "digest": match.digest,
        "replay": match.replay_path,
    }
