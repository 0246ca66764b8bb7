"""Penney's game with decks of any length: one game card by card, rows of games, outcomes."""

import random

import numpy as np
import pytest

from dealt.errors import DeckError, ParseError, SetupError
from dealt.games.penney import Outcome, exact, outcomes, play, results
from dealt.games.penney.state import State
from dealt.games.penney.tally import SCORINGS
from dealt.games.penney.trace import end_lines, setup_lines, step_lines
from dealt.games.penney.words import steps
from dealt.penney import scoring
from dealt.penney.decks import cards_of, deal
from dealt.penney.percentages import percentages, rounded, sheet
from tests.oracles import penney as oracle

EXAMPLE = """\
Deck = R, B, R, R, B, B
Player 1's choice: RRR, tricks won = 0, cards won = 0
Player 2's choice: RRB, tricks won = 0, cards won = 0
---
Deck: B, R, R, B, B
Card 1: none
Card 2: none
Card 3: R
Number of cards drawn = 1
No comparisons done as not all cards have values
Continue to next card
---
Deck: R, R, B, B
Card 1: none
Card 2: R
Card 3: B
Number of cards drawn = 2
No comparisons done as not all cards have values
Continue to next card
---
Deck: R, B, B
Card 1: R
Card 2: B
Card 3: R
Number of cards drawn = 3
Current sequence in play: RBR
Comparison against player 1's sequence: RBR != RRR
Comparison against player 2's sequence: RBR != RRB
Continue to next card
---
Deck: B, B
Card 1: B
Card 2: R
Card 3: R
Number of cards drawn = 4
Current sequence in play: BRR
Comparison against player 1's sequence: BRR != RRR
Comparison against player 2's sequence: BRR != RRB
Continue to next card
---
Deck: B
Card 1: R
Card 2: R
Card 3: B
Number of cards drawn = 5
Current sequence in play: RRB
Comparison against player 1's sequence: RRB != RRR
Comparison against player 2's sequence: RRB == RRB
Player 2 won!
Player 2 tricks 0 -> 1
Player 2 cards won 0 -> 5
Number of cards drawn 5 -> 0
Reset card 1, card 2, card 3
Continue to next card
---
Deck: none
Card 1: none
Card 2: none
Card 3: B
Number of cards drawn = 1
No comparisons done as not all cards have values
Continue to next card
---
1 card is left over, for nobody
player 1 (RRR) has 0 tricks and 0 cards; player 2 (RRB) has 1 trick and 5 cards; \
by tricks player 2 wins; by cards player 2 wins"""


def test_the_example_of_the_document_in_its_own_words():
    """Every line of it; where it prints BRR for RRB, its fifth card (N6)."""
    played = play("R B R R B B", "RRR", "RRB")
    parts = [setup_lines(played), *(step_lines(played, step) for step in played.steps)]
    assert "\n---\n".join("\n".join(part) for part in [*parts, end_lines(played)]) == EXAMPLE
    assert (played.tricks, played.cards, played.left) == ((0, 1), (0, 5), 1)
    assert played.outcome() == played.outcome("cards") == "lost"


@pytest.mark.parametrize(
    "deck",
    ["R B R R B B", "rbrrbb", "010011", "red, black, red, red, black, black", list("RBRRBB"),
     [0, 1, 0, 0, 1, 1], [False, True, False, False, True, True],
     np.array([0, 1, 0, 0, 1, 1], np.int8), np.array([0, 1, 0, 0, 1, 1], bool)],
    ids=str,
)  # fmt: skip
def test_a_deck_is_written_in_many_ways(deck):
    assert play(deck, "RRR", "RRB") == play("RBRRBB", "RRR", "RRB")


def test_any_deck_and_any_choices_are_scored_as_the_second_implementation_says():
    """No card up to 60 of them, any mix of colours, choices of two to six colours."""
    chance = random.Random(7)
    for _ in range(400):
        deck = "".join(chance.choices("RB", k=chance.randrange(60)))
        first, second = chance.sample(range(4), 2), chance.randrange(2, 7)
        one, two = (f"{n:0{second}b}".replace("0", "R").replace("1", "B") for n in first)
        played, expected = play(deck, one, two), oracle.play(deck, one, two)
        assert (played.tricks, played.cards, played.left) == (
            expected.tricks, expected.cards, expected.left,
        )  # fmt: skip
        assert [step.winner for step in played.steps] == [
            None if step.winner is None else step.winner - 1 for step in expected.steps
        ]
        (row,) = results([deck], (one, two))
        assert row[3:7] == (*expected.tricks, *expected.cards)


def test_a_whole_deck_is_scored_step_by_step_as_in_a_match():
    """The steps of `play` are those that the terminal shows."""
    deck = cards_of(deal(3, 0, 1))[0].tolist()
    s = State()
    s.deck[:] = deck
    s.choice[:] = [4, 1]
    assert list(play(deck, "BRR", "RRB").steps) == list(steps(s))


def test_no_card_wins_nothing():
    played = play("", "RRR", "RRB")
    assert (played.tricks, played.cards, played.left, played.steps) == ((0, 0), (0, 0), 0, ())
    assert played.outcome() == "tied"
    assert str(played).endswith("by tricks it is a tie; by cards it is a tie")


@pytest.mark.parametrize(
    ("deck", "choices", "error", "text"),
    [
        ("RBX", ("RRR", "RRB"), DeckError, "the deck has 'X', which is not a colour: R or 0 is"),
        ([0, 2], ("RRR", "RRB"), DeckError, "the deck has 2, which is not a colour"),
        (["RB"], ("RRR", "RRB"), DeckError, "the deck has 'RB', which is not a colour"),
        ("RB", ("RRR", "RRR"), SetupError, "both choose RRR"),
        ("RB", ("RRR", "RB"), SetupError, "RRR and RB have 3 and 2 colours"),
        ("RB", ("R", "B"), SetupError, "length 1: a choice must have 2 to 6 colours"),
        ("RB", ("RRX", "RRR"), ParseError, "'RRX'"),
    ],
)
def test_invalid_deals_are_refused(deck, choices, error, text):
    with pytest.raises(error) as raised:
        play(deck, *choices)
    assert text in str(raised.value)


def test_the_results_of_all_pairs_add_up_to_the_outcomes():
    """Rows come one by one; counted by both choices they are what the fast scorer counts."""
    words = deal(11, 0, 150)
    tally = scoring.score(words)
    rows = list(results(cards_of(words)))
    assert len(rows) == 150 * 56 and [row.deck for row in rows[::56]] == list(range(1, 151))
    for by in SCORINGS:
        outcomes_of_rows = outcomes(rows, by)
        assert outcomes_of_rows == tally.outcomes(by) and len(outcomes_of_rows) == 56
        assert all(sum(each) == 150 for each in outcomes_of_rows.values())
        half = outcomes(rows[: 56 * 60], by)
        assert outcomes(rows[56 * 60 :], by, half) == outcomes_of_rows


def test_rows_are_made_as_they_are_asked_for():
    """A deck that cannot be read is not met before its turn, and no list is kept."""
    rows = results(iter(["RRR", "RRX"]), ("RRR", "RRB"))
    assert next(rows) == (1, "RRR", "RRB", 1, 0, 3, 0, "won", "won")
    with pytest.raises(DeckError):
        next(rows)


def test_the_outcomes_of_all_decks_are_the_exact_odds():
    odds = exact.odds("BBR", "RBR", "cards")
    outcome = exact.tally().outcomes("cards")["BBR", "RBR"]
    assert outcome == Outcome(odds.wins, odds.draws, odds.losses) and sum(outcome) == odds.decks


def test_percentages_are_rounded_once():
    """The exact table: 80(8) where BBR answers BRB, by tricks, as published."""
    tally = exact.tally()
    by_pair = {row[:2]: row for row in percentages(tally)}
    assert by_pair["BBR", "BRB"].tricks_win == "80.11%"
    assert by_pair["BBR", "BRB"].tricks_draw == "8.28%"
    assert len(by_pair) == 56 and {row.decks for row in by_pair.values()} == {tally.decks}
    table = sheet(tally, "tricks")
    row = next(row for row in table.rows if row[0] == "BBR")
    assert row[table.columns.index("BRB")] == "80(8)" and row[table.columns.index("BBR")] == "--"
    finer = sheet(tally, "tricks", 2)
    assert finer.rows[1][finer.columns.index("BRB")] == "80.11(8.28)"
    assert [rounded(1, 200, 0), rounded(1, 2000, 1), rounded(0, 0, 2)] == ["1", "0.1", "0.00"]
    with pytest.raises(SetupError, match="11 decimals"):
        sheet(tally, "tricks", 11)
