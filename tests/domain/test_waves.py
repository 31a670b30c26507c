"""Sound bots that fail all at once raise an alarm about the machine (complaint F20)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ladder.domain.waves import BOTS, SOUND, WINDOW, FaultWatch

BOTS_OF_A_LADDER = [f"bot{number}@1" for number in range(6)]


def after_sound_matches(*bots: str) -> FaultWatch:
    watch = FaultWatch()
    for bot in bots:
        for _ in range(SOUND):
            assert watch.take([bot], []) == ()
    return watch


def test_f20__three_sound_bots_that_fail_within_a_few_matches_are_a_wave() -> None:
    """F20: alarm when many seats fail on one host."""
    watch = after_sound_matches("a", "b", "c")
    assert watch.take(["a", "b"], ["a"]) == ()
    assert watch.take(["b", "c"], ["b"]) == ()
    assert watch.take(["c", "a"], ["c", "a"]) == ("a", "b", "c")
    assert watch.take(["c", "a"], ["c", "a"]) == ()


def test_f20__all_in_one_match_are_a_wave() -> None:
    """F20"""
    assert after_sound_matches("a", "b", "c").take(["a", "b", "c"], ["c", "b", "a"]) == (
        "a", "b", "c",
    )  # fmt: skip


def test_one_bot__that_fails_always_is_none() -> None:
    watch = after_sound_matches("a", "b")
    assert all(watch.take(["bad", "a"], ["bad"]) == () for _ in range(50))


def test_bots__that_never_played_a_sound_match_are_none() -> None:
    watch = FaultWatch()
    assert all(watch.take([bot], [bot]) == () for bot in BOTS_OF_A_LADDER * 5)


def test_faults__far_apart_are_none() -> None:
    watch = after_sound_matches("a", "b", "c")
    for bot in ("a", "b", "c"):
        assert watch.take([bot], [bot]) == ()
        assert all(watch.take(["other"], []) == () for _ in range(WINDOW))


@given(
    st.lists(
        st.lists(st.tuples(st.sampled_from(BOTS_OF_A_LADDER), st.booleans()), max_size=4,
                 unique_by=lambda seat: seat[0]),
        max_size=60,
    )
)  # fmt: skip
def test_wave__names_bots_that_failed_and_was_told_once(
    matches: list[list[tuple[str, bool]]],
) -> None:
    watch = FaultWatch()
    failed: list[str] = []
    for match in matches:
        faulted = [bot for bot, fault in match if fault]
        failed += faulted
        wave = watch.take([bot for bot, _ in match], faulted)
        assert not wave or len(wave) >= BOTS
        assert set(wave) <= set(failed)
        if wave:
            failed = []
