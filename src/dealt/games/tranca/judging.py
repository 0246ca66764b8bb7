"""Tranca: what cards that lie together are: a run, a set, a canastra, or why nothing (T2, T3).

>>> str(judge("4H 5H 6H 7H 8H 9H 2C")), str(judge("7D 8D JD"))
('run, dirty canastra', 'not a sequence: 9D and TD are missing, and there is no 2')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from dealt.cards import JOKER, read_card
from dealt.core.melding import CANASTA
from dealt.errors import ParseError
from dealt.games.tranca.house import BLACK_THREES, TRANCA, HouseRules
from dealt.games.tranca.remarks import Remark
from dealt.games.tranca.runs import Run, is_wild, many_wilds, run_of
from dealt.language import message, message_n, quote, say

Cards = str | Iterable[str]

RUN = CANASTA.ranks
RED_THREES = CANASTA.apart
SHORTEST = CANASTA.shortest
CANASTRA = 7
LONG_RUN = 13  # cards of a run from ace to king
FEWEST_NATURALS = 2  # in a set

ONLY_WILDS = message("only wild cards, which these rules do not allow")
# what a sequence can be, in words
KINDS = {
    "run": message("run"),
    "set": message("set"),
    "twos": message("only twos"),
    "dollars": message("dollars"),
}
CANASTRAS = {
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
        kind = say(KINDS[self.kind])
        if self.to_canastra is None:
            return kind
        if self.canastra is not None:
            return say("{kind}, {state}", kind=kind, state=say(CANASTRAS[self.canastra]))
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
    fault = _fault(faces, rules)
    points = sum(map(rules.value, faces))
    if fault is not None:
        return Finding(faces, "invalid", None, points, None, fault)
    if rules.threes and all(card in RED_THREES for card in faces):
        return Finding(faces, "dollars", None, points, None, None)
    wilds = sum(map(is_wild, faces))
    run = run_of(faces, rules) if wilds < len(faces) and not _is_set(faces, rules) else None
    kind = "twos" if wilds == len(faces) else "set"
    if isinstance(run, Run):
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
    if kind == "run" and cards > LONG_RUN and rules.ace_to_ace:
        return "ace_to_ace"
    return "real" if kind == "run" and cards >= LONG_RUN and rules.real else "clean"


def read_cards(cards: Cards) -> tuple[str, ...]:
    """The short names of cards in a list, or in a text with blanks or commas.

    Raises:
        ParseError: an unknown card.
    """
    if isinstance(cards, str):
        cards = cards.replace(",", " ").split()
    if not isinstance(cards, Iterable):
        raise ParseError("{given} is not a list of cards", given=quote(cards))
    return tuple(map(read_face, cards))


def read_face(text: object) -> str:
    """The short name of a card, or of a joker.

    Raises:
        ParseError: an unknown card.
    """
    return JOKER if text == JOKER else read_card(text)


def _fault(cards: Sequence[str], rules: HouseRules) -> Remark | None:
    """Why cards are no sequence (T2), None if they are one or red threes alone."""
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
    wilds = sum(map(is_wild, cards))
    if wilds == len(cards):
        return None if rules.twos else Remark("only-wilds", ONLY_WILDS)
    if _is_set(cards, rules):
        return None
    naturals = [card for card in cards if not is_wild(card)]
    ranks = {card[0] for card in naturals}
    if wilds > rules.most_wilds and not rules.ace_low:
        return many_wilds(wilds, rules)
    if len(ranks) == 1 and not (rules.ace_low and wilds):
        if not rules.sets:
            return Remark("no-sets", "cards of one rank, and these rules have runs only")
        return Remark("few-naturals", "a meld needs two cards that are not wild")
    if not rules.runs:
        return Remark("no-runs", "cards of several ranks, and these rules have no runs")
    run = run_of(cards, rules)
    return run if isinstance(run, Remark) else None


def _is_set(cards: Sequence[str], rules: HouseRules) -> bool:
    """Whether cards are a set of one rank with no more stand-ins than the rules allow."""
    naturals = [card for card in cards if not is_wild(card)]
    return (
        bool(rules.sets)
        and len({card[0] for card in naturals}) == 1
        and len(naturals) >= FEWEST_NATURALS
        and len(cards) - len(naturals) <= rules.most_wilds
    )


def _fault_of_threes(cards: Sequence[str], rules: HouseRules) -> Remark | None:
    """Why cards with threes, which count apart, cannot lie like this; None if they can."""
    threes = sorted({card for card in cards if card[0] == "3"})
    if all(card in RED_THREES for card in cards):
        return None
    if all(card in BLACK_THREES for card in cards) and rules.trancas_laid:
        return None if len(cards) >= SHORTEST else _fault(["4C"] * len(cards), rules)
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
