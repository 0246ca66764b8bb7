"""House rules as people read them: no names of options, no rulings, in the reader's language."""

import re

import pytest

from dealt.games import games
from dealt.language import say, speaking
from tests.page.desk import PHONE, faults

GAMES = [game for game in games() if game.options]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_house_rules_have_titles_and_choices_in_words(somebody, game):
    """In Portuguese nothing is left of the English, nor of the developers' names."""
    ana = somebody(size=PHONE)
    page = ana.page
    page.add_init_script("localStorage.setItem('dealt.language', 'pt-BR')")
    page.goto(f"{ana.url}/#/new/{game.name}")
    with speaking("pt-BR"):
        title = say(game.title)
        titles = [say(option.title) for option in game.options]
        choices = {option.said(c) for option in game.options for c in words_of(option)}
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
