"""Evenings in the database of a browser: every key, several windows, and storage that refuses."""

import json
import os
import random
import signal
from pathlib import Path

import pytest

from dealt.scoresheet import archive
from dealt.scoresheet.evenings import read
from dealt.scoresheet.store import ScoreSheet
from tests.browser import chromium, surroundings
from tests.page.desk import PHONE, Person, faults, shows, stored, stored_evening
from tests.page.test_results import FRIDAY, SATURDAY, begins, loads, opens, results, sheet_of

KEYS = ("H", "4", "5", "6", "7", "ok", "K", "x3", "ok", "D", "7", "9", "ok", "Q", "x4", "2")
OFF = "This browser does not save your score sheets."
FOOT = "The sheet is saved in this browser only. Photos are not saved anywhere."
NOT_SAVED = "The sheet is not saved: this browser refuses to store it or has no room."


def points(page, row=0, side=0):
    """The field for the points of a side in a round."""
    return page.locator(".evening-table tbody tr").nth(row).locator("input").nth(side)


def counts(page, row=0, side=0):
    """Go to the cards of a side in a round."""
    cell = page.locator(".evening-table tbody tr").nth(row).locator("td").nth(side)
    cell.locator("button").last.click()
    page.locator(".keypad").wait_for()


def backup(page, path, button="Save all evenings"):
    """Save all evenings to a file, and what is in it."""
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    download.value.save_as(path)
    return json.loads(path.read_text(encoding="utf-8"))


def test_cards_of_an_evening_stay_when_another_is_opened(somebody, tmp_path):
    """They are there again after both, and in the file."""
    page = opens(somebody())
    counts(page)
    for key in KEYS[:6]:
        page.locator(f'.keypad [data-key="{key}"]').click()
    page.locator(".round-total", has_text="-80").wait_for()
    page.get_by_role("button", name="Back to the sheet").click()
    begins(page)
    loads(page, FRIDAY)
    entries = [
        each["rounds"][0][0]["draft"] for each in backup(page, tmp_path / "all.json")["evenings"]
    ]
    assert sorted(0 if each is None else len(each["cards"]) for each in entries) == [0, 4]
    results(page)
    page.locator(".results details.kept summary").click()
    page.get_by_role("button", name="Open: ").click()
    counts(page)
    shows(page.locator(".laid .card-button"), 4)


def test_data_of_earlier_versions_is_taken_over_once(somebody):
    """With what is damaged left where it was; nothing else is left in local storage."""
    ana = somebody()
    page = ana.page
    evenings = [
        {
            **json.loads(each["buffer"]),
            "id": name,
            "begun": f"2026-01-0{i + 1}T20:00:00Z",
            "players": [],
            "suitOfC": "",
        }
        for i, (name, each) in enumerate({"friday": FRIDAY, "saturday": SATURDAY}.items())
    ]
    names = [{"name": "Anna", "right": "Ana", "at": "2026-01-01T20:00:00Z"}]
    old = {
        "dealt.evening": evenings[1],
        "dealt.evenings": [7, evenings[0], {"version": 1}],
        "dealt.names": names,
    }
    page.goto(f"{ana.url}/#/")
    page.evaluate(
        "old => old.forEach(([key, text]) => localStorage.setItem(key, text))",
        [[key, json.dumps(value)] for key, value in old.items()],
    )
    for _ in range(2):
        opens(ana)
        page.locator(".evening-table tfoot b", has_text="1,100").wait_for()
        left = page.evaluate(
            "() => Object.keys(localStorage).filter((key) => /evening|names/.test(key))"
        )
        assert left == ["dealt.evenings"]
        assert json.loads(page.evaluate("localStorage.getItem('dealt.evenings')")) == [
            7,
            {"version": 1},
        ]
        records = stored(page)
        assert records["open"] == "saturday" and records["names"] == names
        assert [records[f"evening {each['id']}"]["rounds"] for each in evenings] == [
            each["rounds"] for each in evenings
        ]
        page.reload()
    # a window of the earlier version has gone on: both states stay
    evenings[0]["rounds"][0][0]["points"] = 9
    page.evaluate("text => localStorage.setItem('dealt.evenings', text)", json.dumps(evenings[:1]))
    page.reload()
    results(page)
    page.locator(".results details.kept summary").click()
    shows(page.locator(".kept li", has_text="another version, not counted"), 1)


def test_two_windows_stay_in_step_and_overwrite_nothing(somebody):
    """The same evening in two cells at once; a window with a round open stays at its evening."""
    ana = somebody()
    one = opens(ana)
    other = ana.context.new_page()
    other.goto(f"{ana.url}/#/sheet")
    points(other).wait_for()
    for page, side, text in ((one, 0, "100"), (other, 1, "200")):
        points(page, 0, side).fill(text)
    for page, side in ((one, 0), (other, 1)):
        points(page, 0, side).press("Enter")
    for page in (one, other):
        for total in ("100", "200"):
            page.locator(".evening-table tfoot b", has_text=total).wait_for()
    counts(other, 1)
    other.locator('.keypad [data-key="H"]').click()
    begins(one)
    other.locator('.keypad [data-key="4"]').click()
    other.get_by_role("button", name="Back to the sheet").click()
    points(one).fill("7")
    points(one).press("Enter")
    one.locator(".evening-table tfoot b", has_text="7").wait_for()
    other.locator(".evening-table tfoot b", has_text="200").wait_for()
    both = [each["rounds"][0] for key, each in stored(one).items() if key.startswith("evening ")]
    assert sorted([entry and entry["points"] for entry in row] for row in both) == [
        [7, None],
        [100, 200],
    ]


def test_the_browser_is_killed_at_any_moment(browser, served, tmp_path):
    """By a signal, as by a crash; at most the key that was pressed last is gone."""
    if not Path("/proc").is_dir():
        pytest.skip("the processes of the browser are found in /proc")
    chance = random.Random(43)
    person = Killed(browser, served, tmp_path / "profile")
    page = opens(person)
    for text in ("1", "12", "123", "1234"):
        points(page).press_sequentially(text[-1])
        if text != "1234":
            stored_evening(page, typing("points 0.0", text))
    page = person.dies(chance.random() / 20)
    assert points(page).input_value() in ("123", "1234")
    points(page).fill("")
    pressed = []
    counts(page)
    for _ in range(3):
        for key in KEYS[len(pressed) : chance.randrange(len(pressed) + 1, len(KEYS) + 1)]:
            stored_evening(page, pressing(pressed))
            page.locator(f'.keypad [data-key="{key}"]').dispatch_event("click")
            pressed = [*pressed, key]
        page = person.dies(chance.random() / 20)
        counts(page)
        stored = keys_of(stored_evening(page))
        assert stored in (pressed, pressed[:-1])
        pressed = stored
    for key in KEYS[len(pressed) :]:
        page.locator(f'.keypad [data-key="{key}"]').click()
    page.get_by_text("25", exact=True).and_(page.locator(".round-total")).wait_for()
    page.locator(".pad-ends button").first.click()  # undo, also what was pressed before the crash
    page.get_by_text("15", exact=True).and_(page.locator(".round-total")).wait_for()
    person.leaves()


def typing(field, text):
    """Whether that text of a field is stored."""
    return lambda evening: evening["typed"][field] == text


def pressing(keys):
    """Whether those keys of the keypad are stored."""
    return lambda evening: keys_of(evening) == keys


def keys_of(evening):
    """The keys of the keypad that are stored, answered or not."""
    unfinished = json.loads(evening.get("typed", {}).get("keys 0.0", '{"keys": [], "pressed": []}'))
    return [*unfinished["keys"], *unfinished["pressed"]]


class Killed(Person):
    """Somebody whose browser is killed."""

    def __init__(self, browser, served, profile):
        self.type, self.profile = browser.browser_type, profile
        super().__init__(self, served.url)

    def new_context(self, **options):
        """A browser of its own, with what the one before has left on the disk."""
        path = chromium()
        return self.type.launch_persistent_context(
            self.profile, executable_path=path, env=surroundings(path), **options
        )

    def dies(self, seconds):
        """After so many seconds; the page of the next one."""
        self.page.wait_for_timeout(1000 * seconds)
        for process in Path("/proc").glob("[0-9]*"):
            try:
                command = (process / "cmdline").read_bytes().decode()
            except OSError:
                continue
            if str(self.profile) in command:
                os.kill(int(process.name), signal.SIGKILL)
        (self.profile / "SingletonLock").unlink(missing_ok=True)
        super().__init__(self, self.url)
        opens(self)
        return self.page


FAULTS = {
    "blocked": "Object.defineProperty(window, 'indexedDB',"
    " { get() { throw new DOMException('no', 'SecurityError'); } });",
    "full": "IDBObjectStore.prototype.put = () =>"
    " { throw new DOMException('full', 'QuotaExceededError'); };",
    "aborted": "const put = IDBObjectStore.prototype.put;"
    "IDBObjectStore.prototype.put = function (...all) { const request = put.apply(this, all);"
    " request.onsuccess = () => this.transaction.abort(); return request; };",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_storage_that_refuses_says_so_and_offers_the_file(somebody, tmp_path, fault):
    """Before anything is lost, in the banner and at the foot, which agree."""
    ana = somebody(size=PHONE)
    ana.context.add_init_script(FAULTS[fault])
    page = opens(ana)
    banner = page.locator(".connection.shown")
    banner.get_by_text(OFF).wait_for()
    page.get_by_text(NOT_SAVED).wait_for()
    shows(page.get_by_text(FOOT), 0)
    shows(banner.get_by_role("button", name="Save them to a file"), 0)  # there are none yet
    points(page).fill("500 300")
    points(page).press("Enter")
    page.locator(".evening-table tfoot b", has_text="500").wait_for()
    assert faults(page) == "[]"
    saved = backup(page, tmp_path / "all.json", "Save them to a file")
    assert [entry["points"] for entry in saved["evenings"][0]["rounds"][0]] == [500, 300]
    banner.get_by_role("button", name="Dismiss").click()
    shows(banner, 0)
    page.get_by_text(NOT_SAVED).wait_for()


def test_storage_that_fills_up_or_is_deleted_says_so_and_recovers(somebody, tmp_path):
    ana = somebody()
    page = opens(ana)
    page.evaluate(f"() => {{ window.put = IDBObjectStore.prototype.put; {FAULTS['full']} }}")
    points(page).press_sequentially("5")  # at the first key, not when it is entered
    banner = page.locator(".connection.shown")
    banner.get_by_text(OFF).wait_for()
    page.get_by_text(NOT_SAVED).wait_for()
    page.evaluate("() => { IDBObjectStore.prototype.put = window.put; }")
    points(page).press_sequentially("00")
    shows(banner, 0)
    page.get_by_text(FOOT).wait_for()
    points(page).press("Enter")
    stored_evening(page, lambda one: one["rounds"] != [])
    page.evaluate("indexedDB.deleteDatabase('dealt.evenings')")
    banner.get_by_text(OFF).wait_for()
    saved = backup(page, tmp_path / "all.json", "Save them to a file")
    assert saved["evenings"][0]["rounds"][0][0]["points"] == 500


def test_the_browser_is_asked_to_stay_once_there_is_something_to_lose(somebody):
    ana = somebody()
    ana.context.add_init_script(
        "window.asked = 0;"
        " navigator.storage.persist = async () => { window.asked += 1; return true; };"
    )
    page = opens(ana)
    stored_evening(page)
    assert page.evaluate("window.asked") == 0
    for text in ("1", "12"):
        points(page).press_sequentially(text[-1])
        stored_evening(page, typing("points 0.0", text))
        page.wait_for_function("() => window.asked === 1")


def test_305_evenings_pass_through_the_page(somebody, tmp_path):
    """From a terminal's sheet, with one that was counted here, and back."""
    sheet = ScoreSheet(tmp_path / "tranca.db")
    all_evenings = [
        {
            **json.loads(sheet_of(["Ana", "Bia"], [[n, 5]], id=f"e{n}")["buffer"]),
            "title": f"Evening {n}",
        }
        for n in range(305)
    ]
    archive.restore(
        sheet,
        read(json.dumps({"format": "tranca evenings", "version": 1, "evenings": all_evenings})),
    )
    text = archive.backup(sheet)
    ana = somebody()
    page = opens(ana)
    file = {"name": "all.json", "mimeType": "application/json", "buffer": text.encode()}
    for said in ("305 evenings added.", "305 evenings were here already."):
        page.locator('[name="sheet"]').set_input_files(file)
        page.get_by_text(said).wait_for()
    page.reload()
    results(page)
    page.get_by_text("Results of the 305 evenings saved in this browser.").wait_for()
    begins(page)
    points(page).fill("10 20")
    points(page).press("Enter")
    page.get_by_text("Results of the 306 evenings saved in this browser.").wait_for()
    saved = backup(page, tmp_path / "all.json")
    assert len(saved["evenings"]) == 306
    report = archive.restore(sheet, read(json.dumps(saved)))
    assert (report.added, report.updated, report.present, report.apart) == (1, 0, 305, 0)
