"""The meaning of texts in published tables of Penney's game: column names, numbers, choices."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from math import isfinite
from typing import NamedTuple

from dealt.errors import ParseError, StorageError
from dealt.games.penney.choices import LONGEST, SHORTEST, parse_choice
from dealt.games.penney.tally import CARDS, TRICKS
from dealt.penney.published.claims import DRAW, LOSS, RESULTS, WIN

MOST_DECKS = 10**15
NOTHING = {"", "-", "--", "---", "nan", "null", "none", "na", "n/a", "n.a.", "x", "same", "<na>"}
NOTHING |= {"\u2013", "\u2014", "nil", "\\", "/", "*", "."}

MINUS_ONE = re.compile(r"-1(\.0*)?")  # in place of a number that there is not
NUMBER = re.compile(r"\d+\.?\d*(e[+-]?\d+)?|\.\d+(e[+-]?\d+)?")
GROUPED = re.compile(r"[1-9]\d{0,2}(,\d{3})+(\.\d+)?")
SPACED = re.compile(r"[1-9]\d{0,2}([ _'\u2019]\d{3})+(\.\d+)?")
DOTTED = re.compile(r"[1-9]\d{0,2}(\.\d{3}){2,}")
WITH_DRAWS = re.compile(r"([^()\[\]]*)[(\[]([^()\[\]]*)[)\]]")
REMARK = re.compile(r"^(\d[\d.,%\s()\[\]/]*?)(?:\s*[*\u2020\u2021]+|\s+[a-zA-Z][a-zA-Z ]+)$")
BETWEEN_NUMBERS = re.compile(r"\s*[/|;]\s*|\s+")
HYPHENS = re.compile(r"\s*[-\u2013]\s*")
HYPHENED = re.compile(r"\d+(\.\d+)?%?(\s*[-\u2013]\s*\d+(\.\d+)?%?){1,2}")
WITH_ERROR = re.compile(r"\s*(\u00b1|\+/?-|\\pm).*")
LATEX = re.compile(r"\\(?:textbf|mathbf|textit|emph|text|underline)\b|\\(?=[%&_$#])|[${}~]")
DECKS_IN_TEXT = re.compile(
    r"(?<![a-z])n *[=:_-]? *(\d{2,15})(?!\d)"
    r"|(?<![\d.])(\d{2,15})[ _-]*(?:decks|games|simulations|trials|iterations|runs)"
)
IN_GROUPS = re.compile(r"(?<!\d)\d{1,3}(?:[,_']\d{3})+(?!\d)")  # not `n3_20240115`
SCALED = {"k": 10**3, "thousand": 10**3, "m": 10**6, "mio": 10**6, "million": 10**6}
SCALED_DECKS = re.compile(
    r"(?<![a-z0-9.])(?:n *[=:_-]? *)?(\d+(?:\.\d+)?)[ _-]*(k|thousand|m|mio|million)"
    r"[ _-]*(?:decks|games|simulations|trials|iterations|runs)?(?![a-z])"
)
POWER_DECKS = re.compile(r"(?<![a-z0-9.])n *[=:_-]? *(\d+(?:\.\d+)?)e\+?(\d{1,2})(?!\d)")

BY_WORDS = {
    TRICKS: {"trick", "tricks", "humble", "nishiyama", "hn", "vaza", "vazas"},
    CARDS: {"card", "cards", "ron", "rons", "carta", "cartas"},
}
TOTALS = {"total", "totals"}  # the cards, in contrast to tricks
RESULT_WORDS = {
    WIN: {"win", "wins", "won", "winner", "winning", "winrate", "winrates", "beats", "beat", "w"}
    | {"victory", "victories", "success", "successes", "wp", "winpct", "vitoria", "vitorias"},
    DRAW: {"draw", "draws", "drawn", "tie", "ties", "tied", "tierate", "drawrate", "equal", "d"}
    | {"push", "neither", "tiepct", "drawpct", "empate", "empates"},
    LOSS: {"loss", "losses", "lose", "loses", "lost", "losing", "l", "derrota", "derrotas"}
    | {"lossrate", "defeat", "defeats"},
}
SHARES = {"percent", "percentage", "percentages", "pct", "perc", "rate", "rates", "prob", "probs"}
SHARES |= {"probabilities", "probability", "chance", "chances", "share", "shares", "fraction"}
SHARES |= {"winrate", "winrates", "odds", "p", "frac", "ratio", "winpct", "tiepct", "drawpct"}
DECKS = {"n", "decks", "games", "simulations", "trials", "total", "iterations", "samples", "sims"}
DECKS |= {"runs"}
AROUND_DECKS = {"deck", "game", "count", "counts", "number", "num", "of", "size", "scored", "all"}
AROUND_DECKS |= {"played", "simulation", "simulated", "trial", "sample", "run", "nr", "no"}
NUMBERED = {"p", "player", "seq", "sequence", "choice", "pattern", "combo", "pick", "jogador"}
FIRST = {"1", "one", "first", "me", "my", "mine", "a", "i", "row"}
SECOND = {"2", "two", "second", "opponent", "opponents", "opp", "other", "others", "their", "b"}
SECOND |= {"theirs", "against", "reply", "responder", "rival", "enemy", "foe", "col", "column"}
# what stands beside numbers, and is not one of them
ASIDE = {"standard", "error", "stderr", "se", "sem", "std", "stdev", "sd", "ci", "lower", "upper"}
ASIDE |= {"z", "zscore", "margin", "diff", "difference", "differences", "delta", "rank", "chi"}
ASIDE |= {"mean", "avg", "average", "median", "spread", "best", "taken", "endless", "variance"}
EXACT = {"exact", "expected", "theory", "theoretical", "true"}
JOINED = re.compile(
    "tricks?|cards?|wins?|won|draws?|ties|tied?|loss(?:es)?|lost?|lose|player|percent|pct|rate|count"
)
TOGETHER = re.compile(f"(?:{JOINED.pattern}){{2,}}")
# the last four are counts of tricks and cards, not of decks
SYMBOLS = str.maketrans(
    {"\U0001f7e5": "R", "\U0001f534": "R", "\u2b1b": "B", "\u26ab": "B", "_": "_"}
)


class Raw(NamedTuple):
    """A number as written in a file.

    `slack` is how far the number may be off besides rounding: `<1` is 0.5 with a slack of 0.5.
    """

    value: float
    decimals: int
    is_percent: bool
    where: object
    slack: float = 0.0


class Words(NamedTuple):
    """The meaning of the name of a column or a matrix; empty fields are unknown.

    Attributes:
        by: the scoring.
        result: win, draw or loss.
        player: the player, 1 or 2; 0: unknown.
        is_share: whether it is a share, not a count.
        is_decks: whether it is the number of decks.
        is_aside: whether it is something else, such as a standard error.
        is_exact: whether it is an expected value, not a result.
        with_draws: whether draws are included, as in `win or draw`.
    """

    by: str
    result: str
    player: int
    is_share: bool
    is_decks: bool
    is_aside: bool = False
    is_exact: bool = False
    with_draws: bool = False


def plain(text: str) -> str:
    """A text in lower case without accents, with separated words."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    return unicodedata.normalize("NFKD", spaced).lower().encode("ascii", "ignore").decode()


def _apart(word: str) -> list[str]:
    """The words that are written as one, such as `wincards`."""
    return JOINED.findall(word) if TOGETHER.fullmatch(word) else [word]


def words_of(text: str) -> Words:
    """The meaning of a name such as `p1_win%_tricks` or `Player 2 Wins (Cards)`."""
    spaced = plain(text).replace("%", " percent ")
    words = [w for word in re.findall(r"[a-z]+|\d+", spaced) for w in _apart(word)]
    said_words = [w for w in words if w not in NUMBERED]
    seen = set(said_words)
    scorings = [by for by, meant in BY_WORDS.items() if seen & meant]
    by = scorings[0] if len(scorings) == 1 else ""
    result = next((result for result, meant in RESULT_WORDS.items() if seen & meant), "")
    if not scorings and result and seen & TOTALS:
        by = CARDS
    player = next((1 if w in FIRST else 2 for w in said_words if w in FIRST | SECOND), 0)
    is_share = bool(seen & SHARES) or "percent" in seen
    if is_share and not result and by:
        result = WIN
    is_decks = bool(seen & DECKS) and seen <= DECKS | AROUND_DECKS
    with_draws = bool(
        seen & RESULT_WORDS[WIN] and seen & RESULT_WORDS[DRAW] and seen & {"or", "and", "plus"}
        or re.search(r"win\w*\s*\+\s*(tie|draw)|non.?los|not.?los|unbeaten", spaced)
    )  # fmt: skip
    return Words(
        by, WIN if with_draws else result, player, is_share, is_decks,
        bool(seen & ASIDE), bool(seen & EXACT), with_draws,
    )  # fmt: skip


def decks_in(text: str) -> int | None:
    """The number of decks in a title or file name, such as `cards_n5000000`."""
    text = IN_GROUPS.sub(lambda power: re.sub("[,_']", "", power[0]), text.lower())
    if power := POWER_DECKS.search(text):
        return int(float(power[1]) * 10 ** min(int(power[2]), 15)) or None
    if power := SCALED_DECKS.search(text):
        return round(float(power[1]) * SCALED[power[2]]) or None
    power = DECKS_IN_TEXT.search(text)
    return int(power[1] or power[2]) or None if power else None


# --- numbers --------------------------------------------------------------------------------------


def number_of(text: str, where: object) -> Raw | None:
    """A number as people write it; None if it is not one."""
    word = re.sub("[\u00a0\u202f\u2009]", " ", text.strip().strip("\"'")).strip()
    if word.lower() in NOTHING or MINUS_ONE.fullmatch(word):
        return None
    word = WITH_ERROR.sub("", LATEX.sub("", word)).strip()
    bound = word[:1] if word[:1] in "<>" else ""
    word = word.lstrip("<>=~\u2248 ")
    is_percent = word.endswith("%")
    word = without_groups(word.rstrip("% ").lower(), is_percent=is_percent)
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
    decimals = len(digits.partition(".")[2]) - int(exponent[:6] or 0)
    if bound:
        half = value / 2 if bound == "<" else max(0.0, (100 if value > 1 else 1) - value) / 2
        value += -half if bound == "<" else half
        return Raw(value, max(0, decimals), is_percent, where, half)
    return Raw(value, max(0, decimals), is_percent, where)


def without_groups(word: str, *, is_percent: bool = False) -> str:
    """A number with a decimal point and without thousands separators."""
    if SPACED.fullmatch(word):
        return re.sub(r"[ _'\u2019]", "", word)
    if DOTTED.fullmatch(word):
        return word.replace(".", "")
    if GROUPED.fullmatch(word) and not (is_percent and word.count(",") == 1):
        return word.replace(",", "")
    if re.fullmatch(r"\d+,\d+", word):
        return word.replace(",", ".")
    return word


def whole_of(text: str, where: object) -> int:
    """A number of decks."""
    raw = number_of(text, where)
    if raw is None or raw.value != int(raw.value) or not 1 <= raw.value <= MOST_DECKS:
        raise StorageError(
            "{where} has {given}, which is not a number of decks",
            where=where, given=repr(text[:20]),
        )  # fmt: skip
    return int(raw.value)


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


def cell_of(text: str, where: object) -> list[Raw | None]:
    """The numbers in a cell such as `80`, `80(8)` or `80/8/12`, at least one."""
    word = REMARK.sub(r"\1", text.strip().strip('"'))
    if both := WITH_DRAWS.fullmatch(word):
        inner = [part for part in re.split(r"[,;/|]\s+|[;/|]", both[2]) if part.strip()]
        outer = [both[1]] if both[1].strip() else []
        return [number_of(part, where) for part in (*outer, *inner)] or [None]
    between = HYPHENS if HYPHENED.fullmatch(word) else BETWEEN_NUMBERS
    parts = [part for part in between.split(word) if part]
    if 1 < len(parts) <= len(RESULTS) and "%" not in parts and not SPACED.fullmatch(word):
        try:
            return [number_of(part, where) for part in parts]
        except StorageError:
            pass
    return [number_of(word, where)]


# --- choices --------------------------------------------------------------------------------------


def choices_of(texts: Iterable[str]) -> tuple[list[int], int] | None:
    """Choices and their length, if all these texts are choices of the same length.

    Leading zeros may be lost, for example if 001 was taken for a number.
    """
    words = [re.sub(r"[\s\[\]()'\"*`{}$]", "", text.translate(SYMBOLS)) for text in texts]
    if not words or not all(words):
        return None
    if all(set(word) <= {"0", "1"} for word in words):
        longest = max(map(len, words))
        words = [word.zfill(longest) for word in words]
    try:
        choices = [parse_choice(word) for word in words]
        letters = words[0].upper().replace("RED", "R").replace("BLACK", "B")
        length = sum(letter in "RB01" for letter in letters)
        for word in words:
            parse_choice(word, length)
    except ParseError:
        return None
    return (choices, length) if SHORTEST <= length <= LONGEST else None


def choice_of(text: str, length: int) -> int | None:
    """The choice at the beginning of a row."""
    choices = choices_of([text])
    if choices is None or choices[1] != length:
        choices = choices_of([text, "0" * length])
    return choices[0][0] if choices and choices[1] == length else None


PLAYER_NAMES = re.compile(r"\b(?:P|PLAYER|SEQ)[\s_]*[12AB]\s*[:=]?", re.IGNORECASE)
VERSUS = re.compile(r"\b(?:VS?|VERSUS|AGAINST|BEATS|OVER|TO|X|AND)\b\.?", re.IGNORECASE)
GROUP = re.compile(r"[\[(]([^\[\]()]*)[\])]")


def pair_of(text: str) -> tuple[int, int, int] | None:
    """Two choices in one text, and their length.

    Such as `RRR_RRB`, `(000, 001)` or `RRR vs RRB`.
    """
    word = text.translate(SYMBOLS).upper().replace("BLACK", "B")
    word = VERSUS.sub(" ", PLAYER_NAMES.sub(" ", word.replace("_", " "))).replace("RED", "R")
    groups = [group for group in GROUP.findall(word) if group.strip()]
    if len(groups) == 2:
        parts = [re.sub(r"[^RB01]", "", group) for group in groups]
    else:
        parts = re.findall(r"[RB]+|[01]+", word)
        if re.sub(r"[RB01\s\[\](){}'\"`.,;:|/>\u2192-]", "", word) or len(parts) != 2:
            return None
    one, two = choices_of(parts[:1]), choices_of(parts[1:])
    if one is None or two is None or one[1] != two[1]:
        return None
    return one[0][0], two[0][0], one[1]


NUMBERED_PAIR = re.compile(r"\D*?(\d{1,2})\D+(\d{1,2})\D*")


def _numbered_pairs(texts: list[str]) -> tuple[list[tuple[int, int]], int] | None:
    """Pairs of choices by their numbers, such as `(0, 7)`, if all choices are among them."""
    found = [NUMBERED_PAIR.fullmatch(text) for text in texts]
    pairs = [(int(pair[1]), int(pair[2])) for pair in found if pair]
    numbers = {choice for pair in pairs for choice in pair}
    length = len(numbers).bit_length() - 1
    if len(pairs) < len(texts) or not SHORTEST <= length <= LONGEST:
        return None
    return (pairs, length) if numbers == set(range(1 << length)) else None


def pairs_of(texts: Iterable[str]) -> tuple[list[tuple[int, int]], int] | None:
    """Pairs of choices and their length, if all texts are such pairs."""
    words = list(texts)
    pairs = [pair_of(text) for text in words]
    if all(pairs) and pairs:
        lengths = {pair[2] for pair in pairs if pair}
        return ([pair[:2] for pair in pairs if pair], lengths.pop()) if len(lengths) == 1 else None
    numbered = _numbered_pairs(words)
    if numbered:
        return numbered
    joined = choices_of(words)  # RRRRRB
    if joined and joined[1] % 2 == 0 and joined[1] // 2 >= SHORTEST:
        length = joined[1] // 2
        size = 1 << length
        if len(words) in {size * size, size * (size - 1), size * (size - 1) // 2}:
            return [(both >> length, both & (size - 1)) for both in joined[0]], length
    return None
