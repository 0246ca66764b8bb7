"""Cards as people type them, in English and in Portuguese; the letter c is never guessed."""

import pytest

from dealt.cards import FRENCH, read_card, written
from dealt.errors import ParseError
from dealt.language import speaking
from dealt.scoresheet.card_text import AmbiguousCardError, c_by_exclusion, c_in_english, read_typed
from dealt.scoresheet.typed import TITLES, read_round
from tests.scoresheet.driver import run

PORTUGUESE = "pt-BR"


@pytest.mark.parametrize(
    ("typed", "faces"),
    [
        ("4h TH 10h", "4H TH TH"),
        ("5o 3e 4p", "5D 3S 4C"),
        ("5º", "5D"),  # as telephones put an o right
        ("4 copas", "4H"),
        ("10 de paus, K espadas e valete de ouros; 4copas", "TC KS JD 4H"),
        ("Ás de ouros as de paus AS", "AD AC AS"),
        ("Vo Do Ro Vp De Re", "JD QD KD JC QS KS"),
        ("Rainha de copas, REI DE ESPADAS", "QH KS"),
        ("ten of clubs and four_hearts", "TC 4H"),
        ("4♥ 4♥\ufe0f 4♥\ufe0e 4♡ ♥4 4 ♥ 4H♥", "4H 4H 4H 4H 4H 4H 4H"),
        ("\uff14h", "4H"),
        ("4 de copas De", "4H QS"),
        ("", ""),
    ],
)
def test_a_card_is_a_rank_and_a_suit_in_any_form(typed, faces):
    assert " ".join(read_typed(typed)) == faces


@pytest.mark.parametrize(
    "typed", ["4", "copas", "4 e", "4 e 5 de copas", "1h", "4S♥", "4 de", "jester", "4y 5c", "♥"]
)
def test_an_invalid_card_is_reported_before_any_question(typed):
    with pytest.raises(ParseError, match="unknown card") as caught:
        read_typed(typed)
    assert not isinstance(caught.value, AmbiguousCardError)


@pytest.mark.parametrize("face", FRENCH.faces)
def test_every_card_is_read_as_it_is_written_and_named(face):
    """Symbols and long names leave no doubt in any language."""
    for language in ("en", PORTUGUESE):
        with speaking(language):
            assert read_typed(written(face), c="C") == (face,)
            assert read_typed(FRENCH.face_of(face).name) == (face,)
    assert read_card(f"{face[0]}{FRENCH.face_of(face).suit}\ufe0e") == face


def test_the_letter_c_needs_a_suit_chosen_before():
    assert read_typed("4c", c="H") == ("4H",) and read_typed("4c 5 c", c="C") == ("4C", "5C")
    with pytest.raises(AmbiguousCardError, match="'4c' can be hearts or clubs: write 4♥ or 4♣"):
        read_typed("5o 4c")
    assert c_in_english("4c") == "C" and c_in_english("4c 5o") == "" and not c_in_english("4c pau")
    with speaking(PORTUGUESE):
        assert c_in_english("4c") == ""


@pytest.mark.parametrize(
    ("typed", "suit"),
    [("4c 7p", "H"), ("4H 2C", "C"), ("4c 5c", ""), ("4c 7p 8h", ""), ("morto: h\n4c paus", "")],
)
def test_another_letter_for_clubs_or_hearts_rules_one_out(typed, suit):
    assert c_by_exclusion(typed) == suit


ROUND = """c: copas
4c 5c 6c 7c 8c 9c 10c
Rei de paus, K♥, Re
três vermelhos: 3c 3 de ouros
mão: Ás de ouros 3e
morto: usado
batida final: não
baralhos: 2
"""
READ = {
    "sequences": [("4H", "5H", "6H", "7H", "8H", "9H", "TH"), ("KC", "KH", "KS")],
    "dollars": ("3H", "3D"), "hand": ("AD", "3S"), "morto": "used", "final_move": False,
    "decks": 2,
}  # fmt: skip
JSON = """{"sequências": ["4c 5c 6c 7c 8c 9c 10c", ["Rei de paus", "K♥", "Re"]], "c": "copas",
"três vermelhos": ["3c", "3o"], "mão": "Ás de ouros 3e", "morto": "usado", "batida_final": false,
"baralhos": 2}"""


@pytest.mark.parametrize("language", ["en", PORTUGUESE])
@pytest.mark.parametrize("text", [ROUND, ROUND.replace(":", ""), JSON], ids=["", "bare", "json"])
def test_a_round_is_read_in_both_languages(text, language):
    """In each language; an entry stores what c stands for."""
    with speaking(language):
        assert read_round(text.replace("c copas\n", "c: copas\n")) == READ


def test_entries_are_read_as_they_are_called_in_refusals():
    with speaking(PORTUGUESE), pytest.raises(ParseError) as caught:
        read_round("coringa: 2")
    with speaking(PORTUGUESE):
        message = str(caught.value)
    entries = message.partition("disponíveis: ")[2].partition(" e linhas")[0].split(", ")
    assert len(entries) == len(TITLES)
    for entry, value in zip(entries, ("2", "4o", "sem morto", "sim", "3"), strict=True):
        with speaking("en"):
            assert len(read_round(f"{entry} {value}")) == 2


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("4c 5c 6c\nmão: 3c", None),
        ('{"hand": "3c"}', None),
        ('{"mão": ["3c"]}', None),
        ('{"hand": ["3C"]}', -200),  # as programs write it
        ("hand: 3c\n7p 8p 9p", -80),
        ("hand: 3C 4H", -205),
        ("c: paus\nmão: 3c", -200),
        ("c: copas\nmão: 3c", -105),
        ("mão: 3c  # ah", None),
    ],
)
def test_a_file_in_portuguese_is_never_scored_by_a_guess(text, points):
    """Three of hearts in the hand costs 5, three of clubs 100."""
    result = run("--language", "pt-BR", "score", "tranca", "-", "--json", typed=text)
    assert "Traceback" not in result.stderr
    if points is None:
        assert result.returncode != 0 and "pode ser copas ou paus" in result.stderr
    else:
        assert f'"total": {points},' in result.stdout


def test_in_english_c_is_clubs():
    assert '"total": -200,' in run("score", "tranca", "-", "--json", typed="hand: 3c").stdout


def test_messages_in_portuguese_have_cards_as_people_write_them():
    result = run("--language", "pt-BR", "score", "tranca", "-", "--lenient", typed="7o 8o 10o\n3c")
    assert "can be" not in result.stderr and "pode ser copas ou paus" in result.stderr
    text = "7o 8o Vo\n4h 4h 4h 4h\nmão: 3h"
    result = run("--language", "pt-BR", "score", "tranca", "-", "--lenient", typed=text)
    assert "jogo 1 (7♦ 8♦ J♦): faltam 9♦ e 10♦" in result.stdout
    assert (
        "mais cópias do que 2 baralhos têm: 4♥ 4" in result.stdout and "3♥ na mão" in result.stdout
    )
    result = run("--language", "pt-BR", "score", "tranca", "-", typed="4x")
    assert "escreva cartas como '4o'" in result.stderr and "_" not in result.stderr
