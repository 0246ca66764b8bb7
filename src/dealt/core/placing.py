"""Cards put into their places, by a game's own words or by its deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from dealt.core.chance import deck_of
from dealt.errors import SetupError
from dealt.language import Phrase
from dealt.nearest import or_nearest

if TYPE_CHECKING:
    from dealt.core.game import Game

DEALS = 40  # by which it is found out where a deal puts the cards


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


def _check_names(game: Game, places: Iterable[str], there: Iterable[str], /) -> None:
    """Raise SetupError if one of the places is not there."""
    names = list(there)
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
            found = next((card for card in cards if place in (None, card[0])), None)
            if found is None:
                return None
            cards.remove(found)
            deck[at] = found[1]
    return None if any(left.values()) else [card for card in deck if card is not None]


@lru_cache(maxsize=32)
def _spots(
    game: Game, seats: int, options: tuple[tuple[str, int], ...]
) -> list[tuple[str, int | None]]:
    """Where a deal puts each card of a deck: the place and, if it is always the same, the index.

    It is found out by dealing; an empty name: it depends on the cards.
    """
    fresh, dealer = game.fresh(seats, dict(options)), game.dealer(seats, dict(options))
    names: list[set[str]] = []
    spots: list[set[tuple[str, int | None]]] = []
    for number in range(DEALS):
        deck_of(dealer, 0, number)
        s = fresh.copy()
        game.rules.deal(s, list(dealer.deck))
        of_card: dict[int, set[tuple[str, int | None]]] = {}
        for name, cards in game.words.cards_in_play(s).items():
            for place, card in enumerate(cards):
                of_card.setdefault(card, set()).add((name, place))
        here = [of_card.get(card, set()) for card in dealer.deck]
        spots = [old & new for old, new in zip(spots or here, here, strict=True)]
        names_here = [{name for name, _ in each} for each in here]
        names = [old & new for old, new in zip(names or names_here, names_here, strict=True)]
    return [
        next(iter(exact)) if len(exact) == 1 else (next(iter(some)) if len(some) == 1 else "", None)
        for exact, some in zip(spots, names, strict=True)
    ]
