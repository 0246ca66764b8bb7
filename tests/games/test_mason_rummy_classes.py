"""Mason Rummy: the classes that the document names, used by a student who has only the document."""

import itertools
import textwrap
from pathlib import Path

import pytest

import dealt
from dealt.errors import DeckError, IllegalAction, ParseError, SetupError, StorageError
from dealt.games.mason_rummy import (
    Card,
    Hand,
    LivePlayer,
    PcPlayer,
    Player,
    RoundOver,
    ScoreRow,
    ScoreTable,
    deal_round,
    live_player,
    pc_player,
    seed,
)
from dealt.games.mason_rummy.scores import _ScoreFile
from tests.games.rummy_tables import ANA_ENDS, DECK, HEADER, QUICK, QUICK_DECK, SLOW


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """Each test has a current folder of its own."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def typing(monkeypatch):
    """What is typed at `input`, line by line; the prompts."""
    prompts = []

    def types(lines):
        left = list(lines)

        def typed(prompt=""):
            prompts.append(prompt)
            if not left:
                raise EOFError
            return left.pop(0)

        monkeypatch.setattr("builtins.input", typed)
        return prompts

    return types


def play_turns(table, players):
    """Turns one after another, for ever; only an exception ends them."""
    while True:
        for player in players:
            player.take_turn(table)


# --- Card ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "card",
    [
        Card("7", "H"),
        Card("H", "7"),
        Card("7H"),
        Card(value="7", suit="H"),
        Card(suit="H", value="7"),
        Card(7, "H"),
        Card("H", 7),
    ],
)
def test_a_card_is_made_of_suit_and_value_in_any_order(card):
    assert (card.value, card.suit, str(card), card.card_point_value()) == ("7", "H", "7H", 7)


@pytest.mark.parametrize("parts", [("1", "H"), ("10", "H"), ("7", "h"), ("7",), ("H",), ("", "")])
def test_what_is_not_a_card_is_refused_by_its_name(parts):
    with pytest.raises(ParseError, match="unknown card"):
        Card(*parts)


def test_a_card_extends_a_run_of_cards_a_hand_or_a_text():
    run = [Card("8", "H"), Card("9", "H"), Card("T", "H")]
    for group in (run, Hand(run), "8H 9H TH", ["8H", "9H", "TH"]):
        assert Card("7", "H").extends_run(group) and Card("J", "H").extends_run(group)
        assert not Card("Q", "H").extends_run(group) and not Card("7", "S").extends_run(group)


# --- Hand ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cards", [[Card("7", "H"), Card("T", "P")], ["7H", "TP"], "7H TP", ["7H", Card("T", "P")]]
)
def test_a_hand_is_a_list_of_cards(cards):
    hand = Hand(cards)
    assert hand.cards == [Card("7", "H"), Card("T", "P")] == list(hand) and len(hand) == 2
    assert hand.hand_point_value() == 17 and str(hand) == "7H TP"
    hand.cards.append(Card("A", "C"))
    assert hand.hand_point_value() == 32
    assert Hand().cards == [] and Hand().hand_point_value() == 0 and str(Hand()) == ""
    with pytest.raises(ParseError, match="unknown card"):
        Hand("7H XX")


def test_a_hand_knows_what_is_laid_down_already():
    hand = Hand("7H", ["2C 2D 2H", [Card("5", "P"), "6P", "7P"]])
    assert hand.already_laid_down(Card("2", "D")) and hand.already_laid_down("6P")
    assert not hand.already_laid_down(Card("7", "H"))


# --- Player --------------------------------------------------------------------------------------


def test_a_player_has_a_name_a_hand_and_a_score():
    ana = Player("Ana")
    assert (ana.name, ana.score, ana.hand.cards, str(ana)) == ("Ana", 0, [], "Ana: 0 points")
    bia = live_player("Bia", Hand("7H AC"), 12)
    assert (bia.score, str(bia.hand), str(bia)) == (12, "7H AC", "Bia: 12 points")
    assert str(pc_player("AI", "7H").hand) == "7H" and pc_player().name == "AI"
    assert issubclass(live_player, Player) and issubclass(pc_player, Player)
    assert (live_player, pc_player) == (LivePlayer, PcPlayer)
    with pytest.raises(SetupError, match="has no name"):
        Player("")


def test_a_person_and_a_computer_player_take_turns(typing, capsys):
    """A round dealt for two; the person is asked by the menus of the document."""
    ana, ai = live_player("Ana"), pc_player("AI")
    table = deal_round([ana, ai], deck=QUICK_DECK)
    assert str(ana.hand) == QUICK and str(ai.hand) == SLOW
    prompts = typing(["1", "1", "1,2,3", "2", "1"])
    ana.take_turn(table)
    out = capsys.readouterr().out
    assert prompts == ["> ", "> ", "Numbers separated by commas: ", "> ", "One number: "]
    for menu in ("Menu D: Which Card to Draw", "Menu E: Next Action", "Menu F: Select Cards"):
        assert menu in out
    assert f"Ana, your hand: {QUICK}" in out and "Ana, your hand: " + SLOW not in out
    assert len(ana.hand) == 7 and ana.hand.already_laid_down("2C")
    assert table.turn == "AI"
    ai.take_turn(table)
    assert capsys.readouterr().out.startswith("AI: draw ") and table.turn == "Ana"
    assert len(ai.hand) == 10


def test_a_round_ends_with_an_exception(typing):
    """And the points of what is left in the hands are those of the rules."""
    ana, bia = live_player("Ana"), live_player("Bia")
    players = [ana, bia]
    table = deal_round(players, deck=QUICK_DECK.split())
    typing([*ANA_ENDS[:-2], "1", "2", "2", "1"])  # Ana lays a four off, and discards the rest
    with pytest.raises(RoundOver, match="Ana went out"):
        play_turns(table, players)
    for player in players:
        player.look(table)
        player.score += player.hand.hand_point_value()
    assert {player.name: player.score for player in players} == table.scores
    with pytest.raises(RoundOver):
        bia.take_turn(table)


def test_computer_players_finish_a_round():
    players = [pc_player("AI"), pc_player("AI 2"), pc_player("AI 3")]
    table = deal_round(players, seed=7)
    with pytest.raises(RoundOver):
        play_turns(table, players)
    assert table.is_over


def test_a_player_finds_the_seat_at_a_table_of_the_package(typing):
    """By name; a computer player brings its own way of playing."""
    table = dealt.table("mason-rummy", ["Ana", "Bob"], deck=QUICK_DECK)
    typing(["1", "2", "1"])
    live_player("Ana").take_turn(table)
    pc_player("Bob").take_turn(table)
    assert table.turn == "Ana"


def test_unplayable_actions_are_explained():
    ana, ai = live_player("Ana"), pc_player("AI")
    table = deal_round([ana, ai], seed=1)
    with pytest.raises(IllegalAction, match="AI cannot play: it is Ana's turn"):
        ai.take_turn(table)
    with pytest.raises(TypeError, match="Player Ana cannot play; use live_player or pc_player"):
        Player("Ana").take_turn(table)
    with pytest.raises(SetupError, match="no seat 'Zoe'; the players are Ana, AI"):
        live_player("Zoe").take_turn(table)
    with pytest.raises(SetupError, match="is for 2 or 3 players, not 1"):
        deal_round([ana])
    with pytest.raises(SetupError, match="two seats have the same name"):
        deal_round([ana, live_player("Ana")])
    with pytest.raises(DeckError, match="10 cards where 65 are needed"):
        deal_round([ana, ai], deck=QUICK)
    view = deal_round([ana, ai], deck=[Card(face) for face in DECK.faces]).view(0)
    assert view.pile("discard").top == "9D"


# --- ScoreTable ----------------------------------------------------------------------------------


def test_scores_are_read_from_the_current_folder(tmp_path):
    """`ScoreTable()` is scores.csv; a missing file has no rows."""
    assert ScoreTable().read_scores() == [] and not list(tmp_path.iterdir())
    (tmp_path / "scores.csv").write_text(HEADER + '"Ana","2","1","12"\n', encoding="utf-8")
    for table in (ScoreTable(), ScoreTable("scores.csv"), ScoreTable(tmp_path / "scores.csv")):
        assert table.scores == []
        assert table.read_scores() == [ScoreRow("Ana", 2, 1, 12)] == table.scores
        assert str(table).split("\n")[1].split() == ["Ana", "2", "1", "12"]


def test_scores_are_saved_and_cleared(tmp_path):
    table = ScoreTable("my.csv")
    table.scores.append(ScoreRow("Ana", won=1, lost=0, best=9))
    table.save_scores()
    text = (tmp_path / "my.csv").read_text(encoding="utf-8")
    assert text == HEADER + '"Ana","1","0","9"\n'
    table.add_game([("Ana", False, 30), ("Bob", True, 4)])
    again = ScoreTable("my.csv")
    assert [row.fields() for row in again.read_scores()] == [
        ("Ana", "1", "1", "9"),
        ("Bob", "1", "0", "4"),
    ]
    again.clear_scores()
    again.save_scores()
    assert again.scores == [] and (tmp_path / "my.csv").read_text(encoding="utf-8") == HEADER


def test_an_unreadable_folder_or_file_gets_one_line(tmp_path, monkeypatch):
    (tmp_path / "scores.csv").mkdir()
    with pytest.raises(StorageError, match=r"^cannot read scores\.csv: not a file$"):
        ScoreTable().read_scores()
    (tmp_path / "my.csv").write_bytes(b"\x80")
    with pytest.raises(StorageError, match=r"^cannot read my\.csv: not a text file$"):
        ScoreTable("my.csv").read_scores()

    with pytest.raises(StorageError, match=r"^cannot write no/my\.csv: there is no folder .*no$"):
        ScoreTable("no/my.csv").save_scores()

    def refused(path, *_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.open", refused)
    with pytest.raises(StorageError, match=r"^cannot read my\.csv: Permission denied$"):
        ScoreTable("my.csv").read_scores()
    with pytest.raises(StorageError, match=r"^cannot write new\.csv: Permission denied$"):
        _ScoreFile("new.csv").write("")


@pytest.mark.parametrize("rules", ["RULES.md", "RULES.pt-BR.md"])
def test_the_example_in_the_rules_runs(rules, monkeypatch, capsys):
    """Copied out of the document; Ana always draws from the stock and discards her first card."""
    text = (Path(seed.__file__).parent / rules).read_text(encoding="utf-8")
    example = textwrap.dedent(text[text.index("    from dealt.games.mason_rummy import") :])
    answers = itertools.cycle(["1", "2", "1"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    names = {}
    exec(example, names)
    fits, points, *_, ended, ana, ai, heading = capsys.readouterr().out.splitlines()
    assert (fits, points) == ("True", "32")
    assert ended == "AI went out" and ai == "AI: 0 points"
    assert ana == f"Ana: {names['table'].scores['Ana']} points"
    assert heading.split("  ") == ["name", "games won", "games lost", "best score"]
