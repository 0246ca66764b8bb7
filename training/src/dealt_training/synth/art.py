"""Card faces drawn by others, read from a folder for training; the package contains none.

The folder has a picture for each face (`AS.png`, `TH.png`, ...; at least 440 pixels high,
transparent outside the card) and `marks.json`:

    {"name": "...", "licence": "...", "source": "...", "corners": 2,
     "mark": [left, top, width, height], "split": 0.6, "court": [left, top, right, bottom]}

`mark` is the mark in the upper left corner and `court` the inside of a court's frame, as shares of
the width and of the height; `split` is where the rank ends.  A folder of such folders works, too.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from dealt.errors import DealtError
from dealt_training.synth.faces import FACE, Face, mark_places
from dealt_training.synth.layouts import FACES


class _ArtDesign:
    """A deck whose faces are pictures in a folder.

    Attributes:
        name: its name in `marks.json`.
        aspect: height divided by width of a card.
    """

    def __init__(self, folder: Path) -> None:
        facts = _facts(folder)
        self.name = str(facts["name"])
        self.folder = folder
        self.corners = int(facts["corners"])
        self.mark = [float(v) for v in facts["mark"]]
        self.split = float(facts["split"])
        self.court = [float(v) for v in facts["court"]]
        self._faces: dict[str, Face] = {}
        picture = self.face("AS").picture
        self.aspect = picture.shape[0] / picture.shape[1]

    def face(self, name: str) -> Face:
        """The face, read when first needed; for the back, a plain one."""
        if name not in self._faces:
            self._faces[name] = self._read(name) if name else self._back()
        return self._faces[name]

    def _read(self, name: str) -> Face:
        read = cv2.imread(str(self.folder / f"{name}.png"), cv2.IMREAD_UNCHANGED)
        if read is None or read.ndim != 3 or read.shape[2] != 4:
            raise DealtError(f"card art {self.folder.name}: {name}.png is no picture with alpha")
        width = round(read.shape[1] * FACE / read.shape[0])
        picture = cv2.resize(read, (width, FACE), interpolation=cv2.INTER_AREA)
        picture = np.ascontiguousarray(picture[..., (2, 1, 0, 3)])
        left, top, wide, high = self.mark
        box = (left * width, top * FACE, wide * width, high * FACE)
        return Face(picture, mark_places(box, self.split, (width, FACE), self.corners))

    def _back(self) -> Face:
        picture = self.face("AS").picture.copy()
        picture[14:-14, 14:-14, :3] = (60, 70, 150)
        return Face(picture, ())

    def court_body(self, rank: str, suit: str, width: int, height: int) -> np.ndarray:
        """The inside of a court's frame, uint8 RGB [height, width, 3]."""
        picture = self.face(rank + suit).picture
        left, top, right, bottom = self.court
        rows = slice(round(top * picture.shape[0]), round(bottom * picture.shape[0]))
        columns = slice(round(left * picture.shape[1]), round(right * picture.shape[1]))
        body = np.ascontiguousarray(picture[rows, columns, :3])
        return np.asarray(cv2.resize(body, (width, height), interpolation=cv2.INTER_AREA))


def _facts(folder: Path) -> dict[str, Any]:
    path = folder / "marks.json"
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DealtError(f"card art {folder}: no readable marks.json ({error})") from error
    missing = {"name", "licence", "corners", "mark", "split", "court"} - set(facts)
    if missing:
        raise DealtError(f"card art {path}: lacks {', '.join(sorted(missing))}")
    return dict(facts)


def load_art(folder: Path) -> list[_ArtDesign]:
    """All designs in a folder: itself, or the folders in it, sorted by name.

    Raises:
        DealtError: there is no design, or one lacks a face or a fact.
    """
    if (folder / "marks.json").is_file():
        folders = [folder]
    else:
        folders = sorted(path.parent for path in folder.glob("*/marks.json"))
    if not folders:
        raise DealtError(f"no card art in {folder}: it has no marks.json, nor has a folder in it")
    designs = [_ArtDesign(path) for path in folders]
    for design in designs:
        for name in FACES:
            design.face(name)
    return designs
