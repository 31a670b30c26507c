"""The static facts of a game, and that a new state is new."""

from __future__ import annotations

import re

from siurell.errors import OptionError
from siurell.testing.contract.play import play_at_random
from siurell.testing.contract.setting import Setting

_NAME = re.compile(r"[a-z][a-z0-9_]*")


def check_facts(setting: Setting) -> None:
    """Name, seats, options and rules version are usable, and wrong ones are refused."""
    game = setting.game
    setting.require(_NAME.fullmatch(game.name) is not None, f"`{game.name}` is no name of a game.")
    setting.require(bool(game.rules_version), "the rules version is empty.")
    setting.require(1 <= game.min_seats <= game.max_seats, "the seats make no range.")
    for wrong in (game.min_seats - 1, game.max_seats + 1):
        try:
            game.check_seats(wrong)
        except OptionError:
            continue
        setting.require(False, f"check_seats lets {wrong} seats through.")
    setting.require(game.max_decisions(setting.seats) > 0, "max_decisions is not positive.")
    _check_options(setting)


def _check_options(setting: Setting) -> None:
    game = setting.game
    names = [option.name for option in game.options]
    setting.require(len(names) == len(set(names)), "two options have the same name.")
    for option in game.options:
        setting.require(bool(option.values), f"option {option.name} has no value.")
        setting.require(
            len(option.values) == len(set(option.values)),
            f"option {option.name} has a value twice.",
        )
        setting.require(_refuses(setting, option.name), f"{option.name} takes any value.")
    setting.require(_refuses(setting, "no such option"), "an unknown option is let through.")
    setting.require(
        game.check_options({}) == {option.name: option.default for option in game.options},
        "check_options does not fill the defaults in.",
    )


def _refuses(setting: Setting, name: str) -> bool:
    try:
        setting.game.check_options({name: "no such value"})
    except OptionError:
        return True
    return False


def check_new_state(setting: Setting) -> None:
    """A new state depends on seats and options alone, whatever was played before."""
    fresh = setting.new_state()
    key = fresh.key()
    setting.require(fresh.seats == setting.seats, "a new state has another number of seats.")
    for _ in play_at_random(setting, 0, "new state"):
        pass
    setting.require(fresh.key() == key, "a match changes a state that is not its own.")
    setting.require(setting.new_state().key() == key, "a match changes the next new state.")
