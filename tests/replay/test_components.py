"""A match with components of one's own: what its replay says of them, and who can read it."""

from __future__ import annotations

import hashlib
import json
import tomllib
from functools import cache

import pytest
from siurell.bots import SHIPPED
from siurell.errors import MatchError, OptionError, ReplayError
from siurell.games.registry import game_named, games
from siurell.local import play_local
from siurell.match.clock import TimeControl
from siurell.match.config import MatchConfig, check_config
from siurell.replay.read import read_journal, read_replay
from siurell.replay.verify import verify
from siurell.testing.toy import Toy

FARMINI = game_named("farmini")
TEXT = FARMINI.shipped_components().replace("corn_points = 1", "corn_points = 2")
OWN = FARMINI.with_components(TEXT)
OTHER = FARMINI.with_components(TEXT.replace("animal_points = 1", "animal_points = 2"))


@cache
def played(game):
    return play_local(game, [SHIPPED["random"]] * 2, seed=b"7" * 32, simulated=True).replay


def refusal(data, game=None, reason="OTHER_COMPONENTS"):
    with pytest.raises(ReplayError) as caught:
        read_replay(data, game=game)
    assert caught.value.reason == reason
    return str(caught.value)


def test_replay__tells_the_components_and_is_proved_with_them(kit):
    replay = read_replay(played(OWN).data, game=OWN)
    assert verify(replay).ok
    assert replay.as_json()["components"] == OWN.components_digest
    header, _, _ = kit.take_apart(played(OWN).data)
    assert (header["format"], header["components"]) == (2, OWN.components_digest)


def test_replay__the_digest_is_that_of_the_data_as_json():
    """As docs/protocol.md says it, so that anybody can work it out."""
    data = json.dumps(tomllib.loads(TEXT), sort_keys=True, separators=(",", ":"))
    assert OWN.components_digest == hashlib.sha256(data.encode("ascii")).hexdigest()


def test_replay__with_the_shipped_components_is_as_it_always_was(kit):
    same = FARMINI.with_components("# mine\n" + FARMINI.shipped_components())
    assert played(same) == played(FARMINI)
    header, _, _ = kit.take_apart(played(FARMINI).data)
    assert header["format"] == 1
    assert "components" not in header
    assert read_replay(played(FARMINI).data, game=same).as_json()["components"] == ""


def test_replay__is_not_read_with_other_components():
    own, other = OWN.components_digest, OTHER.components_digest
    assert f"file has to be named: its digest is {own}." in refusal(played(OWN).data)
    told = refusal(played(OWN).data, OTHER)
    assert f"components of the digest {own}, and the file that was named has {other}." in told
    told = refusal(played(FARMINI).data, OWN, "SHIPPED_COMPONENTS")
    assert "the shipped components, so it is read without a file" in told


def test_replay__of_another_game_than_the_file(kit):
    data = kit.play([kit.Chooser] * 2).replay.data
    with pytest.raises(ReplayError, match=r"is of toy, .* by the rules of farmini") as caught:
        read_replay(data, game=OWN)
    assert caught.value.reason == "OTHER_GAME"


def test_replay__format_and_components_belong_together(kit):
    for game, format_number in ((OWN, 1), (FARMINI, 2)):
        header, events, result = kit.take_apart(played(game).data)
        edited = kit.put_together({**header, "format": format_number}, events, result)
        with pytest.raises(ReplayError, match="contradict") as caught:
            read_replay(edited, game=game)
        assert caught.value.reason == "INVALID"


@pytest.mark.parametrize("digest", ["", "abc", 7, None, "A" * 64])
def test_replay__components_that_are_no_digest(kit, digest):
    header, events, result = kit.take_apart(played(OWN).data)
    edited = kit.put_together({**header, "components": digest}, events, result)
    with pytest.raises(ReplayError) as caught:
        read_replay(edited, game=OWN)
    assert caught.value.reason == "INVALID"


def test_journal__tells_the_components_too(kit):
    header, events, _ = kit.take_apart(played(OWN).data)
    lines = "".join(json.dumps(line) + "\n" for line in (header, *events))
    journal = read_journal(lines.encode(), game=OWN)
    assert journal.config.components == OWN.components_digest
    with pytest.raises(ReplayError, match="its digest is"):
        read_journal(lines.encode())


def test_config__has_the_components_of_its_game():
    options = FARMINI.check_options({})
    config = MatchConfig("m", "farmini", options, 1, TimeControl(), ("a",))
    check_config(FARMINI, config)
    with pytest.raises(MatchError, match="other components"):
        check_config(OWN, config)


def replaceable(game):
    try:
        return bool(game.shipped_components())
    except OptionError as error:
        assert error.reason == "FIXED_COMPONENTS"
        return False


@pytest.mark.parametrize("game", [Toy(), *games()], ids=lambda game: game.name)
def test_game__takes_the_components_that_it_ships_or_none(game):
    assert game.components_digest == ""
    if replaceable(game):
        again = game.with_components(game.shipped_components())
        assert (again.name, again.components_digest) == (game.name, "")
    else:
        with pytest.raises(OptionError, match=f"The components of {game.name} ") as caught:
            game.with_components("format = 1")
        assert caught.value.reason == "FIXED_COMPONENTS"


def test_game__some_can_be_replaced_and_some_cannot():
    assert {replaceable(game) for game in (Toy(), *games())} == {True, False}
