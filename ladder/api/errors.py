"""How a ladder says no over the wire: the word of the error, and the status that fits it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import grpc
from siurell.errors import SiurellError

from referee.serving.refusal import Refusal

_CODES: Final = {
    grpc.StatusCode.UNAUTHENTICATED: ("UNAUTHENTICATED",),
    grpc.StatusCode.PERMISSION_DENIED: ("NOT_ALLOWED", "NOT_YOURS"),
    grpc.StatusCode.NOT_FOUND: (
        "NO_LOG",
        "NO_REPLAY",
        "UNKNOWN_BOT",
        "UNKNOWN_MATCH",
        "UNKNOWN_OWNER",
        "UNKNOWN_SEASON",
        "UNKNOWN_TOKEN",
        "UNKNOWN_VERSION",
    ),
    grpc.StatusCode.ALREADY_EXISTS: ("NAME_TAKEN", "OWNER_EXISTS", "SEASON_EXISTS"),
    grpc.StatusCode.RESOURCE_EXHAUSTED: ("DISK_FULL", "QUOTA", "TOO_LARGE", "TOO_MANY_FILES"),
    grpc.StatusCode.FAILED_PRECONDITION: (
        "BOT_OFFLINE",
        "DISABLED",
        "LONG_LOG",
        "NO_FIT",
        "NOT_ACTIVE",
        "NOT_SUSPENDED",
        "ONE_VERSION",
        "SEALED",
        "SEASON_CLOSED",
        "SEASON_PLAYED",
        "SEASON_STATE",
        "SPOILT",
        "VERSION_GONE",
        "VERSION_NOT_CHECKED",
        "VERSION_RETIRED",
        "WRONG_STATE",
    ),
    grpc.StatusCode.UNAVAILABLE: ("BUSY", "LOCKED"),
}
_CODE_OF: Final = {reason: code for code, reasons in _CODES.items() for reason in reasons}


def refusal_of(error: SiurellError, folder: Path) -> Refusal:
    """The refusal that a caller is told; where the ladder keeps things is not their business."""
    if isinstance(error, Refusal):
        return error
    code = _CODE_OF.get(error.reason, grpc.StatusCode.INVALID_ARGUMENT)
    return Refusal(code, error.reason, str(error).replace(str(folder), "the ladder's folder"))
