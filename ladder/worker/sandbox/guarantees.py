"""What a sandbox may hold, and what of it strangers' bots need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

WORDS: Final = {
    "files": "a bot reads no file of the ladder, of the operator or of another bot",
    "writes": "a bot changes nothing but its own scratch, and no more than fits there",
    "processes": "a bot disturbs no process but its own, and reads nothing of one",
    "network": "a bot has no network, and its one socket leads to its own seat",
    "user": "a bot is no user of weight, and gets no more rights than it has",
    "calls": "the kernel refuses a bot the system calls that no player needs",
    "number": "the number of a bot's processes is limited",
    "memory": "the memory of a bot is limited, all its processes together",
    "end": "nothing of a bot outlives its session",
    "sight": "a bot does not even see that there are other processes",
    "doors": "a bot reaches no socket of a service that is open to every user of the machine",
}
"""The guarantees by name."""

NEEDED: Final = frozenset(
    (
        "files",
        "writes",
        "processes",
        "network",
        "user",
        "calls",
        "number",
        "memory",
        "end",
    )
)
"""Those without which no stranger's bot runs, unless the operator says `--unsafe-no-sandbox`.

The others are a matter of the machine: what it shows and offers to every user on it.
"""


@dataclass(frozen=True, slots=True)
class Guarantee:
    """One thing that a sandbox is to hold: in words, and whether it was seen to hold."""

    name: str
    words: str
    holds: bool

    @property
    def needed(self) -> bool:
        """Whether strangers' bots do not run without it."""
        return self.name in NEEDED


@dataclass(frozen=True, slots=True)
class Probe:
    """What was seen of a sandbox. ``problem``: why nothing runs in it at all, if so."""

    sandbox: str
    guarantees: tuple[Guarantee, ...]
    problem: str = ""

    @property
    def holds(self) -> int:
        """How many of the guarantees hold; -1 when nothing runs in it."""
        return -1 if self.problem else sum(one.holds for one in self.guarantees)

    @property
    def safe(self) -> bool:
        """Whether strangers' code may run in it: every guarantee holds that this needs."""
        held = {guarantee.name for guarantee in self.guarantees if guarantee.holds}
        return not self.problem and held >= NEEDED

    @property
    def summary(self) -> str:
        """The sandbox and the names of what holds, as it is stored with a match."""
        held = [guarantee.name for guarantee in self.guarantees if guarantee.holds]
        return f"{self.sandbox}: {', '.join(held) or 'nothing'}"


def seen(sandbox: str, held: frozenset[str]) -> Probe:
    """What was seen of a sandbox, by the names of what held."""
    return Probe(
        sandbox, tuple(Guarantee(name, words, name in held) for name, words in WORDS.items())
    )
