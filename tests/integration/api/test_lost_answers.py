"""A change whose answer does not come: one is told that it may have been made, and what tells."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from siurell.errors import LadderError

from ladder.api.client import RemoteLadder
from ladder.api.line import Line
from ladder.api.owner_client import RemoteOwners
from ladder.domain.access import Role
from ladder.domain.batch import ShippedBot
from ladder.domain.quotas import Quota
from ladder.services.owners import add_owner

CHANGES: dict[str, tuple[Callable[[RemoteLadder, RemoteOwners], object], str]] = {
    "submit": (lambda ladder, _: ladder.submit(ShippedBot("random"), name="new"), "status"),
    "retire": (lambda ladder, _: ladder.retire("greedy"), "bot show greedy"),
    "withdraw": (lambda ladder, _: ladder.withdraw("greedy"), "bot show greedy"),
    "activate": (lambda ladder, _: ladder.activate("greedy@1"), "bot show greedy"),
    "note": (lambda ladder, _: ladder.set_note("greedy@1", "better"), "bot show greedy"),
    "request": (
        lambda ladder, _: ladder.request_match("finca", ["greedy", "random"]),
        "match list --unrated",
    ),
    "add": (lambda _, owners: owners.add_owner("eve", Role.AUTHOR), "owner show eve"),
    "set": (
        lambda _, owners: owners.set_owner("olga", role=None, limits={Quota.UPLOADS: 5}),
        "owner show olga",
    ),
    "disable": (lambda _, owners: owners.disable_owner("olga"), "owner show olga"),
    "defaults": (
        lambda _, owners: owners.set_ladder_quotas({Quota.UPLOADS: 5}),
        "owner defaults",
    ),
    "give": (lambda _, owners: owners.give_bot("greedy", None), "bot show greedy"),
    "issue": (
        lambda _, owners: owners.issue_token("olga", label="", days=None),
        "token list olga",
    ),
    "revoke": (lambda _, owners: owners.revoke_token(1), "token list"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_change__of_which_no_answer_comes_names_what_tells(
    played, served, token_of, monkeypatch, change
):
    make, tells = CHANGES[change]
    with Line(served.way, token_of("otto", Role.OPERATOR)) as line:
        add_owner(played, "olga", Role.AUTHOR)
        monkeypatch.setattr("ladder.api.line.ANSWER_WITHIN_S", 0.5)
        monkeypatch.setattr("ladder.api.client.UPLOAD_WITHIN_S", 0.5)
        with played.db.write(), pytest.raises(LadderError) as caught:
            make(RemoteLadder(line), RemoteOwners(line))
        assert caught.value.reason == "NO_ANSWER"
        assert f"`siurell {tells}` tells" in str(caught.value)
