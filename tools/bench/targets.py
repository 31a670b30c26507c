"""What the figures are held against: one row for each target, with how to read it off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

Figures = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Target:
    """A target. ``key`` is its figure, a number or a table of numbers; ``least`` turns it round."""

    name: str
    what: str
    key: str
    goal: float
    least: bool = False
    beside: tuple[str, str] | None = None
    """A figure to be read with it, and the words for it."""

    def values(self, figures: Figures) -> Iterator[tuple[str, float]]:
        """What was measured, with a word for each value when there are several."""
        found = figures.get(self.key)
        if isinstance(found, Mapping):
            yield from ((str(word), float(value)) for word, value in found.items())
        elif found is not None:
            yield "", float(found)

    def read_with(self, figures: Figures) -> str:
        """What it is about, with the figure that it is to be read with."""
        if self.beside is None or self.beside[0] not in figures:
            return self.what
        key, words = self.beside
        return f"{self.what} (beside {figures[key]} {words})"

    def met(self, value: float) -> bool:
        """Whether the value is as good as it should be."""
        return value >= self.goal if self.least else value <= self.goal


TARGETS: Final = (
    Target("P1", "referee time a decision / bare grpc.aio", "P1_time_over_bare", 1.3),
    Target("P2", "referee CPU a decision / bare, 1 session", "P2_cpu_over_bare", 1.5),
    Target("P2", "referee CPU a decision / bare, 32 matches", "P2_cpu_over_bare_busy", 1.7),
    Target("P3", "decisions/s of 32 matches / 32 bare", "P3_rate_over_bare_busy", 0.7, least=True),
    Target("P4", "observation build + encode / bare", "P4_observation_over_bare", 0.08),
    Target("P5", "match on the ladder / alone, 16 blocks", "ladder_16_blocks_x_alone", 2.0),
    Target("P6", "Finca / backgammon", "P6_finca_over_backgammon", 3.0, least=True),
    Target("P6", "Farmini / backgammon", "P6_farmini_over_backgammon", 2.0, least=True),
    Target("P6", "La Granja / backgammon", "P6_la_granja_over_backgammon", 1.0, least=True),
    Target("P6", "playouts compiled / plain", "P6_compiled_over_plain", 3.0, least=True),
    Target("P7", "warm bot start / cold", "P7_warm_over_cold", 0.25),
    Target(
        "P8",
        "false time losses, 64 sessions, 50 ms",
        "P8_false_time_losses",
        0,
        beside=("clock_bot_may_have_been_late", "where the bot may have been held up"),
    ),
    Target("P9", "matches to tau 0.9 / random, 2 seats", "P9_2_seats_over_random", 0.55),
    Target("P9", "matches to tau 0.9 / random, 4 seats", "P9_4_seats_over_random", 0.65),
    Target("P10", "bytes of a replay a decision", "P10_bytes_per_decision", 24.0),
    Target("P10", "verifying a replay / a playout", "P10_verify_over_playout", 3.0),
    Target("P11", "a page of 10 k bots, ms", "P11_page_ms", 50.0),
    Target("P11", "choosing the next 100 matches, ms", "P11_choosing_100_matches_ms", 100.0),
    Target("P11", "a page / that of a log a tenth as long", "P11_longer_log_over_shorter", 2.0),
    Target("alpha", "false promotions", "false_promotions", 0.05),
    Target("beta", "false rejections", "false_rejections", 0.05),
)
