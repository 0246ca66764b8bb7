"""President: the least number of moves that sheds a hand, and the end of a round, exactly.

The original document wanted this and gave up on it as O(n!).  The lowest card has to be played at
some time, and it does not matter when. So the search only decides with which move it is played, and
abandons a branch as soon as more than five cards per remaining move are left.

If only two players are left and no card was left over, each knows the other's hand: the cards
nobody has seen.  If the hands are small enough, the search finds who goes out first.
"""

from __future__ import annotations

from typing import Any

from dealt.core.view import View
from dealt.games.president import rules
from dealt.games.president.plays import values_with
from dealt.games.president.state import (
    ACTIONS,
    DECK,
    FIVE,
    OPTIONS,
    PASS,
    PLAY_MASK,
    PLAY_OF_MASK,
    PLAY_SIZE,
    PLAYING,
    SUITS,
    VALUES,
    State,
)
from dealt.games.president.words import action_phrase
from dealt.language import say, say_n

_MOST_COMPARED = 17  # cards in hand up to which a hint tries every answer


def situation(hand: int, options: dict[str, int], previous: int = PASS, lowest: int = -1) -> State:
    """A state in which seat 0 holds `hand` and is to lead or to answer.

    Args:
        hand: mask of cards.
        options: the options of the game by name.
        previous: the play to beat; PASS for a free lead.
        lowest: the card that a lead has to contain, -1 for any.
    """
    s = State()
    for name, value in options.items():
        setattr(s, name, value)
    s.seats, s.turn_order, s.phase, s.lowest = 2, [0, 1, 0, 0, 0, 0, 0], PLAYING, lowest
    s.hand[0], s.count[0], s.count[1] = hand, hand.bit_count(), 1
    s.previous, s.mover, s.opening = previous, -1 if previous == PASS else 1, int(lowest >= 0)
    return s


def open_plays(s: State) -> list[int]:
    """The plays open to the seat to move, from low to high, without a pass."""
    out = [0] * ACTIONS
    return [play for play in out[: rules.legal(s, out)] if play != PASS]


def least_moves(hand: int, options: dict[str, int]) -> tuple[int, ...]:
    """Plays that shed a hand in the least number of moves if nobody answers.

    Args:
        hand: mask of cards.
        options: the options of the game by name; other types of moves give other results.

    Returns:
        The plays, those of five cards first.
    """
    return _Shedding(hand, options).shortest()


class _Shedding:
    """A search for the shortest way to shed a hand, with what it has learnt so far."""

    def __init__(self, hand: int, options: dict[str, int]) -> None:
        self.hand = hand
        self.failed: set[tuple[int, int]] = set()
        self.sets: dict[int, list[int]] = {}
        self.fives: dict[int, list[int]] = {}
        for play in open_plays(situation(hand, options)):
            mask = PLAY_MASK[play]
            group = self.sets if PLAY_SIZE[play] < FIVE else self.fives
            group.setdefault(mask & -mask, []).append(mask)
        self.all_sets = all(options[name] for name in ("pairs", "threes", "fours"))

    def shortest(self) -> tuple[int, ...]:
        """The plays of a shortest way."""
        moves = self.least(self.hand)
        masks = self.shed(self.hand, moves)
        assert masks is not None
        return tuple(sorted((PLAY_OF_MASK[mask] for mask in masks), reverse=True))

    def least(self, cards: int) -> int:
        """The least number of moves for some of the hand's cards."""
        moves = -(-cards.bit_count() // FIVE)
        while self.shed(cards, moves) is None:
            moves += 1
        return moves

    def shed(self, cards: int, moves: int) -> list[int] | None:
        """Masks of plays that shed some of the hand's cards within a number of moves."""
        if cards.bit_count() > FIVE * moves or (cards, moves) in self.failed:
            return None
        if not cards:
            return []
        if self.all_sets and values_with(cards, 1).bit_count() <= moves:
            return [same for v in range(VALUES) if (same := cards & 0b1111 << v * SUITS)]
        lowest = cards & -cards
        for five in self.fives.get(lowest, ()):
            if not five & ~cards and (rest := self.shed(cards ^ five, moves - 1)) is not None:
                return [five, *rest]
        for equal in reversed(self.sets.get(lowest, ())):
            if not equal & ~cards and (rest := self.shed(cards ^ equal, moves - 1)) is not None:
                return [equal, *rest]
        self.failed.add((cards, moves))
        return None


def hint(view: View) -> str:
    """The least number of moves left, and what reduces it."""
    obs = view.observation
    options = {
        option.name: value
        for option, value in zip(OPTIONS, obs[rules.SEES_OPTIONS : rules.SEES_GAVE], strict=False)
    }
    hand = sum(1 << DECK.parse(face) for face in view.hand)
    search = _Shedding(hand, options)
    moves = search.least(hand)
    sentence = say_n(
        "At least 1 move to empty your hand", "At least {n} moves to empty your hand", moves
    )
    if view.asked in ("ask", "give") or moves == 0:
        return sentence
    lowest = obs[rules.SEES_LOWEST] if view.fact("must_contain") is not None else -1
    s = situation(hand, options, obs[rules.SEES_PREVIOUS], lowest)
    if s.previous != PASS and hand.bit_count() > _MOST_COMPARED:
        return sentence
    plays = sorted(open_plays(s), key=lambda play: (-PLAY_SIZE[play], play))
    if not plays:
        return say("{moves}; now you can only pass", moves=sentence)
    for play in plays:
        if search.shed(hand ^ PLAY_MASK[play], moves - 1) is not None:
            cards = action_phrase(play)
            if moves == 1:
                return say("You can go out with {cards}", cards=cards)
            return say("{moves}; {n} if you play {cards}", moves=sentence, n=moves - 1, cards=cards)
    return say("{moves}; no answer brings that down", moves=sentence)


_MOST_POSITIONS = 3_000  # looked at before it is given up


class TooLarge(Exception):  # noqa: N818 - a signal, not an error
    """There are too many positions to examine."""


def winning_move(s: Any, seat: int) -> int:
    """A move after which `seat`, to move, is certain to go out first.

    Args:
        s: a possible deal; it is not changed.
        seat: the seat to move.

    Returns:
        The first such move; -1 if there is none, if more than two players are left, if hidden cards
        may lie elsewhere, or if there are too many positions.
    """
    if not is_ending(s):
        return -1
    ending = Ending()
    try:
        for action in ending.moves(s):
            if ending.wins(s, action, seat):
                return action
    except TooLarge:
        pass
    return -1


def is_ending(s: Any) -> bool:
    """Whether only two players are left, and each knows the other's hand."""
    left = [seat for seat in range(s.seats) if s.count[seat]]
    return s.phase == PLAYING and len(left) == 2 and not s.out_of_play


class Ending:
    """What is known so far about positions of two players."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, ...], bool] = {}

    def moves(self, s: Any) -> list[int]:
        """The open actions, moves with the most cards first."""
        out = [0] * ACTIONS
        return out[: rules.legal(s, out)][::-1]

    def wins(self, s: Any, action: int, seat: int) -> bool:
        """Whether `seat`, to move, wins with this action.

        Raises:
            TooLarge: see MOST_POSITIONS.
        """
        after = s.copy()
        rules.apply(after, action)
        if not after.count[seat]:
            return True
        if rules.is_over(after):
            return False
        if after.turn == seat:
            return self.can_win(after)
        return not self.can_win(after)

    def can_win(self, s: Any) -> bool:
        """Whether the seat to move can go out first."""
        key = (s.turn, s.previous, s.mover, *s.hand)
        if key not in self.known:
            if len(self.known) >= _MOST_POSITIONS:
                raise TooLarge
            self.known[key] = False  # a position does not come again: between two leads cards go
            self.known[key] = any(self.wins(s, action, s.turn) for action in self.moves(s))
        return self.known[key]
