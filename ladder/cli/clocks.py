"""`siurell clocks`: the clocks that have a name."""

from __future__ import annotations

from siurell.match.clock import span_text
from siurell.match.profiles import PROFILES, ClockProfile

from ladder.cli.app import AsJson, app
from ladder.cli.default_game import DEFAULT_GAME
from ladder.cli.output import console, print_json, say, table


@app.command(rich_help_panel="Your bot")
def clocks(json: AsJson = False) -> None:
    """List the clocks that have a name; `--time` takes each of them."""
    from ladder.domain.seasons import DEFAULT_CLOCK

    if json:
        print_json([_as_json(profile, DEFAULT_CLOCK) for profile in PROFILES])
        return
    rows = [
        (
            profile.name,
            str(profile.time),
            _span(profile.time.bank_us),
            _span(profile.time.increment_us),
            _span(profile.time.cap_us),
            profile.purpose + "; used unless another is named" * (profile.name == DEFAULT_CLOCK),
        )
        for profile in PROFILES
    ]
    console().print(table(("name", "clock", ">bank", ">a turn", ">at most", "for"), rows))
    say("The bank pays for thinking, each turn adds to it, and no decision takes longer than that.")
    say(f"Next: siurell play {DEFAULT_GAME} greedy random --time {PROFILES[0].name}")


def _span(span_us: int | None) -> str:
    return "-" if span_us is None else span_text(span_us)


def _as_json(profile: ClockProfile, usual: str) -> dict[str, object]:
    time = profile.time
    return {
        "name": profile.name,
        "time": str(time),
        "bank_us": time.bank_us,
        "increment_us": time.increment_us,
        "cap_us": time.cap_us,
        "purpose": profile.purpose,
        "default": profile.name == usual,
    }
