"""Answers for a page about the setting of an evening: seats, whose deal it is, house rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta, field

from dealt.core.fields import Option
from dealt.games.tranca.house import (
    PRESETS,
    SETTINGS,
    HouseRules,
    Preset,
    changes,
    nearest_preset,
)
from dealt.language import number, say
from dealt.scoresheet.evening import Evening
from dealt.scoresheet.evenings import MOST_ROUNDS, MOST_SIDES
from dealt.scoresheet.fields import Number, Points, RulesData, Strict
from dealt.scoresheet.standings import MOST_PEOPLE, names_in

SIX = 6  # people, who play to a higher target


def target_of(preset: Preset, people: int) -> int:
    """The points that usually end a match of a game."""
    return preset.targets[people == SIX]


def rules_title(rules: HouseRules) -> str:
    """The game whose rules they are, or almost are: `Buraco, open, with changes`."""
    preset = nearest_preset(rules)
    title = say(preset.title)
    return title if preset.rules == rules else say("{game}, with changes", game=title)


def rules_changed(rules: HouseRules) -> list[str]:
    """What differs from that game, one line each: `a clean canastra, without a stand-in: 300`."""
    different = changes(rules, nearest_preset(rules).rules)
    lines = []
    for option in SETTINGS:
        if option.name in different:
            value = different[option.name]
            text = option.choice_text(str(value))
            if isinstance(value, int) and text == str(value):
                text = number(value)
            lines.append(f"{say(option.meaning)}: {text}")
    return lines


def _rules_data(rules: HouseRules) -> dict[str, Any]:
    """The rules for a page: their name and source, what is changed, and all presets."""
    preset = nearest_preset(rules)
    return {
        "title": rules_title(rules),
        "changed": rules_changed(rules),
        "source": say(preset.source),
        "gaps": preset.gaps and say(preset.gaps),
        "changes": changes(rules),
        "values": {option.name: option.text(getattr(rules, option.name)) for option in SETTINGS},
        "has_jokers": bool(rules.joker),
        "has_morto": bool(rules.morto),
        "has_low_aces": bool(rules.ace_low),
        "preset": preset.name,
        "presets": [
            {
                "name": each.name,
                "title": say(each.title),
                "changes": changes(each.rules),
                "targets": each.targets,
            }
            for each in PRESETS.values()
        ],
    }


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
        "rules": _rules_data(evening.rules),
        "options": [describe(option) for option in SETTINGS],
    }
