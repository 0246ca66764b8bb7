"""What every game promises: one function a promise, which raises AssertionError when it is broken.

The games are played at random from seeds; a check takes the game as an argument, so that broken
copies of a game can be held against it too.
"""

from __future__ import annotations

import random
from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any

import msgspec
import numpy as np
import pytest

from dealt import agents
from dealt.core.agent import Action, Agent, Seat
from dealt.core.chance import HIDDEN, deck_of, new_rng, start
from dealt.core.compiled import compiled
from dealt.core.fields import dtype, fill_row, row_fields
from dealt.core.game import Game
from dealt.core.match import Match
from dealt.core.record import Record
from dealt.core.replay import replay
from dealt.core.table import Table
from dealt.core.view import View
from dealt.core.zones import Counter, Tape, Trick, hand_of
from dealt.errors import IllegalAction, ParseError
from dealt.testing.steps import STEPS

ROUNDS = 3  # of a match, so that what carries over matters
MANY = 1000  # actions that a check tries one by one
REFUSALS = 40  # that a seat is told at one position
TRIED = 200  # actions, open or not, that a table is given at one position
SHORT = 60  # a turn limit that most rounds reach, so that a check sees many rounds


def set_up(game: Game, seed: int) -> tuple[int, dict[str, int]]:
    """Seats and options for one seed: all numbers of seats, all options are met."""
    dice = random.Random(seed)
    seats = game.seats[seed % len(game.seats)]
    values = game.option_values({})
    for option in game.options:
        if option.name == "turn_limit":
            values[option.name] = option.default if seed % 20 == 0 else SHORT
        elif isinstance(option.choices, range):
            values[option.name] = dice.choice(option.choices)
        else:
            values[option.name] = dice.choice(list(option.choices.values()))
    return seats, values


def deck_for(game: Game, seats: int, options: dict[str, int], seed: int, number: int) -> list[int]:
    """The deck of one round."""
    cards = game.deck_for(seats, options).cards()
    deck = [0] * len(cards)
    replacing = int(game.with_replacement(options))
    deck_of(new_rng(), seed, number, cards, len(cards), replacing, deck)
    return deck


def open_actions(game: Game, s: Any) -> list[int]:
    """The ids of the open actions."""
    out = [-1] * game.actions
    return out[: game.rules.legal(s, out)]


def rounds_of(game: Game, seed: int) -> Iterator[tuple[Any, list[int]]]:
    """The rounds of a match, each dealt, to be played by the caller; what carries over does."""
    seats, options = set_up(game, seed)
    before = None
    for number in range(ROUNDS):
        s = game.fresh(seats, options)
        if before is not None:
            game.rules.carry_over(s, before)
        deck = deck_for(game, seats, options, seed, number)
        game.rules.deal(s, deck)
        yield s, deck
        before = s


def positions(game: Game, seed: int) -> Iterator[tuple[Any, list[int]]]:
    """All states of the rounds of one random match, the last ones included, and the deck."""
    dice = random.Random(seed)
    for s, deck in rounds_of(game, seed):
        yield s, deck
        decisions = 0
        while not game.rules.is_over(s):
            game.rules.apply(s, dice.choice(open_actions(game, s)))
            decisions += 1
            assert decisions <= game.most_decisions, "the round does not end"
            yield s, deck


def some_positions(game: Game, seed: int, n: int) -> list[Any]:
    """Up to `n` states of one random match, chosen by the seed, each as likely as any other."""
    dice, kept = random.Random(seed), []
    for number, (s, _) in enumerate(positions(game, seed)):
        place = number if number < n else dice.randrange(number + 1)
        if place < n:
            kept[place : place + 1] = [s.copy()]
    return kept


def names_of(s: Any) -> tuple[str, ...]:
    return ("Ana", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus")[: s.seats]


def table_of(game: Game, s: Any) -> Table:
    return Table(game, [Seat(name) for name in names_of(s)], s)


# --- the promises ------------------------------------------------------------------------------


def cards_are_conserved(game: Game, seed: int) -> None:
    """After the deal and after every action, the places hold the cards of the deck, each once."""
    for s, deck in positions(game, seed):
        assert all_cards(game, s) == Tally(deck)


def legal_is_what_can_be_played(game: Game, seed: int) -> None:
    """Before the end something is open, in rising order; a table accepts that and nothing else.

    Whether the list itself is right is for each game's second implementation to say.
    """
    for s, _ in positions(game, seed):
        found = open_actions(game, s)
        assert bool(found) != bool(game.rules.is_over(s))
        assert found == sorted(set(found))
        assert not found or found[0] >= 0 and found[-1] < game.actions
    for s in some_positions(game, seed, 2):
        table, found, before = table_of(game, s), open_actions(game, s), s.fields()
        every = some_actions(game, seed)
        tried = random.Random(seed).sample(every, min(TRIED, len(every)))
        for action in sorted({*found, *tried}):
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


def some_actions(game: Game, seed: int) -> list[int]:
    """Ids of all kinds, open or not: every one, or where there are very many, some."""
    if game.actions <= MANY:
        return list(range(game.actions))
    ends = [*range(MANY // 4), *range(game.actions - MANY // 4, game.actions)]
    return sorted({*ends, *random.Random(seed).sample(range(game.actions), MANY // 2)})


def actions_can_be_said(game: Game, seed: int) -> None:
    """Every action is printed, read, and comes back the same; no two look alike."""
    for action in range(game.actions):
        text = game.words.action_text(action)
        assert game.words.parse_action(text) == action, text
        assert game.words.parse_action(f"  {text.upper()} ") == action, text
        assert game.words.told(action) and "\n" not in game.words.told(action)
    assert len({game.words.action_text(action) for action in range(game.actions)}) == game.actions


def views_are_made_of_parts(game: Game, seed: int) -> None:
    """Zones have ids of their own and hold cards of the deck; all see the same open part."""
    for s in some_positions(game, seed, 6):
        views = [game.words.view(s, seat, names_of(s)) for seat in range(s.seats)]
        assert all(view.open == views[0].open for view in views)
        ids = [zone.id for zone in views[0].open.zones]
        assert len(ids) == len(set(ids))
        hands = {hand_of(seat) for seat in range(s.seats)}
        assert hands & set(ids) in (set(), hands), "all hold cards, or nobody ever does"
        order = [(zone.side, zone.seat) for zone in views[0].open.zones]
        assert [i for i, _ in groupby(order)] == list(dict.fromkeys(order)), "zones stand together"
        assert sorted(seat.seat for seat in views[0].open.seats if not seat.is_house) == [
            *range(s.seats)
        ]
        for view in views:
            assert view.own.seat == view.seat
            assert (view.turn is None) == bool(game.rules.is_over(s))
            assert view.turn in (None, s.turn)
            assert set(faces_in(view)) <= {*game.deck.faces, *game.wild}
            assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
            assert str(view) and "  \n" not in str(view)


def faces_in(view: View) -> Iterator[str]:
    """All faces in the zones of a view."""
    for zone in view.zones:
        if isinstance(zone, Trick):
            for play in zone.plays:
                yield from play.cards
        elif isinstance(zone, Tape):
            yield from zone.items
        elif not isinstance(zone, Counter):
            yield from zone.cards


def actions_are_data(game: Game, seed: int) -> None:
    """Actions name zones that there are and cards that are held; data or words tell them apart."""
    for s in some_positions(game, seed, 6):
        table = table_of(game, s)
        if table.is_over:
            continue
        view = table.view(s.turn)
        zones = {zone.id: zone for zone in view.zones}
        looks = set()
        for action in table.actions:
            assert action.text == game.words.action_text(action.id)
            assert action.verb.isidentifier()
            assert action.source is None or action.source in zones, action
            assert set(action.targets) <= set(zones), action
            assert are_held(game, action.cards, view.hand), (action, view.hand)
            assert set(action.shows) <= set(game.deck.faces)
            said = game.action_said(action.id)
            looks.add((action.verb, tuple(sorted(action.cards)), action.shows, action.source,
                       action.targets, said))  # fmt: skip
            for own in (True, False):
                told = game.words.happened("Ana", action.id, own)
                assert "Ana" in told and "\n" not in told
        assert len(looks) == len(table.actions), "two actions look the same"
        if game.meant is not None:
            for action in random.Random(seed).sample(table.actions, min(9, len(table.actions))):
                for zone in (*action.targets, action.source):
                    if zone not in (None, hand_of(view.seat)):
                        with suppress(ParseError):
                            assert isinstance(table.why(action.cards, zone), str)


def are_held(game: Game, cards: Sequence[str], hand: Sequence[str]) -> bool:
    """Whether cards can be chosen from a hand, those that are wild last."""
    left = list(hand)
    for card in sorted(cards, key=lambda card: card in game.wild):
        found = next((face for face in left if face in game.wild.get(card, (card,))), None)
        if found is None:
            return False
        left.remove(found)
    return True


def records_can_be_replayed(game: Game, seed: int) -> None:
    """A match played again from its record ends in the same states."""
    seats, options = set_up(game, seed)
    players = agents.seats(game, ["random"] * seats, seed)
    match = Match(game, players, seed=seed, rounds=ROUNDS, options=options).run()
    record = match.record
    again = replay(Record.from_json(record.to_json()), game)
    assert again.totals == match.totals
    assert [s.fields() for s in again._states] == [s.fields() for s in match._states]


def plain_play_is_compiled_play(game: Game, seeds: range) -> None:
    """Action by action, both speeds offer the same actions; often they are looked at in full.

    Matches of several rounds are played; `seeds` counts rounds.
    """
    steps = steps_of(game)
    for seed in seeds[::ROUNDS]:
        seats, options = set_up(game, seed)
        rows = np.zeros(ROUNDS + 1, dtype(game.state))
        dice = random.Random(seed)
        for number, (s, deck) in enumerate(rounds_of(game, seed)):
            fill_row(game.state, rows[number], game.fresh(seats, options))
            if number:
                steps["carry_over"](rows, number, rows, number - 1)
            steps["deal"](rows, number, np.array(deck))
            same_round(game, steps, s, rows, number, dice)


def same_round(game: Game, steps: Any, s: Any, rows: Any, number: int, dice: random.Random) -> None:
    """Play one round at both speeds, in `s` and in row `number`."""
    out, points = np.zeros(game.actions, np.int64), np.zeros(8, np.int64)
    seen, plain_seen = np.zeros(game.observation, np.int64), [0] * game.observation
    while True:
        found = open_actions(game, s)
        assert out[: steps["legal"](rows, number, out)].tolist() == found
        if not found or dice.random() < 0.06:
            assert row_fields(game.state, rows[number]) == s.fields()
        if not found:
            break
        if dice.random() < 0.08:
            seat = dice.randrange(s.seats)
            game.rules.observe(s, seat, plain_seen)
            steps["observe"](rows, number, seat, seen)
            assert seen.tolist() == plain_seen
            same_redeal(game, steps, s, rows, number, seat, dice.randrange(1 << 60))
        action = dice.choice(found)
        game.rules.apply(s, action)
        steps["apply"](rows, number, action)
    assert bool(steps["is_over"](rows, number)) == bool(game.rules.is_over(s)) is True
    plain_points = [0] * s.seats
    game.rules.score(s, plain_points)
    steps["score"](rows, number, points)
    assert points[: s.seats].tolist() == plain_points


def same_redeal(
    game: Game, steps: Any, s: Any, rows: Any, number: int, seat: int, seed: int
) -> None:
    """Both speeds replace hidden cards by the same others."""
    twin, rng = s.copy(), new_rng()
    start(rng, seed, 0, HIDDEN)
    game.rules.redeal(twin, seat, rng)
    rows[ROUNDS] = rows[number]
    steps["redeal"](rows, ROUNDS, seat, np.zeros(2, np.uint64), seed)
    assert row_fields(game.state, rows[ROUNDS]) == twin.fields()


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
            twin = redealt(game, s, seat, seed)
            changed += twin.fields() != s.fields()
            assert all_that_is_told(game, twin, seat, seed) == all_that_is_told(game, s, seat, seed)
            if not game.with_replacement({o.name: getattr(s, o.name) for o in game.options}):
                assert all_cards(game, twin) == all_cards(game, s)
            assert_playable(game, twin, seed)
    return changed


def redealing_reaches_all_that_is_hidden(game: Game, seed: int) -> None:
    """After the deal, the places that a seat cannot see change when re-dealt, and no others.

    They differ from one time to the next, too: a redeal that always makes the same deal is none.
    """
    s, _ = next(rounds_of(game, seed))
    before = game.words.cards_in_play(s)
    for seat in range(s.seats):
        deals = [game.words.cards_in_play(redealt(game, s, seat, seed + n)) for n in range(12)]
        hidden = game.words.hidden_places(s, seat)
        for first in (before, deals[0]):
            assert {at for at in first if any(after[at] != first[at] for after in deals)} == hidden


def redealing_depends_on_what_is_known(game: Game, seed: int) -> None:
    """A deal made anew is the same whatever the deal was that one cannot see.

    So a player that looks at possible deals plays the same, whatever the others hold.
    """
    for s in some_positions(game, seed, 3):
        for seat in range(s.seats):
            twin = redealt(game, s, seat, seed)
            one, two = (redealt(game, each, seat, seed + 1) for each in (s, twin))
            assert one.fields() == two.fields()


def redealt(game: Game, s: Any, seat: int, seed: int) -> Any:
    """A copy with other cards where `seat` cannot see them."""
    twin, rng = s.copy(), new_rng()
    start(rng, seed, seat, HIDDEN)
    game.rules.redeal(twin, seat, rng)
    return twin


def all_cards(game: Game, s: Any) -> Tally[int]:
    """How often each card is in play."""
    return Tally(card for cards in game.words.cards_in_play(s).values() for card in cards)


def assert_playable(game: Game, s: Any, seed: int) -> None:
    """From a re-dealt position the round can be played to its end."""
    dice = random.Random(seed)
    s, decisions = s.copy(), 0
    while not game.rules.is_over(s) and decisions < 100:
        game.rules.apply(s, dice.choice(open_actions(game, s)))
        decisions += 1


def all_that_is_told(game: Game, s: Any, seat: int, seed: int) -> dict[str, Any]:
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
        tried = some_actions(game, seed)
        for action in random.Random(seed).sample(tried, min(REFUSALS, len(tried))):
            try:
                table.read(action)
            except IllegalAction as refused:
                refusals.append(str(refused))
        told["refusals"] = refusals
        told["hint"] = game.hint(view) if game.hint else ""
        told["bots"] = [
            str(bot.choose(view, table.actions))
            for bot in (agents.bot(game, name, 1) for name in agents.bots(game))
            if isinstance(bot, Agent)
        ]
    return told


def rounds_end(game: Game, seed: int) -> None:
    """A round takes no more decisions than the game declares."""
    list(positions(game, seed))


def scores_lie_in_bounds(game: Game, seed: int) -> None:
    """The points of each seat lie in the declared bounds."""
    low, high = game.score_bounds
    points = [0] * 8
    for s, _ in positions(game, seed):
        game.rules.score(s, points)
        assert all(low <= x <= high for x in points[: s.seats])


def numbers_fit_their_fields(game: Game, seed: int) -> None:
    """No value in plain play is larger than compiled play can keep."""
    for number, (s, _) in enumerate(positions(game, seed)):
        if number % 5 and not game.rules.is_over(s):
            continue
        for field in game.state.FIELDS:
            low, high = field.bounds()
            values = np.array(getattr(s, field.name)).ravel()
            assert values.min() >= low and values.max() <= high, field.name
            assert np.array(getattr(s, field.name)).shape == field.shape, field.name
