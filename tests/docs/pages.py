"""The pages of the documentation, and what stands in them."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
README = ROOT / "README.md"
PAGES = sorted(DOCS.rglob("*.md"))
BY_ITSELF = {"write-a-game.md", "learning.md"}  # lessons whose code has tests of its own
NOTEBOOKS = sorted(path for path in (DOCS / "notebooks").glob("*.md") if path.name != "index.md")
RUN = [README, *(page for page in PAGES if page.name not in BY_ITSELF and page not in NOTEBOOKS)]

sys.path.insert(0, str(DOCS))
import generated  # noqa: E402, F401 - docs is no package; tests have it from here


def text_of(page):
    return page.read_text(encoding="utf-8")


def blocks(page, kind):
    """The fenced blocks of a kind, such as `console`."""
    return re.findall(
        rf"^```{re.escape(kind)}\n(.*?)^```$", text_of(page), re.DOTALL | re.MULTILINE
    )


def save_modules(page, folder):
    """Put the modules of a page into a folder: its Python that begins with `# NAME.py`."""
    for block in blocks(page, "python"):
        if name := re.match(r"# (\w+\.py)\n", block):
            (folder / name[1]).write_text(block, encoding="utf-8")


def prose(page):
    """The lines of a page that stand in no fenced block."""
    return re.sub(r"^(`{3,}).*?^\1$", "", text_of(page), flags=re.DOTALL | re.MULTILINE)


def name_of(page):
    """The page for ids of tests: `howto/audit.md`."""
    return page.relative_to(ROOT if page == README else DOCS).as_posix()


def links(page):
    """The links of a page, without those that lead elsewhere."""
    targets = re.findall(r"\]\(([^)\s]+)\)", prose(page))
    return [link for link in targets if not link.startswith("http")]
