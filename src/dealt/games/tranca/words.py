"""Tranca in words: actions and views, read and printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache, partial

from msgspec.structs import replace

from dealt.cards import FRENCH as DECK
from dealt.core.agent import Action
from dealt.core.view import View, zone_text
from dealt.core.wording import not_in_hand
from dealt.core.zones import (
    Group,
    Hand,
    Own,
    hand_of,
)
from dealt.errors import ParseError
from dealt.games.tranca import knowledge
from dealt.games.tranca.sequences import sides
from dealt.games.tranca.state import (
    BEGIN_ABOUT,
    BEGIN_CARDS,
    BEGIN_KIND,
    BEGIN_TWOS,
    BEGINNINGS,
    CARDS,
    DISCARD,
    DRAW,
    EDGE_RANKS,
    EDGES,
    FITS,
    FITS_WITH_TWO,
    FOUR,
    LAID,
    LAID_TWO,
    LAY,
    MORTOS,
    MOST_SEQUENCES,
    NATURALS,
    NEW,
    RANKS,
    RUN,
    SET,
    SHORTEST,
    STOCK_OUT,
    TAKE_NEW,
    TAKE_ON,
    TAKES_TWO,
    THREE,
    TURN_LIMIT,
    TWO,
    TWOS,
    State,
)
from dealt.games.tranca.view import (
    FORMS,
    board,
    dollars_of,
    dollars_seen,
    group_of,
    in_order,
    morto_of,
    mortos_left,
    own_groups,
    own_side,
    place_cards,  # noqa: F401 - a word
)
from dealt.games.tranca.view import round_sheet as points_sheet  # noqa: F401 - a word
from dealt.language import Phrase, in_english, message, message_n, say, say_n

ANY_TWO = "2"

# what a player can do, in words; of those that begin alike the longer one comes first
_DRAWS = message("draw")
_TAKES_ON = message("take on {sequence}")
_TAKES_NEW = message("take new {cards}")
_LAYS = message("lay {card} on {sequence}")
_BEGINS = message("new {cards}")
_DISCARDS = message("discard {card}")
# where a sentence needs more words
_PURPOSES = {_BEGINS: message("lay new {cards}"), _TAKES_ON: message("take the pile on {sequence}")}
_PHRASES = (_DRAWS, _TAKES_ON, _TAKES_NEW, _LAYS, _BEGINS, _DISCARDS)

# what lists of such actions are called; of new sequences by what they are
_LAID_ON = message("lay on a sequence")
_TAKEN_ON = message("take the pile onto a sequence")
_LAID_NEW = {RUN: message("new run"), SET: message("new set"), TWOS: message("new twos")}
_TAKEN_NEW = {
    RUN: message("take the pile for a new run"),
    SET: message("take the pile for a new set"),
    TWOS: message("take the pile for new twos"),
}


def _beginning_faces(beginning: int) -> list[str]:
    """The three cards of a new sequence; a two without its suit, since any will do."""
    twos = BEGIN_TWOS[beginning]
    naturals = BEGIN_CARDS[beginning][: SHORTEST - twos]
    return [*(DECK.faces[card] for card in naturals), *[ANY_TWO] * twos]


def _beginning_text(beginning: int) -> str:
    """The same in words."""
    return " ".join(_beginning_faces(beginning))


_BEGINNING_OF_TEXT = {_beginning_text(i): i for i in range(len(BEGINNINGS))}


def _phrase(action: int) -> Phrase:
    """An action in words, ready for any language."""
    if action == DRAW:
        return Phrase(_DRAWS)
    if action < TAKE_NEW:
        return Phrase(_TAKES_ON, {"sequence": action - TAKE_ON + 1})
    if action < NEW:
        return Phrase(_TAKES_NEW, {"cards": _beginning_text(action - TAKE_NEW)})
    if action < LAY:
        return Phrase(_BEGINS, {"cards": _beginning_text(action - NEW)})
    if action < DISCARD:
        sequence, which = divmod(action - LAY, LAID)
        return Phrase(_LAYS, {"card": _laid_face(which), "sequence": sequence + 1})
    return Phrase(_DISCARDS, {"card": DECK.faces[action - DISCARD]})


def action_text(action: int) -> str:
    """An action as programs and files know it."""
    return _phrase(action).english


def action_phrase(action: int, own: bool = True) -> str:
    """An action in the current language; no action reveals a hidden card."""
    return str(_phrase(action))


def purpose(action: int) -> str:
    """An action by its purpose, in the current language; it can be read back, too."""
    words = _phrase(action)
    return str(Phrase(_PURPOSES.get(str(words.message), words.message), words.facts))


def _laid_face(which: int) -> str:
    """The card that an action lays; any two will do."""
    if which == LAID_TWO:
        return ANY_TWO
    return DECK.faces[which // NATURALS * RANKS + which % NATURALS + FOUR]


def parse_action(text: str) -> int:
    """The action that a person means.

    Cards may come in any order; a two may be written `2` or with any suit. Three cards alone mean a
    new sequence.

    Raises:
        ParseError: it cannot be read.
    """
    words = in_english(text.replace(",", " "), _PHRASES).lower().split()
    if words == ["draw"]:
        return DRAW
    if words[:3] == ["take", "the", "pile"]:
        words = ["take", *words[3:]]
    if words[:2] == ["take", "on"]:
        return TAKE_ON + _sequence_number(words[2:], text)
    if words[:2] == ["take", "new"]:
        return TAKE_NEW + _beginning_of(words[2:])
    if words[:2] == ["lay", "new"]:
        words = words[1:]
    if words[:1] == ["new"]:
        return NEW + _beginning_of(words[1:])
    if words[:1] == ["lay"] and words[2:3] == ["on"]:
        return LAY + _sequence_number(words[3:], text) * LAID + _laid(words[1], text)
    if words[:1] == ["discard"]:
        if len(words) != 2:
            raise ParseError(
                "discard takes one card, not {n}, in {text}", n=len(words) - 1, text=repr(text[:60])
            )
        return DISCARD + DECK.parse(words[1])
    if len(words) == SHORTEST and all(word == ANY_TWO or DECK.knows(word) for word in words):
        return NEW + _beginning_of(words)
    raise ParseError(
        "cannot read {text}; try draw, take on 1, take new 7C 8C 9C, new KC KD 2, lay TC on 1 "
        "or discard 5H",
        text=repr(text[:60]),
    )


def _sequence_number(words: list[str], text: str) -> int:
    """A sequence as people count them, from 1."""
    number = words[0] if len(words) == 1 else ""
    digits = number.isascii() and number.isdigit() and len(number) < 3
    if digits and 1 <= int(number) <= MOST_SEQUENCES:
        return int(number) - 1
    raise ParseError(
        "one number of a sequence is needed, 1 to {most}, in {text}",
        most=MOST_SEQUENCES, text=repr(text[:60]),
    )  # fmt: skip


def _laid(word: str, text: str) -> int:
    """Which card an action lays."""
    if word == ANY_TWO:
        return LAID_TWO
    suit, rank = divmod(DECK.parse(word), RANKS)
    if rank == TWO:
        return LAID_TWO
    if rank == THREE:
        raise ParseError(
            Phrase("a three cannot be in a sequence: {text}", {"text": repr(text[:60])}, rule="T2")
        )
    return suit * NATURALS + rank - FOUR


def _beginning_of(words: list[str]) -> int:
    """The new sequence that three cards form."""
    cards = sorted(DECK.parse(word) for word in words if word != ANY_TWO)
    naturals = [card for card in cards if card % RANKS != TWO]
    twos = len(words) - len(naturals)
    if len(words) < SHORTEST:
        raise ParseError(
            "a new sequence begins with {needed} cards, not {n}", needed=SHORTEST, n=len(words)
        )
    if len(words) > SHORTEST:
        raise ParseError(
            "a new sequence begins with {needed} cards, not {n}; lay the others on it one by one",
            needed=SHORTEST,
            n=len(words),
        )
    sequence = " ".join([*(DECK.faces[card] for card in naturals), *[ANY_TWO] * twos])
    if sequence not in _BEGINNING_OF_TEXT:
        facts = {"cards": sequence, "why": partial(_no_sequence, naturals, twos)}
        raise ParseError(Phrase("{cards} is not a sequence: {why}", facts, rule="T2"))
    return _BEGINNING_OF_TEXT[sequence]


def _no_sequence(naturals: list[int], twos: int) -> str:
    """Why three cards do not form a sequence."""
    if any(card % RANKS == THREE for card in naturals):
        return say("a three cannot be in a sequence")
    if twos > 1:
        return say("only one two may stand in")
    if len({card // RANKS for card in naturals}) > 1:
        return say("cards must be of one rank, or consecutive in one suit")
    return say("the cards are not consecutive, and one two fills only one gap")


# --- actions as data ------------------------------------------------------------------------------


def action(view: View, action: int) -> Action:
    """What moves from where to where, for the seat of `view`."""
    top = view.pile("discard").top if TAKE_NEW <= action < NEW else None
    data = _action(action, view.seat, own_side(view), top)
    faces = _laid_faces(action)
    if ANY_TWO not in faces:
        return data
    twos = iter([face for face in (top, *view.hand) if face is not None and is_two(face)])
    laid = tuple(next(twos, ANY_TWO) if face == ANY_TWO else face for face in faces)
    return replace(data, laid=laid)


@lru_cache(maxsize=1 << 14)
def _action(action: int, seat: int, side: int, top: str | None) -> Action:
    hand, new, text = hand_of(seat), (f"new:{side}",), action_text(action)
    if action == DRAW:
        return Action(action, text, "draw", source="stock", targets=(hand,))
    if action < TAKE_NEW:
        onto = (group_of(side, action - TAKE_ON),)
        return Action(action, text, "take", source="discard", targets=onto, kind=_TAKEN_ON)
    if action < NEW:
        cards = tuple(_besides(_beginning_faces(action - TAKE_NEW), top))
        beginning = BEGIN_KIND[action - TAKE_NEW]
        form, kind = FORMS[beginning], _TAKEN_NEW[beginning]
        return Action(action, text, "take", cards, "discard", new, form, kind=kind)
    if action < LAY:
        cards = tuple(_beginning_faces(action - NEW))
        beginning = BEGIN_KIND[action - NEW]
        return Action(
            action, text, "lay", cards, hand, new, FORMS[beginning], kind=_LAID_NEW[beginning]
        )
    if action < DISCARD:
        sequence, which = divmod(action - LAY, LAID)
        cards, onto = (_laid_face(which),), (group_of(side, sequence),)
        return Action(action, text, "lay", cards, hand, onto, kind=_LAID_ON)
    cards, verb = (DECK.faces[action - DISCARD],), message("discard")
    return Action(action, text, verb, cards, hand, ("discard",))


def _laid_faces(action: int) -> list[str]:
    """The cards that an action lays according to its text."""
    if TAKE_NEW <= action < LAY:
        return _beginning_faces(action - (TAKE_NEW if action < NEW else NEW))
    return [_laid_face((action - LAY) % LAID)] if LAY <= action < DISCARD else []


def _besides(cards: list[str], top: str | None) -> list[str]:
    """What the hand has to add for a new sequence with the top of the pile."""
    used = ANY_TWO if is_two(top) else top
    if used in cards:
        cards.remove(used)
    return cards


def is_two(face: str | None) -> bool:
    """Whether a face is a two, with or without a suit."""
    return face is not None and face[0] == ANY_TWO


_PAST = {
    _DRAWS: message("{name} drew from the stock"),
    _TAKES_ON: message("{name} took the pile onto sequence {sequence}"),
    _TAKES_NEW: message("{name} took the pile and laid {cards}"),
    _LAYS: message("{name} laid {card} on sequence {sequence}"),
    _BEGINS: message("{name} laid {cards}"),
    _DISCARDS: message("{name} discarded {card}"),
}


def event_text(name: str, action: int, own: bool, laid: Sequence[str] = ()) -> str:
    """What somebody did, as everybody hears of it: no action reveals a hidden card.

    Args:
        name: of the player.
        action: its id.
        own: whether the player hears of it.
        laid: the twos that were actually laid, among the other cards.
    """
    words, cards = _phrase(action), " ".join(laid)
    facts = {**words.facts, "card": cards, "cards": cards} if laid else words.facts
    return say(_PAST[str(words.message)], name=name, **facts)


def find_action(view: View, cards: Sequence[str], zone: str | None) -> int:
    """The action, open or not, that somebody means by cards of the hand and a zone.

    Raises:
        ParseError: the choice does not mean any action.
    """
    own, drawing = own_side(view), view.asked == "draw"
    if zone == "stock":
        return DRAW
    for sequence in range(len(own_groups(view))):
        if zone == group_of(own, sequence):
            return _on_sequence(sequence, cards, drawing)
    if zone == "discard" and not (drawing and len(cards) != 1):
        return DISCARD + DECK.parse(_one_of(cards)) if cards else TAKE_ON
    if zone is None and len(cards) == 1:
        return DISCARD + DECK.parse(cards[0])
    if zone not in (None, "discard", f"new:{own}"):
        if isinstance(view.find(zone), Group):
            raise ParseError("cards can only go on your own side's sequences")
        if zone.startswith("morto"):
            raise ParseError("you take a morto once your hand is empty")
        raise ParseError("nothing can be done with that")
    if zone is None and drawing and len(cards) < SHORTEST and view.pile("discard").top is None:
        raise ParseError("draw from the stock first: the discard pile is empty")
    if zone == "discard" or drawing and len(cards) < SHORTEST:
        return _with_pile(view, cards, zone)
    return NEW + _beginning_of(list(cards))


def _on_sequence(sequence: int, cards: Sequence[str], drawing: bool) -> int:
    """What choosing one of your sequences means: the pile goes there, or one card of the hand."""
    if drawing and not cards:
        return TAKE_ON + sequence
    card = _one_of(cards)
    return LAY + sequence * LAID + _laid(card, card)


def _one_of(cards: Sequence[str]) -> str:
    """The one card chosen."""
    if len(cards) != 1:
        raise ParseError("choose one card from the hand for that")
    return cards[0]


def _with_pile(view: View, cards: Sequence[str], zone: str | None) -> int:
    """How the player means to take the pile."""
    top = view.pile("discard").top
    if top is None or DECK.parse(top) % RANKS == THREE:
        return TAKE_ON  # the reason is the same for all ways
    if cards:
        return TAKE_NEW + _beginning_of([top, *cards])
    for sequence in range(len(own_groups(view))):
        if zone == "discard" and not _no_fit(view, sequence, top):
            return TAKE_ON + sequence
    raise ParseError("{card} lies on top: choose two cards of the hand that go with it", card=top)


# --- what a seat sees -----------------------------------------------------------------------------


def view(s: State, seat: int, names: tuple[str, ...]) -> View:
    """What `seat` may know, built field by field."""
    obs = [0] * knowledge.OBSERVATION
    knowledge.observe(s, seat, obs)
    own = obs[knowledge.SEES_HAND : knowledge.SEES_HAND + CARDS]
    cards = tuple(DECK.faces[card] for card in range(CARDS) for _ in range(own[card]))
    hand = Hand(id=hand_of(seat), seat=seat, count=len(cards), cards=cards)
    return View(seat, names, tuple(obs), board(s, names), Own(seat, (hand,)))


# --- refusals, ends, places -----------------------------------------------------------------------


def refusal(view: View, action: int) -> Phrase:
    """Why the seat of `view` may not take `action` now."""
    drawing = view.asked == "draw"
    if drawing and (action == DRAW or action >= NEW):
        return Phrase(
            "first a card is drawn from the stock, or the pile is taken", code="draw_first"
        )
    if not drawing and action < NEW:
        return Phrase("one draw per turn; lay cards down or discard", code="drawn_already")
    if TAKE_NEW <= action < LAY and len(own_groups(view)) == MOST_SEQUENCES:
        return Phrase(
            "there are already {n} sequences, the most there can be",
            {"n": MOST_SEQUENCES},
            "most_sequences",
            "T2",
        )
    if drawing:
        return _no_take(view, action)
    cards = _action(action, view.seat, own_side(view), None).cards
    if short := _missing(view, cards):
        return not_in_hand(view, short)
    if LAY <= action < DISCARD and (problem := _no_fit(view, (action - LAY) // LAID, cards[0])):
        return problem
    if NEW <= action < LAY and (problem := _no_set(view, action - NEW)):
        return problem
    return _KEEP_ONE


_KEEP_ONE = Phrase(
    "you must keep a card: no morto is coming, and going out needs a canastra",
    code="card_must_be_kept",
    rule="T7",
)


def _no_take(view: View, action: int) -> Phrase:
    """Why the pile may not be taken this way."""
    top = view.pile("discard").top
    if top is None:
        return Phrase("the discard pile is empty", code="pile_empty")
    if DECK.parse(top) % RANKS == THREE:
        return Phrase(
            "{card} lies on top, and a tranca cannot be taken",
            {"card": top}, "tranca_on_top", "T5",
        )  # fmt: skip
    if action < TAKE_NEW:
        if not view.observation[knowledge.SEES_OPTIONS]:
            return Phrase(
                "the pile may not be taken onto a sequence (section 6)",
                code="pile_not_on_sequence",
                rule="T6",
            )
        return _no_fit(view, action - TAKE_ON, top) or _KEEP_ONE
    cards = _besides(_beginning_faces(action - TAKE_NEW), top)
    if len(cards) == SHORTEST:
        return Phrase(
            "the top card of the pile, {card}, must be one of the three",
            {"card": top}, "top_card_left_out", "T6",
        )  # fmt: skip
    if short := _missing(view, cards):
        return not_in_hand(view, short)
    return _no_set(view, action - TAKE_NEW) or _KEEP_ONE


def _missing(view: View, cards: Sequence[str]) -> list[str]:
    """The cards needed but not in hand; `2` is any two."""
    has = Counter(view.hand)
    has[ANY_TWO] = sum(1 for card in view.hand if is_two(card))
    return [card for card, number in Counter(cards).items() if has[card] < number]


def _no_fit(view: View, number: int, card: str) -> Phrase | None:
    """Why a card does not fit one of the player's sequences; None if it does."""
    own = own_groups(view)
    if number >= len(own):
        there_is = message_n(
            "there is no sequence {number}; your side has 1 sequence",
            "there is no sequence {number}; your side has {n} sequences",
        )
        return Phrase(there_is, {"number": number + 1, "n": len(own)}, "no_such_sequence")
    place = knowledge.SEES_TABLE + number * knowledge.OF_SEQUENCE
    kind, about, _, stand_in, ranks = view.observation[place : place + knowledge.ITS_COPIES]
    suit, rank = (0, TWO) if is_two(card) else divmod(DECK.parse(card), RANKS)
    if rank == TWO:
        fits = kind == TWOS or not stand_in and (kind == SET or TAKES_TWO[ranks] == 1)
    elif kind == RUN:
        fits = suit == about and (FITS_WITH_TWO if stand_in else FITS)[ranks] >> rank & 1 == 1
    else:
        fits = kind == SET and rank == about
    if fits:
        return None
    facts = {"card": card, "sequence": partial(zone_text, own[number], {})}
    return Phrase("{card} does not fit {sequence}", facts, "does_not_fit", "T2")


def _no_set(view: View, beginning: int) -> Phrase | None:
    """Why the option `sets` does not allow a new sequence; None if it does."""
    edges = view.observation[knowledge.SEES_OPTIONS + 1] == EDGES
    if edges and BEGIN_KIND[beginning] == SET and BEGIN_ABOUT[beginning] not in EDGE_RANKS:
        return Phrase(
            "only 4, 5, king and ace can form sets (option sets)", code="set_not_allowed", rule="T2"
        )
    return None


def outcome_text(s: State, names: tuple[str, ...]) -> str:
    """How a finished round ended, in one line."""
    if s.outcome == TURN_LIMIT:
        return say("stopped by the turn limit of {n}", n=s.turn_limit)
    if s.outcome == STOCK_OUT:
        return say("the stock is used up")
    return say("{name} went out", name=names[s.turn])


def cards_in_play(s: State) -> dict[str, list[int]]:
    """Every place that can hold cards, with its cards."""
    places = {"pile": s.pile[: s.pile_count]}
    for morto in range(MORTOS):
        left = morto >= MORTOS - s.mortos_left
        places[f"morto {morto + 1}"] = list(s.mortos[morto]) if left else []
    for seat in range(s.seats):
        hand = s.hand[seat]
        places[f"hand {seat}"] = [card for card in range(CARDS) for _ in range(hand[card])]
    for side in range(sides(s)):
        places[f"dollars {side}"] = dollars_of(s, side)
        for number in range(s.sequence_count[side]):
            places[f"group {side} {number}"] = in_order(s, side, number)
        places[f"group {side} {s.sequence_count[side]}"] = []
    return {**places, "stock": s.stock[s.stock_next : s.stock_end]}


def hidden_places(s: State, seat: int) -> set[str]:
    """The stock, the mortos and the other hands."""
    places = {"stock"} | {f"morto {morto + 1}" for morto in range(MORTOS)}
    return places | {f"hand {other}" for other in range(s.seats) if other != seat}


def consequences(before: View, after: View) -> list[str]:
    """What an action led to: a morto taken, dollars laid down, a morto turned into the stock."""
    assert before.turn is not None
    name, sentences, count = before.names[before.turn], [], 0
    for old, new in zip(before.open.sides, after.open.sides, strict=True):
        if morto_of(old) == "morto_none" and morto_of(new) != "morto_none":
            sentences.append(say("{name} took the morto", name=name))
            count += 1
        dollars = sorted((Counter(dollars_seen(new)) - Counter(dollars_seen(old))).elements())
        if dollars:
            sentences.append(
                say_n(
                    "{name} laid the dollar {cards}", "{name} laid the dollars {cards}",
                    len(dollars), name=name, cards=" ".join(dollars),
                )
            )  # fmt: skip
    if mortos_left(before) - mortos_left(after) > count:
        sentences.append(say("a morto became the stock"))
    return sentences
