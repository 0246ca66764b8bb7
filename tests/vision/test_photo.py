"""Photos from files: upright, small enough, without what a camera adds, or refused in one line."""

import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from dealt.errors import SetupError, StorageError
from dealt.vision import photo
from dealt.vision.photo import load, stored
from tests.vision.eyes import picture

ORIENTATION, GPS = 0x0112, 0x8825


def four_colours(width=120, height=80):
    """Red, green, blue and white quarters, uint8 [y, x, RGB]."""
    pixels = np.zeros((height, width, 3), np.uint8)
    y, x = height // 2, width // 2
    pixels[:y, :x], pixels[:y, x:] = (255, 0, 0), (0, 255, 0)
    pixels[y:, :x], pixels[y:, x:] = (0, 0, 255), (255, 255, 255)
    return pixels


def corners(pixels):
    """The colours of the four corners, in letters, row by row."""
    names = {(1, 0, 0): "r", (0, 1, 0): "g", (0, 0, 1): "b", (1, 1, 1): "w"}
    high, wide = pixels.shape[0] - 5, pixels.shape[1] - 5
    spots = [(5, 5), (5, wide), (high, 5), (high, wide)]
    return "".join(names[tuple((pixels[spot] > 128).astype(int))] for spot in spots)


# what a camera stores for each way of holding it, and how the upright photo looks
TURNS = {1: "rgbw", 2: "grwb", 3: "wbgr", 4: "bwrg", 5: "rbgw", 6: "brwg", 7: "wgbr", 8: "gwrb"}


@pytest.mark.parametrize("turn", TURNS)
def test_photos_are_turned_as_the_camera_was_held(turn):
    """All eight ways that EXIF knows."""
    exif = Image.Exif()
    exif[ORIENTATION] = turn
    pixels = load(picture(four_colours(), exif=exif, quality=95))
    assert corners(pixels) == TURNS[turn]
    assert pixels.shape == ((80, 120, 3) if turn < 5 else (120, 80, 3))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "BMP", "TIFF", "GIF"])
def test_usual_kinds_of_pictures_are_read(kind, tmp_path):
    """From a file and from its content."""
    content = picture(four_colours(), kind)
    (tmp_path / "a.bin").write_bytes(content)
    for source in (content, tmp_path / "a.bin", str(tmp_path / "a.bin")):
        pixels = load(source)
        assert pixels.dtype == np.uint8 and pixels.shape == (80, 120, 3)
        assert corners(pixels) == "rgbw"


@pytest.mark.parametrize("mode", ["L", "1", "P", "CMYK", "RGBA", "LA", "I;16"])
def test_other_ways_to_store_colours_are_read(mode):
    """Grey, palettes, printing inks, transparency, deep grey."""
    buffer = io.BytesIO()
    image = Image.fromarray(four_colours())
    if mode == "I;16":
        image = Image.fromarray(np.linspace(0, 60000, 9600).reshape(80, 120).astype(np.uint16))
    else:
        image = image.convert(mode)
    image.save(buffer, "TIFF" if mode == "CMYK" else "PNG")
    assert load(buffer.getvalue()).shape == (80, 120, 3)


def test_transparent_pixels_become_grey():
    """So that no card shines through that is none."""
    buffer = io.BytesIO()
    Image.new("RGBA", (100, 100), (255, 0, 0, 0)).save(buffer, "PNG")
    assert (load(buffer.getvalue()) == photo.GREY).all()


def test_large_photos_are_scaled_down():
    """With the same shape, and before anything else is done."""
    content = picture(np.zeros((1500, 6000, 3), np.uint8), quality=30)
    assert load(content).shape == (1024, 4096, 3)


def test_a_kept_photo_has_nothing_of_the_camera():
    """Neither place nor time nor anything else; and it is not larger than needed."""
    exif = Image.Exif()
    exif[0x010F] = "maker of the camera"
    exif.get_ifd(GPS)[2] = (52.0, 30.0, 0.0)
    content = picture(np.zeros((200, 3000, 3), np.uint8), exif=exif, comment=b"at home")
    assert b"maker of the camera" in content
    stored_photo = stored(load(content))
    assert b"camera" not in stored_photo
    assert b"Exif" not in stored_photo
    assert b"at home" not in stored_photo
    with Image.open(io.BytesIO(stored_photo)) as image:
        assert image.format == "JPEG" and max(image.size) == photo.LONGEST_STORED
        assert not image.getexif()


def png_of_size(width, height):
    """A PNG that says it is so large, and is a few bytes."""

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = chunk(b"IDAT", zlib.compress(b""))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + data + chunk(b"IEND", b"")


CUT = picture(four_colours(600, 400))[:3000]
REFUSED = {
    "empty": (b"", "the photo is empty"),
    "text": (b"4H 5H 6H\n" * 20, "is not a readable picture"),
    "a document": (b"%PDF-1.7\n" + b"x" * 100, "is a document"),
    "a drawing": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "is a document"),
    "cut off": (CUT, "is damaged"),
    "one pixel": (picture(np.zeros((1, 1, 3), np.uint8)), "1 x 1 pixels; cards cannot be read"),
    "a strip": (picture(np.zeros((70, 2000, 3), np.uint8)), "that is not a photo of a table"),
    "a bomb": (png_of_size(30_000, 30_000), "megapixels at most"),
    "a small bomb": (png_of_size(12_000, 11_000), "megapixels at most"),
    "an empty PNG": (png_of_size(200, 200), "is damaged"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_is_not_a_photo_is_refused_in_one_line(name):
    """With what is wrong and what would be right."""
    content, reason = REFUSED[name]
    with pytest.raises(StorageError, match=reason) as refused:
        load(content)
    assert "\n" not in str(refused.value) and str(refused.value).startswith("the photo ")


@pytest.mark.parametrize("at", range(0, 900, 60))
def test_damaged_files_never_end_in_a_traceback(at):
    """A byte changed anywhere: read or refused."""
    content = bytearray(picture(four_colours(), quality=50))
    content[at % len(content)] ^= 0xFF
    message = ""
    try:
        assert load(bytes(content)).shape[2] == 3
    except StorageError as error:
        message = str(error)
    assert "\n" not in message


def test_missing_files_and_folders_get_one_line(tmp_path):
    """Each by its name."""
    with pytest.raises(StorageError, match=r"photo '.*none.jpg' not found"):
        load(tmp_path / "none.jpg")
    with pytest.raises(StorageError, match="is a folder; name a photo in it"):
        load(tmp_path)
    with pytest.raises(StorageError, match="cannot read"):
        load("a\0b.jpg")


def test_too_many_bytes_are_refused(monkeypatch):
    """Before they are looked at."""
    monkeypatch.setattr(photo, "MOST_BYTES", 100)
    with pytest.raises(StorageError, match="a photo has 100 at most"):
        load(picture(four_colours()))


def test_without_its_reader_a_heic_photo_says_what_would_help(monkeypatch):
    """It names the package, and the way without it."""
    monkeypatch.setitem(__import__("sys").modules, "pillow_heif", None)
    with pytest.raises(SetupError, match=r"HEIC photo: pip install pillow-heif, or save it as"):
        load(b"\0\0\0\x18ftypheic\0\0\0\0" + b"\0" * 40)
