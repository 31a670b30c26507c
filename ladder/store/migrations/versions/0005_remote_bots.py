"""Remote bots: tokens and presence, versions that are not stored, seeds of single attempts."""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Move the schema on."""
    op.create_table(
        "remote_bot",
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("token_digest", sa.LargeBinary(length=32), nullable=False),
        sa.Column("issued_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("slots", sa.Integer(), nullable=False),
        sa.Column("worker", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("seen_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.Column("run", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("missed_run", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.CheckConstraint("length(token_digest) = 32", name=op.f("ck_remote_bot_digest_length")),
        sa.CheckConstraint("missed >= 0", name=op.f("ck_remote_bot_missed_not_negative")),
        sa.CheckConstraint("slots >= 0", name=op.f("ck_remote_bot_slots_not_negative")),
        sa.CheckConstraint(
            "slots = 0 OR (worker IS NOT NULL AND seen_at IS NOT NULL)",
            name=op.f("ck_remote_bot_online_somewhere"),
        ),
        sa.ForeignKeyConstraint(["bot_id"], ["bot.id"], name=op.f("fk_remote_bot_bot_id")),
        sa.PrimaryKeyConstraint("bot_id", name=op.f("pk_remote_bot")),
        sa.UniqueConstraint("token_digest", name=op.f("uq_remote_bot_token_digest")),
    )
    with op.batch_alter_table("attempt", schema=None) as batch_op:
        batch_op.add_column(sa.Column("seed", sa.LargeBinary(length=32), nullable=True))
        batch_op.create_unique_constraint(batch_op.f("uq_attempt_seed"), ["seed"])
        batch_op.create_check_constraint(
            batch_op.f("ck_attempt_seed_length"), "seed IS NULL OR length(seed) = 32"
        )

    with op.batch_alter_table("version", schema=None) as batch_op:
        batch_op.add_column(sa.Column("remote", sa.Boolean(), server_default="0", nullable=False))
        batch_op.create_check_constraint(
            batch_op.f("ck_version_remote_is_not_shipped"), "remote = 0 OR shipped IS NULL"
        )


def downgrade() -> None:
    """Take the schema back."""
    with op.batch_alter_table("version", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("ck_version_remote_is_not_shipped"), type_="check")
        batch_op.drop_column("remote")

    with op.batch_alter_table("attempt", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("ck_attempt_seed_length"), type_="check")
        batch_op.drop_constraint(batch_op.f("uq_attempt_seed"), type_="unique")
        batch_op.drop_column("seed")

    op.drop_table("remote_bot")
