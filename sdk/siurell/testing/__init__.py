"""The kit for tests: does a game keep its contract, does a bot play, and scripts for both.

Of use to whoever adds a game or writes a bot; nothing that plays a match needs it.
"""

from __future__ import annotations

from siurell.testing.bot_check import BotFaultError, BotReport, check_bot
from siurell.testing.chance_scripts import first_outcome, last_outcome, scripted_chance
from siurell.testing.contract.setting import GameContractError, GameReport
from siurell.testing.game_check import check_game
from siurell.testing.scripted_seat import ScriptedSeat

__all__ = [
    "BotFaultError",
    "BotReport",
    "GameContractError",
    "GameReport",
    "ScriptedSeat",
    "check_bot",
    "check_game",
    "first_outcome",
    "last_outcome",
    "scripted_chance",
]
