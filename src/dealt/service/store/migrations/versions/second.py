"""Who has sat at which table, and people's results of the deals of the day."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

# the events that give a person a seat
_SEATING = ('{"e":"sat"%', '{"e":"moved"%')


def upgrade() -> None:
    """Make the tables, and read from the events who has sat where so far."""
    seated = op.create_table(
        "seated",
        sa.Column("person", sa.String(40), sa.ForeignKey("persons.id"), primary_key=True),
        sa.Column("table_name", sa.String(40), sa.ForeignKey("tables.name"), primary_key=True),
    )
    op.create_index("seated_by_table", "seated", ["table_name"])
    op.create_table(
        "results",
        sa.Column("person", sa.String(40), sa.ForeignKey("persons.id"), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    connection = op.get_bind()
    events = sa.table("events", sa.column("table_name"), sa.column("body"))
    bodies = sa.or_(*(events.c.body.like(start) for start in _SEATING))
    seatings = connection.execute(sa.select(events.c.table_name, events.c.body).where(bodies))
    persons = sa.table("persons", sa.column("id", sa.String))
    known_ids: set[str] = set(connection.scalars(sa.select(persons.c.id)))
    pairs = {(json.loads(body)["person"], table) for table, body in seatings}
    rows = [
        {"person": who, "table_name": table} for who, table in sorted(pairs) if who in known_ids
    ]
    if rows:
        op.bulk_insert(seated, rows)


def downgrade() -> None:
    """Drop them again."""
    for name in ("results", "seated"):
        op.drop_table(name)
