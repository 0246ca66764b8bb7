"""President: deals that fit what has been played, held against counting them all."""

from collections import Counter
from itertools import combinations

import pytest

from dealt import agents
from dealt.core.agent import Deals, Seat
from dealt.core.chance import HIDDEN, new_rng, start
from dealt.core.compiled import plain
from dealt.core.match import Match
from dealt.core.search import DEAL, OTHERS, OWN, PAST, RANDOM, ROOT, STATES
from dealt.games.president import bots, likely_deals, rules
from dealt.games.president.bots import good, learned
from dealt.testing.walk import redealt
from tests.games.president_tables import DECK, PRESIDENT, play, position, trade

POLICIES = {"AI": bots.seed_ai, "good": good, "learned": learned}
KINDS = {"AI": OTHERS, "good": OTHERS + 1, "learned": OWN}
LIKELY, WEIGH, REWIND, CHANGE, ANEW = (
    plain(function, PRESIDENT.verbs())
    for function in (
        likely_deals.likely_deal,
        likely_deals._weigh_past,
        likely_deals._rewind,
        likely_deals._change_cards,
        likely_deals._deal_anew,
    )
)


def scratch():
    """Room for actions and an observation."""
    return [0] * PRESIDENT.sizes.actions, [0] * PRESIDENT.sizes.observation


def past_of(table, seat):
    """The round so far, as a search gets it."""
    return [part for pair in table.deals(seat).past for part in pair]


def rounds(players, seed, n=2):
    """Matches between computer players; the tables after each action, with the state before."""
    seats = [Seat(f"{name} {i}", agents.bot(PRESIDENT, name, i)) for i, name in enumerate(players)]
    match = Match(PRESIDENT, seats, seed=seed, rounds=n)
    for number in range(n):
        table = match.table if number == 0 else match.next_round()
        began = None
        while not table.is_over:
            if table._state.phase == rules.PLAYING and began is None:
                began = table._state.copy()
            if began is not None:
                yield table, began
            table.step()


@pytest.mark.parametrize("players", [["AI"] * 4, ["AI", "learned", "AI"], ["learned"] * 5])
def test_the_past_can_be_played_again_and_explained(players):
    """With the true cards: the state at the beginning of play, and no move that is not the AI's."""
    for number, (table, began) in enumerate(rounds(players, 5)):
        if number % 7:
            continue
        states, costs = [table._state.copy() for _ in range(STATES)], [99] * 7
        past = past_of(table, table.seat_in_turn)
        REWIND(states, past)
        if any(0 <= action < rules.GIVE for action in past[1::2]):
            fields = states[PAST].fields()
            assert fields == began.fields()
        kinds = [KINDS[name] for name in players]
        WEIGH(states, likely_deals.ALL_SEATS, past, kinds, costs, *scratch())
        assert costs == [0] * 7
        assert states[DEAL].fields() == table._state.fields()


def a_small_round():
    """Seat 0 has three cards left, seat 1 two, seat 2 four: 15 possible deals."""
    table = position("4S 9C KD QS", "5D 5H 8C AS 3C", "6D 6H TC JC 4C", turn=1)
    play(table, "3C", "4C", "QS", "AS", "pass", "pass", "8C")
    return table


def cost_of(table, hands, kinds):
    """The cost of the past if these were the hands of seats 1 and 2: counted a second way."""
    moves = table.history
    cost = 0
    first = [
        hands[seat] | {c for a, m in moves if a == seat for c in cards_in(m)} for seat in (1, 2)
    ]
    hidden = (" ".join(DECK.faces[card] for card in hand) for hand in first)
    again = position("4S 9C KD QS", *hidden, turn=1)
    for actor, action in moves:
        ids = [each.id for each in again.actions]
        if actor and ids != [action.id]:
            if kinds[actor] == RANDOM:
                cost += len(ids).bit_length()
            else:
                observation = list(again.view(actor).observation)
                name = next(name for name, kind in KINDS.items() if kind == kinds[actor])
                policy = POLICIES[name]
                if policy(observation, ids, len(ids)) != action.id:
                    cost += likely_deals.MISS + len(ids).bit_length()
        again.step(action)
    return cost


def cards_in(action):
    """The cards of a move."""
    return {DECK.parse(face) for face in str(action).split()} if str(action) != "pass" else set()


@pytest.mark.parametrize("changes", [8, 0])
@pytest.mark.parametrize(
    "kinds", [(OWN, OTHERS, OTHERS), (OWN, OTHERS + 1, RANDOM), (OWN, OWN, OTHERS)]
)
def test_deals_come_as_often_as_the_past_makes_them_likely(kinds, changes):
    """All ways to deal the cards that two hands have left, by their odds and by counting.

    So it is when two cards change places, eight times a deal, and when all are dealt anew.
    """
    table = a_small_round()
    s = table._state
    unseen = [c for seat in (1, 2) for c in range(52) if s.hand[seat] >> c & 1]
    odds = {}
    for chosen in combinations(unseen, s.count[1]):
        hands = {1: set(chosen), 2: set(unseen) - set(chosen)}
        odds[frozenset(chosen)] = 2.0 ** -cost_of(table, hands, kinds)
    total = sum(odds.values())
    states, past = [s.copy() for _ in range(STATES)], past_of(table, 0)
    frequencies, rng, costs = Counter(), new_rng(), [0] * 7
    start(rng, 3, 0, HIDDEN)
    room = scratch()
    WEIGH(states, 0b110, past, kinds, costs, *room)
    deals = 800
    for _ in range(deals):
        if changes:
            CHANGE(states, 0, rng, changes, past, kinds, costs, *room)
        else:
            ANEW(states, 0, rng, past, kinds, costs, *room)
        hand = states[DEAL].hand[1]
        frequencies[frozenset(c for c in range(52) if hand >> c & 1)] += 1
    assert set(frequencies) <= set(odds)
    distance = sum(abs(frequencies[hand] / deals - odds[hand] / total) for hand in odds) / 2
    assert len(odds) == 15 and distance < 0.1


def next_likely(states, seat, number, past, kinds=None):
    """Make the next likely deal; the kinds of players."""
    rng, kinds = new_rng(), [-1] * states[ROOT].seats if kinds is None else kinds
    start(rng, 3, number, HIDDEN)
    LIKELY(states, seat, rng, number, 2, past, kinds, *scratch())
    return kinds


def test_as_long_as_nothing_is_known_each_deal_is_a_new_one():
    """Before the first lead a third of the cards of another lies where it lay, as by chance."""
    table = next(table for table, _ in rounds(["AI"] * 4, 4, 1))
    seat, deals = table.seat_in_turn, 60
    assert table._state.phase == rules.PLAYING and not table.history
    states = [table.deals(seat).one(1) for _ in range(STATES)]
    kinds, before, stayed = None, 0, 0
    other = (seat + 1) % 4
    for number in range(deals):
        kinds = next_likely(states, seat, number, [], kinds)
        stayed += (states[DEAL].hand[other] & before).bit_count()
        before = states[DEAL].hand[other]
    assert stayed / deals / 13 == pytest.approx(1 / 3, abs=0.05)


@pytest.mark.parametrize("players", [["AI"] * 4, ["AI", "learned"] * 3])
def test_likely_deals_are_deals_that_could_be(players):
    """The seat sees the same in them; the same cards are about; each seat is of some kind."""
    for number, (table, _) in enumerate(rounds(players, 8)):
        if number % 29 or table._state.phase != rules.PLAYING:
            continue
        s, seat = table._state, table.seat_in_turn
        states, past = [table.deals(seat).one(1) for _ in range(STATES)], past_of(table, seat)
        before = [0] * PRESIDENT.sizes.observation
        rules.observe(s, seat, before)
        kinds = None
        for deal in range(2):
            kinds = next_likely(states, seat, deal, past, kinds)
            after = [0] * PRESIDENT.sizes.observation
            rules.observe(states[DEAL], seat, after)
            assert after == before
            deal_state = states[DEAL]
            assert sum(deal_state.hand) + deal_state.out_of_play == sum(s.hand) + s.out_of_play
            assert [deal_state.hand[i].bit_count() for i in range(7)] == list(deal_state.count)
            assert kinds[seat] == OWN
            assert set(kinds) <= {OWN, RANDOM, OTHERS, OTHERS + 1}


def test_a_player_who_got_cards_knows_what_the_lower_hand_kept():
    """The president got the two highest of the last: no likely deal gives it higher ones."""
    table = trade("3D 4D 5D", "", "", "2S 2H AC")
    play(table, "give 3D", "give 4D")
    play(table, str(table.actions[0]))
    seat = 0
    assert table.seat_in_turn == seat
    states, past = [table.deals(seat).one(1) for _ in range(STATES)], past_of(table, seat)
    kinds = None
    for number in range(5):
        kinds = next_likely(states, seat, number, past, kinds)
        got = table._state.gave[3]
        lower_hand = states[DEAL].hand[3] & ~states[DEAL].gave[0]
        assert lower_hand < got & -got


@pytest.mark.parametrize(
    ("players", "kinds"),
    [
        (["AI", "AI", "AI"], {OTHERS}),
        (["AI", "random", "random"], {RANDOM}),
        (["AI", "learned", "learned"], {OWN}),
        (["AI", "good", "good"], {OTHERS + 1}),
    ],
)
def test_how_others_play_is_found_out(players, kinds):
    """Towards the end of a round: who plays at random is not taken for the AI."""
    frequencies = Counter()
    for seed in range(4):
        last = [table for table, _ in rounds(players, seed, 1) if len(table.history) == 24]
        for table in last:
            states = [table.deals(0).one(1) for _ in range(STATES)]
            frequencies.update(next_likely(states, 0, 0, past_of(table, 0))[1:])
    assert frequencies.most_common(1)[0][0] in kinds
    assert frequencies.total() > 4


def test_a_search_plays_the_same_with_other_cards_where_it_cannot_see():
    """The hidden cards have no part in the deals that are likely."""
    for table, _ in rounds(["AI", "learned", "AI", "AI"], 3, 1):
        if len(table.history) in (9, 17):
            seat, past = table.seat_in_turn, past_of(table, table.seat_in_turn)
            twin = redealt(PRESIDENT, table._state, seat, 5)
            dealt_states = []
            for s in (table._state, twin):
                deals = Deals(PRESIDENT, s, seat, (), table.twin)
                states = [deals.one(1) for _ in range(STATES)]
                next_likely(states, seat, 0, past)
                dealt_states.append(states[DEAL].fields())
            assert dealt_states[0] == dealt_states[1]
