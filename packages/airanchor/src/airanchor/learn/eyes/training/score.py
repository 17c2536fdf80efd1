"""How well a network names things whose true masks are known, on cities it did not learn from."""

from collections import defaultdict
from collections.abc import Iterable

import numpy as np
import torch
from numpy.typing import NDArray

from airanchor.embedded.eyes.reader.traits import COLOURS
from airanchor.learn.eyes.data.store import TrainingPicture
from airanchor.learn.eyes.data.truth import FIRST_OBJECT
from airanchor.learn.eyes.training.batches import planes_of
from airanchor.learn.eyes.training.net import EyesNet, split

LEAST_CELLS = 6
"""Objects that show fewer are not asked for."""
_TURNED = [2, 0, 1]
"""Red as green, green as blue, blue as red."""


@torch.no_grad()  # type: ignore[untyped-decorator]  # torch is not looked into
def score(
    net: EyesNet, pictures: Iterable[TrainingPicture], *, with_depth: bool, turn_hues: bool = False
) -> dict[str, float]:
    """Shares right: `objects` of all, `names` as the mean over names, `colours` of objects that have one."""
    by_name: dict[int, list[bool]] = defaultdict(list)
    colours: list[bool] = []
    net.eval()
    for picture in pictures:
        rgb = np.ascontiguousarray(picture.rgb[..., _TURNED]) if turn_hues else picture.rgb
        log_names, traits = _answers(net, picture, rgb, with_depth)
        for row in np.unique(picture.rows).tolist():
            mask = picture.rows == row
            if row < FIRST_OBJECT or mask.sum() < LEAST_CELLS:
                continue
            name = int(picture.names[mask][0])
            by_name[name].append(int(log_names[:, mask].mean(axis=1).argmax()) == name)
            wanted = picture.traits[mask][0][: len(COLOURS)]
            if wanted.any():
                colours.append(bool(wanted[traits[: len(COLOURS), mask].mean(axis=1).argmax()]))
    every = [one for column in by_name.values() for one in column]
    return {
        "names": _mean([_mean(column) for column in by_name.values()]),
        "objects": _mean(every),
        "colours": _mean(colours),
        "count": float(len(every)),
    }


def _answers(
    net: EyesNet, picture: TrainingPicture, rgb: NDArray[np.uint8], with_depth: bool
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Log-probabilities of names and logits of traits, (channels, h, w) each."""
    depth = (picture.log_depth, np.ones(picture.log_depth.shape, np.bool_)) if with_depth else None
    planes = torch.from_numpy(planes_of(rgb, picture.window, depth)).permute(2, 0, 1)[None]
    with torch.autocast("cpu", torch.bfloat16):
        out = split(net(planes).float())
    return out["names"].log_softmax(1)[0].numpy(), out["traits"][0].numpy()


def _mean(values: list[bool] | list[float]) -> float:
    return round(float(np.mean(values)), 4) if values else 0.0
