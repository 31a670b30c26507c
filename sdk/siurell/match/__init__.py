"""The rules of a match, whoever drives it: `core` first, and what it is made of.

Nothing here reads a clock, opens a file or knows a game; see `siurell.match.core`.
"""
