"""What is published: one version everywhere, and a check that finds what must not go out."""

import importlib.util
import re
import zipfile
from pathlib import Path

import pytest

import dealt

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.fixture
def check():
    """The module release/check.py."""
    spec = importlib.util.spec_from_file_location("release_check", ROOT / "release" / "check.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_version_is_the_same_everywhere(check):
    assert check.version() == dealt.__version__


def wheel(check, path, *, without=(), also=()):
    """A wheel with empty files, and what it says of itself."""
    names = [name for name in check.NEEDED if name not in without]
    facts = "Author: A\nSummary: S\nKeywords: k\nLicense-Expression: MIT\nRequires-Python: >=3.11\n"
    with zipfile.ZipFile(path, "w") as opened:
        for name in [*names, "dealt/vision/weights/reader.onnx", *also]:
            opened.writestr(name, "")
        opened.writestr("dealt-1.dist-info/METADATA", facts)
    return path


def test_a_whole_wheel_passes(check, tmp_path, capsys):
    check.look_into(wheel(check, tmp_path / "dealt.whl"))
    assert "files" in capsys.readouterr().out


@pytest.mark.parametrize(
    "name",
    ["tests/test_x.py", "dealt/locale/x.po", "page/src/card.tsx", "dealt_training/cli.py"],
)
def test_a_stray_file_is_found(check, tmp_path, name):
    with pytest.raises(check.WrongError, match=re.escape(name)):
        check.look_into(wheel(check, tmp_path / "dealt.whl", also=[name]))


def test_a_missing_file_is_found(check, tmp_path):
    for name in check.NEEDED:
        with pytest.raises(check.WrongError, match=re.escape(name)):
            check.look_into(wheel(check, tmp_path / "dealt.whl", without=[name]))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_say_that_they_are_proposals(path):
    """And run targets that there are."""
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# A proposal: this workflow has never been run.")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"make ([\w-]+)", text):
        assert re.search(rf"^[\w -]*(?<![\w-]){target}[ \w-]*:", makefile, re.MULTILINE), target


def test_addresses_that_do_not_exist_are_named_in_one_place():
    """No other file makes up a repository or a site of this project."""
    for name in ("README.md", "pyproject.toml", "CITATION.cff", "SECURITY.md", "docs/conf.py"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert not re.search(r"https?://\S*dealt", text), name
        assert "project.urls" not in text
