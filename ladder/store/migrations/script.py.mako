"""${message}."""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op
${imports if imports else ""}
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = ${repr(branch_labels)}
depends_on = ${repr(depends_on)}


def upgrade() -> None:
    """Move the schema on."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Take the schema back."""
    ${downgrades if downgrades else "pass"}
