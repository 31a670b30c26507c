"""The public names: whoever takes one away or adds one says so here."""

from __future__ import annotations

import tomllib

import siurell
import siurell.testing

SIURELL = {
    "Bot",
    "IllegalMoveError",
    "InvalidMoveError",
    "LadderError",
    "LocalProtocolError",
    "MatchError",
    "MatchInfo",
    "OptionError",
    "ProtocolError",
    "RemoteProtocolError",
    "ReplayError",
    "RulesError",
    "SiurellError",
    "View",
    "__version__",
    "game_named",
}


def test_exports__siurell():
    assert set(siurell.__all__) == SIURELL
    assert all(getattr(siurell, name) is not None for name in SIURELL)


def test_exports__one_version_everywhere(root):
    for file in ("pyproject.toml", "sdk/pyproject.toml"):
        project = tomllib.loads((root / file).read_text())["project"]
        assert project["version"] == siurell.__version__
    arena = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    assert f"siurell=={siurell.__version__}" in arena["dependencies"]


def test_exports__the_sdk_needs_grpc_and_protobuf_alone(root):
    project = tomllib.loads((root / "sdk/pyproject.toml").read_text())["project"]
    names = {need.split(">")[0] for need in project["dependencies"]}
    assert names == {"grpcio", "protobuf"}
