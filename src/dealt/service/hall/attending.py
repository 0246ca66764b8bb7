"""Whoever attends a table: what tables and the service know of a connection."""

from __future__ import annotations

from typing import Protocol, TypeVar

from dealt.service.table import protocol as p

AnyTable = TypeVar("AnyTable")

# how a connection is closed, in the numbers of RFC 6455
GOING_AWAY = 1001
BROKE_RULES = 1008
TRY_AGAIN = 1013


class Attendant(Protocol[AnyTable]):
    """A connection, see `dealt.service.web.session`.

    Attributes:
        address: where it comes from.
        person, name: who it is, if that is known.
        is_known: `hello` has been said.
        began: when the connection was made, in seconds that pass.
        language: of all texts that it is sent.
        live: the table that it attends.
        looking: which of several own seats it shows.
        window: which window of the person it is; empty: it has not said.
        is_returning: it attends its table by itself, and gives way to another window.
    """

    address: str
    person: str
    name: str
    is_known: bool
    began: float
    language: str
    live: AnyTable | None
    looking: int | None
    window: str
    is_returning: bool

    def send(self, frame: p.Frame) -> None:
        """Have a frame sent."""

    def show_table(self) -> None:
        """Have the table sent, as it will be when the client has read what waits before it."""

    def close(self, number: int, farewell: p.Frame | None = None) -> None:
        """End the connection, after what waits has been sent."""

    def drop_question(self, unless: int | None = None) -> None:
        """Think no longer about what was asked, unless the table is still at that position."""
