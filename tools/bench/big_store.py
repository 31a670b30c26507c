"""A store of many bots and a long log, written in seconds straight into the tables.

Bots play their neighbours by strength, in blocks of two, three and four seats in turn. All rows are
such as the ladder writes, but that placements and ratings only follow a pattern, and that no replay
is there.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from ladder.services.arena import open_arena
from ladder.services.seasons import season_named
from ladder.store.home import Home

SEASON: Final = "finca"

_BOTS = """
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :bots)
INSERT INTO bot (id, name, key, created_at)
SELECT i, printf('bot%05d', i), printf('bot%05d', i), :now FROM n;
"""
_VERSIONS = """
INSERT INTO version (id, bot_id, number, digest, shipped, remote, command, submission, state,
                     check_report, submitted_at, checked_at)
SELECT id, id, 1, printf('%064x', id), 'random', 0, '[]', id, 'active', '', :now, :now FROM bot;
"""
_GAMES = "INSERT INTO version_game (version_id, game) SELECT id, :game FROM version;"
_BATCHES = """
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < :batches)
INSERT INTO batch (id, season_id, seats, issues, created_at)
SELECT i + 1, :season, 2 + i % 3, 1, datetime(:now, printf('+%d seconds', 20 * i)) FROM n;
"""
# The line-up of a batch: neighbours of the bot whose turn it is, a few places apart.
_ENTRANTS = """
WITH place(p) AS (VALUES (0), (1), (2), (3))
INSERT INTO batch_entrant (batch_id, place, version_id)
SELECT id, p, 1 + (id * 7919 + p * (1 + id % 13)) % :bots FROM batch, place WHERE p < seats
ORDER BY id, p;
"""
_BLOCKS = """
INSERT INTO block (id, batch_id, seed) SELECT id, id, CAST(printf('%032d', id) AS BLOB) FROM batch;
"""
_MATCHES = """
WITH rotation(r) AS (VALUES (0), (1), (2), (3))
INSERT INTO match (season_id, block_id, rotation, state, attempt, aborts, worker, report_no,
                   started_at, ended_at, digest, decisions, turns, grade, reason, rating_kept)
SELECT :season, id, r, 'reported', 1, 0, 'bench', row_number() OVER (ORDER BY id, r),
       created_at, datetime(created_at, '+9 seconds'), printf('%064x', id), 90 + id % 60, 80, '',
       '', 0
FROM batch, rotation WHERE r < seats ORDER BY id, r;
"""
_ATTEMPTS = """
INSERT INTO attempt (match_id, number, state, worker, issued_at, started_at, ended_at, decisions,
                     digest, detail)
SELECT id, 1, 'reported', 'bench', started_at, started_at, ended_at, decisions, '', '' FROM match;
"""
# Placements go round the seats and move on every third match; about one seat in 97 fails.
_SEATS = """
INSERT INTO match_seat (match_id, seat, version_id, cause, placement, score, evidence,
                        mu_before, sigma_before, mu_after, sigma_after)
SELECT m.id, s.seat, e.version_id,
       CASE WHEN (m.id + s.seat) % 97 = 0 THEN 'timeout' ELSE 'game_rules' END,
       1 + (s.seat + m.id / 3) % b.seats, 90 - 10 * ((s.seat + m.id / 3) % b.seats), '{}',
       :mu + (e.version_id % 1000) / 20.0 - 25, 1.5, :mu + (e.version_id % 1000) / 20.0 - 25, 1.5
FROM match m JOIN batch b ON b.id = m.block_id
JOIN (SELECT 0 AS seat UNION SELECT 1 UNION SELECT 2 UNION SELECT 3) s ON s.seat < b.seats
JOIN batch_entrant e ON e.batch_id = b.id AND e.place = (s.seat + m.rotation) % b.seats
ORDER BY m.id, s.seat;
"""
_COUNTS = """
INSERT INTO format_count (season_id, version_id, seats, matches)
SELECT :season, e.version_id, b.seats, count(*) * b.seats
FROM batch_entrant e JOIN batch b ON b.id = e.batch_id GROUP BY e.version_id, b.seats;
"""
_STANDINGS = """
INSERT INTO standing (season_id, version_id, mu, sigma, matches, wins, faults, last_batch)
SELECT :season, e.version_id, :mu + (e.version_id % 1000) / 20.0 - 25,
       1.0 + (e.version_id % 7) / 10.0, sum(b.seats), 3 * sum(b.seats), sum(b.seats) / 97,
       max(b.id)
FROM batch_entrant e JOIN batch b ON b.id = e.batch_id GROUP BY e.version_id;
"""
_COUNTED = """
UPDATE season SET reported = (SELECT count(*) FROM match), draws = :batches WHERE id = :season;
"""
_REPORTS = "INSERT OR REPLACE INTO counter (name, value) SELECT 'report', count(*) FROM match;"

_STEPS: Final = (
    *(_BOTS, _VERSIONS, _GAMES, _BATCHES, _ENTRANTS, _BLOCKS, _MATCHES, _ATTEMPTS, _SEATS),
    *(_COUNTS, _STANDINGS, _COUNTED, _REPORTS),
)


def big_store(folder: Path, bots: int, matches: int) -> Home:
    """The home of an arena with so many bots and about so many matches, made if it is not there.

    A version of the schema has one of its own.
    """
    from ladder.store.schema import HEAD

    home = Home(folder / f"{HEAD}-{bots}-{matches}")
    done = home.path / "whole"
    if done.exists():
        return home
    with open_arena(home) as arena:
        season = season_named(arena, SEASON)
    connection = sqlite3.connect(home.database)
    connection.execute("PRAGMA synchronous = OFF")
    values = {
        "bots": bots,
        "batches": matches // 3,
        "season": season.id,
        "game": season.game,
        "mu": season.params.mu,
        "now": "2030-01-01 00:00:00.000000",
    }
    with connection:
        for step in _STEPS:
            wanted = {name: value for name, value in values.items() if f":{name}" in step}
            connection.execute(step, wanted)
    connection.close()
    done.touch()
    return home
