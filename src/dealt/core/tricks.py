"""All plays since the lead, for games whose state keeps only the play to beat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from dealt.core.zones import Board, Note, Trick, TrickPlay
from dealt.language import say

if TYPE_CHECKING:
    from dealt.core.agent import Action
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
