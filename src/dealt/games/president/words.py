"""President in words: actions and views, read and printed."""

from __future__ import annotations

from dataclasses import dataclass

from dealt.core.game import listed
from dealt.errors import ParseError
from dealt.games.president import rules
from dealt.games.president.state import CARDS, GIVING, State
from dealt.games.president.tables import (
    DECK,
    GIVE,
    PASS,
    PLAY_CARDS,
    PLAY_OF_MASK,
    SINGLE,
)
from dealt.language import Phrase, in_english, message, say, say_n

# what a player can do beside laying cards, in words
PASSES = message("pass")
GIVES = message("give {card}")
PHRASES = (PASSES, GIVES)

# the types of moves and the roles under the names of the document
TYPE_NAMES = (
    message("one-card"),
    message("pair"),
    message("three-of-a-kind"),
    message("four-of-a-kind"),
    message("straight"),
    message("flush"),
    message("full house"),
    message("four-of-a-kind plus one"),
    message("straight flush"),
)
ROLES = (
    message("President"),
    message("Vice-President"),
    message("Neutral"),
    message("Vice-Bum"),
    message("Bum"),
)


def role(place: int, seats: int) -> str:
    """The role of who finished at `place`, from 1, among so many (P8)."""
    inwards = min(place - 1, seats - place)
    if inwards >= 2 or place - 1 == seats - place:
        return ROLES[2]
    return ROLES[inwards if place - 1 < seats - place else -1 - inwards]


def action_text(action: int) -> str:
    """An action as programs and files know it."""
    if action == PASS:
        return PASSES
    if action >= GIVE:
        return Phrase(GIVES, {"card": DECK.faces[action - GIVE]}).english
    return DECK.text(PLAY_CARDS[action])


def said(action: int, own: bool = True) -> str:
    """An action in the language that is spoken; not `own`: as others hear of it."""
    if action == PASS:
        return say(PASSES)
    if action >= GIVE:
        return say(GIVES, card=DECK.faces[action - GIVE]) if own else say("gives a card")
    return DECK.text(PLAY_CARDS[action])


def told(action: int) -> str:
    """The action as others hear of it: cards given are seen by nobody else."""
    return "gives a card" if action >= GIVE else action_text(action)


def parse_action(text: str) -> int:
    """The action that a person means; the cards of a move come in any order.

    Raises:
        ParseError: it cannot be read, or the cards are no move.
    """
    words = in_english(text.replace(",", " "), PHRASES).split()
    if [word.lower() for word in words] == ["pass"]:
        return PASS
    if not words:
        raise ParseError(say("nothing said; say cards such as 3D 3C, pass, or give 2S"))
    if words[0].lower() == "give":
        if len(words) != 2:
            wrong = say(
                "cards are given one by one, not {n}, in {text}", n=len(words) - 1, text=repr(text)
            )
            raise ParseError(wrong)
        return GIVE + DECK.parse(words[1])
    if words[0].lower() == "play":
        words = words[1:]
    return play_of([DECK.parse(word) for word in words])


def play_of(cards: list[int]) -> int:
    """The play that lays these cards.

    Raises:
        ParseError: they are no move.
    """
    text = DECK.text(cards)
    if len(set(cards)) < len(cards):
        raise ParseError(say("{cards}: the same card twice", cards=text))
    mask = sum(1 << card for card in cards)
    if PLAY_OF_MASK.get(mask, PASS) == PASS:
        wrong = say(
            "{cards}: no move; play one to four cards of one value, or a straight, a flush, "
            "a full house, four of a kind plus one, or a straight flush (P2)",
            cards=text or say("no card"),
        )
        raise ParseError(wrong)
    return PLAY_OF_MASK[mask]


@dataclass(frozen=True)
class Player:
    """What everybody knows of a seat.

    Attributes:
        name: who sits there.
        cards: how many cards the seat has in hand.
        passed: it has passed since the last move.
        place: at which place it finished, None while it is in.
        role: the role that it has from the round before, or from this one when it is out.
    """

    name: str
    cards: int
    passed: bool
    place: int | None
    role: str | None

    def __str__(self) -> str:
        name = self.name
        if self.role:
            name = say("{name}, {role}", name=name, role=say(self.role))
        if self.place is not None:
            return say("{name}: out, place {place}", name=name, place=self.place)
        if self.passed:
            return say_n("{name}: 1 card, passed", "{name}: {n} cards, passed", self.cards,
                         name=name)  # fmt: skip
        return say_n("{name}: 1 card", "{name}: {n} cards", self.cards, name=name)


@dataclass(frozen=True)
class PresidentView:
    """What one seat knows of a round.

    Attributes:
        seat, names: whose view this is, and who sits where.
        turn: the seat in turn, None once the round is over.
        giving: cards are being chosen for the trade.
        must_contain: the lowest card dealt, while the opening lead is to be made.
        players: everybody, in turn order.
        previous: the cards to beat, None: the lead is free.
        previous_type: what they are.
        mover: who played them.
        gave, got: own cards in the trade.
        hand: own cards, from low to high.
        chosen: those of them that are chosen to be given.
        observation: the same as numbers, see `rules.observe`.
    """

    seat: int
    names: tuple[str, ...]
    turn: int | None
    giving: bool
    must_contain: str | None
    players: tuple[Player, ...]
    previous: str | None
    previous_type: str | None
    mover: str | None
    gave: tuple[str, ...]
    got: tuple[str, ...]
    hand: tuple[str, ...]
    chosen: tuple[str, ...]
    observation: tuple[int, ...]

    @property
    def asked(self) -> str:
        """What the seat in turn is to do."""
        if self.giving:
            other = self.partner
            return say_n(
                "to give 1 card to {name}, the {role}", "to give {n} cards to {name}, the {role}",
                self.to_give, name=other.name, role=say(str(other.role)),
            )  # fmt: skip
        if self.must_contain is not None:
            return say("to lead with a move that contains {card}", card=self.must_contain)
        return say("to lead") if self.previous is None else say("to answer or pass")

    @property
    def to_give(self) -> int:
        """How many cards the seat in turn has yet to choose for the trade."""
        return self.observation[rules.SEES_TO_GIVE]

    @property
    def partner(self) -> Player:
        """The lower player of the trade."""
        giver = next(i for i, p in enumerate(self.players) if p.name == self.names[self.turn or 0])
        return self.players[-1 - giver]

    @property
    def trade(self) -> str:
        """What this seat gave and got, empty if nothing."""
        if not self.gave:
            return ""
        gave, got = " ".join(self.gave), " ".join(self.got)
        return say("In the trade: gave {gave}, got {got}", gave=gave, got=got)

    @property
    def to_beat(self) -> str:
        """The cards to beat, what they are and whose; empty if the lead is free."""
        if self.previous is None:
            return ""
        return say(
            "To beat: {cards} ({type}) by {name}",
            cards=self.previous, type=say(str(self.previous_type)), name=self.mover,
        )  # fmt: skip

    def __str__(self) -> str:
        hand = " ".join(self.hand) or say("empty")
        chosen = " ".join(self.chosen)
        lines = [
            *(str(player) for player in self.players),
            self.to_beat,
            self.trade,
            say("Chosen to be given: {cards}", cards=chosen) if chosen else "",
            say("Hand of {name}: {cards}", name=self.names[self.seat], cards=hand),
        ]
        if self.turn is not None:
            lines.append(say("Turn: {name}, {asked}", name=self.names[self.turn], asked=self.asked))
        return "\n".join(line for line in lines if line)


def view(s: State, seat: int, names: tuple[str, ...]) -> PresidentView:
    """What `seat` may know, built field by field from its observation."""
    seen = [0] * rules.OBSERVATION
    rules.observe(s, seat, seen)
    over = rules.is_over(s)
    previous = seen[rules.SEES_PREVIOUS]
    mover = seen[rules.SEES_MOVER]
    places = [seen[rules.SEES_CARD + card] for card in range(CARDS)]
    own = [card for card in range(CARDS) if places[card] in (rules.IN_HAND, rules.CHOSEN)]
    order = s.order[: s.seats]
    first = order.index(seat)
    return PresidentView(
        seat=seat,
        names=names,
        turn=None if over else s.turn,
        giving=s.phase == GIVING,
        must_contain=DECK.faces[s.lowest] if s.opening else None,
        players=tuple(player_of(s, stands, names[x]) for stands, x in enumerate(order)),
        previous=None if previous == PASS else action_text(previous),
        previous_type=None if previous == PASS else TYPE_NAMES[rules.kind(s, previous)],
        mover=None if mover < 0 else names[order[(first + mover) % s.seats]],
        gave=faces(seen[rules.SEES_GAVE : rules.SEES_GAVE + 2]),
        got=faces(seen[rules.SEES_GOT : rules.SEES_GOT + 2]),
        hand=faces(own),
        chosen=faces([card for card in own if places[card] == rules.CHOSEN]),
        observation=tuple(seen),
    )


def player_of(s: State, stands: int, name: str) -> Player:
    """What everybody knows of the seat that stands at a place of the turn order, from 0."""
    seat = s.order[stands]
    finished = s.finished[: s.finished_count]
    place = finished.index(seat) + 1 if seat in finished else None
    known_role = None
    if place is not None:
        known_role = role(place, s.seats)
    elif s.later:
        known_role = role(stands + 1, s.seats)
    return Player(name, s.count[seat], bool(s.passed[seat]), place, known_role)


def faces(cards: list[int]) -> tuple[str, ...]:
    """The faces of cards; -1 is no card."""
    return tuple(DECK.faces[card] for card in cards if card >= 0)


def refusal(view: PresidentView, action: int) -> str:
    """Why the seat of `view` may not do `action` now."""
    if view.giving:
        if action < GIVE:
            return say("first cards are given in the trade; say give and a card (P9)")
        face = DECK.faces[action - GIVE]
        if face in view.chosen:
            return say("{card} is chosen already", card=face)
        return missing(view, [face])
    if action >= GIVE:
        return say("cards are given only in the trade before a round (P9)")
    if action == PASS:
        return no_pass(view)
    cards = [DECK.faces[card] for card in PLAY_CARDS[action]]
    if not set(cards) <= set(view.hand):
        return missing(view, [card for card in cards if card not in view.hand])
    kind = type_seen(view, action)
    if kind < 0:
        return say("a two is in no straight in this match (P4)")
    name = say(TYPE_NAMES[kind])
    if kind != SINGLE and not view.observation[rules.SEES_OPTIONS + rules.ALLOWED + kind - 1]:
        return say("{type}: the round is not played with such moves (P2)", type=name)
    if view.must_contain is not None and view.must_contain not in cards:
        return say("the first move of a match contains {card} (P5)", card=view.must_contain)
    assert view.previous is not None, "a lead with cards of one's own is open"
    if len(cards) != len(view.previous.split()):
        return say("{cards} is answered with as many cards (P3)", cards=view.previous)
    return say(
        "{type} is not higher than {cards} ({other_type}) (P3)",
        type=name, cards=view.previous, other_type=say(str(view.previous_type)),
    )  # fmt: skip


def type_seen(view: PresidentView, play: int) -> int:
    """The type of a play by the options that the seat of `view` sees, see `rules.kind`."""
    s = State()
    s.two_in_straights = view.observation[rules.SEES_OPTIONS]
    return rules.kind(s, play)


def no_pass(view: PresidentView) -> str:
    """Why the seat may not pass."""
    if view.previous is None:
        return say("a leader may not pass (P5)")
    return say("only who cannot answer may pass (P5)")


def missing(view: PresidentView, cards: list[str]) -> str:
    """Which cards are not there."""
    hand = " ".join(view.hand)
    return say("{cards} not in hand; the hand is {hand}", cards=listed(cards), hand=hand)


def outcome_text(s: State, names: tuple[str, ...]) -> str:
    """The roles of a finished round, in one line."""
    finished = enumerate(s.finished[: s.seats], 1)
    return ", ".join(
        say("{name} {role}", name=names[seat], role=say(role(place, s.seats)))
        for place, seat in finished
    )


def cards_in_play(s: State) -> dict[str, list[int]]:
    """Every place that can hold cards, and the cards there."""
    places = {f"hand {seat}": cards_of(s.hand[seat]) for seat in range(s.seats)}
    return {**places, "out of play": cards_of(s.out_of_play), "played": cards_of(s.played)}


def cards_of(mask: int) -> list[int]:
    """The cards of a mask, from low to high."""
    return [card for card in range(CARDS) if mask >> card & 1]


def hidden_places(s: State, seat: int) -> set[str]:
    """The other hands and what is left over; with one place only its cards can be told."""
    places = {f"hand {other}" for other in range(s.seats) if other != seat}
    if s.out_of_play & ~rules.below_lowest(s):
        places.add("out of play")
    return places if len(places) > 1 else set()
