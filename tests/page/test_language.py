"""The page in Portuguese, and the service with it, from one catalogue."""

from tests.messages import page_builder


def test_the_service_speaks_the_language_of_the_page(somebody):
    """Actions, what lies there and the log; and English again."""
    ana = somebody()
    ana.sits_down("tranca")
    page = ana.page
    page.evaluate("localStorage.setItem('dealt.language', 'pt-BR')")
    page.reload()
    page.get_by_role("button", name="comprar", exact=True).wait_for()
    assert ana.last("welcome")["language"] == "pt-BR"
    assert ana.zone("stock")["label"] == "Monte"
    page.get_by_role("button", name="comprar", exact=True).click()
    page.locator(".panel-log", has_text="comprou do monte").wait_for()
    assert ana.last()["own"]["actions"][0]["verb"] in ("new", "lay", "discard")
    page.evaluate("localStorage.setItem('dealt.language', 'en')")
    page.reload()
    page.locator(".panel-log", has_text="drew from the stock").wait_for()
    assert ana.last("welcome")["language"] == "en"


def test_the_switch_is_heard_at_once(somebody):
    """Another language chosen in the settings at a table: no reload, and the same table."""
    ana = somebody()
    ana.sits_down("tranca")
    page = ana.page
    table = ana.table()
    page.get_by_role("button", name="draw", exact=True).wait_for()
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Português").check()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="comprar", exact=True).wait_for()
    assert ana.table() == table
    page.locator(".board", has_text="Convidado").wait_for()  # who has given no name
    page.goto(f"{ana.url}/#/")
    field = page.locator("input[name=name]")
    assert (field.input_value(), field.get_attribute("placeholder")) == ("", "Convidado")


def test_a_screen_that_is_fetched_later_brings_its_translations(somebody):
    """In the language that was chosen before, and in one that is chosen there."""
    builder = page_builder()
    (path,) = builder.catalogues()
    titles = {"en": builder.english("lazy")["penney_title"]}
    titles["pt-BR"] = builder.texts_in(path, "lazy")["penney_title"]
    ana = somebody()
    page = ana.home().page
    page.evaluate("localStorage.setItem('dealt.language', 'pt-BR')")
    page.goto(f"{ana.url}/?again#/odds/penney")
    page.get_by_role("heading", level=1, name=titles["pt-BR"]).wait_for()
    page.goto(f"{ana.url}/?again#/sheet")
    side = builder.texts_in(path, "lazy")["side_n"].format(n=1)
    assert page.get_by_role("table").first.get_by_role("textbox").first.input_value() == side
    page.goto(f"{ana.url}/?again#/odds/penney")
    page.get_by_role("button", name=builder.texts_in(path, "first")["settings"]).click()
    page.get_by_label("English").check()
    page.get_by_role("heading", level=1, name=titles["en"], include_hidden=True).wait_for()

    bia = somebody()
    page = bia.home().page
    page.goto(f"{bia.url}/#/odds/penney")
    page.get_by_role("heading", level=1, name=titles["en"]).wait_for()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Português").check()
    page.get_by_role("heading", level=1, name=titles["pt-BR"], include_hidden=True).wait_for()
