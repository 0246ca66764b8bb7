"""Tranca: the questions of its document, and the play of any game."""

from dealt.clients.line.face import Face, ask_in_boxes

FACE = Face(ask_in_boxes)
