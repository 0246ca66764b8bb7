"""Penney's game with any deck and any two choices: card by card, as rows, and as outcomes.

The deck can have any number of cards of either colour, as in the example of the original document:

>>> from dealt.games.penney import play
>>> played = play("R B R R B B", "RRR", "RRB")
>>> played.tricks, played.cards, played.left
((0, 1), (0, 5), 1)

The original document lists the data of every game, and turns the list into a dictionary of
outcomes:

>>> from dealt.games.penney import outcomes, results
>>> rows = results(["RBRRBB", "BRRRRR"], ("RRR", "RRB"))
>>> outcomes(rows)
{('RRR', 'RRB'): Outcome(wins=1, draws=0, losses=1)}
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from dealt.core.view import cards_text
from dealt.errors import DeckError, SetupError
from dealt.games.penney.choices import BLACK, COLOURS, LENGTH, RED, choice_text, letters
from dealt.games.penney.exact import check_length, pair
from dealt.games.penney.state import SEATS
from dealt.games.penney.tally import CARDS, TRICKS, Outcome, check_scoring
from dealt.games.penney.words import Step, tricks_text
from dealt.language import message, say, say_n

_Deck = str | Iterable[object]

# how a game ended for player 1
WON, LOST, TIED = "won", "lost", "tied"

_WINS = {TRICKS: message("by tricks player {n} wins"), CARDS: message("by cards player {n} wins")}
_TIES = {TRICKS: message("by tricks it is a tie"), CARDS: message("by cards it is a tie")}


@dataclass(frozen=True)
class Played:
    """One game: a deck scored for two choices.

    Attributes:
        deck: the colours, in drawing order: `RBRRBB`.
        choices: those of player 1 and player 2, of the same length: `("RRR", "RRB")`.
        steps: one step for each card.
        tricks: numbers of tricks of player 1 and player 2.
        cards: numbers of cards in them.
        left: number of cards after the last trick, which go to nobody (N4).
    """

    deck: str
    choices: tuple[str, str]
    steps: tuple[Step, ...]
    tricks: tuple[int, int]
    cards: tuple[int, int]
    left: int

    def outcome(self, by: str = TRICKS) -> str:
        """How the game ended for player 1: `won`, `lost` or `tied`.

        Raises:
            SetupError: a scoring other than `tricks` and `cards`.
        """
        return outcome(*(self.cards if check_scoring(by) == CARDS else self.tricks))

    def __str__(self) -> str:
        """The result in one line."""
        won = zip(self.choices, self.tricks, self.cards, strict=True)
        players = [
            say(
                "player {n} ({choice}) has {tricks} and {cards}",
                n=n, choice=choice, tricks=tricks_text(tricks), cards=cards_text(cards),
            )
            for n, (choice, tricks, cards) in enumerate(won, 1)
        ]  # fmt: skip
        ended = [(by, self.outcome(by)) for by in (TRICKS, CARDS)]
        lines = [
            say(_TIES[by]) if outcome == TIED else say(_WINS[by], n=1 if outcome == WON else 2)
            for by, outcome in ended
        ]
        return "; ".join([*players, *lines])


def play(deck: _Deck, first: str, second: str) -> Played:
    """Score a deck of any length for two choices.

    Args:
        deck: a text such as `"R B R R B B"`, `"rbrrbb"`, `"010011"` or `"red black red"`; or the
            cards one by one, as letters or as 0 (red) and 1 (black), for example a NumPy array.
            There may be any number of red and of black cards, even none.
        first: the choice of player 1, 2 to 6 colours: `"RRR"`.
        second: a different choice of the same length, for player 2.

    Raises:
        DeckError: a card of the deck is not a colour.
        ParseError, SetupError: the choices cannot be read, are equal, or differ in length.
    """
    cards = deck_of(deck)
    choices = pair_of(first, second)
    steps = tuple(_steps_of(cards, choices))
    if not steps:
        return Played(cards, choices, (), (0, 0), (0, 0), 0)
    last = steps[-1]
    left = last.waiting if last.winner is None else 0
    return Played(
        cards,
        choices,
        steps,
        (last.tricks[0], last.tricks[1]),
        (last.cards[0], last.cards[1]),
        left,
    )


def deck_of(deck: _Deck) -> str:
    """A deck as a text of `R` and `B`, see `play`.

    Raises:
        DeckError: a card is not a colour.
    """
    if isinstance(deck, str):
        text = letters(deck)
        strange = next((card for card in text if card not in COLOURS), None)
        if strange is not None:
            raise _no_colour(strange)
        return text
    return "".join(map(_letter, deck))


def _letter(card: object) -> str:
    """One card of a deck that is given card by card."""
    if isinstance(card, str):
        text = letters(card)
        if len(text) == 1 and text in COLOURS:
            return text
    elif card in (RED, BLACK):
        return COLOURS[BLACK] if card == BLACK else COLOURS[RED]
    raise _no_colour(card)


def _no_colour(card: object) -> DeckError:
    """The message for a card that is not a colour."""
    return DeckError(
        "the deck has {card}, which is not a colour: R or 0 is red, B or 1 is black",
        card=repr(card)[:30],
    )


def outcome(first: int, second: int) -> str:
    """How a game ended for a player with `first` tricks or cards, if the other has `second`."""
    if first == second:
        return TIED
    return WON if first > second else LOST


def _steps_of(deck: str, choices: tuple[str, str]) -> Iterator[Step]:
    """The scoring of a deck, card by card (N2, N3)."""
    length = len(choices[0])
    tricks, cards = [0] * SEATS, [0] * SEATS
    window, waiting = "", 0
    for number, card in enumerate(deck, 1):
        window = (window + card)[-length:]
        waiting += 1
        equal = tuple(window == choice for choice in choices) if waiting >= length else ()
        winner = equal.index(True) if True in equal else None
        if winner is not None:
            tricks[winner] += 1
            cards[winner] += waiting
        yield Step(number, card, window, waiting, equal, winner, tuple(tricks), tuple(cards))
        if winner is not None:
            window, waiting = "", 0


# --- as the document's example prints it ----------------------------------------------------------


def setup_lines(played: Played) -> list[str]:
    """The deck and both choices, before the first card."""
    lines = [say("Deck = {cards}", cards=_listed(played.deck))]
    for n, choice in enumerate(played.choices, 1):
        line = say(
            "Player {n}'s choice: {choice}, tricks won = 0, cards won = 0", n=n, choice=choice
        )
        lines.append(line)
    return lines


def step_lines(played: Played, step: Step) -> list[str]:
    """One card: the window, the comparisons, and who wins the trick."""
    length = len(played.choices[0])
    cells = [*[say("none")] * (length - len(step.window)), *step.window]
    lines = [say("Deck: {cards}", cards=_listed(played.deck[step.number :]))]
    lines += [say("Card {n}: {card}", n=n, card=card) for n, card in enumerate(cells, 1)]
    lines.append(say("Number of cards drawn = {n}", n=step.waiting))
    if not step.equal:
        lines.append(say("No comparisons done as not all cards have values"))
    else:
        lines.append(say("Current sequence in play: {colours}", colours=step.window))
    for n, (is_equal, choice) in enumerate(zip(step.equal, played.choices, strict=False), 1):
        compared = f"{step.window} {'==' if is_equal else '!='} {choice}"
        lines.append(
            say("Comparison against player {n}'s sequence: {compared}", n=n, compared=compared)
        )
    if step.winner is not None:
        lines += _trick_lines(step, step.winner, length)
    return [*lines, say("Continue to next card")]


def _trick_lines(step: Step, winner: int, length: int) -> list[str]:
    n, tricks, cards = winner + 1, step.tricks[winner], step.cards[winner]
    places = ", ".join(say("card {n}", n=place) for place in range(1, length + 1))
    return [
        say("Player {n} won!", n=n),
        say("Player {n} tricks {before} -> {after}", n=n, before=tricks - 1, after=tricks),
        say(
            "Player {n} cards won {before} -> {after}",
            n=n, before=cards - step.waiting, after=cards,
        ),
        say("Number of cards drawn {before} -> 0", before=step.waiting),
        say("Reset {places}", places=places),
    ]  # fmt: skip


def end_lines(played: Played) -> list[str]:
    """What is left over, and the result."""
    lines = []
    if played.left:
        lines.append(
            say_n(
                "1 card is left over, for nobody", "{n} cards are left over, for nobody",
                played.left,
            )
        )  # fmt: skip
    return [*lines, str(played)]


def _listed(cards: str) -> str:
    return ", ".join(cards) if cards else say("none")


_Choices = tuple[str, str]  # of player 1 and player 2, such as ("RRR", "RRB")
_Scored = tuple[int, int, int, int]  # tricks of both, then cards of both


class Result(NamedTuple):
    """One game: a deck and two choices.

    Attributes:
        deck: number of the deck, from 1.
        first, second: the choices of player 1 and player 2, such as `RRB`.
        first_tricks, second_tricks: tricks won.
        first_cards, second_cards: cards won.
        by_tricks, by_cards: how it ended for player 1: `won`, `lost` or `tied`.
    """

    deck: int
    first: str
    second: str
    first_tricks: int
    second_tricks: int
    first_cards: int
    second_cards: int
    by_tricks: str
    by_cards: str

    def __str__(self) -> str:
        return say(
            "deck {n}, {first} against {second}: tricks {tricks}, cards {cards}",
            n=self.deck, first=self.first, second=self.second,
            tricks=f"{self.first_tricks}:{self.second_tricks}",
            cards=f"{self.first_cards}:{self.second_cards}",
        )  # fmt: skip


def results(
    decks: Iterable[_Deck], choices: tuple[str, str] | None = None, *, length: int = LENGTH
) -> Iterator[Result]:
    """The games of each deck, one after the other; no other data is kept in memory.

    Args:
        decks: each a text such as `"RBRRBB"` or a row of 0 (red) and 1 (black), of any length; for
            example a NumPy array of shape (decks, cards).
        choices: those of player 1 and player 2; None: all pairs, 56 with three colours.
        length: colours in a choice, if all pairs are scored.

    Raises:
        DeckError: a card is not a colour; the decks before it have been scored.
        ParseError, SetupError: the choices or the length are not valid; raised at the first row.
    """
    pairs = all_pairs(check_length(length)) if choices is None else (pair_of(*choices),)
    for number, deck in enumerate(decks, 1):
        cards = deck_of(deck)
        scored: dict[_Choices, _Scored] = {}
        for first, second in pairs:
            mirrored = scored.get((second, first))  # the same game, seen by the other player
            if mirrored is None:
                tricks, others, won, lost = scored[first, second] = _score(cards, first, second)
            else:
                others, tricks, lost, won = mirrored
            yield Result(
                number, first, second, tricks, others, won, lost,
                outcome(tricks, others), outcome(won, lost),
            )  # fmt: skip


def _score(deck: str, first: str, second: str) -> _Scored:
    """The tricks of players 1 and 2, then their cards.

    Args:
        deck: letters `R` and `B`.
        first: the choice of player 1.
        second: another choice of the same length.
    """
    tricks = others = cards = lost = decks_scored = 0
    for trick in _either(first, second).finditer(deck):  # finds never overlap (N2)
        end = trick.end()
        if trick[0] == first:
            tricks += 1
            cards += end - decks_scored
        else:
            others += 1
            lost += end - decks_scored
        decks_scored = end
    return tricks, others, cards, lost


@cache
def _either(first: str, second: str) -> re.Pattern[str]:
    return re.compile(f"{first}|{second}")


def pair_of(first: str, second: str) -> _Choices:
    """Two choices as letters.

    Raises:
        ParseError, SetupError: they cannot be read, are equal, or differ in length.
    """
    one, two, length = pair(first, second)
    return choice_text(one, length), choice_text(two, length)


@cache
def all_pairs(length: int = LENGTH) -> tuple[_Choices, ...]:
    """All ordered pairs of different choices, in the order of the document's files."""
    every = [choice_text(choice, length) for choice in range(1 << length)]
    return tuple((first, second) for first in every for second in every if first != second)


def outcomes(
    rows: Iterable[Result],
    by: str = TRICKS,
    before: Mapping[_Choices, Outcome] | None = None,
) -> dict[_Choices, Outcome]:
    """How often player 1 won, tied and lost, by both choices.

    Args:
        rows: results of games, from one file or many.
        by: `tricks` or `cards`.
        before: earlier outcomes to add to.

    Raises:
        SetupError: an unknown scoring, or a row that is not a result.
    """
    is_by_cards = check_scoring(by) == CARDS
    counted = {pair: list(counts) for pair, counts in (before or {}).items()}
    place = {WON: 0, LOST: 2}
    for row in rows:
        if not isinstance(row, Result):
            raise SetupError("outcomes takes what `results` returns, not {given}", given=repr(row))
        ended = row.by_cards if is_by_cards else row.by_tricks
        counted.setdefault((row.first, row.second), [0, 0, 0])[place.get(ended, 1)] += 1
    return {pair: Outcome(*counts) for pair, counts in counted.items()}
