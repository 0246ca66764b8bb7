"""Three-card Poker in words: actions and views, read and printed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dealt.errors import ParseError
from dealt.games.three_card_poker import rules
from dealt.games.three_card_poker.state import (
    CHOOSING,
    DEALER_FOLDED,
    FOLDED,
    HAND,
    LOWEST_RANK,
    WON,
    State,
)
from dealt.language import in_english, message, say

FACES = "23456789XJQKA"  # C1: X is the ten
PLAYS = message("play")
FOLDS = message("fold")
SAYINGS = {PLAYS: rules.PLAY, "p": rules.PLAY, FOLDS: rules.FOLD, "f": rules.FOLD}


def action_text(action: int) -> str:
    """`play` or `fold`."""
    return PLAYS if action == rules.PLAY else FOLDS


def said(action: int, own: bool = True) -> str:
    """An action in the language that is spoken."""
    return say(action_text(action))


def told(action: int) -> str:
    """There is nobody from whom to hide it."""
    return action_text(action)


def parse_action(text: str) -> int:
    """The action that a person means.

    Raises:
        ParseError: it cannot be read.
    """
    word = in_english(text.strip(), (PLAYS, FOLDS)).lower()
    if word not in SAYINGS:
        raise ParseError(say("cannot read {text}; say play or fold (p or f)", text=repr(text)))
    return SAYINGS[word]


def faces(hand: Iterable[int]) -> str:
    """Ranks as people see them, a blank between, in the order given: `A 9 4`."""
    return " ".join(FACES[rank - LOWEST_RANK] for rank in hand)


def parse_hand(text: str) -> list[int]:
    """Three ranks, highest first, from `Q 6 4`, `q64`, `10 9 8` or `12,6,4`.

    Raises:
        ParseError: not three ranks.
    """
    words = text.upper().replace(",", " ").split()
    if len(words) == 1 and len(words[0]) == HAND:
        words = list(words[0])
    ranks = [_rank(word) for word in words]
    if len(ranks) != HAND:
        wrong = say(
            "{given} is no hand; write three ranks of {ranks}",
            given=repr(text), ranks=" ".join(FACES),
        )  # fmt: skip
        raise ParseError(wrong)
    return sorted(ranks, reverse=True)


def _rank(word: str) -> int:
    word = {"T": "X", "10": "X", "11": "J", "12": "Q", "13": "K", "14": "A"}.get(word, word)
    if len(word) != 1 or word not in FACES:
        wrong = say(
            "unknown rank {rank}; ranks are {ranks}", rank=repr(word), ranks=" ".join(FACES)
        )
        raise ParseError(wrong)
    return FACES.index(word) + LOWEST_RANK


@dataclass(frozen=True)
class ThreeCardPokerView:
    """What the player knows of a round.

    Attributes:
        seat, names: always seat 0, and the player's name.
        model: the dealing model, see C5.
        hand: the player's ranks, highest first.
        dealer: the dealer's ranks, highest first; None while they are hidden.
        outcome: how the round stands, one of the names in `state`.
        observation: the same as numbers.
    """

    seat: int
    names: tuple[str, ...]
    model: int
    hand: tuple[int, ...]
    dealer: tuple[int, ...] | None
    outcome: int
    observation: tuple[int, ...]

    def __str__(self) -> str:
        lines = [say("Hand of {name}: {cards}", name=self.names[0], cards=faces(self.hand))]
        if self.dealer is not None:
            lines.append(say("Dealer: {cards}", cards=faces(self.dealer)))
        if self.outcome == CHOOSING:
            lines.append(say("Play or fold?"))
        return "\n".join(lines)


def view(s: State, seat: int, names: tuple[str, ...]) -> ThreeCardPokerView:
    """What the player may know, built field by field."""
    seen = [0] * rules.OBSERVATION
    rules.observe(s, seat, seen)
    dealer = tuple(seen[rules.SEES_DEALER : rules.SEES_DEALER + HAND])
    return ThreeCardPokerView(
        seat=seat,
        names=names,
        model=seen[rules.SEES_MODEL],
        hand=tuple(seen[rules.SEES_HAND : rules.SEES_HAND + HAND]),
        dealer=dealer if dealer[0] else None,
        outcome=seen[rules.SEES_OUTCOME],
        observation=tuple(seen),
    )


def refusal(view: ThreeCardPokerView, action: int) -> str:
    """Why `action` is not open: there is but one choice in a round."""
    return say("the choice has been made")


def outcome_text(s: State, names: tuple[str, ...]) -> str:
    """How a finished round ended, in one line."""
    points = rules.points_of(s.outcome)
    if s.outcome == FOLDED:
        return say("{name} folds: {points}", name=names[0], points=points)
    told = {"cards": faces(s.dealer), "name": names[0], "points": abs(points)}
    if s.outcome == DEALER_FOLDED:
        return say("dealer has {cards} and folds: {name} wins {points}", **told)
    if s.outcome == WON:
        return say("dealer has {cards}: {name} wins {points}", **told)
    return say("dealer has {cards}: {name} loses {points}", **told)


def cards_in_play(s: State) -> dict[str, list[int]]:
    """Every place that can hold cards, and the cards there."""
    places = {"hand": s.hand, "dealer": s.dealer, "undealt": s.undealt}
    return {name: [rank - LOWEST_RANK for rank in ranks] for name, ranks in places.items()}


def hidden_places(s: State, seat: int) -> set[str]:
    """The dealer's hand and the rest of the deck."""
    return {"dealer", "undealt"}
