"""Mason Rummy: a one-line hint: what `good` would do, why, and which choices come close."""

from __future__ import annotations

from collections.abc import Sequence

from dealt.cards import FIVE_SUITS as DECK
from dealt.core.agent import Action
from dealt.core.view import View
from dealt.games.mason_rummy import rules
from dealt.games.mason_rummy.bots import (
    fits_group,
    glance,
    good,
    keeping,
    lasting,
    outs,
    points_of,
    value_of,
    wants,
    with_card,
)
from dealt.games.mason_rummy.state import (
    ACTIONS,
    DRAW_DISCARD,
    DRAWING,
    LAY_OFF,
    MELD,
    PLAYING,
    POINTS,
    RANKS,
    RUN,
    SUITS,
    State,
)
from dealt.games.mason_rummy.words import action_phrase, cards_of
from dealt.language import say, say_n


def hint(view: View) -> str:
    """What `good` would do and why."""
    out = [0] * ACTIONS
    n = rules.legal(_situation(view), out)
    action = good(list(view.observation), out, n)
    return f"{action_phrase(action)}: {_reason(view, action)}"


def why(view: View, actions: Sequence[Action], chosen: Action) -> str:
    """Why `good` has chosen an action."""
    return _reason(view, chosen.id)


def _situation(view: View) -> State:
    """A state in which seat 0 may do what the seat of the view may do."""
    obs = view.observation
    s = State()
    s.seats = len(view.names)
    s.phase = DRAWING if view.asked == "draw" else PLAYING
    for suit in range(SUITS):
        for rank in range(RANKS):
            place = obs[rules.SEES_PLACE + suit * RANKS + rank]
            s.held[0][suit] |= (place == rules.IN_HAND) << rank
            s.runs[0][suit] |= (place == rules.IN_RUN) << rank
            s.meld_ranks[0] |= (place == rules.IN_MELD) << rank
    return s


def _reason(view: View, action: int) -> str:
    """Why `good` chooses an action."""
    if view.asked == "draw":
        return _why_taken(view) if action == DRAW_DISCARD else _why_not_taken(view)
    cards = cards_of(action)
    if len(cards) == len(view.hand):
        return say("that is all you have, and you go out")
    if action >= MELD:
        return say_n(
            "takes 1 point out of your hand",
            "takes {n} points out of your hand",
            points_of(action),
        )
    if action >= LAY_OFF:
        return say_n(
            "fits what you have laid down, 1 point less in your hand",
            "fits what you have laid down, {n} points less in your hand",
            POINTS[cards[0] % RANKS],
        )
    return _why_discarded(view, cards[0])


def _why_taken(view: View) -> str:
    """Why the top discard is taken."""
    obs = list(view.observation)
    top = obs[rules.SEES_TOP]
    if fits_group(obs, top, 0):
        return say("{card} fits what you have laid down", card=view.pile("discard").top)
    if not wants(obs, top):
        return say_n(
            "with {card} in hand, 1 unseen card would complete a group",
            "with {card} in hand, {n} unseen cards would complete a group",
            outs(with_card(glance(obs), top), top), card=view.pile("discard").top,
        )  # fmt: skip
    s = _situation(view)
    rules.take(s, 0, top, 0)
    s.phase = PLAYING
    out = [0] * ACTIONS
    groups = [a for a in out[: rules.legal(s, out)] if a >= MELD and top in cards_of(a)]
    best = max(groups, key=points_of)
    cards = DECK.text(cards_of(best))
    if best >= RUN:
        return say("{card} makes the run {cards}", card=view.pile("discard").top, cards=cards)
    return say("{card} makes the meld {cards}", card=view.pile("discard").top, cards=cards)


def _why_not_taken(view: View) -> str:
    """Why a card is drawn from the stock."""
    obs = list(view.observation)
    unseen = [c for c in range(len(DECK.faces)) if obs[rules.SEES_PLACE + c] == rules.UNSEEN]
    useful = sum(wants(obs, card) for card in unseen)
    return say_n(
        "{card} helps too little; {useful} of 1 unseen card could be laid down at once",
        "{card} helps too little; {useful} of {n} unseen cards could be laid down at once",
        len(unseen), card=view.pile("discard").top, useful=useful,
    )  # fmt: skip


def _why_discarded(view: View, card: int) -> str:
    """Why this card is discarded: its points and outs, the next best, what is not given away."""
    obs = list(view.observation)
    suits, share = glance(obs), lasting(obs)
    hand = [DECK.parse(face) for face in view.hand]
    others = [other for other in hand if other != card]
    cost = say_n(
        "{outs}, and it costs 1 point", "{outs}, and it costs {n} points",
        POINTS[card % RANKS], outs=_outs_text(outs(suits, card)),
    )  # fmt: skip
    lines = [cost]
    by_keeping = min(hand, key=lambda each: keeping(suits, each, share))
    if by_keeping != card and fits_group(obs, by_keeping, 1):
        name = view.names[(view.seat + 1) % len(view.names)]
        lines.append(say("{name} could lay off {card}", name=name, card=DECK.faces[by_keeping]))
    following = min(others, key=lambda each: value_of(obs, suits, each, share))
    lines.append(say("next best {card}", card=DECK.faces[following]))
    return "; ".join(lines)


def _outs_text(outs: int) -> str:
    """The number of cards that would make a card useful."""
    if outs == 0:
        return say("no unseen card would complete a group with it")
    return say_n(
        "only one unseen card would complete a group with it",
        "{n} unseen cards would complete a group with it",
        outs,
    )
