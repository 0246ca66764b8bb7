"""The meaning of texts in published tables of Penney's game: names, numbers, choices."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import isfinite
from typing import NamedTuple

from dealt.errors import ParseError, StorageError
from dealt.games.penney.choices import LONGEST, SHORTEST, parse_choice
from dealt.games.penney.tally import CARDS, TRICKS
from dealt.penney.published.claims import DRAW, LOSS, OPPOSITE, RESULTS, WIN

MOST_DECKS = 10**15

# --- names ----------------------------------------------------------------------------------------


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_BY_WORDS = {
    TRICKS: _words("trick tricks humble nishiyama hn vaza vazas"),
    CARDS: _words("card cards ron rons carta cartas"),
}
TOTALS = {"total", "totals"}  # the cards, in contrast to tricks
RESULT_WORDS = {
    WIN: _words(
        "win wins won winner winning winrate winrates beats beat w victory victories success "
        "successes wp winpct vitoria vitorias"
    ),
    DRAW: _words(
        "draw draws drawn tie ties tied tierate drawrate equal d push neither tiepct drawpct "
        "empate empates"
    ),
    LOSS: _words("loss losses lose loses lost losing l derrota derrotas lossrate defeat defeats"),
}
SHARES = _words(
    "percent percentage percentages pct perc rate rates prob probs probability probabilities "
    "chance chances share shares fraction winrate winrates odds p frac ratio winpct tiepct drawpct"
)
DECKS = _words("n decks games simulations trials total iterations samples sims runs")
_AROUND_DECKS = DECKS | _words(
    "deck game count counts number num of size scored all played simulation simulated trial "
    "sample run nr no"
)
_NUMBERED = _words("p player seq sequence choice pattern combo pick jogador")
FIRST = _words("1 one first me my mine a i row")
SECOND = _words(
    "2 two second opponent opponents opp other others their theirs b against reply responder "
    "rival enemy foe col column"
)
# text beside numbers that is not a result
ASIDE = _words(
    "standard error stderr se sem std stdev sd ci lower upper z zscore margin diff difference "
    "differences delta rank chi mean avg average median spread best taken endless variance"
)
_JOINING = _words("or and plus")
_EXACT = _words("exact expected theory theoretical true")
JOINED = re.compile(
    "tricks?|cards?|wins?|won|draws?|ties|tied?|loss(?:es)?|lost?|lose|player|percent|pct|rate|count"
)
TOGETHER = re.compile(f"(?:{JOINED.pattern}){{2,}}")
_WITH_DRAWS = re.compile(r"win\w*\s*\+\s*(tie|draw)|non.?los|not.?los|unbeaten")


class Words(NamedTuple):
    """The meaning of the name of a column or a matrix; empty fields are unknown.

    Attributes:
        by: the scoring.
        result: win, draw or loss, of the player whose choice is the first of a pair.
        player: the player, 1 or 2; 0: unknown.
        is_share: whether it is a share, not a count.
        is_decks: whether it is the number of decks.
        is_aside: whether it is something else, such as a standard error.
        is_exact: whether it is an expected value, not a result.
        with_draws: whether numbers contain everything except the result, as in `win or draw`.
    """

    by: str = ""
    result: str = ""
    player: int = 0
    is_share: bool = False
    is_decks: bool = False
    is_aside: bool = False
    is_exact: bool = False
    with_draws: bool = False

    @property
    def rank(self) -> int:
        """The rank of this set of numbers; of equal sets, the lowest rank counts."""
        return 5 if self.with_draws else 2 * self.is_exact + self.is_share


def words_in(text: str) -> list[str]:
    """The words of a text, in lower case without accents; compounds are split."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    plain = unicodedata.normalize("NFKD", spaced).lower().encode("ascii", "ignore").decode()
    parts = re.findall(r"[a-z]+|\d+", plain.replace("%", " percent "))
    return [
        w for word in parts for w in (JOINED.findall(word) if TOGETHER.fullmatch(word) else [word])
    ]


def words_of(text: str) -> Words:
    """The meaning of a name such as `p1_win%_tricks` or `Player 2 Wins (Cards)`."""
    every = words_in(text)
    words = [word for word in every if word not in _NUMBERED]
    all_words = set(words)
    scorings = [by for by, vocabulary in _BY_WORDS.items() if all_words & vocabulary]
    by = scorings[0] if len(scorings) == 1 else ""
    result = next(
        (result for result, vocabulary in RESULT_WORDS.items() if all_words & vocabulary), ""
    )
    if not scorings and result and all_words & TOTALS:
        by = CARDS
    players = [word for word in words if word in FIRST | SECOND]
    if len(words) == len(every) and not scorings and not result:
        players = [word for word in players if not word.isdigit()]  # the first of what?
    player = next((1 if word in FIRST else 2 for word in players), 0)
    is_share = bool(all_words & SHARES)
    if is_share and not result and by:
        result = WIN
    is_decks = bool(all_words & DECKS) and all_words <= _AROUND_DECKS
    with_draws = bool(
        all_words & RESULT_WORDS[WIN] and all_words & RESULT_WORDS[DRAW] and all_words & _JOINING
        or _WITH_DRAWS.search(" ".join(words_in(text)))
        or re.search(r"win\w*\s*\+\s*(tie|draw)", text.lower())
    )  # fmt: skip
    if with_draws:
        result = WIN if player == 2 else LOSS
    elif player == 2 and result:
        result = OPPOSITE[result]
    return Words(
        by,
        result,
        player,
        is_share,
        is_decks,
        bool(all_words & ASIDE),
        bool(all_words & _EXACT),
        with_draws,
    )


def words_along(names: Sequence[str]) -> Words:
    """The joint meaning of several names; the last ones count most."""
    each = [words_of(name) for name in reversed(names)]
    whole = words_of(" ".join(names))
    by = next((words.by for words in each if words.by), whole.by)
    naming = next((words for words in each if words.result), None)
    result, player = whole.result, next((words.player for words in each if words.player), 0)
    if naming:
        result = naming.result
        if not naming.player and player == 2 and not naming.with_draws:
            result = OPPOSITE[result]
    with_draws = bool(naming and naming.with_draws)
    is_decks = bool(each) and each[0].is_decks and not any(words.result for words in each)
    return whole._replace(
        by=by, result=result, player=player, with_draws=with_draws, is_decks=is_decks
    )


_DECKS_IN_TEXT = re.compile(
    r"(?<![a-z])n *[=:_-]? *(\d{2,15})(?!\d)"
    r"|(?<![\d.])(\d{2,15})[ _-]*(?:decks|games|simulations|trials|iterations|runs)"
)
_IN_GROUPS = re.compile(r"(?<!\d)\d{1,3}(?:[,_']\d{3})+(?!\d)")  # not `n3_20240115`
_SCALED = {"k": 10**3, "thousand": 10**3, "m": 10**6, "mio": 10**6, "million": 10**6}
_SCALED_DECKS = re.compile(
    r"(?<![a-z0-9.])(?:n *[=:_-]? *)?(\d+(?:\.\d+)?)[ _-]*(k|thousand|m|mio|million)"
    r"[ _-]*(?:decks|games|simulations|trials|iterations|runs)?(?![a-z])"
)
_POWER_DECKS = re.compile(r"(?<![a-z0-9.])n *[=:_-]? *(\d+(?:\.\d+)?)e\+?(\d{1,2})(?!\d)")


def decks_in(text: str) -> int | None:
    """The number of decks in a title or file name, such as `cards_n5000000`."""
    text = _IN_GROUPS.sub(lambda power: re.sub("[,_']", "", power[0]), text.lower())
    if power := _POWER_DECKS.search(text):
        return int(float(power[1]) * 10 ** min(int(power[2]), 15)) or None
    if power := _SCALED_DECKS.search(text):
        return round(float(power[1]) * _SCALED[power[2]]) or None
    power = _DECKS_IN_TEXT.search(text)
    return int(power[1] or power[2]) or None if power else None


# --- numbers --------------------------------------------------------------------------------------

NOTHING = _words("- -- --- nan null none na n/a n.a. x same <na> \u2013 \u2014 nil \\ / * .") | {""}
_MINUS_ONE = re.compile(r"-1(\.0*)?")  # in place of a missing number
NUMBER = re.compile(r"\d+\.?\d*(e[+-]?\d+)?|\.\d+(e[+-]?\d+)?")
GROUPED = re.compile(r"[1-9]\d{0,2}(,\d{3})+(\.\d+)?")
SPACED = re.compile(r"[1-9]\d{0,2}([ _'\u2019]\d{3})+(\.\d+)?")
_DOTTED = re.compile(r"[1-9]\d{0,2}(\.\d{3}){2,}")
_OUTER_AND_INNER = re.compile(r"([^()\[\]]*)[(\[]([^()\[\]]*)[)\]]")
_REMARK = re.compile(r"^(\d[\d.,%\s()\[\]/]*?)(?:\s*[*\u2020\u2021]+|\s+[a-zA-Z][a-zA-Z ]+)$")
_BETWEEN_NUMBERS = re.compile(r"\s*[/|;]\s*|\s+")
_HYPHENS = re.compile(r"\s*[-\u2013]\s*")
_HYPHENED = re.compile(r"\d+(\.\d+)?%?(\s*[-\u2013]\s*\d+(\.\d+)?%?){1,2}")
_WITH_ERROR = re.compile(r"\s*(\u00b1|\+/?-|\\pm).*")
LATEX = re.compile(r"\\(?:textbf|mathbf|textit|emph|text|underline)\b|\\(?=[%&_$#])|[${}~]")
NUMPY = re.compile(r"\bnp\.\w+\(([^()]*)\)")  # as NumPy 2 prints its numbers and texts


class Raw(NamedTuple):
    """A number as written in a file.

    `slack` is how far the number may be off besides rounding: `<1` is 0.5 with a slack of 0.5.
    """

    value: float
    decimals: int
    is_percent: bool
    where: object
    slack: float = 0.0

    @property
    def is_whole(self) -> bool:
        """Whether the number can be a count."""
        return self.value == int(self.value)


def number_of(text: str, where: object) -> Raw | None:
    """A number as people write it, or None."""
    word = re.sub("[\u00a0\u202f\u2009]", " ", text.strip().strip("\"'")).strip()
    if word.lower() in NOTHING or _MINUS_ONE.fullmatch(word):
        return None
    word = _WITH_ERROR.sub("", LATEX.sub("", word)).strip()
    bound = word[:1] if word[:1] in "<>" else ""
    word = word.lstrip("<>=~\u2248 ")
    is_percent = word.endswith("%")
    word = _without_groups(word.rstrip("% ").lower(), is_percent=is_percent)
    if not NUMBER.fullmatch(word):
        raise StorageError(
            "{where} has {given}, which is not a number from 0 up",
            where=where, given=repr(text[:20]),
        )  # fmt: skip
    value = float(word)
    if not isfinite(value):
        raise StorageError(
            "{where} has {given}, which is too large", where=where, given=repr(text[:20])
        )
    digits, _, exponent = word.partition("e")
    decimals = max(0, len(digits.partition(".")[2]) - int(exponent[:6] or 0))
    if not bound:
        return Raw(value, decimals, is_percent, where)
    half = value / 2 if bound == "<" else max(0.0, (100 if value > 1 else 1) - value) / 2
    return Raw(value + (half if bound == ">" else -half), decimals, is_percent, where, half)


def _without_groups(word: str, *, is_percent: bool = False) -> str:
    """A number with a decimal point and without thousands separators."""
    if SPACED.fullmatch(word):
        return re.sub(r"[ _'\u2019]", "", word)
    if _DOTTED.fullmatch(word):
        return word.replace(".", "")
    if GROUPED.fullmatch(word) and not (is_percent and word.count(",") == 1):
        return word.replace(",", "")
    return word.replace(",", ".") if re.fullmatch(r"\d+,\d+", word) else word


def whole_of(text: str, where: object) -> int:
    """Read a number of decks."""
    raw = number_of(text, where)
    if raw is None or not raw.is_whole or not 1 <= raw.value <= MOST_DECKS:
        raise StorageError(
            "{where} has {given}, which is not a number of decks",
            where=where, given=repr(text[:20]),
        )  # fmt: skip
    return int(raw.value)


def cell_of(text: str, where: object) -> list[Raw | None]:
    """The numbers in a cell such as `80`, `80(8)` or `80/8/12`, at least one."""
    word = _REMARK.sub(r"\1", NUMPY.sub(r"\1", text.strip().strip('"')))
    if both := _OUTER_AND_INNER.fullmatch(word):
        inner = [part for part in re.split(r"[,;/|]\s+|[;/|]", both[2]) if part.strip()]
        outer = [both[1]] if both[1].strip() else []
        return [number_of(part, where) for part in (*outer, *inner)] or [None]
    between = _HYPHENS if _HYPHENED.fullmatch(word) else _BETWEEN_NUMBERS
    parts = [part for part in between.split(word) if part]
    if 1 < len(parts) <= len(RESULTS) and "%" not in parts and not SPACED.fullmatch(word):
        try:
            return [number_of(part, where) for part in parts]
        except StorageError:
            pass
    return [number_of(word, where)]


def is_cell(text: str) -> bool:
    """Whether a text is a number, several numbers, or empty."""
    try:
        cell_of(text, "")
    except StorageError:
        return False
    return True


def is_number(text: str) -> bool:
    """Whether a text consists of at least one number."""
    return is_cell(text) and any(cell_of(text, ""))


# --- rounding -------------------------------------------------------------------------------------

_MOST_DECIMALS = 9  # beyond which a number is not taken to be rounded
ROUNDED = _MOST_DECIMALS + 1  # decimals of a number that is not
_STEADY = 0.75  # of the numbers have as many digits as the longest, if those are rounded alike
_OFTEN = 0.4  # of them have as many decimals, if decks are few enough to leave some out


def are_whole(raws: Sequence[Raw]) -> bool:
    """Whether all numbers can be counts."""
    return all(raw.is_whole for raw in raws)


def decimals_of(raws: Sequence[Raw]) -> Callable[[Raw], int]:
    """The decimals to which each number is rounded: all alike, by digits, or not at all.

    Zeros at the end may not have been written; so one number in ten looks shorter than it is.
    """
    if are_whole(raws) and not any(raw.is_percent for raw in raws):
        return lambda raw: 0  # 48.0 where all numbers are whole
    if (longest := max(raw.decimals for raw in raws)) > _MOST_DECIMALS:
        longest = _without_noise(raws)
        return lambda raw: longest
    nonzero = [raw for raw in raws if raw.value]
    if sum(raw.decimals == longest for raw in nonzero) >= _STEADY * len(nonzero):
        return lambda raw: longest
    digits = max(_digits(raw, raw.decimals) for raw in nonzero)
    if sum(_digits(raw, raw.decimals) == digits for raw in nonzero) >= _STEADY * len(nonzero):
        return lambda raw: max(raw.decimals, raw.decimals + digits - _digits(raw, raw.decimals))
    if sum(raw.decimals == longest for raw in nonzero) >= _OFTEN * len(nonzero):
        return lambda raw: longest
    usual = Counter(raw.decimals for raw in nonzero).most_common(1)[0][0]
    return lambda raw: max(raw.decimals, usual)


def _digits(raw: Raw, decimals: int) -> int:
    """The number of digits, without zeros before the first."""
    return len(str(round(raw.value * 10**decimals)))


def _without_noise(raws: Sequence[Raw]) -> int:
    """The decimals of numbers such as 40.410000000000004, meaning 40.41; ROUNDED if over 9."""
    slack = 1e-13 * max(1.0, *(raw.value for raw in raws))
    for places in range(_MOST_DECIMALS + 1):
        if all(abs(raw.value - round(raw.value, places)) <= slack for raw in raws):
            return places
    return ROUNDED


# --- choices --------------------------------------------------------------------------------------

_SYMBOLS = str.maketrans(
    {"\U0001f7e5": "R", "\U0001f534": "R", "\u2665": "R", "\u2666": "R"}
    | {"\u2b1b": "B", "\u26ab": "B", "\u2660": "B", "\u2663": "B", "\ufe0f": ""}
)
TRUTHS = {"TRUE": "1", "FALSE": "0"}
_PLAYER_NAMES = re.compile(r"\b(?:P|PLAYER|SEQ)[\s_]*[12AB]\s*[:=]?", re.IGNORECASE)
_VERSUS = re.compile(r"\b(?:VS?|VERSUS|AGAINST|BEATS|OVER|TO|X|AND)\b\.?", re.IGNORECASE)
GROUP = re.compile(r"[\[(]([^\[\]()]*)[\])]")
_NUMBERED_PAIR = re.compile(r"\D*(\d{1,2})\D+(\d{1,2})\D*|(\d)(\d)")


def _plain(text: str) -> str:
    """A choice without the marks of Python and NumPy around its colours."""
    word = NUMPY.sub(r"\1", text.translate(_SYMBOLS))
    for truth, digit in TRUTHS.items():
        word = re.sub(truth, digit, word, flags=re.IGNORECASE)
    return word


def choices_of(texts: Iterable[str], length: int = 0) -> tuple[list[int], int] | None:
    """Choices and their length, if all texts are choices of one length.

    Leading zeros may be lost, for example if 001 was taken for a number. `length` is the right one
    if it is known.
    """
    words = [re.sub(r"[\s\[\](){}'\"*`$]|(?<=\d)\.0$", "", _plain(text)) for text in texts]
    if not words or not all(words):
        return None
    if all(set(word) <= {"0", "1"} for word in words):
        longest = max(length, *map(len, words))
        words = [word.zfill(longest) for word in words]
    try:
        choices = [parse_choice(word) for word in words]
        letters = words[0].upper().replace("RED", "R").replace("BLACK", "B")
        length = length or sum(letter in "RB01" for letter in letters)
        for word in words:
            parse_choice(word, length)
    except ParseError:
        return None
    return (choices, length) if SHORTEST <= length <= LONGEST else None


def choice_of(text: str, length: int) -> int | None:
    """A choice of this many colours, with lost leading zeros restored."""
    choices = choices_of([text], length)
    return choices[0][0] if choices else None


class Pair(NamedTuple):
    """Two choices and their length; `is_named` unless they are numbers from 0 up."""

    choice: int
    other: int
    length: int
    is_named: bool = True


def _halves(text: str) -> list[str]:
    """The two choices in a text such as `RRR_RRB`, `(000, 001)` or `RRR vs RRB`, or none."""
    word = _plain(text).upper().replace("BLACK", "B")
    word = _VERSUS.sub(" ", _PLAYER_NAMES.sub(" ", word.replace("_", " "))).replace("RED", "R")
    groups = [group for group in GROUP.findall(word) if group.strip()]
    if len(groups) == 2:
        return [re.sub(r"[^RB01]", "", group) for group in groups]
    parts = re.findall(r"[RB]+|[01]+", word)
    if re.sub(r"[RB01\s\[\](){}'\"`.,;:|/>\u2192-]", "", word):
        return []
    whole = "".join(parts)
    if len(parts) > 2 and len(whole) % 2 == 0:  # both are of the same length
        return [whole[: len(whole) // 2], whole[len(whole) // 2 :]]
    return parts if len(parts) == 2 else []


def is_pair(text: str) -> bool:
    """Whether a text is two choices."""
    return not NUMBER.fullmatch(text) and choices_of(_halves(text)) is not None


def pairs_of(texts: Iterable[str]) -> list[Pair] | None:
    """Pairs of choices, if all texts are pairs of the same length."""
    words = list(texts)
    if any("." in word and NUMBER.fullmatch(word) for word in words):
        return None
    halves = [_halves(text) for text in words]
    if words and all(halves):
        choices = choices_of([half for both in halves for half in both])
        if choices:
            return [
                Pair(choice, other, choices[1])
                for choice, other in zip(choices[0][::2], choices[0][1::2], strict=True)
            ]
    numbered = [_NUMBERED_PAIR.fullmatch(NUMPY.sub(r"\1", text)) for text in words]
    if numbered and all(numbered):
        both = [[int(n) for n in pair.groups() if n] for pair in numbered if pair]
        numbers = {choice for pair in both for choice in pair}
        length = len(numbers).bit_length() - 1
        fewest = len(numbers) * (len(numbers) - 1) // 2
        is_all = numbers == set(range(1 << length)) and len(words) >= fewest
        if SHORTEST <= length <= LONGEST and is_all:
            return [Pair(choice, other, length, is_named=False) for choice, other in both]
    joined = choices_of(words)  # RRRRRB
    if joined and joined[1] % 2 == 0 and joined[1] // 2 >= SHORTEST:
        length = joined[1] // 2
        size = 1 << length
        if len(words) in {size * size, size * (size - 1), size * (size - 1) // 2}:
            return [Pair(both >> length, both & (size - 1), length) for both in joined[0]]
    return None
