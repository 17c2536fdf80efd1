"""Draws paths for people who tell them, and for people who check what was told.

Run: python -m benchmarks.measure.path_pictures --out DIR [--split hard] [--reader] [PATH ...]
Each path has a folder: `map.png`, the city from above with the path and no names; `strip-01.png` and so on,
one per leg, with the views to the left, ahead and to the right where it begins, then what is ahead about
every 27 m and before and after every bend; `facts.txt`, what is true of each leg. With --reader there are no
facts: whoever reads an instruction is to follow it by the pictures alone.
"""

import argparse
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from airanchor.bench.episodes import Episode, load_split
from airanchor.bench.episodes.paths.scout import Scout
from airanchor.bench.episodes.splits import SPLITS, untold
from airanchor.bench.episodes.telling.facts import Leg
from airanchor.drawing import (
    PAPER,
    SCREEN_DPI,
    Area,
    Dot,
    MapFrame,
    Photo,
    Sheet,
    Stroke,
    Words,
    north_arrow,
    rectangle,
    save_drawing,
    scale_bar,
)
from aircity.city.render.renderer import Renderer
from aircity.geometry import Camera, Pose
from aircity.world.action import Action
from benchmarks.measure.path_facts import compass, departure, facts_of, flown, legs_of, scouted

COLUMNS = 3
VIEW_PX = (512, 384)
_HORIZON_PX = 150
"""The row of the horizon: more ground is shown than sky."""
_CAPTION_PX = 26
_APART_M = 27.0
_STEP_M = 5.0
_BEND_RAD = math.radians(29)
_MOST_AHEAD = 5
_MAP_PX = 1400
_MAP_MARGIN_M = 90.0
_MAP_HEIGHT_M = 750.0
"""Low enough to be clear of the haze, high enough to look straight down on most of the map."""
_LINE, _START, _GOAL, _INK = "#ffe100", "#18b030", "#e01020", "#10141a"
_AHEAD = replace(Camera.from_fov(*VIEW_PX), cy_px=float(_HORIZON_PX))
_DOWN = Camera.from_fov(*VIEW_PX).pitched(-math.pi / 2)


@dataclass(frozen=True, slots=True)
class View:
    """One picture of a strip."""

    pose: Pose
    caption: str
    is_down: bool = False


def views_of(leg: Leg, number: int, actions: Sequence[Action], poses: Sequence[Pose]) -> list[View]:
    """All around where the leg begins, then ahead along it."""
    begun = departure(actions, leg)
    views = _around(poses[leg.first], f"leg {number} begins")
    turned = [f"{abs(leg.climb_m)} m {'up' if leg.climb_m > 0 else 'down'}"] if leg.climb_m else []
    turned += [f"{abs(leg.turn_deg)} deg {'right' if leg.turn_deg > 0 else 'left'}"] if leg.turn_deg else []
    after = f"after {', '.join(turned)}" if turned else "straight on"
    for row in _rows(actions, poses, begun, leg.last):
        metres = _STEP_M * sum(action is Action.MOVE_FORWARD for action in actions[begun:row])
        where = f"leg {number}, {after if row == begun else f'{metres:.0f} m on'}"
        views.append(View(poses[row], f"{where}: ahead"))
    return views


def _around(here: Pose, where: str) -> list[View]:
    sides = {"left": -90.0, "ahead": 0.0, "right": 90.0}
    return [View(_turned(here, degrees), f"{where}: looking {name}") for name, degrees in sides.items()]


def _turned(pose: Pose, degrees: float) -> Pose:
    return replace(pose, heading_rad=pose.heading_rad + math.radians(degrees))


def _rows(actions: Sequence[Action], poses: Sequence[Pose], first: int, last: int) -> list[int]:
    """Where to look ahead: evenly from first to last, and on both sides of a bend."""
    ahead = [row for row in range(first, last) if actions[row] is Action.MOVE_FORWARD]
    count = min(max(1, round(len(ahead) * _STEP_M / _APART_M)), _MOST_AHEAD)
    chosen = {ahead[len(ahead) * part // count] for part in range(count)} | {first, last}
    for before, after in itertools.pairwise([*ahead, last]):
        if abs(poses[after].heading_rad - poses[before].heading_rad) > _BEND_RAD:
            chosen |= {before + 1, after}
    return sorted(chosen)


def strip_of(views: Sequence[View], renderer: Renderer) -> Sheet:
    """Pictures in rows, each with its caption above it."""
    width, height = VIEW_PX
    lines = math.ceil(len(views) / COLUMNS)
    sheet = Sheet(COLUMNS * width, lines * (height + _CAPTION_PX))
    sheet.add(Area(rectangle((0, 0, sheet.width, sheet.height)), PAPER))
    for place, view in enumerate(views):
        x, y = (place % COLUMNS) * width, (place // COLUMNS) * (height + _CAPTION_PX)
        camera = _DOWN if view.is_down else _AHEAD
        picture = Image.fromarray(renderer.render(view.pose, camera).rgb)
        told = f"{view.caption} ({compass(view.pose.heading_rad)}, {view.pose.z_m:.0f} m up)"
        sheet.add(
            Photo((x + 2, y + _CAPTION_PX, width - 4, height - 2), picture),
            Words((x + 4, y + _CAPTION_PX - 7), told, 17, _INK),
        )
    return sheet


def map_of(legs: Sequence[Leg], poses: Sequence[Pose], renderer: Renderer) -> Sheet:
    """The city from above with the path, the numbers of its legs, north and the scale, and no names."""
    points = np.array([pose.position for pose in poses])
    low, high = points[:, :2].min(axis=0), points[:, :2].max(axis=0)
    frame = MapFrame.square(_MAP_PX, (low + high) / 2, float((high - low).max()) + _MAP_MARGIN_M)
    fov_deg = 2 * math.degrees(math.atan(frame.span_m / 2 / _MAP_HEIGHT_M))
    camera = Camera.from_fov(_MAP_PX, _MAP_PX, fov_deg).pitched(-math.pi / 2)
    ground = renderer.render(Pose(frame.north_m, frame.east_m, _MAP_HEIGHT_M, 0.0), camera).rgb
    sheet = Sheet(_MAP_PX, _MAP_PX)
    sheet.add(
        Photo(frame.box, ImageOps.autocontrast(Image.fromarray(ground), cutoff=0.4, preserve_tone=True))
    )
    line = tuple(_over(frame, pose) for pose in poses)
    sheet.add(Stroke(line, _INK, 9.0), Stroke(line, _LINE, 5.0))
    for number, leg in enumerate(legs, start=1):
        place = line[leg.first]
        fill = _START if number == 1 else _INK
        sheet.add(
            Dot(place, 15.0, fill, PAPER),
            Words((place[0], place[1] + 7), str(number), 20, PAPER, "middle", is_bold=True),
        )
    sheet.add(Dot(line[-1], 13.0, _GOAL, PAPER), *scale_bar(frame, 24.0), *north_arrow(frame, 24.0))
    return sheet


def _over(frame: MapFrame, pose: Pose) -> tuple[float, float]:
    """Where the camera above sees the drone: what is nearer to it looks farther from the middle."""
    nearer = _MAP_HEIGHT_M / (_MAP_HEIGHT_M - pose.z_m)
    return frame.at(
        (
            frame.north_m + nearer * (pose.x_m - frame.north_m),
            frame.east_m + nearer * (pose.y_m - frame.east_m),
        )
    )


def write_path(path: Episode, scout: Scout, folder: Path, *, is_reader: bool) -> None:
    """One path's folder."""
    actions, poses = flown(path)
    legs = legs_of(path)
    save_drawing(map_of(legs, poses, scout.renderer), folder / "map.png", dpi=SCREEN_DPI)
    for number, leg in enumerate(legs, start=1):
        views = views_of(leg, number, actions, poses)
        if number == len(legs):
            views += [
                *_around(poses[-1], "THE END")[::2],
                View(poses[-1], "THE END: below", True),
            ]
        save_drawing(strip_of(views, scout.renderer), folder / f"strip-{number:02d}.png", dpi=SCREEN_DPI)
    if not is_reader:
        (folder / "facts.txt").write_text(facts_of(path, scout), "utf-8")


def main() -> None:
    """Write the folders."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="*", help="path ids; all of the split if none is given")
    parser.add_argument("--split", choices=tuple(SPLITS), default="hard")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--reader", action="store_true", help="pictures only, to check an instruction")
    given = parser.parse_args()
    episodes = load_split(given.split) if SPLITS[given.split].tellings else untold(given.split)
    found = {one.trajectory_id: one for one in episodes}
    if strange := [name for name in given.paths if name not in found]:
        parser.error(f"{strange[0]!r} is no path of {given.split}; its ids look like {next(iter(found))}")
    chosen = [found[name] for name in given.paths or found]
    for one, scout in scouted(chosen):
        write_path(one, scout, given.out / one.trajectory_id, is_reader=given.reader)
        print(given.out / one.trajectory_id, flush=True)


if __name__ == "__main__":
    main()
