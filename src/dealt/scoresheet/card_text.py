"""Cards as people type them, in English and in Portuguese.

A card is a rank and a suit, each as a letter, a symbol or a word: `4h`, `4♥`, `5o`, `4 copas`,
`Ás de ouros`, `ten of clubs`.  Upper and lower case, accents, `de` and `of` make no difference.

The letter c begins *clubs* and *copas*, which are hearts.  In English it stands for clubs.  In
Portuguese nothing but the person can say what it stands for, see `AmbiguousCardError`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping

from dealt.cards import RANK_NAMES, RANKS, SELECTORS, SUIT_NAMES
from dealt.errors import ParseError
from dealt.language import ENGLISH, quote, say, spoken

HEARTS, CLUBS = "H", "C"
C = "c"  # the letter that can be either

RANK_FORMS = {
    **{rank.lower(): rank for rank in RANKS},
    **dict(zip(RANK_NAMES, RANKS, strict=True)),
    "10": "T", "v": "J", "d": "Q", "r": "K",
    "dois": "2", "tres": "3", "quatro": "4", "cinco": "5", "seis": "6", "sete": "7", "oito": "8",
    "nove": "9", "dez": "T", "valete": "J", "dama": "Q", "rainha": "Q", "rei": "K", "as": "A",
}  # fmt: skip
PORTUGUESE_SUITS = {
    "o": "D", "e": "S", "p": "C", "copas": "H", "ouros": "D", "espadas": "S", "paus": "C",
    "ouro": "D", "espada": "S", "pau": "C",
}  # fmt: skip
SUIT_FORMS = {
    **PORTUGUESE_SUITS,
    "d": "D", "h": "H", "s": "S", C: C,
    **{name: suit for suit, name in SUIT_NAMES.items() if suit != "P"},
    "club": "C", "diamond": "D", "heart": "H", "spade": "S",
    "♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S",
}  # fmt: skip
OF = ("de", "of")
AND = ("e", "and")  # between cards; an e that stands alone is no suit
BETWEEN = re.compile(r"[\s,;_]+")


def _one_of(forms: Mapping[str, str]) -> str:
    return "|".join(sorted(forms, key=len, reverse=True))


WHOLE = re.compile(f"({_one_of(RANK_FORMS)})({_one_of(SUIT_FORMS)})([♣♦♥♠])?")
SYMBOL_FIRST = re.compile(f"([♣♦♥♠♧♢♡♤])({_one_of(RANK_FORMS)})")
# letters of suits in any text, behind a rank; h rules out that c stands for hearts, p clubs
LETTERED = re.compile(r"(?<![a-z0-9])(?:10|[2-9tjqkavdr])([cdhsoep])(?![a-z0-9])")
PORTUGUESE_WORD = re.compile(rf"\b({'|'.join(f for f in PORTUGUESE_SUITS if len(f) > 1)})\b")


class AmbiguousCardError(ParseError):
    """A card whose c can stand for hearts or for clubs, while it is not known for which."""


def read_typed(text: str, c: str = "") -> tuple[str, ...]:
    """The short names of the cards in a text.

    Args:
        text: what was typed, with blanks or commas between cards.
        c: what the letter c stands for: `HEARTS`, `CLUBS`, or empty if that is not known.

    Raises:
        AmbiguousCardError: that is not known, and has to be.
        ParseError: an unknown card.
    """
    faces = []
    for typed, rank, suit in [*_cards(text)]:  # what is no card is said before c is asked about
        if suit == C and not c:
            raise AmbiguousCardError(
                "{card} can be hearts or clubs: write {hearts} or {clubs}",
                card=quote(typed), hearts=f"{_printed(rank)}♥", clubs=f"{_printed(rank)}♣",
            )  # fmt: skip
        faces.append(rank + (c if suit == C else suit))
    return tuple(faces)


def read_one(text: str, c: str = "") -> str:
    """The short name of a single card, see `read_typed`."""
    faces = read_typed(text, c)
    if len(faces) != 1:
        raise _unknown(text)
    return faces[0]


def c_in_english(text: str) -> str:
    """What c stands for where English is spoken, unless the text is Portuguese; else empty."""
    return CLUBS if spoken() == ENGLISH and not _is_portuguese(text) else ""


def c_by_exclusion(text: str) -> str:
    """What c stands for in a text that has another letter for clubs or for hearts; else empty."""
    letters = set(LETTERED.findall(plain(text)))
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
    """A text in small letters, without accents and without what tells how symbols are drawn."""
    letters = unicodedata.normalize("NFKD", text.translate(dict.fromkeys(map(ord, SELECTORS))))
    return "".join(each for each in letters if not unicodedata.combining(each)).casefold()


def _cards(text: str) -> Iterator[tuple[str, str, str]]:
    """Each card of a text: as it was typed, its rank, and its suit or `C`."""
    typed = [word for word in BETWEEN.split(text) if word]
    words = [plain(word) for word in typed]
    at = 0
    while at < len(words):
        if at and words[at] in AND and at + 1 < len(words):
            at += 1
            continue
        end, card = _card_at(words, at)
        if card is None:
            raise _unknown(typed[at])
        yield " ".join(typed[at:end]), *card
        at = end


def _card_at(words: list[str], at: int) -> tuple[int, tuple[str, str] | None]:
    """The rank and the suit of the card that begins at a word, and where it ends."""
    rank, end = RANK_FORMS.get(words[at]), at + 1
    if rank is not None:
        end += end + 1 < len(words) and words[end] in OF
        if end < len(words) and words[end] in SUIT_FORMS and words[end] not in AND:
            return end + 1, (rank, SUIT_FORMS[words[end]])
    if first := SYMBOL_FIRST.fullmatch(words[at]):
        return at + 1, (RANK_FORMS[first[2]], SUIT_FORMS[first[1]])
    whole = WHOLE.fullmatch(words[at])
    if whole is None:
        return at + 1, None
    suit, symbol = SUIT_FORMS[whole[2]], SUIT_FORMS.get(whole[3] or "")
    if symbol is not None and suit not in (symbol, C):
        return at + 1, None
    return at + 1, (RANK_FORMS[whole[1]], symbol or suit)


def _is_portuguese(text: str) -> bool:
    """Whether a text has letters or words for suits that are Portuguese."""
    words = plain(text)
    return bool(set(LETTERED.findall(words)) & set("oep") or PORTUGUESE_WORD.search(words))


def _printed(rank: str) -> str:
    return "10" if rank == "T" else rank


def _unknown(typed: str) -> ParseError:
    return ParseError("unknown card {card}; cards look like '4H', '10S' or 'KD'", card=quote(typed))
