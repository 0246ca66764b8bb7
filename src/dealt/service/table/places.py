"""What a table is made of besides its match: seats, the dealer's part in a deal, links."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Place:
    """A seat: who plays there, and how far that one is with the next deal.

    Attributes:
        person: who holds it; None: a computer player, or nobody.
        name: of the person or the computer player; empty: nobody.
        level: of the computer player.
        away: a computer player moves for the person.
        ready: for the next deal.
        commit, entropy: the person's part in the chance of the next deal.
        reserved_for: the person who left it and may come back, as long as nobody else takes it.
        was_host: that person was the host, and is again after coming back.
    """

    person: str | None = None
    name: str = ""
    level: str | None = None
    away: bool = False
    ready: bool = False
    commit: str | None = None
    entropy: str | None = None
    reserved_for: str | None = None
    was_host: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether nobody sits there."""
        return self.person is None and self.level is None

    def forget(self) -> None:
        """Begin anew with the next deal."""
        self.ready, self.commit, self.entropy = False, None, None


@dataclass(frozen=True)
class Seal:
    """The dealer's part in the chance of a round.

    Attributes:
        match, round: numbers from 1.
        seed: the secret.
        commitment: what is published of it before.
    """

    match: int
    round: int
    seed: str
    commitment: str


@dataclass(frozen=True)
class Code:
    """A link that a person has made: for a `player`, a `watcher`, or a `seat` of that person."""

    kind: str
    seat: int | None
    person: str | None


@dataclass(frozen=True)
class Request:
    """A seat that a person has asked for.

    Attributes:
        number: the version of the table when it was asked for.
        person, name: who asks.
        seat: which.
        own: the seat that is offered for it; None: the person has none.
        agreed: whoever sits there agrees; the host has still to.
        declined: somebody does not.
    """

    number: int
    person: str
    name: str
    seat: int
    own: int | None = None
    agreed: bool = False
    declined: bool = False


@dataclass(frozen=True)
class SeatNews:
    """What has happened to a seat in a match, which all who see the table hear of.

    Attributes:
        seat: which.
        kind: `taken`, `back`, `left`, `moved`, `swapped` or `level`.
        name, other: who does it, and for whom or with whom; of a computer player its level.
        after: so many actions of the round.
    """

    seat: int
    kind: str
    name: str
    other: str
    after: int
