"""The base of the images: what the Dockerfiles name, or a system made from package sources."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import Final

from tools.images.engines import ROOT, WITHIN_S, Engine, ImagesError, run

BASE: Final = "localhost/siurell-base:bookworm"

_PACKAGES: Final = "python3,python3-venv,ca-certificates"
_MADE_WITHIN_S: Final = 900.0
_TRIAL: Final = "true"


def base_for(engine: Engine) -> str | None:
    """The base to build on; None for that of the Dockerfiles.

    Raises `ImagesError` where there is none, or no container can be run on it.
    """
    named = os.environ.get("SIURELL_BASE")
    if engine.is_docker:
        _try(engine, named or _named_by_dockerfiles(), within_s=_MADE_WITHIN_S)
        return named
    base = named or BASE
    if base == BASE and not _is_there(engine, base):
        _make(engine)
    _try(engine, base, "--pull=never", within_s=WITHIN_S)
    return base


def _try(engine: Engine, base: str, *words: str, within_s: float) -> None:
    trial = engine.run("run", "--rm", *words, base, _TRIAL, check=False, within_s=within_s)
    if trial.returncode != 0:
        said = trial.stderr.decode("utf-8", "replace").strip()
        raise ImagesError(f"No container of {base} can be run on this machine: {said}")


def _named_by_dockerfiles() -> str:
    text = (ROOT / "docker" / "bot.Dockerfile").read_text("utf-8")
    [base] = re.findall(r"^ARG BASE=(\S+)$", text, re.MULTILINE)
    return str(base)


def _is_there(engine: Engine, image: str) -> bool:
    return engine.run("image", "exists", image, check=False).returncode == 0


def _make(engine: Engine) -> None:
    """Make a small system by mmdebstrap and hand it to the engine."""
    if shutil.which("mmdebstrap") is None:
        raise ImagesError(
            "There is nothing to make a base from: install `mmdebstrap`, or name an image that is"
            " here in SIURELL_BASE."
        )
    with tempfile.TemporaryDirectory(prefix="siurell-base-") as folder:
        tar = Path(folder, "base.tar")
        run(
            ["mmdebstrap", "--variant=minbase", f"--include={_PACKAGES}", "bookworm", str(tar)],
            within_s=_MADE_WITHIN_S,
        )
        engine.run("import", str(tar), BASE, within_s=_MADE_WITHIN_S)
