"""Cards that were hardly seen, or read with doubt, but fit in with their neighbours.

If cards of one rank lie in a row, or a run continues, something that looks a little like a mark and
reads as the missing card is one far more often than by chance.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace

from dealt.core.melding import CANASTA, Melding
from dealt.vision.cards import FACES, SeenCard
from dealt.vision.groups import groups_of
from dealt.vision.marks import SUITS
from dealt.vision.sequences import ROOM

OF_A_SET, OF_A_RUN = 2, 3  # so many cards of one rank, or of a run, tell what lies beside them
BEYOND = 2  # ranks by which a run may go on past the last card that was seen
LIKELY = 0.75  # chance that it is there with which a faint card is one
MOST_FITTED = 0.65  # confidence in such a card: below `cards.DOUBTFUL`, so it is asked about


def with_fitting(
    cards: Sequence[SeenCard], faint: Sequence[SeenCard], melding: Melding = CANASTA
) -> list[SeenCard]:
    """The cards, with doubtful ones corrected by their neighbours and faint ones that fit added.

    Args:
        cards: the cards of a photo.
        faint: possible cards that were seen or read too poorly to count.
        melding: the rules for melds.
    """
    both = [*cards, *faint]
    fitted = dict(enumerate(cards))
    for group in groups_of(both):
        # the surest first, for they tell of the others
        for i in sorted(group.cards, key=lambda i: -both[i].confidence):
            place = group.cards.index(i)
            before = [fitted[j].face for j in group.cards[:place] if j in fitted]
            after = [fitted[j].face for j in group.cards[place + 1 :] if j in fitted]
            fits = between(before, after, melding)
            if both[i].doubtful and (i not in fitted or both[i].face not in fits):
                card = _fitted(both[i], fits)
                fitted |= {} if card is None else {i: card}
    return [fitted[i] for i in sorted(fitted)]


def between(before: Sequence[str], after: Sequence[str], melding: Melding = CANASTA) -> list[str]:
    """The faces that a card among others may have; empty if they do not restrict it.

    Unlike in a meld, cards may be missing because they were not seen.

    Args:
        before: the faces before it, in order.
        after: the faces after it.
        melding: the rules for melds.
    """
    left, right = ([face for face in faces if face[0] != melding.wild] for faces in (before, after))
    naturals = left + right
    if len(before) + len(after) - len(naturals) > 1:
        return []
    ranks, suits = {face[0] for face in naturals}, {face[1] for face in naturals}
    if len(naturals) >= OF_A_SET and len(ranks) == 1:
        return [naturals[0][0] + suit for suit in SUITS]
    if len(naturals) < OF_A_RUN or len(suits) > 1 or not ranks <= set(melding.ranks):
        return []
    run = melding.ranks
    way = 1 if run.index(naturals[0][0]) < run.index(naturals[-1][0]) else -1
    places = [way * run.index(face[0]) for face in naturals]
    if any(b <= a for a, b in itertools.pairwise(places)):
        return []
    last = places[len(left) - 1] if left else places[0] - BEYOND - 1
    following = places[len(left)] if right else places[-1] + BEYOND + 1
    free = [way * place for place in range(last + 1, following)]
    return [run[place] + naturals[0][1] for place in free if 0 <= place < len(run)]


def _fitted(card: SeenCard, fits: Sequence[str]) -> SeenCard | None:
    """A card that may lie among others, as it would be; None if it hardly is one.

    Args:
        card: as its marks alone have it.
        fits: the faces that fit there.
    """
    chance = sum(card.chance(face) for face in fits)
    if chance < ROOM:
        return None
    mark = 1 - math.prod(1 - each.certainty for each in card.marks)
    # what is no mark reads as any of the faces, and no more often as one that fits
    odds = mark / max(1 - mark, 1e-6) * chance * len(FACES) / len(fits)
    presence = card.presence / mark * odds / (1 + odds)
    if presence < LIKELY:
        return None
    best = max(fits, key=card.chance)
    confidence = min(presence * card.chance(best) / chance, MOST_FITTED)
    return replace(
        card, face=best, confidence=confidence, presence=presence, inferred=best != card.face
    )
