"""Roles, and what belongs to whom."""

from __future__ import annotations

import pytest
from siurell.errors import LadderError

from ladder.domain.access import Actor, Role


@pytest.mark.parametrize(
    ("role", "needed", "allowed"),
    [
        (Role.AUTHOR, Role.AUTHOR, True),
        (Role.AUTHOR, Role.ORGANISER, False),
        (Role.ORGANISER, Role.AUTHOR, True),
        (Role.ORGANISER, Role.OPERATOR, False),
        (Role.OPERATOR, Role.ORGANISER, True),
    ],
)
def test_roles__cover_those_below(role: Role, needed: Role, allowed: bool) -> None:
    assert role.covers(needed) is allowed
    actor = Actor("ada", role, 1)
    if allowed:
        actor.require(needed, "make a season")
    else:
        with pytest.raises(LadderError, match="may not make a season"):
            actor.require(needed, "make a season")


def test_ownership__is_the_owners_and_the_operators() -> None:
    ada = Actor("ada", Role.ORGANISER, 1)
    ada.require_own(1, "retire this bot")
    Actor("root", Role.OPERATOR).require_own(1, "retire this bot")
    for owner in (2, None):
        with pytest.raises(LadderError, match="Only its owner may retire this bot") as refused:
            ada.require_own(owner, "retire this bot")
        assert refused.value.reason == "NOT_YOURS"


def test_ownership__of_nobody_is_no_ones_but_the_operators() -> None:
    with pytest.raises(LadderError):
        Actor("ada", Role.AUTHOR).require_own(None, "retire this bot")
