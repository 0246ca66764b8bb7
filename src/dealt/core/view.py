"""What one seat may know of a round: the same for people, programs and pictures."""

from __future__ import annotations

from collections.abc import Iterator

from dealt.core.arguments import seat_number
from dealt.core.html import board_html
from dealt.core.plain_text import lines
from dealt.core.zones import AnyZone, Board, Group, Hand, Own, Part, Pile, hand_of, zones_of
from dealt.errors import SetupError
from dealt.language import Phrase
from dealt.nearest import or_nearest


class View(Part, frozen=True):
    """What one seat may know of a round; its `str` is for people.

    Attributes:
        seat: whose view it is.
        names: names of all seats.
        observation: the same as numbers, plus all that a perfect memory adds; see `verbs.observe`.
        open: what everybody may see.
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
        """A code for what the seat to move has to do; empty once the round is over."""
        return "" if self.open.ask is None else self.open.ask.code

    @property
    def hand(self) -> tuple[str, ...]:
        """The seat's own cards, in the order they came."""
        held = self.find(hand_of(self.seat))
        return held.cards if isinstance(held, Hand) else ()

    @property
    def zones(self) -> Iterator[AnyZone]:
        """All zones, the player's own replacing the open ones; new ones are at the end."""
        return zones_of(self.open, self.own)

    def find(self, zone: str) -> AnyZone | None:
        """The zone with an id; None if there is none."""
        return next((each for each in self.zones if each.id == zone), None)

    def pile(self, zone: str) -> Pile:
        """The pile with an id.

        Raises:
            SetupError: there is no such pile.
        """
        same = self.find(zone)
        if isinstance(same, Pile):
            return same
        piles = [each.id for each in self.zones if isinstance(each, Pile)]
        problem = Phrase("no pile {zone}", {"zone": repr(zone)[:60]})
        ending = Phrase("available: {there}", {"there": ", ".join(piles) or Phrase("none")})
        raise SetupError(or_nearest(problem, str(zone), piles, ending))

    def group(self, zone: str) -> tuple[str, ...]:
        """The cards of a group; empty if there is no such group."""
        same = self.find(zone)
        return same.cards if isinstance(same, Group) else ()

    def groups(self, *, seat: int | None = None, side: int | None = None) -> list[Group]:
        """The groups in front of a seat or a side."""
        return [
            zone
            for zone in self.zones
            if isinstance(zone, Group)
            and not zone.is_new
            and (zone.seat, zone.side) == (seat, side)
        ]

    def count(self, seat: int) -> int:
        """The number of cards in a seat's hand.

        Raises:
            SetupError: there is no such seat.
        """
        held = self.find(hand_of(seat_number(self.names, seat)))
        return held.count if isinstance(held, Hand) else 0

    def fact(self, code: str) -> str | int | None:
        """The value of a fact; None if it does not hold."""
        return next((fact.value for fact in self.open.facts if fact.code == code), None)

    def __repr__(self) -> str:
        turn = "round over" if self.turn is None else f"turn: {self.names[self.turn]}"
        return f"<View of {self.names[self.seat]}; {turn}; hand: {' '.join(self.hand) or '-'}>"

    def _repr_html_(self) -> str:
        """For notebooks."""
        return board_html(self.open, self.own)

    def __str__(self) -> str:
        return "\n".join(lines(self.open, self.own))
