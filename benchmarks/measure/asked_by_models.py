"""How often the detector finds what a strong model asked for: its recorded phrases asked again, counts only.

Run: python -m benchmarks.measure.asked_by_models RECORDINGS [RECORDINGS ...] [--json]

Every folder below RECORDINGS is the run of one recorded flight. Each view it asked in is rendered again, and
each object phrase is asked of the detector alone. Where the model also pointed at the thing (profile `plus`),
the detector is told where, and the thing at that pixel is what was meant; elsewhere a mask is right if it
lies mostly on a thing of the kind that was named. The phrases themselves are never shown.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.bench.grounding.truth import ViewTruth
from airanchor.bench.statistics import wilson
from airanchor.embedded.eyes.detector import EmbeddedDetector
from airanchor.embedded.eyes.detector.calibrated import CalibratedDetector
from airanchor.perception import Detection, Phrase
from airanchor.perception.text import load_text_encoder
from airanchor.trace import AnchorsEvent, AnswerEvent, DecisionEvent, read_trace
from aircity.city.library import open_scene
from aircity.city.render.renderer import Renderer
from aircity.city.scene import SceneObject
from aircity.geometry import Camera, Pose
from aircity.world import Observation

SURE = 0.5
"""From this chance on an answer counts as told surely."""
MOSTLY = 0.5


@dataclass(frozen=True, slots=True)
class Asked:
    """An object that a model asked for, where it stood."""

    pose: Pose
    phrase: Phrase
    pixel: tuple[int, int] | None
    """Where it pointed in the view ahead, if it did."""


@dataclass(frozen=True, slots=True)
class Found:
    """What the detector made of it."""

    is_pointed: bool
    chance: float | None
    """None if nothing was found."""
    is_right: bool
    is_known: bool
    """Whether the view shows what was meant: the thing pointed at, or one of the kind that was named."""


def asked_in(folder: Path) -> tuple[str, list[Asked]]:
    """The scene of a recorded flight and the objects asked for in it."""
    scene, pose, replies, found = "", None, [], []
    for event in read_trace(folder).events:
        if event.kind == "scene":
            scene = event.scene_id
        elif isinstance(event, DecisionEvent):
            pose = event.pose
        elif isinstance(event, AnswerEvent):
            replies = (event.reply or {}).get("anchors") or replies
        elif isinstance(event, AnchorsEvent) and pose is not None:
            found += [_asked(one, pose) for one in replies if one["type"] == "object"]
            replies = []
    return scene, found


def _asked(reply: dict[str, Any], pose: Pose) -> Asked:
    pixel = reply.get("pixel") if reply.get("view", "ahead") == "ahead" else None
    return Asked(pose, Phrase(reply["category"], tuple(reply["attributes"])), tuple(pixel) if pixel else None)


def measure(folders: Sequence[Path]) -> Iterator[Found]:
    """Every recorded object asked again."""
    detector = CalibratedDetector(EmbeddedDetector(load_text_encoder()))
    camera = Camera.from_fov(512, 512)
    for folder in folders:
        scene_id, every = asked_in(folder)
        scene = open_scene(scene_id)
        objects = {one.id: one for one in scene.objects}
        renderer = Renderer(scene)
        for pose in dict.fromkeys(one.pose for one in every):
            frame = renderer.render(pose, camera)
            view = Observation(frame.rgb, frame.depth_m, pose, camera)
            for one in every:
                if one.pose == pose:
                    yield judged(one, answer(detector, one, view), frame.object_id, objects)
        renderer.close()


def answer(detector: CalibratedDetector, asked: Asked, view: Observation) -> Detection | None:
    """The surest answer, or what lies where the model pointed, as flights ask for it."""
    if asked.pixel is not None:
        return detector.detect_at(asked.phrase, view, asked.pixel)
    return next(iter(detector.detect(asked.phrase, view)), None)


def judged(
    asked: Asked, best: Detection | None, ids: NDArray[np.int32], objects: dict[int, SceneObject]
) -> Found:
    """The best answer beside what was meant."""
    if asked.pixel is not None:
        own = int(ids[asked.pixel[1], asked.pixel[0]])
        meant = {own} & objects.keys()
    else:
        meant = ViewTruth(ids, objects).answers(Phrase(asked.phrase.category)).keys()
    is_right = best is not None and float(np.isin(ids[best.mask], list(meant)).mean()) >= MOSTLY
    return Found(asked.pixel is not None, best.confidence if best else None, is_right, bool(meant))


def summarise(found: Sequence[Found]) -> dict[str, Any]:
    """Counts with intervals."""
    known = [one for one in found if one.is_known]
    told = [one for one in known if one.chance is not None]
    sure = [one for one in told if one.chance is not None and one.chance >= SURE]
    stray = [one for one in found if not one.is_known]
    return {
        "asked": len(found),
        "shown by the view": len(known),
        "right": _share([one.is_right for one in known]),
        "answered": _share([one.chance is not None for one in known]),
        f"right of those told {SURE:g} or more": _share([one.is_right for one in sure]),
        f"not shown, yet told {SURE:g} or more": _share([(one.chance or 0.0) >= SURE for one in stray]),
    }


def _share(hits: Sequence[bool]) -> list[float] | None:
    if not hits:
        return None
    found = wilson(sum(hits), len(hits))
    return [sum(hits), len(hits), *(round(one, 3) for one in (found.value, found.low, found.high))]


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("recordings", nargs="+", type=Path)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    folders = [
        events.parent
        for root in options.recordings
        for events in sorted(root.glob("*/rows/*/traces/*/events.jsonl*"))
    ]
    found = list(measure(folders))
    groups = {
        "pointed at": [one for one in found if one.is_pointed],
        "by kind alone": [one for one in found if not one.is_pointed],
    }
    table = {name: summarise(rows) for name, rows in groups.items()}
    if options.json:
        print(json.dumps(table))
        return
    for name, rows in table.items():
        print(name)
        for what, value in rows.items():
            print(f"  {what}: {value}")


if __name__ == "__main__":
    main()
