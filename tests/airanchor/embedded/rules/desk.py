"""A desk to put rules to the test: roles are asked as the agent asks them, replies checked as strictly."""

import json
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.ears.clause import Clause, Manoeuvre, Mention
from airanchor.embedded.eyes.reader import NamedDetection, PictureDetection, pixel_of_bearing
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.transport import RULES
from airanchor.embedded.rules.words.names import Names
from airanchor.perception import Phrase
from airanchor.reasoner.pixels import PixelConvention
from airanchor.reasoner.prompts.reader import read_prompt
from airanchor.reasoner.prompts.template import render
from airanchor.reasoner.role import Role
from airanchor.reasoner.roles import Context, Prior
from tests.airanchor.perception.fakes import LetterEncoder

TOWER = Mention("tower", ("red",))
CHURCH = Mention("church")


@dataclass(frozen=True)
class PlantedScene:
    """A picture of which is known what it shows."""

    size_px: tuple[int, int]
    detections: dict[str, PictureDetection] = field(default_factory=dict)
    """By category."""
    height_m: float = 30.0

    def find(self, phrase: Phrase, limit: int = 5) -> tuple[PictureDetection, ...]:
        return (self.detections[phrase.category],) if phrase.category in self.detections else ()

    def objects(self, limit: int = 8) -> tuple[NamedDetection, ...]:
        return tuple(NamedDetection(name, ("red",), seen) for name, seen in self.detections.items())[:limit]

    def openness(self) -> NDArray[np.float64]:
        return np.ones(self.size_px[0])

    def open_pixel(self, toward_px: tuple[int, int] | None = None) -> tuple[int, int]:
        return toward_px or (self.size_px[0] // 2, self.size_px[1] // 2)

    def caption(self) -> str:
        return "a planted view"


class PlantedScenes:
    """Reads plain pictures by their grey value; those not planted show nothing."""

    def __init__(self, by_grey: dict[int, dict[str, PictureDetection]] | None = None) -> None:
        self._by_grey = by_grey or {}

    def read(self, rgb: NDArray[np.uint8]) -> PlantedScene:
        return PlantedScene((rgb.shape[1], rgb.shape[0]), self._by_grey.get(int(rgb[0, 0, 0]), {}))


def sight(
    bearing_deg: float, range_m: float | None, size_px: int = 512, score: float = 0.9
) -> PictureDetection:
    """A detection in a picture of that size, a little below the horizon."""
    u, v = pixel_of_bearing(bearing_deg, -5.0, (size_px, size_px))
    mask = np.zeros((size_px, size_px), bool)
    return PictureDetection(
        (u - 5, v - 5, u + 5, v + 5), (u, v), mask, score, bearing_deg, -5.0, range_m, None, False
    )


def senses_for(*clauses: Clause, scenes: PlantedScenes | None = None, **settings: Any) -> Senses:
    """Senses whose reader finds these clauses in every text."""
    config, names = RulebookConfig(**settings), LetterEncoder()
    return Senses(Names(names, config.naming), scenes or PlantedScenes(), lambda text: tuple(clauses), config)


def to(*mentions: Mention, **fields: Any) -> Clause:
    """An approach."""
    return Clause(Manoeuvre.TO, mentions, **fields)


def ask(role: Role[Any, Any], request: object, senses: Senses) -> Any:
    """The rule's reply to a rendered prompt; it must be strictly valid as it stands."""
    prompt = read_prompt(render(role, request, PixelConvention()))
    assert prompt.role == role.name
    answer = json.loads(json.dumps(RULES[role.name](prompt, senses)))
    return role.check(role.coerce(answer, request), request)


def context(progress: str = "NotStarted", subtask: str = "the subtask", plan: str = "go") -> Context:
    """A context; the text of the subtask does not matter where clauses are given."""
    return Context(subtask, progress, plan)


def image(height_px: int = 128, width_px: int = 128, grey: int = 150) -> NDArray[np.uint8]:
    """A plain picture."""
    return np.full((height_px, width_px, 3), grey, np.uint8)


def object_line(index: int, label: str, bearing_deg: float, d_xy_m: float, dz_m: float = 0.0) -> str:
    """A decision sentence about an object."""
    return (
        f"Anchor {index} [Object: {label}]: The object center is {_place(bearing_deg, dz_m)}, "
        f"at a horizontal distance of {d_xy_m:.1f} m and a 3D distance of {np.hypot(d_xy_m, dz_m):.1f} m."
    )


def free_line(index: int, bearing_deg: float, free_m: float, dz_m: float = 0.0) -> str:
    """A decision sentence about a direction; from 100 m on it is capped."""
    if free_m >= 100:
        return (
            f"Anchor {index} [Direction]: Free travel distance along this direction exceeds 100 m. "
            f"The geometric reference is capped at 100 m and lies {_place(bearing_deg, dz_m)}."
        )
    return (
        f"Anchor {index} [Direction]: Free travel distance along this direction: {free_m:.1f} m. "
        f"The ray-cast endpoint is {_place(bearing_deg, dz_m)}, at a horizontal distance of {free_m:.1f} m."
    )


def cue_line(index: int, label: str | None, bearing_deg: float, d_xy_m: float, dz_m: float = 0.0) -> str:
    """A comparison sentence."""
    name = "Direction" if label is None else f"Object: {label}"
    return (
        f"Anchor {index} [{name}]: {_place(bearing_deg, dz_m)}, horizontal distance {d_xy_m:.1f} m, "
        f"3D distance {np.hypot(d_xy_m, dz_m):.1f} m."
    )


def prior(label: str, bearing_deg: float, d_xy_m: float, *, reliability: float = 0.8) -> Prior:
    """A landmark found in memory."""
    cue = f"{_place(bearing_deg, 0.0)}, horizontal distance {d_xy_m:.1f} m, 3D distance {d_xy_m:.1f} m"
    return Prior("L1", label, "O3", cue, reliability)


def _place(bearing_deg: float, dz_m: float) -> str:
    side, level = ("right" if bearing_deg >= 0 else "left"), ("above" if dz_m >= 0 else "below")
    return f"{abs(bearing_deg):.1f} degrees to your {side}, {abs(dz_m):.1f} m {level} the UAV"
