"""A game of another package, played plainly before it is compiled: mistakes get one line."""

import types
from dataclasses import replace

import pytest
from examples.leduc import GAME, rules

from dealt import games
from dealt.core.agent import PolicyAgent
from dealt.core.game import Bots
from dealt.errors import PlayerError, SetupError
from dealt.simulate import arena
from dealt.simulate.lineup import Lineup, rehearse
from dealt.simulate.matches import simulate


def with_rules(**verbs):
    """The example with other verbs."""
    module = types.ModuleType("mine.rules")
    vars(module).update({**vars(rules), **verbs})
    return replace(GAME, name="mine:GAME", rules=module)


def with_bot(policy):
    return replace(
        GAME, name="mine:GAME", bots=Bots({"AI": lambda seed: PolicyAgent("AI", policy)})
    )


def at_table(game, *players):
    return Lineup.of(game, players or ("AI", "AI"))


def out_of_range(s, out):
    n = rules.legal(s, out)
    out[n - 1] += 70 * (n > 0)
    return n


def nothing_open(s, out):
    return rules.legal(s, out) if s.count < 1 else 0


def too_many_numbers(s, seat, out):
    rules.observe(s, seat, out)
    out[GAME.sizes.observation + 1] = 1


def short_deck(s, deck):
    rules.deal(s, deck[:3])


def never_over(s):
    return False


def call_and_raise_for_ever(s, action):
    s.turn = 1 - s.turn


def large_points(s, out):
    rules.score(s, out)
    out[0] += 50


def halves(s, out):
    rules.score(s, out)
    out[0] = out[0] / 2


@pytest.mark.parametrize(
    ("game", "wrong"),
    [
        (with_rules(legal=out_of_range), r"action 7\d is open; there are 0 to 2$"),
        (with_rules(legal=nothing_open), "nothing is open, and the round is not over$"),
        (with_rules(observe=too_many_numbers), r"IndexError: .*, at test_rehearsal.py:\d+$"),
        (with_rules(deal=short_deck), r"IndexError: .*, at rules.py:\d+$"),
        (
            with_rules(is_over=never_over, apply=call_and_raise_for_ever),
            "a round goes on after 81 decisions; see most_decisions$",
        ),
        (with_rules(score=large_points), r"seat 0 has \d\d points; score_bounds are -13 and 13$"),
        (with_rules(score=halves), r"seat 0 has -?\d\.\d points; score_bounds are -13 and 13$"),
        (
            with_bot(lambda observation, ids, n: 99),
            r"computer player AI 1 \(seat 1, round 1 of seed 1\) chose an action that is not open",
        ),
        (
            with_bot(lambda observation, ids, n: ids[n + 500]),
            r"computer player AI 1 .* failed: IndexError: .*, at test_rehearsal.py:\d+$",
        ),
    ],
)
def test_a_mistake_is_reported_before_anything_is_compiled(game, wrong):
    """That of a player is the line that it is in every match."""
    of_player = wrong.startswith("computer player")
    line = f"^{wrong}" if of_player else f"^a trial round of mine:GAME: {wrong}"
    with pytest.raises(PlayerError if of_player else SetupError, match=line):
        simulate(at_table(game), 10, seed=1)
    with pytest.raises(PlayerError if of_player else SetupError, match=line):
        arena.play(arena.Contest.of(game, ["AI", "random"]), 10, seed=1)


def test_a_sound_game_is_let_through():
    """Also with players that search, of which a random one stands in."""
    rehearse([at_table(with_rules()), at_table(with_rules(), "strong", "random")])


def test_games_of_the_package_are_not_played_before(monkeypatch):
    """They are held by their tests."""
    from dealt.simulate import lineup as rehearsal

    monkeypatch.setattr(rehearsal, "trial", None)
    rehearse([Lineup.of(games.game("president"), ["AI", "AI"])])
    assert not games.is_of_package(GAME) and games.is_of_package(games.game("tranca"))
