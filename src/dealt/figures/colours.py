"""The colours of figures: six for series, and light to dark blue for shares.

People with any kind of colour vision tell them apart.

Sources: Okabe and Ito's colours, darker on light paper and lighter on dark paper; the nine colours
`Blues` of ColorBrewer by Cynthia Brewer, interpolated linearly, as in matplotlib.
"""

from __future__ import annotations

COLOURS = 6  # series, numbered from 0, and these
INK, FAINT, GRID, PAPER = -1, -2, -3, -4
_SERIES = ("#0063a6", "#b34700", "#007a55", "#8a3d74", "#6b5900", "#444444")
WHITE = (*_SERIES, "#ffffff", "#dddddd", "#555555", "#000000")
CREAM = (*_SERIES, "#f4f1ea", "#d0c9ba", "#5d6158", "#22261f")
DARK = ("#6bb8f0", "#f2a05c", "#4fd0a5", "#e39bc9", "#e0cf5a", "#c8c8c8",
        "#14191a", "#3d4849", "#a9b2ac", "#ecefe9")  # fmt: skip
DASHES = ("", "9 4", "3 3", "12 4 3 4", "6 6", "2 5")  # distinguish lines besides colours

_Colour = tuple[int, int, int]  # red, green and blue, 0..255

BLUES: tuple[_Colour, ...] = (
    (247, 251, 255), (222, 235, 247), (198, 219, 239), (158, 202, 225), (107, 174, 214),
    (66, 146, 198), (33, 113, 181), (8, 81, 156), (8, 48, 107),
)  # fmt: skip

GREY: _Colour = (150, 150, 150)  # where both choices are the same


def blue(share: float) -> _Colour:
    """The colour of a share from 0, nearly white, to 1, dark blue."""
    place = min(max(share, 0.0), 1.0) * (len(BLUES) - 1)
    step = min(int(place), len(BLUES) - 2)
    red, green, blue = (
        round(low + (high - low) * (place - step))
        for low, high in zip(BLUES[step], BLUES[step + 1], strict=True)
    )
    return red, green, blue


def code(colour: _Colour) -> str:
    """The code of a colour in pages and pictures: `#08306b`."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def ink(colour: _Colour) -> str:
    """Black or white, the easier one to read on a colour; contrast at least 4.5 to 1."""
    bright = brightness(colour)
    return "#000000" if (bright + 0.05) ** 2 > 0.05 * 1.05 else "#ffffff"


def brightness(colour: _Colour) -> float:
    """Relative luminance, 0 for black to 1 for white.

    Source: Web Content Accessibility Guidelines 2.2, relative luminance.
    """
    parts = [part / 255 for part in colour]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
