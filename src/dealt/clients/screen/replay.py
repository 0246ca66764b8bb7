"""A match step by step on the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from dealt.clients.first_frame import memory
from dealt.clients.screen.board import Area
from dealt.clients.screen.frame_text import hand_of
from dealt.clients.screen.hand import Hand, orders_of
from dealt.clients.screen.looks import FELT, Faces, Look, first_look, key_text
from dealt.clients.seat_choices import name_of
from dealt.clients.stepping import ELSEWHERE, NOBODY_MOVES, Place, Walk
from dealt.language import say

_KEYS = {
    "forward": "right,space,enter,n", "back": "left,b", "next": "ctrl+right,greater_than_sign",
    "previous": "ctrl+left,less_than_sign", "first": "home", "last": "end", "hands": "a",
    "seat": "s,tab", "position": "p", "play": "t",
}  # fmt: skip


class Looking(Screen[None]):
    """A screen with a board that the reader only looks at."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,m", "leave", "back", show=False),
        Binding("pageup", "turn(-1)", "board up", priority=True),
        Binding("pagedown", "turn(1)", "board down", priority=True),
    ]

    def board(self) -> ComposeResult:
        """The board, and the hand of the seat that looks."""
        yield Area(id="table")
        hand = Hand(id="hand")
        hand.can_focus = False
        yield hand

    def draw(self, way: Walk, faces: Faces) -> None:
        """Draw the current step of a way."""
        frame = way.frame
        self.query_one(Area).show(frame, faces)
        hand, cards = self.query_one(Hand), hand_of(frame)
        hand.display = bool(cards)
        hand.hold(cards, faces, orders_of(frame))
        hand.border_title = say("hand of {name}", name=name_of(frame, way.seat))

    def action_turn(self, pages: int) -> None:
        """Scroll the board."""
        self.query_one(Area).turn(pages)

    def action_leave(self) -> None:
        """Return to where the reader came from."""
        self.dismiss(None)


class ReplayScreen(Looking):
    """The steps of a match, one at a time.

    Args:
        way: through the match.
        faces: the appearance of its cards.
        play: plays on from a place; None: the match is not the reader's own.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(keys, f"walk('{verb}')", verb, show=False, priority=True)
            for verb, keys in _KEYS.items()
        ),
    ]

    def __init__(
        self, way: Walk, faces: Faces, play: Callable[[Place], object] | None = None
    ) -> None:
        super().__init__()
        self._play = play
        self.way = way
        self._faces = faces
        self._note = ""

    def compose(self) -> ComposeResult:
        """Show the step: the board, the hand of the seat that looks, what happened, the keys."""
        yield Static(id="title")
        yield from self.board()
        yield Static(id="note")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Show the first step."""
        self._show()

    def on_resize(self) -> None:
        """Show the step in the new size."""
        self.call_after_refresh(self._show)

    def action_walk(self, verb: str) -> None:
        """Do one of `STEPS`."""
        self._note = ""
        if verb == "position":
            self._note = self.way.position
            self.app.copy_to_clipboard(self._note)
            self._note = say("Copied; dealt play --position '{text}' begins here.", text=self._note)
        elif verb == "play" and self._play is not None and self.way.step is not None:
            self._play(self.way.step)
            return
        elif verb == "play":
            self._note = say(ELSEWHERE if self._play is None else NOBODY_MOVES)
        elif not self.way.go(verb):
            self._note = say("There is nothing in that direction.")
        self._show()

    def _show(self) -> None:
        if not self.is_mounted:
            return
        way = self.way
        step = say("step {n} of {all}", n=way.place + 1, all=len(way))
        line = f"{say(way.match.game.title)} · {say('round {n}', n=way.round)} · {step}"
        self.query_one("#title", Static).update(Text(line))
        self.draw(way, self._faces)
        note = self._faces.within(self._note or way.line)
        self.query_one("#note", Static).update(note)
        keys = say("←→ step  <> round  a all hands  s seat  p position  t play from here  esc back")
        self.query_one("#keys", Static).update(key_text(keys, "leave"))


class _Replay(App[Place | None]):
    """The program that shows nothing but a match step by step; it returns where to play on."""

    CSS_PATH = "table.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "quit", priority=True)]

    def __init__(self, way: Walk, *, is_own: bool) -> None:
        super().__init__()
        self._way, self._is_own = way, is_own

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Colours that other themes do not name."""
        return dict(FELT.theme.variables)

    def on_mount(self) -> None:
        """Show the match in the colours chosen last."""
        look = first_look(memory(), self.console.color_system, is_plain=self.no_color)
        self.register_theme(look.theme)
        self.theme = look.name
        play = self.exit if self._is_own else None
        self.push_screen(ReplayScreen(self._way, faces_of(self._way, look), play), self._leave)

    def _leave(self, nothing: None) -> None:
        self.exit()


def faces_of(way: Walk, look: Look) -> Faces:
    """The appearance of the cards of a match."""
    deck = way.match.game.deck
    return Faces(map(deck.face_of, deck.faces), look)


def show(way: Walk, *, is_own: bool = False) -> Place | None:
    """Show a match step by step until the reader leaves; results as in `walk`."""
    return _Replay(way, is_own=is_own).run()
