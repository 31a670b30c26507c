"""The bots that come with Siurell: opponents and baselines, each a normal bot through the SDK."""

from __future__ import annotations

from siurell.bot import Bot
from siurell.bots.chooser import Random
from siurell.bots.greedy import Greedy
from siurell.bots.search import Search

SHIPPED: dict[str, type[Bot]] = {"random": Random, "greedy": Greedy, "search": Search}
"""The shipped bots by the name that they have on the command line, the weakest first."""
