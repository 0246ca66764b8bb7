"""Synthetic photos of cards: decks, layouts, tables and light, with the full truth known.

`scene(seed, number)` is a pure function: it always gives the same picture and the same truth.
"""

from dealt.vision.synth.faces import Design, DrawnDesign
from dealt.vision.synth.scenes import BLOCK, scene

__all__ = ["BLOCK", "Design", "DrawnDesign", "scene"]
