"""A words module: the functions it must have, those it may add, and their defaults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from dealt.core.agent import Action
from dealt.core.sheet import MatchPlayed, Sheet
from dealt.core.view import View
from dealt.errors import ParseError
from dealt.language import Phrase, listed, say


class Vocabulary(Protocol):
    """A words module: names, parsing and printing; see `Wording` for what it may add."""

    def action_text(self, action: int, /) -> str:
        """An action as programs and files know it: in English, as a person would say it."""

    def action(self, view: View, action: int, /) -> Action:
        """An action as data, for the seat of `view`: what moves from where to where."""

    def event_text(self, name: str, action: int, own: bool, /) -> str:
        """A sentence in the past tense, in the current language: `Ana drew a card`.

        If not `own`, as other players hear of it; private cards are left out.
        """

    def parse_action(self, text: str, /) -> int:
        """The action that a person means; ParseError if it cannot be read."""

    def refusal(self, view: View, action: int, /) -> Phrase | str:
        """Why the seat of `view` may not take `action` now, judging by what it may know.

        If it is a Phrase, it has a `code` for programs and the `rule`.
        """

    def view(self, s: Any, seat: int, names: tuple[str, ...], /) -> View:
        """What `seat` may know, made of the parts of `dealt.core.zones`."""

    def outcome_text(self, s: Any, names: tuple[str, ...], /) -> str:
        """How a finished round ended, in one line."""

    def cards_in_play(self, s: Any, /) -> dict[str, list[int]]:
        """Every place that can hold cards, with its cards; for tests and all-seeing readers."""

    def hidden_places(self, s: Any, seat: int, /) -> set[str]:
        """The places of `cards_in_play` whose cards `seat` does not know after the deal."""


class Hints(Protocol):
    """A module that gives hints; it may stand on the words module, which does not know it."""

    def hint(self, view: View, /) -> str:
        """What the player to move should know, in one line."""


class Wording:
    """A words module with its optional functions.

    Each method calls the function of its name in the module, if there is one.

    Args:
        words: has all of `Vocabulary`.
        hints: has all of `Hints`; None: there are no hints.
    """

    def __init__(self, words: Any, hints: Any = None) -> None:
        self._words = words
        self._hints = hints

    def _own(self, name: str, default: Any = None) -> Any:
        return getattr(self._words, name, default)

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
        return str(self._own("purpose", self.action_phrase)(action))

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
        return list(self._own("consequences", lambda *_: [])(before, after))

    def hint(self, view: View) -> str:
        """What the player to move should know, in one line; by default nothing."""
        return str(self._hints.hint(view)) if self._hints else ""

    @property
    def places_cards(self) -> bool:
        """Whether the module has `place_cards`, and so can put cards into any place."""
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
        sheet: Sheet | None = self._own("points_sheet", lambda _: None)(match)
        return sheet


def not_in_hand(view: View, cards: Sequence[str]) -> Phrase:
    """The refusal that names the cards missing from the hand."""
    facts = {"cards": partial(listed, list(cards)), "hand": " ".join(view.hand)}
    return Phrase("{cards} not in hand; the hand is {hand}", facts, "not_in_hand")
