"""Which faces to offer for a card that needs checking: likely ones that can lie there.

A face is not offered if it would make a sequence illegal (T2), or is already there once per pack.
People may still name any card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dealt.core.melding import CANASTA
from dealt.games.tranca.house import BLACK_THREES
from dealt.games.tranca.judging import RED_THREES
from dealt.scoresheet.draft import Draft, DraftMeld

MOST = 5  # faces offered


def proposals(draft: Draft, card: int) -> tuple[str, ...]:
    """The likeliest faces that a card can have in its place, the likeliest first; may be empty.

    Args:
        draft: the round.
        card: its number in the draft.
    """
    if draft.cards[card].removed:
        return ()
    copies = _copies_beside(draft, {card})
    meld = next((each for each in draft.melds if card in each.cards), None)
    return tuple(
        face
        for face in draft.cards[card].options
        if copies[face] < draft.decks and (meld is None or _can_lie(draft, meld, card, face))
    )[:MOST]


def can_offer(draft: Draft, meld: DraftMeld) -> bool:
    """Whether the most probable legal faces of a meld can be offered: there are enough copies."""
    if meld.legal is None:
        return False
    count = _copies_beside(draft, meld.cards) + Counter(meld.legal)
    return all(count[face] <= draft.decks for face in meld.legal)


def _copies_beside(draft: Draft, left_out: Sequence[int] | set[int]) -> Counter[str]:
    """How often each face occurs beside some cards, not counting doubtful ones.

    Args:
        draft: the round.
        left_out: the numbers of the cards to ignore.
    """
    numbers = [i for meld in draft.melds for i in meld.cards] + draft.hand
    cards = [draft.cards[i] for i in numbers if i not in left_out]
    return Counter(card.face for card in cards if not card.removed and not card.doubtful)


def _can_lie(draft: Draft, meld: DraftMeld, card: int, face: str) -> bool:
    """Whether a card of a meld can have a face, whatever its doubtful neighbours are."""
    if not draft.rules.lays_like_tranca:
        return True
    if face in BLACK_THREES:
        return False
    others = [i for i in meld.cards if i != card and not draft.cards[i].removed]
    if meld.pile is not None or not others:
        return True  # dollars lie alone, and other cards on top of piles
    sure_faces = [draft.cards[i].face for i in others if not draft.cards[i].doubtful]
    if face in RED_THREES and all(each in RED_THREES for each in sure_faces):
        return True
    return CANASTA.can_become([*sure_faces, face], len(others) - len(sure_faces))
