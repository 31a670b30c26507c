"""First tables."""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Move the schema on."""
    op.create_table(
        "bot",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("key", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("created_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name=op.f("ck_bot_name_length")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bot")),
        sa.UniqueConstraint("key", name=op.f("uq_bot_key")),
    )
    op.create_table(
        "counter",
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.CheckConstraint("value >= 0", name=op.f("ck_counter_value_not_negative")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_counter")),
    )
    op.create_table(
        "season",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("game", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seat_counts", sa.JSON(), nullable=False),
        sa.Column("time", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("startup_us", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("beta", sa.Float(), nullable=False),
        sa.Column("tau", sa.Float(), nullable=False),
        sa.Column("draw_probability", sa.Float(), nullable=False),
        sa.Column("created_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.CheckConstraint("beta > 0", name=op.f("ck_season_beta_positive")),
        sa.CheckConstraint(
            "draw_probability > 0 AND draw_probability < 1", name=op.f("ck_season_draws_possible")
        ),
        sa.CheckConstraint("sigma > 0", name=op.f("ck_season_sigma_positive")),
        sa.CheckConstraint("startup_us > 0", name=op.f("ck_season_startup_positive")),
        sa.CheckConstraint("tau >= 0", name=op.f("ck_season_tau_not_negative")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_season")),
        sa.UniqueConstraint("name", name=op.f("uq_season_name")),
    )
    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_season_game"), ["game"], unique=False)

    op.create_table(
        "batch",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("issues", sa.Integer(), nullable=False),
        sa.Column("created_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.CheckConstraint("seats >= 1", name=op.f("ck_batch_seats_counts")),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name=op.f("fk_batch_season_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batch")),
    )
    with op.batch_alter_table("batch", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_batch_season_id"), ["season_id"], unique=False)

    op.create_table(
        "version",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("digest", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("shipped", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("command", sa.JSON(), nullable=False),
        sa.Column("submission", sa.Integer(), nullable=False),
        sa.Column("state", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("check_report", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("submitted_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("checked_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.CheckConstraint(
            "state IN ('pending', 'active', 'rejected', 'retired')",
            name=op.f("ck_version_state_known"),
        ),
        sa.CheckConstraint("length(digest) = 64", name=op.f("ck_version_digest_length")),
        sa.CheckConstraint("number >= 1", name=op.f("ck_version_number_counts")),
        sa.ForeignKeyConstraint(["bot_id"], ["bot.id"], name=op.f("fk_version_bot_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_version")),
        sa.UniqueConstraint("bot_id", "digest", name=op.f("uq_version_bot_id_digest")),
        sa.UniqueConstraint("bot_id", "number", name=op.f("uq_version_bot_id_number")),
        sa.UniqueConstraint("submission", name=op.f("uq_version_submission")),
    )
    with op.batch_alter_table("version", schema=None) as batch_op:
        batch_op.create_index(
            "ix_version_one_active",
            ["bot_id"],
            unique=True,
            sqlite_where=sa.text("state = 'active'"),
            postgresql_where=sa.text("state = 'active'"),
        )
        batch_op.create_index(batch_op.f("ix_version_state"), ["state"], unique=False)

    op.create_table(
        "batch_entrant",
        sa.Column("batch_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["batch_id"], ["batch.id"], name=op.f("fk_batch_entrant_batch_id")),
        sa.ForeignKeyConstraint(
            ["version_id"], ["version.id"], name=op.f("fk_batch_entrant_version_id")
        ),
        sa.PrimaryKeyConstraint("batch_id", "place", name=op.f("pk_batch_entrant")),
        sa.UniqueConstraint(
            "batch_id", "version_id", name=op.f("uq_batch_entrant_batch_id_version_id")
        ),
    )
    op.create_table(
        "block",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("batch_id", sa.Integer(), nullable=False),
        sa.Column("seed", sa.LargeBinary(length=32), nullable=False),
        sa.CheckConstraint("length(seed) = 32", name=op.f("ck_block_seed_length")),
        sa.ForeignKeyConstraint(["batch_id"], ["batch.id"], name=op.f("fk_block_batch_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_block")),
        sa.UniqueConstraint("seed", name=op.f("uq_block_seed")),
    )
    with op.batch_alter_table("block", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_block_batch_id"), ["batch_id"], unique=False)

    op.create_table(
        "format_count",
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.CheckConstraint("matches >= 0", name=op.f("ck_format_count_matches_not_negative")),
        sa.ForeignKeyConstraint(
            ["season_id"], ["season.id"], name=op.f("fk_format_count_season_id")
        ),
        sa.ForeignKeyConstraint(
            ["version_id"], ["version.id"], name=op.f("fk_format_count_version_id")
        ),
        sa.PrimaryKeyConstraint("season_id", "version_id", "seats", name=op.f("pk_format_count")),
    )
    op.create_table(
        "standing",
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("faults", sa.Integer(), nullable=False),
        sa.Column("last_batch", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "matches >= 0 AND faults BETWEEN 0 AND matches", name=op.f("ck_standing_counts_sound")
        ),
        sa.CheckConstraint("sigma > 0", name=op.f("ck_standing_sigma_positive")),
        sa.CheckConstraint("wins BETWEEN 0 AND 12 * matches", name=op.f("ck_standing_wins_sound")),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name=op.f("fk_standing_season_id")),
        sa.ForeignKeyConstraint(
            ["version_id"], ["version.id"], name=op.f("fk_standing_version_id")
        ),
        sa.PrimaryKeyConstraint("season_id", "version_id", name=op.f("pk_standing")),
    )
    with op.batch_alter_table("standing", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_standing_version_id"), ["version_id"], unique=False)

    op.create_table(
        "version_game",
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("game", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.ForeignKeyConstraint(
            ["version_id"], ["version.id"], name=op.f("fk_version_game_version_id")
        ),
        sa.PrimaryKeyConstraint("version_id", "game", name=op.f("pk_version_game")),
    )
    with op.batch_alter_table("version_game", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_version_game_game"), ["game"], unique=False)

    op.create_table(
        "match",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("block_id", sa.Integer(), nullable=False),
        sa.Column("rotation", sa.Integer(), nullable=False),
        sa.Column("state", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("aborts", sa.Integer(), nullable=False),
        sa.Column("worker", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("lease_until", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.Column("report_no", sa.Integer(), nullable=True),
        sa.Column("started_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.Column("ended_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.Column("digest", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("grade", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("reason", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("rating_kept", sa.Boolean(), nullable=False),
        sa.CheckConstraint(
            "(state = 'reported') = (report_no IS NOT NULL)",
            name=op.f("ck_match_reported_is_numbered"),
        ),
        sa.CheckConstraint(
            "(state = 'running') = (lease_until IS NOT NULL)",
            name=op.f("ck_match_running_has_lease"),
        ),
        sa.CheckConstraint(
            "state != 'running' OR worker IS NOT NULL", name=op.f("ck_match_running_has_worker")
        ),
        sa.CheckConstraint(
            "state IN ('queued', 'running', 'reported', 'void')", name=op.f("ck_match_state_known")
        ),
        sa.CheckConstraint("attempt >= 1", name=op.f("ck_match_attempt_counts")),
        sa.ForeignKeyConstraint(["block_id"], ["block.id"], name=op.f("fk_match_block_id")),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name=op.f("fk_match_season_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match")),
        sa.UniqueConstraint("block_id", "rotation", name=op.f("uq_match_block_id_rotation")),
        sa.UniqueConstraint("report_no", name=op.f("uq_match_report_no")),
    )
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.create_index("ix_match_season_report", ["season_id", "report_no"], unique=False)
        batch_op.create_index("ix_match_state_lease", ["state", "lease_until"], unique=False)

    op.create_table(
        "attempt",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("state", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("worker", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("issued_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("ended_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.Column("detail", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("late_report", sa.JSON(none_as_null=True), nullable=True),
        sa.CheckConstraint(
            "state IN ('running', 'reported', 'aborted', 'lost')",
            name=op.f("ck_attempt_state_known"),
        ),
        sa.CheckConstraint("number >= 1", name=op.f("ck_attempt_number_counts")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_attempt_match_id")),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_attempt")),
    )
    op.create_table(
        "match_seat",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("cause", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("placement", sa.Integer(), nullable=True),
        sa.Column("score", sa.Integer(), nullable=True),
        sa.Column("fault_order", sa.Integer(), nullable=True),
        sa.Column("evidence", sa.JSON(), nullable=False),
        sa.Column("mu_before", sa.Float(), nullable=True),
        sa.Column("sigma_before", sa.Float(), nullable=True),
        sa.Column("mu_after", sa.Float(), nullable=True),
        sa.Column("sigma_after", sa.Float(), nullable=True),
        sa.CheckConstraint(
            "cause IS NULL OR cause IN ('game_rules', 'timeout', 'illegal_move', 'protocol', "
            "'crash', 'no_show', 'left', 'aborted')",
            name=op.f("ck_match_seat_cause_known"),
        ),
        sa.CheckConstraint(
            "(cause IS NULL) = (placement IS NULL)", name=op.f("ck_match_seat_placement_with_cause")
        ),
        sa.CheckConstraint(
            "(mu_before IS NULL) = (mu_after IS NULL)", name=op.f("ck_match_seat_rating_whole")
        ),
        sa.CheckConstraint(
            "placement IS NULL OR placement >= 1", name=op.f("ck_match_seat_placement_counts")
        ),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_match_seat_match_id")),
        sa.ForeignKeyConstraint(
            ["version_id"], ["version.id"], name=op.f("fk_match_seat_version_id")
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_match_seat")),
        sa.UniqueConstraint(
            "match_id", "version_id", name=op.f("uq_match_seat_match_id_version_id")
        ),
    )
    with op.batch_alter_table("match_seat", schema=None) as batch_op:
        batch_op.create_index("ix_match_seat_version", ["version_id", "match_id"], unique=False)


def downgrade() -> None:
    """Take the schema back."""
    with op.batch_alter_table("match_seat", schema=None) as batch_op:
        batch_op.drop_index("ix_match_seat_version")

    op.drop_table("match_seat")
    op.drop_table("attempt")
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.drop_index("ix_match_state_lease")
        batch_op.drop_index("ix_match_season_report")

    op.drop_table("match")
    with op.batch_alter_table("version_game", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_version_game_game"))

    op.drop_table("version_game")
    with op.batch_alter_table("standing", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_standing_version_id"))

    op.drop_table("standing")
    op.drop_table("format_count")
    with op.batch_alter_table("block", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_block_batch_id"))

    op.drop_table("block")
    op.drop_table("batch_entrant")
    with op.batch_alter_table("version", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_version_state"))
        batch_op.drop_index(
            "ix_version_one_active",
            sqlite_where=sa.text("state = 'active'"),
            postgresql_where=sa.text("state = 'active'"),
        )

    op.drop_table("version")
    with op.batch_alter_table("batch", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_batch_season_id"))

    op.drop_table("batch")
    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_season_game"))

    op.drop_table("season")
    op.drop_table("counter")
    op.drop_table("bot")
