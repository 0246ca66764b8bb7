"""Tranca: the rules that people can set; the defaults follow the original document."""

from dealt.core.options import YES_OR_NO, Option
from dealt.games.tranca.state import ANY, EDGES
from dealt.language import message

ALL = (
    Option(
        "pile_on_sequence",
        1,
        message("whether the pile may be taken onto your own sequence"),
        YES_OR_NO,
        words={"yes": message("allowed"), "no": message("not allowed")},
        title=message("Taking the pile onto your own sequence"),
    ),
    Option(
        "sets",
        ANY,
        message("which ranks may form sets: any, or only 4, 5, king and ace"),
        {"any": ANY, "edges": EDGES},
        words={"any": message("any rank"), "edges": message("4, 5, king, ace")},
        title=message("Ranks of sets"),
    ),
    Option(
        "clean_to_go_out",
        0,
        message("whether going out needs a canastra without a stand-in"),
        YES_OR_NO,
        words={"yes": message("needed"), "no": message("not needed")},
        title=message("A clean canastra to go out"),
    ),
    Option(
        "turn_limit",
        500,
        message("turns after which a round is stopped, 0: none"),
        range(10_001),
        words={"0": message("no limit")},
        title=message("Turns in a round"),
    ),
    Option(
        "target",
        0,
        message("points that end the match, 0: 3,500, with six players 5,000"),
        range(1_000_001),
        words={"0": message("3,500, or 5,000 with six players")},
        title=message("Points to win the match"),
    ),
)
