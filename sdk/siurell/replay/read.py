"""Read a replay, or the journal of a match that did not end.

Reading finds what is damaged, cut off or edited, and what this release cannot play; whether the
match was played by the rules is found by `siurell.replay.verify`. The only error that leaves this
module is `ReplayError`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

from siurell.errors import MatchError, OptionError, ReplayError
from siurell.games.base import Game
from siurell.games.registry import game_named
from siurell.match.clock import TimeControl
from siurell.match.config import MatchConfig, check_config
from siurell.match.events import FaultRecord, MatchRecord
from siurell.match.ranking import faults_of
from siurell.match.result import Cause, Evidence, MatchResult, SeatResult
from siurell.replay import fields
from siurell.replay.container import edited, unpack
from siurell.replay.format import FORMAT, JOURNAL, MAX_BYTES, OWN_COMPONENTS, Json
from siurell.replay.model import Journal, Replay
from siurell.replay.records import RecordReader, cause


def read_replay(source: Path | bytes, *, game: Game | None = None) -> Replay:
    """The replay in a file or in its bytes.

    ``game`` holds the rules to read it by, where it is not one of the games that there are, or
    was played with other components. Raises `ReplayError` with one of the reasons UNREADABLE,
    NOT_A_REPLAY, TOO_BIG, TRUNCATED, EDITED, OTHER_FORMAT, UNKNOWN_GAME, OTHER_GAME, OTHER_RULES,
    OTHER_COMPONENTS, SHIPPED_COMPONENTS and INVALID.
    """
    data = source if isinstance(source, bytes) else _load(source)
    lines = _lines(unpack(data))
    top = _top(lines[0])
    digest = _digest(lines)
    journal = _journal(top, lines[1:-2], game)
    seed, result = _footer(lines[-2], journal)
    return Replay(
        journal.game,
        journal.config,
        journal.rules_version,
        journal.commitment,
        journal.records,
        seed,
        result,
        digest,
    )


def read_journal(source: Path | bytes, *, game: Game | None = None) -> Journal:
    """What a journal tells of a match; a line that was cut off and the result are left out.

    The line of its own before the header may be there or not.
    """
    data = source if isinstance(source, bytes) else _load(source)
    if len(data) > MAX_BYTES:
        raise fields.invalid("a journal is not that long")
    whole = data[: data.rfind(b"\n") + 1]
    lines = _lines(whole)
    if len(lines) > 1 and _is_opening(lines[0]):
        del lines[0]
    top, *events = lines
    while events and events[-1].startswith('{"'):
        events.pop()
    return _journal(_top(top), events, game)


def _load(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise ReplayError(
            f"The replay {path} cannot be read: {error.strerror or error}.", reason="UNREADABLE"
        ) from None


def _lines(content: bytes) -> list[str]:
    """The lines; each ends with a line feed."""
    try:
        lines = content.decode("ascii").split("\n")
    except UnicodeDecodeError:
        raise edited("it holds bytes that are no ASCII") from None
    if lines.pop() or not lines:
        raise ReplayError("This replay is cut off in the middle of a line.", reason="TRUNCATED")
    return lines


def _top(line: str) -> dict[str, Json]:
    top = fields.parse(line, "its header")
    if not isinstance(top, dict) or top.get("siurell") != "replay":
        raise ReplayError(
            "This is no replay of Siurell: its header says so.", reason="NOT_A_REPLAY"
        )
    number = fields.whole(top.get("format"), "the number of its format")
    if number not in (FORMAT, OWN_COMPONENTS):
        raise ReplayError(
            f"This replay has format {number}, and this release reads formats {FORMAT} and"
            f" {OWN_COMPONENTS}. Read it with release {_release_of(top)} of siurell, which wrote"
            " it.",
            reason="OTHER_FORMAT",
        )
    if (number == OWN_COMPONENTS) is not ("components" in top):
        raise fields.invalid(f"format {number} and the components in its header contradict")
    return top


def _is_opening(line: str) -> bool:
    opening = fields.parse(line, "its opening")
    return isinstance(opening, dict) and opening.get("siurell") == JOURNAL


def _digest(lines: Sequence[str]) -> str:
    found = re.fullmatch(r'\{"digest":"([0-9a-f]{64})"\}', lines[-1])
    if found is None or len(lines) < 3:
        raise ReplayError(
            "This replay has no end. Get it again from where it came.", reason="TRUNCATED"
        )
    content = "".join(f"{line}\n" for line in lines[:-1])
    if hashlib.sha256(content.encode()).hexdigest() != found[1]:
        raise edited("its digest is another one")
    return found[1]


def _journal(top: dict[str, Json], lines: Sequence[str], game: Game | None) -> Journal:
    config = _config(top)
    rules = fields.text(top.get("rules"), "its rules version")
    try:
        game = game or game_named(config.game)
    except OptionError as error:
        raise ReplayError(
            f"This replay is of an unknown game. {error}", reason="UNKNOWN_GAME"
        ) from None
    if game.name != config.game:
        raise ReplayError(
            f"This replay is of {config.game}, and it was to be read by the rules of {game.name}.",
            reason="OTHER_GAME",
        )
    if rules != game.rules_version:
        raise ReplayError(
            f"This replay is of {config.game} by rules version {rules}, and this release plays"
            f" version {game.rules_version}. Read it with release {_release_of(top)} of siurell,"
            " which wrote it.",
            reason="OTHER_RULES",
        )
    _check_components(game, config)
    try:
        check_config(game, config)
    except (OptionError, MatchError) as error:
        raise fields.invalid(str(error)) from None
    reader = RecordReader(config.seats)
    records = [reader.read(line, f"line {place}") for place, line in enumerate(lines, 2)]
    commitment = fields.octets(top.get("commitment"), 32, "its commitment")
    return Journal(game, config, rules, commitment, tuple(records))


def _check_components(game: Game, config: MatchConfig) -> None:
    """The components of the game are those of the match, told by their digests."""
    own, given = config.components, game.components_digest
    if own == given:
        return
    if not own:
        said = "the shipped components, so it is read without a file of components"
    elif not given:
        said = f"components of its own, and their file has to be named: its digest is {own}"
    else:
        said = f"the components of the digest {own}, and the file that was named has {given}"
    reason = "OTHER_COMPONENTS" if own else "SHIPPED_COMPONENTS"
    raise ReplayError(f"This replay was played with {said}.", reason=reason)


def _config(top: dict[str, Json]) -> MatchConfig:
    labels = fields.items(top.get("seats"), "its list of seats")
    options = fields.members(top.get("options"), "its options")
    time = fields.text(top.get("time"), "its time control")
    try:
        control = TimeControl.parse(time)
    except OptionError as error:
        raise fields.invalid(str(error)) from None
    return MatchConfig(
        match_id=fields.text(top.get("match"), "its match id"),
        game=fields.text(top.get("game"), "its game"),
        options={name: fields.text(value, name) for name, value in options.items()},
        seats=len(labels),
        time=control,
        labels=tuple(fields.text(label, "the name of a seat") for label in labels),
        startup_us=fields.count(top.get("startup_us"), "its start-up limit"),
        components=_components(top),
    )


def _components(top: dict[str, Json]) -> str:
    if "components" not in top:
        return ""
    return fields.octets(top["components"], 32, "the digest of its components").hex()


def _footer(line: str, journal: Journal) -> tuple[bytes, MatchResult]:
    end = fields.members(fields.parse(line, "its result"), "its result")
    said = fields.members(end.get("result"), "its result")
    seats = journal.config.seats
    scores, placements, words = (
        _each(said.get(name), seats, name) for name in ("scores", "placements", "causes")
    )
    causes = [cause(fields.text(word, "a cause"), "its result") for word in words]
    result = MatchResult(
        _seat_results(journal.records, scores, placements, causes),
        fields.count(said.get("decisions"), "the number of decisions"),
        fields.count(said.get("turns"), "the number of turns"),
        fields.text(said.get("grade", ""), "its grade"),
        fields.text(said.get("reason", ""), "its reason"),
    )
    return fields.octets(end.get("seed"), 32, "its seed"), result


def _seat_results(
    records: Sequence[MatchRecord],
    scores: Sequence[Json],
    placements: Sequence[Json],
    causes: Sequence[Cause],
) -> tuple[SeatResult, ...]:
    """The result of every seat, with the evidence that stands where it forfeited."""
    forfeits = [record for record in records if isinstance(record, FaultRecord)]
    results = []
    for seat, fault in enumerate(faults_of(forfeits, len(causes))):
        known = fault is not None and fault.cause is causes[seat]
        results.append(
            SeatResult(
                fields.count(placements[seat], "a placement"),
                fields.whole(scores[seat], "a score"),
                causes[seat],
                fault.order if known and fault else None,
                fault.evidence if known and fault else Evidence(),
            )
        )
    return tuple(results)


def _each(value: Json, seats: int, what: str) -> Sequence[Json]:
    values = fields.items(value, f"the list of {what}")
    if len(values) != seats:
        raise fields.invalid(f"the list of {what} has not one entry a seat")
    return values


def _release_of(top: dict[str, Json]) -> str:
    return fields.text(top.get("by", "unknown"), "the release that wrote it")
