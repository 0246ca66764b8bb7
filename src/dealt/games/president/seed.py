"""President: the functions of the original document, for cards as people write them.

Cards are written `3D TC JH QS AS 2C`, as text with blanks or commas, or as a list.  A move is
returned as text, its cards from low to high; `rules` are options of the game by name.

>>> get_type("TC JD QH KS AS")
'straight'
>>> get_valid_moves("3D 3C 4H 9S", previous="3H")
['4H', '9S']
>>> ai_move("3D 4C 5H 6S 7D 7C 2S")
'3D 4C 5H 6S 7D'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dealt.core import fields
from dealt.errors import ParseError, SetupError
from dealt.games.president import rules as verbs
from dealt.games.president.bots import best_answer, best_to_give, lowest_of_greatest_type
from dealt.games.president.exact import least_moves, open_plays, situation
from dealt.games.president.plays import kind as type_of_play
from dealt.games.president.plays import last_start, lowest_card
from dealt.games.president.state import (
    ALL_CARDS,
    DECK,
    GIVE,
    OPTIONS,
    PASS,
    PLAY_OF_MASK,
    PLAY_STRENGTH,
    SEATS,
    SINGLE,
    State,
)
from dealt.games.president.words import action_text, play_of, role
from dealt.language import Phrase

Cards = str | Sequence[str]

TYPE_NAMES = (
    "one-card",
    "pair",
    "three-of-a-kind",
    "four-of-a-kind",
    "straight",
    "flush",
    "full house",
    "four-of-a-kind plus one",
    "straight flush",
)


def full_deck() -> list[str]:
    """The 52 cards, lowest first."""
    return list(DECK.faces)


def get_lowest_card(leftover: Cards = "") -> str:
    """The lowest card that a player can hold if these cards are left over from the deal (P5).

    Raises:
        ParseError: no card is dealt at all.
    """
    dealt = ALL_CARDS & ~_mask_of(leftover)
    if not dealt:
        raise ParseError("all 52 cards are left over; at least one has to be dealt")
    return DECK.faces[lowest_card(dealt)]


def get_type(cards: Cards, **rules: int | str) -> str:
    """The type of a set of cards (P2, P4), even if the options do not allow it.

    Returns:
        One of TYPE_NAMES; `empty` for no cards, `scattered` for cards that do not form a
        move.

    Raises:
        ParseError: a card cannot be read or is repeated.
    """
    mask = _mask_of(cards)
    if not mask:
        return "empty"
    kind = type_of_play(_table(0, rules), PLAY_OF_MASK.get(mask, PASS))
    return "scattered" if kind < 0 else TYPE_NAMES[kind]


def answers(move: Cards, previous: Cards, **rules: int | str) -> bool:
    """Whether a move may answer another: the same number of cards, and strictly higher (P3).

    Raises:
        ParseError: one of them is not a move.
    """
    s = _table(_mask_of(move), rules, previous)
    return _move_of(s, move) in open_plays(s)


def get_valid_moves(
    hand: Cards, previous: Cards | None = None, containing: str | None = None, **rules: int | str
) -> list[str]:
    """All moves of a hand, in the order of `sorted_by_hand_type`.

    Args:
        hand: any number of cards.
        previous: the move to answer; None for a lead.
        containing: a card that the move must contain, for the opening lead (P5).
        rules: options of the game by name.

    Raises:
        ParseError: a card cannot be read or is repeated, or `previous` is not a move.
        SetupError: an unknown option.
    """
    s = _table(_mask_of(hand), rules, previous)
    plays = _with_card(open_plays(s), containing)
    return [action_text(play) for play in _by_type(s, plays)]


def sorted_by_hand_type(moves: Sequence[Cards], **rules: int | str) -> list[str]:
    """Moves with the greatest type first, and the lowest move first within a type.

    Raises:
        ParseError: something in the list is not a move, or this is not a list.
    """
    s = _table(0, rules)
    return [action_text(play) for play in _by_type(s, _moves_of(s, moves))]


def greater_than(moves: Sequence[Cards], others: Sequence[Cards], **rules: int | str) -> bool:
    """Whether the types in one list of moves are greater than those in another (P10).

    The distinct types are compared from the greatest down; a longer list beats its own beginning.

    Raises:
        ParseError: something in the lists is not a move, or one is not a list.
    """
    s = _table(0, rules)
    kinds = [
        sorted({type_of_play(s, play) for play in _moves_of(s, some)}, reverse=True)
        for some in (moves, others)
    ]
    return kinds[0] > kinds[1]


def ai_move(
    hand: Cards, previous: Cards | None = None, containing: str | None = None, **rules: int | str
) -> str:
    """What the document's computer player plays (P10): a move, or `pass`.

    See `get_valid_moves` for the arguments and errors.

    Raises:
        ParseError: there is nothing to lead with.
    """
    s = _table(_mask_of(hand), rules, previous)
    plays = _with_card(open_plays(s), containing)
    last = last_start(s)
    if previous is None:
        if not plays:
            held = repr(DECK.text(_cards_in(hand)))
            if containing is None:
                raise ParseError("no move in the hand {hand}", hand=held)
            raise ParseError(
                "no move that contains {card} in the hand {hand}", card=containing, hand=held
            )
        return action_text(lowest_of_greatest_type(last, plays, len(plays)))
    return action_text(best_answer(s.hand[0], last, _allowed_types(s), plays, len(plays)))


def ai_choose_cards(hand: Cards, number: int, **rules: int | str) -> list[str]:
    """The cards that the document's computer player gives away, best first (P10).

    Raises:
        SetupError: the hand does not have that many cards.
    """
    s = _table(_mask_of(hand), rules)
    if type(number) is not int or not 0 <= number <= s.count[0]:
        raise SetupError("{n} cards to give from a hand of {held}", n=repr(number), held=s.count[0])
    left = [GIVE + card for card in _cards_in(hand)]
    left.sort()
    chosen = []
    for _ in range(number):
        best = best_to_give(s.hand[0], last_start(s), _allowed_types(s), left, len(left))
        left.remove(best)
        chosen.append(DECK.faces[best - GIVE])
    return chosen


def get_finishing_roles(players: int) -> list[str]:
    """The roles in order of finishing, for this number of players (P8).

    Raises:
        SetupError: the game is for 2 to 7 players.
    """
    if type(players) is not int or not 2 <= players <= SEATS:
        raise SetupError(
            "President is for 2 to {most} players, not {n}", most=SEATS, n=repr(players)
        )
    return [role(place, players) for place in range(1, players + 1)]


def move_with_minimum_possible_moves_to_victory(
    hand: Cards, **rules: int | str
) -> tuple[int, list[str]]:
    """The least number of moves that sheds a hand if nobody answers, and such a series of moves.

    For 26 cards it takes milliseconds, not the document's O(n!): see `exact`.
    """
    plays = least_moves(_mask_of(hand), option_values(rules))
    return len(plays), [action_text(play) for play in plays]


# --- from what people write -----------------------------------------------------------------------


def option_values(values: Mapping[str, int | str]) -> dict[str, int]:
    """All options with their values: those given, and the defaults of the others.

    Raises:
        SetupError: an option or a value that the game does not have.
    """
    return fields.option_values("president", OPTIONS, values)


def _cards_in(cards: Cards) -> list[int]:
    """The cards in a text or list.

    Raises:
        ParseError: a card cannot be read or is repeated.
    """
    words = cards.replace(",", " ").split() if isinstance(cards, str) else cards
    if not isinstance(words, Sequence) or not all(isinstance(word, str) for word in words):
        raise ParseError(
            "{cards} are not cards; write them as '3D TC' or as a list", cards=repr(cards)
        )
    parsed = [DECK.parse(word) for word in words]
    if len(set(parsed)) < len(parsed):
        raise ParseError("{cards}: the same card twice", cards=DECK.text(parsed))
    return parsed


def _mask_of(cards: Cards) -> int:
    """The cards as a mask."""
    return sum(1 << card for card in _cards_in(cards))


def _table(hand: int, rules: dict[str, int | str], previous: Cards | None = None) -> State:
    """A table at which a hand is to lead or to answer."""
    s = situation(hand, option_values(rules))
    if previous is not None:
        s.previous, s.mover = _move_of(s, previous), 1
    return s


def _moves_of(s: State, moves: Sequence[Cards]) -> list[int]:
    """The plays of a list of moves.

    Raises:
        ParseError: something in it is not a move, or it is not a list.
    """
    if isinstance(moves, str) or not isinstance(moves, Sequence):
        raise ParseError(
            "{moves} is not a list of moves, such as ['3D', '4H 4S']", moves=repr(moves)
        )
    return [_move_of(s, move) for move in moves]


def _move_of(s: State, cards: Cards) -> int:
    """The play that consists of these cards.

    Raises:
        ParseError: they do not form a move.
    """
    play = play_of(_cards_in(cards))
    if type_of_play(s, play) < 0:
        raise ParseError(
            Phrase(
                "{cards}: not a move in a match where straights cannot contain twos",
                {"cards": action_text(play)},
                rule="P4",
            )
        )
    return play


def _with_card(plays: list[int], card: str | None) -> list[int]:
    """Those of the plays that contain a card; all of them if no card is given."""
    if card is None:
        return plays
    matching = list(plays)
    (required,) = _cards_in([card])
    return matching[: verbs.containing(required, matching, len(matching))]


def _by_type(s: State, plays: list[int]) -> list[int]:
    """Plays with the greatest type first, and the lowest first within a type."""
    return sorted(plays, key=lambda play: (-type_of_play(s, play), PLAY_STRENGTH[play], play))


def _allowed_types(s: State) -> int:
    """The mask of types allowed at the table."""
    types = OPTIONS[verbs.ALLOWED : verbs.SEEN_OPTIONS]
    allowed = [getattr(s, option.name) for option in types]
    return 1 << SINGLE | sum(1 << kind for kind, is_allowed in enumerate(allowed, 1) if is_allowed)
