"""The scorer of Tranca: its rulings, its texts, and the second scorer."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dealt.cards import LONG_NAMES, SUIT_SYMBOLS, read_card
from dealt.errors import ParseError, ScoreError
from dealt.games.tranca import scoring, seed
from dealt.games.tranca.house import TRANCA
from dealt.games.tranca.judging import judge
from dealt.games.tranca.scoring import (
    CLEAN,
    DIRTY,
    DOLLARS,
    FINAL_MOVE,
    HAND,
    MORTO,
    TABLE,
    TRANCAS,
    TWOS,
    score,
)
from dealt.language import speaking
from dealt.terminal.console import in_colour
from tests.games.tranca_strategies import facts, sequences, tables
from tests.oracles import tranca_score as other


def long(ranks, suits):
    """Cards under their long names: each rank with the suit, or each suit with the rank."""
    return [f"{rank}_{suit}" for rank in ranks.split() for suit in suits.split()]


HAND_OF_THE_DOCUMENT = [
    "ace_spades", "two_diamonds", "nine_hearts", "three_clubs", "seven_diamonds"
]  # fmt: skip
TABLE_OF_THE_DOCUMENT = [
    [*long("four five six seven eight nine", "hearts"), "two_clubs"],
    [*long("seven eight nine", "diamonds"), "two_hearts", *long("jack king", "diamonds")],
    long("four five six seven eight nine", "spades"),
    long("two", "hearts clubs spades diamonds hearts hearts hearts"),
    [*long("five six seven eight nine", "clubs"), "two_diamonds"],
    ["ace_hearts"] * 6,
    ["three_hearts"] * 3,
]
PRINTED = """
Positive factors: 

Total dirty canastras: 1 | Total value: 100
Total clean canastras: 0 | Total value: 0
Total dollars: 3 | Total value: 300
Table value: 365
Final move booster: 100
Joker canastra booster: 1000

Total positive scoring: 1865

--------------------------------

Negative factors: 

Hand value: -40
Trancas: 1 (-100)
Morto: -100

Total negative impact: -240

--------------------------------
Final round scoring: 1625
"""  # noqa: W291 - the notebook prints it so
NAMES = {
    "table": TABLE,
    "clean": CLEAN,
    "dirty": DIRTY,
    "twos": TWOS,
    "dollars": DOLLARS,
    "final move": FINAL_MOVE,
    "hand": HAND,
    "trancas": TRANCAS,
    "morto": MORTO,
}
CLEAN_RUN = "4H 5H 6H 7H 8H 9H TH"
LONG_OF = {short: name for name, short in LONG_NAMES.items()}


def points(scored):
    """The points of a breakdown by line."""
    return {line.label: line.points for line in scored.lines}


# --- rulings -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("4H 5H 6H", "run"),
        ("AH KH QH", "run"),
        ("6H 4H 2S", "run"),
        ("KH AH 2H", "run"),
        ("4S 5S 6S 7S 8S 9S TS JS QS KS AS", "run"),
        ("4S 5S 6S 7S 8S 2S TS JS QS KS AS", "run"),
        ("9C 9C 9H", "set"),
        ("9C 9H 2H", "set"),
        ("9C " * 12, "set"),
        ("2C 2C 2D", "twos"),
        ("3H 3D", "dollars"),
    ],
)
def test_T2_sequences_are_runs_sets_and_twos(cards, kind):
    sequence = judge(cards)
    assert sequence.kind == kind and sequence.reason is None
    assert judge(reversed(sequence.cards)).kind == kind


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("", "it has no cards"),
        ("4H", "1 card; a sequence has 3 or more"),
        ("4H 5H", "2 cards; a sequence has 3 or more"),
        ("4H 5H 6S", "2 suits and 3 ranks; a run has one suit, a set one rank"),
        ("4H 4S 5H", "2 suits and 2 ranks"),
        ("4H 5H 5H 6H", "5H is repeated; a run has each card once"),
        ("4H 5H 7H", "6H is missing, and there is no 2"),
        ("4H 7H 2C", "5H and 6H are missing, and one 2 stands in for one"),
        ("KH AH 4H", "are missing"),
        ("4H 2H 2C", "2 twos; only one can stand in for a card"),
        ("4H 5H 6H 2H 2C", "2 twos; only one can stand in for a card"),
        ("3H 4H 5H", "3H is a red three and counts apart, as a dollar"),
        ("3H 3D 2H", "3D and 3H are red threes and count apart"),
        ("3C 4C 5C", "3C is a black three, which cannot be laid"),
        ("3C 3S 3H", "3C and 3S are black threes"),
        ("4S 5S 6S 7S 8S 9S TS JS QS KS AS 2S", "there is no place for the 2"),
    ],
)
def test_T2_what_is_no_sequence_is_told_with_the_reason(cards, reason):
    sequence = judge(cards)
    assert sequence.kind == "invalid" and reason in sequence.reason
    with pytest.raises(ScoreError, match="sequence 2 "):
        score([CLEAN_RUN, cards])


def test_T2_a_stand_in_is_shown_in_its_place():
    assert judge("2C JD TD QD").cards == ("TD", "JD", "QD", "2C")
    assert judge("2C AD KD QD").cards == ("2C", "QD", "KD", "AD")
    assert judge("2C AD QD").cards == ("QD", "2C", "AD")


def test_T3_canastras_count_by_kind():
    """Clean 200, dirty 100, only twos 1000, each of them; a joker counts in its own sequence."""
    dirty = "4S 5S 6S 7S 2C 9S TS"
    twos = "2H " * 7
    scored = score([twos, dirty, CLEAN_RUN, "KH " * 7, twos, "QD " * 6 + "2D"], decks=3)
    lines = points(scored)
    assert (lines[CLEAN], lines[DIRTY], lines[TWOS]) == (400, 200, 2000)
    assert [sequence.canastra for sequence in scored.sequences] == [
        "twos", "dirty", "clean", "clean", "twos", "dirty",
    ]  # fmt: skip
    six = score(["4H 5H 6H 7H 8H 9H"])
    assert points(six)[CLEAN] == 0 and six.sequences[0].to_canastra == 1
    assert str(six.sequences[0]) == "run, 6 of 7, clean"
    assert score(["4H " * 30]).line(CLEAN).points == 200  # a longer one counts no more


def test_T4_dollars_count_for_and_against():
    """Five each on the table, and a hundred each for any canastra or against none."""
    for canastra in (CLEAN_RUN, "2H " * 7, "KH " * 6 + "2C"):
        assert points(score([canastra], dollars="3H 3D"))[DOLLARS] == 200
    without = score(["4H 5H 6H"], dollars=3)
    assert points(without)[DOLLARS] == -300 and points(without)[TABLE] == 15 + 15
    assert without.line(TABLE).count == 6
    for dollars in ({"dollars": 2}, {"dollars": ["3H", "3d"]}, {"dollars": "three_hearts 3D"}):
        assert score([CLEAN_RUN], **dollars).lines == score([CLEAN_RUN, ["3D", "3H"]]).lines
    assert score([CLEAN_RUN, "3H"], dollars=1).line(DOLLARS).count == 2


def test_T5_trancas_cost_a_hundred_each_in_the_hand():
    """And nothing else: on the table they are an error and count nothing."""
    scored = score([], hand="3C 3S KH 3C", morto="used")
    assert points(scored)[TRANCAS] == -300 and points(scored)[HAND] == -10
    assert scored.total == -310
    assert scored.line(TRANCAS).count == 3 and scored.line(HAND).count == 1
    laid = score(["4C 5C 3C", "3S 3S 3S"], lenient=True)
    assert points(laid)[TABLE] == 10 and points(laid)[TRANCAS] == 0 and len(laid.errors) == 2


def test_T7_the_final_move_earns_a_hundred():
    scored = score([CLEAN_RUN], morto="used", final_move=True)
    assert points(scored)[FINAL_MOVE] == 100 and not scored.warnings


def test_T8_a_morto_not_taken_or_not_used_costs_a_hundred():
    hand = "4H " * 11
    assert [score([], hand=hand, morto=morto).total for morto in ("none", "unused", "used")] == [
        -155, -155, -55,
    ]  # fmt: skip


@pytest.mark.parametrize("people", [2, 4])
def test_T9_other_numbers_of_decks_change_warnings_only(people):
    two, three = (score(["4H 4H 4H"], decks=decks) for decks in (2, 3))
    assert two.lines == three.lines and two.warnings and not three.warnings
    with pytest.raises(ScoreError, match="decks is .: must be 2 or 3"):
        score([], decks=people // 2 * 4)


def test_T10_a_scorer_says_what_is_wrong_and_scores_what_it_can():
    """Errors in one line with all sequences that are wrong, or leniently; warnings never raise."""
    sequences = ["7D 8D 9D 2H JD KD", CLEAN_RUN, "4H 4S 5H", "3H 8C 9C TC JC QC KC AC"]
    with pytest.raises(ScoreError) as caught:
        score(sequences)
    message = str(caught.value)
    assert message.count("\n") == 0 and "sequence 2" not in message
    assert "sequence 1 (7D 8D 9D 2H JD KD): TD and QD are missing" in message
    assert "sequence 3 (4H 4S 5H): 2 suits" in message
    assert "sequence 4 (3H 8C 9C TC JC QC KC AC): 3H is a red three" in message
    scored = score(sequences, lenient=True)
    assert "; ".join(scored.errors) == message
    assert points(scored)[TABLE] == 55 + 50 + 15 + 80
    assert scored.line(DOLLARS).count == 1 and points(scored)[CLEAN] == 200
    kinds = [sequence.kind for sequence in scored.sequences]
    assert kinds == ["invalid", "run", "invalid", "invalid"]
    with pytest.raises(ScoreError, match="dollars: 4H is not a red three"):
        score([], dollars=["4H", "3H"])


@pytest.mark.parametrize(
    ("facts", "warning"),
    [
        ({"hand": "4H 4H 4H"}, "more copies than 2 decks have: 4H 3"),
        ({"sequences": ["4H 5H 6H"] * 2, "hand": "5H"}, "more copies than 2 decks have: 5H 3"),
        ({"dollars": "3H 3H 3H"}, "more copies than 2 decks have: 3H 3"),
        ({"dollars": 5}, "5 dollars, and 2 decks have 4"),
        ({"dollars": 7, "decks": 3}, "7 dollars, and 3 decks have 6"),
        ({"dollars": 4, "hand": "3H"}, "5 dollars"),
        (
            {"final_move": True},
            "without a used morto, which is possible only if no morto was left for the side",
        ),
        (
            {"final_move": True, "morto": "unused", "hand": "4H"},
            "a final move without a used morto, which is possible only if a partner has the morto",
        ),
        ({"final_move": True}, "a final move without a canastra"),
        ({"final_move": True, "hand": "4H"}, "a final move with 1 card in the hand"),
        ({"hand": "3H"}, "3H in the hand, not laid down: it counts -5"),
        ({"morto": "unused"}, "a morto not used leaves 7 cards or more in the hand, not 0"),
        ({"morto": "unused", "decks": 3}, "leaves 5 cards or more in the hand, not 0"),
        ({"morto": "unused", "hand": "4H 5H 6H 7H 8H 9H"}, "leaves 7 cards or more"),
    ],
)
def test_T10_what_can_hardly_be_is_a_warning(facts, warning):
    scored = score(**{"sequences": [], **facts})
    assert any(warning in message for message in scored.warnings) and not scored.errors


@pytest.mark.parametrize(("cards", "decks"), [(7, 2), (10, 2), (5, 3)])
def test_T10_dollars_of_a_morto_need_not_be_replaced(cards, decks):
    """So a morto not used can leave fewer than 11 cards, less all dollars there are at most."""
    hand = [rank + "H" for rank in "456789TJQK"[:cards]]
    assert not score([], hand=hand, morto="unused", decks=decks).warnings


def test_T11_the_example_of_the_notebook_is_1625():
    scored = score(TABLE_OF_THE_DOCUMENT, hand=HAND_OF_THE_DOCUMENT, final_move=True, lenient=True)
    assert scored.total == 1625
    assert points(scored) == {
        TABLE: 365, CLEAN: 0, DIRTY: 100, TWOS: 1000, DOLLARS: 300, FINAL_MOVE: 100,
        HAND: -40, TRANCAS: -100, MORTO: -100,
    }  # fmt: skip
    assert len(scored.errors) == 1 and scored.errors[0].startswith("sequence 2 (7D 8D 9D 2H JD KD)")
    with pytest.raises(ScoreError, match="^sequence 2 .*TD and QD are missing"):
        score(TABLE_OF_THE_DOCUMENT, hand=HAND_OF_THE_DOCUMENT, final_move=True)


def test_T11_the_functions_of_the_document_print_and_return_the_right_figures(capsys):
    points = seed.scoreRound(HAND_OF_THE_DOCUMENT, False, TABLE_OF_THE_DOCUMENT, True)
    assert points == 1625 and capsys.readouterr().out == PRINTED
    assert seed.handValue(["3C", "4H"], True) == -105
    out = capsys.readouterr().out
    assert "Trancas: 1 (-100)\n" in out and "Morto" not in out
    assert seed.tableValue([CLEAN_RUN], False) == 250
    out = capsys.readouterr().out
    assert "Total clean canastras: 1 | Total value: 200\n" in out
    assert "Final move" not in out and "Joker" not in out


@pytest.mark.parametrize("word", ["no", "none", "", None, 2])
def test_the_functions_of_the_document_take_no_word_for_true(word, capsys):
    """The notebook asks whether it is True; "no" would be true otherwise."""
    match = r"must be True or False$"
    with pytest.raises(ScoreError, match=f"^gotMorto is .*{match}"):
        seed.scoreRound(["AS"], word, [CLEAN_RUN], True)
    with pytest.raises(ScoreError, match=f"^gotMorto is .*{match}"):
        seed.handValue(["AS"], word)
    with pytest.raises(ScoreError, match=f"^finalMove is .*{match}"):
        seed.tableValue([CLEAN_RUN], word)
    assert capsys.readouterr().out == ""
    assert (seed.handValue(["AS"], 1), seed.handValue(["AS"], 0)) == (-15, -115)


def test_errors_of_very_many_cards_stay_short():
    for wrong in ({"sequences": [["4H", "5H", "6H"] * 10_000]}, {"dollars": ["4H"] * 10_000}):
        with pytest.raises(ScoreError) as raised:
            score(**{"sequences": [], **wrong})
        assert "4H" in str(raised.value) and len(str(raised.value)) < 250


# --- texts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["4H", "4h", "four_hearts", "FOUR_hearts", " 4H "])
def test_a_card_has_a_long_name_and_a_short_one(text):
    assert read_card(text) == "4H"


@pytest.mark.parametrize("text", ["4♥", "4H♥", "4h♥", " 4♥ ", "4♥\ufe0f", "4H♥\ufe0f"])
def test_a_card_can_have_the_symbol_of_its_suit(text):
    assert read_card(text) == "4H"


@pytest.mark.parametrize("card", LONG_NAMES.values())
def test_all_cards_are_read_as_the_terminal_prints_them(card):
    symbol = SUIT_SYMBOLS[card[1]]
    assert read_card(in_colour(card).plain) == read_card(card[0] + symbol) == card
    assert read_card(card.replace("T", "10") + symbol) == card


@pytest.mark.parametrize("text", ["TH", "10H", "10h", "th", "ten_hearts"])
def test_a_ten_is_written_in_many_ways(text):
    assert read_card(text) == "TH"


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "H4",
        "1H",
        "joker",
        "4P",
        "four hearts",
        "4♠H",
        "4S♥",
        "♥4",
        "♥",
        "4♥♥",
        "4★",
        None,
        4,
        [],
        "4H5H",
        "\x1b[31m",
        10**30,
    ],
)
def test_an_invalid_card_is_refused_in_one_line(bad):
    with pytest.raises(ParseError) as caught:
        score([[bad]], lenient=True)
    message = str(caught.value)
    assert message.startswith("unknown card ") and "\n" not in message and "\x1b" not in message


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"sequences": "4H 5H 6H"}, "sequences is '4H 5H 6H': must be a list of sequences"),
        ({"sequences": 7}, "sequences is 7"),
        ({"dollars": True}, "dollars is True: must be a number from 0 to 99, or red threes"),
        ({"dollars": None}, "dollars is None"),
        ({"dollars": 1.5}, "dollars is 1.5"),
        ({"dollars": -1}, "dollars is -1: must be a number from 0 to 99, or red threes"),
        (
            {"dollars": 10**30},
            "dollars is a number that is far too large: must be a number from 0 to",
        ),
        ({"dollars": "two"}, "dollars is 'two': must be a number from 0 to 99, or red threes"),
        ({"morto": "yes"}, "morto is 'yes': must be none, unused or used"),
        ({"morto": None}, "morto is None"),
        ({"morto": 10**30}, "morto is a number that is far too large"),
        ({"final_move": 1}, "final_move is 1: must be True or False"),
        ({"lenient": "no"}, "lenient is 'no': must be True or False"),
        ({"lenient": 1}, "lenient is 1"),
        ({"decks": 1}, "decks is 1: must be 2 or 3"),
        ({"decks": True}, "decks is True"),
    ],
)
def test_arguments_out_of_range_are_named(arguments, message):
    with pytest.raises(ScoreError) as caught:
        score(**{"sequences": [], "lenient": True, **arguments})
    assert message in str(caught.value)
    with pytest.raises(ParseError, match="7 is not a list of cards"):
        score([], hand=7)


def test_a_breakdown_can_be_written_as_json_and_drawn():
    scored = score(["4H 5H 6H", "4H 5S"], hand="3C", lenient=True)
    data = json.loads(json.dumps(scored.to_data()))
    assert data["total"] == scored.total and len(data["lines"]) == 9
    assert data["sequences"][0] == {
        "cards": ["4H", "5H", "6H"], "kind": "run", "canastra": None, "points": 15,
        "to_canastra": 4, "reason": None, "fault": None,
    }  # fmt: skip
    sheet = scored.sheet()
    assert sheet.rows[-1] == ("total", "", scored.total)
    assert sheet.notes[:2] == ("1. 4H 5H 6H: run, 3 of 7, clean", "2. 4H 5S: no sequence")
    assert sheet.notes[2].startswith("Error: sequence 2 (4H 5S): 2 cards")


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        (CLEAN_RUN, "run, clean canastra"),
        ("KH " * 6 + "2C", "set, dirty canastra"),
        ("2C " * 7, "only twos, canastra of twos"),
        ("2C " * 5, "only twos, 5 of 7"),
        ("4H 2C 6H", "run, 3 of 7, dirty"),
        ("3H", "dollars"),
        ("4H 5H", "not a sequence: 2 cards; a sequence has 3 or more"),
    ],
)
def test_what_a_sequence_is_in_words(cards, text):
    assert str(judge(cards)) == text


# --- properties, and the second scorer -----------------------------------------------------------


@given(tables, facts)
def test_the_second_scorer_agrees_line_by_line(table, side_facts):
    expected = other.score(table, **side_facts, lenient=True)
    scored = score(table, **side_facts, lenient=True)
    assert {name: points(scored)[line] for name, line in NAMES.items()} == {
        name: expected[name] for name in NAMES
    }
    assert scored.total == expected["total"] == sum(line.points for line in scored.lines)
    assert [sequence.canastra for sequence in scored.sequences] == list(map(other.canastra, table))
    try:
        strict = other.score(table, **side_facts)
    except ValueError:
        assert scored.errors
        with pytest.raises(ScoreError):
            score(table, **side_facts)
    else:
        assert not scored.errors and score(table, **side_facts).total == strict["total"]


@given(sequences)
@example(["3C"])
def test_the_second_scorer_agrees_on_sequences(cards):
    sequence = judge(cards)
    assert (sequence.kind not in ("invalid", "dollars")) == other.is_sequence(cards)
    assert Counter(sequence.cards) == Counter(cards)
    assert sequence.points == sum(map(other.value, cards))
    if sequence.to_canastra is not None:
        assert sequence.to_canastra == max(0, 7 - len(cards))
        assert (sequence.to_canastra == 0) == (sequence.canastra is not None)


def test_the_second_scorer_agrees_card_by_card():
    for card in LONG_OF:
        assert TRANCA.value(card) == other.value(card)
        assert points(score([], hand=[card]))[HAND] == -other.value(card)
        assert points(score([[card]], lenient=True))[TABLE] == other.value(card)


@pytest.mark.no_cover
@given(tables, facts, st.randoms(use_true_random=False))
def test_the_order_of_cards_and_sequences_changes_nothing(table, side_facts, dice):
    mixed = [dice.sample(cards, len(cards)) for cards in dice.sample(table, len(table))]
    turned = {
        **side_facts,
        "hand": side_facts["hand"][::-1],
        "dollars": side_facts["dollars"][::-1],
    }
    one, two = score(table, **side_facts, lenient=True), score(mixed, **turned, lenient=True)
    assert one.lines == two.lines and len(one.errors) == len(two.errors)
    assert sorted(f.kind for f in one.sequences) == sorted(f.kind for f in two.sequences)


@pytest.mark.no_cover
@given(tables, facts, st.randoms(use_true_random=False))
def test_long_and_short_names_say_the_same(table, side_facts, dice):
    def renamed(cards):
        ways = (str, str.lower, LONG_OF.get, lambda card: card.replace("T", "10"))
        return [dice.choice(ways)(card) for card in cards]

    again = {
        **side_facts,
        "hand": renamed(side_facts["hand"]),
        "dollars": renamed(side_facts["dollars"]),
    }
    one = score(table, **side_facts, lenient=True)
    assert one == score([renamed(cards) for cards in table], **again, lenient=True)


def test_codes_and_facts_are_the_same_in_every_language():
    """Only the texts are translated; a page of docs has every code."""
    laid = ["7D 8D JD", "4H 5H 3C"]
    side_facts = {"hand": "3D KS", "dollars": "5H", "morto": "unused", "final_move": True}
    with speaking("pt-BR"):
        other = score(laid, **side_facts, lenient=True).to_data()
    data = score(laid, **side_facts, lenient=True).to_data()
    assert [each["text"] for each in data["remarks"]] == data["errors"] + data["warnings"]
    for english, portuguese in zip(data["remarks"], other["remarks"], strict=True):
        assert (english["kind"], english["code"]) == (portuguese["kind"], portuguese["code"])
        assert english["text"] != portuguese["text"]
    assert [each["code"] for each in data["remarks"]] == [
        "no-sequence", "no-sequence", "no-red-three", "final-move-morto-unused",
        "final-move-no-canastra", "final-move-hand", "dollar-in-hand", "few-cards-with-morto",
    ]  # fmt: skip
    fault = data["sequences"][0]["fault"]
    assert (fault["code"], fault["facts"]) == ("missing-cards", {"n": 2, "cards": ["9D", "TD"]})
    assert data["remarks"][0]["facts"]["reason"] == fault
    assert json.loads(json.dumps(data)) == data
    folder = Path(scoring.__file__).parent
    modules = ("scoring.py", "judging.py")
    source = "".join((folder / name).read_text() for name in modules)
    codes = set(re.findall(r'Remark\(\s*"([a-z-]+)"', source))
    page = (Path(__file__).parents[2] / "docs" / "howto" / "score-a-round.md").read_text()
    assert len(codes) > 17 and all(f"`{code}`" in page for code in codes)
