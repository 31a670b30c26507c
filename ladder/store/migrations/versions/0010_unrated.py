"""Matches that somebody asked for, and that are not rated."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Move the schema on."""
    with op.batch_alter_table("batch", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("rated", sa.Boolean(), server_default=sa.true(), nullable=False)
        )
        batch_op.add_column(sa.Column("requested_by", sa.Integer(), nullable=True))
        batch_op.create_index("ix_batch_requested_by", ["requested_by", "created_at"], unique=False)
        batch_op.create_foreign_key(
            batch_op.f("fk_batch_requested_by"), "owner", ["requested_by"], ["id"]
        )
        batch_op.create_check_constraint(
            batch_op.f("ck_batch_rated_is_not_requested"), "rated = 0 OR requested_by IS NULL"
        )

    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("rated", sa.Boolean(), server_default=sa.true(), nullable=False)
        )


def downgrade() -> None:
    """Take the schema back."""
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.drop_column("rated")

    with op.batch_alter_table("batch", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("ck_batch_rated_is_not_requested"), type_="check")
        batch_op.drop_constraint(batch_op.f("fk_batch_requested_by"), type_="foreignkey")
        batch_op.drop_index("ix_batch_requested_by")
        batch_op.drop_column("requested_by")
        batch_op.drop_column("rated")
