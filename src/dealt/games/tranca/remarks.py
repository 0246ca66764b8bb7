"""Tranca: what the scorer finds wrong or doubtful: codes for programs, words for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dealt.cards import all_written, written
from dealt.language import ENGLISH, WORDED_LATER, Phrase, listed, resolve, say, shortened, speaking


@dataclass(frozen=True)
class CardRow:
    """Cards that lie together, as people write them in the current language."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return shortened(all_written(self.cards)) or say("empty")


@dataclass(frozen=True)
class CardCounts:
    """How often there is each of some cards, written as in `CardRow`."""

    counts: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return ", ".join(f"{written(card)} {count}" for card, count in self.counts)


@dataclass(frozen=True)
class Remark:
    """Something that is wrong, or unlikely to be right.

    Attributes:
        code: a stable short word for programs; docs/howto/score-a-round.md lists them all.
        message: in English, see `Phrase`.
        facts: the values for its placeholders, `n` being the number; a tuple, of cards or phrases,
            is shown as a list, a function is called.
    """

    code: str
    message: str | tuple[str, str]
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return str(
            Phrase(self.message, {name: _fact_text(fact) for name, fact in self.facts.items()})
        )

    def to_data(self) -> dict[str, Any]:
        """JSON values: the text in the current language, the facts in English."""
        facts = {name: _plain(fact) for name, fact in self.facts.items()}
        return {"code": self.code, "text": str(self), "facts": facts}


def _fact_text(fact: Any) -> Any:
    if not isinstance(fact, tuple):
        return fact
    return shortened(listed([written(e) if isinstance(e, str) else str(e) for e in fact]))


def _plain(fact: Any) -> Any:
    if isinstance(fact, tuple):
        return [_plain(each) for each in fact]
    if isinstance(fact, Remark):
        return fact.to_data()
    if isinstance(fact, (Phrase, CardRow, CardCounts, *WORDED_LATER)):
        with speaking(ENGLISH):
            return str(resolve(fact))
    return fact
