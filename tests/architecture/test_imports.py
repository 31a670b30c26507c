"""Who may import whom: the contracts of `.importlinter`, and what may come from outside."""

from __future__ import annotations

import ast
import sys

import pytest
from importlinter.cli import lint_imports

OWN = {"siurell", "referee", "ladder"}

OUTSIDE = {
    "siurell": set(),
    "siurell.client": {"grpc"},
    "siurell.v1": {"google", "grpc"},
    "siurell.wire": {"google"},
    "referee": {
        "cryptography",
        "google",
        "grpc",
        "grpc_health",
        "grpc_reflection",
        "pydantic_settings",
        "structlog",
    },
    "ladder": {"structlog"},
    "ladder.domain": {"mpmath", "trueskill"},
    "ladder.domain.tournaments": {"networkx"},
    "ladder.store": {"alembic", "platformdirs", "sqlalchemy", "sqlmodel", "structlog"},
    "ladder.services": {"sqlalchemy", "sqlmodel", "structlog"},
    "ladder.worker": {"google", "grpc", "structlog"},
    "ladder.api": {"google", "grpc", "grpc_health", "structlog"},
    "ladder.cli": {"grpc", "platformdirs", "rich", "structlog", "typer"},
}
"""What each package may import from elsewhere than the standard library and this project."""


def test_imports__keep_the_contracts(root, monkeypatch, capsys):
    monkeypatch.chdir(root)
    failed = lint_imports(config_filename=str(root / ".importlinter"), no_cache=True)
    assert not failed, capsys.readouterr().out


def test_imports__a_contract_names_every_part_of_the_sdk(root):
    text = (root / ".importlinter").read_text()
    parts = {
        f"siurell.{path.stem}"
        for path in (root / "sdk" / "siurell").iterdir()
        if (path.is_dir() and (path / "__init__.py").exists()) or path.suffix == ".py"
    }
    missing = {part for part in parts - {"siurell.__init__"} if f"\n    {part}\n" not in text}
    assert not missing


def test_imports__what_all_servers_have_in_common_knows_nothing_of_the_referees_own(sources):
    """Direct imports are enough: nothing else that it may import can import the referee."""
    serving = [source for source in sources if source.module.startswith("referee.serving")]
    assert len(serving) > 3
    for source in serving:
        assert not [node for node in ast.walk(source.tree) if getattr(node, "level", 0)]
        ours = {name for name in source.imports() if name.partition(".")[0] == "referee"}
        assert {name for name in ours if not f"{name}.".startswith("referee.serving.")} == set()


def allowed(module: str) -> set[str]:
    """The row of the table for the module's nearest package."""
    while module not in OUTSIDE:
        module = module.rpartition(".")[0]
    return OUTSIDE[module]


def outsiders(source) -> set[str]:
    """What a file imports from outside and may not."""
    tops = {name.partition(".")[0] for name in source.imports()}
    return tops - OWN - set(sys.stdlib_module_names) - allowed(source.module)


def test_imports__nothing_else_from_outside(sources):
    found = {source.name: outsiders(source) for source in sources}
    assert not {name: tops for name, tops in found.items() if tops}


FORBIDDEN_IN_RULES = {
    "asyncio", "datetime", "logging", "multiprocessing", "os", "queue", "secrets", "select",
    "selectors", "shutil", "signal", "socket", "sqlite3", "subprocess", "sys", "tempfile",
    "threading", "time",
}  # fmt: skip


@pytest.mark.parametrize("package", ["siurell.games", "siurell.match"])
def test_imports__rules_touch_no_clock_thread_socket_file_or_log(package, sources):
    found = {
        source.name: source.imports() & FORBIDDEN_IN_RULES
        for source in sources
        if source.module.startswith(package)
    }
    assert len(found) > 5
    assert not {name: modules for name, modules in found.items() if modules}


def test_imports__games_take_random_as_a_type_alone(sources):
    """A game draws from what it is given: `random.Random` stands in signatures only."""
    found = [
        f"{source.name}: {line.strip()}"
        for source in sources
        if source.module.startswith("siurell.games")
        for line in source.text.splitlines()
        if "random." in line and "rng: random.Random" not in line
    ]
    assert not found
