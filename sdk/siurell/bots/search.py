"""`search`: looks further at the best few moves, by playing them on or by an expectation.

A playout begins in a full state that agrees with what the seat knows, goes a few turns with quick
choices and ends in the evaluation of the game. How many playouts there are is planned from the time
control alone, so that the same seed gives the same match; the measured time only cuts a plan short.

A game may tell instead what to expect from the next turn (`Evaluation.ahead`): that has no noise,
and is asked once for each of the moves.
"""

from __future__ import annotations

import math
import random
import time
from typing import Final

from siurell.bot import Bot, View
from siurell.bots.evaluations import Ahead, lead, searched_evaluation_of
from siurell.bots.greedy import made, quick_choice, values_of
from siurell.games.base import CHANCE, Move, State
from siurell.match.clock import TimeControl

_DECISIONS: Final = 60
"""A bank is shared out over so many decisions."""
_SHARE: Final = 5
"""One part in so many of what a decision may take is planned for; the rest is the reserve."""
_BANK_PARTS: Final = 30
"""No decision takes more than one part in so many of the bank, and an increment."""
_HURRY_US: Final = 80_000
"""With less time than this one look ahead has to do: a busy machine may take most of it."""
_UNLIMITED_US: Final = 1_000_000
_FIRST_LOOK: Final = 2
"""What one look ahead says counts like so many playouts."""
_AHEAD_LOOKS: Final = 2
"""To expect the next turn takes like so many first looks, as long as it was not measured."""
_BUSY: Final = 2
"""A look at the next turn of each move is cut short after so many times what was planned."""


class Search(Bot):
    """Flat Monte-Carlo over `determinize`, or a look ahead where a game has one."""

    candidates = 4
    """So many moves are looked at further."""

    def start(self) -> None:
        """Plan the work for each decision."""
        self._evaluation = searched_evaluation_of(self.match.game.name)
        self._plan_us = planned_us(self.match.time)

    def choose(self, view: View) -> Move:
        """The candidate with the best mean over its playouts, or with the most to expect."""
        began_ns = time.perf_counter_ns()
        stop_ns = began_ns + 1_000 * self._most_us(view)
        moves, totals = self._candidates(view)
        if self._evaluation.ahead is not None:
            # This ends when it is done: it needs no more than planned unless the machine is busy.
            stop_ns = min(stop_ns, began_ns + 1_000 * _BUSY * self._plan_us)
            return self._expect_most(self._evaluation.ahead, view, moves, began_ns, stop_ns)
        turns = max(self._evaluation.turns * self.match.seats, self._evaluation.least_turns)
        rounds = max(1, self._plan_us // (self._evaluation.turn_us * turns * len(moves)))
        for _ in range(rounds if len(moves) > 1 else 0):
            start, luck = view.determinize(self.rng), self.rng.getrandbits(64)
            ends: list[int] = []
            for move in moves:
                state = made(self._evaluation, start, move, view.seat)
                # The same luck for every candidate, as far as they go the same way.
                last, rng = start.turn + 1 + turns, random.Random(luck)
                if not self._play_on(state, view.seat, last, rng, stop_ns):
                    break
                ends.append(self._judge(state, view.seat))
            if len(ends) < len(moves):
                break
            totals = [total + end for total, end in zip(totals, ends, strict=True)]
        return moves[totals.index(max(totals))]

    def _expect_most(
        self, ahead: Ahead, view: View, moves: list[Move], began_ns: int, stop_ns: int
    ) -> Move:
        """The candidate to expect most of; as many are looked at as planned and as time allows."""
        moves = moves[: max(1, self._plan_us // self._evaluation.ahead_us)]
        best, most = moves[0], -math.inf
        now_ns = time.perf_counter_ns()
        # On a busy machine all takes longer: the next look must still fit in.
        longest_ns = _AHEAD_LOOKS * (now_ns - began_ns)
        for move in moves if len(moves) > 1 else []:
            if now_ns + longest_ns >= stop_ns:
                break
            state = made(self._evaluation, view.determinize(self.rng), move, view.seat)
            expected = ahead(state, view.seat)
            if expected > most:
                best, most = move, expected
            before_ns, now_ns = now_ns, time.perf_counter_ns()
            longest_ns = max(longest_ns, now_ns - before_ns)
        return best

    def _judge(self, state: State, seat: int) -> int:
        """The end of a playout."""
        evaluation = self._evaluation
        worth = evaluation.worth
        return worth(state, seat) if evaluation.alone else lead(worth, state, seat)

    def _candidates(self, view: View) -> tuple[list[Move], list[int]]:
        """The moves that look best one step ahead, the best first, and what that look counts."""
        moves = view.legal_moves
        values = values_of(self._evaluation, view.determinize(self.rng), moves, view.seat)
        order = sorted(range(len(moves)), key=values.__getitem__, reverse=True)[: self.candidates]
        least = values[order[0]] - self._evaluation.margin
        order = [place for place in order if values[place] >= least]
        return [moves[place] for place in order], [_FIRST_LOOK * values[place] for place in order]

    def _play_on(
        self, state: State, seat: int, last: int, rng: random.Random, stop_ns: int
    ) -> bool:
        """Go on with quick choices and drawn chance, to this turn or to the end.

        False when the time is over before.
        """
        evaluation = self._evaluation
        while True:
            settle_chance(state, rng)
            if state.to_act is None or state.turn >= last:
                return True
            if time.perf_counter_ns() >= stop_ns:
                return False
            moves = state.legal_moves()
            if not (evaluation.alone and state.to_act == seat) and len(moves) > evaluation.peek:
                rests = [move for move in moves if evaluation.rests(state, move)]
                moves = rng.sample(moves, evaluation.peek) + rests
            state.apply(quick_choice(evaluation, state, moves, state.to_act))

    def _most_us(self, view: View) -> int:
        """The time after which a plan is cut short: never more than half of what is left."""
        clock = view.clock
        if clock.limit_us is None:
            return _UNLIMITED_US
        if clock.bank_us is not None and clock.limit_us < _HURRY_US:
            return 0
        if clock.bank_us is None:
            return clock.limit_us // 2
        return min(clock.limit_us // 2, clock.increment_us + clock.bank_us // _BANK_PARTS)


def planned_us(control: TimeControl) -> int:
    """How much time a decision plans for, in microseconds, under a time control."""
    each = control.cap_us if control.cap_us is not None else _UNLIMITED_US
    if control.bank_us is not None:
        each = min(each, control.increment_us + control.bank_us // _DECISIONS)
    return each // _SHARE


def settle_chance(state: State, rng: random.Random) -> None:
    """Draw what chance brings until a seat is to decide or it is over."""
    while state.to_act == CHANCE:
        state.apply(state.chance().draw(rng.randrange))
