"""The ladder's values on the wire: every field has its place, and comes back as it was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import UTC
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_origin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from siurell.errors import RemoteProtocolError
from siurell.match.clock import TimeControl
from siurell.match.result import Evidence
from siurell.v1 import ladder_owners_pb2 as owners_pb
from siurell.v1 import ladder_pb2 as pb
from siurell.v1 import ladder_seasons_pb2 as seasons_pb

from ladder.api.codec import from_message, hints_of, snake, to_message
from ladder.domain.ratings import RatingParameters
from ladder.domain.states import VersionState
from ladder.domain.suspension import SuspensionRule
from ladder.domain.wanted_terms import WantedTerms
from ladder.services.activity import Retired
from ladder.services.api_tokens import IssuedToken
from ladder.services.audit import AuditLine
from ladder.services.bots import BotDetail, BotLine, BotLog
from ladder.services.history import RatingHistory
from ladder.services.leaderboard import LeaderboardRow
from ladder.services.luck import SeasonLuck
from ladder.services.matches import MatchDetail
from ladder.services.order_free import OrderFree
from ladder.services.owner_favours import SeasonFavours
from ladder.services.owners import Owner
from ladder.services.requests import RequestedMatches
from ladder.services.resuming import Resumed
from ladder.services.season_detail import SeasonDetail
from ladder.services.season_overview import SeasonOverview, SeasonTotals
from ladder.services.solo_leaderboard import SoloRow
from ladder.services.status import BotStatus, LadderStatus
from ladder.services.version_diff import BotDiff
from ladder.services.wanted_seasons import SeasonSet

ROOTS: dict[type, type] = {
    AuditLine: owners_pb.AuditLine,
    BotDetail: pb.BotDetail,
    BotDiff: pb.BotDiff,
    BotLog: pb.BotLog,
    IssuedToken: owners_pb.IssuedToken,
    LadderStatus: pb.LadderStatus,
    LeaderboardRow: pb.LeaderboardRow,
    MatchDetail: pb.MatchDetail,
    OrderFree: pb.OrderFree,
    Owner: owners_pb.Owner,
    RequestedMatches: pb.RequestedMatches,
    RatingHistory: seasons_pb.RatingHistory,
    Resumed: pb.Resumed,
    Retired: pb.Retired,
    SeasonDetail: seasons_pb.SeasonDetail,
    SeasonFavours: seasons_pb.SeasonFavours,
    SeasonLuck: seasons_pb.SeasonLuck,
    SeasonOverview: pb.SeasonOverview,
    SeasonSet: seasons_pb.SeasonSet,
    SeasonTotals: seasons_pb.SeasonTotals,
    SoloRow: pb.SoloRow,
    WantedTerms: seasons_pb.WantedTerms,
}
"""What is asked for, and its message; all else is within these."""


def parts(hint: Any) -> list[Any]:
    """The types that a hint is made of."""
    if get_origin(hint) is None:
        return [hint]
    return [part for each in get_args(hint) for part in parts(each)]


def compare(kind: type, descriptor: Any, seen: set[type]) -> list[str]:
    """What is missing on either side, as sentences that say what to do."""
    if kind in seen:
        return []
    seen.add(kind)
    found = []
    hints = {name: hint for name, hint in hints_of(kind) if Path not in parts(hint)}
    for name in sorted(set(hints) ^ set(descriptor.fields_by_name)):
        where = "message" if name in hints else "dataclass"
        found.append(
            f"{kind.__name__}.{name} is missing in the {where}: mend proto/siurell/v1/ladder.proto"
            " and run tools/gen_protos.py"
        )
    for name in sorted(set(hints) & set(descriptor.fields_by_name)):
        field = descriptor.fields_by_name[name]
        for part in parts(hints[name]):
            if isinstance(part, type) and issubclass(part, Enum):
                found += compare_enum(part, field.enum_type or pair_enum(field.message_type, part))
            elif is_dataclass(part) and part is not TimeControl:
                message = field.message_type
                one = message.fields_by_name.get(snake(part.__name__))
                found += compare(part, message if one is None else one.message_type, seen)
    return found


def pair_enum(message: Any, kind: type) -> Any:
    """The enum of this name in a pair."""
    return next(f.enum_type for f in message.fields if f.enum_type is not None)


def compare_enum(kind: type[Enum], enum: Any) -> list[str]:
    prefix = snake(enum.name).upper() + "_"
    there = {value.name.removeprefix(prefix) for value in enum.values} - {"UNSPECIFIED"}
    return [
        f"{kind.__name__}.{name} is not on both sides: mend the enum in proto/siurell/v1"
        for name in sorted(there ^ set(kind.__members__))
    ]


@pytest.mark.parametrize("kind", ROOTS, ids=lambda kind: kind.__name__)
def test_ladder_messages__have_the_fields_of_the_values(kind):
    assert compare(kind, ROOTS[kind].DESCRIPTOR, set()) == []


TEXT = st.text(st.characters(codec="utf-8"), max_size=8)
st.register_type_strategy(str, TEXT)
st.register_type_strategy(int, st.integers(-(2**63), 2**63 - 1))
st.register_type_strategy(float, st.floats(allow_nan=False))
st.register_type_strategy(Path, st.just(Path()))
st.register_type_strategy(TimeControl, st.sampled_from([TimeControl.parse("1m+500ms/5s")]))
st.register_type_strategy(RatingParameters, st.just(RatingParameters()))
st.register_type_strategy(
    SuspensionRule, st.builds(SuspensionRule, st.just(9), st.integers(1, 9), st.integers(1, 100))
)
MICROSECONDS = st.none() | st.integers(0, 2**53)
st.register_type_strategy(
    Evidence,
    st.builds(
        Evidence,
        *[MICROSECONDS] * 4,
        exit_code=st.none() | st.integers(0, 255),
        signal=st.none() | st.integers(1, 64),
        stderr=TEXT,
        detail=TEXT,
        oom=st.booleans(),
        lag_us=MICROSECONDS,
    ),
)
MADE = {TimeControl, RatingParameters, SuspensionRule, Evidence}
"""Whose values have bounds of their own."""

TIMES = st.datetimes(timezones=st.just(UTC))


def values_of(kind: type) -> st.SearchStrategy[Any]:
    """Any value of the dataclass, and of those within."""
    return st.builds(kind, **{name: value_of(hint) for name, hint in hints_of(kind)})


def value_of(hint: Any) -> st.SearchStrategy[Any]:
    kinds, origin = get_args(hint), get_origin(hint)
    if origin is None:
        if is_dataclass(hint) and hint not in MADE:
            return values_of(hint)
        return TIMES if hint.__name__ == "datetime" else st.from_type(hint)
    if origin is tuple and kinds[-1] is Ellipsis:
        return st.lists(value_of(kinds[0]), max_size=2).map(tuple)
    if origin is tuple:
        return st.tuples(*map(value_of, kinds))
    if issubclass(origin, Mapping):
        return st.dictionaries(TEXT, value_of(int) if kinds[1] is int else TEXT, max_size=2)
    if Path in kinds:
        return st.none()
    return st.one_of(*(st.none() if kind is type(None) else value_of(kind) for kind in kinds))


@pytest.mark.parametrize("kind", ROOTS, ids=lambda kind: kind.__name__)
def test_ladder_messages__come_back_as_they_were(kind):
    @settings(max_examples=25)
    @given(values_of(kind))
    def holds(value):
        data = to_message(value, ROOTS[kind]()).SerializeToString()
        assert from_message(kind, ROOTS[kind].FromString(data)) == value

    holds()


def test_ladder_messages__an_unknown_state_is_not_guessed():
    message = pb.VersionInfo(state=99)
    with pytest.raises(RemoteProtocolError, match="number 99") as caught:
        from_message(BotStatus, pb.BotStatus(version=message))
    assert caught.value.reason == "UNKNOWN_VALUE"
    assert VersionState.PENDING.name == "PENDING"


def test_ladder_messages__a_value_that_cannot_be_is_an_error_of_the_wire():
    message = pb.SeasonOverview()
    message.season.time = "soon"
    with pytest.raises(RemoteProtocolError, match="update it"):
        from_message(SeasonOverview, message)


def test_ladder_messages__what_is_not_known_stays_absent():
    message = pb.BotLine(name="mybot", versions=1)
    message.created_at.FromSeconds(0)
    line = from_message(BotLine, message)
    assert (line.active, line.online) == (None, None)
    assert {field.name for field in fields(BotLine)} == set(pb.BotLine.DESCRIPTOR.fields_by_name)


@pytest.mark.parametrize("text", ["", "[1]", "3", "{", "[" * 100_000], ids=lambda text: text[:3])
def test_ladder_messages__what_is_no_object_of_json_is_an_error_of_the_wire(text):
    with pytest.raises(RemoteProtocolError, match="update it"):
        from_message(AuditLine, owners_pb.AuditLine(role=1, detail=text))
