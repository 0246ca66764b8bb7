"""`python -m dealt` is the command line."""

from dealt.cli import main

main()
