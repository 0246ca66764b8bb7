"""Mason Rummy in words: actions and views, read and printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial

from dealt.cards import FIVE_SUITS as DECK
from dealt.cards import RANKS as RANKS_TEXT
from dealt.cards import SUITS as SUITS_TEXT
from dealt.core.agent import Action
from dealt.core.sheet import MatchPlayed, Sheet
from dealt.core.view import View
from dealt.core.wording import not_in_hand
from dealt.core.zones import AnyZone, Ask, Board, Group, Hand, Note, Own, Pile, SeatView, hand_of
from dealt.errors import ParseError, SetupError
from dealt.games.mason_rummy import rules
from dealt.games.mason_rummy.state import (
    ACTIONS,
    ALL_RANKS,
    DISCARD,
    DRAW_DISCARD,
    DRAW_STOCK,
    DRAWING,
    FIRST_RUN,
    LAY_OFF,
    LOWEST,
    MELD,
    MELD_OF_SUITS,
    MELD_SUITS,
    MELDS_OF_RANK,
    PLAYING,
    RANKS,
    RUN,
    RUN_LENGTH,
    RUN_START,
    RUNS_OF_SUIT,
    SEATS,
    SHORTEST,
    STALEMATE,
    SUITS,
    State,
)
from dealt.language import Phrase, in_english, message, say

# what a player can do, in words
_DRAWS_STOCK = message("draw stock")
_DRAWS_DISCARD = message("draw discard")
_DISCARDS = message("discard {card}")
_LAYS_OFF = message("lay off {card}")
_MELDS = message("meld {cards}")
_RUNS = message("run {cards}")
_PHRASES = (_DRAWS_STOCK, _DRAWS_DISCARD, _DISCARDS, _LAYS_OFF, _MELDS, _RUNS)

# what groups are called, in words and as codes
_MELD_FORM = message("meld")
_RUN_FORM = message("run")

_ASKS = {
    DRAWING: ("draw", message("to draw")),
    PLAYING: ("play", message("to lay down or discard")),
}
_DRAW_FIRST = message("first a card must be drawn, from the stock or from the discard pile")


def _phrase(action: int) -> Phrase:
    """An action in words, ready for any language."""
    if action == DRAW_STOCK:
        return Phrase(_DRAWS_STOCK)
    if action == DRAW_DISCARD:
        return Phrase(_DRAWS_DISCARD)
    cards = DECK.text(cards_of(action))
    if action >= MELD:
        return Phrase(_RUNS if action >= RUN else _MELDS, {"cards": cards})
    return Phrase(_LAYS_OFF if action >= LAY_OFF else _DISCARDS, {"card": cards})


def action_text(action: int) -> str:
    """An action as programs and files know it."""
    return _phrase(action).english


def action_phrase(action: int, own: bool = True) -> str:
    """An action in the current language; no action reveals a hidden card."""
    return str(_phrase(action))


def cards_of(action: int) -> list[int]:
    """The cards that an action moves out of the hand, in ascending order."""
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

    The cards of a meld or a run may come in any order, with blanks or commas, in upper or lower
    case.

    Raises:
        ParseError: it cannot be read.
    """
    words = in_english(text.replace(",", " "), _PHRASES).lower().split()
    if words[:2] == ["draw", "stock"] and len(words) == 2:
        return DRAW_STOCK
    if words[:2] == ["draw", "discard"] and len(words) == 2:
        return DRAW_DISCARD
    if words[:1] in (["discard"], ["meld"], ["run"]):
        verb, cards = words[0], [DECK.parse(word) for word in words[1:]]
    elif words[:2] == ["lay", "off"]:
        verb, cards = "lay off", [DECK.parse(word) for word in words[2:]]
    else:
        raise ParseError(
            "cannot read {text}; try draw stock, draw discard, discard 7H, lay off 7H, meld 7C "
            "7D 7H or run 3S 4S 5S",
            text=repr(text[:60]),
        )
    if verb in ("discard", "lay off"):
        return _one_card(verb, cards, text) + (DISCARD if verb == "discard" else LAY_OFF)
    action = _meld_of(cards) if verb == "meld" else _run_of(cards)
    if action is None:
        group = Phrase(_MELDS if verb == "meld" else _RUNS, {"cards": DECK.text(cards)})
        raise ParseError("{where}: {error}", where=group, error=_no_group(cards))
    return action


def _one_card(verb: str, cards: list[int], text: str) -> int:
    """The card of an action that takes exactly one.

    Raises:
        ParseError: there are more, or none.
    """
    if len(cards) == 1:
        return cards[0]
    facts = {"n": len(cards), "text": repr(text[:60])}
    if verb == "discard":
        raise ParseError("discard takes one card, not {n}, in {text}", **facts)
    raise ParseError("lay off takes one card, not {n}, in {text}", **facts)


def group_of(cards: list[int]) -> int | None:
    """The action that lays these cards down as one new group; None if they do not form one."""
    meld = _meld_of(cards)
    return _run_of(cards) if meld is None else meld


def _meld_of(cards: list[int]) -> int | None:
    """The action that lays these cards down as a meld; None if they do not form one."""
    ranks = {card % RANKS for card in cards}
    suits = sum(1 << suit for suit in {card // RANKS for card in cards})
    if len(ranks) != 1 or len(cards) != suits.bit_count() or MELD_OF_SUITS[suits] < 0:
        return None
    return MELD + ranks.pop() * MELDS_OF_RANK + MELD_OF_SUITS[suits]


def _run_of(cards: list[int]) -> int | None:
    """The action that lays these cards down as a run; None if they do not form one."""
    cards = sorted(cards)
    if len(cards) < SHORTEST or cards != list(range(cards[0], cards[0] + len(cards))):
        return None
    suit, start = divmod(cards[0], RANKS)
    if cards[-1] // RANKS != suit:
        return None
    return RUN + suit * RUNS_OF_SUIT + FIRST_RUN[start] + len(cards) - SHORTEST


def _no_group(cards: list[int]) -> Phrase:
    """Why cards form neither a meld nor a run."""
    if len(set(cards)) < len(cards):
        return Phrase("the same card twice")
    if len(cards) < SHORTEST:
        return Phrase("a meld or a run needs at least {n} cards", {"n": SHORTEST})
    return Phrase("neither cards of one rank nor consecutive cards of one suit")


# --- actions as data ------------------------------------------------------------------------------


def action(view: View, action: int) -> Action:
    """What moves from where to where, for the seat of `view`."""
    if LAY_OFF <= action < MELD:
        card = action - LAY_OFF
        onto, cards = _fitting_groups(view, card), (DECK.faces[card],)
        text, kind = action_text(action), message("lay off")
        return Action(action, text, "lay_off", cards, hand_of(view.seat), onto, kind=kind)
    return _action(action, view.seat)


@lru_cache(maxsize=SEATS * ACTIONS)
def _action(action: int, seat: int) -> Action:
    """An action for which it does not matter what lies on the table."""
    text, hand, new = action_text(action), hand_of(seat), (_new_group_of(seat),)
    if action in (DRAW_STOCK, DRAW_DISCARD):
        pile = "stock" if action == DRAW_STOCK else "discard"
        return Action(action, text, "draw", source=pile, targets=(hand,))
    cards = _faces(cards_of(action))
    if action < MELD:
        return Action(action, text, message("discard"), cards, hand, ("discard",))
    form = _MELD_FORM if action < RUN else _RUN_FORM
    return Action(action, text, form, cards, hand, new, form)


def _fitting_groups(view: View, card: int) -> tuple[str, ...]:
    """The player's groups that a card fits; the first one gets it: a run before a meld (R7)."""
    return tuple(group.id for group in view.groups(seat=view.seat) if _fits(card, group))


def _fits(card: int, group: Group) -> bool:
    """Whether a card can be laid off on a group; the ace is only high."""
    first, last = DECK.parse(group.cards[0]), DECK.parse(group.cards[-1])
    if is_run(group):
        return card in (first - 1, last + 1) and card // RANKS == first // RANKS
    return card % RANKS == first % RANKS


def is_run(group: Group) -> bool:
    """Whether a group is a run, not a meld."""
    return group.form is not None and group.form.code == _RUN_FORM


def event_text(name: str, action: int, own: bool) -> str:
    """What somebody did, for the log; no action reveals a hidden card."""
    if action == DRAW_STOCK:
        return say("{name} drew from the stock", name=name)
    if action == DRAW_DISCARD:
        return say("{name} took the top card of the discard pile", name=name)
    cards = DECK.text(cards_of(action))
    if action < LAY_OFF:
        return say("{name} discarded {card}", name=name, card=cards)
    if action < MELD:
        return say("{name} laid off {card}", name=name, card=cards)
    if action < RUN:
        return say("{name} laid down the meld {cards}", name=name, cards=cards)
    return say("{name} laid down the run {cards}", name=name, cards=cards)


def find_action(view: View, cards: Sequence[str], zone: str | None) -> int:
    """The action, open or not, that somebody means by cards of the hand and a zone.

    A single card is laid off, several cards form a new group.

    Raises:
        ParseError: the choice does not mean any action.
    """
    if zone == "stock":
        return DRAW_STOCK
    if zone == "discard" and not cards:
        return DRAW_DISCARD
    chosen = [DECK.parse(face) for face in cards]
    if zone == "discard":
        return DISCARD + _one_of(chosen)
    own = [group.id for group in view.groups(seat=view.seat)]
    if zone in own or zone is None and len(chosen) == 1:
        return LAY_OFF + _one_of(chosen)
    if zone not in (None, _new_group_of(view.seat)):
        if isinstance(view.find(zone), Group):
            raise ParseError(Phrase("cards can only be laid on your own groups", rule="R7"))
        raise ParseError("nothing can be done with that")
    action = group_of(chosen)
    if action is None:
        raise ParseError(_DRAW_FIRST if view.asked == "draw" else _no_group(chosen))
    return action


def _one_of(cards: list[int]) -> int:
    """The one card chosen."""
    if len(cards) != 1:
        raise ParseError("choose one card from the hand for that")
    return cards[0]


# --- what a seat sees -----------------------------------------------------------------------------


def view(s: State, seat: int, names: tuple[str, ...]) -> View:
    """What `seat` may know, built field by field."""
    obs = [0] * rules.OBSERVATION
    rules.observe(s, seat, obs)
    count = obs[rules.SEES_COUNTS]
    cards = _faces(obs[rules.SEES_HAND : rules.SEES_HAND + count])
    hand = Hand(id=hand_of(seat), seat=seat, count=count, cards=cards)
    return View(seat, names, tuple(obs), _board(s, names), Own(seat, (hand,)))


def _board(s: State, names: tuple[str, ...]) -> Board:
    """What everybody may see: the piles, and the groups in front of each seat."""
    top = rules.top_discard(s)
    zones: list[AnyZone] = [
        Pile(id="stock", label=say("Stock"), count=s.stock_end - s.stock_next),
        Pile(
            id="discard",
            label=say("Discard pile"),
            count=s.discard_count,
            cards=() if top < 0 else _faces([top]),
        ),
    ]
    for seat in range(s.seats):
        groups = [*_runs_seen(s, seat), *_melds_seen(s, seat)]
        empty = "" if groups else say("nothing laid down")
        zones += [
            Hand(id=hand_of(seat), seat=seat, count=s.hand_count[seat]),
            *groups,
            Group(id=_new_group_of(seat), seat=seat, empty=empty, is_new=True),
        ]
    code, text = _ASKS[s.phase]
    return Board(
        seats=tuple(SeatView(seat, name) for seat, name in enumerate(names)),
        zones=tuple(zones),
        ask=None if rules.is_over(s) else Ask(s.turn, code, say(text)),
    )


def _runs_seen(s: State, seat: int) -> Iterator[Group]:
    """The runs in front of a seat by suit, ascending; runs that have grown together are one."""
    for suit, ranks in enumerate(s.runs[seat]):
        end = 0
        while left := ranks >> end << end:
            first = LOWEST[left]
            end = first + LOWEST[~(left >> first) & ALL_RANKS]
            cards = _faces(range(suit * RANKS + first, suit * RANKS + end))
            name = f"run:{seat}:{SUITS_TEXT[suit]}:{RANKS_TEXT[first]}"
            yield Group(id=name, seat=seat, cards=cards, form=Note(_RUN_FORM, say(_RUN_FORM)))


def _melds_seen(s: State, seat: int) -> Iterator[Group]:
    """The melds in front of a seat, ascending."""
    for rank, suits in enumerate(s.melds[seat]):
        if suits:
            cards = _faces(suit * RANKS + rank for suit in range(SUITS) if suits >> suit & 1)
            name = f"meld:{seat}:{RANKS_TEXT[rank]}"
            yield Group(id=name, seat=seat, cards=cards, form=Note(_MELD_FORM, say(_MELD_FORM)))


def _new_group_of(seat: int) -> str:
    """The id of the place where a seat lays a new group."""
    return f"new:{seat}"


def _faces(cards: Iterable[int]) -> tuple[str, ...]:
    """Cards as they are shown."""
    return tuple(DECK.faces[card] for card in cards)


def groups_text(groups: Iterable[Group]) -> str:
    """What somebody has laid down, in words."""
    return "; ".join(" ".join(group.cards) for group in groups) or say("nothing")


# --- refusals, ends, places -----------------------------------------------------------------------


def refusal(view: View, action: int) -> Phrase:
    """Why the seat of `view` may not take `action` now."""
    if view.asked == "draw":
        return Phrase(_DRAW_FIRST, code="draw_first")
    if action in (DRAW_STOCK, DRAW_DISCARD):
        return Phrase(
            "one draw per turn; lay cards down or discard", code="drawn_already", rule="R1"
        )
    missing = [face for face in _faces(cards_of(action)) if face not in view.hand]
    if missing:
        return not_in_hand(view, missing)
    groups = partial(groups_text, view.groups(seat=view.seat))
    return Phrase(
        "{card} fits none of your melds and runs; on the table: {groups}",
        {"card": DECK.text(cards_of(action)), "groups": groups},
        "fits_no_group",
        "R7",
    )


def outcome_text(s: State, names: tuple[str, ...]) -> str:
    """How a finished round ended, in one line."""
    if s.outcome == STALEMATE:
        return say("stalemate after {n} turns: hands count as they stand", n=s.turns)
    return say("{name} went out", name=names[s.turn])


def cards_in_play(s: State) -> dict[str, list[int]]:
    """Every place that can hold cards, with its cards."""
    places = {"discards": list(s.discards[: s.discard_count])}
    for seat in range(s.seats):
        hand = _cards_of_suits(s.held[seat])
        places[f"hand {seat}"] = sorted(hand, key=lambda card: s.arrived[card])
        places[f"runs {seat}"] = _cards_of_suits(s.runs[seat])
        melds = [(rank, suits) for rank, suits in enumerate(s.melds[seat]) if suits]
        places[f"melds {seat}"] = [
            suit * RANKS + rank
            for suit in range(SUITS)
            for rank, suits in melds
            if suits >> suit & 1
        ]
    return {**places, "stock": list(s.stock[s.stock_next : s.stock_end])}


def _cards_of_suits(masks: list[int]) -> list[int]:
    """The cards for a mask of ranks per suit, ascending."""
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


def points_sheet(match: MatchPlayed) -> Sheet:
    """The cards that each player was left with at the end of the round, and their points."""
    places, scores = match.table.places(), match.table.scores
    left = []
    for seat, name in enumerate(match.names):
        cards = places[f"hand {seat}"]
        if cards:
            left.append(say("{name}: {cards} left in the hand", name=name, cards=cards))
        else:
            left.append(say("{name}: no card left in the hand", name=name))
    return Sheet(
        title=say("Round {n}", n=len(match.tables)),
        columns=("", *match.names),
        rows=(
            (say("this round"), *scores.values()),
            (say("all rounds"), *match.totals.values()),
        ),
        notes=tuple(left),
    )


def place_cards(s: State, places: Mapping[str, list[int]]) -> None:
    """Put all cards where a position has them: the inverse of `words.cards_in_play`.

    Cards that lie face up have been seen, others have not; hands are in the order they came (R2).
    """
    rules.clear(s)
    stock, discards = places["stock"], places["discards"]
    s.stock[: len(stock)] = stock
    s.stock_next, s.stock_end = 0, len(stock)
    s.discards[: len(discards)] = discards
    s.discard_count = len(discards)
    for seat in range(s.seats):
        hand = places[f"hand {seat}"]
        if len(hand) > rules.MOST_IN_HAND:
            raise SetupError(
                "{place} has {n} cards: at most {most} fit", place=repr(f"hand {seat}"),
                n=len(hand), most=rules.MOST_IN_HAND,
            )  # fmt: skip
        for when, card in enumerate(hand):
            rules.take(s, seat, card, when)
        for card in places[f"runs {seat}"]:
            s.runs[seat][card // RANKS] |= 1 << card % RANKS
        for card in places[f"melds {seat}"]:
            s.melds[seat][card % RANKS] |= 1 << card // RANKS
            s.meld_ranks[seat] |= 1 << card % RANKS
        for card in places[f"runs {seat}"] + places[f"melds {seat}"]:
            s.seen[card] = 1
    for card in discards:
        s.seen[card] = 1
