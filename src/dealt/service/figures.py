"""Exact odds for the page: Penney's game and Three-card Poker, computed once and kept.

What can be asked for is a short list, so that all answers together stay small, and nobody can have
the service compute for long.  Who asks for the same gets the same answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from dealt.games.penney import exact, odds_report
from dealt.games.penney.choices import LENGTH, choice_text, in_order
from dealt.games.penney.heat import HeatCell, HeatMap, heat_of
from dealt.games.penney.tally import SCORINGS, Tally
from dealt.games.three_card_poker import exact as poker
from dealt.games.three_card_poker import rules as poker_rules
from dealt.games.three_card_poker.words import faces
from dealt.language import ENGLISH, Phrase, message, speaking, spoken
from dealt.service.questions import Question, Reply
from dealt.service.refusals import Refused

DECKS = (10, 13, 20, 26, 39)  # red cards, and as many black; the time grows with the fourth power
CHOICES = tuple(choice_text(choice) for choice in in_order(LENGTH))
PATIENCE_S = 60.0
NO_ODDS = message("no odds are worked out here for {game}")
DIGITS = 6  # of a share; the page shows four of them

Key = tuple[str | int, ...]


class Figures:
    """Answers that take a while, each computed once.

    Args:
        may_ask: counts a question of an address; False: there were enough of it lately.
        work: has something computed elsewhere, see `encoded`; raises TimeoutError if that fails.
        patience_s: seconds after which somebody who waits is asked to come again.
    """

    def __init__(
        self,
        may_ask: Callable[[str], bool],
        work: Callable[..., Awaitable[bytes]],
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._may_ask = may_ask
        self._work = work
        self._patience_s = patience_s
        self._answers: dict[Key, asyncio.Future[bytes]] = {}

    async def get(self, work: Callable[..., Any], *arguments: str | int) -> bytes:
        """An answer as JSON.

        Args:
            work: computes it, elsewhere.
            arguments: its arguments.

        Raises:
            Refused: it takes too long; it goes on, and can be asked for again.
        """
        key = (work.__name__, *arguments)
        if key not in self._answers:
            self._answers[key] = asyncio.ensure_future(self._work(work, *arguments))
        figures = self._answers[key]
        try:
            return await asyncio.wait_for(asyncio.shield(figures), self._patience_s)
        except TimeoutError:
            if figures.done():
                self._answers.pop(key, None)
        raise Refused("busy", "the odds are still being worked out; ask again")

    async def odds(self, question: Question) -> Reply:
        """The odds of a game.

        Raises:
            Refused: it has none here.
        """
        by_game = {"penney": self.penney, "three-card-poker": self.three_card_poker}
        if question.path["game"] not in by_game:
            raise Refused("unknown", NO_ODDS, game=repr(question.path["game"]))
        return await by_game[question.path["game"]](question)

    async def pair(self, question: Question) -> Reply:
        """Everything about two choices in a game.

        Raises:
            Refused: that game has none.
        """
        if question.path["game"] != "penney":
            raise Refused("unknown", NO_ODDS, game=repr(question.path["game"]))
        return await self.penney_pair(question)

    async def penney(self, question: Question) -> Reply:
        """The odds of all pairs of choices: `/odds/penney?deck=26`."""
        return await self._answer(question, _all_pairs, _deck_of(question))

    async def penney_pair(self, question: Question) -> Reply:
        """Everything about one pair: `/odds/penney/RRB/BRB?deck=26`."""
        n = _deck_of(question)
        own, other = (_choice_of(question.path[name]) for name in ("mine", "other"))
        if own == other:
            same = Phrase("both choose the same; the choices must differ", rule="N1")
            raise Refused("settings", same)
        return await self._answer(question, _one_pair, n, own, other, spoken())

    async def three_card_poker(self, question: Question) -> Reply:
        """The odds of all hands: `/odds/three-card-poker`."""
        return await self._answer(question, _poker_values)

    async def _answer(
        self, question: Question, work: Callable[..., Any], *arguments: str | int
    ) -> Reply:
        if not self._may_ask(question.address):
            raise Refused("rate", "too many questions from here; wait a minute")
        return Reply(await self.get(work, *arguments))


def encoded(work: Callable[..., Any], *arguments: str | int) -> bytes:
    """What a function returns, as JSON; so it comes back small from another process."""
    return msgspec.json.encode(work(*arguments))


def _deck_of(question: Question) -> int:
    """How many red cards, and as many black ones, the odds are asked for.

    Raises:
        Refused: another number than those of `DECKS`.
    """
    deck = question.query.get("deck", str(exact.RED))
    if deck not in map(str, DECKS):
        decks = ", ".join(map(str, DECKS))
        raise Refused("settings", "deck can be {decks}: cards of each colour", decks=decks)
    return int(deck)


def _choice_of(text: str) -> str:
    """A choice of three colours.

    Raises:
        Refused: it is none.
    """
    if text not in CHOICES:
        raise Refused(
            "settings", "a choice is three colours, R or B, such as {sample}", sample=CHOICES[1]
        )
    return text


# --- Penney's game --------------------------------------------------------------------------------


def _all_pairs(n: int) -> dict[str, Any]:
    """The heat maps of a deck with `n` cards of each colour, by both scorings."""
    tally = exact.tally(LENGTH, n, n)
    return {
        "deck": n,
        "decks": f"{tally.decks}",
        "offered": DECKS,
        "choices": CHOICES,
        "maps": {by: _map(heat_of(tally, by), by, tally) for by in SCORINGS},
    }


def _map(heat: HeatMap, by: str, tally: Tally) -> dict[str, Any]:
    """One heat map: a row for each choice of the opponent, a column for each of mine."""
    shares = exact.mixed(by, tally).shares
    first = exact.best_first(by, tally)
    return {
        "rows": [[None if cell is None else _cell(cell) for cell in row] for row in heat.rows],
        "first": [tally.text(choice) for choice in first],
        "mixed": {tally.text(i): float(share) for i, share in enumerate(shares) if share},
        "fair": [[tally.text(i), tally.text(j)] for i, j in exact.fair_pairs(by, tally)],
    }


def _cell(cell: HeatCell) -> dict[str, Any]:
    return {
        "win": _share(cell.wins, cell.decks),
        "draw": _share(cell.draws, cell.decks),
        "lose": _share(cell.losses, cell.decks),
        "best": cell.is_best,
    }


def _share(part: int, whole: int) -> float:
    return round(part / whole, DIGITS)


def _one_pair(n: int, own: str, other: str, language: str = ENGLISH) -> dict[str, Any]:
    """Everything about one pair, and in sentences of a language which reply is best and why."""
    question = odds_report.Question(LENGTH, n, n)
    numbers = exact.pair(own, other)
    first = exact.first_trick(own, other, red=n, black=n)
    decks = exact.tally(LENGTH, n, n).decks
    by_scoring = {by: _about(question.odds(*numbers[:2], by)) for by in SCORINGS}
    with speaking(language):
        for by, facts in by_scoring.items():
            facts["why"] = odds_report.explain(question, numbers[1], by)
    return {
        "mine": own,
        "other": other,
        "by": by_scoring,
        "first_trick": [_share(part, decks) for part in (first.mine, first.other, first.nobody)],
        "endless": float(exact.conway(own, other)),
    }


def _about(odds: exact.Odds) -> dict[str, Any]:
    """One scoring of a pair; `differences` are shares by what mine has more than the other."""
    return {
        "win": _share(odds.wins, odds.decks),
        "draw": _share(odds.draws, odds.decks),
        "lose": _share(odds.losses, odds.decks),
        "taken": [round(float(mean), 4) for mean in odds.taken],
        "spread": round(odds.spread, 4),
        "differences": [[by, _share(n, odds.decks)] for by, n in odds.differences.items()],
    }


# --- Three-card Poker -----------------------------------------------------------------------------


def _poker_values() -> dict[str, Any]:
    """The pay table, and for both dealing models the strategies and all 455 hands."""
    pay = {
        "fold": poker_rules.FOLDING,
        "dealer_folds": poker_rules.DEALER_FOLDS,
        "win": poker_rules.WINNING,
        "lose": poker_rules.LOSING,
    }
    return {"pay": pay, "models": {model: _model(poker.odds(model)) for model in poker.MODELS}}


def _model(odds: poker.Odds) -> dict[str, Any]:
    strategies = {
        "best": odds.best,
        "threshold": odds.threshold,
        "always_play": odds.always_play,
        "always_fold": odds.always_fold,
    }
    return {
        "strategies": {name: _strategy(strategy) for name, strategy in strategies.items()},
        "is_threshold": odds.best.hands == odds.threshold.hands,
        "weakest": faces(odds.threshold.hands[-1]).split(),
        "hands": [_hand(hand) for hand in odds.hands],
    }


def _strategy(strategy: poker.Strategy) -> dict[str, Any]:
    ends = strategy.outcomes
    return {
        "hands": len(strategy.hands),
        "points": round(float(strategy.value), DIGITS),
        "exactly": str(strategy.value),
        "ends": _ends(ends) | {"fold": round(float(ends.folds), DIGITS)},
    }


def _hand(odds: poker.HandOdds) -> dict[str, Any]:
    return {
        "hand": faces(odds.hand).split(),
        "chance": round(float(odds.probability), 8),
        "play": round(float(odds.play), DIGITS),
        "ends": _ends(odds.playing),
    }


def _ends(outcomes: poker.Outcomes) -> dict[str, float]:
    """How rounds end in which a hand is played."""
    ends = {
        "dealer_folds": outcomes.dealer_folds,
        "win": outcomes.wins,
        "tie": outcomes.ties,
        "lose": outcomes.losses,
    }
    return {name: round(float(share), DIGITS) for name, share in ends.items()}
