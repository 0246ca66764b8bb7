"""Going over a round at a terminal: everything open is asked, and every answer is understood."""

import re

import pytest
from msgspec.structs import replace

from dealt.errors import ParseError
from dealt.games.tranca.judging import read_cards
from dealt.language import speaking
from dealt.scoresheet.round.draft import Draft, guessed, pile_faces
from dealt.scoresheet.round.edits import Add, MakePile, correct
from dealt.scoresheet.round.questions import questions
from dealt.scoresheet.terminal.review import Review, _changed_pile, provisional, table_of
from dealt.terminal.console import Console
from tests.brackets import in_brackets, outside
from tests.scoresheet.driver import leave, typing
from tests.scoresheet.test_draft import laid, table

USED, NO = "1", "1"  # of the menus about the morto and the final move
NONE = ""  # no cards in the hand
DONE = [USED, NO, NONE, ""]  # and all is right


def review(draft, answers, monkeypatch):
    """The score after these answers; every answer is used up."""
    prompts = typing(monkeypatch, answers)
    scored = Review(draft, Console(live=False)).run()
    assert len(prompts) == len(answers) and questions(draft) == []
    return scored


def test_a_round_is_asked_about_and_scored(monkeypatch, capsys):
    """Piles taken as guessed, without a word and with yes; morto, final move: all is right."""
    draft, _ = table()
    scored = review(draft, ["", "yes", USED, "2", ""], monkeypatch)
    assert scored.line("clean canastras").count == scored.line("dirty canastras").count == 1
    assert scored.line("final move").points == 100 and scored.line("morto not used").count == 0
    printed = capsys.readouterr().out
    assert "A pile under TC, across (clean)" in printed and "total" in printed


def test_the_content_of_a_pile_can_be_typed_in_many_ways(monkeypatch, capsys):
    """Too many, unreadable, the lowest card, all cards, another kind."""
    draft, _ = table()
    clean = ["99", "xyz", "8", "set", "clean", "4C", "5C 6C 7C 8C 9C TC JC", ""]
    dirty = ["7D 8D 9D 2S JD QD KD", ""]
    review(draft, [*clean, *dirty, *DONE], monkeypatch)
    piles = [draft.faces(meld) for meld in draft.melds if meld.pile is not None]
    assert piles == [
        ("5C", "6C", "7C", "8C", "9C", "TC", "JC"),
        ("7D", "8D", "9D", "2S", "JD", "QD", "KD"),
    ]
    printed = capsys.readouterr().out
    assert "a pile has 3 to 16 cards, not 99" in printed and "unknown card 'xyz'" in printed


@pytest.mark.parametrize(
    ("top", "answer", "reason"),
    [
        ("AC", "0", "a pile has 3 to 16 cards, not 0"),
        ("TC", "2H", "a run begins with a 4 or more, not with 2H"),
        ("TC", "3H", "a run begins with a 4 or more, not with 3H"),
        ("TC", ",", "a pile has 3 to 16 cards, not 0"),
        ("TC", "4D", "TC is on top and not among 4D"),
        ("2C", "set", "a 2 does not show which rank the set under it has"),
        ("2C", "5H 6H 7H 8H 9H TH JH", "2C is on top and not among"),
        ("2C", "", "with a 2 on top there is no likely guess; please enter the cards"),
        ("2C", "yes", "unknown card 'yes'"),
    ],
)
def test_an_impossible_pile_is_explained_and_asked_again(top, answer, reason, monkeypatch, capsys):
    draft = laid("4D 5D 6D")
    correct(draft, Add([top]))
    draft.melds[1].pile = guessed(top, crosswise=True, sure=True)
    review(draft, [answer, "single", "4", *DONE], monkeypatch)
    assert reason in capsys.readouterr().out
    assert len(draft.melds) == 1


def test_a_pile_under_a_two_invents_no_cards(monkeypatch):
    """It may be a stand-in, 100 points, or one of seven twos, 1000; no empty line says which."""
    draft = laid("4D 5D 6D")
    correct(draft, Add(["2D"]))
    draft.melds[1].pile = guessed("2D", crosswise=False, sure=True)
    assert draft.score().line("canastras of twos").count == 0
    # a number or a kind says no more than the 2 does, and an empty line still says nothing
    answers = ["8", "dirty", "", "TC TS TH TD TH TD TC 2D", "", *DONE]
    scored = review(draft, answers, monkeypatch)
    assert scored.line("dirty canastras").count == 1


def test_an_empty_line_makes_no_pile_of_a_card_that_lies_alone(monkeypatch, capsys):
    """It may be one card; said to be a pile, it is asked what is in it, as of others."""
    for answers, faces in (
        (["", "single", "4"], ["4D 5D 6D"]),
        (["", "yes"], ["4D 5D 6D", "4C 5C 6C 7C 8C 9C TC"]),
        (["", "8", ""], ["4D 5D 6D", "4C 5C 6C 7C 8C 9C TC JC"]),
    ):
        draft = laid("4D 5D 6D")
        correct(draft, Add(["TC"]))
        draft.melds[1].pile = replace(guessed("TC", crosswise=True, sure=True), is_visible=False)
        review(draft, [*answers, *DONE], monkeypatch)
        melds = [draft.faces(meld) for meld in draft.melds]
        assert [len(cards) for cards in melds] == [len(cards.split()) for cards in faces]
        printed = capsys.readouterr().out
        assert printed.count("please say whether it is a single card or a pile") == 1


def test_the_hand_is_asked_about_if_no_photo_shows_it(monkeypatch, capsys):
    """A side without the final move holds some; the other need not."""
    draft = laid("4D 5D 6D")
    scored = review(draft, [USED, NO, "xx", "KS 4H", ""], monkeypatch)
    assert scored.line("other cards in hand").points == -15
    assert "unknown card 'xx'" in capsys.readouterr().out
    review(draft, [""], monkeypatch)  # there are some now
    review(laid("4D 5D 6D"), [USED, "2", ""], monkeypatch)
    assert "Cards left in the hand" not in capsys.readouterr().out


def test_a_pile_can_be_a_single_card(monkeypatch):
    """Then a single card is asked about; here it does not belong to the side."""
    draft, _ = table()
    review(draft, ["single", "4", "", *DONE], monkeypatch)
    assert sum(meld.pile is not None for meld in draft.melds) == 1
    assert draft.cards[7].removed
    assert draft.cards[7].face in draft.label(0)["maybe"]


def test_a_pile_of_dollars_is_counted(monkeypatch):
    """Three under a red three; both colours are taken in turn."""
    draft = laid("3H")
    draft.melds[0].pile = guessed("3H", crosswise=False, sure=True)
    assert questions(draft)[0].kind == "dollars"
    scored = review(draft, ["3", *DONE], monkeypatch)
    assert draft.dollars == ("3H", "3D", "3H") and scored.line("dollars").points == -300


def test_a_doubtful_card_is_asked_with_its_likeliest_faces(monkeypatch, capsys):
    """A wrong number and an unknown card are asked again; the second choice is taken."""
    draft = laid("KS KD KC", doubt=("KD", "KH"))
    review(draft, ["9", "1H", "2", *DONE], monkeypatch)
    assert draft.faces(draft.melds[0]) == ("KS", "KH", "KC")
    printed = capsys.readouterr().out
    assert "enter a number from 1 to " in printed and "unknown card '1H'" in printed


@pytest.mark.parametrize(("answer", "face"), [("", "KD"), ("7h", "7H"), ("x", None)])
def test_other_answers_about_a_doubtful_card(answer, face, monkeypatch):
    """An empty line takes the likeliest, any card can be typed, x takes it away."""
    draft = laid("KS KD KC KH", doubt=("KD", "QD"))
    draft.cards[1].confidence = 0.5
    more = ["4"] if face == "7H" else []
    review(draft, [answer, *more, *DONE], monkeypatch)
    remaining = [card.face for card in draft.cards if not card.removed]
    assert (face in remaining and len(remaining) == 4) if face else len(remaining) == 3


def test_cards_without_a_sequence_are_asked_about(monkeypatch):
    """The legal ones are taken, a missing card is added, one is set right, all are thrown out."""
    draft = laid("6H 7H KD 9H")
    review(draft, ["1", *DONE], monkeypatch)
    assert not draft.score().errors
    draft = laid("6H 7H")
    review(draft, ["2", "5H", *DONE], monkeypatch)
    assert sorted(draft.faces(draft.melds[0])) == ["5H", "6H", "7H"]
    draft = laid("6H 7H KD 9H")
    review(draft, ["2", "3", "8h", *DONE], monkeypatch)
    assert draft.faces(draft.melds[0]) == ("6H", "7H", "8H", "9H")
    draft = laid("6H 7H")
    review(draft, ["3", *DONE], monkeypatch)
    assert draft.melds == []
    draft = laid("KH")
    review(draft, ["single", "1", "", *DONE], monkeypatch)
    assert draft.score().line("dirty canastras").count == 1


def test_a_card_too_often_is_pointed_at(monkeypatch):
    """Two are doubtful for that alone; the wrong one is named, or all are said to be there.

    As two were named already, the third is not offered as the same.
    """
    draft = laid("KS KS KD", "KS KC KH")
    review(draft, ["", "KS", "3", "QH", "4", *DONE], monkeypatch)
    assert draft.too_many() == []
    draft = laid("KS KS KD", "KS KC KH")
    scored = review(draft, ["", "KS", "4", *DONE], monkeypatch)
    assert any("more copies" in warning for warning in scored.warnings)


def test_corrections_at_the_end(monkeypatch, capsys):
    """Each kind once, with a message for impossible ones."""
    draft = laid("5H 6H 7H", "KD KS KC")
    lines = [
        "+ 8H 1", "+ 9D hand", "4 KH", "7 x", "+ 4H 1", "6 > 1", "4", "4", "6 > 2",
        "nonsense", "77 4H",
        "1 > 9", "9 blue", "pile 1", "+ KS 2",
    ]  # fmt: skip
    review(draft, [USED, NO, NONE, *lines, ""], monkeypatch)
    assert sorted(draft.faces(draft.melds[0])) == ["4H", "5H", "6H", "7H"]
    assert sorted(draft.faces(draft.melds[1])) == ["KC", "KH", "KS", "KS"]
    assert draft.facts()["hand"] == ("9D",)
    printed = capsys.readouterr().out
    for reason in (
        "'nonsense' is not a correction", "there is no card 77", "there is no meld 9",
        "unknown card 'blue'", "meld 1 is not a pile",
    ):  # fmt: skip
        assert reason in printed


def test_a_card_can_be_put_into_the_hand_and_out_of_it(monkeypatch):
    """What was taken for a card of the hand is laid, and the other way round."""
    draft = laid("5H 6H 7H")
    review(draft, [USED, NO, NONE, "+ 8H hand", "+ 4H 1", "4 > 1", "5 > Hand", ""], monkeypatch)
    assert sorted(draft.faces(draft.melds[0])) == ["5H", "6H", "7H", "8H"]
    assert len(draft.melds) == 1 and draft.facts()["hand"] == ("4H",)


def test_a_pile_can_be_changed_at_the_end(monkeypatch):
    """By its number in the table."""
    draft, _ = table()
    number = next(i for i, meld in enumerate(draft.melds, 1) if meld.pile is not None)
    answers = ["", "", USED, NO, NONE, f"pile {number}", "8", "", ""]
    review(draft, answers, monkeypatch)
    assert len(draft.faces(draft.melds[number - 1])) == 8


def test_the_morto_and_the_final_move_can_be_corrected_at_the_end(monkeypatch):
    """They are asked again; of a side that did not go out the hand is, too."""
    draft = laid("4D 5D 6D")
    answers = [USED, "2", "morto", "2", "Final move", NO, "KS", ""]
    scored = review(draft, answers, monkeypatch)
    assert (draft.morto, draft.final_move) == ("none", False)
    assert scored.line("morto not used").count == 1 and scored.line("final move").count == 0
    assert scored.line("other cards in hand").count == 1


def test_the_top_of_a_pile_that_was_another_card_is_asked_about_again(monkeypatch):
    """What was said of it was said of another top."""
    draft, _ = table()
    number = next(i for i, meld in enumerate(draft.melds) if meld.pile is not None)
    card = draft.melds[number].cards[0] + 1
    review(draft, ["", "", USED, NO, NONE, f"{card} 9D", "", ""], monkeypatch)
    assert "9D" in draft.faces(draft.melds[number])


def test_no_card_is_put_onto_a_pile(monkeypatch, capsys):
    """It would not be counted; a pile is described as a whole."""
    draft, _ = table()
    number = next(i for i, meld in enumerate(draft.melds, 1) if meld.pile is not None)
    before = draft.facts()
    review(draft, ["", "", USED, NO, NONE, f"1 > {number}", f"+ JC {number}", ""], monkeypatch)
    assert capsys.readouterr().out.count(f"meld {number} is a pile: pile {number} says") == 2
    assert draft.facts()["sequences"] == before["sequences"]


def test_the_end_of_input_keeps_what_was_answered(monkeypatch):
    """After an interruption the draft is as it was."""
    draft, _ = table()
    typing(monkeypatch, ["", leave])
    with pytest.raises(EOFError):
        Review(draft, Console(live=False)).run()
    assert [meld.pile.checked for meld in draft.melds if meld.pile] == [True, False]


def test_a_provisional_score_says_so():
    """With what is open; and it does not when nothing is."""
    draft, _ = table()
    sheets = provisional(draft)
    assert "Provisional" in sheets[-1].title
    assert [row[0] for row in sheets[1].rows] == ["a pile", "a pile", "morto", "final move"]
    for meld in draft.melds:
        if meld.pile is not None:
            meld.pile.checked = True
    draft.morto, draft.final_move = "none", False
    assert [sheet.title for sheet in provisional(draft)] == ["On the table", "Score of the round"]


def open_draft():
    """A round with a question of every kind."""
    draft = laid("5H 6H 7H 8H", "KD KS KC", doubt=("KD", "KH"))
    for face in ("TC", "2D", "3S", "3H", "9S", "9S", "9S"):
        correct(draft, Add([face]))
    for number, meld in enumerate(draft.melds):
        top = draft.open_cards(meld)[0].face
        if len(meld.cards) == 1 and top in ("TC", "2D", "3H"):
            correct(draft, MakePile(number))
            meld.pile.is_visible = top != "TC"
    for card in draft.cards:
        card.checked = card.face == "3H"
    return draft


def dialogue(draft, answers, monkeypatch, capsys):
    """The text until the answers end, and the provisional part before."""
    console = Console(live=False)
    for sheet in provisional(draft):
        console.show(sheet)
    prompts = typing(monkeypatch, [*answers, leave])
    with pytest.raises(EOFError):
        Review(draft, console).run()
    return "\n".join([capsys.readouterr().out, *prompts])


ANSWERS = [
    "99", "zz", "x", "KO", "x", "4",  # doubtful, a black three, too few for a set
    "8", "zz", "pilha", "limpa", "SUJA", "trinca", "", "uma só", "5",  # of the piles
    "5", "2", "5", "5", "5", "1", "x",  # dollars, single cards, too many of them
    "1", "1", "zz", "", "zz", "9 > 99", "pilha 99",  # morto, final move, hand, corrections
]  # fmt: skip


def test_no_text_of_the_dialogue_stands_outside_of_the_catalogue(monkeypatch, capsys):
    with in_brackets():
        text = dialogue(open_draft(), ANSWERS, monkeypatch, capsys)
    assert outside(text, ANSWERS) == []


ENGLISH_WORDS = re.compile(
    r"\b(hand|pile|single|set|clean|dirty|yes|no|final move|meld|card|table|used|unused|none|leave|"
    r"black|red|two|three|of|the|or)\b",
    re.IGNORECASE,
)


def test_the_dialogue_has_no_english_word_in_portuguese(monkeypatch, capsys):
    with speaking("pt-BR"):
        text = dialogue(open_draft(), ANSWERS, monkeypatch, capsys)
    english = {word for word in ENGLISH_WORDS.findall(text) if word != "no"}
    assert not english and "trinca, limpa, suja, uma só" in text and "K♦" in text


def test_words_of_the_dialogue_are_read_in_portuguese(monkeypatch):
    """To the hand, what is in a pile, a single card, the final move: accents may be left out."""
    with speaking("pt-BR"):
        draft, _ = table()
        number = next(i for i, meld in enumerate(draft.melds, 1) if meld.pile is not None)
        answers = [
            "sim", "SIM", USED, NO, NONE, f"pilha {number}", "Limpa", "trinca", "4 de paus", "sim",
            "1 > Mao", "+ 9 de copas 1", "+ Rei de paus mão", "batida final", "2", "2 2o", "",
        ]  # fmt: skip
        review(draft, answers, monkeypatch)
        hand = [draft.cards[card].face for card in draft.hand if not draft.cards[card].removed]
    assert hand[1:] == ["KC"] and len(hand) == 2 and draft.final_move
    assert "9H" in draft.faces(draft.melds[0]) and draft.cards[1].face == "2D"


def test_the_table_has_the_numbers_of_the_cards():
    """Cards of the hand in a row of their own."""
    draft = laid("5H 6H 7H")
    correct(draft, Add(["9D"], hand=True))
    rows = table_of(draft).rows
    assert rows[0][:2] == (1, "1:5H 2:6H 3:7H") and rows[1][:2] == ("hand", "4:9D")
    assert table_of(Draft()).rows == ()


@pytest.mark.parametrize(
    ("answer", "faces"),
    [
        ("8", "TC JC"),
        ("dirty", "2C"),
        ("5C", "5C JC"),
        ("set", "TC TD TH TS"),
        ("4D 5D 6D 7D 8D 9D TD", "4D 5D 6D 7D 8D 9D TD"),
    ],
)
def test_answers_about_a_pile(answer, faces):
    """Its number of cards, its kind, its lowest card, a set, all of its cards."""
    facts = _changed_pile("TC", guessed("TC", crosswise=True, sure=True), answer, read_cards)
    pile = pile_faces("TC", facts, 2)
    assert set(faces.split()[:1]) <= set(pile) and facts.count == len(pile)


@pytest.mark.parametrize("answer", ["blue", "4C blue", "100 cards"])
def test_answers_about_a_pile_that_cannot_be_read(answer):
    """They get one line."""
    with pytest.raises(ParseError, match="unknown card"):
        _changed_pile("TC", guessed("TC", crosswise=True, sure=True), answer, read_cards)
