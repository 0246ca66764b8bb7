"""President: what a seat knows as numbers, and what is re-dealt."""

import random
from collections import Counter

import pytest

import dealt
from dealt.games.president import rules, state, words
from dealt.testing import walk
from tests.games.president_tables import (
    DECK,
    NAMES,
    PRESIDENT,
    TRADED,
    faces,
    first_round,
    mask,
    play,
    position,
    redealt,
    stacked,
    texts,
    trade,
)

# hundreds of deals of what a few others cover
unmeasured = pytest.mark.no_cover

# parts of an observation
OPTIONS = slice(rules.SEES_OPTIONS, rules.SEES_GAVE)
COUNT = slice(rules.SEES_COUNT, rules.SEES_PASSED)
PASSED = slice(rules.SEES_PASSED, rules.SEES_PLACE)
PLACE = slice(rules.SEES_PLACE, rules.SEES_CARD)

# --- observations ---------------------------------------------------------------------------------


def places_of(observation):
    """Where the cards of an observation are: faces by place."""
    faces = {}
    for card, place in enumerate(observation[rules.SEES_CARD :]):
        faces.setdefault(place, set()).add(DECK.faces[card])
    return faces


def test_the_numbers_of_the_first_observation():
    """The opening lead, the lowest card, its holder, and what is left over below."""
    deck = stacked("4S 8D", "", "", "3S 4C", "", "", "", out="3D 3C 3H")
    changes = {"twos_end_trick": "yes", "fours": "no"}
    table = dealt.table("president", NAMES, deck=deck, **changes)
    observation = table.view("Bob").observation
    assert len(observation) == rules.OBSERVATION == PRESIDENT.sizes.observation
    assert observation[: rules.SEES_OPTIONS] == (7, 2, 1, 0, 1, 3, 0, -1, 0)
    assert observation[OPTIONS] == tuple(PRESIDENT.option_values(changes).values())
    assert observation[TRADED] == (-1, -1, -1, -1)
    assert observation[COUNT] == (7,) * 7
    assert observation[PASSED] == (0,) * 7
    assert observation[PLACE] == (0,) * 7
    places = places_of(observation)
    assert set(places) == {0, 2, 4, 6}
    assert places[2] == {"3D", "3C", "3H"} and places[6] == {"3S"}
    assert places[4] == set(table.view("Bob").hand) and len(places[0]) == 52 - 3 - 1 - 7
    table.play("3S")
    observation = table.view("Bob").observation
    assert observation[: rules.SEES_OPTIONS] == (7, 3, 1, 0, 0, 3, 4, 2, 0)
    assert observation[COUNT] == (7, 7, 6, 7, 7, 7, 7)
    assert places_of(observation)[1] == {"3S"} and 6 not in places_of(observation)
    table.play("pass")
    assert table.view("Dan").observation[: rules.SEES_OPTIONS] == (7, 2, 1, 0, 0, 3, 4, 0, 0)
    assert table.view("Dan").observation[PASSED] == (0, 1, 0, 0, 0, 0, 0)
    assert table.view("Eva").observation[PASSED] == (1, 0, 0, 0, 0, 0, 0)


def test_the_numbers_of_an_observation_in_the_trade():
    """What is yet to be chosen is known to all, what is chosen to its owner."""
    table = trade("4D 4C KS", "5D", "6D", "7D", "8D 2H 2D 2S AC")
    assert [table.view(seat).observation[rules.SEES_TO_GIVE] for seat in range(5)] == [2] * 5
    assert table.view(0).observation[: rules.SEES_OPTIONS] == (5, 0, 0, 1, 0, -1, 0, -1, 2)
    table.play("give KS")
    assert [table.view(seat).observation[rules.SEES_TO_GIVE] for seat in range(5)] == [1] * 5
    assert places_of(table.view("Ana").observation)[3] == {"KS"}
    assert 3 not in places_of(table.view("Eva").observation)
    table.play("give 4D")
    ana, eva = table.view("Ana").observation, table.view("Eva").observation
    two, four, king = DECK.parse("2S"), DECK.parse("4D"), DECK.parse("KS")
    assert ana[rules.SEES_TURN] == 1 and ana[rules.SEES_TO_GIVE] == 1 and eva[rules.SEES_TURN] == 2
    assert ana[TRADED] == (four, king, two - 1, two) and eva[TRADED] == (two - 1, two, four, king)
    assert places_of(ana)[rules.SEES_TO_GIVE] == {"4D", "KS"} and places_of(eva)[5] == {"2H", "2S"}
    assert places_of(ana)[4] == set(table.view("Ana").hand)
    assert set(places_of(ana)) == {0, 4, 8} and set(places_of(eva)) == {0, 4, 5}
    bob, cid = table.view("Bob").observation, table.view("Cid").observation
    assert bob[TRADED] == cid[TRADED] == (-1,) * 4 and set(places_of(cid)) == {0, 4}
    table.play("give 5D")
    bob = table.view("Bob").observation
    assert bob[: rules.SEES_OPTIONS] == (5, 4, 1, 1, 0, -1, 0, -1, 0)
    assert bob[rules.SEES_GAVE] == DECK.parse("5D")
    assert bob[rules.SEES_GAVE + 1] == bob[rules.SEES_GOT + 1] == -1
    assert DECK.faces[bob[rules.SEES_GOT]] in table.view("Bob").hand and places_of(bob)[6] == {"5D"}
    assert table.view("Cid").observation[TRADED] == (-1,) * 4


def test_how_many_cards_are_to_be_given_goes_by_the_roles():
    """Two by the president, one by the vice-president, wherever they sit."""
    match = first_round(4)
    match.next_round()
    for name, left in [("Bob", 2), ("Bob", 1), ("Ana", 1), ("Bob", 0)]:
        assert match.table.turn == name
        assert [match.table.view(seat).observation[rules.SEES_TO_GIVE] for seat in range(4)] == [
            left
        ] * 4
        match.play(match.table.actions[0])


def test_the_numbers_of_an_observation_follow_the_turn_order():
    """Counts, passes and places begin with the observer and go round by the roles."""
    table = position("4D 9D", "", "8H 6D 9H", "3D", order=(2, 3, 0, 1), turn=2)
    play(table, "6D", "pass")
    observation = table.view("Dan").observation
    six = state.PLAY_OF_MASK[mask("6D")]
    assert observation[: rules.SEES_OPTIONS] == (4, 1, 1, 1, 0, -1, six, 3, 0)
    assert observation[COUNT] == (1, 2, 0, 2, 0, 0, 0)
    assert observation[PASSED] == (1, 0, 0, 0, 0, 0, 0)
    assert observation[PLACE] == (0, 0, 1, 0, 0, 0, 0)
    places = places_of(observation)
    assert places[4] == {"3D"} and places[0] == {"4D", "9D", "8H", "9H"} and len(places[1]) == 47
    observation = table.view("Bob").observation
    assert observation[rules.SEES_TURN] == 3
    assert observation[rules.SEES_MOVER] == 1
    assert observation[COUNT] == (0, 2, 1, 2, 0, 0, 0)
    assert observation[PASSED] == (0, 0, 1, 0, 0, 0, 0)
    assert observation[PLACE] == (1, 0, 0, 0, 0, 0, 0)


def test_an_observation_fills_every_number():
    """Old numbers in the list are overwritten."""
    deck = stacked("4S 8D", "", "", "3S 4C", "", "", "", out="3D 3C 3H")
    first = dealt.table("president", NAMES, deck=deck)
    later = trade("4D 4C KS", "5D", "6D")
    later.play("give KS")
    middle = position("4D 9D", "", "8H 6D 9H", "3D", order=(2, 3, 0, 1), turn=2)
    play(middle, "6D", "pass")
    for table in (first, later, middle):
        for seat in range(len(table.seats)):
            observation = [77] * rules.OBSERVATION
            rules.observe(table._state, seat, observation)
            assert tuple(observation) == table.view(seat).observation
        legal_ids = [77] * PRESIDENT.sizes.actions
        number = rules.legal(table._state, legal_ids)
        assert legal_ids[:number] == [action.id for action in table.actions]
        assert legal_ids[:number] == sorted(set(legal_ids[:number]))


# --- what is re-dealt -----------------------------------------------------------------------------


def shares(table, seat, tries):
    """How often each card came to each place."""
    counts = Counter()
    for s in redealt(table, seat, tries):
        for place, cards in words.cards_in_play(s).items():
            counts.update((place, card) for card in cards)
    return counts


def is_share(number, tries, share):
    """Whether a count lies within five deviations of what is expected."""
    return abs(number - tries * share) <= 5 * (tries * share * (1 - share)) ** 0.5


@unmeasured
def test_every_possible_deal_is_re_dealt_equally_often():
    """Each unseen card comes to each hidden place by the number of cards there."""
    table = dealt.table("president", NAMES[:3], deck=stacked("", "3D 2D 9S", "", out="TH"))
    tries = 600
    counts = shares(table, 0, tries)
    own = mask(" ".join(table.view(0).hand))
    hidden = [card for card in range(1, 52) if not own >> card & 1]
    assert len(hidden) == 34 and counts["hand 1", 0] == tries
    for card in range(1, 52):
        if card in hidden:
            assert is_share(counts["hand 1", card], tries, 16 / 34)
            assert is_share(counts["hand 2", card], tries, 17 / 34)
            assert is_share(counts["out of play", card], tries, 1 / 34)
        else:
            assert counts["hand 0", card] == tries
    table.play("3D")
    assert shares(table, 0, 20)["played", 0] == 20
    for s in redealt(table, 1, 50):
        assert s.hand[1] == table._state.hand[1] and s.count == table._state.count
        assert s.out_of_play.bit_count() == 1 and s.played == 1


@unmeasured
def test_cards_below_the_lowest_card_dealt_stay_out_of_play():
    """The lowest card stays with the leader, for all seats."""
    deck = stacked("", "", "3H", "", "", "", "", out="3D 3C JS")
    table = dealt.table("president", NAMES, deck=deck)
    for seat in range(7):
        counts = shares(table, seat, 200)
        assert counts["out of play", 0] == counts["out of play", 1] == 200
        assert counts["hand 2", 2] == 200
        hidden = 52 - 2 - 7 - (seat != 2)
        jack = DECK.parse("JS")
        assert is_share(counts["out of play", jack], 200, 1 / hidden)
        for other in range(7):
            if other != seat:
                number = 7 - (other == 2)
                assert is_share(counts[f"hand {other}", jack], 200, number / hidden)


@unmeasured
def test_the_receiver_of_a_trade_knows_that_the_lower_hand_has_only_lower_cards():
    """P9: the high cards lie elsewhere, the own gifts lie there; all else is equally likely."""
    low = "3D 3C 3H 4D 4H 5D 5H 6S 9C 9S"
    table = trade("KD KS", "", "", "", low)
    play(table, "give KS", "give KD")
    play(table, texts(table)[0])
    s = table._state
    assert faces(s.gave[4]) == "9C 9S" and faces(s.gave[0]) == "KD KS"
    limit, tries = DECK.parse("9C"), 600
    counts = shares(table, 0, tries)
    hidden = [card for card in range(52) if not (s.hand[0] | s.gave[0]) >> card & 1]
    below = [card for card in hidden if card < limit]
    assert len(hidden) == 40 and counts["hand 4", DECK.parse("KS")] == tries
    for card in hidden:
        share = 8 / len(below) if card < limit else 0
        assert is_share(counts["hand 4", card], tries, share)
        assert is_share(counts["hand 1", card], tries, (1 - share) * 10 / 32)
        assert is_share(counts["out of play", card], tries, (1 - share) * 2 / 32)
    # the other way round nothing is known but what was given
    counts = shares(table, 4, tries)
    hidden = [card for card in range(52) if not (s.hand[4] | s.gave[4]) >> card & 1]
    assert len(hidden) == 40
    for card in (limit, limit + 2):
        assert counts["hand 0", card] == tries
    for card in hidden:
        assert is_share(counts["hand 0", card], tries, 8 / 40)
        assert is_share(counts["hand 1", card], tries, 10 / 40)
    # nor does who traded nothing know anything
    counts = shares(table, 2, tries)
    for card in range(52):
        if not s.hand[2] >> card & 1:
            assert is_share(counts["hand 4", card], tries, 10 / 42)
            assert is_share(counts["hand 0", card], tries, 10 / 42)
    for twin in redealt(table, 2, 5):
        assert twin.gave == [0] * 7
    for twin in redealt(table, 0, 5):
        assert twin.gave == [s.gave[0], 0, 0, 0, s.gave[4], 0, 0]


@unmeasured
def test_the_vice_president_knows_the_same_of_the_vice_bum():
    """P9: after one card each; before the trade nobody knows anything."""
    table = trade("", "KD", "3D 4D 5D 6D 7D 8D 9D TD 3C 4C 5C 6C 7C", "")
    for s in redealt(table, 1, 100):
        assert s.hand[1] == table._state.hand[1] and s.hand[2].bit_count() == 13
    counts = shares(table, 1, 400)
    assert is_share(counts["hand 2", DECK.parse("2S")], 400, 1 / 3)
    play(table, *texts(table)[:2])
    assert is_share(shares(table, 1, 400)["hand 2", DECK.parse("2S")], 400, 1 / 3)
    play(table, "give KD")
    assert table.view("Bob").group("got") == ("TD",)
    ten = DECK.parse("TD")
    for s in redealt(table, 1, 200):
        assert s.hand[2] >> DECK.parse("KD") & 1 and s.hand[2].bit_count() == 13
        assert s.hand[2] & ~mask("KD") < 1 << ten
    counts = shares(table, 2, 400)
    assert counts["hand 1", ten] == 400


def test_a_gift_that_is_played_is_no_longer_in_a_hand():
    """What was given and has been played stays played."""
    table = trade("4D 4C", "", "9S 9H 8S 8H 8C 8D 7S 7H 7C 7D 6S 6H 6C 6D 5S 5H 5C")
    play(table, "give 4D", "give 4C")
    play(table, "3D", "pass", "4C")
    for seat in (0, 1):
        for s in redealt(table, seat, 20):
            assert s.played == mask("3D 4C")
            assert not any(hand & mask("3D 4C") for hand in s.hand)
    assert all(s.hand[2] & mask("4D") for s in redealt(table, 0, 20))
    assert not all(s.hand[2] & mask("4D") for s in redealt(table, 1, 20))


def test_what_another_seat_has_chosen_to_give_is_one_of_its_cards():
    """A few times, measured; how often it is each card, see below."""
    table = trade("4D 4C 6H 8S TD QC AH", *[""] * 6)
    table.play("give 8S")
    for s in redealt(table, 3, 12):
        assert s.chosen.bit_count() == 1 and s.chosen & s.hand[0]


@unmeasured
def test_what_another_seat_has_chosen_to_give_is_any_of_its_cards():
    """The own choice stays; a choice of another seat is one card, each as likely."""
    table = trade("4D 4C 6H 8S TD QC AH", *[""] * 6)
    table.play("give 8S")
    counts, tries = Counter(), 700
    for s in redealt(table, 3, tries):
        assert s.chosen.bit_count() == 1 and s.chosen & s.hand[0]
        counts[(s.hand[0] & (s.chosen - 1)).bit_count()] += 1
    assert set(counts) == set(range(7))
    assert all(is_share(number, tries, 1 / 7) for number in counts.values())
    for s in redealt(table, 0, 20):
        assert s.chosen == mask("8S") and s.hand[0] == table._state.hand[0]
    table.play("give 4D")
    assert all(s.chosen == 0 for s in redealt(table, 3, 20))


@pytest.mark.parametrize("rules_of", [{}, {"equal_values": "never", "two_in_straights": "no"}])
def test_P5_a_pass_of_those_who_cannot_answer_holds_in_other_deals(rules_of):
    """A seat gets no hand with which it could have answered, nor the cards for it later."""
    options, looked_at = PRESIDENT.option_values({"passing": "unable", **rules_of}), 0
    for seed in range(3):
        s, dice, history, passes = PRESIDENT.fresh(4, options), random.Random(seed), [], []
        rules.deal(s, walk.deck_for(PRESIDENT, 4, options, seed, 0))
        while not rules.is_over(s):
            action = dice.choice(walk.open_actions(PRESIDENT, s))
            if action == state.PASS:
                passes.append((s.copy(), len(history)))
            history.append((s.turn, action))
            rules.apply(s, action)
            twin = walk.redealt(PRESIDENT, s, 0, len(history))
            for before, number in passes if len(history) % 5 == 0 else ():
                hand, then = twin.hand[before.turn], before.copy()
                for who, move in history[number:]:
                    hand |= state.PLAY_MASK[move] if who == before.turn else 0
                then.hand[before.turn] = hand
                assert walk.open_actions(PRESIDENT, then) == [state.PASS]
                looked_at += hand != before.hand[before.turn]
    assert looked_at > 50
