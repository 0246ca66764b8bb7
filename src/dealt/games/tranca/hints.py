"""Tranca: a one-sentence hint: what `good` would do, why, and what is still missing."""

from __future__ import annotations

from dealt.cards import FRENCH as DECK
from dealt.core.view import View
from dealt.core.zones import Group
from dealt.games.tranca import knowledge, rules
from dealt.games.tranca.heuristic import fitting_mask, fitting_others, good, partners
from dealt.games.tranca.sequences import take
from dealt.games.tranca.state import (
    ACTIONS,
    CANASTRA,
    DISCARD,
    DRAW,
    DRAWING,
    LAID,
    LAID_TWO,
    LAY,
    NEW,
    PLAYING,
    RANKS,
    SUITS,
    THREE,
    State,
)
from dealt.games.tranca.view import morto_of, mortos_left, own_groups, own_side
from dealt.games.tranca.words import action_phrase
from dealt.language import listed, say, say_n

_TRANCA = 100  # points that one costs in the hand


def hint(view: View) -> str:
    """What `good` would do and why; then the nearest canastra and what going out requires.

    A card that is laid says itself what its sequence needs.
    """
    action = _choice(view)
    lines = [f"{action_phrase(action)}: {_reason(view, action)}"]
    if not LAY <= action < DISCARD and (nearest := _nearest_canastra(view)):
        lines.append(nearest)
    lines.append(_to_go_out(view))
    return "; ".join(lines)


def _choice(view: View) -> int:
    """What `good` would do in the seat to move."""
    out = [0] * ACTIONS
    n = rules.legal(_situation(view), out)
    return good(list(view.observation), out, n)


def _situation(view: View) -> State:
    """A state in which seat 0 may do what the seat of the view may do."""
    obs = view.observation
    s = State()
    s.seats = len(view.names)
    s.pile_on_sequence, s.sets, s.clean_to_go_out = obs[knowledge.SEES_OPTIONS :][:3]
    s.phase = DRAWING if view.asked == "draw" else PLAYING
    s.mortos_left = mortos_left(view)
    s.morto[0] = obs[knowledge.SEES_MORTO]
    pile = view.pile("discard").cards
    s.pile_count = len(pile)
    s.pile[: s.pile_count] = [DECK.parse(face) for face in pile]
    for face in view.hand:
        take(s, 0, DECK.parse(face))
    s.sequence_count[0] = len(own_groups(view))
    for k in range(s.sequence_count[0]):
        place = knowledge.SEES_TABLE + k * knowledge.OF_SEQUENCE
        s.kind[0][k], s.suit_or_rank[0][k], s.size[0][k], s.stand_in[0][k], s.ranks[0][k] = obs[
            place : place + knowledge.ITS_COPIES
        ]
        s.copies[0][k] = list(obs[place + knowledge.ITS_COPIES :][:SUITS])
    return s


# --- reasons --------------------------------------------------------------------------------------


def _reason(view: View, action: int) -> str:
    """Why an action is chosen, in half a sentence."""
    if action == DRAW:
        return _why_draw(view)
    if action < NEW:
        return say("the pile holds {cards}", cards=_pile_text(view))
    if action < LAY:
        return say("cards count for you on the table and against you in your hand")
    if action < DISCARD:
        return _why_lay(view, action)
    return _why_discard(view, action - DISCARD)


def _why_draw(view: View) -> str:
    """Why the pile is not taken."""
    top = view.pile("discard").top
    if top is None:
        return say("the discard pile is empty")
    out = [0] * ACTIONS
    if rules.legal(_situation(view), out) == 1:
        return say("{card} on the pile is of no use to you", card=top)
    return say("the pile costs more than it brings: {cards}", cards=_pile_text(view))


def _pile_text(view: View) -> str:
    """The number of cards in the pile, how many are useful, and what its trancas would cost."""
    obs = view.observation
    own = fitting_mask(list(obs), 0, 0)
    cards = [DECK.parse(face) for face in view.pile("discard").cards]
    useful = sum(
        card % RANKS == 0
        or card % RANKS != THREE
        and (own >> card & 1 == 1 or partners(list(obs), card) > 1)
        for card in cards
    )
    trancas = sum(card % RANKS == THREE for card in cards)
    sentence = say_n(
        "1 card, {useful} useful", "{n} cards, {useful} useful", len(cards), useful=useful
    )
    if not trancas:
        return sentence
    return say_n(
        "{cards}, 1 tranca at {cost}", "{cards}, {n} trancas at {cost}",
        trancas, cards=sentence, cost=_TRANCA,
    )  # fmt: skip


def _why_lay(view: View, action: int) -> str:
    """What a card makes of a sequence."""
    number, which = divmod(action - LAY, LAID)
    sequence = own_groups(view)[number]
    missing = CANASTRA - len(sequence.cards) - 1
    if missing > 0:
        return say_n(
            "the sequence then needs 1 more card for a canastra",
            "the sequence then needs {n} more cards for a canastra",
            missing,
        )
    if missing < 0:
        return say("its points count on the canastra")
    if _is_dirty(sequence) or which == LAID_TWO and sequence.cards[0][0] != "2":
        return say("it makes a dirty canastra, 100 points")
    return say("it makes a clean canastra, 200 points")


def _why_discard(view: View, card: int) -> str:
    """Why a card is discarded."""
    obs = list(view.observation)
    if card % RANKS == THREE:
        return say("a tranca left in the hand costs {points}", points=_TRANCA)
    if len(view.hand) == 1:
        return say("it is the last card of the hand")
    if fitting_others(obs) >> card & 1:
        return say_n(
            "it fits the others' table, but whoever takes it must take a pile of 1 card",
            "it fits the others' table, but whoever takes it must take a pile of {n} cards",
            view.pile("discard").count + 1,
        )
    if partners(obs, card) == 1:
        return say("nothing in the hand goes with it")
    return say("the hand needs it least")


# --- what is missing ------------------------------------------------------------------------------


def _nearest_canastra(view: View) -> str:
    """The sequence that needs fewest cards for a canastra; empty if there is none."""
    begun = [
        (each.room - len(each.cards), number)
        for number, each in enumerate(own_groups(view), 1)
        if len(each.cards) < each.room
    ]
    if not begun:
        return ""
    missing, number = min(begun)
    return say_n(
        "sequence {number} needs 1 more card for a canastra",
        "sequence {number} needs {n} more cards for a canastra",
        missing, number=number,
    )  # fmt: skip


def _to_go_out(view: View) -> str:
    """What the side still needs to go out, and what the hand costs until then."""
    needed = []
    if morto_of(view.open.sides[own_side(view)]) == "morto_none" and mortos_left(view):
        needed.append(say("the morto"))
    if not _may_end(view):
        clean = view.observation[knowledge.SEES_OPTIONS + 2]
        needed.append(say("a clean canastra") if clean else say("a canastra"))
    needed.append(say_n("1 card played", "{n} cards played", len(view.hand)))
    trancas = sum(face in ("3C", "3S") for face in view.hand)
    sentence = say("to go out you still need {needed}", needed=listed(needed))
    if not trancas:
        return sentence
    return say_n(
        "{needed} (1 tranca in hand: {points})", "{needed} ({n} trancas in hand: {points})",
        trancas, needed=sentence, points=-trancas * _TRANCA,
    )  # fmt: skip


def _may_end(view: View) -> bool:
    """Whether the side has a canastra to go out with (T7)."""
    clean = view.observation[knowledge.SEES_OPTIONS + 2]
    return any(
        len(each.cards) >= each.room and not (clean and _is_dirty(each))
        for each in own_groups(view)
    )


def _is_dirty(sequence: Group) -> bool:
    """Whether a two stands in for another card."""
    return any(mark.code == "dirty" for mark in sequence.marks)
