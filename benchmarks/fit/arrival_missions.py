"""Short missions to things that are there, to known kinds that are not, and to things that are made up."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from airanchor.bench.episodes.paths.landmarks import CategoryWords, NameableObject, kinds, nameable
from aircity.city.scene import CityScene
from aircity.city.surveyor import CitySurveyor
from aircity.geometry import Pose

STYLES = (
    "downtown", "old-town", "park-city", "river-town", "campus", "suburb", "modernist", "industrial",
    "harbour",
)  # fmt: skip
"""All but those of which unseen scenes alone are made."""
FIRST_SEED, SEEDS = 2601, 3
"""No named scene and no scene of another fit has these."""
DEV_SCENES = ("proving-ground", "practice-square", "trial-green")
NEAREST_M, FARTHEST_M = 25.0, 150.0
"""How far from the start the thing of a mission is."""
LOW_M, HIGH_M = 12.0, 35.0
FACED_SHARE, FACED_DEG = 0.6, 40.0
"""How many missions begin with the thing in view, and how far off the heading it is then."""
NAMED_LIKELY = 1.5
"""Kinds less likely to be named are told of too seldom to matter."""
MADE_UP = (
    "Eiffel Tower", "dragon statue", "spaceport", "Golden Gate Bridge", "giant robot", "volcano", "zoo",
    "opera house", "nuclear reactor", "Statue of Liberty", "submarine", "treehouse", "waterfall", "oil rig",
    "space shuttle", "dinosaur skeleton", "dolphin sculpture", "pizzeria", "teleporter", "ski jump",
)  # fmt: skip
_COLOURS = frozenset((
    "red", "white", "blue", "green", "yellow", "orange", "brown", "black", "silver", "gray", "beige", "cream",
    "teal", "golden", "pink", "purple", "bronze",
))  # fmt: skip
_PHRASES = {
    "to": ("Fly to the {}.", "Go to the {} and stop there.", "Head over to the {}."),
    "over": ("Fly over the {}.", "Cross over the {}."),
    "past": ("Fly past the {} on its left side.", "Pass the {}."),
}


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that a mission names."""

    words: str
    category: str | None
    """The kind that is meant; None for what is made up."""
    attributes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Order:
    """A mission and what it is about."""

    name: str
    scene: str
    kind: str
    """present, absent or made up: of the first thing named."""
    way: str
    text: str
    start: Pose
    told: tuple[Told, ...]


def train_scenes() -> tuple[str, ...]:
    """The scenes that are fitted to."""
    return tuple(f"{style}@{FIRST_SEED + seed}" for seed in range(SEEDS) for style in STYLES)


def orders(scene: CityScene, surveyor: CitySurveyor, name: str, rounds: int = 1) -> Iterator[Order]:
    """The missions of one scene, the same each time; so many rounds of them."""
    for turn in range(rounds):
        yield from _round(scene, surveyor, name, turn)


def _round(scene: CityScene, surveyor: CitySurveyor, name: str, turn: int) -> Iterator[Order]:
    rng = np.random.default_rng([41 + turn, *name.encode()])
    poses = surveyor.sample_poses(160, rng, lowest_m=LOW_M, highest_m=HIGH_M, clearance_m=5.0)
    there = list(nameable(scene).values())
    have = {one.category for one in scene.objects}
    missing = [one for one, kind in kinds().items() if one not in have and kind.likely >= NAMED_LIKELY]
    plan = ("to", "to", "to", "over", "past", "two", "absent", "absent", "absent", "made up", "made up")
    for number, way in enumerate(plan):
        label = f"{name}/{number + turn * len(plan):02d}"
        if way == "absent":
            told = _told(rng, str(rng.choice(missing)), ())
            yield _order(label, name, "absent", "to", poses[int(rng.integers(len(poses)))], (told,), rng)
        elif way == "made up":
            told = Told(str(rng.choice(MADE_UP)), None)
            yield _order(label, name, "made up", "to", poses[int(rng.integers(len(poses)))], (told,), rng)
        else:
            one, pose = _pick(there, poses, rng)
            others = [_told_of(one, rng)]
            if way == "two":
                others.append(_told_of(_pick(there, poses, rng)[0], rng))
            yield _order(label, name, "present", way, pose, tuple(others), rng)


def _order(
    label: str, scene: str, kind: str, way: str, pose: Pose, told: tuple[Told, ...], rng: np.random.Generator
) -> Order:
    phrases = _PHRASES.get(way, ("Fly to the {}, then continue to the {}.",))
    text = str(rng.choice(phrases)).format(*(one.words for one in told))
    return Order(label, scene, kind, way, text, pose, told)


def _pick(
    there: Sequence[NameableObject], poses: Sequence[Pose], rng: np.random.Generator
) -> tuple[NameableObject, Pose]:
    """A kind by how likely it is named, one of it, and a pose near enough, most often facing it."""
    by_kind: dict[str, list[NameableObject]] = {}
    for thing in there:
        by_kind.setdefault(thing.thing.category, []).append(thing)
    names = sorted(by_kind)
    likely = np.array([by_kind[one][0].kind.likely for one in names])
    while True:
        some = by_kind[str(rng.choice(names, p=likely / likely.sum()))]
        one = some[int(rng.integers(len(some)))]
        near = [pose for pose in poses if NEAREST_M <= one.distance_m(pose.x_m, pose.y_m) <= FARTHEST_M]
        if near:
            break
    pose = near[int(rng.integers(len(near)))]
    if rng.random() < FACED_SHARE:
        off_deg = rng.uniform(-FACED_DEG, FACED_DEG)
        to_rad = math.atan2(one.y_m - pose.y_m, one.x_m - pose.x_m)
        pose = Pose(pose.x_m, pose.y_m, pose.z_m, to_rad + math.radians(off_deg))
    return one, pose


def _told_of(one: NameableObject, rng: np.random.Generator) -> Told:
    return _told(rng, one.thing.category, one.thing.attributes)


def _told(rng: np.random.Generator, category: str, attributes: Sequence[str]) -> Told:
    """The thing in words: any dialect's noun, with a colour in half of the cases."""
    kind: CategoryWords = kinds()[category]
    noun = str(rng.choice(sorted({*kind.nouns, *kind.us, *kind.uk})))
    colours = [word for word in attributes if word in _COLOURS] or (
        [] if attributes else [str(rng.choice(sorted(_COLOURS)))]
    )
    if colours and rng.random() < 0.5:
        return Told(f"{colours[0]} {noun}", category, (colours[0],))
    return Told(noun, category)
