"""Exact odds for the page: the figures are those of the games, and only a few can be requested."""

import gzip
import json
import os
import threading
from fractions import Fraction

import pytest
from starlette.testclient import TestClient

from dealt.games.penney import exact
from dealt.games.penney.choices import parse_choice
from dealt.games.penney.odds_data import CHOICES, all_pairs
from dealt.games.three_card_poker import exact as poker
from dealt.service.hall.service import Service
from dealt.service.hall.thinkers import in_threads
from dealt.service.hall.workers import Workers
from dealt.service.store.store import Store
from dealt.service.table.limits import Limits
from dealt.service.table.questions import Question
from dealt.service.table.refusals import Refused
from dealt.service.web import answers
from dealt.service.web.answers import AnswerCache
from dealt.service.web.server import app
from tests.service.talk import fresh_file
from tests.service.test_server import HERE, SITE


@pytest.fixture
def asked(tmp_path):
    """Ask a service for figures."""
    store = Store(fresh_file(tmp_path))
    service = Service(store, in_threads(), limits=Limits(work_min=0.05))
    with TestClient(app(service, SITE, page=tmp_path / "none"), base_url=HERE) as client:
        yield client.get
    store.close()


def test_heat_maps_say_what_the_game_counts(asked):
    """Every cell of both maps of a small deck, and the best replies."""
    data = asked("/odds/penney?deck=10").json()
    tally = exact.tally(3, 10, 10)
    assert data["decks"] == str(tally.decks) == "184756"
    assert data["choices"] == list(CHOICES)
    for by, heat in data["maps"].items():
        for other, row in zip(data["choices"], heat["rows"], strict=True):
            best = [
                choice for choice, cell in zip(CHOICES, row, strict=True) if cell and cell["best"]
            ]
            replies = tally.best_replies(by, parse_choice(other))
            assert sorted(best) == sorted(map(tally.text, replies))
            for choice, cell in zip(data["choices"], row, strict=True):
                if choice == other:
                    assert cell is None
                    continue
                won = tally.won(by, parse_choice(choice), parse_choice(other))
                assert cell["win"] == pytest.approx(won / tally.decks, abs=1e-6)
                assert cell["win"] + cell["draw"] + cell["lose"] == pytest.approx(1, abs=2e-6)
        assert sum(heat["mixed"].values()) == pytest.approx(1)


def test_a_pair_is_explained(asked):
    """The means, the first trick and the sentences are those of `dealt odds penney --why`."""
    data = asked("/odds/penney/RRB/BRB?deck=10").json()
    odds = exact.odds("RRB", "BRB", "cards", red=10, black=10)
    cards = data["by"]["cards"]
    assert cards["taken"] == [pytest.approx(float(mean), abs=1e-4) for mean in odds.taken]
    assert cards["win"] == pytest.approx(odds.wins / odds.decks, abs=1e-6)
    assert sum(share for _, share in cards["differences"]) == pytest.approx(1, abs=1e-4)
    assert cards["why"][0].startswith("The best reply to BRB by cards is RRB: wins 76.27%")
    assert data["endless"] == 0.625
    assert sum(data["first_trick"]) == pytest.approx(1, abs=1e-5)


def test_any_sequences_race(asked):
    """As sheets in the language; of letters without end, and of a pack for three players."""
    first, waits = asked("/odds/penney?sequences=hht+THH&weights=H=2,T=1").json()["sheets"]
    assert [row[:2] for row in first["rows"]] == [["HHT", "4/9"], ["THH", "5/9"]]
    assert len(waits["rows"]) == 10
    sheet, _ = asked("/odds/penney?sequences=RRB,BRR,RBB&deck=10").json()["sheets"]
    assert sheet["title"].endswith("10 R and 10 B") and len(sheet["rows"]) == 4
    for query, reason in (
        ("sequences=HHT+HHT", "there twice"),
        ("sequences=HHX", "not a sequence"),
        (f"sequences={'H' * 40}", "at most 32 letters"),
        ("sequences=RRB+BRR+RBB+BBR&deck=10", "at most 3 players"),
        ("sequences=RRB+RB&deck=10", "the end of"),
    ):
        answer = asked(f"/odds/penney?{query}")
        assert answer.status_code == 400 and reason in answer.text


def test_poker_has_its_pay_table_and_455_hands(asked):
    """Both dealing models; the threshold is where playing is worth less than folding."""
    data = asked("/odds/three-card-poker").json()
    assert data["pay"] == {"fold": -10, "dealer_folds": 10, "win": 20, "lose": -20}
    assert data["models"]["deck"]["weakest"] == ["Q", "4", "2"]
    assert data["models"]["independent"]["weakest"] == ["Q", "6", "3"]
    for model, model_data in data["models"].items():
        assert len(model_data["hands"]) == 455
        assert sum(hand["chance"] for hand in model_data["hands"]) == pytest.approx(1, abs=1e-5)
        best = model_data["strategies"]["best"]
        assert Fraction(best["exactly"]) == poker.odds(model).best.value
        played = [hand for hand in model_data["hands"] if hand["play"] > data["pay"]["fold"]]
        assert len(played) == best["hands"]
        for hand in model_data["hands"]:
            assert sum(hand["ends"].values()) == pytest.approx(1, abs=3e-6)


@pytest.mark.parametrize(
    "path",
    [
        "/odds/penney?deck=1000",
        "/odds/penney?deck=",
        "/odds/penney?deck=-1",
        "/odds/penney?deck=2e9",
        "/odds/penney/RRB/RRB",
        "/odds/penney/RRB/RRBB",
        "/odds/penney/rrb/RBB",
        "/odds/penney/%00/RBB",
    ],
)
def test_only_what_is_on_the_list_is_computed(asked, path):
    """One line says what would be right."""
    answer = asked(path)
    assert answer.status_code == 400
    assert answer.json()["code"] == "settings"
    assert "\n" not in answer.json()["why"]


def test_other_games_have_no_figures_and_too_many_questions_are_refused(asked):
    """By address; those that are refused cost nothing, nor do those that were answered before."""
    assert asked("/odds/tranca").status_code == 404
    pairs = [f"/odds/penney/RRB/{other}?deck=10" for other in CHOICES if other != "RRB"]
    assert [asked(pairs[0]).status_code for _ in range(13)] == [200] * 13
    codes = [asked(pair).status_code for pair in pairs]
    assert codes[0] == 200 and codes[-1] == 429
    assert asked(pairs[0]).status_code == 200


ASKED = Question("10.0.0.1", {}, {}, {}, iter)


async def test_the_same_is_computed_once_and_long_work_is_waited_for_again(monkeypatch):
    """Who comes again while it is worked out gets it in the end."""
    calls, may_end = [], threading.Event()
    workers = Workers(in_threads=True)
    figures = AnswerCache(workers)
    monkeypatch.setattr(answers, "_PATIENCE_S", 0.01)

    def work(n):
        assert may_end.wait(60)
        calls.append(1)
        return [n]

    with pytest.raises(Refused, match="ask again") as caught:
        await figures.get(ASKED, work, 1)
    assert caught.value.code == "busy"
    may_end.set()
    monkeypatch.setattr(answers, "_PATIENCE_S", 60)
    for _ in range(2):
        assert json.loads((await figures.get(ASKED, work, 1)).content) == [1]
    assert calls == [1]
    workers.close()


def dies(n):
    """Work that ends its worker."""
    os._exit(n)


@pytest.mark.no_cover
async def test_a_worker_that_dies_is_made_again():
    """The reader is asked to try again, and then gets the answer of another worker."""
    workers = Workers()
    figures = AnswerCache(workers)
    with pytest.raises(Refused, match="try again"):
        await figures.get(ASKED, dies, 1)
    reply = await figures.get(ASKED, all_pairs, 10)
    assert json.loads(reply.content)["decks"] == "184756"
    assert gzip.decompress(reply.packed) == reply.content
    workers.close()
