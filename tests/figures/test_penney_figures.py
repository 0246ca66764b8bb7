"""Figures of Penney's game: every number, box and label of them."""

import math
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from dealt.errors import SetupError, StorageError
from dealt.figures.colours import BLUES, GREY, blue, code, ink
from dealt.figures.drawing import picture, save, svg
from dealt.figures.panels import Bars
from dealt.games.penney.choices import choice_text, in_order
from dealt.games.penney.tally import CARDS, SCORINGS, TRICKS, Tally, share_text
from dealt.penney.figures import convergence, differences, heat_map
from dealt.penney.heat_page import page
from dealt.simulate.estimates import share_interval
from tests.figures.tallies import SVG, cells_of, contrast, heat, rounded, simulated, tally_of


def texts_of(figure):
    """The texts of a picture, and where they are."""
    return [
        (text.text, float(text.get("x")), float(text.get("y")))
        for text in ET.fromstring(svg(figure)).iter(f"{SVG}text")
    ]


@pytest.mark.parametrize("side", ["mine", "opponent"])
@pytest.mark.parametrize("by", SCORINGS)
def test_each_cell_says_win_and_draw_of_its_pair(by, side):
    """In whole percent, from the side asked for; the best replies of the side are marked."""
    tally = simulated()
    cells = cells_of(heat(tally, by, side))
    assert len(cells) == 56
    for own in range(8):
        most = max(tally.won(by, reply, own) for reply in range(8) if reply != own)
        for reply in (reply for reply in range(8) if reply != own):
            pair = (reply, own) if side == "mine" else (own, reply)
            cell = cells[choice_text(pair[0]), choice_text(pair[1])]
            won, draws = tally.won(by, reply, own), tally.drawn(by, reply, own)
            assert cell.text == f"{rounded(won, 60)}({rounded(draws, 60)})"
            assert cell.share == won / 60 and cell.is_marked == (won == most)


def test_choices_run_from_bbb_left_and_at_the_top():
    """My choice across and the opponent's down, both named, in one order; the diagonal is grey."""
    figure = heat_map(simulated(), TRICKS)
    texts = texts_of(figure)
    names = [choice_text(choice) for choice in in_order()]
    assert names[0] == "BBB" and names[-1] == "RRR"
    places = [[(x, y) for text, x, y in texts if text == name] for name in names]
    assert all(a[1][0] < b[1][0] and a[1][1] == b[1][1] for a, b in pairwise(places))  # below
    assert all(a[0][0] == b[0][0] and a[0][1] < b[0][1] for a, b in pairwise(places))  # on the left
    titles = ["My Chance of Win(Draw)", "By Tricks", "N=60", "My Choice", "Opponent Choice"]
    assert [text for text, _, _ in texts if text in titles] == titles
    grid = heat(simulated(), TRICKS)
    for (own, other), cell in cells_of(grid).items():
        x, y = places[names.index(own)][1][0], places[names.index(other)][0][1]
        assert (cell.text, x, y) in texts
    picture_text = svg(figure)
    assert (
        picture_text.count(f'fill="{code(GREY)}"') == 8
        and picture_text.count('font-weight="700"') > 8
    )
    marked = sum(cell.is_marked for cell in cells_of(grid).values())
    assert picture_text.count('stroke="#000000"') == marked + 1  # and what a box means


def test_titles_tell_data_from_exact_odds_and_one_side_from_the_other():
    tally = replace(simulated(), decks=5_000_000)
    assert heat(tally, CARDS).note == "N=5,000,000"
    exact = replace(simulated(), decks=495_918_532_948_104, is_exact=True)
    figure = heat_map(exact, *SCORINGS, side="opponent")
    assert figure.title == "Opponent's Chance of Win(Draw)"
    assert [grid.title for grid in figure.groups[0]] == ["By Tricks", "By Cards"]
    assert figure.groups[0][1].note == "exact, all 495,918,532,948,104 decks"
    places = {text: x for text, x, _ in texts_of(figure)}
    assert places["By Tricks"] + 500 < places["By Cards"]


def test_all_best_replies_are_boxed_if_equal():
    """Exactly equal, not equal after rounding."""
    won = {(own, 7): 500_000 for own in range(7)}
    tally = tally_of(1_000_000, won | {(1, 7): 500_001, (2, 7): 500_001})
    row = {
        pair[0]: cell for pair, cell in cells_of(heat(tally, TRICKS)).items() if pair[1] == "BBB"
    }
    assert {own for own, cell in row.items() if cell.is_marked} == {"RBR", "RRB"}
    assert {cell.text for cell in row.values()} == {"50(50)"}


def test_shares_of_cells_are_rounded_once():
    """44.496 % is 44 %; by way of 44.50 % it would be 45 %."""
    tally = tally_of(100_000, {(1, 2): 44_496, (2, 1): 44_504, (3, 4): 500, (4, 3): 99_499})
    cells = {pair: cell.text for pair, cell in cells_of(heat(tally, CARDS)).items()}
    assert cells["RRB", "RBR"] == "44(11)" and cells["RBR", "RRB"] == "45(11)"
    assert cells["RBB", "BRR"] == "1(0)" and cells["BRR", "RBB"] == "99(0)"
    assert cells["RRR", "RRB"] == "0(100)"


@pytest.mark.parametrize("length", [2, 4, 6])
def test_other_lengths_are_drawn(length):
    """All cells, with names on four sides where there are many."""
    figure = heat_map(tally_of(10, {(1, 2): 7}, length=length), TRICKS)
    texts = [text for text, _, _ in texts_of(figure)]
    size = 1 << length
    assert sum("(" in text for text in texts) == size * (size - 1) + 1 and "70(30)" in texts
    assert texts.count("B" * length) == (2 if length < 4 else 4)
    root = ET.fromstring(svg(figure))
    assert min(int(text.get("font-size")) for text in root.iter(f"{SVG}text")) >= 9


def test_nothing_counted_has_no_best_reply():
    grid = heat(Tally.empty(), TRICKS)
    assert {(cell.text, cell.is_marked) for cell in cells_of(grid).values()} == {("0(0)", False)}
    assert grid.note == "N=0"


@pytest.mark.parametrize(
    ("attempt", "words"),
    [
        (lambda: heat_map(simulated(), "points"), "'points'; the scorings are tricks and"),
        (lambda: heat_map(simulated(), TRICKS, side="ours"), "'ours'; the sides are mine and"),
        (lambda: heat_map(Tally.empty(7), TRICKS), "choices of 7 colours; available for 2 to 6"),
        (lambda: convergence(1.5, [(1, 1)], "x"), "1.5 is not a probability"),
        (lambda: convergence(math.nan, [(1, 1)], "x"), "nan is not a probability"),
        (lambda: convergence(0.5, [], "x"), "no counts to draw"),
        (lambda: convergence(0.5, [(5, 6)], "x"), "6 wins in 5 decks is impossible"),
        (lambda: convergence(0.5, [(0, 0)], "x"), "0 wins in 0 decks is impossible"),
        (lambda: differences({}, 1, 2, TRICKS), "nothing to draw"),
        (lambda: differences({1: 5, 2: -1}, 1, 2, TRICKS), "nothing to draw"),
        (lambda: differences({1: 5}, 1, 2, "points"), "no scoring 'points'"),
        (lambda: page(simulated(), simulated()), "an exact tally of choices of 3 colours"),
        (lambda: page(Tally.empty(1)), "no heat map for choices of 1 colours"),
    ],
)  # fmt: skip
def test_an_impossible_picture_is_refused_in_one_line(attempt, words):
    with pytest.raises(SetupError, match=words) as error:
        attempt()
    assert "\n" not in str(error.value)


def test_colours_are_blues_with_letters_that_can_be_read():
    """As matplotlib's Blues, darker and darker; at least 4.5 to 1 between letter and ground."""
    from matplotlib import colormaps

    shades = [blue(step / 100) for step in range(101)]
    for step, shade in enumerate(shades):
        theirs = colormaps["Blues"](step / 100, bytes=True)[:3]
        assert max(abs(int(a) - b) for a, b in zip(theirs, shade, strict=True)) <= 2
        assert contrast(shade, (0, 0, 0) if ink(shade) == "#000000" else (255, 255, 255)) >= 4.5
    assert all(contrast(a, (0, 0, 0)) > contrast(b, (0, 0, 0)) for a, b in pairwise(shades))
    assert blue(-1) == BLUES[0] and blue(2) == BLUES[-1] and blue(1) == BLUES[-1]
    assert ink(BLUES[0]) == "#000000" and ink(BLUES[-1]) == "#ffffff"
    assert code((8, 48, 107)) == "#08306b" and round(contrast((0, 0, 0), (255, 255, 255))) == 21


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [
        (0, 0, "0.00%"), (0, 9, "0.00%"), (9, 9, "100.00%"), (1, 3, "33.33%"), (1, 8, "12.50%"),
        (80_115, 1_000_000, "8.01%"), (499_984, 500_000, "99.997%"), (1, 10**6, "0.0001%"),
        (5, 10**5, "0.01%"), (404_149, 1_000_000, "40.41%"), (80_125, 1_000_000, "8.01%"),
        (80_150, 1_000_000, "8.02%"),
    ],
)  # fmt: skip
def test_shares_with_decimals_are_rounded_once_and_never_lie(part, whole, text):
    assert share_text(part, whole) == text


def test_convergence_shows_estimates_the_exact_value_and_the_funnel():
    counts = [(10_000, 8_020), (100, 77), (1_000, 797)]
    figure = convergence(Fraction(801_125, 10**6), counts, "BBR against BRB")
    texts = [text for text, _, _ in texts_of(figure)]
    for text in ("exact: 80.1125%", "BBR against BRB", "Decks", "100", "1,000", "10,000"):
        assert text in texts
    (upper,), (lower,) = convergence(0.8, counts, "x").groups
    funnel, exact, estimate = upper.marks
    assert estimate.points == ((2, 0.77), (3, 0.797), (4, 0.802))  # powers of ten
    assert estimate.ends == tuple(share_interval(n, won) for n, won in sorted(counts))
    assert exact.points[0][1] == 0.8 and funnel.is_area
    assert math.isclose(funnel.ends[0][1], 0.8 + 1.96 * 0.04, abs_tol=1e-9)
    assert funnel.points[0][0] == 2 and math.isclose(funnel.points[-1][0], 4)
    assert [round(z, 6) for _, z in lower.marks[2].points] == [-0.75, -0.237171, 0.5]


@pytest.mark.parametrize("most", [10**4, 10**7, 2 * 10**7, 10**9, 10**12])
def test_the_numbers_of_decks_along_the_axis_stand_apart(most):
    """With room between them, however many decks; those of a billion as powers of ten."""
    counts = [(100 * 10**k, 80 * 10**k) for k in range(11) if 100 * 10**k < most]
    figure = convergence(0.8, [*counts, (most, most * 8 // 10)], "x")
    names = {name for _, name in figure.groups[0][0].x.ticks}
    labels = sorted((x, text) for text, x, y in texts_of(figure) if text in names and y > 450)
    assert len(labels) >= 3
    for (left, one), (right, other) in pairwise(labels):
        assert right - left > 0.6 * 12 * (len(one) + len(other)) / 2 + 2
    assert all(text[2] in "²³⁴⁵⁶⁷⁸⁹¹" for _, text in labels) == (most > 2 * 10**7)


def test_convergence_of_little_still_has_numbers_to_read():
    """One count, a chance of nothing, or less than a power of ten."""
    figure = convergence(0, [(100, 0)], "x")
    assert len(figure.groups[1][0].marks) == 2 and "100" in svg(figure)
    texts = {text for text, _, _ in texts_of(convergence(0.5, [(100, 52), (600, 300)], "x"))}
    assert {"100", "200", "500"} <= texts and "300" not in texts
    assert {">300<", ">400<"} <= set(
        re.findall(r">\d+<", svg(convergence(0.5, [(300, 1), (400, 2)], "x")))
    )


@pytest.mark.parametrize(
    ("decks", "won", "low", "high"),
    [
        (10, 0, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (100, 50, 0.4038, 0.5962),
        (250, 5, 0.0086, 0.046),
    ],
)  # fmt: skip
def test_intervals_are_wilson_s(decks, won, low, high):
    """Values of the formula, worked out by hand; never outside of 0 to 1."""
    assert [round(end, 4) for end in share_interval(decks, won)] == [low, high]


def test_differences_show_win_draw_loss_mean_and_spread():
    figure = differences({-2: 1, -1: 2, 0: 3, 1: 6, 3: 8}, 6, 5, TRICKS)
    plot = figure.groups[0][0]
    mean = Fraction(-2 - 2 + 6 + 24, 20)
    spread = math.sqrt(Fraction(4 + 2 + 6 + 72, 20) - mean**2)
    assert [mark.name for mark in plot.marks if mark.name] == [
        "wins 70.00%", "draw 15.00%", "loses 15.00%", "mean +1.30",
        f"standard deviation {spread:.2f}",
    ]  # fmt: skip
    bars = [mark for mark in plot.marks if isinstance(mark, Bars)]
    heights = {bar.at: bar.share for mark in bars for bar in mark.bars}
    assert heights == {-2: 0.05, -1: 0.1, 0: 0.15, 1: 0.3, 3: 0.4}
    assert len({mark.colour for mark in bars}) == 3
    middle, *others = (mark.points[0][0] for mark in plot.marks if not isinstance(mark, Bars))
    assert math.isclose(middle, 1.3) and math.isclose(others[1] - middle, spread)
    texts = [text for text, _, _ in texts_of(figure)]
    assert "BBR against BRB: difference of tricks" in texts
    assert "Tricks of BBR minus tricks of BRB" in texts


def test_differences_of_large_counts_stay_exact():
    """Nobody always wins who loses once in so many decks; other lengths have their own names."""
    figure = differences({52: 495_918_532_948_103, -1: 1}, 0, 1, CARDS, length=2)
    names = [mark.name for mark in figure.groups[0][0].marks]
    assert names[:3] == ["wins 99.9999999999998%", "draw 0.00%", "loses 0.0000000000002%"]
    assert figure.title == "RR against RB: difference of cards"


def test_the_same_data_give_the_same_bytes(tmp_path):
    """Any number of times, in any order, over any earlier file."""
    makers = (
        lambda: heat_map(simulated(2), CARDS),
        lambda: convergence(0.8, [(100, 77), (1_000, 797)], "x"),
        lambda: differences({-1: 2, 1: 6}, 6, 5, TRICKS),
    )
    for make in makers:
        one, other = make(), make()
        first = {ending: picture(one, ending) for ending in (".svg", ".png")}
        again = {ending: picture(other, ending) for ending in (".png", ".svg")}
        assert first == again == {ending: picture(one, ending) for ending in (".svg", ".png")}
        for ending in (".png", ".svg"):
            path = tmp_path / f"figure{ending}"
            path.write_text("old")
            save(one, path)
            assert path.read_bytes() == first[ending]
        assert b"matplotlib" not in first[".png"].lower()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["figure.png", "figure.svg"]


def test_pictures_are_what_they_say(tmp_path):
    """A PNG of two dots for each pixel, an SVG with a title, and nothing from elsewhere."""
    figure = heat_map(simulated(), TRICKS)
    save(figure, tmp_path / "a.PNG")
    data = (tmp_path / "a.PNG").read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n") and b"Win(Draw)" in data
    save(figure, str(tmp_path / "a.svg"))
    root = ET.fromstring((tmp_path / "a.svg").read_text(encoding="utf-8"))
    size = [int.from_bytes(data[at : at + 4], "big") for at in (16, 20)]
    assert size == [2 * int(root.get(side)) for side in ("width", "height")]
    assert root.find(f"{SVG}title").text == "My Chance of Win(Draw)"
    assert "By Tricks" in root.find(f"{SVG}desc").text and not list(root.iter(f"{SVG}image"))


def test_other_endings_and_places_are_refused(tmp_path):
    figure = differences({1: 1}, 6, 5, TRICKS)
    for name, ending in (("a.pdf", ".pdf"), ("a", "a file without ending")):
        with pytest.raises(SetupError, match=f"as {ending}: .*use .png and .svg") as error:
            save(figure, tmp_path / name)
        assert "\n" not in str(error.value)
    with pytest.raises(StorageError, match="there is no folder"):
        save(figure, tmp_path / "nowhere" / "a.svg")
    assert list(tmp_path.iterdir()) == []


def test_settings_of_the_user_neither_matter_nor_change():
    import matplotlib as mpl

    plain = picture(heat_map(simulated(), TRICKS), ".png")
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "red", "savefig.dpi": 20}):
        before = dict(mpl.rcParams)
        assert picture(heat_map(simulated(), TRICKS), ".png") == plain
        assert dict(mpl.rcParams) == before


def test_matplotlib_is_imported_only_for_png_and_without_windows():
    program = """
import sys
import dealt.penney.figures, dealt.penney.heat_page, dealt.terminal.charts
from dealt.figures.drawing import picture
figure = dealt.penney.figures.differences({1: 1}, 6, 5, "tricks")
picture(figure, ".svg")
print("matplotlib" in sys.modules, "rich" in sys.modules)
picture(figure, ".png")
print("matplotlib" in sys.modules, "matplotlib.pyplot" in sys.modules, "tkinter" in sys.modules)
"""
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120
    )
    assert result.stdout.split() == ["False", "False", "True", "False", "False"]
