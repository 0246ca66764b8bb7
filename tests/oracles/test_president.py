"""President held against a second, naive implementation: all five-card subsets, written anew."""

from __future__ import annotations

import random
from typing import Any

import pytest

from dealt.games import president as functions
from dealt.games.president import GAME, rules
from dealt.games.president.exact import least_moves, open_plays, situation
from dealt.games.president.plays import types_in
from dealt.games.president.seed import option_values
from dealt.games.president.state import (
    ASK,
    ASKING,
    DECK,
    GIVE,
    GIVING,
    OPTIONS,
    PLAY_CARDS,
    PLAY_OF_MASK,
    PLAYS,
    TYPES,
    State,
)
from dealt.games.president.words import action_text
from tests.games.president_tables import TYPES as NAMES_OF_TYPES
from tests.oracles import president as naive

pytestmark = pytest.mark.no_cover  # many hands of what is covered elsewhere

NAME = {
    **dict(zip(naive.KINDS, NAMES_OF_TYPES, strict=True)),
    "empty": "empty",
    "scattered": "scattered",
}


def some_rules(dice: random.Random) -> dict[str, Any]:
    """The document's rules in half of the cases, else any."""
    if dice.random() < 0.5:
        return option_values({})
    return {o.name: o.value(str(dice.choice(list(o.choices)))) for o in OPTIONS}


def naive_rules(values: dict[str, int]) -> naive.Rules:
    """The same rules for the second implementation."""
    choices: dict[str, object] = {name: bool(value) for name, value in values.items()}
    choices["equal_values"] = ("suit", "never")[values["equal_values"]]
    choices["passing"] = ("anyone", "unable")[values["passing"]]
    choices["trade"] = ("highest", "request")[values.get("trade", 0)]
    return naive.Rules(**choices)  # type: ignore[arg-type]


def hand_of(dice: random.Random, size: int) -> list[str]:
    """Cards from the whole deck, or from a part of it, where moves are many."""
    low = dice.randrange(0, max(1, 52 - 2 * size)) if dice.random() < 0.5 else 0
    high = min(52, low + 2 * size) if low else 52
    return dice.sample(naive.ORDER[low:high], size)


def mask(cards: list[str] | naive.Move) -> int:
    return sum(1 << DECK.parse(card) for card in cards)


def test_the_table_holds_every_move_once() -> None:
    """18,891 plays, in the order of type, strength and cards, each of the type it stands under."""
    assert (GIVE, ASK, GAME.sizes.actions) == (18_892, 18_944, 18_957)
    assert len(PLAYS) == len(PLAY_OF_MASK) - 1 == 18_891
    dice = random.Random(1)
    moves = [tuple(DECK.faces[card] for card in cards) for cards in PLAY_CARDS[1:]]
    for move, play in dice.sample(list(zip(moves, PLAYS, strict=True)), 3_000):
        assert naive.kind(move) == naive.KINDS[play[0]]
    keys = [naive.order_key(move) for move in moves]
    assert keys == sorted(keys) and len(set(keys)) == len(keys)


@pytest.mark.parametrize("seed", range(4))
def test_any_cards_have_the_same_type(seed: int) -> None:
    """Random sets of up to six cards, many of them of few values or of one suit."""
    dice = random.Random(seed)
    for _ in range(4_000):
        pool = naive.ORDER
        if dice.random() < 0.6:
            pool = [card for card in naive.ORDER if card[1] == "H" or card < "5"]
        cards = dice.sample(pool, dice.randrange(7))
        for allowed in (True, False):
            name_of_type = functions.get_type(cards, two_in_straights=int(allowed))
            assert name_of_type == NAME[naive.kind(cards, two_in_straights=allowed)], cards


@pytest.mark.parametrize("seed", range(8))
def test_a_hand_has_the_same_moves(seed: int) -> None:
    """Leads and answers of random hands under random rules, in the same order."""
    dice = random.Random(seed)
    for _ in range(150):
        values = some_rules(dice)
        other = naive_rules(values)
        hand = hand_of(dice, dice.choice([1, 4, 7, 10, 13]))
        for previous in ((), *dice.sample(naive.valid_moves(hand_of(dice, 13)), 8)):
            s = situation(mask(hand), values, PLAY_OF_MASK[mask(previous)] if previous else 0)
            if previous and naive.kind_by(previous, other) not in naive.KINDS:
                continue
            moves = sorted(action_text(play) for play in open_plays(s))
            assert moves == sorted(map(" ".join, naive.valid_moves(hand, previous, None, other)))
        card = dice.choice(hand)
        moves = functions.get_valid_moves(hand, containing=card, **values)
        expected = naive.valid_moves(hand, (), card, other)
        assert moves == [" ".join(m) for m in naive.sorted_by_hand_type(expected, other)]


@pytest.mark.parametrize("seed", range(4))
def test_moves_answer_each_other_alike(seed: int) -> None:
    """Whether any move of one hand may answer any of another."""
    dice = random.Random(seed)
    for _ in range(40):
        values = some_rules(dice)
        other = naive_rules(values)
        moves = naive.valid_moves(hand_of(dice, 13), (), None, other)
        for previous in dice.sample(moves, min(4, len(moves))):
            move = dice.choice([m for m in moves if len(m) == len(previous)])
            if not set(move) & set(previous):
                verdict = functions.answers(" ".join(move), " ".join(previous), **values)
                assert verdict == naive.beats(move, previous, other)


@pytest.mark.parametrize("seed", range(4))
def test_the_computer_player_does_the_same(seed: int) -> None:
    """Leads, openings, answers and cards to give, under random rules."""
    dice = random.Random(seed)
    for _ in range(40):
        values = some_rules(dice)
        other = naive_rules(values)
        hand = hand_of(dice, dice.choice([2, 6, 9, 13]))
        lead = naive.ai_move(hand, (), None, other)
        assert functions.ai_move(hand, **values).split() == list(lead)
        lowest = min(hand, key=naive.ORDER.index)
        lead = naive.ai_move(hand, (), lowest, other)
        assert functions.ai_move(hand, containing=lowest, **values).split() == list(lead)
        chosen = naive.ai_choose_cards(hand, 2, other)
        assert functions.ai_choose_cards(hand, 2, **values) == list(chosen)
        moves = naive.valid_moves([c for c in naive.ORDER if c not in hand][:13], (), None, other)
        for previous in dice.sample(moves, 3):
            answer = " ".join(naive.ai_move(hand, previous, None, other)) or "pass"
            assert functions.ai_move(hand, previous, **values) == answer


def test_a_hand_has_the_same_types() -> None:
    """What the computer player compares: the types in a hand, straights with and without twos."""
    dice = random.Random(5)
    for _ in range(250):
        hand = hand_of(dice, dice.choice([5, 6, 8, 10, 13]))
        for last, allowed in ((8, True), (7, False)):
            kinds = naive.kinds_of(hand, naive.Rules(two_in_straights=allowed))
            types = types_in(mask(hand), last)
            assert {naive.KINDS[t] for t in range(TYPES) if types >> t & 1} == set(kinds)


@pytest.mark.parametrize("seed", range(5))
def test_lists_of_types_compare_alike(seed: int) -> None:
    """The comparison of lists is the comparison of masks."""
    dice = random.Random(seed)
    for _ in range(300):
        first, second = (dice.sample(naive.KINDS, dice.randrange(1, 9)) for _ in range(2))
        moves = []
        for kinds in (first, second):
            which = [naive.KINDS.index(kind) for kind in kinds]
            moves.append([action_text(1 + [p[0] for p in PLAYS].index(t)) for t in which])
        down = [sorted(kinds, key=naive.KINDS.index, reverse=True) for kinds in (first, second)]
        assert functions.greater_than(*moves) == naive.greater_than(*down)


@pytest.mark.parametrize("seed", range(3))
def test_the_least_number_of_moves_is_the_same(seed: int) -> None:
    """Against a search through all subsets of small hands, under random rules."""
    dice = random.Random(seed)
    for _ in range(25):
        values = some_rules(dice)
        hand = hand_of(dice, dice.choice([5, 8, 10, 11]))
        plan = least_moves(mask(hand), values)
        assert len(plan) == naive.least_moves(hand, naive_rules(values))
        assert sorted(card for play in plan for card in PLAY_CARDS[play]) == sorted(
            DECK.parse(card) for card in hand
        )
        assert set(plan) <= set(open_plays(situation(mask(hand), values)))


def test_roles_are_those_of_the_table() -> None:
    """For two to seven players."""
    for players in range(2, 8):
        assert functions.get_finishing_roles(players) == naive.roles(players)


def played_alike(seed: int, seats: int, values: dict[str, int] | None = None) -> int:
    """Play a match of three rounds in both; return the number of decisions."""
    dice = random.Random(seed)
    values = values or some_rules(dice)
    order, before, decisions = list(range(seats)), None, 0
    for number in range(3):
        s = GAME.fresh(seats, values)
        if before is not None:
            rules.carry_over(s, before)
        deck = dice.sample(range(52), 52)
        rules.deal(s, deck)
        faces = [DECK.faces[card] for card in deck]
        other = naive.Round(order, faces, number > 0, naive_rules(values))
        while not rules.is_over(s):
            same_state(s, other)
            legal_ids = [0] * GAME.sizes.actions
            texts = [action_text(action) for action in legal_ids[: rules.legal(s, legal_ids)]]
            ids = dict(zip(texts, legal_ids, strict=False))
            assert sorted(texts) == sorted(other.open_moves())
            choice = dice.choice(texts)
            rules.apply(s, ids[choice])
            other.play(choice)
            decisions += 1
        assert other.is_over and other.turn is None
        order = other.finished
        assert order == s.finished[:seats]
        before = s
    return decisions


def same_state(s: State, other: naive.Round) -> None:
    """Both know the same cards in the same places, and the same seat in turn."""
    assert s.turn == other.turn
    assert other.phase == {GIVING: "giving", ASKING: "asking"}.get(s.phase, "playing")
    assert [s.hand[seat] for seat in range(s.seats)] == [
        mask(list(other.hands[seat])) for seat in range(s.seats)
    ]
    assert s.out_of_play == mask(list(other.leftover))
    assert s.finished[: s.finished_count] == other.finished
    assert (s.previous == 0) == (other.previous == ())


@pytest.mark.parametrize("part", range(6))
def test_matches_are_played_alike(part: int) -> None:
    """Action by action, over matches of three rounds with three to seven players."""
    for seed in range(part, 60, 6):
        assert played_alike(seed, 3 + seed % 5) > 50


def test_matches_with_requests_are_played_alike() -> None:
    """P12: with three to seven players, and with two."""
    for seed in range(10):
        assert played_alike(seed, 2 + seed % 6, option_values({"trade": "request"})) > 50


def test_matches_of_two_are_played_alike() -> None:
    """Hands of 26 cards, in a first round and in later ones."""
    assert played_alike(4, 2) > 60
