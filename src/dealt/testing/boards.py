"""Promises about words: texts that read back, views made of parts, actions as data."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby
from typing import TYPE_CHECKING, Any

import msgspec

from dealt.core.view import View
from dealt.core.zones import faces_in, hand_of
from dealt.errors import ParseError
from dealt.language import message
from dealt.testing.check import difference, phrase, promised
from dealt.testing.walk import Broken, Walk, names_of, table_of, text_of

if TYPE_CHECKING:
    from dealt.core.agent import Action
    from dealt.core.game import Game
    from dealt.core.table import Table

_POSITIONS = 6  # of a match that are looked at
_MEANT = 9  # actions that are asked about by tapping, at one position


@promised("words", message("every action's text reads back as the same action"), is_by_seed=False)
def actions_can_be_said(game: Game) -> None:
    """Every action is printed, read, and comes back the same; no two look alike."""
    words = game.words
    ids: dict[str, int] = {}
    for action in range(game.sizes.actions):
        text = words.action_text(action)
        for words_said in (text, f"  {text.upper()} "):
            _reads_back(game, action, words_said)
        public_text = game.wording.public_text(action)
        if not public_text or "\n" in public_text:
            raise Broken(
                "words.public_text of action {action} is {text}; expected one line",
                action=f"{action} ({text})", text=repr(public_text),
            )  # fmt: skip
        if text in ids:
            raise Broken(
                "actions {one} and {two} are both called {text}",
                one=ids[text], two=action, text=repr(text),
            )  # fmt: skip
        ids[text] = action


def _reads_back(game: Game, action: int, text: str) -> None:
    """A text is read as the action that it came from."""
    try:
        read = game.words.parse_action(text)
    except ParseError as error:
        raise Broken(
            "words.parse_action cannot read {text}, which is action {action}: {error}",
            text=repr(text), action=action, error=error,
        ) from None  # fmt: skip
    if read != action:
        raise Broken(
            "words.parse_action reads {text} as action {found}; expected {action}",
            text=repr(text), action=action, found=repr(read),
        )  # fmt: skip


# --- views ----------------------------------------------------------------------------------------


@promised("views", message("views are well formed, and all seats see the same open part"))
def views_are_made_of_parts(walk: Walk) -> None:
    """Zones have unique ids and hold cards of the deck; all see the same open part."""
    for s in walk.some(_POSITIONS):
        views = [walk.game.words.view(s, seat, names_of(s)) for seat in range(s.seats)]
        for seat, view in enumerate(views):
            where = difference(views[0].open, view.open, "view.open")
            if where is not None:
                raise Broken(
                    "words.view: all see the same open part, but {path} is {one} for seat 0 and "
                    "{two} for seat {seat}",
                    seat=seat, **where._asdict(),
                )  # fmt: skip
        _zones_stand_in_order(views[0])
        for seat, view in enumerate(views):
            _is_of_seat(walk.game, s, view, seat)
            _is_in_ranges(walk.game, view)


def _is_in_ranges(game: Game, view: View) -> None:
    """The numbers of an observation are what the game says that they can be."""
    ranges = [each for each in game.sizes.ranges for _ in range(each.n)]
    for place, (number, each) in enumerate(zip(view.observation, ranges, strict=False)):
        if not each.least <= number <= each.most:
            raise Broken(
                "observe: number {place} is {number}; its range is {least} to {most}",
                place=place, number=number, least=each.least, most=each.most,
            )  # fmt: skip


def _zones_stand_in_order(view: View) -> None:
    """Zones and seats of the open part are complete, each once and side by side."""
    ids = [zone.id for zone in view.open.zones]
    twice = [zone for number, zone in enumerate(ids) if zone in ids[:number]]
    if twice:
        raise Broken("words.view has two open zones of the id {zone}", zone=repr(twice[0]))
    hands = {hand_of(seat) for seat in range(len(view.names))}
    lacking = hands - set(ids)
    if lacking and lacking != hands:
        raise Broken(
            "words.view: all seats have an open zone for their hand, or none; missing: {zones}",
            zones=", ".join(sorted(lacking)),
        )
    owners = [(zone.side, zone.seat) for zone in view.open.zones]
    if [owner for owner, _ in groupby(owners)] != list(dict.fromkeys(owners)):
        raise Broken(
            "words.view: open zones of a seat or side stand side by side; their order is {zones}",
            zones=", ".join(ids),
        )
    seats = sorted(seat.seat for seat in view.open.seats if not seat.is_house)
    if seats != [*range(len(view.names))]:
        raise Broken(
            "words.view: board.seats has the seats {found}; expected {expected}",
            found=seats, expected=[*range(len(view.names))],
        )  # fmt: skip


def _is_of_seat(game: Game, s: Any, view: View, seat: int) -> None:
    """A view is that of its seat, and can be printed and sent."""
    for name, seat_named in (("view.seat", view.seat), ("view.own.seat", view.own.seat)):
        if seat_named != seat:
            raise Broken(
                "words.view for seat {seat}: {name} is {found}",
                seat=seat,
                name=name,
                found=seat_named,
            )
    turn = None if game.rules.is_over(s) else s.turn
    if view.turn != turn:
        raise Broken(
            "words.view: board.ask names seat {found}; expected {expected}, and None once the "
            "round is over",
            found=view.turn, expected=turn,
        )  # fmt: skip
    faces = {*game.deck.faces, *game.cards.wild}
    for zone in view.zones:
        wrong = [face for face in faces_in(zone) if face not in faces]
        if wrong:
            raise Broken(
                "words.view for seat {seat}: the zone {zone} holds {face}, which is not a face "
                "of the deck",
                seat=seat, zone=repr(zone.id), face=repr(wrong[0]),
            )  # fmt: skip
    sent = difference(view, msgspec.json.decode(msgspec.json.encode(view), type=View), "view")
    if sent is not None:
        raise Broken(
            "words.view for seat {seat} changes when it is sent as JSON: {wrong}",
            seat=seat, wrong=phrase(sent),
        )  # fmt: skip
    if not str(view) or "  \n" in str(view):
        raise Broken(
            "words.view for seat {seat} prints nothing, or a line that ends in blanks", seat=seat
        )


# --- actions as data ------------------------------------------------------------------------------


@promised("actions", message("actions name existing zones and cards in hand"))
def actions_are_data(walk: Walk) -> None:
    """Actions name existing zones and cards in hand; data or words tell them apart."""
    game = walk.game
    for s in walk.some(_POSITIONS):
        table = table_of(game, s)
        if table.is_over:
            continue
        view = table.view(s.turn)
        looks: dict[Any, Action] = {}
        for action in table.actions:
            _is_possible(game, view, action)
            look = (action.verb, tuple(sorted(action.cards)), action.shows, action.source,
                    action.targets, game.wording.action_phrase(action.id))  # fmt: skip
            if look in looks:
                raise Broken(
                    "actions {one} and {two} look the same, as data and in words",
                    one=looks[look].id, two=action.id,
                )  # fmt: skip
            looks[look] = action
            _check_event(game, action)
        if game.wording.finds_actions:
            _can_be_meant(table, view, random.Random(walk.seed))


def _is_possible(game: Game, view: View, action: Action) -> None:
    """Zones and cards of an action are there."""
    text, zones = text_of(game, action.id), {zone.id for zone in view.zones}
    if action.text != game.words.action_text(action.id):
        raise Broken(
            "words.action: the text of {action} is {found}; expected that of words.action_text",
            action=repr(text), found=repr(action.text),
        )  # fmt: skip
    if not action.verb.isidentifier():
        raise Broken(
            "words.action: the verb of {action} is {found}; expected one word",
            action=repr(text), found=repr(action.verb),
        )  # fmt: skip
    for zone in (action.source, *action.targets):
        if zone is not None and zone not in zones:
            raise Broken(
                "words.action: {action} names the zone {zone}, which the view of seat {seat} does "
                "not have; its zones: {zones}",
                action=repr(text), zone=repr(zone), seat=view.seat, zones=", ".join(sorted(zones)),
            )  # fmt: skip
    if not _are_held(game, action.cards, view.hand):
        raise Broken(
            "words.action: {action} needs {cards}, but the hand of seat {seat} is {hand}",
            action=repr(text), cards=" ".join(action.cards), seat=view.seat,
            hand=" ".join(view.hand) or repr(""),
        )  # fmt: skip
    unknown = set(action.shows) - set(game.deck.faces)
    if unknown:
        raise Broken(
            "words.action: {action} shows {face}, which is not a face of the deck",
            action=repr(text), face=repr(min(unknown)),
        )  # fmt: skip


def _are_held(game: Game, cards: Sequence[str], hand: Sequence[str]) -> bool:
    """Whether cards can be chosen from a hand, wild cards last."""
    left = list(hand)
    for card in sorted(cards, key=lambda card: card in game.cards.wild):
        held = next((face for face in left if face in game.cards.wild.get(card, (card,))), None)
        if held is None:
            return False
        left.remove(held)
    return True


def _check_event(game: Game, action: Action) -> None:
    """The log has a line for an action that names who did it."""
    for own in (True, False):
        entry = game.wording.event_text("Ana", action, own=own)
        if "Ana" not in entry or "\n" in entry:
            raise Broken(
                "words.event_text of {action} is {text}; expected one line with the name of the "
                "player",
                action=repr(action.text), text=repr(entry),
            )  # fmt: skip


def _can_be_meant(table: Table, view: View, dice: random.Random) -> None:
    """Whatever is tapped, the answer is a reason or a ParseError."""
    for action in dice.sample(table.actions, min(_MEANT, len(table.actions))):
        for zone in (*action.targets, action.source):
            if zone not in (None, hand_of(view.seat)):
                with suppress(ParseError):
                    table.why(action.cards, zone)
