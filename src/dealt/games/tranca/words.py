"""Tranca in words: actions and views, read and printed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from dealt.cards import FRENCH as DECK
from dealt.core.game import listed
from dealt.errors import ParseError
from dealt.games.tranca import knowledge
from dealt.games.tranca.sequences import side_of, sides
from dealt.games.tranca.state import (
    CARDS,
    DRAWING,
    EDGES,
    MORTOS,
    MOST_SEQUENCES,
    RANKS,
    RED,
    RUN,
    SET,
    STOCK_OUT,
    SUITS,
    TURN_LIMIT,
    TWOS,
    State,
)
from dealt.games.tranca.tables import (
    ACE,
    BEGIN_ABOUT,
    BEGIN_CARDS,
    BEGIN_KIND,
    BEGIN_TWOS,
    BEGINNINGS,
    CANASTRA,
    DISCARD,
    DRAW,
    EDGE_RANKS,
    FITS,
    FITS_WITH_TWO,
    FOUR,
    LAID,
    LAID_TWO,
    LAY,
    NATURALS,
    NEW,
    SHORTEST,
    TAKE_NEW,
    TAKE_ON,
    TAKES_TWO,
    THREE,
    TWO,
)
from dealt.language import Phrase, in_english, message, say, say_n

ANY_TWO = "2"

# what a player can do, in words; of those that begin alike the longer one comes first
DRAWS = message("draw")
TAKES_ON = message("take on {sequence}")
TAKES_NEW = message("take new {cards}")
LAYS = message("lay {card} on {sequence}")
BEGINS = message("new {cards}")
DISCARDS = message("discard {card}")
LAYS_NEW = message("lay new {cards}")  # where a sentence needs a verb
PHRASES = (DRAWS, TAKES_ON, TAKES_NEW, LAYS, BEGINS, DISCARDS)


def beginning_text(beginning: int) -> str:
    """The three cards of a new sequence; a two without its suit, any will do."""
    twos = BEGIN_TWOS[beginning]
    naturals = BEGIN_CARDS[beginning][: SHORTEST - twos]
    return " ".join([*(DECK.faces[card] for card in naturals), *[ANY_TWO] * twos])


BEGINNING_OF_TEXT = {beginning_text(i): i for i in range(len(BEGINNINGS))}


def phrase(action: int) -> Phrase:
    """An action in words, to be said in any language."""
    if action == DRAW:
        return Phrase(DRAWS)
    if action < TAKE_NEW:
        return Phrase(TAKES_ON, {"sequence": action - TAKE_ON + 1})
    if action < NEW:
        return Phrase(TAKES_NEW, {"cards": beginning_text(action - TAKE_NEW)})
    if action < LAY:
        return Phrase(BEGINS, {"cards": beginning_text(action - NEW)})
    if action < DISCARD:
        sequence, which = divmod(action - LAY, LAID)
        card = ANY_TWO if which == LAID_TWO else DECK.faces[natural_card(which)]
        return Phrase(LAYS, {"card": card, "sequence": sequence + 1})
    return Phrase(DISCARDS, {"card": DECK.faces[action - DISCARD]})


def action_text(action: int) -> str:
    """An action as programs and files know it."""
    return phrase(action).english


def said(action: int, own: bool = True) -> str:
    """An action in the language that is spoken; no action says a hidden card."""
    return str(phrase(action))


def intent(action: int) -> str:
    """An action as what somebody would do, in the language that is spoken; it can be read, too."""
    meant = phrase(action)
    return str(Phrase(LAYS_NEW, meant.given) if meant.message == BEGINS else meant)


def natural_card(which: int) -> int:
    """The card of a lay that is no two."""
    return which // NATURALS * RANKS + which % NATURALS + FOUR


def told(action: int) -> str:
    """The action as others hear of it: no action says a hidden card."""
    return action_text(action)


def parse_action(text: str) -> int:
    """The action that a person means.

    Cards come in any order; a two may be written `2` or with any suit. Three cards alone are a new
    sequence.

    Raises:
        ParseError: it cannot be read.
    """
    words = in_english(text.replace(",", " "), PHRASES).lower().split()
    if words == ["draw"]:
        return DRAW
    if words[:2] == ["take", "on"]:
        return TAKE_ON + sequence_number(words[2:], text)
    if words[:2] == ["take", "new"]:
        return TAKE_NEW + beginning_of(words[2:], text)
    if words[:2] == ["lay", "new"]:
        words = words[1:]
    if words[:1] == ["new"]:
        return NEW + beginning_of(words[1:], text)
    if words[:1] == ["lay"] and words[2:3] == ["on"]:
        return LAY + sequence_number(words[3:], text) * LAID + laid(words[1], text)
    if words[:1] == ["discard"]:
        if len(words) != 2:
            wrong = say(
                "discard takes one card, not {n}, in {text}", n=len(words) - 1, text=repr(text)
            )
            raise ParseError(wrong)
        return DISCARD + DECK.parse(words[1])
    if len(words) == SHORTEST and all(word == ANY_TWO or DECK.knows(word) for word in words):
        return NEW + beginning_of(words, text)
    wrong = say(
        "cannot read {text}; say draw, take on 1, take new 7C 8C 9C, new KC KD 2, "
        "lay TC on 1 or discard 5H",
        text=repr(text),
    )
    raise ParseError(wrong)


def sequence_number(words: list[str], text: str) -> int:
    """A sequence as people count them, from 1."""
    number = words[0] if len(words) == 1 else ""
    digits = number.isascii() and number.isdigit() and len(number) < 3
    if digits and 1 <= int(number) <= MOST_SEQUENCES:
        return int(number) - 1
    wrong = say(
        "one number of a sequence is needed, 1 to {most}, in {text}",
        most=MOST_SEQUENCES, text=repr(text),
    )  # fmt: skip
    raise ParseError(wrong)


def laid(word: str, text: str) -> int:
    """Which card a lay means."""
    if word == ANY_TWO:
        return LAID_TWO
    suit, rank = divmod(DECK.parse(word), RANKS)
    if rank == TWO:
        return LAID_TWO
    if rank == THREE:
        raise ParseError(say("no three is in any sequence (T2), in {text}", text=repr(text)))
    return suit * NATURALS + rank - FOUR


def beginning_of(words: list[str], text: str) -> int:
    """The new sequence that three cards make."""
    cards = sorted(DECK.parse(word) for word in words if word != ANY_TWO)
    naturals = [card for card in cards if card % RANKS != TWO]
    twos = len(words) - len(naturals)
    if len(words) != SHORTEST:
        wrong = say(
            "a new sequence begins with {needed} cards, not {n}, in {text}; "
            "lay the others on it one by one",
            needed=SHORTEST, n=len(words), text=repr(text),
        )  # fmt: skip
        raise ParseError(wrong)
    found = " ".join([*(DECK.faces[card] for card in naturals), *[ANY_TWO] * twos])
    if found not in BEGINNING_OF_TEXT:
        why = no_sequence(naturals, twos)
        raise ParseError(say("{cards} is no sequence: {why} (T2)", cards=found, why=why))
    return BEGINNING_OF_TEXT[found]


def no_sequence(naturals: list[int], twos: int) -> str:
    """Why three cards are no sequence."""
    if any(card % RANKS == THREE for card in naturals):
        return say("no three is in any sequence")
    if twos > 1:
        return say("only one two may stand in")
    if len({card // RANKS for card in naturals}) > 1:
        return say("cards are of one rank, or of one suit in a row")
    return say("the cards are not in a row, and one two fills one place only")


# --- what a seat sees -----------------------------------------------------------------------------

CLEAN = message("clean canastra")
DIRTY = message("dirty canastra")
OF_TWOS = message("canastra of twos")


@dataclass(frozen=True)
class Sequence:
    """Cards laid down together.

    Attributes:
        number: as the side counts its sequences, from 1.
        cards: in their order; a two stands where it stands in.
        missing: cards that it needs to be a canastra.
        dirty: a two stands in.
    """

    number: int
    cards: tuple[str, ...]
    missing: int
    dirty: bool

    @property
    def canastra(self) -> str:
        """What kind of canastra it is, empty if none; in English, for programs."""
        if self.missing:
            return ""
        if all(card[0] == ANY_TWO for card in self.cards):
            return OF_TWOS
        return DIRTY if self.dirty else CLEAN

    @property
    def state(self) -> str:
        """What kind of canastra it is, or how much of one."""
        if self.canastra:
            return say(self.canastra)
        many = len(self.cards)
        if self.dirty:
            return say("{n} of {needed}, dirty", n=many, needed=CANASTRA)
        return say("{n} of {needed}", n=many, needed=CANASTRA)

    def __str__(self) -> str:
        return f"{self.number}: {' '.join(self.cards)} ({self.state})"


@dataclass(frozen=True)
class Side:
    """What lies in front of a side for all to see.

    Attributes:
        names: who plays on it.
        dollars: the red threes laid.
        morto: `none`, `taken` (not used yet) or `used`.
        sequences: in the order in which they were made.
    """

    names: tuple[str, ...]
    dollars: tuple[str, ...]
    morto: str
    sequences: tuple[Sequence, ...]

    def __str__(self) -> str:
        return "\n".join([self.title, *(f"  {sequence}" for sequence in self.sequences)])

    @property
    def title(self) -> str:
        """Who it is, the morto, and the dollars."""
        names, dollars = listed(self.names), " ".join(self.dollars)
        if self.morto == "none":
            if not dollars:
                return say("{names}: morto none", names=names)
            return say("{names}: morto none, dollars {dollars}", names=names, dollars=dollars)
        if self.morto == "taken":
            if not dollars:
                return say("{names}: morto taken", names=names)
            return say("{names}: morto taken, dollars {dollars}", names=names, dollars=dollars)
        if not dollars:
            return say("{names}: morto used", names=names)
        return say("{names}: morto used, dollars {dollars}", names=names, dollars=dollars)


@dataclass(frozen=True)
class TrancaView:
    """What one seat knows of a round.

    Attributes:
        seat, names: whose view this is, and who sits where.
        turn: the seat in turn, None once the round is over.
        drawing: the seat in turn has yet to draw or to take the pile.
        hand: own cards by suit and rank.
        counts: cards in the hand of each seat.
        pile: the discard pile, oldest first; all have seen it grow.
        stock, mortos: cards in the stock, and mortos left.
        sides: what lies on the table; the own side first.
        observation: the same and all that a perfect memory adds, see `knowledge.observe`.
    """

    seat: int
    names: tuple[str, ...]
    turn: int | None
    drawing: bool
    hand: tuple[str, ...]
    counts: tuple[int, ...]
    pile: tuple[str, ...]
    stock: int
    mortos: int
    sides: tuple[Side, ...]
    observation: tuple[int, ...]

    @property
    def top(self) -> str:
        """The top of the discard pile, and how many cards lie under it."""
        if len(self.pile) < 2:
            return self.pile[0] if self.pile else say("empty")
        return say("{card} on {n} more", card=self.pile[-1], n=len(self.pile) - 1)

    def __str__(self) -> str:
        piles = say(
            "Pile: {top}   Stock: {stock} cards   Mortos left: {mortos}",
            top=self.top, stock=self.stock, mortos=self.mortos,
        )  # fmt: skip
        counts = [f"{n} {c}" for n, c in zip(self.names, self.counts, strict=True)]
        hand = " ".join(self.hand) or say("empty")
        lines = [
            piles,
            *(str(side) for side in self.sides),
            say("Cards in hand: {counts}", counts=", ".join(counts)),
            say("Hand of {name}: {cards}", name=self.names[self.seat], cards=hand),
        ]
        if self.turn is not None:
            name = self.names[self.turn]
            if self.drawing:
                lines.append(say("Turn: {name}, to draw or take the pile", name=name))
            else:
                lines.append(say("Turn: {name}, to lay down or discard", name=name))
        return "\n".join(lines)


def view(s: State, seat: int, names: tuple[str, ...]) -> TrancaView:
    """What `seat` may know, built field by field."""
    seen = [0] * knowledge.OBSERVATION
    knowledge.observe(s, seat, seen)
    own = seen[knowledge.SEES_HAND : knowledge.SEES_HAND + CARDS]
    return TrancaView(
        seat=seat,
        names=names,
        turn=None if s.outcome else s.turn,
        drawing=s.phase == DRAWING,
        hand=tuple(DECK.faces[card] for card in range(CARDS) for _ in range(own[card])),
        counts=tuple(s.hand_count[: s.seats]),
        pile=tuple(DECK.faces[card] for card in s.pile[: s.pile_count]),
        stock=seen[knowledge.SEES_STOCK],
        mortos=seen[knowledge.SEES_MORTOS],
        sides=tuple(side_seen(s, side_of(s, (seat + j) % s.seats), names) for j in range(sides(s))),
        observation=tuple(seen),
    )


def side_seen(s: State, side: int, names: tuple[str, ...]) -> Side:
    """What lies in front of a side."""
    state = ("none", "taken", "used")[s.morto[side]]
    return Side(
        names=tuple(names[seat] for seat in range(side, s.seats, sides(s))),
        dollars=tuple(faces_of(dollars_of(s, side))),
        morto=state,
        sequences=tuple(sequence_seen(s, side, k) for k in range(s.made[side])),
    )


def sequence_seen(s: State, side: int, number: int) -> Sequence:
    """A sequence with its cards in order."""
    cards = [DECK.faces[card] for card in in_order(s, side, number)]
    return Sequence(
        number=number + 1,
        cards=tuple(cards),
        missing=max(0, CANASTRA - len(cards)),
        dirty=s.stand_in[side][number] > 0,
    )


def in_order(s: State, side: int, number: int) -> list[int]:
    """The cards of a sequence; the stand-in of a run fills the gap, else it extends the run."""
    cards = naturals_of(s, side, number)
    if not s.stand_in[side][number]:
        return cards
    two = (s.stand_in[side][number] - 1) * RANKS + TWO
    if s.kind[side][number] == RUN:
        for place in range(1, len(cards)):
            if cards[place] != cards[place - 1] + 1:
                return [*cards[:place], two, *cards[place:]]
        if cards[-1] % RANKS == ACE:
            return [two, *cards]
    return [*cards, two]


def naturals_of(s: State, side: int, number: int) -> list[int]:
    """The cards of a sequence but for the stand-in, by suit and rank."""
    about = s.about[side][number]
    if s.kind[side][number] == RUN:
        ranks = s.ranks[side][number]
        return [about * RANKS + rank for rank in range(RANKS) if ranks >> rank & 1]
    rank = TWO if s.kind[side][number] == TWOS else about
    copies = s.copies[side][number]
    return [suit * RANKS + rank for suit in range(SUITS) for _ in range(copies[suit])]


def dollars_of(s: State, side: int) -> list[int]:
    """The dollars in front of a side."""
    return [suit * RANKS + THREE for suit in (RED, RED + 1) for _ in range(s.dollars[side][suit])]


def faces_of(cards: list[int]) -> list[str]:
    """The faces of cards."""
    return [DECK.faces[card] for card in cards]


# --- refusals, ends, places -----------------------------------------------------------------------


def refusal(view: TrancaView, action: int) -> str:
    """Why the seat of `view` may not do `action` now."""
    own = view.sides[0].sequences
    if view.drawing and (action == DRAW or action >= NEW):
        return say("first a card is drawn from the stock, or the pile is taken")
    if not view.drawing and action < NEW:
        return say("one draw per turn; lay cards down or discard")
    if TAKE_NEW <= action < LAY and len(own) == MOST_SEQUENCES:
        return say("{n} sequences lie there; no more can be begun", n=MOST_SEQUENCES)
    if view.drawing:
        return no_take(view, action)
    cards = [action_text(action).split()[1]] if action >= LAY else action_text(action).split()[1:]
    if short := missing(view, cards):
        return not_in_hand(view, short)
    if LAY <= action < DISCARD and (why := no_fit(view, (action - LAY) // LAID, cards[0])):
        return why
    if NEW <= action < LAY and (why := no_set(view, action - NEW)):
        return why
    return say(KEEP_ONE)


KEEP_ONE = message("a card must be kept: no morto comes, and going out needs a canastra (T7)")


def not_in_hand(view: TrancaView, cards: list[str]) -> str:
    """Which cards are not there."""
    return say(
        "{cards} not in hand; the hand is {hand}", cards=listed(cards), hand=" ".join(view.hand)
    )


def no_take(view: TrancaView, action: int) -> str:
    """Why the pile may not be taken so."""
    if not view.pile:
        return say("the discard pile is empty")
    top = view.pile[-1]
    if DECK.parse(top) % RANKS == THREE:
        return say("{card} lies on top, and a tranca cannot be taken (T5)", card=top)
    if action < TAKE_NEW:
        if not view.observation[knowledge.SEES_OPTIONS]:
            return say("the pile may not be taken onto a sequence (section 6)")
        return no_fit(view, action - TAKE_ON, top) or say(KEEP_ONE)
    cards = action_text(action).split()[2:]
    shown = ANY_TWO if top[0] == ANY_TWO else top
    if shown not in cards:
        return say("the top card of the pile, {card}, must be one of the three (T6)", card=top)
    cards.remove(shown)
    if short := missing(view, cards):
        return not_in_hand(view, short)
    return no_set(view, action - TAKE_NEW) or say(KEEP_ONE)


def missing(view: TrancaView, cards: list[str]) -> list[str]:
    """The cards that are needed and not in hand; `2` is any two."""
    has = Counter(view.hand)
    has[ANY_TWO] = sum(1 for card in view.hand if card[0] == ANY_TWO)
    return [card for card, number in Counter(cards).items() if has[card] < number]


def no_fit(view: TrancaView, number: int, card: str) -> str:
    """Why a card does not go on a sequence of one's own, empty if it does."""
    own = view.sides[0].sequences
    if number >= len(own):
        return say_n(
            "there is no sequence {number}; one's own side has 1 sequence",
            "there is no sequence {number}; one's own side has {n} sequences",
            len(own), number=number + 1,
        )  # fmt: skip
    place = knowledge.SEES_TABLE + number * knowledge.OF_SEQUENCE
    kind, about, _, stand_in, ranks = view.observation[place : place + knowledge.ITS_COPIES]
    suit, rank = (0, TWO) if card[0] == ANY_TWO else divmod(DECK.parse(card), RANKS)
    if rank == TWO:
        fits = kind == TWOS or not stand_in and (kind == SET or TAKES_TWO[ranks] == 1)
    elif kind == RUN:
        fits = suit == about and (FITS_WITH_TWO if stand_in else FITS)[ranks] >> rank & 1 == 1
    else:
        fits = kind == SET and rank == about
    if fits:
        return ""
    return say("{card} does not fit {sequence} (T2)", card=card, sequence=own[number])


def no_set(view: TrancaView, beginning: int) -> str:
    """Why a new sequence is not allowed by the option `sets`, empty if it is."""
    edges = view.observation[knowledge.SEES_OPTIONS + 1] == EDGES
    if edges and BEGIN_KIND[beginning] == SET and BEGIN_ABOUT[beginning] not in EDGE_RANKS:
        return say("sets are of 4, 5, king and ace only (option sets)")
    return ""


def outcome_text(s: State, names: tuple[str, ...]) -> str:
    """How a finished round ended, in one line."""
    if s.outcome == TURN_LIMIT:
        return say("stopped by the turn limit of {n}", n=s.turn_limit)
    if s.outcome == STOCK_OUT:
        return say("the stock is used up")
    return say("{name} went out", name=names[s.turn])


def cards_in_play(s: State) -> dict[str, list[int]]:
    """Every place that can hold cards, and the cards there."""
    places = {"stock": s.stock[s.stock_next : s.stock_end], "pile": s.pile[: s.pile_count]}
    for morto in range(MORTOS):
        left = morto >= MORTOS - s.mortos_left
        places[f"morto {morto + 1}"] = list(s.mortos[morto]) if left else []
    for seat in range(s.seats):
        hand = s.hand[seat]
        places[f"hand {seat}"] = [card for card in range(CARDS) for _ in range(hand[card])]
    for side in range(sides(s)):
        laid = [card for k in range(s.made[side]) for card in in_order(s, side, k)]
        places[f"table {side}"] = laid + dollars_of(s, side)
    return places


def hidden_places(s: State, seat: int) -> set[str]:
    """The stock, the mortos and the other hands."""
    places = {"stock"} | {f"morto {morto + 1}" for morto in range(MORTOS)}
    return places | {f"hand {other}" for other in range(s.seats) if other != seat}
