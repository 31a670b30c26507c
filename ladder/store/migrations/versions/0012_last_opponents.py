"""An index by which the last opponents of a version are found."""

from __future__ import annotations

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Move the schema on."""
    with op.batch_alter_table("batch_entrant", schema=None) as batch_op:
        batch_op.create_index("ix_batch_entrant_version", ["version_id", "batch_id"], unique=False)


def downgrade() -> None:
    """Take the schema back."""
    with op.batch_alter_table("batch_entrant", schema=None) as batch_op:
        batch_op.drop_index("ix_batch_entrant_version")
