"""Penney's game: somebody's scorer beside the rules, game by game.

Reported are the first game in which it differs, the shortest deck that shows it, card by card, and
all mistakes, alone or else in twos, that give the same numbers in every game.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import Any

from dealt.core.chance import new_rng
from dealt.core.sheet import Sheet
from dealt.games.penney.automaton import FIRST, LAST, RULES, SECOND, Reading, automaton
from dealt.games.penney.trace import all_pairs, pair_of, play
from dealt.language import listed, say
from dealt.penney.decks import BLOCK, CARDS, fill
from dealt.penney.published.misreadings import FLAGS, READINGS, Mistake, hypothesis_of, together
from dealt.penney.scorer import (
    GAME_S,
    SECONDS,
    AnyScorer,
    CalledScorer,
    Game,
    Scorer,
    ScorerError,
    Totals,
)

DECKS = 100  # compared by default, each with every pair
_AT_ONCE = 256  # games sent together
_SHORT = 9  # cards of the decks searched for a short one that shows a difference
_TELLING = 400  # further games that tell mistakes apart
_SUSPECTS = 3  # named, if several mistakes give the same numbers


@dataclass(frozen=True)
class Difference:
    """A game in which a scorer differs from the rules.

    Attributes:
        number: of the deck, from 1.
        game: the deck and the choices.
        right, other: the totals by the rules, and the scorer's.
        short: the shortest deck with these choices in which it differs; else the game itself.
        steps: the scorer's totals after each card of that deck; None: it scores no such part of
            a deck.
        suspects: mistakes that give the scorer's totals in every game, in the current language.
    """

    number: int
    game: Game
    right: Totals
    other: Totals
    short: Game
    steps: tuple[Totals | None, ...]
    suspects: tuple[str, ...]

    def sheet(self) -> Sheet:
        """The short deck card by card, as far as the first card at which the totals differ."""
        rows = []
        for step, other in zip(play(*self.short).steps, self.steps, strict=True):
            window, right = step.window if step.equal else "", Totals(*step.tricks, *step.cards)
            mark = "" if other in {None, right} else "!"
            own = "" if other is None else str(other)
            rows.append((step.number, step.card, window, str(right), own, mark))
        return Sheet(
            title=str(self.short),
            columns=(
                *(say("card"), say("colour"), say("window")),
                *(say("by the rules"), say("the scorer"), ""),
            ),
            rows=tuple(rows),
        )


@dataclass
class Finding:
    """What was found out about a scorer.

    Attributes:
        name: of the scorer.
        games: how many were compared.
        difference: the first game in which it differs; None: none.
        problem: why it could not be compared, in the current language; empty: it could.
        notes: what else should be known, likewise.
    """

    name: str
    games: int = 0
    difference: Difference | None = None
    problem: str = ""
    notes: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """All of it, without the deck card by card."""
        suspects = self.difference.suspects if self.difference else ()
        likeness = [say("It looks like this: {mistake}", mistake=each) for each in suspects]
        return "\n".join([f"{self.name}: {self.verdict}", *self.notes, *likeness])

    @property
    def is_right(self) -> bool:
        """Whether it agrees with the rules in every game."""
        return not self.problem and self.difference is None

    @property
    def verdict(self) -> str:
        """The finding in one line."""
        if self.problem:
            return self.problem
        if self.difference is None:
            return say("agrees with the rules in {n} games", n=self.games)
        one = self.difference
        return say(
            "differs on deck {n}, {first} against {second}: {other}; by the rules {right}",
            n=one.number, first=one.game.first, second=one.game.second, other=str(one.other),
            right=str(one.right),
        )  # fmt: skip


# --- the comparison -------------------------------------------------------------------------------


def check(
    scorer: str | Callable[[str, str, str], Any],
    decks: int = DECKS,
    *,
    seed: int = 0,
    pair: tuple[str, str] | None = None,
    seconds: float = SECONDS,
    go_on: Callable[[int, int], bool] = lambda games, total: True,
) -> Finding:
    """Compare a scorer with the rules, game by game.

    Args:
        scorer: see `Scorer`; or a function, which then runs here, without limits.
        decks: how many decks; those of `dealt penney --seed`.
        seed: of the decks.
        pair: the choices of both players; None: all pairs of three colours.
        seconds: for all games.
        go_on: gets the number of games compared and of all, and says whether to go on.

    Raises:
        ParseError, SetupError: the choices cannot be read, or the file does not exist.
    """
    pairs = all_pairs() if pair is None else [pair_of(*pair)]
    games = (Game(deck, *each) for deck in seeded(seed, decks) for each in pairs)
    total = decks * len(pairs)
    if not isinstance(scorer, str):
        finding = Finding(getattr(scorer, "__name__", repr(scorer)))
        return _compared(CalledScorer(scorer), games, finding, go_on, total, len(pairs))
    with Scorer(scorer, seconds) as other:
        return _compared(other, games, Finding(scorer), go_on, total, len(pairs))


def _compared(
    scorer: AnyScorer,
    games: Iterator[Game],
    finding: Finding,
    go_on: Callable[[int, int], bool],
    total: int,
    pairs: int,
) -> Finding:
    try:
        differing = _first_difference(scorer, games, finding, go_on, total)
        if differing is not None:
            game, other = differing
            scorer.allow(GAME_S * 2)
            number = (finding.games - 1) // pairs + 1
            finding.difference = _difference(scorer, number, game, other, games)
        if scorer.has_printed:
            finding.notes.append(say("It prints while it scores, which is left out here."))
    except ScorerError as error:
        finding.problem = str(error)
    return finding


def _first_difference(
    scorer: AnyScorer,
    games: Iterator[Game],
    finding: Finding,
    go_on: Callable[[int, int], bool],
    total: int,
) -> tuple[Game, Totals] | None:
    size = 1
    while some := [*islice(games, size)]:
        for game, other in zip(some, scorer.totals(some), strict=True):
            finding.games += 1
            if other != by_reading(game):
                return game, other
            if scorer.is_late:
                slow = say("It is slow: {n} of {all} games.", n=finding.games, all=total)
                finding.notes.append(slow)
                return None
        if not go_on(finding.games, total):
            return None
        size = min(2 * size, _AT_ONCE)
    return None


def _difference(
    scorer: AnyScorer, number: int, game: Game, other: Totals, more: Iterator[Game]
) -> Difference:
    """What is to be said about the first game in which a scorer differs."""
    known = {game: other}
    steps: tuple[Totals | None, ...]
    try:
        short = _shortest(scorer, game, known)
        parts = [Game(short.deck[: n + 1], *short[1:]) for n in range(len(short.deck))]
        steps = tuple(scorer.totals(parts))
    except ScorerError:  # it takes whole decks alone
        short, steps = game, (*[None] * (len(game.deck) - 1), other)
    some = [*islice(more, _TELLING)]
    with contextlib.suppress(ScorerError):
        known.update(zip(some, scorer.totals(some), strict=True))
    return Difference(number, game, by_reading(game), other, short, steps, _suspects(known))


def _shortest(scorer: AnyScorer, game: Game, known: dict[Game, Totals]) -> Game:
    """The shortest deck in which a scorer differs, with the choices of a game."""
    for cards in range(1, _SHORT + 1):
        some = [Game("".join(deck), *game[1:]) for deck in product("RB", repeat=cards)]
        for each, other in zip(some, scorer.totals(some), strict=True):
            known[each] = other
            if other != by_reading(each):
                return each
    return game


def _suspects(known: dict[Game, Totals]) -> tuple[str, ...]:
    """The mistakes, alone or else in twos, that give all totals."""
    for n in (1, 2):
        fitting = [
            hypothesis_of(*some).text
            for some in together((*READINGS, *FLAGS), n)
            if _explains(some, known)
        ]
        if fitting:
            return tuple(fitting[:_SUSPECTS])
    return ()


def _explains(mistakes: Sequence[Mistake], known: dict[Game, Totals]) -> bool:
    wrong = hypothesis_of(*mistakes)
    for game, other in known.items():
        a, b, c, d = by_reading(game, wrong.reading)
        if wrong.is_fixed:
            c, d = a * len(game.first), b * len(game.first)
        if wrong.is_exchanged:
            a, b, c, d = c, d, a, b
        if wrong.is_swapped:
            a, b, c, d = b, a, d, c
        if (a, b, c, d) != other:
            return False
    return True


def by_reading(game: Game, reading: Reading = RULES) -> Totals:
    """The totals of a game of any length by the rules, or by another reading of them."""
    machine = _machine(game.first, game.second, reading)
    tricks, cards, state, waiting, drawn, last = [0, 0, 0], [0, 0, 0], 0, 0, 0, 0
    for letter in game.deck[: -1 if reading.misses_last else None]:
        colour = int(letter == "B")
        winner, is_open = machine.winner[state][colour], state not in machine.closed
        waiting, drawn = waiting + is_open, drawn + 1
        state = machine.after[state][colour]
        if winner:
            tricks[winner] += 1
            cards[winner] += (drawn if reading.piles_up else waiting) - reading.short
            waiting, last = 0, winner
    heir = {FIRST: FIRST, SECOND: SECOND, LAST: last}.get(reading.rest, 0)
    cards[heir] += waiting
    return Totals(tricks[1], tricks[2], cards[1], cards[2])


@cache
def _machine(first: str, second: str, reading: Reading) -> Any:
    return automaton((first, second), reading=reading)


def seeded(seed: int, decks: int) -> Iterable[str]:
    """Decks of a seed as letters, see `dealt.penney.decks`."""
    colours = str.maketrans("01", "RB")
    for first in range(0, decks, BLOCK):
        n = min(BLOCK, decks - first)
        words = [0] * n
        fill(new_rng(), seed, first, n, [0] * BLOCK, words)
        for word in words:
            yield f"{word:0{CARDS}b}".translate(colours)


def overview(findings: Sequence[Finding]) -> Sheet:
    """Several scorers, one a row."""
    return Sheet(
        title=say("Scorers"),
        columns=(say("scorer"), say("games"), say("result"), say("it looks like")),
        rows=tuple(
            (
                Path(each.name).name,
                each.games,
                each.verdict,
                listed([*each.difference.suspects]) if each.difference else "",
            )
            for each in findings
        ),
    )
