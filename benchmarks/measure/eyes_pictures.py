"""Masks of 24 phrases on views that no fit saw, two runs side by side.

Run: python -m benchmarks.measure.eyes_pictures --keep masks.npz, then with the other eyes
python -m benchmarks.measure.eyes_pictures --before masks.npz --out eyes.jpg
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from airanchor.bench.grounding.phrases import colour_of
from airanchor.bench.grounding.views import TrueView
from airanchor.embedded.eyes.detector import EmbeddedDetector
from airanchor.perception import Phrase
from airanchor.perception.text import load_text_encoder
from benchmarks.fit.landmark_views import see, stands
from benchmarks.fit.scene_reader_views import look_around

PHRASES = 24
HELD_OUT = ("canal-town@9102", "seaside@9103")
SIDE_PX = 200
_BAR_PX = 16
_RARE_PX = 400
_COMMON = (
    "tree",
    "car",
    "street lamp",
    "road",
    "pavement",
    "field",
    "lawn",
    "hills",
    "courtyard",
    "yard",
    "sea",
)
_LOOK = {"told": (255, 220, 0), "truth": (0, 255, 255)}


def questions() -> Iterator[tuple[TrueView, Phrase, int]]:
    """(view, phrase, the thing that is meant): half along dev paths, half in styles held out."""
    looks = [one for one in stands("dev", every=9) if one.place == "middle"]
    for stand, true in see(looks[:: max(len(looks) // (PHRASES // 2), 1)][: PHRASES // 2]):
        yield true, stand.phrase, stand.landmark
    for true in look_around(HELD_OUT, 0, 9, landmarks_per_scene=PHRASES // 4):
        large = {one: size for one, size in true.truth.visible.items() if size >= _RARE_PX}
        rare = [one for one in large if true.objects[one].category not in _COMMON]
        meant = min(rare or large, key=lambda one: (large[one], one))
        thing = true.objects[meant]
        colour = colour_of(thing)
        yield true, Phrase(thing.category, (colour,) if colour else ()), meant


def masks() -> list[tuple[TrueView, Phrase, int, NDArray[np.bool_], float]]:
    """The best mask of each question with its confidence; empty where there is none."""
    detector, rows = EmbeddedDetector(load_text_encoder()), []
    for true, phrase, meant in questions():
        found = detector.detect(phrase, true.view, box_threshold=0.05)[:1]
        mask = found[0].mask if found else np.zeros(true.ids.shape, np.bool_)
        rows.append((true, phrase, meant, mask, found[0].confidence if found else 0.0))
    return rows


def tile(true: TrueView, meant: int, mask: NDArray[np.bool_], text: str) -> Image.Image:
    """The view, the mask in yellow, the outline of the thing in cyan, a line of text above."""
    picture = true.view.rgb.astype(float)
    picture[mask] = 0.45 * picture[mask] + 0.55 * np.array(_LOOK["told"])
    own = true.ids == meant
    edge = own & ~(np.roll(own, 2, 0) & np.roll(own, -2, 0) & np.roll(own, 2, 1) & np.roll(own, -2, 1))
    picture[edge] = _LOOK["truth"]
    image = Image.new("RGB", (SIDE_PX, SIDE_PX + _BAR_PX), "black")
    image.paste(Image.fromarray(picture.astype(np.uint8)).resize((SIDE_PX, SIDE_PX)), (0, _BAR_PX))
    ImageDraw.Draw(image).text((2, 2), text, fill="white")
    return image


def main() -> None:
    """Ask, and keep the masks or draw them beside those kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=Path, help="where to keep the masks")
    parser.add_argument("--before", type=Path, help="masks to draw on the left of each pair")
    parser.add_argument("--out", type=Path, help="the picture to write")
    options = parser.parse_args()
    rows = masks()
    if options.keep:
        told = {"masks": np.stack([row[3] for row in rows]), "scores": np.array([row[4] for row in rows])}
        np.savez_compressed(options.keep, **told)
    if options.before and options.out:
        with np.load(options.before) as file:
            before = list(zip(file["masks"], file["scores"], strict=True))
        sheet = Image.new("RGB", (8 * SIDE_PX, PHRASES // 4 * (SIDE_PX + _BAR_PX)))
        for k, (true, phrase, meant, mask, score) in enumerate(rows):
            old, old_score = before[k]
            at = (k % 4 * 2 * SIDE_PX, k // 4 * (SIDE_PX + _BAR_PX))
            sheet.paste(tile(true, meant, old, f"{phrase.label[:26]}: {old_score:.2f}"), at)
            sheet.paste(tile(true, meant, mask, f"now {score:.2f}"), (at[0] + SIDE_PX, at[1]))
        sheet.save(options.out, quality=82)


if __name__ == "__main__":
    main()
