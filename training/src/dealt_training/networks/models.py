"""The networks: one finds marks on a photo, one reads a mark that was turned upright, one tells
piles from single cards and where edges are, and one whether a guess where a card lies is right.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from dealt.vision.detector import MIDDLE, SPREAD

STRIDE = 4  # pixels of the photo for a cell of what the finder returns
CHANNELS = 14  # heat, direction 2, log height, offset 2, outline 8


def _layer(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class _Residual(nn.Module):
    """Two 3x3 layers beside a way straight through."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = _layer(channels, channels)
        self.second = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels)
        )

    def forward(self, x: Tensor) -> Tensor:
        """Same shape as `x`."""
        return torch.relu(x + self.second(self.first(x)))


def _stage(inputs: int, outputs: int, blocks: int) -> nn.Sequential:
    layers = [_Residual(outputs) for _ in range(blocks)]
    return nn.Sequential(_layer(inputs, outputs, 2), *layers)


def _card_stages(planes: int) -> list[nn.Module]:
    """What looks at a cut-out card: [n, planes, 128, 96] -> [n, 64, 8, 6]."""
    stem = [_layer(planes, 16, 2), _Residual(16)]
    return [*stem, _stage(16, 32, 1), _stage(32, 48, 1), _stage(48, 64, 1)]


def _placed(planes: int) -> list[nn.Module]:
    """What `_card_stages` found, place by place: [n, 64, 8, 6] -> [n, 48]."""
    fewer, joined = nn.Conv2d(64, planes, 1), nn.Linear(planes * 8 * 6, 48)
    return [fewer, nn.ReLU(inplace=True), nn.Flatten(), joined, nn.ReLU(inplace=True)]


def _scaled(photo: Tensor) -> Tensor:
    return (photo - MIDDLE) / SPREAD


class MarkFinder(nn.Module):
    """Photo -> a heat map of mark centres and, cell by cell, what the mark there is like.

    Takes float32 [n, 3, height, width] of 0 to 255, height and width multiples of 32; returns
    [n, CHANNELS, height / 4, width / 4]: the heat as a logit, then the direction from rank to suit
    (sine, cosine), the logarithm of the height in units of 24 pixels, the offset from the middle
    of the cell in cells, and the card's corners from the mark in its own frame in units of 4
    heights (those of a right mark mirrored, as if it were a left one).
    """

    def __init__(self, widths: tuple[int, int, int, int] = (24, 48, 64, 88)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.stem = _layer(3, 16, 2)
        self.stages = nn.ModuleList(
            [_stage(16, a, 2), _stage(a, b, 3), _stage(b, c, 3), _stage(c, d, 2)]
        )
        self.sides = nn.ModuleList([nn.Conv2d(w, a, 1) for w in widths])
        self.joined = _layer(a, 48)
        self.head = nn.Conv2d(48, CHANNELS, 1)
        assert self.head.bias is not None
        with torch.no_grad():
            self.head.bias[0] = -4.0  # at the start hardly any cell is a mark

    def forward(self, photo: Tensor) -> Tensor:
        """See the class."""
        return self.of_scaled(_scaled(photo))

    def of_scaled(self, photo: Tensor) -> Tensor:
        """The same of a photo that `_scaled` has been at."""
        x = self.stem(photo)
        levels = []
        for stage, side in zip(self.stages, self.sides, strict=True):
            x = stage(x)
            levels.append(side(x))
        y = levels[-1]
        for level in reversed(levels[:-1]):
            y = level + nn.functional.interpolate(y, scale_factor=2.0, mode="nearest")
        return torch.as_tensor(self.head(self.joined(torch.relu(y))))


class PeakFinder(nn.Module):
    """A finder as it is shipped: the heat as a chance, kept only where no neighbour has more.

    It takes photos that are scaled already: OpenCV does that while it puts their colours apart.
    """

    def __init__(self, finder: MarkFinder) -> None:
        super().__init__()
        self.finder = finder

    def forward(self, scaled: Tensor) -> Tensor:
        """As `MarkFinder.of_scaled`, the heat as a chance."""
        finds = self.finder.of_scaled(scaled)
        heat = torch.sigmoid(finds[:, :1])
        top = nn.functional.max_pool2d(heat, 3, 1, 1)
        peaks = heat * (heat >= top).float()
        return torch.cat([peaks, finds[:, 1:]], 1)


class MarkReader(nn.Module):
    """Upright mark -> logits of 13 ranks and no rank, of 4 suits and no suit, and how it lies.

    Takes float32 [n, 3, 64, 48] of 0 to 255; returns [n, 14] and [n, 5], "none" being the last, and
    [n, 3]: the logit of `left`, which is easier to see upright, how much further the mark should
    have been turned, in units of `targets.TURN`, and the logarithm of how much larger it is than
    it was taken for, in units of `targets.SIZE`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _layer(3, 24, 2),
            _Residual(24),
            _Residual(24),
            _stage(24, 56, 3),
            _stage(56, 128, 1),
            nn.Flatten(),  # neighbours stand close by: where something is seen counts
            nn.Dropout(0.1),
        )
        self.rank = nn.Linear(128 * 8 * 6, 14)
        self.suit = nn.Linear(128 * 8 * 6, 5)
        self.pose = nn.Linear(128 * 8 * 6, 3)

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """See the class."""
        x = self.body(_scaled(crops))
        return self.rank(x), self.suit(x), self.pose(x)


class CardJudge(nn.Module):
    """Card cut out with a rim of its surroundings -> whether it is on a pile, where its edges are.

    Takes float32 [n, 3, 128, 96] of 0 to 255, see `crops.Photo.straight`; returns [n, 1], the logit
    that it lies on a squared-up pile, and [n, 8]: how much further out its left, upper, right and
    lower edges are than the outline by which it was cut out, in units of `outlines.EDGE`, and the
    logarithms of how far off that may be.  What tells of a pile is at the edges, wherever around
    the card: so each feature counts where it is strongest.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(*_card_stages(3))
        self.pile = nn.Sequential(nn.Dropout(0.1), nn.Linear(128, 1))
        self.edges = nn.Sequential(*_placed(16), nn.Linear(48, 8))

    def forward(self, cards: Tensor) -> tuple[Tensor, Tensor]:
        """See the class."""
        x = self.body(_scaled(cards))
        pile = self.pile(torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1))
        return pile, self.edges(x)


class Framer(nn.Module):
    """Card as it may lie, cut out -> the logit that it does, and its marks where they are said to.

    Takes float32 [n, 4, 128, 96] of 0 to 255, see `crops.Photo.framed`; returns [n, 1].  The edges
    of the card are always at the same places of the cut, so places are told from one another.
    """

    def __init__(self) -> None:
        super().__init__()
        first, through, flat, last, bend = _placed(24)
        self.body = nn.Sequential(*_card_stages(4), first, through, flat)
        self.right = nn.Sequential(last, bend, nn.Dropout(0.1), nn.Linear(48, 1))

    def forward(self, frames: Tensor) -> Tensor:
        """See the class."""
        return torch.as_tensor(self.right(self.body(_scaled(frames))))
