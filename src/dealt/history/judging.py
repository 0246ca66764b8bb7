"""What a move cost, weighed by what its player could know.

A first look compares all moves with the one that was played. Its best gain is partly luck, so a
duel between the two follows, in other possible deals; only the duel counts. Where a game is solved,
the exact values are taken instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import ceil

from dealt.agents import OWN, RANDOM, STRONG, bots
from dealt.agents.analysis import analyse
from dealt.agents.search import Tried, plan_of
from dealt.core.agent import Action
from dealt.core.compiled import has_numba
from dealt.core.game import Game
from dealt.core.table import Table
from dealt.language import decimal, message, say

PLAYOUTS = 2_000  # of the first look, for all moves together
_GUARD = 2.0  # its errors that a gain must exceed at first look, or nothing is better
DEALS = 1_000  # of a duel
BRIEF = 0.05  # share of all deals that plain Python has the time for
_CLEAR = 3.0  # errors beyond which a cost is not explained by chance
_LEAST = {"mason-rummy": 0.5, "president": 0.1, "tranca": 20.0}  # costs that matter
_PLACES = message("places")
_POINTS = message("points")
CHANCE = message("chance to win")


@dataclass(frozen=True)
class Judged:
    """A move beside the best one.

    Attributes:
        game: the game.
        move: the move that was played.
        best: the best move; the same if none looked better.
        cost: by how much the best is better, in units; luck can make it negative.
        error: standard error of the cost; 0 if it is exact.
        deals: possible deals in which the two were compared; 0: none.
        exact: whether the cost is known for certain.
        unit: a message: points, places or chance to win.
    """

    game: Game
    move: Action
    best: Action
    cost: float
    error: float
    deals: int
    exact: bool
    unit: str

    @property
    def is_mistake(self) -> bool:
        """Whether the cost matters, and chance does not explain it."""
        least = 0.0 if self.exact else _LEAST.get(self.game.name, 0.0)
        return self.cost > max(least, _CLEAR * self.error)

    @property
    def reason(self) -> str:
        """The comparison in half a sentence, in the words of a hint."""
        phrase = self.game.wording.action_phrase
        if self.best.id == self.move.id:
            return say("no other move looked better")
        facts = {"best": phrase(self.best.id), "move": phrase(self.move.id),
                 "gain": amount(self.cost, self.unit)}  # fmt: skip
        if self.exact:
            return say("{best} is exactly {gain} better than {move}", **facts)
        return say(
            "{best} is {gain} better than {move} in {deals} possible deals, with a standard error "
            "of {error}",
            **facts, deals=self.deals, error=number(self.error),
        )  # fmt: skip


def usual_effort() -> float:
    """The share of the deals that this installation has the time for."""
    return 1.0 if has_numba() else BRIEF


def number(size: float) -> str:
    """A number with two decimals."""
    return decimal(f"{size:.2f}")


def amount(size: float, unit: str) -> str:
    """A number with its unit; a chance is in percent."""
    if unit == CHANCE:
        return decimal(f"{size:.1%}")
    return say("{n} {unit}", n=number(size), unit=say(unit))


def unit_of(game: Game) -> str:
    """A message: what the moves of a game cost."""
    plan = plan_of(game)
    return CHANCE if game.name == "penney" else _POINTS if plan is None else plan.unit


def judge(table: Table, move: str | int | Action, *, salt: str = "", effort: float = 1.0) -> Judged:
    """Weigh a move that is open at a table, looking only at what the seat to move can know.

    Args:
        table: before the move.
        move: one of its actions.
        salt: makes other deals of the same position.
        effort: share of the usual number of possible deals; with fewer the errors are larger. By
            default 1, and without compiled play 0.05.

    Raises:
        ParseError, IllegalAction: the move is not open.
    """
    played, game = table.read(move), table.game
    effort = usual_effort() if effort is None else effort
    worth = _exact_worth(table)
    if worth:
        best = max(table.actions, key=lambda action: (worth[action.id], action.id == played.id))
        cost = worth[best.id] - worth[played.id]
        return Judged(game, played, best, cost, 0.0, 0, exact=True, unit=unit_of(game))
    looked = _compared(table, salt, 0, ceil(PLAYOUTS * effort), against=played)
    most = max(each.deals for each in looked)  # one dropped early may only have been lucky
    looks_best = next(each for each in looked if each.deals == most)
    if looks_best.gain <= _GUARD * looks_best.standard_error:
        return Judged(game, played, played, 0.0, 0.0, most, exact=False, unit=unit_of(game))
    best = looks_best.action
    duel = _compared(table, salt, 1, _deals(effort) * 2, against=played, moves=[best])
    result = next(each for each in duel if each.action.id == best.id)
    cost, error = result.gain, result.standard_error
    return Judged(game, played, best, cost, error, result.deals, exact=False, unit=unit_of(game))


def standing(table: Table, *, effort: float | None = None) -> tuple[float, float]:
    """How far ahead the seat to move is, if everybody plays on by the rule of thumb.

    Args:
        table: before the move.
        effort: see `judge`.

    Returns:
        The mean, in units, over deals that are possible for the seat, and its standard error.
    """
    worth = _exact_worth(table)
    if worth:
        return max(worth.values()), 0.0
    effort = usual_effort() if effort is None else effort
    (own,) = _compared(table, "", 1, _deals(effort), moves=[])
    return own.value, own.value_error


def _deals(effort: float) -> int:
    return max(2, ceil(DEALS * effort))


def _compared(
    table: Table,
    salt: str,
    number: int,
    playouts: int,
    *,
    against: Action | None = None,
    moves: Sequence[Action] | None = None,
) -> Sequence[Tried]:
    """The results of a search; those of another number have other deals."""
    return analyse(
        table, _player(table.game), playouts=playouts, seed=_seed(table, salt, number),
        against=against, moves=moves, shortlist=moves is None,
    ).tried  # fmt: skip


def _player(game: Game) -> str:
    return STRONG if OWN in bots(game) or STRONG in bots(game) else RANDOM


def _seed(table: Table, salt: str, number: int) -> int:
    """A seed that follows from what the seat to move knows, and from nothing else."""
    seat = table.seat_in_turn
    known = (
        table.game.name,
        list(table.view(seat).observation),
        table.deals(seat).past,
        salt,
        number,
    )
    return int.from_bytes(blake2b(repr(known).encode(), digest_size=7).digest())


def _exact_worth(table: Table) -> dict[int, float]:
    """The worth of each open action in units; empty where it is not known exactly."""
    view, actions = table.view(table.seat_in_turn), table.actions
    if table.game.name == "three-card-poker":  # a tab fetches only the game that is reviewed
        from dealt.games.three_card_poker.exact import odds_of
        from dealt.games.three_card_poker.rules import FOLD, PLAY

        odds = odds_of(view)
        return {PLAY: float(odds.play), FOLD: float(odds.fold)}
    if table.game.name == "penney":
        from dealt.games.penney.bots import scoring, value
        from dealt.games.penney.exact import tally
        from dealt.games.penney.words import choice_in

        other, by, decks = choice_in(view, 1 - view.seat), scoring(view), tally().decks
        return {action.id: value(action.id, other, by) / decks for action in actions}
    if table.game.name == "president":
        from dealt.games.president import exact as endings

        s = table.deals(view.seat).one(0)
        if endings.is_ending(s):  # both hands are known; who goes out first is a place ahead
            ending = endings.Ending()
            try:
                return {a.id: float(ending.wins(s, a.id, view.seat)) for a in actions}
            except endings.TooLarge:
                pass
    return {}
