"""What a season is beside its game: state, weight, times, its sets of rating parameters."""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Move the schema on."""
    with op.batch_alter_table("season", schema=None) as batch_op:
        for column in _season_columns():
            batch_op.add_column(column)
        for name, condition in _SEASON_CHECKS.items():
            batch_op.create_check_constraint(batch_op.f(f"ck_season_{name}"), condition)
    _create_tables()
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.add_column(sa.Column("rating_set", sa.Integer(), nullable=True))
    op.execute(
        "INSERT INTO rating_set (season_id, number, mu, sigma, beta, tau, draw_probability, since,"
        " author) SELECT id, 1, mu, sigma, beta, tau, draw_probability, created_at, '' FROM season"
    )
    op.execute(
        'UPDATE "match" SET rating_set = 1 WHERE EXISTS (SELECT 1 FROM match_seat AS s'
        ' WHERE s.match_id = "match".id AND s.mu_after IS NOT NULL)'
    )
    op.execute(
        "UPDATE season SET draws = (SELECT count(*) FROM batch WHERE batch.season_id = season.id)"
    )


_SEASON_CHECKS = {
    "state_known": "state IN ('open', 'frozen', 'closing', 'closed')",
    "weight_sound": "weight BETWEEN 1 AND 1000",
    "extra_blocks_not_negative": "extra_blocks >= 0",
    "closing_known": "state NOT IN ('closing', 'closed') OR closing_after IS NOT NULL",
    "rating_set_counts": "rating_set >= 1",
    "work_not_negative": "served >= 0 AND match_us >= 0 AND draws >= 0",
}


def _season_columns() -> list[sa.Column[object]]:
    return [
        sa.Column(
            "state", sqlmodel.sql.sqltypes.AutoString(), server_default="open", nullable=False
        ),
        sa.Column("weight", sa.Integer(), server_default="1", nullable=False),
        sa.Column("own_opponents", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("opens_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.Column("closes_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.Column("extra_blocks", sa.Integer(), server_default="10", nullable=False),
        sa.Column("closing_after", sa.Integer(), nullable=True),
        sa.Column("rating_set", sa.Integer(), server_default="1", nullable=False),
        sa.Column("served", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("match_us", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("draws", sa.Integer(), server_default="0", nullable=False),
    ]


def _create_tables() -> None:
    op.create_table(
        "rating_set",
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("beta", sa.Float(), nullable=False),
        sa.Column("tau", sa.Float(), nullable=False),
        sa.Column("draw_probability", sa.Float(), nullable=False),
        sa.Column("since", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("author", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.CheckConstraint("number >= 1", name=op.f("ck_rating_set_number_counts")),
        sa.CheckConstraint(
            "sigma > 0 AND beta > 0 AND tau >= 0", name=op.f("ck_rating_set_numbers_sound")
        ),
        sa.CheckConstraint(
            "draw_probability > 0 AND draw_probability < 1",
            name=op.f("ck_rating_set_draws_possible"),
        ),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name=op.f("fk_rating_set_season_id")),
        sa.PrimaryKeyConstraint("season_id", "number", name=op.f("pk_rating_set")),
    )
    op.create_table(
        "closing_entrant",
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["season_id"], ["season.id"], name=op.f("fk_closing_entrant_season_id")
        ),
        sa.ForeignKeyConstraint(
            ["version_id"], ["version.id"], name=op.f("fk_closing_entrant_version_id")
        ),
        sa.PrimaryKeyConstraint("season_id", "version_id", name=op.f("pk_closing_entrant")),
    )


def downgrade() -> None:
    """Take the schema back."""
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.drop_column("rating_set")
    op.drop_table("closing_entrant")
    op.drop_table("rating_set")
    with op.batch_alter_table("season", schema=None) as batch_op:
        for name in _SEASON_CHECKS:
            batch_op.drop_constraint(batch_op.f(f"ck_season_{name}"), type_="check")
        for column in reversed(_season_columns()):
            batch_op.drop_column(column.name)
