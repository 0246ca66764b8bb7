"""Matches replayed from their records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dealt.core.agent import Seat
from dealt.core.match import Match
from dealt.errors import DealtError, ParseError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from dealt.core.agent import Action, AnyAgent
    from dealt.core.game import Game
    from dealt.core.record import Record

    MakeAdviser = Callable[[Any], AnyAgent | None] | None


def replay(record: Record, game: Game, make_adviser: MakeAdviser = None) -> Match:
    """Replay the match of a record up to where the record ends.

    Args:
        record: of the match.
        game: of the record.
        make_adviser: see `Match`.

    Raises:
        ParseError: the record does not fit the rules: another version, an illegal action, or
            different points at the end.
    """
    *_, (match, _) = replay_steps(record, game, make_adviser)
    return match


def replay_steps(
    record: Record, game: Game, make_adviser: MakeAdviser = None
) -> Iterator[tuple[Match, Action | None]]:
    """The match after its first deal (None), then after each action and each later deal.

    Raises:
        ParseError: see `replay`.
    """
    if record.version != game.version:
        raise ParseError(
            "record of {name} rules version {version}; these are {own}",
            name=game.name, version=record.version, own=game.version,
        )  # fmt: skip
    if not record.played:
        raise ParseError("record without a round")
    try:
        match = Match(
            game,
            [Seat(name) for name in record.seats],
            seed=record.seed or 0,
            rounds=record.rounds,
            options={**record.options},
            decks=[part.deck.split() for part in record.played if not part.position],
            position=record.played[0].position or None,
            make_adviser=make_adviser,
        )
        for number, part in enumerate(record.played):
            if number:
                match.next_round()
            yield match, None
            for text in part.actions:
                yield match, match.table.step(match.table.read(text))
            if part.scores is not None and part.scores != tuple(match.table.scores.values()):
                raise ParseError(
                    "points {scores} where the rules give {right}",
                    scores=part.scores, right=match.table.scores,
                )  # fmt: skip
    except DealtError as error:
        raise ParseError("record of {name}: {error}", name=game.name, error=error) from None
