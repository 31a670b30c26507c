"""The errors of Siurell.

Each carries a sentence for a person in ``str(error)`` and, in ``reason``, an UPPER_SNAKE word for
programs: the same word that a gRPC answer carries as its ErrorInfo reason.

::

    SiurellError
     +-- RulesError                 the rules of a game say no
     |    +-- InvalidMoveError      the text is not a move in the game's notation
     |    +-- IllegalMoveError      a move, but not now
     |    +-- OptionError           an unknown game, option, value or number of seats
     |         +-- ComponentsError  a components file that cannot replace the shipped one
     +-- MatchError                 the match core was misused by its driver: a bug to report
     +-- ReplayError                a replay that cannot be read or does not hold
     +-- ProtocolError              the conversation with a referee went wrong
     |    +-- LocalProtocolError    we broke the rules
     |    +-- RemoteProtocolError   the other side did
     +-- LadderError                the ladder, the store or a command says no
"""

from __future__ import annotations

from collections.abc import Sequence


class SiurellError(Exception):
    """Root of all errors; catch this to catch whatever Siurell raises on purpose."""

    reason = "SIURELL"

    def __init__(self, message: str, *, reason: str | None = None) -> None:
        super().__init__(message)
        if reason is not None:
            self.reason = reason


class RulesError(SiurellError):
    """The rules of a game say no."""

    reason = "RULES"


class InvalidMoveError(RulesError):
    """The text is not a move in the game's notation."""

    reason = "INVALID_MOVE"


class IllegalMoveError(RulesError):
    """The move is well formed, but not legal now."""

    reason = "ILLEGAL_MOVE"


class OptionError(RulesError):
    """An unknown game, option, option value or number of seats."""

    reason = "BAD_OPTION"


class ComponentsError(OptionError):
    """A components file that cannot replace the shipped one.

    ``mistakes`` has a sentence for each one that was found; ``str(error)`` has them all, a line
    each.
    """

    reason = "BAD_COMPONENTS"

    def __init__(self, mistakes: Sequence[str]) -> None:
        super().__init__("\n".join(mistakes))
        self.mistakes = tuple(mistakes)


class MatchError(SiurellError):
    """The match core was misused by its driver: a bug to report, never a bot's fault."""

    reason = "MATCH"


class ReplayError(SiurellError):
    """A replay that cannot be read, or that does not hold."""

    reason = "REPLAY"


class ProtocolError(SiurellError):
    """The conversation with a referee went wrong."""

    reason = "PROTOCOL"


class LocalProtocolError(ProtocolError):
    """We broke the rules of the protocol."""

    reason = "LOCAL_PROTOCOL"


class RemoteProtocolError(ProtocolError):
    """The other side broke the rules of the protocol."""

    reason = "REMOTE_PROTOCOL"


class LadderError(SiurellError):
    """The ladder, the store or a command says no; the sentence says what to do next."""

    reason = "LADDER"
