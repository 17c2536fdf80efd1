"""The network: a small convolutional encoder-decoder from a picture to the cells of its view."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from airanchor.embedded.eyes.net.planes import PLANES
from airanchor.embedded.eyes.reader.traits import TRAITS
from airanchor.learn.eyes.data.truth import CLASSES

OUTPUTS = {"names": CLASSES, "traits": len(TRAITS), "joins": 2, "depth": 1}
"""What a cell is told, in the order of the channels."""
WIDTHS = (20, 44, 88, 136)
HEAD = 64


def _conv(inward: int, outward: int, *, size: int = 3, step: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inward, outward, size, step, size // 2, bias=False),
        nn.BatchNorm2d(outward),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):  # type: ignore[misc]  # torch is not looked into
    """Two convolutions beside a straight way; `spread` widens what the second one sees."""

    def __init__(self, width: int, spread: int = 1) -> None:
        super().__init__()
        self.first = _conv(width, width)
        self.second = nn.Conv2d(width, width, 3, padding=spread, dilation=spread, bias=False)
        self.norm = nn.BatchNorm2d(width)

    def forward(self, x: Tensor) -> Tensor:
        """The same shape."""
        return functional.relu(x + self.norm(self.second(self.first(x))))


class EyesNet(nn.Module):  # type: ignore[misc]  # as above
    """Planes at half the size of a picture to cells at a quarter.

    (b, PLANES, h/2, w/2) to (b, all outputs, h/4, w/4). Four scales, from a quarter down to a
    thirty-second of the picture; the normalisation melts into the convolutions on export.
    """

    def __init__(self, widths: tuple[int, int, int, int] = WIDTHS, head: int = HEAD) -> None:
        super().__init__()
        a, b, c, d = widths
        self.four = nn.Sequential(_conv(PLANES, a, step=2), _conv(a, a))
        self.eight = nn.Sequential(_conv(a, b, step=2), Residual(b))
        self.sixteen = nn.Sequential(_conv(b, c, step=2), Residual(c), Residual(c))
        self.thirty_two = nn.Sequential(_conv(c, d, step=2), Residual(d), Residual(d, spread=2))
        self.to_sixteen, self.at_sixteen = _conv(d, c, size=1), Residual(c)
        self.to_eight, self.at_eight = _conv(c, b, size=1), Residual(b)
        self.to_four, self.from_four = _conv(b, head, size=1), _conv(a, head, size=1)
        self.at_four = nn.Sequential(
            nn.Conv2d(head, head, 3, padding=1, groups=head, bias=False),
            nn.BatchNorm2d(head),
            nn.ReLU(inplace=True),
            _conv(head, head, size=1),
        )
        self.out = nn.Conv2d(head, sum(OUTPUTS.values()), 1)

    def forward(self, planes: Tensor) -> Tensor:
        """All outputs of all cells, as logits."""
        return self.out(self.features(planes))

    def features(self, planes: Tensor) -> Tensor:
        """The descriptor of each cell that the outputs are linear in, (b, head, h/4, w/4)."""
        four = self.four(planes)
        eight = self.eight(four)
        sixteen = self.sixteen(eight)
        deepest = self.thirty_two(sixteen)
        sixteen = self.at_sixteen(sixteen + _twice(self.to_sixteen(deepest)))
        eight = self.at_eight(eight + _twice(self.to_eight(sixteen)))
        return self.at_four(self.from_four(four) + _twice(self.to_four(eight)))


def _twice(x: Tensor) -> Tensor:
    return functional.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False)


def split(outputs: Tensor) -> dict[str, Tensor]:
    """The outputs by name, (b, channels, h, w) each."""
    return dict(zip(OUTPUTS, torch.split(outputs, list(OUTPUTS.values()), dim=1), strict=True))
