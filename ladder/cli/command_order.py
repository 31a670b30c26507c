"""The commands in the order in which one meets them, which is that of the help.

Within a group those that are used most come first, and those that end something last.
"""

from __future__ import annotations

from typing import Final

ORDER: Final = {
    "siurell": (
        *("new", "play", "compare", "check", "submit"),
        *("login", "logout", "status", "connect", "clocks"),
        *("tournament", "ladder", "leaderboard", "match", "bot", "rerate", "season", "stats"),
        *("owner", "token", "audit"),
        *("games", "components", "replay", "doctor", "referee"),
    ),
    "tournament": (
        *("run", "create", "start", "list", "watch", "standings", "crosstable", "bracket", "logs"),
        *("pause", "resume", "replay-round", "withdraw", "export"),
    ),
    "ladder": ("run", "backup", "restore", "purge", "simulate"),
    "match": ("list", "show", "request"),
    "bot": (
        *("list", "show", "logs", "history", "diff", "note", "remote", "give"),
        *("resume", "activate", "retire", "withdraw"),
    ),
    "season": (
        *("list", "show", "create", "set", "freeze", "open", "close"),
        *("export", "import"),
    ),
    "stats": ("variance", "owners"),
    "owner": ("list", "show", "add", "set", "defaults", "disable", "enable"),
    "token": ("issue", "list", "revoke"),
    "components": ("show", "check"),
    "replay": ("show", "save", "verify"),
    "referee": ("serve", "certificate"),
}
"""The names of the commands of each group."""
