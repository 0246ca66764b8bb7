"""What a words module may add to what it must have, and what stands in where it does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from dealt.core.agent import Action
from dealt.core.sheet import MatchPlayed, Sheet
from dealt.core.view import View
from dealt.errors import ParseError
from dealt.language import Phrase, listed, say


class Wording:
    """A words module with its optional functions.

    Each method calls the function of its name in the module, if there is one.

    Args:
        words: see `dealt.core.game.Vocabulary`.
        hints: see `dealt.core.game.Hints`.
    """

    def __init__(self, words: Any, hints: Any = None) -> None:
        self._words = words
        self._hints = hints

    def _own(self, name: str) -> Any:
        return getattr(self._words, name, None)

    def public_text(self, action: int) -> str:
        """An action as other players hear of it, without private cards; by default its text."""
        own = self._own("public_text")
        return str(own(action) if own else self._words.action_text(action))

    def action_phrase(self, action: int, *, own: bool = True) -> str:
        """An action in the current language; if not `own`, as other players hear of it.

        By default in English, as programs know it.
        """
        phrase = self._own("action_phrase")
        if phrase is not None:
            return str(phrase(action, own))
        return str(self._words.action_text(action)) if own else self.public_text(action)

    def verb_phrase(self, action: int) -> str:
        """An action after a word such as `cannot`; cards that stand for it are played."""
        words = self.purpose(action)
        return words if words[:1].islower() else say("play {action}", action=words)

    def purpose(self, action: int) -> str:
        """An action by what it is for, in the current language; by default its phrase."""
        own = self._own("purpose")
        return str(own(action)) if own else self.action_phrase(action)

    def event_text(self, name: str, action: Action, *, own: bool) -> str:
        """What somebody did, see `Vocabulary.event_text`.

        A module whose actions have faces that were actually laid takes them as a fourth argument.
        """
        laid = (action.laid,) if action.laid else ()
        return str(self._words.event_text(name, action.id, own, *laid))

    def find_action(self, view: View, cards: Sequence[str], zone: str | None) -> int:
        """The action, open or not, that somebody means by cards of the hand and then a zone.

        Args:
            view: of the seat to move.
            cards: faces.
            zone: None: no zone has been chosen.

        Raises:
            ParseError: there is none; by default cards alone mean nothing.
        """
        own = self._own("find_action")
        is_list = isinstance(cards, Sequence) and not isinstance(cards, str)
        if not is_list or not all(isinstance(card, str) for card in cards):
            raise ParseError(
                "cards must be a list of faces, such as {example}, not {given}",
                example='["KH", "QS"]', given=repr(cards)[:60],
            )  # fmt: skip
        if own is None:
            raise ParseError("nothing can be done with that")
        return int(own(view, cards, zone))

    @property
    def finds_actions(self) -> bool:
        """Whether cards alone can mean an action."""
        return self._own("find_action") is not None

    def consequences(self, before: View, after: View) -> list[str]:
        """What happened by itself after an action, and everybody saw, in the past tense.

        Args:
            before: the view of one seat before the action.
            after: that of the same seat after it.
        """
        own = self._own("consequences")
        return list(own(before, after)) if own else []

    def hint(self, view: View) -> str:
        """What the player to move should know, in one line; by default nothing."""
        return str(self._hints.hint(view)) if self._hints else ""

    @property
    def places_cards(self) -> bool:
        """Whether the module can put cards into any place, see `place_cards`."""
        return self._own("place_cards") is not None

    def place_cards(self, s: Any, places: Mapping[str, list[int]]) -> None:
        """Put all cards where a position has them: the inverse of `cards_in_play`.

        It sets the fields that are marked `follows`; optional.

        Args:
            s: a dealt state.
            places: the cards of every place.

        Raises:
            SetupError: cards cannot lie like that.
        """
        self._own("place_cards")(s, places)

    def points_sheet(self, match: MatchPlayed) -> Sheet | None:
        """Why a finished round gave its points, a line for each reason.

        By default None: the outcome says it all.
        """
        own = self._own("points_sheet")
        sheet: Sheet | None = own(match) if own else None
        return sheet


def not_in_hand(view: View, cards: Sequence[str]) -> Phrase:
    """The refusal that names the cards missing from the hand."""
    facts = {"cards": partial(listed, list(cards)), "hand": " ".join(view.hand)}
    return Phrase("{cards} not in hand; the hand is {hand}", facts, "not_in_hand")
