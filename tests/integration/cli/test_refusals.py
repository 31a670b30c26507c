"""Bad input: one sentence, the next command, exit code 2, and nothing half-written."""

from __future__ import annotations

import gzip
import os
import random
import sqlite3
from pathlib import Path

import pytest

from ladder.cli.checking import check_version
from ladder.domain.batch import ShippedBot
from ladder.services.arena import open_arena
from ladder.services.schedule import next_batch
from ladder.services.seasons import season_named
from ladder.services.submit import pending, set_checked, submit
from ladder.store.home import Home


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["play", "chess", "greedy", "random"], "no game called `chess`"),
        (["play", "finca", "greedy"], "2 to 4 seats, not 1"),
        (["play", "finca", *["random"] * 5], "2 to 4 seats, not 5"),
        (["play", "finca", "greedi", "random"], "did you mean `greedy`?"),
        (["play", "finca", "builtin:serch", "random"], "did you mean `search`?"),
        (["play", "finca", "zzz", "random"], "no folder and no shipped bot"),
        (["play", "finca", "a\nb", "random"], "`a\\nb` is no folder and no shipped bot"),
        (
            ["compare", "greedy", "random", "--game", "finca", "--pool", "a\nb"],
            "`a\\nb` is no folder and no",
        ),
        (["compare", "a\nb@1", "random", "--game", "finca"], "so nobody knows a\\nb@1."),
        (["submit", "a\nb"], "There is no folder or archive a\\nb;"),
        (["play", "finca", "human", "random"], "A person cannot take a seat yet"),
        (["play", "finca", "greedy", "random", "--time", "5 parsecs"], "no time control"),
        (["play", "finca", "greedy", "random", "--option", "wind=strong"], "no option `wind`"),
        (["play", "finca", "greedy", "random", "--option", "edition=gold"], "no value of edition"),
        (["play", "finca", "greedy", "random", "--option", "edition"], "written NAME=VALUE"),
        (
            ["play", "finca", "greedy", "random", *("--option", "a=1") * 2],
            "The option a is given twice",
        ),
        (["tournament", "run", "finca", "--format", "swis"], "'--format': 'swis' is not one of"),
        (["play"], "There is no siurell.toml in this folder"),
        (["new", "mybot", "--game", "chess"], "no game called `chess`"),
        (["new", "last"], "cannot name a bot"),
        (["new", "with blank"], "cannot name a bot"),
        (["check"], "holds no siurell.toml"),
        (["check", "greedi"], "did you mean `greedy`?"),
        (["submit"], "holds no siurell.toml"),
        (["submit", "nothing-here"], "no folder or archive nothing-here"),
        (["submit", "builtin:greedi"], "did you mean `greedy`?"),
        (["leaderboard", "chess"], "no season `chess`; there is finca"),
        (["match", "list", "--season", "chess"], "no season `chess`"),
        (["rerate", "chess"], "no season `chess`"),
        (["ladder", "run", "--season", "chess"], "no season `chess`"),
        (["ladder", "run", "--season", "finca"], "two bots for finca, and there is none"),
        (["play", "finca", "greedy", "--seats", "1"], "2 to 4 seats, not 1"),
        (["play", "finca", "greedy", "--seats", "5"], "2 to 4 seats, not 5"),
        (["play", "finca", "greedy", "random", "random", "--seats", "2"], "3 bots do not fit"),
        (["match", "show", "m_7"], "no match `m_7`"),
        (["match", "show", "seven"], "names no match"),
        (["match", "list", "--cause", "boredom"], "no cause; there is game_rules"),
        (["match", "list", "--bot", "nobody"], "no bot `nobody`"),
        (["bot", "show", "nobody"], "no bot `nobody`"),
        (["bot", "logs", "nobody"], "no bot `nobody`"),
        (["replay", "show", "last"], "No match has been played here yet"),
        (["replay", "verify", "nothing.siu.gz"], "There is no replay nothing.siu.gz"),
        (["replay", "show", "m_3"], "no match `m_3`"),
        (["ladder", "run", "--blocks", "1"], "needs two bots that play the same game"),
        (["referee", "serve"], "needs an address"),
        (["referee", "serve", "--tcp", "127.0.0.1:65536"], "write `host:port`"),
        (["referee", "serve", "--tcp", "127.0.0.1:\u0663"], "write `host:port`"),
        (["referee", "serve", "--tcp", ":7443"], "write `host:port`"),
        (["play", "finca", "x" * 300, "random"], "File name too long"),
        (["play", "finca", "random", "random", "--time", ""], "no time control"),
        (["play", "finca", "random", "random", "--games", "9" * 30], "--games"),
        (["submit", "x" * 5000], "File name too long"),
        (["replay", "show", "x" * 300], "File name too long"),
        (["new", "/dev/null/mybot"], "/dev/null"),
        (["match", "list", "--limit", "9" * 30], "--limit"),
        (["bot", "logs", "nobody", "--limit", "9" * 30], "--limit"),
        (["ladder", "run", "--blocks", "9" * 30], "--blocks"),
        (["--home", "", "bot", "list"], "--home names no folder"),
        (["--home", "~nobody-of-this-name/x", "bot", "list"], "no user of that name"),
        (["play", "finca", "\x1b[31m\udcff\rred", "random"], "`\\x1b[31m\\udcff\\rred`"),
    ],
    ids=lambda value: ascii(" ".join(value))[:60] if isinstance(value, list) else "",
)
def test_refusal__says_what_is_wrong_and_what_to_type(cli, words, sentence) -> None:
    assert sentence in cli.refused(*words)
    assert list(cli.desk.iterdir()) == []


def test_new__an_existing_folder_stays_as_it_is(cli) -> None:
    folder = cli.desk / "mybot"
    folder.mkdir()
    (folder / "bot.py").write_text("mine")
    assert "exists already; nothing was written" in cli.refused("new", "mybot")
    assert [path.name for path in cli.desk.rglob("*")] == ["mybot", "bot.py"]
    assert (folder / "bot.py").read_text() == "mine"


def test_play__a_folder_without_its_entry_file(cli) -> None:
    assert cli("new", "mybot").exit_code == 0
    (cli.desk / "mybot" / "bot.py").unlink()
    for command in (["play", "finca", "mybot", "random"], ["check", "mybot"], ["submit", "mybot"]):
        assert "starts `bot.py`, and there is no such file" in cli.refused(*command)
    assert cli.json("bot", "list") == []


def test_play__a_folder_without_a_manifest(cli) -> None:
    (cli.desk / "empty").mkdir()
    assert "holds no siurell.toml" in cli.refused("play", "finca", "empty", "random")


def _outward(folder: Path) -> None:
    (folder / "data").symlink_to("/etc/passwd")


def _looped(folder: Path) -> None:
    (folder / "data").symlink_to("data")


def _piped(folder: Path) -> None:
    os.mkfifo(folder / "data")


def _huge(folder: Path) -> None:
    with (folder / "data").open("wb") as file:
        file.truncate(50 << 30)


def _many(folder: Path) -> None:
    for number in range(1_001):
        (folder / str(number)).touch()


def _manifest_piped(folder: Path) -> None:
    (folder / "siurell.toml").unlink()
    os.mkfifo(folder / "siurell.toml")


def _manifest_looped(folder: Path) -> None:
    (folder / "siurell.toml").unlink()
    (folder / "siurell.toml").symlink_to("siurell.toml")


def _manifest_without_end(folder: Path) -> None:
    (folder / "siurell.toml").unlink()
    (folder / "siurell.toml").symlink_to("/dev/zero")


def _manifest_nested(folder: Path) -> None:
    (folder / "siurell.toml").write_text("name = " + "[" * 10_000)


@pytest.mark.parametrize(
    "spoil",
    [
        _outward,
        _looped,
        _piped,
        _huge,
        _many,
        _manifest_piped,
        _manifest_looped,
        _manifest_without_end,
        _manifest_nested,
    ],
)
def test_folder__what_submit_refuses_play_and_check_refuse_too(cli, spoil) -> None:
    """H15: the rules of packaging are told at home, in the same words as by the ladder."""
    assert cli("new", "mybot").exit_code == 0
    spoil(cli.desk / "mybot")
    said = {
        cli.refused(*command).splitlines()[0]
        for command in (
            ["play", "finca", "mybot", "random"],
            ["check", "mybot"],
            ["submit", "mybot"],
        )
    }
    assert len(said) == 1
    assert cli.json("bot", "list") == []


def test_check__a_name_that_the_ladder_would_not_take(cli) -> None:
    assert cli("new", "mybot").exit_code == 0
    (cli.desk / "mybot" / "siurell.toml").write_text('name = "Greedy"\ngames = ["finca"]\n')
    for command in ("check", "submit"):
        said = cli.refused(command, "mybot")
        assert "name of a bot that comes with Siurell" in said
        assert "Next: siurell submit --name NAME" in said


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("name = ", "not TOML"),
        ('name = "x"\ngames = ["chess"]', "no game called `chess`"),
        ('name = "x"\ngames = ["finca"]\ncommnd = ["a"]', "no field `commnd`"),
    ],
)
def test_play__a_manifest_that_is_wrong(cli, text, sentence) -> None:
    assert cli("new", "mybot").exit_code == 0
    (cli.desk / "mybot" / "siurell.toml").write_text(text)
    assert sentence in cli.refused("play", "finca", "mybot", "random")


def test_submit__the_name_of_a_shipped_bot_is_taken(cli) -> None:
    assert cli("new", "mybot").exit_code == 0
    assert "name of a bot that comes with Siurell" in cli.refused(
        "submit", "mybot", "--name", "greedy"
    )
    assert cli.json("bot", "list") == []


@pytest.fixture
def replay(cli) -> Path:
    words = ["play", "finca", "random", "random", "--seed", "7", "--replays", "replays"]
    assert cli(*words, "--json").exit_code == 0
    (path,) = (cli.desk / "replays").iterdir()
    return path


def test_replay__cut_off(cli, replay) -> None:
    replay.write_bytes(replay.read_bytes()[:-40])
    for command in ("show", "verify"):
        assert "cut off" in cli.refused("replay", command, replay)


def test_replay__edited(cli, replay) -> None:
    content = gzip.decompress(replay.read_bytes()).replace(b'"game":"finca"', b'"game":"Finca"')
    data = gzip.compress(content, mtime=0)
    replay.write_bytes(replay.read_bytes()[:10] + data[10:])
    said = cli.refused("replay", "verify", replay)
    assert "digest" in said or "changed" in said


def test_replay__of_other_rules(cli, replay, monkeypatch) -> None:
    from siurell.games.finca.game import Finca

    monkeypatch.setattr(Finca, "rules_version", "finca-99")
    said = cli.refused("replay", "show", replay)
    assert "finca-99" in said
    assert "release" in said


def test_replay__no_replay_at_all(cli) -> None:
    (cli.desk / "x.siu.gz").write_bytes(b"nothing of the kind")
    cli.refused("replay", "show", "x.siu.gz")


def test_replay_verify__another_digest_than_was_told(cli, replay) -> None:
    said = cli.refused("replay", "verify", replay, "--digest", "ab" * 32)
    assert said.startswith("This replay does not hold. Its digest is ")
    assert said.count("does not hold") == 1
    assert "ab" * 32 in said


def test_replay__of_an_unfinished_block_is_sealed(cli) -> None:
    with open_arena(Home(cli.home)) as arena:
        for name in ("random", "greedy"):
            set_checked(arena, submit(arena, ShippedBot(name)).id, True, "")
        assert pending(arena) == []
        season = season_named(arena, "finca")
        next_batch(arena, [season], worker="test", rng=random.Random(1), max_blocks=1)
    assert "sealed until all matches of its block" in cli.refused("replay", "show", "m_1")
    assert "sealed" in cli("match", "show", "m_1").stdout
    assert cli.json("match", "show", "m_1")["replay"] is None


def test_ladder_run__a_second_one_is_refused_and_names_the_first(cli) -> None:
    with Home(cli.home).create().lock("ladder"):
        assert "process" in cli.refused("ladder", "run", "--blocks", "1")


def test_ladder_run__one_bot_alone(cli) -> None:
    assert cli("submit", "greedy").exit_code == 0
    said = cli.refused("ladder", "run", "--blocks", "1")
    assert "there is only greedy" in said
    assert "Next: siurell submit random" in said


def test_ladder_run__bots_that_share_no_game(cli) -> None:
    for game in ("finca", "farmini"):
        cli("new", f"my_{game}", "--game", game)
        with open_arena(Home(cli.home)) as arena:
            set_checked(arena, submit(arena, Path(f"my_{game}")).id, True, "")
    said = cli.refused("ladder", "run", "--blocks", "1")
    assert "two bots that play the same game, and there is only my_finca for finca." in said
    said = cli("leaderboard", "farmini").stdout
    assert said.startswith("farmini: 1 bot ")


def test_home__is_a_file(cli, tmp_path) -> None:
    cli.home.write_text("")
    for command in (["leaderboard"], ["submit", "greedy"], ["bot", "list"]):
        cli.refused(*command)
    cli.refused("play", "finca", "random", "random")
    assert cli.home.read_text() == ""


def test_home__a_database_of_a_newer_version(cli) -> None:
    assert cli("submit", "greedy").exit_code == 0
    home = Home(cli.home)
    with sqlite3.connect(home.database) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    before = home.database.read_bytes()
    assert "newer" in cli.refused("leaderboard")
    assert home.database.read_bytes() == before


def test_home__that_is_not_there_yet_is_made_by_the_first_command(cli) -> None:
    result = cli("leaderboard")
    assert result.exit_code == 0
    assert "No bot is on the ladder yet" in result.stdout
    assert cli.home.stat().st_mode & 0o077 == 0


def test_check__what_another_command_found_meanwhile_holds(cli) -> None:
    with open_arena(Home(cli.home)) as arena:
        waiting = submit(arena, ShippedBot("greedy"))
        set_checked(arena, waiting.id, False, "the other one")
        assert check_version(arena, waiting, None).check_report == "the other one"


def test_ladder_run__checks_first_what_was_submitted_and_left(cli) -> None:
    with open_arena(Home(cli.home)) as arena:
        submit(arena, ShippedBot("greedy"))
    result = cli("ladder", "run", "--blocks", "1")
    assert "greedy@1 was still to be checked: it is active now." in result.stderr
    assert "there is only greedy" in result.stderr
