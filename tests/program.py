"""The program `dealt` as tests run it: within their own process, or as a process of its own.

Within, nothing has to be loaded again; what depends on a process, such as signals, pipes, terminals
and the encoding of its streams, needs one.
"""

import contextlib
import io
import os
import re
import subprocess
import sys
from unittest import mock

import pytest

from dealt import games
from dealt.cli.main import main
from dealt.language import ENGLISH, speak

# what slow work writes every few seconds on the standard error stream
PROGRESS = re.compile(r"^.*: \S+ of \S+ \w+ after [\d:]+\n", re.MULTILINE)


def without_progress(text):
    """Messages without the lines of progress, which depend on the speed of the machine."""
    return PROGRESS.sub("", text)


def process(*arguments, typed="", cwd=None, timeout=120, **environment):
    """A finished process with its output as text."""
    return subprocess.run(
        [sys.executable, "-m", "dealt", *arguments], input=typed, capture_output=True, text=True,
        cwd=cwd, timeout=timeout, check=False, env={**os.environ, **environment},
    )  # fmt: skip


def run(*arguments, typed="", cwd=None, **environment):
    """The same, within this process."""
    data = typed if isinstance(typed, bytes) else typed.encode()
    streams = [io.TextIOWrapper(io.BytesIO(content), "utf-8") for content in (data, b"", b"")]
    code = None
    with contextlib.ExitStack() as stack:
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            stack.enter_context(mock.patch.object(sys, name, stream))
        stack.enter_context(mock.patch.object(sys, "argv", ["dealt", *arguments]))
        stack.enter_context(mock.patch.dict(os.environ, environment))
        stack.enter_context(mock.patch.dict(games.ADDED))
        stack.enter_context(contextlib.chdir(cwd or os.curdir))
        stack.callback(speak, ENGLISH)
        try:
            main()
        except SystemExit as left:
            code = left.code
    for stream in streams[1:]:
        stream.flush()
    out, err = (stream.buffer.getvalue().decode() for stream in streams[1:])
    return subprocess.CompletedProcess(arguments, code, out, err)


def play(*arguments, typed="", **more):
    """What `dealt play` prints; it leaves no traceback and no codes of a terminal."""
    result = run("play", *arguments, typed=typed, **more)
    assert result.returncode == 0 and result.stderr == "" and "\x1b" not in result.stdout, result
    return result.stdout


# --- at a terminal --------------------------------------------------------------------------------

pexpect = pytest.importorskip("pexpect") if sys.platform != "win32" else None
DRAWN = ("penney", "president", "three-card-poker", "tranca")
at_a_terminal = pytest.mark.skipif(sys.platform == "win32", reason="terminals of POSIX systems")


def spawn(*arguments, cwd, size=(24, 80), on_screen=False, **environment):
    """A `dealt` process at a terminal of its own, with prompts unless it is for the screen.

    A game is told to show its hints, as only prompts can: they have boxes, which plain ones lack.
    """
    is_drawn = (
        not on_screen and arguments[0] == "play" and arguments[1:2] in [(name,) for name in DRAWN]
    )
    if is_drawn and not {"--hints", "--no-hints", "--plain"} & {*arguments}:
        arguments = (*arguments, "--hints")
    plain = {} if is_drawn or on_screen else {"DEALT_PLAIN": "1"}
    variables = {
        k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "CI", "COLUMNS", "LINES")
    }
    return pexpect.spawn(
        sys.executable, ["-m", "dealt", *arguments], cwd=str(cwd), encoding="utf-8", timeout=300,
        dimensions=size,
        env={**variables, "TERM": "xterm-256color", **plain, **environment},
    )  # fmt: skip


def interrupt(program):
    """Press Ctrl-C until the program ends; it ends as programs do that were asked to leave.

    A signal that comes between two steps of the line editor is only seen at the next key.
    """
    for _ in range(6):
        program.sendintr()
        if program.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=5) == 0:
            break
    program.close()
    assert program.exitstatus == 130, program.before
