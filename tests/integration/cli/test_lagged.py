"""A match that was called off since its referee was late, as people see it."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

import pytest
from siurell.games.registry import game_named
from siurell.match import events as ev
from siurell.match.clock import TimeControl
from siurell.match.config import MatchConfig
from siurell.match.core import MatchCore
from siurell.match.dealer import Dealer, commitment
from siurell.replay.write import ReplayWriter

from ladder.domain.batch import Report, ShippedBot
from ladder.domain.load import MachineLoad
from ladder.domain.states import MAX_LAGGED
from ladder.services.arena import open_arena
from ladder.services.report import report
from ladder.services.schedule import next_batch
from ladder.services.seasons import season_named
from ladder.services.submit import set_checked, submit
from ladder.store.home import Home

SEED = bytes(32)
LOAD = MachineLoad(2, 1.5, 9.0, 0.125, 0, 0, held_to=(1,))


def no_contest(match_id: str):
    """Result and replay of a match whose first answer was late, its referee even more so."""
    game = game_named("finca")
    labels = ("ann@1", "bob@1")
    time = TimeControl.parse("/1s")
    config = MatchConfig(match_id, "finca", game.check_options({}), 2, time, labels)
    core = MatchCore(game, config, Dealer(game, 2, config.options, SEED))
    writer = ReplayWriter(config, game.rules_version, commitment(match_id, SEED))
    told = [ev.Begin(), ev.SeatReady(0), ev.SeatReady(1), ev.QuestionWritten(1)]
    effects = [effect for event in told for effect in core.handle(event, 0)]
    effects += core.handle(ev.DecisionReceived(0, 1, "place 0", 400_000), 1_500_000_000)
    for effect in effects:
        if isinstance(effect, ev.Record):
            writer.add(effect.record)
    return core.result, writer.finish(core.result, SEED)


@pytest.fixture
def lagged(cli) -> str:
    """A match that was called off twice for that."""
    began = datetime(2030, 1, 1, tzinfo=UTC)
    with open_arena(Home(cli.home).create()) as arena:
        for name in ("ann", "bob"):
            version = submit(arena, ShippedBot("random"), name=name)
            set_checked(arena, version.id, True, "fine")
        season = season_named(arena, "finca")
        for _ in range(MAX_LAGGED):
            batch = next_batch(arena, [season], worker="w", rng=Random(1), max_blocks=1)
            assert batch is not None
            order = batch.orders[0]
            result, replay = no_contest(order.match_id)
            found = Report(
                match_id=order.match_id,
                attempt=order.attempt,
                result=result,
                replay=replay.data,
                digest=replay.digest,
                worker="w",
                started_at=began,
                ended_at=began,
                load=LOAD,
                lagged=True,
            )
            report(arena, found)
    return order.match_id


def test_t01__match_show_tells_the_lag_and_the_machine(cli, lagged) -> None:
    """T01: who reads it sees that it was the referee, how late it was, and why nobody lost."""
    said = " ".join(cli("match", "show", lagged).stdout.split())
    assert "state void, attempt 2" in said
    assert said.count("the referee itself was held up for 400ms meanwhile") == 3
    assert "more than 25 % of the limit of 1s: no contest." in said
    assert said.count("the bots held to core 1") == 2
    found = cli.json("match", "show", lagged)
    assert [one["lagged"] for one in found["attempts"]] == [True, True]
    assert found["attempts"][0]["load"] == LOAD.as_json()


def test_t01__replay_show_tells_it_where_it_happened(cli, tmp_path) -> None:
    """T01: the reason stands in the replay itself, which is proof."""
    _, replay = no_contest("m-1")
    path = tmp_path / "kept.siurell"
    path.write_bytes(replay.data)
    said = cli("replay", "show", path, "--no-boards").stdout
    assert max(map(len, said.splitlines())) <= 80 + len(str(path))
    told = " ".join(said.split())
    assert "ann@1: lag Seat 0 was late, but the referee itself was held up for 400ms" in told
    assert "Called off: Seat 0 was late" in told
    assert "All 0 decisions hold" in cli("replay", "verify", path).stdout
