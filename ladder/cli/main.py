"""The entry of the `siurell` command."""

from __future__ import annotations

_STOPPED = 130


def run() -> None:
    """Run the command line of this process.

    The commands are imported here, so that Ctrl-C is quiet also while they are.
    """
    try:
        from ladder.cli.commands import app
        from ladder.cli.streams import open_standard_streams

        open_standard_streams()
        app()
    except KeyboardInterrupt:
        raise SystemExit(_STOPPED) from None
