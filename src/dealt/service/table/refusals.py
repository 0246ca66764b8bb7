"""What the table service refuses, with a word for programs and a line for people."""

from __future__ import annotations

from typing import Any

from dealt.errors import DealtError, StorageError
from dealt.language import Phrase, message


class Refused(DealtError):  # noqa: N818 - named as it is told
    """Something that a client asked for and does not get; nothing has changed.

    Args:
        code: a stable word for programs, one of CODES.
        message: one line for people, with its facts; see DealtError.
    """

    def __init__(
        self, code: str, message: str | tuple[str, str] | Phrase | DealtError, /, **facts: object
    ) -> None:
        assert code in CODES, code
        super().__init__(message, **facts)
        self.code = code

    def for_programs(self) -> dict[str, Any]:
        """What does not depend on the language: see `protocol.RefusedFrame`."""
        return {"code": self.code, "reason": self.reason, "rule": self.rule, "facts": self.data()}


NO_STORAGE = message("the service cannot read or save anything now; try again later")
MISTAKE = message("the service made a mistake")
NOBODY = message("no session yet: get one with POST /session")

CODES = {
    "unreadable": "the frame, a text or an action cannot be read",
    "illegal": "the action is not open now; `reason` and `rule` say why",
    "stale": "the table has moved on since the version that the client saw",
    "turn": "somebody else is in turn",
    "phase": "not at this moment of a match",
    "seat": "no such seat, or it is taken, or one has none",
    "rights": "the table is not open to this person, or only its host may do this",
    "unknown": "no such table, code, round or person",
    "settings": "a game, seats, options or limits that cannot be had",
    "name": "a name that cannot be shown",
    "chat": "a line of chat that cannot be shown",
    "fair": "a commitment or a revealed number that does not fit",
    "rate": "too many in too short a time",
    "busy": "the service cannot do it now; try again",
}


def failure(error: Exception) -> Refused:
    """What is said of an error that is not the fault of whoever asked; never its own words."""
    if isinstance(error, Refused):
        return error
    return Refused("busy", NO_STORAGE if isinstance(error, StorageError) else MISTAKE)
