"""A season goes to a file and into another arena, and its table is the same to the last bit."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from siurell.errors import LadderError
from siurell.match.result import Cause, MatchResult, SeatResult
from sqlmodel import select

from ladder.domain.batch import Batch, Report, ShippedBot
from ladder.domain.seasons import Season
from ladder.services.arena import Arena
from ladder.services.leaderboard import leaderboard
from ladder.services.matches import list_matches, show_match
from ladder.services.report import report
from ladder.services.rerate import rerate
from ladder.services.schedule import next_batch
from ladder.services.season_files_export import NOT_PLAYED, Exported, export_season
from ladder.services.season_files_import import Imported, import_season
from ladder.services.seasons import season_named
from ladder.services.solo_leaderboard import solo_leaderboard
from ladder.services.submit import VersionInfo, set_checked, submit
from ladder.store.database import Database
from ladder.store.home import Home
from ladder.store.tables import BlockRow, BotRow, CounterRow, MatchRow, SeasonRow, VersionRow

Enter = Callable[..., VersionInfo]
Draw = Callable[..., Batch | None]
Told = Callable[..., Report]
ResultOf = Callable[..., MatchResult]


def nothing() -> None:
    """No progress is shown."""


@pytest.fixture
def played(arena: Arena, enter: Enter, draw: Draw, told: Told, result_of: ResultOf) -> Batch:
    """Ties, faults, a suspension, a new version, mixed reports; the last batch is half played."""
    rng = random.Random("a season")
    for number in range(4):
        enter(f"bot-{number}")
    for part in range(2):
        for _ in range(5):
            batch = draw(blocks=2)
            assert batch is not None
            for order in rng.sample(batch.orders, len(batch.orders)):
                labels = [batch.entrants[place].label for place in order.seating]
                placements = [rng.randint(1, len(labels)) for _ in labels]
                placements[rng.randrange(len(placements))] = 1
                faulty = [seat for seat, label in enumerate(labels) if label == "bot-0@1"]
                causes = dict.fromkeys(faulty, Cause.TIMEOUT)
                report(arena, told(order, result_of(tuple(placements), causes)))
        if part == 0:
            enter("bot-1", "greedy")
    half = draw(blocks=2)
    assert half is not None
    result = result_of(tuple(range(1, len(half.orders[0].seating) + 1)), {0: Cause.CRASH})
    report(arena, told(half.orders[0], result))
    return half


@pytest.fixture
def exported(arena: Arena, season: Season, played: Batch, tmp_path: Path) -> Exported:
    return export_season(arena, season, tmp_path / "finca.jsonl", nothing)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a season of two blocks, which is made once."""
    folder = tmp_path_factory.mktemp("small")
    home = Home(folder / "home")
    with Database.open(home) as db:
        arena = Arena(home, db)
        for name in ("bot-1", "bot-3"):
            set_checked(arena, submit(arena, ShippedBot("random"), name=name).id, True, "fine")
        season = season_named(arena, "finca")
        batch = next_batch(arena, [season], worker="w1", rng=random.Random(1), max_blocks=2)
        assert batch is not None
        then = arena.now()
        for order in batch.orders:
            seats = (SeatResult(1, 40, Cause.GAME_RULES), SeatResult(2, 30, Cause.GAME_RULES))
            made = MatchResult(seats, 100, 90)
            report(
                arena,
                Report(order.match_id, 1, made, b"replay", "d" * 64, "w1", then, then, ()),
            )
        return export_season(arena, season, folder / "small.jsonl", nothing).file.read_bytes()


@pytest.fixture
def file(small: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "small.jsonl"
    path.write_bytes(small)
    return path


def season_here(arena: Arena, name: str = "finca") -> Season:
    return season_named(arena, name)


def bits(arena: Arena, season: Season) -> list[tuple[object, ...]]:
    """The table with every number to the last bit."""
    return [(row, row.mu.hex(), row.sigma.hex()) for row in leaderboard(arena, season)]


def log_of(arena: Arena) -> list[object]:
    """All matches as people see them but for their numbers, in the order in which they were."""
    found = [show_match(arena, line.match_id) for line in list_matches(arena, limit=10_000)]
    return [(one.line.seats, one.digest, one.line.reason) for one in found if one.report_no]


def test_import__into_an_empty_arena_gives_the_same_table_and_log(
    arena: Arena, other: Arena, season: Season, played: Batch, exported: Exported
) -> None:
    """R16: the log is all that the ratings hang on."""
    done = import_season(other, exported.file, nothing)
    assert done == Imported("finca", 4, 5, exported.matches)
    there = season_here(other)
    check = rerate(other, there)
    assert check.equal and check.matches == rerate(arena, season).matches
    assert bits(other, there) == bits(arena, season)
    assert any(row.suspended for row in leaderboard(other, there))
    assert log_of(other) == log_of(arena)


def test_import__of_what_was_imported_is_the_same_file(
    other: Arena, exported: Exported, tmp_path: Path
) -> None:
    """What is void on the second way is nothing new."""
    import_season(other, exported.file, nothing)
    again = export_season(other, season_here(other), tmp_path / "again.jsonl", nothing)
    kept = [json.loads(line) for line in exported.file.read_text().splitlines()[:-1]]
    twice = [json.loads(line) for line in again.file.read_text().splitlines()[:-1]]
    for old, new in zip(kept, twice, strict=True):
        if old["kind"] == "season":
            old["season"].pop("created_at"), new["season"].pop("created_at")
        if old["kind"] == "block" and old["seed"] is None:
            continue
        assert new == old


def test_export__tells_no_sealed_seed_and_no_words_of_a_sealed_match(
    played: Batch, exported: Exported
) -> None:
    """Whoever reads the file learns nothing of what is still to be played."""
    text = exported.file.read_text()
    assert exported.unfinished == len(played.orders) - 1
    for order in played.orders:
        assert order.seed.hex() not in text
    lines = [json.loads(line) for line in text.splitlines()]
    crashed = [
        seat
        for line in lines
        if line["kind"] == "match"
        for seat in line["seats"]
        if seat["cause"] == "crash"
    ]
    assert [seat["evidence"] for seat in crashed] == [{"limit_us": 500_000}]
    assert sum(line["kind"] == "match" and line["reason"] == NOT_PLAYED for line in lines) == (
        exported.unfinished
    )
    seeds = [line["seed"] for line in lines if line["kind"] == "block"]
    assert None in seeds and len(set(seeds)) > 15


def test_import__of_a_solo_season(
    arena: Arena, other: Arena, solo: Season, enter: Enter, draw: Draw, told: Told, tmp_path: Path
) -> None:
    rng = random.Random("rounds")
    for name in ("ann", "bob", "cid"):
        enter(name)
    for number in range(4):
        batch = draw(solo)
        assert batch is not None
        for order in batch.orders[: 2 if number == 3 else 3]:
            cause = Cause.TIMEOUT if rng.random() < 0.3 else Cause.GAME_RULES
            seat = SeatResult(
                1, rng.randint(20, 90), cause, None if cause is Cause.GAME_RULES else 1
            )
            report(arena, told(order, MatchResult((seat,), 40, 20, grade="farmer")))
        if number == 1:
            enter("ann", "greedy")
    file = export_season(arena, solo, tmp_path / "solo.jsonl", nothing).file
    import_season(other, file, nothing)
    there = season_here(other, solo.name)
    assert rerate(other, there).equal
    rows, ours = solo_leaderboard(other, there), solo_leaderboard(arena, solo)
    assert rows == ours and {row.rounds for row in rows} >= {3}
    assert [row.lead and row.lead.hex() for row in rows] == [
        row.lead and row.lead.hex() for row in ours
    ]


def test_import__of_two_seasons_with_the_same_bots_and_then_the_ladder_goes_on(
    arena: Arena,
    other: Arena,
    solo: Season,
    played: Batch,
    exported: Exported,
    draw: Draw,
    told: Told,
    result_of: ResultOf,
    tmp_path: Path,
) -> None:
    batch = draw(solo)
    assert batch is not None
    for order in batch.orders:
        report(arena, told(order, result_of((1,))))
    file = export_season(arena, solo, tmp_path / "solo.jsonl", nothing).file
    import_season(other, exported.file, nothing)
    assert import_season(other, file, nothing).versions == 0
    rng = random.Random(1)
    next_one = next_batch(other, [season_here(other)], worker="w1", rng=rng, max_blocks=1)
    assert next_one is not None, "shipped bots play on"
    for order in next_one.orders:
        report(other, told(order))
    assert rerate(other, season_here(other)).equal
    assert rerate(other, season_here(other, solo.name)).equal


def counts(arena: Arena) -> tuple[int, ...]:
    with arena.db.read() as session:
        tables = (BotRow, VersionRow, MatchRow, BlockRow, CounterRow)
        return tuple(len(session.exec(select(table)).all()) for table in tables)


def refused(arena: Arena, file: Path) -> LadderError:
    """The import is refused and nothing is changed."""
    before = counts(arena)
    with pytest.raises(LadderError) as told:
        import_season(arena, file, nothing)
    assert counts(arena) == before
    return told.value


def test_import__of_a_season_that_is_there(arena: Arena, exported: Exported) -> None:
    error = refused(arena, exported.file)
    assert error.reason == "SEASON_EXISTS"
    assert "has been played in this arena already" in str(error)


def test_import__beside_another_season_of_the_name(other: Arena, file: Path) -> None:
    """Names of seasons differ by more than case, and a season never becomes one of another game."""
    season = season_here(other)
    for name, game in ((season.name.upper(), season.game), (season.name, "farmini")):
        with other.db.write() as session:
            row = session.get_one(SeasonRow, season.id)
            row.name, row.game = name, game
            session.add(row)
        assert refused(other, file).reason == "SEASON_EXISTS"


def test_import__beside_another_bot_of_the_name(other: Arena, file: Path) -> None:
    submit(other, ShippedBot("greedy"), name="bot-3")
    error = refused(other, file)
    assert error.reason == "OTHER_VERSION" and "bot-3@1" in str(error)


def test_import__finds_a_version_that_is_here(other: Arena, file: Path) -> None:
    version = submit(other, ShippedBot("random"), name="bot-3")
    set_checked(other, version.id, True, "fine")
    assert import_season(other, file, nothing).versions == 1


@pytest.mark.parametrize("cut", ["a byte", "a line", "the end", "half", "in the middle"])
def test_import__of_a_file_that_was_cut(other: Arena, file: Path, cut: str) -> None:
    data = file.read_bytes()
    lines = data.splitlines(keepends=True)
    kept = {
        "a byte": data[:-1],
        "a line": b"".join(lines[:-1]),
        "the end": b"".join(lines[:-2]),
        "half": data[: len(data) // 2],
        "in the middle": b"".join(lines[:5] + lines[6:]),
    }[cut]
    file.write_bytes(kept)
    assert refused(other, file).reason == "DAMAGED_FILE"


def test_import__of_a_file_that_was_changed(other: Arena, file: Path) -> None:
    data = file.read_bytes()
    file.write_bytes(data.replace(b'"placement":1', b'"placement":2', 1))
    assert refused(other, file).reason == "DAMAGED_FILE"


def forged(file: Path, change: Callable[[list[dict]], object]) -> Path:
    """The file with other lines and a digest that agrees with them."""
    lines = [json.loads(line) for line in file.read_text().splitlines()[:-1]]
    change(lines)
    texts = [json.dumps(line).encode() + b"\n" for line in lines]
    digest = hashlib.sha256(b"".join(texts)).hexdigest()
    end = json.dumps({"kind": "end", "lines": len(texts), "digest": digest}).encode() + b"\n"
    file.write_bytes(b"".join([*texts, end]))
    return file


def first(lines: list[dict], kind: str) -> dict:
    return next(line for line in lines if line["kind"] == kind)


FORGERIES: dict[str, Callable[[list[dict]], object]] = {
    "another rating": lambda lines: first(lines, "standing").update(mu=31.0),
    "another placement": lambda lines: first(lines, "match")["seats"][0].update(placement=9),
    "nobody placed first": lambda lines: [
        seat.update(placement=2) for seat in first(lines, "match")["seats"]
    ],
    "an unknown cause": lambda lines: first(lines, "match")["seats"][0].update(cause="luck"),
    "a text for a number": lambda lines: first(lines, "match").update(turns="many"),
    "a number too large": lambda lines: first(lines, "match").update(turns=1 << 70),
    "no such version": lambda lines: first(lines, "batch").update(line_up=[1, 99]),
    "no such block": lambda lines: first(lines, "match").update(block=10_000),
    "the same report twice": lambda lines: [
        line.update(report=1) for line in lines if line["kind"] == "match" and line["report"]
    ],
    "a report left out": lambda lines: max(
        (line for line in lines if line["kind"] == "match"), key=lambda one: one["report"] or 0
    ).update(report=5_000),
    "a short seed": lambda lines: first(lines, "block").update(seed="ff"),
    "an unknown kind": lambda lines: lines.append({"kind": "joke"}),
    "two seasons": lambda lines: lines.insert(1, dict(lines[0])),
    "a list": lambda lines: lines.insert(3, []),  # type: ignore[arg-type]
    "a name that leads out": lambda lines: first(lines, "version").update(bot="../x"),
    "a lone surrogate": lambda lines: first(lines, "match").update(grade="\ud800"),
    "sigma of nothing": lambda lines: first(lines, "season")["season"].update(sigma=0.0),
    "no evidence": lambda lines: first(lines, "match")["seats"][0].update(evidence=[1]),
    "a time without its zone": lambda lines: first(lines, "version").update(
        submitted_at="2030-01-01T00:00:00"
    ),
    "an unknown state": lambda lines: first(lines, "season")["season"].update(state="asleep"),
    "closed since never": lambda lines: first(lines, "season")["season"].update(state="closed"),
    "too much weight": lambda lines: first(lines, "season")["season"].update(weight=5_000),
    "no weight": lambda lines: first(lines, "season")["season"].update(weight=0),
    "other ratings than the last": lambda lines: first(lines, "rating_set").update(tau=0.5),
    "a set of ratings left out": lambda lines: first(lines, "rating_set").update(number=2),
    "a time in no year of UTC": lambda lines: first(lines, "season")["season"].update(
        opens_at="0001-01-01T00:00:00+14:00"
    ),
    "a time that is none": lambda lines: first(lines, "match").update(ended_at="yesterday"),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_import__of_a_forged_file_whose_digest_agrees(other: Arena, file: Path, what: str) -> None:
    """Nothing that a file says is believed: in the end the fold has to give its table."""
    forged(file, lambda lines: FORGERIES[what](lines))
    assert refused(other, file).reason == "DAMAGED_FILE"


@pytest.mark.parametrize("terms", [{"extra_blocks": 1 << 40}, {"beta": 1e-320}, {"mu": 1e308}])
def test_import__of_a_season_that_nobody_could_make(
    other: Arena, file: Path, terms: dict[str, object]
) -> None:
    """It would keep the ladder from playing, whatever else it plays."""
    forged(file, lambda lines: lines[0]["season"].update(terms))
    assert refused(other, file).reason == "BAD_SEASON"


def test_import__of_another_format(other: Arena, file: Path) -> None:
    forged(file, lambda lines: lines[0].update(format=3))
    error = refused(other, file)
    assert error.reason == "OTHER_FORMAT" and "format 3" in str(error)


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"\x00\xff", b"[]\n", b"{}\n", b'{"kind":"season"}\n']
)
def test_import__of_what_is_no_season(other: Arena, file: Path, data: bytes) -> None:
    file.write_bytes(data)
    assert refused(other, file).reason == "NO_SEASON_FILE"


def test_export__does_not_write_over_a_file(arena: Arena, season: Season, file: Path) -> None:
    before, there = file.read_bytes(), set(file.parent.iterdir())
    with pytest.raises(LadderError) as told:
        export_season(arena, season, file, nothing)
    assert told.value.reason == "FILE_EXISTS"
    assert file.read_bytes() == before
    assert set(file.parent.iterdir()) == there
