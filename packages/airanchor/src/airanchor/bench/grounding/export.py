"""Views with their truth as files: PNG, NPZ and one COCO-like JSON; see docs/dataset.md for every field."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from airanchor.bench.grounding.phrases import choose_phrases
from airanchor.bench.grounding.views import Progress, TrueView, survey_views

FORMAT = "airanchor-dataset-1"


def export_dataset(
    out: Path,
    scenes: tuple[str, ...],
    *,
    views_per_scene: int,
    size_px: int = 512,
    seed: int = 0,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Write the dataset and return how much was written; the same arguments write the same bytes."""
    for folder in ("rgb", "depth", "ids"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    images: list[dict[str, Any]] = []
    annotations: list[dict[str, Any]] = []
    phrases: list[dict[str, Any]] = []
    names: dict[str, int] = {}
    for true in survey_views(scenes, views_per_scene, seed, size_px=size_px, progress=progress):
        image = _write_view(out, true, len(images) + 1)
        masks = _annotate(true, image["id"], len(annotations), names)
        images.append(image)
        annotations += masks
        phrases += _phrases(true, image["id"], masks, seed, len(phrases))
    categories = [{"id": number, "name": name} for name, number in names.items()]
    document = {
        "info": {"format": FORMAT, "scenes": list(scenes), "views_per_scene": views_per_scene, "seed": seed},
        "images": images,
        "categories": categories,
        "annotations": annotations,
        "phrases": phrases,
    }
    (out / "annotations.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    counts = {"images": images, "annotations": annotations, "phrases": phrases, "categories": categories}
    return {"folder": str(out), **{name: len(rows) for name, rows in counts.items()}}


def _write_view(out: Path, true: TrueView, number: int) -> dict[str, Any]:
    stem = f"{number:06d}"
    view, camera, pose = true.view, true.view.camera, true.view.pose
    Image.fromarray(view.rgb).save(out / "rgb" / f"{stem}.png")
    np.savez_compressed(out / "depth" / f"{stem}.npz", depth_m=view.depth_m)
    Image.fromarray(_colours_of(true.ids)).save(out / "ids" / f"{stem}.png")
    return {
        "id": number,
        "scene": true.scene,
        "width": camera.width_px,
        "height": camera.height_px,
        "rgb": f"rgb/{stem}.png",
        "depth": f"depth/{stem}.npz",
        "ids": f"ids/{stem}.png",
        "pose": {
            "north_m": round(pose.x_m, 4),
            "east_m": round(pose.y_m, 4),
            "up_m": round(pose.z_m, 4),
            "heading_deg": round(math.degrees(pose.heading_rad), 4),
        },
        "camera": {
            "fx_px": camera.fx_px,
            "fy_px": camera.fy_px,
            "cx_px": camera.cx_px,
            "cy_px": camera.cy_px,
            "pitch_deg": math.degrees(camera.pitch_rad),
        },
    }


def _colours_of(ids: NDArray[np.int32]) -> NDArray[np.uint8]:
    """An id as a colour: red + 256 green + 65536 blue, so that any picture program can hold it."""
    return np.stack([ids & 255, ids >> 8 & 255, ids >> 16 & 255], axis=-1).astype(np.uint8)


def _annotate(true: TrueView, image_id: int, before: int, names: dict[str, int]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for object_id, pixels in sorted(true.truth.visible.items()):
        one = true.objects[object_id]
        mask = true.ids == object_id
        v, u = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
        left, top = int(u[0]), int(v[0])
        rows.append(
            {
                "id": before + len(rows) + 1,
                "image_id": image_id,
                "category_id": names.setdefault(one.category, len(names) + 1),
                "object_id": object_id,
                "area": pixels,
                "bbox": [left, top, int(u[-1]) + 1 - left, int(v[-1]) + 1 - top],
                "attributes": list(one.attributes),
                "name": one.name,
                "z_min_m": round(one.z_min_m, 3),
                "z_max_m": round(one.z_max_m, 3),
                "footprint": [[round(x, 3), round(y, 3)] for x, y in one.footprint],
            }
        )
    return rows


def _phrases(
    true: TrueView, image_id: int, masks: list[dict[str, Any]], seed: int, before: int
) -> list[dict[str, Any]]:
    """What the view may be asked for and which annotations answer; none for what is not there."""
    annotation_of = {row["object_id"]: row["id"] for row in masks}
    chosen = choose_phrases(true, np.random.default_rng([seed, true.number]))
    return [
        {
            "id": before + index + 1,
            "image_id": image_id,
            "category": phrase.category,
            "attributes": list(phrase.attributes),
            "text": phrase.label,
            "answers": [annotation_of[one] for one in sorted(true.truth.answers(phrase))],
        }
        for index, phrase in enumerate(chosen)
    ]
