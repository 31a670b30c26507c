"""The services at a ladder's port, and the table of the unary calls of each.

A group of use cases has a proto file, a service and a table of its own, and a line here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from siurell.v1 import ladder_owners_pb2, ladder_seasons_pb2, ladder_service_pb2

from ladder.api.answers import ANSWERS
from ladder.api.desk import Answers
from ladder.api.owner_answers import OWNER_ANSWERS
from ladder.api.season_answers import SEASON_ANSWERS


def _name(module: Any) -> str:
    """The full name of the one service in a proto file."""
    (service,) = module.DESCRIPTOR.services_by_name.values()
    return str(service.full_name)


LADDER: Final = _name(ladder_service_pb2)
"""The service whose calls are not all unary."""

TABLES: Final[Mapping[str, Answers]] = {
    LADDER: ANSWERS,
    _name(ladder_owners_pb2): OWNER_ANSWERS,
    _name(ladder_seasons_pb2): SEASON_ANSWERS,
}
"""The tables by the full names of their services."""
