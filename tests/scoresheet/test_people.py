"""Names that are one person: joined, refused, undone, and read from older files; results then."""

import re
import sys
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealt.errors import SetupError
from dealt.nearest import same
from dealt.scoresheet.archive import correct_name
from dealt.scoresheet.evening_data import ResultsBody, people_of, played, results_of
from dealt.scoresheet.evenings import Evenings, NameData
from dealt.scoresheet.standings import pairs, players, teams
from tests.scoresheet.driver import session

POINTS = [[{"points": 600}, {"points": -85}, {"points": 10}]]


def evening(*sides, title="", day="", typed=()):
    rounds = [row[: len(sides)] for row in POINTS]
    begun = f"{day}T20:00:00Z" if day else ""
    return {
        "id": f"{title}{day}{sides}", "title": title, "begun": begun, "sides": [*sides],
        "players": [*typed], "target": 500, "rounds": rounds,
    }  # fmt: skip


FRIDAYS = [
    evening("Ana & Bia", "Caio", title="Friday", day="2026-01-02"),
    evening("Anna & Bia", "Caio", title="Friday", day="2026-01-09"),
    evening("ANNA  & Beatriz", "Duda", day="2026-01-16"),
    evening("Bears", "Caio", title="Monday", day="2026-01-19", typed=["Eva, Duda"]),
    evening("Zoé", "Ana"),
]


def people(names=(), evenings=FRIDAYS):
    return people_of(Evenings(evenings, [NameData(*each) for each in names]))


@pytest.mark.parametrize(
    ("names", "right"),
    [
        ([], {"Anna": "Anna", "Ana": "Ana", "nobody": "nobody"}),
        ([("Anna", "Ana")], {"Anna": "Ana", " anna": "Ana", "ANA": "Ana", "Bia": "Bia"}),
        ([("Beatriz", "Bia"), ("Bia", "B.")], {"Beatriz": "B.", "Bia": "B."}),
        ([("Bia", "B."), ("Beatriz", "Bia")], {"Beatriz": "B.", "Bia": "B."}),
        ([("Anna", "Ana"), ("Anna", "Anna")], {"Anna": "Anna", "Ana": "Ana"}),
        ([("Anna", "Ana"), ("Anna", "Bob")], {"Anna": "Bob", "Ana": "Ana"}),
        # in older files: of a circle the latest join names the person, never two of one evening
        ([("Anna", "Ana"), ("Ana", "Anna")], {"Anna": "Anna", "Ana": "Anna"}),
        ([("A", "B"), ("B", "C"), ("C", "A")], {"A": "A", "B": "A", "C": "A"}),
        ([("Caio", "Ana")], {"Caio": "Caio", "Ana": "Ana"}),
        ([("Anna", "Ana"), ("Caio", "Anna")], {"Anna": "Ana", "Caio": "Caio"}),
        ([("Caio", "Zoé"), ("Ana", "Anna")], {"Caio": "Zoé", "Ana": "Anna"}),
        ([("Ana", "X"), ("Caio", "X")], {"Ana": "Ana", "Caio": "X"}),
        ([("Zoe\u0301", "Z")], {"Zoé": "Z"}),
        ([("Ana & Bia", "Caio")], {"Ana": "Ana", "Bia": "Bia"}),
    ],
)
def test_names_are_those_of_people(names, right):
    who = people(names)
    assert {name: who.name(name) for name in right} == right


@pytest.mark.parametrize(
    ("names", "join", "refusal"),
    [
        ([], ("Ann", "Ana"), "nobody here is called 'Ann': did you mean ANNA?"),
        ([], ("Xul", "Ana"), "nobody here is called 'Xul'; the names are Ana, Bia, Caio, ANNA"),
        ([], ("Ana & Bia", "Ana"), "'Ana & Bia' are several people: join them one at a time"),
        ([], ("Ana", "Ana e Bia"), "'Ana e Bia' are several people"),
        ([("Anna", "Ana")], ("Ana", "ANNA"),
         "Ana cannot count as ANNA: ANNA counts as Ana; undo that first"),
        ([("Anna", "Ana"), ("Ana", "X")], ("X", "Anna"),
         "X cannot count as Anna: Anna counts as Ana, who counts as X; undo one of these first"),
        ([], ("Ana", "Bia"), "Ana cannot count as Bia: Ana and Bia played in one evening (Fri"),
        ([], ("Caio", "ana"), "Caio cannot count as ana: Caio and Ana played in one evening (Fri"),
        ([("Anna", "Ana")], ("Caio", "Anna"), "Caio and Ana played in one evening (Fri"),
        ([("Anna", "Ana")], ("Beatriz", "Ana"), "Beatriz and ANNA played in one evening (20"),
        ([], ("Zoé", "Ana"), "Zoé and Ana played in one evening (Zoé, Ana"),
        ([], ("Caio", "Bears"), "Caio and Bears played in one evening (Monday, 2026-01-19"),
    ],
)  # fmt: skip
def test_an_impossible_join_is_refused_in_one_line(names, join, refusal):
    with pytest.raises(SetupError, match=re.escape(refusal)):
        people(names).correction(*join)


@pytest.mark.parametrize(
    ("names", "join", "lines"),
    [
        ([], ("Anna", "Ana"),
         ["ANNA counts as Ana from now on: 2 evenings, 2026-01-09 to 2026-01-16."]),
        ([("Anna", "Ana")], ("Anna", "ana"), []),
        ([], ("Beatriz", "Bea"), ["Beatriz is called Bea from now on: 1 evening, 2026-01-16."]),
        ([], ("Eva", "Dudaa"), ["Eva is called Dudaa from now on: 1 evening, 2026-01-19.",
                               "Nobody was called Dudaa so far. Did you mean Duda?"]),
        ([("Anna", "Ana")], ("anna", "anna"),
         ["Anna counts separately from Ana again: 2 evenings, 2026-01-09 to 2026-01-16."]),
        ([("Anna", "Ana"), ("Ana", "A.")], ("Ana", "Ana"),
         ["A. is called Ana from now on: 4 evenings, 2026-01-02 to 2026-01-16."]),
        ([("Anna", "Ana")], ("Anna", "Eva"),
         ["Anna counts as Eva, no longer as Ana: 2 evenings, 2026-01-09 to 2026-01-16."]),
        ([], ("Bia", "BIA"),
         ["Bia is called BIA from now on: 2 evenings, 2026-01-02 to 2026-01-09."]),
        ([], ("Zoé", "Z"), ["Zoé is called Z from now on: 1 evening."]),
        ([], ("Bears", "Ursos"), ["Bears is called Ursos from now on: 1 evening, 2026-01-19."]),
        ([], ("Ana", "Ana"), []),
        ([("Caio", "Ana")], ("Caio", "Caio"), ["Caio counts separately, as before."]),
        # a join of another device that did not count does, once the one against it is undone
        ([("Caio", "X"), ("Ana", "X")], ("Ana", "Ana"),
         ["X is called Ana from now on: 2 evenings, 2026-01-02.",
          "Caio counts as X from now on: 3 evenings, 2026-01-02 to 2026-01-19."]),
    ],
)  # fmt: skip
def test_changes_are_listed_before_they_happen(names, join, lines):
    assert people(names).correction(*join)[1] == lines


def test_the_history_says_what_counts_and_what_can_be_undone():
    names = [("Anna", "Eva"), ("Anna", "Ana"), ("Caio", "Zoé"), ("Ana", "Caio"), ("Caio", "Caio"),
             ("Duda", "X"), ("X", "Duda"), ("Beatriz", "Anna")]  # fmt: skip
    changes = [(text, can_undo) for _, text, can_undo in people(names).history()]
    assert changes == [
        ("Anna counts as Eva.", False),
        ("Anna counts as Ana.", True),
        ("Caio counts as Zoé.", False),
        (
            "Ana does not count as Caio: Ana and Caio played in one evening (Friday, 2026-01-02).",
            True,
        ),
        ("Caio counts separately again.", False),
        ("Duda does not count as X: X counts as Duda.", True),
        ("X counts as Duda.", True),
        (
            "Beatriz does not count as Anna: Beatriz and ANNA played in one evening (2026-01-16).",
            True,
        ),
    ]
    assert people(names).problems() == [changes[7][0], changes[5][0], changes[3][0]]


def test_one_person_never_sits_twice_under_two_names(sheet, tmp_path):
    sheet.new_match("May", ["Anna", "Caio"])
    correct_name(sheet, "Anna", "Ana")
    lines = ["1", "June", "ANA", "Anna", "Bears: Bia, anna", "Bears: Bia, Duda", "", "1",
             "7", "2", "Duda, Anna", "Duda, Eva", "6", "3"]  # fmt: skip
    out = session(lines, tmp_path)
    assert out.count("nna counts as Ana, who is already playing; enter another name") == 3
    assert sheet.match(2).players == {"ANA": ("ANA",), "Bears": ("Duda", "Eva")}


# --- any sheet, any joins

NAMES = ["Ana", "Anna", "Bia", "Bea", "Caio", "Duda", "Eva", "Fabi"]
some_names = st.sampled_from([*NAMES, "ana ", "ANNA", "bia"])
tables = st.lists(some_names, min_size=2, max_size=4, unique_by=same).map(
    lambda names: evening(" & ".join(names[::2]), " & ".join(names[1::2]))
)
sheets = st.lists(tables, min_size=1, max_size=6).map(
    lambda evenings: [{**each, "id": str(n)} for n, each in enumerate(evenings)]
)
requests = st.lists(
    st.tuples(some_names, st.one_of(some_names, st.sampled_from(["X", "Y"])) | st.none()),
    max_size=8,
)


def standings_of(evenings, names):
    matches = played(evenings, people(names, evenings))
    assert all(
        len(set(map(same, seated))) == len(seated)
        for match in matches
        for seated in [[each for side in match.sides for each in side.players]]
    ), "nobody sits twice"
    rows = [replace(row, name=same(row.name)) for row in (*players(matches), *teams(matches))]
    others = [
        replace(each, player=same(each.player), other=same(each.other)) for each in pairs(matches)
    ]
    return rows, others, sum(row.points for row in players(matches))


def person_of(name, links):
    """Whom a name means, link by link; None in a circle."""
    passed = []
    while name in links and links[name] != name:
        if name in passed:
            return None
        passed.append(name)
        name = links[name]
    return name


def by_hand(evenings, links):
    """The evenings with every name replaced; None if that cannot be."""
    replaced = []
    for each in evenings:
        sides = [[person_of(same(x), links) for x in side.split("&")] for side in each["sides"]]
        seated = [x for side in sides for x in side]
        if None in seated or len(set(seated)) < len(seated):
            return None
        replaced.append({**each, "sides": [" & ".join(side) for side in sides]})
    return None if any(person_of(name, links) is None for name in links) else replaced


@settings(max_examples=150, deadline=None)
@given(sheets, requests)
def test_after_any_joins_and_undos_results_are_those_of_names_replaced_by_hand(evenings, wishes):
    names, links = [], {}
    total = standings_of(evenings, [])[2]
    for name, right in ((name, other or name) for name, other in wishes):
        after = {**links, same(name): same(right)}
        names_in_use = {
            same(x) for each in evenings for side in each["sides"] for x in side.split("&")
        }
        is_known = same(name) in names_in_use | {*links} | {person_of(x, links) for x in links}
        try:
            correction, _ = people(names, evenings).correction(name, right)
        except SetupError:
            assert not is_known or by_hand(evenings, after) is None
            continue
        names.append((correction.name, correction.right))
        links = after
        replaced = by_hand(evenings, links)
        assert is_known and replaced is not None
        assert standings_of(evenings, names) == standings_of(replaced, [])
        assert standings_of(evenings, names)[2] == total


@settings(max_examples=100, deadline=None)
@given(sheets, st.lists(st.tuples(some_names, some_names), max_size=10))
def test_any_joins_of_a_file_leave_all_points_where_they_are(evenings, names):
    """Circles and people of one evening, too; the latest join that can count does."""
    assert standings_of(evenings, names)[2] == standings_of(evenings, [])[2]
    if names:
        (name, right), who = names[-1], people(names, evenings)
        if by_hand(evenings, {same(name): same(right)}) is not None:
            assert same(who.name(name)) == same(who.name(right))


# --- long sheets


def steps_of(body):
    """How many instructions of Python the results of some evenings take."""
    count = 0

    def trace(frame, event, _):
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        results_of(body)
    finally:
        sys.settrace(before)
    return count


def chain(n):
    names = [{"name": f"n{i}", "right": f"n{i + 1}"} for i in range(n)]
    return ResultsBody(evenings=[evening("n0", "Bob")], names=names)


def long_evening(n):
    rounds = [[{"points": 1}, {"points": 2}]] * n
    one = {**evening("Ana", "Bob", day="2026-01-01"), "rounds": rounds, "target": 10**6}
    return ResultsBody(evenings=[one], evening=one["id"])


def many_evenings(n):
    """As many people, joined in pairs, and a month for each evening."""
    evenings = [
        evening(f"a{i} & b{i}", f"c{i}", day=f"{1000 + i // 12}-{i % 12 + 1:02}-01")
        for i in range(n)
    ]
    names = [{"name": f"a{i}", "right": f"a{i + 1}"} for i in range(0, n - 1, 2)]
    return ResultsBody(evenings=evenings, names=names)


def crowd(n):
    """One evening of as many people as somebody likes to write."""
    typed = [", ".join(f"{side}{i}" for i in range(n)) for side in "ab"]
    return ResultsBody(evenings=[evening("A", "B", typed=typed)])


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("make", "n"), [(chain, 200), (long_evening, 100), (many_evenings, 60), (crowd, 30)]
)
def test_the_results_of_twice_as_much_take_twice_as_long(make, n):
    steps_of(make(2))  # what is made once
    assert steps_of(make(2 * n)) < 2.3 * steps_of(make(n))


@pytest.mark.parametrize("begun", ["x", "2026", "20xx-01-01", "2026-99", "-" * 40, "9999-12-31"])
def test_an_invalid_date_is_left_out_of_the_picture(begun):
    one = {**evening("Ana", "Bob"), "begun": begun, "id": "a"}
    answer = results_of(ResultsBody(evenings=[one], evening="a"))
    assert (answer["leaderboard"]["picture"] is None) == (begun != "9999-12-31")
    assert answer["evening"]["picture"] is not None
