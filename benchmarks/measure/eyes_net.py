"""How well the trained eyes name what views show, by true masks, and how long a look takes.

Run: python -m benchmarks.measure.eyes_net [SCENE ...] [--views 12] [--seed 19] [--each]

Scenes are the three tuning ones unless others are named: catalogue names or style@seed. A thing counts where
it shows six cells of four by four pixels or more; its name is the one with the largest mean log-probability
over its cells.
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from airanchor.bench.grounding.evaluation import DEV_SCENES
from airanchor.bench.grounding.views import TrueView, survey_views
from airanchor.embedded.eyes.net import CellMaps, CityNet
from airanchor.embedded.eyes.reader.names import NAMES, NOTHING
from airanchor.embedded.eyes.reader.traits import COLOURS
from airanchor.learn.eyes.data.truth import FIRST_OBJECT, ObjectTable, Truth
from aircity.world import Observation

LEAST_CELLS = 6
EYES = ("colour", "colour and depth", "hues turned", "hues turned, depth")
Right = dict[int, list[bool]]


def look(net: CityNet, view: Observation, eye: str) -> CellMaps:
    """What the network tells of a view as one kind of eye sees it."""
    rgb = np.ascontiguousarray(view.rgb[..., [2, 0, 1]]) if eye.startswith("hues turned") else view.rgb
    depth_m = view.depth_m if eye.endswith("depth") else None
    return net.look(rgb, depth_m, focal_px=view.camera.fx_px, pitch_rad=view.camera.pitch_rad)


def things(rows: NDArray[np.uint16]) -> Iterator[tuple[int, NDArray[np.bool_]]]:
    """The objects that show enough cells, with their masks."""
    for row in np.unique(rows).tolist():
        mask = rows == row
        if row >= FIRST_OBJECT and mask.sum() >= LEAST_CELLS:
            yield row, mask


def judge(maps: CellMaps, rows: NDArray[np.uint16], truth: Truth, right: Right, colours: list[bool]) -> None:
    """Add which things of a view were named right, by name, and whose colour was told right."""
    for row, mask in things(rows):
        name = int(truth.names[row])
        if name == NOTHING:
            continue
        right[name].append(int(maps.log_names[mask].mean(axis=0).argmax()) == name)
        wanted = truth.traits[row][: len(COLOURS)]
        if wanted.any():
            colours.append(bool(wanted[maps.traits[mask][:, : len(COLOURS)].mean(axis=0).argmax()]))


def table_of(true: TrueView) -> ObjectTable:
    """The city's objects as rows, in one order for all its views."""
    return ObjectTable([true.objects[one] for one in sorted(true.objects)])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("scenes", nargs="*", default=list(DEV_SCENES))
    parser.add_argument("--views", type=int, default=12)
    parser.add_argument("--seed", type=int, default=19)
    parser.add_argument("--each", action="store_true", help="also every name, from colour")
    options = parser.parse_args()
    net = CityNet()
    right: dict[str, Right] = {eye: defaultdict(list) for eye in EYES}
    colours: dict[str, list[bool]] = {eye: [] for eye in EYES}
    spent_ms: list[float] = []
    tables: dict[str, ObjectTable] = {}
    for true in survey_views(tuple(options.scenes), options.views, options.seed):
        if true.scene not in tables:
            tables[true.scene] = table_of(true)
        rows = tables[true.scene].cells(true.ids)
        for eye in EYES:
            start_s = time.thread_time()
            maps = look(net, true.view, eye)
            spent_ms.append(1000 * (time.thread_time() - start_s))
            judge(maps, rows, tables[true.scene].truth, right[eye], colours[eye])
    print(f"{'':22}{'names':>8}{'things':>8}{'colours':>8}{'n':>7}")
    for eye in EYES:
        every = [one for column in right[eye].values() for one in column]
        by_name = [np.mean(column) for column in right[eye].values()]
        shares = (np.mean(by_name), np.mean(every), np.mean(colours[eye]))
        print(f"{eye:22}" + "".join(f"{share:8.2f}" for share in shares) + f"{len(every):7}")
    print(f"a look takes {np.median(spent_ms):.0f} ms of one thread (median of {len(spent_ms)})")
    if options.each:
        for name, column in sorted(right["colour"].items(), key=lambda one: -len(one[1])):
            print(f"{NAMES[name].name:24}{np.mean(column):6.2f}{len(column):6}")


if __name__ == "__main__":
    main()
