"""Puzzles: positions of played rounds whose best move is clear beyond error, and not obvious.

Computer players of different levels play rounds, and their decisions are weighed as in a review.
A puzzle is a decision in which `good` and the game's hint choose something else, a second search
with other seeds finds the same best move, and every other move is clearly worse.
"""

from __future__ import annotations

import gzip
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from importlib import resources
from itertools import count
from pathlib import Path

import msgspec

from dealt import games
from dealt.agents import GIVEN_NAMES, GOOD, STRONG, adviser, bots, seats
from dealt.agents.analysis import analyse
from dealt.agents.easy import EASY
from dealt.agents.search import plan_of
from dealt.core.game import Game
from dealt.core.match import Match, replay
from dealt.core.record import Record
from dealt.core.table import Table
from dealt.errors import SetupError, StorageError
from dealt.history.judging import Judged, amount, judge, unit_of
from dealt.language import message, say
from dealt.storage.files import TextFile, storage_errors

_LEVELS = GOOD, EASY  # around the table
_GLANCE = 400  # playouts that show whether another move may be better
_SURE = 4.0  # errors that a cost must have in each of two searches
_OFTEN = 0.3  # of the puzzles of a game may have the same answer
_MOST_MOVES = 30  # to choose from
_LINES = 8  # of what was done last, at most
_COLLECTION = "puzzles.jsonl.gz"


@dataclass(frozen=True)
class Puzzle:
    """A position with its answer.

    Attributes:
        number: the number of the match it is from; a game has one puzzle of each at most.
        record: the round up to the position.
        move: what `good` would play, a mistake.
        best: the best move.
        cost: what `move` costs, with its standard error; 0 if it is exact.
        deals: possible deals in which the two were compared.
        costs: what other moves cost by a quicker look, with standard errors, by their texts.
    """

    number: int
    record: Record
    move: str
    best: str
    cost: tuple[float, float]
    deals: int
    costs: dict[str, tuple[float, float]]

    @property
    def table(self) -> Table:
        """The position."""
        return replay(self.record, games.registered(self.record.game)).table

    @property
    def judged(self) -> Judged:
        """The move that `good` would play beside the best one."""
        table, (cost, error) = self.table, self.cost
        return Judged(
            table.game, table.read(self.move), table.read(self.best), cost, error, self.deals,
            exact=not self.deals, unit=unit_of(table.game),
        )  # fmt: skip

    @property
    def title(self) -> str:
        """The game, and its rules that are not the usual ones."""
        game, rules = self.table.game, self.record.options
        return "; ".join(
            (say(game.title), *(
                f"{say(each.title)}: {each.choice_text(each.text(rules[each.name]))}"
                for each in game.options
                if rules.get(each.name, each.default) not in (each.default, each.usual)
            ))
        )  # fmt: skip

    def question(self) -> str:
        """What the seat to move sees, and what was done last."""
        table = self.table
        seat = table.seat_in_turn
        parts = self.title, "\n".join(table.log(seat)[-_LINES:]), str(table.view(seat))
        return "\n\n".join(part for part in parts if part) + "\n"

    @property
    def solution(self) -> str:
        """The best move, and by how much it is better."""
        judged = self.judged
        best = judged.game.wording.action_phrase(judged.best.id)
        return say("The best move: {best}", best=best) + f"\n{judged.reason}"

    def answer(self, text: str) -> str:
        """The answer to one of the open moves."""
        judged = self.judged
        if text == self.best:
            return say("Right!") + f"\n{judged.reason}"
        phrase = judged.game.wording.action_phrase
        lines = [self.solution]
        if text != self.move and text in self.costs:
            (cost, error), move = self.costs[text], phrase(self.table.read(text).id)
            line = say("{move} costs {cost}", move=move, cost=amount(cost, judged.unit))
            error_text = say("standard error {error}", error=amount(error, judged.unit))
            lines.append(line if judged.exact else f"{line} ({error_text})")
        return "\n".join(lines)


def collection(place: str | None = None) -> list[Puzzle]:
    """All puzzles of a file, by default those that come with the package.

    Raises:
        StorageError: the file cannot be read; a missing one has none.
    """
    if place is None:
        data = resources.files("dealt.history").joinpath(_COLLECTION).read_bytes()
    elif not Path(place).exists():
        return []
    else:
        with storage_errors(message("cannot read {path}: {reason}"), place):
            data = Path(place).read_bytes()
    try:
        return [_DECODER.decode(line) for line in gzip.decompress(data).splitlines()]
    except (OSError, EOFError, zlib.error, msgspec.MsgspecError):
        raise StorageError(
            "not a collection of puzzles: {file}", file=place or _COLLECTION
        ) from None


def save(puzzles: Sequence[Puzzle], place: str) -> None:
    """Write a collection, one line of JSON a puzzle; the same puzzles give the same bytes."""
    lines = [msgspec.json.encode(each) + b"\n" for each in puzzles]
    TextFile(place).write_bytes(gzip.compress(b"".join(lines), mtime=0))


def added(game: Game, place: str, options: Mapping[str, int | str]) -> Iterator[bool]:
    """Add the puzzles of one match after the other to a file, and say whether there was one.

    Matches that the file has seen are not played again; a position is added once, and few puzzles
    have the same answer, such as pass.
    """
    levels = [level for level in _LEVELS if level in bots(game)]
    if not levels:
        raise SetupError("{game} has no computer players to make puzzles", game=game.title)
    TextFile(place).check_writable()
    puzzles, n = collection(place), game.seats_offered
    own = [each for each in puzzles if each.record.game == game.name]
    questions = {each.question() for each in own}
    for begun in count(1 + max((each.number for each in own), default=0)):
        lineup = [levels[(begun + seat) % len(levels)] for seat in range(n)]
        match = Match(game, seats(game, lineup, begun), seed=begun, rounds=1, options=options)
        match.run().name_seats(GIVEN_NAMES[:n])
        answers = Counter(each.best for each in own)
        common = {text for text, times in answers.items() if times > _OFTEN * (3 + len(own))}
        each = _puzzle_in(match, begun, common)
        is_new = each is not None and each.question() not in questions
        if each is not None and is_new:
            questions.add(each.question())
            own.append(each)
            puzzles.append(each)
            save(puzzles, place)
        yield is_new


def of_day(puzzles: Sequence[Puzzle], day: str) -> Puzzle:
    """The puzzle of a day; a collection that has grown seldom changes it."""
    return min(
        puzzles,
        key=lambda each: blake2b(f"{day} {each.record.game} {each.number}".encode()).digest(),
    )


_DECODER = msgspec.json.Decoder(Puzzle)


def _answer_of(
    table: Table, common: Collection[str] = ()
) -> tuple[Judged, dict[str, tuple[float, float]]] | None:
    """The answer to a position, and what other moves cost; None if it is not a puzzle.

    Args:
        table: the position.
        common: texts of moves that are not wanted as an answer.
    """
    actions = table.actions
    if not 2 <= len(actions) <= _MOST_MOVES:
        return None
    move = table.choice_of(adviser(table.game, GOOD, 0))
    if plan_of(table.game) is not None:
        tried = analyse(table, STRONG, playouts=_GLANCE, seed=0, against=move, shortlist=True).tried
        if all(each.gain <= each.standard_error for each in tried):
            return None
    judged = judge(table, move, salt="first")
    best = judged.best
    if not _is_sure(judged):
        return None
    is_hinted = table.game.wording.action_phrase(best.id) in table.hint()
    if not judged.exact and (is_hinted or best.text in common):
        return None
    again = judge(table, move, salt="second")
    if not _is_sure(again) or again.best.id != best.id:
        return None
    if judged.exact:
        others = [judge(table, each) for each in actions if each.id != best.id]
        costs = {each.move.text: (each.cost, 0.0) for each in others}
        return (judged, costs) if all(each.is_mistake for each in others) else None
    tried = analyse(table, STRONG, seed=1, against=best, shortlist=True).tried
    rivals = [each for each in tried if each.action.id not in (best.id, judged.move.id)]
    rivals.sort(key=lambda each: (-each.deals, -each.gain))
    if rivals:
        rival = judge(table, rivals[0].action, salt="third")
        if not rival.is_mistake or rival.best.id != best.id:
            return None
    return judged, {x.action.text: (round(-x.gain, 3), round(x.standard_error, 3)) for x in rivals}


def _is_sure(judged: Judged) -> bool:
    """Whether a cost is far from what chance explains."""
    return judged.is_mistake and judged.cost >= _SURE * judged.error


def _puzzle_in(match: Match, number: int, common: Collection[str]) -> Puzzle | None:
    """A puzzle among the decisions of a round; where the search begins depends on the number."""
    steps = [step for step in match.steps if step.move is not None]
    begin = number * 7 % len(steps)
    for step in (*steps[begin:], *steps[:begin]):
        answer = _answer_of(step.table, common)
        if answer is not None:
            judged, costs = answer
            played = match.record.played[0]
            played = replace(played, actions=played.actions[: step.number], scores=None)
            record = replace(match.record, seed=None, played=(played,))
            cost = round(judged.cost, 3), round(judged.error, 3)
            deals = 0 if judged.exact else judged.deals
            return Puzzle(number, record, judged.move.text, judged.best.text, cost, deals, costs)
    return None
