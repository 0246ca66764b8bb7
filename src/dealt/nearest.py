"""Names as people write them: which are the same, and what somebody meant who misspelt one."""

import unicodedata
from collections.abc import Iterable

from dealt.language import Phrase

SHORTEST = 4  # letters of a name of which one may be a slip
LIKENESS = 0.8  # from 0, nothing alike, to 1, the same: a name of people is not a slip


def same(name: str) -> str:
    """The form of a name without differences in capitals, blanks or composed letters.

    >>> same(" ANA  Maria") == same("Ana maria")
    True
    """
    return " ".join(unicodedata.normalize("NFC", name).split()).casefold()


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The known name that somebody all but wrote, if there is one.

    >>> nearest("presidnet", ["penney", "president"]), nearest("godo", ["good"])
    ('president', 'good')
    >>> nearest("Reed", ["AI", "seed"]) is None
    True
    """
    from difflib import get_close_matches  # nothing needs it until somebody mistypes

    lower = name.lower()
    small = {each.lower(): each for each in names}
    if len(name) > 2 * max(map(len, small), default=0):
        return None  # nobody slips so often, and to compare takes long
    if lower in small:
        return small[lower]
    long = [each for each in small if len(each) >= SHORTEST]
    turned_round = [each for each in long if sorted(each) == sorted(lower)]
    close = turned_round or get_close_matches(lower, long, n=1, cutoff=LIKENESS)
    return small[close[0]] if close else None


def or_nearest(problem: Phrase, name: str, names: Iterable[str], ending: Phrase) -> Phrase:
    """A sentence about an unknown name, with the one that was meant, or with all there are.

    Args:
        problem: the sentence, without an end.
        name: what somebody wrote.
        names: the names that exist.
        ending: the end of the sentence where none of them is near.
    """
    suggestion = nearest(name, names)
    if suggestion is None:
        return Phrase("{wrong}; {there}", {"wrong": problem, "there": ending})
    return Phrase("{wrong}: did you mean {name}?", {"wrong": problem, "name": suggestion})
