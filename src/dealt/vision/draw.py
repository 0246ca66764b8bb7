"""A reading drawn on its photo, or as a sheet: outlines, faces, groups and piles.

Green is sure, amber doubtful, blue inferred from neighbouring cards; a question mark alone is a
card that could not be read.  A line connects the cards of a group, and piles have a double frame.
"""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dealt.core.sheet import Cell, Sheet
from dealt.language import decimal, message, say, say_n
from dealt.vision.photo import Pixels
from dealt.vision.reading import Reading

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

GREEN, AMBER, BLUE = (0, 150, 60), (230, 120, 0), (20, 90, 220)
GROUP, WHITE = (150, 0, 150), (255, 255, 255)
LONGEST = 1600
LETTERS = 14  # pixels


def draw_reading(pixels: Pixels, reading: Reading, *, numbers: bool = False) -> bytes:
    """A PNG of a photo with its reading.

    Args:
        pixels: uint8 [y, x, RGB], with the size of the reading.
        reading: the reading.
        numbers: write the number of each card, from 1, before its face.
    """
    from PIL import Image, ImageDraw

    image = Image.fromarray(pixels)
    scale = min(1.0, LONGEST / max(image.size))
    if scale < 1:
        image = image.resize((round(image.width * scale), round(image.height * scale)))
    pen = ImageDraw.Draw(image)
    _draw_groups(pen, reading, scale)
    _draw_cards(pen, reading, scale, numbers=numbers)
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def _draw_groups(pen: ImageDraw, reading: Reading, scale: float) -> None:
    """A line through the cards of each group."""
    for group in reading.groups:
        middles = [reading.cards[i].middle for i in group.cards]
        if len(middles) > 1:
            points = [(x * scale, y * scale) for x, y in middles]
            pen.line(points, fill=GROUP, width=3)


def _draw_cards(pen: ImageDraw, reading: Reading, scale: float, *, numbers: bool) -> None:
    """The frame, the marks and the face of each card."""
    lies = _pile_texts(reading)
    for number, card in enumerate(reading.cards):
        colour = AMBER if card.doubtful else BLUE if card.inferred else GREEN
        corners = [(x * scale, y * scale) for x, y in card.outline]
        pen.line([*corners, corners[0]], fill=colour, width=2)
        if number in lies:
            (x, y) = (card.middle[0] * scale, card.middle[1] * scale)
            inner = [(x + (u - x) * 0.9, y + (v - y) * 0.9) for u, v in corners]
            pen.line([*inner, inner[0]], fill=colour, width=2)
        for mark in card.marks:
            x, y, reach = mark.x * scale, mark.y * scale, mark.height * scale * 0.6
            pen.ellipse((x - reach, y - reach, x + reach, y + reach), outline=colour, width=2)
        words = [str(number + 1)] if numbers else []
        words.append(card.text)
        if card.doubtful and not card.unread:
            words.append(decimal(f"{card.confidence:.2f}"))
        if number in lies:
            words.append(lies[number])
        x, y = card.spot
        _write(pen, (x * scale, y * scale), " ".join(words), colour)


def _pile_texts(reading: Reading) -> dict[int, str]:
    """The orientation of each pile, by its top card."""
    return {
        pile.card: say("pile, across") if pile.crosswise else say("pile, upright")
        for pile in reading.piles
    }


def _write(pen: ImageDraw, place: tuple[float, float], text: str, colour: Any) -> None:
    """Letters on a plate, their middle at a place, or beside it where the photo ends."""
    box = pen.textbbox(place, text, font=_font(), anchor="mm")
    across = max(0, 3 - box[0]) or min(0, pen.im.size[0] - 3 - box[2])
    place = (place[0] + across, place[1])
    box = (box[0] + across, box[1], box[2] + across, box[3])
    pen.rectangle((box[0] - 3, box[1] - 2, box[2] + 3, box[3] + 2), fill=colour)
    pen.text(place, text, fill=WHITE, font=_font(), anchor="mm")


@cache
def _font() -> FreeTypeFont:
    """DejaVu Sans, which comes with matplotlib; the default font lacks accented letters."""
    import matplotlib as mpl
    from PIL import ImageFont

    return ImageFont.truetype(Path(mpl.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf"), LETTERS)


KINDS = {
    "single": message("single card"),
    "row": message("row"),
    "column": message("column"),
    "fan": message("fan"),
}


def sheet_of(reading: Reading) -> Sheet:
    """A row for each group of cards; under it the doubtful cards and advice."""
    lies = _pile_texts(reading)
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
