"""Tranca: what everybody may see of a round, how to read a view, cards placed, points explained."""

from __future__ import annotations

from collections.abc import Mapping

from dealt.cards import FRENCH as DECK
from dealt.core.sheet import Cell, MatchPlayed, Sheet
from dealt.core.view import View
from dealt.core.zones import (
    AnyZone,
    Ask,
    Board,
    Group,
    Hand,
    Note,
    Pile,
    SeatView,
    SideView,
    hand_of,
)
from dealt.errors import SetupError
from dealt.games.tranca.knowledge import SEES_OUTCOME, SEES_TURN
from dealt.games.tranca.rules import clear
from dealt.games.tranca.scoring import Breakdown, score
from dealt.games.tranca.sequences import is_red_three, put, sides, take
from dealt.games.tranca.state import (
    ACE,
    CANASTRA,
    DEALT,
    DRAWING,
    FOUR,
    MORTOS,
    MOST_SEQUENCES,
    NONE,
    PLAYING,
    RANKS,
    RED,
    RUN,
    SEATS,
    SET,
    SHORTEST,
    SUITS,
    TAKEN,
    TAKES_TWO,
    THREE,
    TWO,
    TWOS,
    USED,
    WENT_OUT,
    State,
)
from dealt.language import listed, message, say

FORMS = {RUN: message("run"), SET: message("set"), TWOS: message("twos")}
_ASKS = {
    DRAWING: ("draw", message("to draw or take the pile")),
    PLAYING: ("play", message("to lay down or discard")),
}
_ONLY_STOCK = message("to draw")
_MORTO = {
    NONE: ("morto_none", message("morto not taken")),
    TAKEN: ("morto_taken", message("morto taken")),
    USED: ("morto_used", message("morto used")),
}


def board(s: State, names: tuple[str, ...]) -> Board:
    """What everybody may see: the piles, and the hands and sequences of each side."""
    zones: list[AnyZone] = [
        Pile(id="stock", label=say("Stock"), count=s.stock_end - s.stock_next),
        Pile(
            id="discard",
            label=say("Discard pile"),
            count=s.pile_count,
            cards=tuple(_faces_of(s.pile[: s.pile_count])),
        ),
    ]
    zones += [
        Pile(id=f"morto:{morto}", label=say("Morto {n}", n=morto + 1), count=DEALT)
        for morto in range(MORTOS - s.mortos_left, MORTOS)
    ]
    parts = []
    for side in range(sides(s)):
        seats = tuple(range(side, s.seats, sides(s)))
        parts.append(_side_seen(s, side, seats))
        zones += [Hand(id=hand_of(seat), seat=seat, count=s.hand_count[seat]) for seat in seats]
        zones += [_sequence_seen(s, side, k) for k in range(s.sequence_count[side])]
        zones.append(Group(id=f"new:{side}", label=say("New sequence"), side=side, is_new=True))
    code, text = _ASKS[s.phase]
    if s.phase == DRAWING and not s.pile_count:
        text = _ONLY_STOCK
    return Board(
        seats=tuple(SeatView(seat, name) for seat, name in enumerate(names)),
        zones=tuple(zones),
        sides=tuple(parts),
        ask=None if s.outcome else Ask(s.turn, code, say(text)),
    )


def _side_seen(s: State, side: int, seats: tuple[int, ...]) -> SideView:
    """A side with its morto and its dollars."""
    code, text = _MORTO[s.morto[side]]
    notes = [Note(code, say(text))]
    if dollars := dollars_of(s, side):
        notes.append(Note("dollars", say("dollars"), tuple(_faces_of(dollars))))
    return SideView(side, seats, tuple(notes))


def _sequence_seen(s: State, side: int, number: int) -> Group:
    """A sequence with its cards in order; a two stands in the place it fills."""
    cards = tuple(_faces_of(in_order(s, side, number)))
    form = FORMS[s.kind[side][number]]
    return Group(
        id=group_of(side, number),
        label=str(number + 1),
        side=side,
        cards=cards,
        form=Note(form, say(form)),
        marks=(_progress(len(cards), form, s.stand_in[side][number] > 0),),
        room=CANASTRA,
    )


def _progress(many: int, form: str, dirty: bool) -> Note:
    """The kind of canastra, or the progress towards one; either may be marked `dirty` (T12)."""
    if many < CANASTRA and dirty:
        return Note("dirty", say("{n} of {needed}, dirty", n=many, needed=CANASTRA), tone="warn")
    if many < CANASTRA:
        return Note("begun", say("{n} of {needed}", n=many, needed=CANASTRA))
    if dirty:
        return Note("dirty", say("dirty canastra"), tone="warn")
    if form == FORMS[TWOS]:
        return Note("twos", say("canastra of twos"), tone="good")
    return Note("clean", say("clean canastra"), tone="good")


def in_order(s: State, side: int, number: int) -> list[int]:
    """The cards of a sequence; the stand-in of a run fills the gap, else it extends the run."""
    cards = _naturals_of(s, side, number)
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


def _naturals_of(s: State, side: int, number: int) -> list[int]:
    """The cards of a sequence except the stand-in, by suit and rank."""
    about = s.suit_or_rank[side][number]
    if s.kind[side][number] == RUN:
        ranks = s.ranks[side][number]
        return [about * RANKS + rank for rank in range(RANKS) if ranks >> rank & 1]
    rank = TWO if s.kind[side][number] == TWOS else about
    copies = s.copies[side][number]
    return [suit * RANKS + rank for suit in range(SUITS) for _ in range(copies[suit])]


def dollars_of(s: State, side: int) -> list[int]:
    """The dollars in front of a side."""
    return [suit * RANKS + THREE for suit in (RED, RED + 1) for _ in range(s.dollars[side][suit])]


def _faces_of(cards: list[int]) -> list[str]:
    """The faces of cards."""
    return [DECK.faces[card] for card in cards]


def group_of(side: int, sequence: int) -> str:
    """The id of a sequence; sequences are numbered from 1."""
    return f"group:{side}:{sequence + 1}"


# --- what a view says ----------------------------------------------------------------------------


def own_side(view: View) -> int:
    """The side of the seat of a view; partners sit alternately (T1)."""
    seats = len(view.names)
    return view.seat % (seats if seats < 4 else 2)


def own_groups(view: View) -> list[Group]:
    """The sequences of the player's side, in order."""
    return view.groups(side=own_side(view))


def morto_of(side: SideView) -> str:
    """`morto_none`, `morto_taken` (not used yet) or `morto_used`."""
    return side.notes[0].code


def dollars_seen(side: SideView) -> tuple[str, ...]:
    """The red threes that a side has laid down."""
    return next((note.cards for note in side.notes if note.code == "dollars"), ())


def mortos_left(view: View) -> int:
    """Mortos that nobody has taken."""
    return sum(zone.id.startswith("morto:") for zone in view.open.zones)


def place_cards(s: State, places: Mapping[str, list[int]]) -> None:
    """Put all cards where a position has them: the inverse of `words.cards_in_play`.

    Raises:
        SetupError: a dollar in a hand, a morto of another size, cards that do not go together.
    """
    clear(s)
    stock, pile = places["stock"], places["pile"]
    s.stock[: len(stock)] = stock
    s.stock_next, s.stock_end = 0, len(stock)
    s.pile[: len(pile)] = pile
    s.pile_count = len(pile)
    _place_mortos(s, [places[f"morto {morto + 1}"] for morto in range(MORTOS)])
    for seat in range(s.seats):
        for card in places[f"hand {seat}"]:
            if is_red_three(card):
                raise SetupError(
                    "{card} is a dollar: it cannot stay in a hand", card=DECK.faces[card]
                )
            take(s, seat, card)
    for side in range(sides(s)):
        for card in places[f"dollars {side}"]:
            if not is_red_three(card):
                raise SetupError("{card} is not a dollar", card=DECK.faces[card])
            s.dollars[side][card // RANKS] += 1
        for number in range(MOST_SEQUENCES):
            if cards := places.get(f"group {side} {number}"):
                _begin(s, side, cards)


def _place_mortos(s: State, mortos: list[list[int]]) -> None:
    """The mortos that nobody has; the second one is the last."""
    s.mortos_left = sum(bool(cards) for cards in mortos)
    for number, cards in enumerate(mortos):
        if len(cards) != (DEALT if number >= MORTOS - s.mortos_left else 0):
            raise SetupError("a morto has {n} cards; the one left over is morto 2", n=DEALT)
        s.mortos[number][: len(cards)] = cards


def _begin(s: State, side: int, cards: list[int]) -> None:
    """Lay a sequence of any length down."""
    naturals = [card for card in cards if card % RANKS != TWO]
    ranks = {card % RANKS for card in naturals}
    kind = TWOS if not naturals else SET if len(ranks) == 1 else RUN
    twos = len(cards) - len(naturals)
    is_sequence = len(cards) >= SHORTEST and (kind == TWOS or twos <= 1 and min(ranks) >= FOUR)
    if not is_sequence or kind == RUN and not _is_run(naturals, twos):
        raise SetupError("{cards} are not a sequence", cards=DECK.text(cards))
    number = s.sequence_count[side]
    s.sequence_count[side] += 1
    s.kind[side][number] = kind
    s.suit_or_rank[side][number] = naturals[0] // RANKS if kind == RUN else min(ranks, default=0)
    for card in cards:
        put(s, side, number, card)


def _is_run(naturals: list[int], twos: int) -> bool:
    """Whether cards are neighbours of one suit, one two filling a gap or lengthening them (T2)."""
    if len(set(naturals)) < len(naturals) or len({card // RANKS for card in naturals}) > 1:
        return False
    if twos:
        return TAKES_TWO[sum(1 << card % RANKS for card in naturals)] == 1
    return max(naturals) - min(naturals) + 1 == len(naturals)


_MORTO_ON_SHEET = {"morto_none": "none", "morto_taken": "unused", "morto_used": "used"}


def round_sheet(match: MatchPlayed) -> Sheet:
    """What each side gets points for, from the cards at the end of the round."""
    view = match.table.view(0)
    scored = [_breakdown(match, view, side) for side in view.open.sides]
    rows: list[tuple[Cell, ...]] = [
        (say(line.label), *(other.lines[i].points for other in scored))
        for i, line in enumerate(scored[0].lines)
    ]
    players = [[view.names[seat] for seat in side.seats] for side in view.open.sides]
    rows.append((say("this round"), *(one.total for one in scored)))
    rows.append((say("all rounds"), *(match.totals[names[0]] for names in players)))
    return Sheet(
        title=say("Round {n}", n=len(match.tables)),
        columns=("", *(listed(names) for names in players)),
        rows=tuple(rows),
    )


def _breakdown(match: MatchPlayed, view: View, side: SideView) -> Breakdown:
    """The score of one side, as the score sheet counts it."""
    places = match.table.places()
    last = view.observation[SEES_TURN]  # seat 0 looks
    went_out = view.observation[SEES_OUTCOME] == WENT_OUT
    return score(
        [list(sequence.cards) for sequence in view.groups(side=side.side)],
        dollars=list(dollars_seen(side)),
        hand=[card for seat in side.seats for card in places[f"hand {seat}"].split()],
        morto=_MORTO_ON_SHEET[morto_of(side)],
        final_move=went_out and last in side.seats,
        decks=3 if len(view.names) == SEATS else 2,
    )
