"""Components neither come nor go: what is counted stays the same from first state to last."""

from __future__ import annotations

from siurell.testing.contract.play import play_at_random
from siurell.testing.contract.setting import Setting


def check_conservation(setting: Setting) -> None:
    """Count the components in every state of the matches, if the game has a census."""
    census = setting.census
    if census is None:
        return
    for number in range(setting.matches):
        box: dict[str, int] = {}
        for step in play_at_random(setting, number, "conservation"):
            setting.report.censuses += 1
            for component, places in census(step.state).items():
                step.require(min(places) >= 0, f"a place holds {min(places)} of {component}.")
                before = box.setdefault(component, sum(places))
                step.require(
                    sum(places) == before,
                    f"there are {sum(places)} of {component} where there were {before}.",
                )
