"""Replays: `write` them while a match is played, `read` them, `verify` them by playing again.

What stands in one is told in `siurell.replay.format`.
"""
