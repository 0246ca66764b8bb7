"""The pictures of the README and of docs: `make pictures` draws them anew, from tables in play.

The page is photographed in Chromium; the screen of a terminal comes from Textual as a drawing,
which Chromium turns into pixels.  `python -m tests.pictures NAME...` draws some of them:
of games by their names, new-game-page, terminal, new-game-terminal.
"""

import asyncio
import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from dealt.clients.plan import Plan
from dealt.games import games
from tests.browser import launch
from tests.messages import page_builder
from tests.own_games import EIGHTS, LEDUC, offered
from tests.page.desk import Person, Served
from tests.screen.playing import sitting

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
WINDOW = {"width": 1120, "height": 760}
COLOURS = 128  # of a palette; the page has few
SCREEN, NARROW = (100, 28), (80, 24)  # columns and lines
PREFERRED = ("new", "lay", "take", "play")
LAYING = ("run", "meld", "lay off")
TURNS = 5
TALL = 900  # pixels
MOVES, FEW_MOVES = 14, 5  # until there is something to see on the table
# whether nothing on the table is cut off; the log begins with a whole line
FITS = """() => {
  const log = document.querySelector(".lines"), top = log.getBoundingClientRect().top;
  const cut = [...log.children].map((line) => line.getBoundingClientRect())
    .find((line) => line.top < top && line.bottom > top);
  log.style.clipPath = cut ? `inset(${cut.bottom - top}px 0 0 0)` : "";
  const board = document.querySelector(".board");
  return board.scrollHeight <= board.clientHeight;
}"""


def save(pixels: bytes, path: Path) -> None:
    """Write a picture with a palette, which takes a third of the room."""
    image = Image.open(io.BytesIO(pixels)).convert("RGB").quantize(COLOURS)
    image.save(path, optimize=True)
    print(f"wrote {path}, {path.stat().st_size:,} bytes")


def page_in_play(browser, url: str, game: str, moves: int, height: int) -> bytes:
    """A round in the browser, some moves after the deal, as long as all melds are in sight."""
    picture = b""
    ana = Person(browser, url, size={**WINDOW, "height": height})
    ana.home().page.get_by_label("Your name").fill("Ana")
    ana.page.locator(f'[data-game="{game}"] .main').click()
    for _ in range(moves):
        if not ana.my_turn():
            break
        ana.moves_by_mouse(prefer=PREFERRED)
        ana.my_turn()
        unfolded = ana.page.locator(".all-moves[open] summary")
        if unfolded.count():
            unfolded.click()
        ana.drawn()
        if not picture or ana.page.evaluate(FITS):
            picture = ana.page.screenshot(animations="disabled")  # cards lie where they fall
    return picture


def round_over(browser, url: str, game: str) -> bytes:
    """A round of one decision in the browser, after it."""
    ana = Person(browser, url, size={**WINDOW, "height": TALL})
    ana.home().page.get_by_label("Your name").fill("Ana")
    ana.page.locator(f'[data-game="{game}"] .main').click()
    ana.my_turn()
    ana.moves_by_mouse(prefer=PREFERRED)
    ana.page.wait_for_selector(".between")
    ana.drawn()
    return ana.page.screenshot(animations="disabled")


async def rummy_in_play() -> str:
    """A round of Mason Rummy at a terminal, some turns after the deal, as a drawing."""
    plan = Plan("mason-rummy", ("Ana", "good", "good"))
    async with sitting(plan, size=SCREEN) as player:
        for _ in range(TURNS):
            await player.type("draw stock")
            while any(laid := [text for text in player.offered if text.startswith(LAYING)]):
                await player.type(laid[0])
            await player.type(player.offered[-1])
        await player.type("draw stock")
        await player.press("escape", "h", "s")
        return player.app.export_screenshot(title="dealt play")


async def leduc_in_play() -> str:
    """The second street of Leduc poker at a terminal, as a drawing."""
    async with sitting(Plan(LEDUC, ("Ana", "AI")), size=NARROW) as player:
        while not player.frame.board.zones[0].cards:  # the public card
            await player.type("call")
        return player.app.export_screenshot(title="dealt table leduc:GAME")


def pixels_of(browser, drawing: str) -> bytes:
    """An SVG as Chromium draws it."""
    page = browser.new_page(viewport=WINDOW)
    page.set_content(f"<body style='margin:0'>{drawing}</body>")
    return page.locator("svg").screenshot(omit_background=True)


# by the moves after the deal and the height of the window
IN_PLAY = {
    "tranca": (MOVES, 900),
    "president": (1, 760),
    "mason-rummy": (FEW_MOVES, 760),
    EIGHTS: (FEW_MOVES, 820),
}
OVER = ("penney", "three-card-poker")
TERMINALS = {"terminal": rummy_in_play, "new-game-terminal": leduc_in_play}


NEW_GAME = "new-game-page"
GAMES = tuple(game.name for game in games())
PAGES = (*GAMES, NEW_GAME)


def draw_pages(browser, names, folder: Path) -> None:
    """Draw pictures of tables in a browser into a folder.

    Args:
        browser: a Chromium.
        names: of games, or the one of a game of one's own.
        folder: gets a file for each, by its name.
    """
    page_builder().build()
    with offered(LEDUC, EIGHTS), tempfile.TemporaryDirectory() as data:
        served = Served(Path(data))
        for name in names:
            game = EIGHTS if name == NEW_GAME else name
            image = (
                round_over(browser, served.url, game)
                if game in OVER
                else page_in_play(browser, served.url, game, *IN_PLAY[game])
            )
            save(image, folder / f"{name}.png")
        served.stop()


def main() -> None:
    """Draw the pictures that are named on the command line, or all."""
    FOLDER.mkdir(exist_ok=True)
    names = sys.argv[1:] or [*PAGES, *TERMINALS]
    with offered(LEDUC, EIGHTS):
        drawings = {name: asyncio.run(draw()) for name, draw in TERMINALS.items() if name in names}
    with sync_playwright() as play:
        browser = launch(play)
        draw_pages(browser, [name for name in names if name in PAGES], FOLDER)
        for name, drawing in drawings.items():
            save(pixels_of(browser, drawing), FOLDER / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
