"""What one seat may know of a round: the same for people, programs and pictures."""

from __future__ import annotations

from collections.abc import Iterator

from dealt.core.plain_text import lines
from dealt.core.zones import AnyZone, Board, Group, Hand, Own, Part, Pile, hand_of, zones_of


class View(Part, frozen=True):
    """What one seat may know of a round; `str` of it is made for people.

    Attributes:
        seat: whose view it is.
        names: of all seats.
        observation: the same as numbers, and all that a perfect memory adds; see `verbs.observe`.
        open: what all may see.
        own: what only this seat may see.
    """

    seat: int
    names: tuple[str, ...]
    observation: tuple[int, ...]
    open: Board
    own: Own

    @property
    def turn(self) -> int | None:
        """The seat to move; None once the round is over."""
        return None if self.open.ask is None else self.open.ask.seat

    @property
    def asked(self) -> str:
        """The code of what the seat to move has to do; empty once the round is over."""
        return "" if self.open.ask is None else self.open.ask.code

    @property
    def hand(self) -> tuple[str, ...]:
        """The seat's own cards, as they came."""
        held = self.find(hand_of(self.seat))
        return held.cards if isinstance(held, Hand) else ()

    @property
    def zones(self) -> Iterator[AnyZone]:
        """All zones, one's own in place of the open ones, and at the end those that are new."""
        return zones_of(self.open, self.own)

    def find(self, zone: str) -> AnyZone | None:
        """The zone of an id; None if there is none."""
        return next((each for each in self.zones if each.id == zone), None)

    def pile(self, zone: str) -> Pile:
        """The pile of an id, which is there."""
        found = self.find(zone)
        assert isinstance(found, Pile), zone
        return found

    def group(self, zone: str) -> tuple[str, ...]:
        """The cards of a group; none where there is no such group."""
        found = self.find(zone)
        return found.cards if isinstance(found, Group) else ()

    def groups(self, *, seat: int | None = None, side: int | None = None) -> list[Group]:
        """The groups that lie before a seat or a side."""
        return [
            zone
            for zone in self.zones
            if isinstance(zone, Group)
            and not zone.is_new
            and (zone.seat, zone.side) == (seat, side)
        ]

    def count(self, seat: int) -> int:
        """How many cards a seat holds."""
        held = self.find(hand_of(seat))
        return held.count if isinstance(held, Hand) else 0

    def fact(self, code: str) -> str | int | None:
        """The value of a fact; None where it does not hold."""
        return next((fact.value for fact in self.open.facts if fact.code == code), None)

    def __str__(self) -> str:
        return "\n".join(lines(self.open, self.own))
