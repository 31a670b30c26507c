"""A ladder that lets remote bots in, and a bot on its author's machine, by TLS, as programs."""

from __future__ import annotations

import os
import re
import selectors
import signal
import socket
import subprocess
import time

import pytest

pytestmark = pytest.mark.process

LIMIT_S = 120.0
SLOW = """
import time
from siurell import Bot

class Slow(Bot):
    def choose(self, view):
        time.sleep(0.03)
        return view.legal_moves[0]

Slow.run()
"""


class Running:
    """A program whose lines are read as they come, from both of its streams."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.seen: list[str] = []
        self._place = 0
        self._left = {process.stdout: b"", process.stderr: b""}
        self._ready = selectors.DefaultSelector()
        for stream in self._left:
            os.set_blocking(stream.fileno(), False)
            self._ready.register(stream, selectors.EVENT_READ)

    def line(self, pattern: str) -> re.Match[str]:
        """The next line, after the one that was found last, in which the pattern is found.

        Several lines may be read at once: those behind the one that is found are kept.
        """
        until = time.monotonic() + LIMIT_S
        while True:
            while self._place < len(self.seen):
                self._place += 1
                if found := re.search(pattern, self.seen[self._place - 1]):
                    return found
            if time.monotonic() >= until or not self._ready.get_map():
                break
            self._read(until - time.monotonic())
        raise AssertionError(f"`{pattern}` did not come:\n" + "\n".join(self.seen))

    def end(self) -> int:
        """Read to the end; the exit code."""
        until = time.monotonic() + LIMIT_S
        while self._ready.get_map() and time.monotonic() < until:
            self._read(until - time.monotonic())
        return self.process.wait(LIMIT_S)

    def _read(self, within_s: float) -> None:
        for key, _ in self._ready.select(max(0.0, within_s)):
            data = key.fileobj.read()
            if not data:
                self._ready.unregister(key.fileobj)
                continue
            *lines, self._left[key.fileobj] = (self._left[key.fileobj] + data).split(b"\n")
            self.seen += [line.decode() for line in lines]


@pytest.fixture
def start(shell):
    """Start `siurell …` in the shell's desk; what still runs at the end is killed."""
    started = []

    def _start(*words: object, **environ: str) -> Running:
        process = subprocess.Popen(
            [str(shell.python.with_name("siurell")), *map(str, words)],
            cwd=shell.desk,
            env={**os.environ, "SIURELL_HOME": str(shell.home), **environ},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        started.append(process)
        return Running(process)

    yield _start
    for process in started:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(20)
        process.stdout.close()
        process.stderr.close()


@pytest.fixture
def ladder(shell, start):
    """A ladder with two hosted bots and a remote one that is registered, open to the latter."""
    for bot in ("greedy", "random"):
        shell.run("submit", bot)
    shell.give_time()
    shell.run("bot", "remote", "mine", "--game", "finca", "--token-file", "token")
    shell.run("referee", "certificate", "tls", "--host", "localhost")
    running = start(
        "ladder", "run", "--season", "finca", "--public", "localhost:0",
        "--tls-cert", "tls/referee.crt", "--tls-key", "tls/referee.key",
    )  # fmt: skip
    running.address = running.line(r"Remote bots connect to (\S+)\.$")[1]
    return running


@pytest.fixture
def connect(ladder, start):
    """Let a bot play there."""

    def _connect(bot="greedy", token="token", certificate="tls/referee.crt", sandbox="none"):
        words = ["--sandbox", sandbox] if sandbox else []
        return start(
            "connect", bot, "--to", ladder.address, "--token-file", token,
            "--certificate", certificate, *words,
        )  # fmt: skip

    return _connect


def seats_of(shell, match_id: str) -> dict[str, str]:
    match = shell.json("match", "show", match_id)
    return {seat["bot"]: seat["cause"] for seat in match["seats"]}


def test_remote_bot__plays_rated_matches_and_is_not_paired_when_it_is_offline(
    shell, ladder, connect
) -> None:
    mine = connect(sandbox=None)
    mine.line("Online at localhost")
    ladder.line(r"mine@1 is online")
    match_id = mine.line(r"^(m_\d+)  finca .* points")[1]
    ladder.line(rf"{match_id} .*mine@1")
    assert seats_of(shell, match_id)["mine"] == "game_rules"
    shown = shell.json("bot", "show", "mine")
    assert shown["online"] and shown["seasons"][0]["matches"] >= 1
    assert "remote, online for 1 match" in shell.run("bot", "show", "mine").stdout

    mine.process.send_signal(signal.SIGINT)
    assert mine.end() == 130 and mine.seen[-1] == "Disconnected."
    ladder.line(r"mine@1 is offline")
    assert not shell.json("bot", "show", "mine")["online"]
    # What had been drawn while it was online is played to its end.
    drawn = {match["match_id"] for match in shell.json("match", "list", "-n", 1000)}
    without: list[str] = []
    while len(without) < 4:
        ended = ladder.line(r"(m_\d+)  finca  1\.")
        without += [ended.string] if ended[1] not in drawn else []
    assert not any("mine@1" in line for line in without)
    faults = shell.json("match", "list", "--bot", "mine", "--cause", "no_show")
    assert faults == []

    ladder.process.send_signal(signal.SIGINT)
    assert ladder.end() == 130
    assert shell.json("rerate")["equal"]
    matches = shell.json("match", "list", "--bot", "mine", "-n", 100)
    assert "reported" in {match["state"] for match in matches}


def test_remote_bot__is_killed_in_a_match_and_comes_back_into_it(shell, ladder, connect) -> None:
    folder = shell.desk / "slow"
    folder.mkdir()
    (folder / "bot.py").write_text(SLOW)
    (folder / "siurell.toml").write_text('name = "slow"\ngames = ["finca"]\n')
    mine = connect("slow")
    mine.line("Online")
    mine.line(r"^m_\d+  finca")
    os.killpg(mine.process.pid, signal.SIGKILL)
    ladder.line(r"mine@1 is offline")
    back = connect("slow")
    back.line("Online")
    ladder.line(r"mine@1 is online")
    match_id = back.line(r"^(m_\d+)  finca .* points")[1]
    assert seats_of(shell, match_id)["mine"] == "game_rules"


def test_token_replaced__the_live_line_ends_and_the_new_one_is_let_in(
    shell, ladder, connect
) -> None:
    mine = connect()
    mine.line("Online")
    shell.run("bot", "remote", "mine", "--new-token", "--token-file", "token2")
    assert mine.end() == 2
    assert any("not valid any more" in line for line in mine.seen)
    old = connect()
    assert old.end() == 2
    assert any("token" in line for line in old.seen)
    connect(token="token2").line("Online")
    assert "siu_" not in "".join(ladder.seen)


def test_wrong_certificate__is_one_sentence_and_what_to_do_next(shell, ladder, connect) -> None:
    shell.run("referee", "certificate", "other", "--host", "localhost")
    mine = connect(certificate="other/referee.crt")
    assert mine.end() == 2
    assert any("is not the one in other/referee.crt: ask" in line for line in mine.seen)


def test_token_file__that_others_can_read_is_refused(shell) -> None:
    token = shell.desk / "token"
    token.write_text("siu_x\n")
    token.chmod(0o644)
    said = shell.run("connect", "greedy", "--to", "localhost:7443", "--token-file", "token", code=2)
    assert "chmod 600" in said.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--public", "0.0.0.0:7443"], "--public 0.0.0.0:7443 is open to other machines"),
        (["--public", "7443"], "--public is `7443`; write"),
        (
            ["--public", "localhost:0", "--tls-cert", "a", "--tls-key", "b", "--without-tls"],
            "leave out --without-tls",
        ),
        (["--tls-cert", "a", "--tls-key", "b"], "place where remote bots connect"),
        (["--public", "localhost:0", "--tls-cert", "a"], "two files"),
        (["--public", "localhost:0", "--tls-cert", "a", "--tls-key", "b"], "cannot be read"),
    ],
)
def test_ladder_run__says_what_is_wrong_before_anything_is_started(shell, words, sentence) -> None:
    assert sentence in shell.run("ladder", "run", *words, code=2).stderr


def test_ladder_run__a_port_in_use_is_one_sentence(shell) -> None:
    for bot in ("greedy", "random"):
        shell.run("submit", bot)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        said = shell.run("ladder", "run", "-b", 1, "--public", address, code=2).stderr
    assert f"{address} is in use: choose another port" in said
    assert "stopped" not in said and "last words" not in said and "\n\n" not in said


def test_bot_remote__shows_the_token_once(shell) -> None:
    said = shell.run("bot", "remote", "mine", "--game", "finca").stdout
    (token,) = re.findall(r"^siu_\S+$", said, re.MULTILINE)
    assert token not in shell.run("bot", "show", "mine", "--json").stdout
    again = shell.json("bot", "remote", "mine", "--new-token")
    assert again["token"].startswith("siu_") and again["token"] != token
    assert "mine@2" in shell.run("bot", "remote", "mine", "--new-version").stdout
    assert "offline" in shell.run("bot", "list").stdout
