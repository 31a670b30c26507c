"""What the bots of an attempt ran in, and what was seen to hold there."""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Move the schema on."""
    with op.batch_alter_table("attempt", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column(
                "sandbox", sqlmodel.sql.sqltypes.AutoString(), server_default="", nullable=False
            )
        )


def downgrade() -> None:
    """Take the schema back."""
    with op.batch_alter_table("attempt", schema=None) as batch_op:
        batch_op.drop_column("sandbox")
