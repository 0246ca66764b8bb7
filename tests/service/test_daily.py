"""The deal of the day: the same for everybody, nothing of it hidden too little, compared."""

import asyncio
import re
import unicodedata

import msgspec
import pytest

from dealt import agents
from dealt.core.zones import Hand
from dealt.games import games
from dealt.language import LANGUAGES, say, speaking
from dealt.service.hall.daily import (
    DailyMoment,
    DailyResult,
    Days,
    _dealt_on,
    _result_of,
    _seed_of,
    _text_of,
)
from dealt.service.hall.thinkers import in_threads
from dealt.service.table.protocol import StepsFrame
from dealt.service.table.questions import Question
from dealt.service.table.refusals import Refused
from tests.service.talk import tab_thinkers

GAMES = games()
NOON_S = 1_795_521_600  # of 2026-11-24


class Deals(Days):
    """Deals of the day for somebody; what is sent is decoded strictly, and nothing archived."""

    def __init__(self, thinkers, clock):
        super().__init__(thinkers, clock, None, self.compare)

    async def moment(self, game, *deal, compare=True):
        reply = await super().moment(question(game, *deal, compare=str(int(compare))))
        return msgspec.json.decode(reply.content, type=DailyMoment)

    async def steps(self, game, *deal, first=0, face_up=False):
        more = {"first": str(first), "face_up": str(int(face_up))}
        reply = await super().steps(question(game, *deal, **more))
        return msgspec.json.decode(reply.content, type=StepsFrame)


def question(game, day, moves, language, name=None, **more):
    """A request of somebody at the page."""
    query = {"day": day, "moves": ".".join(map(str, moves)), "lang": language, **more}
    query |= {} if name is None else {"name": name}
    return Question("10.0.0.1", {"game": game.name}, query, {}, iter)


async def played(game, choose):
    """Play a deal to its end; each moment."""
    thinkers = in_threads()
    days = Deals(thinkers, lambda: NOON_S)
    moves, moments = [], [await days.moment(game, "", [], "en")]
    while moments[-1].actions:
        moves.append(choose(moments[-1].actions).id)
        moments.append(await days.moment(game, "", moves, "en"))
    again = await Deals(thinkers, lambda: NOON_S).moment(game, "2026-11-24", moves, "en")
    thinkers.close()
    return moments, again


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_same_moves_lead_to_the_same_table_everywhere(game):
    """Also on a service that was just started; hands of others stay hidden."""
    moments, again = asyncio.run(played(game, lambda actions: actions[-1]))
    last = moments[-1]
    assert (again.board, again.zones, again.result) == (last.board, last.zones, last.result)
    assert last.outcome and len(last.sheet.columns) == 1 + len(last.names)
    for moment in moments[:-1]:
        for zone in moment.board.zones:
            if isinstance(zone, Hand) and zone.seat < len(last.names):
                assert not zone.cards or zone.seat == moment.seat
    assert last.names[0] == "Guest" and len(set(last.names)) == len(last.names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_daily_deal_comes_in_the_requested_language(language):
    """The name of the game, too."""

    async def titles():
        thinkers = in_threads()
        days = Deals(thinkers, lambda: NOON_S)
        titles_of_games = [(await days.moment(game, "", [], language)).title for game in GAMES]
        thinkers.close()
        return titles_of_games

    with speaking(language):
        assert asyncio.run(titles()) == [say(game.title) for game in GAMES]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
async def test_a_finished_deal_is_shown_again(game):
    """From the deal on, and with all hands face up if that is asked for; not before its end."""
    thinkers = in_threads()
    days = Deals(thinkers, lambda: NOON_S)
    moves = []
    while actions := (moment := await days.moment(game, "", moves, "en", "Bia")).actions:
        with pytest.raises(Refused, match="once it is over"):
            await days.steps(game, "", moves, "en", "Bia")
        moves.append(actions[-1].id)
    first = await days.steps(game, "", moves, "en", "Bia")
    assert first.names[0] == "Bia" and (first.seat, first.seats, first.round) == (0, [0], 1)
    assert first.outcome == moment.outcome and first.steps[0].event is None
    assert {hand.seat for hand in first.left} == {hand.seat for hand in first.dealt}
    last = await days.steps(game, "", moves, "en", "Bia", first=first.total - 1, face_up=True)
    assert last.steps[0].event == moment.log[-1] and last.steps[0].position
    zones = [zone for zone in last.steps[0].board.zones if isinstance(zone, Hand)]
    assert all(len(zone.cards) == zone.count for zone in zones if zone.seat < len(last.names))
    with pytest.raises(Refused, match="no step"):
        await days.steps(game, "", moves, "en", first=first.total)
    thinkers.close()


async def test_who_plays_is_called_by_name():
    """The computer players by other ones; the deal is the same."""
    game, thinkers = GAMES[-1], in_threads()
    days = Deals(thinkers, lambda: NOON_S)
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
    hands = {_dealt_on(GAMES[-1], f"2026-11-{day}").table.view(0).hand for day in range(10, 20)}
    assert len(hands) == 10


def width(line):
    """How wide a messenger shows a line, in letters: a square is as wide as two."""
    return sum(2 if unicodedata.east_asian_width(each) == "W" else 1 for each in line)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_result_to_share_has_short_lines(game, language):
    """The game, the day and the points, squares for the places; at most 30 letters, and no card."""
    least, most = game.sizes.score_bounds
    with speaking(language):
        for places in range(1, game.seats_offered + 1):
            for place in range(1, places + 1):
                for points, strong in ((least, most), (most, least), (0, None)):
                    lead = None if strong is None else 1
                    result = DailyResult(points, False, place, places, "", strong, lead, "")
                    title, of_day, *rest = _text_of(result, say(game.title), "2026-11-24").split(
                        "\n"
                    )
                    assert title == say(game.title) and of_day.startswith("2026-11-24: ")
                    assert len(rest) == (places > 1 or strong is not None)
                    assert max(map(width, (title, of_day, *rest))) <= 30


def test_a_result_is_compared_by_what_counts_in_the_game():
    """Partners have one place; where few points win, less is better; equal ones share a place."""
    for game in GAMES:
        table = _dealt_on(game, "2026-11-24").table
        while not table.is_over:
            table.play(table.actions[-1].id)
        scores = list(table.scores.values())
        best = min(scores) if game.match.low_wins else max(scores)
        result = _result_of(table, "2026-11-24", best)
        sides = {"tranca": 2}.get(game.name, len(scores))
        assert (result.points, result.places) == (scores[0], sides)
        assert (result.place == 1) == (scores[0] == best) == (result.lead == 0)
        assert result.lead in (0, -1)
        squares = re.findall("[⬜🟨🟥]", result.text)
        assert len(squares) == sides and squares[result.place - 1] != "⬜"


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
    days = Deals(spy, lambda: NOON_S)
    moves = []
    while (moment := await days.moment(game, "", moves, "en")).actions:
        assert moment.result is None and not spy.chosen
        moves.append(moment.actions[-1].id)
    other = Deals(spy, lambda: NOON_S)
    alone = await other.moment(game, "", moves, "en", compare=False)
    assert alone.result.lead is None and not other._strong
    while moment.result.strong is None:
        await asyncio.sleep(0.05)
        moment = await days.moment(game, "", moves, "en")
    levels = {(level, choice.level) for level, choice in spy.chosen}
    level = "strong" if "strong" in agents.bots(game) else agents.usual(game)
    assert levels == {(level, level)}
    table = _dealt_on(game, "2026-11-24").table
    for _, choice in spy.chosen:
        table.play(choice.action)
    assert table.is_over and next(iter(table.scores.values())) == moment.result.strong
    spy.close()


@pytest.mark.parametrize(
    ("day", "moves", "reason"),
    [
        ("2026-11-26", [], "no deal for the day"),
        ("2025-12-31", [], "no deal for the day"),
        ("tomorrow", [], "no deal for the day"),
        ("2026-11-24", [123456], "not open"),
        ("2026-11-24", [0] * 1001, "1000 moves"),
    ],
)
def test_impossible_results_are_refused(day, moves, reason):
    """In one line."""

    async def ask():
        thinkers = in_threads()
        try:
            await Deals(thinkers, lambda: NOON_S).moment(GAMES[0], day, moves, "en")
        finally:
            thinkers.close()

    with pytest.raises(Refused, match=reason):
        asyncio.run(ask())
