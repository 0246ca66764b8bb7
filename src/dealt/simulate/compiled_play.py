"""Whole rounds of many matches in compiled play, for players in the language of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from dealt.agents.kinds import NOT_OPEN, choice_of, in_place_of
from dealt.core.agent import Policy, not_open
from dealt.core.chance import PLAYERS, Dealer, deck_of, new_rng, start
from dealt.core.compiled import apply, carry_over, compiled, deal, is_over, legal, score
from dealt.core.fields import Numbers, dtype, fill_row, plain_row
from dealt.core.table import Table
from dealt.errors import SetupError
from dealt.simulate.lineup import check_open

if TYPE_CHECKING:
    from dealt.core.game import Game
    from dealt.errors import PlayerError
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


class _Scratch(NamedTuple):
    """Scratch space of a round.

    Attributes:
        out: room for all actions.
        offered: room for all actions, see `dealt.agents.kinds`.
        obs: room for an observation.
    """

    out: Numbers
    offered: Numbers
    obs: Numbers


def play_round(
    states: Any,
    before: Any,
    number: int,
    playing: Numbers,
    players: Players,
    dealer: Dealer,
    scratch: _Scratch,
    scores: Any,
    decisions: Numbers,
) -> int:
    """Play round `number` of all matches that are not over.

    Args:
        states: one state per match, with seats and options set.
        before: the states of the previous round, for what carries over.
        number: 0 for the first round.
        playing: the matches that are not over.
        players: who sits in each seat, in all matches.
        dealer: deals the decks.
        scratch: scratch space.
        scores: filled with the points of each seat of each match.
        decisions: the decisions of each match are added to it.

    Returns:
        The number of matches played.  If not all, a player of the next one chose an action that is
        not open; `scratch.offered` begins with it, and the state is the one before it.
    """
    out, offered, obs = scratch.out, scratch.offered, scratch.obs
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
            action = choice_of(players.kinds[s.turn], rng, s, obs, out, n, offered)
            if action == NOT_OPEN:
                return k
            apply(s, action)
            decisions[match] += 1
        score(s, scores[match])
    return len(playing)


def play_compiled(
    lineup: Lineup, seeds: Sequence[int], kinds: Sequence[int], policies: Sequence[Policy]
) -> Iterator[tuple[Any, int, Any, Any]]:
    """Play one match for each seed, all of them round by round.

    Args:
        lineup: who plays what.
        seeds: of the matches.
        kinds: kind of player in each seat, see `dealt.agents.kinds`.
        policies: the choices of kinds 1, 2 and 3.

    Yields:
        For each round the indices of the matches that played it, its number from 1, the points
        [match, seat], and the decisions.

    Raises:
        PlayerError: a player chose an action that is not open.
        SetupError: nothing is open, although a round is not over; or the rules or a player cannot
            be compiled.
    """
    import numpy as np
    from numba.core.errors import NumbaError

    game, seats, n = lineup.game, len(lineup.players), len(seeds)
    state = game.fresh(seats, lineup.options)
    states = np.zeros(n, dtype(game.state))
    fill_row(game.state, states[0], state)
    states[1:] = states[0]
    fresh = states.copy()
    dealer = game.dealer(seats, lineup.options, for_compiled=True)
    sizes = game.sizes.actions, game.sizes.actions, game.sizes.observation
    rooms: Any = [np.zeros(size, np.int64) for size in sizes]
    scratch = _Scratch(*rooms)
    scores, decisions = np.zeros((n, seats), np.int64), np.zeros(n, np.int64)
    totals = np.zeros((n, seats), np.int64)
    playing = np.arange(n)
    play = driver(game, tuple(policies))
    players = _seated(seeds, kinds)
    number = 0
    while len(playing):
        before, states = states, fresh.copy()
        decisions[:] = 0
        try:
            at = play(states, before, number, playing, players, dealer, scratch, scores, decisions)
        except NumbaError as error:
            raise _not_compiled(lineup, error) from error
        if at < len(playing):
            match = int(playing[at])
            state = plain_row(game.state, states[match])
            raise _misplay(lineup, state, number + 1, seeds[match], int(scratch.offered[0]))
        totals[playing] += scores[playing]
        number += 1
        yield playing, number, scores[playing], decisions[playing]
        if lineup.rounds is None:
            over = [lineup.is_over(total, number) for total in totals[playing].tolist()]
            playing = playing[~np.array(over, bool)]
        elif number >= lineup.rounds:
            return


def _not_compiled(lineup: Lineup, error: Exception) -> SetupError:
    """The error for rules or players that numba cannot compile, in one line."""
    lines = [line for line in str(error).splitlines() if line and not line.startswith("Failed in")]
    place = re.search(r'File "(.*?)", line (\d+)', str(error))
    return SetupError(
        "the rules of {game} with {players} cannot be compiled: {why}, at {place}",
        game=lineup.game.name, players=", ".join(dict.fromkeys(lineup.names)), why=lines[0],
        place="?" if place is None else f"{Path(place[1]).name}:{place[2]}",
    )  # fmt: skip


def _seated(seeds: Sequence[int], kinds: Sequence[int]) -> Players:
    """The players of matches with these seeds."""
    import numpy as np

    rngs: Any = np.zeros((len(seeds), len(kinds), 2), np.uint64)
    for rng, seed in zip(rngs, seeds, strict=True):
        for seat in range(len(kinds)):
            plain_rng = new_rng()
            start(plain_rng, seed + seat, 0, PLAYERS)
            rng[seat] = plain_rng
    numbers: Any = [np.array(each, np.int64) for each in (seeds, kinds)]
    return Players(numbers[0], numbers[1], rngs)


def _misplay(lineup: Lineup, state: Any, number: int, seed: int, chosen: int) -> PlayerError:
    """The error of the player to move, which chose an action that is not open."""
    table = Table(lineup.game, lineup.seats(0), state)
    check_open(lineup.game, [action.id for action in table.actions])
    player = table.names[table.seat_in_turn]
    return table.misplay(player, not_open(player, chosen), (number, seed))


@cache
def driver(game: Game, policies: tuple[Policy, ...]) -> Any:
    """The compiled round."""
    instead = in_place_of(policies)
    return compiled({"round": play_round}, game.verbs(), instead=instead)["round"]
