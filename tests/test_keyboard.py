"""Keys and pastes, as they are read from what a terminal sends."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dealt.terminal.keyboard import ESCAPE, KeyParser, Pasted

SEQUENCES = [
    "\x1b[A",
    "\x1b[1;5D",
    "\x1bOP",
    "\x1b[[B",
    "\x1b[15~",
    "\x1b[<0;3;4M",
    "\x1b]11;rgb:0\x07",
]
LETTERS = st.characters(exclude_characters=ESCAPE, exclude_categories=["Cs"])
TEXTS = st.text(LETTERS, max_size=8).map(lambda text: (text, [*text]))
PASTES = st.text(st.characters(exclude_characters="\r\x1b", exclude_categories=["Cs"])).map(
    lambda text: (f"\x1b[200~{text}\x1b[201~", [Pasted(text)])
)
SKIPPED = st.sampled_from(SEQUENCES).map(lambda text: (text, []))
# an escape alone: before a pause, or before what begins no sequence
ALONE = st.one_of(
    st.just((None, [])),
    st.just((ESCAPE, [ESCAPE])),
    st.sampled_from("hk40 \r").map(lambda key: (f"\x1b{key}", [ESCAPE, key])),
)


@given(st.lists(st.one_of(TEXTS, PASTES, SKIPPED, ALONE)), st.data())
@example([("\x1b[A", []), ("h40", ["h", "4", "0"])], None)
def test_keys_read_the_same_in_any_pieces(tokens, data):
    """Texts, pastes, sequences and escapes in any order; bytes of one letter are joined."""
    parser, keys = KeyParser(), []
    for token, (sent, _) in enumerate(tokens):
        piece = (sent or "").encode()
        size = max(1, len(piece))
        cuts = {*range(size)} if data is None else data.draw(st.sets(st.integers(0, size)))
        ends = sorted({0, *cuts, size})
        for start, end in pairwise(ends):
            keys += parser.feed(piece[start:end])
        if sent in (None, ESCAPE):
            keys += parser.pause()
        assert keys == [key for _, read in tokens[: token + 1] for key in read]
    assert [type(key) for key in keys] == [type(key) for _, read in tokens for key in read]


def test_every_sequence_that_is_known_is_left_out_whole():
    """Textual's list, but for keys with Alt, which cannot be told from an escape before one."""
    table = pytest.importorskip("textual._ansi_sequences").ANSI_SEQUENCES_KEYS
    sequences = [each for each in table if len(each) > 2 and each.startswith(ESCAPE)]
    assert len(sequences) > 200
    for sequence in sequences:
        read = KeyParser().feed(f"{sequence}h".encode())
        alt = [ESCAPE] if sequence.startswith("\x1b\x1b") else []
        assert read == [*alt, "h"], repr(sequence)


def test_an_unfinished_sequence_counts_as_keys_after_a_pause():
    """Nothing is lost where no sequence comes of it; a paste goes on however slowly it comes."""
    parser = KeyParser()
    assert parser.feed(b"\x1b[") == [] and parser.pause() == [ESCAPE, "["]
    assert parser.feed(b"\x1b[200~4H") == [] == parser.pause()
    assert parser.feed(b" 5H\r\n6H\x1b[201~q") == [Pasted("4H 5H\n6H"), "q"]
