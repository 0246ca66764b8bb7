"""Players of one's own at the table service: those that the host offers, and no others."""

import asyncio
import sys

import pytest
from click.testing import CliRunner

from dealt import agents, games
from dealt.cli import serve
from dealt.errors import SetupError
from dealt.service.hall.thinkers import in_processes
from dealt.service.hall.thinking import Choice, choose
from dealt.service.hall.workers import Limit
from dealt.service.web import serving
from tests.own_games import LEDUC, offered, offered_players
from tests.service.talk import Client, fresh_file, house, open_table
from tests.service.test_thinkers import job_for

DICE, CRASHING = "tests.players:Dice", "tests.players:Crashing"


@pytest.mark.parametrize("level", ["Dice", "nowhere", "this", "tests-players"])
async def test_a_name_from_a_stranger_imports_nothing(service, level):
    """As a computer player, who stands in, or who is asked."""
    before = {*sys.modules}
    ana = await Client.of(service, "Ana")
    code, reason = await ana.refused(
        "open", settings={"game": "president", "seats": 2, "stand_in": level}
    )
    assert code == "settings" and "no computer player" in reason
    await open_table(ana, "president", 2, "good")
    assert (await ana.refused("bot", seat=1, level=level))[0] == code
    await ana.done("ready")
    assert (await ana.refused("hint", adviser=level))[0] == code
    assert "this" not in {*sys.modules} - before


async def test_a_player_that_is_offered_is_a_level_of_its_game(service):
    """It is described, sits down, gives advice, and plays."""
    with offered_players(president=DICE):
        ana = await Client.of(service, "Ana")
        infos = {info["name"]: info for info in ana.frames[-1]["games"]}
        assert (
            infos["president"]["levels"][-1] == "Dice" and "Dice" not in infos["tranca"]["levels"]
        )
        await open_table(ana, "president", 2, "Dice", rounds=1)
        await ana.done("ready")
        while (await ana.table())["turn"] != 0:
            await asyncio.sleep(0.01)
        text = (await ana.say("hint", adviser="Dice"))["text"]
        assert text.startswith("Dice would") and text.endswith("the dice fell so")
        assert (await ana.finish())["phase"] == "over"


async def test_a_player_of_one_s_own_plays_a_game_of_one_s_own(tmp_path):
    """As the host offers both: `serve --game examples.leduc:GAME --player ...`."""
    with offered(LEDUC), offered_players(**{LEDUC: DICE}):
        async with house(fresh_file(tmp_path)) as service:
            ana = await Client.of(service, "Ana")
            await open_table(ana, LEDUC, 2, "Dice", rounds=2)
            await ana.done("ready")
            assert (await ana.finish())["phase"] == "over"
            assert service.heard == []


async def test_a_random_one_moves_for_a_player_that_fails_or_is_gone(tmp_path):
    """The host reads why; the players go on."""
    path = fresh_file(tmp_path)
    async with house(path) as service:
        with offered_players(president=CRASHING):
            ana = await Client.of(service, "Ana")
            await open_table(ana, "president", 2, "crashing", rounds=2)
            await ana.done("ready")
            while not service.heard:
                await ana.play()
        start = "dealt: computer player Bia, crashing (seat 2) failed: IndexError: "
        assert any(line.startswith(start) for line in service.heard)
        assert (await ana.finish())["phase"] == "over"


def test_the_command_offers_players_of_one_s_own(monkeypatch):
    """For a game or for all; what cannot play ends in one line, and nothing opens."""
    opened = []
    monkeypatch.setattr(serving, "serve", lambda offer, say: opened.append(dict(agents.OFFERED)))

    def run(text):
        return CliRunner().invoke(serve.serve, ["--player", text]).exception

    with offered_players():
        assert run(f"president={DICE}") is None
    with offered_players():
        assert run(DICE) is None
    every = {game.name: {"Dice": DICE} for game in games.games()}
    assert opened == [{"president": {"Dice": DICE}}, every]
    with offered(LEDUC), offered_players():
        for text, wrong in (
            (f"leduc={DICE}", f"did you mean {LEDUC}"),
            ("good", "--player 'good': give a player as"),
            ("presidnt=tests.players:Dice", "did you mean president"),
            ("president=tests.players:Crashin", "did you mean tests.players:Crashing"),
            ("president=tests.players:Demanding", "needs arguments"),
        ):
            error = run(text)
            assert isinstance(error, SetupError) and wrong in str(error)
        assert len(opened) == 2 and not agents.OFFERED


@pytest.mark.no_cover
async def test_a_player_that_never_stops_delays_no_other_table():
    """Its worker ends; another one takes over."""
    with offered_players(president="tests.players:Endless"):
        job, table = job_for(games.game("president"), "endless")
        thinkers = in_processes(1, budget_s=0.5)
        try:
            late = await thinkers.choose(job)
            assert late.level == "good" and late.action in [action.id for action in table.actions]
            quick = job.by("seed")
            thinkers._players._limit = Limit()  # the new worker may begin as slowly as it must
            assert await thinkers.choose(quick) == Choice(choose(quick), "seed")
        finally:
            thinkers.close()
