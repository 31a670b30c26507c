"""Whether the ladder in this container is well: it runs, and its database answers."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from siurell.errors import SiurellError

from ladder.services.arena import open_arena
from ladder.services.matches import list_matches
from ladder.store.home import Home


def runs(home: Home) -> bool:
    """Whether the process that wrote its number into the ladder's lock is there."""
    try:
        holder = (home.path / ".ladder.lock").read_text("ascii").strip()
    except OSError:
        return False
    return holder.isdigit() and Path("/proc", holder).exists()


def main() -> int:
    """0 when all is well, else 1 with a sentence."""
    home = Home.from_environment()
    if not runs(home):
        print("No ladder runs here.", file=sys.stderr)
        return 1
    try:
        with open_arena(home) as arena:
            list_matches(arena, limit=1)
    except (SiurellError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    sys.exit(main())
