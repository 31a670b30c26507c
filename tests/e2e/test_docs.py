"""The commands of the README and of docs/ are typed here as they stand."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import product, takewhile
from pathlib import Path

import click
import pytest
from typer.main import get_command

from ladder.cli.commands import app

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "sdk/README.md"]
PAGES += sorted(path for path in (ROOT / "docs").rglob("*.md") if path.parent.name != "rules")
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def tree(
    command: click.Command, words: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """A command and all below it, by their words."""
    yield words, command
    for name, below in getattr(command, "commands", {}).items():
        yield from tree(below, (*words, name))


def commands(page: Path) -> str:
    """All that the page asks one to type, in order; each block begins at the same desk.

    `make …` is left out, since it would run this test again: CI runs those targets.
    """
    blocks = []
    for block in BLOCK.findall(page.read_text()):
        lines = [line for line in block.splitlines() if not line.startswith("make ")]
        blocks += ['cd "$DESK"', *lines] if lines else []
    return "\n".join(blocks)


@pytest.mark.process
@pytest.mark.timeout(500)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_docs__each_command_runs(page: Path, tmp_path: Path) -> None:
    script = commands(page)
    if not script:
        return
    desk = tmp_path / "desk"
    desk.mkdir()
    environment = os.environ | {
        "DESK": str(desk),
        "SIURELL_HOME": str(tmp_path / "arena"),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "EDITOR": "true",
        "VIRTUAL_ENV": sys.prefix,
    }
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=desk,
        env=environment,
        capture_output=True,
        text=True,
        timeout=480,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_docs__each_make_target_and_link_exists(page: Path) -> None:
    text = page.read_text()
    targets = set(re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for line in re.findall(r"(?:`|^)make ([a-z -]+?)(?:`|$| )", text, re.MULTILINE):
        assert set(line.split()) <= targets, f"`make {line}` is not in the Makefile"
    for link, place in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", text):
        target = page.parent / link if link else page
        assert target.exists(), f"{page.name} links to {link}, which is not there"
        assert not place or place in headings(target), f"{page.name} links to #{place} of {link}"


def headings(page: Path) -> set[str]:
    """The names by which links reach the headings of a page."""
    lines = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", line).lower().replace(" ", "-") for line in lines}


COMMANDS = {" ".join(words): command for words, command in tree(get_command(app))}


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CHANGELOG.md"], ids=lambda page: page.name)
def test_docs__each_command_and_option_that_is_named_exists(page: Path) -> None:
    """Also those that no `sh` block types."""
    for typed in re.findall(r"siurell ((?:--\w+ \S+ )*[a-z][^`\n;)&]*)", page.read_text()):
        words = re.sub(r"^(--\w+ \S+ )*", "", typed).split()
        path = [word.split("|") for word in takewhile(re.compile(r"[a-z|-]+$").match, words)]
        for first, *then in product(*path[:2]):
            command = COMMANDS.get(first)
            assert command or first in NO_COMMAND, f"{page.name}: there is no `siurell {typed}`"
            if getattr(command, "commands", None) and then:
                command = COMMANDS.get(f"{first} {then[0]}")
                assert command, f"{page.name}: there is no `siurell {typed}`"
            assert options_in(words) <= options_of(command), f"{page.name}: `siurell {typed}`"


def options_in(words: list[str]) -> set[str]:
    return {word.strip("[],.:") for word in words if re.match(r"\[?--[a-z]", word)}


def options_of(command: click.Command | None) -> set[str]:
    params = command.params if command else []
    return {"--help"}.union(*([*param.opts, *param.secondary_opts] for param in params))


NO_COMMAND = {"import", "run"}
"""What follows the name of the package in a program, and of the image in a question."""


def test_docs__the_pages_have_commands_at_all() -> None:
    assert sum(bool(commands(page)) for page in PAGES) >= 3
