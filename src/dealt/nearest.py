"""Names as people write them: equal spellings, and the likely meaning of a misspelt one."""

import unicodedata
from collections.abc import Iterable

from dealt.language import Phrase

SHORTEST = 4  # fewest letters of a name that may have a slip
_LIKENESS = 0.8  # similarity, 0 to 1; people's names should not match


def same(name: str) -> str:
    """The form of a name without differences in capitals, blanks or composed letters.

    >>> same(" ANA  Maria") == same("Ana maria")
    True
    """
    return " ".join(unicodedata.normalize("NFC", name).split()).casefold()


def without_accents(text: str) -> str:
    """A text as people type it in a hurry.

    >>> without_accents("histórico")
    'historico'
    """
    letters = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The known name that a misspelt one is close to, or None.

    >>> nearest("presidnet", ["penney", "president"]), nearest("godo", ["good"])
    ('president', 'good')
    >>> nearest("Reed", ["AI", "seed"]) is None
    True
    """
    from difflib import get_close_matches  # needed only after a typing mistake

    lower = name.lower()
    small = {each.lower(): each for each in names}
    if len(name) > 2 * max(map(len, small), default=0):
        return None  # so long a name is not a slip, and comparing takes long
    if lower in small:
        return small[lower]
    long = [each for each in small if len(each) >= SHORTEST]
    turned_round = [each for each in long if sorted(each) == sorted(lower)]
    close = turned_round or get_close_matches(lower, long, n=1, cutoff=_LIKENESS)
    return small[close[0]] if close else None


def or_nearest(problem: Phrase, name: str, names: Iterable[str], ending: Phrase) -> Phrase:
    """A sentence about an unknown name, with the likely name or all known ones.

    Args:
        problem: the sentence, without an end.
        name: the unknown name.
        names: the names that exist.
        ending: the end of the sentence if none of them is near.
    """
    suggestion = nearest(name, names)
    if suggestion is None:
        return Phrase("{wrong}; {there}", {"wrong": problem, "there": ending})
    return Phrase("{wrong}: did you mean {name}?", {"wrong": problem, "name": suggestion})
