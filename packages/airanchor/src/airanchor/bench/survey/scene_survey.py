"""Surveying a scene as the paper pre-renders it: free poses, four headings each, names, grounded anchors."""

import math
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from airanchor.anchors import AnchorConfig, ObjectAnchor, ObjectRequest
from airanchor.anchors.mask import bounds_of
from airanchor.anchors.object import ground_object
from airanchor.anchors.outcome import RequestFate
from airanchor.bench.phrases import NAMES, describe
from airanchor.perception import Detection, ImageEncoder, Phrase
from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene
from aircity.city.surveyor import CitySurveyor
from aircity.geometry import Camera, Pose
from aircity.world import Observation

HEADINGS_DEG = (0, 90, 180, 270)
Ids = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class SensorNoise:
    """What a real depth camera and a real pose estimate add; zeros are perfect sensors."""

    depth_relative: float = 0.0
    """σ of depth, as a share of it."""
    dropout: float = 0.0
    """The share of pixels without a reading."""
    position_m: float = 0.0
    """σ of each coordinate of the reported position."""
    heading_deg: float = 0.0
    """σ of the reported heading."""


NOISY = SensorNoise(depth_relative=0.01, dropout=0.02, position_m=0.3, heading_deg=0.5)


@dataclass(frozen=True, slots=True, eq=False)
class Spotted:
    """A name for something in a view, and where it is in the image."""

    phrase: Phrase
    detection: Detection


class Spotter(Protocol):
    """Names up to a few things in a view without any mission in mind; ids are only for oracles."""

    def spot(self, view: Observation, ids: Ids) -> tuple[Spotted, ...]:
        """The things worth remembering, with their regions."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class SurveyedAnchor:
    """One grounded anchor of the survey and the object that it truly shows."""

    view: int
    anchor: ObjectAnchor
    object_id: int


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """All that a survey of one scene gave."""

    scene: str
    poses: tuple[Pose, ...]
    """One per view."""
    seen: tuple[SurveyedAnchor, ...]
    """In the order of the views."""
    named: int
    """How many names were given."""
    fates: dict[str, int]
    """What became of them."""

    def frames(self) -> Iterator[tuple[int, tuple[SurveyedAnchor, ...]]]:
        """The anchors view by view; views without any are left out."""
        by_view: dict[int, list[SurveyedAnchor]] = {}
        for one in self.seen:
            by_view.setdefault(one.view, []).append(one)
        for view, members in by_view.items():
            yield view, tuple(members)


class OracleSpotter:
    """Names the largest visible things from the ground truth, in varying words, with detector-like doubt."""

    def __init__(
        self,
        scene: CityScene,
        rng: np.random.Generator,
        *,
        variety: float = 0.5,
        most: int = 3,
        smallest_px: int = 500,
    ) -> None:
        self._objects = {one.id: one for one in scene.objects if one.category in NAMES}
        self._rng = rng
        self._variety = variety
        self._most = most
        self._smallest_px = smallest_px

    def spot(self, view: Observation, ids: Ids) -> tuple[Spotted, ...]:
        """The largest nameable things, largest first."""
        found, counts = np.unique(ids, return_counts=True)
        rows = [
            (count, object_id)
            for object_id, count in zip(found.tolist(), counts.tolist(), strict=True)
            if object_id in self._objects and count >= self._smallest_px
        ]
        rows.sort(key=lambda row: (-row[0], row[1]))
        return tuple(self._name(object_id, ids, count) for count, object_id in rows[: self._most])

    def _name(self, object_id: int, ids: Ids, count: int) -> Spotted:
        one = self._objects[object_id]
        phrase, _ = describe(one.category, one.attributes, self._rng, self._variety)
        mask = ids == object_id
        confidence = likely_confidence(count / ids.size, self._rng)
        return Spotted(phrase, Detection(mask, bounds_of(mask), confidence))


def likely_confidence(share: float, rng: np.random.Generator) -> float:
    """A box score as open-vocabulary detectors give it: higher for larger regions, never sure."""
    expected = 0.42 + 0.30 * min(1.0, math.sqrt(share / 0.10))
    return float(np.clip(rng.normal(expected, 0.08), 0.05, 0.95))


def stream(scene: str, seed: int, purpose: str) -> np.random.Generator:
    """The random numbers of one purpose in one scene, independent of those of all others."""
    return np.random.default_rng([seed, zlib.crc32(scene.encode()), zlib.crc32(purpose.encode())])


def survey_poses(surveyor: CitySurveyor, count: int, rng: np.random.Generator) -> tuple[Pose, ...]:
    """`count` free places, each with the four headings."""
    return tuple(
        replace(place, heading_rad=math.radians(heading if heading <= 180 else heading - 360))
        for place in surveyor.sample_poses(count, rng)
        for heading in HEADINGS_DEG
    )


def survey_scene(
    scene: CityScene,
    renderer: Renderer,
    spotter: Spotter,
    image_encoder: ImageEncoder,
    *,
    seed: int,
    places: int = 32,
    noise: SensorNoise | None = None,
) -> Survey:
    """Look around from every place, name things, and ground them as a flight would."""
    camera = Camera.from_fov()
    surveyor = CitySurveyor(scene, camera=camera, renderer=renderer)
    poses = survey_poses(surveyor, places, stream(scene.name, seed, "poses"))
    spoil = stream(scene.name, seed, "sensors")
    seen: list[SurveyedAnchor] = []
    fates = {fate.value: 0 for fate in (RequestFate.OBJECT, RequestFate.DEGRADED, RequestFate.DISCARDED)}
    for number, pose in enumerate(poses):
        frame = renderer.render(pose, camera)
        view = spoiled(Observation(frame.rgb, frame.depth_m, pose, camera), noise or SensorNoise(), spoil)
        for index, spotted in enumerate(spotter.spot(view, frame.object_id), start=1):
            outcome = ground_object(
                ObjectRequest(index, spotted.phrase),
                view,
                detector=_Given(spotted.detection),
                image_encoder=image_encoder,
                config=AnchorConfig(),
            )
            fates[outcome.fate.value] += 1
            if isinstance(outcome.anchor, ObjectAnchor):
                shown = true_object(spotted.detection.mask, frame.object_id)
                seen.append(SurveyedAnchor(number, outcome.anchor, shown))
    return Survey(scene.name, poses, tuple(seen), sum(fates.values()), fates)


def spoiled(view: Observation, noise: SensorNoise, rng: np.random.Generator) -> Observation:
    """The view as imperfect sensors would report it."""
    if noise == SensorNoise():
        return view
    depth_m = view.depth_m * np.maximum(
        1 + noise.depth_relative * rng.standard_normal(view.depth_m.shape), 0.01
    )
    depth_m = np.where(rng.random(view.depth_m.shape) < noise.dropout, 0.0, depth_m)
    x, y, z = (noise.position_m * rng.standard_normal(3)).tolist()
    turn = math.radians(noise.heading_deg * rng.standard_normal())
    pose = Pose(view.pose.x_m + x, view.pose.y_m + y, view.pose.z_m + z, view.pose.heading_rad).turned(turn)
    return replace(view, depth_m=depth_m.astype(np.float32), pose=pose)


def true_object(mask: NDArray[np.bool_], ids: Ids) -> int:
    """The object that most pixels of a mask show; 0 for the sky."""
    found, counts = np.unique(ids[mask], return_counts=True)
    return int(found[counts.argmax()])


class _Given:
    """A detector for one region that is already known."""

    name = "given"

    def __init__(self, detection: Detection) -> None:
        self._detection = detection

    def detect(
        self, phrase: Phrase, view: Observation, *, box_threshold: float = 0.30, text_threshold: float = 0.25
    ) -> tuple[Detection, ...]:
        return (self._detection,) if self._detection.confidence >= box_threshold else ()


def texts_of(phrases: Sequence[Phrase]) -> tuple[str, ...]:
    """Every text of phrases that a memory may want as a vector, once."""
    texts = [
        text
        for phrase in phrases
        for text in (phrase.category, phrase.appearance, phrase.label)
        if text is not None
    ]
    return tuple(dict.fromkeys(text.lower() for text in texts))
