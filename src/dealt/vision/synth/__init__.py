"""Made photos of cards: decks, layouts, tables and light, with the truth of each known.

`scene(seed, number)` is a pure function: the same picture and the same truth every time.
"""

from dealt.vision.synth.faces import Design, DrawnDesign
from dealt.vision.synth.scenes import BLOCK, scene

__all__ = ["BLOCK", "Design", "DrawnDesign", "scene"]
