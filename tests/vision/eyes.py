"""Eyes that see a simulated table in any picture."""

import io

import numpy as np
from PIL import Image

from dealt.vision.plane import EDGE, Edges
from tests.vision import tables

PILED = ("TC", "QD")  # the tops of the piles of `small_table`


class Eyes:
    """Made-up eyes: the marks of one scene after the other, the last again and again."""

    version = "simulated"

    def __init__(self, *marks):
        self.given = list(marks)
        self.seen = []

    def marks(self, image):
        """The marks of the next scene."""
        self.seen = self.given.pop(0) if len(self.given) > 1 else self.given[0]
        return self.seen

    def frames(self, image, frames):
        """No guess looks better than another."""
        return [0.0 for _ in frames]

    def edges(self, image, outlines):
        """All outlines are right."""
        shape = len(outlines), 4
        return Edges(np.zeros(shape), np.full(shape, EDGE))

    def piles(self, image, outlines):
        """The top cards show the piles of `small_table`."""
        return [0.9 if top_of(outline, self.seen) in PILED else 0.05 for outline in outlines]


def top_of(outline, marks):
    """The face of the mark that is nearest to a corner of an outline."""

    def far(mark):
        return min(np.hypot(mark.x - x, mark.y - y) for x, y in outline)

    return min(marks, key=far).face


def sharp(width=640, height=480):
    """A sharp picture of nothing, uint8 [y, x, RGB]."""
    rng = np.random.default_rng(1)
    return rng.integers(0, 255, (height, width, 3), dtype=np.uint8)


def picture(pixels, kind="JPEG", **options):
    """A picture as the content of a file."""
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, kind, **options)
    return buffer.getvalue()


def small_table(rng=None, *, doubt=None, steep=0.0):
    """A side of a table: a run of four, a set of three, a clean and a dirty pile, two dollars.

    Returns:
        The scene; its marks, all sure but the card whose number is `doubt`.
    """
    rng = rng or np.random.default_rng(7)
    layer = tables.Layer(rng)
    layer.strip(["5H", "6H", "7H", "8H"], 0, 0, 24, group=0, along=np.pi / 2)
    layer.strip(["KS", "KD", "KC"], 100, 0, 24, group=1, along=np.pi / 2)
    layer.lay("TC", 220, 0, np.pi / 2, group=2, pile=7, crosswise=True)
    layer.lay("QD", 330, 0, 0.0, group=3, pile=7)
    layer.lay("3H", 220, 130, 0.0, group=4)
    layer.lay("3D", 330, 130, 0.0, group=5)
    piled = {
        2: ("4C", "5C", "6C", "7C", "8C", "9C", "TC"),
        3: ("6D", "7D", "2S", "9D", "TD", "JD", "QD"),
    }
    truth = tables.scene(layer, kind="canasta", piled=piled, steep=steep)
    marks = tables.read_marks(truth, rng)
    return truth, marks
