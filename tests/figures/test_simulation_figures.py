"""Pictures and charts of simulations, arenas and learning: by what is drawn, in any width."""

import io
import re
import sys
from xml.etree import ElementTree as ET

import pytest
from rich.console import Console as Screen

from dealt.cli.main import mend_streams
from dealt.errors import SetupError, StorageError
from dealt.figures.drawing import check_picture, picture, svg
from dealt.figures.learning import Measured, _by_opponent, _time_text, curve
from dealt.figures.simulations import MOST_LINES, histograms, ladder
from dealt.simulate.arena import Meeting, Result
from dealt.simulate.distributions import Distribution
from dealt.simulate.estimates import Estimate
from dealt.simulate.matches import Report, SeatReport
from dealt.terminal.boxes import columns_of
from dealt.terminal.charts import lines, plain, show
from dealt.terminal.console import Console

SVG = "{http://www.w3.org/2000/svg}"
LENGTHS = Distribution(5, 1, (10, 30, 40, 0, 19, *[0] * 80, 1))  # one round is far from the others
AHEAD = Distribution(-20, 1, (1, *[0] * 9, 20, *[0] * 9, 30, *[0] * 9, 29, *[0] * 9, 20))
BEHIND = Distribution(-20, 1, (60, *[0] * 9, 20, *[0] * 9, 20))


def report(*points, players=None, lengths=LENGTHS):
    """A report with these points of each seat."""
    none = Estimate(0.0, 0.0)
    players = players or ["AI", *["random"] * (len(points) - 1)]
    seats = tuple(SeatReport(player, none, none, none) for player in players)
    return Report("leduc", 4, 50, True, none, none, seats, lengths, tuple(points))


def texts_of(figure):
    """The texts of a picture, which is always the same."""
    picture_text = svg(figure)
    assert picture_text == svg(figure)
    return [text.text for text in ET.fromstring(picture_text).iter(f"{SVG}text")]


def heights(plot):
    """How high the bars of a plot are, in the order of their numbers."""
    return [bar.share for bar in plot.marks[0].bars if bar.at is not None]


def test_a_figure_shows_itself_in_a_notebook():
    """As a picture that stays the same."""
    figure = histograms(report(AHEAD))
    assert f"{figure._repr_svg_()}\n".encode() == picture(figure, ".svg")


# --- lengths and points, as a picture -------------------------------------------------------------


def test_the_bars_of_a_picture_are_the_counts():
    """A bar for each number, to scale; the median and what is far away told in words."""
    figure = histograms(report(AHEAD, BEHIND))
    (lengths,), (first, second) = figure.groups
    assert heights(lengths) == [0.1, 0.3, 0.4, 0, 0.19]
    assert heights(first) == [0.01, 0.2, 0.3, 0.29, 0.2]
    assert heights(second) == [0.6, 0.2, 0.2, 0, 0]
    assert first.y.ends == second.y.ends == (0.6,)  # one scale
    assert [plot.marks[1].points[0][0] for plot in (lengths, first, second)] == [7, 0, -20]
    texts = texts_of(figure)
    for text in ("leduc: 100 rounds, seed 4", "seat 1, AI", "seat 2, random", "over 9: 1.00%"):
        assert text in texts
    assert "median 7, nine in ten from 5 to 9" in texts and "Points of a round" in texts
    assert {"-20", "-10", "0", "10", "20"} <= set(texts)


def test_bars_are_drawn_to_scale():
    """In the SVG, from the floor of the plot."""
    picture_text = svg(histograms(report(AHEAD)))
    bars = re.findall(r'points="([^"]*)" fill="#0063a6"', picture_text)
    ends = [[float(place.split(",")[1]) for place in bar.split()] for bar in bars[:5]]
    assert [round((max(ys) - min(ys)) / 144 * 40) for ys in ends] == [10, 30, 40, 0, 19]
    assert len({max(ys) for ys in ends}) == 1


def test_panels_of_very_different_heights_have_scales_of_their_own():
    """Else the lower one would be a line on the floor."""
    wide = Distribution(0, 1, (1,) * 40)
    _, plots = histograms(report(wide, Distribution(0, 1, (40,)))).groups
    assert [plot.y.ends for plot in plots] == [(), ()]


def test_partners_share_a_panel():
    figure = histograms(report(AHEAD, BEHIND, AHEAD, BEHIND, players=["AI"] * 4))
    assert [plot.title for plot in figure.groups[1]] == ["seats 1 and 3, AI", "seats 2 and 4, AI"]


def test_all_seats_of_a_large_table_are_drawn():
    """Side by side, in rows of one size; constant lengths are one bar."""
    several = [Distribution(1, 1, (1, seat, 3)) for seat in range(7)]
    figure = histograms(report(*several, lengths=Distribution(2, 1, (7,))))
    texts = ET.fromstring(svg(figure)).iter(f"{SVG}text")
    heads = [text for text in texts if text.text.startswith("seat ")]
    assert [text.text for text in heads] == [
        "seat 1, AI", *(f"seat {seat}, random" for seat in range(2, 8)),
    ]  # fmt: skip
    assert [head.get("y") for head in heads] == [heads[0].get("y")] * 4 + [heads[4].get("y")] * 3
    assert heights(figure.groups[0][0]) == [1]


def test_lengths_beyond_all_bins_are_noted():
    """A picture without bars raises no error."""
    beyond = Distribution(0, 1, (0,) * 9, 0, 4)
    assert "over 8: 100.00%" in texts_of(histograms(report(AHEAD, lengths=beyond)))


def test_pictures_that_cannot_be_saved_are_refused_before_the_work(tmp_path):
    for name, error in (("x.pdf", SetupError), ("x", SetupError), ("no/x.png", StorageError)):
        with pytest.raises(error):
            check_picture(tmp_path / name)
    check_picture(tmp_path / "x.svg")
    assert not list(tmp_path.iterdir())


# --- lengths and points, at a terminal ------------------------------------------------------------


def lines_of(parts):
    return [plain(line) for line in parts]


def bars_at_terminal(report, width):
    return lines(histograms(report, MOST_LINES), width)


def ladder_at_terminal(result, width):
    return lines(ladder(result), width)


def curve_at_terminal(history, width):
    return lines(curve(history), width)


def test_the_rows_of_a_terminal_are_the_counts():
    """Bars to one scale, shares beside them, rows of several seats side by side."""
    lines = lines_of(bars_at_terminal(report(AHEAD, BEHIND), 80))
    assert lines[:2] == [
        "Decisions of a round", "        median 7, nine in ten from 5 to 9",
    ]  # fmt: skip
    assert lines[2].endswith("█ 10.0%") and lines[4].count("█") in range(51, 54)
    assert [re.split(r"\s{2,}", line.strip())[0] for line in lines[2:8]] == [
        "5", "6", "7", "8", "9", "over 9",
    ]  # fmt: skip
    assert lines[5].strip() == "8" and lines[7].endswith(" 1.0%")
    at = lines.index("Points of a round")
    assert lines[at + 1].split() == ["seat", "1,", "AI", "seat", "2,", "random"]
    row = lines[at + 3]
    assert re.fullmatch(r"-20  ▌? ?1\.0% +█+ 60\.0%", row)
    assert row.count("█") == 29 and lines[at + 4].count("█▌ 20.0%") == 2
    assert lines[at + 4].count("█") == 2 * (29 // 3)


@pytest.mark.parametrize("width", [30, 40, 80, 100])
def test_histograms_keep_to_the_terminal(width):
    """In blocks of as many seats as there is room for; every share of every seat is there."""
    several = [Distribution(1, 1, (1, seat, 3)) for seat in range(7)]
    lines = lines_of(bars_at_terminal(report(*several), width))
    assert max(map(columns_of, lines)) <= width
    names = [f"seat {seat}" for seat in range(1, 8)]
    assert re.findall(r"seat \d", "\n".join(lines)) == names
    shares = [f"{part / one.total:.1%}" for one in several for part in one.counts if part]
    points = "\n".join(lines[lines.index("Points of a round") :])
    assert sorted(re.findall(r"[\d.]+%", points)) == sorted(shares)


def test_a_tiny_share_is_not_shown_as_zero():
    rare = Distribution(1, 1, (1, 5_000))
    lines = lines_of(bars_at_terminal(report(rare), 80))
    assert lines[lines.index("Points of a round") + 3].strip() == "1   <0.1%"


def test_charts_keep_to_signs_that_the_output_can_carry(monkeypatch):
    """Plainer ones, as wide, where block letters cannot be encoded."""
    charts = [bars_at_terminal(report(AHEAD, BEHIND), 80), ladder_at_terminal(contest(), 80)]
    charts.append(curve_at_terminal(HISTORY, 80))
    for text in ("\n".join(lines_of(chart)) for chart in charts):
        assert "█" in text or "●" in text
        out = io.TextIOWrapper(io.BytesIO(), encoding="ascii", newline="\n")
        monkeypatch.setattr(sys, "stdout", out)
        mend_streams()
        out.write(text)
        out.flush()
        plain = out.buffer.getvalue().decode("ascii")
        assert "?" not in plain and re.search(r"[#*]", plain)
        assert list(map(len, plain.split("\n"))) == list(
            map(len, text.replace("±", "+-").split("\n"))
        )


def test_charts_are_coloured_at_a_terminal_and_plain_elsewhere(monkeypatch, capsys):
    """And are as wide as the terminal, within reason."""
    console = Console(live=False)
    show(console, histograms(report(AHEAD, BEHIND)))
    show(console, ladder(contest()))
    show(console, curve(HISTORY))
    output = capsys.readouterr().out
    assert "\x1b" not in output and max(map(columns_of, output.split("\n"))) <= 80
    file = io.StringIO()
    console.screen = Screen(file=file, force_terminal=True, color_system="truecolor", width=200)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    show(console, histograms(report(AHEAD, BEHIND)))
    show(console, ladder(contest()))
    coloured = file.getvalue()
    text = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert "\x1b[" in coloured and 80 < max(map(columns_of, text.split("\n"))) <= 100


# --- the arena ------------------------------------------------------------------------------------


def contest(*meetings, deals=100):
    """A result with these meetings."""
    met = meetings or (
        ("AI", "random", 0.9, 0.02), ("bad", "random", 0.3, 0.05), ("AI", "bad", 0.52, 0.02),
    )  # fmt: skip
    meetings = tuple(Meeting(a, b, deals, wins, e, 0.5, 0.0, 0.0) for a, b, wins, e in met)
    return Result("penney", 1, deals, True, meetings, ())


def test_the_ladder_shows_each_meeting_at_its_place():
    """The best first; filled points are those whose interval leaves out an equal's share."""
    title, axis, first, second, third, note, _ = lines_of(ladder_at_terminal(contest(), 80))
    assert title == "Share of matches won, 95% intervals"
    assert [line.split("  ")[0] for line in (first, second, third)] == [
        "AI against random", "AI against bad", "bad against random",
    ]  # fmt: skip
    assert "●" in first and "○" in second and "●" in third
    assert [line.split()[-1] for line in (first, second, third)] == ["90.0%", "52.0%", "30.0%"]
    zero, whole = axis.index("0%"), axis.index("100%") + 3
    for line, share in ((first, 0.9), (second, 0.52), (third, 0.3)):
        at = re.search("[●○]", line).start()
        assert at == zero + round(share * (whole - zero))
    low, high = first.index("├"), first.index("┤")
    assert low == zero + round((0.9 - 1.96 * 0.02) * (whole - zero)) and high > low
    assert {line.index("│") for line in (first, third)} == {zero + round(0.5 * (whole - zero))}
    assert note.startswith("│ 50%: what an equal player would win")


@pytest.mark.parametrize("width", [40, 80, 100])
def test_the_ladder_keeps_to_the_terminal(width):
    """Names that are too long stand above; nothing known is no error."""
    unknown = contest(("AI", "a player with a long name", 1.0, float("inf")), deals=1)
    for result in (contest(), unknown):
        lines = lines_of(ladder_at_terminal(result, width))
        assert max(map(columns_of, lines)) <= width
        for m in result.meetings:
            assert f"{m.player} against {m.against}" in "\n".join(lines)
    assert "○" in "\n".join(lines)


# --- learning -------------------------------------------------------------------------------------

HISTORY = [
    Measured(number, opponent, base + 0.01 * number, 0.02, 30.0 * number)
    for number in (3, 1, 2)
    for opponent, base in (("AI", 0.2), ("random", 0.6))
]


def test_a_curve_has_a_line_and_a_band_for_each_opponent():
    """With what came of it at last, how long it took, and where an equal would be."""
    figure = curve(HISTORY, even=0.25)
    first, second, even = figure.groups[0][0].marks
    assert figure.title == "Learning: 3 generations in 1 min 30 s"
    assert first.name == "against AI: 23.0% ± 2.0% (95 % interval)"
    assert second.name == "against random: 63.0% ± 2.0% (95 % interval)"
    assert even.name == "even: 25.0%" and even.points[0][1] == even.points[1][1] == 0.25
    assert [x for x, _ in first.points] == [1, 2, 3] and first.points[2][1] == 0.2 + 0.03
    assert first.ends[2] == (0.23 - 0.02, 0.23 + 0.02)
    assert {first.name, second.name, even.name, figure.title} <= set(texts_of(figure))
    assert len(curve(HISTORY[:1]).groups[0][0].marks) == 1
    unsure = curve([Measured(1, "AI", 0.5, None, 3)]).groups[0][0].marks[0]
    assert unsure.name == "against AI: 50.0%"


def test_nothing_and_twice_the_same_cannot_be_drawn():
    for history, problem in (
        ([], "nothing was measured"),
        (HISTORY[:1] * 2, "generation 3 met AI"),
    ):
        with pytest.raises(SetupError, match=problem):
            curve(history)
    assert [one.generation for one in _by_opponent(HISTORY)["AI"]] == [1, 2, 3]
    assert [_time_text(s) for s in (59.94, 60, 3_600)] == ["59.9 s", "1 min 0 s", "1 h 0 min"]
    assert Measured(1, "AI", 0.99, 0.1, 0).interval[1] == 1 and HISTORY[0].interval[0] > 0


@pytest.mark.parametrize("width", [20, 40, 80])
@pytest.mark.parametrize("generations", [1, 2, 7, 500])
def test_a_curve_at_a_terminal_goes_up_with_the_wins(generations, width):
    """The first and the last generation are there, each point in its interval."""
    history = [
        Measured(n, "AI", 0.2 + 0.5 * n / generations, 0.02, n) for n in range(1, generations + 1)
    ]
    lines = lines_of(curve_at_terminal(history, width))
    assert max(map(columns_of, lines[2:])) <= width
    assert lines[1] == "against AI: 70.0% ± 2.0% (95 % interval)"
    assert lines[-2].split() == ["1", str(generations)][: min(2, generations)]
    plot = [line[7:] for line in lines[2:-2]]
    heights = [
        next(y for y, line in enumerate(plot) if line[x : x + 1] == "●")
        for x in range(max(map(len, plot)))
        if any(line[x : x + 1] == "●" for line in plot)
    ]
    assert heights == sorted(heights, reverse=True)
    assert len(heights) == min(generations, width - 7)
    assert lines[2].split("%")[0].strip() in ("70", "75")
