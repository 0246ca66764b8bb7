"""Play at a table of another server at prompts: `dealt play --plain --join LINK`."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace

from dealt.agents import PERSON
from dealt.clients.choices import Choice, link_text, matching, open_choices
from dealt.clients.line.any_game import LineSitting
from dealt.clients.line.background import BackgroundClient
from dealt.clients.line.client_match import ClientMatch
from dealt.clients.line.order import Order
from dealt.clients.opening import levels_of, list_tables, open_table, resume, take_name
from dealt.clients.plan import RESUMING, Plan, checked
from dealt.clients.rows import row_text
from dealt.clients.seat_choices import (
    is_running,
    name_of,
    request_text,
    seat_choices,
)
from dealt.clients.wire import Remote, read_link
from dealt.errors import DealtError, ParseError, SetupError
from dealt.games import registered
from dealt.language import message, say
from dealt.service.table import protocol as p
from dealt.service.table.refusals import Refused
from dealt.service.web.local import own_keys
from dealt.terminal.boxes import Screen
from dealt.terminal.console import Leave, as_lines, is_terminal, number_in
from dealt.terminal.verbs import verb_in

OWN_ONLY = message("{option} is for your own tables; others are kept by their server")
WATCH = "watch"  # done by the prompts alone
HELP = message(
    "Enter a number, the words of a choice, or nothing to look again. say and a line: chat; name "
    "Ana: another name; rules; q quits, your seat is kept."
)


def play_there(plan: Plan, order: Order) -> None:
    """Join a table by the link of a plan, and play until the player leaves.

    Raises:
        DealtError: the link leads nowhere, or the server refuses.
        Leave, EOFError, KeyboardInterrupt: see `Console.ask`.
    """
    order.refuse("record", "scores", problem=OWN_ONLY)
    plan = checked(plan)
    if plan.data is not None:
        raise SetupError(
            "--data is for your own tables; tables joined with --join are kept by their server"
        )
    # never clear a screen on which other people's actions appear as they happen
    screen = replace(order, plain=order.plain or is_terminal()).screen
    remote = Remote(read_link(plan.join or ""), own_keys())
    background = BackgroundClient(contextlib.nullcontext(remote))
    try:
        _Visit(background, screen, plan, order).run()
        screen.say(say("Everything is saved there. Run the same command to resume."))
    finally:
        background.close()


class _Visit:
    """A person's visit to the tables of another server.

    Args:
        background: holds the client.
        screen: where to ask and print.
        plan: the table to open.
        order: the settings for what a turn shows.
    """

    def __init__(
        self, background: BackgroundClient, screen: Screen, plan: Plan, order: Order
    ) -> None:
        self._background = background
        self._client = background.client
        self._screen = screen
        self._plan = plan
        self._order = order
        self._is_watching = False

    def run(self) -> None:
        """Join a table, and stay until the player leaves."""
        if self._background.do(take_name(self._client, self._plan)):
            self._ask_name()
        if self._comes_to_table():
            while self._is_at_table():
                pass

    def _ask_name(self) -> None:
        """Ask for a name; without one, others see a guest."""
        question = say("What should others call you?")
        while name := self._screen.ask(f"{question} "):
            try:
                self._background.do(self._client.rename(name))
            except Refused as refused:
                question = str(refused)
            else:
                return

    # --- which table

    def _comes_to_table(self) -> bool:
        """Enter the linked, planned or chosen table; False if there was none."""
        link_table = self._background.do(self._client.wire.first_table())
        if link_table is not None:
            self._background.do(self._client.enter(link_table))
            return True
        if self._plan.game is not None:
            return self._opens(self._plan.game)
        welcome = self._client.welcome
        games = [] if welcome is None else welcome.games
        tables = [
            row for row in self._background.do(list_tables(self._client)) if row.yours or row.free
        ]
        rows = [*map(row_text, tables), *(f"{info.title}: {info.summary}" for info in games)]
        names = [*[""] * len(tables), *(info.name for info in games)]
        choice = self._screen.choose(say("Which game?"), [*rows, say("Quit")], names, usual=1)
        if choice > len(rows):
            return False
        if choice <= len(tables):
            self._background.do(self._client.enter(tables[choice - 1].table))
            return True
        return self._opens(games[choice - 1 - len(tables)].name)

    def _opens(self, game: str) -> bool:
        """Resume a match of a game, or open a table whose free seats are for others."""
        info = self._client.game(game)
        if info is None:
            raise SetupError("{place} has no game {game}", place=self._client.wire.place, game=game)
        if self._plan.game is not None and self._background.do(resume(self._client, self._plan)):
            self._screen.say(say(RESUMING), cards=False)
            return True
        plan = self._plan if self._plan.game == game else Plan(game)
        if not plan.seats:
            name = "" if self._client.welcome is None else self._client.welcome.name
            plan = replace(plan, seats=(f"{PERSON}{name}", *[""] * (info.usual_seats - 1)))
        self._background.do(open_table(self._client, plan))
        return True

    # --- at a table

    def _is_at_table(self) -> bool:
        """Play the current round, or do one thing before it; False if the player leaves."""
        frame, _ = self._background.moment()
        if frame.phase == "revealing" or self._waits(frame):
            self._background.wait(lambda: self._client.table is not frame)
            return True
        if is_running(frame) and (self._is_watching or any(s.yours for s in frame.seats)):
            registered(frame.settings.game)
            match = ClientMatch(self._background, self._screen.say)
            LineSitting(match, self._screen, self._order.hints_shown()).run()
            return match.is_over
        try:
            self._ask(frame)
        except Leave:
            return False
        return True

    def _waits(self, frame: p.TableFrame) -> bool:
        """Whether others are not ready yet; prints who is missing."""
        own = [seat for seat in frame.seats if seat.yours]
        late = [s for s in frame.seats if s.kind == "person" and not s.ready]
        is_ready = bool(own) and all(seat.ready for seat in own) and not is_running(frame)
        waits = is_ready and any(seat.present for seat in late)
        if waits:
            names = ", ".join(seat.name or "" for seat in late)
            self._screen.say(say("Not ready yet: {names}.", names=names))
        return waits

    def _ask(self, frame: p.TableFrame) -> None:
        """Show the seats and the choices, and do one of them.

        Raises:
            Leave: the player leaves.
        """
        choices = self._choices(frame)
        self._show(frame, choices)
        notices = [say("The table has changed; press Enter to see it.")]

        def lines() -> list[str]:
            table = self._client.table
            has_changed = table is None or (table.seats, table.phase) != (frame.seats, frame.phase)
            return [notices.pop() for _ in notices[:] if has_changed]

        with self._background.announcing(lines):
            answer = self._screen.ask("> ")
        try:
            self._answer(answer, choices)
        except Leave:
            raise
        except DealtError as error:
            self._screen.say(str(error))

    def _choices(self, frame: p.TableFrame) -> list[Choice]:
        """List all choices; computer players are offered for one free seat at a time."""
        if is_running(frame):
            watch = Choice(say("watch"), WATCH)
            return [*seat_choices(frame), watch]
        levels = levels_of(self._client, frame.settings.game)
        free = next((n for n, seat in enumerate(frame.seats) if seat.kind == "empty"), None)
        choices = [
            choice
            for choice in open_choices(frame, levels, {}, links=True)
            if (choice.do != "bot" or choice.fields["seat"] == free)
            and choice.do not in ("review", "replay")
        ]
        offered = {choice.do for choice in choices}
        return choices + [choice for choice in seat_choices(frame) if choice.do not in offered]

    def _show(self, frame: p.TableFrame, choices: Sequence[Choice]) -> None:
        screen = self._screen
        screen.say(frame.title)
        for number, info in enumerate(frame.seats):
            who = info.name or say("free")
            if info.kind == "bot":
                who = say("{name}, computer player", name=who)
            screen.say(f"{say('seat {n}', n=number + 1)}: {who}")
        for request in frame.requests:
            screen.say(request_text(frame, request))
        if frame.phase == "over" and frame.outcome:
            screen.say(frame.outcome)
        for number, choice in enumerate(choices, 1):
            screen.say(f"{number}. {choice.text}")

    def _answer(self, answer: str, choices: Sequence[Choice]) -> None:
        """Do what an answer asks for.

        Raises:
            Leave: the player leaves.
            DealtError: that is not possible.
        """
        if not answer:
            return
        verb = verb_in(answer, letters=True)
        if verb is not None:
            self._answer_verb(verb[0].name, verb[1])
            return
        number = number_in(answer)
        fitting = matching(choices, answer)
        if number is not None:
            fitting = [choices[number - 1]] if 1 <= number <= len(choices) else []
        if len(fitting) != 1:
            raise ParseError(
                "{given} is not a valid choice: enter a number from 1 to {last}",
                given=repr(answer[:60]), last=len(choices),
            )  # fmt: skip
        self._do(fitting[0])

    def _answer_verb(self, name: str, words: str) -> None:
        screen, frame = self._screen, self._client.table
        if name in ("app.quit", "menu"):
            raise Leave
        if name == "say":
            self._background.do(self._client.ask("say", text=words))
        elif name == "name":
            self._background.do(self._client.ask("rename", name=words))
        elif name == "rules" and frame is not None:
            for line in as_lines(registered(frame.settings.game).document(), screen.width):
                screen.say(line)
        else:
            screen.say(say(HELP))

    def _do(self, choice: Choice) -> None:
        if choice.sure and self._screen.choose(choice.sure, (say("Yes"), say("No"))) == 2:
            return
        if choice.do == WATCH:
            self._is_watching = True
        elif choice.do == "verify":
            frame = self._client.table
            if frame is not None:
                names = [name_of(frame, seat) for seat in range(len(frame.seats))]
                checked_deal = self._client.check_deal(frame.round, names)
                self._screen.say("\n".join(self._background.do(checked_deal)))
        else:
            answer = self._background.do(self._client.order(choice.do, **choice.fields))
            if isinstance(answer, p.Link):
                self._screen.say(link_text(self._client.wire.place, answer))
