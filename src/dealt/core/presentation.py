"""What a table adds to a game's own view: whole tricks, and ways to sort a hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from dealt.core.agent import Action
from dealt.core.zones import Board, Hand, Note, Order, Own, Trick, TrickPlay
from dealt.language import say

if TYPE_CHECKING:
    from dealt.core.game import Game
    from dealt.core.view import View

PASS = "pass"  # the verb of who plays no card to a trick


def trick_of(board: Board) -> Trick | None:
    """The trick on a table; None if no trick is being played."""
    return next((zone for zone in board.zones if isinstance(zone, Trick)), None)


class Tricks:
    """Where the tricks of a round began, so that a table can show all plays since the lead.

    A game with tricks has its `Trick` zone from the deal on, without plays while the lead is free.
    """

    def __init__(self) -> None:
        self.are_played = True  # until a view shows that they are not
        self._leads: list[int] = []  # places in the history

    def note(self, board: Board, number: int) -> None:
        """Note whether an action is a lead.

        Args:
            board: the board before the action.
            number: index of the action in the history.
        """
        trick = trick_of(board)
        self.are_played = trick is not None
        if trick is not None and not trick.plays:
            self._leads.append(number)

    def go_back(self, number: int) -> None:
        """Forget the actions from this index of the history on."""
        while self._leads and self._leads[-1] >= number:
            self._leads.pop()

    def complete(
        self,
        view: View,
        history: Sequence[tuple[int, Action]],
        is_public: Callable[[Action], bool],
    ) -> View:
        """A view whose trick has all plays since the lead, as far as everybody knows them.

        Args:
            view: as the game makes it, at least with the play to beat.
            history: seats and actions of the round so far.
            is_public: whether everybody saw an action exactly as it was.

        Returns:
            The view is returned unchanged if the game already shows all plays, or nobody knows
            where the lead was.
        """
        trick = trick_of(view.open)
        if trick is None or trick.best is None or not self._leads:
            return view
        plays = tuple(
            TrickPlay(seat, action.cards, _note(action))
            for seat, action in history[self._leads[-1] :]
            if (trick.id in action.targets or action.verb == PASS) and is_public(action)
        )
        beaten = trick.plays[trick.best]
        best = [i for i, p in enumerate(plays) if (p.seat, p.cards) == (beaten.seat, beaten.cards)]
        if len(plays) <= len(trick.plays) or not best:
            return view
        whole = replace(trick, plays=plays, best=best[-1])
        zones = tuple(whole if zone is trick else zone for zone in view.open.zones)
        return replace(view, open=replace(view.open, zones=zones))


def _note(action: Action) -> Note | None:
    if not action.cards:
        return Note("passed", say("passed"))
    return Note(action.form, say(action.form)) if action.form else None


_SUIT, _GROUPS = "suit", "groups"
_SHORTEST_RUN = 3
_SMALLEST_SET = 2


def with_orders(game: Game, own: Own) -> Own:
    """What only one seat may see, with all of the game's ways to sort its cards."""
    zones = tuple(
        replace(
            zone, orders=tuple(Order(by, order(game, zone.cards, by)) for by in game.cards.sorts)
        )
        if isinstance(zone, Hand)
        else zone
        for zone in own.zones
    )
    return replace(own, zones=zones)


def order(game: Game, hand: Sequence[str], by: str) -> tuple[int, ...]:
    """The order in which every client shows the cards of a hand.

    Ranks and suits ascend as in the deck; wild cards come last.

    Args:
        game: provides the deck.
        hand: faces in the order they came.
        by: `suit`, then rank; `rank`, then suit; or `groups`: runs of a suit and sets of a rank,
            the longest first, then the other cards by rank.

    Returns:
        Indices into `hand`.
    """
    places = _places(game)

    def by_suit(card: int) -> tuple[int, int]:
        return places[hand[card]][::-1]

    def by_rank(card: int) -> tuple[int, int]:
        return places[hand[card]]

    wild = {face for faces in game.cards.wild.values() for face in faces}
    usual = by_suit if by == _SUIT else by_rank
    cards = sorted(range(len(hand)), key=lambda card: (hand[card] in wild, usual(card)))
    if by != _GROUPS:
        return tuple(cards)
    plain = sorted((card for card in cards if hand[card] not in wild), key=by_suit)
    groups = _runs(plain, [places[hand[card]] for card in plain]) + [
        same
        for rank in dict.fromkeys(by_rank(card)[0] for card in plain)
        if len(same := [card for card in plain if by_rank(card)[0] == rank]) >= _SMALLEST_SET
    ]
    first: list[int] = []
    for group in sorted(groups, key=len, reverse=True):
        if not set(group) & set(first):
            first += group
    return (*first, *(card for card in cards if card not in first))


def _runs(cards: Sequence[int], places: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Cards of one suit and following ranks, from cards by suit; of equal ones the first."""
    runs: list[list[int]] = []
    before = (-2, -1)
    for card, (rank, suit) in zip(cards, places, strict=True):
        if (rank, suit) == (before[0] + 1, before[1]):
            runs[-1].append(card)
        elif (rank, suit) != before:
            runs.append([card])
        before = rank, suit
    return [run for run in runs if len(run) >= _SHORTEST_RUN]


@cache
def _places(game: Game) -> dict[str, tuple[int, int]]:
    """The rank and the suit of each face, counted as they rise in the deck."""
    faces = {text: game.deck.face_of(text) for text in game.deck.faces}
    ranks = list(dict.fromkeys(face.rank for face in faces.values()))
    suits = list(dict.fromkeys(face.suit for face in faces.values()))
    return {text: (ranks.index(face.rank), suits.index(face.suit)) for text, face in faces.items()}


class Glance:
    """Stands for a view until more is asked of it than the seat and the names.

    Most actions are data by themselves, and a stored round is played again action by action.

    Args:
        seat: the seat whose view it is.
        names: the players.
        view_of: makes the view of a seat.
    """

    def __init__(self, seat: int, names: tuple[str, ...], view_of: Callable[[int], Any]) -> None:
        self.seat, self.names = seat, names
        self._view_of = view_of

    def __getattr__(self, name: str) -> Any:
        return getattr(self._view_of(self.seat), name)
