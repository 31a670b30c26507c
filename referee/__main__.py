"""`python -m referee`: exit code 0 after a drain, 2 with one sentence when it cannot be started."""

from __future__ import annotations

import os
import sys


def main() -> int:
    """Run a referee as the command line says."""
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    from referee.config import read_config
    from referee.server import serve
    from referee.serving.door import DoorError

    try:
        serve(read_config(sys.argv[1:], os.environ))
    except DoorError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
