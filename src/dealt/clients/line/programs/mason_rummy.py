"""The Mason Rummy document's program, with its menus in order, at a terminal or from a script.

Asks nothing that the document does not name.  The rules stand in `dealt.games.mason_rummy`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any, cast

from dealt import fresh_seed
from dealt.clients.line.background import MovedElsewhereError
from dealt.clients.line.client_match import AnyMatch, AnyTable, ClientMatch, left_alone
from dealt.clients.line.face import Face, Results, Seated
from dealt.clients.line.matches import Matches
from dealt.clients.line.order import Order
from dealt.clients.line.requests import Hints, Requests
from dealt.core.agent import Seat
from dealt.core.chance import MAX_SEED, check_seed
from dealt.core.game import Game
from dealt.core.match import Match
from dealt.core.table import Table
from dealt.errors import SetupError, StorageError
from dealt.games.mason_rummy import GAME
from dealt.games.mason_rummy.seed import (
    AI,
    MENU_A,
    MENU_B,
    MENU_C,
    Card,
    LivePlayer,
    PcPlayer,
    PlainConsole,
    Player,
    RoundOver,
    ScoreTable,
    in_language,
    lines_of,
)
from dealt.games.mason_rummy.state import DRAW_DISCARD
from dealt.language import listed, message, say, say_n
from dealt.storage.files import TextFile
from dealt.storage.records import read_deck
from dealt.terminal.console import Console, Leave, clean

QUIT = 6
SCORES = "scores.csv"
_SEATS_OF_CHOICE = {2: 2, 3: 3, 4: 2, 5: 3}
_STACKED = (4, 5)


class Menus(Console, PlainConsole):
    """The console for Mason Rummy; the document has no hints."""

    hints = Hints(own=False)
    heading = ""
    table_lines: Sequence[str] = ()
    match: AnyMatch | None = None  # that is being played

    def ask(self, prompt: str, *, as_typed: bool = False) -> str:
        """Ask as `Console.ask` does; during a match, table commands are answered first.

        Raises:
            Leave, MovedElsewhereError: see `Requests.is_request`.
        """
        while True:
            with left_alone(self.match):
                answer = super().ask(prompt, as_typed=as_typed)
            if not self.is_request(answer):
                return answer

    def is_request(self, answer: str) -> bool:
        """Whether the answer asks for something other than a number; it is then done.

        A script answers as the document has it, and says nothing with one letter.
        """
        if self.match is None or (len(answer) == 1 and not self.live):
            return False
        return Requests(self.match, self, self.hints).is_request(answer)

    def select(self, title: str, cards: Sequence[Card], *, one: bool = False) -> list[Card]:
        """Cards of the numbered list (R8); anything else is asked again."""
        self.redraw()
        return super().select(title, cards, one=one)

    def show_table(self, table: AnyTable, seat: int) -> None:
        """Show the table as a seat sees it, always in the same layout, then the news."""
        people = [number for number, place in enumerate(table.seats) if place.agent is None]
        self.pass_to(seat, table.seats[seat].name, people)
        self.clear()
        self.table_lines = [
            self.heading,
            *lines_of(cast("Table", table), seat),
            *self.hints.lines(table),
        ]
        self.say("\n".join(self.table_lines))
        self.say_blank()
        if self.live:
            self.tell_now()

    def say_blank(self) -> None:
        """Print an empty line before a menu, unless the screen is cleared."""
        if not self.live:
            self.say()

    def redraw(self) -> None:
        """Draw the table again on a clear screen, to make room for a long list."""
        if self.live:
            self.clear()
            self.say("\n".join(self.table_lines))


class Program:
    """The main menu, the players, and games of three rounds; scores are kept in a file.

    Args:
        scores: the scores file.
        menus: where to ask and print.
        seeds: returns the seed of each new game; by default one that nobody can guess.
        matches: where games are saved; by default at the tables of this account.
    """

    def __init__(
        self,
        scores: TextFile,
        menus: Menus,
        seeds: Callable[[], int] | None = None,
        matches: Matches | None = None,
    ) -> None:
        self.file = scores
        self.scores = ScoreTable(scores)
        self.menus = menus
        self.matches = matches or Matches()
        self.seeds = seeds or fresh_seed

    def run(self) -> None:
        """Menu A until the player quits.

        Raises:
            StorageError: the scores file cannot be read or written.
            EOFError, KeyboardInterrupt: see `Console.ask`.
        """
        self.scores.read_scores()
        self.file.check_writable()
        try:
            self.menus.clear()
            while self.choose():
                pass
        finally:
            self.scores.save_unsaved()

    def choose(self) -> bool:
        """Show menu A and carry out the choice; False to quit."""
        self.menus.tell_now()
        choice = self.menus.choose(*in_language(MENU_A))
        if choice == QUIT:
            return False
        self.menus.clear()
        if choice == 1:
            self.show_scores()
        else:
            self.play(_SEATS_OF_CHOICE[choice], stacked=choice in _STACKED)
        return True

    def show_scores(self) -> None:
        """All rows of the scores file."""
        self.scores.read_scores()
        self.menus.say(str(self.scores) if self.scores.scores else say("There are no scores yet."))
        self.menus.say_blank()

    def play(self, seats: int, *, stacked: bool) -> None:
        """One game: the deck if it is stacked, the players, three rounds, the scores."""
        deck = self.ask_deck() if stacked else []
        if deck is None:
            return
        players = self.ask_players(seats)
        places = [Seat(player.name, player.agent) for player in players]
        decks = [deck] if deck else []
        match = self.matches.begin(
            GAME, places, self.seeds(), GAME.match.rounds, {}, decks,
            is_scripted=not self.menus.live,
        )  # fmt: skip
        self.play_match(match)

    def play_match(self, match: AnyMatch) -> None:
        """A game that begins or goes on, and its scores."""
        try:
            _play_game(match, self.menus)
        except (EOFError, KeyboardInterrupt, Leave) as left:
            self.menus.recover()
            self.menus.say()
            self.menus.say(say("This game was not finished and is not counted."))
            if isinstance(left, Leave):
                return
            raise
        finished = self.matches.finished(match)
        if finished is None:
            return
        try:
            self.scores.add_game(_rows(*finished))
        except StorageError as error:
            line = say(
                "{error}; this game will be counted with the next one, or at the end", error=error
            )
            self.menus.tell(line)

    def ask_deck(self) -> list[str] | None:
        """The cards of a deck file, or None for `no` (R4); errors are shown and asked again."""
        return self.menus.ask_read(
            say('Deck file (or "no" for the main menu): '),
            lambda name: None if name == "no" else read_deck(name, GAME.deck),
            cards=False,
        )

    def ask_players(self, seats: int) -> list[Player]:
        """Menu B and a name or Menu C, for each seat."""
        self.scores.read_scores()
        players: list[Player] = []
        for seat in range(seats):
            name = None
            while name is None:
                self.menus.say(say("Player {n}", n=seat + 1))
                new = self.menus.choose(*in_language(MENU_B)) == 1
                name = self.ask_new_name(players) if new else self.ask_returning(players)
            players.append(_player_of(name, seat, players))
        return players

    def ask_new_name(self, players: Sequence[Player]) -> str:
        """Ask for a new name (R12), or AI, which any number of seats may have (R13)."""
        if self.menus.live:  # a script is asked nothing but what the document names
            self.menus.say(say("(The name AI makes a computer player.)"))

        def read(name: str) -> str:
            if not name:
                raise SetupError("a name must not be empty")
            if name != AI and name in [player.name for player in players]:
                raise SetupError("{name} is already at the table; enter another name", name=name)
            if name != AI and name in self.scores.names():
                raise SetupError("{name} is already in the scores; enter another name", name=name)
            return name

        return self.menus.ask_read(say("Name: "), read)

    def ask_returning(self, players: Sequence[Player]) -> str | None:
        """Menu C: a name from the scores that is not seated yet (R12); None if there is none."""
        seated = {player.row for player in players} | {player.name for player in players}
        free = {name for name in self.scores.names() if name and clean(name) == name} - seated
        names = sorted(free, key=lambda name: (name.casefold(), name))
        if not names:
            self.menus.say(say("there is no returning player to choose"))
            return None
        return names[self.menus.choose(say(MENU_C), names) - 1]


def _player_of(name: str, seat: int, players: Sequence[Player]) -> Player:
    """A person, or a computer player shown as AI, AI 2, AI 3 (R13)."""
    if name != AI:
        return LivePlayer(name, seat=seat)
    seated = {player.name for player in players}
    copy = 1
    while name in seated:
        copy += 1
        name = f"{AI} {copy}"
    return PcPlayer(name, seat=seat)


class _WaitingPlayer(PcPlayer):
    """A computer player of the table service, which chooses there."""

    def act(self, table: Table, console: Any) -> None:
        """Wait for one action."""
        top = self.look(table).pile("discard").top
        table.step()
        event = table.event(-1, None)
        if event.source == "discard":
            self.done.append(f"{GAME.wording.action_phrase(DRAW_DISCARD)} {top}")
            return
        cards = " ".join(event.cards)
        action = GAME.words.parse_action(
            f"{event.verb.replace('_', ' ')} {event.source if event.verb == 'draw' else cards}"
        )
        self.done.append(GAME.wording.action_phrase(action))


def _players_of(match: AnyMatch) -> list[Player]:
    """The players for the seats of a match."""
    computer = _WaitingPlayer if isinstance(match, ClientMatch) else PcPlayer
    return [
        LivePlayer(place.name, seat=seat)
        if place.agent is None
        else computer(place.name, seat=seat, agent=place.agent)
        for seat, place in enumerate(match.seats)
    ]


def _rows(match: Match, seats: Sequence[Seated]) -> list[tuple[str, bool, int]]:
    """A finished match as rows of scores; computer players of one kind share a row (R13)."""
    return [
        (level or name, player in match.winners, match.totals[player])
        for player, (name, level) in zip(match.names, seats, strict=True)
    ]


def _play_game(match: AnyMatch, menus: Menus) -> None:
    """Play a whole game and print how it ends.

    Args:
        match: the game, its first round dealt.
        menus: where to ask and print.

    Raises:
        EOFError, KeyboardInterrupt: see `Console.ask`.
    """
    menus.at_screen = None
    menus.match = match
    try:
        _play_rounds(match, _players_of(match), menus)
    finally:
        menus.match = None
    won = say_n(
        "{names} wins the game", "{names} win the game",
        len(match.winners), names=listed(match.winners),
    )  # fmt: skip
    menus.tell(won)


def _play_rounds(match: AnyMatch, players: list[Player], menus: Menus) -> None:
    """Round after round until the game is over."""
    while True:
        table = match.table
        place = {"n": len(match.tables), "all": match.rounds}
        menus.heading = say(
            "Round {n} of {all}, points so far: {points}",
            points=_points_text(match.totals),
            **place,
        )
        menus.tell(say("Round {n} of {all}: {name} begins", name=table.turn, **place))
        _play_round(match, players, menus)
        if isinstance(match, Match):
            for player in players:
                player.look(match.table)
                player.score += player.hand.hand_point_value()
        menus.tell(say("Points of the round: {points}", points=_points_text(table.scores)))
        menus.tell(say("Points of the game: {points}", points=_points_text(match.totals)))
        if match.is_over:
            return
        match.next_round()


def _play_round(match: AnyMatch, players: list[Player], menus: Menus) -> None:
    """Play turns in order until the round ends."""
    table = cast("Table", match.table)
    while True:
        try:
            players[table.seat_in_turn].take_turn(table, menus)
        except MovedElsewhereError:  # or a move was taken back, or a seat has another player
            players[:] = _players_of(match)
        except RoundOver as over:
            menus.tell(str(over))
            return


def _points_text(points: dict[str, int]) -> str:
    """The points as text: `Ana 12, AI 0`."""
    return ", ".join(f"{name} {n}" for name, n in points.items())


# --- how it begins --------------------------------------------------------------------------------


def _run(game: Game, order: Order) -> None:
    """Run the document's program for Mason Rummy."""
    order.refuse("rounds", "deck", "record", "options", problem=message("{option} needs --seat"))
    seeds = None
    if order.seed is not None:
        first = check_seed(order.seed)
        seeds = (seed % (MAX_SEED + 1) for seed in itertools.count(first)).__next__
    menus = Menus()
    menus.hints = order.hints_shown(unless_said=False)
    program = Program(TextFile(order.scores or SCORES), menus, seeds, order.matches)
    match = order.latest(game)
    if match is not None:
        program.play_match(match)
    program.run()


def _check(place: str) -> None:
    ScoreTable(TextFile(place)).read_scores()


def _add(match: Match, place: str, seats: Sequence[Seated]) -> None:
    ScoreTable(TextFile(place)).add_game(_rows(match, seats))


def _play(match: AnyMatch, order: Order) -> None:
    """Play Mason Rummy with these seats: the usual menus from the first turn."""
    menus = Menus()
    menus.hints = order.hints_shown()
    try:
        _play_game(match, menus)
    except (EOFError, KeyboardInterrupt, Leave):  # at a prompt, after which nothing stands
        menus.recover()
        menus.say()
        raise
    menus.tell_now()


FACE = Face(_play, _run, results=Results(lambda: SCORES, _check, _add))
