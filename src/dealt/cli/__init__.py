"""The command line, one module a group of commands; `main` puts them together."""


def __getattr__(name: str) -> object:
    """The group of all commands, when it is asked for: it brings click."""
    if name != "cli":
        raise AttributeError(f"module 'dealt.cli' has no attribute {name!r}")
    from dealt.cli.main import cli

    return cli
