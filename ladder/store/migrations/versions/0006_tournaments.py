"""Tournaments: their terms, logs, seeds and matches."""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Move the schema on."""
    op.create_table(
        "tournament",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("key", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("game", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("time", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("created_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name=op.f("ck_tournament_name_length")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament")),
        sa.UniqueConstraint("key", name=op.f("uq_tournament_key")),
    )
    op.create_table(
        "tournament_event",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("author", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("event", sa.JSON(), nullable=False),
        sa.CheckConstraint("number >= 1", name=op.f("ck_tournament_event_number_counts")),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name=op.f("fk_tournament_event_tournament_id")
        ),
        sa.PrimaryKeyConstraint("tournament_id", "number", name=op.f("pk_tournament_event")),
    )
    op.create_table(
        "tournament_match",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("match", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("digest", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("worker", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("placements", sa.JSON(), nullable=False),
        sa.Column("scores", sa.JSON(), nullable=False),
        sa.Column("causes", sa.JSON(), nullable=False),
        sa.Column("ended_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.CheckConstraint("length(digest) = 64", name=op.f("ck_tournament_match_digest_length")),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name=op.f("fk_tournament_match_tournament_id")
        ),
        sa.PrimaryKeyConstraint("tournament_id", "match", name=op.f("pk_tournament_match")),
    )
    op.create_table(
        "tournament_seed",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("run", sa.Integer(), nullable=False),
        sa.Column("pairing", sa.Integer(), nullable=False),
        sa.Column("block", sa.Integer(), nullable=False),
        sa.Column("gone", sa.Integer(), nullable=False),
        sa.Column("seed", sa.LargeBinary(length=32), nullable=False),
        sa.CheckConstraint("length(seed) = 32", name=op.f("ck_tournament_seed_seed_length")),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name=op.f("fk_tournament_seed_tournament_id")
        ),
        sa.PrimaryKeyConstraint(
            "tournament_id",
            "round",
            "run",
            "pairing",
            "block",
            "gone",
            name=op.f("pk_tournament_seed"),
        ),
        sa.UniqueConstraint("seed", name=op.f("uq_tournament_seed_seed")),
    )


def downgrade() -> None:
    """Take the schema back."""
    op.drop_table("tournament_seed")
    op.drop_table("tournament_match")
    op.drop_table("tournament_event")
    op.drop_table("tournament")
