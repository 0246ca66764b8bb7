"""The language of messages: how it is chosen, and that no translation is missing."""

import ast
import asyncio
import contextlib
import json
import re
import string
import threading

import pytest
from babel.messages.checkers import num_plurals
from hatch_build import compiled

from dealt import language
from dealt.clients.screen.pages import rules_page
from dealt.games import game, games
from dealt.language import (
    Phrase,
    decimal,
    in_english,
    listed,
    number,
    say,
    say_n,
    speak,
    speaking,
    spoken,
)
from tests import messages
from tests.brackets import in_brackets, outside
from tests.habits import found_in
from tests.program import run

PORTUGUESE = "pt-BR"
CATALOGUES = messages.catalogues()
# what the reference does not show, but for the protocol
UNSHOWN = {"cli", "clients", "service", "terminal"}


def documented():
    """The modules whose docstrings people read."""
    for path in messages.SOURCE.rglob("*.py"):
        if path.name == "protocol.py" or not UNSHOWN & {*path.relative_to(messages.SOURCE).parts}:
            yield path


def fields(text):
    """The names of the places in a message."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


# --- which language -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("en", "en"),
        ("en_GB.UTF-8", "en"),
        ("pt", PORTUGUESE),
        ("pt-br", PORTUGUESE),
        ("pt_BR.UTF-8@euro", PORTUGUESE),
        ("pt_PT", PORTUGUESE),
        ("de", None),
        ("C.UTF-8", None),
        ("POSIX", None),
        ("", None),
    ],
)
def test_a_language_is_known_by_the_names_that_systems_give_it(name, expected):
    assert language.language_of(name) == expected


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, "en"),
        ({"LANG": "pt_BR.UTF-8"}, PORTUGUESE),
        ({"LANG": "pt_BR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANGUAGE": "de:pt:en", "LANG": "de_DE"}, PORTUGUESE),
        ({"DEALT_LANGUAGE": "en", "LANG": "pt_BR"}, "en"),
        ({"DEALT_LANGUAGE": "", "LANG": "pt_BR"}, PORTUGUESE),
        ({"LANG": "de_DE"}, "en"),
    ],
)
def test_the_environment_says_the_language(variables, expected):
    assert language.of_environment(variables) == expected


def test_an_unknown_language_is_not_spoken():
    with pytest.raises(LookupError, match="klingon"):
        speak("klingon")
    assert spoken() == "en"


def test_speaking_ends_with_the_block_even_after_an_error():
    with contextlib.suppress(ZeroDivisionError), speaking("pt"):
        assert spoken() == PORTUGUESE
        _ = 1 / 0
    assert spoken() == "en"


def test_threads_and_tasks_have_their_own():
    """A task that awaits does not hear what another one speaks, nor does a thread."""
    words = []

    async def one(name):
        with speaking(name):
            await asyncio.sleep(0)
            words.append(say("total") if name == "en" else say("draw"))

    async def several():
        await asyncio.gather(*(one(name) for name in ("en", PORTUGUESE, "en", PORTUGUESE)))

    asyncio.run(several())
    assert words == ["total", "comprar", "total", "comprar"]
    with speaking(PORTUGUESE):
        thread = threading.Thread(target=lambda: words.append(spoken()))
        thread.start()
        thread.join()
    assert words[-1] == "en"


# --- messages -------------------------------------------------------------------------------------


def test_messages_are_filled_in_with_their_values():
    """Plural forms, names, numbers; English stands in for a missing translation."""
    assert say("{name} went out", name="{x}") == "{x} went out"
    assert (
        say_n("1 card", "{n} cards", 1) == "1 card" and say_n("1 card", "{n} cards", 0) == "0 cards"
    )
    assert number(1234567) == "1,234,567" and decimal("80.1%") == "80.1%"
    with speaking(PORTUGUESE):
        assert say("{name} went out", name="Ana") == "Ana bateu"
        assert [say_n("1 card", "{n} cards", n) for n in (0, 1, 2)] == [
            "0 cartas", "1 carta", "2 cartas",
        ]  # fmt: skip
        assert number(1234567) == "1.234.567" and decimal("80.1%") == "80,1%"
        assert listed(["A", "B", "C"]) == "A, B e C" and listed(["A", "B"], "or") == "A ou B"
        assert say("never translated {x}", x=1) == "never translated 1"


def test_a_phrase_is_read_again_in_its_language():
    phrase = Phrase("lay {card} on {sequence}", {"card": "5H", "sequence": 2})
    phrases = ("lay {card} on {sequence}", "draw")
    assert phrase.english == str(phrase) == "lay 5H on 2"
    with speaking(PORTUGUESE):
        assert str(phrase) == "colocar 5H no jogo 2" and phrase.english == "lay 5H on 2"
        assert in_english("  Colocar 5h  NO jogo 2 ", phrases) == "lay 5h on 2"
        assert in_english("lay 5H on 2", phrases) == "lay 5H on 2"
        assert in_english("colocar", phrases) == "colocar"
    assert in_english("colocar 5H no jogo 2", phrases) == "colocar 5H no jogo 2"


# --- catalogues -----------------------------------------------------------------------------------


def test_there_is_a_catalogue_for_each_language_but_english():
    languages = {path.parent.parent.name.replace("_", "-") for path in CATALOGUES}
    assert languages == set(language.LANGUAGES) - {"en"}


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.parent.name)
def test_the_catalogue_has_each_message_and_no_other(path):
    """`make messages` brings it up to date."""
    assert messages.updated(path) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.parent.name)
def test_each_message_is_translated_and_its_places_agree(path):
    catalogue = messages.read(path)
    assert len(catalogue) > 500
    for message in catalogue:
        if not message.id:
            continue
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        assert all(strings), f"no translation of {message.id!r}"
        assert not message.fuzzy, message.id
        if len(ids) == 2:
            assert len(strings) == catalogue.num_plurals, message.id
        allowed = set().union(*map(fields, ids))
        for text in strings:
            assert fields(text) <= allowed, text
        assert fields(strings[-1]) == fields(ids[-1]), message.id
        for text in (*ids, *strings):
            assert not re.search(r"\([A-Z]\d+\)", text), f"the ruling belongs in `rule`: {text}"
        for text in (ids[0], strings[0]):  # prompts keep the blank before the answer
            assert text.endswith(" ") == ids[0].endswith(" "), text
        num_plurals(catalogue, message)  # messages may have percent signs


def test_only_calls_of_the_functions_are_collected():
    """Not methods of that name, not texts that are put together."""
    source = """
from dealt.language import message, message_n, say, say_n
say("one", x=1)
console.say("two")
say_n("a", "b", n)
message("three" " four")
say(name)
other("five")
Phrase("not imported")
raise SetupError("seven {x}" if x else "eight", x=1) from None
raise DeckError(message_n("c", "d"), n=2)
raise Refused("seat", "nine")
future.set_exception(ParseError("ten"))
raise SetupError(f"{x} is for programmers only")
raise ParseError(error)
raise ValueError("eleven")
"""
    expected = ["one", ("a", "b"), "three four", ("c", "d"), "seven {x}", "eight", "nine", "ten"]
    assert sorted(messages.messages_in(source), key=str) == sorted(expected, key=str)


def test_messages_are_put_together_from_no_pieces():
    """No message is an f-string, or anything else that cannot be collected."""
    for path in messages.modules():
        for arguments in messages.marked(path.read_text(encoding="utf-8")):
            for text in arguments:
                assert not isinstance(text, ast.JoinedStr | ast.BinOp), (path, text.lineno)


@pytest.mark.parametrize(("part", "least"), [("first", 240), ("lazy", 150)])
def test_the_page_takes_its_texts_from_the_catalogue(part, least):
    """All of a part, in each language, as a module of the page."""
    builder = messages.page_builder()
    script = builder.translations(part).partition("= {")[2].rstrip(";\n")
    keys = builder.english(part)
    texts_of_page = json.loads("{" + script)
    assert len(keys) > least and set(texts_of_page) == set(language.LANGUAGES) - {"en"}
    for texts in texts_of_page.values():
        assert len(texts) == len(keys) and all(texts), "one of each, in their order"


def test_each_text_of_the_page_belongs_to_one_part():
    """A text that is fetched later is none of the first visit; both together are all there are."""
    builder = messages.page_builder()
    first, lazy, everything = (builder.english(part) for part in ("first", "lazy", ""))
    assert not set(first) & set(lazy)
    assert {**first, **lazy} == everything


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.parent.name)
def test_the_compiled_catalogue_is_up_to_date(path):
    """If not, `make messages` compiles it, as does installing the package."""
    assert path.with_suffix(".mo").read_bytes() == compiled(path)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.parent.name)
def test_no_text_is_translated_twice(path):
    """What the page and the rest say alike has one translation, but where the context differs."""
    catalogue = messages.read(path)
    own = {message.context: message for message in catalogue if message.context}
    assert set(own) == {f"page {key}" for key in messages.OWN_TEXTS}
    plain = {}
    for message in catalogue:
        if message.id and not message.context:
            ids = message.id if message.pluralizable else (message.id,)
            strings = message.string if message.pluralizable else (message.string,)
            assert not set(ids) & set(plain), "what is said of several is a message of its own, too"
            plain |= {ids[0]: strings[0], ids[-1]: strings[-1]}
    for message in own.values():
        assert message.id in plain, f"{message.context} needs no entry of its own"
        assert message.string != plain[message.id], message.context


def test_words_outside_of_brackets_are_noticed():
    """The language of brackets shows what is a message, and what is put into one."""
    assert outside("[Round 1], [of [Ana]]: 5H") == []
    assert outside("[Round 1], [of [Ana]]: draw", ["Bob"]) == ["draw"]
    with in_brackets():
        assert say("{name} went out", name=say("total")) == "[[total] went out]"
        assert say_n("1 card", "{n} cards", 2) == "[2 cards]"
        assert number(1000) == "1,000" and in_english("[draw]", ("draw",)) == "draw"


# --- the rules in other languages -----------------------------------------------------------------

OTHERS = [(game, name) for game in games() for name in language.LANGUAGES if name != "en"]
NUMBER = re.compile(r"\d[\d.,]*")


def numbers(text):
    """The numbers of a text, without the signs between their thousands and before decimals."""
    return sorted(re.sub("[.,]", "", number) for number in NUMBER.findall(text))


def parts_of(document):
    """The sections and rulings of a text of rules, each with its text: `## 2`, `P5`."""
    parts, section = {}, 0
    for part in re.split(r"^(?=#|- \*\*[A-Z]\d+\.)", document, flags=re.MULTILINE)[1:]:
        ruling = re.match(r"- \*\*([A-Z]\d+)", part)
        section += ruling is None
        name = ruling[1] if ruling else f"{part.split()[0]} {section}"
        assert name not in parts, name
        parts[name] = part
    return parts


@pytest.mark.parametrize(("game", "name"), OTHERS, ids=lambda each: getattr(each, "name", each))
def test_the_rules_say_the_same_in_each_language(game, name):
    """The same sections and rulings in the same order; in each the same numbers, tests and code."""
    english = parts_of(game.document())
    with speaking(name):
        other = parts_of(game.document())
    assert list(other) == list(english)
    for part, text in english.items():
        theirs = other[part]
        assert numbers(theirs) == numbers(text), part
        code = [
            sorted(re.findall(r"`(?:test_\w+|--[^`]+|\w+=\w+)`", each)) for each in (text, theirs)
        ]
        assert code[0] == code[1], part
        blocks = [re.findall(r"^    .*$", each, re.MULTILINE) for each in (text, theirs)]
        assert blocks[0] == blocks[1], part
        assert text.count("|") == theirs.count("|"), part
    assert not any(text == other[part] for part, text in english.items()), "one is still English"


def test_rules_without_a_translation_are_read_in_english(monkeypatch):
    """As the rules of a game of one's own."""
    game = games()[0]
    english = game.document()
    monkeypatch.setitem(language.LANGUAGES, "eo", "Esperanto")
    with speaking("eo"):
        assert game.document() == english
    with speaking(PORTUGUESE):
        assert game.document() != english


def test_a_ruling_is_shown_in_the_language_of_the_reader():
    """The page of rules at the table begins with the ruling behind a refusal."""
    assert rules_page("tranca", "T5").startswith("**T5.** A tranca costs 100")
    assert rules_page("tranca", "") == rules_page("tranca", "T99")
    with speaking(PORTUGUESE):
        assert rules_page("tranca", "T5").startswith("**T5.** Uma tranca que fica na mão")


# --- at the command line --------------------------------------------------------------------------


def test_the_command_line_speaks_the_language_that_is_asked_for():
    """By the option before the command, else as the environment has it."""
    output = run("--language", "pt", "play", "three-card-poker", typed="x\njogar\nq\n").stdout
    assert "jogar ou desistir" in output and "não entendi 'x'" in output
    output = run("play", "three-card-poker", typed="q\n", DEALT_LANGUAGE="pt_BR").stdout
    assert "1. jogar" in output
    result = run("--language", "klingon", "games")
    assert result.returncode == 2 and result.stderr.strip().endswith("available: en, pt-BR")


def test_messages_read_as_a_native_writer_has_them():
    """Ordinary software English: `is not a card`, `lists`, `Bia's turn`."""
    texts = english_texts()
    assert not [(text, *faults) for text in texts if (faults := list(found_in(text)))]


def test_docstrings_of_the_reference_read_as_a_native_writer_has_them():
    """Those of modules, and of public names, as the reference shows them."""
    shown = [
        node
        for path in documented()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Module)
        or isinstance(node, ast.ClassDef | ast.FunctionDef)
        and not node.name.startswith("_")
    ]
    texts = [" ".join((ast.get_docstring(node) or "").split()) for node in shown]
    assert not [(text, *faults) for text in texts if (faults := list(found_in(text)))]


def texts_of(ids):
    return [ids] if isinstance(ids, str) else list(ids)


def english_texts():
    """The texts of all messages, as the catalogue has them, which another test compares."""
    catalogue = messages.read(CATALOGUES[0])
    return [text for message in catalogue if message.id for text in texts_of(message.id)]


@pytest.mark.parametrize("name", ["presidente", "Presidente", "president"])
def test_games_and_levels_have_their_names_in_portuguese(name, tmp_path):
    """From the first word on; the English ones are as good."""
    seats = ["--seat", "Ana", "--seat", "bom", "--seat", "random", "--adviser", "bom"]
    typed = run(
        "play",
        name,
        "--plain",
        *seats,
        "--seed",
        "3",
        typed="1\n",
        cwd=tmp_path,
        DEALT_LANGUAGE="pt_BR.UTF-8",
    ).stdout
    assert "Presidente, semente 3" in typed and "Bia (bom) jogou" in typed
    assert "good" not in typed and "bom jogaria" in typed


def test_titles_of_games_are_read_without_accents():
    """In any language."""
    for name in ("Pôquer de três cartas", "poquer-de-tres-cartas", "three-card poker"):
        assert game(name).name == "three-card-poker"
