"""How worlds treat contact: solid things that stop a step, or AerialVLN's rule of near depth."""

from typing import Literal, cast, get_args

import numpy as np
from numpy.typing import NDArray

from aircity.errors import InputError

Collision = Literal["solid", "airvln"]

_NEAR_M = 0.4
_SHARE = 0.1


def checked_collision(name: str) -> Collision:
    """The treatment of contact by that name."""
    for known in get_args(Collision):
        if name == known:
            return cast(Collision, known)
    raise InputError(f"collision {name!r} is unknown; valid are {', '.join(get_args(Collision))}")


def is_close(depth_m: NDArray[np.float32]) -> bool:
    """AirVLN's test of a forward view: more than 10 % of its pixels are nearer than 0.4 m."""
    return float((depth_m < _NEAR_M).mean()) > _SHARE
