"""The open moves as a numbered list, grouped by kind, in full or in part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from dealt.clients.line.client_match import AnyTable
from dealt.core.agent import Action, fits
from dealt.core.game import Game
from dealt.core.presentation import PASS, order
from dealt.core.view import View
from dealt.core.zones import Group as Laid
from dealt.core.zones import Hand
from dealt.errors import ParseError
from dealt.language import listed, say, say_n
from dealt.terminal.boxes import Screen
from dealt.terminal.console import number_in

FEW = 4  # moves, as examples


@dataclass(frozen=True)
class _Group:
    """Moves of one kind, with the number of the first move.

    Attributes:
        title: what they are called, from their kind, form or verb; may be empty.
        first: the number of the first.
        moves: in the order of the game.
        texts: the cards of each, if these and the title describe it; else its words.
    """

    title: str
    first: int
    moves: tuple[Action, ...]
    texts: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name to enter to see all of them."""
        return self.title or say("other moves")

    @property
    def cells(self) -> list[str]:
        """Each move with its number, as cells."""
        wide = len(str(self.first + len(self.moves) - 1))
        return [f"{n:>{wide}}. {text}" for n, text in enumerate(self.texts, self.first)]


class Menu:
    """The open actions of a turn, by verb and kind; single moves come first.

    The numbers start at 1; a pass is 0.

    Args:
        table: a table at which a person is to move.
    """

    def __init__(self, table: AnyTable) -> None:
        self.game = table.game
        self._table = table
        self.actions = table.actions
        self.passing = next((each for each in self.actions if each.verb == PASS), None)
        kinds: dict[tuple[str, str], list[Action]] = {("", ""): []}
        for action in self.actions:
            if action.verb != PASS:
                kinds.setdefault((action.verb, action.kind or action.form), []).append(action)
        for key in [key for key, same in kinds.items() if len(same) == 1 and not same[0].form]:
            kinds["", ""] += kinds.pop(key)
        view = table.view(table.seat_in_turn)
        self.groups: list[_Group] = []
        self.moves: list[Action] = []
        for (verb, kind), same in kinds.items():
            if same:
                texts = tuple(" ".join(move.cards) for move in same)
                if not verb or not _say_all(texts, same, view):
                    texts = tuple(self.game.wording.action_phrase(move.id) for move in same)
                title = say(kind or verb) if verb else ""
                self.groups.append(_Group(title, len(self.moves) + 1, tuple(same), texts))
                self.moves += same

    def action_of(self, answer: str) -> Action:
        """The action that an answer selects by number, cards or words.

        Raises:
            ParseError, IllegalAction: it cannot be read, or is not open now.
        """
        table, number, cards = self._table, number_in(answer), cards_in(self.game, answer)
        if number is not None:
            return self.numbered(number)
        if answer.lower() == PASS[0] and self.passing is not None:
            return self.passing
        if cards and (action := self.with_cards(cards)) is not None:
            return action
        if cards and self.game.wording.finds_actions:
            return table.read(table.find_action(cards, None))
        return self._in_words(answer)

    def _in_words(self, answer: str) -> Action:
        """The open action described in words; if only one verb is open, it can be left out.

        Raises:
            ParseError, IllegalAction: they cannot be read, or it is not open now.
        """
        verbs = {action.verb for action in self.actions}
        readings = [answer]
        if answer.lower() == PASS[0]:
            readings.append(PASS)
        if answer and len(verbs) == 1:
            readings.append(f"{verbs.pop()} {answer}")
        problems = []
        for reading in readings:
            try:
                return self._table.read(reading)
            except ParseError as error:
                problems.append(error)
        raise problems[0]

    def numbered(self, number: int) -> Action:
        """The action with this number.

        Raises:
            ParseError: there is none.
        """
        if number == 0 and self.passing is not None:
            return self.passing
        if 1 <= number <= len(self.moves):
            return self.moves[number - 1]
        if not self.moves:
            raise ParseError("you can only pass: enter 0 or p")
        least = 1 if self.passing is None else 0
        if len(self.moves) <= least:
            only = partial(self.game.wording.verb_phrase, self.moves[0].id)
            raise ParseError("you can only {action}: enter 1", action=only)
        raise ParseError(
            "{n} is out of range: enter {least} to {last}",
            n=number, least=least, last=len(self.moves),
        )  # fmt: skip

    def with_cards(self, cards: Sequence[str]) -> Action | None:
        """The only action that uses exactly these cards from the hand, or None.

        Raises:
            ParseError: there are several.
        """
        wild = self.game.cards.wild
        fitting = [
            (number, action)
            for number, action in enumerate(self.moves, 1)
            if fits(action.cards, cards, wild, exactly=True)
        ]
        if len(fitting) > 1:
            listed = ", ".join(
                f"{n}. {self.game.wording.action_phrase(each.id)}" for n, each in fitting
            )
            raise ParseError(
                "{cards} can be several moves: {moves}", cards=" ".join(cards), moves=listed
            )
        return fitting[0][1] if fitting else None

    def lines(self, screen: Screen, room: int) -> list[str]:
        """List all moves, or as many rows of each kind as `room` lines hold."""
        tables = [screen.table(group.cells) for group in self.groups]
        lengths = [len(rows) for rows in tables]
        titles = sum(bool(group.title) for group in self.groups)
        room -= titles + (self.passing is not None)
        limits = _shares(lengths, room)
        if limits != lengths:  # a line then explains how to see them all, and all kinds have names
            limits = _shares(lengths, room - 1 - (len(self.groups) - titles))
        lines = []
        if self.passing is not None:
            lines.append(f"0. {self.game.wording.action_phrase(self.passing.id)}")
        for group, rows, share in zip(self.groups, tables, limits, strict=True):
            if share < len(rows):
                many = say_n(
                    "{type}, 1 move", "{type}, {n} moves", len(group.moves), type=group.name
                )
                lines.append(f"{many}{':' if share else ''}")
            elif group.title:
                lines.append(f"{group.title}:")
            lines += rows[:share]
        if limits != lengths:
            left_out = max(self.groups, key=lambda group: len(group.moves))
            lines.append(say('("? {type}" lists all of that type)', type=left_out.name))
        return lines

    def asked_for(self, text: str, screen: Screen) -> list[str]:
        """List all moves of the kinds, or with the cards, that the text names.

        Raises:
            ParseError: there is no such kind, or no such move.
        """
        words, cards = [], Counter[str]()
        for word in text.replace(",", " ").split():
            face = _face_of(self.game, word)
            if face is None:
                words.append(word.lower())
            else:
                cards[face] += 1
        lines = []
        for group in self.called(" ".join(words)):
            cells = [
                cell
                for cell, move in zip(group.cells, group.moves, strict=True)
                if cards <= Counter(move.cards or move.shows)
            ]
            if cells:
                lines += [f"{group.name}:", *screen.table(cells)]
        if not lines:
            raise ParseError("no {what} among the open moves", what=text[:60])
        return lines

    def called(self, name: str) -> list[_Group]:
        """The kinds of moves whose name matches; all of them if the name is empty.

        Args:
            name: in lower case, in English or in the current language.

        Raises:
            ParseError: it means none.
        """

        def names(group: _Group) -> set[str]:
            moves = group.moves
            return {group.name.lower(), *(n for m in moves for n in (m.kind, m.form, m.verb))}

        exact = [group for group in self.groups if name and name in names(group)]
        groups = exact or [group for group in self.groups if any(name in n for n in names(group))]
        if not groups:
            kinds = [group.name for group in self.groups]
            if len(kinds) == 1:  # all are of one kind, which says little
                kinds = [move.text for move in self.groups[0].moves[:FEW]]
            raise ParseError(
                "no open moves are called {name}; try {names}",
                name=repr(name[:30]), names=listed(kinds),
            )  # fmt: skip
        return groups


def _say_all(cards: Sequence[str], moves: Sequence[Action], view: View) -> bool:
    """Whether their cards alone tell the moves of one kind apart.

    They do if they all differ, and all go from a hand to one place that is not an existing group.
    """
    places = {(move.source, *move.targets) for move in moves}
    source, *targets = [None if zone is None else view.find(zone) for zone in min(places, key=len)]
    lies_there = any(isinstance(zone, Laid) and zone.cards for zone in targets)
    is_one_way = len(places) == 1 and isinstance(source, Hand) and not lies_there
    return is_one_way and len(set(cards)) == len(cards)


def _shares(lengths: Sequence[int], room: int) -> list[int]:
    """Share rows among groups, one at a time, while there is room.

    >>> _shares([3, 1, 5], 6)
    [3, 1, 2]
    """
    counts = [0] * len(lengths)
    for row in range(max(lengths, default=0)):
        for i, rows in enumerate(lengths):
            if row < rows and sum(counts) < room:
                counts[i] += 1
    return counts


def _face_of(game: Game, word: str) -> str | None:
    """The face that a word means; None if it is not a card of the game."""
    if word.upper() in game.cards.wild:
        return word.upper()
    return game.deck.faces[game.deck.parse(word)] if game.deck.knows(word) else None


def cards_in(game: Game, answer: str) -> list[str]:
    """The cards in an answer; none if it says anything else."""
    faces = [_face_of(game, word) for word in answer.replace(",", " ").split()]
    return [] if None in faces else [face for face in faces if face is not None]


def in_order(game: Game, hand: Sequence[str], by: str) -> list[str]:
    """A hand in one of the game's sort orders, see `hand_order`; by default as dealt."""
    return [hand[card] for card in order(game, hand, by)] if by else list(hand)
