"""A plain implementation of one round of the card game Tranca."""

import itertools
from dataclasses import dataclass

from tests.oracles.tranca_score import canastra, is_sequence, score

HAND_SIZE = 11
MORTO_COUNT = 2
MOST_SEQUENCES = 24
EDGES = "45KA"
DOLLARS = ("3D", "3H")
TWOS = ("2C", "2D", "2H", "2S")
# Natural cards by rank, then by suit; a two that stands in comes last and has no suit.
LABELS = [rank + suit for rank in "456789TJQKA" for suit in "CDHS"] + ["2"]


def name_of(card: str) -> str:
    """Return the word for a card that is laid down: the suit of a two is left out."""
    return "2" if card[0] == "2" else card


def as_cards(labels: tuple[str, ...]) -> list[str]:
    """Return cards for words, giving any suit to the twos."""
    return ["2C" if label == "2" else label for label in labels]


# All the groups of three that a sequence may begin with, in the words of the actions.
PATTERNS = [
    labels
    for labels in itertools.combinations_with_replacement(LABELS, 3)
    if is_sequence(as_cards(labels))
]


def is_set(cards: list[str]) -> bool:
    """Tell whether a sequence is one of equal cards (only twos is not)."""
    naturals = [card for card in cards if card[0] != "2"]
    return len(naturals) > 0 and len({card[0] for card in naturals}) == 1


def pick(hand: list[str], label: str) -> str | None:
    """Take the card of that word out of the hand, or return None if it does not exist."""
    expected = TWOS if label == "2" else (label,)
    for card in expected:
        if card in hand:
            hand.remove(card)
            return card
    return None


@dataclass(frozen=True)
class Rules:
    """The switches of a round."""

    pile_on_sequence: bool = True
    sets: str = "any"
    clean_to_go_out: bool = False
    turn_limit: int = 500


@dataclass
class Laid:
    """How a hand, its side's sequences and the pile stand after cards are laid down."""

    hand: list[str]
    sequences: list[list[str]]
    pile: list[str]


class Round:
    """One round from the deal to the end."""

    def __init__(self, seats: int, starter: int, deck: list[str], rules: Rules) -> None:
        """Deal the cards and lay the first dollars."""
        self.seats = seats
        self.rules = rules
        self.order = [(starter + step) % seats for step in range(seats)]
        side_count = len({self.side_of(seat) for seat in range(seats)})
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.stock: list[str] = list(deck)
        self.mortos: list[list[str]] = []
        self.pile: list[str] = []
        self.sequences: list[list[list[str]]] = [[] for _ in range(side_count)]
        self.dollars: list[list[str]] = [[] for _ in range(side_count)]
        self.turn: int | None = starter
        self.phase = "drawing"
        self.outcome = ""
        self.final_side: int | None = None
        self.turns_done = 0
        # The seat that took the morto of a side, and whether it has used it.
        self.morto_seat: list[int | None] = [None] * side_count
        self.morto_used = [False] * side_count
        self.deal()

    def side_of(self, seat: int) -> int:
        """Return the side of a seat."""
        return seat if self.seats in (2, 3) else seat % 2

    def deal(self) -> None:
        """Deal hands and mortos from the deck, then lay the dollars in turn order."""
        for seat in self.order:
            self.hands[seat] = self.stock[:HAND_SIZE]
            self.stock = self.stock[HAND_SIZE:]
        for _ in range(MORTO_COUNT):
            self.mortos.append(self.stock[:HAND_SIZE])
            self.stock = self.stock[HAND_SIZE:]
        for seat in self.order:
            self.lay_dollars(seat)

    # Drawing.

    def draw_from_stock(self) -> str | None:
        """Draw the first card of the stock, None if there is none; refill it if empty."""
        if not self.stock:
            return None
        card = self.stock.pop(0)
        if not self.stock and self.mortos:
            self.stock = self.mortos.pop(0)
        return card

    def draw_to_hand(self, seat: int) -> bool:
        """Draw until a card stays in the hand, laying dollars; False if there is none."""
        while True:
            card = self.draw_from_stock()
            if card is None:
                return False
            if card not in DOLLARS:
                self.hands[seat].append(card)
                return True
            self.dollars[self.side_of(seat)].append(card)

    def lay_dollars(self, seat: int) -> None:
        """Lay all the dollars of a hand and replace them as far as there are cards."""
        dollars = [card for card in self.hands[seat] if card in DOLLARS]
        self.hands[seat] = [card for card in self.hands[seat] if card not in DOLLARS]
        self.dollars[self.side_of(seat)].extend(dollars)
        for _ in dollars:
            self.draw_to_hand(seat)

    # What is allowed.

    def may_get_morto(self, side: int) -> bool:
        """Tell whether a side has had no morto and one is left."""
        return self.morto_seat[side] is None and len(self.mortos) > 0

    def may_end_with(self, sequences: list[list[str]]) -> bool:
        """Tell whether one of the sequences is a canastra good for going out."""
        good = ["clean", "twos"] if self.rules.clean_to_go_out else ["clean", "dirty", "twos"]
        return any(canastra(cards) in good for cards in sequences)

    def may_lie(self, cards: list[str]) -> bool:
        """Tell whether cards are a sequence under the rules of this round."""
        if not is_sequence(cards):
            return False
        if self.rules.sets == "edges" and is_set(cards):
            return all(card[0] in EDGES for card in cards if card[0] != "2")
        return True

    def in_turn(self) -> int:
        """Return the seat in turn while the round goes on."""
        if self.turn is None:
            raise ValueError("the round is over")
        return self.turn

    def start(self) -> Laid:
        """Return copies of the hand in turn, its side's sequences and the pile."""
        seat = self.in_turn()
        return Laid(
            list(self.hands[seat]),
            [list(cards) for cards in self.sequences[self.side_of(seat)]],
            list(self.pile),
        )

    def after_lay(self, label: str, number: int) -> Laid | None:
        """Return how things stand after a card of the hand is laid on a sequence."""
        laid = self.start()
        card = pick(laid.hand, label)
        if card is None or not self.may_lie([*laid.sequences[number - 1], card]):
            return None
        laid.sequences[number - 1].append(card)
        return laid

    def after_new(self, labels: list[str]) -> Laid | None:
        """Return how things stand after three cards of the hand begin a sequence."""
        laid = self.start()
        cards = []
        for label in labels:
            card = pick(laid.hand, label)
            if card is None:
                return None
            cards.append(card)
        if len(laid.sequences) >= MOST_SEQUENCES or not self.may_lie(cards):
            return None
        laid.sequences.append(cards)
        return laid

    def after_take_on(self, number: int) -> Laid | None:
        """Return how things stand after the pile is taken with its top on a sequence."""
        laid = self.start()
        if not laid.pile or not self.rules.pile_on_sequence:
            return None
        top = laid.pile.pop()
        if not self.may_lie([*laid.sequences[number - 1], top]):
            return None
        laid.sequences[number - 1].append(top)
        laid.hand.extend(laid.pile)
        laid.pile = []
        return laid

    def after_take_new(self, labels: list[str]) -> Laid | None:
        """Return how things stand after the pile is taken with its top in a new sequence."""
        laid = self.start()
        if not laid.pile:
            return None
        top = laid.pile.pop()
        if name_of(top) not in labels:
            return None
        place = labels.index(name_of(top))
        cards = []
        for index, label in enumerate(labels):
            card = top if index == place else pick(laid.hand, label)
            if card is None:
                return None
            cards.append(card)
        if len(laid.sequences) >= MOST_SEQUENCES or not self.may_lie(cards):
            return None
        laid.sequences.append(cards)
        laid.hand.extend(laid.pile)
        laid.pile = []
        return laid

    def after(self, text: str) -> Laid | None:
        """Return how things stand after cards are laid down, None if that cannot be."""
        words = text.split()
        if words[0] == "lay":
            return self.after_lay(words[1], int(words[3]))
        if words[0] == "new":
            return self.after_new(words[1:])
        if words[1] == "on":
            return self.after_take_on(int(words[2]))
        return self.after_take_new(words[2:])

    def is_open_after(self, laid: Laid) -> bool:
        """Tell whether a player may leave things so after laying down cards."""
        side = self.side_of(self.in_turn())
        if self.may_get_morto(side) or self.may_end_with(laid.sequences):
            return True
        if len(laid.hand) != 1:
            return len(laid.hand) >= 2
        for number in range(len(laid.sequences)):
            grown = [*laid.sequences[number], laid.hand[0]]
            if self.may_lie(grown) and self.may_end_with([grown]):
                return True
        return False

    def is_open(self, text: str) -> bool:
        """Tell whether laying down cards by this action is open."""
        laid = self.after(text)
        return laid is not None and self.is_open_after(laid)

    def may_discard(self) -> bool:
        """Tell whether the hand in turn may be made one card shorter by a discard."""
        seat = self.in_turn()
        side = self.side_of(seat)
        return (
            len(self.hands[seat]) >= 2
            or self.may_get_morto(side)
            or self.may_end_with(self.sequences[side])
        )

    def open_actions(self) -> list[str]:
        """Return the texts of all open actions, sorted."""
        if self.turn is None:
            return []
        hand = self.hands[self.turn]
        numbers = range(1, len(self.sequences[self.side_of(self.turn)]) + 1)
        if self.phase == "drawing":
            top = {name_of(card) for card in self.pile[-1:]}
            texts = [f"take on {number}" for number in numbers]
            texts += ["take new " + " ".join(labels) for labels in PATTERNS if top & set(labels)]
            return sorted(["draw"] + [text for text in texts if self.is_open(text)])
        names = {name_of(card) for card in hand}
        texts = [f"lay {name} on {number}" for name in names for number in numbers]
        texts += ["new " + " ".join(labels) for labels in PATTERNS if names >= set(labels)]
        discards = {f"discard {card}" for card in hand} if self.may_discard() else set()
        return sorted([*discards, *(text for text in texts if self.is_open(text))])

    # Playing.

    def play(self, text: str) -> None:
        """Do one open action."""
        if text not in self.open_actions():
            raise ValueError(f"not open: {text!r}")
        if text == "draw":
            self.play_draw()
        elif text.startswith("discard "):
            self.play_discard(text.split()[1])
        else:
            self.play_laying(text)

    def play_draw(self) -> None:
        """Draw a card; the round ends if there is none."""
        if self.draw_to_hand(self.in_turn()):
            self.phase = "playing"
        else:
            self.end("stock")

    def play_laying(self, text: str) -> None:
        """Lay down cards, perhaps with the pile, and go on, perhaps with a morto."""
        seat = self.in_turn()
        side = self.side_of(seat)
        laid = self.after(text)
        if laid is None:
            raise ValueError(f"not open: {text!r}")
        self.use_morto(seat)
        self.hands[seat] = laid.hand
        self.sequences[side] = laid.sequences
        self.pile = laid.pile
        self.phase = "playing"
        self.check_empty_hand(seat)

    def play_discard(self, card: str) -> None:
        """Discard a card and end the turn."""
        seat = self.in_turn()
        self.use_morto(seat)
        self.hands[seat].remove(card)
        self.pile.append(card)
        self.turns_done += 1
        self.check_empty_hand(seat)
        if self.outcome:
            return
        if not self.stock and not self.mortos:
            self.end("stock")
        elif self.rules.turn_limit and self.turns_done >= self.rules.turn_limit:
            self.end("turn limit")
        else:
            self.turn = (seat + 1) % self.seats
            self.phase = "drawing"

    def use_morto(self, seat: int) -> None:
        """Note that a seat plays a card; if it took the morto before, it uses it."""
        side = self.side_of(seat)
        if self.morto_seat[side] == seat:
            self.morto_used[side] = True

    def check_empty_hand(self, seat: int) -> None:
        """Give a morto to an empty hand, or end the round if there is none for it."""
        side = self.side_of(seat)
        if self.hands[seat]:
            return
        if self.may_get_morto(side):
            self.hands[seat] = self.mortos.pop(0)
            self.morto_seat[side] = seat
            self.lay_dollars(seat)
        else:
            self.final_side = side
            self.end("went out")

    def end(self, outcome: str) -> None:
        """End the round."""
        self.outcome = outcome
        self.turn = None
        self.phase = "over"

    def morto_state(self, side: int) -> str:
        """Return 'none', 'unused' or 'used' for the morto of a side."""
        if self.morto_seat[side] is None:
            return "none"
        return "used" if self.morto_used[side] else "unused"

    def side_points(self, side: int) -> int:
        """Return the points of a side as things stand."""
        seats = [seat for seat in range(self.seats) if self.side_of(seat) == side]
        return score(
            self.sequences[side],
            dollars=self.dollars[side],
            hand=[card for seat in seats for card in self.hands[seat]],
            morto=self.morto_state(side),
            final_move=self.final_side == side,
        )["total"]

    def points(self) -> list[int]:
        """Return the points by seat; all the seats of a side have the side's points."""
        return [self.side_points(self.side_of(seat)) for seat in range(self.seats)]
