"""The whole life of a bot's process: one session, from the environment to the end.

Exit codes: 0 when the referee ended the session, 2 with one sentence on stderr when it refused us
or could not be reached.
"""

from __future__ import annotations

import faulthandler
import io
import os
import sys
from typing import Final

from siurell.bot import Bot
from siurell.client.login import take_login
from siurell.errors import ProtocolError

REFUSED: Final = 2
"""The exit code of a bot that was refused or could not reach its referee."""

_INTERRUPTED: Final = 130
_LEAVE_SECONDS: Final = 3


def run_bot(bot_class: type[Bot]) -> None:
    """Play for the session in the environment until the referee ends it, and return then.

    Whatever comes of it, the process ends within seconds of it: a thread of the bot or of its
    libraries that goes on is cut off.
    """
    # gRPC would write into the bot's log; it looks at this once, when it is imported.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    from siurell.client.session import Session

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    try:
        Session(bot_class, take_login(os.environ)).play()
    except ProtocolError as error:
        print(error, file=sys.stderr, flush=True)
        sys.exit(REFUSED)
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    finally:
        _leave_in_time()


def _leave_in_time() -> None:
    """End the process for good in a few seconds, by a timer that needs no interpreter."""
    silence = os.open(os.devnull, os.O_WRONLY)
    faulthandler.dump_traceback_later(_LEAVE_SECONDS, exit=True, file=silence)
