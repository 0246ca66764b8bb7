"""House rules as people read them: no names of options, no rulings, in the reader's language."""

import re

from dealt.games import games
from dealt.language import say, speaking
from tests.page.desk import PHONE, faults

GAMES = [game for game in games() if game.options]


def test_house_rules_have_titles_and_choices_in_words(somebody):
    """In Portuguese nothing is left of the English, nor of the developers' names."""
    ana = somebody(size=PHONE)
    ana.page.add_init_script("localStorage.setItem('dealt.language', 'pt-BR')")
    for game in GAMES:
        reads_the_house_rules(ana, game)


def reads_the_house_rules(ana, game):
    """Where a table of the game is set up."""
    page = ana.page
    page.goto(f"{ana.url}/#/new/{game.name}")
    with speaking("pt-BR"):
        title = say(game.title)
        titles = [say(option.title) for option in game.options]
        choices = {option.choice_text(c) for option in game.options for c in words_of(option)}
    page.get_by_role("heading", level=1).get_by_text(title).wait_for()
    rules = page.locator(".house-rules")
    rules.locator("summary").click()
    assert rules.locator(".meaning").all_inner_texts() == titles
    offered = set(rules.locator("option").all_inner_texts())
    assert offered == choices
    text = rules.inner_text()
    for option in game.options:
        assert option.name not in text or "_" not in option.name
    assert not re.search(r"--|//|\([A-Z]\d+\)|test_", text)
    assert faults(page) == "[]"


def words_of(option):
    """The names of choices, which have words."""
    return () if isinstance(option.choices, range) else option.choices


def test_a_number_out_of_range_is_marked_at_its_field_and_opens_no_table(somebody):
    """Also in house rules that are folded, where a browser could not show what is wrong."""
    option = next(o for game in GAMES for o in game.options if isinstance(o.choices, range))
    game = next(game for game in GAMES if option in game.options)
    ana = somebody()
    page = ana.page
    page.add_init_script("localStorage.setItem('dealt.language', 'pt-BR')")
    page.goto(f"{ana.url}/#/new/{game.name}")
    rules, begin = page.locator(".house-rules"), page.get_by_role("button", name="Abrir a mesa")
    rounds = page.get_by_label("Rodadas")
    rounds.fill("1000")
    begin.click()
    page.get_by_text("Um número inteiro de 1 a 999").wait_for()
    assert rounds.evaluate("field => field === document.activeElement")
    rounds.fill("1")
    rules.locator("summary").click()
    field = rules.get_by_role("spinbutton").first
    field.fill(f"{option.choices.stop}")
    rules.locator("summary").click()
    begin.click()
    field.wait_for()
    message = f"Um número inteiro de {option.choices.start} a {option.choices.stop - 1}"
    rules.get_by_text(message).wait_for()
    assert faults(page) == "[]"
    field.fill("")
    begin.click()
    page.locator(".table-screen").wait_for()
