"""The keypad for cards of the score sheet, by thumb on a phone and by the keys of a keyboard."""

import pytest

from dealt.scoresheet.round.draft import Draft
from dealt.scoresheet.round.keypad import press
from tests.page.desk import DESKTOP, PHONE, faults, shows
from tests.scoresheet.test_keypad import FACTS, ON, ROUNDS

NARROW = {"width": 320, "height": 640}
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SMALLEST = """() => Math.min(...[...document.querySelectorAll('.keypad button, .keypad label')]
  .map((key) => Math.min(key.offsetWidth, key.offsetHeight)))"""
COUNT_TAPS = "window.taps = 0; addEventListener('pointerup', () => { window.taps += 1; }, true)"


def points(keys, morto, *, is_final):
    """The points of a side, as the scorer has them."""
    draft = Draft(morto=morto, final_move=is_final)
    press(draft, keys.split())
    return draft.score().total


def opens(person, language="pt-BR"):
    """The first side of a round."""
    person.context.add_init_script(f"localStorage.setItem('dealt.language', '{language}')")
    page = person.page
    page.goto(f"{person.url}/#/sheet")
    page.locator(".evening-table tbody td button").first.click()
    page.locator(".keypad").wait_for()
    return page


def taps(page, keys):
    """Press keys of the keypad with a finger, as fast as that goes."""
    for key in keys.split():
        if key == "hand":
            page.locator(".keypad").get_by_role("radio", name="A mão").tap()
        else:
            page.locator(f'[data-key="{key}"]').tap(force=True)


def total(page, number):
    """Wait until the keypad shows so many points."""
    page.locator(".pad-total b", has_text=f"{number}".replace("-", "−")).wait_for()


def test_a_whole_round_by_thumb_in_portuguese(somebody):
    """Two pairs, the first example of ten: every tap is counted, and the sheet has their points."""
    ana = somebody(size=PHONE)
    page = opens(ana)
    page.evaluate(COUNT_TAPS)
    expected = []
    for n, (_, keys) in enumerate(ROUNDS[0]):
        taps(page, keys)
        page.locator('[name="morto"]').first.click()
        page.locator('[name="final_move"]').nth(0 if n == 0 else 1).click()
        expected.append(points(keys, "used", is_final=n == 0))
        total(page, expected[-1])
        going = "Próximo: Lado 2" if n == 0 else "Voltar ao placar"
        page.get_by_role("button", name=going).tap()
        if n == 0:
            page.get_by_role("heading", name="Rodada 1, Lado 2").wait_for()
            shows(page.locator(".laid ol li"), 0)
    page.locator(".evening-table tfoot b").first.wait_for()
    cells = page.locator(".evening-table tfoot b").all_inner_texts()
    assert [int(cell.replace(".", "").replace("−", "-")) for cell in cells] == expected
    pressed = sum(len(keys.split()) for _, keys in ROUNDS[0])
    assert page.evaluate("window.taps") == pressed + 2 * (FACTS + ON)
    assert faults(page) == "[]"


def test_the_keypad_says_what_a_meld_is_and_takes_back_one_key(somebody):
    """On the narrowest phone every key is large enough; missing cards are reported at once."""
    ana = somebody(size=NARROW)
    page = opens(ana)
    entered = page.locator(".entered")
    for keys, words in (
        ("H", "A carta mais baixa"),
        ("4", "Até que carta?"),
        ("T", "sequência, canastra limpa"),
        ("2", "O 2 está no lugar de que carta?"),
        ("8", "sequência, canastra suja"),
        ("K x6", "trinca, 6 de 7, limpo"),
        ("2", "trinca, canastra suja"),
    ):
        for key in keys.split():
            page.locator(f'[data-key="{key}"]').click(force=True)
        entered.get_by_text(words).wait_for()
    assert page.evaluate(SMALLEST) >= 44
    assert page.evaluate(WIDE) == 0
    shows(page.locator(".laid ol li"), 2)
    undo = page.locator(".pad-ends button").first
    undo.click()
    entered.get_by_text("trinca, 6 de 7, limpo").wait_for()
    for _ in range(2):
        undo.click()
    entered.get_by_text("sequência, canastra suja").wait_for()
    shows(page.locator(".laid ol li"), 1)
    for key in ("H", "4", "T", "H", "4", "T"):
        page.locator(f'[data-key="{key}"]').click(force=True)
    entered.locator(".warning", has_text="4♥").wait_for()
    assert faults(page) == "[]"


def test_the_keys_of_a_keyboard_press_those_of_the_keypad(somebody):
    """Also m for the hand, and Backspace."""
    page = opens(somebody(size=DESKTOP), "en")
    page.keyboard.type("h4028kx62ax433")
    total(page, points("H 4 T 2 8 K x6 2 A x4 red red", "none", is_final=False))
    page.keyboard.press("Backspace")
    total(page, points("H 4 T 2 8 K x6 2 A x4 red", "none", is_final=False))
    page.keyboard.type("mk9b")
    total(page, points("H 4 T 2 8 K x6 2 A x4 red hand K 9 black", "none", is_final=False))


@pytest.mark.parametrize("size", [PHONE, {"width": 844, "height": 390}, DESKTOP], ids=str)
def test_all_keys_are_in_sight(somebody, size):
    """Without scrolling, upright and sideways."""
    page = opens(somebody(size=size))
    page.evaluate("scrollTo(0, 0)")
    lowest = "() => document.querySelector('.keypad').getBoundingClientRect().bottom - innerHeight"
    assert page.evaluate(lowest) <= 0
    assert page.evaluate(SMALLEST) >= 44
    assert page.evaluate(WIDE) == 0
