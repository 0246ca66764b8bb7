"""The `scores.csv` and `output.csv` of the original document: all pairs of choices, as text."""

from __future__ import annotations

from dealt.errors import StorageError
from dealt.games.penney.choices import LENGTH, digits
from dealt.games.penney.tally import CARDS, SCORINGS, TRICKS, Tally
from dealt.language import Phrase, message
from dealt.penney.deck_files import AnyPath
from dealt.penney.percentages import percentages
from dealt.storage.files import TextFile

HEADER = (
    "p1_choice, p2_choice, trick_ties, p1_trick_wins, p1_trick_loss,"
    " card_ties, p1_card_wins, p1_card_loss"
)
_OUTPUT_HEADER = (
    "p1_choice,p2_choice,p1_win%_tricks,tricks_tie%,p1_win%_cards,cards_tie%,games_total"
)
FIELDS = HEADER.split(", ")
PAIRS = list(Tally.empty().pairs())
CHOICES = {digits(choice): choice for choice in range(1 << LENGTH)}
_MOST_DIGITS = 18
_NOT_ALL = {
    TRICKS: message(
        "{name}: line {n} has {found} decks by tricks, line {first} has {decks} by tricks; every "
        "row has all decks"
    ),
    CARDS: message(
        "{name}: line {n} has {found} decks by cards, line {first} has {decks} by tricks; every "
        "row has all decks"
    ),
}
_NOT_MIRRORED = {
    TRICKS: message("{name}: line {n} is not line {other} seen by the other player by tricks"),
    CARDS: message("{name}: line {n} is not line {other} seen by the other player by cards"),
}


def scores_text(tally: Tally) -> str:
    """The counts in the document's layout, for three colours 56 rows below a header."""
    rows = [
        ",".join((*_names(pair, tally.length), *map(str, _counts(tally, *pair))))
        for pair in tally.pairs()
    ]
    return "\n".join((HEADER, *rows, ""))


def output_text(tally: Tally) -> str:
    """The percentages in the layout of the document's `output.csv`, one row for each pair."""
    rows = [",".join(map(str, row)) for row in percentages(tally)]
    return "\n".join((_OUTPUT_HEADER, *rows, ""))


def _names(pair: tuple[int, int], length: int = LENGTH) -> tuple[str, str]:
    return digits(pair[0], length), digits(pair[1], length)


def _counts(tally: Tally, choice: int, other: int) -> tuple[int, ...]:
    """Ties, wins and losses by tricks, then by cards."""
    outcomes = [tally.outcome(by, choice, other) for by in SCORINGS]
    return tuple(decks for wins, ties, losses in outcomes for decks in (ties, wins, losses))


def read_scores(path: AnyPath) -> Tally | None:
    """The counts in a `scores.csv`; None if there is no such file.

    Blanks, empty lines and a comma at the end of a line are ignored.

    Raises:
        StorageError: it cannot be read, or is not in the layout of `scores_text`.
    """
    text = TextFile(path).read()
    return None if text is None else scores_of_file(text, str(path))


def scores_of_file(text: str, name: str) -> Tally:
    """The counts in the text of a file; for other files, the error names their kind.

    Raises:
        StorageError: see `parse_scores`.
    """
    if not text.strip():
        raise StorageError("{file} is empty; remove it, or use --scores FILE", file=name)
    try:
        return parse_scores(text, name)
    except StorageError:
        from dealt.games.mason_rummy.scores import is_scores

        if is_scores(text):
            raise StorageError(
                "{file} holds the scores of Mason Rummy, not of Penney's game; use --scores FILE",
                file=name,
            ) from None
        raise


def parse_scores(text: str, name: str) -> Tally:
    """Parse the text of a `scores.csv`; errors call it `name`.

    Raises:
        StorageError: it is not in the layout of `scores_text`.
    """
    rows: dict[tuple[int, int], tuple[int, list[int]]] = {}
    has_header = False
    for number, line in enumerate(text.split("\n"), 1):
        fields = [field.strip() for field in line.split(",")]
        if len(fields) > 1 and not fields[-1]:
            fields.pop()
        if fields == [""]:
            continue
        where = line_text(name, number)
        if not has_header:
            if fields != FIELDS:
                raise StorageError(
                    "{where} should be the header {header}", where=where, header=repr(HEADER)
                )
            has_header = True
            continue
        pair, counts = _row(fields, where)
        if pair in rows:
            raise StorageError(
                "{where} is a second row of {pair}", where=where, pair=",".join(fields[:2])
            )
        rows[pair] = number, counts
    for pair in PAIRS:
        if pair not in rows:
            raise StorageError(
                "{name} has no row of {pair}; {n} rows are right",
                name=name, pair=",".join(_names(pair)), n=len(PAIRS),
            )  # fmt: skip
    return _tally(rows, name)


def line_text(name: str, line: int) -> Phrase:
    """The place of a line in a file, counted from 1, for errors."""
    return Phrase("{name}: line {n}", {"name": name, "n": line})


def _fields_text(where: object, n: int, right: int) -> Phrase:
    """The message for a line with too many fields or too few."""
    facts = {"where": where, "n": n, "right": right}
    return Phrase("{where} has {n} fields; {right} are right", facts)


def _row(fields: list[str], where: object) -> tuple[tuple[int, int], list[int]]:
    if len(fields) != len(FIELDS):
        raise StorageError(_fields_text(where, len(fields), len(FIELDS)))
    for field in fields[:2]:
        if field not in CHOICES:
            raise StorageError(
                "{where} has {given}, which is not a choice such as 001",
                where=where, given=repr(field[:20]),
            )  # fmt: skip
    if fields[0] == fields[1]:
        raise StorageError("{where} has the same choice twice", where=where)
    for field in fields[2:]:
        if not (field.isascii() and field.isdigit() and len(field) <= _MOST_DIGITS):
            raise StorageError(
                "{where} has {given}, which is not a whole number from 0 up",
                where=where, given=repr(field[:20]),
            )  # fmt: skip
    return (CHOICES[fields[0]], CHOICES[fields[1]]), [int(field) for field in fields[2:]]


def _tally(rows: dict[tuple[int, int], tuple[int, list[int]]], name: str) -> Tally:
    """The counts from all rows; StorageError if they contradict each other."""
    first, counts = rows[PAIRS[0]]
    decks = sum(counts[:3])
    tables = [[[0] * len(CHOICES) for _ in CHOICES] for _ in range(2)]
    for choice, other in PAIRS:
        number, counts = rows[choice, other]
        before, mirrored = rows[other, choice]
        for table, by, (ties, won, lost), (_, their_won, their_lost) in zip(
            tables, SCORINGS, _halves(counts), _halves(mirrored), strict=True
        ):
            if ties + won + lost != decks:
                raise StorageError(
                    _NOT_ALL[by],
                    name=name, n=number, found=ties + won + lost, first=first, decks=decks,
                )  # fmt: skip
            if before < number and (won, lost) != (their_lost, their_won):
                raise StorageError(_NOT_MIRRORED[by], name=name, n=number, other=before)
            table[choice][other] = won
    tricks, cards = (tuple(map(tuple, table)) for table in tables)
    return Tally(decks, tricks, cards)


def _halves(counts: list[int]) -> tuple[list[int], list[int]]:
    return counts[:3], counts[3:]
