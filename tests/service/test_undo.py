"""A move is taken back as long as nobody has moved since and it showed no hidden card."""

import asyncio
import random

import pytest

from dealt.core.match import replay
from dealt.core.table import Table
from dealt.errors import SetupError
from dealt.games import games, registered
from dealt.service.table import protocol as p
from dealt.service.table import state as states
from dealt.service.table.state import fold
from tests.service import leaks
from tests.service.talk import Client, hand_in, house, lines_of, open_table, two_at_table

GAMES = games()
DEALS = 8  # other deals that are tried for each action


pytestmark = pytest.mark.usefixtures("kept")


def shown_by(table, action):
    """Play an action; whether it shows its seat a hidden card."""
    before, seat = table.twin(), table.seat_in_turn
    table.step(action)
    return states._reveals(before, table, seat)


def check_nothing_is_learned(game, seeds=4):
    """What may be taken back would have looked the same in every deal that could be.

    Returns how many actions could be taken back.
    """
    dice = random.Random(game.name)
    free = 0
    for seed, table in ((s, table) for s in range(seeds) for table in leaks.positions(game, s)):
        state = table.state
        s, seat, seats = state.table._state, state.turn, state.table.seats
        actions = state.table.actions
        for action in dice.sample(actions, min(4, len(actions))):
            true = Table(game, seats, s.copy())
            shows = shown_by(true, action)
            if shows or true.is_over:
                continue
            free += 1
            for number in range(DEALS):
                twin = Table(game, seats, leaks.redealt(game, s, [seat], seed + number))
                assert not shown_by(twin, action), (game.name, seed, str(action))
                assert str(twin.view(seat)) == str(true.view(seat)), (game.name, seed, str(action))
    return free


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_nothing_is_learned_by_a_move_that_may_be_taken_back(game):
    """And whether it may does not depend on cards that the seat cannot see."""
    assert check_nothing_is_learned(game) > 5 or game.sizes.most_decisions <= 2


def test_a_draw_that_may_be_taken_back_is_noticed(monkeypatch):
    """Mutant: nothing is ever shown."""
    monkeypatch.setattr(states, "_reveals", lambda before, after, seat: False)
    with pytest.raises(AssertionError):
        check_nothing_is_learned(registered("mason-rummy"))


class Kept(leaks.Table):
    """A table whose events are kept."""

    def __init__(self, settings, dice):
        self.kept = []
        super().__init__(settings, dice)

    def happen(self, events):
        for event in events:
            super().happen([event])
            self.kept.append((event, self.at))

    def taken_up(self):
        """The state anew, from the events alone."""
        state = states.TableState("t0")
        for event, at in self.kept:
            fold(state, event, at)
        return state


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_undo_does_not_depend_on_when_it_is_asked(game, monkeypatch):
    """A table taken up from its events knows what one knows that was asked at each move."""
    monkeypatch.setattr(leaks, "Table", Kept)
    answers = set()
    for table in (table for seed in range(6) for table in leaks.positions(game, seed)):
        late = table.taken_up()
        for name in leaks.NAMES[: table.state.settings.seats]:
            may = late.may_undo(name.lower())
            assert may == table.state.may_undo(name.lower()), (game.name, table.state.version)
            answers.add(may)
    assert answers == {True, False} or game.sizes.most_decisions <= 2


def test_taking_up_a_table_looks_at_no_hidden_card(monkeypatch):
    """Whether one was shown is computed for the player who may undo, at no other time."""
    monkeypatch.setattr(leaks, "Table", Kept)
    begun = (table for table in leaks.positions(registered("tranca"), 1) if table.state.by[-1])
    table = next(begun)

    def wrong(before, after, seat):
        raise AssertionError("asked")

    monkeypatch.setattr(states, "_reveals", wrong)
    state = table.taken_up()
    assert state.table.history
    assert not any(state.may_undo(name) for name in ("stranger", ""))


def as_seen(table):
    """A table frame without what an undo changes on purpose."""
    return {**table, "version": 0, "moved": 0, "log": [], "undo": None}


async def test_a_move_is_taken_back_until_a_hidden_card_is_shown(path):
    """The table is as it was before; a draw stays; and all of it is on the disk."""
    async with house(path) as service:
        ana, bob, name = await two_at_table(service, "mason-rummy")
        at_first = await ana.table()
        version = at_first["version"]
        assert (await ana.refused("undo", version=version))[0] == "turn", "nobody has moved"
        await ana.done("play", move="a", version=version, text="draw stock")
        view = await ana.table()
        assert view["undo"] is False
        code, reason = await ana.refused("undo", version=view["version"])
        assert (code, "hidden card" in reason) == ("phase", True)
        hand = hand_in(view)
        order = {"version": view["version"], "text": f"discard {hand[0]}"}
        await ana.done("play", move="b", **order)
        gone = await ana.table()
        assert (gone["undo"], gone["turn"]) == (True, 1)
        assert (await bob.table())["undo"] is False
        assert (await bob.refused("undo", version=gone["version"]))[0] == "turn"
        assert (await ana.refused("undo", version=view["version"]))[0] == "stale"
        await ana.done("undo", version=gone["version"])
        back = await ana.table()
        assert as_seen(back) == as_seen(view)
        assert back["log"][:-1] == view["log"]
        assert lines_of(back)[-1] == "Ana took a move back"
        assert back["undo"] is False, "the draw has shown a hidden card all the same"
        assert (await ana.refused("undo", version=gone["version"]))[0] == "stale"
        bob_sees, tokens = await bob.table(), (ana.token, bob.token)
    async with house(path) as service:
        ana, bob = [Client(service, token) for token in tokens]
        for player in (ana, bob):
            await player.say("hello", protocol=p.PROTOCOL, token=player.token)
            await player.done("enter", table=name)
        assert await ana.table() == back
        assert await bob.table() == bob_sees
        await ana.done("play", move="c", version=back["version"], text=f"discard {hand[1]}")
        assert lines_of(await ana.table())[-1] == f"Ana discarded {hand[1]}"
        after = await bob.table()
        await bob.done("play", move="d", version=after["version"], text="draw discard")
        assert (await ana.refused("undo", version=after["version"] + 1))[0] == "turn"


async def test_taken_back_moves_are_left_out_of_the_record(service):
    """Another move was played instead; the match is replayed to the same points."""
    ana = await Client.of(service, "Ana")
    await open_table(ana, "president", 2, rounds=1)
    await ana.done("sit", seat=1, hot=True, name="Bob")
    await ana.done("ready")
    backs = 0
    while (table := await ana.table())["phase"] == "playing":
        if table["undo"] and backs < 40:
            await ana.done("undo", version=table["version"])
            backs += 1
        else:
            await ana.done("look", seat=table["turn"])
            table = await ana.table()
            await ana.play(-1 if backs % 2 else len(table["own"]["actions"]) // 2)
    assert backs > 5
    record = (await ana.say("record"))["record"]
    state = next(iter(service.tables.live.values())).state
    assert record["played"][0]["scores"] == list(state.table.scores.values())
    again = replay(state.match.record, state.game)
    assert again.totals == state.match.totals


async def test_with_a_clock_no_move_is_taken_back(service):
    """It would stop the clock as often as one likes."""
    ana = await Client.of(service, "Ana")
    await open_table(ana, "penney", 2, move_s=60)
    await ana.done("sit", seat=1, hot=True, name="Bob")
    await ana.done("ready")
    assert (await ana.refused("undo", version=0))[0] == "phase"
    await ana.done("look", seat=0)
    await ana.play()
    table = await ana.table()
    assert not table["undo"]
    assert "with a clock" in (await ana.refused("undo", version=table["version"]))[1]


def test_a_match_takes_back_what_was_played_and_no_more():
    """Action by action to the deal, as if nothing had been."""
    for game in GAMES:
        table = next(leaks.positions(game, 11))
        match = table.state.match
        s = [match.at(len(match.tables) - 1).fields()]
        fresh = match.at(len(match.tables) - 1)
        for _, action in match.table.history:
            fresh.repeat(action)
            s.append(fresh.fields())
        assert match.table.fields() == s.pop()
        while s:
            match.take_back()
            assert match.table.fields() == s.pop()
        with pytest.raises(SetupError, match="nothing to take back"):
            match.take_back()


async def alone(service, game, **settings):
    """Somebody at a table with a computer player, after a choice that the player has answered."""
    ana = await Client.of(service, "Ana")
    await open_table(ana, game, 2, "seed", **settings)
    await ana.done("ready")
    return ana


async def to_own_turn(ana):
    """The table once it is Ana's turn again."""
    while (table := await ana.table())["phase"] == "playing" and table["turn"] != 0:
        await asyncio.sleep(0.01)
    return table


@pytest.mark.parametrize("game", ["mason-rummy", "president", "tranca"])
async def test_in_practice_one_goes_back_to_the_last_choice(service, game):
    """Whatever was seen; said first, then as often as one likes; the match does not count."""
    ana = await alone(service, game, rounds=1)
    first = await to_own_turn(ana)
    assert not first["undo"] and not first["undo_marks"] and not first["practice"]
    for _ in range(2):
        await to_own_turn(ana)
        await ana.play(0)
        after = await to_own_turn(ana)
    state = next(iter(service.tables.live.values())).state
    if state.may_undo(state.host):  # an ordinary one does not mark
        await ana.done("undo", version=after["version"])
        assert not (await ana.table())["practice"]
        await ana.play(0)
        after = await to_own_turn(ana)
    assert state.practice is False
    while not (await to_own_turn(ana))["undo_marks"]:
        await ana.play(-1)
    after = await ana.table()
    moves = after["moves"]
    assert "practice" in (await ana.refused("undo", version=after["version"]))[1]
    await ana.done("undo", version=after["version"], practice=True)
    back = await ana.table()
    assert back["practice"] and back["turn"] == 0 and back["moves"] < moves
    assert not back["undo_marks"]
    while back["undo"]:
        await ana.done("undo", version=back["version"])
        back = await ana.table()
    assert back["own"] == first["own"]
    while (await to_own_turn(ana))["phase"] == "playing":
        await ana.play(-1)
    history = await ana.say("history")
    assert [each["practice"] for each in history["matches"]] == [True]
    assert history["standings"] == [] and history["pairs"] == []
    assert replay(state.match.record, state.game).totals == state.match.totals


async def test_practice_is_for_one_person_without_a_clock(service):
    """Also once somebody else has played in the match."""
    for people, move_s in ((1, 60), (2, None)):
        ana = await Client.of(service, f"Ana{people}")
        await open_table(ana, "president", 3, *["seed"] * (3 - people), move_s=move_s)
        if people == 2:
            await ana.done("sit", seat=1, hot=True, name="Bob")
        await ana.done("ready")
        state = list(service.tables.live.values())[-1].state
        assert state.moves_to_choice(state.host) == 0
