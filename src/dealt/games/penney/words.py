"""Penney's game in words: choices and views, read and printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dealt.games.penney import rules
from dealt.games.penney.choices import COLOURS, LENGTH, choice_text, parse_choice
from dealt.games.penney.state import BY_TRICKS, DECK, NO_CHOICE, NOBODY, SEATS, State
from dealt.language import say, say_n

SCORINGS = ("tricks", "cards")


def action_text(action: int) -> str:
    """A choice: `RRB`."""
    return choice_text(action)


def told(action: int) -> str:
    """Choices are made aloud."""
    return action_text(action)


def parse_action(text: str) -> int:
    """The choice that a person means: `RRB`, `r r b`, `001` or `red red black`.

    Raises:
        ParseError: it cannot be read.
    """
    return parse_choice(text, LENGTH)


@dataclass(frozen=True)
class Step:
    """One card drawn, as the document's example tells it.

    Attributes:
        number: its place in the deck, from 1.
        card: its colour, `R` or `B`.
        window: the last cards since the last trick, latest last, before a trick clears them.
        waiting: cards drawn since the last trick, this one included.
        equal: for each seat whether its choice is the window; nothing is compared while the window
            has fewer than three cards.
        winner: the seat that wins the trick, or None.
        tricks, cards: what each seat has won after this card.
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
    """The deck of a finished round drawn again, card by card."""
    again = State()
    for name in ("seats", "scoring", "first", "starter"):
        setattr(again, name, getattr(s, name))
    rules.deal(again, s.deck)
    again.choice[:] = s.choice
    while not rules.is_over(again):
        waiting = again.waiting + 1
        rules.draw(again)
        seen = again.window[max(0, LENGTH - waiting) :]
        winner = None if again.winner == NOBODY else again.winner
        yield Step(
            number=again.drawn,
            card=COLOURS[again.window[-1]],
            window="".join(COLOURS[colour] for colour in seen),
            waiting=waiting,
            equal=tuple(seat == winner for seat in range(SEATS)) if len(seen) == LENGTH else (),
            winner=winner,
            tricks=tuple(again.tricks),
            cards=tuple(again.cards),
        )


@dataclass(frozen=True)
class PenneyView:
    """What a player knows of a round: everything but the deck, and that once it is drawn.

    Attributes:
        seat, names: who sees this, and the names of both.
        scoring: `tricks` or `cards`.
        starts: whether this seat chooses first.
        choices: the choice of each seat, None while it has not chosen.
        is_over: whether the deck has been drawn.
        tricks, cards: what each seat has won.
        drawn: the deck as it was drawn, a gap after each trick; empty before.
        observation: the same as numbers, without the deck.
    """

    seat: int
    names: tuple[str, ...]
    scoring: str
    starts: bool
    choices: tuple[str | None, ...]
    is_over: bool
    tricks: tuple[int, ...]
    cards: tuple[int, ...]
    drawn: str
    observation: tuple[int, ...]

    def __str__(self) -> str:
        lines = []
        for name, choice, tricks, cards in zip(
            self.names, self.choices, self.tricks, self.cards, strict=True
        ):
            if choice is None:
                lines.append(say("{name} has not chosen", name=name))
            elif not self.is_over:
                lines.append(say("{name} chose {choice}", name=name, choice=choice))
            else:
                won = {"tricks": tricks_text(tricks), "cards": cards_text(cards)}
                lines.append(
                    say("{name} chose {choice}: {tricks}, {cards}", name=name, choice=choice, **won)
                )
        if self.is_over:
            lines.append(say("Deck: {cards}", cards=self.drawn))
        elif self.scoring == SCORINGS[0]:
            lines.append(say("More tricks win; choose three colours, R or B"))
        else:
            lines.append(say("More cards win; choose three colours, R or B"))
        return "\n".join(lines)


def tricks_text(n: int) -> str:
    """`1 trick`, `2 tricks`."""
    return say_n("1 trick", "{n} tricks", n)


def cards_text(n: int) -> str:
    """`1 card`, `2 cards`."""
    return say_n("1 card", "{n} cards", n)


def view(s: State, seat: int, names: tuple[str, ...]) -> PenneyView:
    """What a seat may know, built field by field."""
    seen = [0] * rules.OBSERVATION
    rules.observe(s, seat, seen)
    own_first = (0, 1) if seat == 0 else (1, 0)

    def both(place: int) -> tuple[int, ...]:
        return tuple(seen[place + other] for other in own_first)

    is_over = seen[rules.SEES_DRAWN] == DECK
    return PenneyView(
        seat=seat,
        names=names,
        scoring=SCORINGS[seen[rules.SEES_SCORING]],
        starts=seen[rules.SEES_STARTS] == 1,
        choices=tuple(None if c == 0 else choice_text(c - 1) for c in both(rules.SEES_CHOICE)),
        is_over=is_over,
        tricks=both(rules.SEES_TRICKS),
        cards=both(rules.SEES_CARDS),
        drawn=deck_text(s) if is_over else "",
        observation=tuple(seen),
    )


def deck_text(s: State) -> str:
    """The deck of a finished round, a blank after each trick: `RBRRB BRB ...`."""
    return "".join(step.card + " " * (step.winner is not None) for step in steps(s)).strip()


def refusal(view: PenneyView, action: int) -> str:
    """Why a choice is not open: the other player has it (N1)."""
    return say("{name} has chosen it; the choices must differ", name=view.names[1 - view.seat])


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


def hidden_places(s: State, seat: int) -> set[str]:
    """Before the choices are made nobody knows the order of the deck."""
    return {"deck"}


assert NO_CHOICE == -1
