"""All commands: importing this hangs every command group into the root."""

from __future__ import annotations

from ladder.cli import audit as _audit
from ladder.cli import backup as _backup
from ladder.cli import bot as _bot
from ladder.cli import bot_change as _bot_change
from ladder.cli import bot_diff as _bot_diff
from ladder.cli import bot_history as _bot_history
from ladder.cli import check as _check
from ladder.cli import clocks as _clocks
from ladder.cli import compare as _compare
from ladder.cli import components as _components
from ladder.cli import connect as _connect
from ladder.cli import doctor as _doctor
from ladder.cli import games as _games
from ladder.cli import ladder_purge as _ladder_purge
from ladder.cli import ladder_run as _ladder_run
from ladder.cli import leaderboard as _leaderboard
from ladder.cli import login as _login
from ladder.cli import match as _match
from ladder.cli import match_request as _match_request
from ladder.cli import new as _new
from ladder.cli import owner as _owner
from ladder.cli import play as _play
from ladder.cli import referee as _referee
from ladder.cli import remote as _remote
from ladder.cli import replay as _replay
from ladder.cli import rerate as _rerate
from ladder.cli import season as _season
from ladder.cli import season_states as _season_states
from ladder.cli import season_terms as _season_terms
from ladder.cli import season_view as _season_view
from ladder.cli import simulate as _simulate
from ladder.cli import stats as _stats
from ladder.cli import status as _status
from ladder.cli import submit as _submit
from ladder.cli import token as _token
from ladder.cli import tournament as _tournament
from ladder.cli import tournament_ladder as _tournament_ladder
from ladder.cli import tournament_logs as _tournament_logs
from ladder.cli import tournament_organise as _tournament_organise
from ladder.cli import tournament_run as _tournament_run
from ladder.cli import tournament_start as _tournament_start
from ladder.cli import tournament_view as _tournament_view
from ladder.cli.app import app

__all__ = ["COMMANDS", "app"]

COMMANDS = (
    _new,
    _play,
    _compare,
    _check,
    _submit,
    _login,
    _status,
    _connect,
    _ladder_run,
    _simulate,
    _ladder_purge,
    _backup,
    _leaderboard,
    _match,
    _match_request,
    _bot,
    _bot_diff,
    _bot_history,
    _bot_change,
    _remote,
    _rerate,
    _season,
    _season_view,
    _season_terms,
    _season_states,
    _stats,
    _owner,
    _token,
    _audit,
    _tournament,
    _tournament_run,
    _tournament_ladder,
    _tournament_start,
    _tournament_organise,
    _tournament_view,
    _tournament_logs,
    _games,
    _clocks,
    _components,
    _replay,
    _doctor,
    _referee,
)
"""Importing a command's file hangs it into the root, in the order of the imports."""
