"""The list of what may be done, from which one thing at most is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from textual.message import Message
from textual.style import Style
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from dealt.clients.choices import Choice
from dealt.clients.screen.faces import Faces
from dealt.clients.screen.looks import Look


class Menu(OptionList):
    """A list to choose from, whose bar is seen without colours, too."""

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        """See `Widget.get_visual_style`, which forgets what is to be shown in reverse."""
        style = super().get_visual_style(*component_classes, partial=partial)
        styles = [self.get_component_styles(name).text_style for name in component_classes]
        return style + Style(reverse=True) if any(each.reverse for each in styles) else style


class ChoiceList(Menu):
    """Choices, one a line; nothing is chosen until a key of the reader's or a click does it."""

    class Taken(Message):
        """A choice is to be done.

        Args:
            choice: which.
        """

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    class NothingChosen(Message):
        """Enter was pressed before anything was chosen."""

    def __init__(self, id: str | None = None) -> None:  # noqa: A002 - as Textual calls it
        super().__init__(id=id)
        self._choices: Sequence[Choice] = ()
        self._look: Look | None = None

    @property
    def chosen(self) -> Choice | None:
        """The choice at the bar."""
        return None if self.highlighted is None else self._choices[self.highlighted]

    def offer(self, choices: Sequence[Choice], faces: Faces) -> None:
        """List these; what was chosen and is still among them stays chosen."""
        is_same = choices == self._choices and self.option_count == len(choices)
        if is_same and faces.look is self._look:
            return
        self._look = faces.look
        before = self.chosen
        self.clear_options()
        self._choices = choices
        self.add_options([Option(faces.within(choice.text)) for choice in choices])
        self.choose(before)

    def choose(self, choice: Choice | None) -> None:
        """Put the bar on a choice; None, or one that is not listed: on nothing."""
        listed = choice is not None and choice in self._choices
        self.highlighted = self._choices.index(choice) if listed and choice is not None else None

    def action_select(self) -> None:
        """Do what is chosen."""
        chosen = self.chosen
        self.post_message(self.NothingChosen() if chosen is None else self.Taken(chosen))
