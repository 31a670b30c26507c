"""`siurell connect` as a program of its own, by TLS, at a referee in the test's loop."""

from __future__ import annotations

import asyncio
import hashlib
import signal
import socket

import pytest
from siurell.v1 import match_pb2
from siurell.v1 import referee_service_pb2 as pb

from referee.development import make_certificate

pytestmark = pytest.mark.process

LIMIT = 60.0
SIURELL = "import sys; from ladder.cli.main import run; sys.argv[0] = 'siurell'; run()"
SLOW_BOT = """
import time
from siurell import Bot

class Slow(Bot):
    def choose(self, view):
        time.sleep(0.02)
        return view.legal_moves[0]

Slow.run()
"""
CRASHING_BOT = """
import os
from siurell import Bot

class Crashing(Bot):
    def choose(self, view):
        print("about to fall", flush=True, file=__import__("sys").stderr)
        os._exit(7)

Crashing.run()
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return make_certificate(tmp_path_factory.mktemp("tls"), ["localhost", "127.0.0.1"]).files


@pytest.fixture
async def public(make_arena, made):
    """A referee as a ladder's public one is: bots alone at its port, those that are admitted."""
    return await make_arena(tls=made, bots_only=True)


@pytest.fixture
def folder(tmp_path):
    """Write a bot's folder."""

    def write(program: str):
        (tmp_path / "bot.py").write_text(program)
        (tmp_path / "siurell.toml").write_text('name = "own"\ngames = ["finca"]\n')
        return tmp_path

    return write


class Program:
    """A running `siurell connect`."""

    def __init__(self, process) -> None:
        self.process = process

    async def line(self, word: str) -> str:
        """The next line that holds a word."""
        async with asyncio.timeout(LIMIT):
            while (line := await self.process.stdout.readline()) != b"":
                if word in line.decode():
                    return line.decode()
        raise AssertionError(f"no `{word}` came: {(await self.process.stderr.read()).decode()}")

    async def end(self) -> tuple[int, str]:
        """Exit code and what it complained of."""
        async with asyncio.timeout(LIMIT):
            _, err = await self.process.communicate()
        return self.process.returncode, err.decode()


@pytest.fixture
def connect(start_python, public, made):
    """Start `siurell connect BOT` with a token."""

    async def start(bot, token, *words, certificate=made.certificate) -> Program:
        port = public.referee.tcp.rpartition(":")[2]
        process = await start_python(
            "-c", SIURELL, "connect", bot, "--to", f"localhost:{port}",
            "--certificate", certificate, "--sandbox", "none", *words, SIURELL_TOKEN=token,
        )  # fmt: skip
        return Program(process)

    return start


async def match_between(arena, session_ids, **changes):
    sessions = [pb.OpenSessionResponse(session_id=one) for one in session_ids]
    match_id = await arena.create_match(sessions, **changes)
    return match_id, await arena.host(match_id)


async def test_connect__plays_matches_one_after_another_and_says_how_they_ended(
    public, connect, remote_bots
):
    """Also T11: a remote bot's author is told what its decisions were charged."""
    tokens = await remote_bots.admit("own", "other")
    own = await connect("greedy", tokens["own"])
    other = await connect("random", tokens["other"])
    assert "Online at localhost" in await own.line("Online")
    await other.line("Online")
    online = await remote_bots.until(lambda online: len(online) == 2)
    ids = [online["own"].session_id, online["other"].session_id]
    for _ in range(2):
        match_id, host = await match_between(public, ids, ponder_off=False)
        end = await host.get_finished()
        line = await own.line(match_id)
        assert f"{end.result.seats[0].placement}. of 2" in line
        assert f"{end.result.seats[0].score} points" in line and "charged" in line
    own.process.send_signal(signal.SIGINT)
    assert (await own.end())[0] == 130
    await remote_bots.until(lambda online: set(online) == {"other"})


async def test_ctrl_c__lets_the_match_in_play_come_to_its_end(public, connect, remote_bots, folder):
    tokens = await remote_bots.admit("own", "other")
    own = await connect(folder(SLOW_BOT), tokens["own"])
    other = await connect("random", tokens["other"])
    online = await remote_bots.until(lambda online: len(online) == 2)
    ids = [online["own"].session_id, online["other"].session_id]
    match_id, host = await match_between(public, ids)
    await public.decisions(match_id, 4)
    own.process.send_signal(signal.SIGINT)
    end = await host.get_finished()
    assert [seat.cause for seat in end.result.seats] == [match_pb2.CAUSE_GAME_RULES] * 2
    assert match_id in await own.line(match_id)
    code, err = await own.end()
    assert code == 130 and f"Finishing {match_id}" in err
    assert other.process.returncode is None


async def test_killed_and_back__goes_on_in_the_same_match(public, connect, remote_bots, folder):
    """The line dies with the process, another process takes the seat up within the clock."""
    tokens = await remote_bots.admit("own", "other")
    own = await connect(folder(SLOW_BOT), tokens["own"])
    await connect("random", tokens["other"])
    online = await remote_bots.until(lambda online: len(online) == 2)
    ids = [online["own"].session_id, online["other"].session_id]
    match_id, host = await match_between(public, ids)
    await public.decisions(match_id, 4)
    own.process.kill()
    await remote_bots.until(lambda online: set(online) == {"other"})
    back = await connect("greedy", tokens["own"])
    end = await host.get_finished()
    assert [seat.cause for seat in end.result.seats] == [match_pb2.CAUSE_GAME_RULES] * 2
    assert "points" in await back.line(match_id)


async def test_bot_that_crashes__is_out_with_its_last_words_and_plays_the_next_match(
    public, connect, remote_bots, folder
):
    tokens = await remote_bots.admit("own", "other")
    own = await connect(folder(CRASHING_BOT), tokens["own"])
    await connect("random", tokens["other"])
    online = await remote_bots.until(lambda online: len(online) == 2)
    ids = [online["own"].session_id, online["other"].session_id]
    for _ in range(2):
        match_id, host = await match_between(public, ids)
        seat = (await host.get_finished()).result.seats[0]
        assert seat.cause == match_pb2.CAUSE_CRASH
        assert "about to fall" in seat.evidence.stderr and "exit code 7" in seat.evidence.detail
        assert "crash" in await own.line(match_id)


async def test_token_replaced__ends_the_live_line_and_the_old_token_is_dead(
    public, connect, remote_bots
):
    old = await remote_bots.admit("own")
    own = await connect("greedy", old["own"])
    await own.line("Online")
    new = await remote_bots.admit("own")
    code, err = await own.end()
    assert code == 2 and "not valid any more" in err
    code, err = await (await connect("greedy", old["own"])).end()
    assert code == 2 and "token" in err
    await (await connect("greedy", new["own"])).line("Online")


async def test_second_start__has_the_seat_and_the_first_one_ends(public, connect, remote_bots):
    tokens = await remote_bots.admit("own")
    first = await connect("greedy", tokens["own"])
    await first.line("Online")
    second = await connect("greedy", tokens["own"])
    await second.line("Online")
    code, err = await first.end()
    assert code == 2 and "Another `siurell connect` was started with this token" in err
    assert second.process.returncode is None


async def test_several_matches_at_a_time__are_so_many_sessions(public, connect, remote_bots):
    tokens = await remote_bots.admit("own")
    await connect("greedy", tokens["own"], "--matches", 2)
    sessions = await remote_bots.until(lambda _: len(remote_bots.all) == 2)
    assert {session.slot for session in remote_bots.all} == {0, 1} and sessions
    assert len({session.run for session in remote_bots.all}) == 1


async def test_wrong_certificate__is_one_sentence(connect, remote_bots, tmp_path):
    tokens = await remote_bots.admit("own")
    other = make_certificate(tmp_path / "other", ["localhost"]).files.certificate
    code, err = await (await connect("greedy", tokens["own"], certificate=other)).end()
    assert code == 2 and "is not the one in" in err and len(err.strip().splitlines()) <= 2


async def test_wrong_token__is_refused_before_anything_else_is_said(connect, remote_bots):
    await remote_bots.admit("own")
    program = await connect("greedy", "siu_wrong")
    async with asyncio.timeout(LIMIT):
        out, err = await program.process.communicate()
    assert (program.process.returncode, out) == (2, b"")
    assert err.startswith(b"Nobody is known here by this token")
    assert b"Next:" not in err


async def test_suspension__is_told_to_the_author_at_once_and_when_it_ends(connect, remote_bots):
    digest = hashlib.sha256(b"siu_own").digest()
    await remote_bots.admit_by({"own": digest}, "own@1 is suspended.")
    own = await connect("greedy", "siu_own")
    await own.line("own@1 is suspended.")
    await remote_bots.admit_by({"own": digest})
    await own.line("It is paired again.")


async def test_bot_that_does_not_start__is_told_before_anything_is_sent(connect, folder):
    code, err = await (await connect(folder("raise SystemExit(3)"), "siu_x")).end()
    assert code == 2 and "exit code 3" in err
    assert err.startswith("The bot ended before it was ready")


async def test_plain_at_a_port_with_tls__is_told_which_option_is_too_much(
    start_python, public, remote_bots
):
    tokens = await remote_bots.admit("own")
    port = public.referee.tcp.rpartition(":")[2]
    program = Program(
        await start_python(
            "-c", SIURELL, "connect", "greedy", "--to", f"localhost:{port}", "--plain",
            "--sandbox", "none", SIURELL_TOKEN=tokens["own"],
        )
    )  # fmt: skip
    code, err = await program.end()
    assert code == 2 and "speaks TLS" in err and "tls://" not in err
    assert err.endswith("Next: the same without --plain\n")


async def test_tls_at_a_plain_port__is_told_of_the_option_for_this_machine(
    start_python, make_arena, made
):
    port = (await make_arena(bots_only=True)).referee.tcp.rpartition(":")[2]
    program = Program(
        await start_python(
            "-c", SIURELL, "connect", "greedy", "--to", f"localhost:{port}",
            "--certificate", made.certificate, "--sandbox", "none", SIURELL_TOKEN="siu_x",
        )
    )  # fmt: skip
    code, err = await program.end()
    assert code == 2 and "does not speak TLS" in err
    assert "Next: the same with --plain" in err


async def test_nobody_there__is_told_without_the_words_of_the_transport(start_python, made):
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        port = nobody.getsockname()[1]
        program = Program(
            await start_python(
                "-c", SIURELL, "connect", "greedy", "--to", f"localhost:{port}",
                "--certificate", made.certificate, "--sandbox", "none", SIURELL_TOKEN="siu_x",
            )
        )  # fmt: skip
        code, err = await program.end()
    assert code == 2 and err.startswith(f"No referee can be reached at localhost:{port}")
    assert "ipv4" not in err and "failed to connect" not in err and "Next:" not in err
