"""What is left out of a bot's folder, when it is submitted and when it is copied to be played."""

from __future__ import annotations

IGNORED = frozenset(
    {
        "__pycache__",
        ".git",
        ".venv",
        ".pytest_cache",
        ".mypy_cache",
        ".ruff_cache",
        ".hypothesis",
        ".DS_Store",
    }
)
"""Files and folders of these names are left out."""


def is_ignored(name: str) -> bool:
    """Whether a file is left out because of a part of its name."""
    return not IGNORED.isdisjoint(name.split("/"))
