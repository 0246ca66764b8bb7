"""Three-card Poker: every ruling, the document's tables, and odds held against the second count."""

import itertools
import random
from fractions import Fraction

import pytest
from examples import casino_three_card_poker

import dealt
from dealt.core.agent import Action
from dealt.core.zones import Ask, Board, Fact, Hand, Own, SeatView
from dealt.errors import IllegalAction, ParseError, SetupError
from dealt.games import game
from dealt.games import three_card_poker as poker
from dealt.games.three_card_poker import exact, rules, seed, state, words
from dealt.games.three_card_poker.state import State
from dealt.language import speaking
from tests.oracles import three_card_poker as oracle

HANDS = [
    tuple(sorted(h, reverse=True)) for h in itertools.combinations_with_replacement(range(2, 15), 3)
]
FUNCTIONS = [
    "hand_to_string",
    "sort_hand",
    "has_pair",
    "has_straight",
    "has_triple",
    "score_hand",
    "dealer_plays",
]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_C1_what_is_no_hand_is_refused_with_the_reason(name):
    """C1: a ValueError of one line that shows what was given."""
    for wrong in (
        [], [2, 3], [2, 3, 4, 5], [1, 2, 3], [2, 3, 15], [2, 3, 0], [2, 3, -4], [2.0, 3, 4],
        ["A", 9, 4], "A94", None, 7, {2, 3, 4}, [2, 3, None], [True, 3, 4], [[2], 3, 4],
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"hand|rank") as refused:
            getattr(poker, name)(wrong)
        assert "\n" not in str(refused.value) and len(str(refused.value)) > 20


def test_C1_hands_are_shown_in_the_order_given():
    """C1: the characters 23456789XJQKA, a blank between."""
    assert poker.hand_to_string([14, 9, 4]) == "A 9 4"
    assert poker.hand_to_string([2, 10, 13]) == "2 X K"
    assert "".join(poker.hand_to_string([r] * 3)[0] for r in range(2, 15)) == "23456789XJQKA"


def test_C2_a_hand_has_one_feature_at_most():
    """C2: in all orders of the 455 hands; as the second implementation says."""
    for order in itertools.product(range(2, 15), repeat=3):
        hand = [*order]
        features = [f(hand) for f in (poker.has_pair, poker.has_straight, poker.has_triple)]
        assert features == [len({*hand}) == 2, is_straight(hand), len({*hand}) == 1], hand
        assert sum(features) <= 1
        assert poker.sort_hand(hand) == sorted(order, reverse=True)
        assert poker.dealer_plays(hand) == oracle.dealer_stays(hand)


def is_straight(hand):
    return "".join(words.FACES[r - 2] for r in sorted(hand)) in words.FACES and len(set(hand)) == 3


def test_C2_sorting_leaves_the_hand_alone():
    """The argument of `sort_hand` is not changed, nor that of any test."""
    hand = [4, 14, 9]
    assert poker.sort_hand(hand) == [14, 9, 4] and poker.has_pair(hand) is False
    assert hand == [4, 14, 9]


def test_C3_the_document_s_table():
    """C3: the table of the document, and its running example with the slips put right."""
    assert poker.score_hand([7, 4, 4]) == 4 * 16**3 + 7 * 16**2 + 4 * 16 + 4 == 18244
    assert poker.score_hand([11, 10, 9]) == 15 * 16**3 + 11 * 16**2 + 10 * 16 + 9 == 64425
    assert poker.score_hand([3, 3, 3]) == 16 * 16**3 + 3 * 16**2 + 3 * 16 + 3 == 66355
    assert poker.score_hand([5, 12, 14]) == 1280 + 192 + 14 == 1486


def test_C3_all_455_hands_score_in_the_order_of_the_prose():
    """Scores of sorted hands order them as comparing kind, pair and cards does."""
    assert len(HANDS) == 455 == len({poker.score_hand(list(hand)) for hand in HANDS})
    for stronger_hand, other in itertools.product(HANDS, HANDS[::7]):
        stronger = poker.score_hand(list(stronger_hand)) >= poker.score_hand(list(other))
        assert stronger == oracle.better(list(stronger_hand), list(other))


def test_C3_a_hand_is_scored_in_the_order_given():
    """The feature is that of the hand in any order; the digits are the ranks as they stand."""
    for hand in HANDS:
        lead = poker.score_hand(list(hand)) // 16**3
        for a, b, c in itertools.permutations(hand):
            assert poker.score_hand([a, b, c]) == lead * 16**3 + a * 256 + b * 16 + c


def test_C4_the_dealer_needs_a_feature_or_a_queen():
    """C4: and equal hands are the player's."""
    assert poker.dealer_plays([12, 3, 2]) and poker.dealer_plays([3, 2, 2])
    assert poker.dealer_plays([4, 3, 2]) and not poker.dealer_plays([11, 9, 8])
    s = rules.State()
    for hand, dealer, points in [
        ([12, 3, 2], [12, 3, 2], 20),
        ([12, 3, 2], [12, 4, 2], -20),
        ([5, 3, 2], [11, 9, 8], 10),
        ([2, 2, 3], [11, 9, 8], 10),
    ]:
        s.hand[:], s.dealer[:], s.outcome, out = hand, dealer, rules.CHOOSING, [0]
        rules.apply(s, rules.PLAY)
        rules.score(s, out)
        assert out == [points] == [oracle.outcome(hand, dealer, plays=True)]


def test_C5_both_hands_come_from_one_deck():
    """C5: of one rank there are four; the independent model can deal more."""
    for model, fours in (("deck", True), ("independent", False)):
        match = dealt.match("three-card-poker", ["AI"], seed=1, rounds=200, model=model).run()
        for s in match._states:
            counts = [[*s.hand, *s.dealer, *s.undealt].count(rank) for rank in range(2, 15)]
            assert (max(counts) == min(counts) == 4) == fours
    with pytest.raises(SetupError, match="option model is 'x': must be deck or independent"):
        dealt.table("three-card-poker", ["Ana"], model="x")


@pytest.mark.no_cover
def test_C5_the_models_deal_as_often_as_they_should():
    """The share of pairs in 4,000 hands lies within five standard errors of the exact one."""
    for model in state.MODELS:
        share = sum(
            (h.probability for h in exact.odds(model).hands if rules.has_pair(h.hand)), Fraction()
        )
        match = dealt.match("three-card-poker", ["AI"], seed=2, rounds=4_000, model=model).run()
        share_of_pairs = sum(rules.has_pair(s.hand) for s in match._states) / 4_000
        assert abs(share_of_pairs - share) < 5 * (float(share) * (1 - float(share)) / 4_000) ** 0.5


def replaced(monkeypatch, where, hands, choice):
    hands, calls = iter(hands), []
    monkeypatch.setattr(where, "deal", lambda: next(hands))
    monkeypatch.setattr(where, "get_choice", lambda: calls.append("choice") or choice)
    return hands, calls


@pytest.mark.parametrize("where", [poker, seed])
def test_C6_the_dealer_s_hand_is_dealt_only_when_it_is_needed(where, monkeypatch, capsys):
    """C6: replaced in the package or in its module, `deal` and `get_choice` are looked up."""
    hands, calls = replaced(monkeypatch, where, [[4, 14, 9], [2, 13, 3]], "f")
    assert poker.play_round() == -10
    assert capsys.readouterr().out == "A 9 4\n" and next(hands) == [2, 13, 3]
    assert calls == ["choice"]
    replaced(monkeypatch, where, [[4, 14, 9], [2, 13, 3]], "p")
    assert poker.play_round() == 20
    assert capsys.readouterr().out == "A 9 4\nK 3 2\n"
    replaced(monkeypatch, where, [[4, 14, 9], [2, 3, 3]], "p")
    assert poker.play_round() == -20
    replaced(monkeypatch, where, [[2, 3, 7], [11, 9, 8]], "p")
    assert poker.play_round() == 10
    replaced(monkeypatch, where, [[12, 3, 7], [3, 7, 12]], "p")
    assert poker.play_round() == 20
    replaced(monkeypatch, where, [[12, 3, 7], [3, 7, 12]], "play")
    with pytest.raises(ValueError, match="get_choice gave 'play'"):
        poker.play_round()
    replaced(monkeypatch, where, [[12, 3]], "p")
    with pytest.raises(ValueError, match="a hand has three cards"):
        poker.play_round()


def test_C6_get_choice_accepts_exactly_p_or_f(monkeypatch, capsys):
    """C6: and asks again."""
    answers = iter(["", "P", "play", "pp", " f", "f"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    assert poker.get_choice() == "f"
    assert capsys.readouterr().out.count("is neither p nor f") == 5


def test_C6_deal_gives_hands_of_one_pack():
    """In a round both hands come from one pack; a hand is three ranks."""
    seed.rng.seed(5)
    hands = [poker.deal() for _ in range(3_000)]
    assert all(len(hand) == 3 and all(2 <= rank <= 14 for rank in hand) for hand in hands)
    seed._shuffle()
    pack = [rank for _ in range(17) for rank in poker.deal()]
    assert all(pack.count(rank) <= 4 for rank in range(2, 15)) and len(seed._pack) == 1
    assert len(poker.deal()) == 3 and len(seed._pack) == 49


# --- exact odds ----------------------------------------------------------------------------------


@pytest.mark.no_cover
@pytest.mark.parametrize("model", ["deck", "independent"])
def test_the_exact_odds_are_those_of_the_second_count(model):
    """Every hand's value and probability, and what follows from them, as fractions."""
    odds = exact.odds(model)
    assert len(odds.hands) == 455
    assert sum(h.probability for h in odds.hands) == 1
    for h in odds.hands:
        assert h.play == oracle.play_value(h.hand, model)
        assert h.probability == oracle.hand_probability(h.hand, model)
        assert h.fold == -10
    played = [h for h in odds.hands if h.hand in odds.best.hands]
    ties = sum(h.probability * oracle.chances(h.hand, model).tie for h in played)
    assert odds.best.outcomes.ties == ties
    best = sum(h.probability * max(h.play, h.fold) for h in odds.hands)
    assert odds.best.value == best == odds.threshold.value
    assert odds.best.hands == odds.threshold.hands
    assert sum(vars(odds.best.outcomes).values()) == 1
    assert odds.always_fold.value == -10 and odds.always_fold.hands == ()
    assert odds.always_play.value == sum(h.probability * h.play for h in odds.hands)


def test_the_figures_that_the_documents_quote():
    """The values in RULES.md and README.md."""
    deck, independent = exact.odds("deck"), exact.odds("independent")
    assert deck.best.value == Fraction(-2489268, 2544815)
    assert deck.best.hands[-1] == (12, 4, 2) and independent.best.hands[-1] == (12, 6, 3)
    text = game("three-card-poker").document()
    assert "2489268/2544815" in text and "`Q 4 2`" in text and "`Q 6 3`" in text


def test_odds_need_a_model_and_a_hand():
    with pytest.raises(
        SetupError, match="no dealing model 'x'; the models are deck and independent"
    ):
        exact.odds("x")
    with pytest.raises(SetupError, match="is not a hand"):
        exact.hand_odds((2, 3, 4), "deck")
    with pytest.raises(SetupError, match="no dealing model"):
        exact.hand_odds((4, 3, 2), "x")


def test_a_threshold_of_no_hand_plays_none():
    assert exact.threshold(exact.odds("deck").hands, 0).value == -10


def test_reports_hold_the_fractions():
    """Sheets for all, for one hand, and as data."""
    sheets = exact.report()
    assert next(sheet.title for sheet in sheets).startswith("Dealing model deck")
    assert sheets[0].to_data()["rows"][0]["exactly"] == "-2489268/2544815"
    assert sheets[0].notes == ("The best strategy of all is this threshold.",)
    (one,) = exact.report("q 4 2")
    assert one.rows[0][:4] == ("deck", Fraction(-22840, 2303), Fraction(-10), "play")
    assert one.rows[1][3] == "fold"


# --- at the table --------------------------------------------------------------------------------


def test_a_hint_tells_what_the_choice_is_worth():
    table = dealt.table("three-card-poker", ["Ana"], seed=3)
    view = table.view("Ana")
    value = float(exact.hand_odds(tuple(table._state.hand), "deck").play)
    assert exact.hint(view) == (
        f"folding costs 10 points; playing is worth {value:+.2f} on average (model deck)"
    )
    independent = dealt.table("three-card-poker", ["Ana"], seed=3, model="independent")
    near = dealt.position("three-card-poker", {"Ana": "Q 3 2"}, unknown="deal")
    assert "worth -10.02 on" in exact.hint(near.view("Ana"))  # which is worse than folding
    assert exact.hint(independent.view("Ana")).startswith("folding costs 10 points; playing")
    assert exact.hint(independent.view("Ana")).endswith("(model independent)")  # always named (C5)


def test_the_computer_player_plays_the_best_strategy():
    match = dealt.match("three-card-poker", ["AI"], seed=1, rounds=500).run()
    best = set(exact.odds("deck").best.hands)
    for table, s in zip(match.tables, match._states, strict=True):
        assert (str(table.history[0][1]) == "play") == (tuple(s.hand) in best)


def test_every_way_a_round_ends_has_words():
    verbs = set()
    dice = random.Random(1)
    for number in range(60):
        table = dealt.table("three-card-poker", ["Ana"], seed=number)
        assert str(table).endswith("Turn: Ana, to play or fold")
        assert "Dealer: 3 cards" in str(table)
        assert table.scores == {"Ana": 0}
        table.play(dice.choice(["play", "p", "P", "fold", "f"]))
        verbs.add(table.outcome.rpartition("Ana ")[2].split()[0])
        is_open = table.view("Ana").fact("outcome") != "folded"
        assert is_open == table.outcome.startswith("dealer has") != ("Ana folds" in table.outcome)
        assert is_open == ("Dealer: 3 cards" not in str(table))
        with pytest.raises(IllegalAction, match="the round is over"):
            table.play("fold")
    assert {"wins", "loses"} <= verbs
    assert str(words.refusal(table.view("Ana"), 0)) == "the choice has been made"


def test_a_view_has_all_that_lies_on_the_table():
    """Both hands, how is dealt and paid, and the showdown once there is one."""
    table = dealt.table("three-card-poker", ["Ana"], seed=3)
    view = table.view("Ana")
    own = Hand(id="hand:0", seat=0, count=3, cards=tuple(words.faces(table._state.hand).split()))
    assert view.own == Own(0, (own,)) and view.hand == own.cards
    hidden = (Hand(id="hand:0", seat=0, count=3), Hand(id="hand:1", seat=1, count=3))
    assert view.open == Board(
        seats=(SeatView(0, "Ana"), SeatView(1, "Dealer", is_house=True)),
        zones=hidden,
        facts=(
            Fact("model", "Dealt from one pack.", "deck", is_standing=True),
            Fact(
                "pay",
                "Folding loses 10. Playing wins 10 if the dealer folds (no feature and no queen or "
                "better), and otherwise wins or loses 20.",
                is_standing=True,
            ),
        ),
        ask=Ask(0, "play_or_fold", "to play or fold"),
    )
    independent = dealt.table("three-card-poker", ["Ana"], model="independent").view("Ana")
    assert independent.open.facts[0].text == "Dealt rank by rank, all equally likely."
    assert independent.fact("model") == "independent"
    folded = table.twin()
    folded.play("fold")
    assert folded.view("Ana").open.zones == hidden
    assert folded.view("Ana").open.facts[2] == Fact("outcome", "Ana folded", "folded")
    table.play("play")
    dealer = tuple(words.faces(table._state.dealer).split())
    assert table.view("Ana").open.zones == (
        own, Hand(id="hand:1", seat=1, count=3, cards=dealer),
    )  # fmt: skip
    assert table.view("Ana").turn is None


@pytest.mark.parametrize(
    ("hand", "dealer", "code", "text"),
    [
        ("KKX", "Q42", "won", "Ana won"),
        ("987", "333", "lost", "Ana lost"),
        ("K52", "X72", "dealer folded", "The dealer folded"),
    ],
)
def test_how_a_round_ended_is_a_fact(hand, dealer, code, text):
    s = State()
    s.hand[:], s.dealer[:] = words.parse_hand(hand), words.parse_hand(dealer)
    rules.apply(s, rules.PLAY)
    assert words.view(s, 0, ("Ana",)).open.facts[2] == Fact("outcome", text, code)


def test_actions_are_data():
    """No cards move; nothing is meant by cards alone, and hands stay sorted as they are."""
    table = dealt.table("three-card-poker", ["Ana"], seed=3)
    assert table.actions == (Action(0, "play", "play"), Action(1, "fold", "fold"))
    assert game("three-card-poker").cards.sorts == ()
    assert not game("three-card-poker").wording.finds_actions
    table.play("fold")
    assert table.log("Ana") == ["Ana folded"]
    assert words.event_text("Ana", rules.PLAY, True) == "Ana played"


def outcome_of(hand, dealer, action=rules.PLAY):
    """The outcome of a round with these hands, in words."""
    s = State()
    s.hand[:], s.dealer[:] = words.parse_hand(hand), words.parse_hand(dealer)
    rules.apply(s, action)
    return words.outcome_text(s, ("Ana",))


@pytest.mark.parametrize(
    ("hand", "dealer", "text"),
    [
        ("KKX", "Q42", "dealer has Q 4 2: a pair of kings beats queen high; Ana wins 20"),
        ("987", "333", "dealer has 3 3 3: a straight to the nine loses to three threes; Ana"),
        ("AAA", "KQJ", "dealer has K Q J: three aces beat a straight to the king; Ana wins 20"),
        ("222", "666", "dealer has 6 6 6: three twos lose to three sixes; Ana loses 20"),
        ("AKQ", "432", "dealer has 4 3 2: a straight to the ace beats a straight to the four; Ana"),
        ("KK9", "KKX", "dealer has K K X: a pair of kings with 9 loses to a pair of kings with X"),
        ("QX4", "QX3", "dealer has Q X 3: queen high with X 4 beats queen high with X 3; Ana"),
        ("774", "774", "dealer has 7 7 4: equal hands, a pair of sevens; Ana wins 20"),
        ("K52", "X72", "dealer has X 7 2, ten high, and folds: Ana wins 10"),
    ],
)  # fmt: skip
def test_the_result_names_the_features(hand, dealer, text):
    """Both hands by what they are; more of them where that is the same; who wins."""
    assert outcome_of(hand, dealer).startswith(text)


def test_a_hand_that_is_folded_stays_hidden():
    assert outcome_of("X72", "QJ2", rules.FOLD) == "Ana folds: -10"


def test_the_result_names_the_features_in_portuguese():
    with speaking("pt-BR"):
        assert outcome_of("KKX", "Q42") == (
            "a banca tem Q 4 2: um par de reis vence dama como carta alta; Ana ganha 20"
        )
        assert "uma sequência até a dama perde para uma trinca de três" in outcome_of("QJX", "333")


def test_different_hands_are_never_called_the_same():
    """Of all pairs of hands: two names that differ unless the hands are equal."""
    for hand, dealer in itertools.product(exact.HANDS, exact.HANDS[::7]):
        text = words.compared(hand, dealer)
        if hand == dealer:
            assert text == f"equal hands, {words.hand_name(hand)}"
            continue
        verb = next(
            verb for verb in (" beats ", " beat ", " loses to ", " lose to ") if verb in text
        )
        own, other = text.split(verb)
        assert own != other
        assert ("beat" in verb) == oracle.better(hand, dealer)


def test_faces_show_the_result_with_its_features():
    """The line mode prints what the table says, which the page and the screen show, too."""
    table = dealt.table("three-card-poker", ["Ana"], seed=4)
    table.play("play")
    assert table.outcome == "dealer has A X 8: a straight to the five beats ace high; Ana wins 20"


@pytest.mark.parametrize(
    ("text", "hand"),
    [("Q 6 4", [12, 6, 4]), ("4q6", [12, 6, 4]), ("10 9 8", [10, 9, 8]), ("X,T,2", [10, 10, 2]),
     ("14 2 3", [14, 3, 2])],
)  # fmt: skip
def test_hands_are_read_as_people_write_them(text, hand):
    assert words.parse_hand(text) == hand


@pytest.mark.parametrize("text", ["", "Q", "Q 6", "Q 6 4 2", "1 2 3", "hello", "15 2 3"])
def test_an_invalid_hand_cannot_be_read(text):
    with pytest.raises(ParseError, match="2 3 4 5 6 7 8 9 X J Q K A"):
        words.parse_hand(text)


def test_words_that_cannot_be_read():
    with pytest.raises(ParseError, match=r"cannot read 'bet'; enter play or fold \(p or f\)"):
        words.parse_action("bet")


@pytest.mark.no_cover
def test_scores_stay_whole_when_compiled():
    """A base-16 score needs 17 bits: nothing between the rules keeps it in less."""
    from dealt.core.compiled import compiled

    score = compiled({"score": rules.score_hand}, {}, bounds_check=True)["score"]
    import numpy as np

    for hand in HANDS:
        assert score(np.array(hand, np.int8)) == rules.score_hand(hand)


@pytest.mark.parametrize("cards", ["Q 6", "Q 6 4 4"])
def test_a_position_has_whole_hands(cards):
    """Three cards each."""
    with pytest.raises(SetupError, match="'hand' has 3 cards"):
        dealt.position("three-card-poker", {"Ana": cards}, unknown="deal")


def test_a_casino_s_game_has_the_published_edge():
    """3.37 % of the ante at Q 6 4, and without flushes the limit of this game."""
    limit, _, edge = casino_three_card_poker.best_play(flushes=True)
    assert limit == (12, 6, 4) and f"{float(edge):.2%}" == "3.37%"
    assert casino_three_card_poker.best_play(flushes=False)[0] == (12, 4, 2)
