"""The leaderboard of the page's evenings: worked out by the service, as at a terminal."""

import json

import pytest
from starlette.testclient import TestClient

from dealt.games.tranca.house import PRESETS, SETTINGS, changes
from dealt.games.tranca.scoring import score
from dealt.scoresheet.leaderboard import BOARDS
from dealt.scoresheet.standings import PlayedMatch, PlayedSide, RoundCounts, SideRound
from dealt.service.hall.service import Service
from dealt.service.hall.thinkers import in_threads
from dealt.service.store.store import Store
from dealt.service.web.server import app
from tests.service.talk import fresh_file
from tests.service.test_server import HERE, SITE

CARDS = {"sequences": ["4H 5H 6H 7H 8H 9H TH"], "dollars": 1, "hand": "3C", "morto": "used"}
COUNTS = {
    "clean": 1, "dirty": 0, "twos": 0, "dollars": 1, "trancas": 1, "morto_used": True,
    "final_move": False,
}  # fmt: skip


@pytest.fixture
def served(tmp_path):
    """A client of a service."""
    store = Store(fresh_file(tmp_path))
    service = Service(store, in_threads())
    with TestClient(app(service, SITE, page=tmp_path / "none"), base_url=HERE) as client:
        yield client
    store.close()


def evening(sides, rounds, target=3500):
    """An evening as the page sends it; points alone, or with what was counted."""
    rounds_of_sides = [
        [each if each is None or isinstance(each, dict) else {"points": each} for each in row]
        for row in rounds
    ]
    players = [*sides.values()]
    return {"sides": [*sides], "players": players, "target": target, "rounds": rounds_of_sides}


def rounds_of(*points):
    return tuple(SideRound(each, None, number) for number, each in enumerate(points, 1))


def asked(served, *evenings, **more):
    return served.post("/sheet/results", json={"evenings": list(evenings)}, **more)


def test_results_are_those_of_the_same_matches_at_a_terminal(served):
    counted = {"points": 335, "counts": COUNTS}
    answer = asked(
        served,
        evening({"Bears": "Ana, Bia", "Caio & Duda": ""}, [[counted, 100], [3600, -85]]),
        evening({"ana": "", "Caio": ""}, [[100, 4000], [None, 5]]),
    ).json()
    both = (
        PlayedSide("Bears", ("Ana", "Bia"), (SideRound(335, RoundCounts(**COUNTS), 1),
                                             SideRound(3600, None, 2)), has_won=True),
        PlayedSide("Caio & Duda", ("Caio", "Duda"), rounds_of(100, -85)),
    )  # fmt: skip
    alone = (
        PlayedSide("ana", ("ana",), rounds_of(100)),
        PlayedSide("Caio", ("Caio",), rounds_of(4000, 5)),  # the round is not whole
    )
    matches = [PlayedMatch(both), PlayedMatch(alone)]
    assert set(answer) == {*BOARDS, "names"}
    for name, board in BOARDS.items():
        assert answer[name]["csv"] == board.csv(matches)
        expected = [
            [sheet.title, [[*row] for row in sheet.rows]] for sheet in board.sheets(matches)
        ]
        assert [[each["title"], each["rows"]] for each in answer[name]["tables"]] == expected
    assert answer["leaderboard"]["tables"][0]["rows"][0][1] == "Bia"


@pytest.mark.parametrize(
    ("rounds", "won"),
    [([[1000, 0]], 1), ([[1000, 1000]], 0), ([[1000, None]], 0), ([[995, 0]], 0), ([], 0)],
)
def test_a_match_is_won_after_whole_rounds_by_one_side(served, rounds, won):
    answer = asked(served, evening({"Ana": "", "Bob": ""}, rounds, target=1000)).json()
    lines = answer["leaderboard"]["csv"].splitlines()[1:]
    assert sum(int(line.split(",")[4]) for line in lines) == won


def test_tables_come_in_the_language_of_the_page_and_csv_in_none(served):
    one = evening({"Ana": "", "Bob": ""}, [[5, 10]])
    answer = asked(served, one, headers={"accept-language": "pt-BR"}).json()
    assert answer["leaderboard"]["tables"][0]["title"] == "Classificação dos jogadores"
    assert answer["leaderboard"]["csv"] == asked(served, one).json()["leaderboard"]["csv"]
    assert asked(served).json()["leaderboard"]["tables"] == []


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"evenings": 7},
        {"evenings": [{"sides": [], "target": 5, "rounds": []}]},
        {"evenings": [evening({"x" * 81: ""}, [[5]])]},
        {"evenings": [evening({"Ana": "", "Bob": ""}, [[{"points": 10**9}, None]])]},
        {"evenings": [evening({"Ana": ""}, [[{"points": 5, "counts": {"clean": 1}}]])]},
    ],
)
def test_an_invalid_evening_is_refused_in_one_line(served, wrong):
    answer = served.post("/sheet/results", json=wrong)
    assert answer.status_code == 400 and "\n" not in answer.json()["why"]


def test_a_score_comes_with_what_the_page_keeps_for_the_results(served):
    add = [{"do": "add", "faces": CARDS["sequences"][0].split()},
           {"do": "add", "faces": ["3H"]}, {"do": "add", "faces": ["3C"], "hand": True},
           {"do": "facts", "morto": "used", "final_move": False}]  # fmt: skip
    answer = served.post("/sheet", json={"draft": {}, "edits": add}).json()
    parts = answer["counts"].pop("parts")
    assert answer["counts"] == COUNTS and answer["total"] == score(**CARDS).total
    assert sum(parts.values()) == answer["total"]
    again = asked(served, evening({"Ana": ""}, [[{"points": 5, "counts": answer["counts"]}]]))
    assert json.loads(again.text)["statistics"]["tables"][0]["rows"][0][2] == 1


def test_T10_the_page_is_warned_of_a_final_move_without_a_canastra(served):
    edits = [{"do": "add", "faces": ["4H", "5H", "6H"]},
             {"do": "facts", "morto": "used", "final_move": True}]  # fmt: skip
    answer = served.post("/sheet", json={"draft": {}, "edits": edits}).json()
    (warning,) = [each for each in answer["warnings"] if "without a canastra" in each]
    assert warning.endswith("its 100 points are counted as entered") and answer["total"] == 115


def test_an_evening_says_who_sits_where_and_by_which_rules(served):
    """Seats, deal, rules and minimums; in the language of the page; what cannot be in one line."""
    body = {
        "sides": [{"name": "Bears", "players": "Ana, Bia"}, {"name": "Caio e Duda"}],
        "rules": {"game": 1}, "dealer": [1, 1], "round": 3, "totals": [-5, 1600], "swap": [1, 3],
    }  # fmt: skip
    refused = served.post("/sheet/evening", json=body)
    assert refused.status_code == 400 and "has no option 'game'" in refused.json()["why"]
    canasta = PRESETS["canasta"]
    body["rules"] = changes(canasta.rules) | {"clean": 600}
    answer = served.post("/sheet/evening", json=body, headers={"accept-language": "pt-BR"}).json()
    assert [seat["name"] for seat in answer["people"]] == ["Ana", "Duda", "Bia", "Caio"]
    assert answer["people"][1]["swaps"] == [1, 3] and answer["seats"] == [0, 3, 2, 1]
    assert answer["deal"] == {"dealer": 3, "mortos": 2, "starts": 0}
    assert answer["minimums"] == [15, 90]
    rules = answer["rules"]
    assert rules["title"] == "Canasta clássica, com mudanças"
    assert rules["changed"] == ["canastra limpa, sem curinga: 600"]
    assert rules["changes"] == body["rules"] and rules["source"] == canasta.source
    assert [option["name"] for option in answer["options"]] == [each.name for each in SETTINGS]
    swap = served.post("/sheet/evening", json=body | {"swap": [0, 1]})
    assert swap.status_code == 400 and "partners sit opposite" in swap.json()["why"]


def test_the_rules_of_the_evening_count_its_rounds(served):
    """The same cards by the document's rules and by those of Canasta."""
    faces = {"faces": ["KS", "KD", "KH", "KC", "KS", "WJ", "2H"]}
    edits = [{"do": "add", **faces}, {"do": "facts", "morto": None, "final_move": False}]
    body = {"draft": {}, "edits": edits}
    tranca = served.post("/sheet", json=body).json()
    assert tranca["melds"][0]["reason"] == "a joker, and these rules have none"
    canasta = served.post("/sheet", json=body | {"rules": changes(PRESETS["canasta"].rules)}).json()
    assert (canasta["total"], canasta["provisional"]) == (5 * 10 + 50 + 20 + 300, False)
    assert canasta["counts"]["dirty"] == 1
    typed = {"text": "joker Ks"}
    assert served.post("/sheet/cards", json=typed).status_code == 400
    typed["has_jokers"] = True
    assert served.post("/sheet/cards", json=typed).json() == {"faces": ["WJ", "KS"]}


def test_evenings_are_saved_and_merged_by_the_service(served):
    own = {"evenings": [{**evening({"Ana": "", "Bob": ""}, [[5, 10]]), "id": "a"}]}
    saved = served.post("/sheet/backup", json=own).json()
    assert saved["evenings"][0]["saved"] and json.loads(saved["file"])["evenings"]
    file = {"text": saved["file"], "file": "all.json"}
    merged = served.post("/sheet/restore", json={"evenings": [], **file}).json()
    assert merged["latest"] == "a" and merged["lines"] == ["1 evening added."]
    merged = served.post("/sheet/restore", json={**own, **file}).json()
    assert len(merged["evenings"]) == 1 and merged["lines"] == ["1 evening was here already."]
    headers = {"accept-language": "pt-BR"}
    wrong = served.post("/sheet/restore", json={**own, **file, "text": "{"}, headers=headers)
    assert wrong.status_code == 400
    assert wrong.json()["why"] == "all.json não é um arquivo de noites salvas, ou está danificado"


def test_a_join_is_looked_at_before_it_counts(served):
    """What it changes in the language of the page; a refusal; then the results and the history."""
    both = [{**evening({side: "", "Bob": ""}, [[5, 10]]), "id": side} for side in ("Ana", "Anna")]
    body = {"evenings": both, "name": " Anna", "right": "ANA"}
    headers = {"accept-language": "pt-BR"}
    answer = served.post("/sheet/join", json=body, headers=headers).json()
    lines = ["Anna conta como Ana a partir de agora: 1 noite."]
    assert answer == {"name": "Anna", "right": "Ana", "lines": lines}
    names = [{"name": "Anna", "right": "Ana", "at": ""}]
    refused = served.post("/sheet/join", json={**body, "names": names, "right": "Bob"})
    assert refused.status_code == 400
    assert (
        refused.json()["why"]
        == "Anna cannot count as Bob: Anna and Bob played in one evening (Anna, Bob)"
    )
    answer = served.post("/sheet/results", json={"evenings": both, "names": names}).json()
    history = {"name": "Anna", "at": "", "text": "Anna counts as Ana.", "can_undo": True}
    assert answer["names"] == [history]
    assert [row[1] for row in answer["leaderboard"]["tables"][0]["rows"]] == ["Bob", "Ana"]
    assert served.post("/sheet/join", json={**body, "right": " "}).status_code == 400


def test_pictures_come_in_the_language_the_width_and_the_colours_of_the_page(served):
    one = {**evening({"Ana": "", "Bob": ""}, [[5, 10]]), "id": "a", "begun": "2026-11-26"}
    look = {"evening": "a", "width": 300, "dark": True}
    headers = {"accept-language": "pt-BR"}
    answer = served.post("/sheet/results", json={"evenings": [one], **look}, headers=headers).json()
    picture = answer["evening"]["picture"]
    assert picture["title"] == "Pontos ao longo da noite" and 'width="300"' in picture["svg"]
    assert answer["evening"]["text"].startswith("Tranca: 26/11/2026\nBob: 10")
    assert answer["leaderboard"]["picture"]["description"].endswith("11/2026: Ana 5, Bob 10.")
    assert "#14191a" in picture["svg"] and answer["rounds"]["picture"] is None
