"""What each move of a position is worth: played out in many possible deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from dealt import agents
from dealt.agents.playouts import CHAINS
from dealt.agents.search import SearchAgent, Tally, Tried, distance, plan_of
from dealt.core.agent import Action, Agent, AnyAgent, PolicyAgent, Searcher, Seat
from dealt.core.game import Game
from dealt.core.search import Searching
from dealt.core.sheet import Cell, Sheet, data_frame
from dealt.core.table import Table
from dealt.errors import IllegalAction, SetupError
from dealt.language import message, say

DEALS = 200  # for each move, if players are not compiled
PLAYOUTS = 20_000  # for all moves together, if they are


@dataclass(frozen=True, repr=False)
class Analysis:
    """The moves of a position, the best first.

    Attributes:
        game: the game.
        name: who is to move.
        player: who played the rounds out.
        unit: a message: the unit of the gains.
        tried: the result of each move; gains are measured against the player's own choice, in the
            same deals.
    """

    game: Game
    name: str
    player: str
    unit: str
    tried: tuple[Tried, ...]

    def __repr__(self) -> str:
        return f"<Analysis of {len(self.tried)} moves by {self.player}>"

    def _repr_html_(self) -> str:
        """For notebooks."""
        return self.sheet()._repr_html_()

    def to_frame(self) -> Any:
        """A data frame with a row for each move: `move`, `value`, `gain`, its error, `deals`."""
        names = "value", "gain", "standard_error", "deals"
        columns = {name: [getattr(each, name) for each in self.tried] for name in names}
        return data_frame({"move": [each.action.text for each in self.tried], **columns})

    def sheet(self) -> Sheet:
        """The moves as a table, with the standard errors of the gains."""
        own = next(each.action for each in self.tried if each.is_simple)
        phrase = self.game.wording.action_phrase
        rows: list[tuple[Cell, ...]] = [
            (
                phrase(each.action.id),
                _cell(each.value),
                _cell(each.gain),
                "-" if each.is_simple else _cell(each.standard_error),
                each.deals,
            )
            for each in self.tried
        ]
        unit = say(self.unit)
        return Sheet(
            title=say("{game}: {name} to move", game=self.game.title, name=self.name),
            columns=(
                say("move"),
                say("{unit} ahead", unit=unit),
                say("better than {move}", move=phrase(own.id)),
                say("standard error"),
                say("deals"),
            ),
            rows=tuple(rows),
            notes=(
                say(
                    "Each move was tried in deals that are possible for what {name} sees, and "
                    "{player} played them out.",
                    name=self.name, player=self.player,
                ),
            ),
        )  # fmt: skip


def _cell(number: float) -> Fraction:
    """A number as an exact cell, so that sheets show its decimals."""
    return Fraction(number).limit_denominator(10**6)


def analyse(
    table: Table,
    player: str | AnyAgent = agents.STRONG,
    *,
    playouts: int | None = None,
    seed: int = 0,
    fast: bool | None = None,
    against: str | int | Action | None = None,
    moves: Sequence[str | int | Action] | None = None,
    shortlist: bool = False,
) -> Analysis:
    """Compare moves that are open at a table.

    Only what the seat to move can see is used. All moves are tried in the same possible deals, and
    the rounds are played to their end. The points of the round count, not the match.

    Args:
        table: a table whose round is not over.
        player: plays the rounds out in all seats; `strong` stands for the players of its search.
        playouts: maximum number of rounds for all moves together.
        seed: determines all deals.
        fast: use compiled play; by default if numba is installed.
        against: the move to which others are compared; by default the player's own choice.
        moves: the only moves to be compared to it; by default all.
        shortlist: leave out what the search of the game does not look at, if there is too much.

    Raises:
        IllegalAction: the round is over, or a move is not open.
        ParseError: a move cannot be read.
        SetupError: the player was not found, or `playouts` is not positive.
        PlayerError: the player chooses a move that is not open.
    """
    if table.is_over:
        raise IllegalAction("the round is over: there is no move to compare")
    if playouts is not None and (not isinstance(playouts, int) or playouts < 1):
        raise SetupError(
            "playouts must be a whole number, 1 or more, not {given}", given=repr(playouts)
        )
    game, seat = table.game, table.seat_in_turn
    agent = agents.adviser(game, player, seed)
    plan = _plan_for(game, agent, shortlist=shortlist)
    own = None if against is None else table.read(against).id
    some = None if moves is None else [table.read(move).id for move in moves]
    if plan is not None:
        search = SearchAgent(
            game, seed, plan=plan, playouts=playouts or PLAYOUTS, fast=fast, name=agent.name
        )
        view, deals = table.view(seat), table.deals(seat)
        search.search(view, table.actions, deals, against=own, moves=some)
        trials, unit = search.ranking, plan.unit
    else:
        trials = _by_playing(table, agent, playouts, seed, own, some)
        unit = message("points")
    if not trials:  # a single move is not compared with anything
        trials = [Tried(table.actions[0], is_simple=True, deals=0, value=0, gain=0,
                       standard_error=0)]  # fmt: skip
    return Analysis(game, table.names[seat], agent.name, unit, tuple(trials))


def _plan_for(game: Game, agent: AnyAgent, *, shortlist: bool) -> Searching | None:
    """The plan of a search that compares moves; None if the player is not compiled."""
    if isinstance(agent, SearchAgent):
        plan = agent.plan
    elif isinstance(agent, PolicyAgent):
        usual = plan_of(game) or Searching(agent.policy, (agent.policy,))
        plan = replace(usual, player=agent.policy, others=(agent.policy,))
    else:
        return None
    some = plan.shortlist if shortlist else None
    return replace(plan, shortlist=some, ending=None, sure=0.0, for_match=False)


def _by_playing(
    table: Table,
    agent: AnyAgent,
    playouts: int | None,
    seed: int,
    against: int | None,
    moves: Sequence[int] | None,
) -> list[Tried]:
    """Play each move in possible deals with one player in all seats, by the rules as they are."""
    game, seat = table.game, table.seat_in_turn
    if isinstance(agent, Searcher) and not isinstance(agent, Agent):
        agent = agents.bot(game, agents.usual(game), seed) or agent
    own = table.choice_of(agent) if against is None else table.read(against)
    some = None if moves is None else {own.id, *moves}
    actions = [action for action in table.actions if some is None or action.id in some]
    deals = max(2, (playouts or DEALS * len(actions)) // len(actions))
    seats = [Seat(name, agent) for name in table.names]
    by_id = {action.id: action for action in (own, *actions)}
    possible = table.deals(seat)
    tally = Tally(distance(game, seat, len(seats)), [*by_id])
    for number in range(deals):
        state = possible.one(seed + number)
        scores = []
        for action in by_id.values():
            played = Table(game, seats, state.copy())
            played.step(action)
            scores.append([*played.run().scores.values()])
        tally.add(number % CHAINS, [*by_id], [scores])
    return tally.results(by_id)
