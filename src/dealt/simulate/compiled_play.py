"""Whole rounds of many matches in compiled play, for players in the language of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from dealt.agents.kinds import choice_of, in_place_of
from dealt.core.agent import Policy
from dealt.core.chance import PLAYERS, Dealer, deck_of, new_rng, start
from dealt.core.compiled import compiled
from dealt.core.fields import Numbers, dtype, fill_row
from dealt.core.verbs import apply, carry_over, deal, is_over, legal, score

if TYPE_CHECKING:
    from dealt.core.game import Game
    from dealt.simulate.lineup import Lineup


class Players(NamedTuple):
    """The players of many matches with one lineup.

    Attributes:
        seeds: of all matches.
        kinds: kind of player in each seat.
        rngs: a generator for each seat of each match.
    """

    seeds: Numbers
    kinds: Numbers
    rngs: Any


def play_round(
    states: Any,
    before: Any,
    number: int,
    playing: Numbers,
    players: Players,
    dealer: Dealer,
    out: Numbers,
    seen: Numbers,
    scores: Any,
    decisions: Numbers,
) -> None:
    """Play round `number` of all matches that are not over.

    Args:
        states: one state per match, with seats and options set.
        before: the states of the previous round, for what carries over.
        number: 0 for the first round.
        playing: the matches that are not over.
        players: who sits in each seat, in all matches.
        dealer: deals the decks.
        out: scratch: room for all actions.
        seen: scratch: room for an observation.
        scores: filled with the points of each seat of each match.
        decisions: the decisions of each match are added to it.
    """
    for k in range(len(playing)):
        match = playing[k]
        s = states[match]
        if number:
            carry_over(s, before[match])
        deck_of(dealer, players.seeds[match], number)
        deal(s, dealer.deck)
        while not is_over(s):
            n = legal(s, out)
            rng = players.rngs[match][s.turn]
            apply(s, choice_of(players.kinds[s.turn], rng, s, seen, out, n))
            decisions[match] += 1
        score(s, scores[match])


def play_compiled(
    lineup: Lineup, seeds: Sequence[int], kinds: Sequence[int], policies: Sequence[Policy]
) -> list[tuple[list[tuple[int, ...]], list[int]]]:
    """Play one match for each seed.

    Args:
        lineup: who plays what.
        seeds: of the matches.
        kinds: kind of player in each seat, see `dealt.agents.kinds`.
        policies: the choices of kinds 1, 2 and 3.

    Returns:
        For each match the points of each round and seat, and the decisions of each round.
    """
    import numpy as np

    game, seats, n = lineup.game, len(lineup.players), len(seeds)
    state = game.fresh(seats, lineup.options)
    states = np.zeros(n, dtype(game.state))
    fill_row(game.state, states[0], state)
    states[1:] = states[0]
    fresh = states.copy()
    rngs: Any = np.zeros((n, seats, 2), np.uint64)
    for rng, seed in zip(rngs, seeds, strict=True):
        for seat in range(seats):
            plain_rng = new_rng()
            start(plain_rng, seed + seat, 0, PLAYERS)
            rng[seat] = plain_rng
    dealer = game.dealer(seats, lineup.options, for_compiled=True)
    room = np.zeros(game.actions, np.int64), np.zeros(game.observation, np.int64)
    scores, decisions = np.zeros((n, seats), np.int64), np.zeros(n, np.int64)
    totals = np.zeros((n, seats), np.int64)
    points: list[list[tuple[int, ...]]] = [[] for _ in range(n)]
    lengths: list[list[int]] = [[] for _ in range(n)]
    playing = np.arange(n)
    play = driver(game, tuple(policies))
    numbers: Any = [np.array(each, np.int64) for each in (seeds, kinds)]
    sitting = Players(numbers[0], numbers[1], rngs)
    number = 0
    while len(playing):
        before, states = states, fresh.copy()
        decisions[:] = 0
        play(states, before, number, playing, sitting, dealer, *room, scores, decisions)
        totals[playing] += scores[playing]
        number += 1
        of_round = playing.tolist(), scores[playing].tolist(), decisions[playing].tolist()
        for match, scored, length in zip(*of_round, strict=True):
            points[match].append(tuple(scored))
            lengths[match].append(length)
        over = [lineup.is_over(total, number) for total in totals[playing].tolist()]
        playing = playing[~np.array(over, bool)]
    return list(zip(points, lengths, strict=True))


@cache
def driver(game: Game, policies: tuple[Policy, ...]) -> Any:
    """The compiled round."""
    instead = in_place_of(policies)
    return compiled({"round": play_round}, game.verbs(), instead=instead)["round"]
