"""The most probable legal meld for the cards that were read.

A clearly read card is never changed silently: `sequence_of` reports which faces it would change,
and whether the reading leaves room for that.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from dealt.core.melding import CANASTA, Melding
from dealt.vision.cards import SeenCard
from dealt.vision.geometry import SUITS

WIDTH = 64  # of the beam search
LEAST = 1e-5  # chance of a face without any evidence
ROOM = 0.03  # least chance of a changed face; else a hidden card between others is likelier
ANY = 1 / (13 * len(SUITS))  # chance of each face of an unread card


@dataclass(frozen=True)
class LikelyMeld:
    """The most probable meld.

    Attributes:
        faces: of its cards, in the order given.
        changed: indices of the cards that were read as another face.
        allowed: whether only doubtful cards were changed; if not, both readings should be shown.
        ratio: how much less probable it is than the original reading, as a logarithm; 0 if they are
            equal.
    """

    faces: tuple[str, ...]
    changed: tuple[int, ...]
    allowed: bool
    ratio: float


def sequence_of(cards: Sequence[SeenCard], melding: Melding = CANASTA) -> LikelyMeld | None:
    """The most probable legal meld that cards can be; None if there are too few for a meld."""
    read = tuple(card.face for card in cards)
    if len(cards) < melding.shortest:
        return None
    if melding.form(read) is not None:
        return LikelyMeld(read, (), allowed=True, ratio=0.0)
    best = max(
        (*_sets(cards, melding), *_runs(cards, melding)), key=lambda way: way[0], default=None
    )
    if best is None:
        return None
    faces = best[1]
    changed = tuple(i for i, face in enumerate(faces) if face != read[i])
    ratio = best[0] - sum(_log(card, card.face) for card in cards)
    allowed = all(_open_to(cards[i], faces[i]) for i in changed)
    return LikelyMeld(faces, changed, allowed=allowed, ratio=ratio)


def _open_to(card: SeenCard, face: str) -> bool:
    """Whether the reading of a card leaves room for another face."""
    return card.unread or (card.doubtful and card.chance(face) >= ROOM)


def _log(card: SeenCard, face: str) -> float:
    return math.log(max(card.chance(face), ANY if card.unread else LEAST / 2))


def _wild(card: SeenCard, melding: Melding) -> tuple[float, str]:
    """The likeliest wild card that a card can be."""
    wild = melding.wild
    return max((_log(card, wild + suit), wild + suit) for suit in SUITS)


def _sets(cards: Sequence[SeenCard], melding: Melding) -> list[tuple[float, tuple[str, ...]]]:
    """The likeliest set of each rank, with a stand-in where that is likelier, and of wild cards."""
    sets = []
    for rank in melding.wild + melding.ranks:
        naturals = [max((_log(card, rank + s), rank + s) for s in SUITS) for card in cards]
        total = sum(log for log, _ in naturals)
        faces = [face for _, face in naturals]
        if rank != melding.wild:
            gains = [
                _wild(card, melding)[0] - log
                for card, (log, _) in zip(cards, naturals, strict=True)
            ]
            best = max(range(len(cards)), key=gains.__getitem__)
            if gains[best] > 0:
                total += gains[best]
                faces[best] = _wild(cards[best], melding)[1]
        sets.append((total, tuple(faces)))
    return sets


def _runs(cards: Sequence[SeenCard], melding: Melding) -> list[tuple[float, tuple[str, ...]]]:
    """The likeliest run of each suit, found by a beam search over the cards in turn."""
    if len(cards) > len(melding.ranks):
        return []
    runs = []
    for suit in SUITS:
        # log, faces, the places in the run that are taken, whether a wild card stands in
        beam: list[tuple[float, tuple[str, ...], frozenset[int], bool]] = [
            (0.0, (), frozenset(), False)
        ]
        for card in cards:
            grown = []
            logs = [_log(card, rank + suit) for rank in melding.ranks]
            wild = _wild(card, melding)
            for log, faces, occupied, stands_in in beam:
                if not stands_in:
                    grown.append((log + wild[0], (*faces, wild[1]), occupied, True))
                for place, rank in enumerate(melding.ranks):
                    more = occupied | {place}
                    if place not in occupied and max(more) - min(more) < len(cards):
                        grown.append((log + logs[place], (*faces, rank + suit), more, stands_in))
            beam = sorted(grown, key=lambda way: -way[0])[:WIDTH]
        runs += [(log, faces) for log, faces, _, _ in beam if melding.form(faces)][:1]
    return runs
