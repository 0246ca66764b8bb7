"""A round in any position: its text, one line, and the state that a text describes.

A text begins with the game; places of the cards (`hand 0: KH`) and fields of the state
(`turn=1`) follow, separated by `;`::

    president; hand 0: 2C; hand 1: 3S 9H; played: ?49; turn=1

What a text leaves out is as after a deal.  The places are those of `words.cards_in_play`, and
`words.place_cards` puts cards there.  A game without `place_cards` has hands and piles as its deal
lays them, and all else as fields; so every position of every game has a text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dealt.core.arguments import seat_number
from dealt.core.chance import HIDDEN, below, check_seed, new_rng, shuffle, start
from dealt.core.placing import FieldText, dealt_in_order, place
from dealt.errors import DealtError, DeckError, ParseError, SetupError
from dealt.language import Phrase
from dealt.nearest import or_nearest

if TYPE_CHECKING:
    from dealt.core.fields import Field
    from dealt.core.game import Game

_UNKNOWN = "?"  # a card that is dealt at random; `?7` or `7?`: seven
_DEAL = "deal"  # the value of `unknown` by which all cards that nobody named are dealt
_SEATS = "seats"
_TRIES = 500  # deals of the unknown cards, until the game accepts one
_NAMED = 12  # cards that an error names

_Places = Mapping[str, str | Sequence[str] | int]


# --- the text -------------------------------------------------------------------------------------


def position_text(game: Game, state: Any) -> str:
    """A position in one line; `read_position` gives it back.

    Fields that differ from those after a deal are in it, all cards, and whose turn it is.
    """
    places = {name: list(cards) for name, cards in game.words.cards_in_play(state).items()}
    options = game.options_of(state)
    base = dealt_in_order(game, state.seats, options)
    is_placed = place(game, base, places)
    parts = [game.name]
    if len(game.seats) > 1:
        parts.append(f"{_SEATS}={state.seats}")
    if is_placed:
        parts += [f"{name}: {game.deck.text(cards)}" for name, cards in places.items() if cards]
    usual = game.all_options({})
    for each in _written_fields(game):
        value = getattr(state, each.name)
        if each.name == _SEATS:
            continue
        if each.name in usual:
            is_usual = value == usual[each.name]
        else:
            is_usual = value == getattr(base, each.name) and each.name != "turn"
        if not is_usual:
            parts.append(f"{each.name}={FieldText(game, each).write(value)}")
    return "; ".join(parts)


@dataclass(frozen=True)
class Setup:
    """A position as somebody describes it.

    Attributes:
        game: the game.
        places: cards by place: faces, a text such as `KH QS ?2`, or just how many; the others are
            dealt at random.
        values: texts of fields of the state and of options.
        unknown: `deal`: cards that are in no place are dealt at random, too.
    """

    game: Game
    places: _Places = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)
    unknown: str = ""


def game_name(text: str) -> str:
    """The game that the text of a position names, known or not."""
    return text.partition(";")[0].strip()


def _read_setup(game: Game, text: str) -> Setup:
    """What the text of a position says.

    Raises:
        ParseError: it cannot be read.
    """
    places: dict[str, str] = {}
    values: dict[str, str] = {}
    for part in text.strip().split(";")[1:]:
        if not part.strip():
            continue
        equals, colon = part.find("="), part.find(":")
        is_place = colon >= 0 and (equals < 0 or colon < equals)
        name, sign, value = part.partition(":" if is_place else "=")
        name = " ".join(name.split())
        if not sign or not name:
            raise ParseError(
                "cannot read {part} in a position: write a place as {place}, a field as {field}",
                part=repr(part.strip()[:40]), place=repr("hand 0: KH QS"), field=repr("turn=1"),
            )  # fmt: skip
        if name in (places if is_place else values):
            raise ParseError("{name} is there twice in the position", name=repr(name))
        (places if is_place else values)[name] = value.strip()
    return Setup(game, places, values, values.pop("unknown", ""))


def setup_of(
    game: Game,
    text: str,
    *,
    hands: Mapping[str | int, str | Sequence[str] | int],
    piles: _Places,
    names: Sequence[str] | None,
    values: Mapping[str, str | int],
    unknown: str,
) -> tuple[Setup, list[str]]:
    """A setup from what a program says, and the names of the players.

    Args:
        game: the game.
        text: the text of a position, or just the game; the other arguments add to it.
        hands: cards by name or number of the player.
        piles: cards by other places.
        names: the players; None: those named in `hands`, in order.
        values: values of fields and options; that of `turn` may be a name.
        unknown: see `Setup`.

    Raises:
        SetupError: a player who is not there.
        ParseError: the text cannot be read.
    """
    for argument, given, key in (("hands", hands, "Ana"), ("piles", piles, "pile")):
        if not isinstance(given, Mapping):
            raise SetupError(
                "{name} must be a dict such as {example}, not {given}",
                name=argument, example=f'{{"{key}": "KH QS"}}', given=repr(given)[:60],
            )  # fmt: skip
    setup = _read_setup(game, text)
    if names is None:
        names = [name for name in hands if isinstance(name, str)]
    least = max((each + 1 for each in hands if isinstance(each, int)), default=len(names))
    if _SEATS in setup.values:
        least = max(least, FieldText(game, _field(game, _SEATS)).read(setup.values[_SEATS]))
    seats = next((n for n in game.seats if n >= max(least, len(names))), least)
    game.check_seats(seats)
    players = [*names, *(f"seat {seat}" for seat in range(len(names), seats))]
    of_game = game.words.cards_in_play(dealt_in_order(game, seats, {}))
    places = {**setup.places, **piles}
    for name, cards in hands.items():
        hand = f"hand {seat_number(players, name)}"
        places[hand if hand in of_game else "hand"] = cards
    texts = {name: str(value) for name, value in values.items()}
    if isinstance(values.get("turn"), str) and not texts["turn"].isdecimal():
        texts["turn"] = str(seat_number(players, texts["turn"]))
    texts = {**setup.values, **texts, _SEATS: str(seats)}
    return Setup(game, places, texts, setup.unknown if unknown == "" else unknown), players


def read_position(game: Game, text: str, *, seed: int = 0) -> Any:
    """The state that the text of a position describes.

    Args:
        game: the game that the text names.
        text: see the module.
        seed: determines unknown cards.

    Raises:
        ParseError: the text cannot be read.
        DeckError: a card is missing, or there too often.
        SetupError: the game has no such position.
    """
    return build(_read_setup(game, text), seed=seed)


# --- the state ------------------------------------------------------------------------------------


def build(setup: Setup, *, seed: int = 0) -> Any:
    """The state that a setup describes; for arguments and errors see `read_position`."""
    game = setup.game
    if setup.unknown not in ("", _DEAL):
        raise SetupError(
            "unknown is {given}: must be {deal} or left out", given=repr(setup.unknown), deal=_DEAL
        )
    check_seed(seed)
    texts = {each.name: FieldText(game, each) for each in _written_fields(game)}
    for name in setup.values:
        if name not in texts:
            raise ParseError(_unknown_field(game, name, texts))
    values = {name: texts[name].read(text) for name, text in setup.values.items()}
    seats = values.pop(_SEATS, game.seats[0])
    game.check_seats(seats)
    options = {each.name: values.pop(each.name, each.default) for each in game.options}
    base = dealt_in_order(game, seats, options)
    hands = _Hands(setup, base, options)
    last: DealtError | None = None
    for attempt in range(_TRIES if hands.is_random else 1):
        try:
            s = _state(game, base, hands.dealt(seed, attempt), values)
            check(game, s, options)
        except DealtError as error:
            last = error
        else:
            return s
    assert last is not None
    if hands.is_random:  # a mistake that does not depend on chance says more
        _state(game, base, hands.named(), values)
    raise last


def _state(
    game: Game, base: Any, places: dict[str, list[int]] | None, values: Mapping[str, Any]
) -> Any:
    """A state with cards in their places, and fields that have been set."""
    s = base.copy()
    if places is not None and not place(game, s, places):
        raise SetupError(
            "no deal of {game} puts the cards there: give its words place_cards, or leave the "
            "places out and set the fields",
            game=game.name,
        )
    for name, value in values.items():
        setattr(s, name, value)
    return s


def check(game: Game, s: Any, options: Mapping[str, int]) -> None:
    """Raise DealtError, in one line, if a state cannot be a position of the game."""
    pack = game.deck_for(s.seats, options)
    if not 0 <= s.turn < s.seats:
        raise SetupError(
            "turn is {given}: must be a seat from 0 to {last}", given=s.turn, last=s.seats - 1
        )
    try:
        cards = [card for each in game.words.cards_in_play(s).values() for card in each]
        _check_cards(game, cards, len(pack), pack.copies, options)
        ids = [0] * game.sizes.actions
        count = game.rules.legal(s, ids)
        is_over = game.rules.is_over(s)
        game.rules.score(s, [0] * s.seats)
        for seat in range(s.seats):
            game.words.view(s, seat, tuple(f"seat {number}" for number in range(s.seats)))
            rng = new_rng()
            start(rng, 0, seat, HIDDEN)
            game.rules.redeal(s.copy(), seat, rng)
    except (LookupError, ValueError, TypeError, ArithmeticError) as error:
        if isinstance(error, DealtError):
            raise
        raise SetupError(
            "{game} has no such position: its rules stop with {wrong}",
            game=game.name, wrong=f"{type(error).__name__}: {error}"[:80],
        ) from None  # fmt: skip
    if not count and not is_over:
        raise SetupError("the round is not over, but seat {seat} has no move", seat=s.turn)


def _check_cards(
    game: Game, cards: Sequence[int], size: int, copies: int, options: Mapping[str, int]
) -> None:
    """Raise DeckError if a card is missing, or there too often."""
    if any(not 0 <= card < len(game.deck.faces) for card in cards):
        raise DeckError("a number in the position is not a card of {game}", game=game.name)
    if game.replaces(options):
        if len(cards) != size:
            raise DeckError("{n} cards where {needed} are needed", n=len(cards), needed=size)
        return
    whole = Counter(dict.fromkeys(range(len(game.deck.faces)), copies))
    doubled, missing = Counter(cards) - whole, whole - Counter(cards)
    if doubled:
        raise DeckError("too often in the position: {cards}", cards=_some(game, doubled))
    if missing:
        raise DeckError(
            "missing in the position: {cards}; name them, or say unknown={deal}",
            cards=_some(game, missing), deal=_DEAL,
        )  # fmt: skip


class _Hands:
    """The cards of a setup by place, with those that are to be dealt at random."""

    def __init__(self, setup: Setup, base: Any, options: Mapping[str, int]) -> None:
        self._game = game = setup.game
        pack = game.deck_for(base.seats, options)
        self._replaces = game.replaces(options)
        self._lists: dict[str, list[int]] = {}
        self._unknown: dict[str, int] = {}
        for name, value in setup.places.items():
            self._lists[name], self._unknown[name] = _cards_in(game, value)
        named_cards = Counter(card for cards in self._lists.values() for card in cards)
        whole = Counter(pack.cards())
        doubled = Counter[int]() if self._replaces else named_cards - whole
        if doubled:
            raise DeckError("too often in the position: {cards}", cards=_some(game, doubled))
        self._pool = sorted((whole - named_cards).elements())
        if self._replaces:
            self._pool = [0] * max(0, len(pack) - named_cards.total())
        if sum(self._unknown.values()) > len(self._pool):
            raise DeckError(
                "{n} unknown cards, but only {left} are left",
                n=sum(self._unknown.values()), left=len(self._pool),
            )  # fmt: skip
        if setup.unknown == _DEAL:
            self._fill(base, len(self._pool))

    @property
    def is_random(self) -> bool:
        """Whether cards are dealt at random."""
        return any(self._unknown.values())

    def _fill(self, base: Any, left: int) -> None:
        """Give hidden places as many cards as after a deal, and the last place all that is left."""
        words = self._game.words
        usual = words.cards_in_play(base)
        hidden = {name for seat in range(base.seats) for name in words.hidden_places(base, seat)}
        left -= sum(self._unknown.values())
        *others, rest = usual
        for name in others:
            if name not in self._lists and name in hidden:
                self._lists[name], self._unknown[name] = [], min(len(usual[name]), left)
                left -= self._unknown[name]
        self._lists.setdefault(rest, [])
        self._unknown[rest] = self._unknown.get(rest, 0) + max(0, left)

    def named(self) -> dict[str, list[int]]:
        """The cards that were named, by place."""
        return {name: list(cards) for name, cards in self._lists.items()}

    def dealt(self, seed: int, attempt: int) -> dict[str, list[int]] | None:
        """All cards by place, the unknown ones dealt by a seed; None: no place was named."""
        if not self._lists:
            return None
        rng, pool = new_rng(), list(self._pool)
        start(rng, seed, attempt, HIDDEN)
        if self._replaces:
            pool = [below(rng, len(self._game.deck.faces)) for _ in pool]
        else:
            shuffle(rng, pool, len(pool))
        places = {}
        for name, cards in self._lists.items():
            places[name] = cards + [pool.pop() for _ in range(self._unknown[name])]
        return places


def _cards_in(game: Game, value: str | Sequence[str] | int) -> tuple[list[int], int]:
    """The cards that are named, and how many are not.

    Raises:
        ParseError, SetupError: it cannot be read.
    """
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return [], value
    words = value.split() if isinstance(value, str) else value
    if not isinstance(words, Sequence) or not all(isinstance(word, str) for word in words):
        raise SetupError(
            "cards must be a text such as {example}, a list of faces, or a number of cards, not "
            "{given}",
            example=repr("KH QS ?2"), given=repr(value)[:60],
        )  # fmt: skip
    cards, unknown = [], 0
    for word in words:
        count = word.replace(_UNKNOWN, "")
        if _UNKNOWN not in word:
            cards.append(game.deck.parse(word))
        elif count and not (count.isascii() and count.isdecimal()):
            raise ParseError(
                "cannot read {card}: write {one} for an unknown card, {seven} for seven",
                card=repr(word[:20]), one=_UNKNOWN, seven=f"{_UNKNOWN}7",
            )  # fmt: skip
        else:
            unknown += int(count) if count else len(word)
    return cards, unknown


def _field(game: Game, name: str) -> Field:
    """A field of the state."""
    field: Field = next(each for each in game.state.FIELDS if each.name == name)
    return field


def _written_fields(game: Game) -> Iterable[Field]:
    """The fields that the text of a position can name."""
    can_place = game.wording.places_cards
    fields: Iterable[Field] = game.state.FIELDS
    return [each for each in fields if not (can_place and each.follows)]


def _unknown_field(game: Game, name: str, texts: Mapping[str, object]) -> Phrase:
    """The error of a field that is not there, or that follows from the cards."""
    facts = {"game": game.name, "name": repr(name)}
    if any(each.name == name for each in game.state.FIELDS):
        return Phrase("{name} follows from the cards of {game}: leave it out", facts)
    problem = Phrase("{game} has no field {name}", facts)
    field_names = Phrase("its fields: {names}", {"names": ", ".join(texts)})
    return or_nearest(problem, name, texts, field_names)


def _some(game: Game, cards: Counter[int]) -> str:
    """Cards by their faces, not too many of them."""
    names = [game.deck.faces[card] for card in cards.elements()]
    return " ".join(names[:_NAMED]) + (f" (+{len(names) - _NAMED})" if len(names) > _NAMED else "")
