"""The generated code runs on the oldest runtimes that the SDK allows: it was made for them."""

from __future__ import annotations

import re
import tomllib

import pytest


@pytest.fixture(scope="module")
def generated(root):
    """The texts of the generated modules, by their names."""
    files = (root / "sdk" / "siurell" / "v1").glob("*_pb2*.py")
    return {path.name: path.read_text(encoding="utf-8") for path in files}


@pytest.fixture(scope="module")
def least(root):
    """The oldest version of each package that the SDK works with."""
    project = tomllib.loads((root / "sdk" / "pyproject.toml").read_text())["project"]
    return dict(re.match(r"([a-z]+)>=([\d.]+)", need).groups() for need in project["dependencies"])


def test_generated__messages_are_made_for_the_oldest_protobuf(generated, least):
    made_for = {
        name: re.search(r"# Protobuf Python Version: ([\d.]+)", text)[1]
        for name, text in generated.items()
        if name.endswith("_pb2.py")
    }
    assert len(made_for) >= 4
    assert set(made_for.values()) == {least["protobuf"]}


def test_generated__services_are_made_for_the_oldest_grpc(generated, least):
    made_for = {
        re.search(r"GRPC_GENERATED_VERSION = '([\d.]+)'", text)[1]
        for name, text in generated.items()
        if name.endswith("_pb2_grpc.py")
    }
    assert {version.removesuffix(".0") for version in made_for} == {least["grpcio"]}


def test_generated__every_module_has_its_types(root, generated):
    stubs = {path.name for path in (root / "sdk" / "siurell" / "v1").glob("*.pyi")}
    assert {f"{name}i" for name in generated} == stubs


def test_generated__comes_from_the_protos_that_are_there(root, generated):
    protos = {path.stem for path in (root / "proto" / "siurell" / "v1").glob("*.proto")}
    assert {name.partition("_pb2")[0] for name in generated} == protos
