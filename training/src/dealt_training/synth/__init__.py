"""Synthetic photos of cards: decks, layouts, tables and light, with the full truth known.

`scene(seed, number)` is a pure function: it always gives the same picture and the same truth.
"""

from dealt_training.synth.art import load_art
from dealt_training.synth.faces import Design, DrawnDesign
from dealt_training.synth.layouts import named_kinds
from dealt_training.synth.scenes import BLOCK, scene

__all__ = ["BLOCK", "Design", "DrawnDesign", "load_art", "named_kinds", "scene"]
