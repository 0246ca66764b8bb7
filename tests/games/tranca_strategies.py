"""Tables of Tranca for hypothesis: sequences, valid and broken, and what else counts."""

from hypothesis import strategies as st

ranks = st.sampled_from("456789TJQKA")
suits = st.sampled_from("CDHS")
faces = st.sampled_from([rank + suit for suit in "CDHS" for rank in "23456789TJQKA"])


@st.composite
def runs(draw):
    """Runs with or without a stand-in, and sometimes with a card too many or too few."""
    low = draw(st.integers(0, 10))
    cards = [rank + draw(suits) for rank in "456789TJQKA"[low : low + draw(st.integers(1, 11))]]
    suit = draw(suits)
    if draw(st.integers(0, 9)):
        cards = [card[0] + suit for card in cards]
    change = draw(st.integers(0, 3))
    if change == 1:
        cards[draw(st.integers(0, len(cards) - 1))] = "2" + draw(suits)
    elif change == 2:
        cards.append("2" + draw(suits))
    elif change == 3:
        cards.pop(draw(st.integers(0, len(cards) - 1)))
    return draw(st.permutations(cards))


@st.composite
def sets(draw):
    rank = draw(ranks)
    cards = [rank + draw(suits) for _ in range(draw(st.integers(1, 10)))]
    cards += ["2" + draw(suits) for _ in range(draw(st.integers(0, 9)) // 4)]
    return draw(st.permutations(cards))


sequences = st.one_of(
    runs(),
    runs(),
    sets(),
    st.lists(suits.map("2{}".format), min_size=1, max_size=9),
    st.lists(st.sampled_from(["3H", "3D"]), min_size=1, max_size=4),
    st.lists(faces, max_size=8),
)
tables = st.lists(sequences, max_size=6)
facts = st.fixed_dictionaries(
    {
        "dollars": st.lists(st.sampled_from(["3H", "3D"]) | st.just("3H") | faces, max_size=3),
        "hand": st.lists(faces, max_size=14),
        "morto": st.sampled_from(["none", "unused", "used"]),
        "final_move": st.booleans(),
    }
)
