"""OpenSpiel's own simulations, its best response, CFR and search, and what its states keep."""

import pickle
import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from dealt.core.chance import CardByCard, face_down
from dealt.core.match import replay
from dealt.core.record import Record
from dealt.errors import IllegalAction, ParseError, SetupError
from dealt.games import game, games
from dealt.games.three_card_poker import exact
from dealt.games.three_card_poker.state import MODELS
from tests.learning.conftest import SHORT, short

pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install 'dealt[openspiel]'")

from examples import solve_leduc  # noqa: E402
from examples.kuhn import GAME as KUHN  # noqa: E402
from examples.leduc import GAME as LEDUC  # noqa: E402
from open_spiel.python import policy, rl_environment  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    best_response,
    cfr,
    expected_game_score,
    exploitability,
    external_sampling_mccfr,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)

from dealt.learning import openspiel_game, positions  # noqa: E402
from dealt.learning.setups import set_up  # noqa: E402

GAMES = games()
EACH_GAME = pytest.mark.parametrize("played", GAMES, ids=lambda played: played.name)
EVERY_TABLE = pytest.mark.parametrize(
    ("played", "seats"),
    [(game, seats) for game in GAMES for seats in game.seats],
    ids=lambda part: part if isinstance(part, int) else part.name,
)


def loaded(played, seats=None, **options):
    """The game as OpenSpiel has it."""
    settings = {"seats": seats or played.seats[0], **short(played), **options}
    return pyspiel.load_game(openspiel_game._short_name(played), settings)


def play_on(state, dice):
    """One random step, of chance or of a seat."""
    if state.is_chance_node():
        cards, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(dice.choices(cards, chances)[0])
    else:
        state.apply_action(dice.choice(state.legal_actions()))


def positions_of(spiel, seed):
    """All states of a random round, the one being played on itself."""
    dice, state = random.Random(seed), spiel.new_initial_state()
    yield state
    while not state.is_terminal():
        play_on(state, dice)
        yield state


@pytest.mark.no_cover
@EVERY_TABLE
def test_openspiel_finds_nothing_wrong(played, seats):
    """Its random simulation passes with clones, masks, tensors and serialisation."""
    options = {"turn_limit": 12} if short(played) else {}
    spiel = loaded(played, seats, **options)
    pyspiel.random_sim_test(spiel, num_sims=2, serialize=True, verbose=False)


@EACH_GAME
def test_a_state_that_travels_is_the_same(played):
    """Serialised or pickled: every field, all information and what comes after."""
    for seed, state in enumerate(positions_of(loaded(played, played.seats[-1]), 5)):
        if seed % 23 and not state.is_terminal():
            continue
        for twin in (
            state.get_game().deserialize_state(state.serialize()),
            pickle.loads(pickle.dumps(state)),
            state.clone(),
        ):
            assert_same(state, twin)
            if not state.is_terminal():
                before = str(state)
                play_on(twin, random.Random(1))
                assert str(state) == before != str(twin)


def assert_same(state, twin):
    """Nothing tells the two apart."""
    assert str(twin) == str(state) and twin.history() == state.history()
    one, other = state.position, twin.position
    assert (one._s is None) == (other._s is None)
    if one._s is not None:
        assert one._s.fields() == other._s.fields()
    for seat in range(state.num_players()):
        assert state.information_state_string(seat) == twin.information_state_string(seat)
        assert state.observation_string(seat) == twin.observation_string(seat)
    assert state.current_player() == twin.current_player() and state.returns() == twin.returns()


@EACH_GAME
def test_a_finished_round_is_a_record(played):
    """What OpenSpiel has played can be replayed, and has the points that it gave."""
    *_, state = positions_of(loaded(played, played.seats[-1]), 7)
    record = Record.from_json(state.position.record.to_json())
    match = replay(record, played)
    points = [-x if played.match.low_wins else x for x in match.totals.values()]
    assert match.is_over and state.returns() == points


@EACH_GAME
def test_another_deal_is_the_same_to_the_seat(played):
    """Its information does not change, nor do turns and legal actions; the hidden cards do."""
    spiel, sampler = loaded(played, played.seats[-1]), pyspiel.UniformProbabilitySampler(4, 0, 1)
    each = 1 if played.sizes.most_decisions < 10 else 40
    changed = 0
    for number, state in enumerate(positions_of(spiel, 3)):
        if state.is_chance_node() or number % each:
            continue
        before = str(state)
        for seat in range(spiel.num_players()):
            twin = state.resample_from_infostate(seat, sampler)
            assert twin.information_state_string(seat) == state.information_state_string(seat)
            assert twin.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert twin.current_player() == state.current_player()
            if state.current_player() == seat:
                assert twin.legal_actions() == state.legal_actions()
            assert_same(twin, spiel.deserialize_state(twin.serialize()))
            changed += str(twin) != before
        while not twin.is_terminal():
            play_on(twin, random.Random(1))
        assert str(state) == before
    # where a seat acts, the dealer of the one and the deck of the other have no cards yet
    assert changed or played.name in ("three-card-poker", "penney")


def test_other_seats_forget_what_they_saw_in_the_old_deal():
    """Nothing in a new deal tells more about the old one than the seat itself knows."""
    state = next(s for s in positions_of(loaded(game("president"), 3), 3) if len(s.history()) == 70)
    twin = state.resample_from_infostate(0, lambda: 0.5)
    memories = [[each.position._memory_of(seat)[1] for seat in range(3)] for each in (state, twin)]
    assert b"" not in memories[0] and memories[1] == [memories[0][0], b"", b""]


def test_before_the_deal_there_is_nothing_to_deal_anew():
    """One line says so."""
    state = loaded(game("president")).new_initial_state()
    assert not any(state.information_state_tensor(0))
    assert state.observation_string(1) == "seen by seat 1: cards are dealt"
    with pytest.raises(SetupError, match="nothing to redeal"):
        state.resample_from_infostate(0, lambda: 0.5)


def test_information_states_tell_pasts_apart():
    """A seat that has drawn two cards in either order, and has neither any more, knows which."""
    spiel = loaded(game("mason-rummy"), turn_limit=60)
    deck = random.Random(1).sample(range(65), 65)
    other = deck.copy()
    other[21], other[23] = deck[23], deck[21]  # seat 0 draws them from the stock, in turns 1 and 3
    states = [spiel.new_initial_state(), spiel.new_initial_state()]
    gone = [deck[0], deck[22], deck[21], deck[24], deck[23]]
    for state, cards in zip(states, (deck, other), strict=True):
        for card in cards:
            state.apply_action(card)
        for card in gone:
            state.apply_action(0)  # draw from the stock
            state.apply_action(2 + card)  # discard
    one, two = states
    for seat in range(2):
        assert one.information_state_tensor(seat) == two.information_state_tensor(seat)
        assert one.observation_string(seat) == two.observation_string(seat)
    assert one.information_state_string(1) == two.information_state_string(1)
    assert one.information_state_string(0) != two.information_state_string(0)
    assert "seat 0: draw stock\nseat 0: discard" in one.information_state_string(1)
    assert one.information_state_string(0) != one.information_state_string(1)


@EACH_GAME
def test_chance_is_fair(played):
    """The probabilities of every chance node sum to 1; no card comes too often."""
    spiel = loaded(played)
    nodes = 0
    for state in positions_of(spiel, 2):
        if state.is_chance_node():
            nodes += 1
            outcomes = state.chance_outcomes()
            assert abs(sum(chance for _, chance in outcomes) - 1) < 1e-9
            assert all(0 <= card < spiel.max_chance_outcomes() for card, _ in outcomes)
            assert len({state.action_to_string(card) for card, _ in outcomes}) == len(outcomes)
    assert nodes <= spiel.max_chance_nodes_in_history()


@pytest.mark.parametrize("model", MODELS)
def test_the_hands_of_three_card_poker_come_as_often_as_they_should(model):
    """Hand by hand, and the dealer's after the player's."""
    state = loaded(game("three-card-poker"), model=model).new_initial_state()
    chances = {
        state.action_to_string(a).removeprefix("deal "): p for a, p in state.chance_outcomes()
    }
    assert len(chances) == 455
    assert chances["A A A"] == pytest.approx(4 / 22100 if model == "deck" else 13**-3)
    state.apply_action(next(a for a, _ in state.chance_outcomes() if "A A A" in text(state, a)))
    state.apply_action(0)
    chances = {text(state, a): p for a, p in state.chance_outcomes()}
    assert ("deal A A A" in chances) == (model == "independent")
    assert len(chances) == (442 if model == "deck" else 455)


def text(state, action):
    """An outcome in words."""
    return state.action_to_string(action)


@pytest.mark.no_cover
def test_openspiel_finds_the_value_of_three_card_poker():
    """Its best response over all hands is the exact value, to the last digits of a float."""
    spiel = loaded(game("three-card-poker"))
    best_reply = best_response.BestResponsePolicy(spiel, 0, policy.UniformRandomPolicy(spiel))
    value = best_reply.value(spiel.new_initial_state())
    assert exact.odds("deck").best.value == Fraction(-2489268, 2544815)
    assert value == pytest.approx(-2489268 / 2544815, abs=1e-11)
    assert len(best_reply.infosets) == 455
    played = sum(1 for key in best_reply.infosets if best_reply.best_response_action(key) == 0)
    assert played == len(exact.odds("deck").best.hands)


@pytest.mark.no_cover
def test_openspiel_searches_president():
    """Its information set search plays a round, over deals that it draws by the clock."""
    spiel, dice = loaded(game("president"), 3), random.Random(4)
    numbers = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, numbers)
    bot = ismcts.ISMCTSBot(spiel, rollouts, uct_c=1.0, max_simulations=12, random_state=numbers)
    state = spiel.new_initial_state()
    while not state.is_terminal():
        if state.current_player() == 0:
            chosen = int(bot.step(state))
            assert chosen in state.legal_actions()
            state.apply_action(chosen)
        else:
            play_on(state, dice)
    assert sorted(state.returns()) == [-3, -2, -1]


@pytest.mark.no_cover
def test_a_search_takes_the_card_that_wins():
    """Where one action ends the round with the best place, the search finds it."""
    spiel = loaded(game("president"))
    numbers = np.random.RandomState(2)
    rollouts = mcts.RandomRolloutEvaluator(4, numbers)
    bot = ismcts.ISMCTSBot(spiel, rollouts, uct_c=1.0, max_simulations=60, random_state=numbers)
    bot.set_resampler(lambda state, seat: state.resample_from_infostate(seat, numbers.uniform))
    for seed in range(20):
        for state in positions_of(spiel, seed):
            if state.is_chance_node() or state.is_terminal():
                continue
            wins = [a for a in state.legal_actions() if state.child(a).is_terminal()]
            if wins and len(state.legal_actions()) > 2:
                assert int(bot.step(state)) in wins
                return
    pytest.fail("no such position")


@pytest.mark.parametrize(
    ("own", "theirs"), [(KUHN, "kuhn_poker"), (LEDUC, "leduc_poker")], ids=["kuhn", "leduc"]
)
def test_the_tree_is_as_large_as_openspiel_s(own, theirs):
    """Node by node the same: whose turn it is, what is open, how likely cards are, what is won."""
    openspiel_game.register(own)
    ours = pyspiel.load_game(openspiel_game._short_name(own))
    their = pyspiel.load_game(theirs)
    assert ours.utility_sum() == their.utility_sum() == 0
    assert ours.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    states: dict[str, str] = {}
    nodes = same_tree(ours.new_initial_state(), their.new_initial_state(), states)
    assert nodes == {"kuhn_poker": 58, "leduc_poker": 9_457}[theirs]
    assert len(set(states.values())) == len(states) == {58: 12, 9_457: 936}[nodes]


def same_tree(one, other, states):
    """How many nodes there are from here on; every difference fails."""
    assert one.current_player() == other.current_player()
    assert one.returns() == other.returns()
    if one.is_terminal():
        return 1
    if one.is_chance_node():
        assert one.chance_outcomes() == pytest.approx(other.chance_outcomes())
    else:
        information = other.information_state_string()
        assert states.setdefault(one.information_state_string(), information) == information
    actions = one.legal_actions()
    assert actions == other.legal_actions()
    return 1 + sum(same_tree(one.child(a), other.child(a), states) for a in actions)


def solved(spiel, solver, steps):
    """How much can be won from the average policy of a solver after some steps."""
    for _ in range(steps):
        solver.evaluate_and_update_policy()
    return exploitability.exploitability(spiel, solver.average_policy())


def test_openspiel_solves_kuhn_poker():
    """CFR, CFR+ and both kinds of MCCFR; the value for who acts first is -1/18."""
    openspiel_game.register(KUHN)
    spiel = pyspiel.load_game("python_dealt_kuhn")
    assert solved(spiel, cfr.CFRSolver(spiel), 200) < 0.02
    plus = cfr.CFRPlusSolver(spiel)
    assert solved(spiel, plus, 100) < 0.005
    values = expected_game_score.policy_value(
        spiel.new_initial_state(), [plus.average_policy()] * 2
    )
    assert values == pytest.approx([-1 / 18, 1 / 18], abs=0.01)
    np.random.seed(1)  # which they draw from
    for sampling in (
        external_sampling_mccfr.ExternalSamplingSolver(spiel),
        outcome_sampling_mccfr.OutcomeSamplingSolver(spiel),
    ):
        for _ in range(600):
            sampling.iteration()
        assert exploitability.exploitability(spiel, sampling.average_policy()) < 0.3


def ending(deals):
    """The end of a round of President between two, each with three of six cards."""
    held = ["3S", "5H", "9H", "KD", "AC", "2C"]
    played = " ".join(face for face in game("president").deck.faces if face not in held)
    text = f"president; seats=2; hand 0: ?3; hand 1: ?3; played: {played}; turn=0"
    return pyspiel.load_game("python_dealt_president", {"position": text, "deals": deals})


def test_the_end_of_a_round_can_be_solved():
    """A position is a small version of a game: chance deals the cards that it leaves open."""
    spiel = ending(3)
    assert spiel.get_type().utility == pyspiel.GameType.Utility.CONSTANT_SUM
    assert spiel.utility_sum() == -3 and spiel.max_chance_nodes_in_history() == 1
    pyspiel.random_sim_test(spiel, num_sims=2, serialize=True, verbose=False)
    state = spiel.new_initial_state()
    assert [chance for _, chance in state.chance_outcomes()] == [1 / 3] * 3
    assert len({str(state.child(deal)) for deal in range(3)}) > 1
    assert solved(spiel, cfr.CFRPlusSolver(spiel), 8) < 0.1
    certain = ending(1).new_initial_state()
    assert not certain.is_chance_node() and certain.position.actions == []
    with pytest.raises(SetupError, match="has no record"):
        assert certain.position.record
    with pytest.raises(SetupError, match="0 deals"):
        ending(0)
    with pytest.raises(ParseError, match="cannot read 'no position'"):
        pyspiel.load_game("python_dealt_president", {"position": "president; no position"})


def test_leduc_poker_is_solved_to_a_hundredth_of_a_chip():
    """The worked example of the documentation, run as it stands."""
    gaps = [gap for _, gap in solve_leduc.solve(0.01)]
    assert len(gaps) < 10 and gaps == sorted(gaps, reverse=True) and gaps[-1] < 0.01 < gaps[-2]


def test_cards_that_nobody_gets_are_never_dealt():
    """The public card lies face down until it is turned up, three others for ever."""
    openspiel_game.register(LEDUC)
    state = pyspiel.load_game("python_dealt_leduc").new_initial_state()
    for step in (0, 5):
        state.apply_action(step)
    assert len(list(face_down(state.position._s))) == 4
    state.apply_action(2)
    folded = state.child(0)
    assert folded.is_terminal() and len(folded.position.dealt) == 2
    state.apply_action(1)
    assert state.is_chance_node() and len(state.chance_outcomes()) == 4
    assert state.child(3).position.dealt == {0: 0, 1: 5, 2: 3}
    assert len(state.position.record.played[0].deck.split()) == 6


def test_learning_environments_stand_on_the_game():
    """OpenSpiel's own environment for learning plays a round with our tensors."""
    spiel = loaded(game("president"), 4)
    env = rl_environment.Environment(spiel)
    time, dice = env.reset(), random.Random(1)
    while not time.last():
        seat = time.observations["current_player"]
        assert len(time.observations["info_state"][seat]) == game("president").sizes.observation
        time = env.step([dice.choice(time.observations["legal_actions"][seat])])
    assert sorted(time.rewards) == [-4, -3, -2, -1]


def test_a_game_of_your_own_can_be_registered():
    """It is loaded by its own name, and travels."""
    own = replace(game("penney"), name="my-penney", title="My game")
    openspiel_game.register(own)
    spiel = pyspiel.load_game("python_dealt_my_penney(scoring=cards)")
    pyspiel.random_sim_test(spiel, num_sims=1, serialize=True, verbose=False)
    assert spiel.setup.game is own and spiel.setup.options["scoring"] == 1
    poker = game("three-card-poker")
    by_card = replace(poker.cards, dealing=CardByCard)
    poker = replace(poker, name="my-poker", title="My poker", cards=by_card)
    openspiel_game.register(poker)
    spiel = pyspiel.load_game("python_dealt_my_poker(model=independent)")
    pyspiel.random_sim_test(spiel, num_sims=1, serialize=True, verbose=False)
    assert spiel.max_chance_nodes_in_history() == 52  # card by card, each from a whole pack


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("president(seats=9)", "President is for 2 to 7 players, not 9"),
        ("president(pairs=perhaps)", "option pairs is 'perhaps': must be yes or no"),
        ("mason_rummy(turn_limit=0)", "turn_limit 0; for OpenSpiel a round must end"),
        ("tranca(turn_limit=501)", "turn_limit 501"),
    ],
)
def test_invalid_arguments_are_refused(name, message):
    """One line says what is wrong."""
    with pytest.raises(SetupError, match=message.replace("(", r"\(")):
        pyspiel.load_game(f"python_dealt_{name}")


def test_observers_are_for_one_seat():
    """Anything else is refused in one line."""
    spiel = loaded(game("president"))
    kind = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    with pytest.raises(SetupError, match="what one seat knows"):
        spiel.make_py_observer(kind)
    with pytest.raises(SetupError, match="no parameters"):
        spiel.make_py_observer(None, {"a": 1})


def test_a_record_of_other_rules_is_refused():
    """A state that was kept does not silently become another one."""
    make, arguments = positions.Position(set_up(game("penney"), 2, {})).__reduce__()
    name, version, *others = arguments
    assert make(*arguments).setup.game is game("penney")
    with pytest.raises(ParseError, match="rules version 99; these are 1"):
        make(name, version + 98, *others)


def test_short_rounds_are_short():
    """The options of the tests reach the game."""
    assert loaded(game("tranca")).setup.options["turn_limit"] == SHORT


@pytest.mark.parametrize("name", ["mason-rummy", "three-card-poker"])
def test_invalid_deals_and_actions_are_refused(name):
    """OpenSpiel itself checks nothing but -1; what is refused changes nothing."""
    state, dice = loaded(game(name)).new_initial_state(), random.Random(1)
    steps = 0
    while not state.is_terminal():
        legal, before = state.legal_actions(), str(state)
        actions = {0, 1, legal[0], state.num_distinct_actions(), *dice.sample(range(460), 30)}
        for action in actions - {*legal}:
            with pytest.raises(IllegalAction, match=f"(outcome|action) {action} is not "):
                state.apply_action(action)
        assert str(state) == before
        state.apply_action(dice.choice(legal) if state.is_chance_node() else legal[0])
        steps += 1
    assert steps > 2
    with pytest.raises(IllegalAction, match="action 0 is not open"):
        state.apply_action(0)


def test_the_same_card_does_not_come_twice():
    """At a chance node; the dealt cards are named."""
    state = loaded(game("mason-rummy")).new_initial_state()
    state.apply_action(7)
    with pytest.raises(IllegalAction, match="outcome 7 is not possible now; dealt so far: "):
        state.apply_action(7)
    assert 7 not in state.legal_actions()
