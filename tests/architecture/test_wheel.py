"""The SDK's wheel, installed alone beside grpcio and protobuf, is all that a bot needs."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from importlib.metadata import distribution

import pytest

NEEDS = ("grpcio", "protobuf", "typing_extensions")
"""The wheel's own requirements, and what those require."""

PLAY = """
import json, sys
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
tops = {name.partition(".")[0] for name in sys.modules if not name.startswith("_")}
tops = sorted(tops - set(sys.stdlib_module_names))
print(json.dumps({"where": siurell.__file__, "played": played, "modules": tops}))
"""


@pytest.fixture(scope="module")
def lone_python(root, tmp_path_factory):
    """A Python of its own with nothing but the wheel and what the wheel needs."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", folder, root / "sdk"],
        check=True,
        capture_output=True,
        timeout=120,
    )
    (wheel,) = folder.glob("siurell-*.whl")
    venv.create(folder / "venv", with_pip=False, symlinks=True)
    python = folder / "venv" / "bin" / "python"
    (packages,) = (folder / "venv" / "lib").glob("python3*/site-packages")
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index",
         "--target", packages, wheel],
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


@pytest.mark.process
def test_wheel__carries_types_and_data_and_no_tests(lone_python):
    (packages,) = (lone_python.parent.parent / "lib").glob("python3*/site-packages")
    names = {
        str(path.relative_to(packages / "siurell")) for path in (packages / "siurell").rglob("*")
    }
    assert {"py.typed", "games/finca/finca.toml", "v1/finca_pb2.pyi"} <= names
    assert not [name for name in names if "test_" in name]
