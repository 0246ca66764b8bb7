"""What a game is: its rules, its words, its lesson, and the facts that tables and players need."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib import resources
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self, TypeVar

from dealt.core.arguments import each_alone, never, one_pack
from dealt.core.chance import CardByCard, Dealer, new_rng
from dealt.core.compiled import VERBS
from dealt.core.fields import Option, option_values
from dealt.core.wording import Hints, Vocabulary, Wording
from dealt.errors import SetupError
from dealt.language import listed, say, spoken
from dealt.own_code import OwnModule, value_at

if TYPE_CHECKING:
    from dealt.cards import Deck
    from dealt.core.agent import Agent
    from dealt.core.chance import Words
    from dealt.core.fields import Numbers, Range
    from dealt.core.search import Features, Searching


class Constant:
    """A frozen dataclass of which each instance is the value of a name in a module.

    Attributes:
        name: what it is called; `module:NAME` says at once where it stands.
    """

    name: str

    def renamed(self, name: str) -> Self:
        """The same under another name."""
        return replace(self, name=name)  # type: ignore[type-var]

    def __copy__(self) -> Self:
        """The same one, which nothing changes."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """The same one, as `__copy__` gives it."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Where to find it again, and what it is called.

        Raises:
            SetupError: it stands in no module.
        """
        return _at, (*self._place, self.name)

    @cached_property
    def _place(self) -> tuple[str, str]:
        """The module, and the name in it."""
        if ":" in self.name:
            module, _, attribute = self.name.partition(":")
            return module, attribute
        for module, contents in list(sys.modules.items()):
            for attribute, value in list(getattr(contents, "__dict__", {}).items()):
                if value is self:
                    return module, attribute
        raise SetupError(
            "{name} cannot be pickled: give it a name in a module, such as GAME", name=self.name
        )


@cache
def _at(module: str, attribute: str, name: str) -> Any:
    """What a pickle means."""
    constant = value_at(f"{module}:{attribute}")
    return constant if constant.name == name else constant.renamed(name)


@dataclass(frozen=True)
class Turn:
    """A move of the round, with its text.

    Attributes:
        text: a message, shown before the move.
        action: the move as it would be typed; if empty, there is only a text to read.
    """

    text: str
    action: str = ""


@dataclass(frozen=True)
class Lesson:
    """A guided first round: a client plays the moves, but lets the learner make those of a seat.

    Attributes:
        names: the players, in the order of the seats.
        seed: determines the deal.
        turns: texts and moves, from the deal on; a move may have no text, a text no move.
        end: a message, shown at the end.
        learner: the seat that the learner plays.
        options: the game's options, by name.
    """

    names: tuple[str, ...]
    seed: int
    turns: tuple[Turn | str, ...]
    end: str
    learner: int = 0
    options: Mapping[str, int | str] = field(default_factory=dict)


_Points = TypeVar("_Points", int, float)


class Rules(Protocol):
    """A rules module: the verbs of `dealt.core.compiled`."""

    def deal(self, s: Any, deck: Numbers, /) -> None:
        """See `compiled.deal`; the same goes for the other methods."""

    def carry_over(self, s: Any, before: Any, /) -> None: ...
    def legal(self, s: Any, out: Numbers, /) -> int: ...
    def apply(self, s: Any, action: int, /) -> None: ...
    def is_over(self, s: Any, /) -> bool: ...
    def score(self, s: Any, out: Numbers, /) -> None: ...
    def observe(self, s: Any, seat: int, out: Numbers, /) -> None: ...
    def redeal(self, s: Any, seat: int, rng: Words, /) -> None: ...


@dataclass(frozen=True)
class Level:
    """How a computer player is described beside its name; both fields are messages.

    Attributes:
        word: a word or two.
        about: more about it, shown where it is chosen.
    """

    word: str
    about: str = ""


@dataclass(frozen=True)
class Sizes:
    """How large things can ever become, under any options.

    Attributes:
        actions: action ids are 0 to actions - 1.
        observation: length of what `observe` writes.
        score_bounds: least and most points of a seat in a round.
        most_decisions: upper limit for a round between computer players with default options.
        points_sum: what the points of all seats add up to in every finished round, such as 0 where
            they win from each other, or a function of the number of seats; None: it varies.
        ranges: what the numbers of an observation can be, in order; needed to encode them for
            networks.
    """

    actions: int
    observation: int
    score_bounds: tuple[int, int]
    most_decisions: int
    points_sum: int | Callable[[int], int] | None = None
    ranges: tuple[Range, ...] = ()

    def sum_of_points(self, seats: int) -> int | None:
        """What the points of so many seats add up to, by `points_sum`."""
        return self.points_sum(seats) if callable(self.points_sum) else self.points_sum


@dataclass(frozen=True)
class MatchRules:
    """How rounds add up to a match.

    Attributes:
        rounds: rounds of a match by default; None: until `match_is_over`.
        low_wins: the fewest points win; other code asks `Game.worth` and `Game.leaders`.
        match_is_over: takes the totals, the rounds played and the options; used if `rounds` is
            None.
        target: takes the number of seats and the options, returns the points that end such a match;
            None: something else ends it.
        open_ended: people play until they leave, unless a number of rounds is given.
    """

    rounds: int | None
    low_wins: bool = False
    match_is_over: Callable[[Sequence[int], int, Mapping[str, int]], bool] | None = None
    target: Callable[[int, Mapping[str, int]], int] | None = None
    open_ended: bool = False


@dataclass(frozen=True)
class Seating:
    """Who sits where.

    Attributes:
        usual: the number of players offered first; None: the smallest.
        sides: the side of each seat, by the number of seats; seats of one side win together.
    """

    usual: int | None = None
    sides: Callable[[int], tuple[int, ...]] = each_alone


@dataclass(frozen=True)
class Cards:
    """How the deck is dealt, and how a hand is shown.

    Attributes:
        packs: how many copies of the deck are shuffled together, by seats and options.
        with_replacement: whether, under these options, any card can appear in any place of a deck.
        dealing: how chance deals a round, for programs that search its tree; a game with few
            possible hands can deal hand by hand.
        sorts: ways to sort a hand, the usual one first; ranks and suits ascend as in the deck.
        wild: faces in actions that stand for others, such as `2` for any two.
    """

    packs: Callable[[int, Mapping[str, int]], int] = one_pack
    with_replacement: Callable[[Mapping[str, int]], bool] = never
    dealing: Callable[[Deck, bool], CardByCard] = CardByCard
    sorts: tuple[str, ...] = ("suit", "rank", "groups")
    wild: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Bots:
    """The computer players of a game, and what players for any game need to know about it.

    Attributes:
        by_name: the game's own players, each made from a seed.
        levels: descriptions of these players, by name.
        search: what searching players need; None: they rely on the player AI, if it is a policy.
        learning: what a player that learns to weigh moves needs.
    """

    by_name: Mapping[str, Callable[[int], Agent]] = field(default_factory=dict)
    levels: Mapping[str, Level] = field(default_factory=dict)
    search: Searching | None = None
    learning: Features | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Game(Constant):
    """One game: a deck for so many players, its rules and its words, and how a match is won.

    Attributes:
        name, title, summary: `mason-rummy`, `Mason Rummy`, one line.
        version: increased when a change of the rules alters results; stored in records.
        seats: the numbers of players allowed.
        deck: the cards; see `Cards.packs` for several.
        state: the fields of a round.
        rules: a module, see `Rules`.
        words: a module, see `Vocabulary`.
        match: how rounds add up to a match.
        sizes: how large numbers can become.
        options: the rules that people can set: those of the state's `option` rows come first. Here
            a game lists those that its state has as plain numbers.
        bots: the computer players.
        seating: who is offered which seat, and who plays together.
        cards: how the deck is dealt, and how a hand is shown.
        hints: a module with a hint for the player to move, see `Hints`; None: there are none.
        lesson: a guided first round; None: there is none.
    """

    name: str
    title: str
    summary: str
    version: int
    seats: tuple[int, ...]
    deck: Deck
    state: type[Any]
    rules: Rules
    words: Vocabulary
    match: MatchRules
    sizes: Sizes
    options: tuple[Option, ...] = ()
    bots: Bots = Bots()
    seating: Seating = Seating()
    cards: Cards = Cards()
    hints: Hints | None = None
    lesson: Lesson | None = None

    def __post_init__(self) -> None:
        rows: tuple[Option, ...] = getattr(self.state, "OPTIONS", ())
        others = (each for each in self.options if each not in rows)
        object.__setattr__(self, "options", (*rows, *others))

    @property
    def utility(self) -> Literal["zero_sum", "constant_sum", "general_sum"]:
        """Whether the points of all seats add up to 0 in every round, to a number, or vary."""
        sums = {self.sizes.sum_of_points(seats) for seats in self.seats}
        if None in sums or self.seats == (1,):
            return "general_sum"
        return "zero_sum" if sums == {0} else "constant_sum"

    @property
    def seats_offered(self) -> int:
        """The number of players that a form or a question offers first."""
        return self.seats[0] if self.seating.usual is None else self.seating.usual

    def __str__(self) -> str:
        return f"{self.title} ({self.name})"

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @cached_property
    def wording(self) -> Wording:
        """What the words module adds, with defaults."""
        return Wording(self.words, self.hints)

    def verbs(self) -> dict[str, Callable[..., Any]]:
        """The verbs by name, for binding drivers to them."""
        rules = self.rules.module if isinstance(self.rules, OwnModule) else self.rules
        return {name: getattr(rules, name) for name in VERBS}

    def renamed(self, name: str) -> Self:
        """The game of somebody's own under another name; its modules run contained."""
        modules: dict[str, Any] = {
            part: OwnModule(getattr(self, part))
            for part in ("rules", "words", "hints")
            if not isinstance(getattr(self, part), OwnModule | None)
        }
        return replace(self, name=name, **modules)

    def option_values(
        self, choices: Mapping[str, int | str] | None, *, people: bool = False
    ) -> dict[str, int]:
        """All options with their values: those given, and the defaults of the others.

        Options that `came_later` are left out if they have their default value.

        Raises:
            SetupError: an option or a value that the game does not have.
        """
        return option_values(self.name, self.options, choices, people=people)

    def all_options(self, options: Mapping[str, int]) -> dict[str, int]:
        """All options with their values: the defaults of those that are left out."""
        return {each.name: options.get(each.name, each.default) for each in self.options}

    def options_of(self, s: Any) -> dict[str, int]:
        """All options with the values that a state has."""
        return {each.name: getattr(s, each.name) for each in self.options}

    def worth(self, points: _Points) -> _Points:
        """Points turned so that more is better: unchanged, or negated if the fewest win."""
        return -points if self.match.low_wins else points

    def leaders(self, totals: Sequence[int]) -> tuple[int, ...]:
        """The seats that share the best total; none if the house is the opponent."""
        best = max(totals, key=self.worth)
        return tuple(seat for seat, each in enumerate(totals) if each == best and len(totals) > 1)

    @property
    def seats_text(self) -> str:
        """The numbers of players: `2 to 7`, `2, 3, 4 or 6`."""
        least, most = self.seats[0], self.seats[-1]
        if most - least > 1 and len(self.seats) == most - least + 1:
            return say("{least} to {most}", least=least, most=most)
        return listed([str(number) for number in self.seats], "or")

    @property
    def deck_text(self) -> str:
        """The cards under the usual rules: `65 cards with Patriots`, `2 or 3 x 52 cards`."""
        usual = self.all_options({})
        packs = sorted({self.cards.packs(seats, usual) for seats in self.seats})
        if packs == [1]:
            return say(self.deck.name)
        numbers = listed([str(number) for number in packs], "or")
        return say("{n} x {deck}", n=numbers, deck=say(self.deck.name))

    def rules_told(self, options: Mapping[str, int]) -> tuple[str, ...]:
        """The rules that statistics name: those that differ from the default, and some always."""
        options = self.all_options(options)
        return tuple(
            f"{option.name}={option.text(options[option.name])}"
            for option in self.options
            if option.is_always_told or options[option.name] != option.default
        )

    def check_seats(self, seats: int) -> None:
        """Raise SetupError if the game does not allow this number of players."""
        if seats not in self.seats:
            if self.seats == (1,):
                raise SetupError(
                    "{game} is for 1 player, not {seats}", game=self.title, seats=seats
                )
            raise SetupError(
                "{game} is for {players} players, not {seats}",
                game=self.title, players=lambda: self.seats_text, seats=seats,
            )  # fmt: skip

    def dealer(
        self, seats: int, options: Mapping[str, int], *, for_compiled: bool = False
    ) -> Dealer:
        """What `dealt.core.chance.deck_of` needs to deal decks of the game."""
        cards = self.deck_for(seats, options).cards()
        replacing = int(self.replaces(options))
        if not for_compiled:
            return Dealer(new_rng(), cards, replacing, [0] * len(cards))
        import numpy as np

        parts: Any = np.zeros(2, np.uint64), np.array(cards), np.zeros(len(cards), np.int64)
        return Dealer(parts[0], parts[1], replacing, parts[2])

    def deck_for(self, seats: int, options: Mapping[str, int]) -> Deck:
        """The cards of a round with this number of players and these options."""
        packs = self.cards.packs(seats, self.all_options(options))
        return self.deck if packs == 1 else self.deck.times(packs)

    def replaces(self, options: Mapping[str, int]) -> bool:
        """Whether, under these options, any card can appear in any place of a deck."""
        return self.cards.with_replacement(self.all_options(options))

    def is_match_over(
        self,
        totals: Sequence[int],
        played: int,
        rounds: int | None,
        options: Mapping[str, int],
    ) -> bool:
        """Whether a match has ended.

        Args:
            totals: of each seat.
            played: number of rounds played.
            rounds: rounds of the match; None: see `MatchRules`.
            options: the options by name.
        """
        if rounds is not None:
            return played >= rounds
        over = self.match.match_is_over
        return over is not None and over(totals, played, self.all_options(options))

    def fresh(self, seats: int, options: Mapping[str, int]) -> Any:
        """A plain state with seats and all options set, ready for the deal.

        Raises:
            SetupError: the game does not allow this number of players.
        """
        self.check_seats(seats)
        s = self.state()
        s.seats = seats
        for name, value in self.all_options(options).items():
            setattr(s, name, value)
        return s

    def called(self) -> dict[str, int | str]:
        """The game's name in the settings of a job, so that different rules never mix.

        Version 1 is not named: older ledgers stay valid.
        """
        return {"game": self.name} | ({} if self.version == 1 else {"version": self.version})

    def document(self) -> str:
        """The rules for people, without names of tests: RULES.md, or RULES.pt-BR.md, as is spoken.

        Raises:
            SetupError: the game has none.
        """
        package = self.rules.__name__.rpartition(".")[0]  # type: ignore[attr-defined]
        folder = resources.files(package)
        text = folder.joinpath(f"RULES.{spoken()}.md")
        if not text.is_file():
            text = folder.joinpath("RULES.md")
        try:
            return re.sub(r"\s*`test_\w+`", "", text.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise SetupError("{game} has no RULES.md next to its rules", game=self.name) from None
