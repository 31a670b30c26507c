"""Suspensions and their rule, how far called-off attempts came, the load of the machine."""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Move the schema on."""
    op.create_table(
        "suspension",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("faults", sa.Integer(), nullable=False),
        sa.Column("since", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("ended_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.Column("ended_match", sa.Integer(), nullable=True),
        sa.CheckConstraint(
            "(ended_at IS NULL) = (ended_match IS NULL)", name=op.f("ck_suspension_end_whole")
        ),
        sa.CheckConstraint("faults BETWEEN 1 AND matches", name=op.f("ck_suspension_counts_sound")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_suspension_match_id")),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name=op.f("fk_suspension_season_id")),
        sa.ForeignKeyConstraint(
            ["version_id"], ["version.id"], name=op.f("fk_suspension_version_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_suspension")),
    )
    with op.batch_alter_table("suspension", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_suspension_match_id"), ["match_id"], unique=False)
        batch_op.create_index(
            "ix_suspension_one_open",
            ["season_id", "version_id"],
            unique=True,
            sqlite_where=sa.text("ended_at IS NULL"),
            postgresql_where=sa.text("ended_at IS NULL"),
        )
        batch_op.create_index(batch_op.f("ix_suspension_version_id"), ["version_id"], unique=False)

    with op.batch_alter_table("attempt", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("started_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True)
        )
        batch_op.add_column(
            sa.Column("decisions", sa.Integer(), server_default="0", nullable=False)
        )
        batch_op.add_column(
            sa.Column(
                "digest", sqlmodel.sql.sqltypes.AutoString(), server_default="", nullable=False
            )
        )

    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.add_column(sa.Column("load", sa.JSON(none_as_null=True), nullable=True))

    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("fault_window", sa.Integer(), server_default="20", nullable=False)
        )
        batch_op.add_column(
            sa.Column("fault_fewest", sa.Integer(), server_default="8", nullable=False)
        )
        batch_op.add_column(
            sa.Column("fault_percent", sa.Integer(), server_default="50", nullable=False)
        )
        batch_op.create_check_constraint(
            batch_op.f("ck_season_fault_window_sound"), "fault_fewest BETWEEN 1 AND fault_window"
        )
        batch_op.create_check_constraint(
            batch_op.f("ck_season_fault_percent_sound"), "fault_percent BETWEEN 1 AND 100"
        )


def downgrade() -> None:
    """Take the schema back."""
    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("ck_season_fault_percent_sound"), type_="check")
        batch_op.drop_constraint(batch_op.f("ck_season_fault_window_sound"), type_="check")
        batch_op.drop_column("fault_percent")
        batch_op.drop_column("fault_fewest")
        batch_op.drop_column("fault_window")

    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.drop_column("load")

    with op.batch_alter_table("attempt", schema=None) as batch_op:
        batch_op.drop_column("digest")
        batch_op.drop_column("decisions")
        batch_op.drop_column("started_at")

    with op.batch_alter_table("suspension", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_suspension_version_id"))
        batch_op.drop_index(
            "ix_suspension_one_open",
            sqlite_where=sa.text("ended_at IS NULL"),
            postgresql_where=sa.text("ended_at IS NULL"),
        )
        batch_op.drop_index(batch_op.f("ix_suspension_match_id"))

    op.drop_table("suspension")
