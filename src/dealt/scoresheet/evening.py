"""The setup of an evening at a real table: house rules, seats and dealer.

>>> evening = Evening()
>>> players = [("Ana", "Bia"), ("Caio", "Duda")]
>>> [seat.name for seat in evening.seats(players)]
['Ana', 'Caio', 'Bia', 'Duda']
>>> evening.deal(players, 2)
Deal(dealer=1, mortos=0, starts=2)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from msgspec import Meta, Struct

from dealt.errors import SetupError
from dealt.games.tranca.house import TRANCA, HouseRules, changes, house_rules

# fields of evenings and drafts as data, with their limits
Text = Annotated[str, Meta(max_length=40)]
Points = Annotated[int, Meta(ge=-999_999, le=999_999)]
Number = Annotated[int, Meta(ge=0, le=200)]
RulesData = Annotated[dict[Text, int | Text], Meta(max_length=40)]


class Strict(Struct, forbid_unknown_fields=True):
    """A struct that refuses unknown fields."""


@dataclass(frozen=True)
class Seat:
    """A seat at the table: the player's name, and the side, from 0."""

    name: str
    side: int


@dataclass(frozen=True)
class Deal:
    """The roles in a round, as numbers of seats.

    Attributes:
        dealer: shuffles, deals the hands, and plays last.
        mortos: deals the mortos, to the right of the dealer.
        starts: plays first, to the left of the dealer, and deals the next round.
    """

    dealer: int
    mortos: int
    starts: int


@dataclass(frozen=True)
class Evening:
    """The setup of a match besides its sides; the defaults are those of older sheets.

    Attributes:
        begun: date and time in ISO 8601; empty if unknown, or for now.
        order: the people in the order of the seats, clockwise, by their numbers in the usual order,
            in which partners sit opposite; empty for the usual order.
        dealer, dealt_round: the seat that deals a round, and the number of that round.
    """

    rules: HouseRules = TRANCA
    begun: str = ""
    order: tuple[int, ...] = ()
    dealer: int = 0
    dealt_round: int = 1

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Evening:
        """The evening of `to_data`; missing fields are as on older sheets.

        Raises:
            SetupError, ValueError, TypeError: a field is not valid.
        """
        dealer, dealt_round = data.get("dealer") or (0, 1)
        return cls(
            house_rules(data.get("rules") or {}),
            str(data.get("begun", "")),
            tuple(map(int, data.get("seats") or ())),
            int(dealer),
            int(dealt_round),
        )

    def to_data(self) -> dict[str, Any]:
        """The evening as JSON values, the same at the terminal and on the page."""
        data = {
            "rules": changes(self.rules),
            "seats": [*self.order],
            "dealer": [self.dealer, self.dealt_round],
        }
        return data | ({"begun": self.begun} if self.begun else {})

    def seats(self, players: Sequence[Sequence[str]]) -> tuple[Seat, ...]:
        """The seats, clockwise."""
        people = _alternating(players)
        if sorted(self.order) != list(range(len(people))):
            return people  # somebody came or went since
        return tuple(people[number] for number in self.order)

    def deal(self, players: Sequence[Sequence[str]], number: int) -> Deal:
        """The roles in a round, from 1; after each the deal passes to the left."""
        seats = len(_alternating(players))
        dealer = (self.dealer + number - self.dealt_round) % seats
        return Deal(dealer, (dealer - 1) % seats, (dealer + 1) % seats)

    def dealt_by(self, seat: int, number: int) -> Evening:
        """The same evening with another dealer from a round on."""
        return replace(self, dealer=seat, dealt_round=number)

    def swapped(self, players: Sequence[Sequence[str]], one: int, other: int) -> Evening:
        """The same evening with the people of two seats swapped.

        Raises:
            SetupError: unknown seat, or partners would not sit alternately any more.
        """
        seats = self.seats(players)
        if not (0 <= one < len(seats) and 0 <= other < len(seats)):
            raise SetupError("seats are numbered 1 to {last}", last=len(seats))
        if seats[one].side != seats[other].side and len(seats) > len(players):
            raise SetupError("partners sit opposite each other: swap people of one side")
        people = _alternating(players)
        order = [people.index(seat) for seat in seats]
        order[one], order[other] = order[other], order[one]
        return replace(self, order=tuple(order))


def _alternating(players: Sequence[Sequence[str]]) -> tuple[Seat, ...]:
    """All people in turn of their sides, so that partners sit opposite."""
    most = max(map(len, players))
    return tuple(
        Seat(names[turn], side)
        for turn in range(most)
        for side, names in enumerate(players)
        if turn < len(names)
    )
