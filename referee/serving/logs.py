"""Logs of a server: one JSON object a line on stderr, event names and fields.

Secrets are never passed to a log on purpose; a field that is named like one is blotted out all the
same.
"""

from __future__ import annotations

import sys
from collections.abc import MutableMapping
from typing import Any, Final

import structlog

_SECRET: Final = ("token", "seed", "secret")


def set_up_logs() -> None:
    """Write logs as JSON lines on stderr from now on."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _blot_secrets,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )


def _blot_secrets(
    _logger: Any, _name: str, fields: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    for name in fields:
        if any(word in name for word in _SECRET):
            fields[name] = "(secret)"
    return fields
