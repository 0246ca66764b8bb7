"""An evening of Tranca on a phone: four people, five rounds, in Portuguese and without a network.

Two rounds are entered by the keypad, one by points, one by a photo through `dealt serve`; the tab
is killed in the middle, a round is corrected, and the evening moves to the server and back.
All points are counted a second time here, from the document's section 7 alone.  With EVENING=FOLDER
in the environment pictures of the screens are kept there.
"""

import os
from pathlib import Path

import pytest

from dealt.service.web import cameras
from tests.page.conftest import bundle, served, somebody  # noqa: F401 - the page of a server
from tests.page.desk import PATIENCE_S, faults
from tests.vision.eyes import Eyes, picture, sharp, small_table

pytest.importorskip("cv2", reason="photos are read with the extra vision")
sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = sync_api.expect
expect.set_options(timeout=PATIENCE_S * 1000)

PHONE = {"width": 390, "height": 844}
NARROW, SIDEWAYS = {"width": 320, "height": 640}, {"width": 844, "height": 390}
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SIDES = "Ana & Bia", "Caio & Duda"
USED, NOT_TAKEN, YES, NO = 0, 1, 0, 1  # the answers, in the order in which they stand

# what lies there: cards by rank; a run by its suit, so that the keypad can be asked for it
RANKS = "23456789TJQKA"
FIRST = [
    {"melds": ["H 4 5 6 7 8 9 T", "K K K"], "dollars": 1, "hand": "3 9",
     "morto": True, "last": False},
    {"melds": ["Q Q Q Q Q Q 2", "C 5 6 7 8"], "dollars": 2, "hand": "A",
     "morto": True, "last": True},
]  # fmt: skip
SECOND = [
    {"melds": ["2 2 2 2 2 2 2"], "dollars": 0, "hand": "4", "morto": False, "last": False},
    {"melds": ["D 7 8 9"], "dollars": 1, "hand": "K K 3 3", "morto": False, "last": False},
]
SEEN = {  # on the photo, see `small_table`
    "melds": ["H 5 6 7 8", "K K K", "C 4 5 6 7 8 9 T", "D 6 7 2 9 T J Q"],
    "dollars": 2, "hand": "", "morto": True, "last": True,
}  # fmt: skip


def points(side):
    """The points of a side by section 7 of the document."""
    cards = {**dict.fromkeys("4567", 5), **dict.fromkeys("289TJQK", 10), "A": 15}
    total, has_canastra = 0, False
    for meld in side["melds"]:
        ranks = [each for each in meld.split() if each in RANKS]
        total += sum(cards[rank] for rank in ranks)
        if len(ranks) >= 7:
            has_canastra = True
            total += 1000 if set(ranks) == {"2"} else 100 if "2" in ranks else 200
    total += side["dollars"] * (5 + (100 if has_canastra else -100))
    for rank in side["hand"].split():  # here a three is a black one: a tranca
        total -= 100 if rank == "3" else cards[rank]
    return total + (0 if side["morto"] else -100) + (100 if side["last"] else 0)


def keys_of(side):
    """What is pressed on the keypad for what a side has."""
    keys = []
    for meld in side["melds"]:
        head, *rest = meld.split()
        if head in "CDHS":
            keys += [head, rest[0], rest[-1]]
        else:
            equal = [each for each in (head, *rest) if each == head]
            keys += [head, f"x{len(equal)}"] if head != "2" else ["2"] * len(equal)
            keys += ["2"] * (len(rest) + 1 - len(equal))
        keys.append("ok")
    keys += ["red"] * side["dollars"] + ["hand"] * bool(side["hand"])
    return keys + ["black" if rank == "3" else rank for rank in side["hand"].split()]


def written(total):
    """A number as the page writes it in Portuguese."""
    return f"{total:,}".replace(",", ".")


class Scribe:
    """Who writes the evening down."""

    def __init__(self, person):
        self.person, self.page = person, person.page

    def comes(self):
        """To the sheet."""
        self.page.goto(f"{self.person.url.rstrip('/')}/#/sheet")
        self.page.locator(".evening-table").wait_for()

    def shot(self, name):
        """Nothing is too wide, also on small screens; a picture, if wanted."""
        for size in (NARROW, SIDEWAYS, PHONE):
            self.page.set_viewport_size(size)
            assert self.page.evaluate(WIDE) == 0, (name, size)
            if os.environ.get("EVENING"):
                file = Path(os.environ["EVENING"]) / f"{name}-{size['width']}.png"
                self.page.screenshot(path=file, full_page=True)

    def cell(self, round_, side):
        return self.page.locator(".evening-table tbody tr").nth(round_).locator("td").nth(side)

    def counts(self, round_, side):
        """Open a side's cards of a round."""
        self.cell(round_, side).locator("button").last.click()
        self.page.locator(".keypad").wait_for()

    def enters(self, round_, side, cards):
        """All of a side by the keypad."""
        self.counts(round_, side)
        for key in keys_of(cards):
            self.page.locator(f'.keypad [data-key="{key}"]').click() if key != "hand" else (
                self.page.locator('.keypad input[name="where"]').nth(1).check()
            )
        self.answers(cards)
        self.ends(cards)

    def answers(self, cards):
        """What lies nowhere."""
        morto, last = USED if cards["morto"] else NOT_TAKEN, YES if cards["last"] else NO
        self.page.locator('input[name="morto"]').nth(morto).check()
        self.page.locator('input[name="final_move"]').nth(last).check()

    def ends(self, cards):
        """The total is as counted here; back to the sheet."""
        expect(self.page.locator(".round-total")).to_have_text(written(points(cards)))
        self.page.get_by_role("button", name="Voltar ao placar").click()

    def types(self, round_, side, text):
        """Points instead of cards."""
        field = self.cell(round_, side).locator("input")
        field.fill(text)
        field.press("Enter")

    def has(self, *totals):
        """The totals are these."""
        texts = [written(total) for total in totals]
        expect(self.page.locator(".evening-table tfoot b")).to_have_text(texts)

    def saves(self, path):
        """All evenings, to a file."""
        with self.page.expect_download() as download:
            self.page.get_by_role("button", name="Salvar todas as noites").click()
        download.value.save_as(path)
        return path

    def reads(self, path, text):
        self.page.locator('[name="sheet"]').set_input_files(path)
        self.page.get_by_text(text).wait_for()


@pytest.fixture
def photo(monkeypatch):
    """A photo of a table, and eyes that see on it what `SEEN` has."""
    truth, marks = small_table()
    monkeypatch.setattr(cameras, "_own_eyes", lambda: Eyes(marks))
    content = picture(sharp(truth.width, truth.height), quality=30)
    return {"name": "mesa.jpg", "mimeType": "image/jpeg", "buffer": content}


def test_an_evening_on_a_phone(visitor, somebody, photo, tmp_path):  # noqa: F811
    ana = visitor(size=PHONE)
    ana.context.add_init_script("localStorage.setItem('dealt.language', 'pt-BR')")
    scribe = Scribe(ana)
    ana.home().begins()
    ana.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    ana.context.set_offline(True)
    scribe.comes()
    for side, name in enumerate(SIDES):
        field = ana.page.locator(".side-name textarea").nth(side)
        field.fill(name)
        field.press("Enter")
    for side, cards in enumerate(FIRST):
        scribe.enters(0, side, cards)
    first = [points(side) for side in FIRST]
    scribe.has(*first)
    scribe.enters(1, 0, SECOND[0])
    is_killed(scribe)
    scribe.has(first[0] + points(SECOND[0]), first[1])
    scribe.enters(1, 1, SECOND[1])
    scribe.shot("keypad")
    scribe.types(2, 0, "500 -85")
    totals = [a + points(b) + c for a, b, c in zip(first, SECOND, (500, -85), strict=True)]
    scribe.has(*totals)
    file = scribe.saves(tmp_path / "noite.json")
    totals = goes_on_at_a_server(Scribe(somebody(size=PHONE)), file, photo, totals, tmp_path)
    scribe.reads(tmp_path / "depois.json", "1 noite atualizada.")
    scribe.has(*totals)
    scribe.reads(file, "1 noite já estava aqui.")
    scribe.has(*totals)
    ana.page.locator(".results > summary").click()
    ana.page.locator(".board-picture img").wait_for()
    text = ana.page.locator(".share-text").inner_text()
    assert all(written(total) in text for total in totals)
    scribe.shot("results")
    assert faults(ana.page) == "[]"


def is_killed(scribe):
    """The tab goes without a word, in the middle of a round; the next one has all that was done."""
    scribe.counts(1, 1)
    scribe.page.locator('.keypad [data-key="D"]').click()
    old = scribe.page
    scribe.page = scribe.person.page = scribe.person.context.new_page()
    scribe.page.set_viewport_size(PHONE)
    old.close(run_before_unload=False)
    scribe.comes()


def goes_on_at_a_server(scribe, file, photo, totals, folder):
    """A round by a photo, one by points, and a correction; the totals."""
    scribe.person.context.add_init_script("localStorage.setItem('dealt.language', 'pt-BR')")
    page = scribe.page
    scribe.comes()
    scribe.reads(file, "1 noite adicionada.")
    scribe.has(*totals)
    scribe.counts(3, 0)
    page.locator('[name="choose_photos"]').set_input_files(photo)
    page.locator(".photo .box").first.wait_for()
    for pile in ("TC", "QD"):
        page.locator(".pile-form").wait_for()
        if pile == "QD":
            page.locator('.pile-form [name="stands_for"]').select_option("8D")
        with page.expect_response("**/sheet"):
            page.get_by_role("button", name="Está certo").click()
    scribe.answers(SEEN)
    scribe.ends(SEEN)
    scribe.types(3, 1, "300")
    scribe.types(4, 0, "820 615")
    scribe.types(2, 0, "450")  # and not 500
    totals = [totals[0] + points(SEEN) + 820 - 50, totals[1] + 300 + 615]
    scribe.has(*totals)
    scribe.shot("photo")
    scribe.saves(folder / "depois.json")
    return totals
