"""A match step by step at prompts."""

from __future__ import annotations

from dealt.clients.stepping import ELSEWHERE, NOBODY_MOVES, STEPS, Place, Walk
from dealt.errors import ParseError
from dealt.language import message, say
from dealt.terminal.console import Console, Leave

_ROUND, _HELP, _QUIT = message("round"), message("help"), (message("quit"), "q")
_PLAY = "play"


def walk(way: Walk, screen: Console, *, is_own: bool = False) -> Place | None:
    """Show a match step by step, as the reader asks for, until the end of input or `quit`.

    Returns:
        Where the reader wants to play on, if the match `is_own`; else None.
    """
    screen.say(f"{say(way.match.game.title)}: {', '.join(way.match.names)}")
    _show(way, screen)
    while True:
        try:
            answer = screen.ask(say("Enter: one step on; help; quit: "))
        except (EOFError, Leave):
            return None
        verb, _, rest = answer.strip().lower().partition(" ")
        if verb in (*_QUIT, say("quit")):
            return None
        if verb in (_PLAY, say(_PLAY)) and not rest:
            if is_own and way.step is not None:
                return way.step
            screen.say(say(NOBODY_MOVES if is_own else ELSEWHERE))
            continue
        try:
            _do(way, verb or "forward", rest.strip(), screen)
        except ParseError as error:
            screen.say(str(error))


def _do(way: Walk, verb: str, rest: str, screen: Console) -> None:
    """Do what a typed line says."""
    verb = next((name for name in (*STEPS, _ROUND, _HELP) if verb in (name, say(name))), verb)
    if verb == _HELP:
        for name, about in STEPS.items():
            screen.say(f"  {say(name)}: {say(about)}", cards=False)
        screen.say(f"  {say('round')} 2: {say('to the deal of that round')}", cards=False)
    elif verb == "position":
        screen.say(way.position, cards=False)
    elif verb == _ROUND:
        way.go_to_round(rest)
        _show(way, screen)
    elif verb not in STEPS or rest:
        raise ParseError(
            "enter {words} or {last}", words=", ".join(map(say, STEPS)), last=f"{say('round')} 2"
        )
    elif way.go(verb):
        _show(way, screen)
    else:
        screen.say(say("There is nothing in that direction."))


def _show(way: Walk, screen: Console) -> None:
    """Show the current step: what happened, then the table."""
    screen.say()
    screen.say(f"{say('Round {n}', n=way.round)}: {way.line}")
    for line in way.text.split("\n"):
        screen.say(line)
