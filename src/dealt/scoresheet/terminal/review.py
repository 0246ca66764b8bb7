"""The review of a round of Tranca read from photos, which asks about doubtful cards first."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from dealt.cards import FRENCH, all_written, written
from dealt.core.sheet import Cell, Sheet
from dealt.errors import ParseError, ScoreError
from dealt.games.tranca.judging import RED_THREES, judge
from dealt.games.tranca.scoring import Breakdown
from dealt.language import message, say
from dealt.scoresheet.card_text import HAND, plain
from dealt.scoresheet.round import edits
from dealt.scoresheet.round.draft import (
    Draft,
    Morto,
    PileFacts,
    check_pile,
    guessed,
    pile_faces,
)
from dealt.scoresheet.round.questions import (
    BLACK,
    CARD,
    COPIES,
    DOLLARS,
    FINAL_MOVE,
    MELD,
    MORTO,
    PILE,
    Question,
    can_offer,
    place_of,
    proposals,
    questions,
)
from dealt.scoresheet.terminal.card_keys import CardReader
from dealt.scoresheet.terminal.consoles import ask_final_move, ask_morto
from dealt.scoresheet.typed import MORTO_TITLES
from dealt.terminal.boxes import yes_or_no
from dealt.terminal.console import Console, number_in

NO_CARD = "x"
DIGITS = 3  # of the longest number in an answer
HELP = message(
    "Empty line: all is right. Or 5 7H (card 5 is 7H), 5 x (no card), 5 > 2 (to meld 2, 0: a meld "
    "of its own), 5 > hand, + 7H 2 (7H is missing in meld 2), + 7H hand, pile 2 (what is in pile "
    "2), morto, final (asked again)."
)
SET = re.compile(r"(\d{1,4})\s+(.+)")
_PUT = re.compile(r"(\d{1,4})\s*>\s*(\d{1,3}|\w+)")
_ADD = re.compile(r"\+\s*(.+?)(?:\s+(\d{1,3}|hand|m[ãa]o))?", re.IGNORECASE)
_ABOUT = re.compile(r"(\w+)(?:\s+(\d{1,3}))?")
ABOUT_MORTO, ABOUT_FINAL_MOVE, ABOUT_PILE = "morto", "final", "pile"
SINGLE, SET_PILE, CLEAN, DIRTY = "single", "set", "clean", "dirty"
WORDS = {  # Portuguese words in plain form
    "mao": HAND, "pilha": ABOUT_PILE, "batida": ABOUT_FINAL_MOVE, "so uma": SINGLE,
    "uma so": SINGLE, "trinca": SET_PILE, "limpa": CLEAN, "suja": DIRTY,
}  # fmt: skip
KINDS = {
    CARD: message("a card"),
    PILE: message("a pile"),
    MELD: message("a sequence"),
    BLACK: message("black three"),
    COPIES: message("equal cards"),
    DOLLARS: message("dollars"),
    MORTO: message("morto"),
    FINAL_MOVE: message("final move"),
}
OPTIONS = {  # options of questions other than cards and numbers
    "pile": message("a pile"),
    "single card": message("a single card"),
    "top of a pile": message("the top of a pile"),
    "leave it": message("leave it"),
    **MORTO_TITLES,
    "no": message("no"),
    "yes": message("yes"),
}
_WHAT_IS_IN = {  # by whether there is a guess, and a likely one
    (False, False): message(
        "A 2 could be anything. Enter the pile's lowest card, all its cards, or single: "
    ),
    (True, False): message(
        "single if it is one card; yes if it is {cards}; or enter the number of cards, the lowest "
        "card, set, clean, dirty, or all cards: "
    ),
    (True, True): message(
        "Is it {cards}? (Enter for yes; or the number of cards, the lowest card, set, clean, "
        "dirty, single, or all cards): "
    ),
}


class Review:
    """The questions about a round; what cannot be done raises ParseError or ScoreError.

    Args:
        keep: called after each change of the draft.
    """

    def __init__(
        self,
        draft: Draft,
        console: Console,
        *,
        reader: CardReader | None = None,
        keep: Callable[[], None] | None = None,
    ) -> None:
        self.draft = draft
        self.console = console
        self.reader = CardReader(console) if reader is None else reader
        self.keep = keep
        self.is_hand_asked = False
        self.ways: dict[str, Callable[[Question], None]] = {
            CARD: self._ask_card,
            BLACK: self._ask_card,
            PILE: self._ask_pile,
            MELD: self._ask_meld,
            COPIES: self._ask_copies,
            DOLLARS: self.ask_dollars,
            MORTO: self.ask_morto,
            FINAL_MOVE: self.ask_final_move,
        }

    def run(self) -> Breakdown:
        """Ask until all questions are answered and the player confirms; returns the score.

        Raises:
            EOFError, KeyboardInterrupt: see `Console.ask`; the draft has the answers so far.
        """
        helped = False
        self.console.say(self.reader.legend(), cards=False)
        while True:
            pending = questions(self.draft)
            if pending:
                self.ways[pending[0].kind](pending[0])
                continue
            if not self.is_hand_asked and self.draft.lacks_hand:
                self.ask_hand()
                continue
            self.console.show(table_of(self.draft))
            scored = self.draft.score()
            self.console.show(scored.sheet())
            if not helped:
                self.console.say(say(HELP))
                helped = True
            line = self.console.ask("> ")
            if not line:
                return scored
            try:
                self.correct(line)
            except (ParseError, ScoreError) as error:
                self.console.say(str(error))

    def correct(self, line: str) -> None:
        """Carry out one correction, see `HELP`."""
        if parts := _PUT.fullmatch(line):
            to_hand = _word_in(parts[2]) == HAND
            meld = None if to_hand else self._open_meld(parts[2])
            self.take(edits.Put(self.card(parts[1]), meld, to_hand))
        elif parts := SET.fullmatch(line):
            card = self.card(parts[1])
            if parts[2].lower() == NO_CARD:
                self.take(edits.Remove(card))
            else:
                self.take(edits.Rename(card, self.reader.card(parts[2])))
        elif parts := _ADD.fullmatch(line):
            to_hand = _word_in(parts[2] or "") == HAND
            meld = None if to_hand or parts[2] is None else self._open_meld(parts[2])
            self.take(edits.Add([self.reader.card(parts[1])], meld, to_hand))
        elif not (parts := _ABOUT.match(line)) or not self._ask_about(_word_in(parts[1]), parts[2]):
            raise ParseError("{line} is not a correction", line=repr(line[:40]))

    def _ask_about(self, word: str, number: str | None) -> bool:
        """Ask again about a pile, the morto or the final move; False for other words."""
        if word == ABOUT_PILE and number is not None:
            place = self.meld(number)
            if place is None or self.draft.melds[place].pile is None:
                raise ParseError("meld {n} is not a pile", n=number)
            self._ask_what_is_in(place)
        elif word == ABOUT_MORTO:
            self._take_facts(None, self.draft.final_move)
        elif word == ABOUT_FINAL_MOVE:
            self._take_facts(self.draft.morto, None)
        else:
            return False
        return True

    def card(self, text: str) -> int:
        """The card with a number."""
        number = int(text) - 1
        cards = self.draft.cards
        if not 0 <= number < len(cards) or cards[number].removed:
            raise ParseError("there is no card {n}; the numbers are in the list above", n=text)
        return number

    def take(self, *changes: edits.Edit) -> None:
        """Carry out corrections."""
        edits.correct(self.draft, *changes)
        if self.keep is not None:
            self.keep()

    def _take_facts(self, morto: Morto | None, final_move: bool | None) -> None:
        """Set the facts that no photo shows; None: asked again."""
        self.take(edits.Facts(morto, final_move, self.draft.decks))

    def meld(self, text: str) -> int | None:
        """The meld with a number; None for 0, a meld of its own."""
        number = int(text) - 1 if text.isdigit() else len(self.draft.melds)
        if number >= len(self.draft.melds):
            count = len(self.draft.melds)
            raise ParseError("there is no meld {n}; there are {all}", n=text, all=count)
        return None if number < 0 else number

    def _open_meld(self, text: str) -> int | None:
        """The open meld with a number, see `meld`."""
        number = self.meld(text)
        if number is not None and self.draft.melds[number].pile is not None:
            raise ParseError("meld {n} is a pile: pile {n} says what is in it", n=text)
        return number

    def _ask_card(self, question: Question) -> None:
        """Ask for the face of a card, or remove it."""
        (number,) = question.cards
        face = self._ask_face(question)
        self.take(edits.Remove(number) if face is None else edits.Rename(number, face))

    def _ask_face(self, question: Question) -> str | None:
        """Ask for a face, one of the options or any other; None for no card."""
        options = question.options
        self.console.say(question.text)
        for number, option in enumerate(options, 1):
            self.console.say(f"{number}. {written(option)}")
        prompt = message("Number, card such as 7H, x for no card: ")
        if options:
            prompt = message("Number, card such as 7H, x for no card (empty line: {card}): ")

        def read(answer: str) -> str | None:
            if not answer and options:
                return options[0]
            if answer.lower() == NO_CARD:
                return None
            if (chosen := number_in(answer, DIGITS)) is None:
                return self.reader.card(answer)
            if not 1 <= chosen <= len(options):
                raise ParseError("enter a number from 1 to {last}", last=len(options))
            return options[chosen - 1]

        first = written(options[0]) if options else ""
        return self.console.ask_read(say(prompt, card=first), read)

    def _ask_pile(self, question: Question) -> None:
        """Ask for the cards of a pile."""
        assert question.meld is not None
        self.console.say(question.text)
        self._ask_what_is_in(question.meld)

    def _ask_what_is_in(self, place: int) -> None:
        """Show a guess of a pile's cards, and change it until it is confirmed."""
        draft, meld = self.draft, self.draft.melds[place]
        top, pile = draft.open_cards(meld)[0].face, meld.pile
        # a 2 on top may be the stand-in of any canastra, so there is no guess
        is_known = top[0] != "2" or pile is None or pile.checked
        while pile is not None:
            likely = is_known and (pile.is_visible or pile.checked)
            guess = all_written(pile_faces(top, pile, draft.decks)) if is_known else ""
            answer = self.console.ask(say(_WHAT_IS_IN[is_known, likely], cards=guess))
            if likely and not answer or is_known and yes_or_no(answer):
                kind = pile.count, pile.crosswise, pile.lowest, pile.stands_for
                self.take(edits.SetPile(place, *kind, [*pile.faces]))
                return
            if not answer:
                question = say("with a 2 on top there is no likely guess; please enter the cards")
                if is_known:
                    question = say("please say whether it is a single card or a pile")
                self.console.say(question)
                continue
            if _word_in(answer) == SINGLE:
                self.take(edits.Single(place))
                return
            try:
                facts = _changed_pile(top, pile, answer, self.reader.cards)
                problem = check_pile(top, facts, draft.decks)
            except ParseError as error:
                problem = str(error)
            if problem is not None:
                self.console.say(problem)
                continue
            pile = replace(facts, is_visible=True)  # even if its cards are still wrong
            is_known = is_known or not (_word_in(answer) in (CLEAN, DIRTY) or answer.isdigit())

    def ask_dollars(self, question: Question) -> None:
        """Ask for the number of dollars in a pile."""
        assert question.meld is not None
        choice = self.console.choose(
            question.text,
            [say("One"), say("Two"), say("Three"), say("Four"), say("Five"), say("Six")],
        )
        self.take(edits.Dollars(question.meld, choice))

    def _ask_meld(self, question: Question) -> None:
        """Ask what to do with cards that are not a sequence."""
        assert question.meld is not None
        place, draft = question.meld, self.draft
        meld = draft.melds[place]
        ways: list[tuple[str, Callable[[], Sequence[edits.Edit]]]] = []
        if meld.legal is not None and can_offer(draft, meld):
            label = say("It is {cards}", cards=all_written(meld.legal))
            ways.append((label, lambda: [edits.TakeLegal(place)]))
        if len(draft.open_cards(meld)) == 1:
            ways.append((say("It is the top of a pile"), lambda: [edits.MakePile(place)]))
        ways += [
            (say("One of its cards is a different card"), lambda: [self.another(meld.cards)]),
            (say("A card is missing"), lambda: [self.missing(place)]),
            (
                say("They are not my cards"),
                lambda: [edits.Remove(number, others=True) for number in meld.cards],
            ),
            (say("Leave it: its cards count, but not as a canastra"), lambda: [edits.Leave(place)]),
        ]
        choice = self.console.choose(question.text, [label for label, _ in ways])
        self.take(*ways[choice - 1][1]())

    def another(self, cards: Sequence[int]) -> edits.Rename:
        """Ask for another face of one of some cards."""
        remaining = [i for i in cards if not self.draft.cards[i].removed]
        number = remaining[0]
        if len(remaining) > 1:
            faces = [self.draft.cards[i].text for i in remaining]
            number = remaining[self.console.choose(say("Which card?"), faces) - 1]
        return edits.Rename(number, self.console.ask_read(say("It is: "), self.reader.card))

    def missing(self, place: int) -> edits.Add:
        """Ask for a missing card of a meld."""
        return edits.Add(
            [self.console.ask_read(say("The missing card: "), self.reader.card)], place
        )

    def _ask_copies(self, question: Question) -> None:
        """Ask which of too many equal cards was misread."""
        rows = [
            say("Card {n}: {place}", n=i + 1, place=place_of(self.draft, i)) for i in question.cards
        ]
        title = f"{question.text} {say('Which one is wrong?')}"
        choice = self.console.choose(title, [*rows, say("None: they are all there")])
        if choice > len(rows):
            self.take(edits.AllThere(list(question.cards)))
            return
        number = question.cards[choice - 1]
        face = self.draft.cards[number].face
        options = tuple(each for each in proposals(self.draft, number) if each != face)
        self._ask_card(Question(CARD, say("What is it?"), options, (number,)))

    def ask_morto(self, question: Question) -> None:
        """Ask whether the morto was taken and used."""
        morto = ask_morto(self.console, question.text)
        self._take_facts(morto, self.draft.final_move)

    def ask_final_move(self, question: Question) -> None:
        """Ask whether the side made the final move."""
        final_move = ask_final_move(self.console, question.text)
        self._take_facts(self.draft.morto, final_move)

    def ask_hand(self) -> None:
        """Ask for the cards left in the hand, if none were read."""
        self.is_hand_asked = True
        prompt = say("Cards left in the hand (empty line: none): ")
        cards = self.console.ask_read(prompt, self.reader.cards)
        self.take(edits.Add([*cards], hand=True))


def _word_in(answer: str) -> str:
    """An answer in plain form, with Portuguese words translated to English."""
    word = " ".join(plain(answer).split())
    return WORDS.get(word, word)


def _changed_pile(
    top: str, facts: PileFacts, answer: str, read_cards: Callable[[str], tuple[str, ...]]
) -> PileFacts:
    """A pile changed by an answer, see `Review._ask_what_is_in`."""
    count, crosswise = facts.count, facts.crosswise
    lowest = "set" if facts.lowest == "set" else ""
    word = _word_in(answer)
    if word in (CLEAN, DIRTY):
        crosswise = word == CLEAN
    elif (number := number_in(answer, DIGITS)) is not None:
        count = number
    elif word == SET_PILE:
        lowest = "set"
    else:
        cards = read_cards(answer)
        if len(cards) != 1:
            return replace(facts, faces=cards, count=len(cards))
        (lowest,) = cards
    return guessed(top, crosswise=crosswise, sure=True, count=count, lowest=lowest)


def table_of(draft: Draft) -> Sheet:
    """The cards on the table and in the hand, with their numbers."""
    rows: list[tuple[Cell, ...]] = []
    for number, meld in enumerate(draft.melds, 1):
        words = " ".join(
            f"{i + 1}:{draft.cards[i].text}" for i in meld.cards if not draft.cards[i].removed
        )
        faces = draft.faces(meld)
        if meld.pile is not None:
            words = say("{cards} (pile: {faces})", cards=words, faces=all_written(faces))
        cards = [card.face for card in draft.open_cards(meld)]
        lone = say("dollar") if all(face in RED_THREES for face in cards) else say("black three")
        if not all(cards):
            lone = say("not read")
        rows.append((number, words, str(judge(faces, draft.rules)) if faces else lone))
    hand = [i for i in draft.hand if not draft.cards[i].removed]
    if hand:
        words = " ".join(f"{i + 1}:{draft.cards[i].text}" for i in hand)
        rows.append((say("hand"), words, ""))
    columns = (say("meld no."), say("number:card"), say("what it is"))
    return Sheet(say("On the table"), columns, tuple(rows))


def provisional(draft: Draft) -> list[Sheet]:
    """The cards read, the open questions, and the score, marked as provisional."""
    pending = questions(draft)
    tables = [table_of(draft)]
    if not pending:
        return [*tables, draft.score().sheet()]
    rows: list[tuple[Cell, ...]] = [
        (say(KINDS[question.kind]), question.text, ", ".join(map(_option, question.options)))
        for question in pending
    ]
    columns = (say("what"), say("question"), say("likely"))
    tables.append(Sheet(say("Not certain"), columns, tuple(rows)))
    title = say("Provisional score of the round: not all of it is certain")
    tables.append(draft.score().sheet(title))
    return tables


def _option(option: str) -> str:
    """An option of a question in words: one of `OPTIONS`, a number, or cards."""
    if option in OPTIONS:
        return say(OPTIONS[option])
    return " ".join(written(each) if each in FRENCH.faces else each for each in option.split())
