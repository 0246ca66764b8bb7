"""Persons, tables, their events and the links to them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "persons",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
    )
    op.create_index("tables_by_change", "tables", ["public", "changed_at"])
    op.create_table(
        "events",
        sa.Column("table_name", sa.String(40), sa.ForeignKey("tables.name"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "visits",
        sa.Column("person", sa.String(40), sa.ForeignKey("persons.id"), primary_key=True),
        sa.Column("table_name", sa.String(40), sa.ForeignKey("tables.name"), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "codes",
        sa.Column("code_hash", sa.String(64), primary_key=True),
        sa.Column("table_name", sa.String(40), sa.ForeignKey("tables.name"), nullable=False),
    )


def downgrade() -> None:
    """Drop them again."""
    for name in ("codes", "visits", "events", "tables", "persons"):
        op.drop_table(name)
