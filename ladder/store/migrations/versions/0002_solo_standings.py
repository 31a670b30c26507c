"""Solo standings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Move the schema on."""
    op.create_table(
        "solo_standing",
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("faults", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("lead", sa.Float(), nullable=False),
        sa.Column("squares", sa.Float(), nullable=False),
        sa.CheckConstraint(
            "matches >= 0 AND faults BETWEEN 0 AND matches",
            name=op.f("ck_solo_standing_counts_sound"),
        ),
        sa.CheckConstraint(
            "rounds BETWEEN 0 AND matches", name=op.f("ck_solo_standing_rounds_sound")
        ),
        sa.CheckConstraint("squares >= 0", name=op.f("ck_solo_standing_squares_not_negative")),
        sa.ForeignKeyConstraint(
            ["season_id"], ["season.id"], name=op.f("fk_solo_standing_season_id")
        ),
        sa.ForeignKeyConstraint(
            ["version_id"], ["version.id"], name=op.f("fk_solo_standing_version_id")
        ),
        sa.PrimaryKeyConstraint("season_id", "version_id", name=op.f("pk_solo_standing")),
    )
    with op.batch_alter_table("solo_standing", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_solo_standing_version_id"), ["version_id"], unique=False
        )


def downgrade() -> None:
    """Take the schema back."""
    with op.batch_alter_table("solo_standing", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_solo_standing_version_id"))

    op.drop_table("solo_standing")
