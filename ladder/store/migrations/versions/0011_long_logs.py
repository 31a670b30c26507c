"""Indexes by which lists of a long log stay quick, and a count of reported matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Move the schema on."""
    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.add_column(sa.Column("reported", sa.Integer(), server_default="0", nullable=False))
        batch_op.create_check_constraint(
            batch_op.f("ck_season_reported_not_negative"), "reported >= 0"
        )
    op.execute(
        "UPDATE season SET reported = (SELECT count(*) FROM match WHERE match.season_id = season.id"
        " AND match.state = 'reported' AND match.rated)"
    )

    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.drop_index("ix_match_state_lease")
        batch_op.create_index("ix_match_state", ["state", "id"], unique=False)
        batch_op.create_index("ix_match_season", ["season_id", "id"], unique=False)

    with op.batch_alter_table("match_seat", schema=None) as batch_op:
        batch_op.create_index(
            "ix_match_seat_cause",
            ["cause", "match_id"],
            unique=False,
            sqlite_where=sa.text("cause != 'game_rules'"),
            postgresql_where=sa.text("cause != 'game_rules'"),
        )


def downgrade() -> None:
    """Take the schema back."""
    with op.batch_alter_table("match_seat", schema=None) as batch_op:
        batch_op.drop_index("ix_match_seat_cause")

    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.drop_index("ix_match_season")
        batch_op.drop_index("ix_match_state")
        batch_op.create_index("ix_match_state_lease", ["state", "lease_until"], unique=False)

    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("ck_season_reported_not_negative"), type_="check")
        batch_op.drop_column("reported")
