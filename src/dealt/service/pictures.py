"""Links as QR codes, drawn by the page."""

from __future__ import annotations

from dealt.service.parts import Picture

QUIET = 4  # squares around a QR code, which readers need


def picture_of(link: str) -> Picture | None:
    """A link as a QR code; None where the library that knows how is not installed."""
    try:
        import segno
    except ModuleNotFoundError:
        return None
    rows = segno.make(link, micro=False, error="m").matrix
    path = "".join(
        f"M{x + QUIET} {y + QUIET}h1v1h-1z"
        for y, row in enumerate(rows)
        for x, is_dark in enumerate(row)
        if is_dark
    )
    return Picture(size=len(rows) + 2 * QUIET, path=path)
