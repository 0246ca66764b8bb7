"""The table screen: the board, the hand, the choices, and a line to type moves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from rich.style import Style
from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input, Static

from dealt.cards import in_letters
from dealt.clients.choices import (
    HERE,
    Choice,
    Chosen,
    begin_with_cards,
    chosen_by_cards,
    chosen_by_words,
    doing,
    link_text,
    matching,
    open_choices,
)
from dealt.clients.screen.asking import Asking
from dealt.clients.screen.board import Area
from dealt.clients.screen.dialogs import CurtainScreen, PageScreen, SeatsScreen, SureScreen
from dealt.clients.screen.frame_text import hand_of as cards_of
from dealt.clients.screen.frame_text import last_mover, seat_news, sentence, standing, title
from dealt.clients.screen.hand import Hand, orders_of
from dealt.clients.screen.lists import ChoiceList, LatestLines
from dealt.clients.screen.looks import CARDS, remember, remembered
from dealt.clients.screen.pages import (
    chat_lines,
    help_page,
    keys_line,
    rules_page,
    sheet_lines,
)
from dealt.clients.screen.round_end import RevealScreen, is_scene, tape_of
from dealt.clients.seat_choices import name_of, takings
from dealt.clients.terminal_size import LEAST
from dealt.core.zones import Hand as HandZone
from dealt.core.zones import hand_of
from dealt.errors import DealtError
from dealt.history.heads import Head
from dealt.language import message, say, say_n
from dealt.service.table import protocol as p
from dealt.terminal.verbs import VERBS, Verb, verb_in

WIDE, HIGH = 110, 32
ROOMS = {  # least columns and lines for each part
    "wide": (WIDE, HIGH),  # the score sheet, and two lines below the hand
    "broad": (80, 0),  # a list of choices with long lines
    "tall": (0, 24),  # the log, and the line for words
    "grand": (150, 44),  # large cards in the hand
}
_MOST_WORDS = 200  # letters of a move
LONGEST = 300  # letters of a line of words; a line of chat has 280
_NOTHING_CHOSEN = message(
    "Choose with the arrow keys first; the last line then shows what Enter does."
)


class RoomScreen(Asking):
    """The screen of a table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(v.keys, v.name, v.name, priority=v.at_once) for v in VERBS if v.keys),
        Binding("escape", "back", "back", show=False),
        Binding("left", "to_hand(-1)", "to the hand", show=False),
        Binding("right", "to_hand(1)", "to the hand", show=False),
        Binding("pageup", "turn(-1)", "board up", priority=True),
        Binding("pagedown", "turn(1)", "board down", priority=True),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._choices: list[Choice] = []
        self._turn: tuple[Any, ...] = ()
        self._trouble = ""
        self._is_chatting = False
        self._left: list[HandZone] = []
        self._before: p.TableFrame | None = None
        self._refusal = self._rule = ""
        self._is_doing = False
        self._announced = Chosen()

    # --- what it is made of

    def compose(self) -> ComposeResult:
        """Show the board, choices and log, the hand, the messages, an input line and the keys."""
        yield Static(id="title")
        with Horizontal(id="middle"):
            yield Area(id="table")
            with Vertical(id="side"):
                yield Static(say("you may"), id="actions-title")
                yield ChoiceList(id="actions")
                yield Static(say("log"), id="log-title")
                with VerticalScroll(id="advice", can_focus=False):
                    yield Static(id="advice-text")
                yield LatestLines(id="log")
                yield Static(id="sheet")
        yield Hand(id="hand")
        yield Static(id="note")
        with Horizontal(id="line"):
            yield Static(">")
            yield Input(
                id="command",
                placeholder=say("/ or Tab: type words, such as the choices above"),
                select_on_focus=False,
                max_length=LONGEST,
            )
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Show the table, the hand as it was sorted last, and start its clock."""
        self.query_one(Hand).chosen_order = remembered(self.app.sort_memory)
        self.show()
        self.set_interval(1.0, self._show_time)

    def on_resize(self, event: events.Resize) -> None:
        """Lay the parts out for the new size."""
        size = event.size
        for name, (columns, lines) in ROOMS.items():
            self.set_class(size.width >= columns and size.height >= lines, name)
        hand = self.query_one(Hand)
        hand.largest = CARDS[-1] if self.has_class("grand") else CARDS[0]
        hand.refresh(layout=True)
        self.call_after_refresh(self.show)

    # --- showing

    def show(self) -> None:
        """Show the table as it is now."""
        frame = self.app.client.table
        if frame is None or not self.is_mounted:
            return
        self.query_one("#title", Static).update(self._title(frame))
        faces = self.app.faces
        self._follow(frame)
        self.query_one(Area).show(frame, faces, self._left)
        log = [faces.within(event.text) for event in frame.log]
        self.query_one(LatestLines).follow([*log, *chat_lines(frame, self.app.look)])
        sheet = [] if frame.sheet is None else sheet_lines(frame.sheet)
        points = Text("\n").join(sheet)
        points.stylize(Style(meta={"@click": "screen.score"}))
        self.query_one("#sheet", Static).update(points)
        self._show_hand(frame)
        self._show_choices(frame)
        self._draw_curtain(frame)
        for screen in self.app.screen_stack:
            if isinstance(screen, SeatsScreen) and screen.is_mounted:
                screen.show()

    def _follow(self, frame: p.TableFrame) -> None:
        """Report changes of seats; after a round, request the hands left or draw a row of cards."""
        before, self._before = self._before, frame
        for line in seat_news(before, frame):
            self.app.notify(line, markup=False)
        if not is_scene(frame):
            self._left = []
        elif before is not None and not is_scene(before):
            self._ask_hands()
            if tape_of(frame) and not tape_of(before) and self.app.pace_s:
                self.app.push_screen(RevealScreen(frame, self.app.faces, self.app.pace_s))

    @work(exclusive=True, group="hands")
    async def _ask_hands(self) -> None:
        self._left = await self._hands_left()
        self.show()

    def _show_time(self) -> None:
        frame = self.app.client.table
        if frame is not None and frame.deadline is not None:
            self.query_one("#title", Static).update(self._title(frame))

    def _title(self, frame: p.TableFrame) -> Text:
        if self.app.size.width < LEAST[0] or self.app.size.height < LEAST[1]:
            line = say("This needs {columns} columns and {n} lines.", columns=LEAST[0], n=LEAST[1])
            return Text(line, self.app.look.late)
        is_lost = bool(self.app.client.trouble)
        return title(frame, self.app.faces, self.app.left_s(frame), is_lost=is_lost)

    def _show_hand(self, frame: p.TableFrame) -> None:
        hand = self.query_one(Hand)
        cards = cards_of(frame)
        hand.field = self.query_one("#table").size.width if self.has_class("wide") else 0
        hand.display = bool(cards)
        hand.hold(cards, self.app.faces, orders_of(frame))
        name = "" if frame.own is None else name_of(frame, frame.own.seat)
        order = say(hand.order)
        hand.border_title = say("no hand")
        if name:
            hand.border_title = say_n(
                "hand of {name}, 1 card, {order}", "hand of {name}, {n} cards, {order}",
                len(cards), name=name, order=order,
            )  # fmt: skip

    def _show_choices(self, frame: p.TableFrame) -> None:
        """List the choices; when a new turn begins, move the focus to where it is needed."""
        turn = frame.match, frame.round, frame.moved, frame.phase, frame.own and frame.own.seat
        is_new, self._turn = turn != self._turn, turn
        wild = {} if self.app.game is None else self.app.game.wild
        offered = open_choices(frame, self.app.levels, wild, links=self.app.links)
        self._choices = [*takings(frame), *offered]
        if is_new:
            self._choose_nothing()
        if is_new or self._trouble != self.app.client.trouble:
            self._refusal = self._rule = ""
            self._trouble = self.app.client.trouble
        self._offer()
        self._say(frame)
        command = self.query_one("#command", Input)
        if is_new and self._choices and not command.has_focus:
            self._focus_hand_or_choices()
        self._announce()

    def _choose_nothing(self) -> None:
        """Choose nothing, so that Enter has no effect until something is chosen."""
        self.query_one(Hand).clear()
        self.query_one(ChoiceList).choose(None)

    def _focus_hand_or_choices(self) -> None:
        hand, frame = self.query_one(Hand), self.app.client.table
        own = None if frame is None else frame.own
        if hand.display and own and begin_with_cards(self._choices, hand_of(own.seat)):
            hand.focus()
        else:
            self.query_one(ChoiceList).focus()

    def _offer(self) -> None:
        """List the choices that fit the chosen cards and the typed words."""
        chosen = self.query_one(Hand).chosen
        fitting = [choice for choice in self._choices if choice.needs(chosen, exactly=False)]
        fitting = matching(fitting if chosen else self._choices, self._typed())
        title = say("you may") if self._choices else say("nothing to do now")
        if self._choices and not fitting:
            typed = self._typed()
            title = say("nothing with these words") if typed else say("nothing with these cards")
        elif len(fitting) != len(self._choices):
            title = say("you may ({n} of {all})", n=len(fitting), all=len(self._choices))
        self.query_one("#actions-title", Static).update(Text(title))
        self.query_one(ChoiceList).offer(fitting, self.app.faces)

    def _typed(self) -> str:
        typed = self.query_one("#command", Input).value.strip()
        return "" if verb_in(typed) is not None else typed.removeprefix("play ")

    def _chosen(self) -> Chosen:
        """The effect of Enter now, from the cards, the list or the words, by the focus."""
        if not self._choices and not isinstance(self.focused, Input):
            return Chosen()
        if isinstance(self.focused, Input):
            return chosen_by_words(self._choices, self._typed(), self.focused.value.strip())
        hand = self.query_one(Hand)
        if self.focused is hand:
            return chosen_by_cards(self._choices, hand.picked)
        choice = self.query_one(ChoiceList).chosen
        return Chosen(say("up, down: choose")) if choice is None else doing(choice)

    def _announce(self) -> None:
        """Show the effect of Enter, mark it in the list, and name the keys that work."""
        frame = self.app.client.table
        if frame is None:
            return
        chosen = self._chosen()
        listed = self.query_one(ChoiceList)
        if not listed.has_focus:
            listed.choose(chosen.choice)
        self.query_one("#actions-title").set_class(self.focused is listed, "focused")
        if self._refusal == say(_NOTHING_CHOSEN) and chosen != self._announced:
            self.tell("")
        self._announced = chosen
        doing_it = self.app.faces.within(chosen.text, self.app.look.best)
        if chosen.choice is not None:
            to_click = Style(meta={"@click": "screen.take"})  # links have no ink, as cards do
            doing_it.stylize(to_click, 0, doing_it.plain.find(":"))
        line = keys_line(
            frame,
            doing_it,
            at_line=isinstance(self.focused, Input),
            width=self.app.size.width - 2,
        )
        self.query_one("#keys", Static).update(line)

    def on_descendant_focus(self) -> None:
        """Show the effect of Enter at the new focus."""
        self._announce()

    def _say(self, frame: p.TableFrame | None = None) -> None:
        """Show a refusal or a hint, or else the state of play."""
        frame = frame or self.app.client.table
        text = self._refusal
        if not text and self.app.client.trouble:
            text = f"{sentence(self.app.client.trouble)}."
        elif not text and frame is not None:
            text = standing(frame)
        self._show_note(self.app.faces.within(text))

    def _show_note(self, text: Text) -> None:
        """Show a text below the hand, or a longer one in place of the log."""
        note = self.query_one("#note", Static)
        is_refusal = self._refusal.startswith(say(NO))
        note.set_class(is_refusal, "refused")
        rows = 2 if self.has_class("wide") else 1
        width = max(1, self.app.size.width - 2)
        folded = text.wrap(self.app.console, width)
        is_long = len(folded) > rows
        if is_long:
            folded[rows - 1].rstrip()
            folded[rows - 1].truncate(width - 2)
            folded[rows - 1].append(" …")
        note.update(Text("\n").join(folded[:rows]))
        self.set_class(is_long, "advised")
        self.query_one("#advice-text", Static).update(text)
        titles = say("log"), say("hint"), say("why not")
        title = titles[0] if not is_long else titles[2] if is_refusal else titles[1]
        self.query_one("#log-title", Static).update(Text(title))

    def tell(self, line: str, *, refused: bool = False, rule: str = "") -> None:
        """Show a line below the hand, as in `Asking.tell`."""
        self._refusal, self._rule = (say(NO) + line if refused else line), rule
        self._say()

    def _draw_curtain(self, frame: p.TableFrame) -> None:
        """Hide all cards until the player to move is the person looking."""
        own = [seat for seat, info in enumerate(frame.seats) if info.yours]
        turn = frame.turn
        hidden = len(own) > 1 and turn in own and (frame.own is None or frame.own.seat != turn)
        up = next((s for s in self.app.screen_stack if isinstance(s, CurtainScreen)), None)
        if turn is None or not hidden:
            if up is not None:
                up.dismiss(None)
            return
        names = name_of(frame, turn), last_mover(frame) if frame.undo else ""
        if up is not None and up.names == names:
            return
        if up is not None:
            up.dismiss(None)
        client = self.app.client
        lift = partial(client.ask, "look", seat=turn)
        undo = partial(client.ask, "undo", version=frame.version)
        self.app.push_screen(CurtainScreen(*names, lift, undo))

    # --- choosing

    def on_hand_changed(self, event: Hand.Changed) -> None:
        """List the choices that fit the chosen cards."""
        self._offer()
        self._announce()

    def on_hand_played(self, event: Hand.Played) -> None:
        """Take the only choice that fits the chosen cards."""
        hand, chosen = self.query_one(Hand), self._chosen()
        if chosen.choice is not None:
            self._do(chosen.choice)
        elif not self._choices or chosen.is_wrong:
            self._why_not(hand.picked)
        elif not hand.picked:
            self.tell(say(_NOTHING_CHOSEN))
        else:
            if not hand.chosen:
                hand.action_choose()
            self.query_one(ChoiceList).focus()
            self.tell(say("That can mean several moves: choose one from the list."))

    def on_hand_left(self, event: Hand.Left) -> None:
        """Move up to the list."""
        listed = self.query_one(ChoiceList)
        if listed.chosen is None:
            listed.action_first()
        listed.focus()

    def action_to_hand(self, step: int) -> None:
        """Move down to the hand, if there is one."""
        hand = self.query_one(Hand)
        if hand.display:
            hand.focus()
            hand.action_go(step)

    def on_option_list_option_highlighted(self, event: ChoiceList.OptionHighlighted) -> None:
        """Show the effect of Enter."""
        self._announce()

    def on_choice_list_taken(self, event: ChoiceList.Taken) -> None:
        """Take the choice from the list, if it is still open."""
        self.take(event.choice)

    def on_choice_list_nothing_chosen(self, event: ChoiceList.NothingChosen) -> None:
        """Show how to choose."""
        self.tell(say(_NOTHING_CHOSEN))

    def on_input_changed(self, event: Input.Changed) -> None:
        """List the choices that fit the typed words."""
        self._offer()
        self._announce()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was typed."""
        typed = event.value.strip()
        verb = verb_in(typed)
        if verb is not None:
            event.input.value = ""
            self._say_verb(*verb)
            if self._is_chatting:
                self._focus_hand_or_choices()
            return
        chosen = chosen_by_words(self._choices, self._typed(), typed)
        if chosen.choice is not None:
            event.input.value = ""
            self._do(chosen.choice)
            return
        event.input.select_all()  # typing replaces the refused words
        if len(typed) > _MOST_WORDS:
            problem = say("That is too long: a move has {n} letters at most.", n=_MOST_WORDS)
            self.tell(problem, refused=True)
        elif typed:
            self._do(Choice(typed, "play", {"text": in_letters(typed)}))

    def _say_verb(self, verb: Verb, words: str) -> None:
        """Carry out a typed verb that is not a move."""
        with_words: dict[str, Callable[[str], Any]] = {
            "say": self._chat,
            "why": lambda move: self._ask_reason(text=in_letters(move)),
            "name": self._rename,
            "seat": lambda words: self.action_seats(),
        }
        if verb.name in ("history", "puzzle"):
            self.app.look_back(verb.name)
        elif not verb.question:
            action: Callable[[], Any] = getattr(self, f"action_{verb.name}", self.app.exit)
            action()
        elif words:
            with_words[verb.name](words)
        else:
            self.tell(say(verb.question), refused=True)

    @work
    async def _do(self, choice: Choice) -> None:
        """Send a choice to the service once, and show the reason if it is refused."""
        if self._is_doing:
            return
        if choice.sure and not await self.app.push_screen_wait(
            SureScreen(choice.text, choice.sure)
        ):
            return
        self._is_doing, turn = True, self._turn
        try:
            await self._say_choice(choice)
            if self._turn == turn and choice.do not in (*HERE, "invite"):
                self._choose_nothing()
        except DealtError as error:
            self.refuse(error)
        finally:
            self._is_doing = False

    async def _say_choice(self, choice: Choice) -> None:
        if choice.do in HERE:
            getattr(self, f"action_{choice.do}")()
            return
        answer = await self.app.client.order(choice.do, **choice.fields)
        if choice.do == "play":
            self.query_one("#command", Input).value = ""
        if isinstance(answer, p.Link):
            self.tell(link_text(self.app.client.wire.place, answer))

    def _why_not(self, chosen: list[str]) -> None:
        frame = self.app.client.table
        if frame is not None and frame.turn is not None and not self._choices:
            name = name_of(frame, frame.turn)
            self.tell(say("{name}'s turn.", name=name), refused=True)
        elif chosen:
            self._ask_reason(cards=chosen)

    # --- keys

    async def head(self) -> Head | None:
        """The match of the table in the archive, once it is over."""
        frame = self.app.client.table
        if frame is None or frame.phase != "over":
            self.tell(say("That is possible once the match is over."), refused=True)
            return None
        answer = await self._ask("history", most=1)
        heads = answer.matches if isinstance(answer, p.HistoryFrame) else []
        return next(iter(heads), None)

    @work
    async def action_seats(self) -> None:
        """Show the seats, and carry out a choice about them."""
        choice = await self.app.push_screen_wait(SeatsScreen(lambda: self.app.client.table))
        if choice is not None:
            self._do(choice)

    def action_sort(self) -> None:
        """Show the hand in the next sort order."""
        hand = self.query_one(Hand)
        hand.sort_next()
        remember(hand.chosen_order, self.app.sort_memory)
        self.show()

    def action_pass(self) -> None:
        """Pass, if that is possible."""
        passes = [c for c in self._choices if c.action is not None and c.action.verb == "pass"]
        self._do(passes[0] if passes else Choice("pass", "play", {"text": "pass"}))

    def take(self, choice: Choice) -> None:
        """Take a choice, if it is still open."""
        if choice in self._choices:
            self._do(choice)

    def action_take(self) -> None:
        """Carry out the current effect of Enter."""
        choice = self._chosen().choice
        if choice is not None:
            self._do(choice)

    def action_score(self) -> None:
        """Show the score sheet."""
        frame = self.app.client.table
        if frame is not None and frame.sheet is not None:
            lines = [*sheet_lines(frame.sheet), Text(), self.app.faces.within(frame.outcome)]
            if frame.reasons is not None:
                lines += [Text(), Text(frame.reasons.title, "bold"), *sheet_lines(frame.reasons)]
            self.app.push_screen(
                PageScreen(say("{game}: the score", game=frame.title), Text("\n").join(lines))
            )
        else:
            self.tell(say("There is no score before the first deal."))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action is enabled; typed letters do not act as keys."""
        # go to the line at once, or the next letters would act as keys, such as q
        return not (isinstance(self.focused, Input) and action in ("chat", "command"))

    def action_chat(self) -> None:
        """Start a line of chat."""
        command = self.query_one("#command", Input)
        command.value = "say "
        command.cursor_position = len(command.value)
        self.set_focus(command)
        self._is_chatting = True

    def action_command(self) -> None:
        """Start typing words."""
        self._is_chatting = False
        self.set_focus(self.query_one("#command", Input))

    def action_back(self) -> None:
        """Return from the words to the hand, without what was typed and chosen."""
        self.workers.cancel_group(self, "hint")
        self.query_one("#command", Input).value = ""
        self._choose_nothing()
        self._refusal = self._rule = ""
        self._say()
        self._focus_hand_or_choices()
        self._announce()

    def action_turn(self, pages: int) -> None:
        """Scroll the board by pages."""
        self.query_one(Area).turn(pages)

    def action_rules(self) -> None:
        """Show the rules, beginning with the ruling that was named last."""
        frame = self.app.client.table
        if frame is not None:
            page = rules_page(frame.settings.game, self._rule)
            self.app.push_screen(PageScreen(say("{game}: the rules", game=frame.title), page))

    def action_help(self) -> None:
        """Show the keys."""
        frame = self.app.client.table
        if frame is not None:
            self.app.push_screen(PageScreen(say("Keys and words"), help_page(frame)))

    def action_menu(self) -> None:
        """Leave the table for the list of games, and keep the seat."""
        self.app.go_home()


NO = message("No: ")
