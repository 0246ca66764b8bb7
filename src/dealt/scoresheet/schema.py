"""The tables of a score sheet's file.

A table may be added without a new version: an older dealt leaves it alone.
"""

from __future__ import annotations

from sqlalchemy import CheckConstraint, ForeignKey, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from dealt.scoresheet.evenings import MOST_ROUNDS


class Base(DeclarativeBase):
    """The tables."""


def _texts(*columns: str) -> tuple[CheckConstraint, ...]:
    """That columns have texts; SQLite itself takes anything."""
    return tuple(CheckConstraint(f"typeof({column}) = 'text'") for column in columns)


class MatchRow(Base):
    """A match."""

    __tablename__ = "matches"

    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str]
    target: Mapped[int]
    decks: Mapped[int]
    sides: Mapped[list[SideRow]] = relationship(order_by="SideRow.place", lazy="selectin")
    evening: Mapped[EveningRow | None] = relationship(lazy="selectin")

    __table_args__ = (
        *_texts("title"),
        CheckConstraint("typeof(target) = 'integer' AND target > 0"),
        CheckConstraint("decks IN (2, 3)"),
    )


class SideRow(Base):
    """A player or a team in a match."""

    __tablename__ = "sides"

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"))
    place: Mapped[int]
    name: Mapped[str]
    entries: Mapped[list[EntryRow]] = relationship(order_by="EntryRow.id", lazy="selectin")
    players: Mapped[list[PlayerRow]] = relationship(
        order_by="PlayerRow.place", lazy="selectin", cascade="all, delete-orphan"
    )

    __table_args__ = (
        UniqueConstraint("match_id", "place"),
        UniqueConstraint("match_id", "name"),
        *_texts("name"),
    )


class PlayerRow(Base):
    """Somebody who plays on a side; an older dealt leaves this table alone."""

    __tablename__ = "players"

    id: Mapped[int] = mapped_column(primary_key=True)
    side_id: Mapped[int] = mapped_column(ForeignKey("sides.id"))
    place: Mapped[int]
    name: Mapped[str]

    __table_args__ = _texts("name")


class EntryRow(Base):
    """The points of a side in a round; of several for one round the last counts."""

    __tablename__ = "entries"

    id: Mapped[int] = mapped_column(primary_key=True)
    side_id: Mapped[int] = mapped_column(ForeignKey("sides.id"))
    round: Mapped[int]
    points: Mapped[int]
    cards: Mapped[str | None]

    __table_args__ = (
        CheckConstraint(f"typeof(round) = 'integer' AND round BETWEEN 1 AND {MOST_ROUNDS}"),
        CheckConstraint("typeof(points) = 'integer'"),
        CheckConstraint("typeof(cards) IN ('text', 'null')"),
    )


class PhotoRow(Base):
    """A photo that an entry was read from; an older dealt leaves this table alone."""

    __tablename__ = "photos"

    id: Mapped[int] = mapped_column(primary_key=True)
    entry_id: Mapped[int] = mapped_column(ForeignKey("entries.id"))
    shows: Mapped[str]
    picture: Mapped[bytes]
    read: Mapped[str]
    corrected: Mapped[str]

    __table_args__ = (
        CheckConstraint("typeof(picture) = 'blob'"),
        *_texts("shows", "read", "corrected"),
    )


class LetterRow(Base):
    """What the letter c stands for in a match; an older dealt leaves this table alone."""

    __tablename__ = "letters"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    c: Mapped[str]

    __table_args__ = (CheckConstraint("c IN ('H', 'C')"),)


class UnfinishedRow(Base):
    """What was typed of a side before it counts; an older dealt leaves this table alone."""

    __tablename__ = "unfinished"

    id: Mapped[int] = mapped_column(primary_key=True)
    side_id: Mapped[int] = mapped_column(ForeignKey("sides.id"))
    round: Mapped[int]
    typed: Mapped[str]
    photos: Mapped[list[UnfinishedPhotoRow]] = relationship(
        order_by="UnfinishedPhotoRow.id", lazy="selectin", cascade="all, delete-orphan"
    )

    __table_args__ = (
        UniqueConstraint("side_id", "round"),
        *_texts("typed"),
    )


class UnfinishedPhotoRow(Base):
    """A photo of a side before it counts; an older dealt leaves this table alone."""

    __tablename__ = "unfinished_photos"

    id: Mapped[int] = mapped_column(primary_key=True)
    unfinished_id: Mapped[int] = mapped_column(ForeignKey("unfinished.id"))
    shows: Mapped[str]
    picture: Mapped[bytes]
    read: Mapped[str]

    __table_args__ = (
        CheckConstraint("typeof(picture) = 'blob'"),
        *_texts("shows", "read"),
    )


class EveningRow(Base):
    """What tells a match from others wherever it is moved; an older dealt leaves this table alone.

    `data` has as JSON the fields of an evening that no other table has, see `EveningData`.
    """

    __tablename__ = "evenings"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    data: Mapped[str]

    __table_args__ = _texts("data")


class EntryDataRow(Base):
    """What an entry of a page has besides points and cards, as JSON; left alone as above."""

    __tablename__ = "entry_data"

    entry_id: Mapped[int] = mapped_column(ForeignKey("entries.id"), primary_key=True)
    data: Mapped[str]

    __table_args__ = _texts("data")


class NameRow(Base):
    """A correction of a name, see `dealt.scoresheet.evenings.NameData`; left alone as above."""

    __tablename__ = "names"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    right: Mapped[str]
    at: Mapped[str]

    __table_args__ = _texts("name", "right", "at")
