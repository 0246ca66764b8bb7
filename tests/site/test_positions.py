"""A table set up in a position, in the visitor's own tab; and a replay gives its positions."""

from tests.page.desk import faults, shows

ENDING = "president; seats=3; hand 0: 2C 2D; hand 1: KS KH; hand 2: 3S 4D; unknown=deal; turn=2"


def test_a_position_is_set_up_and_one_of_a_replay_played_on(ana, host):
    """An error stands beside the field; the position decides seats and turn."""
    page = ana.page
    page.goto(f"{host.url}#/new/president")
    field = page.get_by_label("Begin in a position")
    page.locator("summary", has_text="Begin in a position").click()
    wrong = page.locator(".setup [role=alert]")
    for text, line in (
        ("president; hand 0: 2C 2C", "too often in the position: 2C"),
        ("presidnt; hand 0: 2C", "did you mean president?"),
        ("tranca; unknown=deal", "the position is one of tranca, not of president"),
    ):
        field.fill(text)
        field.press("Enter")
        wrong.get_by_text(line).wait_for()
        assert field.evaluate("field => field.ariaInvalid === 'true'")
    assert faults(page) == "[]"
    field.fill(ENDING)
    field.press("Tab")
    shows(wrong, 0)
    shows(page.locator(".setup select").locator('option[value="me"]:checked'), 1)
    assert page.get_by_label("Seat 3").input_value() == "me"
    assert page.get_by_text("House rules").count() == 0
    page.get_by_role("button", name="Open the table").click()
    assert ana.my_turn()
    frame = ana.last()
    assert (frame["turn"], frame["own"]["seat"], len(ana.hand())) == (2, 2, 2)
    while ana.my_turn():
        ana.moves_by_mouse()
    assert page.get_by_role("button", name="Check the deal").count() == 0
    page.get_by_role("button", name="See the round again").click()
    page.get_by_label("All hands face up").check()
    page.get_by_role("button", name="Step forward").click()
    page.locator(".step-line", has_text="played").wait_for()
    page.get_by_role("button", name="The position").click()
    text = page.get_by_label("The position").locator("input").input_value()
    assert "hand 2: 3S 4D" not in text
    assert faults(page) == "[]"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play from here").click()
    page.get_by_text("Practice").first.wait_for()
    ana.my_turn()
    frame = ana.last()
    assert frame["settings"]["position"] == text and frame["practice"]
