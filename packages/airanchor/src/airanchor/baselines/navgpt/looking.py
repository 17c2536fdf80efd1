"""What captions, boxes and depth images say together: the observation of one place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from airanchor.baselines.boxes import Box
from airanchor.baselines.navgpt.config import NavGptConfig
from airanchor.baselines.navgpt.measuring import free_distance_m, ground_below_m, place_of_box
from airanchor.reasoner.roles.peers.navgpt.directions import Octant, direction_of, wrapped_deg
from airanchor.reasoner.roles.peers.navgpt.observation import DirectionBlock, ObjectCue, ToldSurroundings
from aircity.geometry import Pose
from aircity.world import Observation

SAME_DEG = 10.0
"""Pictures are twice as wide as the directions, so a thing is seen in two of them: one name at bearings this
near to each other is one thing."""


@dataclass(frozen=True, slots=True, eq=False)
class DescribedView:
    """One picture, and what a model said of it."""

    direction: Octant
    view: Observation
    caption: str
    boxes: tuple[tuple[str, Box], ...]
    """Names and where they are in the picture."""


def surroundings(
    views: Sequence[DescribedView], body: Pose, config: NavGptConfig, reliable_range_m: float
) -> ToldSurroundings:
    """The directions that were looked at, in their order, with every object in the one it lies in."""
    objects = _told(_placed(views, body, reliable_range_m), config)
    blocks = {view.direction: _block(view, objects, config, reliable_range_m) for view in views}
    for direction in Octant:  # the rims of a single picture lie in directions that were not looked at
        if direction not in blocks and objects[direction]:
            blocks[direction] = DirectionBlock(direction, "not looked at", objects[direction])
    ordered = tuple(blocks[direction] for direction in Octant if direction in blocks)
    ahead = next((one.view for one in views if one.direction is Octant.FRONT), None)
    return ToldSurroundings(ordered, None if ahead is None else ground_below_m(ahead))


def _block(
    described: DescribedView,
    objects: Mapping[Octant, tuple[ObjectCue, ...]],
    config: NavGptConfig,
    reliable_range_m: float,
) -> DirectionBlock:
    free_m = free_distance_m(described.view, config.corridor_m)
    capped_m = None if free_m is None else min(free_m, reliable_range_m)
    return DirectionBlock(
        described.direction,
        described.caption,
        objects[described.direction],
        capped_m,
        is_capped=free_m is not None and free_m > reliable_range_m,
    )


def _placed(views: Sequence[DescribedView], body: Pose, reliable_range_m: float) -> list[ObjectCue]:
    """Every object once, as that picture shows it in whose middle it is; those named first lead."""
    seen: list[tuple[float, int, ObjectCue]] = []
    for described in views:
        for rank, (name, box) in enumerate(described.boxes):
            place = place_of_box(box, described.view, body, reliable_range_m)
            aside_deg = abs(wrapped_deg(place.bearing_deg - described.direction.offset_deg))
            cue = ObjectCue(name, place.bearing_deg, place.distance_m, place.dz_m)
            seen.append((aside_deg, rank, cue))
    kept: list[tuple[int, ObjectCue]] = []
    for _, rank, cue in sorted(seen, key=lambda one: one[0]):
        if not any(_is_same(cue, other) for _, other in kept):
            kept.append((rank, cue))
    return [cue for _, cue in sorted(kept, key=lambda one: one[0])]


def _is_same(one: ObjectCue, other: ObjectCue) -> bool:
    is_near = abs(wrapped_deg(one.bearing_deg - other.bearing_deg)) <= SAME_DEG
    return is_near and one.name.casefold() == other.name.casefold()


def _told(cues: Sequence[ObjectCue], config: NavGptConfig) -> dict[Octant, tuple[ObjectCue, ...]]:
    """What was named first of each direction, the nearest first; beyond the range only that it is there."""
    told: dict[Octant, tuple[ObjectCue, ...]] = {}
    for direction in Octant:
        here = [cue for cue in cues if direction_of(cue.bearing_deg) is direction][: config.most_objects]
        here.sort(key=lambda cue: (cue.distance_m is None, cue.distance_m or 0.0))
        told[direction] = tuple(_within(cue, config.object_range_m) for cue in here)
    return told


def _within(cue: ObjectCue, range_m: float) -> ObjectCue:
    is_far = cue.distance_m is None or cue.distance_m > range_m
    return ObjectCue(cue.name, cue.bearing_deg, None) if is_far else cue
