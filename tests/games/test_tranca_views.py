"""Tranca's views: actions and cards as data, the log, and hidden cards."""

import pytest
from msgspec.structs import replace

from dealt.core.agent import Action
from dealt.core.zones import Ask, Board, Group, Hand, Note, Own, Pile, SeatView, SideView
from dealt.errors import ParseError
from dealt.games.tranca import GAME
from dealt.games.tranca.words import cards_in_play, hidden_places, parse_action
from dealt.language import speaking
from tests.games.tranca_tables import (
    CLEAN,
    DIRTY,
    FIRST,
    MORTO,
    NAMES,
    NEITHER,
    NO_ROW,
    ONE_BY_ONE,
    OTHER_MORTO,
    dealt_round,
    position,
    stacked,
)

# --- views ----------------------------------------------------------------------------------------


def test_T12_views_say_clean_and_dirty():
    """T12: and of twos; an unfinished canastra says how many of seven, and dirty."""
    twos = "2C 2C 2D 2D 2H 2H 2S"
    laid = f"{CLEAN}|{DIRTY}|{twos}|9C 9D 9D 9H 9S|7H 8H 2S|2S 2S 2S"
    view = position(laid=[laid]).view(0)
    assert str(view).splitlines()[2:8] == [
        "  1: 4C 5C 6C 7C 8C 9C TC (run, clean canastra)",
        "  2: 4D 5D 6D 7D 8D 2C TD (run, dirty canastra)",
        f"  3: {twos} (twos, canastra of twos)",
        "  4: 9C 9D 9D 9H 9S (set, 5 of 7)",
        "  5: 7H 8H 2S (run, 3 of 7, dirty)",
        "  6: 2S 2S 2S (twos, 3 of 7)",
    ]
    groups = view.groups(side=0)
    assert [group.room - len(group.cards) for group in groups] == [0, 0, 0, 2, 4, 4]
    codes = ["clean", "dirty", "twos", "begun", "dirty", "begun"]
    assert [mark.code for group in groups for mark in group.marks] == codes
    tones = ["good", "warn", "good", "", "warn", ""]
    assert [mark.tone for group in groups for mark in group.marks] == tones
    assert [group.form.code for group in groups] == ["run", "run", "twos", "set", "run", "twos"]


def test_a_view_has_all_that_a_seat_may_know():
    """The piles, the mortos left, and before each side its hands, notes and sequences."""
    table = position(
        "KH 9C 2S", "4D", "5D 5D", "6D 6H 6S", seats=4, turn=1, pile="3C TC 4H", had=[(3, 1)],
        laid=["7C 8C 2H", CLEAN], mortos=(OTHER_MORTO,),
    )  # fmt: skip
    table._state.dollars[1][1:3] = [1, 2]
    view = table.view("Cid")
    assert view.open == Board(
        seats=tuple(SeatView(seat, name) for seat, name in enumerate(NAMES[:4])),
        zones=(
            Pile(id="stock", label="Stock", count=4),
            Pile(id="discard", label="Discard pile", count=3, cards=("3C", "TC", "4H")),
            Pile(id="morto:1", label="Morto 2", count=11),
            Hand(id="hand:0", seat=0, count=3),
            Hand(id="hand:2", seat=2, count=2),
            Group(id="group:0:1", label="1", side=0, cards=("7C", "8C", "2H"), room=7,
                  form=Note("run", "run"), marks=(Note("dirty", "3 of 7, dirty", tone="warn"),)),
            Group(id="new:0", label="New sequence", side=0, is_new=True),
            Hand(id="hand:1", seat=1, count=1),
            Hand(id="hand:3", seat=3, count=3),
            Group(id="group:1:1", label="1", side=1, cards=tuple(CLEAN.split()), room=7,
                  form=Note("run", "run"), marks=(Note("clean", "clean canastra", tone="good"),)),
            Group(id="new:1", label="New sequence", side=1, is_new=True),
        ),
        sides=(
            SideView(0, (0, 2), (Note("morto_none", "morto not taken"),)),
            SideView(1, (1, 3), (Note("morto_taken", "morto taken"),
                                 Note("dollars", "dollars", ("3D", "3H", "3H")))),
        ),
        ask=Ask(1, "draw", "to draw or take the pile"),
    )  # fmt: skip
    assert view.own == Own(2, (Hand(id="hand:2", seat=2, count=2, cards=("5D", "5D")),))


def test_a_view_is_printed_for_people():
    """All that a seat may know, line by line."""
    table = position(
        "KH 9C 2S", "4D", "5D 5D", "6D 6H 6S", seats=4, turn=1, pile="3C TC 4H", had=[(3, 1)],
        laid=["7C 8C 9C", CLEAN],
    )  # fmt: skip
    table._state.dollars[1][1:3] = [1, 2]
    assert str(table.view("Cid")).splitlines() == [
        "Stock: 4 cards   Discard pile: 4H on 2 more   Morto 1: 11 cards   Morto 2: 11 cards",
        "Ana and Cid: morto not taken",
        "  Ana: 3 cards   Cid",
        "  1: 7C 8C 9C (run, 3 of 7)",
        "Bob and Dan: morto taken, dollars 3D 3H 3H",
        "  Bob: 1 card   Dan: 3 cards",
        "  1: 4C 5C 6C 7C 8C 9C TC (run, clean canastra)",
        "Hand of Cid: 5D 5D",
        "Turn: Bob, to draw or take the pile",
    ]
    table = position("KH 9C 2S", playing=True, had=[(0, 2)])
    assert str(table).splitlines()[1] == "Ana: morto used"
    assert str(table).splitlines()[-1] == "Turn: Ana, to lay down or discard"
    table = position("KH", playing=True, mortos=(), laid=[CLEAN])
    table.play("discard KH")
    assert str(table).splitlines()[-1] == "Hand of Ana: empty"
    assert table.view(0).turn is None and table.view(0).asked == ""


# --- actions as data ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "more", "text", "data"),
    [
        ("7C 8C", {}, "draw", ("draw", (), "stock", "hand:0", "")),
        ("7C 8C", {"laid": ["6C 7C 8C"]}, "take on 1", ("take", (), "discard", "group:0:1", "")),
        ("7C 8C", {}, "take new 7C 8C 9C", ("take", ("7C", "8C"), "discard", "new:0", "run")),
        ("9D 9D 2H", {}, "take new 9C 9D 2", ("take", ("9D", "2"), "discard", "new:0", "set")),
        ("9C 9D", {}, "take new 9C 9C 9D", ("take", ("9C", "9D"), "discard", "new:0", "set")),
        ("2D 2S", {"pile": "2C"}, "take new 2 2 2",
         ("take", ("2", "2"), "discard", "new:0", "twos")),
        ("7C 8C", {"pile": "2H"}, "take new 7C 8C 2",
         ("take", ("7C", "8C"), "discard", "new:0", "run")),
        ("7C 8C 2D KS", {"playing": True}, "new 7C 8C 2",
         ("lay", ("7C", "8C", "2"), "hand:0", "new:0", "run")),
        ("9C KS", {"playing": True, "laid": ["6C 7C 8C"]}, "lay 9C on 1",
         ("lay", ("9C",), "hand:0", "group:0:1", "")),
        ("2S KS", {"playing": True, "laid": ["9C 9D 9D|6C 7C 8C"]}, "lay 2 on 2",
         ("lay", ("2",), "hand:0", "group:0:2", "")),
        ("2S KS", {"playing": True}, "discard 2S", ("discard", ("2S",), "hand:0", "discard", "")),
    ],
)  # fmt: skip
def test_actions_say_what_moves_from_where_to_where(cards, more, text, data):
    """Of a pile that is taken, the cards are those that the hand gives."""
    table = position(cards, **({"pile": "KH 9C"} | more))
    action = table.read(text)
    verb, needed, source, target, form = data
    bare = replace(action, kind="", laid=())
    assert bare == Action(parse_action(text), text, verb, needed, source, (target,), form)
    assert action in table.actions
    assert (
        GAME.words.find_action(table.view(0), needed, target if target != "hand:0" else "stock")
        == action.id
    )


@pytest.mark.parametrize(
    ("cards", "more", "text", "line"),
    [
        ("2S KS", {"playing": True, "laid": ["6C 7C 8C"]}, "lay 2 on 1",
         "Ana laid 2S on sequence 1"),
        ("7C 8C 2H KS", {"playing": True}, "new 7C 8C 2", "Ana laid 7C 8C 2H"),
        ("2D 2S", {"pile": "2C"}, "take new 2 2 2", "Ana took the pile and laid 2C 2D 2S"),
        ("7C 8C 2D KS", {"pile": "2H"}, "take new 7C 8C 2", "Ana took the pile and laid 7C 8C 2H"),
        ("9D 2H 4C", {"pile": "9C"}, "take new 9C 9D 2", "Ana took the pile and laid 9C 9D 2H"),
    ],
)  # fmt: skip
def test_all_hear_which_two_was_laid(cards, more, text, line):
    """The one that lies there, of the pile before those of the hand; words have any two."""
    table = position(cards, **more)
    table.play(text)
    assert table.log(1)[-1] == table.log(0)[-1] == line
    laid = line.split(" laid ")[1].split(" on ")[0].split()
    assert set(laid) <= {card for zone in table.view(1).groups(side=0) for card in zone.cards}


def test_an_action_belongs_to_the_side_of_the_seat():
    """The second pair lays on its own sequences."""
    table = position("9C KS", "9C KS", "9C KS", "9C KS", seats=4, turn=3, playing=True,
                     laid=["", "6C 7C 8C"])  # fmt: skip
    assert table.read("lay 9C on 1").targets == ("group:1:1",)
    assert GAME.words.find_action(table.view(3), ["9C"], "group:1:1") == parse_action("lay 9C on 1")


MINE = {"laid": ["6C 7C 8C|9D 9H 9S", "4H 5H 6H"]}
OWN_ONLY = "cards can only go on your own side's sequences"
ONE_CARD = "choose one card from the hand for that"
NOT_THAT = "nothing can be done with that"
ON_TOP = "9C lies on top: choose two cards of the hand that go with it"


@pytest.mark.parametrize(
    ("chosen", "zone", "more", "meaning"),
    [
        # before the draw
        ("", "stock", {}, "draw"),
        ("", "discard", MINE, "take on 1"),
        ("", "discard", MINE | {"pile": "9C 9D"}, "take on 2"),
        ("", "discard", {"pile": ""}, "take on 1"),
        ("", "discard", {"pile": "3C"}, "take on 1"),
        ("", "discard", {}, ON_TOP),
        ("", "new:0", MINE, ON_TOP),
        ("", "group:0:2", MINE, "take on 2"),
        ("7C 8C", "discard", {}, "take new 7C 8C 9C"),
        ("8C 7C", "new:0", {}, "take new 7C 8C 9C"),
        ("7C 8C", None, {}, "take new 7C 8C 9C"),
        ("7C 8C", "discard", {"pile": "3C"}, "take on 1"),
        ("7C 2S", "discard", {"pile": "8C"}, "take new 7C 8C 2"),
        ("7C 8C TC", None, {}, f"7C 8C TC is not a sequence: {NO_ROW}"),
        ("7C 8D", "discard", {}, f"7C 9C 8D is not a sequence: {NEITHER}"),
        ("7C 8C 9C", "new:0", {}, "new 7C 8C 9C"),
        ("7C", "discard", {}, "discard 7C"),
        ("7C", None, {}, "discard 7C"),
        ("9C", "group:0:1", MINE, "lay 9C on 1"),
        # after it
        ("9C", "group:0:1", MINE | {"playing": True}, "lay 9C on 1"),
        ("2S", "group:0:2", MINE | {"playing": True}, "lay 2 on 2"),
        ("3C", "group:0:2", MINE | {"playing": True},
         "a three cannot be in a sequence: '3C'"),
        ("", "group:0:1", MINE | {"playing": True}, ONE_CARD),
        ("7C 8C", "group:0:1", MINE | {"playing": True}, ONE_CARD),
        ("9C", "group:0:3", MINE | {"playing": True}, NOT_THAT),
        ("9C", "group:1:1", MINE | {"playing": True}, OWN_ONLY),
        ("9C", "new:1", {"playing": True}, OWN_ONLY),
        ("9C", "morto:0", {"playing": True}, "you take a morto once your hand is empty"),
        ("9C", "hand:0", {"playing": True}, NOT_THAT),
        ("", "stock", {"playing": True}, "draw"),
        ("", "discard", {"playing": True}, "take on 1"),
        ("9C", "discard", {"playing": True}, "discard 9C"),
        ("9C", None, {"playing": True}, "discard 9C"),
        ("7C 8C", "discard", {"playing": True}, ONE_CARD),
        ("7C 8C 2S", "new:0", {"playing": True}, "new 7C 8C 2"),
        ("7C 8C 9C", None, {"playing": True}, "new 7C 8C 9C"),
        ("7C 8C", None, {"pile": ""}, "draw from the stock first: the discard pile is empty"),
        ("7C 8C", "discard", {"pile": ""}, "take on 1"),
        ("7C 8C 9C TC", "new:0", {"playing": True},
         f"a new sequence begins with 3 cards, not 4; {ONE_BY_ONE}"),
    ],
)  # fmt: skip
def test_what_cards_and_a_zone_mean(chosen, zone, more, meaning):
    """An action, open or not, or in one line why there is none."""
    view = position("7C 8C 9C TC 2S 3C KH", **({"pile": "9C"} | more)).view(0)
    assert in_words(view, chosen, zone) == meaning


def in_words(view, chosen, zone):
    """What is meant, or why nothing is."""
    try:
        return GAME.words.action_text(GAME.words.find_action(view, chosen.split(), zone))
    except ParseError as refused:
        return str(refused)


def test_the_table_says_why_not():
    """By what the action that is meant is refused for."""
    table = position("7C 8C KH", pile="9C", laid=["9D 9H 9S"], pile_on_sequence="no")
    assert table.why([], "discard").endswith("onto a sequence (section 6)")
    assert table.why(["7C"], "discard") == f"Ana cannot discard 7C: {FIRST}"
    assert table.why(["7C", "8C"], "discard") == ""


@pytest.mark.parametrize(
    ("text", "line", "told_in_portuguese"),
    [
        ("draw", "Ana drew from the stock", "Ana comprou do monte"),
        ("take on 2", "Ana took the pile onto sequence 2", "Ana pegou o lixo no jogo 2"),
        ("take new KC KD 2", "Ana took the pile and laid KC KD 2",
         "Ana pegou o lixo e baixou KC KD 2"),
        ("lay 2 on 3", "Ana laid 2 on sequence 3", "Ana colocou 2 no jogo 3"),
        ("new 5C 6C 7C", "Ana laid 5C 6C 7C", "Ana baixou 5C 6C 7C"),
        ("discard 5H", "Ana discarded 5H", "Ana descartou 5H"),
    ],
)  # fmt: skip
def test_what_happened_is_a_sentence(text, line, told_in_portuguese):
    """In the past tense, in either language; others hear the same."""
    for own in (True, False):
        assert GAME.words.event_text("Ana", parse_action(text), own) == line
        with speaking("pt-BR"):
            assert GAME.words.event_text("Ana", parse_action(text), own) == told_in_portuguese


def followed(table, text):
    """What follows from an action, as another seat has seen it."""
    before = table.view(1)
    table.play(text)
    return GAME.words.consequences(before, table.view(1))


def test_automatic_consequences_are_listed():
    """A morto, dollars, and a morto that becomes the stock; nothing else."""
    table = position("5H 9S", stock="3D KC 3H 3H QC")
    assert followed(table, "draw") == ["Ana laid the dollar 3D"]
    assert followed(table, "discard 5H") == []
    assert followed(table, "draw") == ["Bob laid the dollars 3H 3H", "a morto became the stock"]
    morto = "3H 4C 3D 5S 6S 7S 8S 9S TS JS QS"
    table = position("5H", playing=True, mortos=(morto, MORTO), stock="KC QC")
    took = ["Ana took the morto", "Ana laid the dollars 3D 3H", "a morto became the stock"]
    assert followed(table, "discard 5H") == took
    with speaking("pt-BR"):
        table = position("5H", playing=True, mortos=(morto,), stock="KC QC")
        assert followed(table, "discard 5H") == [
            "Ana pegou o morto", "Ana baixou os três vermelhos 3D 3H"
        ]  # fmt: skip


@pytest.mark.parametrize("seats", GAME.seats)
def test_what_is_hidden_lies_in_the_stock_the_mortos_and_other_hands(seats):
    """The places of the cards have names, and all of them are there."""
    s = dealt_round(seats, stacked(*[""] * seats, packs=2 + seats // 6))
    sides = 2 if seats in (4, 6) else seats
    names = {"stock", "pile", "morto 1", "morto 2"}
    names |= {f"hand {i}" for i in range(seats)} | {
        f"{place} {i}" for place in ("dollars", "group") for i in range(sides)
    }
    assert {
        name.removesuffix(" 0") if name[:5] == "group" else name for name in cards_in_play(s)
    } == names
    hidden = {"stock", "morto 1", "morto 2"} | {f"hand {i}" for i in range(seats)}
    assert all(hidden_places(s, seat) == hidden - {f"hand {seat}"} for seat in range(seats))
