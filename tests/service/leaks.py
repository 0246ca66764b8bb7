"""Frames do not depend on what their viewer cannot know: the check, and a night's worth of it.

    python -m tests.service.leaks [POSITIONS [GAME ...]]

Tables of every game are brought to random positions. For each seat, all that it cannot know is
dealt anew; for spectators, all that each seat cannot know, one after the other. Every frame must
then be byte for byte what it was.
"""

import random
import sys
from dataclasses import replace

from msgspec import structs

from dealt.core.chance import HIDDEN, new_rng, start
from dealt.games import games
from dealt.language import speaking
from dealt.service.table import commands, frames
from dealt.service.table import events as ev
from dealt.service.table import messages as m
from dealt.service.table import protocol as p
from dealt.service.table import seats as seating
from dealt.service.table.parts import Settings
from dealt.service.table.refusals import Refused
from dealt.service.table.state import TableState, fold
from dealt.testing.walk import some_actions
from tests.service.talk import steps_frame

NAMES = ("Ana", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus")
PLACES = 4  # positions looked at in a match
MOST_MOVES = 200
CHANGES = 0.1  # how often seats are given up, taken over or swapped between two moves
BACK = 0.2  # how often a move is taken back where that is possible
REFUSALS = 12
TAPS = 6  # of cards and a zone
LANGUAGES = ("en", "pt-BR")


class Table:
    """A table in memory, to which persons say things; nothing is kept."""

    def __init__(self, settings, dice):
        self.state = TableState("t0")
        self.dice = dice
        self.at = 1_700_000_000_000
        self.gone = None  # who has left a seat, and sees it no longer
        self.happen([ev.Opened(host="ana", settings=settings)])

    def happen(self, events):
        for event in events:
            self.at += self.dice.randrange(1, 5000)
            fold(self.state, event, self.at)

    def say(self, person, message):
        self.happen(commands.order(self.state, person, person.title(), message))
        while follow := commands.follows(
            self.state,
            (self.at - self.state.waiting_since) / 1000,
            lambda: self.dice.randbytes(32).hex(),
        ):
            self.happen(follow)

    def seat(self):
        for seat, name in enumerate(NAMES[: self.state.settings.seats]):
            self.happen([ev.Joined(person=name.lower(), kind="player")])
            self.say(name.lower(), m.Sit(seat=seat))

    def agree(self):
        for place in self.state.places:
            self.say(place.person, m.Ready())

    def play(self, action):
        move = m.Play(move=str(self.state.version), version=self.state.version, action=action)
        self.say(self.holder(self.state.turn), move)

    def holder(self, seat):
        """Who sits there."""
        return self.state.places[seat].person

    def change_seats(self):
        """Somebody goes and a stranger plays on, or two people swap."""
        seats = range(self.state.settings.seats)
        if len(seats) == 1 or self.dice.random() < 0.5:
            seat = self.dice.choice(seats)
            self.gone = self.holder(seat)
            self.say(self.gone, m.Stand(seat=seat))
            stranger = f"x{self.state.version}"
            self.happen([ev.Joined(person=stranger, kind="player")])
            self.say(stranger, m.Sit(seat=seat))
            return
        one, other = self.dice.sample(seats, 2)
        asker = self.holder(one)
        self.say(asker, m.Swap(seat=other))
        while asker in self.state.requests:  # first the other one decides, then perhaps the host
            request = self.state.requests[asker]
            decides = seating.asked_person(self.state, request)
            self.say(decides, m.Answer(request=request.number, yes=True))

    def take_back(self):
        """Have the last move taken back; whether that was possible."""
        for place in self.state.places:
            if self.state.may_undo(place.person):
                self.say(place.person, m.Undo(version=self.state.version))
                return True
        return False


def settings_for(game, dice):
    """Seats and options of all kinds."""
    options = {}
    for option in game.options:
        choices = option.choices
        if option.name == "turn_limit":
            options[option.name] = 60
        elif not isinstance(choices, range):
            options[option.name] = dice.choice(list(choices))
    return Settings(
        game=game.name,
        seats=dice.choice(game.seats),
        options=options,
        rounds=2,
        public=dice.random() < 0.5,
        move_s=dice.choice([None, 30]),
    )


def positions(game, seed):
    """Tables of one match, each at a position in the middle of a round."""
    dice = random.Random(f"{game.name} {seed}")
    table = Table(settings_for(game, dice), dice)
    table.seat()
    table.agree()
    chance = PLACES / dice.choice([8, 30, 120]) if game.sizes.most_decisions > 2 else 1
    left = PLACES
    for _ in range(MOST_MOVES):
        if dice.random() < chance:
            yield table
            left -= 1
            if not left:
                return
        if dice.random() < BACK and table.take_back():
            continue
        if dice.random() < CHANGES:
            table.change_seats()
        actions = table.state.table.actions
        table.play(dice.choice(actions).id)
        if not table.state.is_playing:
            if table.state.is_between_matches:
                return
            table.agree()


def all_that_is_sent(state, viewer, seed):
    """Every frame that a viewer can get of the table as it is, as bytes."""
    present = {name.lower() for name in NAMES[:2]}
    sent = [p.encode(frames.Showing(state, present).frame(viewer, may_sit=state.may_sit("x")))]
    sent.append(p.encode(frames.log_frame(state, viewer, m.Log())))
    sent.append(repr(frames.table_row(state, viewer.person)).encode())
    for question in (
        lambda: frames.receipt_frame(state, m.Dealing(match=state.matches, round=len(state.by))),
        lambda: frames.record_frame(state, m.Record()),
        lambda: steps_frame(state, viewer.person or "", m.Steps(round=len(state.by))),
        lambda: steps_frame(state, viewer.person or "", m.Steps(round=1)),
    ):
        sent.append(answer(question))
    actions = some_actions(state.game, seed)
    for action in random.Random(seed).sample(actions, min(REFUSALS, len(actions))):
        message = m.Why(action=action)
        sent.append(answer(lambda m=message: commands.why_not(state, viewer.person or "", m)))
    for message in taps(state, viewer, seed):
        sent.append(answer(lambda m=message: commands.why_not(state, viewer.person or "", m)))
    sent.append(frames.in_words(state, viewer).encode())
    if viewer.person == state.places[state.turn].person:
        sent.append(state.table.hint().encode())
    return sent


def taps(state, viewer, seed):
    """Questions about cards and where they are to go: cards of the own hand, and some that are not.

    They depend on nothing but what the viewer sees.
    """
    dice = random.Random(seed)
    frame = frames.Showing(state, ()).frame(viewer)
    zones = [zone.id for zone in frame.board.zones] + ["nowhere", None]
    held = [] if frame.own is None else [face for zone in frame.own.zones for face in faces(zone)]
    for _ in range(TAPS):
        faces_to_tap = held if held and dice.random() < 0.7 else list(state.game.deck.faces)
        cards = dice.sample(faces_to_tap, min(len(faces_to_tap), dice.randrange(4)))
        yield m.Why(cards=cards, zone=dice.choice(zones))


def faces(zone):
    """The cards of a zone of one's own."""
    return getattr(zone, "cards", ())


def answer(question):
    try:
        return repr(question()).encode()
    except Refused as refused:
        return f"{refused}: {refused.for_programs()}".encode()


def redealt(game, s, seats, seed):
    """A state with other cards where none of `seats` can see them, one seat after the other."""
    twin = s.copy()
    for seat in seats:
        rng = new_rng()
        start(rng, seed, seat, HIDDEN)
        game.rules.redeal(twin, seat, rng)
    if game.name == "three-card-poker" and len(seats) > 1:
        other_hand(twin, seed)
    return twin


def other_hand(s, seed):
    """For spectators of a player alone: the hand is as hidden as the rest, until it is shown."""
    if s.outcome > 1:
        return
    ranks = s.hand + s.dealer + s.undealt
    random.Random(seed).shuffle(ranks)
    s.hand[:], s.dealer[:] = sorted(ranks[:3], reverse=True), sorted(ranks[3:6], reverse=True)
    s.undealt[:] = ranks[6:]


def unheard(table, actor, action, seed):
    """Another action of which others hear the same, where they do not hear all."""
    game = table.game
    public_text = game.wording.public_text
    if public_text(action.id) == action.text:
        return action
    others = [n for n in range(game.sizes.actions) if public_text(n) == public_text(action.id)]
    number = random.Random(seed).choice(others)
    other = game.words.action(table.view(actor), number)
    return structs.replace(
        action, id=number, text=other.text, cards=other.cards, shows=other.shows, form=other.form
    )


class Swapped:
    """A table at which other cards have been dealt, with the secrets of that deal, for a while.

    What others did unheard was something else, too.
    """

    def __init__(self, state, s, seat, seed):
        self.state, self.s = state, s
        self.history = [
            (actor, action if actor == seat else unheard(state.table, actor, action, seed + number))
            for number, (actor, action) in enumerate(state.table.history)
        ]

    def __enter__(self):
        state = self.state
        table = state.table
        self.kept = table._state, state.receipts[-1], list(state.decks[-1]), table.history
        table.history = self.history
        # what a table keeps of a state it forgets with that state
        state.table._state = state.match._states[-1] = self.s
        receipt = state.receipts[-1]
        # the commitment was published; what it hides could be any of very many secrets
        deck = receipt.deck.split()
        state.receipts[-1] = replace(
            receipt, seed=receipt.seed[::-1], deck=" ".join(reversed(deck))
        )
        state.decks[-1].reverse()

    def __exit__(self, *raised):
        state = self.state
        table = state.table
        table._state, state.receipts[-1], state.decks[-1][:], table.history = self.kept
        state.match._states[-1] = state.table._state


def check(game, seed):
    """Look at the positions of one match; how many there were, and how many deals did differ."""
    with speaking(LANGUAGES[seed % len(LANGUAGES)]):
        return look(game, seed)


def look(game, seed):
    """The same, in the language that is spoken."""
    looked = changed = 0
    for table in positions(game, seed):
        state = table.state
        s, seats = state.table._state, range(len(state.names))
        looked += 1
        viewers = [(frames.Viewer(table.holder(seat)), [seat]) for seat in seats]
        viewers += [(frames.Viewer(who), [*seats, *seats]) for who in (None, table.gone)]
        for viewer, blind in viewers:
            before = all_that_is_sent(state, viewer, seed)
            twin = redealt(game, s, blind, seed + looked)
            changed += twin.fields() != s.fields()
            with Swapped(state, twin, frames.seat_of(state, viewer), seed):
                after = all_that_is_sent(state, viewer, seed)
            assert after == before, f"{game.name}, match {seed}, position {looked}: {viewer}"
    return looked, changed


def main():
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    for game in games():
        if sys.argv[2:] and game.name not in sys.argv[2:]:
            continue
        looked = changed = seed = 0
        while looked < number:
            counts = check(game, seed)
            looked, changed, seed = looked + counts[0], changed + counts[1], seed + 1
        print(
            f"{game.name}: {looked} positions, {changed} other deals, no byte differs", flush=True
        )


if __name__ == "__main__":
    main()
