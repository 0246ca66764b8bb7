"""Odds of Three-card Poker as JSON values, for programs that draw them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dealt.games.three_card_poker import exact, rules
from dealt.games.three_card_poker.state import MODELS
from dealt.games.three_card_poker.words import faces

DIGITS = 6  # of a share; four of them are shown


def odds(query: Mapping[str, str]) -> tuple[Any, ...]:
    """What computes the odds of all hands; there is nothing to choose."""
    return (_values,)


def _values() -> dict[str, Any]:
    """The pay table, and for both dealing models the strategies and all 455 hands."""
    pay = {
        "fold": rules.FOLDING,
        "dealer_folds": rules.DEALER_FOLDS,
        "win": rules.WINNING,
        "lose": rules.LOSING,
    }
    return {"pay": pay, "models": {model: _model(exact.odds(model)) for model in MODELS}}


def _model(odds: exact.Odds) -> dict[str, Any]:
    strategies = {
        "best": odds.best,
        "threshold": odds.threshold,
        "always_play": odds.always_play,
        "always_fold": odds.always_fold,
    }
    return {
        "strategies": {name: _strategy(strategy) for name, strategy in strategies.items()},
        "is_threshold": odds.best.hands == odds.threshold.hands,
        "weakest": odds.threshold.weakest.split(),
        "hands": [_hand(hand) for hand in odds.hands],
    }


def _strategy(strategy: exact.Strategy) -> dict[str, Any]:
    ends = strategy.outcomes
    return {
        "hands": len(strategy.hands),
        "points": round(float(strategy.value), DIGITS),
        "exactly": str(strategy.value),
        "ends": _ends(ends) | {"fold": round(float(ends.folds), DIGITS)},
    }


def _hand(odds: exact.HandOdds) -> dict[str, Any]:
    return {
        "hand": faces(odds.hand).split(),
        "chance": round(float(odds.probability), 8),
        "play": round(float(odds.play), DIGITS),
        "ends": _ends(odds.playing),
    }


def _ends(outcomes: exact.Outcomes) -> dict[str, float]:
    """How rounds end in which a hand is played."""
    ends = {
        "dealer_folds": outcomes.dealer_folds,
        "win": outcomes.wins,
        "tie": outcomes.ties,
        "lose": outcomes.losses,
    }
    return {name: round(float(share), DIGITS) for name, share in ends.items()}
