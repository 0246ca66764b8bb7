"""A small whist in words."""

from dealt.core.agent import Action
from dealt.core.view import View
from dealt.core.zones import Ask, Board, Hand, Own, Pile, SeatView, hand_of
from dealt.errors import ParseError
from dealt.language import Phrase

from . import knowledge, rules
from .state import CARDS, SEATS, TABLE, WON, State

FACES = tuple(f"{rank}{suit}" for suit in "CHS" for rank in "TJQKA")


def action_text(action: int) -> str:
    """The card."""
    return FACES[action]


def event_text(name: str, action: int, own: bool) -> str:
    """What somebody did, for the log."""
    return f"{name} played {FACES[action]}"


def parse_action(text: str) -> int:
    """The card that a person means."""
    face = text.strip().upper()
    if face not in FACES:
        raise ParseError(f"{text!r} is not a card")
    return FACES.index(face)


def refusal(view: View, action: int) -> Phrase:
    """Why a card may not be played."""
    return Phrase("follow suit with a card of your hand", code="follow_suit", rule="W1")


def action(view: View, action: int) -> Action:
    """A card goes from the hand to the table."""
    face = FACES[action]
    return Action(action, face, "play", (face,), hand_of(view.seat), ("table",))


def view(s: State, seat: int, names: tuple[str, ...]) -> View:
    """What a seat may know."""
    observation = [0] * knowledge.OBSERVATION
    knowledge.observe(s, seat, observation)
    return View(seat, names, tuple(observation), board(s, names), Own(seat, (hand(s, seat, True),)))


def board(s: State, names: tuple[str, ...]) -> Board:
    """What all may see."""
    table = Pile(id="table", label="Trick", count=s.played, cards=faces(s, TABLE))
    won = Pile(id="won", label="Played", count=len(faces(s, WON)), cards=faces(s, WON))
    hands = [hand(s, seat, False) for seat in range(SEATS)]
    seats = [SeatView(seat, name) for seat, name in enumerate(names)]
    ask = None if rules.is_over(s) else Ask(s.turn, "play", "to play a card")
    return Board(tuple(seats), (table, won, *hands), ask=ask)


def hand(s: State, seat: int, is_own: bool) -> Hand:
    """The cards of a seat."""
    cards = faces(s, seat)
    return Hand(id=hand_of(seat), seat=seat, count=len(cards), cards=cards if is_own else ())


def faces(s: State, place: int) -> tuple[str, ...]:
    """The cards at a place."""
    return tuple(FACES[card] for card in cards_at(s, place))


def cards_at(s: State, place: int) -> list[int]:
    """The cards at a place, as numbers."""
    return [card for card in range(CARDS) if s.place[card] == place]


def outcome_text(s: State, names: tuple[str, ...]) -> str:
    """How a finished round ended, in one line."""
    return ", ".join(f"{name} {n}" for name, n in zip(names, s.tricks, strict=True))


def cards_in_play(s: State) -> dict[str, list[int]]:
    """Every place, and the cards there."""
    hands = {f"hand {seat}": cards_at(s, seat) for seat in range(SEATS)}
    return {**hands, "table": cards_at(s, TABLE), "won": cards_at(s, WON)}


def hidden_places(s: State, seat: int) -> set[str]:
    """The other hands."""
    return {f"hand {other}" for other in range(SEATS) if other != seat}
