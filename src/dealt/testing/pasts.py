"""Whether a deal that `redeal` makes could be true: the round so far, played again in it.

The cards of a round are followed from their places in the deck to where they lie now.  In another
deal other cards lie there.  Put into the same places of the deck, they are dealt and the moves so
far are played again; each must be open to the seat that made it.
"""

from __future__ import annotations

import random
from collections import Counter as Tally
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from math import factorial, prod
from typing import TYPE_CHECKING, Any, NamedTuple

from dealt.testing.walk import open_actions

if TYPE_CHECKING:
    from dealt.core.game import Game
    from dealt.testing.walk import Begun

_WAYS = 60  # in which cards may have come to their places: if there are more, some are tried
_TRIES = 8  # of them
_CHOICES = 60  # choices that the seat did not see, tried in one of these ways

_Cards = list[int]
_Places = Mapping[str, Sequence[int]]


class _Move(NamedTuple):
    """One action of a round, and whether the seat that looks on knows exactly which."""

    seat: int
    action: int
    is_known: bool


class Impossible(Exception):  # noqa: N818 - what a move is, then
    """A move that was not open to its seat; `number` counts the moves of the round from 0."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@dataclass
class Past:
    """A round so far as one seat knows it; a card is named by its place in the deck.

    Attributes:
        game: the game.
        begun: how the round began.
        moves: the actions so far.
        paths: for each card, where it lay after the deal and after each action.
        seen: the cards that the seat has seen.
        is_clear: whether the paths are certain; of equal cards another one may have gone there.
    """

    game: Game
    begun: Begun
    moves: list[_Move]
    paths: list[list[str]]
    seen: set[int]
    is_clear: bool = True

    @classmethod
    def of(cls, game: Game, begun: Begun, actions: Sequence[int], seat: int) -> Past | None:
        """Play a round again and follow its cards; None if they cannot be followed."""
        words, s = game.words, begun.dealt(game, begun.deck)
        places = words.cards_in_play(s)
        dealt_to = _dealt_to(game, begun, places)
        if dealt_to is None:
            return None
        past = cls(game, begun, [], [[place] for place in dealt_to], set())
        lying = {}
        for place, faces in places.items():
            dealt_there = [card for card, to in enumerate(dealt_to) if to == place]
            lying[place] = _in_order(dealt_there, faces, begun.deck)
        for action in actions:
            past._look(lying, words.hidden_places(s, seat))
            is_public = game.wording.public_text(action) == words.action_text(action)
            is_known = s.turn == seat or is_public
            past.moves.append(_Move(s.turn, action, is_known))
            game.rules.apply(s, action)
            before, places = places, words.cards_in_play(s)
            moved = _moved(lying, before, places, begun.deck, past.seen)
            if moved is None:
                return None
            lying, is_clear = moved
            past.is_clear &= is_clear
            for place, cards in lying.items():
                for card in cards:
                    past.paths[card].append(place)
        past._look(lying, words.hidden_places(s, seat))
        return past

    def _look(self, lying: Mapping[str, _Cards], hidden: set[str]) -> None:
        """See all cards that do not lie in hidden places."""
        for place, cards in lying.items():
            if place not in hidden:
                self.seen.update(cards)

    def leads_to(self, twin: Any, dice: random.Random) -> bool:
        """Whether the round can have come to a state that `redeal` made.

        Args:
            twin: the state.
            dice: chooses among the ways in which cards may have come to their places.

        Returns:
            True: it came there when it was played again; False: not in any of the ways that were
            tried, and there may be others.

        Raises:
            Impossible: it cannot have come there.
        """
        misses: list[Impossible] = []
        ways = 0
        faces, groups = self._faces(self.game.words.cards_in_play(twin))
        for deck in self._decks(faces, groups, dice):
            ways += 1
            try:
                if _Replay(self, deck).comes_there():
                    return True
            except Impossible as impossible:
                misses.append(impossible)
                if self.is_clear and self._is_settled(impossible.number):
                    raise
        if self.is_clear and len(misses) == ways and 0 < _number_of_ways(groups) <= _WAYS:
            raise misses[0]
        return False

    def _is_settled(self, number: int) -> bool:
        """Whether unseen cards that lie together now lay together before a move as well.

        Then it does not matter which of them came there in which way.
        """
        before = defaultdict(set)
        for card, path in enumerate(self.paths):
            if card not in self.seen:
                before[path[-1]].add(path[number])
        return all(len(places) == 1 for places in before.values())

    def _faces(self, places: _Places) -> tuple[list[list[int]], list[list[_Cards]]]:
        """What the unseen cards are in a state, place by place, and the cards by how they came.

        Cards that are the same as before come first.
        """
        faces, groups = [], []
        for place, cards in places.items():
            left, by_way = Tally(cards), defaultdict(list)
            unseen = []
            for card, path in enumerate(self.paths):
                if path[-1] == place and card in self.seen and left[self.begun.deck[card]]:
                    left[self.begun.deck[card]] -= 1
                elif path[-1] == place:
                    by_way[tuple(path)].append(card)
            for group in by_way.values():
                unseen += [self.begun.deck[card] for card in group]
            groups.append(list(by_way.values()))
            faces.append(_as_before(unseen, left))
        return faces, groups

    def _decks(
        self, faces: list[list[int]], groups: list[list[_Cards]], dice: random.Random
    ) -> Iterator[_Cards]:
        """Decks with these faces, in some or all ways of dividing them among groups of cards."""
        cards = [list(chain(*group)) for group in groups]
        if [*map(len, faces)] != [*map(len, cards)]:
            return  # there are more or fewer cards at a place than before
        ways: Iterator[Sequence[list[int]]] = _some_ways(faces, dice)
        if _number_of_ways(groups) <= _WAYS:
            sizes = [[len(group) for group in each] for each in groups]
            ways = product(*map(_splits, faces, sizes))
        for way in ways:
            deck = list(self.begun.deck)
            for face, card in zip(chain(*way), chain(*cards), strict=True):
                deck[card] = face
            yield deck


class _Replay:
    """The moves of a round, played again with another deck.

    Args:
        past: the round.
        deck: its deck.
    """

    def __init__(self, past: Past, deck: _Cards) -> None:
        self.past, self.deck = past, deck
        self.choices = 0

    def comes_there(self) -> bool:
        """Whether all cards come to the places where they came before."""
        s = self.past.begun.dealt(self.past.game, self.deck)
        return self._fits(s, 0) and self._plays_on(s, 0)

    def _plays_on(self, s: Any, number: int) -> bool:
        """Play the moves from a number on."""
        game = self.past.game
        for at in range(number, len(self.past.moves)):
            move = self.past.moves[at]
            legal = open_actions(game, s) if s.turn == move.seat else []
            if not move.is_known:
                return self._chooses(s, at, legal)
            if move.action not in legal:
                if self._fits(s, at):
                    raise Impossible(at)
                return False
            game.rules.apply(s, move.action)
        return self._fits(s, len(self.past.moves))

    def _chooses(self, s: Any, at: int, legal: Sequence[int]) -> bool:
        """Play on with any of the choices that look like the one that was made unseen."""
        game, played = self.past.game, self.past.moves[at].action
        text = game.wording.public_text(played)
        for action in sorted(legal, key=lambda action: action != played):
            if game.wording.public_text(action) == text and self.choices < _CHOICES:
                self.choices += 1
                twin = s.copy()
                game.rules.apply(twin, action)
                if self._fits(twin, at + 1) and self._plays_on(twin, at + 1):
                    return True
        return False

    def _fits(self, s: Any, number: int) -> bool:
        """Whether the cards lie where they lay after so many moves."""
        expected: dict[str, Tally[int]] = defaultdict(Tally)
        for face, path in zip(self.deck, self.past.paths, strict=True):
            expected[path[number]][face] += 1
        places = self.past.game.words.cards_in_play(s)
        return all(Tally(cards) == expected[place] for place, cards in places.items())


# --- following cards ------------------------------------------------------------------------------


def _dealt_to(game: Game, begun: Begun, places: _Places) -> list[str] | None:
    """Where each card of the deck is dealt to; None if that cannot be found."""
    dealt_to = []
    for card, face in enumerate(begun.deck):
        holders = [place for place, faces in places.items() if face in faces]
        place = holders[0] if len(holders) == 1 else _probed(game, begun, places, card)
        if place is None:
            return None
        dealt_to.append(place)
    dealt = Tally(zip(dealt_to, begun.deck, strict=True))
    return dealt_to if dealt == _by_place(places) else None


def _probed(game: Game, begun: Begun, places: _Places, card: int) -> str | None:
    """Where a card is dealt to: the place that changes when it is another one."""
    before = _by_place(places)
    for face in sorted(set(begun.deck) - {begun.deck[card]}):
        deck = [*begun.deck[:card], face, *begun.deck[card + 1 :]]
        after = _by_place(game.words.cards_in_play(begun.dealt(game, deck)))
        lost, won = list(before - after), list(after - before)
        if len(lost) == len(won) == 1 and won == [(lost[0][0], face)]:
            return str(lost[0][0])
    return None


def _by_place(places: _Places) -> Tally[tuple[str, int]]:
    """How often each face lies at each place."""
    return Tally((place, face) for place, faces in places.items() for face in faces)


def _in_order(cards: Sequence[int], faces: Sequence[int], deck: Sequence[int]) -> _Cards:
    """Cards in the order of their faces."""
    waiting = defaultdict(list)
    for card in cards:
        waiting[deck[card]].append(card)
    return [waiting[face].pop(0) for face in faces]


def _moved(
    lying: Mapping[str, _Cards],
    before: _Places,
    after: _Places,
    deck: Sequence[int],
    shown_cards: set[int],
) -> tuple[dict[str, _Cards], bool] | None:
    """Where cards lie after an action, and whether that is clear; None if some come from nowhere.

    It is not if one of some equal cards may have left a place while another one came there.
    """
    staying: dict[str, _Cards] = {}
    leaving: _Cards = []
    for place, cards in lying.items():
        gone = _gone(cards, before[place], after.get(place, ()), deck, shown_cards)
        leaving += gone
        staying[place] = [card for card in cards if card not in gone]
    moving, is_clear = {deck[card] for card in leaving}, True
    new: dict[str, _Cards] = {}
    for place, faces in after.items():
        cards = staying.get(place, [])
        missing = Tally(faces) - Tally(deck[card] for card in cards)
        if missing and any(deck[card] in moving and not missing[deck[card]] for card in cards):
            is_clear = False
        for card in [*leaving]:
            if missing[deck[card]] > 0:
                missing[deck[card]] -= 1
                leaving.remove(card)
                cards.append(card)
        if missing.total():
            return None
        new[place] = _in_order(cards, faces, deck)
    return None if leaving else (new, is_clear)


def _gone(
    cards: _Cards,
    before: Sequence[int],
    after: Sequence[int],
    deck: Sequence[int],
    shown_cards: set[int],
) -> _Cards:
    """The cards that have left a place: the first ones of a pile; of equal cards those seen."""
    first = max(0, len(before) - len(after))
    if list(before[first:]) == list(after) and list(before) != sorted(before):
        return cards[:first]
    too_many = Tally(before) - Tally(after)
    gone = set()
    for card in sorted(cards, key=lambda card: card not in shown_cards):
        if too_many[deck[card]] > 0:
            too_many[deck[card]] -= 1
            gone.add(card)
    return [card for card in cards if card in gone]


# --- dividing cards -------------------------------------------------------------------------------


def _as_before(before: Sequence[int], faces: Tally[int]) -> list[int]:
    """Faces in an order in which as many as possible are what they were before."""
    left = faces.copy()
    unmoved: list[int | None] = []
    for face in before:
        unmoved.append(face if left[face] > 0 else None)
        left[face] -= left[face] > 0
    rest = list(left.elements())
    filled = [rest.pop(0) if face is None and rest else face for face in unmoved]
    return [face for face in filled if face is not None] + rest


def _number_of_ways(groups: Sequence[Sequence[_Cards]]) -> int:
    """In how many ways the cards of each place can have come there, or a few more."""
    return prod(
        factorial(sum(map(len, each))) // prod(factorial(len(group)) for group in each)
        for each in groups
    )


def _some_ways(faces: Sequence[list[int]], dice: random.Random) -> Iterator[list[list[int]]]:
    """The faces of each place in some orders, at first as given."""
    way = [list(each) for each in faces]
    for _ in range(_TRIES):
        yield way
        way = [dice.sample(each, len(each)) for each in way]


def _splits(faces: Sequence[int], sizes: Sequence[int]) -> Iterator[list[int]]:
    """The faces in all orders that divide them among groups of these sizes in another way."""
    if len(sizes) < 2:
        yield list(faces)
        return
    faces_known = set()
    for places in combinations(range(len(faces)), sizes[0]):
        first = [faces[place] for place in places]
        if tuple(sorted(first)) not in faces_known:
            faces_known.add(tuple(sorted(first)))
            rest = [face for place, face in enumerate(faces) if place not in places]
            for split in _splits(rest, sizes[1:]):
                yield first + split
