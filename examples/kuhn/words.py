"""Kuhn poker in words: actions and views, read and printed."""

from dealt.core.agent import Action
from dealt.core.view import View
from dealt.core.zones import AnyZone, Ask, Board, Counter, Hand, Own, SeatView, hand_of
from dealt.errors import ParseError
from dealt.language import Phrase

from . import rules
from .state import NOBODY, SEATS, State

FACES = ("JS", "QS", "KS")  # by card
SAID = ("pass", "bet")
DONE = ("passed", "bet")


def action_text(action: int) -> str:
    """`pass` or `bet`."""
    return SAID[action]


def event_text(name: str, action: int, own: bool) -> str:
    """What somebody did, for the log."""
    return f"{name} {DONE[action]}"


def parse_action(text: str) -> int:
    """The action that a person means; to call is to bet, to check or to fold is to pass."""
    word = text.strip().lower()
    word = {"check": "pass", "fold": "pass", "call": "bet"}.get(word, word)
    if word not in SAID:
        raise ParseError(f"cannot read {text!r}; say pass or bet")
    return SAID.index(word)


def refusal(view: View, action: int) -> Phrase:
    """Why an action is not open: both always are, in turn."""
    return Phrase("it is another player's turn", code="not_in_turn", rule="K2")


def action(view: View, action: int) -> Action:
    """No cards move; who bets puts a chip into the pot."""
    said = SAID[action]
    if action == rules.PASS:
        return Action(action, said, verb=said)
    return Action(action, said, verb=said, source=f"chips:{view.seat}", targets=("pot",))


def view(s: State, seat: int, names: tuple[str, ...]) -> View:
    """What a seat may know."""
    obs = [0] * rules.OBSERVATION
    rules.observe(s, seat, obs)
    return View(seat, names, tuple(obs), board(s, names), Own(seat, (hand(s, seat, True),)))


def board(s: State, names: tuple[str, ...]) -> Board:
    """What all may see."""
    zones: list[AnyZone] = [chips("pot", "Pot", None, sum(s.chips))]
    for seat in range(SEATS):
        zones += [hand(s, seat, rules.is_shown(s)), chips(f"chips:{seat}", "", seat, s.chips[seat])]
    seats = [SeatView(seat, name) for seat, name in enumerate(names)]
    ask = None if rules.is_over(s) else Ask(s.turn, "bet", "to bet")
    return Board(tuple(seats), tuple(zones), ask=ask)


def hand(s: State, seat: int, is_seen: bool) -> Hand:
    """The one card of a seat."""
    cards = (FACES[s.cards[seat]],) if is_seen else ()
    return Hand(id=hand_of(seat), seat=seat, count=1, cards=cards)


def chips(zone: str, label: str, seat: int | None, n: int) -> Counter:
    """So many chips, before a seat or in the middle."""
    text = "1 chip" if n == 1 else f"{n} chips"
    return Counter(id=zone, label=label, seat=seat, value=n, unit="chips", text=text)


def outcome_text(s: State, names: tuple[str, ...]) -> str:
    """How a finished round ended, in one line."""
    points = [0] * SEATS
    rules.score(s, points)
    if s.folded != NOBODY:
        how = f"{names[s.folded]} folds"
    else:
        cards = zip(names, s.cards, strict=False)
        how = ", ".join(f"{name} has {FACES[card]}" for name, card in cards)
    return f"{how}: " + ", ".join(f"{name} {n:+}" for name, n in zip(names, points, strict=True))


def cards_in_play(s: State) -> dict[str, list[int]]:
    """Every place, and the cards there."""
    hands = {f"hand {seat}": [s.cards[seat]] for seat in range(SEATS)}
    return {**hands, "rest": s.cards[SEATS:]}


def hidden_places(s: State, seat: int) -> set[str]:
    """After the deal a seat sees its own card only."""
    return set(cards_in_play(s)) - {f"hand {seat}"}
