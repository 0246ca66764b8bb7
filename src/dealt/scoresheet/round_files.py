"""Files with what a side has at the end of a round of Tranca."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dealt.errors import DealtError, ParseError, ScoreError, StorageError
from dealt.language import Phrase, reason, say
from dealt.storage.files import read_text, text_of

if TYPE_CHECKING:
    from dealt.games.tranca.scoring import Breakdown

STANDARD_INPUT = "-"


def score_file(
    path: str, *, lenient: bool = False, decks: int | None = None, rules: str = ""
) -> Breakdown:
    """The score of the round in a file; a warning if it has no morto entry.

    Args:
        path: the file, `-` for standard input; see `dealt.scoresheet.typed`.
        lenient: see `dealt.games.tranca.scoring.score`.
        decks: number of decks, overriding the file.
        rules: the name of a preset of `dealt.games.tranca.house`; empty: the document's.

    Raises:
        StorageError: the file does not exist or cannot be read.
        ParseError, ScoreError: it cannot be scored as it is.
    """
    from dealt.games.tranca.house import PRESETS, TRANCA
    from dealt.games.tranca.scoring import score
    from dealt.scoresheet.typed import no_morto, read_round

    text = _text(path)
    name = Phrase("standard input") if path == STANDARD_INPUT else path
    try:
        typed: dict[str, Any] = read_round(text)
        if decks is not None:
            typed["decks"] = decks
        by = PRESETS[rules].rules if rules else TRANCA
        scored = score(**typed, lenient=lenient, rules=by)
    except ScoreError as error:
        raise ScoreError("{where}: {error}", where=name, error=error) from None
    except DealtError as error:
        raise ParseError("{where}: {error}", where=name, error=error) from None
    if "morto" in typed or not by.morto:
        return scored
    return replace(scored, doubts=(*scored.doubts, no_morto()))


def _text(path: str) -> str:
    """The text of a file or of standard input."""
    if path == STANDARD_INPUT:
        stream = getattr(sys.stdin, "buffer", None)
        if stream is None:
            return sys.stdin.read()
        try:
            return text_of(stream, say("standard input"))
        except OSError as error:
            raise StorageError(
                "cannot read standard input: {reason}", reason=reason(error)
            ) from None
        except TypeError:  # a stream that does not wait has read None
            raise StorageError("cannot read standard input: no input yet") from None
    try:
        return read_text(Path(path))
    except FileNotFoundError:
        raise StorageError("file {path} not found", path=repr(path)) from None
