import gzip
import stat

import grpc
import pytest
from siurell.match.result import Cause
from siurell.replay.read import read_replay
from siurell.v1 import referee_service_pb2 as pb
from siurell.wire.result import result_from_message

from referee.config import RefereeError
from referee.journal import FileJournal


async def test_journal__is_written_before_the_question_and_for_its_owner_only(arena):
    table = await arena.match_of(2)
    ask = await table.players[0].get_ask()
    path = arena.config.journals / f"{table.match_id}.jsonl"
    before = path.read_text().splitlines()
    assert len(before) > 2
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    move = table.players[0].legal(ask)[0]
    await table.players[0].answer(ask, move)
    await table.players[1].get_ask()
    after = path.read_text().splitlines()
    assert after[: len(before)] == before
    assert any(move in line for line in after[len(before) :])


async def test_journal__goes_when_the_host_has_the_result(arena):
    table = await arena.match_of(2)
    await table.play_on()
    path = arena.config.journals / f"{table.match_id}.jsonl"
    await table.host.get_finished(received=False)
    assert path.exists()
    table.host.hang_up()
    await (await arena.host(table.match_id)).get_finished()
    assert not path.exists()


async def test_journal__that_is_kept_is_the_whole_replay(make_arena):
    arena = await make_arena(keep_journals=True)
    table = await arena.match_of(2)
    await table.play_on()
    finished = await table.host.get_finished()
    lines = (arena.config.journals / f"{table.match_id}.kept").read_text().splitlines()
    assert lines[1:] == read_lines(finished.replay)


def read_lines(replay: bytes) -> list[str]:
    assert read_replay(replay)
    return gzip.decompress(replay).decode().splitlines()


async def test_journal__is_nobody_elses(make_arena):
    arena = await make_arena(keep_journals=True)
    (arena.config.journals / "m1.jsonl").write_text("of another run\n")
    sessions = [await arena.open_session() for _ in range(2)]
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await arena.create_match(sessions)
    assert caught.value.code() is grpc.StatusCode.ALREADY_EXISTS
    assert (arena.config.journals / "m1.jsonl").read_text() == "of another run\n"


async def test_journal__without_a_folder_is_refused(make_arena, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(RefereeError, match="folder of journals"):
        await make_arena(journals=tmp_path / "file" / "journals")


async def test_journal__of_another_referee_is_refused(make_arena):
    arena = await make_arena()
    with pytest.raises(RefereeError, match="Another referee") as caught:
        await make_arena(journals=arena.config.journals)
    assert caught.value.reason == "JOURNALS_IN_USE"
    await (await arena.match_of(2)).play_on()


async def test_journal__on_a_full_disk_calls_the_match_off(arena, monkeypatch):
    table = await arena.match_of(2)
    ask = await table.players[0].get_ask()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(FileJournal, "write", full)
    await table.players[0].answer(ask)
    result = result_from_message((await table.host.get_finished()).result)
    assert {seat.cause for seat in result.seats} == {Cause.ABORTED}
    assert "No space left" in result.reason
    assert (await arena.info(table.match_id)).state == pb.MatchInfo.STATE_ABORTED
    assert (arena.config.journals / f"{table.match_id}.broken").exists()
