"""President: the questions of its document, the play of any game, and the results so far."""

from __future__ import annotations

from dataclasses import replace

from dealt.clients.line.face import Face, ask_in_boxes, play_in_lines
from dealt.clients.line.order import Order
from dealt.core.match import Match
from dealt.errors import StorageError
from dealt.games.president.results import Results, sheet
from dealt.language import say
from dealt.storage.files import TextFile
from dealt.storage.places import kept_at
from dealt.terminal.console import Console

RESULTS = "president.csv"


def _with_results(order: Order) -> Order:
    """At a terminal results are kept without being told to."""
    console = Console()
    if order.scores is None and console.live:
        try:
            place = kept_at(RESULTS)
            _results_in(place)
            TextFile(place).check_writable()
            return replace(order, scores=place)
        except StorageError as error:
            console.say(say("Results will not be kept: {error}", error=error), cards=False)
            console.ask(say("Press Enter to go on "))
    elif order.scores is not None:
        _results_in(order.scores)
    return order


def _results_in(path: str) -> Results:
    """The results kept in a file.

    Raises:
        StorageError: it cannot be read, or holds something else.
    """
    results = Results(TextFile(path))
    results.read()
    return results


def _play(match: Match, order: Order) -> None:
    """Line by line; then the results so far, where they are kept."""
    results = None if order.scores is None else _results_in(order.scores)
    play_in_lines(match, order)
    if results is not None and match.is_over:
        Console().show(sheet(results.add(match), results.file))


FACE = Face(ask_in_boxes, _play, prepare=_with_results, check_scores=_results_in)
