"""A bot on its author's machine: run here, playing at a referee elsewhere.

`relay` says what goes to whom and opens nothing; `bot` runs the bot and holds its line to us;
`seat` holds the line to the referee and looks for it again when it broke.
"""
