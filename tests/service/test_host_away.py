"""Somebody present does the host's part while the host is away."""

import pytest

from tests.service.talk import Client, house, open_table, two_at_table

pytestmark = pytest.mark.usefixtures("kept")

PATIENCE_S = 60  # `Settings.stand_in_s`


async def played(service, **settings):
    """Ana, who is the host, and Bob after a match; and the name of the table."""
    ana, bob, name = await two_at_table(service, "penney", rounds=1, **settings)
    await ana.play(0)
    await bob.play(0)
    assert (await bob.table())["phase"] == "over"
    return ana, bob, name


async def wait(service, seconds):
    service.clock.time += seconds
    await service.tick()
    await service.tables.tasks.settle()


async def back(service, client, name):
    again = await client.again()
    await again.done("enter", table=name)
    return again


async def test_the_right_to_begin_passes_to_somebody_present_and_returns(service):
    """After as long as a computer player waits; then nobody waits for the host any more."""
    ana, bob, name = await played(service)
    ana.gone()
    await wait(service, PATIENCE_S - 5)
    assert not (await bob.table())["host"]
    assert (await bob.refused("begin"))[0] == "rights"
    await wait(service, 6)
    assert (await bob.table())["host"]
    ana = await back(service, ana, name)
    assert not (await bob.table())["host"], "it is hers again"
    assert (await ana.table())["host"]
    ana.gone()
    await wait(service, PATIENCE_S)
    await bob.done("begin")
    await wait(service, 1)
    table = await bob.table()
    assert (table["match"], table["phase"]) == (2, "playing")
    assert table["seats"][0]["away"], "nobody waits for her first move, either"
    assert (await bob.refused("close", table=name))[0] == "rights", "the table is not his"
    ana = await back(service, ana, name)
    assert (await ana.table())["host"]
    assert not (await bob.table())["host"]


async def test_a_host_who_leaves_the_table_passes_it_at_once(service):
    """By the way out of the table, to another table, or to one that is opened."""
    ana, bob, name = await played(service)
    await ana.done("leave")
    assert (await bob.table())["host"]
    await ana.done("enter", table=name)
    assert not (await bob.table())["host"]
    other = (await ana.done("open", settings={"game": "penney", "seats": 2}))["table"]
    assert (await bob.table())["host"]
    await ana.done("enter", table=name)
    assert not (await bob.table())["host"]
    await ana.done("enter", table=other)
    assert (await bob.table())["host"]
    await bob.done("begin")


async def test_the_first_to_come_after_the_host_left_may_begin(service):
    """Nobody was there to take it over."""
    ana, bob, name = await played(service, stand_in_s=None)
    bob.gone()
    await ana.done("leave")
    bob = await back(service, bob, name)
    await wait(service, 1)
    assert (await bob.table())["host"]


async def test_a_table_that_waits_for_ever_has_an_absent_host(service):
    """Where nobody is to stand in, a broken connection takes no right away."""
    ana, bob, _ = await played(service, stand_in_s=None)
    ana.gone()
    await wait(service, 86_400)
    assert not (await bob.table())["host"]


async def test_the_part_of_the_host_passes_on(service):
    """From one deputy to the next, when that one is away, leaves, or gives the seat up."""
    ana, bob, cy = [await Client.of(service, name) for name in ("Ana", "Bob", "Cy")]
    name = await open_table(ana, "president", 3, rounds=1)
    for seat, client in enumerate((bob, cy), 1):
        await client.done("enter", table=name)
        await client.done("sit", seat=seat)
    await ana.done("leave")
    assert (await bob.table())["host"] and not (await cy.table())["host"]
    bob.gone()
    await wait(service, PATIENCE_S)
    assert (await cy.table())["host"]
    bob = await back(service, bob, name)
    assert not (await bob.table())["host"]
    await cy.done("stand")
    assert (await bob.table())["host"] and not (await cy.table())["host"]
    await cy.done("sit", seat=2)
    await bob.done("leave")
    assert (await cy.table())["host"]
    await cy.done("clear", seat=0)
    await cy.done("bot", seat=0, level="good")


async def test_giving_the_seat_up_makes_no_absent_player_host(service):
    """The first of those who are present is."""
    ana, bob, cy = [await Client.of(service, name) for name in ("Ana", "Bob", "Cy")]
    name = await open_table(ana, "president", 3, rounds=1)
    for seat, client in enumerate((bob, cy), 1):
        await client.done("enter", table=name)
        await client.done("sit", seat=seat)
    bob.gone()
    await ana.done("stand")
    assert (await cy.table())["host"]
    bob = await back(service, bob, name)
    assert (await bob.table())["host"] and not (await cy.table())["host"]


async def test_who_stands_in_does_so_after_the_service_was_stopped(path):
    """And the host's part returns then, too; somebody else is waited for anew."""
    async with house(path) as service:
        ana, bob, name = await played(service)
        ana.gone()
        await wait(service, PATIENCE_S)
        assert (await bob.table())["host"]
        tokens = ana.token, bob.token
    async with house(path) as service:
        bob = await back(service, Client(service, tokens[1]), name)
        assert (await bob.table())["host"]
        await bob.done("ready")
        await bob.done("begin")
        ana = await back(service, Client(service, tokens[0]), name)
        assert (await ana.table())["host"]
        assert not (await bob.table())["host"]
        ana.gone()
        await wait(service, PATIENCE_S - 5)
        assert not (await bob.table())["host"]
    async with house(path) as service:
        bob = await back(service, Client(service, tokens[1]), name)
        await wait(service, PATIENCE_S)
        assert (await bob.table())["host"]


async def test_a_watching_host_who_is_away_is_stood_in_for(service):
    """Also one without a seat, for whom no computer player would move."""
    ana, bob = await Client.of(service, "Ana"), await Client.of(service, "Bob")
    settings = {"game": "penney", "seats": 2, "public": True}
    name = (await ana.done("open", settings=settings))["table"]
    await bob.done("enter", table=name)
    await bob.done("sit", seat=1)
    await wait(service, 1)
    ana.gone()
    await wait(service, PATIENCE_S)
    await bob.done("begin", level="seed")
    assert (await bob.table())["phase"] == "playing"


async def test_a_latecomer_asks_the_deputy_of_the_host(service):
    """At a table with `ask_first`, where the host would be asked for ever."""
    ana, bob, cy = [await Client.of(service, name) for name in ("Ana", "Bob", "Cy")]
    name = await open_table(ana, "president", 3, ask_first=True)
    await bob.done("enter", table=name)
    await bob.done("sit", seat=1)
    await ana.done("bot", seat=2, level="seed")
    await ana.done("ready")
    await bob.done("ready")
    await cy.done("enter", table=name)
    await cy.done("sit", seat=2)
    assert not (await bob.table())["requests"]
    await ana.done("leave")
    (request,) = (await bob.table())["requests"]
    await bob.done("answer", request=request["number"], yes=True)
    assert (await cy.table())["seats"][2]["yours"]
