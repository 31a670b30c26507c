"""`siurell games`: the games there are, their seats, options and rules."""

from __future__ import annotations

from siurell.games.base import Game

from ladder.cli.app import AsJson, app
from ladder.cli.output import console, print_json, say, table


@app.command(rich_help_panel="The rest")
def games(json: AsJson = False) -> None:
    """List the games: seats, seasons of the ladder, options, version of the rules."""
    from siurell.games.registry import games as all_games

    found = all_games()
    if json:
        print_json([_as_json(game) for game in found])
        return
    rows = [
        (
            game.name,
            f"{game.min_seats}-{game.max_seats}",
            ", ".join(_seasons(game)),
            game.rules_version,
        )
        for game in found
    ]
    console().print(table(("game", "seats", "seasons", "rules version"), rows))
    for game in found:
        options = [
            (option.name, ", ".join(option.values), option.rule)
            for option in game.options
            if len(option.values) > 1
        ]
        if options:
            columns = (f"{game.name}: option", "values, the default first", "rule")
            console().print(table(columns, options))
    say("The rules stand in docs/rules/, what a bot sees of each game in docs/games.md.")
    say(f"Next: siurell new mybot --game {found[0].name}")


def _seasons(game: Game) -> list[str]:
    from ladder.domain.seasons import default_seasons_of

    return [season.name for season in default_seasons_of(game)]


def _as_json(game: Game) -> dict[str, object]:
    return {
        "name": game.name,
        "min_seats": game.min_seats,
        "max_seats": game.max_seats,
        "seasons": _seasons(game),
        "rules_version": game.rules_version,
        "options": [
            {
                "name": option.name,
                "values": list(option.values),
                "default": option.default,
                "rule": option.rule,
            }
            for option in game.options
        ],
    }
