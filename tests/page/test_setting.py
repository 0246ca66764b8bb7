"""An evening set up on a phone, in Portuguese: seats, whose deal it is, house rules, and again.

With SHOTS=FOLDER in the environment pictures of the sheet are kept there, in four sizes.
"""

import os
from pathlib import Path

from tests.page.desk import PHONE, faults, stored_evening

WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SIZES = [(320, 640), (390, 844), (844, 390), (1280, 800)]
KINGS = "Ks Kd Kh Kp Ks curingão 2h"  # 5 x 10 + 50 + 20, and 300 for a dirty canastra
THURSDAY = "A mesa de quinta"


def pictures(person, name):
    """Pictures of the page as it is, in both themes, if they are asked for."""
    if folder := os.environ.get("SHOTS"):
        for width, height in SIZES:
            for theme in ("light", "dark"):
                person.page.set_viewport_size({"width": width, "height": height})
                person.page.emulate_media(color_scheme=theme)
                path = Path(folder) / f"{name}-{width}-{theme}.png"
                person.page.screenshot(path=path, full_page=True)
        person.page.set_viewport_size(PHONE)


def names(page, *sides):
    for number, name in enumerate(sides):
        field = page.locator(".side-name textarea").nth(number)
        field.fill(name)
        field.press("Enter")


def reads(page, text, where):
    page.locator(where, has_text=text).first.wait_for()


def test_an_evening_has_seats_a_deal_and_house_rules(somebody):
    bia = somebody(size=PHONE)
    bia.context.add_init_script("localStorage.setItem('dealt.language', 'pt-BR')")
    page = bia.page
    page.goto(f"{bia.url}/#/sheet")
    names(page, "Ana & Bia", "Caio & Duda")
    reads(page, "Rodada 1: Ana dá as cartas, Caio começa", ".deal > summary")
    reads(page, "Regras: Tranca", ".house-rules:not(.deal) > summary")

    page.locator(".deal > summary").click()
    page.get_by_label("Lugar 2").select_option(label="Duda")
    reads(page, "Ana dá as cartas, Duda começa", ".deal > summary")
    page.get_by_role("radio", name="Bia").check()
    reads(page, "Rodada 1: Bia dá as cartas, Caio começa", ".deal > summary")
    pictures(bia, "seats")
    page.get_by_label("Pontos de Ana & Bia, rodada 1").fill("500 300")
    page.keyboard.press("Enter")
    reads(page, "Rodada 2: Caio dá as cartas, Ana começa", ".deal > summary")

    page.locator(".house-rules:not(.deal) > summary").click()
    page.locator('[name="preset"]').select_option(label="Canasta clássica")
    reads(page, "Regras: Canasta clássica", ".house-rules:not(.deal) > summary")
    assert page.locator('[name="target"]').input_value() == "5000"
    assert page.locator(".minimums td").all_inner_texts() == ["50", "50"]
    page.locator(".house-rules details > summary").click()
    pictures(bia, "rules")
    assert page.evaluate(WIDE) <= 0
    assert faults(page) == "[]"
    clean = page.get_by_label("canastra limpa, sem curinga")
    clean.fill("600")
    reads(page, "Canasta clássica, com mudanças", ".house-rules:not(.deal) > summary")
    reads(page, "canastra limpa, sem curinga: 600", ".house-rules li")

    page.get_by_role("button", name="Contar cartas").first.click()
    page.locator(".facts").wait_for()
    assert page.get_by_role("group", name="Morto").count() == 0  # Canasta has none
    page.locator('[name="new-meld"]').fill(KINGS)
    page.keyboard.press("Enter")
    page.locator(".round-total", has_text="420").wait_for()
    pictures(bia, "joker")
    page.get_by_role("button", name="Voltar ao placar").click()

    page.get_by_label("Nome da turma").fill(THURSDAY)
    page.keyboard.press("Tab")
    page.get_by_role("button", name=f"Jogar de novo: {THURSDAY}").click()
    page.locator(".evening-table tbody tr").nth(1).wait_for(state="detached")
    reads(page, "Rodada 1: Caio dá as cartas, Ana começa", ".deal > summary")
    reads(page, "Canasta clássica, com mudanças", ".house-rules:not(.deal) > summary")
    page.reload()
    reads(page, "Rodada 1: Caio dá as cartas, Ana começa", ".deal > summary")
    again = stored_evening(page)
    assert (again["title"], again["target"], again["rounds"]) == (THURSDAY, 5000, [])
    assert again["sides"] == ["Ana & Bia", "Caio & Duda"] and again["rules"]["clean"] == 600

    names(page, "Ana, Bia e Eva", "Caio, Duda e Rui")  # with six another target, and three decks
    page.locator(".seat-list li").nth(5).wait_for(state="attached")
    page.locator(".house-rules:not(.deal) > summary").click()
    page.locator('[name="preset"]').select_option(label="Tranca")
    reads(page, "Regras: Tranca", ".house-rules:not(.deal) > summary")
    assert page.locator('[name="target"]').input_value() == "5000"
    assert stored_evening(page, lambda evening: evening["target"] == 5000)["decks"] == 3
