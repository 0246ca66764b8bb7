"""Crazy Eights, the second game of examples/: the promises of every game, its rulings, and a second
reading of the rules that is played along with it.
"""

import random
import re
import sys
from pathlib import Path

import pytest
from examples.crazy_eights import GAME, bots, knowledge, rules, words
from examples.crazy_eights.state import NO_CARD, PILE, STOCK
from hypothesis import given, settings
from hypothesis import strategies as st

import dealt
from dealt import games
from dealt.cards import FRENCH
from dealt.core.zones import Ask, Note
from dealt.errors import IllegalAction, ParseError
from dealt.simulate.lineup import Lineup
from dealt.simulate.matches import simulate
from dealt.testing import walk
from tests.oracles import crazy_eights as naive

NAMES = ("Ana", "Bob", "Cid", "Dee")


@pytest.mark.no_cover
@pytest.mark.xdist_group("crazy-eights")
def test_the_computer_player_beats_chance(monkeypatch):
    """Compiled, along whole matches to 100 points, the game found by its place."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    eights = games.game("examples.crazy_eights:GAME")
    for seats in (("AI", "random"), ("random", "AI")):
        report = simulate(Lineup.of(eights, seats), 200, seed=1)
        assert report.seats[seats.index("AI")].wins.mean > 0.95


# --- a second reading of the rules ---------------------------------------------------------------


def as_said(s):
    """What is open, in words."""
    return [words.action_text(action) for action in walk.open_actions(GAME, s)]


def points(s):
    scores = [-1] * s.seats
    rules.score(s, scores)
    return scores


def faces(cards):
    return [FRENCH.faces[card] for card in cards]


def held_against(s, twin):
    """All that both know of a round is the same."""
    assert set(as_said(s)) == twin.open() and rules.is_over(s) == twin.over()
    places = words.cards_in_play(s)
    for seat, hand in enumerate(twin.hands):
        assert sorted(faces(places[f"hand {seat}"])) == sorted(hand)
        assert s.count[seat] == len(hand)
    assert faces(reversed(places["stock"])) == twin.stock and s.left == len(twin.stock)
    assert sorted(faces(places["pile"])) == sorted(twin.pile)
    assert faces([s.top]) == twin.pile[-1:] and "CDHS"[s.suit] == twin.asked
    assert s.turn == twin.turn
    assert points(s) == (twin.points() if twin.over() else [0] * s.seats)


@settings(max_examples=60)
@given(seed=st.integers(0, 1 << 60))
def test_rounds_are_those_of_a_second_reading(seed):
    """Step by step along random matches; half of the players hold back what they could play."""
    dice = random.Random(seed)
    for s, deck in walk.rounds_of(GAME, seed):
        twin = naive.Round(faces(deck), s.seats, s.starter, s.draws)
        shy = dice.random() < 0.5  # many rounds are blocked then
        held_against(s, twin)
        while not twin.over():
            text = dice.choice(sorted(twin.open()))
            if shy and dice.random() < 0.8:
                text = min(twin.open(), key=len)  # draw or pass
            rules.apply(s, words.parse_action(text))
            twin.say(text)
            held_against(s, twin)


# --- the rulings ---------------------------------------------------------------------------------


def position(hands, top, asks=None, stock="", draws=3):
    """Seat 0 to move; the stock from the top; all other cards have been played."""
    s = GAME.fresh(len(hands), {"draws": draws})
    rules.deal(s, FRENCH.cards())
    s.place = [PILE] * 52
    for seat, hand in enumerate(hands):
        cards = [FRENCH.parse(face) for face in hand.split()]
        s.count[seat] = len(cards)
        for card in cards:
            s.place[card] = seat
    cards = [FRENCH.parse(face) for face in stock.split()]
    s.left = len(cards)
    s.stock = [*reversed(cards), *[NO_CARD] * (len(s.stock) - len(cards))]
    for card in cards:
        s.place[card] = STOCK
    s.top = FRENCH.parse(top)
    s.suit = "CDHS".index(asks or top[1])
    return s


def play(s, *actions):
    for text in actions:
        assert text in as_said(s)
        rules.apply(s, words.parse_action(text))
    return s


@pytest.mark.parametrize("starter", [0, 1])
@pytest.mark.parametrize(("seats", "each"), [(2, 7), (3, 5), (4, 5)])
def test_E1_cards_are_dealt_one_at_a_time(seats, each, starter):
    """E1: from the player who plays first; the next one does so in the next round."""
    s = GAME.fresh(seats, {"draws": 3})
    s.starter = starter
    deck = list(reversed(FRENCH.cards()))
    rules.deal(s, deck)
    places = words.cards_in_play(s)
    dealt_out = each * seats
    for after in range(seats):
        hand = places[f"hand {(starter + after) % seats}"]
        assert sorted(hand) == sorted(deck[after:dealt_out:seats])
    assert places["pile"] == [deck[dealt_out]] and s.turn == starter
    assert list(reversed(places["stock"])) == deck[dealt_out + 1 :]
    after = GAME.fresh(seats, {"draws": 3})
    rules.carry_over(after, s)
    assert after.starter == (starter + 1) % seats


def test_E2_an_eight_turned_up_asks_for_its_own_suit():
    """E2: and it stays where it is."""
    first = [*(rank + "C" for rank in "2345679TJQKA"), "2D", "3D"]
    rest = [face for face in FRENCH.faces if face not in {*first, "8D"}]
    table = dealt.table(GAME, ["Ana", "Bob"], deck=" ".join([*first, "8D", *rest]))
    view = table.view("Ana")
    assert view.pile("discard").cards == ("8D",) and view.fact("suit") == "diamonds"
    assert [str(action) for action in table.actions] == ["play 2D", "draw"]


def test_E3_what_fits_and_what_is_asked_for():
    """E3: suit, rank or an eight; an eight asks for any suit, and for no rank but its own."""
    s = position(["5C 5H 9H KD 8S", "2D 8C QS 3S"], "9C", stock="AS")
    eights = [f"play 8S for {suit}" for suit in ("clubs", "diamonds", "hearts", "spades")]
    assert as_said(s) == ["play 5C", "play 9H", *eights, "draw"]
    play(s, "play 8S for diamonds")
    assert s.turn == 1
    eights = [text.replace("8S", "8C") for text in eights]
    assert as_said(s) == ["play 2D", *eights, "draw"]
    play(s, "play 2D")
    assert as_said(s) == ["play KD", "draw"]


@pytest.mark.parametrize("draws", [1, 3, 5])
def test_E4_up_to_three_cards_are_drawn_in_a_turn(draws):
    """E4: one after the other, with any hand; then a card that fits, or a pass."""
    stock = "2S 3S 4S 5S 6S 7S"
    s = position(["5C KD", "2D QS"], "9C", stock=stock, draws=draws)
    for n, face in enumerate(stock.split()[:draws]):
        assert as_said(s)[-1] == "draw" and s.turn == 0 and s.drawn == n
        play(s, "draw")
        assert s.place[FRENCH.parse(face)] == 0
    assert as_said(s) == ["play 5C", "pass"] and s.left == 6 - draws
    play(s, "pass")
    assert s.turn == 1 and as_said(s) == ["draw"]


def test_E4_a_card_that_was_drawn_can_be_played():
    """E4: and then the next player may draw as many."""
    s = play(position(["KD", "2D"], "9C", stock="5C 6C"), "draw", "play 5C")
    assert s.turn == 1 and s.drawn == 0 and as_said(s) == ["draw"]


def test_E5_who_can_draw_does_not_pass():
    """E5: with an empty stock the last choice is to pass, even if a card fits."""
    s = position(["5C KD", "2D"], "9C", stock="5S")
    assert as_said(s) == ["play 5C", "draw"]
    assert as_said(play(s, "draw")) == ["play 5C", "pass"]
    assert as_said(play(s, "pass")) == ["pass"]


def test_E6_a_round_is_blocked_when_all_pass():
    """E6: one after the other; a card that is played lets all choose again."""
    s = position(["5C KD", "2D 3D", "4S 6C"], "9C")
    play(s, "pass", "pass", "play 6C", "pass", "pass")
    assert not rules.is_over(s) and s.turn == 2
    play(s, "pass")
    assert rules.is_over(s) and as_said(s) == []
    assert words.outcome_text(s, NAMES[:3]) == "all have passed: Ana +0, Bob +0, Cid +12"


def test_E7_the_winner_gets_the_points_of_the_other_hands():
    """E7: an eight 50, courts 10, an ace 1, others their number; nothing before the end."""
    s = position(["5C", "8D KD QH JS TS", "AS 2D 9H 7C"], "9C")
    assert points(s) == [0, 0, 0]
    play(s, "play 5C")
    assert rules.is_over(s) and points(s) == [90 + 19, 0, 0]
    assert words.outcome_text(s, NAMES[:3]) == "Ana is out: Ana +109, Bob +0, Cid +0"


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        (["2C", "KD"], [8, 0]),
        (["8C", "KD", "9S 2D"], [0, 41, 0]),
        (["5C", "2D 3D", "KS", "AS 8H"], [51, 51, 0, 0]),
        (["5C", "2D 3D"], [0, 0]),
    ],
)
def test_E8_the_fewest_points_win_a_blocked_round(hands, expected):
    """E8: the difference to each of the others; those who share the fewest points both get it."""
    s = position(hands, "9C")
    play(s, *["pass"] * len(hands))
    assert points(s) == expected


def test_E8_a_match_ends_at_100_points():
    """E8: after the round in which somebody gets there."""
    match = dealt.match(GAME, ["AI", "random", "random"], seed=4).run()
    before = [sum(t.scores[name] for t in match.tables[:-1]) for name in match.totals]
    assert max(match.totals.values()) >= 100 > max(before)


def hands(view):
    """The cards of each seat, as the seat of a view knows them."""
    return [view.find(f"hand:{seat}").cards for seat in range(len(view.names))]


def test_E9_hands_are_shown_when_the_round_is_over():
    """E9: before that, how many cards there are; the stock never."""
    s = position(["5C", "2D KD", "4S"], "9C", stock="AS")
    view = words.view(s, 1, NAMES[:3])
    assert hands(view) == [(), ("2D", "KD"), ()] and view.hand == ("2D", "KD")
    assert [view.count(seat) for seat in range(3)] == [1, 2, 1]
    play(s, "play 5C")
    view = words.view(s, 2, NAMES[:3])
    assert hands(view) == [(), ("2D", "KD"), ("4S",)]
    text = str(view)
    assert "Ana: 0 cards\nBob: 2D KD\nCid\nHand of Cid: 4S" in text
    observation = [0] * GAME.sizes.observation
    rules.observe(s, 2, observation)
    assert observation[FRENCH.parse("AS")] == knowledge.UNSEEN and "AS" not in text


def test_every_ruling_names_its_test():
    """As in the games of the package."""
    document = Path(rules.__file__).with_name("RULES.md").read_text(encoding="utf-8")
    rulings = re.split(r"^- \*\*(?=E\d)", document, flags=re.MULTILINE)[1:]
    assert len(rulings) == 9
    for number, ruling in enumerate(rulings, 1):
        (test,) = re.findall(r"`(test_\w+)`", ruling)
        assert test.startswith(f"test_E{number}_") and test in globals()


# --- words and computer player -------------------------------------------------------------------


def test_actions_can_be_abbreviated():
    """Without `play` and `for`, and with the first letters of the suit."""
    assert words.action_text(words.parse_action("8h S")) == "play 8H for spades"
    assert words.action_text(words.parse_action("10♥")) == "play TH"
    for text, wrong in {
        "8H": "which suit",
        "8H for x": "which suit",
        "5H for spades": "only an eight",
        "": "cannot read",
        "take a card please": "cannot read",
        "5X": "unknown card",
    }.items():
        with pytest.raises(ParseError, match=wrong):
            words.parse_action(text)


def test_a_closed_action_is_refused_with_the_reason():
    """A person reads why."""
    first = position(["5C KD 4D", "2D"], "9C", stock="5S 6S")
    last = position(["5C", "2D"], "9C")
    most = play(position(["5C", "2D"], "9C", stock="5S 6S", draws=1), "draw")
    for s, text, reason in (
        (first, "pass", "draw first"),
        (first, "KD", "it must be clubs, of the same rank, or an eight"),
        (first, "2D", "you do not hold this card"),
        (last, "draw", "the stock is empty"),
        (most, "draw", "1 card a turn at most"),
    ):
        with pytest.raises(IllegalAction, match=f"Ana cannot .*: {reason}"):
            walk.table_of(GAME, s).play(text)


def test_all_that_lies_open_is_in_the_parts():
    """Two piles, the suit, who has drawn or passed, and what is to be done."""
    s = position(["8S KD", "2D KC", "4S", "AH"], "9C", stock="AS 2S")
    play(s, "play 8S for diamonds", "draw")
    board = words.view(s, 2, NAMES).open
    stock, discard, *held = board.zones
    assert (stock.count, stock.cards) == (1, ()) and discard.count == 52 - 1 - 6
    assert discard.cards == ("8S",)
    assert [(zone.seat, zone.count) for zone in held] == [(0, 1), (1, 3), (2, 1), (3, 1)]
    assert [(fact.code, fact.value) for fact in board.facts] == [("suit", "diamonds")]
    assert board.ask == Ask(1, "draw", "to play a card or draw")
    assert board.seats[1].notes == (Note("drawn", "1 card drawn"),)
    play(s, "draw")
    board = words.view(s, 2, NAMES).open
    assert board.ask == Ask(1, "pass", "to play a card or pass")
    play(s, "pass", "pass")
    board = words.view(s, 2, NAMES).open
    assert [[note.code for note in seat.notes] for seat in board.seats] == [
        [], ["passed"], ["passed"], []
    ]  # fmt: skip


def test_actions_say_what_moves():
    """A card to the pile, a card from the stock; an eight goes there for four suits."""
    table = walk.table_of(GAME, position(["8S 5C", "2D"], "9C", stock="AS"))
    first, *eights, draw = table.actions
    assert first.cards == ("5C",) and first.source == "hand:0" and first.targets == ("discard",)
    assert {each.cards for each in eights} == {("8S",)} and len({str(e) for e in eights}) == 4
    assert (draw.cards, draw.source, draw.targets) == ((), "stock", ("hand:0",))
    for text in ("draw", "play 8S for hearts", "pass", "pass"):
        table.play(text)
    assert table.log("Bob") == [
        "Ana drew a card", "Ana played 8S, hearts asked for", "Bob passed", "Ana passed"
    ]  # fmt: skip


def test_cards_and_a_zone_mean_an_action():
    """The reason for a refused tap; an unreadable one names a valid one."""
    table = walk.table_of(GAME, position(["8S 5C KD", "2D"], "9C"))
    assert table.why(["5C"], "discard") == table.why(["8S"], None) == ""
    assert table.why(["KD"], "discard").endswith("must be clubs, of the same rank, or an eight")
    assert table.why([], "stock").endswith("the stock is empty")
    for cards, zone, message in (
        (["5C", "8S"], "discard", "choose one card"),
        ([], "discard", "choose one card"),
        (["5C"], "hand:1", "cards go to the discard pile"),
    ):
        with pytest.raises(ParseError, match=message):
            table.why(cards, zone)


@pytest.mark.parametrize(
    ("hand", "text"),
    [
        ("5C KC 8S", "play KC"),  # the dearest
        ("KC 9D 8S 3D", "play KC"),
        ("9D 9S 3S 8H", "play 9S"),  # of those, the suit that is left
        ("8S 3D 4D 3H", "play 8S for diamonds"),
        ("3D 4D 3H", "draw"),
    ],
)
def test_the_computer_player_sheds_points(hand, text):
    """Dear cards first, eights when nothing else fits."""
    s = position([hand, "2D"], "9C", stock="AS")
    observation, out = [0] * GAME.sizes.observation, [0] * GAME.sizes.actions
    rules.observe(s, 0, observation)
    n = rules.legal(s, out)
    assert words.action_text(bots.shed(observation, out, n)) == text
