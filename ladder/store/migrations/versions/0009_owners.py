"""Owners, their tokens and limits, the audit log, notes, what standings began from."""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Move the schema on."""
    op.create_table(
        "ladder_quota",
        sa.Column("quota", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "quota IN ('uploads', 'upload_bytes', 'active_bots', 'requests')",
            name=op.f("ck_ladder_quota_quota_known"),
        ),
        sa.CheckConstraint("amount >= 0", name=op.f("ck_ladder_quota_amount_not_negative")),
        sa.PrimaryKeyConstraint("quota", name=op.f("pk_ladder_quota")),
    )
    op.create_table(
        "owner",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("key", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("role", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("created_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("disabled_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.CheckConstraint(
            "role IN ('author', 'organiser', 'operator')", name=op.f("ck_owner_role_known")
        ),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name=op.f("ck_owner_name_length")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_owner")),
        sa.UniqueConstraint("key", name=op.f("uq_owner_key")),
    )
    op.create_table(
        "api_token",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("owner_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.LargeBinary(length=32), nullable=False),
        sa.Column("label", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("issued_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("expires_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.Column("revoked_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.CheckConstraint("length(digest) = 32", name=op.f("ck_api_token_digest_length")),
        sa.ForeignKeyConstraint(["owner_id"], ["owner.id"], name=op.f("fk_api_token_owner_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_token")),
        sa.UniqueConstraint("digest", name=op.f("uq_api_token_digest")),
    )
    with op.batch_alter_table("api_token", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_api_token_owner_id"), ["owner_id"], unique=False)

    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("actor", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("role", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("owner_id", sa.Integer(), nullable=True),
        sa.Column("action", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("subject", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.CheckConstraint(
            "role IN ('author', 'organiser', 'operator')", name=op.f("ck_audit_role_known")
        ),
        sa.CheckConstraint("length(action) > 0", name=op.f("ck_audit_action_named")),
        sa.ForeignKeyConstraint(["owner_id"], ["owner.id"], name=op.f("fk_audit_owner_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    with op.batch_alter_table("audit", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_audit_at"), ["at"], unique=False)
        batch_op.create_index("ix_audit_owner_action", ["owner_id", "action", "at"], unique=False)
        batch_op.create_index(batch_op.f("ix_audit_subject"), ["subject"], unique=False)

    op.create_table(
        "owner_quota",
        sa.Column("owner_id", sa.Integer(), nullable=False),
        sa.Column("quota", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "quota IN ('uploads', 'upload_bytes', 'active_bots', 'requests')",
            name=op.f("ck_owner_quota_quota_known"),
        ),
        sa.CheckConstraint("amount >= 0", name=op.f("ck_owner_quota_amount_not_negative")),
        sa.ForeignKeyConstraint(["owner_id"], ["owner.id"], name=op.f("fk_owner_quota_owner_id")),
        sa.PrimaryKeyConstraint("owner_id", "quota", name=op.f("pk_owner_quota")),
    )
    with op.batch_alter_table("bot", schema=None) as batch_op:
        batch_op.add_column(sa.Column("owner_id", sa.Integer(), nullable=True))
        batch_op.create_index(batch_op.f("ix_bot_owner_id"), ["owner_id"], unique=False)
        batch_op.create_foreign_key(batch_op.f("fk_bot_owner_id"), "owner", ["owner_id"], ["id"])

    with op.batch_alter_table("standing", schema=None) as batch_op:
        batch_op.add_column(sa.Column("parent_id", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("parent_report", sa.Integer(), nullable=True))
        batch_op.create_foreign_key(
            batch_op.f("fk_standing_parent_id"), "version", ["parent_id"], ["id"]
        )
        batch_op.create_check_constraint(
            batch_op.f("ck_standing_parent_whole"), "(parent_id IS NULL) = (parent_report IS NULL)"
        )

    with op.batch_alter_table("version", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("note", sqlmodel.sql.sqltypes.AutoString(), server_default="", nullable=False)
        )
        batch_op.create_check_constraint(
            batch_op.f("ck_version_note_length"), "length(note) <= 200"
        )


def downgrade() -> None:
    """Take the schema back."""
    with op.batch_alter_table("version", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("ck_version_note_length"), type_="check")
        batch_op.drop_column("note")

    with op.batch_alter_table("standing", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("ck_standing_parent_whole"), type_="check")
        batch_op.drop_constraint(batch_op.f("fk_standing_parent_id"), type_="foreignkey")
        batch_op.drop_column("parent_report")
        batch_op.drop_column("parent_id")

    with op.batch_alter_table("bot", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("fk_bot_owner_id"), type_="foreignkey")
        batch_op.drop_index(batch_op.f("ix_bot_owner_id"))
        batch_op.drop_column("owner_id")

    op.drop_table("owner_quota")
    with op.batch_alter_table("audit", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_audit_subject"))
        batch_op.drop_index("ix_audit_owner_action")
        batch_op.drop_index(batch_op.f("ix_audit_at"))

    op.drop_table("audit")
    with op.batch_alter_table("api_token", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_api_token_owner_id"))

    op.drop_table("api_token")
    op.drop_table("owner")
    op.drop_table("ladder_quota")
