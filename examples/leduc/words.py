"""Leduc poker in words: actions and views, read and printed."""

from dealt.core.agent import Action
from dealt.core.view import View
from dealt.core.zones import AnyZone, Ask, Board, Counter, Hand, Own, Pile, SeatView, hand_of
from dealt.errors import ParseError
from dealt.language import Phrase

from . import knowledge, rules
from .state import NOBODY, PUBLIC, SEATS, State

FACES = ("JH", "JS", "QH", "QS", "KH", "KS")  # by card
SAID = ("fold", "call", "raise")
DONE = ("folded", "called", "raised")


def action_text(action: int) -> str:
    """`fold`, `call` or `raise`."""
    return SAID[action]


def event_text(name: str, action: int, own: bool) -> str:
    """What somebody did, for the log."""
    return f"{name} {DONE[action]}"


def parse_action(text: str) -> int:
    """The action that a person means; a check is a call of nothing."""
    word = text.strip().lower().replace("check", "call")
    if word not in SAID:
        raise ParseError(f"cannot read {text!r}; say fold, call, check or raise")
    return SAID.index(word)


def refusal(view: View, action: int) -> Phrase:
    """Why an action is not open."""
    if action == rules.FOLD:
        return Phrase("there is nothing to call", code="nothing_to_call", rule="L2")
    return Phrase("two raises are enough", code="most_raises", rule="L2")


def action(view: View, action: int) -> Action:
    """No cards move; who calls or raises puts chips into the pot."""
    said = SAID[action]
    if action == rules.FOLD:
        return Action(action, said, verb=said)
    return Action(action, said, verb=said, source=f"chips:{view.seat}", targets=("pot",))


def view(s: State, seat: int, names: tuple[str, ...]) -> View:
    """What a seat may know."""
    obs = [0] * knowledge.OBSERVATION
    knowledge.observe(s, seat, obs)
    return View(seat, names, tuple(obs), board(s, names), Own(seat, (hand(s, seat, seat),)))


def board(s: State, names: tuple[str, ...]) -> Board:
    """What all may see; of a hand, that is what the other player sees."""
    public = Pile(id="public", label="Public card", count=1, cards=seen_card(s, 0, PUBLIC))
    zones: list[AnyZone] = [public, chips("pot", "Pot", None, sum(s.chips))]
    for seat in range(SEATS):
        zones += [hand(s, seat, 1 - seat), chips(f"chips:{seat}", "", seat, s.chips[seat])]
    seats = [SeatView(seat, name) for seat, name in enumerate(names)]
    ask = None if rules.is_over(s) else Ask(s.turn, "bet", "to bet")
    return Board(tuple(seats), tuple(zones), ask=ask)


def hand(s: State, seat: int, reader: int) -> Hand:
    """The one card of a seat, as a reader sees it."""
    return Hand(id=hand_of(seat), seat=seat, count=1, cards=seen_card(s, reader, seat))


def seen_card(s: State, reader: int, place: int) -> tuple[str, ...]:
    """The face of the card at a place, if the reader sees it."""
    return (FACES[s.cards[place]],) if knowledge.sees(s, reader, place) else ()


def chips(zone: str, label: str, seat: int | None, n: int) -> Counter:
    """So many chips, before a seat or in the middle."""
    text = "1 chip" if n == 1 else f"{n} chips"
    return Counter(id=zone, label=label, seat=seat, value=n, unit="chips", text=text)


def outcome_text(s: State, names: tuple[str, ...]) -> str:
    """How a finished round ended, in one line."""
    points = [0] * SEATS
    rules.score(s, points)
    places = zip((*names, "the table"), s.cards, strict=False)
    how = ", ".join(f"{who} has {FACES[card]}" for who, card in places)
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
