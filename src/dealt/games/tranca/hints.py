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
from dealt.games.tranca.words import Sequence, TrancaView, said
from dealt.language import say, say_n

TRANCA = 100  # points that one costs in the hand


def hint(view: TrancaView) -> str:
    """What `good` would do and why; then the nearest canastra and what going out needs."""
    action = choice(view)
    told = [f"{said(action)}: {reason(view, action)}"]
    if nearest := nearest_canastra(view):
        told.append(nearest)
    told.append(to_go_out(view))
    return "; ".join(told)


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
        return say("the pile holds {cards}", cards=pile_text(view))
    if action < LAY:
        return say("on the table its cards count for you, in the hand against you")
    if action < DISCARD:
        return why_lay(view, action)
    return why_discard(view, action - DISCARD)


def why_draw(view: TrancaView) -> str:
    """Why the pile is left."""
    if not view.pile:
        return say("there is no pile")
    out = [0] * ACTIONS
    if rules.legal(situation(view), out) == 1:
        return say("{card} on the pile is of no use", card=view.pile[-1])
    return say("the pile is a burden, {cards}", cards=pile_text(view))


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
    told = say_n("1 card, {useful} of use", "{n} cards, {useful} of use", len(cards), useful=useful)
    if not trancas:
        return told
    return say_n(
        "{cards}, 1 tranca at {cost}", "{cards}, {n} trancas at {cost}",
        trancas, cards=told, cost=TRANCA,
    )  # fmt: skip


def why_lay(view: TrancaView, action: int) -> str:
    """What a sequence becomes by a card."""
    number, which = divmod(action - LAY, LAID)
    sequence = view.sides[0].sequences[number]
    missing = CANASTRA - len(sequence.cards) - 1
    if missing > 0:
        return say_n(
            "the sequence then lacks 1 card for a canastra",
            "the sequence then lacks {n} cards for a canastra",
            missing,
        )
    if missing < 0:
        return say("its points count on the canastra")
    if sequence.dirty or which == LAID_TWO and sequence.cards[0][0] != "2":
        return say("it makes a dirty canastra, 100 points")
    return say("it makes a clean canastra, 200 points")


def why_discard(view: TrancaView, card: int) -> str:
    """Why a card is thrown."""
    seen = list(view.observation)
    if card % RANKS == THREE:
        return say("a tranca left in the hand costs {points}", points=TRANCA)
    if len(view.hand) == 1:
        return say("it is the last card of the hand")
    if fitting_others(seen) >> card & 1:
        return say_n(
            "it fits the others' table, but who takes it must take a pile of 1 card",
            "it fits the others' table, but who takes it must take a pile of {n} cards",
            len(view.pile) + 1,
        )
    if partners(seen, card) == 1:
        return say("nothing in the hand goes with it")
    return say("the hand misses it least")


# --- what is missing ------------------------------------------------------------------------------


def nearest_canastra(view: TrancaView) -> str:
    """Which sequence lacks fewest cards for a canastra; empty if there is none."""
    begun: list[Sequence] = [each for each in view.sides[0].sequences if each.missing]
    if not begun:
        return ""
    nearest = min(begun, key=lambda each: each.missing)
    return say_n(
        "sequence {number} lacks 1 card for a canastra",
        "sequence {number} lacks {n} cards for a canastra",
        nearest.missing, number=nearest.number,
    )  # fmt: skip


def to_go_out(view: TrancaView) -> str:
    """What has to come before the side can go out, and what the hand costs until then."""
    needed = []
    if view.sides[0].morto == "none" and view.mortos:
        needed.append(say("the morto"))
    if not may_end(view):
        clean = view.observation[knowledge.SEES_OPTIONS + 2]
        needed.append(say("a clean canastra") if clean else say("a canastra"))
    needed.append(say_n("1 card out of the hand", "{n} cards out of the hand", len(view.hand)))
    trancas = sum(face in ("3C", "3S") for face in view.hand)
    told = say("to go out: {needed}", needed=", ".join(needed))
    if not trancas:
        return told
    return say_n(
        "{needed} (1 tranca: {points})", "{needed} ({n} trancas: {points})",
        trancas, needed=told, points=-trancas * TRANCA,
    )  # fmt: skip


def may_end(view: TrancaView) -> bool:
    """The side has a canastra to go out with (T7)."""
    clean = view.observation[knowledge.SEES_OPTIONS + 2]
    return any(not (each.missing or clean and each.dirty) for each in view.sides[0].sequences)
