"""The leaderboard and the statistics of the evenings that a browser keeps."""

import csv
import json

import pytest

from tests.page.desk import DESKTOP, PHONE, faults, shows
from tests.page.test_screens import WAYS

WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
CLEAN_RUN = "4h 5h 6h 7h 8h 9h 10h"


def sheet_of(sides, points, target=1000, **more):
    """The file of an evening that was saved before there was a leaderboard, by rounds."""
    rounds = [[{"points": n, "provisional": False, "draft": None} for n in row] for row in points]
    sheet = {"version": 1, "sides": sides, "target": target, "rounds": rounds, **more}
    return {
        "name": "sheet.json", "mimeType": "application/json", "buffer": json.dumps(sheet).encode(),
    }  # fmt: skip


def opens(person):
    """Go to the score sheet."""
    person.page.goto(f"{person.url}/#/sheet")
    person.page.locator(".evening-table").wait_for()
    return person.page


def loads(page, file):
    """Read a saved sheet, which is shown in the place of a new one."""
    begins(page)
    page.locator('[name="sheet"]').set_input_files(file)
    total = sum(row[0]["points"] for row in json.loads(file["buffer"])["rounds"])
    page.locator(".evening-table tfoot b", has_text=f"{total:,}").wait_for()


def begins(page):
    """A new evening."""
    page.get_by_role("button", name="New evening").click()
    page.get_by_role("button", name="Begin a new one").click()
    page.get_by_role("button", name="Begin a new one").wait_for(state="detached")
    page.locator(".evening-table tbody tr").nth(1).wait_for(state="detached")


def rows(page, title):
    """The cells of a table of results."""
    table = page.get_by_role("region", name=title)
    table.wait_for()
    return [
        line.split("\t")
        for line in table.locator("tbody tr").evaluate_all(
            "all => all.map((row) => [...row.cells].map((cell) => cell.innerText).join('\\t'))"
        )
    ]


def results(page):
    """Open the leaderboard."""
    page.locator(".results > summary").click()
    page.locator(".results .choice").wait_for()  # there, whether anything has been counted or not
    page.locator(".results .choice input").nth(1).check()  # the leaderboard


FRIDAY = sheet_of(["Ana & Bia", "Caio & Duda"], [[700, 300], [500, -85]])
SATURDAY = sheet_of(["Ana", "Caio"], [[300, 1100]])


def test_evenings_make_a_leaderboard_with_partners_and_csv(somebody, tmp_path):
    """One that is shown, one that was shown before; taken out, it does not count."""
    ana = somebody()
    page = opens(ana)
    results(page)
    page.get_by_text("No rounds have been counted yet.").wait_for()
    loads(page, FRIDAY)
    page.get_by_text("Results of this evening.").wait_for()
    loads(page, SATURDAY)
    page.get_by_text("Results of the 2 evenings saved in this browser.").wait_for()
    board = page.get_by_role("region", name="Leaderboard of the players")
    board.get_by_text("1,500").wait_for()  # of both
    assert rows(page, "Leaderboard of the players") == [
        ["1", "Bia", "1", "1", "2", "1,200", "600", "700"],
        ["2", "Ana", "2", "1", "3", "1,500", "500", "700"],
        ["3", "Caio", "2", "1", "3", "1,315", "438", "1,100"],
        ["4", "Duda", "1", "0", "2", "215", "108", "300"],
    ]
    assert rows(page, "Leaderboard of the teams")[0][1] == "Ana & Bia"
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as CSV").click()
    assert download.value.suggested_filename == "tranca-leaderboard.csv"
    download.value.save_as(tmp_path / "board.csv")
    csv_rows = list(csv.DictReader((tmp_path / "board.csv").read_text().splitlines()))
    assert [row["name"] for row in csv_rows if row["kind"] == "team"] == [
        "Ana & Bia",
        "Caio & Duda",
    ]
    page.get_by_label("Partners and opponents").check()
    assert ["Ana", "Bia", "1", "1", "2"] in rows(page, "Partners")
    assert ["Caio", "Ana", "2", "1", "3"] in rows(page, "Opponents")
    page.reload()
    page.locator(".evening-table").wait_for()
    results(page)
    page.get_by_text("Results of the 2 evenings saved in this browser.").wait_for()
    page.locator(".kept summary").click()
    page.get_by_role("button", name="Remove: Ana & Bia, Caio & Duda").click()
    page.get_by_text("Results of this evening.").wait_for()
    shows(page.get_by_role("region", name="Leaderboard of the players").locator("tbody tr"), 2)


def test_an_evening_that_is_opened_again_counts_once(somebody):
    ana = somebody()
    page = opens(ana)
    for file in (FRIDAY, SATURDAY, FRIDAY, SATURDAY):
        loads(page, file)
    results(page)
    page.get_by_text("Results of the 2 evenings saved in this browser.").wait_for()
    page.locator(".kept summary").click()
    page.get_by_role("button", name="Open: Ana & Bia, Caio & Duda").click()
    page.locator(".evening-table tfoot b", has_text="1,200").wait_for()
    shows(page.locator(".kept li"), 1)
    page.get_by_role("button", name="New evening").click()
    page.get_by_role("button", name="Begin a new one").click()
    page.get_by_text(
        "Results of the 3 evenings saved in this browser."
    ).wait_for()  # the new one is empty
    shows(page.get_by_role("region", name="Leaderboard of the teams").locator("tbody tr"), 2)


def test_cards_make_statistics_and_players_can_be_named(somebody):
    """A round by cards, one by points alone; a side whose name does not say who plays."""
    ana = somebody()
    page = opens(ana)
    loads(page, sheet_of(["Bears", "Caio"], [[300, 200]], target=3500))
    page.locator(".evening-table tbody tr").nth(1).locator("button").first.click()
    page.locator('[name="new-meld"]').fill(CLEAN_RUN)
    page.keyboard.press("Enter")
    page.get_by_text("run, clean canastra").wait_for()
    page.get_by_label("taken and used").check()
    page.get_by_label("no", exact=True).check()
    page.get_by_text("No questions left").wait_for()
    page.get_by_role("button", name="Back to the sheet").click()
    page.locator(".players summary").click()
    page.get_by_label("Players of Bears").fill("Ana, Bia")
    page.get_by_label("Players of Bears").press("Enter")
    page.get_by_label("Players of Caio").focus()
    results(page)
    page.get_by_label("Statistics", exact=True).check()
    assert rows(page, "Statistics of the players") == [
        ["Ana", "1 of 2", "1", "0", "0", "0", "0", "1", "0", "0"],
        ["Bia", "1 of 2", "1", "0", "0", "0", "0", "1", "0", "0"],
        ["Caio", "0 of 1", "0", "0", "0", "0", "0", "0", "0", "0"],
    ]
    page.get_by_role("button", name="New evening").click()
    page.get_by_text("This evening stays among the earlier evenings").wait_for()
    page.get_by_role("button", name="Begin a new one").click()
    page.get_by_text("Results of the 2 evenings saved in this browser.").wait_for()
    assert rows(page, "Statistics of the players")[0][:3] == ["Ana", "1 of 2", "1"]


def test_answers_given_while_others_are_on_their_way_are_all_kept(somebody):
    """However slow the service is."""
    from playwright.sync_api import expect

    ana = somebody()
    page = opens(ana)
    loads(page, sheet_of(["Bears", "Caio"], [[300, 200]], target=3500))
    page.locator(".evening-table tbody tr").nth(1).locator("button").first.click()
    page.locator('[name="new-meld"]').fill(CLEAN_RUN)
    page.keyboard.press("Enter")
    page.get_by_text("run, clean canastra").wait_for()
    held, is_slow = [], [True]
    page.route("**/sheet", lambda route: held.append(route) if is_slow else route.continue_())
    for label in ("taken and used", "no", "Three decks (six players)"):
        page.get_by_label(label, exact=True).click()
    is_slow.clear()
    held.pop().continue_()
    page.get_by_text("No questions left").wait_for()
    for label in ("taken and used", "no", "Three decks (six players)"):
        expect(page.get_by_label(label, exact=True)).to_be_checked()


def test_cards_of_a_sheet_from_before_there_was_a_leaderboard_are_counted(somebody, tmp_path):
    """The evening that is shown, and the same as an earlier one."""
    ana = somebody()
    page = opens(ana)
    page.locator(".evening-table tbody button").first.click()
    page.locator('[name="new-meld"]').fill(CLEAN_RUN)
    page.keyboard.press("Enter")
    page.get_by_text("run, clean canastra").wait_for()
    page.get_by_role("button", name="Back to the sheet").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save all evenings").click()
    download.value.save_as(tmp_path / "evening.json")
    (data,) = json.loads((tmp_path / "evening.json").read_text())["evenings"]
    for new in ("id", "begun", "players"):
        del data[new]
    del data["rounds"][0][0]["counts"]
    data["sides"][0] = "Eva"
    old = {"name": "old.json", "mimeType": "application/json", "buffer": json.dumps(data).encode()}
    bob = somebody()
    page = opens(bob)
    page.locator('[name="sheet"]').set_input_files(old)
    points = data["rounds"][0][0]["points"]
    page.locator(".evening-table tfoot b", has_text=f"{points}").wait_for()
    results(page)
    page.get_by_label("Statistics", exact=True).check()
    assert rows(page, "Statistics of the players")[0][:3] == ["Eva", "1 of 1", "1"]
    page.get_by_role("button", name="New evening").click()
    page.get_by_role("button", name="Begin a new one").click()
    page.get_by_text("Results of the 2 evenings saved in this browser.").wait_for()
    assert rows(page, "Statistics of the players")[0][:3] == ["Eva", "1 of 1", "1"]


@pytest.mark.parametrize(("size", "theme"), WAYS)
def test_axe_finds_no_fault_in_the_results(somebody, size, theme):
    """And nothing is wider than the window."""
    ana = somebody(size=size, theme=theme)
    page = opens(ana)
    loads(page, FRIDAY)
    loads(page, SATURDAY)
    page.locator(".players summary").click()
    results(page)
    page.locator(".kept summary").click()
    for board in ("Leaderboard", "Statistics", "Partners and opponents"):
        page.get_by_label(board, exact=True).check()
        assert faults(page) == "[]"
        assert page.evaluate(WIDE) == 0


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_touch_targets_in_the_results_are_large_enough(somebody, size):
    ana = somebody(size=size)
    page = opens(ana)
    loads(page, FRIDAY)
    loads(page, SATURDAY)
    results(page)
    page.locator(".kept summary").click()
    touched = ".results button:visible, .results summary:visible, .results .choice label:visible"
    heights = page.locator(touched).evaluate_all(
        "all => all.map((one) => Math.round(one.getBoundingClientRect().height))"
    )
    assert len(heights) >= 6 and min(heights) >= 44


def test_results_are_drawn_passed_on_and_names_corrected(somebody, tmp_path):
    """On a small phone in Portuguese; each picture in words; two names of one person are one."""
    ana = somebody(size={"width": 320, "height": 640})
    ana.context.add_init_script("localStorage.setItem('dealt.language', 'pt-BR')")
    page = opens(ana)
    rounds = [[{"points": n, "provisional": False, "draft": None} for n in (700, 300)]]
    evenings = [
        {"version": 1, "id": side, "begun": "2026-11-20", "target": 700, "players": [],
         "sides": [side, "Caio"], "rounds": rounds}
        for side in ("Ana & Bia", "Anna & Bia")
    ]  # fmt: skip
    data = {"format": "tranca evenings", "version": 1, "evenings": evenings}
    buffer = json.dumps(data).encode()
    page.locator('[name="sheet"]').set_input_files(
        {"name": "all.json", "mimeType": "application/json", "buffer": buffer}
    )
    page.get_by_text("2 noites adicionadas.").wait_for()
    results(page)
    picture = page.locator(".board-picture img")
    for board, words in (
        ("Esta noite", "Anna & Bia 700, Caio 300"),
        ("Classificação", "Pontos por rodada, mês a mês. 11/2026: "),
        ("Parceiros e adversários", "Ana e Bia: "),
    ):
        page.get_by_label(board, exact=True).check()
        page.locator(f'.board-picture img[alt*="{words}"]').wait_for()
        assert picture.evaluate("(image) => image.complete && image.naturalWidth") >= 280
        assert page.evaluate(WIDE) == 0
    assert faults(page) == "[]"
    page.set_viewport_size({"width": 844, "height": 390})  # turned, it is drawn anew
    page.wait_for_function("() => document.querySelector('.board-picture img').naturalWidth > 600")
    page.locator(".results details.players summary").click()
    page.locator('[name="wrong-name"]').select_option("Anna")
    page.locator('[name="right-name"]').fill("Ana")
    change = page.get_by_role("dialog")
    page.get_by_role("button", name="Corrigir o nome").click()
    change.get_by_text("Anna conta como Ana a partir de agora: 1 noite, 20/11/2026.").wait_for()
    assert page.evaluate(WIDE) == 0 and faults(page) == "[]"
    change.get_by_role("button", name="Cancelar").click()
    shows(page.get_by_text("Anna conta como Ana."), 0)
    page.get_by_role("button", name="Corrigir o nome").click()
    change.get_by_role("button", name="Salvar a mudança").click()
    page.get_by_text("Anna conta como Ana.").wait_for()
    page.locator('[name="wrong-name"]').select_option("Ana")
    page.locator('[name="right-name"]').fill("Anna")
    page.get_by_role("button", name="Corrigir o nome").click()
    page.get_by_text("Anna conta como Ana; desfaça isso primeiro").wait_for()
    page.locator('[name="right-name"]').fill("Caio")
    page.get_by_role("button", name="Corrigir o nome").click()
    page.get_by_text("Ana e Caio jogaram na mesma noite (20/11/2026)").wait_for()
    assert page.evaluate(WIDE) == 0 and faults(page) == "[]"
    ana.trouble = [line for line in ana.trouble if "400" not in line]
    page.locator('.board-picture img[alt*="Ana e Bia: vencidas 2"]').wait_for()
    page.reload()
    page.locator(".evening-table").wait_for()
    results(page)
    shows(page.get_by_role("region", name="Classificação dos jogadores").locator("tbody tr"), 3)
    page.locator(".results details.players summary").click()
    page.get_by_role("button", name="Desfazer: Anna").click()
    change.get_by_text("Anna volta a contar separado de Ana: 1 noite, 20/11/2026.").wait_for()
    change.get_by_role("button", name="Salvar a mudança").click()
    shows(page.get_by_role("region", name="Classificação dos jogadores").locator("tbody tr"), 4)
    page.get_by_label("Esta noite", exact=True).check()
    shows(page.locator(".share-text", has_text="Anna & Bia: 700"), 1)
    with page.expect_download() as download:
        page.get_by_role("button", name="Compartilhar a imagem").click()
    download.value.save_as(tmp_path / "evening.png")
    assert (tmp_path / "evening.png").read_bytes().startswith(b"\x89PNG")


def test_an_evening_changed_on_two_phones_is_there_twice_and_counts_once(somebody):
    page = opens(somebody())
    loads(page, sheet_of(["Ana", "Caio"], [[300, 100]], id="friday"))
    other = sheet_of(["Ana", "Caio"], [[350, 100]], id="friday")
    page.locator('[name="sheet"]').set_input_files(other)
    page.get_by_text("1 evening was changed here and in the file").wait_for()
    results(page)
    assert rows(page, "Leaderboard of the players")[0][4:6] == ["1", "300"]
    page.locator(".kept summary").click()
    shows(page.locator(".kept li", has_text="another version, not counted"), 1)
    page.get_by_role("button", name="Open: Ana, Caio").click()
    page.locator(".evening-table tfoot b", has_text="350").wait_for()
    assert rows(page, "Leaderboard of the players")[0][4:6] == ["1", "300"]
