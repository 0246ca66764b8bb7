"""Figures of Penney's game: every number, box and label of the pictures."""

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
from dealt.figures.colours import BLUES, GREY, blue, code, contrast, ink
from dealt.figures.drawing import drawing, picture, save
from dealt.games.penney.choices import LONGEST, SHORTEST, choice_text, in_order
from dealt.games.penney.heat import heat_of
from dealt.games.penney.tally import CARDS, SCORINGS, TRICKS, Tally, share_text
from dealt.penney.figures import LETTERS, convergence, differences, heat_map, heat_maps
from dealt.penney.heat_lines import show
from dealt.penney.heat_page import page
from dealt.simulate.estimates import share_interval
from dealt.terminal.console import Console
from tests.figures.tallies import rounded, simulated, tally_of

SVG = "{http://www.w3.org/2000/svg}"


def parts(figure):
    """The groups of an SVG by their names, and all its texts."""
    root = ET.fromstring(picture(figure, ".svg"))
    groups = {group.get("id"): group for group in root.iter(f"{SVG}g") if group.get("id")}
    return groups, [text.text for text in root.iter(f"{SVG}text")]


def corner(group):
    """Where the first path of a group begins: its left upper corner."""
    _, x, y = group.find(f"{SVG}path").get("d").split()[:3]
    return float(x), float(y)


def style(group, tag):
    """The style of the first element with a tag in a group."""
    return next(group.iter(f"{SVG}{tag}")).get("style")


@pytest.mark.parametrize("side", ["mine", "opponent"])
@pytest.mark.parametrize("by", SCORINGS)
def test_each_cell_says_win_and_draw_of_its_pair(by, side):
    """In whole percent, from the side asked for; none on the diagonal, which is grey."""
    tally = simulated()
    groups, _ = parts(heat_map(tally, by, side=side))
    for own in range(8):
        for other in range(8):
            pair = f"{by}-{choice_text(own)}-{choice_text(other)}"
            colour = style(groups[f"cell-{pair}"], "path")
            if own == other:
                assert f"text-{pair}" not in groups and code(GREY) in colour
                continue
            first, second = (own, other) if side == "mine" else (other, own)
            won, draws = tally.won(by, first, second), tally.drawn(by, own, other)
            (text,) = groups[f"text-{pair}"].iter(f"{SVG}text")
            assert text.text == f"{rounded(won, 60)}({rounded(draws, 60)})"
            assert code(blue(won / 60)) in colour


def test_choices_run_from_bbb_left_and_at_the_top():
    """My choice across and the opponent's down, both named, in one order."""
    groups, texts = parts(heat_map(simulated(), TRICKS))
    names = [choice_text(choice) for choice in in_order()]
    assert names[0] == "BBB" and names[-1] == "RRR"
    across = [corner(groups[f"cell-tricks-{name}-BBB"]) for name in names]
    down = [corner(groups[f"cell-tricks-BBB-{name}"]) for name in names]
    assert all(a[0] < b[0] and a[1] == b[1] for a, b in pairwise(across))
    assert all(a[0] == b[0] and a[1] < b[1] for a, b in pairwise(down))
    assert [text for text in texts if text in names] == names + names
    titles = ["My Choice", "Opponent Choice", "My Chance of Win(Draw)", "By Tricks", "N=60"]
    assert [text for text in texts if text in titles] == titles
    where = {}
    for text in groups["figure_1"].iter(f"{SVG}text"):
        if text.text in names:
            where.setdefault(text.text, []).append((float(text.get("x")), float(text.get("y"))))
    middle = (across[1][0] - across[0][0]) / 2
    for name, (x, _), (_, y) in zip(names, across, down, strict=True):
        (label_x, below), (left, label_y) = where[name]
        assert abs(label_x - x - middle) < 1 and below > down[-1][1]
        assert abs(label_y - y - middle) < 10 and left < across[0][0]


def test_titles_tell_data_from_exact_odds_and_one_side_from_the_other():
    tally = replace(simulated(), decks=5_000_000)
    assert heat_of(tally, CARDS).title == ("My Chance of Win(Draw)", "By Cards", "N=5,000,000")
    exact = replace(simulated(), decks=495_918_532_948_104, is_exact=True)
    texts = parts(heat_map(exact, TRICKS, side="opponent"))[1]
    lines = ["Opponent's Chance of Win(Draw)", "By Tricks", "exact, all 495,918,532,948,104 decks"]
    assert [text for text in texts if text in lines] == lines


@pytest.mark.parametrize("by", SCORINGS)
def test_a_box_and_bold_letters_mark_each_best_reply(by):
    """Mine in each row, the opponent's in each column."""
    tally = simulated()
    for side in ("mine", "opponent"):
        groups, _ = parts(heat_map(tally, by, side=side))
        boxed = {name[len("best-") :] for name in groups if name.startswith("best-")}
        expected = set()
        for first in range(8):
            most = max(tally.won(by, reply, first) for reply in range(8) if reply != first)
            for reply in range(8):
                if reply != first and tally.won(by, reply, first) == most:
                    pair = (reply, first) if side == "mine" else (first, reply)
                    expected.add(f"{by}-{choice_text(pair[0])}-{choice_text(pair[1])}")
        assert boxed == expected
        for name in groups:
            if name.startswith("text-"):
                assert ("700" in style(groups[name], "text")) == (name[5:] in boxed)
        for pair in boxed:
            path = groups[f"best-{pair}"].findall(f"{SVG}path")[-1].get("style")
            assert "fill: none" in path and "stroke: #000000" in path


def test_all_best_replies_are_boxed_if_equal():
    """Exactly equal, not equal after rounding."""
    won = {(own, 7): 500_000 for own in range(7)}
    tally = tally_of(1_000_000, won | {(1, 7): 500_001, (2, 7): 500_001})
    row = heat_of(tally, TRICKS).rows[0]
    assert [cell.choice for cell in row if cell and cell.is_best] == [2, 1]
    assert {cell.text for cell in row if cell} == {"50(50)"}
    groups, _ = parts(heat_map(tally, TRICKS))
    assert {"best-tricks-RRB-BBB", "best-tricks-RBR-BBB"} <= set(groups)
    assert "best-tricks-RRR-BBB" not in groups


def test_shares_are_rounded_once():
    """44.496 % is 44 %; by way of 44.50 % it would be 45 %."""
    tally = tally_of(100_000, {(1, 2): 44_496, (2, 1): 44_504, (3, 4): 500, (4, 3): 99_499})
    cells = {(c.choice, c.other): c.text for row in heat_of(tally, CARDS).rows for c in row if c}
    assert cells[1, 2] == "44(11)" and cells[2, 1] == "45(11)"
    assert cells[3, 4] == "1(0)" and cells[4, 3] == "99(0)" and cells[0, 1] == "0(100)"


@pytest.mark.parametrize("length", [2, 4])
def test_other_lengths_are_drawn(length):
    """All cells, with names on four sides where there are many."""
    tally = simulated(length, decks=4)
    groups, texts = parts(heat_map(tally, TRICKS))
    size = 1 << length
    assert len([name for name in groups if name.startswith("text-")]) == size * (size - 1)
    assert texts.count("B" * length) == (2 if length < 4 else 4)
    (name, *_) = (name for name in groups if name.startswith("text-"))
    assert float(re.search(r"([\d.]+)px", style(groups[name], "text"))[1]) >= 7


def test_choices_of_six_colours_have_a_place():
    tally = tally_of(10, {(1, 2): 7}, length=6)
    rows = heat_of(tally, TRICKS).rows
    assert rows[61][62].text == "70(30)" and len(rows) == len(rows[0]) == 64
    assert min(LETTERS.values()) >= 7 and list(LETTERS) == list(range(SHORTEST, LONGEST + 1))


def test_both_scorings_stand_side_by_side():
    groups, texts = parts(heat_maps(simulated(), "opponent"))
    assert texts.count("Opponent's Chance of Win(Draw)") == 2
    assert texts.index("By Tricks") < texts.index("By Cards")
    left, right = (corner(groups[f"cell-{by}-RRR-RRR"]) for by in SCORINGS)
    assert left[0] < corner(groups["cell-cards-BBB-BBB"])[0] < right[0] and left[1] == right[1]


def test_nothing_counted_has_no_best_reply():
    heat = heat_of(Tally.empty(), TRICKS)
    assert {cell.text for row in heat.rows for cell in row if cell} == {"0(0)"}
    assert not any(cell.is_best for row in heat.rows for cell in row if cell)
    assert heat.title[2] == "N=0"


@pytest.mark.parametrize(
    ("attempt", "words"),
    [
        (lambda: heat_map(simulated(), "points"), "'points'; the scorings are tricks and"),
        (lambda: heat_map(simulated(), TRICKS, side="ours"), "'ours'; the sides are mine and"),
        (lambda: heat_maps(Tally.empty(7)), "no heat map for choices of 7 colours; .* 2 to 6"),
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
        (lambda: show(Console(live=False), simulated(), TRICKS, "ours"), "no side 'ours'"),
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
    groups, texts = parts(
        convergence(Fraction(801_125, 10**6), counts, "BBR against BRB\nby tricks")
    )
    for name in ("funnel", "exact", "band", "estimate", "errors"):
        assert name in groups
    assert groups["estimate"].findall(f".//{SVG}use").__len__() == 3
    for text in ("exact: 80.1125%", "BBR against BRB", "by tricks", "Decks", "100", "1,000"):
        assert text in texts
    figure = convergence(0.8, counts, "x")
    upper, lower = figure.axes
    (estimate,) = [line for line in upper.lines if line.get_gid() == "estimate"]
    assert list(estimate.get_xdata()) == [100, 1_000, 10_000]
    assert list(estimate.get_ydata()) == [0.77, 0.797, 0.802]
    (errors,) = [line for line in lower.lines if line.get_gid() == "errors"]
    assert [round(z, 6) for z in errors.get_ydata()] == [-0.75, -0.237171, 0.5]
    (funnel,) = [area for area in upper.collections if area.get_gid() == "funnel"]
    ends = funnel.get_paths()[0].vertices
    assert math.isclose(max(ends[:, 1]), 0.8 + 1.96 * 0.04, abs_tol=1e-9)
    assert math.isclose(ends[:, 0].min(), 100) and math.isclose(ends[:, 0].max(), 10_000)


@pytest.mark.parametrize("most", [10**4, 10**7, 2 * 10**7, 10**9, 10**12])
def test_the_numbers_of_decks_along_the_axis_stand_apart(most):
    """With room between them, however many decks; those of a billion as powers of ten."""
    counts = [(100 * 10**k, 80 * 10**k) for k in range(11) if 100 * 10**k < most]
    figure = convergence(0.8, [*counts, (most, most * 8 // 10)], "x")
    figure.draw_without_rendering()
    lower = figure.axes[1]
    first, last = lower.get_xlim()
    labels = [
        label for label in lower.get_xticklabels()
        if label.get_text() and first <= label.get_position()[0] <= last
    ]  # fmt: skip
    boxes = [label.get_window_extent() for label in labels]
    assert len(labels) >= 3
    for left, right in pairwise(sorted(boxes, key=lambda box: box.x0)):
        assert right.x0 - left.x1 >= 5  # dots
    assert boxes[-1].x1 <= figure.bbox.x1
    assert all(label.get_text()[2] in "²³⁴⁵⁶⁷⁸⁹¹" for label in labels) == (most > 2 * 10**7)


def test_convergence_of_little_still_has_numbers_to_read():
    """One count, a chance of nothing, or less than a power of ten."""
    groups, _ = parts(convergence(0, [(100, 0)], "x"))
    assert "errors" not in groups
    _, texts = parts(convergence(0.5, [(100, 52), (600, 300)], "x"))
    assert {"100", "200", "500"} <= set(texts) and "300" not in texts


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
    legend = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    mean = Fraction(-2 - 2 + 6 + 24, 20)
    spread = math.sqrt(Fraction(4 + 2 + 6 + 72, 20) - mean**2)
    assert legend == [
        "wins 70.00%", "draw 15.00%", "loses 15.00%", "mean +1.30",
        f"standard deviation {spread:.2f}",
    ]  # fmt: skip
    bars = [bar for group in figure.axes[0].containers for bar in group]
    heights = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in bars}
    assert heights == {-2: 0.05, -1: 0.1, 0: 0.15, 1: 0.3, 3: 0.4}
    assert len({bar.get_facecolor() for bar in bars}) == 3
    lines = {line.get_gid(): line.get_xdata()[0] for line in figure.axes[0].lines}
    assert math.isclose(lines["mean"], 1.3)
    assert math.isclose(lines["spread-above"] - lines["spread-below"], 2 * spread)
    _, texts = parts(figure)
    assert "BBR against BRB: difference of tricks" in texts
    assert "Tricks of BBR minus tricks of BRB" in texts


def test_differences_of_large_counts_stay_exact():
    """Nobody always wins who loses once in so many decks; other lengths have their own names."""
    figure = differences({52: 495_918_532_948_103, -1: 1}, 0, 1, CARDS, length=2)
    legend = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    assert legend[:3] == [
        "wins 99.9999999999998%", "draw 0.00%", "loses 0.0000000000002%",
    ]  # fmt: skip
    assert figure.axes[0].get_title() == "RR against RB: difference of cards"


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
        assert b"<dc:date>" not in first[".svg"] and b"Matplotlib" not in first[".svg"]
        assert b"matplotlib" not in first[".png"].lower()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["figure.png", "figure.svg"]


def test_pictures_are_what_they_say(tmp_path):
    """A PNG of 150 dots an inch, an SVG with letters, a title, and nothing from elsewhere."""
    figure = heat_map(simulated(), TRICKS)
    save(figure, tmp_path / "a.PNG")
    data = (tmp_path / "a.PNG").read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n") and b"Win(Draw)" in data
    size = [int.from_bytes(data[at : at + 4], "big") for at in (16, 20)]
    assert size == [int(inches * 150) for inches in figure.get_size_inches()]
    save(figure, str(tmp_path / "a.svg"))
    root = ET.fromstring((tmp_path / "a.svg").read_text(encoding="utf-8"))
    assert root.find(f"{SVG}title").text == "My Chance of Win(Draw), By Tricks"
    assert not list(root.iter(f"{SVG}image"))


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

    plain = picture(heat_map(simulated(), TRICKS), ".svg")
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.fonttype": "path"}):
        before = dict(mpl.rcParams)
        assert picture(heat_map(simulated(), TRICKS), ".svg") == plain
        assert dict(mpl.rcParams) == before
        with drawing():
            assert mpl.rcParams["font.size"] == 10
        assert dict(mpl.rcParams) == before


def test_matplotlib_is_imported_only_to_draw_and_without_windows():
    program = """
import sys
import dealt.penney.figures, dealt.penney.heat_page, dealt.penney.heat_lines
from dealt.figures.drawing import picture
print("matplotlib" in sys.modules, "rich" in sys.modules)
for ending in (".png", ".svg"):
    picture(dealt.penney.figures.differences({1: 1}, 6, 5, "tricks"), ending)
print("matplotlib" in sys.modules, "matplotlib.pyplot" in sys.modules, "tkinter" in sys.modules)
"""
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120
    )
    assert result.stdout.split() == ["False", "False", "True", "False", "False"]
