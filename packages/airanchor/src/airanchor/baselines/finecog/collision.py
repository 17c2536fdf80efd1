"""The collision warning: what one depth image says of flying forward, up and down. No model is asked."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.baselines.finecog.config import FineCogConfig
from aircity.geometry import Camera
from aircity.world import Action, Observation

Floats = NDArray[np.float64]
NO_WARNING = "None"


@dataclass(frozen=True, slots=True)
class CollisionWarning:
    """Which of the moves would likely hit something."""

    forward: bool = False
    up: bool = False
    down: bool = False

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions it warns of."""
        warned = ((self.forward, Action.MOVE_FORWARD), (self.up, Action.GO_UP), (self.down, Action.GO_DOWN))
        return tuple(action for is_warned, action in warned if is_warned)

    @property
    def words(self) -> str:
        """The warning as a sentence."""
        if not self.actions:
            return NO_WARNING
        named = " or ".join(action.name for action in self.actions)
        return f"Something is very close: {named} would likely hit it."


def collision_warning(view: Observation, config: FineCogConfig) -> CollisionWarning:
    """What the depth of a level view warns of; a lost reading (0 or NaN) warns of nothing."""
    depth_m = np.where(view.depth_m > 0, view.depth_m, np.inf).astype(np.float64)
    heights_m = _centre_heights(depth_m, view.camera, config)
    rows = max(1, round(config.edge_share * len(heights_m)))
    is_surface = _flat(heights_m, config.flat_gradient) & (np.abs(heights_m) < config.vertical_clearance_m)
    return CollisionWarning(
        forward=_is_close_ahead(depth_m, view.camera, config),
        up=bool(np.any(is_surface[:rows])),
        down=bool(np.any(is_surface[-rows:])),
    )


def _is_close_ahead(depth_m: Floats, camera: Camera, config: FineCogConfig) -> bool:
    """Whether anything is too near in the window that the body takes up at the forward clearance.

    |u - cx| <= fx (w / 2) / d and |v - cy| <= fy (h / 2) / d, with the body w x h metres, d the clearance.
    """
    half_u = camera.fx_px * config.body_width_m / 2 / config.forward_clearance_m
    half_v = camera.fy_px * config.body_height_m / 2 / config.forward_clearance_m
    columns = np.abs(np.arange(camera.width_px) - camera.cx_px) <= max(half_u, 0.5)
    rows = np.abs(np.arange(camera.height_px) - camera.cy_px) <= max(half_v, 0.5)
    return bool(np.any(depth_m[np.ix_(rows, columns)] < config.forward_clearance_m))


def _centre_heights(depth_m: Floats, camera: Camera, config: FineCogConfig) -> Floats:
    """Height over the camera, (rows, centre columns), in metres: published as tan(angle) x depth.

    Depth is measured along the ray, so the true height is its sine instead.
    """
    first = max(0, round(camera.cx_px + 0.5 - config.centre_columns / 2))
    strip_m = depth_m[:, first : first + config.centre_columns]
    angle = np.arctan2(camera.cy_px - np.arange(camera.height_px), camera.fy_px)
    slope = np.sin(angle) if config.has_true_heights else np.tan(angle)
    with np.errstate(invalid="ignore"):  # the row of the horizon: 0 x inf
        return np.asarray(slope[:, np.newaxis] * strip_m)


def _flat(heights_m: Floats, most: float) -> NDArray[np.bool_]:
    """Where the height hardly changes from row to row, as on ground and ceilings; the sky is nowhere flat."""
    if len(heights_m) < 2:
        return np.zeros(heights_m.shape, dtype=bool)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.abs(np.gradient(heights_m, axis=0)) <= most)
