"""Decks of files and what a scorer has made of them, for tests of scores and of their ledger."""

import json

from dealt.penney.decks import cards_of, deal
from dealt.penney.score_files import read_scores, scores_text
from dealt.penney.scoring import score


def words(n, seed=1, first=0):
    return deal(seed, first, n, fast=False)


def tally(n, seed=1, first=0):
    return score(words(n, seed, first), fast=False)


def raw(path, decks):
    path.write_bytes(cards_of(decks).tobytes())
    return path


def ledger_of(scorer):
    return json.loads(scorer.ledger.read())


def check(scorer, expected):
    """The scores, the ledger and the report agree."""
    assert read_scores(scorer.scores.path) == scorer.tally == expected
    assert scorer.scores.read() == scores_text(expected)
    assert "\n".join(ledger_of(scorer)["scores"]) + "\n" == scores_text(expected)
    assert not [path.name for path in scorer.scores.path.parent.iterdir() if path.name[0] == "."]
