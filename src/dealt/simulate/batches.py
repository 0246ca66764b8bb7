"""Many rounds between random players, plain or compiled, on any number of threads.

Round n of a seed has its own deck and its own choices, both pure functions of (seed, n); so the
results depend neither on batches nor on threads.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from dealt.core.arguments import whole_number
from dealt.core.chance import MAX_SEED, PLAYERS, Dealer, below, check_seed, deck_of, start
from dealt.core.compiled import (
    apply,
    compiled,
    copy_state,
    deal,
    has_numba,
    is_over,
    legal,
    plain,
    score,
)
from dealt.core.fields import Numbers, dtype, fill_row
from dealt.core.sheet import data_frame
from dealt.language import message

if TYPE_CHECKING:
    import numpy as np

    from dealt.core.game import Game

CHUNK = 4096  # rounds that a thread plays at a time


def _random_rounds(
    states: Any,
    dealer: Dealer,
    out: Numbers,
    seed: int,
    first: int,
    rounds: int,
    scores: Any,
    decisions: Numbers,
) -> None:
    """Play rounds `first` to `first + rounds - 1` of `seed` at random.

    Args:
        states: one to play in, and a fresh one.
        dealer: deals the decks; its generator then makes the choices.
        out: scratch: room for the open actions.
        seed: 0 to MAX_SEED.
        first: number of the first round.
        rounds: number of rounds.
        scores: filled with the points of each round and seat, int [round, seat].
        decisions: filled with the number of decisions of each round, int [round].
    """
    for i in range(rounds):
        copy_state(states, 0, 1)
        s = states[0]
        deck_of(dealer, seed, first + i)
        deal(s, dealer.deck)
        start(dealer.rng, seed, first + i, PLAYERS)
        counted = 0
        while not is_over(s):
            apply(s, out[below(dealer.rng, legal(s, out))])
            counted += 1
        score(s, scores[i])
        decisions[i] = counted


@dataclass(frozen=True)
class Batch:
    """The results of many rounds.

    Attributes:
        scores: points, int64 [round, seat].
        decisions: number of decisions in each round, int64 [round].
    """

    scores: np.ndarray[Any, Any]
    decisions: np.ndarray[Any, Any]

    def to_frame(self) -> Any:
        """A data frame with a row for each round: `round` from 0, `decisions`, `points_1` ..."""
        points = {f"points_{seat}": each for seat, each in enumerate(self.scores.T, 1)}
        numbers = range(len(self.decisions))
        return data_frame({"round": numbers, "decisions": self.decisions, **points})


def play_random(
    game: Game,
    rounds: int,
    *,
    seed: int,
    seats: int | None = None,
    options: dict[str, int | str] | None = None,
    fast: bool | None = None,
    threads: int = 1,
) -> Batch:
    """Play rounds 0 to `rounds` - 1 of `seed` between random players.

    Args:
        game: the game.
        rounds: number of rounds.
        seed: 0 to 2**63 - 1.
        seats: number of players; the smallest that the game allows by default.
        options: options of the game by name.
        fast: use compiled play; by default if numba is installed. The results are the same.
        threads: number of threads that share the work.

    Raises:
        SetupError: no such seats, options or seed, or fewer than one thread or round.
    """
    import numpy as np

    for count, name in ((threads, message("threads")), (rounds, message("rounds"))):
        whole_number(name, count, 1, MAX_SEED)
    seed = check_seed(seed)
    if fast is None:
        fast = has_numba()
    seats = game.seats[0] if seats is None else seats
    game.check_seats(seats)
    values = game.option_values(options)
    batch = Batch(np.zeros((rounds, seats), np.int64), np.zeros(rounds, np.int64))
    chunk = max(1, min(CHUNK, -(-rounds // threads)))

    _driver(game, fast)  # compiled once, before threads need it

    def play(first: int) -> None:
        last = min(first + chunk, rounds)
        _play_chunk(game, seats, values, seed, first, last - first, fast, batch)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(play, range(0, rounds, chunk)))
    return batch


def _play_chunk(
    game: Game,
    seats: int,
    options: dict[str, int],
    seed: int,
    first: int,
    rounds: int,
    fast: bool,
    batch: Batch,
) -> None:
    """Play rounds `first` to `first + rounds - 1` into their places in `batch`."""
    import numpy as np

    state = game.fresh(seats, options)
    states: Any = [state, state]
    out: Any = [0] * game.sizes.actions
    rows = slice(first, first + rounds)
    scores: Any = batch.scores[rows]  # compiled play writes into the batch itself
    decisions: Any = batch.decisions[rows]
    if fast:
        states = np.zeros(2, dtype(game.state))
        fill_row(game.state, states[1], state)
        out = np.array(out, np.int64)
    else:
        scores, decisions = scores.tolist(), decisions.tolist()
    dealer = game.dealer(seats, options, for_compiled=fast)
    _driver(game, fast)(states, dealer, out, seed, first, rounds, scores, decisions)
    if not fast:
        batch.scores[rows], batch.decisions[rows] = scores, decisions


@cache
def _driver(game: Game, fast: bool) -> Any:
    if fast:
        return compiled({"rounds": _random_rounds}, game.verbs())["rounds"]
    return plain(_random_rounds, game.verbs())
