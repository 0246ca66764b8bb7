"""Pages to read at the table: the rules, the score, the keys."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from rich.text import Text

from dealt.clients.screen.hand import orders_of
from dealt.clients.screen.looks import Look, key_text, with_cards
from dealt.core.zones import Hand
from dealt.games import registered
from dealt.language import message, say
from dealt.service.table import fairness
from dealt.service.table import protocol as p
from dealt.service.table.parts import SheetData
from dealt.terminal.console import for_players
from dealt.terminal.verbs import LABELS_AT_LINE, VERBS

_CHAT_LINES = 6
_HELP_WITH_HAND = message("""\
At the hand
  left, right, home, end  go to a card
  space                   select it, or deselect it; the list follows
  enter                   what the last line says
  up                      to the list
  p                       pass, where the game allows it\
""")
HELP_WITH_SORTS = message("""\
  s                       sort: as they came, by suit, by rank\
""")
HELP = message("""\
At the list
  up, down                go to a move
  enter                   what the last line says
  left, right             to the hand

At the line (/ or Tab)
  the words of a move     as in the list, which narrows as you type; enter
                          plays it. The suits are C D H S P
  why and a move          why is that not possible?
  say hello               chat with everybody at the table
  name Ana                change your name to Ana
  receipt                 save the proof of the last deal to a file
  hint, undo, score, log, verify, seats, rules, help, menu, quit

Anywhere else
  tab, esc                to the next part; back to the hand
  h                       a hint, and what a computer player would do
  t, l, c                 score sheet, whole log, chat
  w                       who sits where; take over, swap or give up a seat
  u                       take back your last move, if it showed no card
  v                       was the last round dealt as promised?
  page up, page down      see more of the board
  F1                      the rules, first the one that was just named
  r, F5, a                after a match: review it, go through it, deal it again
  F3                      the next colours
  m, q                    the list of games; quit: everything is saved\
""")


def help_page(frame: p.TableFrame) -> Text:
    """All keys and words of a table, with those for a hand if the reader has one."""
    lines = []
    if frame.own is not None and any(isinstance(zone, Hand) for zone in frame.own.zones):
        lines = [say(_HELP_WITH_HAND), *([say(HELP_WITH_SORTS)] if orders_of(frame) else []), ""]
    return Text("\n".join([*lines, say(HELP)]))


def keys_line(frame: p.TableFrame, chosen: Text, *, at_line: bool, width: int) -> Text:
    """The effect of Enter and the keys that work now, in one line; each can be clicked.

    Args:
        frame: the table.
        chosen: the effect of Enter; empty where nothing can be chosen.
        at_line: whether words are typed, so that letters do not act as keys.
        width: columns; keys that do not fit are left out.
    """
    keys = [_Key(*each) for each in zip(LABELS_AT_LINE, _AT_LINE, strict=True)]
    if not at_line:
        keys = _keys_of(frame)
    while True:
        parts = [*([chosen] if chosen else []), *(key_text(say(k.label), k.name) for k in keys)]
        line = Text(" · ").join(parts)
        spared = max(keys, key=lambda each: each.spared)
        if line.cell_len <= width or not spared.spared:
            line.truncate(width, overflow="ellipsis")
            return line
        keys.remove(spared)


class _Key(NamedTuple):
    label: str
    name: str
    spared: int = 0


_AT_LINE = ("back", "rules", "help")  # what the labels at the line do


def _keys_of(frame: p.TableFrame) -> list[_Key]:
    """The verbs in the last line, and which to leave out first."""
    actions = () if frame.own is None else frame.own.actions
    is_useless = {
        "pass": not any(action.verb == "pass" for action in actions),
        "sort": not orders_of(frame),
        "hint": frame.phase != "playing" or not actions,
        "score": frame.sheet is None,
    }
    return [
        _Key(v.label, v.name, v.spared)
        for v in VERBS
        if v.label and not is_useless.get(v.name, False)
    ]


def rules_page(game: str, rule: str) -> str:
    """The rules of a game as Markdown, beginning with the ruling `rule`, such as `R7`, if any."""
    document = for_players(registered(game).document())
    ruling = _ruling(document, rule) if rule else ""
    return f"{ruling}\n\n---\n\n{document}" if ruling else document


def _ruling(document: str, name: str) -> str:
    """The text of a ruling, or empty if it does not exist."""
    rule = re.search(rf"^- (\*\*{name}\..*?)(?=^- \*\*|^#|\Z)", document, re.MULTILINE | re.DOTALL)
    return "" if rule is None else rule[1].strip()


def sheet_lines(sheet: SheetData, width: int = 0) -> list[Text]:
    """A score sheet in columns.

    Args:
        sheet: the points.
        width: columns; where they are too few, headings are folded and names of rows are cut; 0:
            as many as it needs.
    """
    rows = [[str(cell) for cell in row] for row in sheet.rows]
    heads = [[column] for column in sheet.columns]
    if width and 2 * len(heads) + sum(map(max, _lengths(heads, rows))) > width:
        least = max([_NARROWEST_HEADING, *(len(cell) for row in rows for cell in row[1:])])
        heads = [wrap(head[0], least) or [""] for head in heads]
    depth = max(map(len, heads))
    heads = [[""] * (depth - len(head)) + head for head in heads]
    widths = [max(lengths) for lengths in _lengths(heads, rows)]
    if width:
        widths[0] = min(widths[0], max(6, width - 2 * len(widths) + 2 - sum(widths[1:])))
    lines = [Text(_columns([h[i] for h in heads], widths), "bold") for i in range(depth)]
    lines += [Text(_columns(row, widths), "bold" if row[:1] == ["total"] else "") for row in rows]
    return lines + [with_cards(note) for note in sheet.notes]


_NARROWEST_HEADING = 7


def _lengths(heads: Sequence[Sequence[str]], rows: Sequence[Sequence[str]]) -> list[list[int]]:
    """The lengths of the texts in each column."""
    columns = [[*head, *(row[i] for row in rows)] for i, head in enumerate(heads)]
    return [[len(cell) for cell in column] for column in columns]


def _columns(cells: Sequence[str], widths: Sequence[int]) -> str:
    """The cells of a line; the first one is cut if it is too long."""
    first = cells[0] if len(cells[0]) <= widths[0] else f"{cells[0][: widths[0] - 1]}…"
    others = (cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))
    return "  ".join([first.ljust(widths[0]), *others])


def deal_page(frame: p.TableFrame, problems: Sequence[str], look: Look) -> Text:
    """The result of checking a deal, the next promise, and how to check it independently."""
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
    return Text("\n\n").join([*map(Text, problems), Text(later, style=look.quiet)])


def chat_lines(frame: p.TableFrame, look: Look) -> list[Text]:
    """The latest lines of chat."""
    return [
        Text.assemble((say("{name} says: ", name=line.who), look.best), line.text)
        for line in frame.chat[-_CHAT_LINES:]
    ]
