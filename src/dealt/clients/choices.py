"""The moves open at a table, as a list to choose from, and how cards or words select one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dealt.agents import OWN
from dealt.cards import in_letters
from dealt.core.agent import fits
from dealt.language import say
from dealt.service.table import protocol as p
from dealt.service.table.parts import OpenAction, SeatInfo

HERE = ("verify", "review", "replay", "again")  # what a client does itself
Wild = Mapping[str, Sequence[str]]  # faces that stand for others


@dataclass(frozen=True)
class Choice:
    """Something that can be done at the table.

    Attributes:
        text: the words that people read.
        do: the request to the service.
        fields: the fields of the request.
        action: the number of the game's action, if it is one.
        wild: see `GameInfo.wild`.
        sure: a warning to confirm first; empty: none.
    """

    text: str
    do: str
    fields: dict[str, Any] = field(default_factory=dict)
    action: OpenAction | None = None
    wild: Wild = field(default_factory=dict)
    sure: str = ""

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards of the hand that it needs."""
        return () if self.action is None else self.action.cards

    def needs(self, chosen: Sequence[str], *, exactly: bool) -> bool:
        """Whether it needs the chosen cards and, if `exactly`, no others."""
        return fits(self.cards, chosen, self.wild, exactly=exactly)


def _check() -> Choice:
    """The choice to verify a deal after its round."""
    return Choice(say("check the deal"), "verify")


def open_choices(
    frame: p.TableFrame, levels: Mapping[str, str], wild: Wild, *, links: bool
) -> list[Choice]:
    """List what the reader of a frame can do now.

    Args:
        frame: the table.
        levels: the computer players of its game, with their levels in words.
        wild: faces of its actions that stand for others.
        links: whether others can join by a link.
    """
    if frame.phase == "playing":
        return _moves(frame, wild)
    if frame.phase == "between":
        return _between(frame)
    if frame.phase == "revealing":
        return []
    named = {level: word for level, word in levels.items() if level != OWN}  # it is `seed`
    choices = _seating(frame, named, links=links)
    if frame.phase != "over":
        return choices
    own = [] if links else [Choice(say("the same deal again"), "again")]
    ways = [Choice(say("review the match"), "review"), Choice(say("go through it"), "replay")]
    return [*choices[:1], *ways, *own, _check(), *choices[1:]]


def _moves(frame: p.TableFrame, wild: Wild) -> list[Choice]:
    own = frame.own
    if own is None or own.seat != frame.turn:
        return []
    return [
        Choice(action.text, "play", {"action": action.id}, action, wild) for action in own.actions
    ]


def begin_with_cards(choices: Sequence[Choice], hand: str) -> bool:
    """Whether cards from the hand can be played at once, without drawing first."""
    actions = [choice.action for choice in choices if choice.action is not None]
    return any(action.cards and action.source == hand for action in actions)


def _own_seats(frame: p.TableFrame) -> list[SeatInfo]:
    return [seat for seat in frame.seats if seat.yours]


def _between(frame: p.TableFrame) -> list[Choice]:
    choices = []
    if own := _own_seats(frame):
        if all(seat.ready for seat in own):
            choices.append(Choice(say("wait, not ready yet"), "ready", {"ready": False}))
        else:
            choices.append(Choice(say("next round"), "ready"))
    choices.append(_check())
    if frame.host and frame.rounds is None:
        sure = say("The match ends with the points so far.")
        choices.append(Choice(say("end the match"), "finish", sure=sure))
    return choices


def _begin_without(frame: p.TableFrame) -> list[Choice]:
    """The host's choices about absent people who keep everybody waiting."""
    late = [seat for seat in frame.seats if seat.kind == "person" and not seat.ready]
    is_full = all(seat.kind != "empty" for seat in frame.seats)
    if not (frame.host and is_full and late) or any(seat.present for seat in late):
        return []
    names = ", ".join(seat.name or "" for seat in late)
    return [Choice(say("begin without {names}", names=names), "begin")]


def _seating(frame: p.TableFrame, levels: Mapping[str, str], *, links: bool) -> list[Choice]:
    own = _own_seats(frame)
    free = [number for number, seat in enumerate(frame.seats) if seat.kind == "empty"]
    nobody = not any(seat.kind == "person" for seat in frame.seats)
    choices = []
    if own and all(seat.ready for seat in own):
        choices.append(Choice(say("wait, not ready yet"), "ready", {"ready": False}))
        choices += _begin_without(frame)
    elif not free and (own or frame.host and nobody):
        choices.append(
            Choice(say("begin") if frame.phase == "seating" else say("play again"), "ready")
        )
    if frame.may_sit and not own:
        choices += [
            Choice(say("sit on seat {n}", n=seat + 1), "sit", {"seat": seat}) for seat in free
        ]
    if links and (frame.host or own):
        choices.append(Choice(say("invite somebody by a link"), "invite", {"kind": "player"}))
    if frame.host:
        for seat in free:
            for level, word in levels.items():
                text = say("computer player {name} on seat {n}", name=word, n=seat + 1)
                choices.append(Choice(text, "bot", {"seat": seat, "level": level}))
    if own:
        choices.append(Choice(say("stand up"), "stand"))
    if frame.host:
        for number, info in enumerate(frame.seats):
            if info.kind == "bot":
                text = say("empty seat {n}", n=number + 1)
                choices.append(Choice(text, "clear", {"seat": number}))
    return choices


# --- what Enter does ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Chosen:
    """The effect of the Enter key.

    Attributes:
        text: the line about it, with the key; empty: none.
        choice: what to do at the table; None: nothing.
        is_wrong: whether the chosen cards fit no choice.
    """

    text: str = ""
    choice: Choice | None = None
    is_wrong: bool = False


def doing(choice: Choice) -> Chosen:
    """Describe what Enter does for a choice."""
    return Chosen(say("enter: {move}", move=choice.text), choice)


def chosen_by_cards(choices: Sequence[Choice], picked: Sequence[str]) -> Chosen:
    """What Enter does while the hand has the focus.

    Args:
        choices: that are open.
        picked: the chosen cards, or the one at the cursor.
    """
    if not picked:
        return Chosen(say("left, right: choose a card"))
    fitting = [choice for choice in choices if choice.needs(picked, exactly=True)]
    if len(fitting) == 1:
        return doing(fitting[0])
    if fitting:
        return Chosen(say("enter: choose one of {n} moves", n=len(fitting)))
    return Chosen(say("enter: why not?"), is_wrong=True)


def chosen_by_words(choices: Sequence[Choice], words: str, typed: str) -> Chosen:
    """What Enter does while the input line has the focus.

    Args:
        choices: that are open.
        words: the typed words that belong to a move.
        typed: all that is typed.
    """
    fitting = matching(choices, words) if words else []
    if len(fitting) == 1:
        return doing(fitting[0])
    return Chosen(say("enter: {move}", move=typed) if typed else "")


def link_text(place: str, link: p.Link) -> str:
    """An invitation to a table at a place, in words."""
    return say("Whoever has this link can play: {link}", link=f"{place}/#/join/{link.code}")


# --- words ----------------------------------------------------------------------------------------


def _words_of(text: str) -> list[str]:
    """Split a text into words to compare: lower case, suits as letters, no commas.

    The words only narrow the list; the effect of a choice never depends on them.
    """
    return in_letters(text).replace(",", " ").lower().split()


def matching(choices: Sequence[Choice], typed: str) -> list[Choice]:
    """The choices that match every typed word by its beginning; all, if nothing is typed."""
    parts = _words_of(typed)
    exact = [choice for choice in choices if _words_of(choice.text) == parts]
    if exact:
        return exact

    def fits(choice: Choice) -> bool:
        words = _words_of(f"{choice.text} {choice.fields.get('level', '')}")  # by its name, too
        return all(any(word.startswith(part) for word in words) for part in parts)

    return [choice for choice in choices if fits(choice)]
