"""Real processes: the referee's own, and bots that are started as the ladder starts them."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
import socket
import textwrap
from pathlib import Path

import grpc
import pytest
from siurell.replay.read import read_replay
from siurell.replay.verify import verify
from siurell.v1 import match_pb2
from siurell.v1 import referee_service_pb2 as pb
from siurell.v1 import referee_service_pb2_grpc as pb_grpc

pytestmark = pytest.mark.process

LIMIT = 30.0
HOST_TOKEN = "host-secret"
STARTER = Path(__file__).resolve().parents[3] / "sdk" / "examples" / "python" / "starter"

BOT = """
    from siurell import Bot

    class Mine(Bot):
        def choose(self, view):
            {choose}

    if __name__ == "__main__":
        Mine.run()
"""


async def ended(process) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a process that ends."""
    process.stdin.close()
    async with asyncio.timeout(LIMIT):
        out, err = await process.communicate()
    return process.returncode, out.decode(), err.decode()


@pytest.fixture
def start_referee(start_python):
    """Start `python -m referee`."""

    async def begin(*words, token=HOST_TOKEN):
        return await start_python("-m", "referee", *words, SIURELL_HOST_TOKEN=token)

    return begin


@pytest.fixture
def bots(start_python, tmp_path):
    """Start bots of a session by what their `choose` does."""
    numbers = itertools.count()

    async def begin(session, choose="return view.legal_moves[0]", **environ):
        file = tmp_path / f"bot{next(numbers)}.py"
        file.write_text(textwrap.dedent(BOT).format(choose=choose))
        login = {"SIURELL_ADDRESS": session.address, "SIURELL_TOKEN": session.token}
        return await start_python(file, **{**login, **environ})

    return begin


async def serving(process) -> dict:
    async with asyncio.timeout(LIMIT):
        return json.loads(await process.stdout.readline())


# ----------------------------------------------------------------------------------------- bots


async def test_bots__of_the_sdk_play_a_match_and_end_with_their_session(arena, bots):
    sessions = [await arena.open_session() for _ in range(2)]
    processes = [await bots(session) for session in sessions]
    host = await arena.host(await arena.create_match(sessions))
    finished = await host.get_finished()
    assert [seat.cause for seat in finished.result.seats] == [match_pb2.CAUSE_GAME_RULES] * 2
    assert verify(read_replay(finished.replay)).ok
    for session, process in zip(sessions, processes, strict=True):
        await arena.call("CloseSession", pb.CloseSessionRequest(session_id=session.session_id))
        assert await ended(process) == (0, "", "")


async def test_bot__the_file_that_new_writes_plays_at_a_remote_referee_too(arena, start_python):
    """Nothing but the environment tells it where: no flag, no address in the file."""
    sessions = [await arena.open_session(local=False) for _ in range(2)]
    for session in sessions:
        assert not session.address.startswith("unix:")
        login = {"SIURELL_ADDRESS": session.address, "SIURELL_TOKEN": session.token}
        process = await start_python("bot.py", cwd=STARTER, **login)
        command = (Path("/proc") / str(process.pid) / "cmdline").read_bytes()
        assert session.token.encode() not in command
    host = await arena.host(await arena.create_match(sessions))
    finished = await host.get_finished()
    assert [seat.cause for seat in finished.result.seats] == [match_pb2.CAUSE_GAME_RULES] * 2
    assert verify(read_replay(finished.replay), finished.digest).ok


async def test_bot__that_raises_is_out_with_its_traceback_and_plays_the_next_match(arena, bots):
    sessions = [await arena.open_session() for _ in range(2)]
    broken = await bots(sessions[0], "raise ValueError(f'bad {self.match.match_id}')")
    await bots(sessions[1])
    for match_id in ("m1", "m2"):
        host = await arena.host(await arena.create_match(sessions, match_id=match_id))
        seat = (await host.get_finished()).result.seats[0]
        assert seat.cause == match_pb2.CAUSE_CRASH
        assert seat.evidence.detail == f"The bot raised an error: ValueError: bad {match_id}"
        assert seat.evidence.stderr.endswith(f"ValueError: bad {match_id}\n")
    await arena.call("CloseSession", pb.CloseSessionRequest(session_id=sessions[0].session_id))
    code, out, err = await ended(broken)
    assert (code, out) == (0, "")
    assert err.count("Traceback") == 2
    assert "siurell/client" not in err, "its author sees frames that are not the bot's"


async def test_bot__what_it_prints_is_its_log_and_there_at_once(arena, bots):
    sessions = [await arena.open_session() for _ in range(2)]
    chatty = await bots(sessions[0], "print('hello'); import time; time.sleep(60)")
    await bots(sessions[1])
    await arena.host(await arena.create_match(sessions))
    async with asyncio.timeout(LIMIT):
        assert await chatty.stdout.readline() == b"hello\n"


async def test_bot__may_run_an_event_loop_of_its_own(arena, bots):
    sessions = [await arena.open_session() for _ in range(2)]
    choose = "import asyncio; asyncio.run(asyncio.sleep(0)); return view.legal_moves[0]"
    for session in sessions:
        await bots(session, choose)
    host = await arena.host(await arena.create_match(sessions))
    assert (await host.get_finished()).result.seats[0].cause == match_pb2.CAUSE_GAME_RULES


async def test_bot__does_not_hand_its_token_on(arena, bots):
    sessions = [await arena.open_session() for _ in range(2)]
    choose = "import os; return ' '.join(k for k in os.environ if 'SIURELL' in k) or 'none'"
    await bots(sessions[0], choose)
    await bots(sessions[1])
    host = await arena.host(await arena.create_match(sessions))
    assert "`none`" in (await host.get_finished()).result.seats[0].evidence.detail


async def test_bot__that_leaves_a_thread_behind_ends_all_the_same(arena, bots):
    sessions = [await arena.open_session() for _ in range(2)]
    choose = "import threading, time; threading.Thread(target=time.sleep, args=(600,)).start()"
    process = await bots(sessions[0], choose)
    await bots(sessions[1])
    host = await arena.host(await arena.create_match(sessions))
    assert (await host.get_finished()).result.seats[0].cause == match_pb2.CAUSE_ILLEGAL_MOVE
    await arena.call("CloseSession", pb.CloseSessionRequest(session_id=sessions[0].session_id))
    code, out, err = await ended(process)
    assert (out, err) == ("", "")
    assert code is not None


async def test_bot__with_a_wrong_token_says_one_sentence(arena, bots):
    session = await arena.open_session()
    code, out, err = await ended(await bots(session, SIURELL_TOKEN="siu_guess"))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "token" in err
    assert "siu_guess" not in err


async def test_bot__without_a_session_says_one_sentence(arena, bots):
    session = pb.OpenSessionResponse()
    code, out, err = await ended(await bots(session))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "siurell play" in err


# -------------------------------------------------------------------------------------- referees


async def test_referee__serves_until_its_stdin_ends(start_referee, short_folder):
    control = f"unix:{short_folder}/c"
    process = await start_referee("--control", control, "--tcp", "127.0.0.1:0", "--stdin-bound")
    said = await serving(process)
    assert (said["event"], said["control"]) == ("serving", control)
    async with grpc.aio.insecure_channel(said["tcp"]) as channel:
        stub = pb_grpc.RefereeServiceStub(channel)
        metadata = (("siurell-host-token", HOST_TOKEN),)
        await stub.ListMatches(pb.ListMatchesRequest(), timeout=LIMIT, metadata=metadata)
        session = await stub.OpenSession(
            pb.OpenSessionRequest(local=True), timeout=LIMIT, metadata=metadata
        )
    code, out, err = await ended(process)
    assert (code, out) == (0, "")
    events = [json.loads(line)["event"] for line in err.splitlines()]
    assert events[0] == "serving"
    assert events[-1] == "stopped"
    assert HOST_TOKEN not in err
    assert session.token not in err
    assert not os.path.lexists(f"{short_folder}/c")
    assert not os.path.lexists(session.address.removeprefix("unix:"))


async def test_referee__drains_on_a_signal(start_referee, short_folder):
    process = await start_referee("--control", f"unix:{short_folder}/c")
    await serving(process)
    process.send_signal(signal.SIGTERM)
    code, _, err = await ended(process)
    assert code == 0
    assert '"draining"' in err


async def test_referee__whose_socket_is_taken(start_referee, short_folder):
    control = f"unix:{short_folder}/c"
    first = await start_referee("--control", control)
    await serving(first)
    code, out, err = await ended(await start_referee("--control", control))
    assert (code, out) == (2, "")
    sentence = err.splitlines()[-1]
    assert "is in use" in sentence
    assert first.returncode is None
    async with grpc.aio.insecure_channel(control) as channel:
        stub = pb_grpc.RefereeServiceStub(channel)
        await stub.ListMatches(
            pb.ListMatchesRequest(),
            timeout=LIMIT,
            metadata=(("siurell-host-token", HOST_TOKEN),),
        )


async def test_referee__takes_over_the_socket_of_a_dead_one(start_referee, short_folder):
    control = f"unix:{short_folder}/c"
    first = await start_referee("--control", control)
    await serving(first)
    first.kill()
    await first.communicate()
    assert (await serving(await start_referee("--control", control)))["control"] == control


async def test_referee__whose_port_is_taken(start_referee):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        code, out, err = await ended(await start_referee("--tcp", address))
    assert (code, out) == (2, "")
    assert address in err.splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "token", "said"),
    [
        (["--control", "unix:/tmp/x"], "", "SIURELL_HOST_TOKEN"),
        ([], "t", "--control unix:/path"),
        (["--control", "tmp/x"], "t", "unix:/path"),
        (["--control", "unix:/nowhere/at/all"], "t", "folder"),
        (["--control", f"unix:/tmp/{'x' * 120}"], "t", "107 bytes"),
        (["--tcp", "localhost"], "t", "host:port"),
        (["--tcp", "127.0.0.1:0", "--sockets", "/"], "t", "chmod 700"),
    ],
    ids=["token", "address", "form", "folder", "length", "port", "sockets"],
)
async def test_referee__that_cannot_start_says_one_sentence(start_referee, words, token, said):
    code, out, err = await ended(await start_referee(*words, token=token))
    assert (code, out) == (2, "")
    assert said in err.splitlines()[-1]
    assert "Traceback" not in err
