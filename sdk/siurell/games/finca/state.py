"""The state of a Finca match: the table, and the rules that move it on.

Every event is handed to the file of its phase; no rule stands here.
"""

from __future__ import annotations

from siurell.errors import RulesError
from siurell.games.base import CHANCE, Chance, Event, Move, Outcome
from siurell.games.finca.chance import (
    Blades,
    BladesDue,
    FincaTiles,
    FincaTilesDue,
    Tile,
    TileDue,
)
from siurell.games.finca.delivering import (
    deliver,
    deliver_one_less,
    deliver_with_big_cart,
    turn_up,
)
from siurell.games.finca.introduction import place
from siurell.games.finca.legal_moves import legal_moves
from siurell.games.finca.legality import why_illegal
from siurell.games.finca.moves import (
    BigCart,
    Deliver,
    Double,
    Gust,
    MoveFarmer,
    OneLess,
    Place,
    Stay,
)
from siurell.games.finca.moving import double, gust, move, stay
from siurell.games.finca.observation import FincaObservation
from siurell.games.finca.scoring import outcome
from siurell.games.finca.setting_up import deal_finca_tiles, lay_blades
from siurell.games.finca.table import NOTHING, PHASES, SETUP, Table


class FincaState(Table):
    """One point of one match of Finca; the fields are those of `Table`.

    >>> from siurell.games.finca.game import Finca
    >>> state = Finca().new_state(3, Finca().check_options({}))
    >>> state.apply(state.chance().parse("blades" + " almond fig grape lemon olive orange" * 2))
    >>> state, state.chance().key
    (<FincaState setup, 0 turns played, chance to act>, 'fincas/board')
    """

    __slots__ = ()

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self.rules.seats

    @property
    def turn(self) -> int:
        """Placements and turns so far: each of them is a turn of the rule book."""
        return self.rules.farmers * self.rules.seats - sum(self.hand) + self.turns

    @property
    def phase(self) -> str:
        """``setup``, ``intro``, ``turn``, ``second`` or ``over`` (F-DEC)."""
        return PHASES[self.stage]

    def legal_moves(self) -> list[Move]:
        """All moves of the seat that decides, sorted in byte order of their texts (F-NOTE-6)."""
        return legal_moves(self)

    def why_illegal(self, move: Move) -> str | None:
        """None for a legal move, otherwise a sentence that says why not."""
        return why_illegal(self, move)

    def chance(self) -> Chance:
        """The reveal that is due: set-up first, then pile after pile (F-CHANCE-1)."""
        if self.to_act != CHANCE:
            raise RulesError("Nothing is to be turned up now.", reason="NO_CHANCE")
        if not self.wheel:
            return BladesDue()
        if self.stage == SETUP and NOTHING in self.fincas:
            return FincaTilesDue()
        region = self.reveals[0]
        place = self.rules.box.pile_size - self.left[region] + 1
        return TileDue(region, place, self.unseen)

    def apply(self, event: Event) -> None:
        """Move the state on by a legal move or a possible outcome; neither is checked."""
        if isinstance(event, MoveFarmer):
            move(self, event.blade)
        elif isinstance(event, Tile):
            turn_up(self, event.region, event.face)
        elif isinstance(event, Deliver):
            deliver(self, event.items)
        elif isinstance(event, Place):
            place(self, event.blade)
        elif isinstance(event, Move):
            self._use_action(event)
        elif isinstance(event, Blades):
            lay_blades(self, event.fruits)
        elif isinstance(event, FincaTiles):
            deal_finca_tiles(self, event.tiles)
        else:
            raise RulesError(f"`{event}` is not an event of Finca.", reason="NOT_FINCA")

    def _use_action(self, event: Move) -> None:
        if isinstance(event, Gust):
            gust(self, event.blade, event.goal)
        elif isinstance(event, Double):
            double(self, event.blade)
        elif isinstance(event, BigCart):
            deliver_with_big_cart(self, event.items)
        elif isinstance(event, OneLess):
            deliver_one_less(self, event.fruit, event.items)
        elif isinstance(event, Stay):
            stay(self)
        else:
            raise RulesError(f"`{event}` is not a move of Finca.", reason="NOT_FINCA")

    def copy(self) -> FincaState:
        """An independent copy."""
        twin = FincaState()
        self.copy_to(twin)
        return twin

    def key(self) -> tuple[object, ...]:
        """A hashable value, equal exactly for states that play on in the same way.

        The order in which tiles were taken does not matter for that.
        """
        return (
            tuple(self.rules.options.items()),
            self.to_act,
            self.stage,
            self.mover,
            self.turns,
            tuple(self.wheel),
            tuple(self.farmers),
            tuple(self.hand),
            tuple(self.fruit),
            tuple(self.carts),
            tuple(self.tops),
            tuple(self.left),
            tuple(self.fincas),
            tuple([tuple(sorted(tiles)) for tiles in self.tiles]),
            tuple([len(won) for won in self.won]),
            tuple(self.actions),
            tuple([sum(bonuses) for bonuses in self.bonuses]),
            self.bonus_stack,
            self.wooden,
            tuple(self.reveals),
        )

    def outcome(self) -> Outcome:
        """Scores and placements as the table stands (F-SCORE, F-TIE)."""
        return outcome(self)

    def observe(self, viewer: int) -> FincaObservation:
        """What the viewer sees: everything, as all do (F-INFO)."""
        return FincaObservation(
            viewer=viewer,
            to_act=self.to_act,
            options=self.rules.options,
            phase=PHASES[self.stage],
            mover=self.mover,
            turns=self.turns,
            wheel=tuple(self.wheel),
            farmers=tuple(self.farmers),
            hand=tuple(self.hand),
            fruit=tuple(self.fruit),
            carts=tuple(self.carts),
            tops=tuple(self.tops),
            left=tuple(self.left),
            fincas=tuple(self.fincas),
            tiles=tuple(self.tiles),
            won=tuple(self.won),
            actions=tuple(self.actions),
            bonuses=tuple(self.bonuses),
            bonus_stack=self.bonus_stack,
            wooden=self.wooden,
            reveals=tuple(self.reveals),
        )

    def text_for(self, viewer: int, event: Event) -> str:
        """Every event is seen by all (F-CHANCE-1, F-INFO)."""
        return str(event)

    def __repr__(self) -> str:
        acts = {None: "nobody", CHANCE: "chance"}.get(self.to_act, f"seat {self.to_act}")
        return f"<FincaState {self.phase}, {self.turns} turns played, {acts} to act>"
