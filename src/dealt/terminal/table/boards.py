"""The tables of the five games, drawn from what lies open for all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.text import Text

from dealt.cards import RANKS, SUITS
from dealt.language import say, say_n
from dealt.terminal.table.faces import beside, cards, colours, row_of_cards, shown, with_cards
from dealt.web import protocol as p
from dealt.web.boards import (
    MasonRummyBoard,
    MasonRummyOwn,
    PenneyBoard,
    PresidentBoard,
    PresidentOwn,
    PresidentPlayer,
    ThreeCardPokerBoard,
    ThreeCardPokerOwn,
    TrancaBoard,
    TrancaOwn,
    TrancaSequence,
    TrancaSide,
)

TURN = "▸ "
INDENT = "    "
QUIET = "#a9bfb0"
LOUD = "bold"
HAND_OF_POKER = 3
CANASTRA = 7
HOUR_S = 3600

Lines = list[Text]


def board_lines(frame: p.TableFrame, width: int, height: int) -> Lines:
    """The table, drawn for so many columns; longer lines are folded by the screen.

    Where there are not so many lines the piles are told instead of drawn.
    """
    draw = DRAW.get(type(frame.board))
    if draw is None:
        return _without_board(frame)
    drawn = draw(frame, frame.board, width, True)
    return drawn if len(drawn) <= height else draw(frame, frame.board, width, False)


def hand_of(frame: p.TableFrame) -> list[str]:
    """The cards in the reader's hand, as they came."""
    view = None if frame.own is None else frame.own.view
    if isinstance(view, MasonRummyOwn | PresidentOwn | TrancaOwn):
        return view.hand
    if isinstance(view, ThreeCardPokerOwn):
        return view.hand
    return []


def order_of(frame: p.TableFrame) -> tuple[str, str]:
    """The ranks and the suits from low to high, as the game has them."""
    if isinstance(frame.board, PresidentBoard):
        return "3456789TJQKA2", "DCHS"
    if isinstance(frame.board, ThreeCardPokerBoard):
        return RANKS.replace("T", "X"), SUITS
    return RANKS, SUITS


def is_drawing(frame: p.TableFrame) -> bool:
    """Whether the seat in turn has yet to draw."""
    return isinstance(frame.board, MasonRummyBoard | TrancaBoard) and frame.board.drawing


def asked(frame: p.TableFrame) -> str:
    """What the seat in turn is to do, in words."""
    board = frame.board
    if isinstance(board, PresidentBoard):
        return board.asked
    if isinstance(board, MasonRummyBoard):
        return say("to draw") if board.drawing else say("to lay down or discard")
    if isinstance(board, TrancaBoard):
        return say("to draw or take the pile") if board.drawing else say("to lay down or discard")
    if isinstance(board, PenneyBoard):
        return say("to choose three colours")
    if isinstance(board, ThreeCardPokerBoard):
        return say("to play or fold")
    return say("to move")


def name_of(frame: p.TableFrame, seat: int) -> str:
    """Who sits there."""
    return frame.seats[seat].name or say("seat {n}", n=seat + 1)


def time_text(left_s: float) -> str:
    """How much time is left for a move: `0:42`, `2:05`, `3 hours`, `2 days`."""
    left = max(0, round(left_s))
    if left < HOUR_S:
        return f"{left // 60}:{left % 60:02}"
    hours = left // HOUR_S
    if hours >= 48:
        return say("{n} days", n=hours // 24)
    return say_n("1 hour", "{n} hours", hours)


def _cards(number: int) -> str:
    return say_n("1 card", "{n} cards", number)


def _in_hand(number: int) -> str:
    return say_n("1 card in hand", "{n} cards in hand", number)


def _who(frame: p.TableFrame, seat: int, facts: str = "") -> Text:
    """The line of a seat: whether it is in turn, its name, what is known of it."""
    line = Text(TURN if frame.turn == seat else "  ")
    line.append(name_of(frame, seat), LOUD)
    info = frame.seats[seat]
    if info.away:
        line.append(f" ({say('away')})", QUIET)
    elif info.by:
        line.append(f" ({say('{name} plays', name=info.by)})", QUIET)
    elif info.kind == "person" and not info.present and not info.yours:
        line.append(f" ({say('not connected')})", QUIET)
    if facts:
        line.append(f"  {facts}", QUIET)
    return line


def _wrapped(groups: Sequence[Text], width: int, indent: str = INDENT, gap: str = "   ") -> Lines:
    """Groups of cards in lines that they fit into."""
    lines: Lines = []
    for group in groups:
        if lines and lines[-1].cell_len + len(gap) + group.cell_len <= width:
            lines[-1].append(gap)
        else:
            lines.append(Text(indent))
        lines[-1].append_text(group)
    return lines


def _pile(title: str, faces: Sequence[str | None], below: str) -> Lines:
    return [Text(title, QUIET), *row_of_cards(faces), Text(below, QUIET)]


def _piles(piles: Sequence[tuple[str, Sequence[str | None], str]], *, drawn: bool) -> Lines:
    """Piles side by side: title, cards, and what stands below them; or all in a line."""
    if drawn:
        return beside([_pile(*pile) for pile in piles])
    line = Text()
    for title, faces, below in piles:
        number = below.partition(" ")[0]
        known = [face for face in faces if face is not None]
        line.append(f"{title}: ", QUIET).append_text(cards(known))
        line.append(f" ({number})   " if known else f"{number}   ", QUIET)
    return [line]


def _without_board(frame: p.TableFrame) -> Lines:
    """Seats before the first deal; and games that have no board: the view in words."""
    if frame.own is not None and frame.board is None and frame.round:
        return [with_cards(line) for line in frame.own.text.split("\n")]
    lines = []
    for number, info in enumerate(frame.seats):
        line = Text(f"  {say('seat {n}', n=number + 1)}  ", QUIET)
        if info.kind == "empty":
            line.append(say("free"), "italic")
        else:
            line.append(info.name or "", LOUD)
            known = info.kind == "bot" and info.level != info.name
            facts = [say("computer player {name}", name=info.level) if known else ""]
            facts.append(say("computer player") if info.kind == "bot" and not known else "")
            facts.append(say("you") if info.yours else "")
            facts.append(say("ready") if info.ready else "")
            absent = info.kind == "person" and not info.present
            facts.append(say("not connected") if absent else "")
            line.append("  " + ", ".join(fact for fact in facts if fact), QUIET)
        lines.append(line)
    return lines


# --- Penney's game --------------------------------------------------------------------------------


def _penney(frame: p.TableFrame, board: PenneyBoard, width: int, drawn: bool) -> Lines:
    if board.scoring == "tricks":
        told = say("More tricks win. The deck has 26 red (R) and 26 black (B) cards.")
    else:
        told = say("More cards win. The deck has 26 red (R) and 26 black (B) cards.")
    lines = [Text(told, QUIET)]
    for seat in (board.starter, 1 - board.starter):
        lines.append(Text())
        lines.append(_who(frame, seat))
        choice = board.choices[seat]
        line = Text(INDENT)
        if choice is None:
            line.append(say("has not chosen"), QUIET)
        else:
            for letter in choice:
                line.append_text(colours(letter)).append(" ")
            if board.drawn:
                tricks = say_n("1 trick", "{n} tricks", board.tricks[seat])
                line.append(f" {tricks}, {_cards(board.cards[seat])}")
        lines.append(line)
    if board.drawn:
        lines += [Text(), Text(say("The deck as it was drawn, trick by trick:"), QUIET)]
        lines += _wrapped([colours(trick) for trick in board.drawn.split()], width, "  ", "  ")
    return lines


# --- Three-card Poker -----------------------------------------------------------------------------


def _poker(frame: p.TableFrame, board: ThreeCardPokerBoard, width: int, drawn: bool) -> Lines:
    dealer: list[str | None] = [None] * HAND_OF_POKER
    if board.dealer is not None:
        dealer = list(board.dealer)
    lines = _pile(say("The dealer"), dealer, "")
    if board.hand is not None:
        lines += _pile(name_of(frame, 0), board.hand, "")
    if board.model == "deck":
        dealt = say("Dealt from one pack.")
    else:
        dealt = say("Dealt rank by rank, all equally likely.")
    told = say(
        "Folding loses 10. Playing wins 10 if the dealer folds, without a feature or a queen, "
        "and else wins or loses 20."
    )
    lines.append(Text(f"{dealt} {told}", QUIET))
    return lines


# --- Mason Rummy ----------------------------------------------------------------------------------


def _rummy(frame: p.TableFrame, board: MasonRummyBoard, width: int, drawn: bool) -> Lines:
    stock: list[str | None] = [None] if board.stock else []
    top: list[str | None] = [] if board.top is None else [board.top]
    lines = _piles(
        [
            (say("Stock"), stock, _cards(board.stock)),
            (say("Discard pile"), top, _cards(board.discards)),
        ],
        drawn=drawn,
    )
    for seat, (count, groups) in enumerate(zip(board.counts, board.groups, strict=True)):
        lines.append(Text())
        lines.append(_who(frame, seat, _in_hand(count)))
        laid = [*groups.runs, *groups.melds]
        if laid:
            lines += _wrapped([cards(group) for group in laid], width)
        else:
            lines.append(Text(f"{INDENT}{say('nothing laid down')}", QUIET))
    return lines


# --- President ------------------------------------------------------------------------------------


def _president(frame: p.TableFrame, board: PresidentBoard, width: int, drawn: bool) -> Lines:
    if board.previous is None:
        lines = [*row_of_cards([]), Text(say("The lead is free"), QUIET)]
        if board.giving:
            lines = [*row_of_cards([]), Text(say("Cards are given in the trade"), QUIET)]
        elif board.must_contain is not None:
            lines[3] = Text.assemble(
                (say("The first move contains "), QUIET), cards([board.must_contain])
            )
    else:
        kind = say(board.previous_type or "")
        if board.mover is None:
            told = say("To beat: {type}", type=kind)
        elif frame.phase == "playing":
            told = say("To beat: {type} by {name}", type=kind, name=name_of(frame, board.mover))
        else:
            told = say("Last move: {type} by {name}", type=kind, name=name_of(frame, board.mover))
        lines = [*row_of_cards(board.previous), Text(told, QUIET)]
    lines.append(Text())
    lines += [_who(frame, player.seat, _facts(player)) for player in board.players]
    view = None if frame.own is None else frame.own.view
    if isinstance(view, PresidentOwn):
        if view.gave:
            traded = Text(f"  {say('In the trade you gave')} ", QUIET)
            traded.append_text(cards(view.gave)).append(f", {say('got')} ")
            lines += [Text(), traded.append_text(cards(view.got))]
        if view.chosen:
            lines += [Text(), Text(f"  {say('Chosen to be given')}: ", QUIET) + cards(view.chosen)]
    return lines


def _facts(player: PresidentPlayer) -> str:
    found = [say(player.role)] if player.role else []
    if player.place is not None:
        found.append(say("out, place {n}", n=player.place))
    else:
        found.append(_cards(player.cards))
    if player.passed:
        found.append(say("passed"))
    return ", ".join(found)


# --- Tranca ---------------------------------------------------------------------------------------


def _tranca(frame: p.TableFrame, board: TrancaBoard, width: int, drawn: bool) -> Lines:
    stock: list[str | None] = [None] if board.stock else []
    top: list[str | None] = [board.pile[-1]] if board.pile else []
    mortos: list[str | None] = [None] * board.mortos
    lines = _piles(
        [
            (say("Stock"), stock, _cards(board.stock)),
            (say("Pile"), top, _cards(len(board.pile))),
            (say("Mortos"), mortos, say("{n} left", n=board.mortos)),
        ],
        drawn=drawn,
    )
    if len(board.pile) > 1:
        below = [Text(shown(face)) for face in board.pile[-2::-1]]
        lines += _wrapped([Text(say("under its top:"), QUIET), *below], width, "  ", " ")
    for side in board.sides:
        lines.append(Text())
        lines += _side(frame, board, side, width)
    return lines


def _side(frame: p.TableFrame, board: TrancaBoard, side: TrancaSide, width: int) -> Lines:
    lines = [_who(frame, seat, _in_hand(board.counts[seat])) for seat in side.seats]
    mortos = {
        "none": say("morto none"),
        "taken": say("morto taken"),
        "used": say("morto used"),
    }
    lines[-1].append(f", {mortos[side.morto]}", QUIET)
    if side.dollars:
        dollars = Text(f"{say('dollars')} ", QUIET) + cards(side.dollars)
        if lines[-1].cell_len + 2 + dollars.cell_len <= width:
            lines[-1].append(", ", QUIET).append_text(dollars)
        else:
            lines.append(Text(INDENT) + dollars)
    for sequence in side.sequences:
        lines += _sequence(sequence, width)
    return lines


def _sequence(sequence: TrancaSequence, width: int) -> Lines:
    laid = cards(sequence.cards)
    if sequence.canastra:
        state = say(sequence.canastra)
    elif sequence.dirty:
        state = say("{n} of {needed}, dirty", n=len(sequence.cards), needed=CANASTRA)
    else:
        state = say("{n} of {needed}", n=len(sequence.cards), needed=CANASTRA)
    number = f"{sequence.number:>4}  "
    line = Text(number)
    if len(number) + laid.cell_len + 2 + len(state) <= width:
        line.append_text(laid)
        line.append(f"  {state}", LOUD if sequence.canastra else QUIET)
        return [line]
    lines = _wrapped([cards([face]) for face in sequence.cards], width, " " * len(number), " ")
    lines[0] = Text(number) + lines[0][len(number) :]
    lines.append(Text(" " * len(number) + state, LOUD if sequence.canastra else QUIET))
    return lines


DRAW: dict[type, Callable[[p.TableFrame, Any, int, bool], Lines]] = {
    PenneyBoard: _penney,
    ThreeCardPokerBoard: _poker,
    MasonRummyBoard: _rummy,
    PresidentBoard: _president,
    TrancaBoard: _tranca,
}
