"""A match that is played and proved: it ends by its rules, conserves components, verifies."""

from __future__ import annotations

from collections.abc import Sequence

from siurell.games.base import Game, State
from siurell.local import BotFactory, LocalMatch, play_local
from siurell.match.events import MatchRecord
from siurell.match.result import Cause
from siurell.replay.read import read_replay
from siurell.replay.verify import verify
from siurell.testing.components import census_of
from siurell.testing.contract.setting import Census, GameContractError


def prove_match(game: Game, bots: Sequence[BotFactory], *, seed: bytes) -> LocalMatch:
    """Play one match in simulated time, one bot a seat, and prove what every match must hold.

    Every seat ends by the rules of the game, no component comes or goes (counted after every event
    where the game has a census), and the replay verifies with the same digest and decisions.

    Raises `GameContractError` with a sentence that says what did not hold.
    """
    census = census_of(game.name)
    account = None if census is None else _Account(census)
    match = play_local(
        game, bots, seed=seed, simulated=True, on_event=None if account is None else account.count
    )
    causes = sorted({seat.cause.value for seat in match.result.seats})
    if causes != [Cause.GAME_RULES.value]:
        raise _broken(game, f"it ended by {', '.join(causes)}: {match.result.reason}")
    if account is not None and account.fault:
        raise _broken(game, account.fault)
    found = verify(read_replay(match.replay.data, game=game), match.replay.digest)
    if not found.ok or found.decisions != match.result.decisions:
        raise _broken(game, f"its replay does not verify: {found.where}")
    return match


class _Account:
    """Counts components after every event; the first thing that came or went is the fault."""

    def __init__(self, census: Census) -> None:
        self.fault = ""
        self._census = census
        self._box: dict[str, int] = {}

    def count(self, _record: MatchRecord, state: State) -> None:
        for component, places in self._census(state).items():
            total = sum(places)
            before = self._box.setdefault(component, total)
            if (total != before or min(places) < 0) and not self.fault:
                self.fault = f"there are {total} of {component} where there were {before}."


def _broken(game: Game, what: str) -> GameContractError:
    return GameContractError(f"A match of {game.name} broke the contract: {what}")
