"""`make demo`: from nothing to leaderboards. Every step is a command that a person could type.

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
from typing import Any

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

    def ask(self, line: str) -> Any:
        """Run a command for its JSON."""
        done = subprocess.run(
            [SIURELL, *shlex.split(line), "--json"],
            cwd=self.folder,
            env=self.environment,
            check=True,
            capture_output=True,
        )
        return json.loads(done.stdout)


def play_all(stage: Stage, games: list[dict[str, Any]]) -> None:
    """A few matches of each game on this machine, alone too where the game allows it."""
    stage.type(f"play {games[0]['name']} mybot random --games 6 --seed 7")
    for game in games[1:]:
        stage.type(f"play {game['name']} greedy random --games 2 --seed 7")
    for game in games:
        if game["min_seats"] == 1:
            stage.type(f"play {game['name']} greedy random --seats 1 --games 8 --seed 7")


def prove_one_of_each(stage: Stage, games: list[dict[str, Any]]) -> None:
    """A match of each game, move by move, and its proof: of few seats, and a good one."""
    matches = stage.ask("match list --limit 10000")
    for game in games:
        own = [match for match in matches if match["game"] == game["name"] and match["replay"]]
        if own:
            shown = min(own, key=by_seats_and_score)["match_id"]
            stage.type(f"replay show {shown}")
            stage.type(f"replay verify {shown}")


def by_seats_and_score(match: dict[str, Any]) -> tuple[int, int]:
    """Fewer seats first, then a higher best score."""
    return len(match["seats"]), -max(seat["score"] for seat in match["seats"])


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
    parser.add_argument("--blocks", type=int, default=15)
    parser.add_argument("--folder", type=Path, help="a new one, instead of .demo made anew")
    chosen = parser.parse_args()
    started = time.monotonic()
    if chosen.folder is None:
        shutil.rmtree(STAGE, ignore_errors=True)
    stage = Stage((chosen.folder or STAGE).absolute())
    stage.say("1. The games.")
    stage.type("games")
    games = stage.ask("games")
    stage.say("2. A new bot: one file, one method.")
    stage.type(f"new mybot --game {games[0]['name']}")
    stage.say("3. A few matches on this machine, against a bot that plays at random, and alone.")
    play_all(stage, games)
    stage.say("4. Your bot and the three shipped ones go to the ladder.")
    for bot in ("mybot", "random", "greedy", "search"):
        stage.type(f"submit {bot}")
    stage.say("5. Rated matches of all seasons in turn: each seed from every seat, or alone.")
    stage.type(f"ladder run --blocks {chosen.blocks} --jobs 2")
    stage.say("6. A match of each game, move by move, and the proof that it was played like this.")
    prove_one_of_each(stage, games)
    stage.say("7. The tables.")
    stage.type("leaderboard")
    stage.say(f"Done in {time.monotonic() - started:.0f} seconds. What to type next:")
    print(next_steps(stage.folder))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
