"""Figures of a service in the text format of Prometheus."""

from __future__ import annotations

from dealt.service.hall.service import Service


def metrics_text(service: Service) -> str:
    """The figures, one a line, each with what it means."""
    figures, stored = service.journal.figures, service.store.figures
    lines: list[str] = []

    def tell(name: str, kind: str, meaning: str, values: dict[str, float]) -> None:
        lines.append(f"# HELP dealt_{name} {meaning}")
        lines.append(f"# TYPE dealt_{name} {kind}")
        lines.extend(f"dealt_{name}{labels} {value:g}" for labels, value in values.items())

    def by(prefix: str, label: str) -> dict[str, float]:
        values = {key: n for key, n in figures.items() if key.startswith(prefix)}
        return {f'{{{label}="{key.removeprefix(prefix)}"}}': n for key, n in sorted(values.items())}

    tell("sockets", "gauge", "connections", {"": len(service.sessions)})
    tell("tables", "gauge", "tables in memory", {"": len(service.tables.live)})
    tell("tables_opened_total", "counter", "tables opened", {"": figures["tables"]})
    tell("frames_total", "counter", "frames from clients", {"": figures["frames"]})
    tell("moves_total", "counter", "moves, by whom", by("moves by ", "by"))
    tell("refusals_total", "counter", "what was refused, by code", by("refused ", "code"))
    tell("troubles_total", "counter", "failures told in the log", {"": figures["troubles"]})
    tell("events_total", "counter", "events written", {"": stored.events})
    tell("commits_total", "counter", "commits", {"": stored.commits})
    tell("commit_seconds_total", "counter", "time of all commits", {"": stored.seconds})
    tell("choices_total", "counter", "choices asked of workers", {"": service.thinkers.choices})
    tell("late_choices_total", "counter", "choices that took too long", {"": service.thinkers.late})
    return "\n".join(lines) + "\n"
