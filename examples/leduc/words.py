"""Leduc poker in words: actions and views, read and printed."""

from dataclasses import dataclass

from dealt.errors import ParseError

from . import knowledge, rules
from .state import NOBODY, PUBLIC, SEATS, State

FACES = ("hidden", "JH", "JS", "QH", "QS", "KH", "KS")  # by card plus 1
SAID = ("fold", "call", "raise")


def action_text(action: int) -> str:
    """`fold`, `call` or `raise`."""
    return SAID[action]


told = action_text  # everything is said aloud


def parse_action(text: str) -> int:
    """The action that a person means; a check is a call of nothing."""
    word = text.strip().lower().replace("check", "call")
    if word not in SAID:
        raise ParseError(f"cannot read {text!r}; say fold, call, check or raise")
    return SAID.index(word)


def refusal(view: "LeducView", action: int) -> str:
    """Why an action is not open."""
    return "there is nothing to call" if action == rules.FOLD else "two raises are enough"


@dataclass(frozen=True)
class LeducView:
    """What a seat knows: what it observes, and the names."""

    seat: int
    names: tuple[str, ...]
    observation: tuple[int, ...]

    def __str__(self) -> str:
        own, _, public, mine, theirs, *_ = self.observation
        cards = f"Your card: {FACES[own]}   Public card: {FACES[public]}"
        return f"{cards}\nChips: {mine} of yours, {theirs} of {self.names[1 - self.seat]}"


def view(s: State, seat: int, names: tuple[str, ...]) -> LeducView:
    """What a seat may know."""
    seen = [0] * knowledge.OBSERVATION
    knowledge.observe(s, seat, seen)
    return LeducView(seat, names, tuple(seen))


def outcome_text(s: State, names: tuple[str, ...]) -> str:
    """How a finished round ended, in one line."""
    points = [0] * SEATS
    rules.score(s, points)
    places = zip((*names, "the table"), s.cards, strict=False)
    how = ", ".join(f"{who} has {FACES[card + 1]}" for who, card in places)
    if s.folded != NOBODY:
        how = f"{names[s.folded]} folds"
    return f"{how}: " + ", ".join(f"{name} {n:+}" for name, n in zip(names, points, strict=True))


def cards_in_play(s: State) -> dict[str, list[int]]:
    """Every place, and the cards there."""
    hands = {f"hand {seat}": [s.cards[seat]] for seat in range(SEATS)}
    return {**hands, "public": [s.cards[PUBLIC]], "rest": s.cards[PUBLIC + 1 :]}


def hidden_places(s: State, seat: int) -> set[str]:
    """After the deal a seat sees its own card only."""
    return set(cards_in_play(s)) - {f"hand {seat}"}
