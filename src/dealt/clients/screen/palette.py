"""All commands by their words, to be found by typing (Ctrl+P)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from textual.command import DiscoveryHit, Hit, Hits, Provider

from dealt.clients.screen.looks import LOOKS
from dealt.clients.screen.room import RoomScreen
from dealt.language import message, say
from dealt.terminal.verbs import VERBS

COMMANDS = {  # what the verbs do, by their names; to pass is among the moves
    "hint": message("show a hint, and what a computer player would do"),
    "sort": message("sort the hand"),
    "score": message("show the score sheet"),
    "chat": message("write a line to the others"),
    "rules": message("read the rules"),
    "help": message("show all keys and words"),
    "app.quit": message("quit; the table is saved"),
    "log": message("show the whole log of the round"),
    "undo": message("take the last move back"),
    "verify": message("check the last deal"),
    "receipt": message("save the proof of the last deal to a file"),
    "seats": message("show who sits where, change seats"),
    "menu": message("go to the list of games and tables"),
    "command": message("type words at the line"),
}


class _Command(NamedTuple):
    text: str
    do: Callable[[], Any]
    about: str = ""


class Commands(Provider):
    """What can be done at the table and everywhere."""

    def _all(self) -> Iterator[_Command]:
        room = self.screen
        if isinstance(room, RoomScreen):
            for choice in room.choices:
                yield _Command(choice.text, partial(room.take, choice), say("you may"))
            for verb in VERBS:
                if verb.name in COMMANDS:
                    do = partial(self._run, verb.name)
                    yield _Command(say(COMMANDS[verb.name]), do, say(verb.label))
        else:
            yield _Command(say(COMMANDS["app.quit"]), partial(self._run, "app.quit"))
        for look in () if self.app.no_color else LOOKS.values():
            text = say("colours: {look}", look=say(look.title))
            yield _Command(text, partial(self._run, f"app.look('{look.name}')"), say("F3 colours"))

    def _run(self, name: str) -> None:
        self.app.call_later(self.app.run_action, name, self.screen)

    async def discover(self) -> Hits:
        """All of them, before anything is typed."""
        for command in self._all():
            yield DiscoveryHit(command.text, command.do, help=command.about)

    async def search(self, query: str) -> Hits:
        """Those with the typed letters."""
        matcher = self.matcher(query)
        for command in self._all():
            score = matcher.match(command.text)
            if score > 0:
                shown = matcher.highlight(command.text)
                yield Hit(score, shown, command.do, help=command.about)
