"""Guided first rounds: playable as written, in both languages, without a hidden card; puzzles."""

import json
from dataclasses import replace

import pytest

from dealt.core.game import Lesson, Turn
from dealt.errors import DealtError
from dealt.games import games
from dealt.language import say, speaking
from dealt.service.hall.steps import lesson_of
from dealt.service.table.refusals import Refused
from tests.service.talk import Client, house

GAMES = games()
MOST_BYTES = 100_000
FEWEST_WORDS = 4  # things that are said


@pytest.mark.parametrize("language", ["en", "pt-BR"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_has_a_guided_round(game, language):
    """Each move of the learner is open, and most are explained."""
    data = lesson_of(game, language)
    assert len(data) < MOST_BYTES
    lesson = json.loads(data)
    own = [moment for moment in lesson["moments"] if moment["action"] is not None]
    assert own and lesson["names"][lesson["seat"]] == "Ana"
    with speaking(language):
        assert lesson["title"] == say(game.title)
    for moment in own:
        assert moment["action"] in [action["id"] for action in moment["actions"]]
    texts = [moment["say"] for moment in lesson["moments"] if moment["say"]]
    assert (
        len(texts) >= FEWEST_WORDS and lesson["moments"][0]["say"] and lesson["moments"][-1]["say"]
    )
    if language != "en":
        english = json.loads(lesson_of(game, "en"))["moments"]
        pairs = list(zip(lesson["moments"], english, strict=True))
        assert all(a["say"] != b["say"] for a, b in pairs if a["say"])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_guided_round_shows_what_the_learner_may_know(game):
    """No hand of another seat has cards, not to its end."""
    lesson = json.loads(lesson_of(game, "en"))
    for moment in lesson["moments"]:
        for zone in [*moment["board"]["zones"], *moment["zones"]]:
            if zone["kind"] == "hand" and zone.get("seat") in range(len(lesson["names"])):
                assert not zone.get("cards") or zone["seat"] == lesson["seat"]


def test_a_lesson_that_cannot_be_played_or_is_not_there_is_refused():
    """A mistake in the data of a game is an error of that game, in one line."""
    game = GAMES[0]
    with pytest.raises(Refused, match="has no guided round"):
        lesson_of(replace(game, lesson=None), "en")
    wrong = Lesson(names=("Ana", "Bia"), seed=1, turns=(Turn("x", "nonsense"),), end="y")
    with pytest.raises(DealtError):
        lesson_of(replace(game, lesson=wrong), "en")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
async def test_a_puzzle_is_the_same_for_everybody_and_answers_a_move(game, path):
    """Today's has a number of its own, under which it comes again with its answer."""
    async with house(path) as service:
        ana = await Client.of(service, "Ana")
        today = await ana.say("puzzle", game=game.name)
        assert today["seat"] == today["board"]["ask"]["seat"] and today["solution"] is None
        asked = {"game": game.name, "number": today["number"]}
        ids = [action["id"] for action in today["actions"]]
        for action in ids:
            frame = await ana.say("puzzle", **asked, action=action)
            solution = frame["solution"]
            assert solution["right"] == (solution["best"] == action) and solution["best"] in ids
            assert {move for move, _, _ in solution["costs"]} < {*ids} - {solution["best"]} | {-1}
            assert {**frame, "solution": None, "ack": 0} == {**today, "ack": 0}
        for wrong, code in (
            ({"number": today["total"] + 1}, "unknown"),
            ({"number": 0}, "unreadable"),
            ({"game": "penny"}, "unknown"),
            ({"action": 10**6}, "illegal"),
        ):
            assert (await ana.refused("puzzle", **{**asked, **wrong}))[0] == code
