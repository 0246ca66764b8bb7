"""Odds of Penney's game as JSON values, for whatever draws them.

What can be asked for is a short list, so that all answers together stay small.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dealt.core.sheet import cell_text
from dealt.errors import ParseError, SetupError
from dealt.games.penney import exact, odds_report
from dealt.games.penney.choices import COLOURS, LENGTH, choice_text, in_order, letters
from dealt.games.penney.pack_race import checked_pack, pack_race
from dealt.games.penney.race import checked, race, read_weights
from dealt.games.penney.tally import SCORINGS, Tally
from dealt.language import ENGLISH, Phrase, speaking, spoken

DECKS = (10, 13, 20, 26, 39)  # red cards, and as many black; the time grows with the fourth power
CHOICES = tuple(choice_text(choice) for choice in in_order(LENGTH))
DIGITS = 6  # of a share; four of them are shown
_MOST_LETTERS, _MOST_PLAYERS = 32, 3  # of sequences; of a pack
_WAIT = 12  # letters of the distribution of a wait


def odds(query: Mapping[str, str]) -> tuple[Any, ...]:
    """What computes the odds of all pairs of choices, and its arguments: `deck=26`.

    With `sequences=HHT+THH`, and perhaps `weights=H=2,T=1` or a deck: what computes which of them
    comes first.

    Raises:
        SetupError, ParseError: another deck than those offered, or no sequences that can race.
    """
    if "sequences" not in query:
        return all_pairs, _deck_of(query)
    words = query["sequences"].replace(",", " ").upper().split()
    weights = query.get("weights", "").strip()
    if sum(map(len, words)) > _MOST_LETTERS:
        raise SetupError("at most {n} letters in all are compared here", n=_MOST_LETTERS)
    if "deck" in query:
        deck, words = _deck_of(query), [*map(letters, words)]
        if len(words) > _MOST_PLAYERS:
            raise SetupError("at most {n} players share a pack here", n=_MOST_PLAYERS)
        checked_pack(words, dict.fromkeys(COLOURS, deck))
        return _race_of, " ".join(words), "", deck, spoken()
    checked(words, read_weights(weights) if weights else None)
    return _race_of, " ".join(words), weights, 0, spoken()


def _race_of(
    sequences: str, weights: str, deck: int, language: str = ENGLISH
) -> dict[str, list[dict[str, Any]]]:
    """Which of some sequences comes first, and the wait, as sheets in a language."""
    words, pack = sequences.split(), dict.fromkeys(COLOURS, deck)
    shares = read_weights(weights) if weights else None
    result = pack_race(words, pack) if deck else race(words, shares)
    with speaking(language):
        sheets = (*result.sheets(), result.wait_sheet(_WAIT))
        return {
            "sheets": [
                {
                    "title": sheet.title,
                    "columns": sheet.columns,
                    "rows": [[*map(cell_text, row)] for row in sheet.rows],
                    "notes": sheet.notes,
                }
                for sheet in sheets
            ]
        }


def pair(query: Mapping[str, str], mine: str, other: str) -> tuple[Any, ...]:
    """What computes everything about one pair of choices, and its arguments.

    Raises:
        SetupError, ParseError: another deck than those offered, or no two choices.
    """
    deck = _deck_of(query)
    for choice in (mine, other):
        if choice not in CHOICES:
            raise ParseError(
                "a choice is three colours, R or B, such as {sample}", sample=CHOICES[1]
            )
    if mine == other:
        raise SetupError(Phrase("both choose the same; the choices must differ", rule="N1"))
    return one_pair, deck, mine, other, spoken()


def _deck_of(query: Mapping[str, str]) -> int:
    """How many red cards, and as many black ones, the odds are asked for."""
    deck = query.get("deck", str(exact.RED))
    if deck not in map(str, DECKS):
        decks = ", ".join(map(str, DECKS))
        raise SetupError("deck can be {decks}: cards of each colour", decks=decks)
    return int(deck)


def all_pairs(n: int) -> dict[str, Any]:
    """The heat maps of a deck with `n` cards of each colour, by both scorings."""
    tally = exact.tally(LENGTH, n, n)
    return {
        "deck": n,
        "decks": f"{tally.decks}",
        "offered": DECKS,
        "choices": CHOICES,
        "maps": {by: _map(tally, by) for by in SCORINGS},
    }


def _map(tally: Tally, by: str) -> dict[str, Any]:
    """One heat map: a row for each choice of the opponent, a column for each of mine."""
    shares = exact.mixed(by, tally).shares
    first = exact.best_first(by, tally)
    order = in_order(LENGTH)
    return {
        "rows": [[_cell(tally, by, own, other) for own in order] for other in order],
        "first": [tally.text(choice) for choice in first],
        "mixed": {tally.text(i): float(share) for i, share in enumerate(shares) if share},
        "fair": [[tally.text(i), tally.text(j)] for i, j in exact.fair_pairs(by, tally)],
    }


def _cell(tally: Tally, by: str, own: int, other: int) -> dict[str, Any] | None:
    if own == other:
        return None
    shares = [_share(decks, tally.decks) for decks in tally.outcome(by, own, other)]
    names = ("win", "draw", "lose")
    return dict(zip(names, shares, strict=True)) | {"best": own in tally.best_replies(by, other)}


def _share(part: int, whole: int) -> float:
    return round(part / whole, DIGITS)


def one_pair(n: int, own: str, other: str, language: str = ENGLISH) -> dict[str, Any]:
    """Everything about one pair, and in sentences of a language which reply is best and why."""
    question = odds_report.Question(LENGTH, n, n)
    numbers = exact.pair(own, other)
    odds = {by: question.odds(*numbers[:2], by) for by in SCORINGS}
    by_scoring = {by: _about(each) for by, each in odds.items()}
    any_odds = odds[SCORINGS[0]]
    first = question.first_trick(any_odds)
    with speaking(language):
        for by, facts in by_scoring.items():
            facts["why"] = odds_report.explain(question, numbers[1], by)
    return {
        "mine": own,
        "other": other,
        "by": by_scoring,
        "first_trick": [
            _share(part, any_odds.decks) for part in (first.mine, first.other, first.nobody)
        ],
        "endless": float(question.endless(any_odds)),
    }


def _about(odds: exact.Odds) -> dict[str, Any]:
    """One scoring of a pair; `differences` are shares by what mine has more than the other."""
    return {
        "win": _share(odds.wins, odds.decks),
        "draw": _share(odds.draws, odds.decks),
        "lose": _share(odds.losses, odds.decks),
        "taken": [round(float(mean), 4) for mean in odds.taken],
        "spread": round(odds.spread, 4),
        "differences": [[by, _share(n, odds.decks)] for by, n in odds.differences.items()],
    }
