"""Tables, decks and scripts of Mason Rummy for tests."""

import dealt
from dealt.games import game
from dealt.games.mason_rummy.seed import Card
from tests.games.rummy_driver import Fed, run_program

RUMMY = game("mason-rummy")


DECK = RUMMY.deck


def stacked(*hands, top="KC", stock=""):
    """A deck that deals these hands ("": any cards), this first discard, and then this stock."""
    placed = {*" ".join(hands).split(), top, *stock.split()}
    rest = [face for face in DECK.faces if face not in placed]
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


def same_cards(table, other):
    for seat in range(len(table.seats)):
        view = table.view(seat)
        assert list(view.hand) == other.hands[seat]
        laid = sorted(card for group in other.groups[seat] for card in group.cards)
        assert sorted(c for group in view.groups(seat=seat) for c in group.cards) == laid
        assert view.pile("stock").count == len(other.stock)
        assert view.pile("discard").count == len(other.discards)
        assert view.pile("discard").top == (other.discards[-1] if other.discards else None)


def cards(faces):
    return [Card.from_text(face) for face in faces.split()]


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


# Ana holds three melds; what follows the first discard is drawn in this order
QUICK_DECK = " ".join(stacked(QUICK, SLOW, top="KC", stock="TS 4S 4P 6P"))


# three melds and a discard, then two turns of drawing and discarding
ANA_ENDS = ["1", "1", "1,2,3", "1", "1,2,3", "1", "1,2,3", "2", "1", "1", "2", "1", "1", "2", "1"]


HEADER = '"name","games won","games lost","best score"\n'
