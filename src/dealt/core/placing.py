"""What the text of a position consists of: cards put into their places, and values of fields.

Cards go to their places by a game's own words, or by its deal.

Numbers of the innermost list of a field are separated by `,`, lists by `/`, lists of lists by `|`;
zeros at the end are left out.  Cards are written by their faces, values of options and constants
that the meaning of a field names by these words.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from dealt.core.chance import deck_of
from dealt.core.fields import zeros
from dealt.errors import ParseError, SetupError
from dealt.language import Phrase, listed
from dealt.nearest import or_nearest

if TYPE_CHECKING:
    from dealt.core.fields import Field
    from dealt.core.game import Game

_DEALS = 40  # dealt to see where a deal puts the cards


def dealt_in_order(game: Game, seats: int, options: Mapping[str, int]) -> Any:
    """A state after the deal of a deck in order: what positions are compared with."""
    s = game.fresh(seats, options)
    game.rules.deal(s, game.deck_for(seats, options).cards())
    return s


def place(game: Game, s: Any, places: Mapping[str, list[int]]) -> bool:
    """Put cards in their places; False if the game cannot, `s` is then as it was.

    Raises:
        SetupError: the game has no such place, or takes no such cards there.
    """
    begun = game.words.cards_in_play(s)
    kinds = {name.partition(" ")[0] for name in begun}  # `group 0 3` is there once it has cards
    _check_names(game, [name for name in places if name.partition(" ")[0] not in kinds], begun)
    if game.wording.places_cards:
        whole = {name: places.get(name, []) for name in (*begun, *places)}
        game.wording.place_cards(s, {name: [*cards] for name, cards in whole.items()})
    else:
        deck = _deck_for(game, s, places)
        if deck is None:
            return False
        game.rules.deal(s, deck)
    placed = game.words.cards_in_play(s)
    _check_names(game, places, placed)
    for name, cards in places.items():
        if cards and Counter(placed[name]) != Counter(cards):
            raise SetupError(
                "{game} cannot have {cards} in {name}",
                game=game.name, cards=game.deck.text(cards), name=repr(name),
            )  # fmt: skip
    return True


def _check_names(game: Game, places: Iterable[str], known_names: Iterable[str], /) -> None:
    """Raise SetupError if one of the places is not there."""
    names = list(known_names)
    for name in places:
        if name not in names:
            problem = Phrase("{game} has no place {name}", {"game": game.name, "name": repr(name)})
            hint = Phrase("its places: {names}", {"names": ", ".join(names)})
            raise SetupError(or_nearest(problem, name, names, hint))


def _deck_for(game: Game, s: Any, places: Mapping[str, Sequence[int]]) -> list[int] | None:
    """The deck that a deal lays out like that; None if there is none."""
    options = tuple(game.options_of(s).items())
    spots = _spots(game, s.seats, options)
    left = {name: list(enumerate(cards)) for name, cards in places.items()}
    deck: list[int | None] = [None] * len(spots)
    for by_order in (True, False):  # spots at which the order matters are filled first
        for at, (name, place) in enumerate(spots):
            cards = left.get(name, [])
            if (place is None) is by_order:
                continue
            fitting = next((card for card in cards if place in (None, card[0])), None)
            if fitting is None:
                return None
            cards.remove(fitting)
            deck[at] = fitting[1]
    return None if any(left.values()) else [card for card in deck if card is not None]


@lru_cache(maxsize=32)
def _spots(
    game: Game, seats: int, options: tuple[tuple[str, int], ...]
) -> list[tuple[str, int | None]]:
    """Where a deal puts each card of a deck: the place and, if it is always the same, the index.

    Some deals show it; an empty name: it depends on the cards.
    """
    fresh, dealer = game.fresh(seats, dict(options)), game.dealer(seats, dict(options))
    names: list[set[str]] = []
    spots: list[set[tuple[str, int | None]]] = []
    for number in range(_DEALS):
        deck_of(dealer, 0, number)
        s = fresh.copy()
        game.rules.deal(s, list(dealer.deck))
        of_card: dict[int, set[tuple[str, int | None]]] = {}
        for name, cards in game.words.cards_in_play(s).items():
            for place, card in enumerate(cards):
                of_card.setdefault(card, set()).add((name, place))
        spots_in_deal = [of_card.get(card, set()) for card in dealer.deck]
        spots = [old & new for old, new in zip(spots or spots_in_deal, spots_in_deal, strict=True)]
        names_here = [{name for name, _ in each} for each in spots_in_deal]
        names = [old & new for old, new in zip(names or names_here, names_here, strict=True)]
    return [
        next(iter(exact)) if len(exact) == 1 else (next(iter(some)) if len(some) == 1 else "", None)
        for exact, some in zip(spots, names, strict=True)
    ]


_SEPARATORS = ",/|"
_NO_CARD = "-"
_TIMES = "*"
_NAME = re.compile(r"\b[A-Z][A-Z_]+\b")
_ONLY_NAMES = re.compile(r"(?:[A-Z][A-Z_]+, )*[A-Z][A-Z_]+,? or [A-Z][A-Z_]+(?: \(\w+\))?")


class FieldText:
    """Writes and reads the values of one field of a game."""

    def __init__(self, game: Game, field: Field) -> None:
        self._faces = game.deck.faces
        self._deck = game.deck
        self._field = field
        self._option = next((each for each in game.options if each.name == field.name), None)
        self._words = {} if field.shape else _constants(game.state.__module__, field.meaning)
        self._depth = len(field.shape) - (field.cards == "each")

    def write(self, value: Any) -> str:
        """A value as text; the same text is read as the same value."""
        if self._option is not None:
            return self._option.text(value)
        return self._write(value, self._depth)

    def _write(self, value: Any, depth: int) -> str:
        if depth == 0:
            return self._write_one(value)
        parts = [self._write(part, depth - 1) for part in value]
        blank = self._write(zeros(self._field.shape[self._depth - depth + 1 :]), depth - 1)
        while parts and parts[-1] == blank:
            parts.pop()
        if len(parts) == 1 and not parts[0]:
            return _SEPARATORS[depth - 1]  # one empty part, not none
        return _SEPARATORS[depth - 1].join(parts)

    def _write_one(self, value: Any) -> str:
        if self._field.cards == "each":
            return " ".join(
                self._faces[card] + (f"{_TIMES}{n}" if n != 1 else "")
                for card, n in enumerate(value)
                if n
            )
        if self._field.cards == "mask":
            return " ".join(face for card, face in enumerate(self._faces) if value >> card & 1)
        if self._field.cards == "card":
            return self._faces[value] if value >= 0 else _NO_CARD
        return next((word for word, n in self._words.items() if n == value), str(value))

    def read(self, text: str) -> Any:
        """The value that a text means.

        Raises:
            ParseError: it means none; the error names the field.
            SetupError: it is not a choice of the option that the field holds.
        """
        if self._option is not None:
            return self._option.value(text)
        value = self._read(text.strip(), self._depth)
        self._check(value)
        return value

    def _read(self, text: str, depth: int) -> Any:
        if depth == 0:
            return self._read_one(text.strip())
        shape = self._field.shape[self._depth - depth :]
        separator = _SEPARATORS[depth - 1]
        parts = [] if not text else [""] if text == separator else text.split(separator)
        if len(parts) > shape[0]:
            raise self._wrong(text, Phrase("at most {n} values", {"n": shape[0]}))
        values = [self._read(part, depth - 1) for part in parts]
        return values + [zeros(shape[1:]) for _ in range(shape[0] - len(values))]

    def _read_one(self, text: str) -> Any:
        if self._field.cards == "each":
            counts = [0] * self._field.shape[-1]
            for word in text.split():
                face, _, times = word.partition(_TIMES)
                counts[self._card(face)] = self._number(times or "1")
            return counts
        if self._field.cards == "mask":
            return sum({1 << self._card(face) for face in text.split()})
        if self._field.cards == "card":
            return -1 if text == _NO_CARD else self._card(text)
        if text.lower() in self._words:
            return self._words[text.lower()]
        number = self._number(text)
        if _ONLY_NAMES.fullmatch(self._field.meaning) and number not in self._words.values():
            raise self._wrong(text, lambda: listed(list(self._words), "or"))
        return number

    def _card(self, face: str) -> int:
        try:
            return self._deck.parse(face)
        except ParseError as error:
            raise ParseError("{name}: {wrong}", name=self._field.name, wrong=error) from None

    def _number(self, text: str) -> int:
        try:
            return int(text)
        except ValueError:
            if self._words:
                problem = Phrase(
                    "{name} is {given}", {"name": self._field.name, "given": repr(text[:40])}
                )
                names = Phrase("must be {allowed}", {"allowed": self._allowed})
                raise ParseError(or_nearest(problem, text, self._words, names)) from None
            raise self._wrong(text, Phrase("a number")) from None

    def _allowed(self) -> str:
        return listed(list(self._words), "or")

    def _check(self, value: Any) -> None:
        """Raise ParseError if a number does not fit into the field."""
        if isinstance(value, list):
            for part in value:
                self._check(part)
        elif not self._field.holds(value):
            least, most = self._field.bounds()
            bounds = Phrase("a number from {least} to {most}", {"least": least, "most": most})
            raise self._wrong(str(value), bounds)

    def _wrong(self, text: str, allowed: object) -> ParseError:
        """The error of a text that the field cannot hold."""
        return ParseError(
            "{name} is {given}: must be {allowed} ({meaning})",
            name=self._field.name, given=repr(text[:40]), allowed=allowed,
            meaning=self._field.meaning,
        )  # fmt: skip


@lru_cache(maxsize=512)
def _constants(module: str, meaning: str) -> Mapping[str, int]:
    """The constants of a state's module that the meaning of a field names, in lower case."""
    names = vars(sys.modules[module])
    return {
        name.lower(): names[name]
        for name in _NAME.findall(meaning)
        if type(names.get(name)) is int
    }  # fmt: skip
