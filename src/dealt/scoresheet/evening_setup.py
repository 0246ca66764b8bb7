"""Answers for a page about the setting of an evening: seats, whose deal it is, house rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta, field

from dealt.core.options import Option
from dealt.games.tranca.house import SETTINGS
from dealt.scoresheet.evening import Evening
from dealt.scoresheet.evenings import MOST_ROUNDS, MOST_SIDES
from dealt.scoresheet.fields import Number, Points, RulesData, Strict
from dealt.scoresheet.rules_text import rules_data
from dealt.scoresheet.standings import MOST_PEOPLE, names_in


class _SideData(Strict):
    """A side: its name, and the names of its players as typed, or empty."""

    name: Annotated[str, Meta(max_length=40)]
    players: Annotated[str, Meta(max_length=300)] = ""


class EveningBody(Strict):
    """A request for the seats, the deal and the rules of an evening; see `Evening`.

    Attributes:
        rules, seats, dealer: see `Evening.to_data`.
        round: the number of the open round.
        totals: the points of each side before it.
        swap: two seats whose people swap.
    """

    sides: Annotated[list[_SideData], Meta(min_length=1, max_length=MOST_SIDES)]
    rules: RulesData = field(default_factory=dict)
    seats: Annotated[list[Number], Meta(max_length=MOST_PEOPLE)] = field(default_factory=list)
    dealer: tuple[Number, Annotated[int, Meta(ge=1, le=MOST_ROUNDS + 1)]] = (0, 1)
    round: Annotated[int, Meta(ge=1, le=MOST_ROUNDS + 1)] = 1
    totals: Annotated[list[Points], Meta(max_length=MOST_SIDES)] = field(default_factory=list)
    swap: tuple[Number, Number] | None = None


def evening_of(body: EveningBody, describe: Callable[[Option], Any]) -> dict[str, Any]:
    """Who sits where and does what in the open round, the rules, and what must be laid at first.

    Args:
        body: the evening so far.
        describe: returns what a form needs of a setting.

    Raises:
        SetupError: a rule that there is not, or people who cannot swap.
    """
    players = [names_in(side.players if side.players.strip() else side.name) for side in body.sides]
    setting = {"rules": body.rules, "seats": body.seats, "dealer": body.dealer}
    evening = Evening.from_data(setting)
    if body.swap is not None:
        evening = evening.swapped(players, *body.swap)
    seats = evening.seats(players)
    return {
        "people": [
            {
                "name": seat.name,
                "side": seat.side,
                "swaps": [
                    number
                    for number, other in enumerate(seats)
                    if other.side == seat.side or len(seats) == len(players)
                ],
            }
            for seat in seats
        ],
        "seats": evening.order,
        "deal": evening.deal(players, body.round),
        "minimums": [evening.rules.minimum_at(total) for total in body.totals],
        "rules": rules_data(evening.rules),
        "options": [describe(option) for option in SETTINGS],
    }
