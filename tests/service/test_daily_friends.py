"""What friends have made of the deal of the day: only after one's own, and nothing is claimed."""

import asyncio
import json
import random
import sqlite3
from contextlib import closing

import msgspec
import pytest
from starlette.testclient import TestClient

from dealt import replay
from dealt.games import games
from dealt.history.archived import Filter, record_of
from dealt.history.statistics import statistics
from dealt.service.hall.daily import Days
from dealt.service.hall.service import Service
from dealt.service.hall.thinkers import in_threads
from dealt.service.store.store import Store
from dealt.service.store.table_store import Comparison, FriendResult
from dealt.service.table.questions import Question
from dealt.service.table.refusals import Refused
from dealt.service.web.server import Site, app
from tests.service.talk import Client, Clock, fresh_file, house, in_loop, two_at_table

GAMES = games()
DAY = "2026-11-24"
NOON_S = 1_795_521_600  # of that day
HERE = "http://127.0.0.1:8420"


def noon():
    clock = Clock()
    clock.time = NOON_S
    return clock


class Player:
    """Somebody who plays deals of the day at a service."""

    def __init__(self, days, person):
        self.days, self.person = days, person

    def asked(self, game, *, query=None, body=None):
        async def content():
            yield b"" if body is None else json.dumps(body).encode()

        async def person():
            return self.person, ""

        headers = {"content-type": "application/json"}
        return Question("10.0.0.1", {"game": game}, query or {}, headers, content, person)

    async def moment(self, game, moves):
        query = {"day": DAY, "moves": ".".join(map(str, moves))}
        return json.loads((await self.days.moment(self.asked(game, query=query))).content)

    async def compare(self, game, moves, day=DAY, **more):
        body = {"day": day, "moves": moves, **more}
        reply = await self.days.compare(self.asked(game, body=body))
        return msgspec.json.decode(reply.content, type=Comparison)

    async def refused(self, game, moves, **more):
        with pytest.raises(Refused) as refused:
            await self.compare(game, moves, **more)
        return refused.value

    async def plays(self, game, chance):
        """Play a deal to its end, by chance; the moves, and the score that the service showed."""
        moves = []
        while not (moment := await self.moment(game, moves))["result"]:
            moves.append(chance.choice(moment["actions"])["id"])
        return moves, moment["result"]["points"]


async def friends_at(service):
    """Ana and Bob, who sit at a table, and Cid, who does not."""
    ana, bob, _ = await two_at_table(service, "mason-rummy", begun=False)
    cid = await Client.of(service, "Cid")
    store = service.store
    days = Days(service.thinkers, service.clock, store.archive, getattr(store, "friends", None))
    return [Player(days, client.session.person) for client in (ana, bob, cid)]


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_an_unfinished_player_sees_no_results_of_friends(game, tmp_path):
    """After no number of moves but all of them, and nothing of it is kept."""

    @in_loop
    async def play():
        async with house(fresh_file(tmp_path), clock=noon()) as service:
            ana, bob, cid = await friends_at(service)
            moves, points = await bob.plays(game, random.Random(1))
            assert await bob.compare(game, moves) == Comparison(points, [])
            own, own_points = await ana.plays(game, random.Random(2))
            for n in {*range(0, len(own), 1 + len(own) // 10), len(own) - 1}:
                refused = await ana.refused(game, own[:n])
                assert refused.code == "phase" and "Bob" not in str(refused)
                moment = await ana.moment(game, own[:n])
                assert "friends" not in moment
            assert (await ana.refused(game, [*own, own[-1]])).code == "illegal"
            comparison = await ana.compare(game, own)
            assert comparison.points == own_points
            assert [(friend.name, friend.points) for friend in comparison.friends] == [
                ("Bob", points)
            ]
            assert (await cid.compare(game, own)).friends == []

    play()


async def test_a_result_is_what_the_service_finds_out(tmp_path):
    """No number that is sent; the first one stays; other days are not compared."""
    async with house(fresh_file(tmp_path), clock=noon()) as service:
        ana, bob, _ = await friends_at(service)
        game = "three-card-poker"
        wrong = await ana.refused(game, [], points=1000)
        assert wrong.code == "unreadable"
        actions = (await ana.moment(game, []))["actions"]
        scores = []
        for action in actions:
            moves = [action["id"]]
            moment = await ana.moment(game, moves)
            scores.append(moment["result"]["points"])
            assert (await ana.compare(game, moves)).points == scores[0]
        assert len(set(scores)) == 2
        assert [friend.points for friend in (await bob.compare(game, moves)).friends] == scores[:1]
        for day in ("", "2026-11-22", "2026-11-26", "2026-11-2", "x"):
            assert (await ana.refused(game, moves, day=day)).code == "unknown"
        assert (await ana.refused("bridge", moves)).code == "unknown"
        for day in ("2026-11-23", "2026-11-25"):
            await ana.compare(game, moves, day=day)
        heads = await service.store.archive.heads(ana.person, Filter())
        assert {head.day for head in heads} == {DAY, "2026-11-22", "2026-11-23", "2026-11-25"}
        first = next(head for head in heads if head.day == DAY)
        assert (first.points[0], first.seat, first.levels[0]) == (scores[0], 0, None)
        held = await service.store.archive.match(ana.person, first.id)
        assert [*replay(record_of(held.record)).totals.values()] == first.points
        assert statistics(heads).total.matches == 0, "they have figures of their own"
        assert await service.store.archive.delete(ana.person, first.id)
        await ana.compare(game, moves)
        heads = await service.store.archive.heads(ana.person, Filter())
        assert DAY not in {head.day for head in heads}, "no second result is the first one"
        assert (await bob.compare(game, moves)).friends == []


async def test_results_of_before_the_archive_are_in_it(tmp_path):
    """As matches of which the result is known; still compared, and the first ones."""
    path = fresh_file(tmp_path)
    game = "three-card-poker"
    async with house(path, clock=noon()) as service:
        ana, bob, _ = await friends_at(service)
        moves = [(await ana.moment(game, []))["actions"][0]["id"]]
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE alembic_version SET version_num = '0002'")
        database.execute("CREATE TABLE results (person, day, game, points, at)")
        for person in (ana.person, bob.person):
            row = (person, DAY, game, 77, NOON_S * 1000)
            database.execute("INSERT INTO results VALUES (?, ?, ?, ?, ?)", row)
        database.commit()
    for _ in range(2):
        async with house(path, clock=noon()) as service:
            store = service.store
            player = Player(
                Days(service.thinkers, service.clock, store.archive, store.friends), ana.person
            )
            comparison = await player.compare(game, moves)
            assert comparison == Comparison(77, [FriendResult("Bob", 77)])


@pytest.mark.usefixtures("kept")
async def test_a_tab_archives_a_deal_alone(tmp_path):
    """Of its one person, the first one, with what `strong` got once it has played."""
    async with house(fresh_file(tmp_path), clock=noon()) as service:
        (ana, _, _) = await friends_at(service)
        ana.days = Days(service.thinkers, service.clock, service.store.archive)
        game = "three-card-poker"
        actions = (await ana.moment(game, []))["actions"]
        results = []
        for each in actions:
            results.append((await ana.moment(game, [each["id"]]))["result"]["points"])
            comparison = await ana.compare(game, [each["id"]], at=NOON_S * 1000 - 5)
            assert comparison == Comparison(results[0], [])
        while (strong := (await ana.moment(game, [each["id"]]))["result"]["strong"]) is None:
            await asyncio.sleep(0.1)
        await ana.compare(game, [each["id"]])
        archive = service.store.archive
        (head,) = await archive.heads(ana.person, Filter(daily=True))
        assert (head.points[0], head.day, head.strong) == (results[0], DAY, strong)
        assert head.ended_at == NOON_S * 1000 - 5
        assert await archive.delete(ana.person, head.id)
        await ana.compare(game, [each["id"]])
        assert await archive.heads(ana.person, Filter()) == []


def test_a_person_is_known_by_the_cookie(tmp_path):
    """Two browsers and one without a session, over HTTP."""
    store = Store(fresh_file(tmp_path))
    service = Service(store, in_threads(), clock=noon())
    site = Site(frozenset({HERE}))
    with TestClient(app(service, site, page=tmp_path / "none"), base_url=HERE) as client:
        actions = client.get("/daily/three-card-poker").json()["actions"]
        deal = {"day": DAY, "moves": [actions[0]["id"]]}
        refused = client.post("/daily/three-card-poker", json=deal)
        assert (refused.status_code, refused.json()["code"]) == (403, "rights")
        client.post("/session", json={"name": "Ana"})
        answer = client.post("/daily/three-card-poker", json=deal).json()
        assert set(answer) == {"points", "friends"} and answer["friends"] == []
        deal["moves"] = []
        assert client.post("/daily/three-card-poker", json=deal).status_code == 400
        away = client.post(
            "/daily/three-card-poker", json=deal, headers={"Origin": "https://elsewhere.example"}
        )
        assert away.status_code == 403
    store.close()
