"""Each promise is broken once on purpose; its check must notice.

A mutant is a copy of a game with one place of its source changed.
"""

import inspect
import random
import types
from dataclasses import replace

import pytest

from dealt.core.chance import shuffle
from dealt.core.compiled import compiled
from dealt.core.fields import dtype
from dealt.core.game import Game
from dealt.games import game
from dealt.games.penney.state import BY_CARDS, BY_TRICKS
from dealt.games.tranca import knowledge as tranca_knowledge
from dealt.simulate import batches
from dealt.testing import CHECKS, Broken
from dealt.testing.speeds import _steps_of
from dealt.testing.walk import ROUNDS

pytestmark = pytest.mark.no_cover

PENNEY = game("penney")
RUMMY = game("mason-rummy")
POKER = game("three-card-poker")
PRESIDENT = game("president")
TRANCA = game("tranca")


def changed(module, old, new):
    """A copy of a module with one place of its source changed."""
    source = inspect.getsource(module)
    assert source.count(old) == 1, f"{old!r} is there {source.count(old)} times"
    copy = types.ModuleType(module.__name__)
    copy.__package__ = module.__package__
    exec(compile(source.replace(old, new), "<mutant>", "exec"), vars(copy))
    return copy


def mutant(original: Game, old: str, new: str, *, room: str = "rules") -> Game:
    """A copy of a game whose rules or words are changed; its words use its rules."""
    if room == "words":
        return replace(original, words=changed(original.words, old, new))
    if room == "knowledge":
        knowledge = changed(tranca_knowledge, old, new)
        rules = changed(original.rules, "is_over(s: State)", "is_over(s: State)")
        rules.observe, rules.redeal = knowledge.observe, knowledge.redeal
        words = changed(original.words, "__future__", "__future__")
        words.knowledge = knowledge
        return replace(original, rules=rules, words=words)
    rules = changed(original.rules, old, new)
    words = changed(original.words, "__future__", "__future__")
    words.rules = rules
    return replace(original, rules=rules, words=words)


def assert_caught(check, broken, *, tries=range(12)):
    """The check fails for every broken game."""

    def check_all():
        for seed in tries:
            check(broken, seed)

    with pytest.raises(Broken):
        check_all()


@pytest.mark.parametrize(
    ("original", "old", "new"),
    [
        (RUMMY, "    _discard(s, deck[dealt])\n", "    _discard(s, deck[0])\n"),
        (RUMMY, "s.discards[0] = s.discards[top]", "s.discards[0] = s.discards[0]"),
        (RUMMY, "s.melds[seat][rank] |= suits", "s.melds[seat][rank] = 7"),
        (POKER, "s.dealer[i] = deck[HAND + i]", "s.dealer[i] = deck[i]"),
        (PENNEY, "s.deck[i] = deck[i]", "s.deck[i] = deck[i // 2]"),
        (PRESIDENT, "s.hand[lower] ^= s.gave[s.turn] | ", "s.hand[lower] ^= "),
        (TRANCA, "        s.known[s.turn][s.pile[i]] += 1\n    s.pile_count = 0", "        pass"),
        (TRANCA, "s.stock[i] = s.mortos[morto][i]", "s.stock[i] = s.mortos[0][i]"),
    ],
)
def test_lost_cards_are_noticed(original, old, new):
    """A card that is lost or there twice breaks conservation."""
    assert_caught(CHECKS["cards"], mutant(original, old, new), tries=range(40))


@pytest.mark.parametrize(
    ("original", "old", "new"),
    [
        (RUMMY, "    n = _discards(s, out)\n", "    n = 0\n"),
        (
            RUMMY,
            "    n = _melds(s, out, n)\n    return _runs(s, out, n)",
            "    return _melds(s, out, _runs(s, out, n))",
        ),
        (PENNEY, "out[n] = choice", "out[n] = CHOICES - 1 - choice"),
        (POKER, "    out[1] = FOLD\n    return 2", "    return 1 if s.hand[0] > 9 else 0"),
        (PRESIDENT, "    if n == 1 or s.passing == ANYONE:", "    if s.passing == ANYONE:"),
        (TRANCA, "    return _discards(s, side, out, n)", "    return n"),
        (TRANCA, "if _left_in_hand(s, out[i]) > 1 or", "if _left_in_hand(s, out[i]) > 0 or"),
    ],
)
def test_wrong_lists_of_actions_are_noticed(original, old, new):
    """No open action before the end, or a list out of order, breaks legality."""
    assert_caught(CHECKS["legal"], mutant(original, old, new), tries=range(40))


@pytest.mark.parametrize(
    ("original", "old"),
    [
        (RUMMY, "        s.discards[card] = 0\n"),
        (PENNEY, "        s.tricks[seat] = 0\n"),
        (PRESIDENT, "            s.shed_before[seat][i] = 0\n"),
        (TRANCA, "        s.morto_seat[side] = -1\n"),
    ],
)
def test_a_field_that_a_deal_leaves_as_it_was_is_noticed(original, old):
    """By its name, at both speeds."""
    broken = mutant(original, old, "")
    name = old.strip()[2:].partition("[")[0]
    for check in ("deals", "compiled") if original is PENNEY else ("deals",):
        with pytest.raises(Broken, match=f"^deal depends on what {name} was before: {name}"):
            CHECKS[check](broken, 1)


def test_a_table_that_takes_anything_is_noticed(monkeypatch):
    """A table that plays what is not open breaks legality."""
    monkeypatch.setattr("dealt.core.table.Table._open", lambda self: range(self.game.sizes.actions))
    assert_caught(CHECKS["legal"], RUMMY)


@pytest.mark.parametrize(
    ("original", "old", "new"),
    [
        (RUMMY, 'verb, cards = "lay off"', 'verb, cards = "discard"'),
        (RUMMY, "len(cards) - SHORTEST\n\n", "0\n\n"),
        (POKER, "FOLDS: rules.FOLD", "FOLDS: rules.PLAY"),
    ],
)
def test_words_that_mean_something_else_are_noticed(original, old, new):
    """An action that comes back as another breaks the words."""
    assert_caught(CHECKS["words"], mutant(original, old, new, room="words"))


def test_chance_from_elsewhere_is_noticed():
    """A deal that depends on more than the deck cannot be replayed."""
    broken = mutant(
        RUMMY, "    s.turn = s.starter\n", "    s.turn = s.starter ^ dice.randrange(2)\n"
    )
    broken.rules.dice = random.Random(4)
    assert_caught(CHECKS["records"], broken)


def test_speeds_that_differ_are_noticed():
    """A rule that leaves small integers plays differently when compiled."""
    broken = mutant(PENNEY, "s.deck[i] = deck[i]", "s.deck[i] = deck[i] * 200")
    assert_caught(CHECKS["compiled"], broken, tries=range(0, 30, ROUNDS))


def test_a_deal_that_depends_on_hidden_cards_is_noticed():
    """Hidden cards shuffled as they lie make another deal of them."""
    broken = mutant(PENNEY, "shuffle_hidden(rng, s.deck, DECK)", "shuffle(rng, s.deck, DECK)")
    broken.rules.shuffle = shuffle
    assert_caught(CHECKS["guesses"], broken)


def test_a_stale_copy_of_an_option_is_noticed():
    """An option kept as a constant of the module instead of a field of the state is noticed."""
    broken = mutant(PENNEY, "if s.scoring == BY_TRICKS", "if SCORING == BY_TRICKS")
    broken.rules.SCORING = BY_TRICKS
    _steps_of(broken)
    broken.rules.SCORING = BY_CARDS
    assert_caught(CHECKS["compiled"], broken, tries=range(1, 9, ROUNDS))


def test_results_that_depend_on_batches_are_noticed():
    """A driver that starts its choices once a batch gives other results in other batches."""
    broken = changed(
        batches,
        "start(dealer.rng, seed, first + i, PLAYERS)",
        "start(dealer.rng, seed, first, PLAYERS)",
    )
    driver = compiled({"rounds": broken._random_rounds}, POKER.verbs(), on_disk=False)["rounds"]
    broken._driver = lambda game, fast: driver
    one = broken.play_random(POKER, 300, seed=9)
    three = broken.play_random(POKER, 300, seed=9, threads=3)
    assert (one.scores != three.scores).any()


@pytest.mark.parametrize(
    ("original", "old", "new", "room"),
    [
        (PENNEY, "[_tape(s)] if rules.is_over(s) else []", "[_tape(s)]", "words"),
        (PENNEY, "out[SEES_DRAWN] = s.drawn", "out[SEES_DRAWN] = s.drawn + s.deck[3]", "rules"),
        (RUMMY, "out[SEES_TOP] = top_discard(s)", "out[SEES_TOP] = s.stock[s.stock_next]", "rules"),
        (RUMMY, "if k == 0 or shown_by_seat[card]:", "if k == 0 or card % 5 < 4:", "rules"),
        (
            RUMMY,
            "if not s.seen[s.stock[i]]:\n            hidden",
            "if True:\n            hidden",
            "rules",
        ),
        (RUMMY, "count=s.stock_end - s.stock_next", "count=s.held[0][0]", "words"),
        (POKER, "s.dealer[i] if dealer_is_shown(s) else 0", "s.dealer[i]", "rules"),
        (POKER, "s.dealer if is_open else ()", "s.dealer", "words"),
        (PRESIDENT, "if s.played >> card & 1:", "if (s.played | s.hand[0]) >> card & 1:", "rules"),
        (PRESIDENT, "count=s.count[seat]", "count=s.hand[seat] % 52", "words"),
        (TRANCA, "[SEES_STOCK] = s.stock_end - s.", "[SEES_STOCK] = s.stock[0] - s.", "knowledge"),
        (TRANCA, "= s.known[other][card]", "= s.hand[other][card]", "knowledge"),
        (TRANCA, "knowledge.observe(s, seat, obs)", "knowledge.observe(s, 0, obs)", "words"),
    ],
)
def test_leaks_are_noticed(original, old, new, room):
    """A view or an observation that shows a hidden card breaks secrecy."""
    broken = mutant(original, old, new, room=room)
    assert_caught(CHECKS["secrets"], broken, tries=range(200))


@pytest.mark.parametrize(
    ("original", "old", "new"),
    [
        (RUMMY, "gone[other] = _take_unseen(s, other, times)", "gone[other] = 0"),
        (POKER, "        s.dealer[i] = hidden[i]\n", "        s.dealer[i] = s.dealer[i]\n"),
        (PRESIDENT, "    cards = s.hand[other] & s.gave[seat]\n", "    cards = s.hand[other]\n"),
        (PRESIDENT, "        if other != seat and other != partner:", "        if False:"),
    ],
)
def test_redealing_that_leaves_something_is_noticed(original, old, new):
    """A `redeal` that does not reach every hidden card would make the leak test blind."""
    assert_caught(CHECKS["redeal"], mutant(original, old, new))


@pytest.mark.parametrize("statement", ["    fit_passes(", "        note_pass("])
def test_impossible_deals_are_noticed(statement):
    """Who passes because it cannot answer shows that, and a redeal respects it."""
    old = f"s.passing == UNABLE:\n    {statement}"
    broken = mutant(PRESIDENT, old, old.replace("==", ">"))
    assert_caught(CHECKS["past"], broken, tries=range(20))


def test_a_rule_broken_in_later_rounds_only_is_noticed():
    """What carries over is played on: a second round that starts wrong is seen."""
    broken = mutant(RUMMY, "    s.turn = s.starter\n", "    s.turn = s.starter * 9\n")
    assert_caught(CHECKS["cards"], broken, tries=[1])


@pytest.mark.parametrize(
    ("old", "new"),
    [("    s.turns += 1\n", "    s.turns += 0\n"), ("s.turns == s.turn_limit", "s.turns < 0")],
)
def test_rounds_without_an_end_are_noticed(old, new):
    """A round that nothing stops breaks the limit of decisions."""
    # two players who never lay down anything and never run out of cards
    broken = mutant(RUMMY, old, new)
    broken.rules._lay_offs = lambda s, out, n: n
    broken.rules._melds = lambda s, out, n: n
    broken.rules._runs = lambda s, out, n: n
    assert_caught(CHECKS["rounds"], broken, tries=range(2))


@pytest.mark.parametrize(
    ("original", "old", "new"),
    [
        (PENNEY, 's.drawn = len(places["drawn"])', "s.drawn = 0"),
        (POKER, "    rules.sort(s.dealer)\n", "    s.dealer.reverse()\n"),
    ],
)
def test_cards_put_elsewhere_are_noticed(original, old, new):
    """A position read back must be the same position."""
    assert_caught(CHECKS["positions"], mutant(original, old, new, room="words"), tries=range(9))


def test_the_unchanged_copy_passes():
    """The way mutants are made breaks nothing by itself."""
    copy = mutant(RUMMY, "Mason Rummy", "Mason Rummy")
    CHECKS["cards"](copy, 1)
    CHECKS["legal"](copy, 1)
    CHECKS["words"](copy, 1)
    CHECKS["records"](copy, 1)
    CHECKS["secrets"](copy, 1)
    CHECKS["rounds"](copy, 1)
    CHECKS["scores"](copy, 1)
    assert dtype(copy.state) == dtype(RUMMY.state)
