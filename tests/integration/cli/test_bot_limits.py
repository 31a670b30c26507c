"""What the operator gives to any bot, and what its manifest says of it, arrive at its process."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.process

TELLS = """
import resource
print("processes", resource.getrlimit(resource.RLIMIT_NPROC)[0], flush=True)
"""


def test_ladder_run__a_bot_has_what_its_runtime_needs_and_no_more_than_any(cli) -> None:
    """Pitfall 4: from `siurell.toml` through the arena to the ladder's own matches.

    100 is more than a Python bot has, and less than a Java bot would.
    """
    assert cli("new", "mybot", "--game", "finca").exit_code == 0
    folder = cli.desk / "mybot"
    manifest = folder / "siurell.toml"
    manifest.write_text(f'{manifest.read_text()}runtime = "java"\n')
    (folder / "bot.py").write_text(TELLS + (folder / "bot.py").read_text())
    assert cli("submit", "mybot").exit_code == 0
    assert cli("submit", "random").exit_code == 0
    ran = cli("ladder", "run", "--blocks", "1", "--season", "finca", "--bot-processes", 100)
    assert ran.exit_code == 0, ran.output
    assert "processes 100\n" in cli("bot", "logs", "mybot").stdout
