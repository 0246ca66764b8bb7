"""Files for the scorer of Tranca: typed rounds, JSON, and text that is neither."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealt.errors import ParseError, ScoreError
from dealt.games.tranca.scoring import score
from dealt.scoresheet.typed import read_round
from tests.games.tranca_strategies import faces, facts, tables

TYPED = """# what Ana has
4H 5H 6H 7h 8h 9H two_clubs

KS, KD, KH  # kings
dollars: 3H 3D
Final Move: yes
hand: AS,9H
morto: used
decks: 3
"""


def test_a_typed_round_is_read():
    assert read_round(TYPED) == {
        "sequences": [("4H", "5H", "6H", "7H", "8H", "9H", "2C"), ("KS", "KD", "KH")],
        "dollars": ("3H", "3D"),
        "hand": ("AS", "9H"),
        "morto": "used",
        "final_move": True,
        "decks": 3,
    }
    assert read_round("dollars: 2\nhand:\n") == {"sequences": [], "dollars": 2, "hand": ()}


def test_a_round_in_json_is_read():
    fields = {"sequences": [["4H"], "5H 6H"], "dollars": 2, "morto": "used", "final_move": True}
    assert read_round(json.dumps(fields)) == {**fields, "sequences": [("4H",), ("5H", "6H")]}
    assert read_round('{"hand": ["4H"]}') == {"sequences": [], "hand": ("4H",)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it is empty; write one sequence per line, such as 4H 5H 6H"),
        ("# only this\n\n", "it is empty"),
        ("4H 5H\nx y", "line 2: unknown card 'x'; cards look like"),
        ("joker: 2", "line 1: unknown entry 'joker'; known entries: dollars:, hand:, morto:"),
        ("sequences: 4H", "line 1: unknown entry 'sequences'"),
        ("morto: yes", "line 1: morto is 'yes': must be none, unused or used"),
        ("morto:", "line 1: morto is ''"),
        ("4H 4H 4H\nfinal move: perhaps", "line 2: final move is 'perhaps': must be yes or no"),
        ("decks: 4", "line 1: decks is '4': must be 2 or 3"),
        ("dollars: 1000", "line 1: dollars is '1000': must be a number from 0 to 99, or red"),
        ("dollars: two", "line 1: dollars is 'two': must be a number from 0 to 99, or red"),
        ("dollars: -1", "line 1: dollars is '-1': must be a number from 0 to 99, or red"),
        ('{"dollars": "two"}', "dollars is 'two': must be a number from 0 to 99, or red threes"),
        ('{"dollars": -1}', "dollars is -1: must be a number from 0 to 99, or red threes"),
        ('{"dollars": true}', "dollars is true: must be a number"),
        ('{"dollars": null}', "dollars is null: must be a number"),
        ('{"dollars": {"3H": 1}}', "dollars is an object: must be a number"),
        ('{"dollars": ["3H", "x"]}', "dollars: unknown card 'x'"),
        ('{"hand": null}', "hand: null is not a list of cards"),
        ('{"hand": {"4H": 1}}', "hand: an object is not a list of cards"),
        ('{"hand": ["4H", false]}', "hand: false is not a card; cards look like '4H' or '10S'"),
        ('{"hand": "4H x"}', "hand: unknown card 'x'; cards look like"),
        ('{"hand": [' + "[" * 400 + "]" * 401 + "}", "hand: a list is not a card; cards look"),
        ('{"hand": ["\\ud800"]}', r"hand: unknown card '\ud800'; cards look like"),
        ('{"sequences": NaN}', "sequences: NaN is not a list of sequences"),
        ("4H\u2028\x0b:\n", "line 3: unknown entry ''; known entries: dollars:"),
        ('{"sequences": null}', "sequences: null is not a list of sequences"),
        ('{"sequences": "4H 5H 6H"}', "sequences: '4H 5H 6H' is not a list of sequences"),
        ('{"sequences": [["4H"], 7]}', "sequence 2: 7 is not a list of cards"),
        ('{"sequences": ["4H", ["x"]]}', "sequence 2: unknown card 'x'; cards look like"),
        ('{"morto": null}', "morto is null: must be none, unused or used"),
        ('{"final_move": "yes"}', "final_move is 'yes': must be true or false"),
        ('{"final_move": null}', "final_move is null: must be true or false"),
        ('{"decks": "2"}', "decks is '2': must be 2 or 3"),
        ('{"decks": true}', "decks is true: must be 2 or 3"),
        ('{"decks": 2.0}', "decks is 2.0: must be 2 or 3"),
        ("hand: 4H\n\nhand: 5H", "line 3: hand is already in line 1; give it once"),
        ("{", "line 1 is not JSON"),
        ('{\n"hand": x}', "line 2 is not JSON"),
        ("[]", "a list; write an object such as"),
        ("{}", "it is empty; it needs at least one of sequences, dollars"),
        ('{"joker": 1}', "unknown entry 'joker'; known entries: sequences, dollars, hand, morto"),
        ('{"hand": [], "hand": []}', "entry 'hand' is repeated"),
        ('{"dollars": ' + "9" * 5000 + "}", "a number is too long"),
        ("[" * 100_000, "lists are nested too deep"),
    ],
)  # fmt: skip
def test_an_unreadable_entry_is_named_with_its_line(text, message):
    with pytest.raises(ParseError) as caught:
        read_round(text)
    assert message in str(caught.value) and "\n" not in str(caught.value)


TYPED_WORDS = "4H 5h six_hearts 2C 3D 3s hand: morto: used dollars: final move: yes decks: 3"
words = st.sampled_from([*TYPED_WORDS.split(), "4♥ 5♥", *'#:,{}[]x"\n\t\r\x00٣'])
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | faces,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
)
json_rounds = st.dictionaries(
    st.sampled_from(["sequences", "dollars", "hand", "morto", "final_move", "decks", "joker"]),
    json_values,
).map(json.dumps)
texts = st.one_of(st.text(), st.lists(words).map(" ".join), json_rounds)


@pytest.mark.no_cover
@given(texts, st.booleans())
def test_any_text_is_scored_or_refused_in_one_line(text, lenient):
    try:
        scored = score(**read_round(text), lenient=lenient)
    except (ScoreError, ParseError) as error:
        message = str(error)
        assert len(message.splitlines()) == 1
    else:
        assert scored.total == sum(line.points for line in scored.lines)


@pytest.mark.no_cover
@given(tables, facts)
def test_typed_rounds_are_scored_as_data(table, facts):
    table = [cards for cards in table if cards]
    text = "".join(f"{' '.join(cards)}\n" for cards in table)
    text += f"dollars: {' '.join(facts['dollars'])}\nhand: {' '.join(facts['hand'])}\n"
    text += f"morto: {facts['morto']}\nfinal move: {'yes' if facts['final_move'] else 'no'}\n"
    assert score(**read_round(text), lenient=True) == score(table, **facts, lenient=True)
