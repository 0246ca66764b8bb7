"""What people and computer players are called, and how a new name reaches a seat."""

import json

import pytest

from dealt.agents import GIVEN_NAMES, given_name
from dealt.service.hall.tables import rebuilt
from dealt.service.store.table_store import Row
from dealt.service.table import events as ev
from dealt.service.table import protocol as p
from tests.service.talk import Client, house, lines_of, open_table, two_at_table

pytestmark = pytest.mark.usefixtures("kept")


def names(table):
    return [seat["name"] for seat in table["seats"]]


def test_given_names_are_free_and_never_run_out():
    """Next to any names of others, in small letters or large ones."""
    assert len({name.casefold() for name in GIVEN_NAMES}) == len(GIVEN_NAMES) > 16
    assert given_name([]) == GIVEN_NAMES[0]
    assert given_name([GIVEN_NAMES[0].upper()]) == GIVEN_NAMES[1]
    assert given_name(GIVEN_NAMES) == f"{GIVEN_NAMES[0]} 2"


async def test_a_new_name_reaches_the_seat_and_everybody(path):
    """Before a match and during it: seats, log, score sheet; also after the service comes back."""
    async with house(path) as service:
        ana, bob, name = await two_at_table(service, "mason-rummy")
        await (ana if (await ana.table())["turn"] == 0 else bob).play()
        await ana.done("rename", name="Anna")
        for client in (ana, bob):
            table = await client.table()
            assert names(table) == ["Anna", "Bob"]
            assert not any("Ana " in line for line in lines_of(table))
            assert table["sheet"]["columns"] == ["", "Anna", "Bob"]
        await ana.done("say", text="hello")
        assert (await bob.table())["chat"][-1] == {"who": "Anna", "text": "hello"}
        await bob.done("rename", name="Anna")
        assert names(await ana.table()) == ["Anna", "Anna 2"]
        tokens = ana.token, bob.token
    async with house(path) as service:
        ana = Client(service, tokens[0])
        assert (await ana.say("hello", protocol=p.PROTOCOL, token=tokens[0]))["name"] == "Anna"
        await ana.done("enter", table=name)
        assert names(await ana.table()) == ["Anna", "Anna 2"]
        assert service.heard == []


async def test_a_name_given_by_the_page_reaches_connections_that_are_open(service):
    """The page posts it; a person who sits, now or later, is called so."""
    guest = await Client.of(service, None)
    person, before = await service.person_of(guest.token)
    assert before == "Guest"
    await service.rename(person, "Ana", before)
    await open_table(guest, "penney", 2, "seed")
    assert names(await guest.table())[0] == "Ana"
    await service.rename(person, "Anna", "Ana")
    assert names(await guest.table())[0] == "Anna"
    await guest.done("leave")
    await guest.done("rename", name="Eve")
    assert (await guest.say("lobby"))["tables"][0]["names"][0] == "Eve"


async def test_a_player_without_a_name_is_called_by_a_word_of_the_language(service):
    """At the table, too; a chosen name stays in every language."""
    guest, ana = await Client.of(service, None), await Client.of(service, "Ana")
    await open_table(guest, "penney", 2, "seed")
    assert names(await guest.table())[0] == "Guest"
    for client, word in ((guest, "Convidado"), (ana, "Ana")):
        await client.done("leave") if client is guest else None
        hello = {"protocol": p.PROTOCOL, "token": client.token, "language": "pt-BR"}
        assert (await client.say("hello", **hello))["name"] == word
    assert "Convidado" in (await guest.say("lobby"))["tables"][0]["names"]
    english = {"protocol": p.PROTOCOL, "token": guest.token, "language": "en"}
    assert (await guest.say("hello", **english))["name"] == "Guest"


async def test_several_people_at_one_screen_have_names_of_their_own(service):
    """One's own name is not that of the others; each seat can be renamed."""
    ana, bob = await Client.of(service, "Ana"), await Client.of(service, "Bob")
    name = await open_table(ana, "president", 4)
    await ana.done("sit", seat=1, hot=True, name="Guest 2")
    await bob.done("enter", table=name)
    await bob.done("sit", seat=2)
    await ana.done("rename", name="Anna")
    await ana.done("rename", name="Zoe", seat=1)
    assert names(await ana.table()) == ["Anna", "Zoe", "Bob", None]
    assert (await ana.refused("rename", name="Eve", seat=2))[0] == "seat"
    assert (await ana.refused("rename", name="=1"))[0] == "name"
    await ana.done("rename", name="Zoe", seat=1)  # it is called so already


async def test_a_match_that_is_over_keeps_its_names(service):
    """They are in its record, too; the next match is played by the new name."""
    ana = await Client.of(service, "Ana")
    await open_table(ana, "penney", 2, "seed", rounds=1)
    await ana.done("ready")
    table = await ana.finish()
    assert table["sheet"]["columns"] == ["", "Ana", "Bia"]
    await ana.done("rename", name="Anna")
    table = await ana.table()
    assert (names(table), table["sheet"]["columns"]) == (["Anna", "Bia"], ["", "Ana", "Bia"])
    record = (await ana.say("record"))["record"]
    assert record["seats"] == ["Ana", "Bia"]
    await ana.done("ready")
    assert (await ana.table())["sheet"]["columns"] == ["", "Anna", "Bia"]


async def test_who_took_a_computer_player_s_place_gives_it_a_name(service):
    """In a match a seat is called as the person is who plays there now."""
    ana, eve = await Client.of(service, "Ana"), await Client.of(service, "Eve")
    name = await open_table(ana, "mason-rummy", 2, "seed")
    await ana.done("ready")
    await eve.done("enter", table=name)
    await eve.done("sit", seat=1)
    await eve.done("rename", name="Eva")
    seat = (await ana.table())["seats"][1]
    assert (seat["name"], seat["by"]) == ("Eva", None)


async def test_computer_players_have_names_of_people_beside_their_level(service):
    """Never that of a person at the table; a name stays when the level changes."""
    bia, lia = await Client.of(service, "bia"), await Client.of(service, "Lia")
    name = await open_table(bia, "president", 4, "strong", "good")
    seats = (await bia.table())["seats"]
    assert [(s["name"], s["level"]) for s in seats[:3]] == [
        ("bia", None), ("Rui", "strong"), ("Lia", "good"),
    ]  # fmt: skip
    await bia.done("bot", seat=1, level="random")
    assert names(await bia.table())[1] == "Rui"
    await lia.done("enter", table=name)
    await lia.done("sit", seat=3)
    table = await bia.table()
    assert names(table) == ["bia", "Rui", "Ivo", "Lia"]
    await bia.done("rename", name="Rui")
    assert names(await bia.table()) == ["Rui", "Noa", "Ivo", "Lia"]
    await bia.done("ready")
    await lia.done("ready")
    await lia.done("stand")
    seat = (await bia.table())["seats"][3]
    assert (seat["name"], seat["kind"], seat["level"]) == ("Lia", "bot", "seed")
    assert seat["by"] not in {None, *names(await bia.table())}


def test_tables_of_former_days_keep_their_names():
    """Where a computer player was called by its level, it is still called so."""
    opened = '{"e":"opened","host":"h","settings":{"game":"penney","seats":2}}'
    rows = [
        Row(1, opened),
        Row(2, '{"e":"bot","seat":0,"level":"strong","name":"strong"}'),
        Row(3, '{"e":"bot","seat":1,"level":"strong","name":"strong 2"}'),
    ]
    state = rebuilt("t1", rows)
    assert [place.name for place in state.places] == ["strong", "strong 2"]
    assert ev.read_event(json.dumps({"e": "renamed", "seat": 0, "name": "x"})).name == "x"
