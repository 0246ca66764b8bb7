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

FACES = "23456789XJQKA"  # C1: X is the ten
SAYINGS = {"play": rules.PLAY, "p": rules.PLAY, "fold": rules.FOLD, "f": rules.FOLD}


def action_text(action: int) -> str:
    """`play` or `fold`."""
    return "play" if action == rules.PLAY else "fold"


def told(action: int) -> str:
    """There is nobody from whom to hide it."""
    return action_text(action)


def parse_action(text: str) -> int:
    """The action that a person means.

    Raises:
        ParseError: it cannot be read.
    """
    word = text.strip().lower()
    if word not in SAYINGS:
        raise ParseError(f"cannot read {text!r}; say play or fold (p or f)")
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
        raise ParseError(f"{text!r} is no hand; write three ranks of {' '.join(FACES)}")
    return sorted(ranks, reverse=True)


def _rank(word: str) -> int:
    word = {"T": "X", "10": "X", "11": "J", "12": "Q", "13": "K", "14": "A"}.get(word, word)
    if len(word) != 1 or word not in FACES:
        raise ParseError(f"unknown rank {word!r}; ranks are {' '.join(FACES)}")
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
        lines = [f"Hand of {self.names[0]}: {faces(self.hand)}"]
        if self.dealer is not None:
            lines.append(f"Dealer: {faces(self.dealer)}")
        if self.outcome == CHOOSING:
            lines.append("Play or fold?")
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
    return "the choice has been made"


def outcome_text(s: State, names: tuple[str, ...]) -> str:
    """How a finished round ended, in one line."""
    points = rules.points_of(s.outcome)
    if s.outcome == FOLDED:
        return f"{names[0]} folds: {points}"
    dealer = f"dealer has {faces(s.dealer)}"
    if s.outcome == DEALER_FOLDED:
        return f"{dealer} and folds: {names[0]} wins {points}"
    if s.outcome == WON:
        return f"{dealer}: {names[0]} wins {points}"
    return f"{dealer}: {names[0]} loses {-points}"


def cards_in_play(s: State) -> dict[str, list[int]]:
    """Every place that can hold cards, and the cards there."""
    places = {"hand": s.hand, "dealer": s.dealer, "undealt": s.undealt}
    return {name: [rank - LOWEST_RANK for rank in ranks] for name, ranks in places.items()}


def hidden_places(s: State, seat: int) -> set[str]:
    """The dealer's hand and the rest of the deck."""
    return {"dealer", "undealt"}
