"""A finished round again: what each saw then, no more, and in small parts."""

import random

import pytest
from msgspec.structs import replace

from dealt.core.position import position_text, read_position
from dealt.games import games
from dealt.service.hall import steps
from dealt.service.table import events as ev
from dealt.service.table import frames
from dealt.service.table import messages as m
from dealt.service.table import protocol as p
from dealt.service.table.refusals import Refused
from tests.service import leaks
from tests.service.talk import Client, open_table, steps_frame

GAMES = games()
MOST_BYTES = 80_000
WATCHER = "zoe"  # nobody at the table is called so


pytestmark = pytest.mark.usefixtures("kept")


def new_table(game, seed, seats=None):
    """A table in memory with everybody seated and the first round dealt."""
    dice = random.Random(f"{game.name} {seed}")
    settings = leaks.settings_for(game, dice)
    table = leaks.Table(replace(settings, seats=seats or settings.seats), dice)
    table.seat()
    table.agree()
    return table


def seen(state, viewer):
    """What a table frame shows of the moment: what was done last, the board, the own zones."""
    frame = frames.Showing(state, ()).frame(viewer)
    ask = frame.board.ask
    assert frame.turn == (None if ask is None else ask.seat)
    own = None if frame.own is None else frame.own.zones
    return frame.log[-1] if frame.log else None, frame.board, own


def played(table):
    """Play the round to its end; what each person saw at every moment of it."""
    state = table.state
    persons = [name.lower() for name in state.names] + [WATCHER]
    watched = {person: [seen(state, frames.Viewer(person))] for person in persons}
    while state.is_playing:
        table.play(table.dice.choice(state.table.actions).id)
        for person in persons:
            watched[person].append(seen(state, frames.Viewer(person)))
    return watched


def shown(state, person, **options):
    """All steps of a round, asked for part by part."""
    steps, parts = [], []
    while not parts or len(steps) < parts[0].total:
        parts.append(steps_frame(state, person, m.Steps(first=len(steps), **options)))
        assert len(p.encode(parts[-1])) < MOST_BYTES
        steps += parts[-1].steps
    return parts[0], [(s.event, s.board, s.own and s.own.zones) for s in steps]


def check_round(game, seed):
    """What is shown again is byte for byte what was shown then, to every person."""
    table = new_table(game, seed)
    for person, moments in played(table).items():
        _, again = shown(table.state, person)
        assert again == moments, person


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_round_is_shown_again_as_each_saw_it(game):
    """Frames of the round hide the same cards; so its end reveals nothing more."""
    check_round(game, 1)


def test_a_hand_of_another_seat_is_noticed(monkeypatch):
    """Mutant: everybody is shown what seat 0 saw."""
    right = steps.step_of
    monkeypatch.setattr(steps, "step_of", lambda table, seat, *rest: right(table, 0, *rest))
    with pytest.raises(AssertionError):
        check_round(GAMES[2], 1)


def test_steps_do_not_depend_on_what_was_hidden_then():
    """Other cards where the seat could not see them leave its step as it was."""
    for game in GAMES:
        other = 0
        for table in leaks.positions(game, 3):
            state = table.state
            before = state.table._state
            for seat in range(len(state.names)):
                twin = leaks.redealt(game, before, [seat], 9)
                other += twin.fields() != before.fields()
                encoded = p.encode(frame_of(state.table, seat))
                state.table._state = twin
                assert p.encode(frame_of(state.table, seat)) == encoded, game.name
                state.table._state = before
        assert other


def frame_of(table, seat):
    """One step as it is sent."""
    step = steps.step_of(table, seat, None)
    return p.StepsFrame(
        ack=None, table="t", match=1, round=1, names=[], seats=[], seat=seat, first=0, total=1,
        outcome="", steps=[step],
    )  # fmt: skip


def test_who_took_a_seat_later_does_not_see_what_it_had_seen():
    """The hand of a round is for the person who held the seat, and for that person's new device."""
    table = new_table(GAMES[2], 5, seats=2)
    played(table)
    state = table.state
    assert steps_frame(state, "ana", m.Steps()).seats == [0]
    table.happen([ev.SeatMoved(seat=0, person="phone"), ev.Stood(seat=1)])
    table.happen([ev.Sat(seat=1, person="cid", name="Cid")])
    for person, seats in (("phone", [0]), ("bob", [1]), ("cid", []), (WATCHER, [])):
        frame, moments = shown(state, person)
        assert frame.seats == seats, person
        assert all((own is None) == (not seats) for *_, own in moments)
    with pytest.raises(Refused, match="you did not have that seat"):
        steps_frame(state, "cid", m.Steps(seat=1))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_hands_are_face_up_after_the_round_and_in_steps_after_the_match(game):
    """To spectators, too; before that no step shows the hand of another seat."""
    table = new_table(game, 4)
    state = table.state
    seats = range(len(state.names))
    held = [state.table.view(seat).own.zones for seat in seats]
    dealt = [zone for seat in seats for zone in held[seat] if zone.id == f"hand:{seat}"]
    played(table)
    head, _ = shown(state, WATCHER)
    assert [hand.cards for hand in head.dealt] == [hand.cards for hand in dealt]
    assert [hand.id for hand in head.left] == [hand.id for hand in dealt]
    assert steps_frame(state, WATCHER, m.Steps(first=1)).dealt == []
    while not state.is_between_matches:
        with pytest.raises(Refused, match="once the match is over"):
            steps_frame(state, WATCHER, m.Steps(round=1, face_up=True))
        table.agree()
        played(table)
    _, moments = shown(state, WATCHER, round=1, face_up=True)
    zones = {zone.id: zone for zone in moments[0][1].zones}
    assert [zones[hand.id].cards for hand in dealt if hand.id in zones] == [
        hand.cards for hand in dealt if hand.id in zones
    ]
    for step in steps_frame(state, WATCHER, m.Steps(round=1, face_up=True)).steps:
        again = read_position(state.game, step.position)
        assert position_text(state.game, again) == step.position
    assert steps_frame(state, WATCHER, m.Steps(round=1)).steps[0].position is None


async def test_a_round_is_asked_for_once_it_is_over(service):
    """By anybody at the table, also in the middle of the next round; and not too fast."""
    ana, eve = await Client.of(service, "Ana"), await Client.of(service, "Eve")
    name = await open_table(ana, "president", 3, "seed", "seed", rounds=2)
    await eve.done("enter", table=name)
    assert (await ana.refused("steps"))[0] == "unknown"
    await ana.done("ready")
    assert (await ana.refused("steps"))[0] == "phase"
    while (await ana.table())["phase"] == "playing":
        await ana.play()
    await ana.done("ready")
    assert (await ana.refused("steps", round=2))[0] == "phase"
    assert (await ana.refused("steps"))[0] == "phase"
    steps_of_round = await ana.say("steps", round=1)
    assert steps_of_round["seat"] == 0
    assert steps_of_round["steps"][0]["own"]["zones"][0]["cards"]
    assert len(steps_of_round["steps"]) == min(steps.MOST_STEPS, steps_of_round["total"])
    last = steps_of_round["total"] - 1
    assert (await ana.say("steps", round=1, first=last))["steps"][0]["board"].get("ask") is None
    assert (await ana.refused("steps", round=1, first=last + 1))[0] == "unknown"
    assert (await ana.refused("steps", round=1, seat=1))[0] == "seat"
    assert (await eve.say("steps", round=1))["steps"][0]["own"] is None
    answers = [await eve.say("steps", round=1) for _ in range(20)]
    assert next(a["code"] for a in answers if a["is"] == "refused") == "rate"


async def test_two_hands_at_one_screen_are_seen_one_at_a_time(service):
    """Who held several seats says which one is looked from; without that, none."""
    ana = await Client.of(service, "Ana")
    await open_table(ana, "penney", 2)
    await ana.done("sit", seat=1, hot=True, name="Bob")
    await ana.done("ready")
    for seat in (0, 1):
        await ana.done("look", seat=seat)
        await ana.play()
    steps = await ana.say("steps")
    assert (steps["seats"], steps["seat"], steps["total"]) == ([0, 1], None, 3)
    assert {step["own"] for step in steps["steps"]} == {None}
    assert (await ana.say("steps", seat=1))["steps"][0]["own"]["seat"] == 1
