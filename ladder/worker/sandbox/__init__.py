"""Where a bot's processes run: the interface, and the ways there are to run them."""

from ladder.worker.sandbox.base import BotProcess, Ending, Limits, Sandbox

__all__ = ["BotProcess", "Ending", "Limits", "Sandbox"]
