"""A ladder that is open to authors, and an author with a configuration of his own, as programs."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.process

LIMIT_S = 120.0


class Lines:
    """A program whose stderr and stdout are read line by line, as into a pipe."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.seen: list[str] = []
        self._more = threading.Condition()
        self._readers = [
            threading.Thread(target=self._read, args=(stream,), daemon=True)
            for stream in (process.stdout, process.stderr)
        ]
        for reader in self._readers:
            reader.start()

    def _read(self, stream) -> None:
        for line in stream:
            with self._more:
                self.seen.append(line.rstrip("\n"))
                self._more.notify_all()

    def line(self, pattern: str) -> re.Match[str]:
        """The first line in which the pattern is found."""
        with self._more:
            found = self._more.wait_for(lambda: self._find(pattern), LIMIT_S)
        assert found, f"`{pattern}` did not come:\n" + "\n".join(self.seen)
        return found

    def _find(self, pattern: str) -> re.Match[str] | None:
        return next((found for line in self.seen if (found := re.search(pattern, line))), None)

    def end(self) -> int:
        """The exit code; all lines are there then."""
        code = self.process.wait(LIMIT_S)
        for reader in self._readers:
            reader.join(LIMIT_S)
        return code


@pytest.fixture
def begin(shell, tmp_path: Path) -> Iterator:
    """Start `siurell ...`: for the arena, or as the author who knows no arena."""
    started: list[Lines] = []

    def _begin(*words: object, author: bool = False) -> Lines:
        environ = {name: value for name, value in os.environ.items() if "SIURELL" not in name}
        environ |= {"XDG_CONFIG_HOME": str(tmp_path / "author")}
        environ |= {} if author else {"SIURELL_HOME": str(shell.home)}
        process = subprocess.Popen(
            [str(shell.python.with_name("siurell")), *map(str, words)],
            cwd=shell.desk,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        started.append(Lines(process))
        return started[-1]

    yield _begin
    for lines in started:
        if lines.process.poll() is None:
            os.killpg(lines.process.pid, signal.SIGKILL)
            lines.process.wait(LIMIT_S)


def test_author__submits_watches_and_reads_the_logs_from_elsewhere(shell, begin):
    """The ladder checks what came over the wire, in its sandbox, and plays it."""
    shell.run("submit", "greedy")
    shell.run("owner", "add", "ana")
    shell.run("token", "issue", "ana", "--token-file", "ana.token")
    ladder = begin("ladder", "run", "--api", "0", "--season", "finca")
    address = ladder.line(r"reach this ladder at (\S+)")[1]
    assert begin("login", address, "--token-file", "ana.token", author=True).end() == 0
    shell.run("new", "mybot", "--game", "finca")
    sent = begin("submit", "mybot", author=True)
    assert sent.end() == 0
    assert sent.line(r"mybot@1 is submitted to the ladder at 127\.")
    watched = begin("status", "mybot", "--watch", author=True)
    assert watched.end() == 0
    assert watched.line("mybot@1 plays: finca")
    first = watched.line(r"^(m_\d+)  finca: \d\. of \d, ")[1]
    ladder.line("mybot@1 was submitted; it is active now")
    followed = begin("status", "mybot", "--watch", "--json", author=True)
    assert followed.end() == 0
    told = begin("match", "show", first, author=True)
    assert told.end() == 0
    os.kill(ladder.process.pid, signal.SIGINT)
    assert ladder.end() == 130
    gone = begin("bot", "list", author=True)
    assert gone.end() == 2
    assert gone.line(f"No ladder answers at {address}")


def test_watch__ends_quietly_on_ctrl_c(shell, begin):
    shell.run("owner", "add", "ana")
    shell.run("token", "issue", "ana", "--token-file", "ana.token")
    ladder = begin("ladder", "run", "--api", "0")
    address = ladder.line(r"reach this ladder at (\S+)")[1]
    assert begin("login", address, "--token-file", "ana.token", author=True).end() == 0
    shell.run("new", "mybot", "--game", "finca")
    assert begin("submit", "mybot", author=True).end() == 0
    watched = begin("status", "mybot", "--watch", author=True)
    watched.line("mybot@1 plays: finca")
    os.kill(watched.process.pid, signal.SIGINT)
    assert watched.end() == 130
    assert not [line for line in watched.seen if "Traceback" in line or "Error" in line]


def test_rejected__is_told_with_the_report_and_exit_code_2(shell, begin):
    shell.run("owner", "add", "ana")
    shell.run("token", "issue", "ana", "--token-file", "ana.token")
    ladder = begin("ladder", "run", "--api", "0")
    address = ladder.line(r"reach this ladder at (\S+)")[1]
    assert begin("login", address, "--token-file", "ana.token", author=True).end() == 0
    shell.run("new", "mybot", "--game", "finca")
    (shell.desk / "mybot" / "bot.py").write_text("raise SystemExit('I do not play')\n")
    assert begin("submit", "mybot", author=True).end() == 0
    watched = begin("status", "mybot", "--watch", author=True)
    assert watched.end() == 2
    assert watched.line("I do not play")
    assert watched.line("mybot@1 was rejected: it failed its check")
