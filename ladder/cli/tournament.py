"""`siurell tournament`: events of many rounds between bots."""

from __future__ import annotations

from ladder.cli.app import command_group

group = command_group(
    "tournament", "Play tournaments: Swiss, round robins, pods, brackets.", "The ladder"
)
