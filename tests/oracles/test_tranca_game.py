"""Tranca held against a second, naive implementation, action by action."""

from __future__ import annotations

import random
from typing import Any

import pytest

from dealt.games.tranca import GAME, rules
from dealt.games.tranca.state import State
from dealt.games.tranca.words import action_text, cards_in_play
from tests.oracles import tranca_game as naive

pytestmark = pytest.mark.no_cover  # many rounds of what is covered elsewhere

OUTCOMES = ("", "went out", "stock", "turn limit")


def some_rules(dice: random.Random) -> dict[str, Any]:
    """The document's rules in half of the cases, else any."""
    values: dict[str, Any] = dict(GAME.option_values({}))
    if dice.random() < 0.5:
        for name in ("pile_on_sequence", "sets", "clean_to_go_out"):
            values[name] = dice.randrange(2)
        values["turn_limit"] = dice.choice([500, 60])
    return values


def naive_rules(values: dict[str, Any]) -> naive.Rules:
    """The same rules for the second implementation."""
    return naive.Rules(
        pile_on_sequence=bool(values["pile_on_sequence"]),
        sets=("any", "edges")[values["sets"]],
        clean_to_go_out=bool(values["clean_to_go_out"]),
        turn_limit=values["turn_limit"],
    )


def chosen(dice: random.Random, open_texts: list[str], eager: float) -> str:
    """One of the open actions; the more eager, the more cards go down."""
    better = [text for text in open_texts if text.split()[0] in ("new", "lay", "take")]
    return dice.choice(better if better and dice.random() < eager else open_texts)


def play_alike(seed: int) -> State:
    """Play one round in both and compare them after every action."""
    dice = random.Random(seed)
    seats, values = GAME.seats[seed % 4], some_rules(dice)
    s: State = GAME.fresh(seats, values)
    s.starter = dice.randrange(seats)
    pack = GAME.deck_for(seats, values)
    deck = pack.cards()
    dice.shuffle(deck)
    rules.deal(s, deck)
    faces = [pack.faces[card] for card in deck]
    other = naive.Round(seats, s.starter, faces, naive_rules(values))
    out, eager = [0] * GAME.sizes.actions, dice.choice([0.0, 0.5, 0.8, 0.95, 1.0])
    while not rules.is_over(s):
        ids = {action_text(action): action for action in out[: rules.legal(s, out)]}
        assert sorted(ids) == other.open_actions(), (seed, s.turn)
        text = chosen(dice, sorted(ids), eager)
        rules.apply(s, ids[text])
        other.play(text)
        same_cards(s, other, seed)
    assert other.turn is None and other.outcome == OUTCOMES[s.outcome]
    points = [0] * seats
    rules.score(s, points)
    assert points == other.points()
    return s


def same_cards(s: State, other: naive.Round, seed: int) -> None:
    """The same cards lie in the same places."""
    places = {
        name: [GAME.deck.faces[card] for card in cards] for name, cards in cards_in_play(s).items()
    }
    for seat in range(s.seats):
        assert sorted(places[f"hand {seat}"]) == sorted(other.hands[seat]), (seed, s.turn)
    assert places["stock"] == list(other.stock)
    assert places["pile"] == list(other.pile)
    assert [places["morto 1"], places["morto 2"]][2 - s.mortos_left :] == list(other.mortos)
    for side, laid in enumerate(other.sequences):
        on_table = [card for cards in laid for card in cards] + list(other.dollars[side])
        laid_down = [*places[f"dollars {side}"]]
        for number in range(len(laid)):
            laid_down += places[f"group {side} {number}"]
        assert sorted(laid_down) == sorted(on_table)


@pytest.mark.parametrize("part", range(8))
def test_rounds_are_played_alike(part: int) -> None:
    """With 2, 3, 4 and 6 seats, eager and hesitant players, the document's rules and others."""
    sequence_counts = [
        max(play_alike(seed).sequence_count) for seed in range(part * 8, part * 8 + 8)
    ]
    assert 3 < max(sequence_counts) < 24
