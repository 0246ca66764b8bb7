"""Numbers that people read in rules, guided rounds, messages and tables of pages are right.

A phrase has a place for each number, and beside it stands what computes it. Numbers within the
sentences of pages carry an expression of their own, see `docs/generated.py`.
"""

import re
from collections import Counter
from secrets import token_urlsafe

import pytest

import dealt
from dealt.cards import JOKER
from dealt.games import game
from dealt.games.mason_rummy import state as rummy
from dealt.games.mason_rummy import state as rummy_state
from dealt.games.penney import choices, exact, odds_data
from dealt.games.penney import state as penney_state
from dealt.games.president import state as president
from dealt.games.three_card_poker import exact as poker
from dealt.games.three_card_poker import rules as pay
from dealt.games.tranca import house
from dealt.games.tranca import state as tranca
from dealt.games.tranca import state as tranca_state
from dealt.penney import deck_files
from tests import messages
from tests.docs.pages import DOCS, README, text_of
from tests.test_language import CATALOGUES, english_texts, numbers, texts_of

WORDS = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
]  # fmt: skip
TYPES = Counter(kind for kind in president.PLAY_TYPE if kind >= 0)
TARGET, TARGET_OF_SIX = house.PRESETS["tranca"].targets
CLEAN, DIRTY, OF_TWOS = (house.TRANCA.bonus(kind) for kind in ("clean", "dirty", "twos"))
OPEN, CANASTA = house.PRESETS["buraco-open"], house.PRESETS["canasta"]
RED, BLACK = exact.RED, exact.BLACK
ALL_HANDS = len(poker.HANDS)


def best(model):
    """The best strategy of poker."""
    return poker.odds(model).best


def pairs():
    """How many pairs of choices Penney's game has."""
    return sum(1 for _ in exact.tally().pairs())


def written(phrase, values):
    """A phrase with its numbers as people write them, those that take long worked out now."""
    values = [each() if callable(each) else each for each in values]
    return phrase.format(*(f"{each:,}" if isinstance(each, int) else each for each in values))


def running(text):
    """A text without its line breaks and the expressions beside numbers."""
    return " ".join(re.sub("<!-- = .*? -->", "", text).split())


# --- rules ----------------------------------------------------------------------------------------

RULES = {
    "mason-rummy": [
        ("Everybody gets {} cards.", WORDS[rummy_state.DEALT]),
        ("stops after {} turns", game("mason-rummy").option_values({})["turn_limit"]),
        ("exactly the {} cards", rummy_state.CARDS),
        (("{} actions: {} draw from the stock, {} from the discard pile, {} + card discard, "
         "{} + card lay a single card off, {} + {} x rank + choice a meld, {} + {} x suit + run"),
         rummy.ACTIONS, rummy.DRAW_STOCK, rummy.DRAW_DISCARD, rummy.DISCARD, rummy.LAY_OFF,
         rummy.MELD, rummy.MELDS_OF_RANK, rummy.RUN, rummy.RUNS_OF_SUIT),
        ("An observation has {} numbers", game("mason-rummy").sizes.observation),
    ],
    "penney": [
        ("has {} red and {} black cards", RED, BLACK),
        ("There are {} actions", WORDS[game("penney").sizes.actions]),
        ("An observation has {} numbers", WORDS[game("penney").sizes.observation]),
        ("is {} letters", penney_state.DECK),
    ],
    "president": [
        ("There are {} actions for playing", president.GIVE),
        (("{} single cards, {} pairs, {} threes, {} fours, {} straights, {} flushes, {} full "
         "houses, {} fours plus one, {} straight flushes"), *(TYPES[kind] for kind in range(9))),
        ("{} + card gives", president.GIVE),
        ("{} + value asks", president.ASK),
        ("An observation has {} numbers", game("president").sizes.observation),
    ],
    "three-card-poker": [
        ("You fold and lose {} points", -pay.FOLDING),
        ("for {} points if the dealer folds, otherwise for {}.", pay.DEALER_FOLDS, pay.WINNING),
        ("each of your {} hands", ALL_HANDS),
        ("From one deck, play `{}` or better", lambda: best("deck").weakest),
        ("you lose {} of a point per round", lambda: str(-best("deck").value)),
        ("of a point per round, {}.", lambda: f"{float(-best('deck').value):.3f}"),
        ("independent ranks the limit is `{}`", lambda: best("independent").weakest),
        ("There are {} actions", WORDS[pay.ACTIONS]),
        ("An observation has {} numbers", WORDS[pay.OBSERVATION]),
    ],
    "tranca": [
        ("{} points, or {} with six players", TARGET, TARGET_OF_SIX),
        ("Everybody gets {} cards, and {} mortos", WORDS[tranca_state.DEALT],
         WORDS[tranca_state.MORTOS]),
        ("canastra of twos, each | +{} / +{} / +{} |", CLEAN, DIRTY, OF_TWOS),
        ("without | +{} / {} |", house.TRANCA.dollar, house.TRANCA.dollar_without),
        ("final move | +{} |", house.TRANCA.final_move),
        ("no card was used | {} |", house.TRANCA.morto),
        ("tranca in the hand, each | {} |", house.TRANCA.tranca),
        ("at most {} sequences", tranca_state.MOST_SEQUENCES),
        (("There are {} actions: {} draw, {} + sequence take the pile on it, {} + beginning take "
         "it for a new sequence, {} + beginning a new sequence, {} + {} x sequence + card lay"),
         tranca.ACTIONS, tranca.DRAW, tranca.TAKE_ON, tranca.TAKE_NEW, tranca.NEW, tranca.LAY,
         tranca.LAID),
        ("{} a two), {} + card discard", tranca.LAID_TWO, tranca.DISCARD),
        ("one of {} sets", len(tranca.BEGINNINGS)),
        ("An observation has {} numbers", game("tranca").sizes.observation),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", RULES)
def test_the_rules_have_the_numbers_of_the_program(name):
    """In English; another test holds that other languages have the same numbers."""
    document = running(game(name).document())
    for phrase, *values in RULES[name]:
        assert written(phrase, values) in document


# --- guided rounds --------------------------------------------------------------------------------


class Lesson:
    """A guided round, played: its texts with the moves below them, the tables, its end."""

    def __init__(self, name):
        self.game = game(name)
        lesson = self.game.lesson
        self.texts, self.views = [], []
        table = dealt.match(
            self.game, lesson.names, seed=lesson.seed, rounds=1, **lesson.options
        ).table
        for turn in lesson.turns:
            text, action = (turn.text, turn.action) if hasattr(turn, "text") else ("", turn)
            self.texts.append((text, action))
            self.views.append(table.view(lesson.learner))
            if action:
                table.play(action)
        self.texts.append((lesson.end, ""))
        self.table = table

    def view_at(self, words):
        """What the learner sees when a text with these words is shown."""
        return next(
            view for (text, _), view in zip(self.texts, self.views, strict=False) if words in text
        )


def penneys(lesson):
    bia, ana = lesson.table.scores.values()
    odds = exact.odds("RRB", "RBR")
    assert odds.wins > 5 * odds.losses, "far more often"
    yield "{} red and {} black cards", RED, BLACK
    yield "chooses {} colours", WORDS[choices.LENGTH]
    yield "you won {} tricks, Bia {}", ana, bia


def pokers(lesson):
    state, weakest = lesson.table._state, poker.odds("deck").best.weakest
    hand, dealer = poker.faces(state.hand), poker.faces(state.dealer)
    assert poker.hand_odds(tuple(state.hand), "deck").is_played and pay.dealer_plays(state.dealer)
    yield "You hold {}: king high", hand
    yield "lose {} points, or play", -pay.FOLDING
    yield "you win {}. Otherwise you win or lose {}", pay.DEALER_FOLDS, pay.WINNING
    yield "With {} or better, playing is worth more", weakest
    yield "The dealer has {}", dealer
    yield "you win {} points", *lesson.table.scores.values()
    yield "fold below {},", weakest


def rummys(lesson):
    yield "The deck has {} suits", WORDS[rummy_state.SUITS]
    yield "After {} rounds", WORDS[lesson.game.match.rounds]


def presidents(lesson):
    view = lesson.view_at("your 3D")
    yield "your {}.", min(view.hand, key=lesson.game.deck.faces.index)
    yield "the Bum gives you the {} best cards", WORDS[2]


def trancas(lesson):
    yield "{} cards are a canastra", WORDS[tranca.CANASTRA].capitalize()
    yield "your morto: {} new cards", WORDS[tranca_state.DEALT]
    yield "the {} fits your fours", lesson.view_at("fits your fours").pile("discard").top


LESSONS = {
    "penney": penneys,
    "three-card-poker": pokers,
    "mason-rummy": rummys,
    "president": presidents,
    "tranca": trancas,
}


@pytest.mark.parametrize("name", LESSONS)
def test_a_guided_round_says_what_its_deal_and_the_odds_say(name):
    """Every digit is computed, or of a card that the move below it plays."""
    lesson = Lesson(name)
    rest = [(text, action.split()) for text, action in lesson.texts if text]
    for phrase, *values in LESSONS[name](lesson):
        text = written(phrase, values)
        assert any(text in each for each, _ in rest), text
        rest = [(each.replace(text, ""), cards) for each, cards in rest]
    for text, cards in rest:
        left = [word for word in re.findall(r"\w*\d\w*", text) if word not in cards]
        assert not left, text


# --- messages -------------------------------------------------------------------------------------

MESSAGES = [
    (("Folding loses {}. Playing wins {} if the dealer folds (no feature and no queen or better), "
     "and otherwise wins or loses {}."), -pay.FOLDING, pay.DEALER_FOLDS, pay.WINNING),
    ("fold for {} points, or play for {} against the dealer", -pay.FOLDING, pay.WINNING),
    ("All {} hands against all hands of the dealer. Points are those won on average.", ALL_HANDS),
    ("{} cards", len(game("tranca").deck)),
    ("{} cards without suits", len(game("three-card-poker").deck)),
    ("{} cards, red and black", len(game("penney").deck)),
    ("{} cards, 3 low", len(game("president").deck)),
    ("{} cards with Patriots", rummy_state.CARDS),
    ("All {} cards", rummy_state.CARDS),
    ("More cards win. The deck has {} red (R) and {} black (B) cards.", RED, BLACK),
    ("More tricks win. The deck has {} red (R) and {} black (B) cards.", RED, BLACK),
    ("The numbers are exact: all {{decks}} decks of {} red and {} black cards are counted.",
     RED, BLACK),
    ("{{decks}} simulated decks of {} red and {} black cards were scored (N={{decks}}).",
     RED, BLACK),
    ("80(8) means: a win in 80 of 100 decks, and a draw in 8; the other {} are lost.", 100 - 88),
    ("Colours in a choice, {} to {}  [{}]", choices.SHORTEST, choices.LONGEST, choices.LENGTH),
    ("Red cards in the deck  [{}]", RED),
    ("Black cards in the deck  [{}]", BLACK),
    ("The original project's files: N decks, {} per file.", deck_files.ORIGINAL_DECKS_A_FILE),
    ("{}, or {} with six players", TARGET, TARGET_OF_SIX),
    ("points that end the match, 0: {}, with six players {}", TARGET, TARGET_OF_SIX),
    ("a Brazilian canasta: sequences, canastras and mortos, to {} points", TARGET),
    ("it makes a clean canastra, {} points", CLEAN),
    ("it makes a dirty canastra, {} points", DIRTY),
    (("a final move without a canastra, which the rules do not allow; its {} points are counted as "
     "entered"), house.TRANCA.final_move),
    ("That is not a link to a table: a code has {} characters.", len(token_urlsafe(16))),
]  # fmt: skip


def test_messages_have_the_numbers_of_the_program():
    """Each text is composed here, in English."""
    assert not {written(phrase, values) for phrase, *values in MESSAGES} - {*english_texts()}


# translations that say a number otherwise, and why
SAID_OTHERWISE = {
    "unknown card {card}; cards look like '4H', '10S' or 'KD'": "shows how Portuguese cards look",
}
SHOWS_N = re.compile(r"\{[^}]*\}")


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.parent.name)
def test_a_translation_has_the_numbers_of_the_message(path):
    """A singular may have a place where English writes 1."""
    for message in messages.read(path):
        ids, strings = texts_of(message.id), texts_of(message.string)
        if not message.id or ids[0] in SAID_OTHERWISE:
            continue
        for place, (one, other) in enumerate(zip(ids, strings, strict=True)):
            theirs = numbers(SHOWS_N.sub("", other))
            singular = len(ids) > 1 and place == 0
            allowed = [numbers(SHOWS_N.sub("", one))]
            if singular and len(SHOWS_N.findall(other)) > len(SHOWS_N.findall(one)):
                allowed.append(sorted((Counter(allowed[0]) - Counter("1")).elements()))
            assert theirs in allowed, (one, other)


# --- tables of pages ------------------------------------------------------------------------------

HOUSE = DOCS / "howto" / "score-sheet.md"
PAGES = [
    (README, "fold for {} points or play for {};", -pay.FOLDING, pay.WINNING),
    (DOCS / "pt" / "index.md", "perca {} pontos, ou jogue por {}", -pay.FOLDING, pay.WINNING),
    (DOCS / "pt" / "index.md", "até {} pontos", f"{TARGET:,}".replace(",", ".")),
    (DOCS / "howto" / "browser.md", "decks of {}, {}, {}, {} and {} cards",
     *(2 * n for n in odds_data.DECKS)),
    (DOCS / "reference" / "protocol.md", "`deck` is {}, {}, {}, {} or {} cards of each colour",
     *odds_data.DECKS),
    (DOCS / "reference" / "formats.md", "each of the {} pairs", pairs),
    (DOCS / "penney" / "decks.md", "each of the {} pairs", pairs),
    (HOUSE, "| `tranca` | {}, {} | of twos {} | red {} with a canastra, {} without, black {} in",
     CLEAN, DIRTY, OF_TWOS, house.TRANCA.dollar, house.TRANCA.dollar_without, house.TRANCA.tranca),
    (HOUSE, "2 {}, 4 to 7 {}, 8 to king {}, ace {}, red three {} | {}; six players {} |",
     *(house.TRANCA.value(card) for card in ("2C", "4C", "8C", "AC", "3H")),
     TARGET, TARGET_OF_SIX),
    (HOUSE, "| `buraco-open` | {}, {} | clean run of 13 cards {}, ace to ace {} |",
     OPEN.rules.clean, OPEN.rules.dirty, OPEN.rules.real, OPEN.rules.ace_to_ace),
    (HOUSE, "joker {}, 2 {}, 3 to 7 {}, 8 to king {}, ace {} | {} |",
     *(OPEN.rules.value(card) for card in (JOKER, "2C", "3C", "8C", "AC")), OPEN.targets[0]),
    (HOUSE, ("| `canasta` | {}, {} | none | red {} with a meld, {} without, all four {} or {}, "
     "black {} |"), CANASTA.rules.clean, CANASTA.rules.dirty, CANASTA.rules.dollar,
     CANASTA.rules.dollar_without,
     *(CANASTA.rules.dollars(4, is_earned=earned, decks=2) for earned in (True, False)),
     CANASTA.rules.tranca),
    (HOUSE, "joker {}, 2 and ace {}, 4 to 7 {}, 8 to king {} | {} |",
     *(CANASTA.rules.value(card) for card in (JOKER, "2C", "4C", "8C")), CANASTA.targets[0]),
    (HOUSE, "asks for {} points to lay down at first, {} below zero, {} from {} and {} from {}",
     *(CANASTA.rules.minimum_at(total) for total in (0, -1, 1500)), CANASTA.rules.middle,
     CANASTA.rules.minimum_at(3000), CANASTA.rules.late),
]  # fmt: skip


def test_pages_have_the_numbers_of_the_program():
    """Where an expression beside each number would tear a table or a list apart."""
    for page, phrase, *values in PAGES:
        assert written(phrase, values) in running(text_of(page)), page


def test_the_readme_says_for_how_many_each_game_is():
    """As the list of games does."""
    for each in (game(name) for name in RULES):
        row = next(line for line in text_of(README).splitlines() if f"/{each.name}.md" in line)
        assert row.split(" | ")[1] == each.seats_text
