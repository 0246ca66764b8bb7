"""Records: what is needed to replay a match, and nothing else.

A record holds the game and its version, the options, the names, and for each round the order of the
deck and the actions.  States are rebuilt, never stored.  The text form is JSON.
"""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from typing import Any, Protocol

import msgspec

from dealt.errors import ParseError
from dealt.language import no_json, say, wrong_entry

_FORMAT = 1


@dataclass(frozen=True)
class RoundRecord:
    """One round: the deck in order, the actions, and the points if it was finished.

    A round that began in a position has its text, see `dealt.core.position`, and no deck.
    """

    deck: str
    actions: tuple[str, ...]
    scores: tuple[int, ...] | None
    position: str = ""

    def to_data(self) -> dict[str, Any]:
        """The round for JSON."""
        data = asdict(self)
        if not self.position:  # as records were before there were positions
            del data["position"]
        return data


@dataclass(frozen=True, repr=False)
class Record:
    """One match; `seed` is kept for information, if the decks came from one."""

    game: str
    version: int
    options: dict[str, int]
    seats: tuple[str, ...]
    seed: int | None
    rounds: int | None
    played: tuple[RoundRecord, ...]

    def __repr__(self) -> str:
        return f"<Record {self}>"

    def __str__(self) -> str:
        """The game, the seats and the seed in one line; `to_json` has all of it."""
        return say(
            "{game}, seed {seed}: {seats}; rounds: {n}",
            game=self.game, seed="-" if self.seed is None else self.seed,
            seats=", ".join(self.seats), n=len(self.played),
        )  # fmt: skip

    def to_data(self) -> dict[str, Any]:
        """The record for JSON."""
        played = [part.to_data() for part in self.played]
        return {"dealt record": _FORMAT, **vars(self), "played": played}

    def to_json(self) -> str:
        """The record as text, one action per line."""
        return json.dumps(self.to_data(), indent=1, ensure_ascii=False) + "\n"

    @staticmethod
    def from_json(text: str) -> Record:
        """Read a record that `to_json` wrote.

        Raises:
            ParseError: the text is not a record, or its format is too new.
        """
        try:
            data = json.loads(text)
        except (TypeError, ValueError, RecursionError) as error:
            problem = repr(text) if isinstance(error, TypeError) else no_json(error)
            raise ParseError(
                "not a record: {why}; dealt play GAME --record FILE writes one", why=problem
            ) from None
        if not isinstance(data, dict) or "dealt record" not in data:
            raise ParseError(
                "not a record: it has no entry 'dealt record'; dealt play GAME --record FILE "
                "writes one"
            )
        if data["dealt record"] != _FORMAT:
            raise ParseError(
                "record of format {found}; this version reads {format}",
                found=repr(data["dealt record"]), format=_FORMAT,
            )  # fmt: skip
        try:
            return msgspec.convert(data, Record, strict=False)
        except msgspec.ValidationError as error:
            raise ParseError("incomplete record: {wrong}", wrong=wrong_entry(error)) from None


class TextStore(Protocol):
    """Where a text is kept; `str` names the place for people."""

    def read(self) -> str | None:
        """The text; None if there is none yet."""

    def write(self, text: str) -> None:
        """Replace the text with a new one, all at once."""

    def locked(self) -> AbstractContextManager[None]:
        """Keep everybody else from writing until the next `write`."""
