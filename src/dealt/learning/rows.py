"""Loops over matches side by side, in the language of the rules; see `dealt.learning.matches`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from dealt.agents.kinds import ASKED, CALLER, NOT_OPEN, choice_of
from dealt.core.chance import PLAYERS, Dealer, deck_of, start
from dealt.core.compiled import apply, carry_over, copy_state, deal, is_over, legal, observe, score
from dealt.core.fields import Numbers
from dealt.errors import SetupError
from dealt.extras import not_installed

if TYPE_CHECKING:
    from dealt.core.game import Game

# the columns of `Matches.rows`: the match's seed, its round, and that round's state and actions
SEED, NUMBER, WHICH, COUNT = range(4)
STATUS, TURN = range(4, 6)  # see below; the seat to move
ROW = 6

# the status of a row
WAITING, OVER, ASKING, FULL, MISPLAYED = range(5)

# in place of an action
GO_ON = -1
DEAL = -2

# Row i has two states, 2 * i and 2 * i + 1, which take turns from round to round, so that what
# carries over can be read from the old one while the new one is filled.  The last state is fresh.


def _place(rows: Any, i: int) -> int:
    """The index of the state in use in a row."""
    return 2 * i + int(rows[i][WHICH])


def _deal_round(states: Any, rows: Any, i: int, dealer: Dealer) -> None:
    """Deal the round of a row that its number names."""
    number = int(rows[i][NUMBER])
    before = _place(rows, i)
    place = 4 * i + 1 - before
    rows[i][WHICH] = place - 2 * i
    rows[i][COUNT] = 0
    copy_state(states, place, len(states) - 1)
    if number > 0:
        carry_over(states[place], states[before])
    deck_of(dealer, int(rows[i][SEED]), number)
    deal(states[place], dealer.deck)


def _begin_match(rows: Any, i: int, rngs: Any, gained: Any) -> None:
    """Set the generators and the counts of a row for the match of its seed."""
    rows[i][NUMBER] = 0
    for seat in range(len(rngs[i])):
        start(rngs[i][seat], int(rows[i][SEED]) + seat, 0, PLAYERS)
        gained[i, seat] = 0


def _play_action(s: Any, rows: Any, i: int, log: Any, action: int) -> bool:
    """Play an action and log it; False if the log is full."""
    if rows[i][COUNT] == len(log[i]):
        rows[i][STATUS] = FULL
        return False
    log[i, rows[i][COUNT]] = action
    rows[i][COUNT] += 1
    apply(s, action)
    return True


def _end_round(s: Any, rows: Any, i: int, setting: Numbers, points: Numbers, gained: Any) -> bool:
    """Add the points of a finished round; return whether the match is over, too."""
    score(s, points)
    for seat in range(len(gained[i])):
        gained[i, seat] += setting[1] * points[seat]
    if rows[i][NUMBER] + 1 >= setting[0]:
        rows[i][STATUS] = OVER
        return True
    rows[i][NUMBER] += 1
    return False


def _mover(s: Any, rows: Any, i: int, kinds: Numbers) -> int:
    """The kind of the player to move, which is noted in the row."""
    kind = int(kinds[s.turn])
    rows[i][TURN] = s.turn
    rows[i][STATUS] = ASKING if kind == ASKED else WAITING
    return kind


def _advance(
    states: Any,
    rows: Any,
    rngs: Any,
    log: Any,
    gained: Any,
    kinds: Numbers,
    setting: Numbers,
    room: Any,
    at: Numbers,
    actions: Numbers,
) -> int:
    """Play an action in some rows, then all computer players until the caller's turn or the end.

    Args:
        states: two per row, used alternately, and a blank one.
        rows: see SEED and what follows.
        rngs: generators, by row and seat.
        log: the actions of the current rounds, by row.
        gained: the points of finished rounds are added to it, by row and seat.
        kinds: of the player in each seat.
        setting: rounds of a match, sign of rewards, whether cards are drawn with replacement.
        room: scratch for actions (two), an observation, points; generator, cards, deck.
        at: the rows to play, ascending.
        actions: of these rows: an open action, GO_ON, or DEAL for a new match; changed on the way.

    Returns:
        The number of rows played; if not all, the status of the next one says why.
    """
    out, offered, obs, points, rng, cards, deck = room
    dealer = Dealer(rng, cards, int(setting[2]), deck)
    for k in range(len(at)):
        i = int(at[k])
        if actions[k] == DEAL:
            _begin_match(rows, i, rngs, gained)
            _deal_round(states, rows, i, dealer)
            actions[k] = GO_ON
        while True:
            s = states[_place(rows, i)]
            if actions[k] >= 0 and not _play_action(s, rows, i, log, int(actions[k])):
                return k
            actions[k] = GO_ON
            if is_over(s):
                if _end_round(s, rows, i, setting, points, gained):
                    break
                _deal_round(states, rows, i, dealer)
                continue
            kind = _mover(s, rows, i, kinds)
            if kind == CALLER:
                break
            if kind == ASKED:
                return k
            n = legal(s, out)
            actions[k] = choice_of(kind, rngs[i][s.turn], s, obs, out, n, offered)
            if actions[k] == NOT_OPEN:
                rows[i][STATUS] = MISPLAYED
                return k
    return len(at)


def _look(
    states: Any,
    rows: Any,
    at: Numbers,
    seat: int,
    out: Numbers,
    observations: Any,
    ids: Any,
    counts: Numbers,
    mask: Any,
) -> int:
    """Write the observations and open actions of a seat in some rows.

    Args:
        states: see `_advance`.
        rows: see SEED and what follows.
        at: the rows.
        seat: the seat; -1: the seat to move.
        out: scratch.
        observations: written, int [row, number].
        ids: the open actions, if they fit, int [row, place]; none if it is another seat's turn.
        counts: their number.
        mask: written if it has a row for each, and is 0 before.

    Returns:
        The length of the longest list.
    """
    longest = 0
    for k in range(len(at)):
        i = int(at[k])
        s = states[_place(rows, i)]
        viewer = seat
        if seat < 0:
            viewer = int(s.turn)
        observe(s, viewer, observations[k])
        n = 0
        if s.turn == viewer:
            n = legal(s, out)
        counts[i] = n
        longest = max(longest, n)
        if n <= len(ids[i]):
            for j in range(n):
                ids[i, j] = out[j]
        if len(mask) > 0:
            for j in range(n):
                mask[k, out[j]] = 1
    return longest


DRIVERS: dict[str, Callable[..., Any]] = {"advance": _advance, "look": _look}


Options = Mapping[str, int | str]

SEEDS = 1 << 62  # adapters draw smaller seeds for rounds and players


def missing(library: str, extra: str) -> SetupError:
    """The error for an adapter whose library is not installed."""
    return SetupError(not_installed(library, extra))


def worst_reward(game: Game) -> int:
    """The lowest possible reward of a round."""
    return min(map(game.worth, game.sizes.score_bounds))


class Sharing:
    """Attributes that copies share until one of them needs its own, as copying them is slow."""

    _shared: frozenset[str] = frozenset()

    def _share(self, twin: Sharing, *names: str) -> None:
        """Let a copy share attributes."""
        self._shared = twin._shared = frozenset(names)

    def _own(self, name: str) -> Any:
        """An attribute, copied on first use if it is shared."""
        if name in self._shared:
            setattr(self, name, deepcopy(getattr(self, name)))
            self._shared -= {name}
        return getattr(self, name)
