"""Several rounds with totals: what carries over, and who wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dealt.core.chance import MAX_SEED, deck_of, new_rng
from dealt.core.game import listed
from dealt.core.record import Record, RoundRecord
from dealt.core.sheet import Cell, Sheet
from dealt.core.table import Table
from dealt.errors import SetupError

if TYPE_CHECKING:
    from dealt.core.agent import Action, Seat
    from dealt.core.game import Game


class Match:
    """Rounds of one game between the same seats.

    The first round is dealt at once; `next_round` deals another.  Points add up in `totals`.

    Args:
        game: what is played.
        seats: who sits where, in order.
        seed: decides all shuffles, 0 to 2**63 - 1.
        rounds: how many rounds the match has; None: the game's own number.
        options: options of the game by name.
        decks: stacked decks, one for each round; the last one is used again for later rounds.

    Raises:
        SetupError: seats, names, options or rounds that cannot be had.
        DeckError: a stacked deck that is no deck of the game.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        *,
        seed: int,
        rounds: int | None = None,
        options: Mapping[str, int | str] | None = None,
        decks: Sequence[Sequence[str]] = (),
    ) -> None:
        names = [seat.name for seat in seats]
        if len(set(names)) < len(names):
            raise SetupError(f"two seats have the same name: {', '.join(names)}")
        if not all(names):
            raise SetupError("a seat has no name; every player needs one")
        if not 0 <= seed <= MAX_SEED:
            raise SetupError(f"seed {seed}; it can be 0 to {MAX_SEED}")
        if rounds is not None and rounds < 1:
            raise SetupError(f"{rounds} rounds; at least one is needed")
        people = any(seat.agent is None for seat in seats)
        self.game = game
        self.seats = tuple(seats)
        self.names = tuple(names)
        self.seed = seed
        self.rounds = game.rounds if rounds is None else rounds
        self.options = game.option_values(options or {}, people=people)
        self.tables: list[Table] = []
        replacing = game.with_replacement(self.options)
        self._decks = [game.deck.order(deck, replacing=replacing) for deck in decks]
        self._states: list[Any] = []
        self.next_round()

    @property
    def table(self) -> Table:
        """The round being played, or the last one played."""
        return self.tables[-1]

    @property
    def totals(self) -> dict[str, int]:
        """Points of the finished rounds, by name."""
        totals = dict.fromkeys(self.names, 0)
        for table in self.tables:
            if table.is_over:
                for name, points in table.scores.items():
                    totals[name] += points
        return totals

    @property
    def is_over(self) -> bool:
        """Whether all rounds have been played to the end."""
        return len(self.tables) == self.rounds and self.table.is_over

    @property
    def winners(self) -> tuple[str, ...]:
        """All who share the best total; nobody before the end, nor against the house."""
        if not self.is_over or len(self.seats) == 1:
            return ()
        totals = self.totals
        best = min(totals.values()) if self.game.low_wins else max(totals.values())
        return tuple(name for name in self.names if totals[name] == best)

    def next_round(self) -> Table:
        """Deal the next round; its table lets nobody play by itself yet.

        Raises:
            SetupError: the present round is not over, or it was the last one.
        """
        if self.tables and not self.table.is_over:
            raise SetupError("the round is not over; play it to the end first")
        if len(self.tables) == self.rounds:
            raise SetupError(f"all {self.rounds} rounds have been played")
        s = self.game.fresh(len(self.seats), self.options)
        if self._states:
            self.game.rules.carry_over(s, self._states[-1])
        self.game.rules.deal(s, self.deck(len(self.tables)))
        self._states.append(s)
        self.tables.append(Table(self.game, self.seats, s))
        return self.table

    def deck(self, number: int) -> list[int]:
        """The deck order of round `number`, counted from 0."""
        if self._decks:
            return list(self._decks[min(number, len(self._decks) - 1)])
        cards = self.game.deck.cards()
        deck = [0] * len(cards)
        replacing = int(self.game.with_replacement(self.options))
        deck_of(new_rng(), self.seed, number, cards, len(cards), replacing, deck)
        return deck

    def play(self, said: str | int | Action) -> Action:
        """Play in the present round, see `Table.play`."""
        return self.table.play(said)

    def run(self) -> Match:
        """Let computer players play until a person is in turn or the match is over."""
        self.table.run()
        while self.table.is_over and not self.is_over:
            self.next_round().run()
        return self

    def places(self) -> dict[str, str]:
        """Every place of the present round and the cards there: for those who may see all."""
        places = self.game.words.cards_in_play(self._states[-1])
        return {place: self.game.deck.text(cards) for place, cards in places.items()}

    @property
    def sheet(self) -> Sheet:
        """The score sheet: points of each finished round and the totals."""
        finished = [table.scores for table in self.tables if table.is_over]
        rows: list[tuple[Cell, ...]] = [
            (f"round {n}", *scores.values()) for n, scores in enumerate(finished, 1)
        ]
        winners = f"Won by {listed(self.winners)}." if self.winners else ""
        return Sheet(
            title=f"{self.game.title}, seed {self.seed}",
            columns=("", *self.names),
            rows=(*rows, ("total", *self.totals.values())),
            notes=(winners,) if winners else (),
        )

    @property
    def record(self) -> Record:
        """All that is needed to play the match again, action by action."""
        return Record(
            game=self.game.name,
            version=self.game.version,
            options=dict(self.options),
            seats=self.names,
            seed=None if self._decks else self.seed,
            rounds=self.rounds,
            played=tuple(
                RoundRecord(
                    deck=self.game.deck.text(self.deck(number)),
                    actions=tuple(str(action) for _, action in table.history),
                    scores=tuple(table.scores.values()) if table.is_over else None,
                )
                for number, table in enumerate(self.tables)
            ),
        )
