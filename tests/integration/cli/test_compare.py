"""`siurell compare` with shipped bots: verdicts, JSON, folders that it goes on with, refusals."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from ladder.cli.compare_progress import watched
from ladder.cli.compare_words import standing
from ladder.domain.comparison import Terms
from ladder.domain.judges import LeadJudge, PairJudge
from ladder.domain.sprt import Sprt
from ladder.store.locks import file_lock

CLOCK = ("--time", "60s/60s")
"""So long that nobody loses by it on a busy machine."""
BETTER = ("greedy", "random", "--pool", "builtin:random", "--game", "farmini", *CLOCK)


def run(cli: Any, *words: object) -> dict[str, Any]:
    found = cli.json("compare", *words)
    assert isinstance(found, dict)
    return found


def test_compare__greedy_is_better_than_random(cli: Any) -> None:
    """R22: promoted as soon as that is sure, with all of the evidence."""
    found = run(cli, *BETTER, "--seed", "a")
    assert (found["verdict"], found["stopped"]) == ("promote", False)
    evidence = found["evidence"]
    assert 0 <= evidence["interval"][0] <= evidence["lead"] <= evidence["interval"][1]
    assert evidence["better"] >= evidence["better_needed"] == pytest.approx(20)
    assert found["blocks"] < 60 and found["matches"] == 4 * found["blocks"]
    assert found["shares"]["candidate"] - found["shares"]["baseline"] == pytest.approx(
        evidence["lead"]
    )
    assert found["faults"] == {"candidate": {}, "baseline": {}, "random": {}}
    assert found["test"] == {"kind": "leads", "margin": 0.05, "alpha": 0.05, "beta": 0.05}
    assert run(cli, *BETTER, "--seed", "a") == found


def test_compare__in_words_within_80_columns(cli: Any) -> None:
    found = cli("compare", *BETTER, "--seed", "a", "--max-blocks", 6, "--out", "c")
    assert found.exit_code == 0, found.output
    assert "undecided: Neither can be said yet." in found.stdout
    assert "candidate           greedy" in found.stdout
    assert "blocks              6 of at most 6" in found.stdout
    assert "Next: siurell replay verify --all c" in found.stdout
    lines = found.stderr.splitlines()
    assert [line.split(":")[0] for line in lines[:2]] == ["1 block", "2 blocks"]
    assert len(lines) == 6 and all("lead" in line for line in lines)
    assert max(map(len, found.output.splitlines())) <= 80
    assert cli("replay", "verify", "--all", "c").exit_code == 0


def test_compare__goes_on_wherever_it_was_stopped(cli: Any) -> None:
    """Stopped at any byte of the manifest, it comes to the same, and plays no match twice."""
    words = (*BETTER, "--seed", "a", "--max-blocks", 7, "--out")
    whole = run(cli, *words, "whole")
    manifest = Path("whole/manifest.jsonl").read_bytes()
    for step in (0, 1, 3):
        shutil.copytree("whole", f"cut{step}")
        Path(f"cut{step}/manifest.jsonl").write_bytes(manifest[: len(manifest) * step // 4])
        assert run(cli, *words, f"cut{step}") == whole
        after = Path(f"cut{step}/manifest.jsonl").read_text().splitlines()
        assert len({json.loads(line)["match"] for line in after}) == len(after) == 28


@pytest.mark.parametrize(
    "line", ["5", "[]", "{}", '{"match": ["a"]}', '{"match": "a", "seats": 1}']
)
def test_compare__a_manifest_that_was_edited_is_refused(cli: Any, line: str) -> None:
    words = (*BETTER, "--seed", "a", "--max-blocks", 1, "--out", "c")
    run(cli, *words)
    for name in ("manifest.jsonl", "voids.jsonl"):
        known = Path("c", name).read_text()
        Path("c", name).write_text(f"{known}{line}\n")
        assert "was edited or is damaged" in cli.refused("compare", *words)
        Path("c", name).write_text(known)


def test_compare__any_bytes_are_a_seed(cli: Any) -> None:
    words = (*BETTER, "--seed", "\udcff", "--max-blocks", 1)
    assert run(cli, *words) == run(cli, *words, "--out", "c")


def test_compare__may_be_given_more_blocks(cli: Any) -> None:
    words = (*BETTER, "--seed", "a", "--out", "c")
    run(cli, *words, "--max-blocks", 3)
    known = Path("c/manifest.jsonl").read_bytes()
    more = run(cli, *words, "--max-blocks", 5)
    assert Path("c/manifest.jsonl").read_bytes().startswith(known)
    assert more == run(cli, *BETTER, "--seed", "a", "--max-blocks", 5)


def test_compare__three_seats_by_places(cli: Any) -> None:
    words = ("greedy", "random", "--pool", "random,search", "--game", "farmini", "--seats", 3)
    found = run(cli, *words, *CLOCK, "--by", "places", "--max-blocks", 1, "--seed", "a")
    assert (found["blocks"], found["matches"]) == (1, 6)
    assert found["measure"] == "places"
    assert set(found["bots"]) == {"candidate", "baseline", "random", "search"}


def test_compare__by_pairs(cli: Any) -> None:
    """S08: candidate against baseline by pairs, as chess engines are developed."""
    words = ("greedy", "random", "--game", "farmini", *CLOCK, "--seed", "a")
    found = run(cli, *words, "--sprt", "0,400")
    assert found["verdict"] == "promote" and found["evidence"]["pairs"]["WW"] > 1
    assert found["evidence"]["log_ratio"] >= found["evidence"]["bounds"][1]
    assert found["matches"] == 2 * found["blocks"] == 2 * sum(found["evidence"]["pairs"].values())
    shown = cli("compare", *words, "--sprt", "0,400", "--elo", "logistic").stdout
    assert "promote: The pairs speak for a lead of 400 Elo rather than 0." in shown
    assert "log ratio" in shown and "WW" in shown


def test_compare__the_same_bot_twice_tries_the_test_itself(cli: Any) -> None:
    words = ("random", "random", "--pool", "greedy", "--game", "farmini", "--max-blocks", 2)
    found = cli("compare", *words, *CLOCK)
    assert found.exit_code == 0
    assert "the same bot" in found.stderr
    assert "lead                0.0 %" in found.stdout


def test_compare__exit_codes(cli: Any) -> None:
    """A comparison that came to its end is a success, unless the verdict is asked for."""
    few = ("--max-blocks", 1, "--exit-code")
    assert cli("compare", *BETTER, *few[:2]).exit_code == 0
    assert cli("compare", *BETTER, *few).exit_code == 4
    worse = ("random", "greedy", "--pool", "greedy", "--margin", 0.8, *BETTER[4:])
    found = cli("compare", *worse, "--exit-code", "--seed", "a")
    assert found.exit_code == 3, found.output
    assert "not better than the baseline by 80 % or more" in found.stdout


def test_compare__pool_in_a_file(cli: Any) -> None:
    Path("pool.txt").write_text("# who else plays\nsearch\nrandom  # weak\n\n")
    words = ("greedy", "greedy", "--game", "farmini", "--pool", "pool.txt", "--max-blocks", 0)
    assert "max-blocks" in cli.refused("compare", *words)
    words = ("greedy", "random", "--pool", "pool.txt", "--seats", 4, "--game", "farmini")
    assert "needs 3 opponents, and the pool holds 2" in cli.refused("compare", *words)
    Path("sub").mkdir()
    assert cli("new", "sub/mine", "--game", "farmini").exit_code == 0
    Path("sub/pool.txt").write_text("mine\n")
    words = ("greedy", "random", "--pool", "sub/pool.txt", "--seats", 3, "--game", "farmini")
    assert "needs 2 opponents, and the pool holds 1" in cli.refused("compare", *words)
    Path("sub/pool.txt").write_bytes(b"\xff\xfe")
    assert "no text with a bot a line" in cli.refused("compare", *words)


def test_compare__writes_nothing_into_the_folder_of_a_bot(cli: Any) -> None:
    assert cli("new", "mine", "--game", "farmini").exit_code == 0
    said = cli.refused("compare", "mine", "random", "--pool", "greedy", "--out", "mine/c")
    assert "--out c" in said and not Path("mine/c").exists()


def test_compare__the_shipped_bots_but_those_compared_are_the_pool(cli: Any) -> None:
    words = ("greedy", "random", "--game", "farmini", "--seats", 3)
    assert "needs 2 opponents, and the pool holds 1" in cli.refused("compare", *words)


NO_POOL = ("greedy", "random", "--game", "farmini")
REFUSED = {
    "no game": ("greedy", "random"),
    "no such game": ("greedy", "random", "--game", "chess"),
    "no such bot": (*NO_POOL[:1], "nobody", *NO_POOL[2:]),
    "no such bot in the pool": (*NO_POOL, "--pool", "search,nobody"),
    "an empty pool": (*NO_POOL, "--pool", ","),
    "a pool too small": (*NO_POOL, "--pool", "search", "--seats", "3"),
    "the candidate in the pool": (*NO_POOL, "--pool", "greedy"),
    "a bot twice in the pool": (*NO_POOL, "--pool", "search,builtin:search"),
    "too many seats": (*NO_POOL, "--seats", "5"),
    "no such clock": (*NO_POOL, "--time", "slow"),
    "no such option": (*NO_POOL, "--option", "goats=2"),
    "a bad option": (*NO_POOL, "--option", "goats"),
    "more jobs than cores": (*NO_POOL, "--jobs", "64"),
    "a margin that is none": (*NO_POOL, "--margin", "1.5"),
    "an error rate that is none": (*NO_POOL, "--alpha", "0.5"),
    "bounds that are none": (*NO_POOL, "--sprt", "5"),
    "bounds upside down": (*NO_POOL, "--sprt", "5,0"),
    "bounds and a margin": (*NO_POOL, "--sprt", "0,5", "--margin", "0.1"),
    "bounds and a pool": (*NO_POOL, "--sprt", "0,5", "--pool", "search"),
    "bounds and three seats": (*NO_POOL, "--sprt", "0,5", "--seats", "3"),
    "no such measure": (*NO_POOL, "--by", "luck"),
    "a version without an arena": ("mybot@3", *NO_POOL[1:]),
}


@pytest.mark.parametrize("words", REFUSED.values(), ids=REFUSED.keys())
def test_compare__refuses_in_a_sentence(cli: Any, words: tuple[str, ...]) -> None:
    cli.refused("compare", *words, "--out", "c")
    assert not Path("c").exists() and not cli.home.exists()


def test_compare__refuses_a_folder_of_another_comparison(cli: Any) -> None:
    run(cli, *BETTER, "--seed", "a", "--max-blocks", 1, "--out", "c")
    before = {path: path.read_bytes() for path in Path("c").rglob("*") if path.is_file()}
    for words, what in (
        (("--margin", 0.1), "it is decided by another test"),
        (("--pool", "search"), "a bot of it was another"),
        (("--seed", "b"), "its seed is another"),
        (("--by", "places"), "its measure is another"),
        (("--time", "30s/30s"), "its time is another"),
        (("--seats", 3, "--pool", "random,search"), "its seats are others"),
    ):
        said = cli.refused("compare", *BETTER, *words, "--out", "c")
        assert "another comparison" in said and what in said
    with file_lock(Path("c/.lock")):
        assert "just now" in cli.refused("compare", *BETTER, "--out", "c")
    Path("full").mkdir()
    Path("full/letter.txt").write_text("mine")
    assert "other files" in cli.refused("compare", *BETTER, "--out", "full")
    assert {path: path.read_bytes() for path in Path("c").rglob("*") if path.is_file()} == before


def test_compare__versions_of_the_ladder_are_named_with_their_number(cli: Any) -> None:
    assert cli("submit", "greedy").exit_code == 0
    words = ("greedy@1", "random", "--pool", "random", *BETTER[4:], "--max-blocks", 1)
    found = run(cli, *words)
    assert found["bots"]["candidate"] == {"shipped": "greedy"}
    assert "has no version 7" in cli.refused("compare", "greedy@7", *words[1:])


def test_compare__a_remote_version_is_refused(cli: Any) -> None:
    """It would remember a seed that it has met."""
    assert cli("bot", "remote", "faraway", "--game", "farmini").exit_code == 0
    said = cli.refused("compare", "faraway@1", "random", "--game", "farmini")
    assert "may remember seeds" in said and "tournament" not in said


def test_watched__lines_become_fewer(capsys: pytest.CaptureFixture[str]) -> None:
    judge = LeadJudge(Terms())
    with watched(judge, 200) as show:
        for _ in range(200):
            judge.take([[0.5], [0.5]])
            show()
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "1 block: lead 0.0 % (-98.9 to +98.9)"
    assert 8 < len(lines) < 45


def test_standing__fits_behind_a_bar() -> None:
    leads, pairs = LeadJudge(Terms()), PairJudge(Sprt(-1500, 1500))
    for _ in range(3):
        leads.take([[0.0, 0.0], [1.0, 1.0]])
        pairs.take([[0.0, 0.0]])
    pairs.take([[0.5, 0.0]])
    assert standing(leads) == "lead -100.0 % (-100.0 to +65.3)"
    assert max(len(standing(leads)), len(standing(pairs))) <= 40
