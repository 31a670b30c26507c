"""Positions for people: as text here in `siurell.draw.text`, one file per game."""
