"""Swiss rounds for two seats: equal scores, no rematch, seats in turn, a bye at most once.

What counts for the whole round, from first to last:

1. nobody meets anybody twice, and nobody has a second bye (one that was won without playing counts
   as a bye);
2. nobody is named first, or second, three times in a row or three times more than the other; in the
   last round that does not keep those apart of whom one has more than half of all points;
3. the bye goes to the lowest score;
4. scores in a pairing differ as little as can be.

Then group of equal scores by group, from the top:

5. those who are due to be named first meet those who are not;
6. nobody meets a lower score again in the next round, nor a higher one, nor in the one after;
7. who comes down into a group meets the first of it; of those who are left the upper half meets the
   lower half, in order, and the last is who goes down.

A field of more than 40 is paired by all of this at once. Who is named first has the first seat in
the first rotation; all rotations are played.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from ladder.domain.tournaments.events import Bye, ByeKind, Pairing, RoundPaired
from ladder.domain.tournaments.foresight import MOST, can_be_cut, cheapest_with_a_future
from ladder.domain.tournaments.matching import Edge, cheapest_pairs
from ladder.domain.tournaments.settings import Scoring
from ladder.domain.tournaments.sheet import Kind, Sheet, sheet_of
from ladder.domain.tournaments.state import Tournament
from ladder.domain.tournaments.swiss_costs import Costs, Player

_WINDOW = 32
_LARGE = 128
"""So many entrants are first paired within a window of the order of scores: it is faster."""

_MANY = 40
"""More are paired all at once rather than group by group, which would take too long."""


def players_of(tournament: Tournament) -> list[Player]:
    """Who is to be paired, best first."""
    sheet = sheet_of(tournament)
    players = {e.id: Player(e, sheet.score(e.id)) for e in tournament.active}
    for round_ in tournament.rounds:
        for record in round_.pairings.values():
            line_up = record.pairing.line_up
            for place, entrant in enumerate(line_up):
                player = players.get(entrant)
                if player is not None and record.played:
                    player.seats.append(1 if place == 0 else -1)
                    for other in line_up:
                        if other != entrant:
                            player.met[other] = player.met.get(other, 0) + 1
    for player in players.values():
        entries = sheet.entries[player.entrant.id]
        player.byes = sum(entry.kind in (Kind.BYE, Kind.WALKOVER) for entry in entries)
        last = len(tournament.rounds)
        player.floats = (
            _float_of(sheet, player.entrant.id, last),
            _float_of(sheet, player.entrant.id, last - 1),
        )
    unit = lcm(*(player.score.denominator for player in players.values()))
    for player in players.values():
        player.units = int(player.score * unit)
    return sorted(players.values(), key=lambda p: (-p.score, p.entrant.seed_rank))


def _float_of(sheet: Sheet, entrant: str, round_: int) -> int:
    """Whether the opponent of a round had less or more by then."""
    entry = next((e for e in sheet.entries[entrant] if e.round == round_), None)
    if entry is None:
        return 0
    if entry.kind is not Kind.PLAYED:
        return int(entry.kind in (Kind.BYE, Kind.WALKOVER))
    own = _score_before(sheet, entrant, round_)
    other = _score_before(sheet, entry.opponents[0], round_)
    return (own > other) - (own < other)


def _score_before(sheet: Sheet, entrant: str, round_: int) -> Fraction:
    points = [entry.points for entry in sheet.entries[entrant] if entry.round < round_]
    return sum(points, Fraction(0))


def next_swiss_round(tournament: Tournament) -> RoundPaired:
    """The next round of a Swiss with two seats whose rounds so far are over."""
    players = players_of(tournament)
    number = len(tournament.rounds) + 1
    left = (tournament.settings.rounds or 1) - number
    # By the points of a game nobody can say what half of all would be.
    counted = tournament.settings.scoring is not Scoring.GAME_POINTS
    pairs = pair(players, left, Fraction(number - 1, 2) if counted and not left else None)
    byes = tuple(players[one] for one, other in pairs if other == len(players))
    duels = [(players[one], players[other]) for one, other in pairs if other < len(players)]
    return RoundPaired(
        number,
        tuple(_pairing(position, *duel) for position, duel in enumerate(duels, start=1)),
        tuple(_bye(player) for player in byes),
    )


def pair(
    players: Sequence[Player], rounds_left: int = 0, top: Fraction | None = None
) -> tuple[Edge, ...]:
    """Who meets whom, by their places in the order given; the number after the last is the bye.

    ``rounds_left``: so many more rounds are to be paired after this one. ``top``: in the last one,
    half of all points.
    """
    count = len(players) + len(players) % 2
    if count > _LARGE:
        near = Costs(players, _WINDOW, top=top)
        found = cheapest_pairs(count, near.of_all())
        if found is not None and near.fresh().issuperset(found):
            return found
    costs = Costs(players, count, top=top)
    fresh = costs.fresh()
    found = cheapest_pairs(count, costs.of_all()) if count > _MANY else _by_groups(players, top)
    assert found is not None, "everyone may meet everyone at a price"
    if not _may_run_out(players, count, rounds_left):
        return found
    if fresh.issuperset(found) and can_be_cut(count, fresh - {*found}, rounds_left):
        return found
    return cheapest_with_a_future(count, costs.of_all(), fresh, rounds_left) or found


def _by_groups(players: Sequence[Player], top: Fraction | None) -> tuple[Edge, ...]:
    """Pair group after group: first those who come down into it, then those who are left of it."""
    count = len(players) + len(players) % 2
    costs = Costs(players, count, top=top)
    found: tuple[Edge, ...] = ()
    for start, size in costs.groups:
        end = start + size
        costs.look_at(end)
        found = _cheapest(count, costs)
        came = [pair for pair in found if pair[0] < start <= pair[1] < end]
        costs.settle(came)
        taken = {other for _, other in came}
        waiting = [one for one in range(start, end) if one not in taken]
        inside = [pair for pair in found if start <= pair[0] and pair[1] < end]
        costs.order(waiting, len(inside))
        found = _cheapest(count, costs)
        costs.settle(pair for pair in found if start <= pair[0] and pair[1] < end)
    return found


def _cheapest(count: int, costs: Costs) -> tuple[Edge, ...]:
    found = cheapest_pairs(count, costs.of_all())
    assert found is not None, "everyone may meet everyone at a price"
    return found


def _may_run_out(players: Sequence[Player], count: int, rounds_left: int) -> bool:
    """Whether the next round could lack opponents: those who have half of them left never do."""
    if not rounds_left or count > MOST:
        return False
    met = max(len(player.met) + player.byes for player in players)
    return count - 2 - met < count // 2


def _pairing(number: int, better: Player, other: Player) -> Pairing:
    """The pairing with the one first whose turn it is."""
    swapped = _goes_second(better, other)
    first, second = (other, better) if swapped else (better, other)
    reason = f"{_points(better.score)} against {_points(other.score)}"
    reason += ", a rematch: nobody else was left" if other.entrant.id in better.met else ""
    return Pairing(number, (first.entrant.id, second.entrant.id), f"{reason}.")


def _goes_second(better: Player, other: Player) -> bool:
    """Whether the better placed is named second: the turn of whom it matters more to decides."""
    if better.strength != other.strength:
        stronger = better if better.strength > other.strength else other
        return (stronger.due < 0) == (stronger is better)
    if better.due != other.due:
        return better.due < other.due
    if better.due == 0:
        return better.entrant.seed_rank % 2 == 0
    for mine, theirs in zip(reversed(better.seats), reversed(other.seats), strict=False):
        if mine != theirs:
            return mine > theirs
    return better.due < 0


def _bye(player: Player) -> Bye:
    again = ", for want of anybody who has had none" if player.byes else ""
    return Bye(
        player.entrant.id,
        ByeKind.PAIRING,
        f"An odd number: {_points(player.score)} is the lowest that can be left over{again}.",
    )


def _points(score: Fraction) -> str:
    """A score in a sentence.

    >>> _points(Fraction(5, 2)), _points(Fraction(1))
    ('2.5 points', '1 point')
    """
    text = f"{float(score):.3f}".rstrip("0").rstrip(".")
    return f"{text} point{'' if score == 1 else 's'}"
