"""Routes for people who tell them leg by leg: what is true of each leg, and one sheet of pictures.

Run: python -m benchmarks.fit.route_sheets --out DIR [FILE ...]
The paths of `train`, or of files. Each path has `ID.txt`, the facts of `path_facts`, and `ID.png`, the
views ahead where each leg sets out and where it ends. Whoever gets these sees no instruction of ours.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image, ImageDraw

from airanchor.bench.episodes import Episode, load_split
from airanchor.bench.episodes.aerialvln import read_episodes
from aircity.city.render.renderer import Renderer
from aircity.geometry import Camera, Pose
from benchmarks.measure.path_facts import departure, facts_of, flown, legs_of, scouted

COLUMNS = 4
VIEW_PX = (320, 240)
_CAPTION_PX = 18


def sheet_of(path: Episode, renderer: Renderer) -> Image.Image:
    """Two pictures a leg: where it sets out, turned already, and where it ends."""
    views = list(_views(path))
    width, height = VIEW_PX
    rows = -(-len(views) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * width, rows * (height + _CAPTION_PX)), "white")
    pen = ImageDraw.Draw(sheet)
    camera = Camera.from_fov(*VIEW_PX)
    for place, (caption, pose) in enumerate(views):
        left, top = (place % COLUMNS) * width, (place // COLUMNS) * (height + _CAPTION_PX)
        sheet.paste(Image.fromarray(renderer.render(pose, camera).rgb), (left, top + _CAPTION_PX))
        pen.text((left + 4, top + 3), caption, "black")
    return sheet


def _views(path: Episode) -> Iterator[tuple[str, Pose]]:
    actions, poses = flown(path)
    for number, leg in enumerate(legs_of(path), start=1):
        yield f"leg {number} sets out", poses[departure(actions, leg)]
        yield f"leg {number} ends", poses[leg.last]


def write_sheets(paths: Sequence[Episode], folder: Path) -> None:
    """The two files of every path, scene by scene."""
    folder.mkdir(parents=True, exist_ok=True)
    for one, scout in scouted(paths):
        sheet_of(one, scout.renderer).save(folder / f"{one.trajectory_id}.png")
        (folder / f"{one.trajectory_id}.txt").write_text(facts_of(one, scout), "utf-8")
        print(one.trajectory_id, flush=True)


def main() -> None:
    """Write the sheets."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, help="files of episodes; the train split if none")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    told = (
        [one for file in given.files for one in read_episodes(file)[0]]
        if given.files
        else load_split("train")
    )
    first = {one.trajectory_id: one for one in reversed(told)}
    write_sheets(sorted(first.values(), key=lambda one: one.trajectory_id), given.out)


if __name__ == "__main__":
    main()
