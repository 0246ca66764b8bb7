"""Pictures of evenings: whole, readable on any paper and at any width, and the same in words."""

import json
from xml.etree import ElementTree as ET

import pytest

from dealt.figures import colours
from dealt.figures.drawing import svg
from dealt.figures.panels import ticks
from dealt.figures.picture import LETTER
from dealt.language import speaking
from dealt.scoresheet import leaderboard as pictures
from dealt.scoresheet.standings import PlayedMatch, PlayedSide, RoundCounts, SideRound, names_in
from dealt.scoresheet.store import ScoreSheet
from tests.figures.tallies import contrast
from tests.scoresheet.driver import run

SVG = "{http://www.w3.org/2000/svg}"
LONG = "Maria Aparecida dos Santos & João <Batista>"
COUNTS = RoundCounts(2, 1, 0, 0, 0, morto_used=True, final_move=False)


def match(*sides, begun="2026-11-20T20:00:00Z", won=0):
    """An evening of sides, each a name and points by round."""
    return PlayedMatch(
        tuple(
            PlayedSide(
                name,
                names_in(name),
                tuple(SideRound(n, COUNTS, number) for number, n in enumerate(points, 1)),
                has_won=won == place,
            )
            for place, (name, points) in enumerate(sides)
        ),
        "Friday", begun, 3500,
    )  # fmt: skip


EVENINGS = [
    match((LONG, [600, -120, 3100]), ("Ana & Bia", [500, 900, 0])),
    match(("Ana & Bia", [100]), (LONG, [3500]), begun="2027-02-03", won=1),
    match(*((f"P{n}", [n * 100, -n]) for n in range(6)), begun="", won=None),
]
DRAWN = {
    "evening": lambda width: pictures.evening_picture(EVENINGS[0], width),
    "six": lambda width: pictures.evening_picture(EVENINGS[2], width),
    **{
        name: lambda width, draw=draw: draw(EVENINGS, width)
        for name, draw in pictures.BOARD_PICTURES.items()
    },
}


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("width", [1, 280, 640, 5000])
@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_a_picture_stays_within_its_paper_and_says_all_in_words(name, width, language):
    with speaking(language):
        figure = DRAWN[name](width).figure
    assert 280 <= figure.width <= 1200
    root = ET.fromstring(svg(figure))
    assert root.find(f"{SVG}title").text == figure.title
    assert root.find(f"{SVG}desc").text == figure.text
    for text in root.iter(f"{SVG}text"):
        x, wide = float(text.get("x")), len(text.text) * LETTER * int(text.get("font-size"))
        left = x - {"start": 0, "middle": wide / 2, "end": wide}[text.get("text-anchor")]
        assert left >= -1 and left + wide <= figure.width + 1, text.text
        assert 0 < float(text.get("y")) < int(root.get("height"))
    shapes = [*root.iter(f"{SVG}polygon"), *root.iter(f"{SVG}polyline")]
    xs = [float(place.split(",")[0]) for each in shapes for place in each.get("points").split()]
    assert min(xs) >= 0 and max(xs) <= figure.width
    for row in DRAWN[name](width).sheet.rows:
        assert all(str(cell) in figure.text for cell in row[1:]) or language != "en"


def test_colours_can_be_read_on_both_papers_and_lines_told_apart_without_them():
    for palette in (colours.WHITE, colours.CREAM, colours.DARK):
        paper, grid, *lines = (
            tuple(bytes.fromhex(palette[n][1:]))
            for n in (
                *(colours.PAPER, colours.GRID, colours.INK, colours.FAINT),
                *range(colours.COLOURS),
            )
        )
        assert all(contrast(paper, each) >= 4.5 for each in lines)
        assert contrast(paper, grid) > 1.2
    assert len(set(colours.DASHES)) == colours.COLOURS == len(colours.DASHES)


def test_an_empty_sheet_has_no_picture():
    empty = match(("Ana", []), ("Bia", []))
    assert pictures.evening_picture(empty) is None
    assert all(draw([empty]) is None for draw in pictures.BOARD_PICTURES.values())
    typed = PlayedMatch((PlayedSide("Ana", ("Ana",), (SideRound(5, None, 1),)),))
    assert all(draw([typed]) is None for draw in pictures.BOARD_PICTURES.values())


def test_winners_are_partners_or_single_players():
    sheet = pictures.partners_picture(EVENINGS).sheet
    assert [row[1:] for row in sheet.rows] == [(2, 2), (0, 2)]
    alone = pictures.partners_picture([match(("Ana", [3500]), ("Bia", [0]))])
    assert alone.figure.title == "Who wins" and alone.sheet.rows == (("Ana", 1, 1), ("Bia", 0, 1))


def test_an_evening_as_text():
    with speaking("pt-BR"):
        text = pictures.text_of(match(("Ana & Bia", [1500, 2100]), ("Caio", [-85, 300])))
    assert text == (
        "Tranca: Friday, 20/11/2026\nAna & Bia: 3.600  (+1500 +2100)\nCaio: 215  (−85 +300)\n"
        "Vitória de Ana & Bia."
    )


@pytest.mark.parametrize(
    ("low", "high", "marks"),
    [(0, 3500, [0, 1000, 2000, 3000, 4000]), (-50, 40, [-60, -40, -20, 0, 20, 40]), (0, 0, [0, 1])],
)  # fmt: skip
def test_scales_are_round(low, high, marks):
    assert ticks(low, high) == marks


def test_the_command_draws_and_says_what_cannot_be_drawn(tmp_path):
    sheet = ScoreSheet(tmp_path / "tranca.db")
    cards = json.dumps({"sequences": ["4H 5H 6H 7H 8H 9H TH"], "morto": "used"})
    number = sheet.new_match("Friday", ["Ana & Bia", "Caio"])
    sheet.add_round(number, {"Ana & Bia": 260, "Caio": 100}, {"Ana & Bia": cards})

    def answer(*options, code=0):
        result = run("scoresheet", "tranca", *options, cwd=tmp_path)
        assert result.returncode == code and "Traceback" not in result.stderr
        return result.stdout + result.stderr

    text = answer("--evening", "last", "--picture", "evening.png")
    assert "Ana & Bia: 260  (+260)" in text and "Written to evening.png" in text
    assert (tmp_path / "evening.png").read_bytes().startswith(b"\x89PNG")
    answer("--leaderboard", "--picture", "trend.svg")
    answer("--statistics", "--picture", "canastras.SVG")
    assert "Canastras per round" in (tmp_path / "canastras.SVG").read_text()
    assert json.loads(answer("--evening", "fri", "--json"))[0]["rows"] == [
        {"round": 1, "Ana & Bia": 260, "Caio": 100}
    ]
    for options, message in (
        (("--partners", "--picture", "x.svg"), "nothing to draw yet: no match is over"),
        (("--rounds", "--picture", "x.svg"), "rounds are drawn for a single evening"),
        (("--evening", "x"), "no evening x; the latest are: Friday"),
        (("--evening", "1", "--picture", "x.gif"), "cannot save a figure as .gif"),
        (("--picture", "x.svg"), "--evening and --picture go with one of the tables"),
        (("--evening", "1", "--partners"), "--evening and --picture go with one of the tables"),
    ):
        assert message in answer(*options, code=2)
    assert not list(tmp_path.glob("x.*"))
