"""Attempts that were called off since the referee itself was late, and the load meanwhile."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Move the schema on."""
    with op.batch_alter_table("attempt", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("lagged", sa.Boolean(), server_default=sa.false(), nullable=False)
        )
        batch_op.add_column(sa.Column("load", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    """Take the schema back."""
    with op.batch_alter_table("attempt", schema=None) as batch_op:
        batch_op.drop_column("load")
        batch_op.drop_column("lagged")
