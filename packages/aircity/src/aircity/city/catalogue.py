"""The catalogue: named scenes for benchmarks, and any style with any seed."""

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from aircity.city.cache import cached_scene
from aircity.city.procedural.generation import generate
from aircity.city.procedural.styles import STYLE_NAMES, style_of_city
from aircity.city.scene import CityScene
from aircity.errors import InputError

Progress = Callable[[str, float], None]
"""Told what is being done and how far it is, 0 to 1."""

DEFAULT_SIZE_M = 700.0
_SIZES_M = (200.0, 1200.0)


@dataclass(frozen=True, slots=True)
class SceneSpec:
    """All that decides a procedural scene."""

    name: str
    style: str
    seed: int
    split: Literal["seen", "unseen", "dev"]
    size_m: float
    description: str


_SEEN = (
    SceneSpec(
        "granite-heights", "downtown", 11, "seen", 900.0, "skyscrapers on a tilted grid beside a river"
    ),
    SceneSpec("silver-junction", "downtown", 24, "seen", 700.0, "a dense business quarter with a roundabout"),
    SceneSpec("old-abbey", "old-town", 3, "seen", 700.0, "ring lanes, tiled roofs and steeples"),
    SceneSpec("candle-hill", "old-town", 8, "seen", 600.0, "a small old town around its market square"),
    SceneSpec("copper-bay", "harbour", 5, "seen", 800.0, "docks with cranes, containers and ships"),
    SceneSpec("elm-college", "campus", 7, "seen", 700.0, "brick halls and lawns around a lake"),
    SceneSpec("maple-bend", "suburb", 2, "seen", 700.0, "detached houses on curving streets"),
    SceneSpec("iron-works", "industrial", 6, "seen", 800.0, "halls, tanks and chimneys by the railway"),
    SceneSpec("swan-lake", "park-city", 4, "seen", 1000.0, "towers around a great park with a lake"),
    SceneSpec("twin-bridges", "river-town", 9, "seen", 800.0, "a market town on both banks of a river"),
    SceneSpec("sunny-slabs", "modernist", 10, "seen", 800.0, "slabs and towers standing free in the green"),
    SceneSpec("willow-court", "campus", 15, "seen", 600.0, "a compact campus with sports grounds"),
)
_UNSEEN = (
    SceneSpec("lantern-canals", "canal-town", 21, "unseen", 700.0, "narrow brick houses along canals"),
    SceneSpec("coral-sands", "seaside", 22, "unseen", 800.0, "hotels, a promenade, a beach and a pier"),
    SceneSpec("glass-harbour", "downtown", 33, "unseen", 800.0, "towers of glass above a river quay"),
    SceneSpec("heron-ford", "river-town", 35, "unseen", 700.0, "old houses and bridges over a winding river"),
    SceneSpec("clover-fields", "suburb", 37, "unseen", 700.0, "houses, gardens and playing fields"),
)
_DEV = (
    SceneSpec("proving-ground", "downtown", 101, "dev", 600.0, "a downtown for tuning"),
    SceneSpec("practice-square", "old-town", 102, "dev", 600.0, "an old town for tuning"),
    SceneSpec("trial-green", "modernist", 103, "dev", 600.0, "an estate for tuning"),
)

SCENES: Mapping[str, SceneSpec] = MappingProxyType({spec.name: spec for spec in (*_SEEN, *_UNSEEN, *_DEV)})
"""Every named scene: 12 seen and 5 unseen for benchmarks, 3 for tuning."""


def load_scene(scene: str | SceneSpec, *, progress: Progress | None = None) -> CityScene:
    """A named scene, from the cache if it was built before."""
    spec = SCENES.get(scene) if isinstance(scene, str) else scene
    if spec is None:
        raise InputError(_unknown("scene", str(scene), SCENES))
    _check(spec.style, spec.seed, spec.size_m)
    key = (spec.name, spec.style, str(spec.seed), f"{spec.size_m:g}")
    return cached_scene(
        key, lambda: _generate(spec.name, spec.style, spec.seed, spec.size_m, progress), progress
    )


def style_of(name: str) -> str | None:
    """The style of a scene of the catalogue or of a style@seed, by its name alone; None of any other."""
    style = SCENES[name].style if name in SCENES else name.partition("@")[0]
    return style if style in STYLE_NAMES else None


def make_scene(style: str, seed: int, size_m: float = DEFAULT_SIZE_M) -> CityScene:
    """A new scene of any style and seed, named style@seed; it is not cached."""
    _check(style, seed, size_m)
    return _generate(f"{style}@{seed}", style, seed, size_m, None)


def _generate(name: str, style: str, seed: int, size_m: float, progress: Progress | None) -> CityScene:
    chosen = style_of_city(style, seed)
    return generate(chosen, seed, size_m, name=name, style_name=style, progress=progress)


def _check(style: str, seed: int, size_m: float) -> None:
    if style not in STYLE_NAMES:
        raise InputError(_unknown("style", style, STYLE_NAMES))
    if seed < 0:
        raise InputError(f"seed {seed} must be 0 or more")
    if not _SIZES_M[0] <= size_m <= _SIZES_M[1]:
        raise InputError(f"scene size {size_m:g} m must be between {_SIZES_M[0]:g} and {_SIZES_M[1]:g} m")


def _unknown(what: str, name: str, valid: Iterable[str]) -> str:
    names = list(valid)
    close = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    return f"unknown {what} {name!r}.{hint} Valid are: {', '.join(names)}."
