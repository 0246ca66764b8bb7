"""Tranca: the run that cards form, by the rules of a score sheet, with stand-ins in place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dealt.cards import JOKER
from dealt.games.tranca.house import HouseRules
from dealt.games.tranca.remarks import Remark
from dealt.language import message, message_n

RANK_AT = "A23456789TJQKA"  # an ace at either end
TWO = 1  # its own place
TOP = len(RANK_AT) - 1


def is_wild(card: str) -> bool:
    """Whether a card can stand in for others."""
    return card == JOKER or card[0] == "2"


@dataclass(frozen=True)
class Run:
    """A run from low to high, and how many of its cards stand in for others."""

    cards: tuple[str, ...]
    wilds: int


@dataclass(frozen=True)
class _Plan:
    """Cards at their places, and those left over to stand in."""

    at: dict[int, str]
    wilds: tuple[str, ...]

    @property
    def missing(self) -> list[int]:
        """The places between the lowest and the highest card that have none."""
        return [place for place in range(min(self.at), max(self.at)) if place not in self.at]


def run_of(cards: Sequence[str], rules: HouseRules) -> Run | Remark:
    """The run that cards form, with as few stand-ins as possible, or why they form none."""
    naturals = [card for card in cards if not is_wild(card)]
    suits, ranks = {card[1] for card in naturals}, {card[0] for card in naturals}
    if len(suits) > 1:
        mixed = message("{suits} suits and {ranks} ranks; a run has one suit, a set one rank")
        return Remark("mixed", mixed, {"suits": len(suits), "ranks": len(ranks)})
    twice = [
        card for card, n in Counter(naturals).items()
        if n > (2 if rules.ace_low and card[0] == "A" else 1)
    ]  # fmt: skip
    if twice:
        words = message_n(
            "{cards} is repeated; a run has each card once",
            "{cards} are repeated; a run has each card once",
        )
        return Remark("card-twice", words, {"n": len(twice), "cards": tuple(sorted(twice))})
    plans = sorted(
        _plans(cards, naturals, rules), key=lambda plan: (len(plan.wilds), len(plan.missing))
    )
    faults = [_fault(plan, rules) for plan in plans]
    for plan, fault in zip(plans, faults, strict=True):
        if fault is None:
            return Run(_laid(plan), len(plan.wilds))
    least = min(range(len(plans)), key=lambda i: len(plans[i].missing))
    fault = faults[least]
    assert fault is not None
    return fault


def _plans(cards: Sequence[str], naturals: Sequence[str], rules: HouseRules) -> Iterator[_Plan]:
    """Each way to use aces low or high, and a two in its own place or as a stand-in."""
    aces = [card for card in naturals if card[0] == "A"]
    fixed = {RANK_AT.rindex(card[0]): card for card in naturals if card[0] != "A"}
    wilds = [card for card in cards if is_wild(card)]
    own = "2" + naturals[0][1]
    one_end = ((TOP,), (0,)) if rules.ace_low else ((TOP,),)
    for ends in (((),), one_end, ((0, TOP),))[len(aces)]:
        at = fixed | dict(zip(ends, aces, strict=True))
        yield _Plan(at, tuple(wilds))
        if rules.ace_low and own in wilds:
            rest = wilds.copy()
            rest.remove(own)
            yield _Plan(at | {TWO: own}, tuple(rest))


def _fault(plan: _Plan, rules: HouseRules) -> Remark | None:
    """Why cards placed like this are no run; None if they are one."""
    missing, wilds = plan.missing, len(plan.wilds)
    if wilds > rules.most_wilds:
        return many_wilds(wilds, rules)
    if len(missing) > wilds:
        suit = next(card[1] for card in plan.at.values() if not is_wild(card))
        cards = tuple(RANK_AT[place] + suit for place in missing)
        if wilds == 1:  # which stands in for one, so that there are more
            one = message("{cards} are missing, and one 2 stands in for one")
            return Remark("missing-cards", one, {"n": len(missing), "cards": cards})
        words: str | tuple[str, str] = message("{cards} are missing, more than there are stand-ins")
        if not wilds:
            words = message_n(
                "{cards} is missing, and there is no 2", "{cards} are missing, and there is no 2"
            )
        return Remark("missing-cards", words, {"n": len(missing), "cards": cards})
    room = TOP - RANK_AT.index(rules.lowest) + 1
    if len(plan.at) + wilds <= room:
        return None
    if rules.lowest == "4":
        return Remark(
            "two-too-many", "a run from 4 to ace is complete, so there is no place for the 2"
        )
    return Remark("two-too-many", "the run is complete, so there is no place for another stand-in")


def many_wilds(wilds: int, rules: HouseRules) -> Remark:
    """What is said of more stand-ins than a meld may have."""
    if rules.most_wilds == 1 and not rules.joker:
        return Remark(
            "several-twos", message("{n} twos; only one can stand in for a card"), {"n": wilds}
        )
    words = message("{n} stand-ins; a meld has at most {most}")
    return Remark("several-twos", words, {"n": wilds, "most": rules.most_wilds})


def _laid(plan: _Plan) -> tuple[str, ...]:
    """Stand-ins in the gaps, the others at the upper end, or the lower one where there is none."""
    wilds = list(plan.wilds)
    at = dict(plan.at)
    for place in plan.missing:
        at[place] = wilds.pop(0)
    while wilds:
        at[max(at) + 1 if max(at) < TOP else min(at) - 1] = wilds.pop(0)
    return tuple(at[place] for place in sorted(at))
