"""Photos from files: turned upright, no larger than needed, and without camera data.

The place and the camera of a photo are never stored: `stored` writes only the picture.
"""

from __future__ import annotations

import importlib
import io
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dealt.errors import SetupError, StorageError
from dealt.language import Phrase, number, reason, say

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

Pixels = NDArray[np.uint8]

LONGEST = 4096  # pixels of the longer side that are read; larger photos are scaled down
LONGEST_STORED = 1600
SMALLEST = 64  # pixels of the shorter side
_MOST_PIXELS = 120_000_000  # a small file can claim any number of pixels
MOST_BYTES = 100_000_000
_STRETCHED = 20  # the largest ratio of the sides
_QUALITY = 88
FORMATS = ("JPEG", "MPO", "PNG", "WEBP", "TIFF", "BMP", "GIF", "HEIF", "AVIF")
JPEG = b"\xff\xd8"
_HEIC_BRANDS = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1")
GREY = 128
_BAND = 64  # rows of deep pixels that are converted at a time
TURN = 0x0112  # the EXIF tag of the camera's orientation


def load(
    source: str | Path | bytes, name: str | None = None, *, most_pixels: int = _MOST_PIXELS
) -> Pixels:
    """A photo as uint8 [y, x, RGB], upright, at most `LONGEST` pixels long.

    Args:
        source: a path, or the content of a file.
        name: its name in messages; by default the path.
        most_pixels: size limit; larger files are refused before they are decoded.

    Raises:
        StorageError: the file does not exist, is not a picture, is damaged, or is too small or too
            large.
        SetupError: it is a HEIC photo, and pillow-heif is not installed.
    """
    if isinstance(source, bytes):
        name, content = name or say("the photo"), source
    else:
        name, content = name or str(source), _content(Path(source))
    if not content:
        raise StorageError("{name} is empty", name=name)
    if len(content) > MOST_BYTES:
        raise StorageError(
            "{name} has {n} bytes; a photo has {most} at most",
            name=name, n=lambda: number(len(content)), most=lambda: number(MOST_BYTES),
        )  # fmt: skip
    return _decoded(content, name, most_pixels)


def stored(pixels: Pixels) -> bytes:
    """A photo as JPEG for storage, at most `LONGEST_STORED` pixels long, without metadata."""
    from PIL import Image

    image = Image.fromarray(pixels)
    image.thumbnail((LONGEST_STORED, LONGEST_STORED))
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=_QUALITY)
    return buffer.getvalue()


def _content(path: Path) -> bytes:
    """The content of a file."""
    try:
        if path.is_dir():
            raise StorageError("{path} is a folder; name a photo in it", path=path)
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise StorageError("photo {path} not found", path=repr(str(path))) from None
    except (OSError, ValueError) as error:
        raise StorageError(
            "cannot read {path}: {reason}", path=path, reason=reason(error)
        ) from None


def _is_heic(content: bytes) -> bool:
    return content[4:8] == b"ftyp" and content[8:12] in _HEIC_BRANDS


def _decoded(content: bytes, name: str, most_pixels: int) -> Pixels:
    """The picture in the content of a file."""
    from PIL import Image

    if _is_heic(content):
        try:
            importlib.import_module("pillow_heif").register_heif_opener()
        except ImportError:
            raise SetupError(
                "{name} is a HEIC photo: pip install pillow-heif, or save it as JPEG", name=name
            ) from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of damaged tags and of size, which is checked here
            image = Image.open(io.BytesIO(content), formats=_readable(content))
            _check_size(image.size, name, most_pixels)
            return _upright(image)
    except StorageError:
        raise
    except MemoryError:
        raise StorageError(
            "{name} is too large for the memory of this machine", name=name
        ) from None
    except Exception as error:  # decoders raise many classes for damaged files
        raise _decoding_error(error, content, name, most_pixels) from None


def _readable(content: bytes) -> list[str]:
    """The `FORMATS` that this Pillow can read, loading only those needed."""
    from PIL import Image

    if content.startswith(JPEG):
        Image.preinit()  # loading all takes as long as decoding a photo
    else:
        Image.init()
    return [each for each in FORMATS if each in Image.OPEN]


def _check_size(size: tuple[int, int], name: str, most: int) -> None:
    """Raise StorageError for a picture whose size is not that of a photo of a table."""
    wide, high = size
    facts = {"name": name, "wide": wide, "high": high}
    measured = Phrase("{name} has {wide} x {high} pixels", facts)
    if wide * high > most:
        raise StorageError(
            "{said}; a photo has {most} megapixels at most", said=measured, most=most // 1_000_000
        )
    if min(size) < SMALLEST:
        raise StorageError(
            "{said}; cards cannot be read below {smallest} x {smallest}",
            said=measured, smallest=SMALLEST,
        )  # fmt: skip
    if max(size) > _STRETCHED * min(size):
        raise StorageError("{said}; that is not a photo of a table", said=measured)


def _upright(image: Picture) -> Pixels:
    """The pixels, turned as the camera was held, in the size that is read."""
    if max(image.size) > LONGEST:
        # a JPEG of twice the size is decoded to half of it at once
        image.draft("RGB", (LONGEST, LONGEST))
    # in place, as copying many pixels takes as long as decoding them
    if image.getexif().get(TURN, 1) != 1:
        from PIL import ImageOps

        ImageOps.exif_transpose(image, in_place=True)
    flat = _flat(image)
    flat.thumbnail((LONGEST, LONGEST))
    return np.asarray(flat, dtype=np.uint8)


def _flat(image: Picture) -> Picture:
    """The picture in RGB, with grey in place of transparent parts."""
    from PIL import Image

    if image.mode.startswith(("I", "F")):
        deep = np.asarray(image)
        top = max(float(deep.max()), 255.0)
        grey = np.empty(deep.shape, dtype=np.uint8)
        for first in range(0, len(deep), _BAND):  # a whole copy in 64 bits needs too much memory
            band = slice(first, first + _BAND)
            grey[band] = (deep[band].astype(np.float64) * (255 / top)).astype(np.uint8)
        return Image.fromarray(grey).convert("RGB")
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        under = Image.new("RGBA", image.size, (GREY, GREY, GREY, 255))
        return Image.alpha_composite(under, image.convert("RGBA")).convert("RGB")
    return image if image.mode == "RGB" else image.convert("RGB")


def _decoding_error(error: Exception, content: bytes, name: str, most_pixels: int) -> StorageError:
    """The error for a file that cannot be decoded."""
    from PIL import Image, UnidentifiedImageError

    if isinstance(error, Image.DecompressionBombError):
        most = most_pixels // 1_000_000
        return StorageError(
            "{name} has far too many pixels; a photo has {most} megapixels at most",
            name=name, most=most,
        )  # fmt: skip
    if isinstance(error, UnidentifiedImageError):
        if content[:4] == b"%PDF" or content.lstrip()[:5].lower() in (b"<?xml", b"<html", b"<svg "):
            return StorageError(
                "{name} is a document; a photo is a JPEG, PNG, WebP or HEIC file", name=name
            )
        return StorageError(
            "{name} is not a readable picture; a photo is a JPEG, PNG, WebP or HEIC file",
            name=name,
        )
    return StorageError(
        "{name} is damaged; take the photo again, or copy the file again", name=name
    )
