"""Three-card Poker: exact odds from all hands, as fractions; nothing is sampled.

Every value is the average number of points won, under one of the dealing models of C5: `deck` (both
hands from one pack of 52) and `independent` (each of the six ranks uniform on its own).

>>> from dealt.games.three_card_poker import exact
>>> exact.odds("deck").best.value
Fraction(...)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from html import escape
from itertools import accumulate, combinations_with_replacement
from math import comb, factorial, prod
from typing import TYPE_CHECKING

from dealt.cards import cards_html
from dealt.core.agent import Action
from dealt.core.chance import CardByCard
from dealt.core.sheet import Displayed, Sheet
from dealt.core.view import View
from dealt.errors import SetupError
from dealt.games.three_card_poker import rules
from dealt.games.three_card_poker.rules import PLAY
from dealt.games.three_card_poker.state import ACE, HAND, LOWEST_RANK, MODELS
from dealt.games.three_card_poker.words import faces, parse_hand
from dealt.language import decimal, message, say

if TYPE_CHECKING:
    from dealt.cards import Deck

SUITS = 4
_CHOICES = [[comb(cards, chosen) for chosen in range(HAND + 1)] for cards in range(SUITS + 1)]

_Hand = tuple[int, ...]


def _share(part: Fraction) -> str:
    """A share in percent with two decimals."""
    return decimal(f"{float(part):.2%}")


def _points_text(points: Fraction) -> str:
    """Points with their sign and three decimals."""
    return decimal(f"{float(points):+.3f}")


@dataclass(frozen=True)
class Outcomes:
    """How often a round ends in each way: fractions that sum to 1.

    The player wins with equal hands; `ties` counts them separately from `wins`.
    """

    folds: Fraction
    dealer_folds: Fraction
    wins: Fraction
    ties: Fraction
    losses: Fraction

    def __str__(self) -> str:
        return say(
            "fold {folds}, dealer folds {dealer_folds}, win {wins}, lose {losses}: {points} points",
            folds=_share(self.folds), dealer_folds=_share(self.dealer_folds),
            wins=_share(self.wins + self.ties), losses=_share(self.losses),
            points=_points_text(self.value),
        )  # fmt: skip

    @property
    def value(self) -> Fraction:
        """Points won on average."""
        return (
            self.folds * rules.FOLDING
            + self.dealer_folds * rules.DEALER_FOLDS
            + (self.wins + self.ties) * rules.WINNING
            + self.losses * rules.LOSING
        )


@dataclass(frozen=True, repr=False)
class HandOdds(Displayed):
    """One of the 455 hands: its probability, and what playing and folding it are worth."""

    hand: _Hand
    probability: Fraction
    playing: Outcomes

    def __str__(self) -> str:
        return say(
            "{hand}: {advice}; playing is worth {play} points on average, folding {fold}",
            hand=faces(self.hand), advice=say("play") if self.is_played else say("fold"),
            play=_points_text(self.play), fold=self.fold,
        )  # fmt: skip

    def _repr_html_(self) -> str:
        """For notebooks: the hand, and what playing and folding it are worth."""
        return f"{cards_html(faces(self.hand).split())}<div>{escape(str(self))}</div>"

    @property
    def play(self) -> Fraction:
        """Points won on average by playing the hand."""
        return self.playing.value

    @property
    def fold(self) -> Fraction:
        """Points won by folding the hand."""
        return Fraction(rules.FOLDING)

    @property
    def is_played(self) -> bool:
        """Whether the best strategy plays it: playing is worth more than folding."""
        return self.play > self.fold


@dataclass(frozen=True, repr=False)
class Strategy(Displayed):
    """Which hands a player plays, and the results.

    Attributes:
        name: a message with a placeholder for the weakest hand played, see `said`.
        hands: the hands played, strongest first.
        outcomes: how rounds end.
    """

    name: str
    hands: tuple[_Hand, ...]
    outcomes: Outcomes

    def __str__(self) -> str:
        return say(
            "{strategy}: {n} hands played, {points} points per round",
            strategy=self.said, n=len(self.hands), points=_points_text(self.value),
        )  # fmt: skip

    def _repr_html_(self) -> str:
        """For notebooks: the weakest hand that is played, and how rounds end."""
        return f"{cards_html(self.weakest.split())}{super()._repr_html_()}"

    def sheets(self) -> tuple[Sheet, ...]:
        """How rounds end."""
        return (_endings(str(self), (self,)),)

    @property
    def said(self) -> str:
        """The name in the current language."""
        return say(self.name, hand=self.weakest)

    @property
    def weakest(self) -> str:
        """The weakest hand played, such as `Q 4 2`; empty: none is."""
        return faces(self.hands[-1]) if self.hands else ""

    @property
    def value(self) -> Fraction:
        """Points won on average in a round."""
        return self.outcomes.value


@dataclass(frozen=True, repr=False)
class Odds(Displayed):
    """The exact odds under one dealing model.

    Attributes:
        model: `deck` or `independent`.
        hands: all 455, strongest first.
        best: the best possible strategy.
        always_play, always_fold: the two simplest.
        threshold: the best of the strategies that play a hand and all stronger ones.
    """

    model: str
    hands: tuple[HandOdds, ...]
    best: Strategy
    always_play: Strategy
    always_fold: Strategy
    threshold: Strategy

    def __str__(self) -> str:
        """What the strategies are worth; `report` has all sheets."""
        return str(self.sheets()[0])

    def sheets(self) -> tuple[Sheet, Sheet]:
        """What the strategies are worth, and how rounds end."""
        strategies = (self.best, self.threshold, self.always_play, self.always_fold)
        values = [(strategy.said, strategy.value, str(strategy.value)) for strategy in strategies]
        note = say("No threshold is as good.")
        if self.best.hands == self.threshold.hands:
            note = say("The best strategy of all is this threshold.")
        return (
            Sheet(
                title=say("Dealing model {model}: points won in a round", model=self.model),
                columns=(say("strategy"), say("points"), say("exactly")),
                rows=tuple(values),
                notes=(note,),
            ),
            _endings(say("Dealing model {model}: how rounds end", model=self.model), strategies),
        )


# every hand once, weakest first
HANDS: tuple[_Hand, ...] = tuple(
    sorted(
        (
            tuple(reversed(ranks))
            for ranks in combinations_with_replacement(range(LOWEST_RANK, ACE + 1), HAND)
        ),
        key=rules.score_hand,
    )
)


def _check_model(model: str) -> str:
    """Check the model and return it; SetupError if it is unknown."""
    if model not in MODELS:
        raise SetupError(
            "no dealing model {model}; the models are {models}",
            model=repr(model), models=" and ".join(MODELS),
        )  # fmt: skip
    return model


@cache
def _parts(hand: _Hand) -> tuple[tuple[int, int], ...]:
    """Each distinct rank of a hand, and how often it occurs."""
    return tuple(Counter(hand).items())


def _ways(hand: _Hand, gone: _Hand = (), *, model: str = "deck") -> int:
    """The number of ways to deal a hand.

    Args:
        hand: three ranks.
        gone: cards already gone from the pack.
        model: `deck` counts sets of three of the remaining cards, `independent` counts ordered
            draws.
    """
    if model == "independent":
        return factorial(HAND) // prod(factorial(count) for _, count in _parts(hand))
    product = 1
    for rank, count in _parts(hand):
        product *= _CHOICES[SUITS - gone.count(rank)][count]
    return product


def _all_ways(gone: int, *, model: str = "deck") -> int:
    """The number of ways to deal any hand once `gone` cards have left the pack."""
    ranks = ACE - LOWEST_RANK + 1
    return ranks**HAND if model == "independent" else comb(SUITS * ranks - gone, HAND)


@cache
def hand_odds(hand: _Hand, model: str = "deck") -> HandOdds:
    """The exact odds of one hand, from all 455 hands of the dealer.

    Args:
        hand: three ranks 2 to 14, highest first.
        model: the dealing model.

    Raises:
        SetupError: an unknown model, or not a hand.
    """
    if hand not in _strength():
        raise SetupError(
            "{hand} is not a hand; a hand is three ranks 2 to 14, highest first", hand=repr(hand)
        )
    _check_model(model)
    folds = wins = ties = losses = 0
    own = _strength()[hand]
    for dealer, strength in _strength().items():
        n = _ways(dealer, hand) if model == "deck" else _free_ways()[dealer]
        if not _dealer_plays()[dealer]:
            folds += n
        elif own > strength:
            wins += n
        elif own == strength:
            ties += n
        else:
            losses += n
    every = _all_ways(HAND, model=model)
    assert folds + wins + ties + losses == every
    playing = Outcomes(
        folds=Fraction(0),
        dealer_folds=Fraction(folds, every),
        wins=Fraction(wins, every),
        ties=Fraction(ties, every),
        losses=Fraction(losses, every),
    )
    probability = Fraction(_ways(hand, model=model), _all_ways(0, model=model))
    return HandOdds(hand, probability, playing)


@cache
def _strength() -> dict[_Hand, int]:
    return {hand: rules.score_hand(hand) for hand in HANDS}


@cache
def _dealer_plays() -> dict[_Hand, bool]:
    return {hand: rules.dealer_plays(hand) for hand in HANDS}


@cache
def _free_ways() -> dict[_Hand, int]:
    return {hand: _ways(hand, model="independent") for hand in HANDS}


@cache
def odds(model: str = "deck") -> Odds:
    """The odds of all hands and the values of strategies.

    Raises:
        SetupError: an unknown model.
    """
    _check_model(model)
    hands = tuple(hand_odds(hand, model) for hand in reversed(HANDS))
    # playing one hand more changes the value of a threshold by what playing that hand gains
    gains = [hand.probability * (hand.play - hand.fold) for hand in hands]
    values = list(accumulate(gains, initial=Fraction(0)))
    best = values.index(max(values))
    return Odds(
        model=model,
        hands=hands,
        best=strategy(message("best"), hands, lambda hand: hand.is_played),
        always_play=strategy(message("always play"), hands, lambda hand: True),
        always_fold=strategy(message("always fold"), hands, lambda hand: False),
        threshold=threshold(hands, best),
    )


def threshold(hands: tuple[HandOdds, ...], n: int) -> Strategy:
    """Play the `n` strongest hands and fold the others; `hands` are strongest first."""
    played = {hand.hand for hand in hands[:n]}
    name = message("play {hand} or better") if n else message("play no hand")
    return strategy(name, hands, lambda hand: hand.hand in played)


def strategy(name: str, hands: tuple[HandOdds, ...], plays: Callable[[HandOdds], bool]) -> Strategy:
    """The results of playing the hands for which `plays` is true and folding the others."""
    played = [hand for hand in hands if plays(hand)]

    def total(part: str) -> Fraction:
        return sum((h.probability * getattr(h.playing, part) for h in played), Fraction(0))

    outcomes = Outcomes(
        folds=1 - sum((hand.probability for hand in played), Fraction(0)),
        dealer_folds=total("dealer_folds"),
        wins=total("wins"),
        ties=total("ties"),
        losses=total("losses"),
    )
    return Strategy(name, tuple(hand.hand for hand in played), outcomes)


def report(hand: str | None = None) -> tuple[Sheet, ...]:
    """The odds under both dealing models as sheets; those of `hand` if given.

    Raises:
        ParseError: `hand` cannot be read as three ranks.
    """
    if hand is not None:
        return (_hand_sheet(tuple(parse_hand(hand))),)
    return tuple(sheet for model in MODELS for sheet in odds(model).sheets())


def _hand_sheet(hand: _Hand) -> Sheet:
    rows = []
    for model in MODELS:
        odds = hand_odds(hand, model)
        parts = (odds.playing.dealer_folds, odds.playing.wins + odds.playing.ties)
        advice = say("play") if odds.is_played else say("fold")
        rows.append((model, odds.play, odds.fold, advice, *parts, odds.playing.losses))
    return Sheet(
        title=say("{hand}: points won on average", hand=faces(hand)),
        columns=(
            *(say("model"), say("play"), say("fold"), say("best")),
            *(say("dealer folds"), say("win"), say("lose")),
        ),
        rows=tuple(rows),
    )


def _endings(title: str, strategies: Sequence[Strategy]) -> Sheet:
    """How often the rounds of some strategies end in each way."""
    outcomes = [strategy.outcomes for strategy in strategies]
    rows = [
        (strategy.said, len(strategy.hands), o.folds, o.dealer_folds, o.wins, o.ties, o.losses)
        for strategy, o in zip(strategies, outcomes, strict=True)
    ]
    columns = (
        *(say("strategy"), say("hands"), say("fold"), say("dealer folds")),
        *(say("win"), say("tie"), say("lose")),
    )
    return Sheet(title, columns, tuple(rows))


def hint(view: View) -> str:
    """What folding and playing are worth, in one line."""
    odds = odds_of(view)
    return say(
        "folding costs {points} points; playing is worth {value} on average (model {model})",
        points=-rules.FOLDING, value=decimal(f"{float(odds.play):+.2f}"), model=view.fact("model"),
    )  # fmt: skip


def odds_of(view: View) -> HandOdds:
    """The exact odds of the hand that a view shows."""
    return hand_odds(tuple(parse_hand(" ".join(view.hand))), str(view.fact("model")))


class BestPlayer:
    """Plays a hand if playing is worth more than folding: the best possible on average."""

    name = "AI"

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """Play or fold: what is worth more under the dealing model."""
        choice = rules.PLAY if odds_of(view).is_played else rules.FOLD
        return next(action for action in actions if action.id == choice)


class HandByHand(CardByCard):
    """The two hands of Three-card Poker; the dealer's is dealt only if the player plays.

    An outcome is a hand, given by its index in `HANDS`; suits and the rest of the deck do not
    matter. So the whole tree is small enough to search.
    """

    def __init__(self, pack: Deck, replacing: bool) -> None:
        super().__init__(pack, replacing)
        self._model = "independent" if replacing else "deck"
        self.nodes = 2
        self.outcomes = len(HANDS)

    def due(self, dealt: Mapping[int, int], actions: Sequence[int]) -> int | None:
        """The place of the player's or the dealer's hand, if it comes next."""
        is_due = not dealt or len(dealt) == HAND and list(actions) == [PLAY]
        return len(dealt) if is_due else None

    def deck(self, dealt: Mapping[int, int]) -> list[int]:
        """The hands, then the rest of the deck in order; nobody sees it."""
        return self.whole(dealt)

    def chances(self, dealt: Mapping[int, int]) -> list[tuple[int, float]]:
        """Each hand that can come next, and its probability."""
        gone = tuple(card + LOWEST_RANK for card in dealt.values())
        every = _all_ways(len(gone), model=self._model)
        counts = [_ways(hand, gone, model=self._model) for hand in HANDS]
        return [(place, n / every) for place, n in enumerate(counts) if n]

    def cards(self, outcome: int) -> tuple[int, ...]:
        """The cards of a hand."""
        return tuple(rank - LOWEST_RANK for rank in HANDS[outcome])

    def text(self, outcome: int) -> str:
        """A hand in words."""
        return " ".join(self._pack.faces[card] for card in self.cards(outcome))
