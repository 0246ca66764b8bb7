"""Penney's game with cards, a second time: the document's method, card by card and pair by pair.

A deck is a sequence of letters, R or B, the first card first; a choice is a string of them, such
as "RRB". Player 1 has the `first` choice, player 2 the `second`. Nothing here is fast on purpose,
and nothing slow; `document_scorer` is the method as the document's program runs it, over bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

Pair = tuple[str, str]

COLOURS = "RB"
LENGTHS = range(2, 7)
SCORINGS = ("tricks", "cards")


@dataclass(frozen=True)
class Step:
    """One card drawn, and what came of it.

    Attributes:
        card: the card drawn.
        drawn: the counter of cards drawn before any reset.
        equal: whether the cards in play equal the choice of player 1 and of player 2; nothing
            until all cards have values.
        winner: the player who took a trick with this card, 1 or 2; None: nobody.
        tricks: tricks won by player 1 and player 2 so far.
        cards: cards won by player 1 and player 2 so far.
    """

    card: str
    drawn: int
    equal: tuple[bool, ...]
    winner: int | None
    tricks: tuple[int, int]
    cards: tuple[int, int]


@dataclass(frozen=True)
class Game:
    """A deck played to its end; the cards `left` belong to nobody (N4)."""

    first: str
    second: str
    tricks: tuple[int, int]
    cards: tuple[int, int]
    left: int
    steps: tuple[Step, ...]


class Score(NamedTuple):
    """The totals of a game."""

    tricks1: int
    cards1: int
    tricks2: int
    cards2: int


def choices(length: int = 3) -> list[str]:
    """All choices, RRR first and BBB last."""
    return ["".join(colours) for colours in product(COLOURS, repeat=length)]


def pairs(length: int = 3) -> list[Pair]:
    """All pairs of different choices in the order of the document's file, 56 of length 3."""
    return [(one, two) for one in choices(length) for two in choices(length) if one != two]


def check_choices(first: str, second: str) -> None:
    """ValueError unless both are choices of one length and not the same (N1)."""
    for choice in (first, second):
        if len(choice) not in LENGTHS or set(choice) - set(COLOURS):
            raise ValueError(f"a choice is 2 to 6 letters R or B, not {choice!r}")
    if len(first) != len(second):
        raise ValueError(f"{first} and {second} differ in length")
    if first == second:
        raise ValueError(f"both players choose {first}")


def letters(deck: Iterable[int]) -> str:
    """A deck of the document's files, 0 red and 1 black, as letters."""
    return "".join(COLOURS[colour] for colour in deck)


def play(deck: Sequence[str], first: str, second: str) -> Game:
    """The document's method, with everything that happens at every card."""
    check_choices(first, second)
    nothing: tuple[str | None, ...] = (None,) * len(first)
    cards_in_play = nothing
    draws = 0
    tricks = {1: 0, 2: 0}
    cards = {1: 0, 2: 0}
    steps = []
    for card in deck:
        # the new card replaces the third, the old third the second, the old second the first
        cards_in_play = (*cards_in_play[1:], card)
        counter = draws = draws + 1
        equal: tuple[bool, ...] = ()
        if None not in cards_in_play:
            equal = tuple(cards_in_play == tuple(choice) for choice in (first, second))
        winner = equal.index(True) + 1 if True in equal else None
        if winner is not None:
            tricks[winner] += 1
            cards[winner] += draws
            draws = 0
            cards_in_play = nothing
        so_far = (tricks[1], tricks[2]), (cards[1], cards[2])
        steps.append(Step(card, counter, equal, winner, *so_far))
    return Game(first, second, (tricks[1], tricks[2]), (cards[1], cards[2]), draws, tuple(steps))


def score(deck: Sequence[str], first: str, second: str) -> Score:
    """The totals of `play`, without the trace."""
    tricks1 = cards1 = tricks2 = cards2 = waiting = 0
    in_play = ""
    for card in deck:
        in_play += card
        waiting += 1
        if in_play.endswith(first):
            tricks1 += 1
            cards1 += waiting
        elif in_play.endswith(second):
            tricks2 += 1
            cards2 += waiting
        else:
            continue
        in_play = ""
        waiting = 0
    return Score(tricks1, cards1, tricks2, cards2)


def score_all(deck: Sequence[str], length: int = 3) -> dict[Pair, Score]:
    """The totals of every ordered pair of choices on one deck."""
    return {(first, second): score(deck, first, second) for first, second in pairs(length)}


def compared(own_score: int, other: int) -> str:
    """What a result is to player 1: `wins`, `ties` or `losses`."""
    if own_score == other:
        return "ties"
    return "wins" if own_score > other else "losses"


def tally(decks: Iterable[Sequence[str]], length: int = 3) -> dict[Pair, dict[str, dict[str, int]]]:
    """Counts such as `tally(decks)["RRR", "RRB"]["cards"]["wins"]`, all seen from player 1."""
    counts = {
        pair: {by: {"ties": 0, "wins": 0, "losses": 0} for by in SCORINGS} for pair in pairs(length)
    }
    for deck in decks:
        for pair, got in score_all(deck, length).items():
            counts[pair]["tricks"][compared(got.tricks1, got.tricks2)] += 1
            counts[pair]["cards"][compared(got.cards1, got.cards2)] += 1
    return counts


def every_deck(red: int, black: int) -> Iterator[str]:
    """All decks of so many red and black cards, each once."""
    for reds in combinations(range(red + black), red):
        yield "".join("R" if place in reds else "B" for place in range(red + black))


@dataclass(frozen=True)
class Distribution:
    """What a pair of choices does over all decks of so many red and black cards.

    Attributes:
        decks: how many decks there are.
        results: by scoring, the decks that player 1 wins, draws and loses, under the names
            `wins`, `ties` and `losses`.
        differences: by scoring, player 1's total less player 2's, and in how many decks.
        expected: by scoring, the mean totals of player 1 and player 2.
        first_trick: the decks in which `first`, `second` or `nobody` takes the first trick.
    """

    decks: int
    results: dict[str, dict[str, int]]
    differences: dict[str, dict[int, int]]
    expected: dict[str, tuple[Fraction, Fraction]]
    first_trick: dict[str, int]


def brute_force(red: int, black: int, first: str, second: str) -> Distribution:
    """The distributions of a pair of choices, by playing all the decks."""
    check_choices(first, second)
    decks = 0
    results = {by: {"wins": 0, "ties": 0, "losses": 0} for by in SCORINGS}
    differences: dict[str, Counter[int]] = {by: Counter() for by in SCORINGS}
    sums = {by: [0, 0] for by in SCORINGS}
    first_trick = {"first": 0, "second": 0, "nobody": 0}
    for deck in every_deck(red, black):
        decks += 1
        got = score(deck, first, second)
        totals = {"tricks": (got.tricks1, got.tricks2), "cards": (got.cards1, got.cards2)}
        for by, (own, other) in totals.items():
            results[by][compared(own, other)] += 1
            differences[by][own - other] += 1
            sums[by][0] += own
            sums[by][1] += other
        opening = variant(deck, first, second, first_trick_only=True)
        first_trick["first" if opening.tricks1 else "second" if opening.tricks2 else "nobody"] += 1
    return Distribution(
        decks,
        results,
        {by: dict(sorted(counted.items())) for by, counted in differences.items()},
        {by: (Fraction(one, decks), Fraction(two, decks)) for by, (one, two) in sums.items()},
        first_trick,
    )


def variant(
    deck: Sequence[str],
    first: str,
    second: str,
    *,
    short: int = 0,
    skip_after: Collection[int] = (),
    counts_skipped: bool = False,
    overlap: Collection[int] = (),
    piles_up: bool = False,
    rest: int = 0,
    first_trick_only: bool = False,
    counter: int = 0,
    in_blocks: bool = False,
    late: int = 0,
    misses_last: bool = False,
) -> Score:
    """The totals under wrong readings that published tables hold; without any, those of `play`.

    Args:
        deck: the cards.
        first: player 1's choice.
        second: player 2's choice.
        short: every trick scores so many cards fewer than were drawn; below 0, more.
        skip_after: after a trick of these players one more card is drawn, which nobody wins and
            which is in no window.
        counts_skipped: that card counts in the next trick all the same.
        overlap: after a trick of these players the window stays, so that the next one may share
            cards with it; the counter of cards drawn is reset all the same.
        piles_up: the counter of cards drawn is never reset.
        rest: who gets the cards left over: player 1, player 2, or 3, the last winner.
        first_trick_only: the game is over with the first trick.
        counter: players count their matching cards, back to 0 after a mismatch; with 2 the card
            that does not match is then held against the first one of the choice.
        in_blocks: a window without a winner is put aside as a whole.
        late: with 1 the first window of the deck is not compared, with 2 none after a trick either.
        misses_last: the last card stays in the deck.
    """
    check_choices(first, second)
    tricks = {1: 0, 2: 0}
    cards = {1: 0, 2: 0}
    waiting = 0
    window: list[str] = []
    to_come = list(deck)[: len(deck) - misses_last]
    matching = {1: 0, 2: 0}
    is_late = late > 0
    last = 0
    while to_come:
        card = to_come.pop(0)
        window = [*window, card][-len(first) :]
        waiting += 1
        for player, choice in ((1, first), (2, second)):
            if choice[matching[player]] == card:
                matching[player] += 1
            elif counter == 2 and choice[0] == card:
                matching[player] = 1
            else:
                matching[player] = 0
            is_full = matching[player] == len(choice)
            matching[player] %= len(choice)
            if not is_full if counter else window != list(choice) or is_late:
                continue
            matching = {1: 0, 2: 0}
            is_late = late > 1
            tricks[player] += 1
            cards[player] += waiting - short
            last = player
            if not piles_up:
                waiting = 0
            if player not in overlap:
                window = []
            if player in skip_after:
                waiting += int(counts_skipped and bool(to_come))
                to_come = to_come[1:]
            if first_trick_only:
                to_come = []
            break
        else:
            if len(window) == len(first):
                is_late = False
                window = [] if in_blocks else window
    taker = last if rest == 3 else rest
    if taker and not (piles_up or first_trick_only and last):
        cards[taker] += waiting
    return Score(tricks[1], cards[1], tricks[2], cards[2])


def _check_race(first: str, second: str) -> None:
    """ValueError unless either can come first; the lengths may differ."""
    if not first or not second or set(first + second) - set(COLOURS):
        raise ValueError(f"choices are letters R or B, not {first!r} and {second!r}")
    if first in second or second in first:
        raise ValueError(f"one of {first} and {second} holds the other")


def markov(first: str, second: str, red: int = 1, black: int = 1) -> Fraction:
    """The chance that the first choice comes first in an endless deck, from linear equations.

    A state is the longest end of the cards seen with which one of the choices begins. The chance
    from a state is the mean of the chances from the states that follow it, by how often red and
    black come: `red` to `black`, both above 0.
    """
    _check_race(first, second)
    begins = {choice[:size] for choice in (first, second) for size in range(len(choice) + 1)}
    states = sorted(begins - {first, second})
    place = {state: index for index, state in enumerate(states)}
    rows = []
    for state in states:
        row = [Fraction(0)] * (len(states) + 1)
        row[place[state]] += 1
        for card, weight in zip(COLOURS, (red, black), strict=True):
            window = state + card
            while window not in begins:
                window = window[1:]
            if window == first:
                row[-1] += Fraction(weight, red + black)
            elif window != second:
                row[place[window]] -= Fraction(weight, red + black)
        rows.append(row)
    return solved(rows)[place[""]]


def solved(rows: list[list[Fraction]]) -> list[Fraction]:
    """The solution of linear equations; each row ends with its right side."""
    rows = [list(row) for row in rows]
    for column in range(len(rows)):
        pivot = next(index for index in range(column, len(rows)) if rows[index][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        top = rows[column] = [value / rows[column][column] for value in rows[column]]
        for index, row in enumerate(rows):
            if index != column and row[column]:
                times = row[column]
                rows[index] = [a - times * b for a, b in zip(row, top, strict=True)]
    return [row[-1] for row in rows]


HEADER = (
    "p1_choice, p2_choice, trick_ties, p1_trick_wins, p1_trick_loss, "
    "card_ties, p1_card_wins, p1_card_loss"
)


def digits(choice: str) -> str:
    """A choice as the document's file names it: RRB is 001."""
    return "".join(str(COLOURS.index(colour)) for colour in choice)


def document_rows(decks: Iterable[Sequence[str]]) -> list[str]:
    """The 56 rows of scores.csv for these decks, without the header and the ends of lines."""
    rows = []
    for (first, second), counts in tally(decks).items():
        numbers = [counts[by][name] for by in SCORINGS for name in ("ties", "wins", "losses")]
        rows.append(",".join([digits(first), digits(second), *map(str, numbers)]))
    return rows


def document_file(decks: Iterable[Sequence[str]]) -> str:
    """The text of scores.csv for these decks."""
    return "".join(f"{line}\n" for line in [HEADER, *document_rows(decks)])


Colours = tuple[int, int, int]
# tricks and cards of player 1, then of player 2
Totals = tuple[int, int, int, int]
# both choices, then the totals
Result = tuple[Colours, Colours, int, int, int, int]
# trick ties, wins and losses of player 1, then card ties, wins and losses
Outcomes = list[int]

DOCUMENT_CHOICES: list[Colours] = [
    (card1, card2, card3) for card1 in (0, 1) for card2 in (0, 1) for card3 in (0, 1)
]


def document_game(deck: bytes, first: Colours, second: Colours) -> Totals:
    """One deck and one pair of choices, as the document says it."""
    p1_tricks = p1_cards = p2_tricks = p2_cards = 0
    card1 = card2 = card3 = None
    waiting = 0
    for card in deck:
        card1, card2, card3 = card2, card3, card
        waiting += 1
        if card1 is None:
            continue
        in_play = (card1, card2, card3)
        if in_play == first:
            p1_tricks += 1
            p1_cards += waiting
        elif in_play == second:
            p2_tricks += 1
            p2_cards += waiting
        else:
            continue
        waiting = 0
        card1 = card2 = card3 = None
    return p1_tricks, p1_cards, p2_tricks, p2_cards


def document_outcomes(results: Iterable[Result]) -> dict[tuple[Colours, Colours], Outcomes]:
    """The list of results as the dictionary of outcomes, indexed by both choices."""
    outcomes: dict[tuple[Colours, Colours], Outcomes] = {}
    for first, second, p1_tricks, p1_cards, p2_tricks, p2_cards in results:
        counts = outcomes.setdefault((first, second), [0] * 6)
        if p1_tricks == p2_tricks:
            counts[0] += 1
        elif p1_tricks > p2_tricks:
            counts[1] += 1
        else:
            counts[2] += 1
        if p1_cards == p2_cards:
            counts[3] += 1
        elif p1_cards > p2_cards:
            counts[4] += 1
        else:
            counts[5] += 1
    return outcomes


def document_scorer(decks: Iterable[bytes]) -> dict[tuple[Colours, Colours], Outcomes]:
    """All decks of a file and all 56 pairs of choices, as the document's program scores them.

    A deck is 52 bytes, 0 red and 1 black. Choices are tuples of three such numbers. The outcomes
    are the six numbers of a row of scores.csv.
    """
    results: list[Result] = []
    for deck in decks:
        for first in DOCUMENT_CHOICES:
            for second in DOCUMENT_CHOICES:
                if first != second:
                    results.append((first, second, *document_game(deck, first, second)))
    return document_outcomes(results)
