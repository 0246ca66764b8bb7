"""Tables: matches, seats, moves, clocks, stand-ins, and what each sees."""

import json

import pytest

from dealt.core.match import replay
from dealt.core.record import Record
from dealt.games import games
from dealt.service.hall import bots
from dealt.service.table import fairness
from dealt.service.table import protocol as p
from tests.service.talk import (
    Client,
    Clock,
    fresh_file,
    hand_in,
    house,
    lines_of,
    open_table,
    two_at_table,
)

GAMES = games()


pytestmark = pytest.mark.usefixtures("kept")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
async def test_a_match_of_every_game_is_played_to_its_end(service, game):
    """One person and computer players; receipts and the record hold what was dealt and played."""
    ana = await Client.of(service, "Ana")
    seats = game.seats[-1]
    await open_table(ana, game.name, seats, *["seed"] * (seats - 1), rounds=2)
    await ana.done("ready")
    table = await ana.finish()
    assert table["sheet"]["rows"][-1][0] == "total"
    receipt = await ana.say("dealing", match=1, round=2)
    fairness.verify(fairness.Receipt.from_json(json.dumps(receipt["receipt"])), game)
    record = Record.from_json(json.dumps((await ana.say("record"))["record"]))
    again = replay(record, game)
    points = [again.totals[name] for name in record.seats]
    assert points == table["sheet"]["rows"][-1][1:]
    assert service.heard == []


async def test_a_table_is_taken_up_from_its_events_alone(path):
    """After a stop, the same deal, hands, log and points; and the game goes on."""
    async with house(path) as service:
        ana, bob, name = await two_at_table(service, "mason-rummy")
        while (await ana.table())["turn"] == 0:
            await ana.play()
        before = [await ana.table(), await bob.table()]
        tokens = ana.token, bob.token
    async with house(path) as service:
        ana, bob = [Client(service, token) for token in tokens]
        for player in (ana, bob):
            await player.say("hello", protocol=p.PROTOCOL, token=player.token)
            await player.done("enter", table=name)
        after = [await ana.table(), await bob.table()]
        assert after == before
        bob.moves = 50
        await bob.play()
        assert (await ana.table())["version"] == before[0]["version"] + 1


async def test_a_seat_belongs_to_a_person_not_to_a_connection(service):
    """The newest connection counts; the older one reads so, and may not play on."""
    ana = await Client.of(service, "Ana")
    name = await open_table(ana, "mason-rummy", 2, "seed")
    await ana.done("ready")
    newer = await ana.again()
    await newer.done("enter", table=name)
    assert ana.read()[-1]["code"] == "elsewhere"
    assert (await ana.refused("ready"))[0] == "phase"
    assert (await newer.table())["own"]["seat"] == 0
    newer.gone()
    last = await ana.again()
    await last.done("enter", table=name)
    await last.play()


async def test_a_window_that_returns_by_itself_gives_way_to_another_one(service):
    """But not to an older connection of its own, which the service still takes for alive."""
    ana = await Client.of(service, "Ana")
    name = await open_table(ana, "mason-rummy", 2, "seed")
    await ana.done("enter", table=name, window="first")
    again = await ana.again()
    await again.done("enter", table=name, window="first", returning=True)
    assert (await again.table())["seats"][0]["yours"]
    newer = await ana.again()
    await newer.done("enter", table=name, window="second")
    returning = await ana.again()
    answer = await returning.say_at_once("enter", table=name, window="first", returning=True)
    assert answer["table"] is None
    assert [frame["code"] for frame in returning.frames if frame["is"] == "closing"] == [
        "elsewhere"
    ]
    assert (await returning.refused("ready"))[0] == "phase"
    await newer.done("ready")
    assert (await returning.done("enter", table=name, window="first"))["table"] == name
    assert newer.read()[-1]["code"] == "elsewhere"
    returning.gone()
    await newer.done("enter", table=name, window="second", returning=True)
    await newer.play()


async def test_two_persons_fight_for_a_seat(service):
    """The first to come has it, and no one sits twice by accident."""
    ana, bob = await Client.of(service, "Ana"), await Client.of(service, "Bob")
    name = await open_table(ana, "president", 3)
    await bob.done("enter", table=name)
    assert await bob.refused("sit", seat=0) == ("seat", "Ana sits there; take another seat")
    assert (await ana.refused("sit", seat=1))[0] == "seat"
    assert (await ana.refused("sit", seat=9))[0] == "seat"
    await bob.done("sit", seat=1)
    assert (await ana.refused("bot", seat=1, level="good"))[0] == "seat"
    await ana.done("sit", seat=0)  # it is one's own
    seats = (await bob.table())["seats"]
    assert [seat["yours"] for seat in seats] == [False, True, False]
    assert [seat["kind"] for seat in seats] == ["person", "person", "empty"]
    assert (await ana.refused("stand", seat=1))[0] == "seat"
    await ana.done("clear", seat=1)
    assert (await bob.refused("stand"))[0] == "seat"


async def test_a_move_sent_twice_is_played_once(path):
    """The second time the first answer comes again, also after the table was taken up anew."""
    async with house(path) as service:
        ana = await Client.of(service, "Ana")
        name = await open_table(ana, "tranca", 2, "seed")
        await ana.done("ready")
        table = await ana.table()
        move = {"move": "a", "version": table["version"], "text": "draw"}
        first = await ana.done("play", **move)
        assert await ana.done("play", **move) == first
        assert len((await ana.table())["log"]) == len(table["log"]) + 1
        token = ana.token
    async with house(path) as service:
        ana = Client(service, token)
        await ana.say("hello", protocol=p.PROTOCOL, token=token)
        await ana.done("enter", table=name)
        assert await ana.done("play", **move) == first


async def test_a_stale_move_is_refused(service):
    """A move that was chosen at another position is not played; chat does not make it stale."""
    ana = await Client.of(service, "Ana")
    await open_table(ana, "mason-rummy", 2, "seed")
    await ana.done("ready")
    table = await ana.table()
    await ana.done("say", text="hello")
    await ana.done("play", move="a", version=table["version"], text="draw stock")
    order = {"version": table["version"], "text": "draw stock"}
    assert (await ana.refused("play", move="b", **order))[0] == "stale"
    future = {"version": table["version"] + 99, "text": "draw stock"}
    assert (await ana.refused("play", move="c", **future))[0] == "stale"


ILLEGAL = ["illegal", "drawn_already", "R1"]


async def test_a_refusal_says_which_rule(service):
    """An action that is not open, an unreadable one, one out of turn; and why not, beforehand."""
    ana, bob, _ = await two_at_table(service, "mason-rummy", begun=False)
    assert (await ana.refused("why", text="draw stock"))[0] == "phase"
    await ana.done("ready")
    await bob.done("ready")
    version = (await ana.table())["version"]
    await ana.done("play", move="a", version=version, text="draw stock")
    answer = await ana.say("why", text="draw stock")
    assert "one draw per turn" in answer["text"]
    assert [answer[name] for name in ("code", "reason", "rule")] == ILLEGAL
    assert answer["facts"]["name"] == "Ana"
    tapped = await ana.say("why", cards=[], zone="stock")
    assert {**tapped, "ack": answer["ack"]} == answer
    card = hand_in(await ana.table())[0]
    may = await ana.say("why", cards=[card], zone="discard")
    assert may["text"] == "that is allowed now"
    assert not any(may[name] for name in ("code", "reason", "rule", "facts"))
    unread = await ana.say("why", cards=["9Z"], zone="discard")
    assert (unread["is"], unread["code"]) == ("refused", "unreadable")
    assert "'9Z'" in unread["facts"].values()
    other = await ana.say("why", cards=[card], zone="new:1")
    assert (other["code"], other["rule"]) == ("unreadable", "R7")
    assert (await bob.refused("why", cards=[card], zone="discard"))[0] == "turn"
    version = (await ana.table())["version"]
    refused = await ana.say("play", move="b", version=version, text="draw stock")
    assert refused["why"] == answer["text"]
    assert [refused[name] for name in ("code", "reason", "rule")] == ILLEGAL
    assert refused["facts"] == answer["facts"]
    assert (await ana.refused("why", text="fly"))[0] == "unreadable"
    assert (await ana.refused("why"))[0] == "unreadable"
    assert (await bob.refused("why", text="draw stock"))[0] == "turn"
    assert (await bob.refused("hint"))[0] == "turn"
    assert (await bob.refused("play", move="b", version=version, text="discard 2C"))[0] == "turn"
    own = (await ana.table())["own"]["actions"][0]
    assert (await ana.say("why", action=own["id"]))["text"] == "that is allowed now"


async def test_hints_come_from_the_game_and_from_computer_players(service):
    """With a reason; only for who is in turn."""
    ana = await Client.of(service, "Ana")
    await open_table(ana, "three-card-poker", 1)
    assert (await ana.refused("hint"))[0] == "phase"
    await ana.done("ready")
    assert (await ana.say("hint"))["text"]
    assert "seed would" in (await ana.say("hint", adviser="seed"))["text"]
    assert (await ana.refused("hint", adviser="nobody"))[0] == "settings"
    for _ in range(8):
        last = await ana.say("hint", adviser="seed")
    assert last["code"] == "rate"
    assert (await ana.say("hint"))["text"], "the game itself can always be asked"


async def test_a_computer_player_stands_in_and_hands_back(service):
    """For a player in turn who is not connected, while others are; the log says so."""
    clock = service.clock
    ana, bob, name = await two_at_table(service, "mason-rummy", stand_in_s=60)
    ana.gone()
    clock.time += 50
    await service.tick()
    assert not (await bob.table())["seats"][0]["away"]
    clock.time += 20
    await service.tick()
    await service.tables.tasks.settle()
    table = await bob.table()
    assert table["seats"][0]["away"]
    assert table["turn"] == 1
    assert lines_of(table)[0].startswith("Ana (computer player) drew")
    ana = await ana.again()
    await ana.done("enter", table=name)
    assert not (await bob.table())["seats"][0]["away"]
    bob.gone()
    ana.gone()
    clock.time += 600
    await service.tick()
    bob = await bob.again()
    await bob.done("enter", table=name)
    assert (await bob.table())["log"] == table["log"], "nobody was there to wait"


async def test_the_clock_looks_only_where_it_can_bring_something_about(path, monkeypatch):
    """Not at people who are there and have all the time they want."""
    looked, due = [], bots._due

    def noted(live):
        looked.append(live.name)
        return due(live)

    async def ticks():
        looked.clear()
        for _ in range(3):
            await service.tick()
            await service.tables.tasks.settle()
        return len(looked)

    monkeypatch.setattr(bots, "_due", noted)
    async with house(path) as service:
        _, bob, name = await two_at_table(service, "mason-rummy", stand_in_s=60)
        assert await ticks() == 1
        await bob.done("say", text="hello")
        assert await ticks() == 1, "once after each thing that happens"
        bob.gone()
        assert await ticks() == 3
        bob = await bob.again()
        await bob.done("enter", table=name)
        assert await ticks() == 1
    async with house(fresh_file(path.parent)) as service:
        await two_at_table(service, "mason-rummy", move_s=30)
        assert await ticks() == 3


async def test_the_clock_moves_for_who_is_too_slow(path):
    """At the deadline, which is shown; the clock begins anew when the service does."""
    clock = Clock()
    async with house(path, clock=clock) as service:
        ana, _, name = await two_at_table(service, "mason-rummy", move_s=30)
        table = await ana.table()
        clock.time = table["deadline"] / 1000 - 0.1
        await service.tick()
        await service.tables.tasks.settle()
        assert (await ana.table())["turn"] == 0
        clock.time = table["deadline"] / 1000
        await service.tick()
        await service.tables.tasks.settle()
        after = await ana.table()
        assert lines_of(after)[0].startswith("Ana (computer player) drew")
        assert after["turn"] == 0, "one action a deadline"
        assert after["deadline"] > table["deadline"]
        token = ana.token
    later = Clock()
    later.time = clock.time + 86_400
    async with house(path, clock=later) as service:
        ana = Client(service, token)
        await ana.say("hello", protocol=p.PROTOCOL, token=token)
        await ana.done("enter", table=name)
        await service.tick()
        await service.tables.tasks.settle()
        table = await ana.table()
        assert table["log"] == after["log"]
        assert table["deadline"] / 1000 > later.time + 20


async def test_between_rounds_the_clock_takes_people_to_be_ready(service):
    """So that nobody holds up a table with a clock for ever."""
    clock = service.clock
    ana = await Client.of(service, "Ana")
    await open_table(ana, "penney", 2, "seed", move_s=10, rounds=2)
    await ana.done("ready")
    await ana.play()
    table = await ana.table()
    assert table["phase"] == "between"
    clock.time = table["deadline"] / 1000
    await service.tick()
    assert (await ana.table())["phase"] == "playing"


async def test_several_people_share_a_screen(service):
    """No hand is sent before somebody asks for it, and the screen is blank when the turn passes."""
    ana = await Client.of(service, "Ana")
    await open_table(ana, "three-card-poker", 1)
    await ana.done("leave")
    await open_table(ana, "mason-rummy", 2)
    await ana.done("sit", seat=1, hot=True, name="Bob")
    await ana.done("ready")
    assert (await ana.table())["own"] is None
    state = service.tables.live[(await ana.table())["table"]].state
    hands = [" ".join(state.table.view(seat).hand) for seat in (0, 1)]
    blank = (await ana.say("read"))["text"]
    assert "Stock" in blank and not any(hand in blank for hand in hands)
    assert (await ana.refused("look", seat=2))[0] == "seat"
    await ana.done("look", seat=0)
    assert (await ana.table())["own"]["seat"] == 0
    read = (await ana.say("read"))["text"]
    assert hands[0] in read and hands[1] not in read
    while (table := await ana.table())["turn"] == 0:
        await ana.play()
    assert table["own"] is None
    assert [seat["name"] for seat in table["seats"]] == ["Ana", "Bob"]
    await ana.done("look", seat=1)
    assert (await ana.table())["own"]["seat"] == 1


async def test_spectators_see_what_lies_open_and_may_do_nothing(service):
    """No hand, no action, no chat; also at the table of somebody alone."""
    ana, eve = await Client.of(service, "Ana"), await Client.of(service, "Eve")
    name = await open_table(ana, "president", 2, "seed")
    await eve.done("enter", table=name)
    await ana.done("ready")
    table = await eve.table()
    assert table["own"] is None
    zones = table["board"]["zones"]
    assert [zone["id"] for zone in zones] == ["trick", "hand:0", "hand:1"]
    assert not any(zone.get("cards") for zone in zones)
    assert (await eve.say("read"))["text"].startswith("Trick")
    for message in (
        {"do": "why", "cards": ["3D"], "zone": "trick"},
        {"do": "say", "text": "look at this"},
        {"do": "play", "move": "x", "version": table["version"], "text": "pass"},
        {"do": "ready"},
        {"do": "bot", "seat": 1, "level": "good"},
        {"do": "revoke", "kind": "player"},
        {"do": "invite", "kind": "player"},
        {"do": "finish"},
        {"do": "change", "settings": table["settings"]},
    ):
        do = message.pop("do")
        assert (await eve.refused(do, **message))[0] in ("seat", "rights", "phase", "turn")
    assert (await eve.table())["version"] == table["version"]


async def test_who_has_seen_cards_of_a_round_takes_no_other_seat_in_it(service):
    """A computer player's seat can be taken in a match, but not to look into a second hand."""
    ana, bob, eve = [await Client.of(service, name) for name in ("Ana", "Bob", "Eve")]
    name = await open_table(ana, "mason-rummy", 3, "seed")
    await bob.done("enter", table=name)
    await bob.done("sit", seat=2)
    await ana.done("ready")
    await bob.done("ready")
    await ana.done("stand")
    assert (await ana.refused("sit", seat=1))[0] == "seat"
    await ana.done("sit", seat=0)
    await eve.done("enter", table=name)
    await eve.done("sit", seat=1)
    seat = (await ana.table())["seats"][1]
    assert (seat["name"], seat["by"]) == ("Eve", None)
