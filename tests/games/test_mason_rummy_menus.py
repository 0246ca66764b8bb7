"""Mason Rummy: the rulings of the document's program: menus, names, decks, scores, classes."""

import io

import pytest

import dealt
from dealt.errors import DeckError, IllegalAction, ParseError, StorageError
from dealt.games.mason_rummy import rules
from dealt.games.mason_rummy.seed import (
    Card,
    LivePlayer,
    PcPlayer,
    Player,
    RoundOver,
    ScoreRow,
    ScoreTable,
    _numbers_in,
    live_player,
    pc_player,
)
from dealt.storage.files import TextFile
from dealt.storage.records import read_deck
from tests.games.rummy_driver import Fed
from tests.games.rummy_tables import (
    ANA_ENDS,
    ANY,
    DECK,
    HEADER,
    OTHER,
    QUICK,
    QUICK_DECK,
    SEATS,
    SLOW,
    cards,
    script,
    stacked,
    table_with,
)

PENNEY = "p1_choice, p2_choice, trick_ties, p1_trick_wins, p1_trick_loss, card_ties\n000,001,1,2\n"


def test_R1_after_a_lay_down_comes_menu_E(tmp_path, monkeypatch):
    """R1: played or refused, a lay-down is followed by Menu E; one draw a turn."""
    lines = ["4", "q.deck", *SEATS, "1", "1", "1,2,4", "1", "1,2,3", "2", "1"]
    menus, _ = script(tmp_path, monkeypatch, lines, files={"q.deck": QUICK_DECK})
    assert "".join(p for p in menus.prompts if len(p) == 1)[3:] == "DEFEFEFD"
    table = table_with(ANY, OTHER)
    table.play("draw stock")
    with pytest.raises(IllegalAction, match=r"Ana cannot draw discard: one draw per turn"):
        table.play("draw discard")


def test_R4_a_stacked_deck_is_used_in_every_round(tmp_path, monkeypatch):
    """R4: the file is asked for right after the main menu; `no` goes back; never shuffled."""
    menus, scores = script(tmp_path, monkeypatch, ["4", "no", "5", "nix", "no", "6"])
    assert "".join(p[0] for p in menus.prompts) == "AdAddA" and scores is None
    lines = ["4", "q.deck", *SEATS, *ANA_ENDS]
    menus, _ = script(tmp_path, monkeypatch, lines, files={"q.deck": QUICK_DECK})
    first = next(line for line in menus.lines_said if "Ana, your hand" in line).splitlines()
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


@pytest.mark.parametrize(
    "wrong", ["0", "99", "four", "", "1,1", "1 2", "1,,2", "-1", "__import__", "(1,2)"]
)
def test_R8_unusable_numbers_are_asked_again(wrong, tmp_path, monkeypatch):
    """R8: Menu F is asked again; a usable but illegal selection leads back to Menu E."""
    with pytest.raises(ParseError):
        _numbers_in(wrong, 11)
    lines = ["4", "q.deck", *SEATS, "1", "1", wrong, "1,2,4", "2", wrong, "1,2", "1"]
    menus, _ = script(tmp_path, monkeypatch, lines, files={"q.deck": QUICK_DECK})
    assert "".join(p for p in menus.prompts if len(p) == 1)[3:] == "DEFFEFFFD"
    assert any("Not possible: 2C 2D 3C: neither" in line for line in menus.lines_said)


def test_R8_numbers_are_separated_by_commas_blanks_allowed():
    """R8: and a comma at the end, as one card was written for the document's program."""
    assert _numbers_in(" 3 , 1,2 ", 3) == [3, 1, 2]
    assert _numbers_in("5,", 5, one=True) == [5]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda faces: faces[1:], "64 cards where 65 are needed"),
        (lambda faces: [*faces, "2C"], "66 cards where 65 are needed"),
        (lambda faces: ["1C", *faces[1:]], "unknown card '1C'"),
        (lambda faces: ["10C", *faces[1:]], "unknown card '10C'"),
        (lambda faces: ["2c", *faces[1:]], "unknown card '2c'"),
        (lambda faces: ["3C", *faces[1:]], "3C appears twice"),
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
    menu = [line for line in menus.lines_said if line in ("1. Al", "2. bob", "3. Zoe")]
    assert menu == ["1. Al", "2. bob", "3. Zoe"]
    assert any("bob, 10 cards in hand" in line for line in menus.lines_said)
    assert after == scores
    menus, _ = script(tmp_path / "..", monkeypatch, ["4", "no", "2", "2", "1", "Ana", "2"])
    assert menus.prompts[2:] == ["A", "B", "B", "name", "B", "B"]
    assert "there is no returning player to choose" in menus.lines_said


def test_R13_computer_players_share_one_row(tmp_path, monkeypatch):
    """R13: AI, AI 2, AI 3 at the table, one row in the scores, a win or a loss of each seat."""
    lines = ["3", *["1", "AI"] * 3, "3", "1", "AI", "2", "1", "AI", "1", "AI", "6"]
    menus, scores = script(tmp_path, monkeypatch, lines)
    assert menus.prompts[-1] == "A" and not menus.lines
    name, won, lost, _ = scores.splitlines()[1].split(",")
    assert len(scores.splitlines()) == 2 and name == '"AI"'
    assert int(won.strip('"')) + int(lost.strip('"')) == 6
    assert any("AI 2" in line and "AI 3" in line for line in menus.lines_said)


def test_R13_a_person_may_not_have_the_name_of_a_seated_computer_player(tmp_path, monkeypatch):
    """R13 and R12: AI 2 is seated, so nobody else can be; a person called AI 2 keeps the name."""
    menus, _ = script(tmp_path, monkeypatch, ["3", "1", "AI", "1", "AI", "1", "AI 2", "Ana"])
    assert "AI 2 is already at the table; enter another name" in menus.lines_said
    menus, _ = script(tmp_path, monkeypatch, ["3", "1", "AI 2", "1", "AI", "1", "AI"])
    assert any(
        "AI 2 10, AI" in x or "AI 2, 10 cards" in x for x in "\n".join(menus.lines_said).split("\n")
    )
    assert any(
        line.startswith("AI 3, 10 cards") for line in "\n".join(menus.lines_said).split("\n")
    )


def test_R16_the_scores_file_has_quotes_around_every_field(tmp_path, monkeypatch):
    """R16: header and fields as the document says; LF and CRLF are read; names with quotes too."""
    text = HEADER + '"Ana","2","1","12"\n"B ""x"", y","0","1",""\n'
    text += '"C\nd","0","1",""\n'
    for content in (text, text.replace('"\n', '"\r\n'), "\ufeff" + text, text + "\n"):
        (tmp_path / "s.csv").write_text(content, encoding="utf-8", newline="")
        table = ScoreTable(TextFile(tmp_path / "s.csv"))
        table.read_scores()
        assert table.names() == ["Ana", 'B "x", y', "C\nd"]
        table.save_scores()
        assert (tmp_path / "s.csv").read_bytes() == text.encode()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (PENNEY, "holds the scores of Penney's game, not of Mason Rummy"),
        ("name,points\n", "its first line is not"),
        (HEADER + '"Ana","two","1",""\n', "line 2, is not a valid score; correct"),
        (HEADER + '"Ana","2","1"\n', "line 2, is not a valid score"),
        (HEADER + '"Ana","2","-1",""\n', "line 2, is not a valid score"),
        (HEADER + '"Ana","2","1","\n', "line 2, is not a valid score"),
        (HEADER + f'"{"x" * 140_000}","2","1",""\n', "line 2, is not a valid score"),
        ("\0", "not a text file"),
    ],
)
def test_R16_a_file_that_holds_no_scores_is_left_as_it_is(text, reason, tmp_path):
    """R16: it is named with the reason, neither read, nor added to, nor written over."""
    path = tmp_path / "s.csv"
    path.write_text(text, encoding="utf-8")
    table = ScoreTable(TextFile(path))
    for doing in (table.read_scores, table.save_scores, lambda: table.add_game([("A", True, 1)])):
        with pytest.raises(StorageError, match=rf"s\.csv.*{reason}"):
            doing()
    assert path.read_text(encoding="utf-8") == text


def test_R16_a_game_that_cannot_be_saved_is_saved_later(tmp_path, monkeypatch):
    """R16: the program says so, goes on, and tries again with the next game and at the end."""
    from dealt.clients.line.programs.mason_rummy import Program

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
    assert any("will be counted with the next one" in line for line in menus.lines_said)
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
    """R17: besides what tests of each class have; both kinds of player are players."""
    seven = Card("7", "H")
    assert [card.card_point_value() for card in cards("2C 9D TH JS QP KC AD")] == [
        2, 9, 10, 10, 10, 10, 15,
    ]  # fmt: skip
    assert seven.extends_run(cards("4H 5H 6H")) and not seven.extends_run([])
    assert not Card("2", "H").extends_run(cards("QH KH AH"))
    assert seven == Card.from_text("7H") and len({seven, Card("7", "H")}) == 1
    assert repr(seven) == "Card('7', 'H')"
    for face in ("1C", "10C", "7h", ""):
        with pytest.raises(ParseError):
            Card.from_text(face)
    assert issubclass(LivePlayer, Player) and issubclass(PcPlayer, Player)
    assert (live_player, pc_player) == (LivePlayer, PcPlayer)
    assert Player("Ana").agent is None


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
    from dealt.clients.line.programs.mason_rummy import Menus, Program

    monkeypatch.setattr("sys.stdin", io.StringIO("2\n1\nAI\n1\nAI\n1\n6\n"))
    Program(TextFile(tmp_path / "s.csv"), Menus(), iter(range(9)).__next__).run()
    out = capsys.readouterr().out
    assert "\x1b" not in out and out.count("Menu A: Main Menu") == 3
    assert "wins the game" in out
