"""A phone as the camera of a score sheet at a terminal."""

import sys
import urllib.error
import urllib.request

import pytest

from dealt.scoresheet.store import ScoreSheet
from tests.scoresheet.driver import PHOTOS, desk_of, typing
from tests.vision.eyes import Eyes, picture, sharp, small_table

for library in ("cv2", "onnxruntime", "uvicorn"):
    pytest.importorskip(library, reason="photos of phones are read with the extras vision and web")


@pytest.fixture
def link(monkeypatch, tmp_path, capsys):
    """Finds the link that was shown last; photos show a small table, and no network is needed."""
    from dealt.service.web import cameras, serving
    from dealt.vision import reading

    (tmp_path / "index.html").write_text("<!doctype html><title>dealt</title>")
    eyes = Eyes(small_table()[1])
    monkeypatch.setattr(serving, "PAGE", tmp_path)
    monkeypatch.setattr(serving, "lan_address", lambda: "127.0.0.1")
    monkeypatch.setattr(cameras, "_own_eyes", lambda: eyes)
    monkeypatch.setattr(reading, "default_eyes", lambda: eyes)
    lines = []

    def link():
        lines.extend(line for line in capsys.readouterr().out.splitlines() if "#/camera/" in line)
        return lines[-1]

    return link


def phones(link, shows=None, content=b""):
    """What a phone hears that opens the link, or sends a photo by it."""
    page, _, code = link.partition("#/camera/")
    if shows is None:
        request = urllib.request.Request(f"{page}camera", headers={"camera": code})
    else:
        headers = {"camera": code, "content-type": "image/jpeg"}
        request = urllib.request.Request(f"{page}photo?shows={shows}", content, headers)
    with urllib.request.urlopen(request, timeout=300) as answer:
        return answer.read().decode()


def test_a_phone_takes_the_photos_of_two_sides(link, monkeypatch, tmp_path):
    """By one link; what it sends while nobody waits is asked for the next time."""
    sheet = ScoreSheet(str(tmp_path / "tranca.db"))
    match = sheet.match(sheet.new_match("Friday", ["Ana", "Bob"], target=3500, decks=2))
    table, links = picture(sharp()), []

    def photograph():
        links.append(link())
        assert '"title":"Round 1, Ana","is_away":false' in phones(links[0])
        without_code = urllib.request.Request(
            f"{links[0].partition('#')[0]}photo", table, {"content-type": "image/jpeg"}
        )
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(without_code, timeout=300)
        assert phones(links[0], "table", table).count('"face"') == 11
        return ""

    def late():
        assert '"is_away":true' in phones(links[0])
        phones(links[0], "hand", table)
        return "back"

    def again():
        links.append(link())
        return ""

    desk = desk_of(sheet)
    prompts = typing(
        monkeypatch, [PHOTOS, "phone", photograph, late, PHOTOS, "Phone", again, "back"]
    )
    with pytest.raises(StopIteration):
        desk.enter_round(match)
    desk.phone.close()
    assert links[0] == links[1]
    assert sum("Press Enter when all photos" in prompt for prompt in prompts) == 2
    with pytest.raises(OSError, match="refused"):
        phones(links[0])


@pytest.mark.parametrize("lacks", ["network", "page", "libraries"])
def test_without_a_usable_phone_one_line_gives_the_reason(
    link, monkeypatch, tmp_path, capsys, lacks
):
    """And the score is entered otherwise."""
    from dealt.service.web import serving

    if lacks == "network":
        monkeypatch.setattr(serving, "lan_address", lambda: None)
    elif lacks == "page":
        monkeypatch.setattr(serving, "PAGE", tmp_path / "none")
    else:
        monkeypatch.setitem(sys.modules, "dealt.service.web.serving", None)
    sheet = ScoreSheet(str(tmp_path / "tranca.db"))
    match = sheet.match(sheet.new_match("Friday", ["Ana", "Bob"], target=3500, decks=2))
    typing(monkeypatch, [PHOTOS, "phone", "500 300"])
    desk_of(sheet).enter_round(match)
    printed = capsys.readouterr().out
    words = {"network": "in no network", "page": "no page", "libraries": "not installed"}
    assert words[lacks] in printed
    assert [entry.points for entry in sheet.match(match.id).entries] == [500, 300]
