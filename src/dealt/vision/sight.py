"""A reading of a photo as a table."""

from __future__ import annotations

from dealt.core.sheet import Cell, Sheet
from dealt.language import decimal, message, say, say_n
from dealt.vision.reading import Reading

KINDS = {
    "single": message("single card"),
    "row": message("row"),
    "column": message("column"),
    "fan": message("fan"),
}


def sheet_of(reading: Reading) -> Sheet:
    """A row for each group of cards; under it the doubtful cards and advice."""
    lies = {
        pile.card: say("pile, across") if pile.crosswise else say("pile, upright")
        for pile in reading.piles
    }
    rows: list[tuple[Cell, ...]] = []
    for number, group in enumerate(reading.groups, 1):
        words = []
        for i in group.cards:
            card = reading.cards[i]
            doubt = "" if card.unread else "?" if card.doubtful else "*" if card.inferred else ""
            words.append(card.text + doubt)
        kind = lies[group.cards[0]] if group.kind == "pile" else say(KINDS[group.kind])
        rows.append((number, kind, len(group.cards), " ".join(words)))
    notes = []
    for i in reading.doubtful:
        card = reading.cards[i]
        others = ", ".join(decimal(f"{face} {chance:.2f}") for face, chance in card.alternatives)
        doubtful = say(
            "Doubtful: card {n}, {card}, {confidence} ({others})",
            n=i + 1, card=card.text, confidence=decimal(f"{card.confidence:.2f}"),
            others=others,
        )  # fmt: skip
        if card.unread:
            x, y = card.spot
            doubtful = say(
                "Not read: card {n}, {across} percent from the left, {down} percent from the top",
                n=i + 1, across=round(100 * x / reading.width),
                down=round(100 * y / reading.height),
            )  # fmt: skip
            doubtful += f" ({others})" if others else ""
        notes.append(doubtful)
    if any(card.inferred for card in reading.cards):
        notes.append(say("* inferred from the neighbouring cards"))
    notes += [say("Note: {advice}", advice=line) for line in reading.advice]
    unread = sum(card.unread for card in reading.cards)
    title = say(
        "{n} cards read, {doubtful} of them doubtful",
        n=len(reading.cards), doubtful=len(reading.doubtful),
    )  # fmt: skip
    if unread:
        title += say_n(" (1 could not be identified)", " ({n} could not be identified)", unread)
    columns = (say("group"), say("kind"), say("how many"), say("faces"))
    return Sheet(title, columns, tuple(rows), tuple(notes))
