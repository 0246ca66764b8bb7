"""Mason Rummy in words: actions and views, read and printed."""

from __future__ import annotations

from dataclasses import dataclass

from dealt.cards import FIVE_SUITS as DECK
from dealt.core.game import listed
from dealt.errors import ParseError
from dealt.games.mason_rummy import rules
from dealt.games.mason_rummy.state import DRAWING, RANKS, STALEMATE, SUITS, State
from dealt.games.mason_rummy.tables import (
    DISCARD,
    DRAW_DISCARD,
    DRAW_STOCK,
    FIRST_RUN,
    LAY_OFF,
    MELD,
    MELD_OF_SUITS,
    MELD_SUITS,
    MELDS_OF_RANK,
    RUN,
    RUN_LENGTH,
    RUN_START,
    RUNS_OF_SUIT,
    SHORTEST,
)
from dealt.language import Phrase, in_english, message, say, say_n

# what a player can do, in words
DRAWS_STOCK = message("draw stock")
DRAWS_DISCARD = message("draw discard")
DISCARDS = message("discard {card}")
LAYS_OFF = message("lay off {card}")
MELDS = message("meld {cards}")
RUNS = message("run {cards}")
PHRASES = (DRAWS_STOCK, DRAWS_DISCARD, DISCARDS, LAYS_OFF, MELDS, RUNS)


def phrase(action: int) -> Phrase:
    """An action in words, to be said in any language."""
    if action == DRAW_STOCK:
        return Phrase(DRAWS_STOCK)
    if action == DRAW_DISCARD:
        return Phrase(DRAWS_DISCARD)
    cards = DECK.text(cards_of(action))
    if action >= MELD:
        return Phrase(RUNS if action >= RUN else MELDS, {"cards": cards})
    return Phrase(LAYS_OFF if action >= LAY_OFF else DISCARDS, {"card": cards})


def action_text(action: int) -> str:
    """An action as programs and files know it."""
    return phrase(action).english


def said(action: int, own: bool = True) -> str:
    """An action in the language that is spoken; no action says a hidden card."""
    return str(phrase(action))


def told(action: int) -> str:
    """The action as others hear of it: no action says a hidden card."""
    return action_text(action)


def cards_of(action: int) -> list[int]:
    """The cards that an action moves out of the hand, in rising order."""
    if action >= RUN:
        suit, run = divmod(action - RUN, RUNS_OF_SUIT)
        first = suit * RANKS + RUN_START[run]
        return list(range(first, first + RUN_LENGTH[run]))
    if action >= MELD:
        rank, choice = divmod(action - MELD, MELDS_OF_RANK)
        return [suit * RANKS + rank for suit in range(SUITS) if MELD_SUITS[choice] >> suit & 1]
    if action >= LAY_OFF:
        return [action - LAY_OFF]
    if action >= DISCARD:
        return [action - DISCARD]
    return []


def parse_action(text: str) -> int:
    """The action that a person means.

    Cards of a meld or a run come in any order, with blanks or commas, in small letters too.

    Raises:
        ParseError: it cannot be read.
    """
    words = in_english(text.replace(",", " "), PHRASES).lower().split()
    if words[:2] == ["draw", "stock"] and len(words) == 2:
        return DRAW_STOCK
    if words[:2] == ["draw", "discard"] and len(words) == 2:
        return DRAW_DISCARD
    if words[:1] in (["discard"], ["meld"], ["run"]):
        verb, cards = words[0], [DECK.parse(word) for word in words[1:]]
    elif words[:2] == ["lay", "off"]:
        verb, cards = "lay off", [DECK.parse(word) for word in words[2:]]
    else:
        wrong = say(
            "cannot read {text}; say draw stock, draw discard, discard 7H, lay off 7H, "
            "meld 7C 7D 7H or run 3S 4S 5S",
            text=repr(text),
        )
        raise ParseError(wrong)
    if verb in ("discard", "lay off"):
        return one_card(verb, cards, text) + (DISCARD if verb == "discard" else LAY_OFF)
    action = meld_of(cards) if verb == "meld" else run_of(cards)
    if action is None:
        group = Phrase(MELDS if verb == "meld" else RUNS, {"cards": DECK.text(cards)})
        raise ParseError(f"{group}: {no_group(cards)}")
    return action


def one_card(verb: str, cards: list[int], text: str) -> int:
    """The card of an action that takes one.

    Raises:
        ParseError: there are more, or none.
    """
    if len(cards) == 1:
        return cards[0]
    given = {"n": len(cards), "text": repr(text)}
    if verb == "discard":
        raise ParseError(say("discard takes one card, not {n}, in {text}", **given))
    raise ParseError(say("lay off takes one card, not {n}, in {text}", **given))


def group_of(cards: list[int]) -> int | None:
    """The action that lays these cards down as one new group; None if they are no group."""
    meld = meld_of(cards)
    return run_of(cards) if meld is None else meld


def meld_of(cards: list[int]) -> int | None:
    """The action that lays these cards down as a meld; None if they are none."""
    ranks = {card % RANKS for card in cards}
    suits = sum(1 << suit for suit in {card // RANKS for card in cards})
    if len(ranks) != 1 or len(cards) != suits.bit_count() or MELD_OF_SUITS[suits] < 0:
        return None
    return MELD + ranks.pop() * MELDS_OF_RANK + MELD_OF_SUITS[suits]


def run_of(cards: list[int]) -> int | None:
    """The action that lays these cards down as a run; None if they are none."""
    cards = sorted(cards)
    if len(cards) < SHORTEST or cards != list(range(cards[0], cards[0] + len(cards))):
        return None
    suit, start = divmod(cards[0], RANKS)
    if cards[-1] // RANKS != suit:
        return None
    return RUN + suit * RUNS_OF_SUIT + FIRST_RUN[start] + len(cards) - SHORTEST


def no_group(cards: list[int]) -> str:
    """Why cards are neither a meld nor a run."""
    if len(set(cards)) < len(cards):
        return say("the same card twice")
    if len(cards) < SHORTEST:
        return say("a meld or a run needs at least {n} cards", n=SHORTEST)
    return say("neither cards of one value nor cards of one suit in a row")


@dataclass(frozen=True)
class Groups:
    """What a player has laid down: runs by suit, then melds by rank, each in rising order."""

    runs: tuple[tuple[str, ...], ...]
    melds: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return "; ".join(" ".join(group) for group in self.runs + self.melds) or say("nothing")


@dataclass(frozen=True)
class MasonRummyView:
    """What one seat knows of a round.

    Attributes:
        seat, names: whose view this is, and who sits where.
        turn: the seat in turn, None once the round is over.
        drawing: the seat in turn has yet to draw.
        hand: own cards in dealt order, the drawn card last.
        counts: cards in the hand of each seat.
        top: the top of the discard pile, None if it is empty.
        discards, stock: cards in the two piles.
        groups: what each seat has laid down.
        observation: the same and all that a perfect memory adds, see `rules.observe`.
    """

    seat: int
    names: tuple[str, ...]
    turn: int | None
    drawing: bool
    hand: tuple[str, ...]
    counts: tuple[int, ...]
    top: str | None
    discards: int
    stock: int
    groups: tuple[Groups, ...]
    observation: tuple[int, ...]

    def __str__(self) -> str:
        top = self.top or say("empty")
        lines = [say("Discard pile: {top}   Stock: {stock} cards", top=top, stock=self.stock)]
        for name, groups, count in zip(self.names, self.groups, self.counts, strict=True):
            line = say_n(
                "{name} (1 card in hand): {groups}", "{name} ({n} cards in hand): {groups}",
                count, name=name, groups=groups,
            )  # fmt: skip
            lines.append(line)
        hand = " ".join(self.hand) or say("empty")
        lines.append(say("Hand of {name}: {cards}", name=self.names[self.seat], cards=hand))
        if self.turn is not None:
            name = self.names[self.turn]
            if self.drawing:
                lines.append(say("Turn: {name}, to draw", name=name))
            else:
                lines.append(say("Turn: {name}, to lay down or discard", name=name))
        return "\n".join(lines)


def view(s: State, seat: int, names: tuple[str, ...]) -> MasonRummyView:
    """What `seat` may know, built field by field."""
    seen = [0] * rules.OBSERVATION
    rules.observe(s, seat, seen)
    top = seen[rules.SEES_TOP]
    counts = [seen[rules.SEES_COUNTS + (k - seat) % s.seats] for k in range(s.seats)]
    hand = seen[rules.SEES_HAND : rules.SEES_HAND + counts[seat]]
    return MasonRummyView(
        seat=seat,
        names=names,
        turn=None if rules.is_over(s) else s.turn,
        drawing=s.phase == DRAWING,
        hand=tuple(DECK.faces[card] for card in hand),
        counts=tuple(counts),
        top=None if top < 0 else DECK.faces[top],
        discards=seen[rules.SEES_DISCARDS],
        stock=seen[rules.SEES_STOCK],
        groups=tuple(laid_down(s, k) for k in range(s.seats)),
        observation=tuple(seen),
    )


def laid_down(s: State, seat: int) -> Groups:
    """What lies in front of a seat; runs that have grown together are one."""
    runs, melds = [], []
    for suit in range(SUITS):
        run: list[str] = []
        if not s.runs[seat][suit]:
            continue
        for rank in range(RANKS + 1):
            if s.runs[seat][suit] >> rank & 1:
                run.append(DECK.faces[suit * RANKS + rank])
            elif run:
                runs.append(tuple(run))
                run = []
    for rank in range(RANKS):
        suits = s.melds[seat][rank]
        if suits:
            melds.append(
                tuple(DECK.faces[x * RANKS + rank] for x in range(SUITS) if suits >> x & 1)
            )
    return Groups(tuple(runs), tuple(melds))


def refusal(view: MasonRummyView, action: int) -> str:
    """Why the seat of `view` may not do `action` now."""
    drawing = action in (DRAW_STOCK, DRAW_DISCARD)
    if view.drawing:
        return say("first a card must be drawn, from the stock or from the discard pile")
    if drawing:
        return say("one draw per turn (R1); lay cards down or discard")
    missing = [face for face in DECK.text(cards_of(action)).split() if face not in view.hand]
    if missing:
        hand = " ".join(view.hand)
        return say("{cards} not in hand; the hand is {hand}", cards=listed(missing), hand=hand)
    return say(
        "{card} fits no meld and no run of one's own (R7); on the table lies {groups}",
        card=DECK.text(cards_of(action)),
        groups=view.groups[view.seat],
    )


def outcome_text(s: State, names: tuple[str, ...]) -> str:
    """How a finished round ended, in one line."""
    if s.outcome == STALEMATE:
        return say("stalemate after {n} turns: hands count as they are", n=s.turns)
    return say("{name} went out", name=names[s.turn])


def cards_in_play(s: State) -> dict[str, list[int]]:
    """Every place that can hold cards, and the cards there."""
    places = {
        "stock": list(s.stock[s.stock_next : s.stock_end]),
        "discards": list(s.discards[: s.discard_count]),
    }
    for seat in range(s.seats):
        places[f"hand {seat}"] = cards_of_suits(s.held[seat])
        places[f"runs {seat}"] = cards_of_suits(s.runs[seat])
        melds = [(rank, suits) for rank, suits in enumerate(s.melds[seat]) if suits]
        places[f"melds {seat}"] = [
            suit * RANKS + rank
            for suit in range(SUITS)
            for rank, suits in melds
            if suits >> suit & 1
        ]
    return places


def cards_of_suits(masks: list[int]) -> list[int]:
    """The cards of a mask of ranks for each suit, in rising order."""
    return [
        suit * RANKS + rank
        for suit, ranks in enumerate(masks)
        if ranks
        for rank in range(RANKS)
        if ranks >> rank & 1
    ]


def hidden_places(s: State, seat: int) -> set[str]:
    """The stock and the other hands."""
    return {"stock"} | {f"hand {other}" for other in range(s.seats) if other != seat}
