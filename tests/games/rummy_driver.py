"""Plays the Mason Rummy program by its prompts, well or badly; keeps what was asked and said."""

import contextlib
import random
from pathlib import Path

from dealt.clients.line.programs.mason_rummy import Menus, Program
from dealt.games.mason_rummy import bots
from dealt.games.mason_rummy.seed import MENU_A, MENU_B, MENU_C, MENU_D, MENU_E
from dealt.games.mason_rummy.state import DISCARD, DRAW_STOCK, LAY_OFF
from dealt.games.mason_rummy.words import cards_of
from dealt.storage.files import TextFile

LETTERS = {MENU_A[0]: "A", MENU_B[0]: "B", MENU_C: "C", MENU_D[0]: "D", MENU_E[0]: "E"}
WRONG = ["", "0", "99", "x", "1,1", "no", "1 2", "-1", "1.5", "1,99", "(1,2)", ",", "1;2", "٣", "²"]
NAMES = ["Ana", "Bob", "Cid", "AI", "AI", "ana", "", 'Bo "the" b, jr']


class Fed(Menus):
    """Menus that are fed a list of lines, and note which prompt each of them answers."""

    def __init__(self, lines):
        super().__init__(live=False)
        self.lines = list(lines)
        self.prompts = []
        self.used = []
        self.lines_said = []
        self._menu = None

    def say(self, text="", *, cards=True):
        self.lines_said.append(text)

    def choose(self, title, options):
        self._menu = LETTERS[title]
        self.options = options
        answer = super().choose(title, options)
        self._menu = None
        return answer

    def select(self, title, cards, *, one=False):
        self._menu = "F"
        self.one = one
        chosen = super().select(title, cards, one=one)
        self._menu = None
        return chosen

    def ask(self, prompt):
        self.prompts.append(self._menu or ("deck" if "Deck" in prompt else "name"))
        line = self.next_line()
        if line is None:
            raise EOFError
        self.used.append(line)
        return line.strip()

    def next_line(self):
        return self.lines.pop(0) if self.lines else None


class Driver(Fed):
    """Answers every prompt as a sensible player would, and now and then wrongly.

    Args:
        seed: decides everything.
        files: names of deck files, good and bad.
        games: after how many games to quit.
        wrong: how often an answer is wrong, 0 to 1.
    """

    def __init__(self, seed, files, *, games=2, wrong=0.1):
        super().__init__([])
        self.dice = random.Random(seed)
        self.files = files
        self.games = games
        self.wrong = wrong

    def show_table(self, table, seat):
        self.table, self.seat = table, seat
        super().show_table(table, seat)

    def next_line(self):
        if self.dice.random() < self.wrong and len(self.prompts) < 4_000:
            return self.dice.choice(WRONG)
        return str(getattr(self, f"answer_{self.prompts[-1]}")())

    def answer_A(self):
        if len(self.prompts) > 3_000 or self.games == 0:
            return 6
        self.games -= 1
        return self.dice.choice([4, 5, 5, 4, 1])

    def answer_B(self):
        return self.dice.choice([1, 1, 2])

    def answer_C(self):
        return self.dice.randint(1, len(self.options))

    def answer_deck(self):
        return self.dice.choice([*self.files, "missing.deck", "no"])

    def answer_name(self):
        return self.dice.choice([*NAMES, f"P{self.dice.randint(1, 99)}"])

    def planned_draw(self):
        """The action of the computer player, with a random one now and then."""
        actions = self.table.actions
        if self.dice.random() < 0.15:
            return self.dice.choice(actions).id
        observation = list(self.table.view(self.seat).observation)
        return bots.seed_ai(observation, [a.id for a in actions], len(actions))

    def answer_D(self):
        return 1 if self.planned_draw() == DRAW_STOCK else 2

    def answer_E(self):
        self.plan = self.planned_draw()
        return 2 if DISCARD <= self.plan < LAY_OFF else 1

    def answer_F(self):
        hand = list(self.table.view(self.seat).hand)
        faces = [self.table.game.deck.faces[card] for card in cards_of(self.plan)]
        numbers = [1 + hand.index(face) for face in faces if face in hand]
        discarding = DISCARD <= self.plan < LAY_OFF
        if self.one:
            return numbers[0] if discarding else self.dice.randint(1, len(hand))
        if discarding or not numbers or self.dice.random() < 0.2:
            n = self.dice.randint(1, min(4, len(hand)))
            return ", ".join(str(1 + i) for i in self.dice.sample(range(len(hand)), n))
        self.dice.shuffle(numbers)
        return ",".join(map(str, numbers))


def run_program(menus, folder, seeds=None):
    """Run the program in `folder` until it quits or the lines end; return the scores file."""
    scores = Path(folder) / "scores.csv"
    with contextlib.suppress(EOFError):
        Program(TextFile(scores), menus, seeds).run()
    return scores.read_text(encoding="utf-8") if scores.exists() else None
