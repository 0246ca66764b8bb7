"""Tranca: what everybody may see of a round, part by part, and how to read a view."""

from __future__ import annotations

from dealt.cards import FRENCH as DECK
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
from dealt.games.tranca.sequences import sides
from dealt.games.tranca.state import (
    DEALT,
    DRAWING,
    MORTOS,
    NONE,
    PLAYING,
    RANKS,
    RED,
    RUN,
    SET,
    SUITS,
    TAKEN,
    TWOS,
    USED,
    State,
)
from dealt.games.tranca.tables import ACE, CANASTRA, THREE, TWO
from dealt.language import message, say

FORMS = {RUN: message("run"), SET: message("set"), TWOS: message("twos")}
ASKS = {
    DRAWING: ("draw", message("to draw or take the pile")),
    PLAYING: ("play", message("to lay down or discard")),
}
ONLY_STOCK = message("to draw")
MORTO = {
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
    code, text = ASKS[s.phase]
    if s.phase == DRAWING and not s.pile_count:
        text = ONLY_STOCK
    return Board(
        seats=tuple(SeatView(seat, name) for seat, name in enumerate(names)),
        zones=tuple(zones),
        sides=tuple(parts),
        ask=None if s.outcome else Ask(s.turn, code, say(text)),
    )


def _side_seen(s: State, side: int, seats: tuple[int, ...]) -> SideView:
    """A side with its morto and its dollars."""
    code, text = MORTO[s.morto[side]]
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
