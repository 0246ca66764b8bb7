"""Options: one row holds the field, the default, the choices and the words of each."""

import re
from dataclasses import replace

import pytest
from examples.crazy_eights import GAME as EIGHTS

import dealt
from dealt.core.compiled import reached
from dealt.core.fields import Option, dtype, fill_row, number, option, plain_row, state
from dealt.core.match import replay
from dealt.core.validation import faults
from dealt.errors import SetupError
from dealt.games import games
from dealt.language import say, speaking
from tests.contract import broken

GAMES = [*games(), EIGHTS]
ROWS = [(game, row) for game in GAMES for row in game.options]
IDS = [f"{game.name}-{row.name}" for game, row in ROWS]


def choices_of(row):
    """The least, the greatest and the default choice of a range; every choice of a list."""
    if isinstance(row.choices, range):
        return {str(n): n for n in (*row.ends, row.default)}
    return dict(row.choices)


def test_options_are_rows_of_the_state():
    """A game lists them nowhere else; their order is that of the fields."""
    for game in GAMES:
        fields = [field.name for field in game.state.FIELDS]
        assert game.options == game.state.OPTIONS
        names = [row.name for row in game.options]
        assert names == [name for name in fields if name in names]
    assert {game.name for game, _ in ROWS} == {game.name for game in GAMES}


@pytest.mark.parametrize(("game", "row"), ROWS, ids=IDS)
def test_a_fresh_state_holds_the_default(game, row):
    """With people at the table, the usual value; an option that came later is left out."""
    seats = game.seats[0]
    assert getattr(game.fresh(seats, {}), row.name) == row.default == row.value(row.default)
    assert game.all_options({})[row.name] == row.default
    assert game.option_values({}).get(row.name, row.default) == row.default
    assert (row.name in game.option_values({})) == (not row.came_later)
    assert game.option_values({}, people=True).get(row.name, row.default) == row.usual


@pytest.mark.parametrize(("game", "row"), ROWS, ids=IDS)
def test_every_choice_reaches_the_field(game, row):
    """By name or number, in plain and in compiled states, and through the deal of a round."""
    for name, value in choices_of(row).items():
        assert row.value(name) == row.value(value) == value and row.text(value) == name
        values = game.option_values({row.name: name})
        assert values == game.option_values({row.name: value})
        s = game.fresh(game.seats[-1], values)
        others = {field.name for field in game.state.FIELDS} - {row.name, "seats"}
        usual = game.fresh(game.seats[-1], {})
        assert getattr(s, row.name) == value
        assert all(getattr(s, other) == getattr(usual, other) for other in others)
        game.rules.deal(s, game.deck_for(s.seats, values).cards())
        assert game.options_of(s) == game.all_options({row.name: value})


@pytest.mark.parametrize(("game", "row"), ROWS, ids=IDS)
def test_compiled_states_hold_every_choice(game, row):
    """In the field with the fewest bits."""
    np = pytest.importorskip("numpy")
    (field,) = [field for field in game.state.FIELDS if field.name == row.name]
    assert field == row.narrowest_field and not field.shape
    cells = np.zeros(1, dtype(game.state))
    for value in choices_of(row).values():
        s = game.fresh(game.seats[0], {row.name: value})
        fill_row(game.state, cells[0], s)
        assert getattr(plain_row(game.state, cells[0]), row.name) == value


@pytest.mark.parametrize(("game", "row"), ROWS, ids=IDS)
def test_another_value_is_refused_in_one_line(game, row):
    """The line names the option and what it may be."""
    if isinstance(row.choices, range):
        allowed = "a number from {} to {}".format(*row.ends)
        others = [row.ends[0] - 1, row.ends[1] + 1, "x", True, 1.0, None]
    else:
        *most, last = row.choices
        allowed = f"{', '.join(most)} or {last}"
        others = [-1, max(row.choices.values()) + 1, "x", None]
    for value in others:
        with pytest.raises(SetupError) as refused:
            game.option_values({row.name: value})
        assert str(refused.value) == f"option {row.name} is {value!r}: must be {allowed}"


@pytest.mark.parametrize(("game", "row"), ROWS, ids=IDS)
def test_the_rules_ask_for_it(game, row):
    """Some verb reads the field, or the match or the deal is made by it."""
    named = {name for verb in reached(game.verbs()) for name in verb.__code__.co_names}
    makers = (game.match.match_is_over, game.match.target, game.cards.with_replacement)
    codes = [maker.__code__ for maker in makers if hasattr(maker, "__code__")]
    assert row.name in named | {text for code in codes for text in code.co_consts}


@pytest.mark.parametrize(
    ("game", "row"), [pair for pair in ROWS if pair[0] is not EIGHTS], ids=IDS[:-1]
)
def test_it_has_words_in_both_languages(game, row):
    """A title, a meaning, and words for choices; a flush is a flush in Portuguese, too."""
    assert row.title and set(row.words) <= {*map(str, choices_of(row)), "0"}
    for text in (row.meaning, *row.words.values()):
        with speaking("pt-BR"):
            translated = say(text)
        assert translated != text or not re.search("[a-z]{2}", text), text


@pytest.mark.parametrize(
    ("choices", "kind"),
    [
        ({"no": 0, "yes": 1}, "i1"),
        (range(128), "i1"),
        (range(129), "i2"),
        (range(-129, 0), "i2"),
        ({"none": -1, "all": 40_000}, "i4"),
        (range(1 << 40), "i8"),
    ],
)
def test_a_field_has_room_for_all_choices(choices, kind):
    """The kind of the field follows from them."""

    @state
    class State:
        seats: int = number("i1", "players")
        rule: int = option(0, "a rule", choices)

    assert [(field.name, field.kind) for field in State.FIELDS] == [("seats", "i1"), ("rule", kind)]
    assert [row.name for row in State.OPTIONS] == ["rule"]


def test_an_option_without_choices_is_refused():
    """Where it is written."""
    with pytest.raises(TypeError, match="at least one"):
        option(0, "a rule", {})


OLD_STYLE = [
    (
        "state.py",
        'option(3, "the most cards a player draws in one turn", range(1, 6))',
        'number("i1", "the most cards a seat draws")',
    ),
    ("state.py", "number, option, state", "number, state"),
    ("__init__.py", "MatchRules, Sizes", "MatchRules, Option, Sizes"),
    (
        "__init__.py",
        "    bots=Bots(",
        '    options=(Option("draws", 3, "cards drawn", range(1, 6)),),\n    bots=Bots(',
    ),
]


def test_a_game_that_lists_its_options_in_game_keeps_working(tmp_path):
    """As games were written before: a number in the state, and the option beside it."""
    record = dealt.match(EIGHTS, ["AI", "AI"], seed=3, draws=1).run().record
    with broken.game(tmp_path, "old_style", *OLD_STYLE, source=broken.EIGHTS) as game:
        assert list(faults(game)) == [] and game.state.OPTIONS == ()
        assert [row.name for row in game.options] == ["draws"]
        match = dealt.match(game, ["AI", "AI"], seed=3, draws="1").run()
        assert match.record.to_json() == record.to_json()
        assert replay(record, game).totals == match.totals
        assert game.renamed("other").options == game.options


def test_an_option_is_listed_once():
    """A row of the state that GAME lists as well is one fault; the same row is none."""
    (row,) = EIGHTS.options
    assert replace(EIGHTS, options=(row,)).options == (row,)
    doubled = replace(EIGHTS, options=(Option("draws", 2, "cards drawn", range(1, 4)),))
    assert list(faults(doubled)) == ["option draws is listed twice: its row in the state is enough"]
