"""Tables of one's own that are dealt from a seed or a stacked deck."""

from dataclasses import replace

import pytest

import dealt
from dealt.games import games
from dealt.service.hall import thinking
from tests.own_games import offered_players
from tests.service.talk import Client, house, open_table

pytestmark = pytest.mark.usefixtures("kept")


def own(service):
    """The service, as one of an account's own tables."""
    service.tables.around = service.around = replace(service.around, own=True)
    return service


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
async def test_a_seed_deals_as_a_match_of_that_seed(game, path):
    """In every round, and it stays so when the table is taken up again."""
    rounds = 2 if game.match.rounds else None
    seats = game.seats[0]
    async with house(path) as service:
        ana = await Client.of(own(service), "Ana")
        levels = ["random"] * (seats - 1)
        name = await open_table(ana, game.name, seats, *levels, seed=7, rounds=rounds)
        await ana.done("ready")
        names = [place.name for place in service.tables.live[name].state.places]
        table = service.tables.live[name].state.match
        match = dealt.match(game, names, seed=7, rounds=rounds)
        assert table.deck(0) == match.deck(0) and table.deck(1) == match.deck(1)
        assert (table.seed, table.record.seed) == (7, 7)
        frame = await ana.table()
        assert frame["chance"] is None and frame["next"] is None
        if rounds is not None:
            await ana.finish()
            assert (await ana.say("record"))["record"]["seed"] == 7
            code, reason = await ana.refused("dealing", match=1, round=1)
            assert code == "fair" and "seed" in reason
            await ana.done("ready")  # another match has other cards
            assert service.tables.live[name].state.match.seed == 8
        token = ana.token
    async with house(path) as service:
        again = Client(service, token)
        await again.say("hello", protocol=2, token=token)
        await again.done("enter", table=name)
        assert service.tables.live[name].state.match.seed == 7 + (rounds is not None)


async def test_a_stacked_deck_is_dealt_in_every_round(path):
    """It has to be a deck of the game."""
    deck = " ".join(["R", "B"] * 26)
    async with house(path) as service:
        ana = await Client.of(own(service), "Ana")
        code, reason = await ana.refused(
            "open", settings={"game": "penney", "seats": 2, "deck": "R"}
        )
        assert code == "settings" and "52" in reason
        name = await open_table(ana, "penney", 2, "seed", deck=deck, rounds=2)
        await ana.done("ready")
        match = service.tables.live[name].state.match
        assert match.pack.text(match.deck(0)) == match.pack.text(match.deck(1)) == deck


async def test_seeds_and_positions_need_a_new_local_table(path):
    """A public service deals by chance, and no table changes to a seed later."""
    async with house(path) as service:
        ana = await Client.of(service, "Ana")
        settings = {"game": "penney", "seats": 2}
        assert (await ana.refused("open", settings={**settings, "seed": 1}))[0] == "settings"
        put = {**settings, "position": "penney; turn=1"}
        assert (await ana.refused("open", settings=put))[0] == "settings"
        await ana.done("open", settings=settings)
        assert (await ana.refused("change", settings={**settings, "seed": 1}))[0] == "settings"


async def test_a_position_decides_game_seats_and_options(path):
    """Each match at the table begins there, also when the table is taken up again."""
    text = "president; seats=3; hand 0: 2C; hand 1: ?2; hand 2: 3S; pairs=no; unknown=deal; turn=2"
    settings = {"game": "penney", "seats": 2, "position": text}
    async with house(path) as service:
        ana = await Client.of(own(service), "Ana")
        bad = {**settings, "position": "president; hand 0: 2C 2C"}
        code, reason = await ana.refused("open", settings=bad)
        assert code == "settings" and "too often in the position: 2C" in reason
        name = (await ana.done("open", settings=settings))["table"]
        state = service.tables.live[name].state
        assert (state.settings.game, state.settings.seats) == ("president", 3)
        for seat in range(2):
            await ana.done("bot", seat=seat, level="random")
        await ana.done("sit", seat=2)
        await ana.done("ready")
        match = service.tables.live[name].state.match
        assert match.options["pairs"] == 0 and match.table.view(2).hand == ("3S",)
        assert match.table.seat_in_turn == 2 and match.record.played[0].position
        begun, token = match.record.played[0].position, ana.token
    async with house(path) as service:
        again = Client(service, token)
        await again.say("hello", protocol=2, token=token)
        await again.done("enter", table=name)
        assert service.tables.live[name].state.match.record.played[0].position == begun


async def test_the_same_seed_gives_the_same_match(path):
    """Computer players choose alike; their record is open at any time, as the seed is."""
    records = []
    async with house(path) as service:
        ana = await Client.of(own(service), "Ana")
        for _ in range(2):
            await open_table(ana, "president", 2, "random", seed=7, rounds=1)
            await ana.done("ready")
            for _ in range(3):
                await ana.play()
            records.append((await ana.say("record"))["record"])
            await ana.done("leave")
        await open_table(ana, "president", 2, "random", rounds=1)
        await ana.done("ready")
        assert (await ana.refused("record"))[0] == "phase"
    assert len(records[0]["played"][0]["actions"]) >= 3
    first, second = ([part["actions"][:5] for part in each["played"]] for each in records)
    assert first == second


async def test_what_is_heard_of_a_round_can_be_asked_in_parts(path):
    """As its seat heard of it or as everybody did; a frame counts the actions."""
    async with house(path) as service:
        ana = await Client.of(own(service), "Ana")
        await open_table(ana, "mason-rummy", 2, "seed", seed=7)
        await ana.done("ready")
        while len((await ana.say("log"))["lines"]) < 4:
            await ana.play()
        lines = (await ana.say("log", round=1))["lines"]
        heard = (await ana.say("log", round=1, open=True))["lines"]
        assert [line["seat"] for line in heard] == [line["seat"] for line in lines]
        assert (await ana.say("log", first=2))["lines"] == (await ana.say("log"))["lines"][2:]
        frame = await ana.table()
        assert frame["moves"] == len((await ana.say("log"))["lines"])


async def test_a_player_of_one_s_own_remembers_its_seat(path):
    """One object for the match; a player that fails is replaced and reported."""
    failures = []
    with offered_players(president="tests.players:Counting", tranca="tests.players:Crashing"):
        async with house(path) as service:
            ana = await Client.of(own(service), "Ana")
            service.tables.around = replace(service.around, failed=failures.append)
            name = await open_table(ana, "president", 2, "counting", rounds=1)
            await ana.done("ready")
            for _ in range(3):
                await ana.play()
            (player,) = [each for key, each in thinking._SEATED.items() if name in key]
            assert player.times > 1
            await open_table(ana, "tranca", 2, "crashing")
            await ana.done("ready")
            while not failures:
                await ana.play()
    assert "crashing (seat 2) failed: IndexError" in str(failures[0])
