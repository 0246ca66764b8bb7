"""Seats during a match: taken over, given up and taken back, swapped, with the host's consent."""

from dealt.service.hall.tables import rebuilt
from dealt.service.table import events as ev
from dealt.service.table import protocol as p
from dealt.service.table.frames import seat_lines
from dealt.service.table.seats import MOST_REQUESTS
from dealt.service.table.state import TableState, fold
from tests.service import test_leaks
from tests.service.talk import Client, hand_in, lines_of, open_table, two_at_table


async def comes(service, name, table):
    """Somebody enters a public table."""
    client = await Client.of(service, name)
    await client.done("enter", table=table)
    return client


def takes(frame):
    return [seat["take"] for seat in frame["seats"]]


def held_at(service, table, seat):
    """The cards that a seat really holds."""
    return list(service.tables.live[table].state.table.view(seat).own.zones[0].cards)


def names(frame):
    return [seat["name"] for seat in frame["seats"]]


async def test_each_seat_says_who_wins_with_it(service):
    """As the game has it, for so many; before the first deal, too."""
    ana = await Client.of(service, "Ana")
    for game, seats, partners in (
        ("tranca", 4, [[2], [3], [0], [1]]),
        ("tranca", 6, [[2, 4], [3, 5], [0, 4], [1, 5], [0, 2], [1, 3]]),
        ("tranca", 2, [[], []]),
        ("president", 4, [[]] * 4),
    ):
        await open_table(ana, game, seats)
        frame = await ana.table()
        assert [seat["partners"] for seat in frame["seats"]] == partners


async def test_a_friend_who_comes_late_takes_over_from_a_computer_player(service):
    """And sees that hand from then on; seat, sheet and log have the name, past moves do not."""
    ana = await Client.of(service, "Ana")
    name = await open_table(ana, "president", 3, "seed", "seed", rounds=2)
    await ana.done("ready")
    await ana.play()
    cid = await comes(service, "Cid", name)
    frame = await cid.table()
    assert takes(frame) == ["", "sit", "sit"] and frame["own"] is None
    assert takes(await ana.table()) == ["", "", ""], "who has a seat takes none"
    await cid.done("sit", seat=1)
    frame = await cid.table()
    assert hand_in(frame) == held_at(service, name, 1)
    assert names(frame) == ["Ana", "Cid", "Rui"]
    assert frame["seats"][1]["by"] is None and frame["seats"][1]["level"] is None
    assert frame["sheet"]["columns"][1:] == ["Ana", "Cid", "Rui"]
    assert lines_of(frame)[-1] == "Cid plays on for Bia"
    assert any(line.startswith("Bia ") for line in lines_of(frame)[:-1])
    assert not any(line.startswith("Cid ") for line in lines_of(frame)[:-1])
    while (await ana.table())["phase"] == "playing":
        await (ana if (await ana.table())["turn"] == 0 else cid).play()
    steps = await ana.say("steps", round=1)
    newcomers = [s["event"]["text"].split()[0] for s in steps["steps"] if s["event"]]
    seats = [s["event"]["seat"] for s in steps["steps"] if s["event"]]
    assert {who for who, seat in zip(newcomers, seats, strict=True) if seat == 1} >= {"Bia"}


async def test_a_player_who_takes_over_in_a_round_is_announced(service):
    """A guest's other account, another device or level: a line that stays where it was said."""
    ana, bob = [await Client.of(service, name) for name in ("Ana", "Bob")]
    name = await open_table(ana, "president", 4, "seed", "seed", rounds=2)
    await bob.done("enter", table=name)
    await bob.done("sit", seat=3)
    for client in (ana, bob):
        await client.done("ready")
    watcher = await comes(service, "Zoe", name)
    await watcher.done("leave")
    await watcher.say("hello", protocol=p.PROTOCOL, language="pt-BR")
    await watcher.done("enter", table=name)
    second = await comes(service, "Eva", name)
    await second.done("sit", seat=1)
    await ana.done("bot", seat=2, level="random")
    code = (await bob.say("invite", kind="seat"))["code"]
    phone = await Client.of(service, "Phone")
    await service.join(phone.session.person, "Phone", code)
    await phone.done("enter", table=name)
    rui = names(await ana.table())[2]
    announcements = ["Eva plays on for Bia", f"{rui} now plays at another level: random"]
    announcements.append("Bob plays on at another device")
    number = len(service.tables.live[name].state.table.history)

    def about_seats(frame):
        return [line["text"] for line in frame["log"] if line.get("verb") == "seat"]

    for _ in range(6):  # moves later it is still there, and in its place
        for client in (ana, second, phone):
            frame = await client.table()
            assert about_seats(frame) == announcements
            if frame["turn"] is not None and frame["seats"][frame["turn"]]["yours"]:
                await client.play()
        assert about_seats(await watcher.table())[0] == "Eva continua no lugar de Bia"
    lines = (await phone.say("log"))["lines"]
    assert [line["text"] for line in lines][number : number + 3] == announcements
    assert seat_lines(rebuilt(name, await service.store.events(name))) == announcements


async def test_so_many_ask_the_host_for_a_seat(service):
    """Strangers cannot fill the frames of a host; an answered one makes room."""
    ana = await Client.of(service, "Ana")
    name = await open_table(ana, "mason-rummy", 2, "seed", ask_first=True)
    await ana.done("ready")
    guests = [await comes(service, f"Guest {n}", name) for n in range(MOST_REQUESTS + 1)]
    for guest in guests[:-1]:
        await guest.done("sit", seat=1)
    assert (await guests[-1].refused("sit", seat=1))[0] == "busy"
    requests = (await ana.table())["requests"]
    assert len(requests) == MOST_REQUESTS
    await ana.done("answer", request=requests[0]["number"], yes=False)
    await guests[-1].done("sit", seat=1)


async def test_a_seat_that_is_given_up_is_kept(service):
    """A computer player has it; the person comes back, and is host again, unless it was taken."""
    ana, bob, name = await two_at_table(service, "mason-rummy", ask_first=True)
    await bob.done("stand")
    assert lines_of(await ana.table())[-1] == "Bia plays on for Bob"
    await bob.done("sit", seat=1)
    assert lines_of(await ana.table())[-1] == "Bob is back"
    await ana.done("stand")
    frame = await ana.table()
    assert frame["own"] is None and takes(frame) == ["back", ""]
    assert not frame["host"] and (await bob.table())["host"]
    seat = (await bob.table())["seats"][0]
    assert (seat["name"], seat["by"], seat["kept"], seat["kind"]) == ("Ana", "Bia", True, "bot")
    await ana.done("sit", seat=0)
    frame = await ana.table()
    assert hand_in(frame) == held_at(service, name, 0)
    assert frame["host"] and names(frame) == ["Ana", "Bob"]
    await ana.done("stand")
    eve = await comes(service, "Eve", name)
    assert takes(await eve.table()) == ["ask", ""]
    await eve.done("sit", seat=0)
    request = (await bob.table())["requests"][0]
    await bob.done("answer", request=request["number"], yes=True)
    assert hand_in(await eve.table()) == held_at(service, name, 0)
    frame = await ana.table()
    assert takes(frame) == ["", ""] and frame["own"] is None
    assert (await ana.refused("sit", seat=0))[0] == "seat"
    assert names(frame) == ["Eve", "Bob"]


async def test_the_host_is_asked_if_the_host_wants_that(service):
    """Who asks and the host see it, nobody else; accepted, declined, and wanted no longer."""
    ana, bob, name = await two_at_table(service, "mason-rummy", begun=False)
    settings = {**(await ana.table())["settings"], "seats": 3, "label": " Our  Thursday "}
    await ana.done("change", settings=settings)
    await ana.done("bot", seat=2, level="seed")
    for client in (ana, bob):
        await client.done("ready")
    await ana.done("change", settings={**settings, "ask_first": True})
    assert (await ana.table())["settings"]["label"] == "Our Thursday"
    other = {**settings, "ask_first": True, "move_s": 60}
    assert (await ana.refused("change", settings=other))[0] == "phase"
    cid = await comes(service, "Cid", name)
    assert takes(await cid.table()) == ["", "", "ask"]
    await cid.done("sit", seat=2)
    frame = await cid.table()
    assert frame["own"] is None and frame["requests"][0]["mine"]
    requests = (await ana.table())["requests"]
    assert [(r["name"], r["seat"], r["decide"]) for r in requests] == [("Cid", 2, True)]
    assert (await bob.table())["requests"] == []
    number = requests[0]["number"]
    assert (await bob.refused("answer", request=number, yes=True))[0] == "rights"
    await ana.done("answer", request=number, yes=False)
    assert (await cid.table())["requests"][0]["declined"]
    assert (await ana.table())["requests"] == []
    assert (await ana.refused("answer", request=number, yes=True))[0] == "rights"
    await cid.done("answer", request=number, yes=False)
    assert (await cid.table())["requests"] == []
    assert (await ana.refused("answer", request=number, yes=True))[0] == "stale"
    await cid.done("sit", seat=2)
    number = (await ana.table())["requests"][0]["number"]
    await ana.done("answer", request=number, yes=True)
    assert names(await ana.table()) == ["Ana", "Bob", "Cid"]
    assert (await ana.table())["requests"] == []


async def test_two_people_swap_between_two_moves(service):
    """If the other agrees: hands and points stay with the seats, names go with the people."""
    ana, bob, name = await two_at_table(service, "mason-rummy")
    await ana.play(0)
    hands = [hand_in(await client.table()) for client in (ana, bob)]
    await ana.done("swap", seat=1)
    assert hand_in(await ana.table()) == hands[0], "not before Bob agrees"
    request = (await bob.table())["requests"][0]
    assert (request["name"], request["own"], request["seat"]) == ("Ana", 0, 1)
    assert (await ana.refused("answer", request=request["number"], yes=True))[0] == "rights"
    await bob.done("answer", request=request["number"], yes=True)
    frames = [await client.table() for client in (ana, bob)]
    assert [hand_in(frame) for frame in frames] == hands[::-1]
    assert [frame["own"]["seat"] for frame in frames] == [1, 0]
    assert names(frames[0]) == ["Bob", "Ana"]
    assert frames[0]["host"] and not frames[0]["undo"]
    assert lines_of(frames[0])[-1] == "Ana and Bob have changed seats"
    assert lines_of(frames[0])[0].startswith("Ana "), "who did it then"
    await bob.play()
    rows = await service.store.events(name)
    state = TableState(name)
    for row in rows:
        fold(state, ev.read_event(row.body), row.at)
    assert list(state.match.record.seats) == ["Bob", "Ana"]


async def test_the_host_has_a_say_when_others_play_against_two_who_swap(service):
    """They would know two hands each; between two matches nobody else is asked."""
    ana, bob, name = await two_at_table(service, "mason-rummy", begun=False)
    settings = {**(await ana.table())["settings"], "game": "president", "seats": 4}
    await ana.done("change", settings=settings)
    cid = await comes(service, "Cid", name)
    await cid.done("sit", seat=2)
    await ana.done("bot", seat=3, level="seed")
    await bob.done("swap", seat=2)
    await cid.done("answer", request=(await cid.table())["requests"][0]["number"], yes=True)
    assert names(await ana.table())[:3] == ["Ana", "Cid", "Bob"]
    for client in (ana, bob, cid):
        await client.done("ready")
    assert (await bob.refused("swap", seat=3))[0] == "seat", "a second hand of this round"
    await bob.done("swap", seat=1)
    await cid.done("answer", request=(await cid.table())["requests"][0]["number"], yes=True)
    assert names(await ana.table())[:3] == ["Ana", "Cid", "Bob"], "not yet"
    request = (await ana.table())["requests"][0]
    await ana.done("answer", request=request["number"], yes=True)
    assert names(await ana.table())[:3] == ["Ana", "Bob", "Cid"]


def test_who_has_left_a_seat_and_sees_it_still_is_noticed(monkeypatch):
    """Mutant: seats are shown to all who have seen them in this round."""
    right = TableState.seats_of

    def wrong(self, person):
        return sorted({*right(self, person), *self.seats_seen.get(person, ())})

    monkeypatch.setattr(test_leaks.frames, "seat_of", lambda state, viewer: (
        wrong(state, viewer.person)[0] if wrong(state, viewer.person) else None
    ))  # fmt: skip
    assert test_leaks.caught("mason-rummy")
