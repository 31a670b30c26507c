"""A referee's process that is killed, and one that goes on from its journals."""

from __future__ import annotations

import asyncio
import json
import socket
import stat
from pathlib import Path

import grpc
import pytest
from siurell.match.result import Cause
from siurell.match.seats import SeatState
from siurell.replay.read import read_replay
from siurell.replay.verify import verify
from siurell.v1 import match_pb2
from siurell.v1 import referee_service_pb2 as pb
from siurell.wire.result import result_from_message

from referee.config import read_config

pytestmark = pytest.mark.process

LIMIT = 30.0


class Fallible:
    """A referee's process on one folder; `kill` it and `start` it again."""

    def __init__(self, folder: Path, start_python, make_client) -> None:
        self.folder = folder
        self.journals = folder / "journals"
        self._start_python = start_python
        self._make_client = make_client
        self._process = None
        self.arena = None

    async def start(self, *words):
        """Start it, and return what a test does with it from outside."""
        process = await self._start_python(
            *("-m", "referee", "--control", f"unix:{self.folder}/c", "--sockets", self.folder),
            *("--journals", self.journals, *words),
            SIURELL_HOST_TOKEN="host-secret",
        )
        async with asyncio.timeout(LIMIT):
            line = await process.stdout.readline()
        assert line, (await process.communicate())[1].decode()
        self._process = process
        self.tcp = json.loads(line)["tcp"]
        self.arena = self._make_client(json.loads(line)["control"])
        return self.arena

    async def kill(self) -> None:
        self._process.kill()
        async with asyncio.timeout(LIMIT):
            await self._process.communicate()
        await self.arena.close()

    async def again(self, *words):
        await self.kill()
        return await self.start(*words)


@pytest.fixture
def fallible(short_folder, start_python, arena_of):
    return Fallible(short_folder, start_python, arena_of)


@pytest.fixture
def again_here(fallible, make_arena):
    """Kill the process, and go on from what it left in the test's own loop."""

    async def again():
        await fallible.kill()
        return await make_arena(sockets=fallible.folder, journals=fallible.journals)

    return again


async def all_back(arena, table):
    """Host and bots come back with what they had."""
    table.host = await arena.host(table.match_id)
    table.players = [await arena.log_in(session) for session in table.sessions]
    for player in table.players:
        await player.get_ready()


def some_moves(arena):
    async def play(table, count):
        for turn in range(count):
            player = table.players[turn % 2]
            await player.answer(await player.get_ask())

    return play


async def test_killed__the_match_goes_on_where_it_was(fallible):
    arena = await fallible.start()
    table = await arena.match_of(2)
    ask = await table.players[0].get_ask()
    await table.players[0].answer(ask)
    before = await table.players[1].get_ask()
    arena = await fallible.again()
    await all_back(arena, table)
    again = await table.players[1].get_ask()
    assert again.decision_id == before.decision_id
    assert again.observation == before.observation
    assert list(again.events) == list(before.events)
    assert again.clock.limit_us == before.clock.limit_us, "what ran before is not charged"
    await table.players[1].answer(again)
    await table.play_on()
    finished = await table.host.get_finished()
    replay = read_replay(finished.replay)
    verdict = verify(replay, finished.digest)
    assert verdict.ok, verdict.where
    assert {seat.cause for seat in replay.result.seats} == {Cause.GAME_RULES}
    assert list(fallible.journals.glob("*.jsonl")) == []


async def test_killed__before_the_first_question_and_again_in_the_waiting(fallible):
    arena = await fallible.start()
    sessions = [await arena.open_session() for _ in range(2)]
    await arena.create_match(sessions)
    await fallible.again()
    arena = await fallible.again()
    players = [await arena.log_in(session) for session in sessions]
    for player in players:
        await player.get_ready()
    host = await arena.host("m1")
    await asyncio.gather(*(player.play_on() for player in players))
    assert verify(read_replay((await host.get_finished()).replay)).ok


async def test_killed__the_result_that_nobody_heard_is_told(fallible):
    arena = await fallible.start()
    table = await arena.match_of(2)
    table.host.hang_up()
    await table.play_on()
    arena = await fallible.again()
    assert (await arena.info(table.match_id)).state == pb.MatchInfo.STATE_SUCCEEDED
    finished = await (await arena.host(table.match_id)).get_finished()
    assert verify(read_replay(finished.replay), finished.digest).ok
    assert list(fallible.journals.glob("*.jsonl")) == []


async def test_killed__who_does_not_come_back_is_not_blamed(fallible, again_here, pass_time):
    arena = await fallible.start()
    table = await arena.match_of(2)
    await table.players[0].get_ask()
    arena = await again_here()
    host = await arena.host(table.match_id)
    await (await arena.log_in(table.sessions[0])).get_ready()
    core = arena.driver(table.match_id)._core
    await arena.until(lambda: core.seat_states[0] is SeatState.READY)
    pass_time(arena, arena.config.resume_patience + 60.0)
    result = result_from_message((await host.get_finished()).result)
    assert {seat.cause for seat in result.seats} == {Cause.ABORTED}
    assert "not every seat came back" in result.reason


async def test_killed__a_bot_that_died_with_it_is_not_blamed(fallible):
    arena = await fallible.start()
    table = await arena.match_of(2)
    arena = await fallible.again()
    host = await arena.host(table.match_id)
    await host.seat_gone(1, exit_code=1)
    result = result_from_message((await host.get_finished()).result)
    assert result.aborted
    assert "seat 1 is gone" in result.reason


async def test_killed__without_a_host_the_match_is_called_off(fallible, again_here, pass_time):
    arena = await fallible.start()
    table = await arena.match_of(2)
    arena = await again_here()
    for session in table.sessions:
        player = await arena.log_in(session)
        await player.get_ready()
    await arena.until(lambda: arena.driver(table.match_id).playing)
    pass_time(arena, arena.config.host_patience)
    state = (await arena.info(table.match_id)).state
    assert state == pb.MatchInfo.STATE_RUNNING, "a host gets longer after a restart"
    pass_time(arena, arena.config.resume_patience - arena.config.host_patience)
    while (await player.read()).WhichOneof("message") != "finished":
        pass
    finished = await (await arena.host(table.match_id)).get_finished()
    assert "host" in finished.result.reason


def test_patience__is_as_long_as_was_said():
    words = ["--control", "unix:/c", "--resume-patience", "0.2", "--host-patience", "0.1"]
    config = read_config(words, {"SIURELL_HOST_TOKEN": "x"})
    assert (config.resume_patience, config.host_patience) == (0.2, 0.1)


async def test_killed__a_seat_that_was_out_stays_out(fallible):
    arena = await fallible.start()
    table = await arena.match_of(3)
    await table.players[0].answer(await table.players[0].get_ask(), "nonsense")
    await table.host.get_seat_out()
    await arena.call(
        "CloseSession", pb.CloseSessionRequest(session_id=table.sessions[0].session_id)
    )
    arena = await fallible.again()
    host = await arena.host(table.match_id)
    assert (await host.get_seat_out()).seat == 0
    players = [await arena.log_in(session) for session in table.sessions[1:]]
    for player in players:
        await player.get_ready()
    await asyncio.gather(*(player.play_on() for player in players))
    result = result_from_message((await host.get_finished()).result)
    assert [seat.cause for seat in result.seats] == [
        Cause.ILLEGAL_MOVE, Cause.GAME_RULES, Cause.GAME_RULES
    ]  # fmt: skip


async def test_killed__a_seat_that_is_out_and_still_there_hears_it_again(fallible):
    arena = await fallible.start()
    table = await arena.match_of(3)
    await table.players[0].answer(await table.players[0].get_ask(), "nonsense")
    await table.host.get_seat_out()
    arena = await fallible.again()
    back = await arena.log_in(table.sessions[0])
    assert (await back.get_finished()).cause == match_pb2.CAUSE_ILLEGAL_MOVE


async def test_killed__ponder_off_goes_on_too(fallible):
    arena = await fallible.start()
    table = await arena.match_of(2, ponder_off=True)
    while (message := await table.host.read()).WhichOneof("message") != "pause_seat":
        pass
    arena = await fallible.again()
    await all_back(arena, table)
    ends = asyncio.gather(*(player.play_on() for player in table.players))
    while True:
        message = await table.host.read()
        match message.WhichOneof("message"):
            case "continue_seat":
                wanted = message.continue_seat
                answer = pb.HostContinued(seat=wanted.seat, decision_id=wanted.decision_id)
                await table.host.send(continued=answer)
            case "finished":
                break
    await ends
    assert verify(read_replay(message.finished.replay)).ok


async def test_killed__sessions_between_matches_stay_and_no_token_is_written(fallible):
    arena = await fallible.start()
    table = await arena.match_of(2)
    await table.play_on()
    await table.host.get_finished()
    arena = await fallible.again()
    for path in fallible.journals.rglob("*"):
        if path.is_file():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
            content = path.read_text()
            assert not any(session.token in content for session in table.sessions)
    players = [await arena.log_in(session) for session in table.sessions]
    host = await arena.host(await arena.create_match(table.sessions, match_id="m2"))
    for player in players:
        await player.get_ready()
    await asyncio.gather(*(player.play_on() for player in players))
    await host.get_finished()


async def test_killed__another_token_does_not_open_the_session(fallible):
    arena = await fallible.start()
    sessions = [await arena.open_session() for _ in range(2)]
    arena = await fallible.again()
    thief = arena.seat(sessions[0])
    thief.token = sessions[1].token
    await thief.hello()
    assert (await thief.status())[:2] == ("UNAUTHENTICATED", "BAD_TOKEN")


async def test_killed__a_repeated_request_gives_the_same_session_and_match(fallible):
    arena = await fallible.start()
    sessions = [await arena.open_session(request_id=f"r{seat}") for seat in range(2)]
    request = arena.request(sessions)
    await arena.call("CreateMatch", request)
    arena = await fallible.again()
    await arena.call("CreateMatch", request)
    again = await arena.open_session(request_id="r0")
    assert again.session_id == sessions[0].session_id
    assert again.token != sessions[0].token
    with pytest.raises(grpc.aio.AioRpcError, match="There is another match"):
        await arena.call(
            "CreateMatch", arena.request(sessions, match_id=request.match_id, seed=b"x" * 32)
        )


@pytest.mark.parametrize("known_by", ["its process", "the start-up limit"])
async def test_killed__before_the_match_a_bot_that_stays_away_is_not_blamed(fallible, known_by):
    arena = await fallible.start()
    sessions = [await arena.open_session() for _ in range(2)]
    arena = await fallible.again()
    player = await arena.log_in(sessions[0])
    limit = 600_000_000 if known_by == "its process" else 200_000
    host = await arena.host(await arena.create_match(sessions, startup_us=limit))
    await player.get_ready()
    if known_by == "its process":
        await host.seat_gone(1, exit_code=1)
    result = result_from_message((await host.get_finished()).result)
    assert result.aborted
    assert "restart of the referee" in result.reason


async def test_second_referee_on_the_same_journals_is_refused(fallible, start_python, short_folder):
    await fallible.start()
    process = await start_python(
        *("-m", "referee", "--control", f"unix:{short_folder}/d", "--journals", fallible.journals),
        SIURELL_HOST_TOKEN="x",
    )
    async with asyncio.timeout(LIMIT):
        _, err = await process.communicate()
    assert process.returncode == 2
    assert "Another referee writes its journals" in err.decode()


async def test_closed__leaves_no_session_behind(fallible):
    arena = await fallible.start()
    session = await arena.open_session()
    assert len(list((fallible.journals / "sessions").iterdir())) == 1
    await arena.call("CloseSession", pb.CloseSessionRequest(session_id=session.session_id))
    assert list((fallible.journals / "sessions").iterdir()) == []
    assert not Path(session.address.removeprefix("unix:")).parent.exists()


async def test_killed__a_bot_elsewhere_finds_it_at_the_port_that_it_had_got(fallible):
    """Also when the referee takes any free port: bots elsewhere know no other address."""
    any_port = ("--tcp", "127.0.0.1:0")
    arena = await fallible.start(*any_port)
    before = fallible.tcp
    sessions = [await arena.open_session(local=False), await arena.open_session()]
    players = [await arena.log_in(session) for session in sessions]
    match_id = await arena.create_match(sessions)
    await arena.host(match_id)
    for player in players:
        await player.get_ready()
    await fallible.kill()
    with socket.socket() as held:
        # It keeps others off the port, and not a server, since nobody listens here.
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", int(before.rpartition(":")[2])))
        arena = await fallible.start(*any_port)
    assert fallible.tcp == before
    assert stat.S_IMODE((fallible.journals / "tcp").stat().st_mode) == 0o600
    host = await arena.host(match_id)
    players = [await arena.log_in(session) for session in sessions]
    for player in players:
        await player.get_ready()
    await asyncio.gather(*(player.play_on() for player in players))
    assert verify(read_replay((await host.get_finished()).replay)).ok


async def test_killed__a_port_that_somebody_took_meanwhile_is_given_up(fallible):
    any_port = ("--tcp", "127.0.0.1:0")
    await fallible.start(*any_port)
    before = fallible.tcp
    await fallible.kill()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", int(before.rpartition(":")[2])))
        taken.listen()
        await fallible.start(*any_port)
    assert fallible.tcp != before


@pytest.mark.parametrize("left", ["", "nonsense", "10.0.0.1:7", "127.0.0.1:99999", "\udcff"])
async def test_killed__an_address_that_is_none_is_left_alone(fallible, left):
    fallible.journals.mkdir(mode=0o700)
    (fallible.journals / "tcp").write_bytes(left.encode("utf-8", "surrogateescape"))
    await fallible.start("--tcp", "127.0.0.1:0")
    assert fallible.tcp.startswith("127.0.0.1:")
