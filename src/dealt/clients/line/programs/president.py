"""President: its document's questions, and the play of any game."""

from dealt.clients.line.face import Face, ask_in_boxes

FACE = Face(ask_in_boxes)
