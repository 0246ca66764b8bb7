"""President in words: actions and views, read and printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from dealt.core.agent import Action
from dealt.core.view import View
from dealt.core.wording import not_in_hand
from dealt.core.zones import (
    AnyZone,
    Ask,
    Board,
    Fact,
    Group,
    Hand,
    Note,
    Own,
    SeatView,
    Trick,
    TrickPlay,
    hand_of,
)
from dealt.errors import ParseError
from dealt.games.president import plays, rules
from dealt.games.president.state import (
    ASK,
    ASKING,
    CARDS,
    DECK,
    GIVE,
    PASS,
    PLAY_CARDS,
    PLAY_OF_MASK,
    PLAYING,
    SINGLE,
    SUITS,
    State,
)
from dealt.language import Phrase, in_english, listed, message, say, say_n

# what a player can do beside laying cards, in words
_PASSES = message("pass")
_GIVES = message("give {card}")
_ASKS = message("ask for {ranks}")
_PHRASES = (_PASSES, _GIVES, _ASKS)

# what can be asked for in the trade, from low to high
RANKS = (
    message("threes"),
    message("fours"),
    message("fives"),
    message("sixes"),
    message("sevens"),
    message("eights"),
    message("nines"),
    message("tens"),
    message("jacks"),
    message("queens"),
    message("kings"),
    message("aces"),
    message("twos"),
)
_SHORT_RANKS = "3456789TJQKA2"
_FILLERS = ("for", "a", "an")  # words that say nothing in `ask for a two`

# the types of moves, low to high; cards that are played alone need no name
FORMS = (
    "",
    message("pair"),
    message("three of a kind"),
    message("four of a kind"),
    message("straight"),
    message("flush"),
    message("full house"),
    message("four of a kind plus one"),
    message("straight flush"),
)
ROLES = (
    message("President"),
    message("Vice-President"),
    message("Neutral"),
    message("Vice-Bum"),
    message("Bum"),
)

_ASK_FIRST = message("first ask for cards, for example: ask for twos")
_ONLY_IN_TRADE = message("cards are given only in the trade before a round")

_TRICK = "trick"  # the zone


def role(place: int, seats: int) -> str:
    """The role of the player who finished at `place`, from 1, among this number of players (P8)."""
    inwards = min(place - 1, seats - place)
    if inwards >= 2 or place - 1 == seats - place:
        return ROLES[2]
    return ROLES[inwards if place - 1 < seats - place else -1 - inwards]


def action_text(action: int) -> str:
    """An action as programs and files know it."""
    if action == PASS:
        return _PASSES
    if action >= ASK:
        return Phrase(_ASKS, {"ranks": RANKS[action - ASK]}).english
    if action >= GIVE:
        return Phrase(_GIVES, {"card": DECK.faces[action - GIVE]}).english
    return DECK.text(PLAY_CARDS[action])


def action_phrase(action: int, own: bool = True) -> str:
    """An action in the current language; if not `own`, as others hear of it."""
    if action == PASS:
        return say(_PASSES)
    if action >= ASK:
        return say(_ASKS, ranks=say(RANKS[action - ASK]))
    if action >= GIVE:
        return say(_GIVES, card=DECK.faces[action - GIVE]) if own else say("gives a card")
    return DECK.text(PLAY_CARDS[action])


def public_text(action: int) -> str:
    """The action as others hear of it: nobody else sees the cards given."""
    return "gives a card" if GIVE <= action < ASK else action_text(action)


def parse_action(text: str) -> int:
    """The action that a person means; the cards of a move come in any order.

    Raises:
        ParseError: it cannot be read, or the cards do not form a move.
    """
    words = in_english(text.replace(",", " "), _PHRASES).split()
    if [word.lower() for word in words] == ["pass"]:
        return PASS
    if not words:
        raise ParseError("nothing entered; enter cards such as 3D 3C, pass, or give 2S")
    if words[0].lower() == "give":
        if len(words) != 2:
            raise ParseError(
                "cards are given one by one, not {n}, in {text}",
                n=len(words) - 1,
                text=repr(text[:60]),
            )
        return GIVE + DECK.parse(words[1])
    if words[0].lower() == "ask":
        return ASK + _rank_called(
            " ".join(word for word in words[1:] if word.lower() not in _FILLERS)
        )
    if words[0].lower() == "play":
        words = words[1:]
    return play_of([DECK.parse(word) for word in words])


def _rank_called(name: str) -> int:
    """The value that a name means: `twos`, `two`, `2`, and for tens also `T`.

    Raises:
        ParseError: it is not a value.
    """
    small = name.lower()
    for value, rank in enumerate(RANKS):
        if small in (rank, say(rank).lower(), _singular(rank), _SHORT_RANKS[value].lower()):
            return value
    if small == "10":
        return _SHORT_RANKS.index("T")
    raise ParseError(
        "{name} is not a rank; ask for one of {ranks}",
        name=repr(name[:30]), ranks=lambda: listed([say(rank) for rank in RANKS], "or"),
    )  # fmt: skip


def _singular(rank: str) -> str:
    """`two` for `twos`, `six` for `sixes`."""
    return rank.removesuffix("es") if rank == "sixes" else rank.removesuffix("s")


def play_of(cards: list[int]) -> int:
    """The play that consists of these cards.

    Raises:
        ParseError: they do not form a move.
    """
    text = DECK.text(cards)
    if len(set(cards)) < len(cards):
        raise ParseError("{cards}: the same card twice", cards=text)
    mask = sum(1 << card for card in cards)
    if PLAY_OF_MASK.get(mask, PASS) == PASS:
        raise ParseError(
            Phrase(
                "{cards}: not a move; play one to four cards of one rank, or a straight, a "
                "flush, a full house, four of a kind plus one, or a straight flush",
                {"cards": text or Phrase("no card")},
                rule="P2",
            )
        )
    return PLAY_OF_MASK[mask]


# --- actions --------------------------------------------------------------------------------------


def action(view: View, action: int) -> Action:
    """An action of the seat of `view` as data: what moves from where to where."""
    if PASS < action < GIVE:
        return _play_action(action, view.seat, view.observation[rules.SEES_OPTIONS])
    text = action_text(action)
    if action == PASS:
        return Action(action, text, "pass")
    if action >= ASK:
        ranks, kind = _faces(_of_value(action - ASK)), message("ask for a rank")
        return Action(action, text, "ask", shows=ranks, kind=kind)
    seats = [seat.seat for seat in view.open.seats]
    partner = seats[-1 - seats.index(view.seat)]
    cards = (DECK.faces[action - GIVE],)
    verb = message("give")
    return Action(action, text, verb, cards, hand_of(view.seat), (hand_of(partner),))


@lru_cache(maxsize=1 << 16)
def _play_action(play: int, seat: int, two_in_straights: int) -> Action:
    """A play as data; a lead offers hundreds of them."""
    form = FORMS[_type_by(play, two_in_straights)]
    cards = _faces(PLAY_CARDS[play])
    alone = "" if form else message("single cards")
    return Action(
        play, action_text(play), "play", cards, hand_of(seat), (_TRICK,), form, kind=alone
    )


def _type_by(play: int, two_in_straights: int) -> int:
    """The type of a play if J Q K A 2 is a straight, or is not."""
    s = State()
    s.two_in_straights = two_in_straights
    return plays.kind(s, play)


def _of_value(value: int) -> range:
    """The cards of a value."""
    return range(value * SUITS, (value + 1) * SUITS)


def event_text(name: str, action: int, own: bool) -> str:
    """What somebody did, for the log; only the giver knows which cards are given."""
    if action == PASS:
        return say("{name} passed", name=name)
    if action >= ASK:
        return say("{name} asked for {ranks}", name=name, ranks=say(RANKS[action - ASK]))
    if action >= GIVE and not own:
        return say("{name} gave a card", name=name)
    if action >= GIVE:
        return say("{name} gave {card}", name=name, card=DECK.faces[action - GIVE])
    return say("{name} played {cards}", name=name, cards=DECK.text(PLAY_CARDS[action]))


def find_action(view: View, cards: Sequence[str], zone: str | None) -> int:
    """The action that somebody means by choosing cards and a zone, see `Table.find_action`.

    Raises:
        ParseError: the cards do not form a move, or there is not exactly one for the trade.
    """
    hands = [hand_of(seat.seat) for seat in view.open.seats if seat.seat != view.seat]
    if view.asked in ("ask", "give") or zone in hands:
        if len(cards) == 1:
            return GIVE + DECK.parse(cards[0])
        whys = {
            "ask": Phrase(_ASK_FIRST, code="ask_first", rule="P12"),
            "give": Phrase("choose one card: cards are given one by one"),
        }
        raise ParseError(
            whys.get(view.asked, Phrase(_ONLY_IN_TRADE, code="give_only_in_trade", rule="P9"))
        )
    return play_of([DECK.parse(card) for card in cards])


# --- views ----------------------------------------------------------------------------------------


def view(s: State, seat: int, names: tuple[str, ...]) -> View:
    """What `seat` may know, built field by field from its observation and the open cards."""
    obs = [0] * rules.OBSERVATION
    rules.observe(s, seat, obs)
    whole = _board(s, names, obs[rules.SEES_TO_GIVE])
    return View(seat, names, tuple(obs), whole, Own(seat, _own_zones(s, seat, names, obs)))


def _board(s: State, names: tuple[str, ...], to_give: int) -> Board:
    """What everybody may see; the seat to move must still choose `to_give` cards for the trade."""
    order = s.turn_order[: s.seats]
    hands = [Hand(id=hand_of(seat), seat=seat, count=s.count[seat]) for seat in order]
    return Board(
        seats=tuple(_seat_view(s, stands, names[seat]) for stands, seat in enumerate(order)),
        zones=(_trick(s), *hands),
        facts=tuple(_facts(s, names)),
        ask=None if rules.is_over(s) else _ask(s, names, to_give),
    )


def _seat_view(s: State, stands: int, name: str) -> SeatView:
    """What everybody knows of the seat at a position in turn order, from 0.

    Its role is that of the previous round, or of this one once it has finished; the last player has
    a place, but still holds cards (P7).
    """
    seat = s.turn_order[stands]
    finished = s.finished[: s.finished_count]
    if seat in finished:
        place = finished.index(seat) + 1
        note = Note("out", say("out, place {place}", place=place))
        if s.count[seat]:
            note = Note("last", say("last, place {place}", place=place))
        return SeatView(seat, name, _role_note(place, s.seats), (note,))
    notes = (Note("passed", say("passed")),) if s.passed[seat] else ()
    return SeatView(
        seat, name, _role_note(stands + 1, s.seats) if s.is_later_round else None, notes
    )


def _role_note(place: int, seats: int) -> Note:
    """The role of a place, from 1."""
    name = role(place, seats)
    return Note(name.lower(), say(name))


def _trick(s: State) -> Trick:
    """The play to beat; a table adds the other plays since the lead."""
    if s.previous != PASS:
        form = FORMS[plays.kind(s, s.previous)]
        note = Note(form, say(form)) if form else None
        play = TrickPlay(s.mover, _faces(PLAY_CARDS[s.previous]), note)
        return Trick(id=_TRICK, label=say("Trick"), plays=(play,), best=0)
    empty = ""
    if s.phase != PLAYING:
        empty = say("after the trade")
    elif not rules.is_over(s):
        empty = say("no lead yet") if s.opening else say("any move may lead")
    return Trick(id=_TRICK, label=say("Trick"), empty=empty)


def _facts(s: State, names: tuple[str, ...]) -> Iterator[Fact]:
    """The trade in progress, the card of the opening lead, and any requests of the seat to move."""
    if s.phase != PLAYING:
        yield Fact("trade", "; ".join(_trades(s, names)))
    if s.opening:
        card = DECK.faces[s.lowest]
        yield Fact("must_contain", say("The first move must contain {card}", card=card), card)
    ranks = [RANKS[value - 1] for value in s.asked if value]
    if ranks:
        text = say("Asked for: {ranks}", ranks=", ".join(map(say, ranks)))
        yield Fact("requested", text, ", ".join(ranks))


def _trades(s: State, names: tuple[str, ...]) -> Iterator[str]:
    """Who trades how many cards with whom before this round (P9)."""
    for upper in range(min(2, s.seats // 2)):
        lower = s.seats - 1 - upper
        yield say_n(
            "{upper} ({role}) and {lower} ({lower_role}) trade 1 card",
            "{upper} ({role}) and {lower} ({lower_role}) trade {n} cards",
            2 - upper,
            upper=names[s.turn_order[upper]],
            role=say(role(upper + 1, s.seats)),
            lower=names[s.turn_order[lower]],
            lower_role=say(role(lower + 1, s.seats)),
        )


def _ask(s: State, names: tuple[str, ...], to_give: int) -> Ask:
    """What the seat to move has to do."""
    if s.phase == PLAYING:
        if s.previous == PASS:
            return Ask(s.turn, "contain" if s.opening else "lead", say("to lead"))
        return Ask(s.turn, "answer", say("to answer or pass"))
    stands = s.seats - 1 - rules.place_of(s, s.turn)
    name, lower = names[s.turn_order[stands]], say(role(stands + 1, s.seats))
    if s.phase == ASKING:
        text = say_n(
            "to ask {name}, the {role}, for 1 card", "to ask {name}, the {role}, for {n} cards",
            to_give, name=name, role=lower,
        )  # fmt: skip
        return Ask(s.turn, "ask", text)
    text = say_n(
        "to give 1 card to {name}, the {role}", "to give {n} cards to {name}, the {role}",
        to_give, name=name, role=lower,
    )  # fmt: skip
    return Ask(s.turn, "give", text)


def _own_zones(s: State, seat: int, names: tuple[str, ...], obs: list[int]) -> tuple[AnyZone, ...]:
    """The hand from low to high, and the cards chosen, given and received in the trade."""
    place = s.seats - 1 - rules.place_of(s, seat)
    partner = {"name": names[s.turn_order[place]], "role": say(role(place + 1, s.seats))}
    places = obs[rules.SEES_CARD :]
    chosen = [card for card in range(CARDS) if places[card] == rules.CHOSEN]
    hand = _faces(
        [card for card in range(CARDS) if places[card] == rules.IN_HAND or card in chosen]
    )
    groups = (
        ("chosen", say("Cards chosen"), chosen),
        (
            "gave",
            say("Given to {name}, the {role}", **partner),
            obs[rules.SEES_GAVE : rules.SEES_GAVE + 2],
        ),
        (
            "got",
            say("Received from {name}, the {role}", **partner),
            obs[rules.SEES_GOT : rules.SEES_GOT + 2],
        ),
    )
    zones = [
        Group(id=name, label=label, seat=seat, cards=_faces(cards))
        for name, label, cards in groups
        if _faces(cards)
    ]
    return (Hand(id=hand_of(seat), seat=seat, count=len(hand), cards=hand), *zones)


def _faces(cards: Iterable[int]) -> tuple[str, ...]:
    """The faces of cards; -1 means no card."""
    return tuple(DECK.faces[card] for card in cards if card >= 0)


def consequences(before: View, after: View) -> list[str]:
    """What an action led to: a completed trade, who is out, who leads now."""
    parts = []
    if before.asked == "give" and (before.turn, "give") != (after.turn, after.asked):
        parts.append(_trade_done(before))
    notes_before = {seat.name: seat.notes for seat in before.open.seats}
    for code in ("out", "last"):
        parts += [
            say("{name} is {told}", name=seat.name, told=note.text)
            for seat in after.open.seats
            for note in seat.notes
            if note.code == code and note not in notes_before[seat.name]
        ]
    if after.asked == "lead" and after.turn is not None:
        parts.append(say("{name} leads", name=after.names[after.turn]))
    return parts


def _trade_done(view: View) -> str:
    """Who traded how many cards with whom; nobody else sees which."""
    order = [seat.seat for seat in view.open.seats]
    assert view.turn is not None
    stands = order.index(view.turn)
    first, second = view.names[view.turn], view.names[order[-1 - stands]]
    return say_n(
        "{first} and {second} trade 1 card", "{first} and {second} trade {n} cards",
        2 - stands, first=first, second=second,
    )  # fmt: skip


# --- refusals -------------------------------------------------------------------------------------


def refusal(view: View, action: int) -> Phrase:
    """Why the seat of `view` may not take `action` now."""
    if view.asked in ("ask", "give") or action >= GIVE:
        return _no_trade(view, action)
    previous = view.observation[rules.SEES_PREVIOUS]
    if action == PASS and previous == PASS:
        return Phrase("a leader may not pass", code="leader_may_not_pass", rule="P5")
    if action == PASS:
        return Phrase("only a player who cannot answer may pass", code="can_answer", rule="P5")
    cards = _faces(PLAY_CARDS[action])
    if not set(cards) <= set(view.hand):
        return not_in_hand(view, [card for card in cards if card not in view.hand])
    options = view.observation[rules.SEES_OPTIONS : rules.SEES_GAVE]
    kind = _type_by(action, options[0])
    if kind < 0:
        return Phrase(
            "a two cannot be in a straight in this match", code="two_in_straight", rule="P4"
        )
    if kind != SINGLE and not options[rules.ALLOWED + kind - 1]:
        return Phrase(
            "{type}: this match does not allow such moves",
            {"type": Phrase(FORMS[kind])},
            "type_not_allowed",
            "P2",
        )
    card = view.fact("must_contain")
    if card is not None and card not in cards:
        return Phrase(
            "the first move of a match contains {card}", {"card": card}, "must_contain", "P5"
        )
    assert previous != PASS, "a lead with cards of one's own is open"
    to_beat = DECK.text(PLAY_CARDS[previous])
    if len(cards) != len(PLAY_CARDS[previous]):
        return Phrase(
            "an answer to {cards} needs the same number of cards",
            {"cards": to_beat},
            "other_number",
            "P3",
        )
    facts: dict[str, str | Phrase] = {"cards": DECK.text(PLAY_CARDS[action]), "other": to_beat}
    other_kind = _type_by(previous, options[0])
    if kind == other_kind:
        return Phrase("{cards} is not higher than {other}", facts, "not_higher", "P3")
    facts |= {"type": Phrase(FORMS[kind]), "other_type": Phrase(FORMS[other_kind])}
    return Phrase(
        "{cards} ({type}) is not higher than {other} ({other_type})", facts, "not_higher", "P3"
    )


def _no_trade(view: View, action: int) -> Phrase:
    """Why the seat may not take `action`, if it or the round is about the trade."""
    if view.asked == "ask":
        return Phrase(_ASK_FIRST, code="ask_first", rule="P12")
    if view.asked != "give":
        if action < ASK:
            return Phrase(_ONLY_IN_TRADE, code="give_only_in_trade", rule="P9")
        return Phrase(
            "cards are asked for only in the trade before a round",
            code="ask_only_in_trade",
            rule="P12",
        )
    if action >= ASK:
        if view.observation[rules.SEES_LATER] == rules.LATER_ON_REQUEST:
            return Phrase(
                "you have asked for everything; now enter give and a card",
                code="asked_already",
                rule="P12",
            )
        return Phrase(
            "cards are not asked for in this match: the lower player gives the highest",
            code="nothing_to_ask",
            rule="P9",
        )
    if action < GIVE:
        return Phrase(
            "first give cards in the trade: enter give and a card",
            code="give_first",
            rule="P9",
        )
    face = DECK.faces[action - GIVE]
    if face in view.group("chosen"):
        return Phrase("{card} is chosen already", {"card": face}, "chosen_already")
    return not_in_hand(view, [face])


def outcome_text(s: State, names: tuple[str, ...]) -> str:
    """The roles of a finished round, in one line."""
    finished = enumerate(s.finished[: s.seats], 1)
    return ", ".join(
        say("{name} {role}", name=names[seat], role=say(role(place, s.seats)))
        for place, seat in finished
    )


def cards_in_play(s: State) -> dict[str, list[int]]:
    """Every place that can hold cards, with its cards."""
    places = {f"hand {seat}": _cards_of(s.hand[seat]) for seat in range(s.seats)}
    return {**places, "out of play": _cards_of(s.out_of_play), "played": _cards_of(s.played)}


def _cards_of(mask: int) -> list[int]:
    """The cards of a mask, from low to high."""
    return [card for card in range(CARDS) if mask >> card & 1]


def hidden_places(s: State, seat: int) -> set[str]:
    """The other hands and the cards left over; if it is only one place, its cards are known."""
    places = {f"hand {other}" for other in range(s.seats) if other != seat}
    if s.out_of_play & ~rules.below_lowest(s):
        places.add("out of play")
    return places if len(places) > 1 else set()


def place_cards(s: State, places: Mapping[str, list[int]]) -> None:
    """Put all cards where a position has them: the inverse of `words.cards_in_play`.

    The first round opens as long as no card has been played (P5); seats without cards are out.
    """
    for seat in range(s.seats):
        s.hand[seat] = _mask_of(places[f"hand {seat}"])
        s.count[seat] = len(places[f"hand {seat}"])
    s.out_of_play = _mask_of(places["out of play"])
    s.played = _mask_of(places["played"])
    rules.open_round(s)
    s.opening = 0 if s.played else 1
    out = [seat for seat in range(s.seats) if s.count[seat] == 0]
    if len(out) == s.seats - 1:  # the last player does not play alone (P7)
        out += [seat for seat in range(s.seats) if seat not in out]
    s.finished[: len(out)] = out
    s.finished_count = len(out)


def _mask_of(cards: list[int]) -> int:
    """The mask of cards."""
    return sum({1 << card for card in cards})
