"""What every game promises: one function a promise, which raises AssertionError when it is broken.

The games are played at random from seeds; a check takes the game as an argument, so that broken
copies of a game can be held against it too.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from dealt import agents
from dealt.core.agent import Action, Seat
from dealt.core.chance import HIDDEN, deck_of, new_rng, start
from dealt.core.compiled import compiled
from dealt.core.fields import dtype, fill_row, row_fields
from dealt.core.game import Game
from dealt.core.match import Match
from dealt.core.record import Record, replay
from dealt.core.steps import STEPS
from dealt.core.table import Table
from dealt.errors import IllegalAction

SHORT = 60  # a turn limit that most rounds reach, so that a check sees many rounds


def set_up(game: Game, seed: int) -> tuple[int, dict[str, int]]:
    """Seats and options for one seed: all numbers of seats, all options are met."""
    dice = random.Random(seed)
    seats = game.seats[seed % len(game.seats)]
    values = game.option_values({})
    for option in game.options:
        if option.name == "turn_limit":
            values[option.name] = option.default if seed % 10 == 0 else SHORT
        elif isinstance(option.choices, range):
            values[option.name] = dice.choice(option.choices)
        else:
            values[option.name] = dice.choice(list(option.choices.values()))
    return seats, values


def deck_for(game: Game, options: dict[str, int], seed: int, number: int = 0) -> list[int]:
    """The deck of one round."""
    cards = game.deck.cards()
    deck = [0] * len(cards)
    replacing = int(game.with_replacement(options))
    deck_of(new_rng(), seed, number, cards, len(cards), replacing, deck)
    return deck


def dealt_state(game: Game, seed: int) -> tuple[Any, list[int]]:
    """A round just dealt, and its deck."""
    seats, options = set_up(game, seed)
    s = game.fresh(seats, options)
    deck = deck_for(game, options, seed)
    game.rules.deal(s, deck)
    return s, deck


def open_actions(game: Game, s: Any) -> list[int]:
    """The ids of the open actions."""
    out = [-1] * game.actions
    return out[: game.rules.legal(s, out)]


def positions(game: Game, seed: int) -> Iterator[tuple[Any, list[int]]]:
    """All states of one random round, the last one included, and the deck."""
    dice = random.Random(seed)
    s, deck = dealt_state(game, seed)
    yield s, deck
    decisions = 0
    while not game.rules.is_over(s):
        game.rules.apply(s, dice.choice(open_actions(game, s)))
        decisions += 1
        assert decisions <= game.most_decisions, "the round does not end"
        yield s, deck


def some_positions(game: Game, seed: int, n: int) -> list[Any]:
    """Up to `n` states of one random round, chosen by the seed."""
    states = [s.copy() for s, _ in positions(game, seed)]
    return random.Random(seed).sample(states, min(n, len(states)))


def names_of(s: Any) -> tuple[str, ...]:
    return ("Ana", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus")[: s.seats]


def table_of(game: Game, s: Any) -> Table:
    return Table(game, [Seat(name) for name in names_of(s)], s)


# --- the promises ------------------------------------------------------------------------------


def cards_are_conserved(game: Game, seed: int) -> None:
    """After the deal and after every action, the places hold the cards of the deck, each once."""
    for s, deck in positions(game, seed):
        places = game.words.cards_in_play(s)
        assert Counter(card for cards in places.values() for card in cards) == Counter(deck)


def legal_is_what_can_be_played(game: Game, seed: int) -> None:
    """Before the end something is open, in rising order; a table accepts that and nothing else."""
    for s, _ in positions(game, seed):
        found = open_actions(game, s)
        assert bool(found) != bool(game.rules.is_over(s))
        assert found == sorted(set(found))
        assert not found or found[0] >= 0 and found[-1] < game.actions
    for s in some_positions(game, seed, 2):
        table, found, before = table_of(game, s), open_actions(game, s), s.fields()
        for action in range(game.actions):
            if action in found:
                assert table.read(action).id == action
                played = s.copy()
                table_of(game, played).step(Action(action, game.words.action_text(action)))
                assert played.fields() != before
            else:
                with pytest.raises(IllegalAction) as refused:
                    table.step(Action(action, game.words.action_text(action)))
                assert game.words.action_text(action) in str(refused.value)
                assert "\n" not in str(refused.value)
        assert s.fields() == before, "a refused action changed the state"


def actions_can_be_said(game: Game, seed: int) -> None:
    """Every action is printed, read, and comes back the same; no two look alike."""
    for action in range(game.actions):
        text = game.words.action_text(action)
        assert game.words.parse_action(text) == action, text
        assert game.words.parse_action(f"  {text.upper()} ") == action, text
    assert len({game.words.action_text(action) for action in range(game.actions)}) == game.actions


def records_can_be_replayed(game: Game, seed: int) -> None:
    """A match played again from its record ends in the same states."""
    seats, options = set_up(game, seed)
    players = agents.seats(game, ["random"] * seats, seed)
    match = Match(game, players, seed=seed, rounds=3, options=options).run()
    record = match.record
    again = replay(Record.from_json(record.to_json()), game)
    assert again.totals == match.totals
    assert [s.fields() for s in again._states] == [s.fields() for s in match._states]


def plain_play_is_compiled_play(game: Game, seeds: range) -> None:
    """Action by action, both speeds offer the same actions and reach the same state."""
    steps = steps_of(game)
    out, points = np.zeros(game.actions, np.int64), np.zeros(8, np.int64)
    seen = np.zeros(game.observation, np.int64)
    for seed in seeds:
        dice = random.Random(seed)
        s, deck = dealt_state(game, seed)
        row = np.zeros(2, dtype(game.state))
        fill_row(game.state, row[0], game.fresh(*set_up(game, seed)))
        steps["deal"](row, 0, np.array(deck))
        while True:
            assert row_fields(game.state, row[0]) == s.fields()
            found = open_actions(game, s)
            assert out[: steps["legal"](row, 0, out)].tolist() == found
            if not found:
                break
            if dice.random() < 0.02:
                seat = dice.randrange(s.seats)
                plain_seen = [0] * game.observation
                game.rules.observe(s, seat, plain_seen)
                steps["observe"](row, 0, seat, seen)
                assert seen.tolist() == plain_seen
                same_redeal(game, steps, s, row, seat, seed)
            action = dice.choice(found)
            game.rules.apply(s, action)
            steps["apply"](row, 0, action)
        assert bool(steps["is_over"](row, 0)) == bool(game.rules.is_over(s)) is True
        plain_points = [0] * s.seats
        game.rules.score(s, plain_points)
        steps["score"](row, 0, points)
        assert points[: s.seats].tolist() == plain_points
        after = game.fresh(*set_up(game, seed))
        fill_row(game.state, row[1], after)
        game.rules.carry_over(after, s)
        steps["carry_over"](row, 1, row, 0)
        assert row_fields(game.state, row[1]) == after.fields()


def same_redeal(game: Game, steps: Any, s: Any, row: Any, seat: int, seed: int) -> None:
    """Both speeds replace hidden cards by the same others."""
    twin, rng = s.copy(), new_rng()
    start(rng, seed, 0, HIDDEN)
    game.rules.redeal(twin, seat, rng)
    row[1] = row[0]
    steps["redeal"](row, 1, seat, np.zeros(2, np.uint64), seed)
    assert row_fields(game.state, row[1]) == twin.fields()


def steps_of(game: Game, *, on_disk: bool | None = None) -> dict[str, Any]:
    """The compiled steps, with bounds checks; broken copies are kept out of the disk cache."""
    if on_disk is None:
        on_disk = not hasattr(game.rules, "IS_MUTANT")
    return compiled(STEPS, game.verbs(), bounds_check=True, on_disk=on_disk)


def hidden_cards_do_not_show(game: Game, seed: int) -> int:
    """Re-deal what a seat cannot see: nothing that it is told changes by one byte.

    Returns how often the deal did change, so that the caller knows that something was tried.
    """
    changed = 0
    for s in some_positions(game, seed, 3):
        for seat in range(s.seats):
            twin, rng = s.copy(), new_rng()
            start(rng, seed, seat, HIDDEN)
            game.rules.redeal(twin, seat, rng)
            changed += twin.fields() != s.fields()
            assert all_that_is_told(game, twin, seat) == all_that_is_told(game, s, seat)
            places = (game.words.cards_in_play(x) for x in (s, twin))
            if not game.with_replacement(
                {option.name: vars_of(s, option) for option in game.options}
            ):
                before, after = (Counter(c for cs in p.values() for c in cs) for p in places)
                assert before == after
            assert_playable(game, twin, seed)
    return changed


def vars_of(s: Any, option: Any) -> int:
    value: int = getattr(s, option.name)
    return value


def assert_playable(game: Game, s: Any, seed: int) -> None:
    """From a re-dealt position the round can be played to its end."""
    dice = random.Random(seed)
    s, decisions = s.copy(), 0
    while not game.rules.is_over(s) and decisions < 100:
        game.rules.apply(s, dice.choice(open_actions(game, s)))
        decisions += 1


def all_that_is_told(game: Game, s: Any, seat: int) -> dict[str, Any]:
    """Everything that goes out to a seat: view, numbers, actions, refusals, hint, bots' choices."""
    view = game.words.view(s, seat, names_of(s))
    seen = [0] * game.observation
    game.rules.observe(s, seat, seen)
    told: dict[str, Any] = {"view": view, "text": str(view), "repr": repr(view), "numbers": seen}
    in_turn = not game.rules.is_over(s) and s.turn == seat
    if in_turn:
        table = table_of(game, s)
        told["actions"] = table.actions
        refusals = []
        for action in range(0, game.actions, 7):
            try:
                table.read(action)
            except IllegalAction as refused:
                refusals.append(str(refused))
        told["refusals"] = refusals
        told["hint"] = game.hint(view) if game.hint else ""
        told["bots"] = [
            str(bot.choose(view, table.actions))
            for bot in (agents.bot(game, name, 1) for name in agents.bots(game))
            if bot is not None
        ]
    return told


def rounds_end(game: Game, seed: int) -> None:
    """A round takes no more decisions than the game declares."""
    for _ in positions(game, seed):
        pass


def scores_lie_in_bounds(game: Game, seed: int) -> None:
    """The points of each seat lie in the declared bounds."""
    low, high = game.score_bounds
    points = [0] * 8
    *_, (s, _) = positions(game, seed)
    game.rules.score(s, points)
    assert all(low <= x <= high for x in points[: s.seats])


def numbers_fit_their_fields(game: Game, seed: int) -> None:
    """No value in plain play is larger than compiled play can keep."""
    for s, _ in positions(game, seed):
        for field in game.state.FIELDS:
            low, high = field.bounds()
            values = np.array(getattr(s, field.name)).ravel()
            assert values.min() >= low and values.max() <= high, field.name
            assert np.array(getattr(s, field.name)).shape == field.shape, field.name
