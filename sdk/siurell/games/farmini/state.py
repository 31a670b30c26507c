"""The state of a Farmini match: the table, and the rules that move it on.

Every event is handed to the file of its concern; no rule stands here.
"""

from __future__ import annotations

from siurell.errors import RulesError
from siurell.games.base import CHANCE, Chance, Event, Move, Outcome
from siurell.games.farmini.animals import put, take_animal
from siurell.games.farmini.chance import RevealDue
from siurell.games.farmini.display import turn_up
from siurell.games.farmini.grid import PARCELS, position_at, spot_at, x_of, y_of
from siurell.games.farmini.legal_moves import legal_moves
from siurell.games.farmini.legality import why_illegal
from siurell.games.farmini.moves import Discard, Put, TakeAnimal, TakePen
from siurell.games.farmini.observation import FarminiObservation
from siurell.games.farmini.reveal import Reveal
from siurell.games.farmini.scoring import outcome
from siurell.games.farmini.table import NOTHING, PHASES, PUT, Table
from siurell.games.farmini.taking import take_pen
from siurell.games.farmini.turns import discard


class FarminiState(Table):
    """One point of one match of Farmini; the fields are those of `Table`.

    >>> from siurell.games.farmini.game import Farmini
    >>> state = Farmini().new_state(2, Farmini().check_options({}))
    >>> state.apply(Farmini().parse_move("take p06 1,0 270"))
    >>> state, state.chance().key
    (<FarminiState fill, 1 turns played, chance to act>, 'deck/1')
    """

    __slots__ = ()

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self.rules.seats

    @property
    def turn(self) -> int:
        """Turns played."""
        return self.turns

    @property
    def phase(self) -> str:
        """``take``, ``put``, ``fill`` or ``over`` (FM-DEC)."""
        return PHASES[self.stage]

    def legal_moves(self) -> list[Move]:
        """All moves of the seat that decides, sorted in byte order of their texts (FM-NOTE-8)."""
        return legal_moves(self)

    def why_illegal(self, move: Move) -> str | None:
        """None for a legal move, otherwise a sentence that says why not."""
        return why_illegal(self, move)

    def chance(self) -> Chance:
        """The card that is turned up (FM-CHANCE-1)."""
        if self.to_act != CHANCE:
            raise RulesError("Nothing is to be turned up now.", reason="NO_CHANCE")
        return RevealDue(self.rules, self.deck)

    def apply(self, event: Event) -> None:
        """Move the state on by a legal move or a possible outcome; neither is checked."""
        numbers = self.rules.numbers
        if isinstance(event, TakePen):
            position = position_at(event.x, event.y)
            take_pen(self, numbers[event.card], position, event.rotation)
        elif isinstance(event, Reveal):
            turn_up(self, numbers[event.card])
        elif isinstance(event, Put):
            put(self, spot_at(position_at(event.x, event.y), PARCELS.index(event.parcel)))
        elif isinstance(event, TakeAnimal):
            take_animal(self, numbers[event.card])
        elif isinstance(event, Discard):
            discard(self, numbers[event.card])
        else:
            raise RulesError(f"`{event}` is not an event of Farmini.", reason="NOT_FARMINI")

    def copy(self) -> FarminiState:
        """An independent copy."""
        twin = FarminiState()
        self.copy_to(twin)
        return twin

    def key(self) -> tuple[object, ...]:
        """A hashable value, equal exactly for states that play on in the same way.

        The discarded cards follow from all others.
        """
        return (
            self.rules.box.digest,
            tuple(self.rules.options.items()),
            self.to_act,
            self.stage,
            self.mover,
            self.turns,
            tuple(self.display),
            tuple(self.deck),
            tuple([farm.laid() for farm in self.farms]),
            tuple([tuple(sorted(held.items())) for held in self.animals]),
            self.kind,
            self.to_put,
            self.last,
        )

    def outcome(self) -> Outcome:
        """Scores and placements as the table stands (FM-SCORE, FM-TIE)."""
        return outcome(self)

    def observe(self, viewer: int) -> FarminiObservation:
        """What the viewer sees: everything, as all do (FM-INFO)."""
        return FarminiObservation(
            viewer=viewer,
            to_act=self.to_act,
            options=self.rules.options,
            box=self.rules.box,
            phase=PHASES[self.stage],
            mover=self.mover,
            turns=self.turns,
            display=tuple(self.display),
            deck=tuple(self.deck),
            discards=tuple(sorted(self.discards)),
            farms=tuple([farm.laid() for farm in self.farms]),
            animals=tuple([_tokens(held) for held in self.animals]),
            yard=tuple(self.yard),
            putting=self._putting(),
        )

    def _putting(self) -> tuple[int, ...]:
        """The tokens that are put (FM-DEC-2)."""
        if self.stage != PUT:
            return ()
        return (self.kind, self.to_put, *(() if self.last == NOTHING else _place(self.last)))

    def text_for(self, viewer: int, event: Event) -> str:
        """Every event is seen by all (FM-CHANCE-1, FM-INFO)."""
        return str(event)

    def __repr__(self) -> str:
        acts = {None: "nobody", CHANCE: "chance"}.get(self.to_act, f"seat {self.to_act}")
        return f"<FarminiState {self.phase}, {self.turns} turns played, {acts} to act>"


def _place(spot: int) -> tuple[int, int, int]:
    """X, Y and parcel of a spot."""
    return x_of(spot // 4), y_of(spot // 4), spot % 4


def _tokens(held: dict[int, int]) -> tuple[int, ...]:
    """X, Y, parcel and kind of each token, in space order."""
    numbers: list[int] = []
    for spot in sorted(held):
        numbers += (*_place(spot), held[spot])
    return tuple(numbers)
