"""`siurell tournament run`: tournaments of shipped bots, kept in folders and gone on with."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from ladder.store.locks import file_lock

FORMATS = {
    "swiss": ("greedy", "random", "greedy", "random", "random"),
    "round-robin": ("greedy", "random", "random"),
    "gauntlet": ("greedy", "random", "random", "--rounds", "2"),
    "elimination": ("greedy", "random", "random", "--third-place"),
    "double-elimination": ("random", "greedy", "random"),
}
PODS = {
    "swiss": ("greedy", "random", "random", "random", "random", "--rounds", "2"),
    "round-robin": ("greedy", "random", "random", "random"),
    "elimination": ("greedy", "random", "random", "random", "random"),
}
KINDS = [(name, ("--seats", "2", *words)) for name, words in FORMATS.items()]
KINDS += [(name, ("--seats", "3", *words)) for name, words in PODS.items()]
IDS = [f"{name} of {words[1]}" for name, words in KINDS]

CLOCK = ("--time", "60s/60s")
"""So long that nobody loses by it on a busy machine."""


def run(cli: Any, *words: object) -> dict[str, Any]:
    found = cli.json("tournament", "run", "farmini", *words, *CLOCK)
    assert isinstance(found, dict)
    return found


def test_tournament_run__swiss_of_two_seats(cli: Any) -> None:
    """A local entrant named twice enters twice; five rounds of six give everyone five pairings."""
    found = run(cli, "greedy", "greedy", *["random"] * 4, "--rounds", 5, "--seed", "a")
    lines = {line["bot"]: line for line in found["standings"]}
    assert set(lines) == {"greedy", "greedy-2", "random", "random-2", "random-3", "random-4"}
    assert {line["pairings"] for line in lines.values()} == {5}
    assert {line["matches"] for line in lines.values()} == {10}
    assert {found["standings"][0]["bot"], found["standings"][1]["bot"]} == {"greedy", "greedy-2"}
    assert found["status"] == "finished"
    assert found["settings"]["rule_year"] == 2024
    assert all(pairing["reason"] for round_ in found["rounds"] for pairing in round_["pairings"])
    assert run(cli, "greedy", "greedy", *["random"] * 4, "--rounds", 5, "--seed", "a") == found


def test_tournament_run__pods_of_three_seats(cli: Any) -> None:
    """S17: a summary with intervals comes from a log that only grows."""
    words = ("greedy", *["random"] * 5, "--seats", 3, "--rounds", 2, "--seed", "a", "--out", "ev")
    found = run(cli, *words)
    assert found["standings"][0]["bot"] == "greedy"
    assert found["standings"][0]["score"] == "4"
    assert {line["matches"] for line in found["standings"]} == {6}
    total = found["crosstable"]["totals"]["greedy"]
    assert total["interval"] is not None and total["blocks"] == 2
    log = Path("ev/log.jsonl").read_bytes()
    assert run(cli, *words) == found
    assert Path("ev/log.jsonl").read_bytes() == log
    kinds = [json.loads(line)["event"] for line in log.splitlines()]
    assert (kinds[0], kinds[-1], kinds.count("block reported")) == ("created", "finished", 4)


@pytest.mark.parametrize(("name", "words"), KINDS, ids=IDS)
def test_tournament_run__goes_on_wherever_it_was_stopped(
    cli: Any, name: str, words: tuple[str, ...]
) -> None:
    """S01, S02, S03, S05: stopped at any byte of log or manifest, it ends with the same log, no
    match twice, and what was played but not reported yet is reported from where it was kept."""
    command = ("--format", name, *words, "--seed", "7", "--out")
    table = run(cli, *command, "whole")["standings"]
    log = Path("whole/log.jsonl").read_bytes()
    manifest = Path("whole/manifest.jsonl").read_bytes()
    matches = manifest.count(b"\n")
    for step in (0, 1, 2, 3):
        shutil.copytree("whole", f"cut{step}")
        kept = len(manifest) * step // 4
        # A block is in the log only when its matches are in the manifest.
        reported = _blocks_within(log, manifest[:kept])
        Path(f"cut{step}/log.jsonl").write_bytes(log[: max(0, reported - 5 * step)])
        Path(f"cut{step}/manifest.jsonl").write_bytes(manifest[:kept])
        before = manifest[:kept].count(b"\n")
        assert run(cli, *command, f"cut{step}")["standings"] == table
        assert Path(f"cut{step}/log.jsonl").read_bytes() == log
        after = Path(f"cut{step}/manifest.jsonl").read_bytes().splitlines()
        assert len(after) == matches, f"{before} were kept"
        assert len({json.loads(line)["match"] for line in after}) == matches


def _blocks_within(log: bytes, manifest: bytes) -> int:
    """How much of the log could be written when no more than this manifest was."""
    whole = manifest.rpartition(b"\n")[0]
    known = {json.loads(line)["match"] for line in whole.splitlines()}
    length = 0
    for line in log.splitlines(keepends=True):
        values = json.loads(line)
        if values["event"] == "block reported":
            round_, run_, pairing, block, _ = values["key"]
            assert run_ == 1
            ids = {
                f"farmini-r{round_}-p{pairing}-b{block}-m{number}"
                for number in range(1, len(values["matches"]) + 1)
            }
            if not ids <= known:
                return length
        length += len(line)
    return length


def test_tournament_run__a_replay_that_proves_nothing_is_played_again(cli: Any) -> None:
    """S07: what counts carries where it was played, and is proved before it is taken up."""
    words = ("greedy", "random", "--format", "round-robin", "--seed", "7", "--out", "ev")
    found = run(cli, *words)
    log = Path("ev/log.jsonl").read_bytes()
    Path("ev/log.jsonl").write_bytes(b"".join(log.splitlines(keepends=True)[:2]))
    first = json.loads(Path("ev/manifest.jsonl").read_text().splitlines()[0])
    assert first["worker"] == "this process"
    path = Path("ev", first["file"])
    data = gzip.decompress(path.read_bytes())
    path.write_bytes(gzip.compress(data.replace(b"greedy", b"Greedy")))
    assert run(cli, *words) == found
    assert Path("ev/log.jsonl").read_bytes() == log
    assert len(Path("ev/manifest.jsonl").read_text().splitlines()) == 3
    assert cli("replay", "verify", "--all", "ev").exit_code == 0


def test_tournament_run__gauntlet_shares_seeds_within_a_round(cli: Any) -> None:
    """S13: all opponents of a round get the same seeds; S11: other rounds get others."""
    run(cli, *FORMATS["gauntlet"], "--format", "gauntlet", "--seed", "7", "--out", "ev")
    seeds: dict[str, set[str]] = {}
    for line in map(json.loads, Path("ev/manifest.jsonl").read_text().splitlines()):
        replay = cli.json("replay", "show", Path("ev", line["file"]))
        seeds.setdefault(line["match"].split("-")[1], set()).add(replay["seed"])
    assert [len(found) for found in seeds.values()] == [1, 1]
    assert len(set.union(*seeds.values())) == 2


def test_tournament_run__dry_run_says_what_would_be_played(cli: Any) -> None:
    words = ("greedy", "random", "search", "--format", "round-robin", "--jobs", "1", "--dry-run")
    plan = run(cli, *words, "--out", "ev")
    assert plan["matches"] == {"least": 6, "most": 6}
    assert plan["estimated_seconds"] == {"least": 720, "most": 720}
    assert len(plan["schedule"]) == 3
    assert not Path("ev").exists()
    text = cli("tournament", "run", "farmini", *words).stdout
    assert "6 matches" in text and "About 2 min at 1 match a time" in text


def test_tournament_run__prints_table_crosstable_and_bracket(cli: Any) -> None:
    found = cli("tournament", "run", "farmini", *FORMATS["swiss"], "--seed", "a")
    assert found.exit_code == 0
    assert "decided by" in found.stdout and "against all" in found.stdout
    assert "rules of 2024" in found.stdout
    words = (*FORMATS["double-elimination"], "--format", "double-elimination", "--seed", "a")
    bracket = cli("tournament", "run", "farmini", *words).stdout
    assert "W2.1" in bracket and "not needed" in bracket
    assert max(map(len, bracket.splitlines())) <= 80


REFUSED = {
    "too few": ("greedy",),
    "none": (),
    "too many seats": ("greedy", "random", "--seats", "3"),
    "rounds that follow": ("greedy", "random", "--format", "round-robin", "--rounds", "2"),
    "too many rounds": ("greedy", "random", "--rounds", "2"),
    "more rounds than an even number allows": (
        *("greedy", "random", "greedy", "random", "--rounds", "4"),
    ),
    "a third place without a bracket": ("greedy", "random", "--third-place"),
    "no such game": ("--game", "chess"),
    "three seats knocked out twice": (
        *("greedy", "random", "random", "--seats", "3", "--format", "double-elimination"),
    ),
    "no such clock": ("greedy", "random", "--time", "slow"),
    "no such option": ("greedy", "random", "--option", "goats=2"),
    "no such bot": ("greedy", "nobody"),
    "no such tie-break": ("greedy", "random", "--tie-breaks", "luck"),
    "no such challenger": ("greedy", "random", "--format", "gauntlet", "--challenger", "search"),
    "tie-breaks of a bracket": (
        "greedy",
        "random",
        "--format",
        "elimination",
        "--tie-breaks",
        "wins",
    ),
    "a year without rules": ("greedy", "random", "--rule-year", "1999"),
    "lots without a seed": ("greedy", "random", "--lots"),
}


@pytest.mark.parametrize("words", REFUSED.values(), ids=REFUSED.keys())
def test_tournament_run__refuses_in_a_sentence(cli: Any, words: tuple[str, ...]) -> None:
    cli.refused("tournament", "run", "farmini", *words, "--out", "ev")
    assert not Path("ev").exists()


def test_tournament_run__an_odd_number_allows_one_round_more_than_an_even_one(cli: Any) -> None:
    for bots, rounds in ((4, 3), (5, 5)):
        words = (*["random"] * bots, "--rounds", rounds, "--dry-run")
        assert run(cli, *words)["rounds"] == {"least": rounds, "most": rounds}
        said = cli.refused(
            "tournament", "run", "farmini", *["random"] * bots, "--rounds", rounds + 1
        )
        assert f"there can be 1 to {rounds}" in said


def test_tournament_run__refuses_a_folder_of_another_tournament(cli: Any) -> None:
    run(cli, "greedy", "random", "--out", "ev", "--seed", "7")
    before = {path: path.read_bytes() for path in Path("ev").rglob("*") if path.is_file()}
    for words, what in (
        (("greedy", "greedy", *CLOCK), "its settings or its entrants are others"),
        (("greedy", "random", *CLOCK, "--seed", "8"), "its seed is another"),
        (("greedy", "random", *CLOCK, "--blocks", "3"), "its settings or its entrants are others"),
        (("greedy", "random", "--time", "30s/30s"), "its time is another"),
    ):
        said = cli.refused("tournament", "run", "farmini", *words, "--out", "ev")
        assert "another tournament" in said and what in said
    Path("full").mkdir()
    Path("full/letter.txt").write_text("mine")
    assert "other files" in cli.refused("tournament", "run", "farmini", "greedy", "random",
                                        "--out", "full")  # fmt: skip
    assert {path: path.read_bytes() for path in Path("ev").rglob("*") if path.is_file()} == before


def test_tournament_run__refuses_a_bot_whose_files_have_changed(cli: Any) -> None:
    """A resumed tournament whose versions are gone is refused, and nothing has changed."""
    assert cli("new", "mybot", "--game", "farmini").exit_code == 0
    Path("ev").mkdir()
    words = ("tournament", "run", "farmini", "mybot", "random", "--out", "ev", "--seed", "7")
    # Began, and was stopped before the first match.
    from siurell.match.profiles import clock_of

    from ladder.cli.tournament_field import field_of
    from ladder.cli.tournament_folder import opened
    from ladder.domain.tournaments.admission import create
    from ladder.domain.tournaments.entrants import ranked
    from ladder.domain.tournaments.settings import Format, Settings

    field = field_of(
        ("mybot", "random"), Path(), game="farmini", options={}, time=clock_of("blitz"), jobs=1
    )
    created = create(
        "farmini", Settings(Format.SWISS), ranked([(name, name) for name in field.bots])
    )
    with opened(Path("ev"), created, field, "7", "fresh") as (book, _):
        assert book.seed_text == "7"
    bot = Path("mybot/bot.py")
    bot.write_text(bot.read_text() + "\n# changed\n")
    assert "files have changed" in cli.refused(*words)


def test_tournament_run__two_at_once_in_one_folder_are_refused(cli: Any) -> None:
    run(cli, "greedy", "random", "--out", "ev", "--seed", "7")
    with file_lock(Path("ev/.lock")):
        said = cli.refused("tournament", "run", "farmini", "greedy", "random", "--out", "ev")
    assert "just now" in said


def test_verify_all__tells_which_replay_does_not_hold(cli: Any) -> None:
    run(cli, "greedy", "random", "--out", "ev", "--seed", "7")
    assert cli.json("replay", "verify", "--all", "ev") == {
        "ok": True, "held": 2, "failed": {}, "unlisted": [],
    }  # fmt: skip
    first, second = Path("ev/manifest.jsonl").read_text().splitlines()
    values = json.loads(first)
    for name, other in (
        ("scores", [99, 1]),
        ("seats", ["random", "greedy"]),
        ("digest", "0" * 64),
        ("file", json.loads(second)["file"]),
        ("file", "../elsewhere"),
        ("file", "replays/gone.siu.gz"),
    ):
        changed = json.dumps(values | {name: other})
        Path("ev/manifest.jsonl").write_text(f"{changed}\n{second}\n")
        said = cli.refused("replay", "verify", "--all", "ev")
        assert said.startswith("1 of 2 replays do not hold; the first is farmini-r1-p1-b1-m1")
    cli.refused("replay", "verify", "--all", "nowhere")


def test_tournament_run__any_bytes_are_a_seed_and_draw_lots(cli: Any) -> None:
    words = ("greedy", "random", "--lots", "--seed", "\udcff")
    assert run(cli, *words) == run(cli, *words, "--out", "t")


@pytest.mark.parametrize("words", [(), ("farmini",)])
def test_tournament_run__without_bots_says_how_a_tournament_is_begun(cli: Any, words: Any) -> None:
    said = cli.refused("tournament", "run", *words)
    assert "needs bots" in said and "Next: siurell tournament run " in said


def test_tournament_run__a_log_that_was_edited_is_told_and_left_as_it_is(cli: Any) -> None:
    words = ("greedy", "random", "--format", "round-robin", "--seed", "7", "--out", "ev")
    run(cli, *words)
    log = Path("ev/log.jsonl")
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    for at, name, odd in ((0, "entrants", 3), (1, "round", "one"), (2, "key", [1, 1, "x", 1, 0])):
        edited = [dict(line, **{name: odd}) if at == n else line for n, line in enumerate(lines)]
        text = "".join(json.dumps(line) + "\n" for line in edited)
        log.write_text(text)
        said = cli.refused("tournament", "run", "farmini", *words, *CLOCK)
        assert "it was edited or is damaged" in said
        assert log.read_text() == text
