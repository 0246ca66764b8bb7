"""Penney's game: the choices, which are sequences of red and black.

A card is a colour, 0 red and 1 black. A choice of length L is a number below 2**L whose binary
digits are its colours, the first colour being the highest digit: for length 3, 0 is RRR, 1 is RRB
and 7 is BBB. The files of the original document use the same order and digits.
"""

from __future__ import annotations

from dealt.errors import ParseError

COLOURS = "RB"
RED = 0
BLACK = 1
LENGTH = 3
CHOICES = 1 << LENGTH

# sequences that odds can be asked for
SHORTEST = 2
LONGEST = 6


def choice_text(choice: int, length: int = LENGTH) -> str:
    """A choice as people write it: 1 is `RRB`."""
    return "".join(COLOURS[choice >> place & 1] for place in reversed(range(length)))


def digits(choice: int, length: int = LENGTH) -> str:
    """A choice as the document's files write it: 1 is `001`."""
    return f"{choice:0{length}b}"


def colours(choice: int, length: int = LENGTH) -> tuple[int, ...]:
    """The colours of a choice, in order."""
    return tuple(choice >> place & 1 for place in reversed(range(length)))


def other_colours(choice: int, length: int = LENGTH) -> int:
    """The choice with red and black exchanged."""
    return choice ^ ((1 << length) - 1)


def in_order(length: int = LENGTH) -> tuple[int, ...]:
    """All choices in the order of printed results, from `BBB` to `RRR`."""
    return tuple(reversed(range(1 << length)))


def parse_choice(text: str, length: int | None = None) -> int:
    """The choice that `text` names: `RRB`, `r r b`, `001`, `red red black` or, of coins, `HHT`.

    Args:
        text: what somebody wrote.
        length: number of colours required; None: any number.

    Raises:
        ParseError: not a choice, or of another length.
    """
    word = letters(text)
    size = length or len(word)
    if not word or set(word) - set(COLOURS) or len(word) != size:
        many = length or LENGTH
        raise ParseError(
            "{given} is not a valid choice: write {n} colours, R or B, such as {sample}",
            given=repr(text[:20]), n=many, sample=_sample(many),
        )  # fmt: skip
    return int(word.replace("R", "0").replace("B", "1"), 2)


def letters(text: str) -> str:
    """Colours as letters without separators: `RRB` for `r r b`, `001` or `red red black`.

    Anything that is not a colour stays in the text, so that errors can name it.
    """
    word = text.upper()
    for letter, names in zip(
        COLOURS, (("RED", "HEADS", "0", "H"), ("BLACK", "TAILS", "1", "T")), strict=True
    ):
        for name in names:
            word = word.replace(name, letter)
    return "".join(word.replace(",", " ").replace("-", " ").split())


def _sample(length: int) -> str:
    """A choice to show as an example: `RRB`."""
    return choice_text(1, length)
