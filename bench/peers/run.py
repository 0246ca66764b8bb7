"""`make bench-peers`: Leduc poker at random in dealt and elsewhere, one after the other."""

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PEERS = ("dealt", "openspiel", "pgx", "rlcard")


def output_of(name: str) -> list[str]:
    """What one of the programs here prints."""
    command = [sys.executable, "-W", "ignore", str(HERE / f"{name}.py")]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split("\n")


def main() -> None:
    """Print a table: million decisions a second, and how many times ours that is."""
    print(*output_of("same_game"), sep="\n")
    rows = []
    for peer in PEERS:
        print(f"Measuring {peer} ...", file=sys.stderr)
        rows += [json.loads(line) for line in output_of(f"with_{peer}") if line.startswith("{")]
    ours = rows[0]["rate"]
    print(
        "| Leduc poker at random, one core | million decisions/s | dealt is | decisions a round |"
    )
    print("|---|---|---|---|")
    for row in rows:
        rate, each = row["rate"], row["a round"]
        print(f"| {row['what']} | {rate / 1e6:.3g} | {ours / rate:.3g} x | {each:.2f} |")


if __name__ == "__main__":
    main()
