"""The labels of photos: what `dealt vision labels` exports and `dealt-train` reads and writes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

LABELS = "labels.json"
_FORMAT = (
    "cards: faces that can be read, as often as they lie there; maybe: partly hidden or cut, "
    "neither rewarded nor punished; groups: the cards that lie together"
)


def labels_text(rows: Sequence[dict[str, Any]]) -> str:
    """The text of a `labels.json` with these images."""
    return json.dumps({"format": _FORMAT, "images": list(rows)}, indent=1) + "\n"
