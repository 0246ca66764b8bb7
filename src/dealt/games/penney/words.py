"""Penney's game in words: choices and views, read and printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dealt.core.agent import Action
from dealt.core.view import View, cards_text
from dealt.core.zones import (
    AnyZone,
    Ask,
    Board,
    Counter,
    Fact,
    Group,
    Mark,
    Note,
    Own,
    SeatView,
    Tape,
)
from dealt.games.penney import rules
from dealt.games.penney.choices import COLOURS, LENGTH, choice_text, parse_choice
from dealt.games.penney.state import BY_TRICKS, NO_CHOICE, NOBODY, SEATS, State
from dealt.language import Phrase, message, say, say_n

SCORINGS = ("tricks", "cards")


def action_text(action: int) -> str:
    """A choice: `RRB`."""
    return choice_text(action)


def action(view: View, action: int) -> Action:
    """Three colours that are in nobody's hand, laid in front of the seat."""
    text = choice_text(action)
    targets = (_choice_of(view.seat),)
    return Action(action, text, verb=message("choose"), targets=targets, shows=tuple(text))


def event_text(name: str, action: int, own: bool) -> str:
    """What somebody did, for the log."""
    return say("{name} chose {choice}", name=name, choice=choice_text(action))


def parse_action(text: str) -> int:
    """The choice that a person means: `RRB`, `r r b`, `001` or `red red black`.

    Raises:
        ParseError: it cannot be read.
    """
    return parse_choice(text, LENGTH)


@dataclass(frozen=True)
class Step:
    """One card drawn, as the example of the original document shows it.

    Attributes:
        number: its position in the deck, from 1.
        card: its colour, `R` or `B`.
        window: the last cards since the last trick, latest last, before a trick clears them.
        waiting: cards drawn since the last trick, including this one.
        equal: for each seat, whether its choice equals the window; nothing is compared while the
            window has fewer than three cards.
        winner: the seat that wins the trick, or None.
        tricks, cards: each seat's winnings after this card.
    """

    number: int
    card: str
    window: str
    waiting: int
    equal: tuple[bool, ...]
    winner: int | None
    tricks: tuple[int, ...]
    cards: tuple[int, ...]


def steps(s: State) -> Iterator[Step]:
    """The deck of a finished round, drawn again card by card."""
    again = State()
    for name in ("seats", "scoring", "first", "starter"):
        setattr(again, name, getattr(s, name))
    rules.deal(again, s.deck)
    again.choice[:] = s.choice
    while not rules.is_over(again):
        waiting = again.waiting + 1
        rules.draw(again)
        window = again.window[max(0, LENGTH - waiting) :]
        winner = None if again.winner == NOBODY else again.winner
        yield Step(
            number=again.drawn,
            card=COLOURS[again.window[-1]],
            window="".join(COLOURS[colour] for colour in window),
            waiting=waiting,
            equal=tuple(seat == winner for seat in range(SEATS)) if len(window) == LENGTH else (),
            winner=winner,
            tricks=tuple(again.tricks),
            cards=tuple(again.cards),
        )


def tricks_text(n: int) -> str:
    """`1 trick`, `2 tricks`."""
    return say_n("1 trick", "{n} tricks", n)


def view(s: State, seat: int, names: tuple[str, ...]) -> View:
    """What a seat may know: everything but the deck, and the deck once it is drawn."""
    obs = [0] * rules.OBSERVATION
    rules.observe(s, seat, obs)
    return View(seat, names, tuple(obs), _board(s, names), Own(seat))


def _board(s: State, names: tuple[str, ...]) -> Board:
    """What everybody may see: there is no other information in this game."""
    zones: list[AnyZone] = [_tape(s)] if rules.is_over(s) else []
    for seat in range(SEATS):
        zones.append(_chosen(s, seat))
        if rules.is_over(s):
            tricks, cards = s.tricks[seat], s.cards[seat]
            zones += [
                _counter("tricks", seat, tricks, tricks_text(tricks)),
                _counter("cards", seat, cards, cards_text(cards)),
            ]
    ask = None
    if not rules.is_over(s):
        ask = Ask(s.turn, "choose", say("to choose three colours, R or B"))
    seats = tuple(SeatView(seat, name) for seat, name in enumerate(names))
    return Board(seats, tuple(zones), facts=_facts(s, names), ask=ask)


def _tape(s: State) -> Tape:
    """The deck of a finished round as it was drawn, with the winner of each trick."""
    cards = tuple(steps(s))
    return Tape(
        id="tape",
        label=say("Deck as drawn, trick by trick"),
        items=tuple(step.card for step in cards),
        marks=tuple(Mark(step.number, step.winner) for step in cards if step.winner is not None),
    )


def _chosen(s: State, seat: int) -> Group:
    """The three colours of a seat; empty before it has chosen."""
    choice = s.choice[seat]
    return Group(
        id=_choice_of(seat),
        seat=seat,
        empty=say("has not chosen"),
        cards=() if choice == NO_CHOICE else tuple(choice_text(choice)),
        form=Note("choice", say("choice")),
        room=LENGTH,
    )


def _counter(unit: str, seat: int, value: int, text: str) -> Counter:
    """The number of tricks or cards a seat has won."""
    return Counter(id=f"{unit}:{seat}", seat=seat, value=value, unit=unit, text=text)


def _facts(s: State, names: tuple[str, ...]) -> tuple[Fact, ...]:
    """What decides the round and, until the cards are drawn, who chooses first."""
    if s.scoring == BY_TRICKS:
        wins = say("More tricks win. The deck has 26 red (R) and 26 black (B) cards.")
    else:
        wins = say("More cards win. The deck has 26 red (R) and 26 black (B) cards.")
    scoring = Fact("scoring", wins, SCORINGS[s.scoring], is_standing=True)
    if rules.is_over(s):
        return (scoring,)
    return scoring, Fact("first", say("{name} chooses first", name=names[s.starter]), s.starter)


def _choice_of(seat: int) -> str:
    """The id of the zone with the choice of a seat."""
    return f"choice:{seat}"


def choice_in(view: View, seat: int) -> str:
    """A seat's choice, such as `RRB`; empty before it is made."""
    return "".join(view.group(_choice_of(seat)))


def refusal(view: View, action: int) -> Phrase:
    """Why a choice is not open: the other player has it (N1)."""
    other = {"name": view.names[1 - view.seat]}
    return Phrase("{name} has chosen it; the choices must differ", other, "choice_taken", "N1")


def outcome_text(s: State, names: tuple[str, ...]) -> str:
    """How a round ended, in one line."""
    points = [0] * SEATS
    rules.score(s, points)
    won = [
        say("{tricks} and {cards}", tricks=tricks_text(s.tricks[i]), cards=cards_text(s.cards[i]))
        for i in range(SEATS)
    ]
    both = say(
        "{first} has {won_by_first}, {second} {won_by_second}",
        first=names[0], won_by_first=won[0], second=names[1], won_by_second=won[1],
    )  # fmt: skip
    if points[0] == points[1]:
        return say("{result}: a draw", result=both)
    winner = names[points.index(max(points))]
    if s.scoring == BY_TRICKS:
        return say("{result}: {name} wins by tricks", result=both, name=winner)
    return say("{result}: {name} wins by cards", result=both, name=winner)


def cards_in_play(s: State) -> dict[str, list[int]]:
    """The deck, drawn and not drawn."""
    return {"drawn": s.deck[: s.drawn], "deck": s.deck[s.drawn :]}


def place_cards(s: State, places: dict[str, list[int]]) -> None:
    """Put the cards where a position has them: the inverse of `cards_in_play`."""
    s.deck[:] = places["drawn"] + places["deck"]
    s.drawn = len(places["drawn"])


def hidden_places(s: State, seat: int) -> set[str]:
    """Until the choices are made, nobody knows the order of the deck."""
    return {"deck"}
