"""Matches: rounds with totals, played or replayed from their record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from dealt.core.agent import MakeAdviser, Seat, Standing
from dealt.core.arguments import check_names, seat_number, whole_number
from dealt.core.chance import MAX_SEED, check_seed, deck_of
from dealt.core.position import position_text, read_position
from dealt.core.record import Record, RoundRecord
from dealt.core.sheet import Cell, Sheet
from dealt.core.steps import Steps
from dealt.core.table import Table
from dealt.errors import DealtError, ParseError, SetupError
from dealt.language import listed, message, say

if TYPE_CHECKING:
    from dealt.core.agent import Action
    from dealt.core.game import Game


class Match:
    """Rounds of one game between the same seats.

    The first round is dealt at once; `next_round` deals the next one.  Points add up in `totals`.

    Args:
        game: the game being played.
        seats: the players, in order.
        seed: determines every shuffle, 0 to 2**63 - 1.
        rounds: number of rounds; None: until the game says that the match is over, or for as long
            as people play on.
        options: the game's options by name.
        decks: stacked decks, one for each round; further rounds use the last one again.
        position: the text of a position in which the first round begins, see
            `dealt.core.position`; its options are those of the match, `seed` deals unknown cards,
            and `decks` are for the rounds after it.
        dealer: takes the number of a round, from 0, and returns the order of its deck; `seed` and
            `decks` then play no part in the deals.
        make_adviser: makes a computer player from what stands for one, see `Table.hint`.

    Raises:
        SetupError: seats, names, options or rounds that are not available.
        DeckError: a stacked deck is not a deck of the game.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        *,
        seed: int,
        rounds: int | None,
        options: Mapping[str, int | str] | None = None,
        decks: Sequence[Sequence[str]] = (),
        dealer: Callable[[int], Sequence[int]] | None = None,
        make_adviser: MakeAdviser | None = None,
        position: str | None = None,
    ) -> None:
        names = [seat.name for seat in seats]
        check_names(names)
        seed, rounds = check_seed(seed), check_rounds(rounds)
        people = any(seat.agent is None for seat in seats)
        self.game = game
        self.seats = tuple(seats)
        self.names = tuple(names)
        self.seed = seed
        self.rounds = rounds
        self._make_adviser = make_adviser
        game.check_seats(len(seats))
        self._start = None if position is None else self._read(position, options)
        if self._start is not None:
            options = game.options_of(self._start)
        self.options = game.option_values(options, people=people)
        self.pack = game.deck_for(len(seats), self.options)
        self.tables: list[Table] = []
        replacing = game.replaces(self.options)
        self._decks = [self.pack.order(deck, replacing=replacing) for deck in decks]
        self._dealer = dealer
        self._states: list[Any] = []
        self._points_before = [0] * len(seats)  # of all rounds but the current one, by seat
        self.next_round()

    @property
    def table(self) -> Table:
        """The current round, or the last one played."""
        return self.tables[-1]

    def __copy__(self) -> Match:
        """An independent match; one that shared its tables would serve nobody."""
        return deepcopy(self)

    def __str__(self) -> str:
        """The game and the totals, in one line."""
        totals = ", ".join(f"{name} {points}" for name, points in self.totals.items())
        return f"{self.game.title}: {totals}"

    def __repr__(self) -> str:
        rounds = f"round {len(self.tables)}" + (f" of {self.rounds}" if self.rounds else "")
        state = "match over" if self.is_over else f"turn: {self.table.turn or 'round over'}"
        return f"<{self}; {rounds}; {state}>"

    @property
    def totals(self) -> dict[str, int]:
        """Points of the finished rounds, by name."""
        return dict(zip(self.names, self._points(), strict=True))

    def _points(self) -> list[int]:
        """Points of the finished rounds, by seat."""
        if not self.tables or not self.table.is_over:
            return [*self._points_before]
        scores = self.table.scores.values()
        return [sum(pair) for pair in zip(self._points_before, scores, strict=True)]

    @property
    def is_over(self) -> bool:
        """Whether all rounds have been played, or the game says that the match is over."""
        return self.table.is_over and self.game.is_match_over(
            self._points(), len(self.tables), self.rounds, self.options
        )

    @property
    def winners(self) -> tuple[str, ...]:
        """All who share the best total; empty before the end, and if the house is the opponent."""
        leaders = self.game.leaders(list(self.totals.values())) if self.is_over else ()
        return tuple(self.names[seat] for seat in leaders)

    def next_round(self) -> Table:
        """Deal the next round; no computer player has moved at its table yet.

        Raises:
            SetupError: the current round is not over, or it was the last one.
        """
        if self.tables and not self.table.is_over:
            raise SetupError("the round is not over; play it to the end first")
        if self.tables and self.is_over:
            raise SetupError("all {n} rounds have been played", n=len(self.tables))
        s = self._dealt(len(self.tables))
        self._points_before = self._points()
        self._states.append(s)
        number, made = len(self.tables), self._make_adviser
        standing = Standing(tuple(self._points_before), number, self.rounds)
        self.tables.append(Table(self.game, self.seats, s, self._record, made, standing))
        return self.table

    def at(self, number: int, moves: int = 0) -> Table:
        """A fresh table as a round of this match was before its next move.

        Args:
            number: number of the round, from 0.
            moves: how many actions had been done: none as dealt.

        Raises:
            SetupError: no such round has been dealt, or it has fewer actions.
        """
        number = whole_number(message("round"), number, 0, len(self.tables) - 1)
        history = self.tables[number].history
        moves = whole_number(message("action"), moves, 0, len(history))
        standing = self.tables[number].standing
        s = self._dealt(number)
        table = Table(self.game, self.seats, s, None, self._make_adviser, standing)
        for _, action in history[:moves]:
            table.repeat(action)
        return table

    @property
    def steps(self) -> Steps:
        """The match so far, step by step."""
        played = [[action for _, action in table.history] for table in self.tables]
        return Steps(self.at, played)

    def rename(self, seat: int, name: str) -> None:
        """Give a seat a new name, in earlier rounds as well.

        Raises:
            SetupError: there is no such seat, the name cannot be shown, or another seat has it.
        """
        names = list(self.names)
        names[seat_number(names, seat)] = name
        self.name_seats(names)

    def name_seats(self, names: Sequence[str]) -> None:
        """Give all seats new names, in earlier rounds as well.

        Raises:
            SetupError: not as many as there are seats, one cannot be shown, or two are the same.
        """
        check_names(names, len(self.seats))
        self.names = tuple(names)
        self.seats = tuple(
            replace(seat, name=new) for seat, new in zip(self.seats, names, strict=True)
        )
        for table in self.tables:
            table.rename(names)

    def take_back(self) -> None:
        """Undo the last action of the current round by dealing it again and replaying it up to
        there.

        Raises:
            SetupError: nobody has moved in this round.
        """
        if not self.table.history:
            raise SetupError("nobody has moved in this round; there is nothing to take back")
        s = self._dealt(len(self.tables) - 1)
        for _, action in self.table.history[:-1]:
            self.game.rules.apply(s, action.id)
        self._states[-1] = s
        self.table.go_back(s)

    def _read(self, position: str, options: Mapping[str, int | str] | None) -> Any:
        """The state in which the first round begins."""
        state = read_position(self.game, position, seed=self.seed)
        if state.seats != len(self.seats):
            raise SetupError(
                "the position has {seats} players, not {n}", seats=state.seats, n=len(self.seats)
            )
        for name, value in self.game.option_values(options).items():
            if options and name in options and getattr(state, name) != value:
                raise SetupError("option {option} is set by the position", option=name)
        return state

    def _dealt(self, number: int) -> Any:
        """The state of round `number` before anybody has moved."""
        if number == 0 and self._start is not None:
            return self._start.copy()
        s = self.game.fresh(len(self.seats), self.options)
        if number:
            self.game.rules.carry_over(s, self._states[number - 1])
        self.game.rules.deal(s, self.deck(number))
        return s

    def deck(self, number: int) -> list[int]:
        """The deck order of round `number`, from 0.

        Raises:
            SetupError: it is not the number of a round with a deck.
        """
        first = 0 if self._start is None else 1  # a round that begins in a position has no deck
        number = whole_number(message("round"), number, first, MAX_SEED)
        if self._dealer is not None:
            return list(self._dealer(number))
        if self._decks:
            return list(self._decks[min(number - first, len(self._decks) - 1)])
        return deck_by_seed(self.game, len(self.seats), self.options, self.seed, number)

    def play(self, move: str | int | Action) -> Action:
        """Play in the current round, see `Table.play`."""
        return self.table.play(move)

    def run(self) -> Match:
        """Let computer players play until it is a person's turn or the match is over."""
        self.table.run()
        while self.table.is_over and not self.is_over:
            self.next_round().run()
        return self

    @property
    def sheet(self) -> Sheet:
        """The score sheet: points of each finished round, and the totals."""
        finished = [table.scores for table in self.tables if table.is_over]
        rows: list[tuple[Cell, ...]] = [
            (say("round {n}", n=n), *scores.values()) for n, scores in enumerate(finished, 1)
        ]
        won = [say("Won by {names}.", names=listed(self.winners))] if self.winners else []
        title = self.game.title
        if self.seed or not (self._decks or self._dealer):  # else nobody chose one
            title = say("{game}, seed {seed}", game=title, seed=self.seed)
        return Sheet(
            title=title,
            columns=("", *self.names),
            rows=(*rows, (say("total"), *self.totals.values())),
            notes=tuple(won),
        )

    @property
    def record(self) -> Record:
        """All that is needed to replay the match, action by action."""
        return self._record()

    def _record(self) -> Record:
        """As a method, so that the tables of a copy ask the copy."""
        position = "" if self._start is None else position_text(self.game, self._start)
        return Record(
            game=self.game.name,
            version=self.game.version,
            options=dict(self.options),
            seats=self.names,
            seed=None if self._decks or self._dealer is not None else self.seed,
            rounds=self.rounds,
            played=tuple(
                RoundRecord(
                    deck="" if number == 0 and position else self.pack.text(self.deck(number)),
                    actions=tuple(str(action) for _, action in table.history),
                    scores=tuple(table.scores.values()) if table.is_over else None,
                    position="" if number else position,
                )
                for number, table in enumerate(self.tables)
            ),
        )


def check_rounds(rounds: object) -> int | None:
    """Check the rounds of a match, and return them; None: the game's own number.

    Raises:
        SetupError: not a whole number from 1.
    """
    if rounds is None:
        return None
    with suppress(SetupError):
        return whole_number("rounds", rounds, 1, MAX_SEED)
    raise SetupError("rounds must be a whole number, 1 or more, not {given}", given=repr(rounds))


def deck_by_seed(
    game: Game, seats: int, options: Mapping[str, int], seed: int, number: int
) -> list[int]:
    """The deck order of round `number`, from 0, of a match with a seed."""
    dealer = game.dealer(seats, options)
    deck_of(dealer, seed, number)
    return list(dealer.deck)


def replay(record: Record, game: Game, make_adviser: MakeAdviser | None = None) -> Match:
    """Replay the match of a record up to where the record ends.

    Args:
        record: of the match.
        game: of the record.
        make_adviser: see `Match`.

    Raises:
        ParseError: the record does not fit the rules: another version, an illegal action, or
            different points at the end.
    """
    if record.version != game.version:
        raise ParseError(
            "record of {name} rules version {version}; these are {own}",
            name=game.name, version=record.version, own=game.version,
        )  # fmt: skip
    if not record.played:
        raise ParseError("record without a round")
    try:
        match = Match(
            game,
            [Seat(name) for name in record.seats],
            seed=record.seed or 0,
            rounds=record.rounds,
            options={**record.options},
            decks=[part.deck.split() for part in record.played if not part.position],
            position=record.played[0].position or None,
            make_adviser=make_adviser,
        )
        for number, part in enumerate(record.played):
            if number:
                match.next_round()
            for text in part.actions:
                match.table.step(match.table.read(text))
            if part.scores is not None and part.scores != tuple(match.table.scores.values()):
                raise ParseError(
                    "points {scores} where the rules give {right}",
                    scores=part.scores, right=match.table.scores,
                )  # fmt: skip
    except DealtError as error:
        raise ParseError("record of {name}: {error}", name=game.name, error=error) from None
    return match
