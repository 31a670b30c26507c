"""Components of one's own on the command line: checked, played with, told apart in replays."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

PLAY = ("play", "farmini", "greedy", "random", "--seed", 7)


@pytest.fixture
def mine(cli) -> Path:
    """A file of one's own on the desk: cornfields are worth two points."""
    shipped = cli("components", "show", "farmini").stdout
    path = cli.desk / "mine.toml"
    path.write_text(shipped.replace("corn_points = 1", "corn_points = 2"))
    return Path("mine.toml")


def digest_of(cli, path: Path) -> str:
    return cli.json("components", "check", path)["digest"]


def test_components__the_shipped_file_is_shown_as_it_lies_there(cli) -> None:
    path = cli.desk / "shipped.toml"
    path.write_text(cli("components", "show", "farmini").stdout)
    said = cli("components", "check", path).stdout
    assert "they are the shipped ones" in said
    assert cli.json("components", "check", path) == {
        "ok": True, "game": "farmini", "digest": "", "mistakes": [],
    }  # fmt: skip


def test_components__a_good_file_is_told_its_digest(cli, mine) -> None:
    said = cli("components", "check", mine).stdout
    assert said.startswith("mine.toml can replace the components of farmini.\n")
    digest = re.findall(r"^digest ([0-9a-f]{64})$", said, re.MULTILINE)
    assert digest == [digest_of(cli, mine)]
    assert said.endswith("Next: siurell play farmini greedy random --components mine.toml\n")


def test_components__mistakes_are_told_a_line_each(cli, mine) -> None:
    text = mine.read_text().replace("corn_points = 2", "corn_points = -2")
    mine.write_text(text.replace("display = 4", "display = true"))
    result = cli("components", "check", mine)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines() == [
        "farmini: [constants], field `display`: must be 4, not true.",
        "farmini: [constants], field `corn_points`: must be a whole number from 0 to 9, not -2.",
        "Next: mend the file, then siurell components check mine.toml",
    ]
    printed = cli("components", "check", mine, "--json")
    assert printed.exit_code == 2
    assert '"ok": false' in printed.stdout
    assert "must be 4, not true." in printed.stdout
    assert cli(*PLAY, "--components", mine).exit_code == 2
    assert not cli.home.exists()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"format = 1\nbox = = 3\n", "is not TOML: Invalid value (at line 2, column 7)."),
        (b"format = 1\n", "its field `game` must be the name of a game."),
        (b'game = "chess"\n', "no game called `chess`"),
        (b'game = "finca"\n', "components of finca are as they are"),
        (b'game = "\xff"\n', "no text in UTF-8"),
        (b"game = " + b"[" * 5_000, "a list too deep"),
        (b"x = " + b"9" * 5_000, "a number is too long"),
        (b"# long\n" * 150_000, "at most 1000000 characters"),
        (b"# long\n" * 800_000, "at most 1000000 characters"),
        (None, "No such file or directory"),
    ],
    ids=lambda value: ascii(value)[:24],
)
def test_components__what_is_no_components_file(cli, content, sentence) -> None:
    if content is not None:
        (cli.desk / "mine.toml").write_bytes(content)
    assert sentence in cli.refused("components", "check", "mine.toml")


def test_components__of_another_game_than_named(cli, mine) -> None:
    said = cli("components", "check", mine, "--game", "finca")
    assert "components of finca are as they are" in said.stderr
    assert "components of finca are as they are" in cli.refused("components", "show", "finca")
    assert "no game called `chess`" in cli.refused("components", "show", "chess")
    said = cli.refused("play", "finca", "greedy", "random", "--components", mine)
    assert "components of finca are as they are" in said
    said = cli.refused("play", "la_granja", "greedy", "random", "--components", mine)
    assert said == (
        "mine.toml holds components of farmini, not of la_granja.\n"
        "Next: siurell components show la_granja > my_la_granja.toml\n"
    )
    result = cli("components", "check", mine, "--game", "la_granja", "--json")
    assert json.loads(result.stdout)["mistakes"] == [said.splitlines()[0]]


@pytest.mark.process
def test_play__with_components_of_ones_own(cli, mine) -> None:
    found = cli.json(*PLAY, "--games", 4, "--components", mine, "--jobs", 2)
    assert found["components"] == digest_of(cli, mine)
    assert [match["causes"] for match in found["matches"]] == [["game_rules"] * 2] * 4
    shipped = cli.json(*PLAY, "--games", 4)
    assert shipped["components"] == ""
    scores = [[match["scores"] for match in one["matches"]] for one in (found, shipped)]
    assert scores[0] != scores[1]


def test_play__tells_what_reads_the_replay(cli, mine) -> None:
    said = cli(*PLAY, "--components", mine, "--no-boards").stdout
    assert "Next: siurell replay show last --components mine.toml, or many" in said
    said = cli("replay", "show", "last", "--components", mine, "--no-boards").stdout
    assert said.endswith("Next: siurell replay verify last --components mine.toml\n")


def test_replay__is_proved_with_its_components_alone(cli, mine) -> None:
    cli.json(*PLAY, "--components", mine)
    assert cli.json("replay", "verify", "--components", mine)["ok"]
    digest = digest_of(cli, mine)
    for command in ("show", "verify"):
        said = cli.refused("replay", command)
        assert f"their file has to be named: its digest is {digest}." in said
        assert said.endswith(f"Next: siurell replay {command} last --components FILE\n")
    mine.write_text(mine.read_text().replace("animal_points = 1", "animal_points = 2"))
    said = cli.refused("replay", "verify", "--components", mine)
    assert f"digest {digest}, and the file that was named has {digest_of(cli, mine)}." in said


def test_replay__with_the_shipped_components_wants_no_file(cli, mine) -> None:
    cli.json(*PLAY)
    said = cli.refused("replay", "verify", "--components", mine)
    assert "is read without a file" in said
    assert said.endswith("Next: siurell replay verify last\n")
    cli.json("play", "finca", "greedy", "random", "--seed", 7)
    said = cli.refused("replay", "verify", "--components", mine)
    assert "is of finca, and it was to be read by the rules of farmini" in said


def test_play__a_bot_in_a_folder_has_the_shipped_components(cli, mine) -> None:
    assert cli("new", "mybot", "--game", "farmini").exit_code == 0
    said = cli.refused("play", "farmini", "mybot", "random", "--components", mine)
    assert "Only shipped bots can play with components of one's own" in said
    assert said.endswith("Next: siurell play farmini greedy random --components mine.toml\n")


def test_components__of_la_granja(cli) -> None:
    path = Path("granja.toml")
    shipped = cli("components", "show", "la_granja").stdout
    path.write_text(shipped.replace("start_vp = 1", "start_vp = 70"))
    found = cli.json("play", "la_granja", "random", "random", "--seed", 7, "--components", path)
    assert min(found["matches"][0]["scores"]) >= 70
    assert cli.json("replay", "verify", "last", "--components", path)["ok"]
    path.write_text(shipped.replace("[[card]]\nnumber = 17\n", "[[card]]\nnumber = 18\n"))
    assert cli("components", "check", path).stderr.splitlines()[:2] == [
        "la_granja: [[card]] 18, field `number`: must be a number of its own; 18 stands here"
        " before.",
        "la_granja: [[card]], field `number`: must be each number from 1 to 66 once; 17 is"
        " missing.",
    ]
