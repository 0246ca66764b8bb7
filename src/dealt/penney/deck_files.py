"""Decks of Penney's game in files: reading every format, and a store that deals new ones."""

from __future__ import annotations

import codecs
import contextlib
import hashlib
import json
import operator
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dealt.core.chance import check_seed
from dealt.errors import DealtError, DeckError, SetupError, StorageError
from dealt.language import Phrase, message, no_json, reason
from dealt.penney.deck_formats import (
    BETWEEN,
    HEAD,
    JSON_BEGINS,
    MEANING,
    check_colours,
    checked_words,
    recognised,
)
from dealt.penney.decks import CARDS, cards_of, check_numbers, deal, original, pack
from dealt.storage.files import TextFile, new_folder

if TYPE_CHECKING:
    from dealt.penney.decks import Decks

AnyPath = str | os.PathLike[str]
Paths = AnyPath | Iterable[AnyPath]
Progress = Callable[[int, int], object]  # called with the decks done and all decks

CHUNK = 1 << 18  # decks read at once
DEALT_AT_ONCE = 1 << 16
DECKS_A_FILE = 1_000_000
ORIGINAL_DECKS_A_FILE = 10_000

_DECK_SUFFIXES = (".bits", ".bin", ".raw", ".npy", ".npz", ".txt")
_MAYBE_SUFFIXES = (".csv", ".json")  # tables, metadata and ledgers have these endings, too
BESIDE = (".lock", ".new", ".md")  # files that usually lie beside decks


# --- which files --------------------------------------------------------------------------------


def deck_files(paths: Paths) -> list[Path]:
    """The files that `paths` name; a folder means the deck files in it, in natural order.

    Raises:
        StorageError: a path does not exist, or is neither a file nor a folder.
        DeckError: a folder has no deck files.
    """
    return files_and_rest(paths)[0]


def files_and_rest(paths: Paths) -> tuple[list[Path], list[Path]]:
    """What `deck_files` returns, plus the content of the folders that is ignored.

    These are subfolders, and files that neither have decks nor are known to belong to decks. Hidden
    ones and those in `paths` themselves are not listed.
    """
    if isinstance(paths, str | os.PathLike):
        paths = [paths]
    everything = [Path(name) for name in paths]
    files: list[Path] = []
    rest: list[Path] = []
    for path in everything:
        with reading(path):
            if path.is_dir():
                files += _in_folder(path)
                rest += [other for other in sorted(path.iterdir()) if _is_passed_over(other)]
            else:
                files.append(_existing(path))
    listed = {os.path.realpath(path) for path in everything}
    return files, [path for path in rest if os.path.realpath(path) not in listed]


def _is_passed_over(path: Path) -> bool:
    """Whether a file in a folder is neither decks nor known to lie beside decks."""
    if path.name.startswith((".", "__")):
        return False
    if path.is_dir():
        return True
    if path.suffix.lower() in _MAYBE_SUFFIXES and path.stat().st_size:
        return False  # a table, metadata or a ledger, if it is not decks
    return path.suffix.lower() not in BESIDE and not _is_deck_file(path)


def _existing(path: Path) -> Path:
    if not path.exists():
        raise StorageError("deck file {path} not found", path=repr(str(path)))
    if not path.is_file():
        raise StorageError("cannot read {path}: not a file", path=path)
    return path


def _in_folder(folder: Path) -> list[Path]:
    files = [path for path in folder.iterdir() if path.is_file() and _is_deck_file(path)]
    if not files:
        problem = DeckError(
            "folder {folder} has no deck files; their names end in {endings}",
            folder=repr(str(folder)), endings=", ".join((*_DECK_SUFFIXES, *_MAYBE_SUFFIXES)),
        )  # fmt: skip
        inner = sorted(path.name for path in folder.iterdir() if path.is_dir())
        if inner:
            names = ", ".join(inner[:5]) + ", ..." * (len(inner) > 5)
            more = Phrase("subfolders are not read, name them: {names}", {"names": names})
            raise DeckError("{wrong}; {there}", wrong=problem, there=more)
        raise problem
    return sorted(files, key=lambda path: _natural(path.name))


def _is_deck_file(path: Path) -> bool:
    """Whether a file in a folder has decks, rather than metadata or a table."""
    if path.name.startswith("."):
        return False
    suffix = path.suffix.lower()
    if suffix not in _MAYBE_SUFFIXES:
        return suffix in _DECK_SUFFIXES
    with path.open("rb") as file:
        head = file.read(HEAD).removeprefix(codecs.BOM_UTF8)
    if JSON_BEGINS.match(head):
        return head.lstrip().startswith(b"[")
    lines = (line.strip() for line in head.splitlines())
    first = next((line for line in lines if line and not line.startswith(b"#")), b"")
    colours = first.translate(MEANING, BETWEEN)
    return bool(colours) and 2 not in colours


def _natural(name: str) -> tuple[list[tuple[int, str]], str]:
    """A key that puts `bytes_2` before `bytes_10`."""
    parts = re.findall(r"([0-9]+)|([^0-9]+)", name.lower())
    return [(int(number), "") if number else (-1, word) for number, word in parts], name


def deck_chunks(path: AnyPath, *, most: int = CHUNK) -> Iterator[Decks]:
    """Yield all decks of a file, in order, at most `most` at a time, with each deck checked.

    Only these decks are in memory at any time, except with JSON and .npz.

    Args:
        path: the file.
        most: maximum number of decks at a time, 2 or more.

    Raises:
        StorageError: the file does not exist or cannot be read.
        DeckError: it is not a file of decks, or one of its decks is not valid; decks before that
            one are still yielded.
    """
    path = Path(path)
    before = 0
    with reading(path):
        for block in recognised(_existing(path)).blocks(most):
            words = block if block.ndim == 1 else checked_words(block, path, before)
            check_colours(words, path, before)
            before += len(words)
            yield words


def about(path: AnyPath) -> int:
    """The number of decks in a file, estimated for text, without reading it all.

    Raises:
        StorageError, DeckError: as in `deck_chunks`.
    """
    path = Path(path)
    with reading(path):
        return recognised(_existing(path)).decks


@contextlib.contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn the system's errors while reading a file into this package's."""
    try:
        yield
    except OSError as error:
        raise StorageError(
            "cannot read {path}: {reason}", path=path, reason=reason(error)
        ) from None


# --- the store ------------------------------------------------------------------------------------

METADATA = "decks.json"
NUMBER = "(0|[1-9][0-9]{0,18})"
STORED = re.compile(rf"penney_{NUMBER}_{NUMBER}_{NUMBER}\.bits")
FORMAT: dict[str, Any] = {
    "format": "dealt decks of Penney's game",
    "version": 1,
    "cards": CARDS,
    "red": 0,
    "black": 1,
    "bits": "one a card, the first card is the highest bit of the first byte;"
    " no gaps between decks; the last byte ends in zeros",
    "read": "numpy.unpackbits(numpy.fromfile(name, numpy.uint8), count=decks * 52)"
    ".reshape(decks, 52)",
}


@dataclass(frozen=True)
class _StoredFile:
    """A file of a store, with the numbers of its decks."""

    name: str
    first: int
    decks: int
    sha256: str


@dataclass(frozen=True)
class _Contents:
    """All decks ever dealt into a store; `next` is the number of the next one."""

    seed: int
    next: int
    files: tuple[_StoredFile, ...]


@dataclass(frozen=True)
class Dealt:
    """The result of one call: the numbers of the new decks, in `files`."""

    seed: int
    first: int
    decks: int
    files: tuple[Path, ...]


class Store:
    """A folder of decks with one seed, and a file that lists what is in it.

    The numbering of decks always continues, even if files are missing, so no deck is dealt
    twice. A program killed at any moment leaves only whole files; the next one continues after
    them.
    """

    def __init__(self, folder: AnyPath) -> None:
        self.folder = Path(folder)
        self._metadata = TextFile(self.folder / METADATA)
        self._turn = TextFile(self.folder / "decks.lock")

    def contents(self) -> _Contents | None:
        """What the store contains; None if nothing was dealt yet.

        Raises:
            StorageError: its metadata cannot be read, or does not belong to a store.
        """
        text = self._metadata.read()
        if text is None:
            return None
        try:
            return _contents(json.loads(text))
        except (ValueError, KeyError, TypeError, RecursionError, StorageError) as error:
            raise StorageError(
                "{file} does not describe dealt decks ({reason}); restore the right one, or "
                "use another folder",
                file=self._metadata, reason=fault(error),
            ) from None  # fmt: skip

    def deal(
        self,
        decks: int,
        seed: int | None = None,
        *,
        progress: Progress | None = None,
        fast: bool | None = None,
    ) -> Dealt:
        """Deal exactly this number of new decks, into files of at most 1,000,000.

        Files that a killed program had finished are kept, and not counted here.

        Args:
            decks: number of decks.
            seed: seed of the store; by default its own, or a fresh one for a new store.
            progress: called with the number of decks done and the total.
            fast: see `dealt.penney.decks.deal`.

        Raises:
            SetupError: the number or the seed is out of range, or the store has another seed.
            StorageError: a file cannot be read or written, or is in the way.
        """
        decks = _check_count(decks, message("{given} decks: must be a whole number, 1 or more"))
        seed = None if seed is None else check_seed(seed)
        with self._alone():
            contents = self._adopted(self._begun(seed), fast)
            first, files = contents.next, []
            check_numbers(decks=first + decks)
            self._check_way(contents, decks)
            for before in range(0, decks, DECKS_A_FILE):
                size = min(DECKS_A_FILE, decks - before)
                report = None if progress is None else _shifted(progress, before, decks)
                contents = self._with_file(contents, size, report, fast)
                files.append(self.folder / contents.files[-1].name)
        return Dealt(contents.seed, first, decks, tuple(files))

    def original(
        self,
        seeds: Iterable[int],
        decks_a_file: int = ORIGINAL_DECKS_A_FILE,
        *,
        progress: Progress | None = None,
    ) -> tuple[Path, ...]:
        """Write files of the original document, `bytes_{seed}_{decks}.bin`, for each seed.

        Raises:
            SetupError: the number or a seed is out of range; the files of earlier seeds are
                written.
            StorageError: a file cannot be written.
        """
        decks_a_file = _check_count(
            decks_a_file, message("{given} decks per file: must be a whole number, 1 or more")
        )
        seeds = [check_seed(seed) for seed in seeds]
        files = []
        with self._alone():
            for number, seed in enumerate(seeds, 1):
                words = original(seed, decks_a_file)
                path = self.folder / f"bytes_{seed}_{decks_a_file}.bin"
                TextFile(path).write_bytes(cards_of(words).tobytes())
                files.append(path)
                if progress is not None:
                    progress(number * decks_a_file, len(seeds) * decks_a_file)
        return tuple(files)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Wait for other programs that deal into this folder, which is created if needed."""
        new_folder(self.folder)
        self._metadata.check_writable()
        with self._turn.locked():
            yield

    def _begun(self, seed: int | None) -> _Contents:
        """The contents, empty for a new store; leftovers of a killed program are removed."""
        from dealt import fresh_seed

        contents = self.contents()
        for half in self.folder.glob(".penney_*.bits.new"):
            with contextlib.suppress(OSError):
                half.unlink()
        used = {contents.seed} if contents else {at for at, _, _ in self._loose(None)}
        if len(used) > 1:
            raise StorageError(
                "{file} is missing, and the other files are of several seeds; restore it, or "
                "use another folder",
                file=self._metadata,
            )
        own = next(iter(used), seed)
        if seed not in (None, own):
            raise SetupError(
                "{folder} holds decks of seed {own}, not {seed}; give seed {own} or none, or "
                "use another folder",
                folder=self.folder, own=own, seed=seed,
            )  # fmt: skip
        return contents or _Contents(fresh_seed() if own is None else own, 0, ())

    def _loose(self, contents: _Contents | None) -> list[tuple[int, int, int]]:
        """The seed, first deck and decks of stored files that are not in the contents."""
        listed = {file.name for file in contents.files} if contents else set()
        files = []
        for path in self.folder.iterdir():
            if path.name not in listed and (match := STORED.fullmatch(path.name)):
                seed, first, decks = map(int, match.groups())
                if contents is None or seed == contents.seed:
                    files.append((seed, first, decks))
        return sorted(files)

    def _adopted(self, contents: _Contents, fast: bool | None) -> _Contents:
        """The contents, with finished files added that were not noted yet.

        They are dealt again, which gives the same decks even if the files were changed.
        """
        for _, first, decks in self._loose(contents):
            if first == contents.next and 0 < decks <= DECKS_A_FILE:
                contents = self._with_file(contents, decks, None, fast)
        return contents

    def _check_way(self, contents: _Contents, decks: int) -> None:
        """Raise StorageError if another file already has some of these or the next decks."""
        for seed, first, n in self._loose(contents):
            if first < contents.next + decks:
                path = self.folder / f"penney_{seed}_{first}_{n}.bits"
                raise StorageError(
                    "{file} is in the way: its decks belong to other files, and {metadata} "
                    "does not list it; delete it, or restore the right metadata",
                    file=path, metadata=METADATA,
                )  # fmt: skip

    def _with_file(
        self,
        contents: _Contents,
        decks: int,
        report: Callable[[int], object] | None,
        fast: bool | None,
    ) -> _Contents:
        """The contents with a new file, which is written first."""
        name = f"penney_{contents.seed}_{contents.next}_{decks}.bits"
        parts = []
        for at in range(0, decks, DEALT_AT_ONCE):
            size = min(DEALT_AT_ONCE, decks - at)
            parts.append(pack(deal(contents.seed, contents.next + at, size, fast=fast)))
            if report is not None:
                report(at + size)
        data = b"".join(parts)
        TextFile(self.folder / name).write_bytes(data)
        stored = _StoredFile(name, contents.next, decks, hashlib.sha256(data).hexdigest())
        contents = _Contents(contents.seed, contents.next + decks, (*contents.files, stored))
        self._metadata.write(json.dumps({**FORMAT, **asdict(contents)}, indent=1) + "\n")
        return contents


def _check_count(number: int, otherwise: str) -> int:
    """Check for a whole number; `otherwise` is the message for anything else."""
    try:
        count = operator.index(number)
    except TypeError:
        count = 0
    if count < 1:
        raise SetupError(otherwise, given=repr(number))
    return count


def _shifted(progress: Progress, before: int, total: int) -> Callable[[int], object]:
    return lambda decks: progress(before + decks, total)


def _contents(data: Any) -> _Contents:
    """Read contents from JSON data; invalid data raise StorageError, ValueError and others."""
    for name in ("format", "version"):
        if data[name] != FORMAT[name]:
            raise StorageError(unknown_text(name, data[name], FORMAT[name]))
    files = tuple(_StoredFile(**file) for file in data["files"])
    contents = _Contents(check_seed(data["seed"]), data["next"], files)
    end = 0
    for file in contents.files:
        if file.name != f"penney_{contents.seed}_{file.first}_{file.decks}.bits":
            raise StorageError("file {name} is not what its row says", name=repr(file.name))
        if file.first < end or file.decks < 1:
            raise StorageError("file {name} is not after those before it", name=repr(file.name))
        end = file.first + file.decks
    if type(contents.next) is not int or contents.next < end:
        raise StorageError("next deck {n} after {decks} decks", n=repr(contents.next), decks=end)
    return contents


def unknown_text(name: str, value: object, right: object) -> Phrase:
    """The message for a JSON file of an unknown kind or version."""
    facts = {"name": name, "found": repr(value), "known": repr(right)}
    return Phrase("{name} {found}, known is {known}", facts)


def fault(error: Exception) -> Phrase | DealtError | str:
    """The reason why a JSON file is not valid, in this package's words.

    Args:
        error: what reading it raised: an error of JSON, of missing or wrong entries, or a
            ValueError or StorageError of this package.
    """
    if isinstance(error, KeyError):
        return Phrase("it has no {name}", {"name": error})
    if isinstance(error, json.JSONDecodeError | RecursionError):
        return no_json(error)
    if isinstance(error, TypeError):
        return Phrase("an entry is of the wrong kind")
    return error if isinstance(error, DealtError) else str(error)
