"""A folder in which something that takes long is kept, so that the same command goes on with it.

What was agreed on stands in one file of it, the *terms*: written down at the beginning, compared
each time after that. A folder that holds something else is left alone, and so is one in which
another process works.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ladder.cli.failure import CommandError

_SEVERAL: Final = frozenset({"seats", "options"})
"""Terms whose names are plurals."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What is kept: a noun for it, the name of its file of terms, and the reason of a refusal.

    ``differs`` says in words what it means that one of the terms is another.
    """

    noun: str
    terms: str
    reason: str
    differs: Mapping[str, str]


@contextmanager
def kept_folder(
    folder: Path, kind: Kind, terms: Mapping[str, Any], seed_text: str | None, fresh: str
) -> Iterator[str]:
    """Work in the folder, begun where it holds nothing yet; gives the text of the seed.

    ``seed_text`` None: the seed that is in the folder, or else ``fresh``. Raises `CommandError`
    when the folder holds something else, or another process works in it.
    """
    from ladder.store.locks import AlreadyHeld, file_lock

    folder.mkdir(parents=True, exist_ok=True)
    _refuse_strange(folder, kind)
    try:
        with file_lock(folder / ".lock"):
            yield _settle(folder, kind, dict(terms), seed_text, fresh)
    except AlreadyHeld as held:
        raise CommandError(
            f"Process {held.pid} plays the {kind.noun} in {folder} just now.",
            next_step="wait for its end, or name another folder with --out",
            reason="LOCKED",
        ) from None


def _refuse_strange(folder: Path, kind: Kind) -> None:
    """A folder that holds anything else is not written into."""
    if not (folder / kind.terms).exists() and any(
        not entry.name.startswith(".") for entry in folder.iterdir()
    ):
        raise CommandError(
            f"{folder} holds other files already, and no {kind.noun}.",
            next_step="name a new folder with --out",
            reason="BAD_FOLDER",
        )


def _settle(
    folder: Path, kind: Kind, terms: dict[str, Any], seed_text: str | None, fresh: str
) -> str:
    """Write down the terms, or compare them with those that are there; the seed's text."""
    from ladder.store.files import StagedFiles

    path = folder / kind.terms
    if not path.exists():
        terms["seed"] = fresh if seed_text is None else seed_text
        with StagedFiles() as staged:
            staged.add(path, json.dumps(terms, indent=2).encode() + b"\n")
            staged.publish()
        return str(terms["seed"])
    known = _read_terms(path)
    terms["seed"] = known.get("seed") if seed_text is None else seed_text
    for name, value in terms.items():
        if known.get(name) != value:
            one = "are others" if name in _SEVERAL else "is another"
            what = kind.differs.get(name, f"its {name} {one}")
            raise CommandError(
                f"{folder} holds another {kind.noun}: {what}.",
                next_step="give the same again to go on with it, or name a new folder with --out",
                reason=kind.reason,
            )
    return str(terms["seed"])


def _read_terms(path: Path) -> Mapping[str, Any]:
    try:
        known = json.loads(path.read_bytes())
    except ValueError:
        known = None
    if not isinstance(known, dict):
        raise CommandError(
            f"{path} cannot be read; it was edited or is damaged.",
            next_step="name a new folder with --out",
            reason="BAD_FOLDER",
        )
    return known
