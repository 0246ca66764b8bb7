"""What notebooks show: short texts, and cards, tables and sheets as HTML."""

from html.parser import HTMLParser

import pytest

import dealt
from dealt.cards import card_html
from dealt.games import game, games
from dealt.games.penney import exact as penney
from dealt.games.three_card_poker import exact as poker
from dealt.simulate.arena import Contest, play
from dealt.simulate.lineup import Lineup
from dealt.simulate.matches import simulate

NO_END = {"rect", "br"}


class Tags(HTMLParser):
    """Checks that tags are closed in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.words = [], []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attributes):
        if tag not in NO_END:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        """Closed at once."""

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


@pytest.mark.parametrize("game", games(), ids=lambda each: each.name)
def test_every_game_is_shown_in_a_notebook(game):
    """The table, the view of a seat and each zone; nobody's hidden cards."""
    table = dealt.table(game, ["<Ana>", *["AI"] * (game.seats[0] - 1)], seed=4)
    view = table.view(0)
    for thing in (table, view, *view.zones):
        Tags(thing._repr_html_())
        assert len(repr(table)) < 120 and len(repr(view)) < 200
    words = Tags(view._repr_html_()).words
    assert "<Ana>" in words
    for face in view.hand:
        assert game.deck.face_of(face).name in words


def test_cards_have_their_names_and_colours():
    """For reading aloud, and for the eye."""
    assert "ten of hearts" in card_html("TH") and "#c1121f" in card_html("TH")
    deck = game("penney").deck
    assert 'fill="#c1121f"' in card_html("R", deck) and ">red<" in card_html("R", deck)
    assert "&lt;x" in card_html("<x")


def test_results_are_short_and_have_tables():
    """A report, a sheet, a record, a game, a deck, a lineup."""
    lineup = Lineup.of("three-card-poker", ["good"])
    report = simulate(lineup, 3, seed=1)
    match = dealt.match("penney", ["AI", "AI"], seed=1, rounds=1)
    for thing in (report, report.sheet(), match.sheet):
        assert "<table>" in thing._repr_html_()
        Tags(thing._repr_html_())
    deals = match.table.deals(0)
    for thing in (report, match.sheet, match.record, match.game, match.pack, lineup, deals):
        assert len(repr(thing)) < 160 and "\n" not in repr(thing), repr(thing)


def test_exact_results_are_a_line_and_tables():
    """Odds, a hand and a strategy with their cards; a contest; counts are a line alone."""
    best = poker.odds("deck").best
    hand = poker.hand_odds((12, 4, 2))
    assert Tags(hand._repr_html_()).words[:6] == ["queen", "Q", "four", "4", "two", "2"]
    assert "342 hands" in repr(best)
    contest = play(Contest.of("penney", ["AI", "random"]), 2, seed=1)
    for thing in (poker.odds("deck"), best, penney.odds("RRB", "RBR"), contest):
        assert "<table>" in thing._repr_html_()
        Tags(thing._repr_html_())
    assert penney.tally()._repr_html_() is None
    for thing in (poker.odds("deck"), best, hand, penney.odds("RRB", "RBR"), contest):
        assert len(repr(thing)) < 160 and "\n" not in repr(thing), repr(thing)
