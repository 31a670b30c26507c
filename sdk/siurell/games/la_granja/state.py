"""The state of a La Granja match: the table, and the rules that move it on.

Every event is handed to the file of its rule; no rule stands here.
"""

from __future__ import annotations

from siurell.errors import RulesError
from siurell.games.base import CHANCE, Chance, ChanceOutcome, Event, Move, Outcome
from siurell.games.la_granja.answering import answer
from siurell.games.la_granja.chance_events import apply_outcome, chance_due
from siurell.games.la_granja.flow import go_on
from siurell.games.la_granja.legal_moves import legal_moves
from siurell.games.la_granja.legality import why_illegal
from siurell.games.la_granja.observation import LaGranjaObservation, observe, text_for
from siurell.games.la_granja.scoring import outcome
from siurell.games.la_granja.state_key import key_of
from siurell.games.la_granja.table import PHASE_OF_STAGE, Table


class LaGranjaState(Table):
    """One point of one match of La Granja; the fields are those of `Table`.

    >>> from siurell.games.la_granja.game import LaGranja
    >>> state = LaGranja().new_state(3, {})
    >>> state.apply(state.chance().parse("first 2"))
    >>> state, state.chance().key
    (<LaGranjaState setup, round 1, chance to act>, 'building/1')
    """

    __slots__ = ()

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self.rules.seats

    @property
    def turn(self) -> int:
        """Turns begun so far (LG-DEC-15)."""
        return self.turns

    @property
    def phase(self) -> str:
        """``setup``, ``farm``, ``revenue``, ``transport``, ``scoring`` or ``over`` (LG-DEC-11)."""
        return PHASE_OF_STAGE[self.stage]

    def legal_moves(self) -> list[Move]:
        """All moves of the seat that decides, sorted in byte order of their texts (LG-DEC-3)."""
        return legal_moves(self)

    def why_illegal(self, move: Move) -> str | None:
        """None for a legal move, otherwise a sentence that says why not."""
        return why_illegal(self, move)

    def chance(self) -> Chance:
        """The event of chance that is due (LG-CHANCE-1)."""
        return chance_due(self)

    def apply(self, event: Event) -> None:
        """Move the state on by a legal move or a possible outcome; neither is checked."""
        if isinstance(event, Move):
            answer(self, event)
        elif isinstance(event, ChanceOutcome):
            apply_outcome(self, event)
        else:
            raise RulesError(f"`{event}` is not an event of La Granja.", reason="NOT_LA_GRANJA")
        go_on(self)

    def copy(self) -> LaGranjaState:
        """An independent copy."""
        twin = LaGranjaState()
        self.copy_to(twin)
        return twin

    def key(self) -> tuple[object, ...]:
        """A hashable value, equal exactly for states that play on in the same way."""
        return key_of(self)

    def outcome(self) -> Outcome:
        """VP and places as the table stands (LG-END-4, LG-SOLO-13)."""
        return outcome(self)

    def observe(self, viewer: int) -> LaGranjaObservation:
        """What the viewer sees: not other hands, nor hidden donkey choices (LG-HID)."""
        return observe(self, viewer)

    def text_for(self, viewer: int, event: Event) -> str:
        """Drawn cards and donkey choices of others are hidden (LG-CHANCE-7)."""
        return text_for(self, viewer, event)

    def __repr__(self) -> str:
        acts = {None: "nobody", CHANCE: "chance"}.get(self.to_act, f"seat {self.to_act}")
        return f"<LaGranjaState {self.phase}, round {self.round}, {acts} to act>"
