"""Pages to read at the table: the rules, the score, the keys."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rich.text import Text

from dealt.clients.screen.faces import with_cards
from dealt.clients.screen.hand import orders_of
from dealt.clients.verbs import LABELS_AT_LINE, VERBS
from dealt.core.zones import Hand
from dealt.games import registered
from dealt.language import message, say
from dealt.service import fairness
from dealt.service import protocol as p
from dealt.service.parts import SheetData

CHAT_LINES = 6
HELP_WITH_HAND = message("""\
At the hand
  left, right, home, end  go to a card
  space                   choose it, or no longer; the list follows
  enter                   what the last line says
  up                      to the list
  p                       pass, where the game has it\
""")
HELP_WITH_SORTS = message("""\
  s                       sort: as they came, by suit, by rank\
""")
HELP = message("""\
At the list
  up, down                go to one of the things that are open
  enter                   what the last line says
  left, right             to the hand

At the line (/ or Tab)
  the words of a move     as in the list, which shows what begins so; enter
                          plays it. The suits are C D H S P
  why and a move          why may I not do that?
  say hello               say a line to all at the table
  name Ana                be called so from now on
  seat swap Ana           do what w offers, by its words
  receipt                 keep the proof of the last deal in a file
  hint, undo, score, log, verify, seats, rules, help, menu, quit

Anywhere else
  tab, esc                to the next part; back to the hand
  h                       a hint, and what a computer player would do
  t, l, c                 score sheet, whole log, chat
  w                       who sits where; take over, swap or give up a seat
  u                       take your last move back, if it showed nothing
  v                       was the last round dealt as promised?
  page up, page down      see more of the board
  F1                      the rules, first the one that was just named
  m, q                    to the list of games; quit: everything is kept\
""")


def help_page(frame: p.TableFrame) -> Text:
    """All keys and words of a table, including those for a hand if the reader has one."""
    lines = []
    if frame.own is not None and any(isinstance(zone, Hand) for zone in frame.own.zones):
        lines = [say(HELP_WITH_HAND), *([say(HELP_WITH_SORTS)] if orders_of(frame) else []), ""]
    return Text("\n".join([*lines, say(HELP)]))


def keys_line(frame: p.TableFrame, chosen: Text, *, at_line: bool, width: int) -> Text:
    """What Enter does, and the keys that work at a table, in one line.

    Args:
        frame: the table.
        chosen: what Enter does; empty: nothing is to be chosen.
        at_line: whether words are typed, so that letters are no keys.
        width: columns; keys that find no room are left out.
    """
    labels = [(label, 0) for label in LABELS_AT_LINE] if at_line else _labels(frame)
    while True:
        parts = [*([chosen] if chosen else []), *(Text(say(label)) for label, _ in labels)]
        line = Text(" · ").join(parts)
        spared = max(labels, key=lambda each: each[1])
        if line.cell_len <= width or not spared[1]:
            line.truncate(width, overflow="ellipsis")
            return line
        labels.remove(spared)


def _labels(frame: p.TableFrame) -> list[tuple[str, int]]:
    """What can be said at a table now, for the last line, and which of it is spared first."""
    actions = () if frame.own is None else frame.own.actions
    is_useless = {
        "pass": not any(action.verb == "pass" for action in actions),
        "sort": not orders_of(frame),
    }
    return [(v.label, v.spared) for v in VERBS if v.label and not is_useless.get(v.name, False)]


def rules_page(game: str, rule: str) -> str:
    """The rules of a game as Markdown; first a ruling such as `R7`, unless `rule` is empty."""
    document = registered(game).document()
    ruling = _ruling(document, rule) if rule else ""
    return f"{ruling}\n\n---\n\n{document}" if ruling else document


def _ruling(document: str, name: str) -> str:
    """The text of a ruling, without the name of its test; empty if there is none."""
    rule = re.search(rf"^- (\*\*{name}\..*?)(?=^- \*\*|^#|\Z)", document, re.MULTILINE | re.DOTALL)
    return "" if rule is None else re.sub(r"`test_\w+`", "", rule[1]).strip()


def sheet_lines(sheet: SheetData) -> list[Text]:
    """A score sheet in columns."""
    rows: list[list[Any]] = [sheet.columns, *sheet.rows]
    widths = [max(len(str(row[i])) for row in rows) for i in range(len(sheet.columns))]
    lines = []
    for number, row in enumerate(rows):
        cells = [
            str(cell).rjust(width) if i else str(cell).ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        is_total = bool(row) and row[0] == "total"
        lines.append(Text("  ".join(cells), style="bold" if is_total or not number else ""))
    return lines + [with_cards(note) for note in sheet.notes]


def deal_page(frame: p.TableFrame, problems: Sequence[str]) -> Text:
    """What came of checking a deal, the next promise, and how to check without this program."""
    if frame.next is not None:
        digits = frame.next.commitment[: fairness.LEAST_SHOWN]
        problems = [
            *problems,
            say("The dealer's promise for the next deal: {digits}...", digits=digits),
        ]
    later = say(
        "receipt, at the line for words, keeps the proof in a file; dealt verify FILE checks it "
        "anywhere."
    )
    return Text("\n\n").join([*map(Text, problems), Text(later, style="#b4c8ba")])


def chat_lines(frame: p.TableFrame) -> list[Text]:
    """The latest lines of chat."""
    return [
        Text.assemble((say("{name} says: ", name=line.who), "bold #ffd166"), line.text)
        for line in frame.chat[-CHAT_LINES:]
    ]
