"""Tranca: one sentence for a player: what `good` would do, why, and what is still missing."""

from __future__ import annotations

from dealt.cards import FRENCH as DECK
from dealt.games.tranca import knowledge, rules
from dealt.games.tranca.good import (
    fitting_mask,
    fitting_others,
    good,
    partners,
)
from dealt.games.tranca.sequences import take
from dealt.games.tranca.state import DRAWING, PLAYING, RANKS, SUITS, State
from dealt.games.tranca.tables import (
    ACTIONS,
    CANASTRA,
    DISCARD,
    DRAW,
    LAID,
    LAID_TWO,
    LAY,
    NEW,
    THREE,
)
from dealt.games.tranca.words import Sequence, TrancaView, action_text

TRANCA = 100  # points that one costs in the hand


def hint(view: TrancaView) -> str:
    """What `good` would do and why; then the nearest canastra and what going out needs."""
    action = choice(view)
    said = [f"{action_text(action)}: {reason(view, action)}"]
    if nearest := nearest_canastra(view):
        said.append(nearest)
    said.append(to_go_out(view))
    return "; ".join(said)


def choice(view: TrancaView) -> int:
    """What `good` would do in the seat in turn."""
    out = [0] * ACTIONS
    n = rules.legal(situation(view), out)
    return good(list(view.observation), out, n)


def situation(view: TrancaView) -> State:
    """A state in which seat 0 may do what the seat of the view may do."""
    seen = view.observation
    s = State()
    s.seats = len(view.names)
    s.pile_on_sequence, s.sets, s.clean_to_go_out = seen[knowledge.SEES_OPTIONS :][:3]
    s.phase = DRAWING if view.drawing else PLAYING
    s.mortos_left = view.mortos
    s.morto[0] = seen[knowledge.SEES_MORTO]
    s.pile_count = len(view.pile)
    s.pile[: s.pile_count] = [DECK.parse(face) for face in view.pile]
    for face in view.hand:
        take(s, 0, DECK.parse(face))
    s.made[0] = len(view.sides[0].sequences)
    for k in range(s.made[0]):
        place = knowledge.SEES_TABLE + k * knowledge.OF_SEQUENCE
        s.kind[0][k], s.about[0][k], s.size[0][k], s.stand_in[0][k], s.ranks[0][k] = seen[
            place : place + knowledge.ITS_COPIES
        ]
        s.copies[0][k] = list(seen[place + knowledge.ITS_COPIES :][:SUITS])
    return s


# --- reasons --------------------------------------------------------------------------------------


def reason(view: TrancaView, action: int) -> str:
    """Why an action is chosen, in half a sentence."""
    if action == DRAW:
        return why_draw(view)
    if action < NEW:
        return f"the pile holds {pile_text(view)}"
    if action < LAY:
        return "on the table its cards count for you, in the hand against you"
    if action < DISCARD:
        return why_lay(view, action)
    return why_discard(view, action - DISCARD)


def why_draw(view: TrancaView) -> str:
    """Why the pile is left."""
    if not view.pile:
        return "there is no pile"
    out = [0] * ACTIONS
    if rules.legal(situation(view), out) == 1:
        return f"{view.pile[-1]} on the pile is of no use"
    return f"the pile is a burden, {pile_text(view)}"


def pile_text(view: TrancaView) -> str:
    """How many cards the pile holds, how many are of use, and what its trancas would cost."""
    seen = view.observation
    own = fitting_mask(list(seen), 0, 0)
    cards = [DECK.parse(face) for face in view.pile]
    useful = sum(
        card % RANKS == 0
        or card % RANKS != THREE
        and (own >> card & 1 == 1 or partners(list(seen), card) > 1)
        for card in cards
    )
    trancas = sum(card % RANKS == THREE for card in cards)
    said = f"{counted(len(cards), 'card')}, {useful} of use"
    if trancas:
        said += f", {counted(trancas, 'tranca')} at {TRANCA}"
    return said


def why_lay(view: TrancaView, action: int) -> str:
    """What a sequence becomes by a card."""
    number, which = divmod(action - LAY, LAID)
    sequence = view.sides[0].sequences[number]
    missing = CANASTRA - len(sequence.cards) - 1
    if missing > 0:
        return f"the sequence then lacks {counted(missing, 'card')} for a canastra"
    if missing < 0:
        return "its points count on the canastra"
    dirty = sequence.dirty or which == LAID_TWO and sequence.cards[0][0] != "2"
    return f"it makes a {'dirty' if dirty else 'clean'} canastra, {100 if dirty else 200} points"


def why_discard(view: TrancaView, card: int) -> str:
    """Why a card is thrown."""
    seen = list(view.observation)
    if card % RANKS == THREE:
        return f"a tranca left in the hand costs {TRANCA}"
    if len(view.hand) == 1:
        return "it is the last card of the hand"
    if fitting_others(seen) >> card & 1:
        pile = counted(len(view.pile) + 1, "card")
        return f"it fits the others' table, but who takes it must take a pile of {pile}"
    if partners(seen, card) == 1:
        return "nothing in the hand goes with it"
    return "the hand misses it least"


# --- what is missing ------------------------------------------------------------------------------


def nearest_canastra(view: TrancaView) -> str:
    """Which sequence lacks fewest cards for a canastra; empty if there is none."""
    begun: list[Sequence] = [each for each in view.sides[0].sequences if each.missing]
    if not begun:
        return ""
    nearest = min(begun, key=lambda each: each.missing)
    return f"sequence {nearest.number} lacks {counted(nearest.missing, 'card')} for a canastra"


def to_go_out(view: TrancaView) -> str:
    """What has to come before the side can go out, and what the hand costs until then."""
    needed = []
    if view.sides[0].morto == "none" and view.mortos:
        needed.append("the morto")
    if not may_end(view):
        clean = view.observation[knowledge.SEES_OPTIONS + 2]
        needed.append("a clean canastra" if clean else "a canastra")
    needed.append(f"{counted(len(view.hand), 'card')} out of the hand")
    trancas = sum(face in ("3C", "3S") for face in view.hand)
    cost = f" ({counted(trancas, 'tranca')}: -{trancas * TRANCA})" if trancas else ""
    return f"to go out: {', '.join(needed)}{cost}"


def may_end(view: TrancaView) -> bool:
    """The side has a canastra to go out with (T7)."""
    clean = view.observation[knowledge.SEES_OPTIONS + 2]
    return any(not (each.missing or clean and each.dirty) for each in view.sides[0].sequences)


def counted(number: int, what: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
