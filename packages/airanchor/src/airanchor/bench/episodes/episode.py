"""An episode: a mission together with what the benchmark alone knows, its goal and its reference path."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.errors import InputError
from airanchor.flight import Mission
from aircity.geometry import Pose
from aircity.world.action import Action, StepSizes, advance


@dataclass(frozen=True, slots=True, eq=False)
class Episode:
    """One instruction with its path; `goal` and `reference_path` are None where a file withholds them."""

    episode_id: str
    trajectory_id: str
    scene_id: str
    split: str
    instruction: str
    start: Pose
    goal: NDArray[np.float64] | None  # (3,)
    reference_path: NDArray[np.float64] | None  # (n, 3), turns repeat a position
    actions: tuple[Action, ...] | None
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What only our own files know: landmarks by object id, legs, mentions."""

    @property
    def mission(self) -> Mission:
        """All that a navigator may know."""
        return Mission(self.instruction, self.scene_id, self.start)

    def known_goal(self) -> NDArray[np.float64]:
        """The goal, or an error where the file withholds it."""
        if self.goal is None:
            raise InputError(
                f"episode {self.episode_id!r} has no goal (a test file); use val_seen or val_unseen to score"
            )
        return self.goal

    def known_path(self) -> NDArray[np.float64]:
        """The reference path, or an error where the file withholds it."""
        if self.reference_path is None:
            raise InputError(
                f"episode {self.episode_id!r} has no reference path (a test file); "
                "use val_seen or val_unseen to score"
            )
        return self.reference_path


def replay(start: Pose, actions: Iterable[Action], sizes: StepSizes | None = None) -> list[Pose]:
    """The poses that the actions lead through in empty air: the start, then one per action but STOP."""
    poses = [start]
    for action in actions:
        if action is Action.STOP:
            break
        poses.append(advance(poses[-1], action, sizes))
    return poses


def path_length_m(path: NDArray[np.float64]) -> float:
    """The length of a polyline (n, 3)."""
    return float(np.linalg.norm(np.diff(path, axis=0), axis=1).sum()) if len(path) > 1 else 0.0
