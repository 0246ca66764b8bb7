"""Tables that a service of protocol 1 stored go on: their events have kept their form.

`tables.protocol-1.json` was written by that service: of each game a table in the second round of a
match, with its rows and what each person's frame said of it.
"""

import json
import re
from pathlib import Path

import pytest

from dealt.games import games, registered
from dealt.service.hall.service import hashed
from dealt.service.hall.tables import rebuilt
from dealt.service.store.table_store import Batch, Row
from dealt.service.table import protocol as p
from tests.service.talk import Client, fresh_file, house, in_loop

STORED = json.loads(
    (Path(__file__).parent.parent / "data" / "tables.protocol-1.json").read_text(encoding="utf-8")
)
GAMES = [game for game in games() if game.name in STORED]


pytestmark = pytest.mark.usefixtures("kept")


async def take_up(service, stored):
    """The table as that service left it, and its persons, who come back."""
    rows = tuple(Row(*row) for row in stored["rows"])
    await service.store.append(Batch(stored["table"], 1, rows, public=True))
    clients = []
    for number, person in enumerate(stored["persons"]):
        token = str(number) * 43
        await service.store.add_person(person, hashed(token), f"P{number}")
        client = Client(service, token)
        await client.say("hello", protocol=p.PROTOCOL, token=token)
        await client.done("enter", table=stored["table"])
        clients.append(client)
    return clients


def test_every_game_has_one():
    """And in the middle of a match."""
    assert set(STORED) == {"penney", "three-card-poker", "mason-rummy", "president", "tranca"}
    assert all(stored["frames"][0]["round"] == 2 for stored in STORED.values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_stored_table_is_as_it_was_and_goes_on(game, tmp_path):
    """Position, hands, points, chance and chat; then it is played to the end of the match."""

    @in_loop
    async def play():
        stored = STORED[game.name]
        async with house(fresh_file(tmp_path)) as service:
            clients = await take_up(service, stored)
            state = service.tables.live[stored["table"]].state
            places = game.words.cards_in_play(state.table._state)
            assert by_owner(places) == by_owner(stored["cards"])
            for client, before in zip(clients, stored["frames"], strict=True):
                check(game, before, await client.table())
            while (table := await clients[0].table())["phase"] != "over":
                if table["phase"] == "between":
                    for client in clients:
                        await client.done("ready")
                else:
                    await clients[table["turn"]].play()
            assert (await clients[0].say("record"))["record"]["game"] == game.name
            assert (await clients[0].say("steps", round=1))["total"] == len(state.by[0]) + 1

    play()


def by_owner(places):
    """The cards of each place, in any order; those on the table of a side are together.

    The service of then had one place for all that.
    """
    owned = {}
    for name, cards in places.items():
        place = re.sub(r"(dollars|group) (\d+).*", r"table \2", name)
        owned[place] = sorted([*owned.get(place, ()), *cards])
    return owned


def check(game, before, frame):
    """A frame of today says what that of protocol 1 said."""
    for name in ("phase", "turn", "match", "round", "undo", "outcome", "winners", "options", "chat",
                 "chance", "next"):  # fmt: skip
        assert frame[name] == before[name], name
    # people who come back are events, which change no position
    assert frame["version"] - before["version"] in (0, 1, 2)
    assert frame["moved"] == before["moved"]
    assert [seat["name"] for seat in frame["seats"]] == before["names"]
    assert frame["sheet"]["rows"] == before["sheet"]
    assert len(frame["log"]) == before["log"]
    assert [action["id"] for action in frame["own"]["actions"]] == before["actions"]
    hand = [zone["cards"] for zone in frame["own"]["zones"] if zone["kind"] == "hand"]
    if before["hand"] is not None:
        assert sorted(hand[0]) == sorted(before["hand"])


@pytest.mark.parametrize("name", ["mason-rummy", "tranca"])
def test_a_table_is_taken_up_without_views(name, monkeypatch):
    """Most actions are data by themselves; a view for each would take three times as long."""
    words, views = registered(name).words, []
    right = words.view
    monkeypatch.setattr(words, "view", lambda *arguments: views.append(1) or right(*arguments))
    state = rebuilt("t0", [Row(*row) for row in STORED[name]["rows"]])
    assert len(views) < sum(map(len, state.by)) / 4


async def test_cards_given_face_down_stay_hidden(service):
    """Events of then: others hear that a card was given, and not which."""
    stored = STORED["president"]
    clients = await take_up(service, stored)
    for seat, client in enumerate(clients):
        gifts = [line for line in (await client.say("log"))["lines"] if line["verb"] == "give"]
        assert gifts
        for line in gifts:
            assert ("cards" in line) == (line["seat"] == seat), line
            assert ("gave a card" in line["text"]) != (line["seat"] == seat), line
