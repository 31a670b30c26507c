"""CI runs what the pages tell one to run, from a clean clone, and asks nobody anything."""

from __future__ import annotations

import re
import subprocess


def targets_of_ci(root) -> list[str]:
    """The targets of the Makefile in the order in which CI runs them."""
    return re.findall(r"^make ([a-z-]+)$", (root / ".ci" / "run").read_text(), re.MULTILINE)


def test_ci__runs_every_target_that_the_pages_tell_one_to_type(root):
    pages = [root / "README.md", *(root / "docs").glob("*.md")]
    blocks = "".join(
        block
        for page in pages
        for block in re.findall(r"^```sh\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)
    )
    typed = set(re.findall(r"^make ([a-z-]+)$", blocks, re.MULTILINE))
    assert typed
    assert typed <= set(targets_of_ci(root))


def test_ci__checks_everything_before_a_change_lands(root):
    assert {"setup", "lint", "types", "proto-check", "test"} <= set(targets_of_ci(root))


def test_ci__is_a_script_that_stops_at_the_first_failure(root):
    script = root / ".ci" / "run"
    assert script.stat().st_mode & 0o111
    text = script.read_text()
    assert text.splitlines()[0] == "#!/usr/bin/env bash"
    assert "set -euo pipefail" in text
    subprocess.run(["bash", "-n", script], check=True, timeout=10)


def test_makefile__help_names_every_target(root):
    text = (root / "Makefile").read_text()
    phony = re.search(r"^\.PHONY: ((?:[a-z -]|\\\n)+)$", text, re.MULTILINE)[1]
    told = re.findall(r"^([a-z-]+):.*## ", text, re.MULTILINE)
    assert sorted(phony.replace("\\", "").split()) == sorted(told)
