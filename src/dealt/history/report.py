"""A review in words: the mistakes with the board as the seat saw it, and cards and skill apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from dealt.agents import is_bot
from dealt.core.match import Match
from dealt.core.sheet import Sheet
from dealt.history.decisions import Decision, Summary
from dealt.history.judging import CHANCE, amount, number
from dealt.history.review import Review
from dealt.language import decimal, say, say_n

_COPY = re.compile(r" \d+$")  # of a computer player's name


def people(match: Match) -> tuple[str, ...]:
    """The seats that are not named like computer players; all if there is none."""
    people = tuple(n for n in match.names if not is_bot(match.game, _COPY.sub("", n)))
    return people or match.names


def report(review: Review) -> Iterator[str]:
    """The lines about one seat, as far as its decisions have been judged."""
    summary = review.summary()
    count = len(summary.decisions)
    yield say_n(
        "{name}: 1 decision judged", "{name}: {n} decisions judged", count, name=summary.name
    )
    if summary.left:
        yield say("Stopped early: {n} decisions are left.", n=summary.left)
    if not summary.mistakes:
        yield say("No mistakes: no cost here is larger than chance explains.")
    for place, decision in enumerate(summary.costliest, 1):
        yield ""
        yield from _mistake(review, place, decision)
    yield ""
    yield from cards_and_play(summary)


def cards_and_play(summary: Summary) -> Iterator[str]:
    """A sentence on the cards and one on the play, once a round is judged."""
    if not summary.rounds:
        return
    if summary.effort < 1 and not all(each.exact for each in summary.decisions):
        yield say(
            "Only {share} of the usual deals were tried here, so that small mistakes go unnoticed.",
            share=decimal(f"{summary.effort:.0%}"),
        )
    if summary.unit != CHANCE:
        yield say(
            "Cards: worth {amount} a round at the first turn, if everybody then plays by rules of "
            "thumb (standard error {error})",
            amount=amount(summary.cards[0], summary.unit), error=number(summary.cards[1]),
        )  # fmt: skip
    yield say_n(
        "Play: 1 mistake; choices cost {amount} a round (standard error {error})",
        "Play: {n} mistakes; choices cost {amount} a round (standard error {error})",
        len(summary.mistakes), amount=amount(summary.cost[0], summary.unit),
        error=amount(summary.cost[1], summary.unit),
    )  # fmt: skip


def _mistake(review: Review, place: int, decision: Decision) -> Iterator[str]:
    """One mistake with what the seat saw."""
    yield say(
        "{n}. Round {round}, move {move}: {played}",
        n=place, round=decision.round + 1, move=decision.number + 1, played=decision.phrase,
    )  # fmt: skip
    yield f"   {decision.reason}"
    for line in str(review.steps[decision.step].table.view(review.seat)).splitlines():
        yield f"   | {line}".rstrip()
    if decision.hint:
        yield f"   {say('Hint: {hint}', hint=decision.hint)}"


def comparison(summaries: Sequence[Summary]) -> Sheet:
    """The players of a match side by side."""
    unit = say(summaries[0].unit)
    return Sheet(
        title=say("Cards and play, in {unit} a round", unit=unit),
        columns=(
            *(say("player"), say("worth of cards"), say("standard error")),
            *(say("cost of play"), say("standard error"), say("mistakes"), say("decisions")),
        ),
        rows=tuple(
            (
                each.name,
                *(Fraction(value).limit_denominator(10**6) for value in (*each.cards, *each.cost)),
                len(each.mistakes),
                len(each.decisions),
            )
            for each in summaries
        ),
    )
