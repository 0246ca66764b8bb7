"""Doubtful cards corrected by their neighbours and by the number of packs.

If cards of one rank lie in a row, or a run continues, something that looks a little like a mark and
reads as the missing card is one far more often than by chance.

No face occurs more often than there are packs, and more than two packs are rare.  So if a face was
read three times, one of the cards is changed to the face it fits best.  Its former face stays among
its alternatives, and it is flagged for checking, as are the other doubtful ones.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dealt.core.melding import CANASTA, Melding
from dealt.vision.cards import FACES, SeenCard
from dealt.vision.geometry import SUITS
from dealt.vision.groups import groups_of
from dealt.vision.sequences import ROOM

OF_A_SET, OF_A_RUN = 2, 3  # least cards of one rank, or of a run, that suggest their neighbours
_BEYOND = 2  # ranks by which a run may continue past its last visible card
LIKELY = 0.75  # least presence of a faint card that counts
MOST_FITTED = 0.65  # confidence in such a card: below `cards.DOUBTFUL`, so that it is checked


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
        # the surest first, as they determine the others
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
    last = places[len(left) - 1] if left else places[0] - _BEYOND - 1
    following = places[len(left)] if right else places[-1] + _BEYOND + 1
    free = [way * place for place in range(last + 1, following)]
    return [run[place] + naturals[0][1] for place in free if 0 <= place < len(run)]


def _fitted(card: SeenCard, fits: Sequence[str]) -> SeenCard | None:
    """A card changed to a fitting face; None if it is hardly a card.

    Args:
        card: the card by its marks alone.
        fits: the faces that fit there.
    """
    chance = sum(card.chance(face) for face in fits)
    if chance < ROOM:
        return None
    mark = 1 - math.prod(1 - each.certainty for each in card.marks)
    # false marks are read as any face, and no more often as one that fits
    odds = mark / max(1 - mark, 1e-6) * chance * len(FACES) / len(fits)
    presence = card.presence / mark * odds / (1 + odds)
    if presence < LIKELY:
        return None
    best = max(fits, key=card.chance)
    confidence = min(presence * card.chance(best) / chance, MOST_FITTED)
    return replace(
        card, face=best, confidence=confidence, presence=presence, inferred=best != card.face
    )


PACKS = 2  # in play by default
_MORE_PACKS = 0.03  # odds that a photo shows more
_OTHER_LIKELY = 0.35  # least chance with which a card takes another face; three alike take none
_LEAST_ODDS = 1e-4  # that a card was misread, even if the networks are sure


@dataclass(frozen=True)
class _Doubt:
    """The odds that a card was misread.

    Attributes:
        card: its number.
        face: the likeliest other face with a copy left; its own if there is none.
        other: odds of that face against the one that was read.
        nothing: odds that there is no separate card.
    """

    card: int
    face: str
    other: float
    nothing: float

    @property
    def odds(self) -> float:
        """The odds that it was misread in either way."""
        return self.other + self.nothing


def within_packs(cards: Sequence[SeenCard], packs: int = PACKS) -> list[SeenCard]:
    """The cards, with each face at most as often as there are packs.

    If that is very unlikely there are more packs, and the cards are not changed.

    Args:
        cards: cards of a photo, none of them inferred.
        packs: number of packs in play.
    """
    cards_out = list(cards)
    count = Counter(card.face for card in cards)
    often = {face: n - packs for face, n in count.items() if n > packs}
    misread = sum(
        n * math.log(sum(doubt.odds for doubt in _doubts(cards, face, count, packs)))
        for face, n in often.items()
    )
    if misread < math.log(_MORE_PACKS):
        return cards_out
    for face, n in often.items():
        corrected: set[int] = set()
        for _ in range(n):
            doubts = [
                each
                for each in _doubts(cards_out, face, count, packs)
                if each.card not in corrected
            ]
            most = max(doubts, key=lambda doubt: doubt.odds)
            # small doubts of the networks are hardly ever justified, so doubts count squared
            total = _MORE_PACKS**2 + sum(doubt.odds**2 for doubt in doubts)
            for doubt in doubts:
                change = _renamed if doubt is most else _doubted
                cards_out[doubt.card] = change(cards_out[doubt.card], doubt, doubt.odds**2 / total)
            corrected.add(most.card)
            count[cards_out[most.card].face] += 1
    return cards_out


def _doubts(cards: Sequence[SeenCard], face: str, count: Counter[str], packs: int) -> list[_Doubt]:
    """The doubts about each card that was read as a face, given the counts of faces."""
    doubts = []
    for number, card in enumerate(cards):
        if card.face != face:
            continue
        room = [(chance, other) for other, chance in card.alternatives if count[other] < packs]
        chance, other = max(room, default=(0.0, face))
        odds = max(chance / max(card.chance(face), _LEAST_ODDS), _LEAST_ODDS)
        doubts.append(
            _Doubt(number, other, odds, (1 - card.presence) / max(card.presence, _LEAST_ODDS))
        )
    return doubts


def _renamed(card: SeenCard, doubt: _Doubt, chance: float) -> SeenCard:
    """A card misread with a chance, changed to another face if that is likely enough."""
    other = chance * doubt.other / doubt.odds
    if other < _OTHER_LIKELY:
        return _doubted(card, doubt, chance)
    return card.with_face(doubt.face, min(card.presence * other, MOST_FITTED))


def _doubted(card: SeenCard, doubt: _Doubt, chance: float) -> SeenCard:
    """A card misread with a chance, with lower presence and confidence."""
    presence = card.presence * (1 - chance * doubt.nothing / doubt.odds)
    return replace(card, presence=presence, confidence=card.confidence * (1 - chance))
