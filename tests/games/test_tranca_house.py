"""House rules of a score sheet: presets against sheets counted by hand, and each value."""

from dataclasses import asdict, fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealt.errors import ScoreError, SetupError
from dealt.games.tranca.house import (
    PRESETS,
    SETTINGS,
    TRANCA,
    HouseRules,
    changes,
    house_rules,
    nearest_preset,
)
from dealt.games.tranca.judging import judge
from dealt.games.tranca.scoring import score
from tests.games.tranca_strategies import facts, tables

FOURS_TO_TEN = "4H 5H 6H 7H 8H 9H TH"  # 4 x 5 + 3 x 10 = 50
CLUBS = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"  # 15 + 10 + 5 x 5 + 6 x 10 = 110

# the rules, what a side has, and its total as counted by hand from the published values
SHEETS = {
    # 50 + 200 for the clean run; 3 x 10 for kings; 2 x (5 + 100) for dollars; 100 for going out
    "tranca, clean": ("tranca", [FOURS_TO_TEN, "KS KD KH"],
                      {"dollars": 2, "morto": "used", "final_move": True}, 590),
    # 6 x 15 + 10 + 100 dirty; hand -(10 + 5) and a tranca -100; no morto -100
    "tranca, dirty": ("tranca", ["AS AD AH AC AS AD 2H"], {"hand": "9C 5S 3C"}, -15),
    # 7 x 10 + 1000 of twos; a dollar 5 + 100; hand -15; morto used
    "tranca, twos": ("tranca", ["2S 2D 2H 2C 2S 2D 2H"],
                     {"dollars": "3H", "hand": "AS", "morto": "used"}, 1160),
    # 50 + 200; 3 x 5 + 20 + 5 + 2 x 10 = 60 + 100 with a joker; 10 + 10 + 15; hand -(5 + 10 + 10)
    "open, two canastras": ("buraco-open", [FOURS_TO_TEN, "3S 4S 5S WJ 7S 8S 9S", "QD KD AD"],
                            {"hand": "3C 2D KH", "morto": "used"}, 420),
    # 110 + 500 for ace to king; 100 for going out
    "open, ace to king": ("buraco-open", [CLUBS], {"morto": "used", "final_move": True}, 710),
    # 125 + 1000 for ace to ace; hand -(20 + 15); morto not used -100
    "open, ace to ace": ("buraco-open", [CLUBS + " AC"], {"hand": "WJ AH"}, 990),
    # the two of hearts in its place, that of clubs as the six: 15 + 10 + 3 x 5 + 10 + 5 = 55 + 100
    "open, two twos": ("buraco-open", ["AH 2H 3H 4H 5H 2C 7H"], {"morto": "used"}, 155),
    # 7 x 10 + 100 for dirty kings; 3 x 5 for threes; 100 for going out
    "closed, kings": ("buraco-closed", ["KS KD KH KC KS KD 2H", "3H 3D 3C"],
                      {"morto": "used", "final_move": True}, 285),
    # 7 x 15 + 200 for clean aces; hand -20; morto not used -100
    "closed, aces": ("buraco-closed", ["AS AD AH AC AS AD AH"], {"hand": "WJ"}, 185),
    # 50 + 200; 20 + 2 x 15 with a joker; hand -(10 + 10 + 5); morto used
    "closed, joker": ("buraco-closed", [FOURS_TO_TEN, "AS AD WJ"],
                      {"hand": "2S TD 3D", "morto": "used"}, 275),
    # 7 x 10 + 500; 5 x 5 + 50 + 20 = 95 + 300; red threes 200; going out 100; hand -(20 + 5)
    "canasta, both kinds": ("canasta", ["KS KD KH KC KS KD KH", "5S 5D 5H 5C 5S WJ 2H"],
                            {"dollars": "3H 3D", "hand": "AS 3S", "final_move": True}, 1240),
    # nothing laid, so red threes -200; hand -(50 + 20 + 20 + 10 + 5 + 5)
    "canasta, nothing laid": ("canasta", [], {"dollars": 2, "hand": "WJ 2C AD 9H 4S 3C"}, -310),
    # 3 x 20; all four red threes 800; hand -10
    "canasta, four red threes": ("canasta", ["AS AD AH"], {"dollars": 4, "hand": "KS"}, 850),
    # 7 x 5 + 500; black threes laid when going out 3 x 5; 100
    "canasta, black threes": ("canasta", ["4S 4D 4H 4C 4S 4D 4H", "3S 3C 3S"],
                              {"final_move": True}, 650),
}  # fmt: skip


@pytest.mark.parametrize("name", SHEETS)
def test_presets_agree_with_sheets_counted_by_hand(name):
    preset, sequences, rest, total = SHEETS[name]
    scored = score(sequences, **rest, rules=PRESETS[preset].rules)
    assert scored.total == total
    assert not scored.errors


@pytest.mark.parametrize(
    ("preset", "cards", "code"),
    [
        ("tranca", "4H 5H WJ", "joker"),
        ("buraco-open", "KS KD KH", "no-sets"),
        ("buraco-open", "4H 5H WJ 2C", "several-twos"),
        ("buraco-open", "4H 6H 8H WJ", "missing-cards"),
        ("buraco-open", CLUBS + " AC 2D", "two-too-many"),
        ("buraco-closed", "2S 2D WJ", "only-wilds"),
        ("buraco-closed", "4H 5S 6H", "mixed"),
        ("canasta", "4H 5H 6H", "no-runs"),
        ("canasta", "9H WJ 2C", "few-naturals"),
        ("canasta", "9H 9D WJ WJ 2C 2D", "several-twos"),
        ("canasta", "3S 3C 4H", "black-three"),
        ("canasta", "3S 3C", "too-short"),
        ("canasta", "3H 4H 5H", "red-three"),
    ],
)
def test_what_a_preset_does_not_allow_is_named(preset, cards, code):
    rules = PRESETS[preset].rules
    assert judge(cards, rules).fault.code == code
    with pytest.raises(ScoreError):
        score([cards], rules=rules)


@pytest.mark.parametrize(
    ("preset", "cards", "laid", "canastra"),
    [
        ("buraco-open", "2H 3H AH", "AH 2H 3H", None),
        ("buraco-open", "QH KH AH 2H", "2H QH KH AH", None),
        ("buraco-open", "3H 2H 2C", "2H 3H 2C", None),
        ("buraco-open", "6H 2H 8H 9H TH JH QH KH", "6H 2H 8H 9H TH JH QH KH", "dirty"),
        ("canasta", "9H 9D WJ 2C 2D", "9H 9D WJ 2C 2D", None),
        ("canasta", "9H 9D 9S 9C WJ 2C 2D", "9H 9D 9S 9C WJ 2C 2D", "dirty"),
    ],
)
def test_runs_put_each_stand_in_in_its_place(preset, cards, laid, canastra):
    finding = judge(cards, PRESETS[preset].rules)
    assert (" ".join(finding.cards), finding.canastra, finding.fault) == (laid, canastra, None)


def test_going_out_needs_a_clean_canastra_where_the_rules_say_so():
    laid = {"sequences": ["3S 4S 5S WJ 7S 8S 9S"], "morto": "used", "final_move": True}
    for preset, codes in (("buraco-open", ["final-move-no-canastra"]), ("buraco-closed", [])):
        scored = score(**laid, rules=PRESETS[preset].rules)
        assert [doubt.code for doubt in scored.doubts] == codes


def test_the_minimum_rises_with_the_total():
    rules = PRESETS["canasta"].rules
    totals = (-5, 0, 1495, 1500, 2995, 3000)
    assert [rules.minimum_at(total) for total in totals] == [15, 50, 50, 90, 90, 120]
    assert {TRANCA.minimum_at(total) for total in totals} == {0}


def test_settings_are_the_fields_and_their_defaults_are_of_the_document():
    assert {option.name: option.default for option in SETTINGS} == asdict(TRANCA)
    assert [option.name for option in SETTINGS] == [field.name for field in fields(HouseRules)]
    assert PRESETS["tranca"].rules == TRANCA and all(each.source for each in PRESETS.values())


@given(st.data())
def test_rules_come_back_from_what_differs(data):
    """Only changed options are stored; the nearest preset of each preset is itself."""
    choices = {}
    for option in data.draw(st.lists(st.sampled_from(SETTINGS), unique_by=lambda each: each.name)):
        some = option.choices
        values = (some[0], some[-1], 0) if isinstance(some, range) else (*some, *some.values())
        choices[option.name] = data.draw(st.sampled_from([v for v in values if v in some or not
                                                         isinstance(some, range)]))  # fmt: skip
    rules = house_rules(choices)
    assert house_rules(changes(rules)) == rules
    assert changes(rules).keys() <= choices.keys()
    for preset in PRESETS.values():
        assert nearest_preset(preset.rules) == preset
        assert house_rules(changes(preset.rules)) == preset.rules


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"claen": 300}, "did you mean clean?"),
        ({"clean": "many"}, "must be a number from -99999 to 99999"),
        ({"clean": 10**9}, "must be a number"),
        ({"sets": "maybe"}, "must be yes or no"),
        ({"most_wilds": 0}, "must be a number from 1 to 4"),
    ],
)
def test_an_invalid_setting_is_refused_in_one_line(data, words):
    with pytest.raises(SetupError, match=words.replace("?", r"\?")) as caught:
        house_rules(data)
    assert "\n" not in str(caught.value)


@given(tables, facts)
def test_rules_of_the_document_change_nothing(laid, rest):
    """The default is the document's, and its nine lines stand."""
    scored = score(laid, **rest, lenient=True)
    assert scored == score(laid, **rest, lenient=True, rules=house_rules({}))
    assert len(scored.lines) == 9


@given(tables, facts, st.sampled_from(list(PRESETS)))
def test_any_round_can_be_counted_by_any_preset(laid, rest, preset):
    """Leniently, without an error; each sequence keeps its cards."""
    scored = score(laid, **rest, lenient=True, rules=PRESETS[preset].rules)
    for cards, finding in zip(laid, scored.sequences, strict=True):
        assert sorted(judge(cards).cards) == sorted(finding.cards)
    assert scored.total == sum(line.points for line in scored.lines)
