"""What frames of the service are made of: seats, the chance of a deal, a step."""

from __future__ import annotations

from msgspec import Struct

from dealt.web.boards import Board, Own


class SeatInfo(Struct, frozen=True):
    """A place at the table.

    Attributes:
        name: who plays there in this match; None: nobody yet.
        kind: `empty`, `person` or `bot`.
        level: of a computer player.
        by: who plays for that name now, if somebody else took over.
        present: a person who is connected.
        away: a computer player moves for this person.
        ready: for the next deal.
        committed, revealed: the part in the chance of the next deal.
        yours: a seat of the one who reads this.
    """

    name: str | None
    kind: str
    level: str | None
    by: str | None
    present: bool
    away: bool
    ready: bool
    committed: bool
    revealed: bool
    yours: bool


class Chance(Struct, frozen=True):
    """The next deal, or the one at hand: whose numbers have a part in it.

    Attributes:
        match, round: numbers from 1.
        commitment: what the dealer has committed to.
        commitments, entropy: of each seat, as far as published.
    """

    match: int
    round: int
    commitment: str
    commitments: list[str | None]
    entropy: list[str | None]


class Step(Struct, frozen=True):
    """A moment of a finished round, as it was seen then.

    Attributes:
        line: what had just been done, as the reader heard of it; empty: the deal.
        turn: the seat in turn then; None: the round was over.
        board, view, text: as in a table frame.
    """

    line: str
    turn: int | None
    board: Board | None
    view: Own | None
    text: str
