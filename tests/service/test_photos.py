"""Photos and score sheets for the page: read, corrected, scored as at a terminal, or refused."""

import base64
import importlib.util
import io
import json
import threading
from dataclasses import replace

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image
from starlette.testclient import TestClient

from dealt.errors import DealtError
from dealt.extras import install_command
from dealt.games.tranca.scoring import score
from dealt.scoresheet.round.answers import SheetBody, sheet_of
from dealt.scoresheet.round.draft import Draft
from dealt.scoresheet.round.edits import data_of
from dealt.scoresheet.round.photos import see
from dealt.service.hall.service import Service
from dealt.service.hall.thinkers import in_threads
from dealt.service.store.store import Store
from dealt.service.table.limits import Addresses, Limits
from dealt.service.table.questions import AnyWorkers
from dealt.service.table.refusals import Refused
from dealt.service.web import cameras
from dealt.service.web.cameras import Cameras
from dealt.service.web.server import app
from dealt.vision.reading import reading_of
from tests.scoresheet.test_draft import torn
from tests.service.talk import Clock, fresh_file
from tests.service.test_server import HERE, SITE
from tests.vision.eyes import Eyes, picture, sharp, small_table

RUN = ["5H", "6H", "7H", "8H"]
JPEG = {"content-type": "image/jpeg"}
HEIC = "HEIC photos are not read" if importlib.util.find_spec("pillow_heif") is None else "damaged"


def doubtful_table():
    """The marks of a small table; of its kings one is the king of diamonds or of hearts."""
    return [torn(mark, "KD", "KH") if mark.face == "KD" else mark for mark in small_table()[1]]


def blurred_table(*faces):
    """The marks of a small table; those of some faces are there, and show nothing clearly."""
    return [
        replace(mark, certainty=0.4, rank=(1 / 13,) * 13, suit=(0.25,) * 4)
        if mark.face in faces
        else mark
        for mark in small_table()[1]
    ]


@pytest.fixture
def marks():
    """The marks that the eyes of this module see, one list a photo."""
    return [doubtful_table()]


@pytest.fixture
def served(tmp_path, monkeypatch, marks):
    """A client of a service whose eyes see a table that is known."""
    eyes = Eyes(*marks)
    monkeypatch.setattr(cameras, "_own_eyes", lambda: eyes)
    store = Store(fresh_file(tmp_path))
    service = Service(store, in_threads())
    with TestClient(app(service, SITE, page=tmp_path / "none"), base_url=HERE) as client:
        client.folder = tmp_path
        yield client
    store.close()


def scored(served, draft=None, *edits, **more):
    """What the service says of a draft after some corrections."""
    answer = served.post("/sheet", json={"draft": draft or {}, "edits": list(edits), **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(served, draft, *edits):
    """Why a correction is not done."""
    answer = served.post("/sheet", json={"draft": draft, "edits": list(edits)})
    assert answer.status_code == 400, answer.text
    assert "\n" not in answer.json()["why"]
    return answer.json()["why"]


def kinds(answer):
    return [question["kind"] for question in answer["questions"]]


def test_a_photo_becomes_a_score_by_answering_what_is_asked(served):
    """The doubtful card, the piles, the morto and the final move; then nothing is provisional."""
    assert served.get("/photo").json()["reads"] is True
    answer = served.post("/photo?shows=table", content=picture(sharp()), headers=JPEG)
    assert answer.status_code == 200, answer.text
    part = answer.json()
    assert len(part["photos"][0]["outlines"]) == len(part["cards"]) == 11
    data = scored(served, {}, {"do": "join", "part": part})
    assert data["provisional"]
    assert kinds(data) == ["card", "pile", "pile", "morto", "final move"]
    (doubtful,) = data["questions"][0]["cards"]
    data = scored(served, data["draft"], {"do": "rename", "card": doubtful, "face": "KD"})
    while "pile" in kinds(data):
        meld = next(q["meld"] for q in data["questions"] if q["kind"] == "pile")
        pile = data["draft"]["melds"][meld]["pile"]
        edit = {"do": "pile", "meld": meld, "count": 7, "crosswise": pile["crosswise"]}
        data = scored(served, data["draft"], edit)
    facts = {"do": "facts", "morto": "used", "final_move": True}
    data = scored(served, data["draft"], facts, labels=True)
    assert not data["provisional"]
    expected = score(
        ["5H 6H 7H 8H", "KS KD KC", "4C 5C 6C 7C 8C 9C TC", "6D 2S 8D 9D TD JD QD"],
        dollars=2, morto="used", final_move=True,
    )  # fmt: skip
    assert data["total"] == expected.total
    assert {line["label"]: line["points"] for line in data["lines"]} == {
        line.label: line.points for line in expected.lines
    }
    lit = {line["label"]: line["cards"] for line in data["lines"]}
    faces = [card["face"] for card in data["draft"]["cards"]]
    assert [faces[i] for i in lit["clean canastras"]] == ["TC"]
    assert sorted(faces[i] for i in lit["dollars"]) == ["3D", "3H"]
    (label,) = data["labels"]
    assert label["groups"][0] == RUN


def test_lines_and_melds_come_in_the_readers_language(served):
    """Programs have a code; a page shows the words as they come."""
    run, wrong = {"do": "add", "faces": RUN}, {"do": "add", "faces": ["5H", "9H", "KS"]}
    body = {"draft": {}, "edits": [run, wrong]}
    data = served.post("/sheet", json=body, headers={"accept-language": "pt-BR"}).json()
    assert {line["code"]: line["label"] for line in data["lines"]} == {
        "table": "cartas na mesa",
        "clean": "canastras limpas",
        "dirty": "canastras sujas",
        "twos": "canastras de dois",
        "dollars": "três vermelhos",
        "final_move": "batida final",
        "hand": "outras cartas na mão",
        "trancas": "trancas na mão",
        "morto": "morto não usado",
    }
    assert data["melds"][0]["text"] == "sequência, 4 de 7, limpo"
    assert data["melds"][1]["text"].endswith(data["melds"][1]["reason"])


@pytest.mark.parametrize("marks", [[blurred_table("6H", "TC")]], ids=["two unread"])
def test_a_card_that_cannot_be_read_is_asked_about_and_not_counted(served):
    """One of a run and one that lies on a pile; once they are named all is as it was read."""
    part = served.post("/photo?shows=table", content=picture(sharp()), headers=JPEG).json()
    data = scored(served, {}, {"do": "join", "part": part})
    unread = [i for i, card in enumerate(data["draft"]["cards"]) if card["face"] == ""]
    card_questions = [q for q in data["questions"] if q["kind"] == "card"]
    assert len(unread) == 2 and [q["cards"] for q in card_questions] == [[i] for i in unread]
    assert all("could not be read" in q["text"] for q in card_questions)
    assert any("are not counted" in warning for warning in data["warnings"])
    run = next(meld for meld in data["draft"]["melds"] if len(meld["cards"]) == 4)
    six = next(i for i in unread if i in run["cards"])
    assert set(data["options"][six]) <= {"6H", "2C", "2D", "2H", "2S"}
    (ten,) = set(unread) - {six}
    data = scored(
        served, data["draft"],
        {"do": "rename", "card": six, "face": "6H"}, {"do": "rename", "card": ten, "face": "TC"},
    )  # fmt: skip
    assert data["melds"][0]["cards"] == RUN
    assert kinds(data) == ["pile", "pile", "morto", "final move"]
    assert not any("read" in warning for warning in data["warnings"])


def test_nothing_of_a_photo_is_kept(served):
    """Neither its bytes nor what was read, in any file beside the tables."""
    before = {path: path.read_bytes() for path in served.folder.rglob("*") if path.is_file()}
    assert served.post("/photo", content=picture(sharp()), headers=JPEG).status_code == 200
    after = {path: path.read_bytes() for path in served.folder.rglob("*") if path.is_file()}
    assert before == after


def test_a_photo_is_turned_as_the_camera_was_held(served):
    """The places of cards are those of the upright picture."""
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x8825] = {1: "N", 2: (48.0, 51.0, 29.0)}
    buffer = io.BytesIO()
    Image.fromarray(sharp(640, 480)).save(buffer, "JPEG", exif=exif)
    answer = served.post("/photo", content=buffer.getvalue(), headers=JPEG)
    (photo,) = answer.json()["photos"]
    assert (photo["width"], photo["height"]) == (480, 640)
    assert "48" not in json.dumps(photo["advice"])


def test_by_hand_alone(served):
    """No photo at all: melds are added, put right, taken away, and scored."""
    data = scored(served, {}, {"do": "add", "faces": [*RUN, "9H", "TH"]})
    assert data["melds"][0]["kind"] == "run"
    draft = scored(
        served, data["draft"],
        {"do": "add", "faces": ["JH"], "meld": 0},
        {"do": "add", "faces": ["3D"]},
        {"do": "add", "faces": ["AS", "3C"], "hand": True},
        {"do": "facts", "morto": "none", "final_move": False},
    )["draft"]  # fmt: skip
    data = scored(served, draft)
    expected = score(["5H 6H 7H 8H 9H TH JH"], dollars=1, hand="AS 3C")
    assert (data["total"], data["provisional"]) == (expected.total, False)
    data = scored(served, draft, {"do": "put", "card": 8, "meld": 0}, {"do": "put", "card": 6})
    assert data["draft"]["melds"][0]["cards"] == [0, 1, 2, 3, 4, 5, 8]
    assert data["draft"]["melds"][2]["cards"] == [6]
    data = scored(served, draft, {"do": "put", "card": 0, "hand": True})
    assert data["draft"]["hand"] == [8, 9, 0]
    data = scored(served, draft, {"do": "remove", "card": 7})
    assert len(data["draft"]["melds"]) == 1
    data = scored(served, data["draft"], {"do": "rename", "card": 7, "face": "3H"})
    assert [data["draft"]["cards"][i]["face"] for i in data["draft"]["melds"][1]["cards"]] == ["3H"]


def test_piles_by_hand(served):
    """A card alone is made the top of a pile, which is then described; nonsense is refused."""
    draft = scored(served, {}, {"do": "add", "faces": ["KD"]}, {"do": "make pile", "meld": 0})[
        "draft"
    ]
    edit = {"do": "pile", "meld": 0, "count": 8, "crosswise": False, "stands_for": "9D"}
    data = scored(served, draft, edit)
    assert data["melds"][0]["cards"] == ["6D", "7D", "8D", "2D", "TD", "JD", "QD", "KD"]
    assert data["melds"][0]["canastra"] == "dirty"
    data = scored(served, draft, {**edit, "crosswise": True, "lowest": "set", "count": 8})
    assert data["melds"][0]["kind"] == "set"
    assert "has at most 6 cards, not 9" in refused(
        served, draft, {**edit, "lowest": "9D", "count": 9}
    )
    assert "a pile has" in refused(served, draft, {**edit, "count": 2})
    assert "a pile has" in refused(served, draft, {**edit, "count": 30})
    assert "as a whole" in refused(served, draft, {"do": "add", "faces": ["2S"], "meld": 0})
    data = scored(served, draft, {"do": "single", "meld": 0})
    assert kinds(data)[0] == "meld"
    assert kinds(scored(served, data["draft"], {"do": "leave", "meld": 0})) == kinds(data)[1:]
    draft = scored(served, {}, {"do": "add", "faces": ["3H"]}, {"do": "make pile", "meld": 0})[
        "draft"
    ]
    assert kinds(scored(served, draft))[0] == "dollars"
    data = scored(served, draft, {"do": "dollars", "meld": 0, "count": 3})
    assert next(line for line in data["lines"] if line["label"] == "dollars")["count"] == 3


def test_impossible_counts_are_asked_about(served):
    """Three aces of spades of two decks; they can be said to be all there."""
    draft = scored(served, {}, {"do": "add", "faces": ["AS"] * 3, "hand": True})["draft"]
    for card in draft["cards"]:
        card["checked"] = False
    data = scored(served, draft)
    assert data["questions"][0]["kind"] == "copies"
    assert "more copies than 2 decks have: AS 3" in data["warnings"]
    data = scored(served, draft, {"do": "all there", "cards": [0, 1, 2]})
    assert "copies" not in kinds(data)


@pytest.mark.parametrize("marks", [[small_table()[1], small_table()[1]]])
def test_photos_are_joined_and_left_out_again(served):
    """Two photos of two parts of a table; what was added by hand stays."""
    parts = [
        served.post("/photo?shows=" + shows, content=picture(sharp()), headers=JPEG).json()
        for shows in ("table", "hand")
    ]
    joined = [{"do": "join", "part": part} for part in parts]
    both = scored(served, {}, *joined, {"do": "add", "faces": ["AS"]})["draft"]
    assert [photo["shows"] for photo in both["photos"]] == ["table", "hand"]
    assert len(both["cards"]) == 23
    assert len(both["hand"]) == 11
    left = scored(served, both, {"do": "drop", "photo": 0})["draft"]
    assert [card["photo"] for card in left["cards"]] == [0] * 11 + [-1]
    assert left["hand"] == list(range(11))
    assert [meld["cards"] for meld in left["melds"]] == [[11]]


@pytest.mark.parametrize(
    ("content", "headers", "reason"),
    [
        (b"", JPEG, "is empty"),
        (b"GIF89a", JPEG, "not a readable picture"),
        (b"%PDF-1.4", JPEG, "is a document"),
        (b"\0\0\0\x18ftypheic" + b"\0" * 40, JPEG, HEIC),
        (picture(sharp())[:900], JPEG, "damaged"),
        (picture(sharp(70, 20), "PNG"), JPEG, "cannot be read below"),
        (b"{}", {"content-type": "application/json"}, "the body is a photo"),
        (b"x", {"content-type": "text/plain"}, "the body is a photo"),
    ],
    ids=["empty", "cut", "document", "heic", "damaged", "small", "json", "text"],
)
def test_a_file_that_is_not_a_photo_is_refused_in_one_line(served, content, headers, reason):
    """By its content, under any name."""
    answer = served.post("/photo", content=content, headers=headers)
    assert answer.status_code == 400
    assert reason in answer.json()["why"]
    assert "\n" not in answer.json()["why"]


def test_large_files_and_pictures_are_refused_before_they_are_decoded(served, monkeypatch):
    """By what the header says, by what comes, and by what the picture says of itself."""
    large = served.post("/photo", content=b"x" * (cameras.PHOTO_BYTES + 1), headers=JPEG)
    assert "12,582,912 bytes at most" in large.json()["why"]
    monkeypatch.setattr(cameras, "PHOTO_BYTES", 1000)
    large = served.post("/photo", content=iter([b"x" * 600] * 3), headers=JPEG)
    assert "1,000 bytes at most" in large.json()["why"]
    monkeypatch.setattr(cameras, "PHOTO_BYTES", 10**6)
    monkeypatch.setattr(cameras, "PHOTO_PIXELS", 300_000)
    bomb = served.post("/photo", content=picture(sharp(640, 480)), headers=JPEG)
    assert "has 640 x 480 pixels" in bomb.json()["why"]


def test_one_photo_at_a_time_and_not_too_many(served, monkeypatch):
    """A second one of the same address is refused while the first is read."""
    reading, may_end = threading.Event(), threading.Event()

    def slow(content, shows):
        reading.set()
        assert may_end.wait(60)
        return b"{}"

    monkeypatch.setattr(cameras, "read_photo", slow)
    first = []
    thread = threading.Thread(
        target=lambda: first.append(served.post("/photo", content=b"x", headers=JPEG))
    )
    thread.start()
    assert reading.wait(60)
    second = served.post("/photo", content=b"x", headers=JPEG)
    assert (second.status_code, second.json()["code"]) == (503, "busy")
    may_end.set()
    thread.join(60)
    assert first[0].status_code == 200


def test_without_the_extra_players_hear_of_no_program_and_the_host_does(served, monkeypatch):
    """And entering by hand works all the same."""
    monkeypatch.setattr(cameras.importlib.util, "find_spec", lambda name: None)
    about = served.get("/photo").json()
    assert (about["reads"], about["why"]) == (False, cameras.MISSING)
    answer = served.post("/photo", content=picture(sharp()), headers=JPEG)
    assert (answer.json()["code"], answer.json()["why"]) == ("settings", cameras.MISSING)
    assert "pip" not in answer.text
    assert install_command("vision") in cameras.how_to_read()
    assert scored(served, {}, {"do": "add", "faces": RUN})["melds"][0]["kind"] == "run"


def desk(served, **more):
    """What the desk of a camera hears."""
    answer = served.post("/camera", json={"title": "Round 1, Ana", "page": f"{HERE}/", **more})
    return answer.json()


@pytest.mark.parametrize("marks", [[small_table()[1]] * 4])
def test_a_photo_of_a_phone_waits_until_the_desk_has_it(served, monkeypatch):
    """The phone hears what was read, the desk gets that and the photo, once it says so no more."""
    camera = desk(served)
    code = camera["link"].rpartition("#/camera/")[2]
    assert camera["link"].startswith(f"{HERE}/#") and camera["picture"]["size"] > 20
    key = {"key": camera["key"]}
    phone = {"camera": code, **JPEG}
    assert served.get("/camera", headers=phone).json() == {
        "title": "Round 1, Ana", "is_away": False
    }  # fmt: skip
    content = picture(sharp())
    part = served.post("/photo?shows=hand", content=content, headers=phone).json()
    served.post("/photo", content=content, headers=JPEG)  # of nobody's camera
    for _ in range(2):  # an answer may be lost on its way
        (shot,) = desk(served, **key)["photos"]
        assert (shot["number"], shot["draft"]) == (1, part)
        assert base64.b64decode(shot["photo"]) == content
    assert desk(served, **key, got=1)["photos"] == []
    monkeypatch.setattr(cameras, "WAITING", 1)
    served.post("/photo", content=content, headers=phone)
    full = served.post("/photo", content=content, headers=phone)
    assert full.json()["code"] == "busy" and "look at the other screen" in full.json()["why"]
    monkeypatch.setattr(cameras, "AWAY_S", -1)
    assert served.get("/camera", headers=phone).json()["is_away"]


@pytest.mark.parametrize("marks", [[[]]], ids=["no cards"])
def test_only_a_phone_with_the_link_sends_photos_and_only_photos_of_cards(served, monkeypatch):
    """The phone gets the message, and the desk gets nothing."""
    camera = desk(served)
    phone = {"camera": camera["link"].rpartition("/")[2], **JPEG}
    part = served.post("/photo", content=picture(sharp()), headers=phone).json()
    assert "no cards found" in part["photos"][0]["advice"][0]
    assert desk(served, key=camera["key"])["photos"] == []
    for code in ("", "x" * 22, camera["key"]):
        answer = served.post("/photo", content=b"x", headers={"camera": code, **JPEG})
        assert answer.json()["code"] == "unknown"
        assert served.get("/camera", headers={"camera": code}).status_code == 404
    assert served.get("/camera").status_code == 400
    assert desk(served, key=phone["camera"])["code"] == "unknown", "the phone fetches nothing"
    monkeypatch.setattr(cameras, "MOST", 1)
    desk(served)
    assert served.get("/camera", headers=phone).json()["code"] == "unknown"


def test_a_stranger_turns_out_no_camera_but_the_oldest_of_the_same_address(monkeypatch):
    """Nor do photos of one address take the room of all; desks that are gone make room."""
    clock = Clock()
    box = Cameras(Addresses(Limits(), clock), AnyWorkers(), clock, most=3)
    own = box.open("mine", "10.0.0.1")
    strange = [box.open("strange", "2001:db8::/64") for _ in range(200)]
    assert [*box._by_code.values()] == [own, *strange[-3:]]
    monkeypatch.setattr(cameras, "MOST", 4)
    with pytest.raises(Refused, match="all cameras are in use"):
        box.open("other", "10.0.0.2")
    again = box.open("mine", "10.0.0.1")  # takes the place of the other one
    assert [*box._by_code.values()] == [*strange[-3:], again]
    monkeypatch.setattr(cameras, "MOST_OF_ADDRESS", 8)
    for camera in strange[-3:-1]:
        box.check_room(camera)
        camera.receive("table", b"{}", b"1234")
    with pytest.raises(Refused, match="look at the other screen"):
        box.check_room(strange[-1])
    box.check_room(again)
    clock.time += cameras.LEFT_S
    again.asked_s = clock()
    other = box.open("other", "10.0.0.2")
    assert [*box._by_code.values()] == [again, other]


BODIES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-300, 300)
    | st.sampled_from(["7H", "3D", "3C", "2S", "set", "used", "", "rename", "x" * 50]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["draft", "edits", "do", "card", "cards", "melds", "hand", "face", "pile"]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=25,
)
FACES = st.sampled_from(["7H", "8H", "9H", "2S", "3D", "3C", "KS", "KD"])
NUMBERS = st.integers(0, 7)
EDITS = st.one_of(
    st.builds(lambda c, f: {"do": "rename", "card": c, "face": f}, NUMBERS, FACES),
    st.builds(lambda c: {"do": "remove", "card": c}, NUMBERS),
    st.builds(
        lambda f, m, h: {"do": "add", "faces": f, "meld": m, "hand": h},
        st.lists(FACES, min_size=1, max_size=4),
        st.none() | NUMBERS,
        st.booleans(),
    ),
    st.builds(
        lambda c, m, h: {"do": "put", "card": c, "meld": m, "hand": h},
        NUMBERS,
        st.none() | NUMBERS,
        st.booleans(),
    ),
    st.builds(
        lambda m, n, c, low: {"do": "pile", "meld": m, "count": n, "crosswise": c, "lowest": low},
        NUMBERS,
        st.integers(1, 14),
        st.booleans(),
        st.sampled_from(["", "set", "twos", "4H", "KD", "AS"]),
    ),
    st.builds(lambda way, m: {"do": way, "meld": m},
              st.sampled_from(["make pile", "single", "legal", "leave"]), NUMBERS),
    st.builds(lambda m, n: {"do": "dollars", "meld": m, "count": n}, NUMBERS, st.integers(1, 6)),
)  # fmt: skip


def part_of(marks):
    """A draft of one photo of the table."""
    draft = Draft()
    see(draft, reading_of(marks, 640, 480))
    return data_of(draft)


PART, UNREAD = part_of(doubtful_table()), part_of(blurred_table("6H", "TC", "3D", "KS"))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(body=BODIES)
def test_fuzzed_bodies_are_refused_and_never_fail(served_once, body):
    """What fits no field gets a code and one line."""
    answer = served_once.post("/sheet", json=body)
    assert answer.status_code in (200, 400)
    if answer.status_code == 400:
        assert "\n" not in answer.json()["why"]


@pytest.fixture(scope="module")
def served_once(tmp_path_factory):
    """A service for many requests."""
    folder = tmp_path_factory.mktemp("fuzz")
    store = Store(fresh_file(folder))
    service = Service(store, in_threads(), limits=Limits(work_min=10**6))
    web_app = app(service, SITE, page=folder / "none")
    with TestClient(web_app, base_url=HERE) as client:
        yield client
    store.close()


@settings(deadline=None)
@given(edits=st.lists(EDITS, max_size=12), draft=st.sampled_from([PART, UNREAD]))
def test_any_corrections_leave_a_draft_that_hangs_together(edits, draft):
    """Each is done or refused; what comes back can be sent again."""
    for edit in edits:
        body = {"draft": json.loads(msgspec.json.encode(draft)), "edits": [edit]}
        body_of_sheet = msgspec.json.decode(json.dumps(body), type=SheetBody)
        try:
            data = sheet_of(body_of_sheet)
        except DealtError:
            continue
        draft = data["draft"]
        assert data["total"] == sum(line["points"] for line in data["lines"])
        assert len(data["melds"]) == len(draft.melds)
        assert data["provisional"] == bool(data["questions"])
        assert len(data["options"]) == len(draft.cards)
        open_cards = {card for q in data["questions"] if q.kind == "card" for card in q.cards}
        assert {i for i, c in enumerate(draft.cards) if not c.face and not c.removed} <= open_cards


@pytest.mark.parametrize(
    "draft",
    [
        {"hand": [0]},
        {"cards": [{"photo": 0, "number": 0, "read": "", "face": "7H", "confidence": 1}]},
        {"melds": [{"cards": []}]},
        {"cards": [{"photo": -1, "number": -1, "read": "", "face": "ZZ", "confidence": 1}]},
        {"cards": [{"photo": -1, "number": -1, "read": "", "face": "7H", "confidence": 7}]},
        {"decks": 9},
        {"morto": "perhaps"},
        {"x": 1},
    ],
    ids=str,
)
def test_drafts_that_do_not_hang_together_are_refused(served, draft):
    """Numbers that fit nothing, and values that there are not."""
    assert refused(served, draft)
