"""Who stands still: questions wait for their seat, and a host that does not answer is given up."""

from __future__ import annotations

import asyncio

import pytest_asyncio

from referee import pacing
from referee.pacing import ContinueSeat, Pacer, PauseSeat


class Host:
    """Takes down what it is told."""

    def __init__(self) -> None:
        self.told: list[ContinueSeat | PauseSeat] = []
        self.given_up: list[str] = []
        self.put: list[int] = []
        self.pacer = Pacer(asyncio.get_running_loop(), self.told.append, self.given_up.append)

    def ask(self, seat: int, decision_id: int) -> None:
        self.pacer.ask(seat, decision_id, lambda: self.put.append(decision_id))


@pytest_asyncio.fixture
async def host() -> Host:
    return Host()


async def test_ask__a_seat_that_runs_is_asked_at_once(host) -> None:
    host.ask(0, 1)
    assert host.put == [1]
    assert host.told == []


async def test_ask__a_seat_that_stands_still_is_asked_when_it_runs(host) -> None:
    host.pacer.rest(0)
    host.ask(0, 7)
    assert host.put == []
    assert host.told == [PauseSeat(0), ContinueSeat(0, 7)]
    host.pacer.continued(0, 7)
    assert host.put == [7]


async def test_continued__of_an_older_question_changes_nothing(host) -> None:
    host.pacer.rest(0)
    host.ask(0, 7)
    for seat, decision_id in ((0, 6), (1, 7), (0, 8)):
        host.pacer.continued(seat, decision_id)
    assert host.put == []
    host.pacer.continued(0, 7)
    host.pacer.continued(0, 7)
    assert host.put == [7]


async def test_rest__is_told_once(host) -> None:
    host.pacer.rest(2)
    host.pacer.rest(2)
    assert host.told == [PauseSeat(2)]


async def test_ask__again_with_the_same_question_waits_once_more(host) -> None:
    host.pacer.rest(0)
    host.ask(0, 7)
    host.ask(0, 7)
    host.pacer.continued(0, 7)
    assert host.put == [7]


async def test_late__a_host_that_does_not_answer_is_given_up(host, monkeypatch) -> None:
    monkeypatch.setattr(pacing, "CONTINUE_SECONDS", 0.01)
    host.pacer.rest(0)
    host.ask(0, 7)
    async with asyncio.timeout(10):
        while not host.given_up:
            await asyncio.sleep(0.001)
    assert host.given_up == ["The host did not continue seat 0 within 0.01 s."]
    assert host.put == []


async def test_close__nobody_is_given_up_any_more(host, monkeypatch) -> None:
    monkeypatch.setattr(pacing, "CONTINUE_SECONDS", 0.0)
    host.pacer.rest(0)
    host.ask(0, 7)
    host.pacer.close()
    await asyncio.sleep(0.01)
    assert host.given_up == []
