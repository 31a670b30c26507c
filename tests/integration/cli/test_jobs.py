"""More matches at a time than this machine has cores for."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    "words", [("ladder", "run", "--blocks", 1), ("play", "finca", "random", "random")]
)
def test_t05__more_jobs_than_cores_are_refused(cli, words, monkeypatch) -> None:
    """T05: bots of one match would take time from those of another."""
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 5})
    said = cli.refused(*words, "--jobs", 3)
    assert "--jobs 3 is more than the 2 cores that can be used here" in said
    assert "The most is --jobs 2." in said
    assert not cli.home.exists(), "nothing was begun"
