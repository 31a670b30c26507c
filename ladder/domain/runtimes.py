"""The kinds of programs that bots are, by which a worker measures what they may use."""

from __future__ import annotations

from typing import Final

DEFAULT_RUNTIME: Final = "python"
RUNTIMES: Final = (DEFAULT_RUNTIME, "java", "node", "other")
"""What `runtime` in a manifest may be; `other` is for programs of any other kind."""
