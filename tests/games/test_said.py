"""What the games say in other languages: all of it, and actions that are read again."""

import random

import pytest

import dealt
from dealt.errors import DealtError
from dealt.games import games
from dealt.games.tranca.judging import Finding
from dealt.games.tranca.scoring import score
from dealt.language import LANGUAGES, speaking
from dealt.testing.walk import some_actions
from tests.brackets import in_brackets, outside
from tests.games.tranca_tables import position

OTHERS = [name for name in LANGUAGES if name != "en"]
BY_NAME = pytest.mark.parametrize("game", games(), ids=lambda game: game.name)


@BY_NAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_phrase_is_read_as_its_action(game, language):
    """In its language, and in English; in English it is the text that programs read."""
    text = game.words.action_text
    with speaking(language):
        for action in range(0, game.sizes.actions, 1 if game.sizes.actions < 3000 else 37):
            phrase = game.wording.action_phrase(action)
            assert game.words.parse_action(phrase) == action, phrase
            assert game.words.parse_action(text(action)) == action
            assert language != "en" or phrase == text(action)
            assert language != "en" or game.wording.action_phrase(
                action, own=False
            ) == game.wording.public_text(action)


@BY_NAME
@pytest.mark.parametrize("language", OTHERS)
def test_records_are_the_same_in_every_language(game, language):
    """The record, and the words of actions for programs."""
    seats = ["random"] * game.seats[0]
    plain = dealt.match(game.name, seats, seed=4, rounds=1).run()
    with speaking(language):
        translated = dealt.match(game.name, seats, seed=4, rounds=1).run()
        assert translated.record == plain.record
        assert [a.text for _, a in translated.table.history] == [
            a.text for _, a in plain.table.history
        ]
    assert translated.table.log(0) == plain.table.log(0)


def said_along_a_match(game, dice):
    """All texts that a round of random play has for people."""
    seats = ["A1", "B2", "C3", "D4", "E5", "F6", "G7"][: dice.choice(game.seats)]
    options = {}
    for option in game.options:
        if not isinstance(option.choices, range):
            options[option.name] = dice.choice([*option.choices])
    match = dealt.match(game.name, seats, seed=dice.randrange(1000), rounds=2, **options)
    yield from (game.summary and "", *(option.name and "" for option in game.options))
    while not match.is_over:
        table = match.table
        while not table.is_over and len(table.history) < 150:
            if dice.random() < 0.1:
                yield from map(str, map(table.view, range(len(seats))))
                yield table.hint()
                yield from refusals(table, dice)
            for action in table.actions[:3]:
                yield game.wording.action_phrase(action.id)
            table.step(dice.choice(table.actions))
        yield from table.log(0)
        yield from map(str, map(table.view, range(len(seats))))
        if not table.is_over:
            return
        yield table.outcome
        sheet = match.sheet
        yield from (sheet.title.replace(game.title, ""), *sheet.columns, *sheet.notes)
        yield from (str(cell) for row in sheet.rows for cell in row)
        if match.is_over:
            return
        match.next_round()


def sampled(game, dice):
    """Some actions of all kinds."""
    return dice.sample(some_actions(game, dice.randrange(99)), min(40, game.sizes.actions))


def refusals(table, dice):
    """Why some actions are not open, and some words cannot be read."""
    words = [table.game.words.action_text(action) for action in sampled(table.game, dice)]
    for text in (*words, "gibberish", "new 4C 4D 9H", "discard", "lay 3C on 1", "3D 9C", "give"):
        try:
            table.read(text)
        except DealtError as error:
            yield str(error).replace(repr(text), "")


@BY_NAME
@pytest.mark.parametrize("seed", range(3))
def test_every_text_comes_from_the_catalogue(game, seed):
    """In a language of brackets no word stands outside of them."""
    with in_brackets():
        names = ["A1", "B2", "C3", "D4", "E5", "F6", "G7", game.title]
        for text in said_along_a_match(game, random.Random(seed)):
            assert not outside(text, names), text


@BY_NAME
def test_computer_players_give_reasons_in_the_language(game):
    table = dealt.table(game.name, ["Z1", *["AI"] * (game.seats[0] - 1)], seed=6)
    with in_brackets():
        for adviser in ("AI", "good"):
            assert not outside(table.hint(adviser).replace(adviser, ""), ["Z1"])


@pytest.mark.parametrize(
    "cards",
    [
        "4H 5H 6H", "4H 5H 6H 7H 8H 9H TH", "4H 5H 2H 7H 8H 9H TH", "2H 2H 2S", "KH KD 2S",
        "2H " * 7,
        "3H 3D", "4H", "", "3C 4C 5C", "3C 3S 4C", "3H 4H 5H", "3H 3D 4H", "4H 2C 2D", "4H 4H 5H",
        "4H 6H 8H", "4H 6H 8H TH 2C", "4H 7D 9S", "4H 6H", "4H 4H 5H 5H 6H",
        "4C 5C 6C 7C 8C 9C TC JC QC KC AC 2C", "4H 5H 7H",
    ],
)  # fmt: skip
def test_a_score_sheet_is_translated(cards):
    """Each line, what each sequence is, and what is wrong."""
    with in_brackets():
        scored = score(
            [cards], dollars="3H 4H", hand="3D 3C KH", morto="unused", final_move=True, lenient=True
        )
        sheet = scored.sheet()
        texts = [sheet.title, *sheet.columns, *(row[0] for row in sheet.rows), *sheet.notes]
        for text in (*texts, *map(Finding.__str__, scored.sequences)):
            assert not outside(text), text
    assert score([], dollars=1).sheet().rows[0][0] == "cards on the table"


@pytest.mark.parametrize("scoring", ["tricks", "cards"])
def test_the_scoring_is_named_before_the_choice(scoring):
    """In Penney's game, in either language."""
    table = dealt.table("penney", ["Ana", "Bob"], seed=1, scoring=scoring)
    assert f"More {scoring} win." in str(table)
    with speaking("pt-BR"):
        noun = {"tricks": "vazas", "cards": "cartas"}[scoring]
        assert f"Mais {noun} vencem." in str(table)


@pytest.mark.parametrize("dollars", [(), ("3D", "3H")])
@pytest.mark.parametrize("morto", ["not taken", "taken", "used"])
def test_a_side_is_listed_with_its_morto_and_its_dollars(morto, dollars):
    """In Tranca: what English calls it, and nothing outside of the catalogue."""
    table = position(seats=4, had=[(2, ("not taken", "taken", "used").index(morto))])
    table.rename(("A1", "B1", "A2", "B2"))
    table._state.dollars[0][1:3] = [len(dollars) // 2] * 2
    line = f"A1 and A2: morto {morto}{', dollars 3D 3H' if dollars else ''}"
    assert line in str(table.view(0)).splitlines()
    with in_brackets():
        assert not outside(str(table.view(0)))
