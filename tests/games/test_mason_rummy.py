"""Mason Rummy: the rulings of play, and the rules held against the second implementation."""

import random

import pytest

import dealt
from dealt.core.agent import Seat
from dealt.core.table import Table
from dealt.errors import IllegalAction
from dealt.games.mason_rummy import rules, state
from dealt.games.mason_rummy.seed import Card, lay_down
from tests.games.rummy_tables import (
    DECK,
    OTHER,
    QUICK,
    RUMMY,
    SLOW,
    cards,
    same_cards,
    stacked,
    table_with,
    texts,
)
from tests.marks import first_measured
from tests.oracles import mason_rummy as oracle


def test_each_round_has_a_freshly_shuffled_deck_of_five_suits():
    """65 cards, the Patriot's too; number, ten for T J Q K, 15 for an ace: 495 points."""
    played = dealt.match("mason-rummy", ["AI", "AI"], seed=1, rounds=3).run().record.played
    decks = [each.deck.split() for each in played]
    assert {frozenset(deck) for deck in decks} == {
        frozenset(value + suit for value in "23456789TJQKA" for suit in "CDHSP")
    }
    assert len({*map(tuple, decks)}) == 3
    points = [Card(face[0], face[1]).card_point_value() for face in decks[0]]
    assert len(points) == 65 and sum(points) == 495


@pytest.mark.parametrize("seed", first_measured(range(120), 10))
def test_the_rules_are_those_of_the_second_implementation(seed):
    """Along random rounds both offer the same actions and end with the same points."""
    dice = random.Random(seed)
    deck, seats, starter = oracle.full_deck(), 2 + seed % 2, seed % 2
    dice.shuffle(deck)
    s = RUMMY.fresh(seats, {"turn_limit": 90})
    s.starter = starter
    rules.deal(s, DECK.order(deck))
    table = Table(RUMMY, [Seat(name) for name in "ABC"[:seats]], s)
    other = oracle.Round(seats, deck, starter, 90)
    while not other.over:
        assert set(texts(table)) == other.legal()
        assert table.seat_in_turn == other.turn
        actions = list(table.actions)
        # laying down more often than by chance reaches lay-offs and empty hands
        laying = [a for a in actions if a.id >= state.LAY_OFF]
        action = dice.choice(laying if laying and dice.random() < 0.5 else actions)
        table.step(action)
        other.play(str(action))
        same_cards(table, other)
    assert table.is_over and texts(table) == []
    assert (s.outcome == rules.STALEMATE) == other.stalemate
    assert list(table.scores.values()) == other.scores()


@pytest.mark.parametrize("seed", first_measured(range(80), 8))
def test_R14_the_computer_player_is_the_one_of_the_document(seed):
    """R14: from the same deck both implementations of the computer player play the same game."""
    dice = random.Random(seed)
    deck, seats = oracle.full_deck(), 2 + seed % 2
    dice.shuffle(deck)
    table = dealt.table("mason-rummy", ["AI"] * seats, deck=deck)
    other = oracle.Round(seats, deck, 0, 500)
    for _, action in table.run().history:
        assert str(action) == oracle.ai_action(other)
        other.play(str(action))
    assert other.over


@pytest.mark.parametrize("seed", first_measured(range(40), 4))
def test_selections_are_those_of_the_second_implementation(seed):
    """R7: random selections in random positions are played or refused alike."""
    dice = random.Random(seed)
    deck = oracle.full_deck()
    dice.shuffle(deck)
    table = dealt.table("mason-rummy", ["A", "B"], deck=deck)
    other = oracle.Round(2, deck)
    for _ in range(400):
        if other.over:
            break
        if other.phase == "draw":
            action = dice.choice(["draw stock", "draw discard"])
        elif dice.random() < 0.75:
            n = dice.randint(1, min(5, len(other.hand)))
            cards = dice.sample(other.hand, n) if dice.random() < 0.5 else likely(dice, other.hand)
            refused = other.select(cards) is not None
            try:
                lay_down(table, [Card.from_text(face) for face in cards])
            except IllegalAction:
                assert refused, cards
            else:
                assert not refused, cards
            same_cards(table, other)
            continue
        else:
            action = f"discard {dice.choice(other.hand)}"
        table.step(table.read(action))
        other.play(action)
        same_cards(table, other)


def likely(dice, hand):
    """Cards of one value or one suit, in any order."""
    card = dice.choice(hand)
    alike = [c for c in hand if c[0] == card[0]]
    suited = [c for c in hand if c[1] == card[1]]
    cards = dice.choice([alike, suited])
    return dice.sample(cards, dice.randint(1, len(cards)))


def test_R2_the_hand_is_listed_as_the_cards_came():
    """R2: dealt order, the drawn card last, never sorted."""
    table = table_with("AP 2C KD 3H 9S TC 5D 6H 7S 8P", "", stock="2S")
    assert table.view("Ana").hand == ("AP", "2C", "KD", "3H", "9S", "TC", "5D", "6H", "7S", "8P")
    table.play("draw stock")
    assert table.view("Ana").hand[-2:] == ("8P", "2S")
    table.play("discard 2C")
    assert table.view("Ana").hand == ("AP", "KD", "3H", "9S", "TC", "5D", "6H", "7S", "8P", "2S")


@pytest.mark.parametrize(("seats", "starters"), [(2, [0, 1, 0]), (3, [0, 1, 2])])
def test_R3_the_starter_rotates_and_the_dealing_does_not(seats, starters):
    """R3: players 1, 2 and the next start rounds 1 to 3; the first ten cards are player 1's."""
    names = ["Ana", "Bob", "Cid"][:seats]
    match = dealt.match("mason-rummy", names, deck=" ".join(DECK.faces), turn_limit=1)
    for starter in starters:
        assert match.table.seat_in_turn == starter
        assert match.table.view(0).hand == DECK.faces[:10]
        assert match.table.view(seats - 1).hand == DECK.faces[10 * seats - 10 : 10 * seats]
        assert match.table.view(0).pile("discard").top == DECK.faces[10 * seats]
        match.play("draw stock")
        match.play(match.table.actions[0])
        assert match.table.is_over
        if len(match.tables) < 3:
            match.next_round()
    assert match.is_over


def test_R7_several_single_cards_go_in_any_order_that_works():
    """R7: 7S 6S go on 3S 4S 5S, even when 7S also fits a meld; a mixture is refused as a whole."""
    table = table_with("3S 4S 5S 7C 7D 7H 7S 6S 8S 2P", "", stock="9C")
    table.play("draw stock")
    table.play("run 3S 4S 5S")
    table.play("meld 7C 7D 7H")
    before = table.view("Ana")
    with pytest.raises(IllegalAction, match="2P fits none of your groups"):
        lay_down(table, cards("7S 6S 2P"))
    assert table.view("Ana") == before
    lay_down(table, cards("8S 7S 6S")[1:] + cards("8S"))
    run, meld = table.view("Ana").groups(seat=0)
    assert run.cards == ("3S", "4S", "5S", "6S", "7S", "8S")
    assert meld.cards == ("7C", "7D", "7H")
    with pytest.raises(IllegalAction, match="^7S 7H are laid down already$"):
        lay_down(table, cards("7S 2P 7H"))


@pytest.mark.parametrize("selection", ["6S 8S", "8S 6S", "2S AS", "6S 2S AS", "7S 8S"])
def test_R7_a_selection_is_laid_down_as_a_whole_or_not_at_all(selection):
    """R7: a card that would leave a gap keeps all the others in the hand."""
    table = table_with("3S 4S 5S 6S 8S 2S AS KD 9H 7S", "", stock="TC")
    table.play("draw stock")
    table.play("run 3S 4S 5S")
    before = table._state.fields()
    with pytest.raises(IllegalAction, match=r"fits? none of your groups \(3S 4S 5S\)"):
        lay_down(table, cards(selection))
    assert table._state.fields() == before


def test_R7_a_single_card_goes_on_a_run_before_a_meld():
    """R7: a card that fits both plays on the run; both ends of a run count, the ace only high."""
    table = table_with("TS JS QS KC KD KH KS 9S AS 2S", OTHER, top="5D")
    table.play("draw stock")
    table.play("run TS JS QS")
    table.play("meld KC KD KH")
    table.play("lay off KS")
    table.play("lay off 9S")
    table.play("lay off AS")
    assert table.view("Ana").group("run:0:S:9") == ("9S", "TS", "JS", "QS", "KS", "AS")
    with pytest.raises(IllegalAction, match="2S fits none of your melds and runs"):
        table.play("lay off 2S")


def test_R7_nobody_lays_off_on_the_groups_of_others():
    """R7: only one's own groups count."""
    table = table_with("3S 4S 5S 9H JD 2C 8P TD QP AD", "6S 7C 9C JC KD 2D 4H 8H TH AP")
    table.play("draw stock")
    table.play("run 3S 4S 5S")
    table.play("discard 9H")
    table.play("draw stock")
    assert "lay off 6S" not in texts(table)


def test_R9_the_last_card_ends_the_round():
    """R9: by discarding as by laying down; the card just taken may be discarded."""
    table = table_with(QUICK, SLOW, top="9D")
    table.play("draw discard")
    table.play("discard 9D")
    assert table.view("Bob").pile("discard").top == "9D" and table.turn == "Bob"
    table.play("draw discard")
    table.play("discard 9D")
    table.play("draw stock")
    for group in ("meld 2C 2D 2H", "meld 3C 3D 3H", "meld 4C 4D 4H", "discard 9S"):
        table.play(group)
    hand = table.view("Ana").hand
    assert len(hand) == 1 and not table.is_over
    table.play("draw discard") if table.turn == "Ana" else table.play("draw stock")
    table.play(next(a for a in table.actions if str(a).startswith("discard")))
    table.play("draw stock")
    left = table.view("Ana").hand
    assert len(left) == 2
    s = table._state
    s.runs[0][0], s.held[0] = 0b111 << 4, [0b1 << 7, 0, 0, 0, 0]  # 6C 7C 8C lie there, 9C is left
    s.hand_count[0] = 1
    table.play("lay off 9C")
    assert table.is_over and table.outcome == "Ana went out" and table.scores["Ana"] == 0
    assert table.turn is None and table.actions == ()
    with pytest.raises(IllegalAction, match="the round is over"):
        table.play("draw stock")


def test_R9_discarding_the_last_card_ends_the_round():
    """R9: the same by a discard."""
    table = table_with(QUICK, SLOW, stock="9D")
    table.play("draw stock")
    for group in ("meld 2C 2D 2H", "meld 3C 3D 3H", "meld 4C 4D 4H", "discard 9S"):
        table.play(group)
    table.play("draw stock")
    table.play("discard 5C")
    table.play("draw discard")
    table._state.held[0] = [0, 0, 0, 0, 1]
    table._state.hand_count[0] = 1
    table.play("discard 2P")
    assert table.is_over and table.outcome == "Ana went out"


def test_R10_the_discards_become_the_stock_oldest_first():
    """R10: the top discard stays, nothing is shuffled, and it happens again and again."""
    match = dealt.match("mason-rummy", ["A", "B", "C"], seed=5, rounds=1)
    table, s = match.table, match._states[0]
    thrown, refills = [table.view(0).pile("discard").top], 0
    for _ in range(200):
        empty = s.stock_next == s.stock_end
        table.play("draw stock")
        card = table.view(table.seat_in_turn).hand[-1]
        if empty:
            refills += 1
            expected = thrown[:-1]
            thrown = thrown[-1:]
            assert DECK.text(s.stock[: s.stock_end]).split() == expected
            assert card == expected[0]
            pile = table.view(0).pile("discard")
            assert pile.count == 1 and pile.top == thrown[0]
        table.play(f"discard {card}")
        thrown.append(card)
        assert s.stock_end - s.stock_next + s.discard_count == 65 - 30
    assert refills >= 5


def test_R14_the_computer_player_takes_what_it_can_use():
    """R14: a discard that completes a run, a meld, or fits an own group; else the stock."""
    for hand, top, action in [
        ("7C 7D 2H 4S 6P 9C JD KH AS 3P", "7H", "draw discard"),
        ("7C 8C 2H 4S 6P 9H JD KH AS 3P", "9C", "draw discard"),
        ("7C 9C 2H 4S 6P 9H JD KH AS 3P", "8C", "draw discard"),
        ("QC KC 2H 4S 6P 9H JD 5H 8S 3P", "AC", "draw discard"),
        ("2C 3C 4H 6S 8P TH JD KH 8S 5P", "AC", "draw stock"),
        ("7C 8D 2H 4S 6P 9H JD KH AS 3P", "7H", "draw stock"),
    ]:
        table = dealt.table("mason-rummy", ["AI", "Bob"], deck=stacked(hand, "", top=top))
        assert str(table.history[0][1]) == action, (hand, top)


def test_R14_runs_come_before_larger_melds():
    """R14: even the first run of all before a meld of four; the longest of several runs."""
    for hand, played in [
        ("2C 3C 4C 9C 9D 9H 9S KD JH 6P", "run 2C 3C 4C"),
        ("2C 3C 4C 6D 7D 8D 9D KD JH 6P", "run 6D 7D 8D 9D"),
        ("2C 2D 2H 9C 9D 9H 9S KD JH 6P", "meld 9C 9D 9H 9S"),
    ]:
        table = dealt.table(
            "mason-rummy", ["AI", "Bob"], deck=stacked(hand, "", top="QP", stock="TP")
        )
        assert str(table.history[1][1]) == played


def test_R14_the_discard_breaks_no_pair_and_no_neighbours():
    """R14: most points among the rest; if all are bound, most points; equal: first in hand."""
    for hand, card, thrown in [
        ("AC AD KP QH 2H 9S 5P 7D JH TS", "3H", "KP"),
        ("KC KD 9H 9S 4P 5P TD JD 7C 7S", "8P", "8P"),
        ("KC KD 9H 9S 4P 5P TD JD 7C 7H", "5S", "KC"),
        ("2C 4D 6H 8S TP QC AD 3H 5S 7P", "9D", "AD"),
    ]:
        deck = stacked(hand, "", top="2S", stock=card)
        other = oracle.Round(2, deck)
        other.play("draw stock")
        assert oracle.ai_action(other) == f"discard {thrown}"
        table = dealt.table("mason-rummy", ["AI", "Bob"], deck=deck)
        assert str(table.history[1][1]) == f"discard {thrown}"


@pytest.mark.no_cover
def test_R15_a_round_that_cannot_end_is_a_stalemate():
    """R15: without a person 500 turns, then hands count as they are; with a person no limit."""
    tens, sevens = "TC TD TH TS TP", "7C 7D 7H 7S 7P"
    deck = stacked(f"{tens} 2C 2D 2S 2P 3D", f"{sevens} 3C 3H 3S 3P 2H", top="KC")
    match = dealt.match("mason-rummy", ["AI", "AI"], deck=deck).run()
    assert [t.outcome for t in match.tables] == [
        "stalemate after 500 turns: hands count as they stand"
    ] * 3
    assert match.totals == {"AI": 9, "AI 2": 6} and match.winners == ("AI 2",)
    assert dealt.match("mason-rummy", ["Ana", "AI"]).options == {"turn_limit": 0}
    assert dealt.match("mason-rummy", ["AI", "AI"]).options == {"turn_limit": 500}
