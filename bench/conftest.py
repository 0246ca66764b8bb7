"""Prints the rates that the benchmarks measured, which the table of times does not show."""


def pytest_terminal_summary(terminalreporter, config):
    session = getattr(config, "_benchmarksession", None)
    for bench in session.benchmarks if session else ():
        for name, value in bench.extra_info.items():
            terminalreporter.write_line(f"{bench.name}: {value:.3g} {name}")
