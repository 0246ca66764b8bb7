"""Mason Rummy: the player `good`, the deals that a search of it looks at, and the hint."""

import random

import numpy as np
import pytest

from dealt.agents.search import SearchAgent
from dealt.core.agent import Seat
from dealt.core.chance import HIDDEN, new_rng, start
from dealt.core.compiled import compiled, plain
from dealt.core.search import DEAL, OTHERS, OWN, ROOT, STATES
from dealt.core.table import Table
from dealt.games.mason_rummy import bots, hints, likely_deals, rules, state
from dealt.games.mason_rummy.state import PLAYING, WENT_OUT
from dealt.games.mason_rummy.words import action_text, parse_action
from dealt.testing import walk
from tests.games.rummy_tables import DECK, RUMMY

SEEDS = range(6)


def open_at(s):
    """What the seat in turn sees, and what is open to it."""
    observation, out = [0] * RUMMY.sizes.observation, [0] * RUMMY.sizes.actions
    rules.observe(s, s.turn, observation)
    return observation, out[: rules.legal(s, out)]


def chosen(s):
    """What `good` does in a state."""
    observation, legal_ids = open_at(s)
    return bots.good(observation, legal_ids, len(legal_ids))


def positions(seed, *policies):
    """The states of a round between players, the last one included."""
    s, deck = RUMMY.fresh(len(policies), {"turn_limit": 500}), RUMMY.deck.cards()
    random.Random(seed).shuffle(deck)
    rules.deal(s, deck)
    while not rules.is_over(s):
        yield s
        observation, legal_ids = open_at(s)
        rules.apply(s, policies[s.turn](observation, legal_ids, len(legal_ids)))
    yield s


def last(seed, *policies):
    """The end of a round between players."""
    *_, s = positions(seed, *policies)
    return s


def some_positions():
    """Of random rounds, where hands grow odd, and of rounds that are played well."""
    for seed in SEEDS:
        states = walk.some_positions(RUMMY, seed, 20)
        for number, s in enumerate(positions(seed, *[bots.good] * (2 + seed % 2))):
            if number % 3 == 0:
                states.append(s.copy())
        yield from (s for s in states if not rules.is_over(s))


def hand(faces, *, taken_card="", table=(), other=(), top="KC", stock="", counts=None):
    """A state in which the first of two players has drawn, or is to draw if nothing is `drawn`."""
    held = f"{faces} {taken_card}".split()
    away = {*held, top, *" ".join((*table, *other)).split(), *stock.split()}
    rest = [face for face in DECK.faces if face not in away]
    s = RUMMY.fresh(2, {"turn_limit": 500})
    rules.clear(s)
    for number, face in enumerate(held):
        rules.take(s, 0, DECK.parse(face), number)
    for _ in range(10 if counts is None else counts):
        rules.take(s, 1, DECK.parse(rest.pop()), 0)
    for seat, groups in enumerate((table, other)):
        for group in groups:
            lay(s, seat, group)
    rules._discard(s, DECK.parse(top))
    s.stock_end = len(rest)
    s.stock[: len(rest)] = [DECK.parse(face) for face in rest]
    s.phase = PLAYING if taken_card else 0
    return s


def lay(s, seat, group):
    """Put a meld or a run in front of a seat."""
    cards = [DECK.parse(face) for face in group.split()]
    is_meld = len({card % 13 for card in cards}) == 1
    for card in cards:
        s.seen[card] = 1
        if is_meld:
            s.melds[seat][card % 13] |= 1 << card // 13
            s.meld_ranks[seat] |= 1 << card % 13
        else:
            s.runs[seat][card // 13] |= 1 << card % 13


def says(s):
    """What `good` does, in words."""
    return action_text(chosen(s))


# --- always, anywhere -----------------------------------------------------------------------------


def test_good_is_an_open_action_and_sees_nothing_hidden():
    """Hidden cards dealt anew change neither the choice nor the hint."""
    changed = 0
    for number, s in enumerate(some_positions()):
        observation, legal_ids = open_at(s)
        action = bots.good(observation, legal_ids, len(legal_ids))
        assert action in legal_ids
        twin = walk.redealt(RUMMY, s, s.turn, number)
        assert chosen(twin) == action
        lines = [hints.hint(walk.table_of(RUMMY, each).view(s.turn)) for each in (s, twin)]
        assert lines[0] == lines[1] and lines[0].startswith(f"{action_text(action)}: ")
        changed += twin.fields() != s.fields()
    assert changed > 100


@pytest.mark.no_cover
def test_good_chooses_the_same_plain_and_compiled():
    """The policy alone, without the rules around it, which take long to compile."""
    fast = compiled({"good": bots.good}, {}, bounds_check=True)["good"]
    for s in some_positions():
        observation, legal_ids = open_at(s)
        arrays = np.array(observation, np.int64), np.array(legal_ids, np.int64)
        assert fast(*arrays, len(legal_ids)) == bots.good(observation, legal_ids, len(legal_ids))


def test_rounds_of_good_end_by_play():
    """With two and three players, among themselves and with the document's player."""
    ends = [
        last(seed, *players)
        for seed in range(25)
        for players in ([bots.good] * 2, [bots.good] * 3, [bots.good, bots.seed_ai])
    ]
    assert sum(s.outcome == WENT_OUT for s in ends) >= 0.99 * len(ends)
    assert sum(s.turns for s in ends) < 30 * len(ends)


def test_good_is_better_than_the_player_of_the_document():
    """The same deals in both seats: more rounds won, fewer points."""
    wins, points, deals_played = 0, 0, 120
    for seed in range(deals_played):
        for seat, players in enumerate(((bots.good, bots.seed_ai), (bots.seed_ai, bots.good))):
            left = [0, 0]
            rules.score(last(seed, *players), left)
            wins += left[seat] < left[1 - seat]
            points += left[1 - seat] - left[seat]
    assert wins > 0.54 * 2 * deals_played and points > deals_played


# --- its reasons, in positions built by hand ------------------------------------------------------

SPREAD = "2C 4D 6H 8S TP QC AD 3H 5S"  # cards that have nothing to do with each other
HIGH = "2C 9D 7H 7S"
NO_OUTS = "no unseen card would complete a group with it"


@pytest.mark.parametrize(
    ("cards_at", "action"),
    [
        ({"faces": SPREAD, "taken_card": "7P"}, "discard AD"),
        ({"faces": "AS AH 9C 5D 2H", "taken_card": "7P"}, "discard 9C"),
        ({"faces": "AS AH 9C 5D 2H", "taken_card": "7P", "other": ["AC AD AP"]}, "discard AS"),
        ({"faces": HIGH, "taken_card": "KS", "other": ["TH JH QH"], "counts": 2}, "discard KS"),
        ({"faces": HIGH, "taken_card": "KS", "other": ["TS JS QS"], "counts": 2}, "discard 9D"),
        ({"faces": HIGH, "taken_card": "KS", "other": ["TS JS QS"], "counts": 5}, "discard KS"),
        ({"faces": "QS JS JD JC TD KS", "taken_card": "9D"}, "run 9D TD JD"),
        ({"faces": "5C 6C 7C 7D 7H 2S", "taken_card": "7S"}, "meld 7D 7H 7S"),
        ({"faces": "5C 6C 7C 8C 8D 8H", "taken_card": "2S"}, "meld 8C 8D 8H"),
        ({"faces": "9C AS", "taken_card": "2H", "table": ["9D 9H 9S"]}, "lay off 9C"),
    ],
    ids=[
        "the most points",
        "but a pair is kept for its outs",
        "and not without them",
        "no use",
        "but the next player could lay it off and has two cards",
        "and has five",
        "two runs rather than a meld",
        "a meld without the card that a run needs",
        "a meld with the card that a run can spare",
        "single cards",
    ],
)
def test_what_good_lays_down_and_discards(cards_at, action):
    assert says(hand(**cards_at)) == action


@pytest.mark.parametrize(
    ("cards_at", "action"),
    [
        ({"faces": SPREAD, "top": "7P"}, "draw stock"),
        ({"faces": "4C 4D 9S 8H QP", "top": "4S"}, "draw discard"),
        ({"faces": "4C 4D 9S 8H QP", "top": "2C", "table": ["3C 4C 5C"]}, "draw discard"),
        ({"faces": "9C TC 9D 2H AS KP", "top": "9S"}, "draw discard"),
        ({"faces": "JC TC 7D 2H 3S 5P", "top": "9H"}, "draw stock"),
        ({"faces": "9C 5C 7D 2H 3S 5P", "top": "9H"}, "draw discard"),
    ],
    ids=["no use", "a meld", "fits a run", "three outs and more", "no outs", "three outs"],
)
def test_what_good_draws(cards_at, action):
    assert says(hand(**cards_at)) == action


def test_outs_are_the_unseen_cards_that_make_a_group():
    """Counted one by one: with the card in hand they are wanted, without it they are not."""
    counted = 0
    for s in some_positions():
        observation, _ = open_at(s)
        suits = bots.glance(observation)
        for card in observation[rules.SEES_HAND :][: s.hand_count[s.turn]]:
            without = list(observation)
            without[rules.SEES_PLACE + card] = rules.IN_DISCARDS
            unseen = [
                c for c in range(65) if observation[rules.SEES_PLACE + c] in (0, rules.IN_STOCK)
            ]
            partners = [
                c for c in unseen if bots.wants(observation, c) and not bots.wants(without, c)
            ]
            assert len(partners) <= bots.outs(suits, card), (partners, card)
            counted += bots.outs(suits, card) > 0
    assert counted > 100


@pytest.mark.parametrize(
    ("cards_at", "actions"),
    [
        ({"faces": SPREAD, "top": "7P"}, "draw stock, draw discard"),
        ({"faces": "4C 4D 9S 8H QP", "top": "4S"}, "draw discard"),
        (
            {"faces": "5C 6C 7C QD AH AS", "taken_card": "8C"},
            "run 5C 6C 7C, run 5C 6C 7C 8C, run 6C 7C 8C",
        ),
        (
            {"faces": SPREAD, "taken_card": "7P"},
            "discard AD, discard QC, discard TP, discard 8S, discard 7P, discard 6H",
        ),
        (
            {"faces": "2C 9C AS", "taken_card": "4H", "table": ["9D 9H 9S"]},
            "discard 9C, discard AS, discard 4H, discard 2C, lay off 9C",
        ),
    ],
    ids=[
        "both draws",
        "a meld is taken",
        "groups are laid down",
        "six discards",
        "and single cards",
    ],
)
def test_what_a_search_looks_at(cards_at, actions):
    """What is as good as sure is not looked at, nor are discards that come after six others."""
    observation, legal_ids = open_at(hand(**cards_at))
    n = bots.shortlist(observation, legal_ids, len(legal_ids), 24)
    assert ", ".join(action_text(action) for action in legal_ids[:n]) == actions


# --- deals for a search ---------------------------------------------------------------------------


def next_deals(s, past, n, others=2):
    """Deals for the seat in turn, and who plays as whom in them."""
    states, kinds, rng = [s] * STATES, [0] * s.seats, new_rng()
    states[ROOT] = s
    play = plain(likely_deals.next_deal, RUMMY.verbs())
    for number in range(n):
        start(rng, 5, number, HIDDEN)
        play(states, s.turn, rng, number, others, past, kinds, [], [])
        yield states[DEAL], list(kinds)


def test_deals_of_a_search_fit_what_the_others_did():
    """A player who discarded a five holds few lone high cards, and no group to lay down."""
    s = hand(SPREAD, taken_card="7P", top="5H")
    five = DECK.parse("5H")
    past = [1, state.DRAW_STOCK, 1, parse_action("discard 5H"), 0, state.DRAW_STOCK]
    cards = RUMMY.words.cards_in_play(s)
    odd = [0, 0]
    for k, others_actions in enumerate(([], past)):
        for x, _ in next_deals(s, others_actions, 40):
            odd[k] += likely_deals._oddness(x, 1, five, 5)
            places = RUMMY.words.cards_in_play(x)
            assert places["hand 0"] == cards["hand 0"] and len(places["hand 1"]) == 10
            assert sorted(places["stock"] + places["hand 1"]) == sorted(
                cards["stock"] + cards["hand 1"]
            )
            assert [x.arrived[card] for card in places["stock"]] == [0] * len(places["stock"])
    assert 10 * odd[1] < odd[0]


def test_the_last_discards_of_a_seat():
    """The last one, and the fewest points of a few."""
    texts = ["discard AC", "discard 4C", "discard KC", "draw stock", "discard 9C"]
    past = [number for text in texts for number in (1, parse_action(text), 0, -1)]
    assert likely_deals._last_discard(past, 1) == DECK.parse("9C")
    assert likely_deals._last_discard(past, 0) == -1
    assert likely_deals._least_points(past, 1) == 4 and likely_deals._least_points(past[4:], 1) == 4
    many = [1, parse_action("discard 2C")] + past * likely_deals.REMEMBERED
    assert likely_deals._least_points(many, 1) == 4 and likely_deals._least_points([], 1) == 15


@pytest.mark.parametrize(
    ("faces", "laid", "last", "odd"),
    [
        ("4C 4D 7H 8H", (), "2C", 0),
        ("4C 4D 7H 8H KS", (), "2C", 3 * 8),
        ("4C 4D 7H 8H KS", (), "AC", 0),
        ("4C 4D 7H 8H KS", (), "4S", 3 * 6 + likely_deals.BROKEN),
        ("4C 4D 7H 8H KS", (), "9H", 3 * 1 + likely_deals.BROKEN),
        ("4C 4D 4H", (), "AC", likely_deals.LAYABLE),
        ("5C 6C 7C", (), "AC", likely_deals.LAYABLE),
        ("5C", ("6C 7C 8C",), "AC", likely_deals.LAYABLE),
        ("6D", ("6C 6H 6P",), "AC", likely_deals.LAYABLE),
    ],
)
def test_how_odd_a_hand_is(faces, laid, last, odd):
    """Points of cards that are kept alone, above those of the discard; what could be laid down."""
    card = DECK.parse(last)
    s = hand(faces, table=laid, top="3S")
    assert likely_deals._oddness(s, 0, card, state.POINTS[card % 13]) == odd


def test_a_player_who_keeps_a_taken_card_is_not_the_documents_player():
    """And who does not is less and less likely to be another."""
    s = hand("2C 4D 6H 8S TP QC AD 3H 5S", taken_card="7P")
    early = [kinds for _, kinds in next_deals(s, [], 40)]
    s.turns = 60
    late = [kinds for _, kinds in next_deals(s, [], 40)]
    assert {kinds[0] for kinds in early} == {OWN}
    counts = [sum(kinds[1] == OTHERS + 1 for kinds in deals) for deals in (early, late)]
    assert counts[0] > 10 > counts[1]
    assert all(kinds == [OWN, OTHERS] for _, kinds in next_deals(s, [], 5, others=1))
    held_card = next(card for card in range(65) if s.held[1][card // 13] >> card % 13 & 1)
    s.seen[held_card] = 1
    assert all(kinds == [OWN, OTHERS + 1] for _, kinds in next_deals(s, [], 5))


def test_a_search_spends_no_more_deals_on_what_is_surely_worse():
    """An ace is thrown before a pair of twos is broken, with one card in the other hand."""
    s = hand("2C 2D 9P", taken_card="AC", counts=1)
    agent = SearchAgent(RUMMY, 1, playouts=400, fast=False)
    table = Table(RUMMY, [Seat("Ana", agent), Seat("Bob")], s)
    assert str(table.step()) == "discard AC"
    deals_tried = sorted(option.deals for option in agent.ranking)
    assert 4 * deals_tried[0] < deals_tried[-1]


# --- the hint -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards_at", "line"),
    [
        (
            {"faces": "AS AH 9C 5D 2H", "taken_card": "7P"},
            f"discard 9C: {NO_OUTS}, and it costs 9 points; next best 7P",
        ),
        (
            {"faces": HIGH, "taken_card": "KS", "other": ["TS JS QS"], "counts": 2},
            f"discard 9D: {NO_OUTS}, and it costs 9 points; Bob could lay off KS; next best KS",
        ),
        (
            {"faces": "JC TC 7D 2H 3S 5P", "top": "9H"},
            "draw stock: 9H helps too little; 2 of 58 unseen cards could be laid down at once",
        ),
        (
            {"faces": "9C 5C 7D 2H 3S 5P", "top": "9H"},
            "draw discard: with 9H in hand, 3 unseen cards would complete a group",
        ),
        ({"faces": "4C 4D 9S 8H QP", "top": "4S"}, "draw discard: 4S makes the meld 4C 4D 4S"),
        (
            {"faces": "4C 4D 9S 8H QP", "top": "2C", "table": ["3C 4C 5C"]},
            "draw discard: 2C fits what you have laid down",
        ),
        (
            {"faces": "5C 6C 7C 7D 7H 2S", "taken_card": "7S"},
            "meld 7D 7H 7S: takes 21 points out of your hand",
        ),
        (
            {"faces": "9C AS", "taken_card": "2H", "table": ["9D 9H 9S"]},
            "lay off 9C: fits what you have laid down, 9 points less in your hand",
        ),
        (
            {"faces": "5C 6C", "taken_card": "7C"},
            "run 5C 6C 7C: that is all you have, and you go out",
        ),
    ],
)
def test_the_hint_says_why(cards_at, line):
    """What `good` would do, the reason, the number, and what comes next."""
    table = walk.table_of(RUMMY, hand(**cards_at))
    assert table.hint() == line


def test_numbers_of_outs_read_naturally():
    """No card, only one, several."""
    assert [hints._outs_text(number).split(" would")[0] for number in range(3)] == [
        "no unseen card",
        "only one unseen card",
        "2 unseen cards",
    ]


def test_the_player_highest_discards_the_most_points():
    """Where the AI keeps a pair; in all else the two are one."""
    differ = 0
    for s in some_positions():
        observation, legal_ids = open_at(s)
        if rules.is_over(s):
            continue
        one, other = (
            each(observation, legal_ids, len(legal_ids)) for each in (bots.seed_ai, bots.highest_ai)
        )
        if state.DISCARD <= one < state.LAY_OFF:
            most = max(state.POINTS[(a - state.DISCARD) % 13] for a in legal_ids
                       if state.DISCARD <= a < state.LAY_OFF)  # fmt: skip
            assert state.POINTS[(other - state.DISCARD) % 13] == most
            differ += one != other
        else:
            assert one == other
    assert differ > 3
