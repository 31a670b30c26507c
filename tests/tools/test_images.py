"""What the images are made from says what it must, without an engine."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCKERFILES = ("bot", "ladder", "referee")


@pytest.fixture(params=DOCKERFILES)
def dockerfile(request, root: Path) -> str:
    return (root / "docker" / f"{request.param}.Dockerfile").read_text()


def test_dockerfiles__build_without_a_network_on_any_base(dockerfile) -> None:
    bases = re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE)
    assert set(bases) == {"${BASE}"}
    assert all("--no-index" in line for line in dockerfile.splitlines() if "pip install" in line)
    assert "COPY build/wheels /wheels" in dockerfile


def test_dockerfiles__end_as_a_user_without_rights(dockerfile) -> None:
    last = dockerfile.rpartition("\nFROM ")[2]
    assert re.findall(r"^USER (\S+)", last, re.MULTILINE) == ["10001:10001"]
    assert "/wheels" not in last


def test_dockerfiles__say_how_their_health_is_seen(dockerfile) -> None:
    assert "\nHEALTHCHECK " in dockerfile


def test_dockerfiles__please_hadolint(root) -> None:
    files = [f"docker/{name}.Dockerfile" for name in DOCKERFILES]
    hadolint = Path(sys.executable).with_name("hadolint")
    done = subprocess.run(
        [hadolint, *files], cwd=root, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_compose__holds_every_service(root) -> None:
    text = (root / "docker" / "compose.yaml").read_text()
    services = text.partition("\nservices:\n")[2].partition("\nvolumes:\n")[0]
    parts = re.split(r"^  (?=\w+:$)", services, flags=re.MULTILINE)[1:]
    assert [part.partition(":")[0] for part in parts] == ["ladder", "referee"]
    for part in parts:
        for word in ("<<: *held", "no-new-privileges", "pids_limit", "mem_limit", "healthcheck"):
            assert word in part
    shared = text.partition("x-held:")[2].partition("\nservices:")[0]
    assert "read_only: true" in shared
    assert "cap_drop: [ALL]" in shared
