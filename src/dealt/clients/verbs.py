"""What can be said at a table besides moves: the words, the keys, and how the last line names them.

One list for every face: nothing here draws. The keys that go from one part of the screen to
another are those of the parts.
"""

from __future__ import annotations

from dataclasses import dataclass

from dealt.language import message


@dataclass(frozen=True)
class Verb:
    """Something to be said.

    Attributes:
        name: of what is done: `action_hint` of the screen does `hint`.
        keys: as Textual calls them; none where there is only a word.
        words: to be typed at the line instead.
        label: for the last line; empty: it does not stand there.
        spared: when it leaves the last line where there is no room, the greatest first; 0: never.
        at_once: the key works wherever one is, except where letters are typed.
        question: asked where the word stands alone; empty: the word stands alone, and only so.
    """

    name: str
    keys: str = ""
    words: tuple[str, ...] = ()
    label: str = ""
    spared: int = 0
    at_once: bool = False
    question: str = ""


VERBS = (  # the last line has them in this order
    Verb("pass", "p", label=message("p pass")),
    Verb("hint", "h", ("hint",), message("h hint"), spared=1),
    Verb("sort", "s", ("sort",), message("s sort"), spared=2),
    Verb("score", "t", ("score",), message("t score"), spared=3),
    Verb("chat", "c", (), message("c chat"), spared=4, at_once=True),
    Verb("rules", "f1", ("rules",), message("F1 rules"), spared=5),
    Verb("help", "question_mark,f2", ("help", "?"), message("? keys")),
    Verb("app.quit", "q", ("quit", "q"), message("q quit")),
    Verb("log", "l", ("log",)),
    Verb("undo", "u", ("undo",)),
    Verb("verify", "v", ("verify",)),
    Verb("receipt", words=("receipt",)),
    Verb("seats", "w", ("seats",)),
    Verb("menu", "m", ("menu",)),
    Verb("command", "slash,colon", at_once=True),
    Verb("say", words=("say",), question=message("Say what? For example: say well played")),
    Verb("why", words=("why",), question=message("Which move? For example: why pass")),
    Verb("name", words=("name",), question=message("Which name? For example: name Ana")),
    Verb(
        "seat", words=("seat",), question=message("What about a seat? For example: seat swap Ana")
    ),
)
LABELS_AT_LINE = (message("esc back"), message("F1 rules"), message("F2 keys and words"))
_BY_WORD = {word: verb for verb in VERBS for word in verb.words}


def verb_in(typed: str) -> tuple[Verb, str] | None:
    """What is typed that is no move, and the words behind it: `hint`, `why pass` and so on.

    Returns:
        The verb and its words, empty where none were typed; None: it may be a move.
    """
    word, _, rest = typed.removeprefix("/").strip().partition(" ")
    verb = _BY_WORD.get(word.lower())
    if verb is None or rest and not verb.question:
        return None
    return verb, rest.strip()
