"""Whether the ladder in this container is well: it runs, and its database answers."""

from __future__ import annotations

import os
import sys

from siurell.errors import SiurellError

from ladder.services.arena import open_arena
from ladder.services.matches import list_matches
from ladder.store.home import Home


def main() -> int:
    """0 when all is well, else 1 with a sentence."""
    home = Home.from_environment()
    try:
        if not home.is_locked("ladder"):
            print("No ladder runs here.", file=sys.stderr)
            return 1
        with open_arena(home) as arena:
            list_matches(arena, limit=1)
    except (SiurellError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    sys.exit(main())
