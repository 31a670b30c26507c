"""Seasons and what their matches tell: the same here, and over the wire for the same role."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from siurell.errors import LadderError
from typer.testing import CliRunner, Result

from ladder.api.line import Line
from ladder.api.season_client import RemoteSeasons
from ladder.cli.commands import app
from ladder.cli.ladders_seasons import EmbeddedSeasons, Seasons
from ladder.domain.access import Role
from ladder.domain.season_states import SeasonState
from ladder.domain.wanted_terms import WantedTerms
from ladder.services.api_tokens import authenticate, issue_api_token
from ladder.services.arena import acting
from ladder.services.audit import audit_log
from ladder.services.owners import add_owner
from ladder.services.season_changes import close_season, create_season, freeze_season
from ladder.services.season_overview import season_overviews
from ladder.services.seasons import season_named

READING = [
    ("bot", "history", "mybot"),
    ("bot", "history", "mybot", "--season", "finca", "--points", "2"),
    ("bot", "history", "nobody"),
    ("bot", "history", "mybot", "--season", "chess"),
    ("bot", "history", "mybot", "--season", "la_granja-solo"),
    ("leaderboard", "ending"),
    ("season", "list"),
    ("season", "show", "finca"),
    ("season", "show", "still"),
    ("season", "show", "ending"),
    ("season", "show", "done"),
    ("season", "show", "chess"),
    ("stats", "owners"),
    ("stats", "owners", "finca"),
    ("stats", "owners", "la_granja-solo"),
    ("stats", "owners", "chess"),
    ("stats", "variance"),
    ("stats", "variance", "finca"),
    ("stats", "variance", "chess"),
    ("status",),
]
"""Commands that change nothing."""

NEW = ("season", "create", "sprint", "--game", "farmini")
SET = ("season", "set", "finca")

CHANGING = [
    NEW,
    (*NEW, "--seats", "2,4", "--time", "bullet", "--startup", "3", "--weight", "3"),
    (*NEW, "--preset", "halite", "--tau", "0.1", "--own-opponents", "--extra-blocks", "0"),
    (*NEW, "--opens", "2990-01-31 18:00", "--closes", "2999-01-31T18:00:00.123456+01:00"),
    (*NEW, "--opens", "none"),
    (*SET, "--weight", "5", "--own-opponents", "--extra-blocks", "0"),
    (*SET, "--closes", "2999-01-31"),
    (*SET, "--tau", "0.3", "--draw-probability", "0.1"),
    ("season", "set", "still", "--time", "bullet", "--seats", "2-3", "--closes", "none"),
    ("season", "freeze", "finca"),
    ("season", "open", "still"),
    ("season", "open", "ending"),
    ("season", "open", "done"),
    ("season", "close", "finca"),
    ("season", "close", "finca", "--extra-blocks", "0"),
    ("season", "close", "ending", "--extra-blocks", "7"),
]
"""Commands that change something, each on an arena of its own."""

REFUSED = [
    (*NEW, "--seats", "9"),
    (*NEW, "--seats", "4-2"),
    (*NEW, "--seats", "two"),
    (*NEW, "--seats", "1", "--tau", "0.1"),
    (*NEW, "--time", "200m"),
    (*NEW, "--time", "soon"),
    (*NEW, "--option", "colour=red"),
    (*NEW, "--option", "red"),
    (*NEW, "--preset", "elo"),
    (*NEW, "--sigma", "0"),
    (*NEW, "--mu", "nan"),
    (*NEW, "--beta", "1e300"),
    (*NEW, "--weight", "2000"),
    (*NEW, "--extra-blocks", "99999"),
    (*NEW, "--closes", "2001-01-31"),
    (*NEW, "--opens", "2999-01-31", "--closes", "2998-01-31"),
    ("season", "create", "x y", "--game", "finca"),
    ("season", "create", "Finca", "--game", "finca"),
    ("season", "create", "sprint", "--game", "chess"),
    (*SET, "--no-own-opponents"),
    (*SET, "--seats", "2"),
    (*SET, "--draw-probability", "1"),
    SET,
    ("season", "set", "finca-solo", "--tau", "0.3"),
    ("season", "set", "done", "--weight", "5"),
    ("season", "set", "chess", "--weight", "5"),
    ("season", "freeze", "still"),
    ("season", "freeze", "done"),
    ("season", "open", "finca"),
    ("season", "close", "ending"),
    ("season", "close", "done"),
    ("season", "close", "chess"),
]
"""Commands that would change something, and may not."""

ROLES = {"ann": Role.AUTHOR, "otto": Role.ORGANISER, "root": Role.OPERATOR}
TIMES = ("since", "actor", "role", "ladder")
"""What no two arenas, or no two who ask, have alike."""

Typist = Callable[..., Result]


class Known:
    """An arena with seasons in all states and owners of all roles, at a port."""

    def __init__(self, served) -> None:
        self.served = served
        self.tokens = {name: issue_api_token(served.arena, name).token for name in ROLES}

    @classmethod
    def made(cls, served) -> Known:
        """One in which the seasons and the owners have to be made."""
        arena = served.arena
        finca = replace(season_named(arena, "finca"), id=0, seat_counts=(2,))
        for name in ("still", "ending", "done"):
            create_season(arena, replace(finca, name=name))
        freeze_season(arena, "still")
        close_season(arena, "ending", 3)
        close_season(arena, "done", 0)
        for name in ("ann", "otto"):
            add_owner(arena, name, ROLES[name])
        return cls(served)

    def here(self, name: str) -> Seasons:
        actor = authenticate(self.served.arena, self.tokens[name])
        return EmbeddedSeasons(acting(self.served.arena, actor))


@pytest.fixture(scope="module")
def known(played_once) -> Known:
    """For tests that change nothing."""
    return Known.made(played_once)


@pytest.fixture
def knowing(known, serving) -> Callable[[Path], object]:
    """A copy of it in a folder of the test's own."""

    @contextmanager
    def _knowing(folder: Path) -> Iterator[Known]:
        home = known.served.arena.home
        (folder / "home").mkdir(parents=True)
        with closing(sqlite3.connect(home.database)) as source:
            source.execute("VACUUM INTO ?", [str(folder / "home" / home.database.name)])
        with serving(folder) as served:
            served.start()
            yield Known(served)
            served.stop()

    return _knowing


@pytest.fixture
def line_of() -> Iterator[Callable[[Known, str], Line]]:
    with ExitStack() as lines:

        def _line_of(known: Known, name: str) -> Line:
            return lines.enter_context(Line(known.served.way, known.tokens[name]))

        yield _line_of


@pytest.fixture
def elsewhere(line_of) -> Callable[[Known, str], RemoteSeasons]:
    """The seasons over the wire, as an owner sees them."""
    return lambda known, name: RemoteSeasons(line_of(known, name))


@pytest.fixture
def typist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Typist:
    """Type a command for an arena itself, or for the ladder that serves it."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("SIURELL_HOME", raising=False)

    def _type(known: Known, way: str, *words: str) -> Result:
        monkeypatch.setenv("SIURELL_LADDER_TOKEN", known.tokens["root"])
        where = str(known.served.arena.home.path) if way == "--home" else known.served.address
        return CliRunner().invoke(app, [way, where, *words])

    return _type


def alike(value: object) -> object:
    """The value without what no two arenas have alike."""
    if isinstance(value, dict):
        return {key: key if key in TIMES else alike(each) for key, each in value.items()}
    return [alike(each) for each in value] if isinstance(value, list) else value


def told(text: str) -> str:
    """What was told, without who one is, and since when there are rating parameters."""
    lines = [line for line in text.splitlines() if not line.startswith("You are ")]
    return "\n".join(line.partition("since ")[0] for line in lines)


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_both__tell_the_same(known, typist, words, alike_but_for_playing):
    here, there = (typist(known, way, *words) for way in ("--home", "--ladder"))
    assert "bug" not in here.stderr
    assert here.exit_code == there.exit_code
    assert alike_but_for_playing(told(here.stdout), told(there.stdout))
    assert here.stderr == there.stderr
    here, there = (typist(known, way, *words, "--json") for way in ("--home", "--ladder"))
    assert here.exit_code == there.exit_code
    assert bool(here.stdout) == bool(there.stdout)
    if here.stdout:
        assert alike(json.loads(here.stdout)) == alike(json.loads(there.stdout))


@pytest.mark.parametrize("words", CHANGING, ids=" ".join)
def test_both__change_the_same_and_say_who_did_it(
    words, knowing, typist, tmp_path, alike_but_for_playing
):
    runs, changes, shown = [], [], []
    for way, who in (("--home", "local"), ("--ladder", "root")):
        with knowing(tmp_path / way) as known:
            before = audit_log(known.served.arena, limit=100)
            runs.append(typist(known, way, *words))
            new = audit_log(known.served.arena, limit=100)[: -len(before)]
            assert {line.actor for line in new} <= {who}
            changes.append([(line.action, line.subject, line.detail) for line in new])
            shown.append(
                alike(json.loads(typist(known, "--home", "season", "list", "--json").stdout))
            )
    here, there = runs
    assert here.exit_code == 0, here.output
    assert alike_but_for_playing(here.stdout, there.stdout)
    assert (here.stderr, there.exit_code) == (there.stderr, 0)
    assert changes[0] == changes[1] != []
    assert shown[0] == shown[1]


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_both__refuse_the_same_and_change_nothing(words, known, typist):
    arena = known.served.arena
    before = audit_log(arena, limit=100), season_overviews(arena)
    here, there = (typist(known, way, *words) for way in ("--home", "--ladder"))
    assert (here.exit_code, here.stdout, here.stderr) == (2, "", there.stderr)
    assert (there.exit_code, there.stdout) == (2, "")
    assert (audit_log(arena, limit=100), season_overviews(arena)) == before


def test_both__tell_programs_what_was_changed(knowing, typist, tmp_path):
    runs = []
    for way in ("--home", "--ladder"):
        with knowing(tmp_path / way) as known:
            words = (
                (*NEW, "--json"),
                (*SET, "--tau", "0.3", "--json"),
                ("season", "freeze", "finca", "--json"),
                ("season", "open", "finca", "--json"),
                ("season", "close", "finca", "-n", "2", "--json"),
            )
            runs.append([json.loads(typist(known, way, *each).stdout) for each in words])
    assert runs[0] == runs[1]
    assert runs[0][1]["changed"] == ["params"]


CALLS: dict[str, Callable[[Seasons], object]] = {
    "create": lambda seasons: seasons.create("sprint", "finca", WantedTerms()),
    "create what is there": lambda seasons: seasons.create("finca", "finca", WantedTerms()),
    "set": lambda seasons: seasons.set("finca", WantedTerms(weight=5)),
    "set what is not there": lambda seasons: seasons.set("chess", WantedTerms(weight=5)),
    "freeze": lambda seasons: seasons.freeze("finca"),
    "open": lambda seasons: seasons.open("still"),
    "open what is closed": lambda seasons: seasons.open("done"),
    "close": lambda seasons: seasons.close("finca", None),
    "favours": lambda seasons: seasons.favours(season_of(seasons)),
}
"""What an author may not do."""


def season_of(seasons: Seasons):
    return next(one.season for one in seasons.totals() if one.season.name == "finca")


def outcome(call: Callable[[Seasons], object], seasons: Seasons) -> object:
    try:
        return call(seasons)
    except LadderError as error:
        return error.reason, str(error)


@pytest.mark.parametrize("call", CALLS)
def test_roles__authors_are_refused_the_same_words_over_the_wire(known, elsewhere, call):
    before = audit_log(known.served.arena, limit=100)
    there = outcome(CALLS[call], elsewhere(known, "ann"))
    assert there == outcome(CALLS[call], known.here("ann"))
    assert there[0] in ("NOT_ALLOWED", "UNKNOWN_SEASON")
    assert audit_log(known.served.arena, limit=100) == before


def test_roles__an_organiser_changes_seasons_and_opens_no_closed_one(knowing, elsewhere, tmp_path):
    with knowing(tmp_path) as known:
        otto = elsewhere(known, "otto")
        assert otto.create("sprint", "finca", WantedTerms(weight=4)).weight == 4
        assert otto.set("sprint", WantedTerms(weight=5)).changed == ("weight",)
        assert otto.freeze("sprint").state is SeasonState.FROZEN
        assert otto.favours(season_of(otto)).season == "finca"
        refusal = outcome(CALLS["open what is closed"], otto)
        assert refusal == outcome(CALLS["open what is closed"], known.here("otto"))
        assert refusal[0] == "NOT_ALLOWED"
        changes = audit_log(known.served.arena, owner="otto")
        assert [line.action for line in changes] == ["season.freeze", "season.set", "season.create"]
