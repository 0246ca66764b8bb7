"""Decks written in every format that is read, by NumPy and by hand."""

import json

import numpy as np

from dealt.penney.decks import cards_of, deal


def some_decks(n, seed=1):
    """The cards of n decks, uint8 [deck, card]."""
    return cards_of(deal(seed, 0, n, fast=False))


def saved(change):
    """A writer of .npy files with what `change` makes of the cards."""

    def write(path, cards):
        np.save(path, change(cards))

    return write


def archived(save, *parts, **more):
    """A writer of .npz files in which the decks are an array each `parts`."""

    def write(path, cards):
        save(path, *[part(cards) for part in parts], **more)

    return write


def lines(card_texts="RB", between="", before="", after="", start=""):
    """A writer of text, a deck a line."""

    def write(path, cards):
        rows = [before + between.join(card_texts[card] for card in deck) + after for deck in cards]
        path.write_bytes((start + "\n".join(rows) + "\n").encode())

    return write


def in_json(change):
    """A writer of JSON, a list of what `change` makes of each deck."""

    def write(path, cards):
        path.write_text(json.dumps([change(deck) for deck in cards.tolist()]))

    return write


def as_bytes(change):
    """A writer of bytes."""

    def write(path, cards):
        path.write_bytes(change(cards).tobytes())

    return write


def letters(cards):
    return np.where(cards == 1, "B", "R")


WRITERS = {
    "a.bin": as_bytes(lambda cards: cards),
    "raw": as_bytes(lambda cards: cards),
    "bits.bits": as_bytes(np.packbits),
    "bits.bin": as_bytes(np.packbits),
    "rows.bin": as_bytes(lambda cards: np.packbits(cards, axis=1)),
    "bool.npy": saved(lambda cards: cards.astype(bool)),
    **{
        f"{kind}.npy": saved(lambda cards, kind=kind: cards.astype(kind))
        for kind in ("int8", "uint8", "int16", "int32", "int64", ">i4", "uint64", "float64", "f2")
    },
    "fortran.npy": saved(np.asfortranarray),
    "fortran64.npy": saved(lambda cards: np.asfortranarray(cards.astype(np.int64))),
    "letters.npy": saved(letters),
    "swapped_letters.npy": saved(lambda cards: letters(cards).astype(">U1")),
    "byte_letters.npy": saved(lambda cards: letters(cards).astype("S1")),
    "lower.npy": saved(lambda cards: np.char.lower(letters(cards))),
    "digits.npy": saved(lambda cards: cards.astype("U1")),
    "fortran_letters.npy": saved(lambda cards: np.asfortranarray(letters(cards))),
    "texts.npy": saved(lambda cards: np.array(["".join(deck) for deck in letters(cards)])),
    "byte_texts.npy": saved(lambda cards: np.array(["".join(d) for d in letters(cards)], "S52")),
    "rows.npy": saved(lambda cards: np.packbits(cards, axis=1)),
    "fortran_rows.npy": saved(lambda cards: np.packbits(np.asfortranarray(cards), axis=1)),
    "a.npz": archived(np.savez, lambda cards: cards),
    "packed.npz": archived(np.savez_compressed, lambda cards: np.packbits(cards, axis=1)),
    "fortran.npz": archived(np.savez_compressed, np.asfortranarray),
    "letters.npz": archived(np.savez, letters),
    "many.npz": archived(
        np.savez_compressed,
        lambda cards: cards[: len(cards) // 2 + 1],
        lambda cards: cards[len(cards) // 2 + 1 :].astype(np.int64),
        seed=np.int64(7),
        seeds=np.arange(520),
        names=np.array(["a", "b"]),
        shape=np.arange(14, dtype=np.uint8).reshape(2, 7),
        others=np.array([{}]),
        words=np.array(list("X" * 52)),
    ),
    "a.txt": lines(),
    "commas.csv": lines(between=","),
    "digits.txt": lines("01"),
    "spaced.txt": lines("01", between=" "),
    "lower.txt": lines("rb", between=", "),
    "windows.txt": lines(after="\r"),
    "marked.txt": lines(start="\ufeff"),
    "noted.txt": lines(start="# decks\n\n  # more\n", after=" \n"),
    "listed.txt": lines("01", between=", ", before="[", after="]"),
    "quoted.txt": lines(between=", ", before='"', after='"'),
    "lists.json": in_json(lambda deck: deck),
    "truths.json": in_json(lambda deck: [card == 1 for card in deck]),
    "letters.json": in_json(lambda deck: ["RB"[card] for card in deck]),
    "texts.json": in_json(lambda deck: "".join("RB"[card] for card in deck)),
}
