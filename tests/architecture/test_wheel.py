"""Both wheels hold all that is in their folders, and the SDK's alone is all that a bot needs."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
import zipfile
from importlib.metadata import distribution

import pytest

NEEDS = ("grpcio", "protobuf", "typing_extensions")
"""The wheel's own requirements, and what those require."""

PLAY = """
import json, sys
before = set(sys.modules)
import siurell
from siurell.bots import SHIPPED
from siurell.client.process import run_bot
from siurell.local import play_local
from siurell.match.dealer import seed_from_text
from siurell.replay.read import read_replay
from siurell.replay.verify import verify
from siurell.games.registry import games
from siurell.draw.text import draw_text
import siurell.testing

played = {}
for game in games():
    bots = [SHIPPED["greedy"]] + [SHIPPED["random"]] * (game.min_seats - 1)
    match = play_local(game, bots, seed=seed_from_text("wheel"), simulated=True)
    replay = read_replay(match.replay.data)
    played[game.name] = {
        "causes": [seat.cause.value for seat in match.result.seats],
        "verified": verify(replay, match.replay.digest).ok,
        "drawn": bool(draw_text(game.new_state(game.min_seats, game.check_options({})))),
    }
loaded = set(sys.modules) - before
tops = {name.partition(".")[0] for name in loaded if not name.startswith("_")}
tops = sorted(tops - set(sys.stdlib_module_names))
print(json.dumps({"where": siurell.__file__, "played": played, "modules": tops}))
"""


@pytest.fixture(scope="module")
def wheels(root, tmp_path_factory):
    """The wheels of both distributions, by the name of the distribution."""
    folder = tmp_path_factory.mktemp("wheels")
    for project in (root / "sdk", root):
        subprocess.run(
            [sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", folder, project],
            check=True,
            capture_output=True,
            timeout=120,
        )
    return {path.name.partition("-")[0]: path for path in folder.glob("*.whl")}


@pytest.fixture(scope="module")
def lone_python(wheels, tmp_path_factory):
    """A Python of its own with nothing but the SDK's wheel and what that needs."""
    folder = tmp_path_factory.mktemp("lone")
    venv.create(folder / "venv", with_pip=False, symlinks=True)
    python = folder / "venv" / "bin" / "python"
    (packages,) = (folder / "venv" / "lib").glob("python3*/site-packages")
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index",
         "--target", packages, wheels["siurell"]],
        check=True,
        capture_output=True,
        timeout=120,
    )  # fmt: skip
    for name in NEEDS:
        _borrow(name, packages)
    return python


def _borrow(name, packages):
    """Link the files of an installed distribution into another folder of packages."""
    found = distribution(name)
    for top in {file.parts[0] for file in found.files or () if file.parts[0] != ".."}:
        target, source = packages / top, found.locate_file(top)
        if not target.exists():
            target.symlink_to(source)


@pytest.mark.process
def test_wheel__alone_plays_every_game(lone_python):
    run = subprocess.run(
        [lone_python, "-I", "-c", PLAY], capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    assert told["where"].startswith(str(lone_python.parent.parent))
    assert set(told["modules"]) <= {
        "cython_runtime",
        "google",
        "grpc",
        "siurell",
        "typing_extensions",
    }
    for game in told["played"].values():
        assert set(game["causes"]) == {"game_rules"}
        assert game["verified"]
        assert game["drawn"]


PACKAGES = {
    "siurell": {"siurell": "sdk/siurell"},
    "siurell_arena": {"ladder": "ladder", "referee": "referee"},
}
"""The packages of each distribution, with the folder of each."""

CARRIED = {
    "siurell": {"siurell/py.typed", "siurell/games/finca/finca.toml", "siurell/v1/finca_pb2.pyi"},
    "siurell_arena": {
        "ladder/cli/templates/bot.py.txt",
        "ladder/store/migrations/env.py",
        "ladder/store/migrations/script.py.mako",
        "ladder/store/migrations/versions/0001_first_tables.py",
    },
}
"""What is not imported, and missed when it is not there."""


@pytest.mark.process
@pytest.mark.parametrize("name", PACKAGES)
def test_wheel__carries_all_of_its_folders_and_a_licence(root, wheels, name):
    with zipfile.ZipFile(wheels[name]) as wheel:
        held = set(wheel.namelist())
    facts = {path for path in held if ".dist-info/" in path}
    folders = {
        f"{package}/{path.relative_to(root / folder).as_posix()}"
        for package, folder in PACKAGES[name].items()
        for path in (root / folder).rglob("*")
        if path.is_file() and not {"__pycache__", ".mypy_cache"} & set(path.parts)
    }
    assert held - facts == folders
    assert held >= CARRIED[name]
    assert any(fact.endswith("/licenses/LICENSE") for fact in facts)


def test_licence__is_the_same_in_both_distributions(root):
    assert (root / "LICENSE").read_bytes() == (root / "sdk" / "LICENSE").read_bytes()
