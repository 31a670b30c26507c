"""The commands of the README and of docs/ are typed here as they stand."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "sdk/README.md"]
PAGES += sorted(path for path in (ROOT / "docs").rglob("*.md") if path.parent.name != "rules")
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)


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
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (page.parent / link).exists(), f"{page.name} links to {link}, which is not there"


def test_docs__the_pages_have_commands_at_all() -> None:
    assert sum(bool(commands(page)) for page in PAGES) >= 3
