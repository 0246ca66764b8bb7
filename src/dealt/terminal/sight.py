"""What was read on a photo, as a table."""

from __future__ import annotations

from dealt.core.sheet import Cell, Sheet
from dealt.vision.reading import Reading


def sheet_of(reading: Reading) -> Sheet:
    """A row for each group of cards; under it what is doubtful, and what would help."""
    turn = {pile.card: "across" if pile.crosswise else "upright" for pile in reading.piles}
    rows: list[tuple[Cell, ...]] = []
    for number, group in enumerate(reading.groups, 1):
        words = []
        for i in group.cards:
            card = reading.cards[i]
            words.append(f"{card.told}{'?' if card.doubtful else '*' if card.inferred else ''}")
        kind = f"pile, {turn[group.cards[0]]}" if group.kind == "pile" else group.kind
        rows.append((number, kind, len(group.cards), " ".join(words)))
    notes = []
    for i in reading.doubtful:
        card = reading.cards[i]
        others = ", ".join(f"{face} {chance:.2f}" for face, chance in card.alternatives)
        notes.append(f"Doubtful: card {i + 1}, {card.told}, {card.confidence:.2f} ({others})")
    if any(card.inferred for card in reading.cards):
        notes.append("* worked out from the cards beside it")
    notes += [f"Note: {line}" for line in reading.advice]
    title = f"{len(reading.cards)} cards read, {len(reading.doubtful)} of them doubtful"
    return Sheet(title, ("group", "kind", "cards", "faces"), tuple(rows), tuple(notes))
