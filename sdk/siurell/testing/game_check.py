"""`check_game`: whether a game keeps the contract of `siurell.games.base`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from siurell.games.base import Game
from siurell.testing.components import census_of, reveals_of
from siurell.testing.contract.chance import check_chance
from siurell.testing.contract.conservation import check_conservation
from siurell.testing.contract.deals import check_deals, check_seeds
from siurell.testing.contract.determinize import check_determinize, check_truth
from siurell.testing.contract.ending import check_ending
from siurell.testing.contract.facts import check_facts, check_new_state
from siurell.testing.contract.moves import check_moves
from siurell.testing.contract.nearmiss import check_near_misses
from siurell.testing.contract.setting import Census, GameContractError, GameReport, Reveals, Setting
from siurell.testing.contract.twins import check_twins
from siurell.testing.contract.values import check_values
from siurell.testing.contract.views import check_views

Check = Callable[[Setting], None]
"""One part of the contract."""

CHECKS: tuple[Check, ...] = (
    check_facts,
    check_new_state,
    check_moves,
    check_near_misses,
    check_views,
    check_values,
    check_ending,
    check_twins,
    check_determinize,
    check_truth,
    check_chance,
    check_seeds,
    check_deals,
    check_conservation,
)
"""The parts of the contract, in the order in which a new game is best put right."""


def check_game(
    game: Game,
    *,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    matches: int = 20,
    seed: int = 0,
    census: Census | None = None,
    reveals: Reveals | None = None,
    checks: Sequence[Check] = CHECKS,
) -> GameReport:
    """Play matches of a game and raise `GameContractError` where it breaks the contract.

    All numbers of seats are tried unless `seats` names one. The same arguments always play the
    same matches. `census` counts the components for the check of conservation. `reveals` says of an
    event whether it makes public what no text told before; by default none does but the end. A
    registered game has both in `siurell.testing.components`. `checks` are the parts to go through;
    while a game is being written, take some of `CHECKS`.

    The report counts what was met: twins, for example, are 0 for a game that hides nothing.
    """
    report = GameReport()
    for number in range(game.min_seats, game.max_seats + 1) if seats is None else (seats,):
        setting = Setting(
            game=game,
            seats=game.check_seats(number),
            options=game.check_options(options or {}),
            matches=matches,
            seed=seed,
            census=census or census_of(game.name),
            reveals=reveals or reveals_of(game.name),
            report=report,
        )
        for check in checks:
            _run(check, setting)
    return report


def _run(check: Check, setting: Setting) -> None:
    try:
        check(setting)
    except GameContractError:
        raise
    except Exception as error:
        raise GameContractError(
            f"{setting.game.name}, {setting.seats} seats: the game raises "
            f"{type(error).__name__} in {check.__name__}: {error}"
        ) from error
