"""The deal of the day: the same for everybody, nothing of it hidden too little, compared."""

import asyncio
from datetime import date

import pytest

from dealt import agents
from dealt.core.zones import Hand
from dealt.games import games
from dealt.language import LANGUAGES, say, speaking
from dealt.service.daily import Daily, _dealt_on, _seed_of
from dealt.service.refusals import Refused
from dealt.service.thinkers import in_threads
from tests.service.talk import tab_thinkers

GAMES = games()
TODAY = date(2026, 11, 24)


async def played(game, choose):
    """Play a deal to its end; each moment."""
    thinkers = in_threads()
    days = Daily(thinkers, lambda: TODAY)
    moves, moments = [], [await days.moment(game, "", [], "en")]
    while moments[-1].actions:
        moves.append(choose(moments[-1].actions).id)
        moments.append(await days.moment(game, "", moves, "en"))
    again = await Daily(thinkers, lambda: TODAY).moment(game, "2026-11-24", moves, "en")
    thinkers.close()
    return moments, again


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_same_moves_lead_to_the_same_table_everywhere(game):
    """Also on a service that was just started; hands of others stay hidden."""
    moments, again = asyncio.run(played(game, lambda actions: actions[-1]))
    last = moments[-1]
    assert (again.board, again.zones, again.scores) == (last.board, last.zones, last.scores)
    assert last.outcome and len(last.scores) == len(last.names)
    for moment in moments[:-1]:
        for zone in moment.board.zones:
            if isinstance(zone, Hand) and zone.seat < len(last.names):
                assert not zone.cards or zone.seat == moment.seat
    assert last.names[0] == "Guest" and len(set(last.names)) == len(last.names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_deal_is_told_in_the_language_that_is_asked_for(language):
    """The name of the game, too."""

    async def titles():
        thinkers = in_threads()
        days = Daily(thinkers, lambda: TODAY)
        found = [(await days.moment(game, "", [], language)).title for game in GAMES]
        thinkers.close()
        return found

    with speaking(language):
        assert asyncio.run(titles()) == [say(game.title) for game in GAMES]


async def test_who_plays_is_called_by_name():
    """The computer players by other ones; the deal is the same."""
    game, thinkers = GAMES[-1], in_threads()
    days = Daily(thinkers, lambda: TODAY)
    guest = await days.moment(game, "", [], "en")
    moves = [guest.actions[-1].id]
    bia = await days.moment(game, "", moves, "en", "Bia")
    assert bia.names[0] == "Bia" and len(set(bia.names)) == len(bia.names)
    assert bia.log[0].text.startswith("Bia ")
    again = await days.moment(game, "", moves, "en")
    assert again.names == guest.names and again.zones == bia.zones
    assert again.log[0].text.startswith("Guest ")
    thinkers.close()


def test_another_day_has_another_deal_and_each_game_its_own():
    """The seed follows from the date alone."""
    seeds = {_seed_of(game, f"2026-11-{day}") for game in GAMES for day in range(10, 30)}
    assert len(seeds) == 20 * len(GAMES)
    hands = {_dealt_on(GAMES[-1], f"2026-11-{day}").view(0).hand for day in range(10, 20)}
    assert len(hands) == 10


class Spy:
    """Thinkers of a tab, whose searches take a moment; what they choose is written down."""

    def __init__(self):
        self.thinkers, self.chosen = tab_thinkers(), []

    def __getattr__(self, name):
        return getattr(self.thinkers, name)

    async def choose(self, job):
        choice = await self.thinkers.choose(job)
        self.chosen.append((job.level, choice))
        return choice


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.xdist_group(game.name)) for game in GAMES],
    ids=[game.name for game in GAMES],
)
async def test_strong_plays_the_same_deal(game):
    """From the same seat; its score is there once it has played; before that, nothing."""
    spy = Spy()
    days = Daily(spy, lambda: TODAY)
    moves = []
    while (moment := await days.moment(game, "", moves, "en")).actions:
        assert moment.strong is None and not spy.chosen
        moves.append(moment.actions[-1].id)
    while moment.strong is None:
        await asyncio.sleep(0)
        moment = await days.moment(game, "", moves, "en")
    levels = {(level, choice.level) for level, choice in spy.chosen}
    level = "strong" if "strong" in agents.bots(game) else agents.usual(game)
    assert levels == {(level, level)}
    table = _dealt_on(game, "2026-11-24")
    for _, choice in spy.chosen:
        table.play(choice.action)
    assert table.is_over and next(iter(table.scores.values())) == moment.strong
    spy.close()


@pytest.mark.parametrize(
    ("day", "moves", "why"),
    [
        ("2026-11-26", [], "no deal for the day"),
        ("2025-12-31", [], "no deal for the day"),
        ("tomorrow", [], "no deal for the day"),
        ("2026-11-24", [123456], "not open"),
        ("2026-11-24", [0] * 1001, "1000 moves"),
    ],
)
def test_what_cannot_be_is_refused(day, moves, why):
    """In one line."""

    async def ask():
        thinkers = in_threads()
        try:
            await Daily(thinkers, lambda: TODAY).moment(GAMES[0], day, moves, "en")
        finally:
            thinkers.close()

    with pytest.raises(Refused, match=why):
        asyncio.run(ask())
