"""The keypad for cards: what keys enter is what somebody could have typed."""

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealt.errors import ParseError
from dealt.games.tranca.house import house_rules
from dealt.scoresheet.round.answers import CardsBody, SheetBody, cards_of, sheet_of
from dealt.scoresheet.round.draft import Draft, DraftData
from dealt.scoresheet.round.edits import Add, correct, data_of
from dealt.scoresheet.round.keypad import KEYS, entries, faces_beside, press
from tests.program import at_a_terminal, interrupt, spawn

MELDS = {  # keys, and the text that they make
    "H 4 T": "4♥-10♥",
    "T H 4": "4♥-10♥",
    "4 T H": "4♥-10♥",
    "H 4 5 6 7 8 9 T": "4♥-10♥",
    "H 4 T 2 8": "4♥-10♥ 2=8",
    "H S 4 T": "4♠-10♠",
    "H 4 T K x7": "4♥-10♥ | Kx7",
    "H 4 T S 5 J": "4♥-10♥ | 5♠-J♠",
    "H 4 T 2 8 7": "4♥-10♥ 2=8 | 7",
    "K x7": "Kx7",
    "K K K": "Kx3",
    "K x6 2": "Kx6 2",
    "2 K x6": "Kx6 2",
    "K x6 2 9 x3": "Kx6 2 | 9x3",
    "K x6 2 2": "Kx6 2 | 2",
    "2 x7": "2x7",
    "K ok A": "K | A",
    "red red K": "3redx2 | K",
    "hand K 9 9 2 black A x3": "K 9 9 2 3black Ax3",
    "H 4 T hand K table K x3": "4♥-10♥ | K | Kx3",
    "H": "",
    "4 T": "",
    "": "",
}
NOTHING = (
    "x7",
    "H 4 T x3",
    "H K K",
    "2 2 H",
    "hand H",
    "hand x2",
    "black",
    "H 4 T 2 J",
    "45",
    "CD",
)


@pytest.mark.parametrize(("keys", "text"), MELDS.items())
def test_keys_make_the_text_that_could_be_typed(keys, text):
    """The last text is the one at hand; one that cannot be typed yet is empty."""
    texts = [entry.text for entry in entries(keys.split())]
    assert " | ".join(texts) == text


@pytest.mark.parametrize("keys", NOTHING)
def test_a_key_that_does_nothing_is_refused_and_not_offered(keys):
    """One line says so."""
    *before, last = keys.split()
    assert last not in entries(before)[-1].keys
    with pytest.raises(ParseError, match="cannot be pressed here|not a key"):
        entries([*before, last])


def typed_draft(keys):
    """The draft of somebody who types the texts that keys make."""
    draft = Draft()
    for entry in entries(keys):
        if entry.is_whole:
            typed = CardsBody(entry.text, place=entry.where, beside=faces_beside(draft))
            correct(draft, Add([*cards_of(typed)["faces"]], hand=entry.where == "hand"))
    return draft


@given(st.data())
def test_keys_and_typed_text_give_the_same_draft(data):
    """With any of the offered keys; only the packs can refuse them."""
    keys = []
    for _ in range(data.draw(st.integers(1, 25))):
        offered = [*entries(keys)[-1].keys, "hand", "table"]
        keys.append(data.draw(st.sampled_from(offered)))
    draft = Draft()
    try:
        press(draft, keys)
    except ParseError:
        with pytest.raises(ParseError, match="decks have"):
            typed_draft(keys)
    else:
        assert data_of(draft) == data_of(typed_draft(keys))


@given(st.lists(st.sampled_from(KEYS), max_size=12))
def test_any_keys_enter_something_or_are_refused(keys):
    """Never anything else, and each key is offered or refused."""
    for n, key in enumerate(keys):
        try:
            entries(keys[: n + 1])
        except ParseError:
            assert key not in entries(keys[:n])[-1].keys
            return


def test_cards_that_the_packs_lack_are_reported_at_once():
    """As a refusal where no suit was named, as a warning where one was."""
    with pytest.raises(ParseError, match=r"9 of 'K' are too many: 2 decks have 8"):
        sheet_of(SheetBody(DraftData(), keys=["K", "x9"]))
    keys = [*"SQA", *"SJA"]
    assert sheet_of(SheetBody(DraftData(), keys=keys))["warnings"] == ()
    answer = sheet_of(SheetBody(DraftData(), keys=[*keys, *"STA"]))
    assert [line for line in answer["warnings"] if "more copies than 2 decks" in line]


@pytest.mark.parametrize(
    ("rules", "keys", "text"),
    [
        ({"joker": 20}, "K x6 joker", "Kx6 joker"),
        ({"joker": 20}, "H 4 T joker 8", "4♥-10♥ joker=8"),
        ({"joker": 20, "most_wilds": 3}, "K x4 2 2 joker", "Kx4 2 2 joker"),
        ({"joker": 20, "most_wilds": 2}, "H 4 T 2 8 joker 5", "4♥-10♥ 2=8 joker=5"),
        ({"threes": 0}, "3 x4 H 3 9", "3x4 | 3♥-9♥"),
    ],
)
def test_the_keys_are_those_of_the_rules_of_the_house(rules, keys, text):
    """Jokers, several wild cards, ordinary threes; each meld is one by these rules."""
    pressed = entries(keys.split(), house_rules(rules))
    assert " | ".join(entry.text for entry in pressed) == text
    answer = sheet_of(SheetBody(DraftData(), keys=keys.split(), rules=rules))
    assert [meld["reason"] for meld in answer["melds"]] == [None] * len(pressed)
    with pytest.raises(ParseError):
        entries(keys.split())


def test_suits_that_do_not_matter_are_those_that_are_left():
    """Six kings beside two runs with the king of hearts make no third one."""
    answer = sheet_of(SheetBody(DraftData(), keys=[*"HJA", "H", *"QA", "ok", "K", "x6"]))
    assert not [line for line in answer["warnings"] if "more copies" in line]


def test_an_unfinished_meld_does_not_count_yet():
    """The draft has a meld once it is long enough; corrections come after the keys."""
    pad = sheet_of(SheetBody(DraftData(), keys=["K", "x2"]))
    assert (pad["draft"].melds, pad["pad"]["meld"], pad["pad"]["text"]) == ([], None, "Kx2")
    pad = sheet_of(SheetBody(DraftData(), keys=["K", "x3"]))
    assert (len(pad["draft"].melds), pad["pad"]["meld"]) == (1, 0)
    after = sheet_of(SheetBody(DraftData(), [Add(["KH"], 0)], keys=["K", "x3", "ok"]))
    assert len(after["draft"].melds[0].cards) == 4


# --- ten rounds of two pairs ----------------------------------------------------------------------

# of each side: what it has as codes, as it was typed before, and the keys of the keypad; the morto
# and the final move are two presses more, and so is the way to the other side or to the sheet
ROUNDS = [
    [
        ("4H 5H 6H 7H 2C 9H 10H/KC KD KH KS KC KD 2H/AC AD AH AS/3H 3D//9S 3C",
         "H 4 T 2 8 K x6 2 A x4 red red hand 9 black"),
        ("5S 6S 7S 8S 9S 10S JS/QC QD QH/4C 5C 6C//KH KS 7D 3S",
         "S 5 J Q x3 C 4 6 hand K K 7 black"),
    ],
    [
        ("4D 5D 6D 7D 8D 9D 10D/4C 4D 4H 4S 4C/JH QH KH AH/3H",
         "D 4 T 4 x5 H J A red"),
        ("AC AD AH AS AC AD AH/8S 9S 10S JS/5H 6H 2D//2C 6D 6C 10C",
         "A x7 S 8 J H 5 7 2 7 hand 2 6 6 T"),
    ],
    [
        ("5C 6C 7C 8C 9C 10C JC QC KC/5D 6D 7D/KD KH KS KC/3D 3D//7H",
         "C 5 K D 5 7 K x4 red red hand 7"),
        ("2C 2D 2H 2S 2C 2D 2H/9H 10H JH QH/4S 4C 4D//3C",
         "2 x7 H 9 Q 4 x3 hand black"),
    ],
    [
        ("4S 5S 6S 7S 8S 9S 2H JS/8D 9D 10D JD/QC QH QS QD",
         "S 4 J 2 T D 8 J Q x4"),
        ("6H 7H 8H 9H 10H JH QH/5C 5D 5H/AC AD 2S/3H//KC KC QD 3S",
         "H 6 Q 5 x3 A x2 2 red hand K K Q black"),
    ],
    [
        ("7C 8C 9C 10C JC QC KC/7D 8D 9D/4H 4S 4D 4C 4H 4S 2C/3D//AH",
         "C 7 K D 7 9 4 x6 2 red hand A"),
        ("6S 7S 8S/9C 9D 9H/KH KD KS/10D JD QD//5S 5H JC 2D",
         "S 6 8 9 x3 K x3 D T Q hand 5 5 J 2"),
    ],
    [
        ("4H 5H 6H 7H 8H 9H 10H JH QH KH AH/AS AC AD/8C 9C 10C/3H 3D 3H",
         "H 4 A A x3 C 8 T red red red"),
        ("10S JS QS KS 2C/4D 4C 4S/6D 7D 8D 9D//KC KC 9S 3S 3C",
         "S T A 2 A 4 x3 D 6 9 hand K K 9 black black"),
    ],
    [
        ("5D 6D 7D 8D 2S 10D JD QD/KC KD KH KS KC KD KH/6C 7C 8C/3D",
         "D 5 Q 2 9 K x7 C 6 8 red"),
        ("4S 5S 6S 7S 8S 9S 10S/JC QC KC AC/5H 5C 5S/3H 3H//2H 7H",
         "S 4 T C J A 5 x3 red red hand 2 7"),
    ],
    [
        ("8H 9H 10H JH QH KH AH/4C 5C 6C 7C/QC QD QS QC//6S 6S",
         "H 8 A C 4 7 Q x4 hand 6 6"),
        ("4D 5D 6D 7D 8D 9D 2C/10C 10D 10H 10S/3D//AH AC JH 3S",
         "D 4 T 2 T T x4 red hand A A J black"),
    ],
    [
        ("9S 10S JS QS KS AS/4H 4C 4D/6C 7C 8C 9C 10C JC 2D/3H",
         "S 9 A 4 x3 C 6 Q 2 Q red"),
        ("AC AD AS AH AC AD 2H/5D 6D 7D/8H 9H 10H//KD KS QH 3C",
         "A x6 2 D 5 7 H 8 T hand K K Q black"),
    ],
    [
        ("4C 5C 6C 7C 8C 9C 10C/4S 5S 6S 7S 2H 9S 10S/5H 6H 7H 8H/KC KD KH KS KC KD KH/3D 3H//10D",
         "C 4 T S 4 T 2 8 H 5 8 K x7 red red hand T"),
        ("QD QH QS/JD JH JS JC/9C 10C JC QC 2S/7D 8D 9D 10D JD QD KD/3H//AS AC",
         "Q x3 J x4 C 9 K 2 K D 7 K red hand A A"),
    ],
]  # fmt: skip
OPEN, FACTS, ON = 1, 2, 1  # a side; its morto and final move; back to the sheet, or to the next


@pytest.mark.parametrize(
    ("codes", "keys"), [side for sides in ROUNDS for side in sides], ids=lambda text: text[:18]
)
def test_ten_rounds_score_the_same_by_codes_and_by_keys(codes, keys):
    """Where suits do not matter, others may be chosen; a run with the 2 at its end is the same."""
    laid, _, hand = codes.partition("//")
    by_codes = Draft()
    for text in laid.split("/"):
        correct(by_codes, Add([*cards_of(CardsBody(text))["faces"]]))
    if hand:
        correct(by_codes, Add([*cards_of(CardsBody(hand))["faces"]], hand=True))
    by_keys = Draft()
    press(by_keys, keys.split())
    scored = [draft.score() for draft in (by_codes, by_keys)]
    assert scored[0].lines == scored[1].lines
    assert scored[0].errors == scored[1].errors


def test_a_round_of_four_takes_few_taps():
    """Ten rounds: what was typed before, and what is pressed now."""
    typed, pressed = [], []
    for sides in ROUNDS:
        entered = sum(len(codes) + 1 for codes, _ in sides)  # Enter for each / and at the end
        typed.append(entered + len(sides) * (OPEN + FACTS + ON))
        taps = sum(len(keys.split()) for _, keys in sides)
        pressed.append(taps + OPEN + len(sides) * (FACTS + ON))
    assert (statistics.mean(typed), max(typed)) == (122.8, 165)
    assert (statistics.mean(pressed), max(pressed)) == (32.7, 40)


# --- at a terminal --------------------------------------------------------------------------------


@at_a_terminal
def test_a_side_is_entered_by_single_keys(tmp_path):
    """No Enter but where a list ends; a key is undone, and so is a meld; the rest is typed.

    What is pasted is read as a text of cards, and an arrow before keys takes none of them.
    """
    env = {"DEALT_PLAIN": "", "NO_COLOR": "1"}
    desk = spawn("scoresheet", "tranca", "--file", "t.db", cwd=tmp_path, size=(40, 110), **env)
    for answer in ("1", "Friday", "Ana", "Bob", "", "1", "1", "2"):
        desk.expect(["> ", ": "])
        desk.sendline(answer)
    desk.expect("Tab lets you type codes")
    desk.expect("Sequence 1: ")
    for keys, line in (
        ("\x1b[Ah40", "4♥-10♥   run, clean canastra"),
        ("2", "Which card does the 2 stand for"),
        ("8", "4♥-10♥ 2=8   run, dirty canastra"),
        ("kx6", "Sequence 2: Kx6   set, 6 of 7, clean"),
        ("2", "Kx6 2   set, dirty canastra"),
        ("\x7f", "Kx6   set, 6 of 7, clean"),
        ("2", "Kx6 2   set, dirty canastra"),
        ("ax9", "9 of 'A' are too many: 2 decks have 8"),
        ("x4", "Sequence 3: Ax4   set, 4 of 7, clean"),
        ("\x7f\x7f\x7f", "Sequence 2: Kx6 2   set, dirty canastra"),
        ("33\r", "3redx2"),
        ("\x1b[200~4D 5D 6D 7D\r5S 6S X\x1b[201~", "unknown card"),
        ("s4", "Sequence 4: 4♠"),
        ("\x1b[200~4D 5D 6D 7D\r5S 6S 7S\x1b[201~", "Sequence 6: 4♠"),
        ("\x7f\x7f\x7f\x7f", "Sequence 4: "),
        ("qx5", "Sequence 4: Qx5"),
        ("\x1b[200~QS QH QD QC\x1b[201~", "are too many"),
        ("\x7f\x7f\x7f", "Sequence 4: "),
        ("\t", "Enter the sequences, one per line"),
    ):
        desk.send(keys)
        desk.expect_exact(line)
    desk.expect("Sequence 4: ")
    desk.sendline("4s-7s")
    desk.expect("run, 4 of 7, clean")
    desk.sendline("")
    desk.expect("More dollars besides")
    desk.sendline("")
    desk.expect("Cards left in the hand")
    desk.sendline("K 9 3 black")
    for answer, question in (
        ("1", "Morto"),
        ("1", "Made the final move"),
        ("1", "Enter 430 points"),
    ):
        desk.expect(question)
        desk.expect("> ")
        desk.send(answer)
    desk.expect("Saved: round 1, Ana 430")
    interrupt(desk)
