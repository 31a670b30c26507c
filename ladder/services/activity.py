"""Whether a bot plays: its version that does is chosen, retired, withdrawn or activated here.

A bot that plays no more keeps its rating, and its place in the table, where it is marked inactive;
nothing decays.
"""

from __future__ import annotations

from dataclasses import dataclass

from siurell.errors import LadderError
from sqlmodel import Session, col, select

from ladder.domain.ids import match_name, version_label
from ladder.domain.names import check_remark
from ladder.domain.states import MatchState, VersionState, may_become
from ladder.services.arena import Arena
from ladder.services.attempts import give_up_for_good
from ladder.services.audit import audit
from ladder.services.counting import next_number
from ladder.services.descent import inherit
from ladder.services.finding import find_bot, version_named
from ladder.services.quotas import check_active_quota
from ladder.services.seasons import season_of
from ladder.services.suspensions import end_suspensions
from ladder.store.tables import BotRow, MatchRow, SeasonRow, SeatRow, VersionRow


@dataclass(frozen=True, slots=True)
class Retired:
    """A bot that plays no more: its versions that did or would have, and what was called off."""

    bot: str
    versions: tuple[int, ...]
    called_off: tuple[str, ...] = ()


def retire(arena: Arena, name: str) -> Retired:
    """Let a bot play no more; what is drawn already is played to its end and counts.

    Of a remote bot that is only what is being played: the rest would wait for it in vain.

    A version that waits for its check is retired too. Raises `LadderError`: ``UNKNOWN_BOT``,
    ``NOT_YOURS``, ``NOT_ACTIVE``.
    """
    with arena.db.write() as session:
        bot = find_bot(session, name)
        arena.actor.require_own(bot.owner_id, f"retire {bot.name}")
        versions = _retire_or_refuse(session, bot)
        audit(session, arena, "bot.retire", f"bot {bot.name}", versions=list(versions))
        return Retired(bot.name, versions)


def withdraw(arena: Arena, name: str) -> Retired:
    """As `retire`, and matches of it that are not being played are called off.

    These are void and nobody's fault; the other matches of their blocks keep their results. What a
    worker has is played to its end and counts, so that nobody leaves to escape a defeat. In a solo
    season all that is drawn is played: a round without one of its matches would count for nobody.
    """
    with arena.db.write() as session:
        bot = find_bot(session, name)
        arena.actor.require_own(bot.owner_id, f"withdraw {bot.name}")
        versions = _retire_or_refuse(session, bot)
        called_off = _call_off(session, arena, bot)
        audit(
            session,
            arena,
            "bot.withdraw",
            f"bot {bot.name}",
            versions=list(versions),
            called_off=list(called_off),
        )
        return Retired(bot.name, versions, called_off)


def activate(arena: Arena, word: str) -> str:
    """Let a version play, ``BOT@N``, or the one that played last, ``BOT``; its label.

    It goes on from its own standing. Raises `LadderError`: ``UNKNOWN_BOT``, ``UNKNOWN_VERSION``,
    ``NOT_YOURS``, ``WRONG_STATE`` when it plays already or never passed a check, ``QUOTA``.
    """
    with arena.db.write() as session:
        bot, version = _version_to_activate(session, word)
        arena.actor.require_own(bot.owner_id, f"activate {bot.name}")
        label = version_label(bot.name, version.number)
        _refuse_unfit(version, label)
        check_active_quota(session, arena, bot)
        version.submission = next_number(session, "submission")
        put_in_place(session, arena, version)
        audit(session, arena, "bot.activate", f"bot {bot.name}", version=version.number)
        return label


def set_note(arena: Arena, word: str, text: str) -> str:
    """Say something else of a version, ``BOT@N`` or the one of ``BOT`` that plays; its label."""
    note = check_remark(text, "A note")
    with arena.db.write() as session:
        bot, version = version_named(session, word)
        arena.actor.require_own(bot.owner_id, f"change the note of {bot.name}")
        note_within(session, arena, version, note)
        return version_label(bot.name, version.number)


def note_within(session: Session, arena: Arena, version: VersionRow, note: str) -> None:
    """Say something else of a version, in the caller's transaction."""
    bot = session.get_one(BotRow, version.bot_id)
    before, version.note = version.note, note
    session.add(version)
    audit(
        session,
        arena,
        "bot.note",
        f"bot {bot.name}",
        version=version.number,
        before=before,
        after=note,
    )


def active_version(session: Session, bot_id: int) -> VersionRow | None:
    """The version of a bot that plays."""
    return session.exec(
        select(VersionRow).where(
            VersionRow.bot_id == bot_id, VersionRow.state == VersionState.ACTIVE.value
        )
    ).first()


def put_in_place(session: Session, arena: Arena, version: VersionRow) -> None:
    """Let this version play instead of the one that does, from where that one stands now."""
    active = active_version(session, version.bot_id)
    if active is not None and active.id != version.id:
        move_version(active, VersionState.RETIRED)
        session.add(active)
        session.flush()
    move_version(version, VersionState.ACTIVE)
    session.add(version)
    end_suspensions(session, version.id, arena.now())
    inherit(session, version)


def move_version(version: VersionRow, state: VersionState) -> None:
    """Change a version's state; a step that the table of states has not is a bug."""
    if not may_become(VersionState(version.state), state):
        raise AssertionError(f"a version does not go from {version.state} to {state.value}")
    version.state = state.value


def retire_within(session: Session, bot: BotRow) -> tuple[int, ...]:
    """Retire the versions of a bot that play or wait for their check; their numbers."""
    rows = session.exec(
        select(VersionRow)
        .where(
            VersionRow.bot_id == bot.id,
            col(VersionRow.state).in_([VersionState.ACTIVE.value, VersionState.PENDING.value]),
        )
        .order_by(col(VersionRow.number))
    ).all()
    for row in rows:
        move_version(row, VersionState.RETIRED)
        session.add(row)
    session.flush()
    return tuple(row.number for row in rows)


def _retire_or_refuse(session: Session, bot: BotRow) -> tuple[int, ...]:
    versions = retire_within(session, bot)
    if not versions:
        raise LadderError(
            f"{bot.name} plays no more already; `siurell bot activate {bot.name}` lets it play"
            " again.",
            reason="NOT_ACTIVE",
        )
    return versions


def _call_off(session: Session, arena: Arena, bot: BotRow) -> tuple[str, ...]:
    """Call off the matches of a bot that wait to be played, but for those of solo seasons."""
    matches = session.exec(
        select(MatchRow)
        .join(SeatRow, col(SeatRow.match_id) == MatchRow.id)
        .join(VersionRow, col(VersionRow.id) == SeatRow.version_id)
        .where(VersionRow.bot_id == bot.id, MatchRow.state == MatchState.QUEUED.value)
        .order_by(col(MatchRow.id))
        .distinct()
    ).all()
    solo = {row.id for row in session.exec(select(SeasonRow)).all() if season_of(row).solo}
    called_off = [match for match in matches if match.season_id not in solo]
    for match in called_off:
        give_up_for_good(session, match, arena.now(), f"{bot.name} was withdrawn.")
    return tuple(match_name(match.id) for match in called_off)


def _version_to_activate(session: Session, word: str) -> tuple[BotRow, VersionRow]:
    """The version that is named, or the one of the bot that played last."""
    if "@" in word:
        return version_named(session, word)
    bot = find_bot(session, word)
    version = session.exec(
        select(VersionRow)
        .where(VersionRow.bot_id == bot.id, col(VersionRow.checked_at).is_not(None))
        .where(col(VersionRow.state).in_([VersionState.ACTIVE.value, VersionState.RETIRED.value]))
        .order_by(col(VersionRow.submission).desc())
        .limit(1)
    ).first()
    if version is None:
        raise LadderError(
            f"{bot.name} has no version that passed its check; type `siurell bot show {bot.name}`.",
            reason="UNKNOWN_VERSION",
        )
    return bot, version


def _refuse_unfit(version: VersionRow, label: str) -> None:
    if version.state == VersionState.ACTIVE.value:
        raise LadderError(
            f"{label} plays already; type `siurell leaderboard`.", reason="WRONG_STATE"
        )
    if version.state != VersionState.RETIRED.value or version.checked_at is None:
        raise LadderError(
            f"{label} has not passed a check; submit its folder again: `siurell submit FOLDER`.",
            reason="WRONG_STATE",
        )
