"""`make demo`: from nothing to a leaderboard. Every step is a command that a person could type.

python tools/demo.py [--blocks N] [--folder FOLDER]
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAGE = ROOT / ".demo"
SIURELL = Path(sys.executable).with_name("siurell")


class Stage:
    """Runs commands in the demo's own folder, against an arena of its own."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self.environment = os.environ | {"SIURELL_HOME": str(folder / "arena")}

    def say(self, sentence: str) -> None:
        """A line between the commands."""
        print(f"\n\033[1m{sentence}\033[0m" if sys.stdout.isatty() else f"\n{sentence}", flush=True)

    def type(self, line: str) -> None:
        """Run a command as if typed; its output goes to the screen."""
        print(f"$ siurell {line}", flush=True)
        done = subprocess.run(
            [SIURELL, *shlex.split(line)], cwd=self.folder, env=self.environment, check=False
        )
        if done.returncode:
            sys.exit(f"`siurell {line}` ended with exit code {done.returncode}.")

    def ask(self, line: str) -> object:
        """Run a command for its JSON."""
        done = subprocess.run(
            [SIURELL, *shlex.split(line)],
            cwd=self.folder,
            env=self.environment,
            check=True,
            capture_output=True,
        )
        return json.loads(done.stdout)


def fullest(stage: Stage) -> str:
    """The id of the newest match, of those with most seats, whose replay is open."""
    matches = stage.ask("match list --limit 10000 --json")
    assert isinstance(matches, list)
    shown = [match for match in matches if match["replay"]]
    return str(max(shown, key=lambda match: len(match["seats"]))["match_id"])


def next_steps(folder: Path) -> str:
    """What to type after the demo, in the root of the checkout; it goes on with its ladder."""
    shown = folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder
    return f"""
  source .venv/bin/activate                      # so that `siurell` is found
  export SIURELL_HOME="$(realpath {shown}/arena)"   # the ladder of this demo
  cd {shown}/mybot
  $EDITOR bot.py                                 # write your own choose(view)
  siurell play --vs greedy --games 20
  siurell check
  siurell submit
  siurell ladder run --blocks 20
  siurell leaderboard

docs/writing-a-bot.md tells the rest."""


def main() -> int:
    """Play the demo."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--blocks", type=int, default=24)
    parser.add_argument("--folder", type=Path, help="a new one, instead of .demo made anew")
    chosen = parser.parse_args()
    started = time.monotonic()
    if chosen.folder is None:
        shutil.rmtree(STAGE, ignore_errors=True)
    stage = Stage((chosen.folder or STAGE).absolute())
    stage.say("1. A new bot: one file, one method.")
    stage.type("new mybot --game finca")
    stage.say("2. A few matches on this machine, against a bot that plays at random.")
    stage.type("play finca mybot random --games 6 --seed 7")
    stage.say("3. Your bot and the three shipped ones go to the ladder.")
    for bot in ("mybot", "random", "greedy", "search"):
        stage.type(f"submit {bot}")
    stage.say("4. Rated matches for 2, 3 and 4 players, each seed from every seat.")
    stage.type(f"ladder run --blocks {chosen.blocks} --jobs 2")
    stage.say("5. The table.")
    stage.type("leaderboard")
    stage.say("6. One match, move by move, and the proof that it was played like this.")
    match = fullest(stage)
    stage.type(f"replay show {match}")
    stage.type(f"replay verify {match}")
    stage.say(f"Done in {time.monotonic() - started:.0f} seconds. What to type next:")
    print(next_steps(stage.folder))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
