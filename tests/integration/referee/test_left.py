"""Journals as a kill, a torn write or an editor may leave them."""

from __future__ import annotations

import pytest
from siurell.bot import Bot
from siurell.games.registry import game_named
from siurell.local import play_local
from siurell.match.dealer import commitment
from siurell.replay.read import read_journal, read_replay
from siurell.replay.write import ReplayWriter

from referee.config import RefereeError
from referee.folder import JournalFolder, KnownSession
from referee.journal import FileJournal, opening_lines
from referee.left import read_left
from referee.setup import MatchSetup

SEED = bytes(range(32))
GAME = game_named("finca")
SESSIONS = ("s1", "s2")


class First(Bot):
    def choose(self, view):
        return view.legal_moves[0]


@pytest.fixture(scope="module")
def played():
    """A match: its setup, its replay, and the whole of its journal."""
    match = play_local(GAME, [First, First], seed=SEED, match_id="m1", simulated=True)
    replay = read_replay(match.replay.data)
    setup = MatchSetup(GAME, replay.config, SEED, commitment("m1", SEED), ponder_off=True)
    writer = ReplayWriter(replay.config, GAME.rules_version, setup.commitment)
    lines = [*opening_lines(setup, SESSIONS), *map(writer.add, replay.records)]
    lines += match.replay.footer
    return setup, replay, match.replay, "".join(f"{line}\n" for line in lines).encode()


def test_left__a_whole_journal_is_the_match_with_its_end(played, tmp_path):
    setup, replay, finished, journal = played
    path = tmp_path / "m1.jsonl"
    path.write_bytes(journal)
    left = read_left(path)
    assert (left.setup, left.session_ids, left.records) == (setup, SESSIONS, replay.records)
    assert left.end == (replay.result, finished)


def test_left__cut_off_anywhere_it_is_what_was_whole(played, tmp_path):
    setup, replay, _, journal = played
    path = tmp_path / "m1.jsonl"
    two_lines = journal.index(b"\n", journal.index(b"\n") + 1) + 1
    for cut in [*range(0, len(journal), 97), *range(len(journal) - 260, len(journal))]:
        path.write_bytes(journal[:cut])
        left = read_left(path)
        if cut < two_lines:
            assert left is None
            assert not path.exists(), "nobody was told of this match"
            continue
        assert left.end is None
        assert left.setup == setup
        assert left.records == replay.records[: len(left.records)]
        whole = journal[: journal.rfind(b"\n", 0, cut) + 1]
        assert whole.startswith(journal[: left.size])
        file = FileJournal.take_up(path, left.size, keep=True)
        file.write(["one more"])
        file.abandon()
        taken_up = path.with_suffix(".broken").read_bytes()
        assert taken_up == journal[: left.size] + b"one more\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"by":"', b'"by":"another-'),
        (b'"seed":"00', b'"seed":"01'),
        (b'"sessions":["s1","s2"]', b'"sessions":["s1"]'),
        (b'"sessions":["s1","s2"]', b'"sessions":["s1",2]'),
        (b'"siurell":"journal"', b'"siurell":"diary"'),
        (b'"rules":"', b'"rules":"0'),
        (b'["c"', b'["q"'),
    ],
)
def test_left__what_does_not_hold_is_left_alone(played, tmp_path, old, new):
    path = tmp_path / "m1.jsonl"
    path.write_bytes(played[3].replace(old, new, 1))
    assert read_left(path) is None
    assert path.exists()


def test_left__a_file_of_others_is_left_alone(tmp_path):
    path = tmp_path / "notes.jsonl"
    path.write_text("not ours")
    assert read_left(path) is None
    assert path.exists()


def test_left__the_sdk_reads_a_journal_with_its_opening(played):
    assert read_journal(played[3]).records == played[1].records


@pytest.fixture
def folder(tmp_path):
    one = JournalFolder(tmp_path / "journals", keep=False)
    one.open()
    yield one
    one.close()


def test_folder__is_of_one_referee_until_it_closes_it(folder, tmp_path):
    second = JournalFolder(tmp_path / "journals", keep=False)
    with pytest.raises(RefereeError, match="Another referee"):
        second.open()
    folder.close()
    second.open()
    second.close()


def test_folder__knows_sessions_by_the_hash_of_their_tokens(folder, tmp_path):
    known = KnownSession("s1", "request", "bot", True, b"h" * 32)
    folder.keep_session(KnownSession("s1", "request", "bot", True, b"g" * 32))
    folder.keep_session(known)
    folder.keep_session(KnownSession("s2", "", "other", False, b"i" * 32))
    folder.forget_session("s2")
    sessions = tmp_path / "journals" / "sessions"
    (sessions / "s3").write_text('{"request":"","label"')
    (sessions / "s4").write_text('{"request":"","label":"","local":true,"token":"00"}')
    (sessions / "s5.new").write_text("")
    assert folder.left_sessions() == [known]
