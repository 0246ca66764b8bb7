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
    """

    person: str | None = None
    name: str = ""
    level: str | None = None
    away: bool = False
    ready: bool = False
    commit: str | None = None
    entropy: str | None = None

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
    """A link by which people come: `player`, `watcher`, or `seat` for one seat of a person."""

    kind: str
    seat: int | None
    person: str | None
