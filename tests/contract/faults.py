"""Mistakes that people make in a game of their own, each with the check that finds it and what it
says; the places are those in examples/leduc.
"""

DEAL = "    s.count = 0\n    s.folded = NOBODY\n"
IMPORT = "from dealt.core.fields import Numbers\n\nfrom .knowledge"
CLOCK = "def today() -> int:\n    import time\n\n    return int(time.time())\n\n\n"
UNSEEN = "        if not sees(s, seat, place):\n            hidden"
UNSEEN_AGAIN = "        if not sees(s, seat, place):\n            n -= 1"
CALLS = "return Action(action, said, verb=said, s"
EVERY = "    for place in range(DECK):\n"
THE_REST = "    for place in range(PUBLIC, DECK):\n"
HIGH = [("rules.py", "RAISE_BY = (2, 4)", "RAISE_BY = (20, 60)"),
        ("__init__.py", "(-13, 13)", "(-200, 200)")]  # fmt: skip


def deal_with(line, first="", before=""):
    """Rules whose deal does more, with an import and something before it."""
    return [
        ("rules.py", IMPORT, first + IMPORT),
        ("rules.py", "def deal(", before + "def deal("),
        ("rules.py", DEAL, DEAL + line),
    ]


# name: the changes, the check, and a pattern for what it says
FAULTS = {
    "random_rules": (
        deal_with("    s.starter = random.randrange(2)\n", "import random\n\n"),
        "chance",
        r"deal uses random\.randrange, at rules\.py:28: take all chance from deck or rng$",
    ),
    "random_name": (
        deal_with("    s.starter = 1 if random() < 0.5 else 0\n", "from random import random\n\n"),
        "chance",
        r"deal uses random, at rules\.py:28:",
    ),
    "numpy_random": (
        deal_with("    s.starter = int(np.random.rand() * 2)\n", "import numpy as np\n\n"),
        "chance",
        r"deal uses np\.random\.rand, at rules\.py:28:",
    ),
    "clock": (
        deal_with("    s.starter = today() % 2\n", before=CLOCK),
        "chance",
        r"today uses time, at rules\.py:17:",
    ),
    "global_counter": (
        deal_with("    global deals\n    deals += 1\n", before="deals = 0\n\n\n"),
        "chance",
        r"deal changes the global deals, at rules\.py:30: keep what changes in a field$",
    ),
    "kept_list": (
        deal_with(
            "    BEFORE[0] += 1\n    s.starter = BEFORE[0] // 4 % 2\n", before="BEFORE = [0]\n\n\n"
        ),
        "repeats",
        (
            r"the round differs: state\.starter was \d and is now \d; keep what changes in a field "
            r"\(seed 0, players: 2, round 1, after: the deal\)$"
        ),
    ),
    "stale_count": (
        [("rules.py", "    s.count = 0\n", "")],
        "deals",
        (
            r"^deal depends on what count was before: count is -?\d+, expected 0; set every field "
            r"in deal, or in carry_over if it carries over \(seed 0, players: 2, round 1, after: "
            r"the deal\)$"
        ),
    ),
    "stale_list": (
        [("rules.py", "range(MOST_SAID)", "range(MOST_SAID - 1)")],
        "deals",
        r"^deal depends on what said was before: said\[7\] is -?\d+, expected 0; set every field",
    ),
    "stale_elsewhere": (
        [("rules.py", "s.chips[seat] = ANTE", "s.chips[seat] = ANTE + min(s.street, 1)")],
        "deals",
        r"^deal depends on what street was before: chips\[0\] is -?\d+, expected 1; set every",
    ),
    "stale_place": (
        [("rules.py", "        s.said[i] = 0\n", "        s.said[i + s.count] = 0\n")],
        "deals",
        r"^deal depends on what count was before: (IndexError|said)",
    ),
    "lost_card": (
        [("rules.py", "s.cards[place] = deck[place]", "s.cards[place] = deck[place // 2 * 2]")],
        "cards",
        r"missing: .*; too many: .* \(seed 0, players: 2, round 1, after: the deal\)$",
    ),
    "redeal_of_known_cards": (
        [
            ("knowledge.py", UNSEEN, UNSEEN.replace("not sees(s, seat, place)", "place != PUBLIC")),
            (
                "knowledge.py",
                UNSEEN_AGAIN,
                UNSEEN_AGAIN.replace("not sees(s, seat, place)", "place != PUBLIC"),
            ),
        ],
        "redeal",
        r"redeal for seat 0 changes hand 0, which words\.hidden_places does not list \(seed 0",
    ),
    "redeal_that_forgets": (
        [
            ("knowledge.py", EVERY + UNSEEN, THE_REST + UNSEEN),
            ("knowledge.py", EVERY + UNSEEN_AGAIN, THE_REST + UNSEEN_AGAIN),
        ],
        "redeal",
        (
            r"redeal for seat 0 always leaves the same cards at hand 1, which words\.hidden_places "
            r"lists \("
        ),
    ),
    "redeal_by_order": (
        [
            ("knowledge.py", "    shuffle_hidden(rng, hidden, n)", "    shuffle(rng, hidden, n)"),
            ("knowledge.py", "import Words, shuffle_hidden", "import Words, shuffle"),
        ],
        "guesses",
        r"redeal for seat \d depends on cards that the seat cannot see: .* cards\[\d\] becomes",
    ),
    "words_that_mean_another": (
        [("words.py", "    return SAID.index(word)", "    return SAID.index(word) % 2")],
        "words",
        r"words\.parse_action reads 'raise' as action 0; expected 2$",
    ),
    "words_that_do_not_read_back": (
        [("words.py", 'word = text.strip().lower().replace("check", "call")', "word = text")],
        "words",
        r"words\.parse_action cannot read '  FOLD ', which is action 0: cannot read '  FOLD '",
    ),
    "zone_that_is_not_there": (
        [("words.py", 'targets=("pot",)', 'targets=("pott",)')],
        "actions",
        (
            r"words\.action: 'call' names the zone 'pott', which the view of seat \d does not have"
            r"; its zones: chips:0, chips:1, hand:0, hand:1, pot, public \(seed 0"
        ),
    ),
    "observation_that_leaks": (
        [("knowledge.py", "+ 1] = face(s, seat, other)", "+ 1] = s.cards[other] + 1")],
        "secrets",
        (
            r"can tell hidden cards: after redeal view\.observation\[1\] is \d instead of \d"
            r"; either that shows a hidden card, or redeal changes what the seat knows \(seed"
        ),
    ),
    "view_that_leaks": (
        [("words.py", "cards=seen_card(s, 0, PUBLIC)", "cards=(FACES[s.cards[PUBLIC]],)")],
        "secrets",
        r"view\.open\.zones\[public\]\.cards\[0\] is '..' instead of '..'; either",
    ),
    "players_that_do_not_rise": (
        [("__init__.py", "seats=(SEATS,)", "seats=(3, 2)")],
        "facts",
        r"seats is \(3, 2\); the numbers must ascend, from 1 or more$",
    ),
    "points_that_do_not_add_up": (
        [("__init__.py", "points_sum=0", "points_sum=1")],
        "scores",
        r"the points \[-?\d+, -?\d+\] add up to 0; points_sum is 1 \(seed",
    ),
    "observation_out_of_range": (
        [("knowledge.py", "Range(3, 0, DECK)", "Range(3, 0, 1)")],
        "views",
        r"observe: number \d is [2-6]; its range is 0 to 1 \(seed",
    ),
    "players_without_room": (
        [("__init__.py", "seats=(SEATS,)", "seats=(2, 7)")],
        "views",
        r"IndexError: list index out of range, at knowledge\.py:41 \(seed 1, players: 7, round 1",
    ),
    "field_too_small": (
        HIGH,
        "fields",
        r"field chips has 1\d\d; a number of kind i1 is a whole one from -128 to 127 \(seed",
    ),
    "compiled_differs": (
        HIGH,
        "compiled",
        r"compiled rules differ from plain ones: legal is \[1\], expected \[0, 1\] \(seed",
    ),
    "field_of_halves": (
        [("rules.py", "    s.raises = 0\n", "    s.raises = street / 2\n")],
        "fields",
        r"field raises has 0\.0; a number of kind i1 is a whole one",
    ),
    "not_compiled": (
        deal_with("    s.folded += LIST[0]\n", before="LIST = [0]\n\n\n"),
        "compiled",
        r"numba cannot compile rules\.py:29: The use of a reflected list",
    ),
    "function_inside": (
        deal_with("    s.folded += sum(x for x in (0, 0))\n"),
        "compiled",
        (
            r"deal, at rules\.py:16, has a comprehension, a lambda or a function inside; rules "
            r"that are compiled have none"
        ),
    ),
    "no_end": (
        [("rules.py", "    elif s.turn != s.starter or s.raises > 0:", "    elif s.raises > 0:")],
        "rounds",
        r"IndexError: .*, at rules\.py:54 \(seed \d, players: 2, round \d, after: call, call, ",
    ),
    "nothing_open": (
        [("rules.py", "    if is_over(s):\n", "    if is_over(s) or s.count > 2:\n")],
        "rounds",
        (
            r"nothing is open, and the round is not over \(seed 0, players: 2, round 1, after: "
            r"\w+, \w+, \w+\)$"
        ),
    ),
    "rules_that_fall": (
        [("rules.py", "s.said[s.count] = action + 1", "s.said[s.count + 6] = action + 1")],
        "rounds",
        r"IndexError: list assignment index out of range, at rules\.py:\d+ \(seed 0",
    ),
    "points_out_of_bounds": (
        [("__init__.py", "score_bounds=(-13, 13)", "score_bounds=(-3, 3)")],
        "scores",
        r"seat 0 has -?\d+ points; score_bounds are -3 and 3 \(seed",
    ),
    "player_that_cheats": (
        [("bots.py", "actions[0] if rank == JACK else CALL", "0 if rank == JACK else CALL")],
        "players",
        (
            r"easy in all 2 seats: computer player easy 1 \(seat 1, round 1 of seed 1\) chose an "
            r"action that is not open: easy 1 cannot fold: there is nothing to call; open: call, "
        ),
    ),
    "open_part_by_seat": (
        [("words.py", "board(s, names), Own", "board(s, names[::-1] if seat else names), Own")],
        "views",
        r"the same open part, but view\.open\.seats\[0\]\.name is 'Ana' for seat 0 and 'Bob'",
    ),
    "zone_twice": (
        [("words.py", 'chips(f"chips:{seat}", "", seat', 'chips("pot", "", seat')],
        "views",
        r"words\.view has two open zones of the id 'pot' \(",
    ),
    "zones_apart": (
        [("words.py", 'chips(f"chips:{seat}", "", seat', 'chips(f"chips:{seat}", "", None')],
        "views",
        r"open zones of a seat or side stand side by side; their order is public, pot, hand:0, ",
    ),
    "hand_missing": (
        [("words.py", "zones += [hand(s, seat, 1 - seat), ", "zones += [hand(s, 0, 1 - 0), ")],
        "views",
        r"words\.view has two open zones of the id 'hand:0'",
    ),
    "seat_missing": (
        [("words.py", "Board(tuple(seats)", "Board(tuple(seats[:1])")],
        "views",
        r"board\.seats has the seats \[0\]; expected \[0, 1\] \(",
    ),
    "own_part_of_another": (
        [("words.py", "Own(seat, (hand", "Own(0, (hand")],
        "views",
        r"words\.view for seat 1: view\.own\.seat is 0 \(",
    ),
    "asked_after_the_end": (
        [("words.py", "None if rules.is_over(s) else Ask", "Ask")],
        "views",
        r"board\.ask names seat \d; expected None, and None once the round is over \(",
    ),
    "unknown_face": (
        [("words.py", "return (FACES[s.cards[place]],)", 'return ("1" + FACES[s.cards[place]],)')],
        "views",
        r"the zone '.*' holds '1[JQK][HS]', which is not a face of the deck \(",
    ),
    "verb_of_two_words": (
        [("words.py", "verb=said, source", 'verb="put in", source')],
        "actions",
        r"words\.action: the verb of '\w+' is 'put in'; expected one word \(",
    ),
    "cards_not_held": (
        [("words.py", "verb=said, source", 'verb=said, cards=("AS",), source')],
        "actions",
        r"words\.action: '\w+' needs AS, but the hand of seat \d is [JQK][HS] \(",
    ),
    "shows_no_card": (
        [("words.py", "verb=said, source", 'verb=said, shows=("AS",), source')],
        "actions",
        r"words\.action: '\w+' shows 'AS', which is not a face of the deck \(",
    ),
    "nobody_did_it": (
        [("words.py", 'return f"{name} {DONE[action]}"', "return DONE[action]")],
        "actions",
        r"words\.event_text of '\w+' is '\w+'; expected one line with the name of the player \(",
    ),
    "another_text": (
        [("words.py", CALLS, CALLS.replace("said, verb=said", '"x", "x"'))],
        "actions",
        r"words\.action: the text of '\w+' is 'x'; expected that of words\.action_text \(",
    ),
    "another_id": (
        [("words.py", CALLS, CALLS.replace("action", "1"))],
        "legal",
        r"words\.action makes 1 of 2 \(raise\); expected the same id \(",
    ),
    "names_alike": (
        [("words.py", 'SAID = ("fold", "call", "raise")', 'SAID = ("call", "call", "raise")')],
        "words",
        r"words\.parse_action reads 'call' as action 0; expected 1$",
    ),
    "nothing_told": (
        [("words.py", "def event_text", "public_text = str().format\n\n\ndef event_text")],
        "words",
        r"words\.public_text of action 0 \(fold\) is ''; expected one line$",
    ),
    "falling_ids": (
        [("rules.py", "out[action - first] = action", "out[last - action] = action")],
        "legal",
        r"legal writes \[2, 1\]; expected ascending ids, each once \(seed 0, players: 2, round 1",
    ),
    "ids_too_large": (
        [("__init__.py", "actions=len(words.SAID)", "actions=2")],
        "rounds",
        r"action 2 is open; there are 0 to 1 \(seed 0, players: 2, round 1, after: the deal\)$",
    ),
    "open_after_the_end": (
        [
            (
                "rules.py",
                "    if is_over(s):\n        return 0",
                "    if s.folded != NOBODY:\n        return 0",
            )
        ],
        "legal",
        r"the round is over, but legal still offers ",
    ),
    "nothing_played": (
        [
            (
                "rules.py",
                "def apply(s: State, action: int) -> None:",
                (
                    "def apply(s: State, action: int) -> "
                    "None:\n    if action == CALL and s.count == 0:\n        return"
                ),
            )
        ],
        "legal",
        r"apply changes nothing when call is played \(",
    ),
    "refusal_of_two_lines": (
        [("words.py", '"two raises are enough"', '"two raises\\nare enough"')],
        "legal",
        r"raise is refused by '.*\\n.*'; expected one line that names the action \(",
    ),
    "list_too_short": (
        [("rules.py", "    s.count = 0\n", "    s.count = 0\n    s.chips = s.chips[:2] + [0]\n")],
        "fields",
        r"field chips has \[1, 1, 0\] where a list of 2 belongs \(",
    ),
    "cards_changed_by_redeal": (
        [
            (
                "knowledge.py",
                "            s.cards[place] = hidden[n]",
                "            s.cards[place] = hidden[0]",
            )
        ],
        "secrets",
        r"after redeal for seat 0 words\.cards_in_play does not have the cards of the deck; ",
    ),
    "stuck_after_redeal": (
        [
            ("knowledge.py", "    shuffle_hidden(rng", "    s.said[7] = 9\n    shuffle_hidden(rng"),
            ("knowledge.py", "= s.said[i]\n", "= s.said[i] % 9\n"),
            ("rules.py", "    if is_over(s):\n", "    if is_over(s) or s.said[7] == 9:\n"),
        ],
        "secrets",
        r"after redeal for seat 0 and 0 more actions the round cannot continue: nothing is ",
    ),
}

# the same for games in which a move shows something of a hand: the source, and the rest
FITS = "        if fits(s, hidden, holders, n):\n            break"
DRAWS = "    out[n] = DRAW if s.left > 0"
OF_HANDS = {
    "voids_forgotten": (
        "WHIST",
        [("knowledge.py", FITS, FITS.replace("fits(s, hidden, holders, n)", "n >= 0"))],
        "past",
        (
            r"redeal for seat \d makes an impossible deal: with these cards seat \d could not have "
            r"played '[TJQKA][CHS]', move \d+ of the round; redeal must respect what moves show "
            r"\(seed 0, players: 3, round \d, after: "
        ),
    ),
    "draws_that_show": (
        "EIGHTS",
        [("rules.py", DRAWS, f"    if n > 0:\n        return n\n{DRAWS}")],
        "past",
        r"seat \d could not have played '(draw|pass)', move \d+ of the round; redeal must respect",
    ),
}
