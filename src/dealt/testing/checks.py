"""What every game promises, one check for each promise.

docs/tutorials/write-a-game.md shows how to check a game.

A game is played at random from seeds.  Each check says in plain words what it expected, what it
found instead, and where.
"""

from __future__ import annotations

import random
from collections import Counter as Tally
from typing import TYPE_CHECKING, Any

from dealt import agents
from dealt.core.agent import Action, Agent
from dealt.core.match import Match, replay
from dealt.core.record import Record
from dealt.core.validation import faults
from dealt.errors import DealtError, IllegalAction
from dealt.language import Phrase, message
from dealt.own_code import what_was_raised
from dealt.simulate.lineup import Lineup, check_open, check_points, trial
from dealt.testing.check import difference, phrase, promised, short
from dealt.testing.pasts import Impossible, Past
from dealt.testing.sources import foreign_sources
from dealt.testing.walk import (
    ROUNDS,
    Broken,
    Walk,
    names_of,
    open_actions,
    play_any,
    redealt,
    some_actions,
    table_of,
    text_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dealt.core.fields import Field
    from dealt.core.game import Game

_REFUSALS = 40  # that a seat reads at one position
_TRIED = 200  # actions, open or not, that a table is given at one position
_DEALS = 3  # for a seat, in which a round is played again
_PLAYED_ON = 100  # actions after cards have been dealt anew


# --- the facts and the course of rounds -----------------------------------------------------------


@promised("facts", message("the game has everything it needs"), is_by_seed=False)
def facts_are_complete(game: Game) -> None:
    """Verbs, words, fields, numbers of players; nothing is played."""
    if any(faults(game)):
        raise Broken(
            "the facts of the game are wrong: {wrong}", wrong=lambda: "; ".join(faults(game))
        )


@promised("chance", message("all chance comes from the deck or rng"), is_by_seed=False)
def chance_comes_from_outside(game: Game) -> None:
    """The rules use no random numbers of their own, no clock, and change no globals."""
    sources = foreign_sources(game)
    if sources:
        raise Broken(
            "the rules cannot be replayed: {wrong}",
            wrong=lambda: "; ".join(map(str, sources)),
        )


@promised("rounds", message("rounds end within most_decisions decisions"))
def rounds_end(walk: Walk) -> None:
    """Every round can be played to its end at random."""
    for _ in walk.positions():
        pass


@promised("repeats", message("the same seed gives the same rounds"))
def rounds_repeat(walk: Walk) -> None:
    """Nothing is remembered from other rounds.

    One match is played, another is dealt, and the first is played twice more, so that anything kept
    between rounds is met in different states.
    """
    first = list(_traces(walk))
    next(Walk(walk.game, walk.seed + 1).rounds())
    for _ in range(2):
        again = Walk(walk.game, walk.seed)
        for before, after in zip(first, _traces(again), strict=False):
            where = difference(before, after)
            if where is not None:
                raise Broken(
                    "played again from the same seed, the round differs: {path} was {one} and is "
                    "now {two}; keep what changes in a field",
                    where=again.where, **where._asdict(),
                )  # fmt: skip


def _traces(walk: Walk) -> Iterator[dict[str, Any]]:
    """What can be known of each position of a match; of some also what is seen."""
    game, points = walk.game, [0] * walk.seats
    for number, (s, _) in enumerate(walk.positions()):
        game.rules.score(s, points)
        trace = {"state": s.fields(), "open": open_actions(game, s), "points": list(points)}
        if number % 5 == 0:
            trace["view"] = game.words.view(s, s.turn, names_of(s))
        yield trace


@promised("cards", message("no card is lost or duplicated"))
def cards_are_conserved(walk: Walk) -> None:
    """After the deal and after every action."""
    for s, deck in walk.positions():
        _check_cards(walk.game, s, Tally(deck))


def _check_cards(game: Game, s: Any, expected: Tally[int]) -> None:
    """Raise Broken if other cards are in play than those expected."""
    cards = _all_cards(game, s)
    if cards != expected:
        raise Broken(
            "words.cards_in_play does not have the cards of the deck; missing: {missing}; too "
            "many: {extra}",
            missing=_faces(game, expected - cards), extra=_faces(game, cards - expected),
        )  # fmt: skip


def _all_cards(game: Game, s: Any) -> Tally[int]:
    """How often each card is in play."""
    return Tally(card for cards in game.words.cards_in_play(s).values() for card in cards)


def _faces(game: Game, cards: Tally[int]) -> str | Phrase:
    """Cards as text; numbers that are not cards stay numbers."""
    faces = game.deck.faces
    names = [
        faces[card] if isinstance(card, int) and 0 <= card < len(faces) else repr(card)
        for card in cards.elements()
    ]
    return " ".join(names) or Phrase("none")


@promised("legal", message("a move is open until the round ends, and only open moves are accepted"))
def legal_is_what_can_be_played(walk: Walk) -> None:
    """Before the end something is open, in ascending order; a table accepts that and nothing else.

    Whether the list itself is right is up to each game's second implementation.
    """
    game = walk.game
    for s, _ in walk.positions():
        legal = open_actions(game, s)
        if legal and game.rules.is_over(s):
            names = ", ".join(text_of(game, action) for action in legal)
            raise Broken("the round is over, but legal still offers {actions}", actions=names)
        if not game.rules.is_over(s):
            check_open(game, legal)
        if legal != sorted(set(legal)):
            raise Broken(
                "legal writes {found}; expected ascending ids, each once", found=short(legal)
            )
    for s in walk.some(2):
        every, legal = some_actions(game, walk.seed), open_actions(game, s)
        sample = random.Random(walk.seed).sample(every, min(_TRIED, len(every)))
        before = s.copy()
        for action in sorted({*legal, *sample}):
            if action in legal:
                _accepted(game, s, action)
            else:
                _refused(game, s, action)
            changed = difference(before.fields(), s.fields())
            if changed is not None:
                raise Broken(
                    "asking a table about {action} changes the state: {wrong}",
                    action=text_of(game, action), wrong=phrase(changed),
                )  # fmt: skip


def _accepted(game: Game, s: Any, action: int) -> None:
    """A table takes an open action, and something happens."""
    text = game.words.action_text(action)
    read = table_of(game, s).read(action).id
    if read != action:
        raise Broken(
            "words.action makes {found} of {action}; expected the same id",
            action=f"{action} ({text})", found=read,
        )  # fmt: skip
    played = s.copy()
    table_of(game, played).step(Action(action, text))
    if played.fields() == s.fields():
        raise Broken("apply changes nothing when {action} is played", action=text)


def _refused(game: Game, s: Any, action: int) -> None:
    """A table refuses an action that is not open, in a line that names it."""
    text = game.words.action_text(action)
    try:
        table_of(game, s).step(Action(action, text))
    except IllegalAction as refused:
        reason = str(refused)
    else:
        raise Broken("a table accepts {action}, which legal does not offer", action=text)
    if game.wording.purpose(action) not in reason or "\n" in reason:
        raise Broken(
            "{action} is refused by {text}; expected one line that names the action",
            action=text, text=repr(reason),
        )  # fmt: skip


@promised("scores", message("points lie within score_bounds, and add up to points_sum"))
def scores_lie_in_bounds(walk: Walk) -> None:
    """The bounds hold at every position, since scores may be asked for at any time."""
    points = [0] * walk.seats
    total = walk.game.sizes.sum_of_points(walk.seats)
    for s, _ in walk.positions():
        walk.game.rules.score(s, points)
        check_points(walk.game, points)
        if total is not None and walk.game.rules.is_over(s) and sum(points) != total:
            raise Broken(
                "the points {points} add up to {sum}; points_sum is {total}",
                points=list(points), sum=sum(points), total=total,
            )  # fmt: skip


@promised("fields", message("every value fits its field"))
def numbers_fit_their_fields(walk: Walk) -> None:
    """No value in plain play is larger than compiled play can keep."""
    for number, (s, _) in enumerate(walk.positions()):
        if number % 5 and not walk.game.rules.is_over(s):
            continue
        for field in walk.game.state.FIELDS:
            _fits(field, getattr(s, field.name), field.shape)


def _fits(field: Field, value: Any, shape: tuple[int, ...]) -> None:
    """The value of a field, or of a part of it, has its shape, and its numbers fit."""
    if shape:
        if not isinstance(value, list) or len(value) != shape[0]:
            raise Broken(
                "field {field} has {found} where a list of {n} belongs",
                field=field.name, found=short(value), n=shape[0],
            )  # fmt: skip
        for part in value:
            _fits(field, part, shape[1:])
        return
    low, high = field.bounds()
    if not isinstance(value, int) or not low <= value <= high:
        raise Broken(
            "field {field} has {found}; a number of kind {kind} is a whole one from {least} to "
            "{most}",
            field=field.name, found=short(value), kind=field.kind, least=low, most=high,
        )  # fmt: skip


@promised("records", message("a replayed record gives the same match"))
def records_can_be_replayed(walk: Walk) -> None:
    """Actions are written in words and read again."""
    game = walk.game
    players = agents.seats(game, ["random"] * walk.seats, walk.seed)
    match = Match(game, players, seed=walk.seed, rounds=ROUNDS, options=walk.options).run()
    again = replay(Record.from_json(match.record.to_json()), game)
    one, two = (
        {"totals": each.totals, "states": [s.fields() for s in each._states]}
        for each in (match, again)
    )
    where = difference(one, two)
    if where is not None:
        raise Broken("replayed from its record, the match differs: {wrong}", wrong=phrase(where))


@promised("players", message("computer players choose open actions"), is_by_seed=False)
def players_choose_what_is_open(game: Game) -> None:
    """Each computer player plays three rounds with each number of seats."""
    for seats in game.seats:
        for name in agents.bots(game):
            try:
                trial(Lineup.of(game, [name] * seats))
            except DealtError as error:
                raise Broken(
                    "{name} in all {seats} seats: {wrong}", name=name, seats=seats, wrong=error
                ) from error.__cause__


# --- who knows what -------------------------------------------------------------------------------


@promised("secrets", message("no hidden card shows in views, numbers, refusals or hints"))
def hidden_cards_do_not_show(walk: Walk) -> int:
    """Deal again what a seat cannot see: nothing it gets to see changes by a single byte.

    Returns how often the deal really changed, so that the caller knows that something was tested.
    """
    game, seed, changed = walk.game, walk.seed, 0
    for s in walk.some(3):
        for seat in range(s.seats):
            twin = redealt(game, s, seat, seed)
            changed += twin.fields() != s.fields()
            one = _all_that_is_told(game, s, seat, seed)
            where = difference(one, _all_that_is_told(game, twin, seat, seed))
            if where is not None:
                raise Broken(
                    "seat {seat} can tell hidden cards: after redeal {path} is {two} instead of "
                    "{one}; either that shows a hidden card, or redeal changes what the seat knows",
                    seat=seat, **where._asdict(),
                )  # fmt: skip
            if not game.replaces(game.options_of(s)):
                _same_cards(game, s, twin, seat)
            _can_be_played_on(game, twin, seat, seed)
    return changed


def _same_cards(game: Game, s: Any, twin: Any, seat: int) -> None:
    """The same cards are in play after a redeal."""
    try:
        _check_cards(game, twin, _all_cards(game, s))
    except Broken as broken:
        raise Broken("after redeal for seat {seat} {wrong}", seat=seat, wrong=broken) from None


def _can_be_played_on(game: Game, s: Any, seat: int, seed: int) -> None:
    """From a position that was dealt anew the round can be played to its end."""
    dice = random.Random(seed)
    s, decisions = s.copy(), 0
    try:
        while not game.rules.is_over(s) and decisions < _PLAYED_ON:
            play_any(game, s, dice)
            decisions += 1
    except Exception as error:
        problem = error if isinstance(error, DealtError) else what_was_raised(error)
        raise Broken(
            "after redeal for seat {seat} and {n} more actions the round cannot continue: "
            "{wrong}",
            seat=seat, n=decisions, wrong=problem,
        ) from error  # fmt: skip


def _all_that_is_told(game: Game, s: Any, seat: int, seed: int) -> dict[str, Any]:
    """Everything sent to a seat: view, numbers, actions, refusals, hint, computer choices."""
    view = game.words.view(s, seat, names_of(s))
    numbers = [0] * game.sizes.observation
    game.rules.observe(s, seat, numbers)
    knowledge: dict[str, Any] = {
        "view": view,
        "text": str(view),
        "repr": repr(view),
        "numbers": numbers,
    }
    in_turn = not game.rules.is_over(s) and s.turn == seat
    if in_turn:
        table = table_of(game, s)
        knowledge["actions"] = table.actions
        refusals = []
        actions = some_actions(game, seed)
        for action in random.Random(seed).sample(actions, min(_REFUSALS, len(actions))):
            try:
                table.read(action)
            except IllegalAction as refused:
                refusals.append(str(refused))
        knowledge["refusals"] = refusals
        knowledge["hint"] = game.wording.hint(view)
        knowledge["bots"] = [
            str(bot.choose(view, table.actions))
            for bot in (agents.bot(game, name, 1) for name in agents.bots(game))
            if isinstance(bot, Agent)
        ]
    return knowledge


@promised("redeal", message("redeal changes exactly the places a seat cannot see"))
def redealing_reaches_all_that_is_hidden(walk: Walk) -> None:
    """After the deal, redealing changes the places that a seat cannot see, and no others.

    They also differ from one time to the next: a redeal that always makes the same deal does not
    count.
    """
    game, seed = walk.game, walk.seed
    s, _ = next(walk.rounds())
    before = game.words.cards_in_play(s)
    for seat in range(s.seats):
        deals = [game.words.cards_in_play(redealt(game, s, seat, seed + n)) for n in range(12)]
        hidden = game.words.hidden_places(s, seat)
        for first in (before, deals[0]):
            changed = {at for at in first if any(after[at] != first[at] for after in deals)}
            _are_the_hidden(seat, changed, hidden)


def _are_the_hidden(seat: int, changed: set[str], hidden: set[str]) -> None:
    """The places that change are those that are hidden."""
    if changed - hidden:
        raise Broken(
            "redeal for seat {seat} changes {places}, which words.hidden_places does not list",
            seat=seat, places=", ".join(sorted(changed - hidden)),
        )  # fmt: skip
    if hidden - changed:
        raise Broken(
            "redeal for seat {seat} always leaves the same cards at {places}, which "
            "words.hidden_places lists",
            seat=seat, places=", ".join(sorted(hidden - changed)),
        )  # fmt: skip


@promised("guesses", message("redeal depends only on what the seat knows"))
def redealing_depends_on_what_is_known(walk: Walk) -> None:
    """A redeal gives the same result for all hidden cards.

    So a player that looks at possible deals does not depend on what the others hold.
    """
    game, seed = walk.game, walk.seed
    for s in walk.some(3):
        for seat in range(s.seats):
            twin = redealt(game, s, seat, seed)
            one = redealt(game, s, seat, seed + 1).fields()
            where = difference(one, redealt(game, twin, seat, seed + 1).fields())
            if where is not None:
                raise Broken(
                    "redeal for seat {seat} depends on cards that the seat cannot see: from two "
                    "deals that look alike to it, by the same chance, {path} becomes {one} and "
                    "{two}",
                    seat=seat, **where._asdict(),
                )  # fmt: skip


@promised("past", message("the moves so far were open in every deal that redeal makes"))
def redealing_fits_the_past(walk: Walk) -> int:
    """In a possible deal, every seat could have made its moves.

    Returns how often the round was played again in another deal and came to the same position.
    """
    game, dice, played = walk.game, random.Random(walk.seed), 0
    for s in walk.some(2):
        actions = walk.where.actions
        for seat in dice.sample(range(s.seats), min(2, s.seats)):
            past = Past.of(game, walk.begun, actions, seat)
            if past is None:
                continue
            for number in range(_DEALS):
                try:
                    played += past.leads_to(redealt(game, s, seat, walk.seed + number), dice)
                except Impossible as impossible:
                    move = past.moves[impossible.number]
                    raise Broken(
                        "redeal for seat {seat} makes an impossible deal: with these cards seat "
                        "{other} could not have played {action}, move {n} of the round; redeal "
                        "must respect what moves show",
                        seat=seat, other=move.seat, n=impossible.number + 1,
                        action=repr(text_of(game, move.action)),
                    ) from None  # fmt: skip
    return played
