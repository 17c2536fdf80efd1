"""What a reply comes to, whatever its wording: what is flown or judged; whether two differ in it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.reasoner.roles import Skill, Status, read_outcome
from aircity.geometry import Camera, Pose

Reply = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Margins:
    """By how much replies must differ to lead to something else, and one be better than the other."""

    direction_deg: float = 7.5
    """Half a turn of the drone."""
    distance_m: float = 2.5
    """Half a step."""
    climb_m: float = 1.0
    """Half a step up."""


MARGINS = Margins()


def differs(role: str, one: Reply, other: Reply, camera: Camera) -> bool:
    """Whether two replies lead to something else."""
    if role == "navigation":
        return _decides_otherwise(one, other, camera)
    if role == "panorama":
        return (
            _apart_deg(_number(one, "yaw_delta_deg"), _number(other, "yaw_delta_deg")) > MARGINS.direction_deg
        )
    if role == "reflection":
        return outcome(one) != outcome(other)
    if role == "backtracking":
        return one.get("node_id") != other.get("node_id")
    if role == "landmark_selection":
        return chosen(one) != chosen(other)
    return _asks_otherwise(one, other, camera)


def outcome(reply: Reply) -> str:
    """What a verdict makes of the subtask."""
    status = str(reply.get("status"))
    return status if status != Status.COMPLETED else read_outcome(str(reply.get("progress", "")))[0]


def chosen(reply: Reply) -> dict[str, str | None]:
    """By landmark, the instance chosen for it."""
    return {str(one.get("landmark_id")): one.get("instance_id") for one in rows(reply, "matches")}


def rows(reply: Reply, name: str) -> list[Mapping[str, Any]]:
    """A list of a reply."""
    found = reply.get(name)
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list | tuple) else []


def asked_words(reply: Reply) -> list[str]:
    """The things that an anchor query asks for, each as one text."""
    return [
        " ".join((*map(str, one.get("attributes") or ()), str(one.get("category"))))
        for one in rows(reply, "anchors")
        if one.get("type") == "object"
    ]


def led_to(reply: Reply, pose: Pose, camera: Camera) -> NDArray[np.float64] | None:
    """Where a decision leads in free air, (3,): a turn nowhere, going back unknown."""
    told = reply.get("parameters")
    given = told if isinstance(told, Mapping) else {}
    moved: NDArray[np.float64] = np.zeros(3)
    if reply.get("skill") == Skill.PIXEL:
        moved = _number(given, "distance_m") * camera.rays_in_world(np.array(_pixel(given)), pose)
    elif reply.get("skill") == Skill.ALTITUDE:
        moved = np.array([0.0, 0.0, _number(given, "delta_h_m")])
    elif reply.get("skill") != Skill.VIEW:
        return None
    return np.asarray(pose.position + moved)


def _decides_otherwise(one: Reply, other: Reply, camera: Camera) -> bool:
    if one.get("skill") != other.get("skill"):
        return True
    here = Pose(0.0, 0.0, 0.0, 0.0)
    if one.get("skill") == Skill.PIXEL:
        first, second = (reply["parameters"] for reply in (one, other))
        is_aside = _between_deg(_pixel(first), _pixel(second), camera) > MARGINS.direction_deg
        lengths = abs(_number(first, "distance_m") - _number(second, "distance_m"))
        return is_aside or lengths > MARGINS.distance_m
    if one.get("skill") == Skill.ALTITUDE:
        ends = [led_to(reply, here, camera) for reply in (one, other)]
        assert ends[0] is not None and ends[1] is not None
        return abs(float(ends[0][2] - ends[1][2])) > MARGINS.climb_m
    return False


def _asks_otherwise(one: Reply, other: Reply, camera: Camera) -> bool:
    if sorted(asked_words(one)) != sorted(asked_words(other)):
        return True
    first, second = (
        [_pixel(row) for row in rows(reply, "anchors") if row.get("type") == "direction"]
        for reply in (one, other)
    )
    return len(first) != len(second) or any(
        _between_deg(a, b, camera) > MARGINS.direction_deg for a, b in zip(first, second, strict=True)
    )


def _between_deg(one: tuple[float, float], other: tuple[float, float], camera: Camera) -> float:
    first, second = camera.rays(np.array([one, other], dtype=float))
    return math.degrees(math.acos(min(1.0, max(-1.0, float(first @ second)))))


def _pixel(given: Mapping[str, Any]) -> tuple[float, float]:
    u, v = given["pixel"]
    return float(u), float(v)


def _number(given: Mapping[str, Any], name: str) -> float:
    value = given.get(name)
    return float(value) if isinstance(value, int | float) else 0.0


def _apart_deg(one: float, other: float) -> float:
    return abs((one - other + 180) % 360 - 180)
