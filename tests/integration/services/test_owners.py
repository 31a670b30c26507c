"""Owners and their tokens: who is let in, as whom, and until when."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from siurell.errors import LadderError
from sqlmodel import select

from ladder.domain.access import LOCAL, Actor, Role
from ladder.domain.quotas import USUAL, Quota
from ladder.domain.tokens import API_PREFIX, token_digest
from ladder.services.api_tokens import (
    authenticate,
    issue_api_token,
    list_api_tokens,
    revoke_api_token,
)
from ladder.services.arena import Arena, acting
from ladder.services.audit import audit_log
from ladder.services.bots import show_bot
from ladder.services.owners import (
    add_owner,
    disable_owner,
    enable_owner,
    give_bot,
    ladder_quotas,
    list_owners,
    set_ladder_quotas,
    set_owner,
    show_owner,
)
from ladder.services.submit import submit
from ladder.store.tables import ApiTokenRow, BotRow

ActingAs = Callable[..., Arena]
MakeBot = Callable[..., Path]


def refused(reason: str, act: Callable[[], object]) -> str:
    """Do what is refused for this reason; the sentence."""
    with pytest.raises(LadderError) as caught:
        act()
    assert caught.value.reason == reason
    return str(caught.value)


def test_owner__is_made_once_whatever_the_case(arena: Arena) -> None:
    owner = add_owner(arena, "Ann")
    assert (owner.name, owner.role, owner.bots, owner.tokens) == ("Ann", Role.AUTHOR, (), 0)
    refused("OWNER_EXISTS", lambda: add_owner(arena, "ann"))
    assert [one.name for one in list_owners(arena)] == ["Ann"]
    assert show_owner(arena, "ANN") == owner


@pytest.mark.parametrize("name", ["", "x" * 41, "a b", "local", "Nobody", "human", "ann\n"])
def test_owner__of_a_name_that_means_something_else_is_refused(arena: Arena, name: str) -> None:
    assert refused("BAD_NAME", lambda: add_owner(arena, name)).isprintable()
    assert list_owners(arena) == []


def test_owner__own_limits_hold_before_the_ladders(arena: Arena) -> None:
    add_owner(arena, "ann")
    set_ladder_quotas(arena, {Quota.UPLOADS: 7, Quota.REQUESTS: 9})
    owner = set_owner(arena, "ann", role=Role.ORGANISER, limits={Quota.UPLOADS: 2})
    assert (owner.role, owner.quotas.uploads, owner.quotas.requests) == (Role.ORGANISER, 2, 9)
    assert owner.own == (Quota.UPLOADS,)
    assert set_owner(arena, "ann", limits={Quota.UPLOADS: None}).quotas.uploads == 7
    set_ladder_quotas(arena, {Quota.UPLOADS: None})
    assert ladder_quotas(arena).uploads == USUAL[Quota.UPLOADS]
    refused("BAD_QUOTA", lambda: set_owner(arena, "ann", limits={Quota.UPLOADS: -1}))


def test_token__says_who_acts_and_is_kept_as_a_hash_alone(arena: Arena) -> None:
    add_owner(arena, "ann", Role.ORGANISER)
    issued = issue_api_token(arena, "ANN", label="laptop")
    assert issued.token.startswith(API_PREFIX)
    assert issued.token not in repr(issued)
    actor = authenticate(arena, issued.token)
    assert (actor.name, actor.role) == ("ann", Role.ORGANISER)
    assert acting(arena, actor).actor is actor
    assert list_api_tokens(arena) == [issued.known]
    with arena.db.read() as session:
        (row,) = session.exec(select(ApiTokenRow)).all()
    assert row.digest == token_digest(issued.token)
    kept = b"".join(path.read_bytes() for path in arena.home.path.glob("siurell.sqlite*"))
    assert issued.token.encode() not in kept


def test_token__every_dead_one_is_refused_in_the_same_words(arena: Arena, clock) -> None:
    """Who tries tokens learns nothing but that this one is not valid."""
    for name in ("ann", "bob"):
        add_owner(arena, name)
    expired = issue_api_token(arena, "ann", days=1)
    revoked = issue_api_token(arena, "ann")
    disabled = issue_api_token(arena, "bob")
    alive = issue_api_token(arena, "ann")
    clock.move(hours=23, minutes=59)
    assert authenticate(arena, expired.token).name == "ann"
    clock.move(minutes=1)
    revoke_api_token(arena, revoked.known.number)
    disable_owner(arena, "bob")
    dead = [expired.token, revoked.token, disabled.token, alive.token[:-1], "", "siu_x", "\ud800"]
    assert (
        len({refused("UNAUTHENTICATED", lambda t=token: authenticate(arena, t)) for token in dead})
        == 1
    )
    assert authenticate(arena, alive.token).name == "ann"


def test_token__a_change_of_the_role_holds_at_once(arena: Arena) -> None:
    add_owner(arena, "ann")
    token = issue_api_token(arena, "ann").token
    set_owner(arena, "ann", role=Role.OPERATOR)
    assert authenticate(arena, token).role is Role.OPERATOR


@pytest.mark.parametrize("days", [0, -1, 3_651])
def test_token__for_days_that_make_no_sense_is_refused(arena: Arena, days: int) -> None:
    add_owner(arena, "ann")
    refused("BAD_DAYS", lambda: issue_api_token(arena, "ann", days=days))
    assert list_api_tokens(arena) == []


def test_disable__ends_tokens_for_good_and_retires_bots(
    arena: Arena, acting_as: ActingAs, make_bot: MakeBot
) -> None:
    ann = acting_as("ann")
    submit(ann, make_bot())
    owner = disable_owner(arena, "ann")
    assert owner.disabled_at is not None and owner.tokens == 0 and owner.bots == ("mybot",)
    assert owner.playing == 0
    refused("DISABLED", lambda: issue_api_token(arena, "ann"))
    assert disable_owner(arena, "ann") == owner
    assert enable_owner(arena, "ann").disabled_at is None
    assert all(token.revoked_at is not None for token in list_api_tokens(arena, "ann"))
    assert show_bot(arena, "mybot").line.owner == "ann"


def test_first_submission__of_a_name_makes_its_owner(
    arena: Arena, acting_as: ActingAs, make_bot: MakeBot
) -> None:
    ann, bob = acting_as("ann"), acting_as("bob")
    submit(ann, make_bot())
    sentence = refused("NAME_TAKEN", lambda: submit(bob, make_bot("MyBot", "import sys\n")))
    assert "not yours" in sentence
    assert show_bot(arena, "mybot").line.owner == "ann"
    assert len(list(arena.home.versions.iterdir())) == 1


def test_first_submission__on_the_folder_makes_nobodys_bot_unless_an_owner_is_named(
    arena: Arena, acting_as: ActingAs, make_bot: MakeBot
) -> None:
    """Nobody's bots are not there to be taken."""
    ann = acting_as("ann")
    submit(arena, make_bot("free"))
    assert show_bot(arena, "free").line.owner is None
    refused("NAME_TAKEN", lambda: submit(ann, make_bot("free", "import sys\n")))
    submit(arena, make_bot("hers"), owner="ann")
    assert show_bot(arena, "hers").line.owner == "ann"
    submit(arena, make_bot("free"), owner="ann")
    assert show_bot(arena, "free").line.owner == "ann"


def test_submit__for_another_owner_is_refused_where_it_would_take_a_bot(
    arena: Arena, acting_as: ActingAs, make_bot: MakeBot
) -> None:
    ann = acting_as("ann")
    acting_as("bob")
    submit(ann, make_bot())
    submit(ann, make_bot("second"), owner="ann")
    refused("NOT_THEIRS", lambda: submit(arena, make_bot(), owner="bob"))
    refused("NOT_ALLOWED", lambda: submit(ann, make_bot("third"), owner="bob"))
    refused("UNKNOWN_OWNER", lambda: submit(arena, make_bot("third"), owner="cid"))
    with arena.db.read() as session:
        assert session.exec(select(BotRow).where(BotRow.key == "third")).first() is None


def test_give__makes_a_bot_another_ones_or_nobodys(
    arena: Arena, acting_as: ActingAs, make_bot: MakeBot
) -> None:
    ann, bob = acting_as("ann"), acting_as("bob")
    submit(ann, make_bot())
    assert give_bot(arena, "mybot", "bob") == "bob"
    refused("NAME_TAKEN", lambda: submit(ann, make_bot("mybot", "import os\n")))
    assert submit(bob, make_bot("mybot", "import os\n")).number == 2
    assert give_bot(arena, "mybot", None) is None
    refused("NAME_TAKEN", lambda: submit(bob, make_bot("mybot", "import re\n")))


def test_actor__of_the_folder_is_an_operator_without_an_owner(arena: Arena) -> None:
    assert arena.actor == LOCAL == Actor("local", Role.OPERATOR)


def test_disable__is_told_of_each_bot_that_it_retires(
    arena: Arena, acting_as: ActingAs, make_bot: MakeBot
) -> None:
    submit(acting_as("ann"), make_bot())
    disable_owner(arena, "ann")
    assert [line.action for line in audit_log(arena, subject="mybot")] == [
        "bot.retire",
        "bot.submit",
    ]
