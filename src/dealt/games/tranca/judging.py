"""Tranca: what cards that lie together are: a run, a set, a canastra, or why nothing (T2, T3).

>>> str(judge("4H 5H 6H 7H 8H 9H 2C")), str(judge("7D 8D JD"))
('run, dirty canastra', 'not a sequence: 9D and TD are missing, and there is no 2')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dealt.cards import JOKER, all_written, read_card, written
from dealt.core.melding import CANASTA
from dealt.errors import ParseError
from dealt.games.tranca.house import BLACK_THREES, TRANCA, HouseRules
from dealt.language import (
    ENGLISH,
    WORDED_LATER,
    Phrase,
    listed,
    message,
    message_n,
    quote,
    resolve,
    say,
    shortened,
    speaking,
)

_RANK_AT = "A23456789TJQKA"  # an ace at either end
_TWO = 1  # its own place
_TOP = len(_RANK_AT) - 1


def _is_wild(card: str) -> bool:
    """Whether a card can stand in for others."""
    return card == JOKER or card[0] == "2"


@dataclass(frozen=True)
class _Run:
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


def _run_of(cards: Sequence[str], rules: HouseRules) -> _Run | Remark:
    """The run that cards form, with as few stand-ins as possible, or why they form none."""
    naturals = [card for card in cards if not _is_wild(card)]
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
            return _Run(_laid(plan), len(plan.wilds))
    least = min(range(len(plans)), key=lambda i: len(plans[i].missing))
    fault = faults[least]
    assert fault is not None
    return fault


def _plans(cards: Sequence[str], naturals: Sequence[str], rules: HouseRules) -> Iterator[_Plan]:
    """Each way to use aces low or high, and a two in its own place or as a stand-in."""
    aces = [card for card in naturals if card[0] == "A"]
    fixed = {_RANK_AT.rindex(card[0]): card for card in naturals if card[0] != "A"}
    wilds = [card for card in cards if _is_wild(card)]
    own = "2" + naturals[0][1]
    one_end = ((_TOP,), (0,)) if rules.ace_low else ((_TOP,),)
    for ends in (((),), one_end, ((0, _TOP),))[len(aces)]:
        at = fixed | dict(zip(ends, aces, strict=True))
        yield _Plan(at, tuple(wilds))
        if rules.ace_low and own in wilds:
            rest = wilds.copy()
            rest.remove(own)
            yield _Plan(at | {_TWO: own}, tuple(rest))


def _fault(plan: _Plan, rules: HouseRules) -> Remark | None:
    """Why cards placed like this are not a run; None if they are."""
    missing, wilds = plan.missing, len(plan.wilds)
    if wilds > rules.most_wilds:
        return _many_wilds(wilds, rules)
    if len(missing) > wilds:
        suit = next(card[1] for card in plan.at.values() if not _is_wild(card))
        cards = tuple(_RANK_AT[place] + suit for place in missing)
        if wilds == 1:  # which stands in for one, so that there are more
            one = message("{cards} are missing, and one 2 stands in for one")
            return Remark("missing-cards", one, {"n": len(missing), "cards": cards})
        words: str | tuple[str, str] = message("{cards} are missing, more than there are stand-ins")
        if not wilds:
            words = message_n(
                "{cards} is missing, and there is no 2", "{cards} are missing, and there is no 2"
            )
        return Remark("missing-cards", words, {"n": len(missing), "cards": cards})
    room = _TOP - _RANK_AT.index(rules.lowest) + 1
    if len(plan.at) + wilds <= room:
        return None
    if rules.lowest == "4":
        return Remark(
            "two-too-many", "a run from 4 to ace is complete, so there is no place for the 2"
        )
    return Remark("two-too-many", "the run is complete, so there is no place for another stand-in")


def _many_wilds(wilds: int, rules: HouseRules) -> Remark:
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
        at[max(at) + 1 if max(at) < _TOP else min(at) - 1] = wilds.pop(0)
    return tuple(at[place] for place in sorted(at))


@dataclass(frozen=True)
class CardRow:
    """Cards that lie together, as people write them in the current language."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return shortened(all_written(self.cards)) or say("empty")


@dataclass(frozen=True)
class CardCounts:
    """How often there is each of some cards, written as in `CardRow`."""

    counts: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return ", ".join(f"{written(card)} {count}" for card, count in self.counts)


@dataclass(frozen=True)
class Remark:
    """Something that is wrong, or unlikely to be right.

    Attributes:
        code: a stable short word for programs; docs/howto/score-a-round.md lists them all.
        message: in English, see `Phrase`.
        facts: the values for its placeholders, `n` being the number; a tuple, of cards or phrases,
            is shown as a list, a function is called.
    """

    code: str
    message: str | tuple[str, str]
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return str(
            Phrase(self.message, {name: _fact_text(fact) for name, fact in self.facts.items()})
        )

    def to_data(self) -> dict[str, Any]:
        """JSON values: the text in the current language, the facts in English."""
        facts = {name: _plain(fact) for name, fact in self.facts.items()}
        return {"code": self.code, "text": str(self), "facts": facts}


def _fact_text(fact: Any) -> Any:
    if not isinstance(fact, tuple):
        return fact
    return shortened(listed([written(e) if isinstance(e, str) else str(e) for e in fact]))


def _plain(fact: Any) -> Any:
    if isinstance(fact, tuple):
        return [_plain(each) for each in fact]
    if isinstance(fact, Remark):
        return fact.to_data()
    if isinstance(fact, (Phrase, CardRow, CardCounts, *WORDED_LATER)):
        with speaking(ENGLISH):
            return str(resolve(fact))
    return fact


Cards = str | Iterable[str]

RUN = CANASTA.ranks
RED_THREES = CANASTA.apart
SHORTEST = CANASTA.shortest
CANASTRA = 7
_LONG_RUN = 13  # cards of a run from ace to king
_FEWEST_NATURALS = 2  # in a set

_ONLY_WILDS = message("only wild cards, which these rules do not allow")
# what a sequence can be, in words
_KINDS = {
    "run": message("run"),
    "set": message("set"),
    "twos": message("only twos"),
    "dollars": message("dollars"),
}
_CANASTRAS = {
    "clean": message("clean canastra"),
    "dirty": message("dirty canastra"),
    "twos": message("canastra of twos"),
    "real": message("canastra of 13 cards"),
    "ace_to_ace": message("canastra from ace to ace"),
}


@dataclass(frozen=True)
class Finding:
    """The classification of a sequence.

    Attributes:
        cards: short names; a run from low to high with its stand-in in place, others as given.
        kind: `run`, `set`, `twos`, `dollars` for red threes only, or `invalid`.
        canastra: a key of `BONUSES`, such as `clean`, or None.
        points: the points of its cards, without the bonus for a canastra.
        to_canastra: number of cards missing for a canastra; None if it cannot become one.
        fault: why it is invalid, else None.
        is_clean: whether it has no stand-in.
    """

    cards: tuple[str, ...]
    kind: str
    canastra: str | None
    points: int
    to_canastra: int | None
    fault: Remark | None
    is_clean: bool = True

    @property
    def reason(self) -> str | None:
        """Why it is invalid, in words, else None."""
        return None if self.fault is None else str(self.fault)

    def __str__(self) -> str:
        """In words: `run, 5 of 7, clean`."""
        if self.fault is not None:
            return say("not a sequence: {reason}", reason=self.reason)
        kind = say(_KINDS[self.kind])
        if self.to_canastra is None:
            return kind
        if self.canastra is not None:
            return say("{kind}, {state}", kind=kind, state=say(_CANASTRAS[self.canastra]))
        so_far = {"kind": kind, "n": len(self.cards), "needed": CANASTRA}
        if self.kind == "twos":
            return say("{kind}, {n} of {needed}", **so_far)
        if self.is_clean:
            return say("{kind}, {n} of {needed}, clean", **so_far)
        return say("{kind}, {n} of {needed}, dirty", **so_far)

    def to_data(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "cards": list(self.cards),
            "kind": self.kind,
            "canastra": self.canastra,
            "points": self.points,
            "to_canastra": self.to_canastra,
            "reason": self.reason,
            "fault": None if self.fault is None else self.fault.to_data(),
        }


def judge(cards: Cards, rules: HouseRules = TRANCA) -> Finding:
    """Classify a sequence (T2); the order of its cards does not matter.

    Raises:
        ParseError: an unknown card.
    """
    faces = read_cards(cards)
    fault = _fault_of_meld(faces, rules)
    points = sum(map(rules.value, faces))
    if fault is not None:
        return Finding(faces, "invalid", None, points, None, fault)
    if rules.threes and all(card in RED_THREES for card in faces):
        return Finding(faces, "dollars", None, points, None, None)
    wilds = sum(map(_is_wild, faces))
    run = _run_of(faces, rules) if wilds < len(faces) and not _is_set(faces, rules) else None
    kind = "twos" if wilds == len(faces) else "set"
    if isinstance(run, _Run):
        kind, faces, wilds = "run", run.cards, run.wilds
    canastra = _canastra(kind, len(faces), wilds, rules) if len(faces) >= CANASTRA else None
    to_canastra = max(0, CANASTRA - len(faces))
    return Finding(faces, kind, canastra, points, to_canastra, None, wilds == 0)


def _canastra(kind: str, cards: int, wilds: int, rules: HouseRules) -> str:
    """The kind of a canastra, a key of `BONUSES`."""
    if kind == "twos":
        return "twos"
    if wilds:
        return "dirty"
    if kind == "run" and cards > _LONG_RUN and rules.ace_to_ace:
        return "ace_to_ace"
    return "real" if kind == "run" and cards >= _LONG_RUN and rules.real else "clean"


def read_cards(cards: Cards) -> tuple[str, ...]:
    """The short names of cards in a list, or in a text with blanks or commas.

    Raises:
        ParseError: an unknown card.
    """
    if isinstance(cards, str):
        cards = cards.replace(",", " ").split()
    if not isinstance(cards, Iterable):
        raise ParseError("{given} is not a list of cards", given=quote(cards))
    return tuple(map(_read_face, cards))


def _read_face(text: object) -> str:
    """The short name of a card, or of a joker.

    Raises:
        ParseError: an unknown card.
    """
    return JOKER if text == JOKER else read_card(text)


def _fault_of_meld(cards: Sequence[str], rules: HouseRules) -> Remark | None:
    """Why cards are not a sequence (T2); None if they are one, or red threes alone."""
    if not cards:
        return Remark("no-cards", "it has no cards")
    if JOKER in cards and not rules.joker:
        return Remark("joker", "a joker, and these rules have none")
    if rules.threes and any(card[0] == "3" for card in cards):
        return _fault_of_threes(cards, rules)
    if len(cards) < SHORTEST:
        words = message_n(
            "1 card; a sequence has {needed} or more", "{n} cards; a sequence has {needed} or more"
        )
        return Remark("too-short", words, {"n": len(cards), "needed": SHORTEST})
    wilds = sum(map(_is_wild, cards))
    if wilds == len(cards):
        return None if rules.twos else Remark("only-wilds", _ONLY_WILDS)
    if _is_set(cards, rules):
        return None
    naturals = [card for card in cards if not _is_wild(card)]
    ranks = {card[0] for card in naturals}
    if wilds > rules.most_wilds and not rules.ace_low:
        return _many_wilds(wilds, rules)
    if len(ranks) == 1 and not (rules.ace_low and wilds):
        if not rules.sets:
            return Remark("no-sets", "cards of one rank, and these rules have runs only")
        return Remark("few-naturals", "a meld needs two cards that are not wild")
    if not rules.runs:
        return Remark("no-runs", "cards of several ranks, and these rules have no runs")
    run = _run_of(cards, rules)
    return run if isinstance(run, Remark) else None


def _is_set(cards: Sequence[str], rules: HouseRules) -> bool:
    """Whether cards are a set of one rank with no more stand-ins than the rules allow."""
    naturals = [card for card in cards if not _is_wild(card)]
    return (
        bool(rules.sets)
        and len({card[0] for card in naturals}) == 1
        and len(naturals) >= _FEWEST_NATURALS
        and len(cards) - len(naturals) <= rules.most_wilds
    )


def _fault_of_threes(cards: Sequence[str], rules: HouseRules) -> Remark | None:
    """Why cards with threes, which count apart, cannot lie like this; None if they can."""
    threes = sorted({card for card in cards if card[0] == "3"})
    if all(card in RED_THREES for card in cards):
        return None
    if all(card in BLACK_THREES for card in cards) and rules.trancas_laid:
        return None if len(cards) >= SHORTEST else _fault_of_meld(["4C"] * len(cards), rules)
    black = [card for card in threes if card in BLACK_THREES]
    if black and rules.trancas_laid:
        return Remark("black-three", "black threes can be laid only among themselves")
    if black:
        words = message_n(
            "{cards} is a black three, which cannot be laid",
            "{cards} are black threes, which cannot be laid",
        )
        return Remark("black-three", words, {"n": len(black), "cards": tuple(black)})
    words = message_n(
        "{cards} is a red three and counts apart, as a dollar",
        "{cards} are red threes and count apart, as dollars",
    )
    return Remark("red-three", words, {"n": len(threes), "cards": tuple(threes)})
