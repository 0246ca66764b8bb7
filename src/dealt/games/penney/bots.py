"""Penney's game: computer players that know the exact odds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from dealt.core.agent import Action
from dealt.core.chance import PLAYERS, below, new_rng, start
from dealt.core.fields import Numbers
from dealt.core.view import View
from dealt.games.penney import exact
from dealt.games.penney.choices import choice_text, parse_choice
from dealt.games.penney.rules import SEES_CHOICE
from dealt.games.penney.tally import share_text
from dealt.games.penney.words import choice_in
from dealt.language import decimal, say

_RED_BLACK_RED = 2


class ExactPlayer:
    """Answers with the choice that wins most often, or least often.

    If there is no choice to answer yet, it makes one against which the best reply wins least, or
    most. Its seed decides between equally good choices.

    Args:
        seed: decides between equal choices.
        is_good: whether it plays to win.
    """

    def __init__(self, seed: int, *, is_good: bool = True) -> None:
        self.name = "AI" if is_good else "bad"
        self._is_good = is_good
        self._rng = new_rng()
        start(self._rng, seed, 0, PLAYERS)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """The best of `actions`, or the worst."""
        other, by = choice_in(view, 1 - view.seat), scoring(view)
        worth = {a: value(a.id, other, by) * (1 if self._is_good else -1) for a in actions}
        best = [action for action, x in worth.items() if x == max(worth.values())]
        return best[below(self._rng, len(best))]


def scoring(view: View) -> str:
    """The scoring that decides: `tricks` or `cards`."""
    return str(view.fact("scoring"))


@cache
def value(choice: int, other: str, by: str) -> int:
    """The number of decks a choice wins; if it comes first, the number its best reply leaves."""
    counted = exact.tally()
    if other:
        return counted.won(by, choice, parse_choice(other))
    return -exact.best_reply(choice, by, counted).wins


def hint(view: View) -> str:
    """What the player to move should know, in one line: the best choice and its odds."""
    counted = exact.tally()
    other, by = choice_in(view, 1 - view.seat), scoring(view)
    if not other:
        best = exact.best_first(by, counted)
        reply = exact.best_reply(best[0], by, counted)
        return say(
            "{choices} is hardest to answer: the best reply wins {share} of all decks",
            choices=either(best),
            share=decimal(share_text(reply.wins, counted.decks, 1)),
        )
    reply = exact.best_reply(other, by, counted)
    return say(
        "{choices} wins {won} of all decks, draws {drawn}",
        choices=either(reply.best),
        won=decimal(share_text(reply.wins, counted.decks, 1)),
        drawn=decimal(share_text(reply.draws, counted.decks, 1)),
    )


def either(choices: Sequence[int]) -> str:
    """`RBR or BRB`."""
    first, *others = map(choice_text, choices)
    for other in others:
        first = say("{first} or {last}", first=first, last=other)
    return first


def by_the_middle(obs: Numbers, actions: Numbers, n: int) -> int:
    """The rule of thumb: the opposite of the other choice's middle colour, then its first two.

    If it chooses first, it takes RBR. In the language of the rules.

    Source: Humble and Nishiyama, "Humble-Nishiyama randomness game" (2010).
    """
    other = obs[SEES_CHOICE + 1] - 1
    chosen = _RED_BLACK_RED if other < 0 else (1 - (other >> 1 & 1)) << 2 | other >> 1
    for i in range(n):
        if actions[i] == chosen:
            return chosen
    return actions[0]
