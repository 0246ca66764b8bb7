"""Three-card Poker in words: actions and views, read and printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dealt.core.agent import Action
from dealt.core.view import View
from dealt.core.zones import Ask, Board, Fact, Hand, Own, SeatView, hand_of
from dealt.errors import ParseError, SetupError
from dealt.games.three_card_poker import rules
from dealt.games.three_card_poker.state import (
    DEALER_FOLDED,
    FOLDED,
    HAND,
    LOST,
    LOWEST_RANK,
    MODELS,
    WON,
    State,
)
from dealt.language import Phrase, in_english, message, say

FACES = "23456789XJQKA"  # C1: X is the ten
_PLAYS = message("play")
_FOLDS = message("fold")
_DONE = {rules.PLAY: message("{name} played"), rules.FOLD: message("{name} folded")}
_PLAYER = 0
_DEALER = 1  # the house, nobody's seat
_DEALINGS = {
    "deck": message("Dealt from one pack."),
    "independent": message("Dealt rank by rank, all equally likely."),
}
_PAY = message(
    "Folding loses 10. Playing wins 10 if the dealer folds (no feature and no queen or "
    "better), and otherwise wins or loses 20."
)
_ENDINGS = {
    FOLDED: ("folded", _DONE[rules.FOLD]),
    DEALER_FOLDED: ("dealer folded", message("The dealer folded")),
    WON: ("won", message("{name} won")),
    LOST: ("lost", message("{name} lost")),
}
_SAYINGS = {_PLAYS: rules.PLAY, "p": rules.PLAY, _FOLDS: rules.FOLD, "f": rules.FOLD}


def action_text(action: int) -> str:
    """`play` or `fold`."""
    return _PLAYS if action == rules.PLAY else _FOLDS


def action_phrase(action: int, own: bool = True) -> str:
    """An action in the current language."""
    return say(action_text(action))


def parse_action(text: str) -> int:
    """The action that a person means.

    Raises:
        ParseError: it cannot be read.
    """
    word = in_english(text.strip(), (_PLAYS, _FOLDS)).lower()
    if word not in _SAYINGS:
        raise ParseError("cannot read {text}; enter play or fold (p or f)", text=repr(text[:60]))
    return _SAYINGS[word]


def faces(hand: Iterable[int]) -> str:
    """Ranks as people see them, separated by blanks, in the order given: `A 9 4`."""
    return " ".join(FACES[rank - LOWEST_RANK] for rank in hand)


# ranks from two to ace, as they are said alone and of several
_NAMES = (
    message("two"), message("three"), message("four"), message("five"), message("six"),
    message("seven"), message("eight"), message("nine"), message("ten"), message("jack"),
    message("queen"), message("king"), message("ace"),
)  # fmt: skip
_PLURALS = (
    message("twos"), message("threes"), message("fours"), message("fives"), message("sixes"),
    message("sevens"), message("eights"), message("nines"), message("tens"), message("jacks"),
    message("queens"), message("kings"), message("aces"),
)  # fmt: skip
# whole, because a language may have different articles for the ranks
_STRAIGHTS = (
    message("a straight to the four"), message("a straight to the five"),
    message("a straight to the six"), message("a straight to the seven"),
    message("a straight to the eight"), message("a straight to the nine"),
    message("a straight to the ten"), message("a straight to the jack"),
    message("a straight to the queen"), message("a straight to the king"),
    message("a straight to the ace"),
)  # fmt: skip
_LOWEST_STRAIGHT = LOWEST_RANK + HAND - 1


def hand_name(hand: Sequence[int]) -> str:
    """The name of a sorted hand: `three threes`, `a straight to the nine`, `queen high` (C2)."""
    if rules.has_triple(hand):
        return say("three {ranks}", ranks=say(_PLURALS[hand[0] - LOWEST_RANK]))
    if rules.has_straight(hand):
        return say(_STRAIGHTS[hand[0] - _LOWEST_STRAIGHT])
    if rules.has_pair(hand):
        return say("a pair of {ranks}", ranks=say(_PLURALS[rules.feature(hand) - LOWEST_RANK]))
    return say("{rank} high", rank=say(_NAMES[hand[0] - LOWEST_RANK]))


def _full_name(hand: Sequence[int]) -> str:
    """The same, plus the cards that decide between two hands with the same name.

    Only pairs and hands without a feature can share a name.
    """
    rest = sorted((rank for rank in hand if hand.count(rank) == 1), reverse=True)
    deciding = rest if rules.has_pair(hand) else rest[1:]
    return say("{hand} with {cards}", hand=hand_name(hand), cards=faces(deciding))


def compared(hand: Sequence[int], dealer: Sequence[int]) -> str:
    """Why one of two sorted hands beats the other, by its features (C3, C4)."""
    own, others = hand_name(hand), hand_name(dealer)
    value, dealers = rules.score_hand(hand), rules.score_hand(dealer)
    if value == dealers:
        return say("equal hands, {hand}", hand=own)
    if own == others:
        own, others = _full_name(hand), _full_name(dealer)
    if rules.has_triple(hand):
        template = (
            message("{own} beat {other}") if value > dealers else message("{own} lose to {other}")
        )
    else:
        template = (
            message("{own} beats {other}") if value > dealers else message("{own} loses to {other}")
        )
    return say(template, own=own, other=others)


def parse_hand(text: str) -> list[int]:
    """Three ranks, highest first, from `Q 6 4`, `q64`, `10 9 8` or `12,6,4`.

    Raises:
        ParseError: not three ranks.
    """
    words = text.upper().replace(",", " ").split()
    if len(words) == 1 and len(words[0]) == HAND:
        words = list(words[0])
    ranks = [_rank(word) for word in words]
    if len(ranks) != HAND:
        raise ParseError(
            "{given} is not a hand: write three ranks of {ranks}",
            given=repr(text[:60]), ranks=" ".join(FACES),
        )  # fmt: skip
    return sorted(ranks, reverse=True)


def _rank(word: str) -> int:
    word = {"T": "X", "10": "X", "11": "J", "12": "Q", "13": "K", "14": "A"}.get(word, word)
    if len(word) != 1 or word not in FACES:
        raise ParseError(
            "unknown rank {rank}; ranks are {ranks}", rank=repr(word), ranks=" ".join(FACES)
        )
    return FACES.index(word) + LOWEST_RANK


def action(view: View, action: int) -> Action:
    """No cards move."""
    text = action_text(action)
    return Action(action, text, verb=text)


def event_text(name: str, action: int, own: bool) -> str:
    """What the player did, for the log."""
    return say(_DONE[action], name=name)


def view(s: State, seat: int, names: tuple[str, ...]) -> View:
    """What the player may know, built field by field."""
    obs = [0] * rules.OBSERVATION
    rules.observe(s, seat, obs)
    own = _hand_seen(_PLAYER, obs[rules.SEES_HAND : rules.SEES_HAND + HAND])
    return View(seat, names, tuple(obs), _board(s, names), Own(seat, (own,)))


def _board(s: State, names: tuple[str, ...]) -> Board:
    """What everybody may see: both hands face down, and face up once the dealer's is needed."""
    name = names[_PLAYER]
    is_open = rules.dealer_is_shown(s)
    hands = [
        _hand_seen(_PLAYER, s.hand if is_open else ()),
        _hand_seen(_DEALER, s.dealer if is_open else ()),
    ]
    return Board(
        seats=(SeatView(_PLAYER, name), SeatView(_DEALER, say("Dealer"), is_house=True)),
        zones=tuple(hands),
        facts=tuple(_facts(s, name)),
        ask=None if rules.is_over(s) else Ask(_PLAYER, "play_or_fold", say("to play or fold")),
    )


def _hand_seen(seat: int, ranks: Sequence[int]) -> Hand:
    """Three cards of the player or the dealer, highest first; face down without ranks."""
    return Hand(id=hand_of(seat), seat=seat, count=HAND, cards=tuple(faces(ranks).split()))


def _facts(s: State, name: str) -> Iterator[Fact]:
    """How cards are dealt, what pays how much, and how the round ended."""
    model = [*MODELS][s.model]
    yield Fact("model", say(_DEALINGS[model]), model, is_standing=True)
    yield Fact("pay", say(_PAY), is_standing=True)
    if s.outcome in _ENDINGS:
        ending, text = _ENDINGS[s.outcome]
        yield Fact("outcome", say(text, name=name), ending)


def refusal(view: View, action: int) -> Phrase:
    """Why `action` is not open: a round has only one choice."""
    return Phrase("the choice has been made", code="choice_made")


def outcome_text(s: State, names: tuple[str, ...]) -> str:
    """How a finished round ended, in one line."""
    points = rules.points_of(s.outcome)
    name = names[0]
    if s.outcome == FOLDED:  # nobody else has seen the hand
        return say("{name} folds: {points}", name=name, points=points)
    facts = {"cards": faces(s.dealer), "name": name, "points": abs(points)}
    if s.outcome == DEALER_FOLDED:
        folded = hand_name(s.dealer)
        return say(
            "dealer has {cards}, {hand}, and folds: {name} wins {points}", hand=folded, **facts
        )
    comparison = compared(s.hand, s.dealer)
    if s.outcome == WON:
        return say("dealer has {cards}: {why}; {name} wins {points}", why=comparison, **facts)
    return say("dealer has {cards}: {why}; {name} loses {points}", why=comparison, **facts)


def cards_in_play(s: State) -> dict[str, list[int]]:
    """Every place that can hold cards, with its cards."""
    places = {"hand": s.hand, "dealer": s.dealer, "undealt": s.undealt}
    return {name: [rank - LOWEST_RANK for rank in ranks] for name, ranks in places.items()}


def place_cards(s: State, places: dict[str, list[int]]) -> None:
    """Put the cards where a position has them: the inverse of `cards_in_play`.

    Raises:
        SetupError: a place has another number of cards.
    """
    for name, ranks in (("hand", s.hand), ("dealer", s.dealer), ("undealt", s.undealt)):
        if len(places[name]) != len(ranks):
            raise SetupError("{place} has {n} cards", n=len(ranks), place=repr(name))
        ranks[:] = [card + LOWEST_RANK for card in places[name]]
    rules.sort(s.hand)
    rules.sort(s.dealer)


def hidden_places(s: State, seat: int) -> set[str]:
    """The dealer's hand and the rest of the deck."""
    return {"dealer", "undealt"}
