"""One seat's stream: how a bot's process talks to a referee.

`process` is the way in. `playing` holds what a bot does with each message and opens nothing;
`connection` holds the stream and knows no bot.
"""
