"""What a command tells one to type next is what helps where one is."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("words", "step"),
    [
        (["play", "finca"], "siurell play finca greedy random"),
        (["play", "finca", "greedy"], "siurell play finca greedy random"),
        (["play", "finca", "mybot"], "siurell play finca mybot greedy"),
        (["play", "mybot", "greedy"], "siurell play finca mybot greedy"),
        (["play", "greedy"], "siurell play finca greedy random"),
        (["play", "mybot", "--vs", "search"], "siurell play finca mybot search"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_play__a_line_up_that_lacks_something_is_completed(cli, words, step) -> None:
    assert cli("new", "mybot").exit_code == 0
    said = cli.refused(*words)
    assert said.endswith(f"Next: {step}\n")
    lacking = step.removeprefix("siurell ").split()
    assert cli(*lacking, "--time", "5 parsecs").stderr.startswith("`5 parsecs` is no time control")


@pytest.mark.parametrize(
    "words", [["play", "finca", "mybot", "random"], ["check", "mybot"], ["submit", "mybot/"]]
)
def test_bot__named_in_its_own_folder(cli, monkeypatch, words) -> None:
    assert cli("new", "mybot").exit_code == 0
    monkeypatch.chdir(cli.desk / "mybot")
    assert "in here it is called `.`" in cli.refused(*words)


def test_submit__asks_for_an_opponent_until_there_is_one(cli) -> None:
    assert "Next: siurell submit random\n" in cli("submit", "greedy").stdout
    assert "Next: siurell ladder run" in cli("submit", "random").stdout


def test_submit__a_folder_of_other_things_is_called_no_bot(cli) -> None:
    for number in range(1_001):
        (cli.desk / f"{number}.txt").touch()
    assert "This folder holds no siurell.toml" in cli.refused("submit")
    (cli.desk / "siurell.toml").touch()
    assert "Next: siurell submit FOLDER" in cli.refused("submit")


def test_leaderboard__sends_one_to_the_ladder_before_the_first_match(cli) -> None:
    assert "Next: siurell submit greedy\n" in cli("leaderboard").stdout
    cli("submit", "greedy")
    assert "Next: siurell ladder run" in cli("leaderboard").stdout


def test_match_list__tells_no_match_from_none_that_fits(cli) -> None:
    assert "No match has been played yet" in cli("match", "list").stdout
    assert "Next: siurell match list\n" in cli("match", "list", "--cause", "timeout").stdout


def test_replay_show__takes_the_match_that_play_named(cli) -> None:
    found = cli.json("play", "finca", "random", "greedy", "--seed", 7)
    match = found["matches"][0]["match_id"]
    assert f"match {match}\n" in cli("replay", "show", match, "--no-boards").stdout
    cli.refused("replay", "show", f"../plays/{match}")


@pytest.mark.parametrize("name", ["../evil", "greedy", "Greedy", "human"])
def test_bot_remote__a_name_that_cannot_be_is_given_without_an_option(cli, name) -> None:
    said = cli.refused("bot", "remote", name, "--game", "finca")
    assert "--name" not in said
    assert said.endswith("Next: siurell bot remote OTHER_NAME, with the same options\n")


def test_bot_show__a_remote_bot_that_is_offline_is_to_be_connected(cli) -> None:
    assert cli("bot", "remote", "mine", "--game", "finca").exit_code == 0
    assert "Next: siurell connect BOT --to HOST:PORT" in cli("bot", "show", "mine").stdout


def test_ladder_run__a_rule_of_suspension_is_shown_as_it_is_written(cli) -> None:
    said = cli.refused("ladder", "run", "--suspend", "often")
    assert said.endswith("Next: siurell ladder run --suspend 50/8/20\n")


@pytest.mark.parametrize(
    ("words", "step"),
    [
        (["season", "show", "nowhere"], "siurell season list"),
        (["leaderboard", "nowhere"], "siurell season list"),
        (["check", "/nowhere"], "siurell new mybot --game finca"),
        (["check", "hers"], "siurell new hers --game finca"),
        (["check", "greedi"], "the same with greedy"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_unknown__season_or_bot_leads_to_those_there_are_or_to_a_new_one(cli, words, step) -> None:
    assert cli.refused(*words).endswith(f"Next: {step}\n")


def test_results__lead_on_to_what_tells_more(cli) -> None:
    bots = ("greedy", "random")
    for bot in bots:
        assert cli("submit", bot).exit_code == 0
    made = cli("tournament", "create", "cup", "finca", *bots, "--format", "elimination")
    assert made.exit_code == 0, made.output
    for words, step in (
        (("rerate",), "siurell leaderboard"),
        (("rerate", "finca"), "siurell leaderboard finca"),
        (("tournament", "bracket", "cup"), "siurell tournament standings cup"),
        (("tournament", "standings", "cup"), "siurell tournament crosstable cup"),
        (
            ("tournament", "crosstable", "cup"),
            "siurell tournament export cup --as csv --out cup.csv",
        ),
    ):
        run = cli(*words)
        assert run.exit_code == 0, run.output
        assert run.stdout.endswith(f"Next: {step}\n"), run.stdout
        assert cli(*step.split()[1:]).exit_code == 0, step
