"""Tournaments of every kind, pure: no database, no clock, no chance but what a seed says.

A tournament is a fold over a log of events (`events`, `state`). Whoever stores the log can go on at
any moment: `progress.next_event` says what comes next and `progress.blocks_due` what is to be
played, each named by a key that is the same however often it is asked. Nothing else is kept.

- `settings`, `entrants`, `admission`: what is to be played, by whom, and whether that can be.
- `events`, `state`, `record`, `encoding`: the log, its fold, its form as plain values.
- `progress`: what comes next; `release`: what of it all may be known yet.
- `berger`, `designs`, `pod_schedule`, `gauntlet`: schedules that hang on no result; `schedules`
  chooses among them and `places` evens out who is named first.
- `swiss`, `swiss_costs`, `matching`, `swiss_pods`: rounds that hang on the scores; `foresight` and
  `unmet_pods` see to it that nobody meets twice where that can be.
- `brackets`, `double_bracket`, `pod_bracket`, `elimination`: who is knocked out by whom;
  `finish`: who goes on from a pairing.
- `points`, `sheet`, `tie_break`, `buchholz`, `encounters`, `standings`: what was played is worth.
- `plan`, `crosstable`, `bracket_view`, `trf`: what people want to look at, as values or as text.

Whoever plays a tournament goes round in this loop, and may stop and begin again anywhere in it:

>>> from ladder.domain.tournaments.admission import create
>>> from ladder.domain.tournaments.entrants import ranked
>>> from ladder.domain.tournaments.events import BlockReported, Played
>>> from ladder.domain.tournaments.progress import blocks_due, next_event
>>> from ladder.domain.tournaments.settings import Format, Settings
>>> from ladder.domain.tournaments.standings import standings_of
>>> from ladder.domain.tournaments.state import Tournament
>>> three = ranked([("v1", "ada@1"), ("v2", "bob@4"), ("v3", "eve@2")])
>>> log = [create("spring", Settings(Format.ROUND_ROBIN), three)]
>>> while not Tournament.of(log).finished:
...     event = next_event(Tournament.of(log))
...     if event is None:  # somebody must play; here who is named first always wins
...         block = blocks_due(Tournament.of(log))[0]
...         event = BlockReported(block.key, block.line_up, (Played((1, 2), (9, 7)),) * 2)
...     log.append(event)
>>> [f"{line.place} {line.entrant.name} {line.score}" for line in standings_of(Tournament.of(log))]
['1 ada@1 1', '1 bob@4 1', '1 eve@2 1']

A *round* here is a round of a tournament; that of `ladder.domain.solo` is another thing.
"""
