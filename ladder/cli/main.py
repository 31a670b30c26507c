"""The entry of the `siurell` command."""

from __future__ import annotations

import os

_STOPPED = 130


def run() -> None:
    """Run the command line of this process.

    The commands are imported here, so that Ctrl-C is quiet also while they are.
    """
    # What gRPC says of lines that break is for its makers; it asks when it is imported.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    try:
        from ladder.cli.commands import app
        from ladder.cli.streams import open_standard_streams

        open_standard_streams()
        app()
    except KeyboardInterrupt:
        raise SystemExit(_STOPPED) from None
