"""Reviews of archived matches, some decisions at a time, in any kind of worker."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache

import msgspec
from msgspec import Struct, structs

from dealt.agents import STRONG
from dealt.core.match import Match, replay
from dealt.games import registered
from dealt.history.archived import record_of
from dealt.history.decisions import Decision, Summary
from dealt.language import speaking

_PART_S = 0.5  # after which a worker is free for others; a decision is finished first


@dataclass(frozen=True)
class ReviewJob:
    """A review to go on with, which can be sent to another process.

    Attributes:
        game: name of the game.
        record: the packed record of the match.
        seat: whose decisions.
        judged: those that have been judged.
        language: of the reasons.
        seconds: to work for.
        level: the computer player that plays rounds out.
    """

    game: str
    record: str
    seat: int
    judged: list[Decision]
    language: str
    seconds: float = _PART_S
    level: str = STRONG


class ReviewPart(Struct, frozen=True):
    """A review as far as it is.

    Attributes:
        judged: all that has been judged, from the beginning.
        summary: of it, without the decisions.
        words: the summary in sentences.
    """

    judged: list[Decision]
    summary: Summary
    words: list[str]


def go_on(job: ReviewJob) -> ReviewPart:
    """Judge some more decisions, at least one if there is one."""
    from dealt.history.report import cards_and_play  # the search: not before somebody reviews
    from dealt.history.review import Review

    with speaking(job.language):
        review = Review(replayed(job.record), job.seat, job.judged)
        end = time.monotonic() + job.seconds
        for _ in review:
            if time.monotonic() >= end:
                break
        summary = review.summary()
        words = list(cards_and_play(summary))
    return ReviewPart(review.judged, structs.replace(summary, decisions=()), words)


def read_part(text: str | None) -> ReviewPart | None:
    """The part that `part_text` wrote; None: nothing is stored, or not in this form."""
    try:
        return None if text is None else msgspec.json.decode(text, type=ReviewPart)
    except msgspec.DecodeError:
        return None


def part_text(part: ReviewPart) -> str:
    """A part as it is stored."""
    return msgspec.json.encode(part).decode()


@lru_cache(maxsize=4)
def replayed(packed: str) -> Match:
    """The match of a packed record; its steps and decisions are asked for in many parts."""
    record = record_of(packed)
    return replay(record, registered(record.game))
