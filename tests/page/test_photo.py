"""The score sheet on the page: an evening counted from a photo with corrections, and by hand."""

import json

import pytest
from PIL import Image

from dealt.games.tranca.scoring import score
from dealt.service.web import cameras
from tests.page.desk import DESKTOP, PHONE, resized, shows
from tests.page.test_results import begins
from tests.page.test_screens import WAYS, faults
from tests.scoresheet.test_draft import torn
from tests.service.test_photos import blurred_table
from tests.vision import eyes
from tests.vision.eyes import Eyes, picture, sharp, small_table

pytest.importorskip("onnxruntime", reason="photos are read with the extra vision")
pytest.importorskip("cv2", reason="photos are read with the extra vision")

WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
ALL = score(
    ["5H 6H 7H 8H", "KS KH KC", "4C 5C 6C 7C 8C 9C TC", "6D 2S 8D 9D TD JD QD"],
    dollars=2, hand="AS", morto="used", final_move=True,
)  # fmt: skip


TWOS = [f"two of {suit}" for suit in ("clubs", "diamonds", "hearts", "spades")]


@pytest.fixture
def photo(monkeypatch):
    """A photo of a table; whether a king is that of diamonds or of hearts is doubtful."""
    truth, marks = small_table()
    looking = Eyes([torn(mark, "KD", "KH") if mark.face == "KD" else mark for mark in marks])
    monkeypatch.setattr(cameras, "_own_eyes", lambda: looking)
    exif = Image.Exif()
    exif[0x010E] = "taken at home"
    content = picture(sharp(truth.width, truth.height), quality=30, exif=exif)
    assert b"taken at home" in content
    return {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": content}


@pytest.fixture
def sent(monkeypatch):
    """What the service gets as photos."""
    came = []
    read = cameras.read_photo
    monkeypatch.setattr(
        cameras,
        "read_photo",
        lambda content, shows: (came.append(content), read(content, shows))[1],
    )
    return came


def counts(person, photo):
    """Go to the sheet, and have a photo of the first side's table read."""
    page = person.page
    page.goto(f"{person.url}/#/sheet")
    page.locator(".evening-table tbody button").first.click()
    page.locator('[name="choose_photos"]').set_input_files(photo)
    page.locator(".photo .box").first.wait_for()
    return page


def total(page):
    return int(page.locator(".round-total").inner_text().replace(",", ""))


def answered(page, press):
    """Do something, and wait until the service has answered."""
    with page.expect_response("**/sheet") as response:
        press()
    response.value.finished()


def test_a_photo_is_scored_with_corrections(somebody, photo, sent):
    """Doubtful first: a card by keys, two piles, the morto, the final move; a card by hand."""
    ana = somebody()
    page = counts(ana, photo)
    assert sent[0].startswith(b"\xff\xd8")
    assert b"taken at home" not in sent[0], "what the camera added does not leave the device"
    shows(page.locator(".photo .box"), 11)
    shows(page.locator('.photo .box[data-state="doubtful"]'), 1)
    assert page.locator(".score-lines .badge").inner_text() == "provisional"
    assert "5 questions left" in page.locator(".asking-panel").inner_text()
    assert "is it this one?" in page.locator(".question").inner_text()
    page.locator(".round-editor h1").focus()
    page.keyboard.press("k")
    answered(page, lambda: page.keyboard.press("h"))
    page.get_by_text("4 questions left").wait_for()
    for left in (3, 2):
        page.locator(".pile-form").wait_for()
        answered(page, page.get_by_role("button", name="That is right").click)
        page.get_by_text(f"{left} questions left").wait_for()
    answered(page, page.get_by_label("taken and used").check)
    answered(page, page.get_by_label("yes").check)
    page.get_by_text("No questions left").wait_for()
    hand = page.get_by_role("region", name="The hand")
    hand.get_by_role("textbox").fill("as")
    answered(page, lambda: page.keyboard.press("Enter"))
    page.wait_for_function(
        "wanted => document.querySelector('.round-total').innerText === wanted", arg=f"{ALL.total}"
    )
    shows(page.locator(".score-lines .badge"), 0)
    page.get_by_role("button", name="clean canastras").click()
    shows(page.locator('.photo .box[data-lit="true"]'), 1)
    page.get_by_role("button", name="Back to the sheet").click()
    button = page.locator(".evening-table tbody button").first
    assert button.inner_text().startswith(f"{ALL.total}")
    files = []
    page.on("download", lambda download: files.append(download.suggested_filename))
    with page.expect_download(lambda download: download.suggested_filename == "labels.json"):
        page.get_by_role("button", name="Save labels and photos").click()
    assert sorted(files) == ["labels.json", "round-1-side-1-1.jpg"]
    page.reload()
    page.locator(".evening-table").wait_for()
    assert button.inner_text().startswith(f"{ALL.total}"), "the sheet is kept by the browser"


def test_a_phone_is_the_camera_of_the_desk(somebody, photo, sent):
    """Two browsers: what the phone takes is on the desk's round, and the link stays the same."""
    ana, bob = somebody(), somebody(size=PHONE)
    page, phone = ana.page, bob.page
    page.goto(f"{ana.url}/#/sheet")
    page.locator(".evening-table tbody button").nth(1).click()
    page.get_by_role("button", name="Use a phone as the camera").click()
    section = page.get_by_role("region", name="Photos")
    link = section.locator("input.link").input_value()
    assert section.locator("svg.qr path").get_attribute("d").startswith("M")
    assert "dealt serve --lan" in section.locator(".warning").inner_text()
    phone.goto(link)
    phone.get_by_text("appear on the other screen: Round 1, Side 2.").wait_for()
    assert phone.evaluate(WIDE) == 0 and faults(phone) == "[]"
    assert not any("/socket" in url or "/session" in url for url in bob.requests)
    document = {"name": "rules.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4"}
    phone.locator('[name="choose_photos"]').set_input_files(document)
    phone.get_by_text("rules.pdf: the photo is a document; a photo is a JPEG").wait_for()
    phone.locator('[name="take_photo"]').set_input_files(photo)
    phone.get_by_text("11 cards are on the other screen:").wait_for()
    shows(page.locator(".photo .box"), 11)
    shows(page.locator(".photo canvas"), 1)
    assert faults(page) == "[]"
    page.reload()
    page.locator(".evening-table tbody button").nth(0).click()
    assert section.locator("input.link").input_value() == link
    phone.get_by_text("appear on the other screen: Round 1, Side 1.").wait_for()
    page.get_by_role("button", name="Done with the phone").click()
    phone.goto(f"{bob.url}/#/sheet")
    phone.locator(".evening-table").wait_for()
    bob.trouble = [line for line in bob.trouble if "400" not in line]


def test_a_card_that_could_not_be_read_is_asked_about_in_its_place(somebody, photo, monkeypatch):
    """Only possible faces are proposed; the card is named or removed."""
    looking = Eyes(blurred_table("6H", "3D"))
    monkeypatch.setattr(cameras, "_own_eyes", lambda: looking)
    page = counts(somebody(), photo)
    shows(page.locator('.photo .box[data-state="doubtful"]'), 2)
    names = page.locator(".photo .names text").all_text_contents()
    assert [name.strip() for name in names].count("?") == 2
    assert "could not be read" in page.locator(".question").inner_text()
    assert page.locator(".warning", has_text="not counted").count() == 1
    for left, (card, keys) in enumerate([("six of hearts", "6h"), ("three of diamonds", "3d")]):
        shows(page.locator('.photo .box[data-state="doubtful"]'), 2 - left)
        offered = page.locator(".card-editor .option").evaluate_all(
            "all => all.map(each => each.getAttribute('aria-label'))"
        )
        # between five and seven of hearts; what lies alone may be nearly anything
        assert card != "six of hearts" or set(offered) <= {card, *TWOS}
        page.locator(".round-editor h1").focus()
        page.keyboard.press(keys[0])
        answered(page, lambda key=keys[1]: page.keyboard.press(key))
        page.get_by_role("button", name=f"{card}, sure").wait_for()
    shows(page.locator('.photo .box[data-state="doubtful"]'), 0)
    assert page.locator(".warning", has_text="not counted").count() == 0


def test_a_wrong_card_is_taken_away_moved_and_brought_back(somebody, photo):
    """By pointing at the photo; undo takes one correction back after the other."""
    ana = somebody()
    page = counts(ana, photo)
    before = total(page)
    page.get_by_role("button", name="three of hearts, sure").click()
    page.locator(".card-editor").wait_for()
    answered(page, page.get_by_role("button", name="No card").click)
    page.wait_for_function("n => document.querySelectorAll('.photo .box').length === n", arg=10)
    page.get_by_role("button", name="three of diamonds, sure").press("Enter")
    answered(page, lambda: page.locator(".move-to select").select_option("hand"))
    page.get_by_role("region", name="The hand").locator(".card-button").wait_for()
    for _ in range(2):
        answered(page, page.get_by_role("button", name="Take back", exact=True).click)
    page.wait_for_function("n => document.querySelectorAll('.photo .box').length === n", arg=11)
    assert total(page) == before
    answered(page, page.get_by_role("button", name="Remove").click)
    page.locator(".photo").wait_for(state="detached")
    shows(page.locator(".laid li"), 0)


def drags(page, card, onto, *, touch):
    """Take a card to the middle of something near it, by the mouse or a finger."""
    onto.evaluate("onto => onto.scrollIntoView({block: 'center'})")
    (x, y), (to_x, to_y) = (
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for box in (card.bounding_box(), onto.bounding_box())
    )
    if not touch:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(to_x, to_y, steps=4)
        shows(page.locator(".ghost"), 1)
        page.mouse.up()
        return
    finger = page.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [(x, y)]), ("touchMove", [(x, y + 10)]), ("touchMove", [(to_x, to_y)]),
        ("touchEnd", []),
    ):  # fmt: skip
        event = {"type": kind, "touchPoints": [{"x": at, "y": down} for at, down in points]}
        finger.send("Input.dispatchTouchEvent", event)
    finger.detach()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["mouse", "touch"])
def test_a_card_is_dragged_to_another_meld_and_out_of_it(somebody, photo, size):
    """The last meld goes onto the one before it, and comes back as a new one."""
    ana = somebody(size=size)
    page = counts(ana, photo)
    touch = size is PHONE
    melds = page.locator(".laid ol li")
    count = melds.count()
    condition = "n => document.querySelectorAll('.laid ol li').length === n"
    last = melds.nth(count - 1).locator(".card-button")
    shows(last, 1)
    answered(page, lambda: drags(page, last, melds.nth(count - 2), touch=touch))
    page.wait_for_function(condition, arg=count - 1)
    card = melds.nth(count - 2).locator(".card-button").last
    alone = page.locator('.add-cards[data-main="true"]')
    answered(page, lambda: drags(page, card, alone, touch=touch))
    page.wait_for_function(condition, arg=count)
    assert page.locator('.card-button[aria-pressed="true"]').count() == 0, "a drag is no tap"


def test_a_possible_pile_stops_being_one_once_a_card_lies_beside_it(somebody, photo, monkeypatch):
    """A ten that lies alone takes a card; one step back, and it may be a pile again."""
    monkeypatch.setattr(eyes, "PILED", ("QD",))
    page = counts(somebody(), photo)
    ten = page.locator(".laid li", has=page.get_by_role("button", name="ten of clubs"))
    at = page.locator(".laid li").evaluate_all(
        "all => all.findIndex((one) => one.querySelector('[aria-label=\"ten of clubs\"]'))"
    )
    page.get_by_role("button", name="eight of hearts, sure").click()
    answered(page, lambda: page.locator(".move-to select").select_option(f"{at}"))
    ten.locator(".card-button").nth(1).wait_for()
    answered(page, page.get_by_role("button", name="Take back", exact=True).click)
    ten.locator(".card-button").nth(1).wait_for(state="detached")
    page.get_by_role("button", name="ten of clubs, sure").click()
    page.locator(".pile-form").wait_for()


def test_an_evening_by_hand_saved_and_opened_again(somebody, tmp_path):
    """Cards are typed in, points add up, and the file holds all of it."""
    ana = somebody()
    page = ana.page
    page.goto(f"{ana.url}/#/sheet")
    page.get_by_label("Name of side 1").fill("Ana")
    page.locator(".evening-table tbody button").first.click()
    page.locator('[name="new-meld"]').fill("4h 5h 6h 7h 8h 9h 10h")
    answered(page, lambda: page.keyboard.press("Enter"))
    page.get_by_text("run, clean canastra").wait_for()
    page.locator('[name="new-meld"]').fill("nonsense")
    page.keyboard.press("Enter")
    page.get_by_role("alert").get_by_text("unknown card 'nonsense'").wait_for()
    answered(page, page.get_by_label("not taken").check)
    answered(page, page.get_by_label("no", exact=True).check)
    page.get_by_text("No questions left").wait_for()
    expected = score(["4H 5H 6H 7H 8H 9H TH"]).total
    page.get_by_role("button", name="Back to the sheet").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save all evenings").click()
    download.value.save_as(tmp_path / "evening.json")
    (saved,) = json.loads((tmp_path / "evening.json").read_text())["evenings"]
    assert saved["sides"][0] == "Ana"
    assert saved["rounds"][0][0]["points"] == expected
    page.get_by_role("button", name="New evening").click()
    page.get_by_role("button", name="Begin a new one").click()
    page.locator(".evening-table tfoot b", has_text=f"{expected}").wait_for(state="detached")
    page.locator('[name="sheet"]').set_input_files(tmp_path / "evening.json")
    page.locator(".evening-table tfoot b", has_text=f"{expected}").wait_for()
    (tmp_path / "other.json").write_text('{"version": 1}')
    page.locator('[name="sheet"]').set_input_files(tmp_path / "other.json")
    page.get_by_text("other.json is not a file of saved evenings, or is damaged").wait_for()
    ana.trouble = [line for line in ana.trouble if "400" not in line]


def test_points_are_typed_one_by_one_or_in_a_line_for_all_sides(somebody):
    """As at a terminal: signs of every keyboard; unreadable text stays, with a message."""
    ana = somebody(size=PHONE)
    page = ana.page
    page.goto(f"{ana.url}/#/sheet")
    fields = page.locator(".evening-table td input")

    def types(number, text):
        fields.nth(number).fill(text)
        with page.expect_response("**/sheet/points") as response:
            page.keyboard.press("Enter")
        response.value.finished()

    types(0, "500 300")
    shows(fields, 4)  # of a round that is whole, and of the next one
    types(3, "\uff11,625 \u2013")
    assert "is not a number: enter one" in page.get_by_role("alert").inner_text()
    assert fields.nth(3).input_value() == "\uff11,625 \u2013"
    types(3, "1 2 3")
    page.get_by_text("3 numbers for 2 sides: enter one for each of Side 1, Side 2").wait_for()
    types(3, "\uff11,625")
    shows(page.get_by_role("alert"), 0)
    types(2, "\u201385")
    totals = page.locator(".evening-table tfoot b")
    shows(fields, 6)
    assert totals.all_inner_texts() == ["415", "1,925"]
    types(0, "\uff0d20")
    totals.first.get_by_text("-105", exact=True).wait_for()
    fields.nth(0).fill("")
    page.keyboard.press("Enter")
    totals.first.get_by_text("-85", exact=True).wait_for()
    page.locator(".evening-table tbody button").first.click()
    page.locator('[name="points"]').fill("600")
    page.keyboard.press("Enter")
    totals.first.get_by_text("515", exact=True).wait_for()
    page.reload()
    assert totals.first.inner_text() == "515"
    ana.trouble = [line for line in ana.trouble if "400" not in line]


def test_no_name_of_a_side_is_cut(somebody):
    """It takes the room there is, and then more lines."""
    ana = somebody()
    page = ana.page
    page.goto(f"{ana.url}/#/sheet")
    names = page.locator(".side-name textarea")
    for number, name in enumerate(["Ana Beatriz e Guilherme", "Wwwwwwwwwwwwwwwwwwwwwwww"]):
        names.nth(number).fill(name)
    page.keyboard.press("Enter")
    for _ in resized(ana, [{"width": width, "height": 844} for width in (320, 390, 844, 1280)]):
        cut = names.evaluate_all(
            "all => all.map((one) => one.scrollWidth - one.clientWidth + one.scrollHeight"
            " - one.clientHeight)"
        )
        assert max(cut) <= 1
        assert page.evaluate(WIDE) == 0


def test_without_photo_reading_the_score_sheet_names_the_other_ways(somebody, monkeypatch):
    """Cards are typed in; what the host might install is nothing for an evening's scorer."""
    monkeypatch.setattr(cameras, "NEEDED", ("no_such_library",))
    ana = somebody(size=PHONE)
    page = ana.page
    page.goto(f"{ana.url}/#/sheet")
    page.locator(".evening-table tbody button").first.click()
    page.get_by_text("Photos are not read here: add the cards by hand.").wait_for()
    assert "pip" not in page.locator("body").inner_text()
    page.locator('[name="new-meld"]').fill("4h 5h 6h")
    answered(page, lambda: page.keyboard.press("Enter"))
    page.get_by_text("run, 3 of 7, clean").wait_for()


def test_an_open_round_follows_the_language_of_the_page(somebody):
    """The service words its lines and melds, and is asked again."""
    ana = somebody()
    page = ana.page
    page.goto(f"{ana.url}/#/sheet")
    page.locator(".evening-table tbody button").first.click()
    page.locator('[name="new-meld"]').fill("4h 5h 6h")
    answered(page, lambda: page.keyboard.press("Enter"))
    page.get_by_text("run, 3 of 7, clean").wait_for()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Português").check()
    page.keyboard.press("Escape")
    page.get_by_text("sequência, 3 de 7, limpo").wait_for()
    assert page.locator(".score-lines").get_by_text("cartas na mesa").count() == 1


def sheet_of(points, target=1000):
    """A saved evening of two sides, by rounds; the file of a sheet."""
    rounds = [
        [None if n is None else {"points": n, "provisional": False, "draft": None} for n in row]
        for row in points
    ]
    text = json.dumps({"version": 1, "sides": ["Ana", "Bob"], "target": target, "rounds": rounds})
    return {"name": "sheet.json", "mimeType": "application/json", "buffer": text.encode()}


def test_a_pile_under_a_two_has_no_likely_cards(somebody):
    """A button waits for the cards that lie there: six kings and a two, then a run."""
    ana = somebody()
    page = ana.page
    page.goto(f"{ana.url}/#/sheet")
    page.locator(".evening-table tbody button").first.click()
    page.locator('[name="new-meld"]').fill("2C")
    answered(page, lambda: page.keyboard.press("Enter"))
    answered(page, lambda: page.get_by_role("button", name="It is the top of a pile").click())
    form = page.locator(".pile-form")
    assert form.get_by_role("button", name="That is right").is_disabled()
    assert "As guessed" not in form.inner_text()
    form.locator('[name="lowest"]').select_option("set")
    form.locator('[name="set"]').select_option("K")
    answered(page, lambda: form.get_by_role("button", name="That is right").click())
    assert total(page) == score(["KC KD KH KS KC KD 2C"]).total
    page.locator(".laid .card-button").first.click()
    form.locator('[name="lowest"]').select_option("5C")
    form.locator('[name="suit"]').select_option("H")
    answered(page, lambda: form.get_by_role("button", name="That is right").click())
    assert total(page) == score(["5H 2C 7H 8H 9H TH JH"]).total


def test_equal_points_at_the_target_play_on(somebody):
    """Another round decides (T9)."""
    ana = somebody()
    page = ana.page
    page.goto(f"{ana.url}/#/sheet")
    page.locator('[name="sheet"]').set_input_files(sheet_of([[600, 400], [500, 700]]))
    page.get_by_text("Tied: Ana, Bob; one more round decides.").wait_for()
    begins(page)
    page.locator('[name="sheet"]').set_input_files(sheet_of([[600, 400], [500, 705]]))
    page.get_by_text("Bob wins", exact=True).wait_for()


def test_two_windows_have_one_sheet(somebody):
    """What one enters the other shows, and loses nothing of it."""
    ana = somebody()
    page = ana.page
    page.goto(f"{ana.url}/#/sheet")
    other = page.context.new_page()
    other.goto(f"{ana.url}/#/sheet")
    other.locator(".evening-table").wait_for()
    page.locator('[name="sheet"]').set_input_files(sheet_of([[600, 400]]))
    other.locator(".evening-table tfoot b", has_text="600").wait_for()
    other.get_by_role("button", name="Add a side").click()
    page.locator('.evening-table [aria-label="Name of side 3"]').wait_for()
    page.reload()
    page.locator(".evening-table tfoot b", has_text="600").wait_for()
    assert page.locator('.evening-table [aria-label="Name of side 3"]').count() == 1


def test_a_sheet_that_is_damaged_is_refused(somebody):
    ana = somebody()
    page = ana.page
    page.goto(f"{ana.url}/#/sheet")
    for draft in ({}, {"cards": []}, 7):
        file = sheet_of([[5, None]])
        data = json.loads(file["buffer"])
        data["rounds"][0][0]["draft"] = draft
        page.locator('[name="sheet"]').set_input_files(
            {**file, "buffer": json.dumps(data).encode()}
        )
        page.get_by_text("sheet.json is not a file of saved evenings, or is damaged").wait_for()
    ana.trouble = [line for line in ana.trouble if "400" not in line]


def test_the_meaning_of_c_is_asked_once_an_evening_in_portuguese(somebody):
    """A legend stands beside the fields, and every text has the cards as people write them."""
    ana = somebody(size=PHONE)
    ana.context.add_init_script("localStorage.setItem('dealt.language', 'pt-BR')")
    page = ana.page

    def adds(cards, field='[name="new-meld"]'):
        page.locator(field).fill(cards)
        page.keyboard.press("Enter")

    page.goto(f"{ana.url}/#/sheet")
    page.locator(".evening-table tbody button").first.click()
    page.get_by_text("o ♦ ouros, e ♠ espadas, p ♣ paus, h ♥ copas").first.wait_for()
    adds("4c 5c 6c")
    window = page.get_by_role("dialog")
    window.get_by_role("button", name="Fechar").click()
    shows(page.locator(".laid li"), 0)  # nobody has said it, so nothing is taken for it
    adds("4c 5c 6c")
    window.get_by_role("button", name="copas ♥").click()
    page.get_by_role("button", name="quatro de copas").wait_for()
    adds("7o, 8 de ouros, Valete de ouros")
    page.locator(".laid li").nth(1).get_by_text("9♦ e 10♦").wait_for()
    page.reload()
    page.locator(".evening-table tbody button").first.click()
    page.get_by_text("A letra c vale copas ♥.").first.wait_for()
    hand = page.get_by_role("region", name="A mão")
    hand.get_by_role("textbox").fill("3c")
    page.keyboard.press("Enter")
    hand.get_by_role("button", name="três de copas").wait_for()
    page.get_by_text("3♥ na mão, não baixado").wait_for()
    adds("4h 4y")
    page.get_by_text("carta desconhecida '4y'").wait_for()
    assert "_" not in page.locator(".round-editor").inner_text()
    ana.trouble = [line for line in ana.trouble if "400" not in line]


def test_a_photo_counts_once_in_a_round(somebody, photo):
    """Neither twice as the table, nor as the table and the hand."""
    ana = somebody()
    page = counts(ana, photo)
    before = total(page)
    page.locator('[name="choose_photos"]').set_input_files(photo)
    page.get_by_text("table.jpg is already among the photos of this round.").wait_for()
    assert total(page) == before and page.locator(".photo").count() == 1


def test_a_file_that_is_not_a_photo_gets_one_line(somebody, photo):
    """And the round stays as it was."""
    ana = somebody()
    page = counts(ana, photo)
    wrong = {"name": "notes.jpg", "mimeType": "image/jpeg", "buffer": b"not a readable picture"}
    page.locator('[name="choose_photos"]').set_input_files(wrong)
    page.get_by_text("the photo is not a readable picture").wait_for()
    shows(page.locator(".photo"), 1)
    ana.trouble = [line for line in ana.trouble if "400" not in line]


@pytest.mark.parametrize(("size", "theme"), WAYS)
def test_axe_finds_no_fault_in_the_score_sheet(somebody, photo, size, theme):
    """The evening, a round with a photo, each kind of question; nothing wider than the window."""
    ana = somebody(size=size, theme=theme)
    page = ana.page
    page.goto(f"{ana.url}/#/sheet")
    page.locator(".evening-table").wait_for()
    assert faults(page) == "[]"
    assert page.evaluate(WIDE) == 0
    counts(ana, photo)
    assert faults(page) == "[]"
    assert page.evaluate(WIDE) == 0
    page.get_by_role("button", name="Next", exact=True).click()
    page.locator(".pile-form").wait_for()
    assert faults(page) == "[]"
    assert page.evaluate(WIDE) == 0


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_touch_targets_in_a_round_are_large_enough(somebody, photo, size):
    """Buttons, fields and choices are 44 pixels high."""
    ana = somebody(size=size)
    page = counts(ana, photo)
    heights = page.locator(
        ".round-editor button:visible, .round-editor select:visible, .round-editor label.button"
    ).evaluate_all("all => all.map((one) => Math.round(one.getBoundingClientRect().height))")
    assert len(heights) > 20
    assert min(heights) >= 44
