"""The tables of the database: a new one is made from them, `migrations` bring an old one here."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

VERSION = "0002"  # of the tables: the revision of the last migration

METADATA = MetaData()  # what Alembic compares

# what processes that share a file of SQLite tell each other; the latest of it, see `bus`
NOTICES = Table(
    "notices",
    MetaData(),
    Column("id", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    sqlite_autoincrement=True,
)
# where Alembic keeps the version
STAMP = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), primary_key=True),
)

# who comes: a token is kept as its hash only
PERSONS = Table(
    "persons",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("name", String(100), nullable=False),
    Column("made_at", BigInteger, nullable=False),
)
TABLES = Table(
    "tables",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("public", Boolean, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Index("tables_by_change", "public", "changed_at"),
)
# what happened, see `dealt.service.table.events`; rows are added and never changed
EVENTS = Table(
    "events",
    METADATA,
    Column("table_name", String(40), ForeignKey("tables.name"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)
# which tables a person finds in the lobby
VISITS = Table(
    "visits",
    METADATA,
    Column("person", String(40), ForeignKey("persons.id"), primary_key=True),
    Column("table_name", String(40), ForeignKey("tables.name"), primary_key=True),
    Column("at", BigInteger, nullable=False),
)
# which table a link leads to; whether it still works, the events of the table say
CODES = Table(
    "codes",
    METADATA,
    Column("code_hash", String(64), primary_key=True),
    Column("table_name", String(40), ForeignKey("tables.name"), nullable=False),
)
# who has ever sat at a table, and so has met the others who did
SEATED = Table(
    "seated",
    METADATA,
    Column("person", String(40), ForeignKey("persons.id"), primary_key=True),
    Column("table_name", String(40), ForeignKey("tables.name"), primary_key=True),
    Index("seated_by_table", "table_name"),
)
# what somebody has made of the deal of a day, the first time
RESULTS = Table(
    "results",
    METADATA,
    Column("person", String(40), ForeignKey("persons.id"), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("points", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)
