"""Crazy Eights in words: actions and views, read and printed."""

from collections.abc import Sequence

from dealt.cards import FRENCH, SUIT_NAMES
from dealt.core.agent import Action
from dealt.core.view import View
from dealt.core.zones import Ask, Board, Fact, Hand, Note, Own, Pile, SeatView, hand_of
from dealt.errors import ParseError, SetupError
from dealt.language import Phrase

from . import knowledge, rules
from .state import EIGHT, MOST_STOCK, NO_CARD, PILE, RANKS, STOCK, State

SUIT_WORDS = tuple(SUIT_NAMES[letter] for letter in "CDHS")


def action_text(action: int) -> str:
    """`draw`, `pass`, `play 5H`, or `play 8H for spades`."""
    if action >= rules.DRAW:
        return "draw" if action == rules.DRAW else "pass"
    card = rules.CARD[action]
    text = f"play {FRENCH.faces[card]}"
    return f"{text} for {SUIT_WORDS[rules.ASKS[action]]}" if card % RANKS == EIGHT else text


def parse_action(text: str) -> int:
    """The action that a person means; `play` and `for` can be left out, the suit cut short."""
    words = [word for word in text.lower().split() if word not in ("play", "for")]
    if words in (["draw"], ["pass"]):
        return rules.DRAW if words == ["draw"] else rules.PASS
    if not 1 <= len(words) <= 2:
        raise ParseError(f"cannot read {text!r}; say a card, draw or pass")
    card = FRENCH.parse(words[0])
    if card % RANKS != EIGHT:
        if len(words) == 2:
            raise ParseError("only an eight asks for a suit")
        return rules.CARD.index(card)
    suits = [i for i, suit in enumerate(SUIT_WORDS) if suit.startswith("".join(words[1:]))]
    if len(suits) != 1:
        face = FRENCH.faces[card]
        raise ParseError(f"which suit? Say {face} for clubs, diamonds, hearts or spades")
    return rules.CARD.index(card) + suits[0]


def action(view: View, action: int) -> Action:
    """What moves from where to where, for the seat of `view`."""
    text, hand = action_text(action), hand_of(view.seat)
    if action == rules.PASS:
        return Action(action, text, "pass")
    if action == rules.DRAW:
        return Action(action, text, "draw", source="stock", targets=(hand,))
    cards = (FRENCH.faces[rules.CARD[action]],)
    return Action(action, text, "play", cards, source=hand, targets=("discard",))


def event_text(name: str, action: int, own: bool) -> str:
    """What somebody did, for the log; nobody says which card was drawn."""
    if action >= rules.DRAW:
        return f"{name} drew a card" if action == rules.DRAW else f"{name} passed"
    card = rules.CARD[action]
    text = f"{name} played {FRENCH.faces[card]}"
    return f"{text}, {SUIT_WORDS[rules.ASKS[action]]} asked for" if card % RANKS == EIGHT else text


def find_action(view: View, cards: Sequence[str], zone: str | None) -> int:
    """The action, open or not, that somebody means who chooses cards and taps a zone."""
    if zone == "stock":
        return rules.DRAW
    if zone not in (None, "discard"):
        raise ParseError("cards go to the discard pile")
    if len(cards) != 1:
        raise ParseError("choose one card of your hand to play")
    return rules.CARD.index(FRENCH.parse(cards[0]))  # of an eight any suit: the reason is the same


def refusal(view: View, action: int) -> Phrase:
    """Why an action is not open."""
    if action == rules.DRAW:
        if view.pile("stock").count == 0:
            return Phrase("the stock is empty", code="stock_empty", rule="E6")
        most = number_of_cards(view.observation[knowledge.SEES_DRAWS])
        return Phrase("{most} a turn at most", {"most": most}, "most_draws", "E4")
    if action == rules.PASS:
        return Phrase("draw first", code="draw_first", rule="E5")
    if FRENCH.faces[rules.CARD[action]] not in view.hand:
        return Phrase("you do not hold this card", code="not_in_hand")
    suit = {"suit": view.fact("suit")}
    return Phrase("it must be {suit}, of the same rank, or an eight", suit, "does_not_fit", "E3")


def number_of_cards(n: int) -> str:
    """`1 card`, `2 cards`."""
    return "1 card" if n == 1 else f"{n} cards"


def view(s: State, seat: int, names: tuple[str, ...]) -> View:
    """What a seat may know."""
    seen = [0] * knowledge.OBSERVATION
    knowledge.observe(s, seat, seen)
    return View(seat, names, tuple(seen), board(s, names), Own(seat, (hand(s, seat, seat),)))


def board(s: State, names: tuple[str, ...]) -> Board:
    """What all may see: two piles, how many cards everybody has, and the suit asked for."""
    played, top = len(cards_at(s, PILE)), FRENCH.faces[s.top]
    stock = Pile(id="stock", label="Stock", count=s.left)
    discard = Pile(id="discard", label="Discard pile", count=played, cards=(top,))
    hands = [hand(s, seat, (seat + 1) % s.seats) for seat in range(s.seats)]  # as any other sees it
    seats = [SeatView(seat, name, notes=notes(s, seat)) for seat, name in enumerate(names)]
    suit = SUIT_WORDS[s.suit]
    facts = (Fact("suit", f"Suit asked for: {suit}", suit),)
    return Board(tuple(seats), (stock, discard, *hands), facts=facts, ask=ask(s))


def hand(s: State, seat: int, reader: int) -> Hand:
    """The cards of a seat, as a reader sees them."""
    seen = [card for card in cards_at(s, seat) if knowledge.sees(s, reader, card)]
    cards = tuple(FRENCH.faces[card] for card in seen)
    return Hand(id=hand_of(seat), seat=seat, count=s.count[seat], cards=cards)


def notes(s: State, seat: int) -> tuple[Note, ...]:
    """What else is known of a seat: that it has drawn in this turn, or passed."""
    if seat == s.turn and s.drawn > 0:
        return (Note("drawn", f"{number_of_cards(s.drawn)} drawn"),)
    turns_ago = (s.turn - seat - 1) % s.seats + 1
    return (Note("passed", "passed"),) if turns_ago <= s.passes else ()


def ask(s: State) -> Ask | None:
    """What the seat in turn has to do."""
    if rules.is_over(s):
        return None
    if s.left > 0 and s.drawn < s.draws:
        return Ask(s.turn, "draw", "to play a card or draw")
    return Ask(s.turn, "pass", "to play a card or pass")


def outcome_text(s: State, names: tuple[str, ...]) -> str:
    """How a finished round ended, in one line."""
    points = [0] * s.seats
    rules.score(s, points)
    out = [name for seat, name in enumerate(names) if s.count[seat] == 0]
    how = f"{out[0]} is out" if out else "all have passed"
    return f"{how}: " + ", ".join(f"{name} {n:+}" for name, n in zip(names, points, strict=True))


def cards_in_play(s: State) -> dict[str, list[int]]:
    """Every place, and the cards there."""
    hands = {f"hand {seat}": cards_at(s, seat) for seat in range(s.seats)}
    return {**hands, "stock": s.stock[: s.left], "pile": cards_at(s, PILE)}


def place_cards(s: State, places: dict[str, list[int]]) -> None:
    """Put the cards where a position has them: the inverse of `cards_in_play`."""
    s.left = len(places["stock"])
    if s.left > MOST_STOCK or not places["pile"]:
        raise SetupError(f"the stock has {MOST_STOCK} cards at most, the pile one at least")
    s.stock[:] = places["stock"] + [NO_CARD] * (MOST_STOCK - s.left)
    s.place[:] = [PILE] * len(s.place)
    for card in places["stock"]:
        s.place[card] = STOCK
    for seat in range(s.seats):
        s.count[seat] = len(places[f"hand {seat}"])
        for card in places[f"hand {seat}"]:
            s.place[card] = seat
    if s.top not in places["pile"]:
        s.top = places["pile"][-1]
        s.suit = s.top // RANKS


def cards_at(s: State, where: int) -> list[int]:
    """The cards at a place."""
    return [card for card, place in enumerate(s.place) if place == where]


def hidden_places(s: State, seat: int) -> set[str]:
    """After the deal a seat sees its own cards and the one that is turned up."""
    return set(cards_in_play(s)) - {f"hand {seat}", "pile"}
