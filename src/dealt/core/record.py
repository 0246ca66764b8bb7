"""Records: what is needed to play a match again, and nothing else.

A record holds the game and its version, the options, the names, and for each round the order of
the deck and the actions.  States are rebuilt, never stored.  The text form is JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dealt.errors import DealtError, ParseError
from dealt.language import no_json, say

if TYPE_CHECKING:
    from dealt.core.agent import Action
    from dealt.core.game import Game
    from dealt.core.match import Match

FORMAT = 1


@dataclass(frozen=True)
class RoundRecord:
    """One round: the deck in order, what was played, and the points if it was finished."""

    deck: str
    actions: tuple[str, ...]
    scores: tuple[int, ...] | None


@dataclass(frozen=True)
class Record:
    """One match; `seed` is kept for information where the decks came from one."""

    game: str
    version: int
    options: dict[str, int]
    seats: tuple[str, ...]
    seed: int | None
    rounds: int | None
    played: tuple[RoundRecord, ...]

    def to_data(self) -> dict[str, Any]:
        """The record for JSON."""
        return {
            "dealt record": FORMAT,
            "game": self.game,
            "version": self.version,
            "options": self.options,
            "seats": self.seats,
            "seed": self.seed,
            "rounds": self.rounds,
            "played": [vars(part) for part in self.played],
        }

    def to_json(self) -> str:
        """The record as text, one action a line."""
        return json.dumps(self.to_data(), indent=1, ensure_ascii=False) + "\n"

    @staticmethod
    def from_json(text: str) -> Record:
        """The record that `to_json` wrote.

        Raises:
            ParseError: the text is no record, or one of a later format.
        """
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            wrong = say(
                "not a record: {why}; dealt play GAME --record FILE writes one", why=no_json(error)
            )
            raise ParseError(wrong) from None
        if not isinstance(data, dict) or "dealt record" not in data:
            wrong = say(
                "not a record: it has no entry 'dealt record'; dealt play GAME --record FILE "
                "writes one"
            )
            raise ParseError(wrong)
        if data["dealt record"] != FORMAT:
            wrong = say(
                "record of format {found}; this reads {format}",
                found=repr(data["dealt record"]), format=FORMAT,
            )  # fmt: skip
            raise ParseError(wrong)
        try:
            return _from_data(data)
        except KeyError as error:
            raise ParseError(say("not a whole record: no entry {entry}", entry=error)) from None
        except (TypeError, ValueError, AttributeError, OverflowError):
            raise ParseError(say("not a whole record: an entry is of the wrong kind")) from None


def _from_data(data: dict[str, Any]) -> Record:
    played = tuple(
        RoundRecord(
            deck=_text(part["deck"]),
            actions=tuple(_text(action) for action in part["actions"]),
            scores=None if part["scores"] is None else tuple(int(x) for x in part["scores"]),
        )
        for part in data["played"]
    )
    return Record(
        game=_text(data["game"]),
        version=int(data["version"]),
        options={_text(name): int(value) for name, value in data["options"].items()},
        seats=tuple(_text(name) for name in data["seats"]),
        seed=None if data["seed"] is None else int(data["seed"]),
        rounds=None if data["rounds"] is None else int(data["rounds"]),
        played=played,
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} where a text belongs")
    return value


def replay(record: Record, game: Game) -> Match:
    """The match of a record, played again up to where the record ends.

    Raises:
        ParseError: the record does not fit the rules: another version, an action that is not
            open, or other points in the end.
    """
    *_, (match, _) = replay_steps(record, game)
    return match


def replay_steps(record: Record, game: Game) -> Iterator[tuple[Match, Action | None]]:
    """The match after its first deal (None) and after each action and each later deal.

    Raises:
        ParseError: see `replay`.
    """
    from dealt.core.agent import Seat
    from dealt.core.match import Match

    if record.version != game.version:
        wrong = say(
            "record of {name} rules version {version}; these are {own}",
            name=game.name, version=record.version, own=game.version,
        )  # fmt: skip
        raise ParseError(wrong)
    if not record.played:
        raise ParseError(say("record without a round"))
    try:
        match = Match(
            game,
            [Seat(name) for name in record.seats],
            seed=record.seed or 0,
            rounds=record.rounds,
            options={**record.options},
            decks=[part.deck.split() for part in record.played],
        )
        for number, part in enumerate(record.played):
            if number:
                match.next_round()
            yield match, None
            for said in part.actions:
                yield match, match.table.step(match.table.read(said))
            if part.scores is not None and part.scores != tuple(match.table.scores.values()):
                wrong = say(
                    "points {scores} where the rules give {right}",
                    scores=part.scores, right=match.table.scores,
                )  # fmt: skip
                raise ParseError(wrong)
    except DealtError as error:
        raise ParseError(say("record of {name}: {error}", name=game.name, error=error)) from None
