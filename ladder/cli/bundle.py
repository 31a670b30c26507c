"""A bundle of replays: where they lie in it, and what its manifest tells of them.

A bundle is a folder with a file ``manifest.jsonl``, a match a line: its file, the digest that its
referee told, who sat where, and how they were placed. A tournament in a folder and one that was
exported are bundles both.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from siurell.replay.format import SUFFIX

MANIFEST: Final = "manifest.jsonl"
REPLAYS: Final = "replays"
"""The folder in a bundle in which the replays lie."""


def told(match: Mapping[str, Any]) -> dict[str, Any]:
    """What the manifest tells of a match: what is known of it, and in which file its replay is."""
    return {"match": match["match"], "file": f"{REPLAYS}/{match['match']}{SUFFIX}"} | dict(match)


def json_line(values: Mapping[str, Any]) -> bytes:
    """Values as a line of a file that grows line by line."""
    return json.dumps(values, separators=(",", ":")).encode() + b"\n"
