"""Whatever a bot does, it is a cause with evidence, the other bot gets its match, nothing stays."""

from __future__ import annotations

import pytest
from siurell.match.result import Cause

from ladder.domain.batch import FolderBot
from ladder.worker.sandbox import Limits

pytestmark = pytest.mark.process

GOOD = "first_move"


def forfeited(played, cause: Cause):
    """The evidence of seat 0, which forfeited against a sound seat 1."""
    bad, good = played.seats
    assert (bad.cause, bad.placement, bad.fault_order) == (cause, 2, 1)
    assert (good.cause, good.placement, good.fault_order) == (Cause.GAME_RULES, 1, None)
    return bad.evidence


async def test_good_bots__play_to_the_end_by_the_rules(arena):
    played = await arena.play(arena.batch([GOOD, GOOD]))
    assert [seat.cause for seat in played.seats] == [Cause.GAME_RULES] * 2
    [report] = played.reports
    assert report.digest
    assert report.started_at < report.ended_at


async def test_entry_file_missing__crash_with_what_python_says(arena):
    bot = arena.bot("empty", source="")
    (bot.folder / "bot.py").unlink()
    played = await arena.play(arena.batch([bot, GOOD]))
    evidence = forfeited(played, Cause.CRASH)
    assert evidence.exit_code == 2
    assert "No such file" in evidence.stderr


async def test_syntax_error__crash_with_the_line(arena):
    played = await arena.play(arena.batch([arena.bot("broken", "this is no program"), GOOD]))
    evidence = forfeited(played, Cause.CRASH)
    assert evidence.exit_code == 1
    assert "SyntaxError" in evidence.stderr
    assert "SyntaxError" in played.log(0)


async def test_command_does_not_exist__crash_with_what_to_correct(arena):
    bot = FolderBot(arena.bot(GOOD).folder, ("nosuchprogram",))
    played = await arena.play(arena.batch([bot, GOOD]))
    evidence = forfeited(played, Cause.CRASH)
    assert "no program `nosuchprogram`" in evidence.detail


async def test_exits_at_once__crash_with_exit_code_and_last_words(arena):
    """F12: exit code and last words."""
    played = await arena.play(arena.batch(["exits_at_once", GOOD]))
    evidence = forfeited(played, Cause.CRASH)
    assert (evidence.exit_code, evidence.stderr) == (7, "nothing to do")


async def test_dies_in_the_match__crash_with_signal_at_once(arena):
    """F12: signal and last words."""
    played = await arena.play(arena.batch(["dies", GOOD], clock="60s"))
    evidence = forfeited(played, Cause.CRASH)
    assert (evidence.signal, evidence.stderr) == (9, "farewell")
    [report] = played.reports
    assert (report.ended_at - report.started_at).total_seconds() < 30


async def test_raises_in_choose__crash_with_the_traceback(arena):
    played = await arena.play(arena.batch(["raises", GOOD]))
    evidence = forfeited(played, Cause.CRASH)
    assert "no idea what to do" in evidence.stderr
    assert "no idea what to do" in played.log(0)


async def test_raises_in_start__crash_with_the_traceback(arena):
    played = await arena.play(arena.batch(["raises_in_start", GOOD]))
    evidence = forfeited(played, Cause.CRASH)
    assert "cannot get ready" in evidence.stderr


async def test_prints_without_end__ended_and_said_why(arena):
    """F18: what a bot writes is capped."""
    limits = Limits(output_bytes=4 << 20, head_bytes=1000, tail_bytes=1000)
    played = await arena.play(arena.batch(["floods", GOOD]), limits)
    evidence = forfeited(played, Cause.CRASH)
    assert "wrote more than" in evidence.detail
    assert len(played.log(0)) < 2100


async def test_unparsable_move__illegal_move(arena):
    played = await arena.play(arena.batch(["answers_nonsense", GOOD]))
    assert "to the beach" in forfeited(played, Cause.ILLEGAL_MOVE).detail


async def test_move_that_is_not_legal_now__illegal_move(arena):
    """F03: nothing is asked again, so nothing can be refused for ever."""
    played = await arena.play(arena.batch(["answers_illegal", GOOD]))
    assert "refused" in forfeited(played, Cause.ILLEGAL_MOVE).detail


async def test_never_answers__timeout_with_charge_and_limit(arena):
    """F15: elapsed and limit."""
    played = await arena.play(arena.batch(["never_answers", GOOD], clock="/1s"))
    evidence = forfeited(played, Cause.TIMEOUT)
    assert evidence.charged_us == evidence.limit_us == 1_000_000


async def test_never_ready__no_show(arena):
    played = await arena.play(arena.batch(["never_says_hello", GOOD], startup_us=4_000_000))
    assert forfeited(played, Cause.NO_SHOW).limit_us == 4_000_000


async def test_answers_twice__noted_and_harmless(arena):
    played = await arena.play(arena.batch(["answers_twice", GOOD]))
    assert [seat.cause for seat in played.seats] == [Cause.GAME_RULES] * 2


async def test_answers_an_old_question__noted_and_harmless(arena):
    played = await arena.play(arena.batch(["answers_the_past", GOOD]))
    assert [seat.cause for seat in played.seats] == [Cause.GAME_RULES] * 2


@pytest.mark.parametrize("bot", ["sends_garbage", "speaks_another_protocol", "wrong_token"])
async def test_does_not_shake_hands__a_fault_and_not_a_hang(arena, bot: str):
    played = await arena.play(arena.batch([bot, GOOD], startup_us=8_000_000))
    bad, good = played.seats
    assert bad.cause in (Cause.PROTOCOL, Cause.CRASH, Cause.NO_SHOW)
    assert bad.placement == 2
    assert good.cause is Cause.GAME_RULES


async def test_daemon_that_left_its_session__does_not_survive(arena):
    """F01: children of an earlier match would eat what a later one needs."""
    played = await arena.play(arena.batch(["leaves_a_daemon", "leaves_a_daemon"]))
    assert [seat.cause for seat in played.seats] == [Cause.GAME_RULES] * 2
