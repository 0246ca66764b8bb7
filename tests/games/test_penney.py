"""Penney's game: the rulings, the words, the players."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dealt
from dealt.core.agent import Action
from dealt.errors import DeckError, IllegalAction, ParseError, SetupError
from dealt.games import game
from dealt.games.penney import bots, exact
from dealt.games.penney.choices import (
    CHOICES,
    choice_text,
    colours,
    digits,
    in_order,
    other_colours,
    parse_choice,
)
from dealt.games.penney.words import steps
from dealt.penney import scoring as sliced
from dealt.penney.decks import words_of
from tests.oracles import penney as oracle

GAME = game("penney")
NAMES = ["RRR", "RRB", "RBR", "RBB", "BRR", "BRB", "BBR", "BBB"]
EXAMPLE = "RBRRBB"


def deck_like(beginning):
    """A whole deck that begins so, black and red cards by turns after it."""
    left = {"R": 26 - beginning.count("R"), "B": 26 - beginning.count("B")}
    rest = ""
    while len(beginning + rest) < 52:
        colour = max(left, key=lambda c: (left[c], c))
        left[colour] -= 1
        rest += colour
    return beginning + rest


def played(deck, first, second, **options):
    """A table at which both have chosen."""
    match = dealt.match("penney", ["Ana", "Bob"], deck=list(deck), **options)
    match.play(first)
    match.play(second)
    return match.table


decks = st.permutations("R" * 26 + "B" * 26).map("".join)
pairs = st.permutations(NAMES).map(lambda names: names[:2])


def test_N1_both_choose_three_colours_and_not_the_same():
    """Eight choices, then seven; the second hears the first; only complete decks are played."""
    table = dealt.table("penney", ["Ana", "Bob"], seed=1)
    assert [str(action) for action in table.actions] == NAMES
    table.play("BRB")
    assert table.view("Bob").group("choice:0") == ("B", "R", "B")
    assert table.view("Bob").group("choice:1") == ()
    assert [str(action) for action in table.actions] == [n for n in NAMES if n != "BRB"]
    with pytest.raises(
        IllegalAction, match="Bob cannot play BRB: Ana has chosen it; the choices must"
    ):
        table.play("brb")
    for deck in ("R" * 27 + "B" * 25, "R" * 26 + "B" * 25, "R" * 26 + "B" * 25 + "X"):
        with pytest.raises(DeckError):
            played(deck, "RRR", "BBB")


@given(deck=decks, pair=pairs)
def test_N2_a_trick_shares_no_card_with_the_next(deck, pair):
    """Before a trick there are three cards that belong to no trick before."""
    table = played(deck, *pair)
    ends = [0] + [step.number for step in steps(table._state) if step.winner is not None]
    assert all(end - before >= 3 for before, end in pairwise(ends))
    assert [s.winner for s in steps(played(deck_like("RRRRR"), "RRR", "BBB")._state)][:5] == [
        None, None, 0, None, None,
    ]  # fmt: skip


@given(deck=decks, pair=pairs)
def test_N3_the_winner_takes_all_cards_since_the_last_trick(deck, pair):
    """Card by card, the round is that of the second implementation."""
    table = played(deck, *pair)
    theirs = oracle.play(deck, *pair)
    trace = list(steps(table._state))
    assert [step.number for step in trace] == list(range(1, 53))
    for mine, other in zip(trace, theirs.steps, strict=True):
        assert (mine.card, mine.waiting) == (other.card, other.drawn)
        assert (mine.tricks, mine.cards) == (tuple(other.tricks), tuple(other.cards))
        assert mine.winner == (None if other.winner is None else other.winner - 1)
        assert mine.equal == other.equal
    assert tuple(table._state.tricks) == tuple(theirs.tricks)
    assert tuple(table._state.cards) == tuple(theirs.cards)


def test_N4_cards_left_over_go_to_nobody():
    """Tricks or cards decide as agreed; equal is a draw; what is left is not counted."""
    deck = deck_like("RRB" + "BRBRR")  # Ana: three cards; Bob: five
    by_tricks, by_cards = (played(deck, "RRB", "BRR", scoring=x) for x in ("tricks", "cards"))
    tricks, cards = by_tricks._state.tricks, by_tricks._state.cards
    assert by_tricks.scores == {"Ana": tricks[0], "Bob": tricks[1]}
    assert by_cards.scores == {"Ana": cards[0], "Bob": cards[1]}
    assert sum(cards) < 52
    table = played("R" * 26 + "B" * 26, "RRR", "BBB")
    assert table._state.tricks == [8, 8] and table._state.cards == [24, 26]
    assert table.outcome == "Ana has 8 tricks and 24 cards, Bob 8 tricks and 26 cards: a draw"
    table = played("R" * 26 + "B" * 26, "RRR", "BBB", scoring="cards")
    assert table.outcome.endswith("Bob wins by cards")
    table = played("RBR" + "R" * 24 + "B" * 25, "RBR", "BRB")
    assert (
        table.outcome == "Ana has 1 trick and 3 cards, Bob 0 tricks and 0 cards: Ana wins by tricks"
    )


@settings(max_examples=20)
@given(several=st.lists(decks, min_size=1, max_size=8))
def test_N5_results_add_up_and_no_deck_counts_twice(several):
    """Counts of parts add up to those of the whole; files are held by the tests of storage."""
    words = words_of([[int(card == "B") for card in deck] for deck in several])
    whole = sliced.score(words, fast=False)
    assert whole == sliced.score(words[:1], fast=False) + sliced.score(words[1:], fast=False)
    assert whole.decks == len(several)
    counted = oracle.tally(several)
    for choice, other in whole.pairs():
        for by in ("tricks", "cards"):
            theirs = counted[choice_text(choice), choice_text(other)][by]
            assert whole.won(by, choice, other) == theirs["wins"]
            assert whole.drawn(by, choice, other) == theirs["ties"]
            assert whole.lost(by, choice, other) == theirs["losses"]


def test_N6_the_example_of_the_document_card_by_card():
    """RRR against RRB on R B R R B B: the second player wins five cards with the fifth."""
    trace = list(steps(played(deck_like(EXAMPLE), "RRR", "RRB")._state))[:6]
    assert [step.window for step in trace] == ["R", "RB", "RBR", "BRR", "RRB", "B"]
    assert [step.waiting for step in trace] == [1, 2, 3, 4, 5, 1]
    assert [step.equal for step in trace] == [(), (), (False,) * 2, (False,) * 2, (False, True), ()]
    assert [step.winner for step in trace] == [None, None, None, None, 1, None]
    assert trace[3].tricks == trace[3].cards == (0, 0)
    assert (trace[4].tricks, trace[4].cards) == ((0, 1), (0, 5))


def test_the_players_can_take_turns_to_choose_first():
    """By default the first seat chooses first in every round."""
    for first, starters in (("same", ["Ana", "Ana", "Ana"]), ("turns", ["Ana", "Bob", "Ana"])):
        match = dealt.match("penney", ["Ana", "Bob"], rounds=3, first=first, seed=2)
        turns = []
        for number in range(3):
            turns.append(match.table.turn)
            match.play("RRR")
            match.play("BRR")
            if number < 2:
                match.next_round()
        assert turns == starters


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["RRB", "rrb", " R R B ", "001", "red red black", "Red, red, black", "r-r-b", "0 0 1"]
)
def test_choices_are_read_as_people_write_them(text):
    """Letters, digits and words."""
    assert parse_choice(text) == parse_choice(text, 3) == GAME.words.parse_action(text) == 1


@pytest.mark.parametrize("text", ["", "RR", "RRRR", "RRX", "green", "1", "012", "🂡"])
def test_an_invalid_choice_is_refused_with_an_example(text):
    """One line that says what a choice looks like."""
    with pytest.raises(
        ParseError, match="is not a valid choice: write 3 colours, R or B, such as RRB"
    ):
        parse_choice(text, 3)


@given(length=st.integers(2, 6), data=st.data())
def test_choices_are_numbers_texts_and_colours(length, data):
    """All three say the same."""
    choice = data.draw(st.integers(0, 2**length - 1))
    text = choice_text(choice, length)
    assert parse_choice(text) == parse_choice(digits(choice, length)) == choice
    assert ["RB"[colour] for colour in colours(choice, length)] == list(text)
    assert choice_text(other_colours(choice, length), length) == text.translate({82: "B", 66: "R"})


def test_tables_begin_with_black():
    """BBB comes first, RRR last."""
    assert [choice_text(choice) for choice in in_order()] == NAMES[::-1]


def test_a_view_tells_choices_before_and_the_deck_after():
    """A person reads who chose what; once it is drawn, the deck with its tricks."""
    rule = "More tricks win. The deck has 26 red (R) and 26 black (B) cards."
    table = dealt.table("penney", ["Ana", "Bob"], seed=3)
    assert str(table.view(1)).splitlines() == [
        rule,
        "Ana chooses first",
        "Ana: has not chosen",
        "Bob: has not chosen",
        "Turn: Ana, to choose three colours, R or B",
    ]
    table = played(deck_like(EXAMPLE), "RRR", "RRB", scoring="cards")
    assert str(table.view(0)).splitlines()[0] == rule.replace("tricks", "cards")
    assert str(table.view(0)).splitlines()[1].startswith("Deck as drawn, trick by trick: RBRRB ")


def test_all_that_is_known_of_a_finished_round_is_data():
    """Both choices, what each has won, the deck as it was drawn, what wins, who chose first."""
    table = played(deck_like(EXAMPLE), "RRR", "RRB")
    view = table.view(0)
    parts = {zone.id: zone for zone in view.zones}
    assert list(parts) == [
        "tape", "choice:0", "tricks:0", "cards:0", "choice:1", "tricks:1", "cards:1",
    ]  # fmt: skip
    again = table.fields()
    assert "".join(parts["tape"].items) == deck_like(EXAMPLE)
    ends = [(step.number, step.winner) for step in steps(table._state) if step.winner is not None]
    assert [(mark.at, mark.seat) for mark in parts["tape"].marks] == ends and ends[0] == (5, 1)
    for seat, choice in enumerate(("RRR", "RRB")):
        laid = parts[f"choice:{seat}"]
        assert "".join(laid.cards) == choice and laid.room == 3 and laid.form.code == "choice"
        assert laid.seat == seat and laid.empty == "has not chosen"
        assert parts[f"tricks:{seat}"].value == again["tricks"][seat]
        assert parts[f"cards:{seat}"].value == again["cards"][seat]
    assert parts["tricks:0"].unit == "tricks" and parts["cards:0"].unit == "cards"
    assert (view.fact("scoring"), view.fact("first")) == ("tricks", None)
    assert view.turn is None and view.asked == "" and view.hand == () and view.own.zones == ()


def test_a_choice_shows_its_colours():
    """It moves nothing from a hand; its text has the colours in order."""
    table = dealt.table("penney", ["Ana", "Bob"], seed=3)
    assert table.view(0).asked == "choose"
    action = next(action for action in table.actions if action.text == "RRB")
    assert (action.verb, action.shows, action.targets) == ("choose", tuple("RRB"), ("choice:0",))
    assert action.cards == () and action.source is None
    table.play(action)
    event = table.event(-1, None)
    assert (event.text, event.cards, event.target) == ("Ana chose RRB", tuple("RRB"), "choice:0")


# --- players --------------------------------------------------------------------------------------


@pytest.mark.parametrize("scoring", ["tricks", "cards"])
@pytest.mark.parametrize("first", NAMES)
def test_the_computer_answers_best_and_the_bad_one_worst(scoring, first):
    """By the exact odds of the scoring that counts."""
    counted = exact.tally()
    for name, is_good in (("AI", True), ("bad", False)):
        table = dealt.table("penney", ["Ana", name], seed=5, scoring=scoring)
        table.play(first)
        other, mine = (parse_choice("".join(table.view(1).group(f"choice:{i}"))) for i in (0, 1))
        won = [counted.won(scoring, choice, other) for choice in range(CHOICES) if choice != other]
        assert counted.won(scoring, mine, other) == (max(won) if is_good else min(won))


def test_the_computer_begins_with_what_is_hardest_to_answer():
    """RBR or BRB, by both scorings; the bad one with RRR or BBB. The seed decides between them."""
    for name, expected in (("AI", {"RBR", "BRB"}), ("bad", {"RRR", "BBB"})):
        for scoring in ("tricks", "cards"):
            choices = set()
            for seed in range(20):
                table = dealt.table("penney", [name, "Ana"], seed=seed, scoring=scoring)
                choices.add("".join(table.view(1).group("choice:0")))
            assert choices == expected


def test_hints_name_the_best_choice_with_its_odds():
    """Before and after the first choice."""
    table = dealt.table("penney", ["Ana", "Bob"], seed=3, scoring="cards")
    assert bots.hint(table.view(0)) == (
        "RBR or BRB is hardest to answer: the best reply wins 91.8% of all decks"
    )
    table.play("RBR")
    assert bots.hint(table.view(1)) == "BBR wins 91.8% of all decks, draws 1.4%"


def test_a_player_keeps_to_the_actions_it_is_given():
    """What is not offered is not chosen."""
    table = dealt.table("penney", ["Ana", "Bob"], seed=3)
    only = [Action(0, "RRR")]
    assert bots.ExactPlayer(1).choose(table.view(0), only) == only[0]


def test_the_best_player_wins_as_often_as_the_odds_say():
    """Five hundred rounds against a random first choice: within four standard errors."""
    counted = exact.tally()
    dice = random.Random(8)
    wins = expected = variance = 0
    for number in range(500):
        table = dealt.table("penney", ["Ana", "AI"], seed=number)
        first = dice.randrange(CHOICES)
        table.play(first)
        chance = exact.best_reply(first, "tricks", counted).wins / counted.decks
        wins += table.scores["AI"] > table.scores["Ana"]
        expected += chance
        variance += chance * (1 - chance)
    assert abs(wins - expected) < 4 * variance**0.5


def test_invalid_seats_and_scorings_are_refused():
    """One line each."""
    with pytest.raises(SetupError, match="Penney's game is for 2 players, not 3"):
        dealt.table("penney", ["A", "B", "C"])
    with pytest.raises(SetupError, match="option scoring is 'points': must be tricks or cards"):
        dealt.table("penney", ["A", "B"], scoring="points")
