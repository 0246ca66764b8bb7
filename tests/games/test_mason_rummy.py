"""Mason Rummy: every ruling, and the rules held against the second implementation."""

import io
import random

import pytest

import dealt
from dealt.core.agent import Seat
from dealt.core.chance import new_rng, start
from dealt.core.table import Table
from dealt.errors import DeckError, IllegalAction, ParseError, StorageError
from dealt.games import game
from dealt.games.mason_rummy import bots, rules, tables, words
from dealt.games.mason_rummy.seed import (
    Card,
    Hand,
    LivePlayer,
    PcPlayer,
    Player,
    RoundOver,
    ScoreRow,
    ScoreTable,
    lay_down,
    live_player,
    numbers_in,
    pc_player,
)
from dealt.storage.decks import read_deck
from dealt.storage.files import TextFile
from tests.games.rummy_driver import Fed, run_program
from tests.oracles import mason_rummy as oracle

RUMMY = game("mason-rummy")
DECK = RUMMY.deck


def stacked(*hands, top="KC", stock=""):
    """A deck that deals these hands ("": any cards), this first discard, and then this stock."""
    named = {*" ".join(hands).split(), top, *stock.split()}
    rest = [face for face in DECK.faces if face not in named]
    dealt_cards = [
        face for hand in hands for face in hand.split() or [rest.pop() for _ in range(10)]
    ]
    return [*dealt_cards, top, *stock.split(), *rest]


def table_with(*hands, top="KC", stock="", **options):
    """A round between people with these hands."""
    names = ["Ana", "Bob", "Cid"][: len(hands)]
    return dealt.table(
        "mason-rummy", names, deck=stacked(*hands, top=top, stock=stock), seed=1, **options
    )


ANY = "2C 4D 6H 8S TP QC AD 3H 5S 7P"
OTHER = "2D 4H 6S 8P TC QD AH 3S 5P 7C"


def texts(table):
    return [str(action) for action in table.actions]


# --- the rules against the second implementation -------------------------------------------------


@pytest.mark.parametrize("seed", range(120))
def test_the_rules_are_those_of_the_second_implementation(seed):
    """Along random rounds both offer the same actions and end with the same points."""
    dice = random.Random(seed)
    deck, seats, starter = oracle.full_deck(), 2 + seed % 2, seed % 2
    dice.shuffle(deck)
    s = RUMMY.fresh(seats, {"turn_limit": 90})
    s.starter = starter
    rules.deal(s, DECK.order(deck))
    table = Table(RUMMY, [Seat(name) for name in "ABC"[:seats]], s)
    other = oracle.Round(seats, deck, starter, 90)
    while not other.over:
        assert set(texts(table)) == other.legal()
        assert table.seat_in_turn == other.turn
        found = list(table.actions)
        # laying down more often than by chance reaches lay-offs and empty hands
        laying = [a for a in found if a.id >= tables.LAY_OFF]
        action = dice.choice(laying if laying and dice.random() < 0.5 else found)
        table.step(action)
        other.play(str(action))
        same_cards(table, other)
    assert table.is_over and texts(table) == []
    assert (s.outcome == rules.STALEMATE) == other.stalemate
    assert list(table.scores.values()) == other.scores()


def same_cards(table, other):
    for seat in range(len(table.seats)):
        view = table.view(seat)
        assert list(view.hand) == other.hands[seat]
        laid = sorted(card for group in other.groups[seat] for card in group.cards)
        assert (
            sorted(c for g in view.groups[seat].runs + view.groups[seat].melds for c in g) == laid
        )
        assert view.stock == len(other.stock)
        assert view.discards == len(other.discards)
        assert view.top == (other.discards[-1] if other.discards else None)


@pytest.mark.parametrize("seed", range(80))
def test_R14_the_computer_player_is_the_one_of_the_document(seed):
    """R14: from the same deck both implementations of the computer player play the same game."""
    dice = random.Random(seed)
    deck, seats = oracle.full_deck(), 2 + seed % 2
    dice.shuffle(deck)
    table = dealt.table("mason-rummy", ["AI"] * seats, deck=deck)
    other = oracle.Round(seats, deck, 0, 500)
    for _, action in table.run().history:
        assert str(action) == oracle.ai_action(other)
        other.play(str(action))
    assert other.over


@pytest.mark.parametrize("seed", range(40))
def test_selections_are_those_of_the_second_implementation(seed):
    """R7: random selections in random positions are played or refused alike."""
    dice = random.Random(seed)
    deck = oracle.full_deck()
    dice.shuffle(deck)
    table = dealt.table("mason-rummy", ["A", "B"], deck=deck)
    other = oracle.Round(2, deck)
    for _ in range(400):
        if other.over:
            break
        if other.phase == "draw":
            action = dice.choice(["draw stock", "draw discard"])
        elif dice.random() < 0.75:
            n = dice.randint(1, min(5, len(other.hand)))
            cards = dice.sample(other.hand, n) if dice.random() < 0.5 else likely(dice, other.hand)
            refused = other.select(cards) is not None
            try:
                lay_down(table, [Card.from_text(face) for face in cards])
            except IllegalAction:
                assert refused, cards
            else:
                assert not refused, cards
            same_cards(table, other)
            continue
        else:
            action = f"discard {dice.choice(other.hand)}"
        table.step(table.read(action))
        other.play(action)
        same_cards(table, other)


def likely(dice, hand):
    """Cards of one value or one suit, in any order."""
    card = dice.choice(hand)
    alike = [c for c in hand if c[0] == card[0]]
    suited = [c for c in hand if c[1] == card[1]]
    cards = dice.choice([alike, suited])
    return dice.sample(cards, dice.randint(1, len(cards)))


# --- the rulings ---------------------------------------------------------------------------------


def script(tmp_path, monkeypatch, lines, *, files=None, scores=None):
    """Run the program on lines of input; return the menus and the scores file."""
    monkeypatch.chdir(tmp_path)
    for name, text in (files or {}).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    if scores is not None:
        (tmp_path / "scores.csv").write_text(scores, encoding="utf-8", newline="")
    menus = Fed(lines)
    return menus, run_program(menus, tmp_path)


SEATS = ["1", "Ana", "1", "Bob"]
QUICK = "2C 2D 2H 3C 3D 3H 4C 4D 4H 9S"
SLOW = "5C 6D 7H 8S 9P JC QD KH AS 5P"
# Ana lays down three melds and goes out by discarding; the drawn card is the first of the stock
QUICK_DECK = " ".join(stacked(QUICK, SLOW, top="KC", stock="TS 4S 4P 6P"))
ANA_ENDS = [
    "1",
    "1",
    "1,2,3",
    "1",
    "1,2,3",
    "1",
    "1,2,3",
    "2",
    "1",
    *["1", "2", "1"],
    "1",
    "2",
    "1",
]


def test_R1_after_a_lay_down_comes_menu_E(tmp_path, monkeypatch):
    """R1: played or refused, a lay-down is followed by Menu E; one draw a turn."""
    lines = ["4", "q.deck", *SEATS, "1", "1", "1,2,4", "1", "1,2,3", "2", "1"]
    menus, _ = script(tmp_path, monkeypatch, lines, files={"q.deck": QUICK_DECK})
    assert "".join(p for p in menus.prompts if len(p) == 1)[3:] == "DEFEFEFD"
    table = table_with(ANY, OTHER)
    table.play("draw stock")
    with pytest.raises(IllegalAction, match=r"Ana cannot draw discard: one draw per turn \(R1\)"):
        table.play("draw discard")


def test_R2_the_hand_is_listed_as_the_cards_came():
    """R2: dealt order, the drawn card last, never sorted."""
    table = table_with("AP 2C KD 3H 9S TC 5D 6H 7S 8P", "", stock="2S")
    assert table.view("Ana").hand == ("AP", "2C", "KD", "3H", "9S", "TC", "5D", "6H", "7S", "8P")
    table.play("draw stock")
    assert table.view("Ana").hand[-2:] == ("8P", "2S")
    table.play("discard 2C")
    assert table.view("Ana").hand == ("AP", "KD", "3H", "9S", "TC", "5D", "6H", "7S", "8P", "2S")


@pytest.mark.parametrize(("seats", "starters"), [(2, [0, 1, 0]), (3, [0, 1, 2])])
def test_R3_the_starter_rotates_and_the_dealing_does_not(seats, starters):
    """R3: players 1, 2 and the next start rounds 1 to 3; the first ten cards are player 1's."""
    names = ["Ana", "Bob", "Cid"][:seats]
    match = dealt.match("mason-rummy", names, deck=" ".join(DECK.faces), turn_limit=1)
    for starter in starters:
        assert match.table.seat_in_turn == starter
        assert match.table.view(0).hand == DECK.faces[:10]
        assert match.table.view(seats - 1).hand == DECK.faces[10 * seats - 10 : 10 * seats]
        assert match.table.view(0).top == DECK.faces[10 * seats]
        match.play("draw stock")
        match.play(match.table.actions[0])
        assert match.table.is_over
        if len(match.tables) < 3:
            match.next_round()
    assert match.is_over


def test_R4_a_stacked_deck_is_used_in_every_round(tmp_path, monkeypatch):
    """R4: the file is asked for right after the main menu; `no` goes back; never shuffled."""
    menus, scores = script(tmp_path, monkeypatch, ["4", "no", "5", "nix", "no", "6"])
    assert "".join(p[0] for p in menus.prompts) == "AdAddA" and scores is None
    lines = ["4", "q.deck", *SEATS, *ANA_ENDS]
    menus, _ = script(tmp_path, monkeypatch, lines, files={"q.deck": QUICK_DECK})
    first = next(line for line in menus.told if "Ana, your hand" in line).splitlines()
    assert f"Ana, your hand: {QUICK}" in first


def test_R5_the_best_score_is_the_lowest_of_the_games_won():
    """R5: losers never change it; empty before the first win."""
    row = ScoreRow("Ana")
    assert row.after(won=False, score=3).fields() == ("Ana", "0", "1", "")
    row = row.after(won=True, score=30)
    assert row.after(won=True, score=40).best == 30
    assert row.after(won=True, score=20).best == 20
    assert row.after(won=False, score=0).fields() == ("Ana", "1", "1", "30")


def test_R6_all_who_share_the_lowest_total_win(tmp_path, monkeypatch):
    """R6: a tie is a win for each; everybody else has lost one game more."""
    match = dealt.match("mason-rummy", ["A", "B", "C"], seed=1, rounds=1, turn_limit=1)
    s = match._states[0]
    s.outcome = rules.STALEMATE
    for seat, mask in enumerate((0b1, 0b1, 0b11)):
        s.held[seat][:] = [mask, 0, 0, 0, 0]
    assert match.totals == {"A": 2, "B": 2, "C": 5}
    assert match.winners == ("A", "B")
    store = TextFile(tmp_path / "s.csv")
    ScoreTable(store).add_game([(n, n in match.winners, x) for n, x in match.totals.items()])
    assert store.read().splitlines()[1:] == ['"A","1","0","2"', '"B","1","0","2"', '"C","0","1",""']


def test_R7_several_single_cards_go_in_any_order_that_works():
    """R7: 7S 6S go on 3S 4S 5S, even when 7S also fits a meld; a mixture is refused as a whole."""
    table = table_with("3S 4S 5S 7C 7D 7H 7S 6S 8S 2P", "", stock="9C")
    table.play("draw stock")
    table.play("run 3S 4S 5S")
    table.play("meld 7C 7D 7H")
    before = table.view("Ana")
    with pytest.raises(IllegalAction, match="2P fits none of your groups"):
        lay_down(table, cards("7S 6S 2P"))
    assert table.view("Ana") == before
    lay_down(table, cards("8S 7S 6S")[1:] + cards("8S"))
    groups = table.view("Ana").groups[0]
    assert groups.runs == (("3S", "4S", "5S", "6S", "7S", "8S"),)
    assert groups.melds == (("7C", "7D", "7H"),)


@pytest.mark.parametrize("selection", ["6S 8S", "8S 6S", "2S AS", "6S 2S AS", "7S 8S"])
def test_R7_a_selection_is_laid_down_as_a_whole_or_not_at_all(selection):
    """R7: a card that would leave a gap keeps all the others in the hand."""
    table = table_with("3S 4S 5S 6S 8S 2S AS KD 9H 7S", "", stock="TC")
    table.play("draw stock")
    table.play("run 3S 4S 5S")
    before = table._state.fields()
    with pytest.raises(IllegalAction, match=r"fits? none of your groups \(3S 4S 5S\)"):
        lay_down(table, cards(selection))
    assert table._state.fields() == before


def test_R7_a_single_card_goes_on_a_run_before_a_meld():
    """R7: a card that fits both plays on the run; both ends of a run count, the ace only high."""
    table = table_with("TS JS QS KC KD KH KS 9S AS 2S", OTHER, top="5D")
    table.play("draw stock")
    table.play("run TS JS QS")
    table.play("meld KC KD KH")
    table.play("lay off KS")
    table.play("lay off 9S")
    table.play("lay off AS")
    assert table.view("Ana").groups[0].runs == (("9S", "TS", "JS", "QS", "KS", "AS"),)
    with pytest.raises(IllegalAction, match="2S fits no meld and no run"):
        table.play("lay off 2S")


def test_R7_nobody_lays_off_on_the_groups_of_others():
    """R7: only one's own groups count."""
    table = table_with("3S 4S 5S 9H JD 2C 8P TD QP AD", "6S 7C 9C JC KD 2D 4H 8H TH AP")
    table.play("draw stock")
    table.play("run 3S 4S 5S")
    table.play("discard 9H")
    table.play("draw stock")
    assert "lay off 6S" not in texts(table)


def cards(faces):
    return [Card.from_text(face) for face in faces.split()]


@pytest.mark.parametrize(
    "wrong", ["0", "99", "four", "", "1,1", "1 2", "1,,2", "-1", "__import__", "(1,2)"]
)
def test_R8_unusable_numbers_are_asked_again(wrong, tmp_path, monkeypatch):
    """R8: Menu F is asked again; a usable but illegal selection leads back to Menu E."""
    with pytest.raises(ParseError):
        numbers_in(wrong, 11)
    lines = ["4", "q.deck", *SEATS, "1", "1", wrong, "1,2,4", "2", wrong, "1,2", "1"]
    menus, _ = script(tmp_path, monkeypatch, lines, files={"q.deck": QUICK_DECK})
    assert "".join(p for p in menus.prompts if len(p) == 1)[3:] == "DEFFEFFFD"
    assert any("Not possible: 2C 2D 3C: neither" in line for line in menus.told)


def test_R8_numbers_are_separated_by_commas_blanks_allowed():
    """R8: and a comma at the end, as one card was written for the document's program."""
    assert numbers_in(" 3 , 1,2 ", 3) == [3, 1, 2]
    assert numbers_in("5,", 5, one=True) == [5]


def test_R9_the_last_card_ends_the_round():
    """R9: by discarding as by laying down; the card just taken may be discarded."""
    table = table_with(QUICK, SLOW, top="9D")
    table.play("draw discard")
    table.play("discard 9D")
    assert table.view("Bob").top == "9D" and table.turn == "Bob"
    table.play("draw discard")
    table.play("discard 9D")
    table.play("draw stock")
    for group in ("meld 2C 2D 2H", "meld 3C 3D 3H", "meld 4C 4D 4H", "discard 9S"):
        table.play(group)
    drawn = table.view("Ana").hand
    assert len(drawn) == 1 and not table.is_over
    table.play("draw discard") if table.turn == "Ana" else table.play("draw stock")
    table.play(next(a for a in table.actions if str(a).startswith("discard")))
    table.play("draw stock")
    left = table.view("Ana").hand
    assert len(left) == 2
    s = table._state
    s.runs[0][0], s.held[0] = 0b111 << 4, [0b1 << 7, 0, 0, 0, 0]  # 6C 7C 8C lie there, 9C is left
    s.hand_count[0] = 1
    table.play("lay off 9C")
    assert table.is_over and table.outcome == "Ana went out" and table.scores["Ana"] == 0
    assert table.turn is None and table.actions == ()
    with pytest.raises(IllegalAction, match="the round is over"):
        table.play("draw stock")


def test_R9_discarding_the_last_card_ends_the_round():
    """R9: the same by a discard."""
    table = table_with(QUICK, SLOW, stock="9D")
    table.play("draw stock")
    for group in ("meld 2C 2D 2H", "meld 3C 3D 3H", "meld 4C 4D 4H", "discard 9S"):
        table.play(group)
    table.play("draw stock")
    table.play("discard 5C")
    table.play("draw discard")
    table._state.held[0] = [0, 0, 0, 0, 1]
    table._state.hand_count[0] = 1
    table.play("discard 2P")
    assert table.is_over and table.outcome == "Ana went out"


def test_R10_the_discards_become_the_stock_oldest_first():
    """R10: the top discard stays, nothing is shuffled, and it happens again and again."""
    match = dealt.match("mason-rummy", ["A", "B", "C"], seed=5, rounds=1)
    table, s = match.table, match._states[0]
    thrown, refills = [table.view(0).top], 0
    for _ in range(200):
        empty = s.stock_next == s.stock_end
        table.play("draw stock")
        drawn = table.view(table.seat_in_turn).hand[-1]
        if empty:
            refills += 1
            expected = thrown[:-1]
            thrown = thrown[-1:]
            assert DECK.text(s.stock[: s.stock_end]).split() == expected
            assert drawn == expected[0]
            assert table.view(0).discards == 1 and table.view(0).top == thrown[0]
        table.play(f"discard {drawn}")
        thrown.append(drawn)
        assert s.stock_end - s.stock_next + s.discard_count == 65 - 30
    assert refills >= 5


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda faces: faces[1:], "64 cards where 65 are needed"),
        (lambda faces: [*faces, "2C"], "66 cards where 65 are needed"),
        (lambda faces: ["1C", *faces[1:]], "unknown card '1C'"),
        (lambda faces: ["10C", *faces[1:]], "unknown card '10C'"),
        (lambda faces: ["2c", *faces[1:]], "unknown card '2c'"),
        (lambda faces: ["3C", *faces[1:]], "3C is there twice"),
        (lambda faces: [], "0 cards where 65 are needed"),
    ],
)
def test_R11_a_deck_file_holds_exactly_the_65_cards(change, reason, tmp_path):
    """R11: anything else is refused with the reason."""
    path = tmp_path / "x.deck"
    path.write_text("\n".join(change(list(DECK.faces))), encoding="utf-8")
    with pytest.raises(DeckError, match=reason):
        read_deck(path, DECK)


def test_R11_a_deck_file_that_cannot_be_read_is_refused(tmp_path):
    """R11: missing, a folder, or no text."""
    with pytest.raises(DeckError, match="not found"):
        read_deck(tmp_path / "none.deck", DECK)
    with pytest.raises(DeckError, match="cannot read"):
        read_deck(tmp_path, DECK)
    (tmp_path / "b.deck").write_bytes(bytes(range(256)))
    with pytest.raises(DeckError, match="not a text file"):
        read_deck(tmp_path / "b.deck", DECK)
    (tmp_path / "n.deck").write_bytes(b"2C\0 3C")
    with pytest.raises(DeckError, match="not a text file"):
        read_deck(tmp_path / "n.deck", DECK)
    with pytest.raises(DeckError, match="cannot read"):
        read_deck("a\0b", DECK)


def test_R11_any_white_space_separates_the_cards(tmp_path):
    """R11: blanks, tabs, line ends of any system, and a byte order mark."""
    path = tmp_path / "x.deck"
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(DECK.faces).replace("\r\n", "\t ", 9).encode())
    assert read_deck(path, DECK) == list(DECK.faces)


HEADER = '"name","games won","games lost","best score"\n'


def test_R12_names_that_cannot_be_had_are_asked_again(tmp_path, monkeypatch):
    """R12: empty, seated, known; Menu C is alphabetical without the seated; nobody left: Menu B."""
    scores = HEADER + '"Zoe","0","1",""\n"bob","1","0","7"\n"Al","0","0",""\n'
    lines = [
        "5",
        "q.deck",
        "1",
        "",
        "Zoe",
        "  ",
        "Eve",
        "2",
        "9",
        "2",
        "1",
        "Eve",
        "bob",
        "Kim",
        "2",
    ]
    menus, after = script(tmp_path, monkeypatch, lines, files={"q.deck": QUICK_DECK}, scores=scores)
    assert menus.prompts[2:] == ["B", *["name"] * 4, "B", "C", "C", "B", *["name"] * 3, "D", "E"]
    assert menus.options == ("Play down cards", "Discard")
    assert [line for line in menus.told if line in ("1. Al", "2. bob", "3. Zoe")] == [
        "1. Al",
        "2. bob",
        "3. Zoe",
    ]
    assert any("bob, 10 cards in hand" in line for line in menus.told)
    assert after == scores
    menus, _ = script(tmp_path / "..", monkeypatch, ["4", "no", "2", "2", "1", "Ana", "2"])
    assert menus.prompts[2:] == ["A", "B", "B", "name", "B", "B"]
    assert "there is no returning player to choose" in menus.told


def test_R13_computer_players_share_one_row(tmp_path, monkeypatch):
    """R13: AI, AI 2, AI 3 at the table, one row in the scores, a win or a loss of each seat."""
    lines = ["3", *["1", "AI"] * 3, "3", "1", "AI", "2", "1", "AI", "1", "AI", "6"]
    menus, scores = script(tmp_path, monkeypatch, lines)
    assert menus.prompts[-1] == "A" and not menus.lines
    name, won, lost, _ = scores.splitlines()[1].split(",")
    assert len(scores.splitlines()) == 2 and name == '"AI"'
    assert int(won.strip('"')) + int(lost.strip('"')) == 6
    assert any("AI 2" in line and "AI 3" in line for line in menus.told)


def test_R13_a_person_may_not_have_the_name_of_a_seated_computer_player(tmp_path, monkeypatch):
    """R13 and R12: AI 2 is seated, so nobody else can be; a person called AI 2 keeps the name."""
    menus, _ = script(tmp_path, monkeypatch, ["3", "1", "AI", "1", "AI", "1", "AI 2", "Ana"])
    assert "AI 2 sits at the table already; enter another name" in menus.told
    menus, _ = script(tmp_path, monkeypatch, ["3", "1", "AI 2", "1", "AI", "1", "AI"])
    assert any(
        "AI 2 10, AI" in x or "AI 2, 10 cards" in x for x in "\n".join(menus.told).split("\n")
    )
    assert any(line.startswith("AI 3, 10 cards") for line in "\n".join(menus.told).split("\n"))


def test_R14_the_computer_player_takes_what_it_can_use():
    """R14: a discard that completes a run, a meld, or fits an own group; else the stock."""
    for hand, top, wanted in [
        ("7C 7D 2H 4S 6P 9C JD KH AS 3P", "7H", "draw discard"),
        ("7C 8C 2H 4S 6P 9H JD KH AS 3P", "9C", "draw discard"),
        ("7C 9C 2H 4S 6P 9H JD KH AS 3P", "8C", "draw discard"),
        ("QC KC 2H 4S 6P 9H JD 5H 8S 3P", "AC", "draw discard"),
        ("2C 3C 4H 6S 8P TH JD KH 8S 5P", "AC", "draw stock"),
        ("7C 8D 2H 4S 6P 9H JD KH AS 3P", "7H", "draw stock"),
    ]:
        table = dealt.table("mason-rummy", ["AI", "Bob"], deck=stacked(hand, "", top=top))
        assert str(table.history[0][1]) == wanted, (hand, top)


def test_R14_runs_come_before_larger_melds():
    """R14: even the first run of all before a meld of four; the longest of several runs."""
    for hand, played in [
        ("2C 3C 4C 9C 9D 9H 9S KD JH 6P", "run 2C 3C 4C"),
        ("2C 3C 4C 6D 7D 8D 9D KD JH 6P", "run 6D 7D 8D 9D"),
        ("2C 2D 2H 9C 9D 9H 9S KD JH 6P", "meld 9C 9D 9H 9S"),
    ]:
        table = dealt.table(
            "mason-rummy", ["AI", "Bob"], deck=stacked(hand, "", top="QP", stock="TP")
        )
        assert str(table.history[1][1]) == played


def test_R14_the_discard_breaks_no_pair_and_no_neighbours():
    """R14: most points among the rest; if all are bound, most points; equal: first in hand."""
    for hand, drawn, thrown in [
        ("AC AD KP QH 2H 9S 5P 7D JH TS", "3H", "KP"),
        ("KC KD 9H 9S 4P 5P TD JD 7C 7S", "8P", "8P"),
        ("KC KD 9H 9S 4P 5P TD JD 7C 7H", "5S", "KC"),
        ("2C 4D 6H 8S TP QC AD 3H 5S 7P", "9D", "AD"),
    ]:
        deck = stacked(hand, "", top="2S", stock=drawn)
        other = oracle.Round(2, deck)
        other.play("draw stock")
        assert oracle.ai_action(other) == f"discard {thrown}"
        table = dealt.table("mason-rummy", ["AI", "Bob"], deck=deck)
        assert str(table.history[1][1]) == f"discard {thrown}"


def test_R15_a_round_that_cannot_end_is_a_stalemate():
    """R15: without a person 500 turns, then hands count as they are; with a person no limit."""
    tens, sevens = "TC TD TH TS TP", "7C 7D 7H 7S 7P"
    deck = stacked(f"{tens} 2C 2D 2S 2P 3D", f"{sevens} 3C 3H 3S 3P 2H", top="KC")
    match = dealt.match("mason-rummy", ["AI", "AI"], deck=deck).run()
    assert [t.outcome for t in match.tables] == [
        "stalemate after 500 turns: hands count as they are"
    ] * 3
    assert match.totals == {"AI": 9, "AI 2": 6} and match.winners == ("AI 2",)
    assert dealt.match("mason-rummy", ["Ana", "AI"]).options == {"turn_limit": 0}
    assert dealt.match("mason-rummy", ["AI", "AI"]).options == {"turn_limit": 500}


def test_R16_the_scores_file_has_quotes_around_every_field(tmp_path, monkeypatch):
    """R16: header and fields as the document says; LF and CRLF are read; names with quotes too."""
    text = HEADER + '"Ana","2","1","12"\n"B ""x"", y","0","1",""\n'
    text += '"C\nd","0","1",""\n'
    for given in (text, text.replace('"\n', '"\r\n'), "\ufeff" + text, text + "\n"):
        (tmp_path / "s.csv").write_text(given, encoding="utf-8", newline="")
        table = ScoreTable(TextFile(tmp_path / "s.csv"))
        table.read_scores()
        assert table.names() == ["Ana", 'B "x", y', "C\nd"]
        table.save_scores()
        assert (tmp_path / "s.csv").read_bytes() == text.encode()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("name,points\n", "its first line is not"),
        (HEADER + '"Ana","two","1",""\n', "line 2, is no score; mend it"),
        (HEADER + '"Ana","2","1"\n', "line 2, is no score"),
        (HEADER + '"Ana","2","-1",""\n', "line 2, is no score"),
        (HEADER + '"Ana","2","1","\n', "line 2, is no score"),
        (HEADER + f'"{"x" * 140_000}","2","1",""\n', "line 2, is no score"),
        ("\0", "not a text file"),
    ],
)
def test_R16_a_file_that_holds_no_scores_is_left_as_it_is(text, reason, tmp_path):
    """R16: it is named with the reason, and never written over."""
    path = tmp_path / "s.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(StorageError, match=reason):
        ScoreTable(TextFile(path)).add_game([("Ana", True, 3)])
    assert path.read_text(encoding="utf-8") == text


def test_R16_a_game_that_cannot_be_saved_is_saved_later(tmp_path, monkeypatch):
    """R16: the program says so, goes on, and tries again with the next game and at the end."""
    from dealt.terminal.mason_rummy import Program

    full = [True]
    write = TextFile.write

    def failing(self, text):
        if full[0]:
            raise StorageError("cannot write s.csv: No space left on device")
        write(self, text)

    monkeypatch.setattr(TextFile, "write", failing)
    game_of_two = ["2", "1", "AI", "1", "AI"]
    menus = Fed([*game_of_two, "6"])
    with pytest.raises(StorageError, match="No space left"):
        Program(TextFile(tmp_path / "s.csv"), menus, iter(range(9)).__next__).run()
    assert any("will be counted with the next one" in line for line in menus.told)
    for end in (["6"], []):  # quitting and the end of input
        menus = Fed([*game_of_two, *game_of_two, *end])
        menus.answer = menus.ask
        menus.ask = lambda p, m=menus: (full.__setitem__(0, len(m.used) < 10), m.answer(p))[1]
        try:
            Program(TextFile(tmp_path / "s.csv"), menus, iter(range(9)).__next__).run()
        except EOFError:
            assert not end
    assert (tmp_path / "s.csv").read_text(encoding="utf-8").splitlines()[1][:14] == '"AI","4","4","'


def test_R16_an_empty_file_is_no_scores(tmp_path):
    """R16: so is a missing one; `clear_scores` forgets the rows."""
    (tmp_path / "s.csv").touch()
    table = ScoreTable(TextFile(tmp_path / "s.csv"))
    table.add_game([("Ana", True, 3), ("Bob", False, 8)])
    assert str(table).splitlines()[1:] == [
        "Ana           1           0           3",
        "Bob           0           1            ",
    ]
    table.clear_scores()
    assert table.scores == []


def test_R17_the_classes_of_the_document_are_in_use():
    """R17: Card, Hand, Player, ScoreTable, both kinds of player, and the signal of the end."""
    seven = Card("7", "H")
    assert str(seven) == "7H" and (seven.value, seven.suit) == ("7", "H")
    assert [card.card_point_value() for card in cards("2C 9D TH JS QP KC AD")] == [
        2, 9, 10, 10, 10, 10, 15,
    ]  # fmt: skip
    assert seven.extends_run(cards("8H 9H TH")) and seven.extends_run(cards("4H 5H 6H"))
    assert not seven.extends_run(cards("8S 9S TS")) and not seven.extends_run([])
    assert not Card("2", "H").extends_run(cards("QH KH AH"))
    assert seven == Card.from_text("7H") and len({seven, Card("7", "H")}) == 1
    assert repr(seven) == "Card('7', 'H')"
    for face in ("1C", "10C", "7h", ""):
        with pytest.raises(ParseError):
            Card.from_text(face)
    hand = Hand(cards("7H TP AC"), [cards("2C 2D 2H")])
    assert hand.hand_point_value() == 32 and str(hand) == "7H TP AC"
    assert hand.already_laid_down(Card("2", "D")) and not hand.already_laid_down(seven)
    assert issubclass(LivePlayer, Player) and issubclass(PcPlayer, Player)
    assert (live_player, pc_player) == (LivePlayer, PcPlayer)
    assert str(Player("Ana")) == "Ana: 0 points" and Player("Ana").agent is None


def test_R17_a_player_of_no_kind_cannot_play_and_a_round_ends_with_a_signal():
    """R17: `take_turn` raises RoundOver when the round is over."""
    table = table_with(QUICK, SLOW)
    with pytest.raises(TypeError, match="Player Ana cannot play"):
        Player("Ana").take_turn(table, None)
    table = dealt.table("mason-rummy", ["Ana", "Bob"], deck=stacked(QUICK, SLOW), turn_limit=1)
    menus = Fed(["1", "2", "1"])
    with pytest.raises(RoundOver, match="stalemate after 1 turns"):
        LivePlayer("Ana").take_turn(table, menus)


def test_R18_output_that_is_no_terminal_has_no_codes(tmp_path, monkeypatch, capsys):
    """R18: clearing does nothing there."""
    from dealt.terminal.mason_rummy import Menus, Program

    monkeypatch.setattr("sys.stdin", io.StringIO("2\n1\nAI\n1\nAI\n1\n6\n"))
    Program(TextFile(tmp_path / "s.csv"), Menus(), iter(range(9)).__next__).run()
    out = capsys.readouterr().out
    assert "\x1b" not in out and out.count("Menu A: Main Menu") == 3
    assert "wins the game" in out


# --- words, views, ids ---------------------------------------------------------------------------


def test_there_are_670_actions():
    """Two draws, 65 discards, 65 lay-offs, 208 melds, 330 runs; each moves other cards."""
    assert tables.ACTIONS == 670 and RUMMY.actions == 670
    assert (tables.DISCARD, tables.LAY_OFF, tables.MELD, tables.RUN) == (2, 67, 132, 340)
    assert words.cards_of(tables.DRAW_STOCK) == []
    assert words.action_text(132) == "meld 2C 2D 2H"
    assert words.action_text(340) == "run 2C 3C 4C" and words.action_text(669) == "run QP KP AP"


def test_tables_are_what_they_say():
    """Each entry of a table, worked out another way."""
    for mask in range(1 << 13):
        ranks = [rank for rank in range(13) if mask & 2**rank]
        assert tables.LOWEST[mask] == (ranks[0] if ranks else 13)
        assert tables.HOW_MANY[mask] == len(ranks)
    assert [(suits).bit_count() >= 3 for suits in tables.MELD_SUITS] == [True] * 16
    for run in range(66):
        start, length = tables.RUN_START[run], tables.RUN_LENGTH[run]
        assert tables.RUN_MASK[run] == sum(2**rank for rank in range(start, start + length))
        assert run == tables.FIRST_RUN[start] + length - 3


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("", "say draw stock"),
        ("draw", "say draw stock"),
        ("draw stock now", "say draw stock"),
        ("discard", "discard takes one card, not 0"),
        ("lay off 2C 3C", "lay off takes one card, not 2"),
        ("discard 1C", "unknown card '1c'"),
        ("meld 2C 2D", "needs at least 3 cards"),
        ("meld 2C 2D 3H", "neither cards of one value"),
        ("meld 2C 2C 2D", "the same card twice"),
        ("run 3S 4S 6S", "nor cards of one suit in a row"),
        ("run QS KS AS 2S", "nor cards of one suit in a row"),
        ("run KC AC 2D", "nor cards of one suit in a row"),
        ("run 3S 4S", "needs at least 3 cards"),
    ],
)
def test_words_that_cannot_be_read_say_what_can(said, reason):
    with pytest.raises(ParseError, match=reason):
        words.parse_action(said)


def test_words_are_read_in_any_order_and_case():
    """Commas, small letters and 10 for the ten are understood."""
    assert words.parse_action("RUN 5s,3s, 4s") == words.parse_action("run 3S 4S 5S")
    assert words.parse_action("meld th 10c td") == words.parse_action("meld TC TD TH")
    assert words.group_of([0, 13, 26]) == words.parse_action("meld 2C 2D 2H")
    assert words.group_of([0, 13, 2]) is None and words.no_group([0, 13, 2]).startswith("neither")


def test_refusals_say_why():
    """The reason names the cards, the ruling and what lies on the table."""
    table = table_with(ANY, OTHER)
    with pytest.raises(IllegalAction, match="Ana cannot discard 2C: first a card must be drawn"):
        table.play("discard 2C")
    table.play("draw stock")
    with pytest.raises(IllegalAction, match="2D and 2H not in hand; the hand is 2C 4D"):
        table.play("meld 2C 2D 2H")
    with pytest.raises(IllegalAction, match="on the table lies nothing"):
        table.play("lay off 2C")
    with pytest.raises(ParseError, match="no action 670; ids go from 0 to 669"):
        table.play(670)


def test_a_view_prints_what_a_player_sees():
    """The table of one seat, with names, counts and groups."""
    table = table_with("3S 4S 5S 7C 7D 7H 9S TD QP AD", "")
    table.play("draw discard")
    table.play("run 3S 4S 5S")
    table.play("meld 7C 7D 7H")
    assert str(table).splitlines() == [
        "Discard pile: empty   Stock: 44 cards",
        "Ana (5 cards in hand): 3S 4S 5S; 7C 7D 7H",
        "Bob (10 cards in hand): nothing",
        "Hand of Ana: 9S TD QP AD KC",
        "Turn: Ana, to lay down or discard",
    ]
    assert repr(table) == "<Mason Rummy, Ana, Bob; turn: Ana>"
    table.play("discard 9S")
    assert str(table).splitlines()[-1] == "Turn: Bob, to draw"
    assert "(4 cards in hand)" in str(table)
    table._state.hand_count[0] = 1
    assert "Ana (1 card in hand)" in str(table)
    table._state.outcome = rules.WENT_OUT
    assert "Turn" not in str(table)


def test_the_observation_of_a_seat_is_as_documented():
    """Counts relative to the observer, places of cards, depths in the piles."""
    table = table_with("3S 4S 5S 7C 7D 7H 9S TD QP AD", "2D 4H 6S 8P TC QD AH 9H 5P 9C", top="KC")
    table.play("draw discard")
    table.play("run 3S 4S 5S")
    table.play("meld 7C 7D 7H")
    table.play("discard 9S")
    seen = table.view("Bob").observation
    place = lambda face: seen[rules.SEES_PLACE + DECK.parse(face)]  # noqa: E731
    assert seen[rules.SEES_SEATS : rules.SEES_PHASE + 1] == (2, 0, rules.DRAWING)
    assert seen[rules.SEES_COUNTS : rules.SEES_COUNTS + 3] == (10, 4, 0)
    assert seen[rules.SEES_TOP] == DECK.parse("9S") and seen[rules.SEES_STOCK] == 44
    assert place("KC") == rules.IN_HAND + 3 and place("TD") == rules.UNSEEN
    assert place("4S") == rules.IN_RUN + 3 and place("7H") == rules.IN_MELD + 3
    assert place("2D") == rules.IN_HAND and place("9S") == rules.IN_DISCARDS


def test_the_numbers_of_an_observation_stand_where_they_should():
    """Written out once for a position that has everything: 153 numbers at their places."""
    table = table_with("3S 4S 5S 7C 7D 7H 9S TD QP AD", "", "", top="KC", stock="2C 8P JP")
    for said in ("draw discard", "run 3S 4S 5S", "meld 7C 7D 7H", "discard 9S", "draw stock"):
        table.play(said)
    seen = table.view("Ana").observation
    hand = [DECK.parse(face) for face in ["TD", "QP", "AD", "KC"]]
    assert len(seen) == 153
    assert seen[:12] == (3, 1, rules.PLAYING, 0, 1, 0, 33, 1, DECK.parse("9S"), 4, 11, 10)
    assert seen[12:23] == (*hand, *[-1] * 7)
    places = {face: seen[23 + card] for card, face in enumerate(DECK.faces)}
    assert {face for face, place in places.items() if place == 3} == {"TD", "QP", "AD", "KC"}
    assert {face for face, place in places.items() if place == 4} == {"3S", "4S", "5S"}
    assert {face for face, place in places.items() if place == 5} == {"7C", "7D", "7H"}
    assert {face for face, place in places.items() if place == 1} == {"9S"}
    assert set(places.values()) == {0, 1, 3, 4, 5} and places["2C"] == 0
    assert set(seen[88:]) == {0}
    seen = table.view("Cid").observation
    assert seen[1] == 2 and seen[9:12] == (10, 4, 11)
    assert [seen[23 + DECK.parse(face)] for face in ("KC", "3S", "7C")] == [6, 7, 8]
    table.play("discard 2C")
    seen = table.view("Bob").observation
    assert (seen[88 + DECK.parse("9S")], seen[88 + DECK.parse("2C")]) == (1, 0)


def test_the_order_of_a_turned_over_stock_is_known_to_all():
    """R10: its cards are seen with how many lie above each."""
    match = dealt.match("mason-rummy", ["A", "B", "C"], seed=5, rounds=1)
    thrown = [match.table.view(0).top]
    for _ in range(35):
        match.play("draw stock")
        drawn = match.table.view(match.table.seat_in_turn).hand[-1]
        match.play(f"discard {drawn}")
        thrown.append(drawn)
    seen = match.table.view(0).observation
    for depth, face in enumerate(thrown[1:34]):
        card = DECK.parse(face)
        assert (seen[23 + card], seen[88 + card]) == (rules.IN_STOCK, depth)


def test_every_possible_deal_is_re_dealt_equally_often():
    """Each unseen card comes to the other hand with the same chance; seen cards stay."""
    table = table_with("3S 4S 5S 7C 7D 7H 9S TD QP AD", "", top="KC")
    for said in ("draw discard", "run 3S 4S 5S", "discard 9S", "draw discard", "discard 9S"):
        table.play(said)
    s, tries = table._state, 4_000
    counts = dict.fromkeys(range(65), 0)
    rng = new_rng()
    start(rng, 1, 2, 3)
    for _ in range(tries):
        twin = s.copy()
        rules.redeal(twin, 0, rng)
        for suit in range(5):
            assert twin.held[0][suit] == s.held[0][suit] and twin.runs == s.runs
            for rank in range(13):
                counts[suit * 13 + rank] += twin.held[1][suit] >> rank & 1
    hidden = [
        card
        for card in range(65)
        if not s.seen[card] and not s.held[0][card // 13] >> card % 13 & 1
    ]
    assert len(hidden) == 44 + 10
    share = 10 / len(hidden)
    spread = (tries * share * (1 - share)) ** 0.5
    for card in range(65):
        if card in hidden:
            assert abs(counts[card] - tries * share) < 5 * spread
        else:
            assert counts[card] == 0


def test_bots_choose_only_from_what_they_see():
    """The policy of the computer player gets numbers and ids and nothing else."""
    table = table_with(ANY, OTHER)
    seen = list(table.view("Ana").observation)
    assert bots.seed_ai(seen, [0, 1], 2) in (0, 1)
    seen[rules.SEES_TOP] = -1
    assert bots.seed_ai(seen, [0, 1], 2) == rules.DRAW_STOCK
