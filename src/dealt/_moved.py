"""Modules under their names of before: they are imported from where they are now, with a warning.

Names inside of modules have changed here and there; the changelog has them.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # as in typing, which takes its time
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType

# below `dealt`; a package stands for all that is in it
MOVED = {
    "adapters": "learning",
    "cli_arena": "cli.arena",
    "cli_penney": "cli.penney",
    "cli_penney_games": "cli.penney_games",
    "cli_serve": "cli.serve",
    "cli_simulate": "cli.simulate",
    "cli_table": "cli.table",
    "cli_train": "cli.train",
    "cli_vision": "cli.vision",
    "cli_words": "cli.words",
    "core.fair": "service.fairness",
    "core.playthrough": "cli.playthrough",
    "core.printed": "core.plain_text",
    "core.soundness": "core.validation",
    "core.steps": "testing.steps",
    "figures.penney": "penney.figures",
    "figures.penney_heat": "penney.heat",
    "figures.penney_html": "penney.heat_page",
    "games.mason_rummy.deals": "games.mason_rummy.likely_deals",
    "games.mason_rummy.good": "games.mason_rummy.heuristic",
    "games.mason_rummy.rounds": "games.mason_rummy.breakdown",
    "games.penney.arrangements": "penney.published.arrangements",
    "games.penney.audit": "penney.audit",
    "games.penney.causes": "penney.causes",
    "games.penney.compare": "penney.comparison",
    "games.penney.decks": "penney.decks",
    "games.penney.fit": "penney.fit",
    "games.penney.misreadings": "penney.misreadings",
    "games.penney.mixed": "games.penney.mixture",
    "games.penney.percentages": "penney.percentages",
    "games.penney.published": "penney.published.claims",
    "games.penney.report": "penney.odds_report",
    "games.penney.sliced": "penney.scoring",
    "games.penney.unrolled": "penney.scoring_kernels",
    "games.penney.vectors": "penney.scoring_steps",
    "games.president.belief": "games.president.likely_deals",
    "games.president.weighing": "games.president.heuristic",
    "games.tranca.boards": "scoresheet.leaderboard",
    "games.tranca.good": "games.tranca.heuristic",
    "games.tranca.rounds": "games.tranca.breakdown",
    "games.tranca.score_file": "scoresheet.typed",
    "games.tranca.standings": "scoresheet.standings",
    "games.tranca.views": "games.tranca.view",
    "service.drafts": "scoresheet.draft_data",
    "service.results": "scoresheet.evening_data",
    "simulate.penney": "penney.simulation",
    "simulate.setting": "simulate.lineup",
    "storage.president_results": "games.president.results",
    "storage.penney_arrays": "penney.published.arrays",
    "storage.penney_deck_texts": "penney.deck_texts",
    "storage.penney_decks": "penney.deck_files",
    "storage.penney_draft": "penney.published.draft",
    "storage.penney_formats": "penney.deck_formats",
    "storage.penney_layouts": "penney.published.layouts",
    "storage.penney_ledger": "penney.ledger",
    "storage.penney_records": "penney.published.records",
    "storage.penney_scores": "penney.score_files",
    "storage.penney_table": "penney.scores_csv",
    "storage.penney_tables": "penney.published.reading",
    "storage.penney_text": "penney.published.text",
    "storage.penney_trees": "penney.published.trees",
    "storage.penney_words": "penney.published.words",
    "storage.rounds": "scoresheet.round_files",
    "storage.scoresheet": "scoresheet.store",
    "storage.scoresheet_file": "scoresheet.file",
    "storage.scoresheet_tables": "scoresheet.schema",
    "storage.standings": "scoresheet.history",
    "storage.training": "learning.history",
    "terminal": "clients.line",
    "terminal.line": "clients.line.any_game",
    "terminal.scoresheet_lines": "clients.line.scoresheet_input",
    "terminal.table": "clients.screen",
    "vision.caution": "vision.confidence",
    "vision.frames": "vision.framing",
    "vision.made": "scoresheet.synthetic",
    "vision.melds": "scoresheet.melds",
    "vision.proposals": "scoresheet.proposals",
    "vision.questions": "scoresheet.questions",
    "vision.table": "scoresheet.draft",
    "vision.twins": "vision.mark_pairs",
    "web": "service",
    "web.json_schema": "service.json_schema",
    "web.moving": "service.bots",
    "web.orders": "service.commands",
}


def place_of(name: str) -> str | None:
    """Where a module of before is now; None for all others."""
    if not name.startswith("dealt."):
        return None
    known, rest = name.removeprefix("dealt."), ""
    while known:
        if known in MOVED:
            return f"dealt.{MOVED[known]}{rest}"
        known, _, last = known.rpartition(".")
        rest = f".{last}{rest}"
    return None


class Forwarding:
    """Finds modules of before, and loads those of now in their place."""

    @classmethod
    def find_spec(cls, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """What loads a module that has moved."""
        place = place_of(name)
        if place is None:
            return None
        from importlib.machinery import ModuleSpec

        return ModuleSpec(name, Loader(place))  # type: ignore[arg-type]


class Loader:
    """Loads the module at a place."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.spec: ModuleSpec | None = None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The module of now."""
        import warnings
        from importlib import import_module

        warnings.warn(f"{spec.name} is {self.place} now", DeprecationWarning, stacklevel=2)
        module = import_module(self.place)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """It has been executed; it keeps its own name."""
        module.__spec__ = self.spec


def forward() -> None:
    """Have modules of before imported from where they are now."""
    if Forwarding not in sys.meta_path:
        sys.meta_path.insert(0, Forwarding)
