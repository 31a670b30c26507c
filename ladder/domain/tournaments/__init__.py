"""Tournaments of every kind, pure: no database, no clock, no chance but what a seed says.

A tournament is a fold over a log of events (`events`, `state`). Whoever stores the log can go on at
any moment: `progress.next_event` says what comes next and `progress.blocks_due` what is to be
played, each named by a key that is the same however often it is asked. Nothing else is kept.

- `settings`, `entrants`, `admission`: what is to be played, by whom, and whether that can be.
- `events`, `state`, `encoding`: the log, its fold, its form as plain values.
- `berger`, `designs`, `pod_schedule`, `gauntlet`: schedules that hang on no result; `schedules`
  chooses among them and `places` evens out who is named first.
- `swiss`, `matching`, `swiss_pods`: rounds that hang on the scores.
- `brackets`, `double_bracket`, `pod_bracket`, `elimination`: who is knocked out by whom.
- `points`, `sheet`, `tie_break`, `buchholz`, `encounters`, `standings`: what was played is worth.
- `plan`, `crosstable`, `bracket_view`: what people want to look at, as plain values.

A *round* here is a round of a tournament; that of `ladder.domain.solo` is another thing.
"""
