"""Cards and points as people type them, in English and in Portuguese.

A card is a rank and a suit, each as a letter, a symbol or a word: `4h`, `4♥`, `5o`, `4 copas`,
`Ás de ouros`, `ten of clubs`.  Case, accents, `de` and `of` make no difference.

The letter c begins *clubs* and *copas*, which are hearts.  In English it stands for clubs.  In
Portuguese only the person can say what it means, see `AmbiguousCardError`.

Several cards have short forms: `Khx2` is two kings of hearts, `4-10h` a run by its ends, and
`4-10h 2=8` that run with a 2 in the place of its 8.  On the table and in a hand, suits that do not
matter can be left out: `Kx6 2` is six kings and a 2.

Points are one number, or one line for several sides.  What is not a number, a side or in range
raises ScoreError.

>>> read_points("1,625"), read_points("-85")
(1625, -85)
>>> read_line("500 300", ["Ana", "Bob"])
(500, 300)
>>> read_named("bob -85", ["Ana", "Bob"])
{'Bob': -85}
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from dealt.cards import JOKER, RANK_NAMES, RANKS, SELECTORS, SUIT_NAMES
from dealt.core.melding import CANASTA
from dealt.errors import ParseError, ScoreError
from dealt.language import ENGLISH, Phrase, message_n, quote, say, spoken
from dealt.language import number as numeral
from dealt.nearest import or_nearest, same

TABLE, HAND = "table", "hand"
HEARTS, CLUBS = "H", "C"
C = "c"  # the letter that can be either
_C_SUITS = CLUBS + HEARTS
ANY = "CDHS"

_RANK_FORMS = {
    **{rank.lower(): rank for rank in RANKS},
    **dict(zip(RANK_NAMES, RANKS, strict=True)),
    "10": "T", "v": "J", "d": "Q", "r": "K",
    "dois": "2", "tres": "3", "quatro": "4", "cinco": "5", "seis": "6", "sete": "7", "oito": "8",
    "nove": "9", "dez": "T", "valete": "J", "dama": "Q", "rainha": "Q", "rei": "K", "as": "A",
}  # fmt: skip
_PORTUGUESE_SUITS = {
    "o": "D", "e": "S", "p": "C", "copas": "H", "ouros": "D", "espadas": "S", "paus": "C",
    "ouro": "D", "espada": "S", "pau": "C",
}  # fmt: skip
_SUIT_FORMS = {  # the suits that a word leaves open, as a rule one
    **_PORTUGUESE_SUITS,
    "d": "D", "h": "H", "s": "S", C: _C_SUITS,
    "red": "DH", "vermelho": "DH", "vermelha": "DH", "black": "CS", "preto": "CS", "preta": "CS",
    **{name: suit for suit, name in SUIT_NAMES.items() if suit != "P"},
    "club": "C", "diamond": "D", "heart": "H", "spade": "S",
    "♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S",
}  # fmt: skip
_JOKERS = ("joker", "curingao", "coringao", JOKER.lower())
WILD = (CANASTA.wild, JOKER[0])  # ranks that stand in for others
_OF = ("de", "of")
AND = ("e", "and")  # between cards; a lone e is not a suit
BETWEEN = re.compile(r"[\s,;_]+")


def _one_of(forms: Mapping[str, str]) -> str:
    return "|".join(sorted(forms, key=len, reverse=True))


WHOLE = re.compile(f"({_one_of(_RANK_FORMS)})({_one_of(_SUIT_FORMS)})([♣♦♥♠])?")
_SYMBOL_FIRST = re.compile(f"([♣♦♥♠♧♢♡♤])({_one_of(_RANK_FORMS)})")
JOINED = re.compile(r"\s*([-–—=])\s*")  # the ends of a run; a 2 and what it stands for
TIMES = re.compile(r"(?<!si)\s*[x×*]\s*(\d{1,2})(?=[\s,;]|$)", re.IGNORECASE)
COUNT = re.compile(r"x([1-9]\d?)")
_STAND_IN = re.compile(r"([^=]+)=([^=]+)")
ENDS = re.compile(r"([^-–—]+)[-–—]([^-–—]+)")
# letters of suits behind ranks; where h occurs c cannot be hearts, where p occurs not clubs
_LETTERED = re.compile(r"(?<![a-z0-9])(?:10|[2-9tjqkavdr])([cdhsoep])(?![a-z0-9])")
_PORTUGUESE_WORD = re.compile(rf"\b({'|'.join(f for f in _PORTUGUESE_SUITS if len(f) > 1)})\b")


class AmbiguousCardError(ParseError):
    """A card with the letter c, which can mean hearts or clubs."""


class _Card(NamedTuple):
    """A card as typed, perhaps with several possible suits.

    Attributes:
        suits: the suits that it can have.
        place: of a 2, the rank that it stands for in its run, if stated.
    """

    typed: str
    rank: str
    suits: str
    place: str = ""


def read_typed(
    text: str,
    c: str = "",
    place: str = "",
    *,
    beside: Sequence[str] = (),
    decks: int = 2,
    has_threes: bool = True,
    has_jokers: bool = True,
) -> tuple[str, ...]:
    """The short names of the cards in a text.

    In a meld, suits can be left out of a 2 and among equal cards; a card of a run needs none if
    another one of it has one: `4 5 6h`.  In a hand only a three needs one, or a colour: `3 black`.

    Args:
        text: the typed cards, with blanks or commas between them.
        c: the meaning of the letter c: `HEARTS`, `CLUBS`, or empty if unknown.
        place: `TABLE` for a meld, or `HAND`; empty: no suit can be left out.
        beside: the faces of all other cards of the side; an open suit becomes the rarest of them.
        decks: number of packs in play.
        has_threes: whether red and black threes differ, so that a three needs its colour.
        has_jokers: whether the game has jokers.

    Raises:
        AmbiguousCardError: the meaning of c is unknown but needed.
        ParseError: an unknown card, a suit is needed, or the packs have fewer cards of a rank.
    """
    cards = [*_cards(text)]  # so that unknown cards are reported before c is asked about
    for card in () if place else cards:
        if card.suits != _C_SUITS and len(card.suits) > 1:
            raise _unknown(card.typed)
    cards = _without_c(cards, c)
    if place == TABLE and len({card.rank for card in cards if card.rank not in WILD}) > 1:
        cards = _of_one_suit(cards)
    count = Counter([*beside, *(card.rank + card.suits for card in cards)])
    faces = []
    for card in cards:
        if has_threes and card.rank == "3" and card.suits == ANY:
            raise ParseError(
                "{card}: write the suit of a three, or red or black", card=quote(card.typed)
            )
        face = min((card.rank + suit for suit in card.suits), key=count.__getitem__)
        if len(card.suits) > 1:
            if count[face] >= decks:
                raise _too_many(card, count, decks)
            count[face] += 1
        faces.append(face)
    if JOKER in faces and not has_jokers:
        raise _unknown(_JOKERS[0])
    return tuple(faces)


def read_one(text: str, c: str = "", *, has_jokers: bool = True) -> str:
    """The short name of a single card, see `read_typed`."""
    faces = read_typed(text, c, has_jokers=has_jokers)
    if len(faces) != 1:
        raise _unknown(text)
    return faces[0]


def c_in_english(text: str) -> str:
    """The meaning of c in English, unless the text is Portuguese; else empty."""
    return CLUBS if spoken() == ENGLISH and not _is_portuguese(text) else ""


def c_by_exclusion(text: str) -> str:
    """The meaning of c in a text with the letter h or p, which excludes the other; else empty."""
    letters = set(_LETTERED.findall(plain(text)))
    if ("p" in letters) == ("h" in letters):
        return ""
    return HEARTS if "p" in letters else CLUBS


def legend(c: str = "") -> str:
    """The letters of the suits in one line, in the current language."""
    suits = say("Suits: c ♣ clubs, d ♦ diamonds, h ♥ hearts, s ♠ spades.")
    if spoken() == ENGLISH:
        return suits
    if not c:
        return f"{suits} {say('If you type c, you are asked once what it stands for.')}"
    c_is = say("c stands for hearts ♥.") if c == HEARTS else say("c stands for clubs ♣.")
    return f"{suits} {c_is}"


def plain(text: str) -> str:
    """A text in lower case, without accents and variation selectors."""
    letters = unicodedata.normalize("NFKD", text.translate(dict.fromkeys(map(ord, SELECTORS))))
    return "".join(each for each in letters if not unicodedata.combining(each)).casefold()


def _cards(text: str) -> Iterator[_Card]:
    """The cards of a text, perhaps with open suits."""
    text = TIMES.sub(r" x\1 ", JOINED.sub(r"\1", text))
    typed = [word for word in BETWEEN.split(text) if word]
    words = [plain(word) for word in typed]
    cards: list[_Card] = []
    at = 0
    while at < len(words):
        if at and words[at] in AND and at + 1 < len(words):
            at += 1
            continue
        count = COUNT.fullmatch(words[at])
        if count and cards and at and not COUNT.fullmatch(words[at - 1]):
            cards += cards[-1:] * (int(count[1]) - 1)
            at += 1
            continue
        end, further = _cards_at(words, at, typed[at])
        if not further:
            raise _unknown(typed[at])
        word = " ".join(typed[at:end])
        cards += [card._replace(typed=word) for card in further]
        at = end
    return iter(_with_stand_ins(cards))


def _cards_at(words: list[str], at: int, typed: str) -> tuple[int, list[_Card]]:
    """The cards that begin at a word, if any, and where they end."""
    if stand_in := _STAND_IN.fullmatch(words[at]):
        two, place = (_card_of(part) for part in stand_in.groups())
        if two is None or place is None or two.rank not in WILD:
            return at + 1, []
        return at + 1, [two._replace(place=place.rank)]
    if ends := ENDS.fullmatch(words[at]):
        first, last = (_card_of(part) for part in ends.groups())
        if first is None or last is None:
            return at + 1, []
        if first.suits == last.suits == ANY:
            at, last = _with_suit(words, at, last)
            return at, _run(first, last, typed)
        return at + 1, _run(first, last, typed)
    card = _card_of(words[at])
    if words[at] in _RANK_FORMS:
        end, with_suit = _with_suit(words, at, _Card(words[at], _RANK_FORMS[words[at]], ANY))
        if end > at + 1:
            return end, [with_suit]
    return at + 1, [] if card is None else [card]


def _with_suit(words: list[str], at: int, card: _Card) -> tuple[int, _Card]:
    """A card with the suit in the next words, if any, and where it ends."""
    end = at + 1
    end += end + 1 < len(words) and words[end] in _OF
    if end < len(words) and words[end] in _SUIT_FORMS and words[end] not in AND:
        return end + 1, card._replace(suits=_SUIT_FORMS[words[end]])
    return at + 1, card


def _card_of(word: str) -> _Card | None:
    """The card in a word, its suit open if the word is a rank; None for other words."""
    if word in _JOKERS:
        return _Card(word, *JOKER)
    if first := _SYMBOL_FIRST.fullmatch(word):
        return _Card(word, _RANK_FORMS[first[2]], _SUIT_FORMS[first[1]])
    if whole := WHOLE.fullmatch(word):  # `as` is the ace of spades, and an ace before a suit
        suits, symbol = _SUIT_FORMS[whole[2]], _SUIT_FORMS.get(whole[3] or "")
        if symbol is not None and symbol not in suits:
            return None
        return _Card(word, _RANK_FORMS[whole[1]], symbol or suits)
    return _Card(word, _RANK_FORMS[word], ANY) if word in _RANK_FORMS else None


def _run(first: _Card, last: _Card, typed: str) -> list[_Card]:
    """All cards of a run, by its ends in either order."""
    suits = "".join(suit for suit in ANY if suit in first.suits and suit in last.suits)
    run = f"3{CANASTA.ranks}"  # a three is in a run where the rules of the house say so
    if not {first.rank, last.rank} <= set(run):
        raise ParseError("{cards}: a run goes from 4 up to the ace", cards=quote(typed))
    if not suits:
        raise ParseError("{cards}: both ends of a run have the same suit", cards=quote(typed))
    low, high = sorted((run.index(first.rank), run.index(last.rank)))
    return [_Card(typed, rank, suits) for rank in run[low : high + 1]]


def _with_stand_ins(cards: list[_Card]) -> list[_Card]:
    """The cards, with each 2 in the place of the card that it stands for."""
    for two in [card for card in cards if card.place]:
        cards.remove(two)
        place = next((i for i, card in enumerate(cards) if card.rank == two.place), None)
        if place is None:
            raise ParseError(
                "{cards}: there is no {rank} for which the 2 could stand",
                cards=quote(two.typed), rank=printed(two.place),
            )  # fmt: skip
        cards[place] = two._replace(place="")
    return cards


def _without_c(cards: Sequence[_Card], c: str) -> list[_Card]:
    """The cards, with the letter c replaced by its suit."""
    for card in cards:
        if card.suits == _C_SUITS and not c:
            rank = printed(card.rank)
            raise AmbiguousCardError(
                "{card} can be hearts or clubs: write {hearts} or {clubs}",
                card=quote(card.typed), hearts=f"{rank}♥", clubs=f"{rank}♣",
            )  # fmt: skip
    return [card._replace(suits=c) if card.suits == _C_SUITS else card for card in cards]


def _of_one_suit(cards: Sequence[_Card]) -> list[_Card]:
    """The cards of a run, which all get the suit named in it.

    Raises:
        ParseError: the cards name no suit, or several.
    """
    naturals = [card for card in cards if card.rank not in WILD]
    suits = {card.suits for card in naturals if card.suits != ANY}
    without = next((card for card in naturals if card.suits == ANY), None)
    if without is None:
        return [*cards]
    if len(suits) != 1:
        raise ParseError(
            "{card}: its suit is needed in a run, as in {example}",
            card=quote(without.typed), example=f"{printed(without.rank)}♥",
        )  # fmt: skip
    suit = suits.pop()
    return [
        card._replace(suits=suit) if card.suits == ANY and card.rank != CANASTA.wild else card
        for card in cards
    ]


def _too_many(card: _Card, count: Counter[str], decks: int) -> ParseError:
    """The error for a card of which the packs do not have another one."""
    in_use = sum(count[card.rank + suit] for suit in card.suits)
    return ParseError(
        "{n} of {card} are too many: {decks} decks have {most}",
        n=in_use + 1, card=quote(card.typed), decks=decks, most=decks * len(card.suits),
    )  # fmt: skip


def _is_portuguese(text: str) -> bool:
    """Whether a text has Portuguese letters or words for suits."""
    words = plain(text)
    return bool(set(_LETTERED.findall(words)) & set("oep") or _PORTUGUESE_WORD.search(words))


def printed(rank: str) -> str:
    """A rank as people write it: `10` for T."""
    return "10" if rank == "T" else rank


def _unknown(typed: str) -> ParseError:
    return ParseError("unknown card {card}; cards look like '4H', '10S' or 'KD'", card=quote(typed))


# --- points ---------------------------------------------------------------------------------------

MOST_POINTS = 99_999
_LONGEST_NUMBER = 20  # letters; longer ones are far too large
NUMBER = re.compile(r"[+-]?([0-9]+|[1-9][0-9]{0,2}((,[0-9]{3})+|(\.[0-9]{3})+))")
# one number with a blank between its thousands, such as 1 625: points of a round end in 0 or 5
_SPACED = re.compile(r"[+-]?[1-9]?[1-46-9] [0-9]{3}")
_BETWEEN_SIDES = re.compile(r"\s*;\s*|,\s+")  # a comma in a number has no blank after it
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63"  # typed for a minus
_FULL_WIDTH = range(0xFF01, 0xFF5F)  # as keyboards of East Asia give it; the same order as in ASCII
_AS_ASCII = {ord(dash): "-" for dash in _DASHES} | {n: n - 0xFEE0 for n in _FULL_WIDTH}


def example(sides: int) -> str:
    """An example line with points for this many sides."""
    return " ".join(["500", "300", "-85", "120", "60", "45"][:sides])


def read_line(text: str, sides: Sequence[str]) -> tuple[int, ...] | None:
    """The points of all sides: `500 300` or `1,625, -85`; None for fewer than two numbers."""
    words = [word.rstrip(",;") for word in _in_ascii(text).split()]
    is_line = len(words) > 1 and all(NUMBER.fullmatch(word) for word in words)
    if not is_line or _SPACED.fullmatch(" ".join(words)):
        return None
    points = tuple(map(read_points, words))
    if len(points) != len(sides):
        raise ScoreError(
            message_n(
                "{count} numbers for 1 side: enter the points of {names}",
                "{count} numbers for {n} sides: enter one for each of {names}",
            ),
            n=len(sides), count=len(points), names=", ".join(sides),
        )  # fmt: skip
    return points


def read_named(text: str, sides: Sequence[str]) -> dict[str, int] | None:
    """The points of named sides, such as `Ana 450` or `an 450, Bob -85`; None for other lines."""
    points = {}
    for part in _BETWEEN_SIDES.split(_in_ascii(text)):
        name, _, number = part.rpartition(" ")
        name = name.strip(" :=")
        if not name or not NUMBER.fullmatch(number) or NUMBER.fullmatch(name):
            return None
        points[_side_called(name, sides)] = read_points(number)
    return points


def _side_called(name: str, sides: Sequence[str]) -> str:
    """The side of a name, or of its beginning."""
    exact = [side for side in sides if same(side) == same(name)]
    matching = exact or [side for side in sides if same(side).startswith(same(name))]
    if len(matching) == 1:
        return matching[0]
    facts = {"name": repr(name[:60]), "names": ", ".join(matching or sides)}
    if matching:
        raise ScoreError(Phrase("{name} can be any of {names}", facts))
    problem = Phrase("there is no side {name} here", facts)
    raise ScoreError(or_nearest(problem, name, sides, Phrase("the sides are {names}", facts)))


def read_points(text: str) -> int:
    """The points of a side."""
    most = numeral(MOST_POINTS)
    return read_number(
        text, (-MOST_POINTS, MOST_POINTS), say("points must be from -{most} to {most}", most=most)
    )


def read_number(text: str, allowed: tuple[int, int], problem: str) -> int:
    """A whole number, such as `1625`, `1,625`, `1.625` or `-85`.

    `problem` says what is allowed, from the least to the largest.
    """
    typed = _in_ascii(text)
    if not NUMBER.fullmatch(typed):
        raise ScoreError(
            "{text} is not a number: enter one such as 1625 or -85", text=repr(text[:60])
        )
    if len(typed) <= _LONGEST_NUMBER:
        number = int(typed.replace(",", "").replace(".", ""))
        if allowed[0] <= number <= allowed[1]:
            return number
    excerpt = text[:_LONGEST_NUMBER] + "..." * (len(text) > _LONGEST_NUMBER)
    if typed.startswith("-") or typed.strip("+0,.") == "":
        raise ScoreError("{n} is too small; {told}", n=excerpt, told=problem)
    raise ScoreError("{n} is too large; {told}", n=excerpt, told=problem)


def _in_ascii(text: str) -> str:
    """A text with plain signs and digits, without white space around it."""
    return text.translate(_AS_ASCII).strip()
