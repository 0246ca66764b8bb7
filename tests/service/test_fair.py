"""Deals that can be checked: vectors, receipts, and what is wrong with them."""

import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from dealt.cli.serve import verify
from dealt.core.match import replay
from dealt.errors import DealtError, DeckError, ParseError
from dealt.games import games, registered
from dealt.service.table import fairness
from dealt.storage.records import load_record
from tests.oracles import fair_deal
from tests.own_games import EIGHTS, LEDUC, offered
from tests.service.talk import Client, fresh_file, house, open_table

VECTORS = Path(__file__).parent.parent / "data" / "fair.vectors.json"
GAMES = games()


def receipt_of(game, seed):
    """The receipt of a round that was dealt as it should be."""
    dice = random.Random(f"{game.name} {seed}")
    seats = dice.choice(game.seats)
    options = game.option_values({})
    subject = fairness.Subject(
        f"t{dice.randrange(1 << 30)}",
        dice.randrange(1, 9),
        1,
        game.name,
        game.version,
        seats,
        options,
    )
    bound = subject.table, subject.match, subject.round
    secret = dice.randbytes(32).hex()
    entropy = [dice.choice([None, dice.randbytes(16).hex()]) for _ in range(seats)]
    numbers = [fairness.NO_ENTROPY if e is None else e for e in entropy]
    deck = fairness.deck_of(game, subject, secret, numbers)
    promised = [None if e is None else fairness.player_commitment(*bound, e) for e in entropy]
    text = game.deck_for(seats, options).text(deck)
    return fairness.receipt_of(game, subject, secret, promised, entropy, text)


def vectors():
    """What the file of vectors holds: receipts for verifiers in other languages."""
    receipts = [receipt_of(game, seed).to_json() for game in GAMES for seed in range(3)]
    return [json.loads(text) for text in receipts]


def test_the_vectors_are_as_they_were():
    """A change of the way cards are dealt would be noticed; receipts are for ever."""
    assert json.loads(VECTORS.read_text(encoding="utf-8")) == vectors()


@pytest.mark.parametrize("data", json.loads(VECTORS.read_text(encoding="utf-8")))
def test_a_second_verifier_agrees(data):
    """One written from docs/reference/protocol.md alone."""
    assert fair_deal.deck(data) == data["deck"].split()
    fairness.verify(fairness.Receipt.from_json(json.dumps(data)), registered(data["game"]))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@given(seed=st.integers(0, 1 << 40))
def test_an_honest_receipt_is_verified(game, seed):
    """And comes back the same from its text."""
    receipt = receipt_of(game, seed)
    assert fairness.Receipt.from_json(receipt.to_json()) == receipt
    fairness.verify(receipt, game)


def flipped(text, place):
    """A text with one hexadecimal digit changed."""
    place %= len(text)
    return text[:place] + f"{int(text[place], 16) ^ 1:x}" + text[place + 1 :]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@given(seed=st.integers(0, 1 << 30), place=st.integers(0, 63))
def test_any_change_is_noticed(game, seed, place):
    """A seed, a commitment, a number, two cards, a table, a round: nothing can be changed."""
    receipt = receipt_of(game, seed)
    subject, cards = receipt.subject, receipt.deck.split()
    other = next(i for i, card in enumerate(cards) if card != cards[0])
    cards[0], cards[other] = cards[other], cards[0]
    changed = [
        replace(receipt, seed=flipped(receipt.seed, place)),
        replace(receipt, commitment=flipped(receipt.commitment, place)),
        replace(receipt, deck=" ".join(cards)),
        replace(receipt, deck=" ".join(cards[1:])),
        replace(receipt, subject=replace(subject, table=subject.table + "0")),
        replace(receipt, subject=replace(subject, match=subject.match + 1)),
        replace(receipt, subject=replace(subject, round=subject.round + 1)),
        replace(receipt, subject=replace(subject, version=subject.version + 1)),
        replace(receipt, subject=replace(subject, game="none")),
        replace(receipt, copies=receipt.copies + 1),
        replace(receipt, faces=" ".join(reversed(receipt.faces.split()))),
        replace(receipt, replacing=not receipt.replacing),
    ]
    for seat, number in enumerate(receipt.entropy):
        numbers = list(receipt.entropy)
        numbers[seat] = None if number is not None else "ab" * 16
        changed.append(replace(receipt, entropy=tuple(numbers)))
        if number is not None:
            numbers[seat] = flipped(number, place)
            changed.append(replace(receipt, entropy=tuple(numbers)))
    for wrong in changed:
        with pytest.raises((ParseError, DeckError)) as noticed:
            fairness.verify(fairness.Receipt.from_json(wrong.to_json()), game)
        assert "\n" not in str(noticed.value)


@given(cut=st.integers(0, 2000), junk=st.text(max_size=30))
def test_a_torn_receipt_has_one_clear_line(cut, junk):
    """With any text."""
    text = receipt_of(registered("penney"), 1).to_json()
    if text[:cut].strip() == text.strip():
        return
    for torn in (text[:cut], text[:cut] + junk, junk):
        with pytest.raises(ParseError) as noticed:
            fairness.Receipt.from_json(torn)
        assert "\n" not in str(noticed.value)


@given(
    key=st.sampled_from(sorted(receipt_of(registered("president"), 2).to_data())),
    value=st.one_of(
        st.none(), st.integers(), st.text(max_size=9), st.lists(st.integers(), max_size=3),
        st.dictionaries(st.text(max_size=3), st.integers(), max_size=2), st.booleans(),
    ),
)  # fmt: skip
def test_an_entry_of_the_wrong_kind_is_refused(key, value):
    """In one line, for any input."""
    game = registered("president")
    honest = json.loads(receipt_of(game, 2).to_json())
    if value == honest[key]:
        return
    with pytest.raises(DealtError) as noticed:
        fairness.verify(fairness.Receipt.from_json(json.dumps({**honest, key: value})), game)
    assert "\n" not in str(noticed.value)


def test_every_order_of_a_small_deck_is_equally_likely():
    """Over 6,000 keys each order of three comes up about 1,000 times (chi-square, 5 degrees)."""
    counts = Counter()
    for number in range(6_000):
        cards, stream = [0, 1, 2], fairness.Stream(number.to_bytes(32, "big"))
        for last in (2, 1):
            other = stream.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        counts[tuple(cards)] += 1
    assert len(counts) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5  # p > 0.001


def test_words_of_the_last_stretch_are_passed_over():
    """A number below n is never favoured: words beyond a multiple of n are not used."""
    stream = fairness.Stream(b"k")
    stream._words = [5, fairness.WORDS - 1]  # the last of them comes first
    assert stream.below(3 << 30) == 5


def told(path, *arguments):
    return CliRunner().invoke(verify, [str(path), *arguments])


def test_the_command_says_whether_a_deal_was_as_promised(tmp_path):
    """One line for each, good or bad."""
    path = tmp_path / "receipt.json"
    receipt = receipt_of(registered("mason-rummy"), 4)
    path.write_text(receipt.to_json(), encoding="utf-8")
    result = told(path)
    assert result.exit_code == 0
    assert result.output.startswith("Dealt as promised: mason-rummy, table t")
    cards = receipt.deck.split()
    wrong = replace(receipt, deck=" ".join([cards[1], cards[0], *cards[2:]]))
    path.write_text(wrong.to_json(), encoding="utf-8")
    assert "card 1 differs" in str(told(path).exception)
    path.write_text(receipt.to_json().replace('"dealt receipt": 1', '"dealt receipt": 2'))
    assert "receipt of format 2; this version reads 1" in str(told(path).exception)
    path.write_text(receipt.to_json()[:99])
    assert "not a receipt" in str(told(path).exception)
    assert "not found" in str(told(tmp_path / "none").exception)


async def test_the_command_reads_a_match_that_was_saved_at_a_table(tmp_path):
    """Each of its rounds; not where a round had other cards, or has no receipt."""
    async with house(fresh_file(tmp_path)) as service:
        ana = await Client.of(service, "Ana")
        await open_table(ana, "president", 3, "seed", "seed", rounds=2)
        promised = (await ana.table())["next"]["commitment"]
        await ana.done("ready")
        await ana.finish()
        record = (await ana.say("record"))["record"]
    path = tmp_path / "president-1.json"

    def run(data, *arguments):
        path.write_text(json.dumps(data), encoding="utf-8")
        return told(path, *arguments)

    lines = run(record, "--promised", promised).output.splitlines()
    assert [line.partition(";")[0].rpartition(", ")[2] for line in lines] == ["round 1", "round 2"]
    assert all(line.startswith("Dealt as promised: president, table t") for line in lines)
    assert replay(load_record(path), registered("president")).is_over, (
        "the same file is for dealt replay, too"
    )
    other = {**record, "receipts": record["receipts"][::-1]}
    assert "round 1 was not played with the deck" in str(run(other).exception)
    assert "promise is another one" in str(run(record, "--promised", "0" * 16).exception)
    for missing in ({**record, "receipts": []}, {**record, "receipts": 1}):
        assert "does not have a receipt of each round" in str(run(missing).exception)
    del record["receipts"]
    assert "matches saved at a table" in str(run(record).exception)


def test_a_receipt_of_a_game_of_one_s_own_needs_the_game(tmp_path):
    """Nothing is imported because a file says so; another game is not the one."""
    path = tmp_path / "receipt.json"
    with offered(EIGHTS) as games:
        path.write_text(receipt_of(games[0], 4).to_json(), encoding="utf-8")
    assert str(told(path).exception).endswith(
        f"receipt.json: its game is {EIGHTS}, which is not loaded by itself; "
        f"if you trust that code, add --game {EIGHTS}"
    )
    with offered():
        verified = told(path, "--game", EIGHTS).output
        wrong = str(told(path, "--game", LEDUC).exception)
    assert verified.startswith(f"Dealt as promised: {EIGHTS}, table t")
    assert wrong.endswith(f"receipt for {EIGHTS}, not for {LEDUC}")


if __name__ == "__main__":
    VECTORS.write_text(json.dumps(vectors(), indent=1) + "\n", encoding="utf-8")
