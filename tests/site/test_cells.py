"""Notebooks of the documentation that run in the visitor's own tab."""

import importlib.util
import re
import shutil
import subprocess
import sys

import pytest

from tests.docs.pages import DOCS, NOTEBOOKS, ROOT, blocks, name_of
from tests.page.desk import DESKTOP, PHONE, Person, faults, shows
from tests.site.desk import Host

MISSING = [name for name in ("sphinx", "myst_nb", "furo") if importlib.util.find_spec(name) is None]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")

PREFIX = "/some/where/"
LESSON, CARDS = "why-the-second-player-wins", "cards-on-the-table"
ELSEWHERE = {"numpy", "numba", "matplotlib", "examples"}  # modules that a tab does not have


def built(folder, play=None, part="notebooks"):
    """A part of the documentation alone, with or without the folder of the table."""
    if play is not None:
        shutil.copytree(play, folder / "play")
    command = [sys.executable, str(DOCS / "build.py"), str(folder), "--only", part]
    result = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=900
    )
    assert result.returncode == 0, result.stderr[-3000:]
    return folder


@pytest.fixture(scope="module")
def served(play, tmp_path_factory):
    """A server of files with the notebooks, and the table beside them."""
    with Host(built(tmp_path_factory.mktemp("docs"), play), PREFIX) as host:
        yield host


class Reader(Person):
    """Somebody at a page of the documentation."""

    def __init__(self, browser, host, **options):
        super().__init__(browser, host.url, **options)
        # those of workers and of the service worker, too
        self.context.on("request", lambda request: self.requests.append(request.url))

    def opens(self, name, folder="notebooks"):
        self.page.goto(f"{self.url}{folder}/{name}.html")
        return self

    def cell(self, number):
        """A cell with its code, its buttons and what it shows."""
        return self.page.locator(".cell").nth(number - 1)

    def writes(self, number, code):
        self.cell(number).get_by_role("textbox").fill(code)

    def runs(self, number, button="Run"):
        self.cell(number).get_by_role("button", name=f"{button} cell {number}", exact=True).click()

    def waits_for(self, number, status):
        self.cell(number).locator(".cell-status", has_text=status).wait_for()

    def output(self, number):
        return self.cell(number).locator(".cell_output").inner_text().strip()


@pytest.fixture
def reader(browser, served):
    """Makes readers; none of them may have met a violation when they leave."""
    readers = []

    def come(**options):
        readers.append(Reader(browser, served, **options))
        return readers[-1]

    yield come
    for each in readers:
        each.leaves()


def runs_all(reader):
    """Run every cell; what was stored, and what is shown now."""
    outputs = reader.page.locator(".cell:has(.cell-tools) .cell_output")
    before = outputs.all_inner_texts()
    count = reader.page.locator(".cell-tools").count() - 1
    reader.page.get_by_role("button", name="Run all cells").click()
    shows(reader.page.locator(".cell .cell-status", has_text="Done."), count)
    return before, outputs.all_inner_texts()


@pytest.mark.parametrize("name", [LESSON, "a-player-of-your-own", CARDS])
def test_every_cell_shows_what_is_stored(reader, served, name):
    """Python in a tab gives the numbers of Python on the machine that built the site."""
    ana = reader().opens(name)
    assert not [url for url in ana.requests if "/core/" in url or "runner" in url]
    before, after = runs_all(ana)
    cells = blocks(DOCS / "notebooks" / f"{name}.md", "{code-cell} ipython3")
    elsewhere = [cell for cell in cells if re.search(r"dealt\.(figures|simulate)", cell)]
    assert len(after) == len(cells) - len(elsewhere) > 5
    shows(ana.page.locator(".cell > .cell-note"), len(elsewhere))
    if name == CARDS:
        assert ana.cell(2).locator(".text_html svg title").count()
    assert faults(ana.page) == "[]"
    texts = [[text.strip() for text in texts] for texts in (before, after)]
    assert texts[0] == texts[1]
    assert any(texts[0])


def test_a_cell_can_be_changed_and_restored(reader):
    ana = reader().opens(LESSON)
    stored, code = ana.output(1), ana.cell(1).get_by_role("textbox")
    first = code.inner_text()
    ana.writes(1, 'x = 6 * 7\nprint("printed")\nx')
    ana.runs(1)
    ana.waits_for(1, "Done.")
    assert ana.output(1).split() == ["printed", "42"]
    ana.cell(1).get_by_role("button", name="Restore").click()
    assert (ana.output(1), code.inner_text()) == (stored, first)
    ana.writes(2, "x + 1")
    ana.runs(2)
    ana.waits_for(2, "Done.")
    assert ana.output(2) == "43"


def test_an_error_is_shown_in_a_few_lines(reader):
    """With the line of the cell, and nothing of what runs it."""
    ana = reader().opens(LESSON)
    ana.writes(1, "def half(x):\n    return x / 0\n\n\nhalf(2)")
    ana.runs(1)
    ana.waits_for(1, "Ended with an error.")
    assert ana.output(1).splitlines() == [
        "cell 1, line 5: half(2)",
        "cell 1, line 2: return x / 0",
        "ZeroDivisionError: division by zero",
    ]
    ana.writes(1, "dealt.table('bridge', [])")
    ana.cell(1).get_by_role("textbox").press("Control+Enter")
    ana.waits_for(1, "Ended with an error.")
    ana.page.get_by_text("NameError: name 'dealt' is not defined").wait_for()
    ana.writes(1, "import numpy")
    ana.runs(1)
    ana.page.get_by_text("there are only dealt and most of Python's library").wait_for()
    ana.writes(1, "for x in")
    ana.runs(1)
    ana.page.get_by_text("SyntaxError").wait_for()
    assert faults(ana.page) == "[]"


def test_a_name_of_a_cell_above_is_found_by_one_press(reader):
    ana = reader().opens(LESSON)
    ana.runs(4)
    ana.waits_for(4, "Ended with an error.")
    assert "NameError: name 'odds' is not defined" in ana.output(4)
    ana.page.get_by_role("button", name="Run all above, then this cell").click()
    ana.waits_for(4, "Done.")
    assert ana.output(4).startswith("exactly 80.11%")


def test_all_above_leaves_the_cell_itself_alone(reader):
    ana = reader().opens(LESSON)
    ana.runs(3, "Run all above")
    ana.waits_for(2, "Done.")
    ana.page.get_by_role("button", name="Run all cells", exact=True).wait_for()
    statuses = ana.page.locator(".cell .cell-status").all_inner_texts()
    assert statuses[:4] == ["Done.", "Done.", "", ""]


@pytest.mark.parametrize("code", ["while True: pass", "while True: print('on and on')"])
def test_an_endless_loop_is_stopped(reader, code):
    """The page answers all the time, and Python starts again for the next cell."""
    ana = reader().opens(LESSON)
    ana.writes(2, code)
    ana.runs(2)
    ana.waits_for(2, "Running")
    ana.cell(2).get_by_role("button", name="Stop cell 2").click()
    ana.waits_for(2, "Stopped.")
    assert "without any variables" in ana.output(2)
    ana.writes(1, "sorted(name for name in globals() if name == 'winner') or 'forgotten'")
    ana.runs(1)
    ana.waits_for(1, "Done.")
    assert ana.output(1) == "'forgotten'"


def test_a_cell_that_is_stopped_before_python_is_there_keeps_what_is_stored(reader):
    ana = reader().opens(LESSON)
    ana.context.route("**/core/dealt.xz", lambda route: None)
    stored = ana.output(1)
    ana.runs(1)
    ana.waits_for(1, "Loading Python")
    ana.cell(1).get_by_role("button", name="Stop cell 1").click()
    ana.waits_for(1, "Stopped.")
    assert ana.output(1) == stored
    ana.context.unroute("**/core/dealt.xz")
    ana.runs(1)
    ana.waits_for(1, "Done.")


def test_much_output_is_cut(reader):
    ana = reader().opens(LESSON)
    ana.writes(1, "for n in range(100_000):\n    print(n)\n1 / 0")
    ana.runs(1)
    ana.waits_for(1, "Ended with an error.")
    output = ana.output(1)
    assert "only the first 100,000 characters are shown" in output
    assert output.endswith("ZeroDivisionError: division by zero")
    assert len(output) < 101_000


def test_keys_of_a_cell(reader):
    """Enter keeps the indentation, Tab indents, and leaves the code after Escape."""
    ana = reader().opens(LESSON)
    ana.writes(1, "")
    code, keys = ana.cell(1).get_by_role("textbox"), ana.page.keyboard
    code.focus()
    keys.type("for n in range(3):")
    keys.press("Enter")
    keys.type("if n:")
    keys.press("Enter")
    keys.type("print(n)")
    keys.press("Enter")
    keys.press("Tab")
    keys.type("print('again')")
    keys.press("Shift+Enter")
    ana.waits_for(1, "Ended with an error.")
    assert "unexpected indent" in ana.output(1)
    for _ in range(len("    print('again')") + 1):
        keys.press("Backspace")
    keys.press("Control+Enter")
    ana.waits_for(1, "Done.")
    assert ana.output(1).split() == ["1", "2"]
    assert code.evaluate("code => code === document.activeElement")
    keys.press("Escape")
    keys.press("Tab")
    assert code.evaluate("code => code !== document.activeElement")


def test_python_starts_without_a_network_after_the_first_run(reader, served):
    """The table's service worker keeps its files, for the notebooks, too."""
    ana = reader().opens(LESSON)
    ana.runs(1)
    ana.waits_for(1, "Done.")
    ana.page.wait_for_function(
        """async () => {
          const found = await navigator.serviceWorker.getRegistration("../play/");
          return found?.active?.state === "activated";
        }"""
    )
    ana.writes(2, "while True: pass")
    ana.runs(2)
    ana.waits_for(2, "Running")
    ana.context.set_offline(True)
    requests_before = len(served.asked)
    ana.cell(2).get_by_role("button", name="Stop cell 2").click()
    ana.waits_for(2, "Stopped.")
    ana.runs(1)
    ana.waits_for(1, "Done.")
    # a browser looks by itself for a newer service worker
    assert set(served.asked[requests_before:]) <= {f"{PREFIX}play/sw.js"}


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_fault(reader, size, theme):
    ana = reader(size=size, theme=theme).opens(LESSON)
    ana.page.locator(".cells-intro").wait_for()
    assert faults(ana.page) == "[]"
    ana.runs(1)
    ana.waits_for(1, "Done.")
    assert faults(ana.page) == "[]"
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert ana.page.evaluate(wide)


def test_what_cannot_run_says_so_in_its_place(reader):
    """By the module that a tab does not have."""
    ana = reader().opens("regret-to-zero")
    notes = ana.page.locator(".cell > .cell-note")
    notes.first.wait_for()
    assert notes.first.inner_text().startswith("Not in the browser: this cell needs the examples")
    assert "NumPy" in " ".join(notes.all_inner_texts())
    shows(notes, len(blocks(DOCS / "notebooks" / "regret-to-zero.md", "{code-cell} ipython3")))
    shows(ana.page.get_by_role("button", name=re.compile("^Run")), 0)


def test_examples_with_prompts_run(browser, play, tmp_path):
    """Each expression shows its value, as at the prompt; prompts stand in no code that runs."""
    with Host(built(tmp_path, play, "tutorials"), PREFIX) as host:
        ana = Reader(browser, host).opens("write-a-player", "tutorials")
        ana.page.locator(".cells-intro").wait_for()
        before, after = runs_all(ana)
        assert len(after) == len(blocks(DOCS / "tutorials" / "write-a-player.md", "python"))
        assert [text.split() for text in before] == [text.split() for text in after]
        assert before[0].strip() == "{'First': 255, 'AI': 0}"
        assert before[2].splitlines()[-1] == "['discard', 'meld', 'run']"
        assert not [
            each for each in ana.page.locator(".cell pre").all_inner_texts() if ">>>" in each
        ]
        assert faults(ana.page) == "[]"
        ana.leaves()


def test_without_the_table_there_are_no_buttons(browser, tmp_path):
    """As `make docs` builds it alone."""
    with Host(built(tmp_path, part="tutorials"), PREFIX) as host:
        ana = Reader(browser, host).opens("write-a-player", "tutorials")
        ana.page.locator("pre").first.wait_for()
        shows(ana.page.locator(".cell-tools"), 0)
        shows(ana.page.get_by_role("button", name="Run"), 0)
        ana.leaves()
        assert not [path for path in host.asked if "/play/" in path]


@pytest.mark.parametrize("page", NOTEBOOKS, ids=name_of)
def test_notebooks_import_what_is_known(page):
    """Python's library and dealt run in a tab; of all else the page says that it does not."""
    names = re.findall(
        r"^(?:import|from) (\w+)", "".join(blocks(page, "{code-cell} ipython3")), re.MULTILINE
    )
    assert {"dealt"} <= {*names} <= {*sys.stdlib_module_names, "dealt"} | ELSEWHERE
    listed = re.findall(
        r"^  (\w+): \"", (ROOT / "page/src/cells/cell.ts").read_text(), re.MULTILINE
    )
    assert {*listed} >= ELSEWHERE
