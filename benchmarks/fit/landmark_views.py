"""Where a flight would look for its landmarks: views along reference paths, with the phrase that is told."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.bench.episodes import Episode, load_split
from airanchor.bench.episodes.episode import replay
from airanchor.bench.grounding.truth import ViewTruth
from airanchor.bench.grounding.views import TrueView
from airanchor.perception import Phrase
from aircity.city.library import open_scene
from aircity.city.render.renderer import Renderer
from aircity.city.scene import SceneObject
from aircity.geometry import Camera, Pose
from aircity.world import Action, Observation

SIZE_PX = 512
SPLITS = ("train", "dev")
"""The only splits that may be looked at."""
VIEWS_AROUND = 8
_NEAR_M, _APPROACH_M = 30.0, 60.0
_MARKS = re.compile(
    r"^(?:(?:the|a|an) )?"
    r"(?:(?:left|right)-hand one of the two |(?:farther|further|more distant) of the two )?"
    r"(?:(?:nearest|closest|second|third|other|left-hand|right-hand) )?"
)
_TAIL = re.compile(
    r" (?:with (?:(?:a|an|the|its) )?|that reads |(?=\w+ stor(?:eys|ies) high)"
    r"|on (?:its )?(?=plinth|pole|legs))"
)


@dataclass(frozen=True, slots=True)
class Stand:
    """One look for a leg's landmark."""

    scene: str
    path: str
    leg: int
    place: str
    """start: after the turn; middle: halfway; approach: 30 to 60 m before it; around: on the spot."""
    turned_deg: float
    pose: Pose
    phrase: Phrase
    landmark: int
    is_marked: bool
    """Whether the words say which of several alike is meant."""


def told_phrase(text: str) -> Phrase:
    """The words of a mention: marks such as "nearest" left out, what it has ("with ...") as an attribute."""
    plain = _MARKS.sub("", text.strip().lower().replace("colored", "coloured")).removesuffix(" of the two")
    head, *tails = _TAIL.split(plain, maxsplit=1)
    return Phrase(head, tuple(f"with {tail}" for tail in tails))


def stands(split: str, *, every: int = 1, first: int = 0) -> Iterator[Stand]:
    """Every n-th path of each scene of a split; voices take turns."""
    if split not in SPLITS:
        raise SystemExit(f"landmarks are looked for on {' and '.join(SPLITS)} only, not on {split!r}")
    return stands_of(load_split(split), every=every, first=first)


def stands_of(episodes: Sequence[Episode], *, every: int = 1, first: int = 0) -> Iterator[Stand]:
    """The same for any episodes that know their legs."""
    paths: dict[str, dict[str, list[Episode]]] = {}
    for one in episodes:
        paths.setdefault(one.scene_id, {}).setdefault(one.episode_id.rsplit("-", 1)[0], []).append(one)
    for name in sorted(paths):
        objects = {one.id: one for one in open_scene(name).objects}
        for number, (path, voices) in enumerate(sorted(paths[name].items())[first::every]):
            yield from _along(path, voices, number, objects)


def _along(
    path: str, voices: Sequence[Episode], number: int, objects: dict[int, SceneObject]
) -> Iterator[Stand]:
    for index, leg in enumerate(voices[0].facts["legs"]):
        told = voices[(number + index) % len(voices)]
        spans = [row for row in told.facts["mentions"] if row[2] == leg["landmark"]]
        if not spans or told.actions is None:
            continue
        phrase = told_phrase(told.instruction[spans[0][0] : spans[0][1]])
        poses = replay(told.start, told.actions)
        ahead = [k for k in range(leg["first"], leg["last"]) if told.actions[k] is Action.MOVE_FORWARD]
        place = np.asarray(objects[leg["landmark"]].footprint).mean(axis=0)
        ways_m = [math.hypot(place[0] - poses[k].x_m, place[1] - poses[k].y_m) for k in ahead]
        near = [k for k, way_m in zip(ahead, ways_m, strict=True) if _NEAR_M <= way_m <= _APPROACH_M]
        looks = [("around", leg["first"], turn) for turn in range(0, 360, 360 // VIEWS_AROUND)]
        if ahead:
            looks += [("start", ahead[0], 0), ("middle", ahead[len(ahead) // 2], 0)]
        if near:
            looks.append(("approach", near[-1], 0))
        for name, at, turn in looks:
            yield Stand(
                scene=told.scene_id,
                path=path,
                leg=index,
                place=name,
                turned_deg=turn,
                pose=poses[at].turned(math.radians(turn)),
                phrase=phrase,
                landmark=leg["landmark"],
                is_marked=bool(leg.get("mark")),
            )


def see(wanted: Sequence[Stand], *, size_px: int = SIZE_PX) -> Iterator[tuple[Stand, TrueView]]:
    """The view of each stand; stands of one scene should follow each other."""
    camera = Camera.from_fov(size_px, size_px)
    renderer: Renderer | None = None
    name, objects = "", {}
    for number, stand in enumerate(wanted):
        if renderer is None or stand.scene != name:
            if renderer is not None:
                renderer.close()
            scene = open_scene(stand.scene)
            name, objects, renderer = stand.scene, {one.id: one for one in scene.objects}, Renderer(scene)
        frame = renderer.render(stand.pose, camera)
        view = Observation(frame.rgb, frame.depth_m, stand.pose, camera)
        truth = ViewTruth(frame.object_id, objects)
        yield stand, TrueView(name, number, view, frame.object_id, truth, objects)
    if renderer is not None:
        renderer.close()


def range_to(one: SceneObject, pose: Pose) -> float:
    """Horizontal distance in metres to the nearest corner of a thing's outline."""
    corners: NDArray[np.float64] = np.asarray(one.footprint, float)
    return float(np.hypot(corners[:, 0] - pose.x_m, corners[:, 1] - pose.y_m).min())
