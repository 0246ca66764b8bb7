"""Adding the readings of photos to a draft of a round."""

from __future__ import annotations

from collections.abc import Sequence

from dealt.core.melding import CANASTA
from dealt.scoresheet.card_text import HAND, TABLE
from dealt.scoresheet.round.draft import (
    Draft,
    DraftCard,
    DraftMeld,
    DraftPhoto,
    guessed,
)
from dealt.vision.cards import ALTERNATIVES, FACES, OPTIONS, SeenCard
from dealt.vision.melds import melds_of
from dealt.vision.reading import Reading
from dealt.vision.sequences import ROOM


def see(draft: Draft, reading: Reading, shows: str = TABLE) -> None:
    """Add a photo of the hand, or of a part of the table that no other photo shows."""
    photo = len(draft.photos)
    draft.photos.append(_photo_of(reading, shows))
    if shows == HAND:
        for number, card in enumerate(reading.cards):
            draft.hand.append(_take(draft, photo, number, card, card.face, [card]))
        return
    for meld in melds_of(reading):
        numbers = [
            _take(draft, photo, number, card, reading.cards[number].face, meld.cards)
            for number, card in zip(meld.numbers, meld.cards, strict=True)
        ]
        facts = None
        if meld.pile is not None:
            top, turn = draft.cards[numbers[0]].face, meld.pile
            facts = guessed(
                top, crosswise=turn.crosswise, sure=turn.sure, is_visible=meld.is_visible
            )
        legal = meld.sequence.faces if meld.sequence and not meld.sequence.allowed else None
        draft.melds.append(DraftMeld(numbers, facts, legal))


def _photo_of(reading: Reading, shows: str) -> DraftPhoto:
    """The facts about a photo that are part of a draft."""
    return DraftPhoto(
        shows,  # type: ignore[arg-type]  # one of both
        reading.width,
        reading.height,
        tuple(card.outline for card in reading.cards),
        tuple("" if card.unread else card.face for card in reading.cards),
        tuple(number for number, card in enumerate(reading.cards) if card.inferred),
        tuple(reading.advice),
        reading.model,
    )


def _take(
    draft: Draft, photo: int, number: int, card: SeenCard, read: str, meld: Sequence[SeenCard]
) -> int:
    options = _options(card, meld)
    face, read = ("", "") if card.unread else (card.face, read)
    draft.cards.append(DraftCard(photo, number, read, face, card.confidence, options))
    return len(draft.cards) - 1


def _options(card: SeenCard, meld: Sequence[SeenCard]) -> tuple[str, ...]:
    """The likeliest faces of a card, including some that fit its meld."""
    others = [other for other in meld if other is not card]
    sure_faces = [other.face for other in others if not other.doubtful]
    every = [face for face, _ in card.likeliest(len(FACES))]
    free = len(others) - len(sure_faces)
    fits = [face for face in every if sure_faces and CANASTA.can_become([*sure_faces, face], free)]
    fits.sort(key=lambda face: face[0] == "2")  # stand-ins are rarer
    candidates = [*every[:ALTERNATIVES], *fits[: OPTIONS - ALTERNATIVES], *every]
    likely = sorted(tuple(dict.fromkeys(candidates))[:OPTIONS], key=every.index)
    first = [card.face] if not card.unread or card.chance(card.face) >= ROOM else []
    return tuple(dict.fromkeys([*first, *likely]))[:OPTIONS]
