"""`check_game` catches games whose moves are broken, each in just that way."""

from __future__ import annotations

import pytest
from siurell.errors import InvalidMoveError
from siurell.testing.contract.setting import GameContractError
from siurell.testing.game_check import check_game


def a_name_with_blanks(cards):
    return cards.game_with(name="my game")


def any_number_of_seats(cards):
    return cards.game_with(check_seats=lambda self, seats: seats)


def any_option(cards):
    return cards.game_with(check_options=lambda self, given: {"table": "wood", **given})


def a_new_state_that_is_shared(cards):
    shared = {}

    def new_state(self, seats, options):
        return shared.setdefault(seats, cards.CardsState(seats, options))

    return cards.game_with(new_state=new_state)


def an_unsorted_list(cards):
    def legal_moves(self):
        return cards.CardsState.legal_moves(self)[::-1]

    return cards.game_with(state={"legal_moves": legal_moves})


def a_list_with_doubles(cards):
    def legal_moves(self):
        moves = cards.CardsState.legal_moves(self)
        return sorted(moves + moves[-1:], key=str)

    return cards.game_with(state={"legal_moves": legal_moves})


def an_empty_list(cards):
    return cards.game_with(state={"legal_moves": lambda self: []})


def a_list_while_chance_is_due(cards):
    def legal_moves(self):
        return cards.CardsState.legal_moves(self) or [cards.Lay("show", 1)]

    return cards.game_with(state={"legal_moves": legal_moves})


def a_view_with_fewer_moves(cards):
    def legal_moves(self):
        return cards.View.legal_moves(self)[1:]

    return cards.game_with(view={"legal_moves": legal_moves})


def a_view_with_moves_for_all(cards):
    return cards.game_with(view={"legal_moves": lambda self: cards.lays(self.hand)})


def a_notation_that_is_not_read(cards):
    def parse_move(self, text):
        if text == "show 5":
            raise InvalidMoveError("No.")
        return cards.CardsGame.parse_move(self, text)

    return cards.game_with(parse_move=parse_move)


def a_notation_read_as_another(cards):
    def parse_move(self, text):
        return cards.CardsGame.parse_move(self, text.replace("show 5", "show 4"))

    return cards.game_with(parse_move=parse_move)


def blanks_are_let_through(cards):
    def parse_move(self, text):
        return cards.CardsGame.parse_move(self, " ".join(text.split()))

    return cards.game_with(parse_move=parse_move)


def garbage_raises_another_error(cards):
    def parse_move(self, text):
        verb, card = text.split(" ")
        return cards.CardsGame.parse_move(self, f"{verb} {card}")

    return cards.game_with(parse_move=parse_move)


def a_reason_against_a_legal_move(cards):
    def why_illegal(self, move):
        return "Never a five." if move.card == 5 else cards.CardsState.why_illegal(self, move)

    return cards.game_with(state={"why_illegal": why_illegal})


def no_reason_against_an_illegal_move(cards):
    def why_illegal(self, move):
        return None if move.card in self.hands[self.to_act] or move.card == 1 else "Not held."

    return cards.game_with(state={"why_illegal": why_illegal})


def an_empty_reason(cards):
    def why_illegal(self, move):
        return cards.CardsState.why_illegal(self, move) and ""

    return cards.game_with(state={"why_illegal": why_illegal})


def a_check_of_its_own(cards):
    return cards.game_with(state={"check": lambda self, move: None})


FLAWS = {
    a_name_with_blanks: "is no name of a game",
    any_number_of_seats: "lets 1 seats through",
    any_option: "takes any value",
    an_unsorted_list: "not in byte order",
    a_list_with_doubles: "a move twice",
    an_empty_list: "has no legal move",
    a_list_while_chance_is_due: "although no seat decides",
    a_view_with_fewer_moves: "legal moves, not the",
    a_view_with_moves_for_all: "legal moves, not the",
    a_notation_that_is_not_read: "`show 5` cannot be parsed",
    a_notation_read_as_another: "parsed is `show 4`",
    blanks_are_let_through: "only one text is canonical|read as a move",
    garbage_raises_another_error: "raises",
    a_reason_against_a_legal_move: "and yet `Never a five.`",
    no_reason_against_an_illegal_move: "why_illegal says None",
    an_empty_reason: "no reason",
    a_check_of_its_own: "check lets",
    a_new_state_that_is_shared: "not its own",
}


@pytest.mark.parametrize("flaw", FLAWS, ids=lambda flaw: flaw.__name__)
def test_check_game__catches(flaw, cards):
    how = {"census": cards.census, "reveals": cards.reveals}
    with pytest.raises(GameContractError, match=FLAWS[flaw]):
        check_game(flaw(cards), seats=2, matches=12, **how)
