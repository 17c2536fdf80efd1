"""What the model is told beside the subtask: the drone's state, the flight as a whole, what was measured."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from airanchor.agent.plus.notebook import FlightNotebook, MeasuredThing
from airanchor.agent.plus.places import level_words, near_words, shape_from, side_words
from airanchor.agent.subtask import SubtaskRun
from airanchor.planning.altitude import central_depth_m
from airanchor.reasoner.roles import Context
from aircity.geometry import Pose, compass_point, relate, state_words
from aircity.world import Observation, Simulator

MOST_THINGS, NEAR_M, LIKELY = 6, 150.0, 0.3
"""So many things, the latest, within this distance and at least so likely are told again."""
PASSED_DEG = 100.0
"""Beyond this bearing a thing that was ahead lies behind: abeam is still beside."""
SIDE_PX = 288


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """What the drone sees beside the forward view, where it is now."""

    left: Observation
    right: Observation
    down: Observation

    @classmethod
    def of(cls, world: Simulator) -> "Surroundings":
        """Look to both sides and down; nothing moves."""
        left, right = world.panorama([-math.pi / 2, math.pi / 2])
        return cls(left, right, world.look_down())

    def at(self, view: str, pixel: tuple[int, int]) -> tuple[Observation, tuple[int, int]]:
        """The side view of that name, and which of its pixels a pixel of the picture of both shows."""
        seen = self.left if view == "left" else self.right
        u = pixel[0] - (0 if view == "left" else SIDE_PX)
        scale = seen.camera.width_px / SIDE_PX
        column, row = (
            min(max(int((value + 0.5) * scale), 0), seen.camera.width_px - 1) for value in (u, pixel[1])
        )
        return seen, (column, min(row, seen.camera.height_px - 1))

    @property
    def picture(self) -> NDArray[np.uint8]:
        """The view to the left beside the view to the right."""
        halves = [Image.fromarray(one.rgb).resize((SIDE_PX, SIDE_PX)) for one in (self.left, self.right)]
        return np.concatenate([np.asarray(half) for half in halves], axis=1)


def briefed(context: Context, notebook: FlightNotebook, view: Observation, around: Surroundings) -> Context:
    """The context with all that is told beside it, from where a view was taken."""
    state = state_text(notebook, view, around)
    return replace(context, state=state, briefing=flight_text(notebook, view.pose))


def state_text(
    notebook: FlightNotebook, view: Observation, around: Surroundings, *, is_flown: bool = False
) -> str:
    """Heading, start, heights, free distances, where the subtask began, and the decisions left.

    `is_flown` says that the present decision's skill has been flown.
    """
    sortie, _ = notebook.opened
    pose, start = view.pose, sortie.mission.start
    clock, ground_z_m = sortie.clock, notebook.ground_z_m(pose, central_depth_m(around.down))
    left = clock.granted - clock.iteration + (0 if is_flown else 1)
    return " ".join(
        [
            state_words(start, pose),
            f"{_height(pose.z_m - start.z_m)} the start and {pose.z_m - ground_z_m:.0f} m above the ground "
            f"at the start; {_metres(around.down)} free straight below here.",
            f"Free ahead {_metres(view)}, left {_metres(around.left)}, right {_metres(around.right)}.",
            _beginning(notebook.began or start, pose),
            f"Decisions left: {left} of {clock.granted}.",
        ]
    )


def _height(dz_m: float) -> str:
    if abs(dz_m) < 0.05:
        return "Level with"
    return f"{abs(dz_m):.0f} m {'above' if dz_m > 0 else 'below'}"


def _metres(view: Observation) -> str:
    """How far the middle of a view is free."""
    depth_m = central_depth_m(view)
    if not depth_m > 0:
        return "an unknown distance"
    return f"{depth_m:.0f} m" if depth_m <= 100.0 else "over 100 m"


def _beginning(began: Pose, pose: Pose) -> str:
    heading_deg = began.heading_deg % 360.0
    cue = relate(pose, began.position)
    if cue.d_3d_m < 0.5:
        place = "here"
    elif cue.d_xy_m < 0.5:
        place = f"{abs(cue.dz_m):.0f} m straight {'above' if cue.dz_m >= 0 else 'below'}"
    else:
        bearing_deg = math.degrees(cue.bearing_rad)
        place = f"{cue.d_xy_m:.0f} m away, {side_words(bearing_deg)} ({bearing_deg:+.0f} degrees), "
        place += f"{abs(cue.dz_m):.0f} m {'above' if cue.dz_m >= 0 else 'below'} this height"
    turned_deg = (pose.heading_deg - began.heading_deg + 180.0) % 360.0 - 180.0
    turned = f", {turned_deg:+.0f} degrees from that now" if abs(turned_deg) > 1 else ""
    return f"The subtask began {place}, heading {heading_deg:.0f} ({compass_point(heading_deg)}){turned}."


def flight_text(notebook: FlightNotebook, pose: Pose) -> str:
    """The whole instruction, the neighbouring subtasks, and what was measured, from a pose."""
    sortie, run = notebook.opened
    lines = [f"Whole instruction: {sortie.mission.instruction}"]
    if sortie.plan is not None:
        texts = [subtask.text for subtask in sortie.plan.subtasks]
        lines.append(f"This is subtask {run.number} of {len(texts)}.")
        lines += _before(sortie.runs, run)
        following = texts[run.number] if run.number < len(texts) else None
        lines.append(f"Next subtask: {following}" if following else "It is the last.")
    return "\n".join([*lines, *_things(notebook.measured, pose)])


def _before(runs: Sequence[SubtaskRun], run: SubtaskRun) -> list[str]:
    earlier = [one for one in runs if one.number < run.number]
    if not earlier:
        return ["Nothing was flown before it."]
    last = earlier[-1]
    return [f"The subtask before it ended as {last.status.words}: {last.achieved}"]


def _things(measured: Sequence[MeasuredThing], pose: Pose) -> list[str]:
    near = [
        one
        for one in measured
        if one.anchor.confidence >= LIKELY and relate(pose, one.anchor.point_in_world).d_xy_m <= NEAR_M
    ]
    if not near:
        return ["Measured so far in this flight, and near: nothing."]
    told = sorted(near[-MOST_THINGS:], key=lambda one: one.iteration)
    head = "Measured so far in this flight, from where the drone is now:"
    return [head, *(_thing(one, pose) for one in told)]


def _thing(thing: MeasuredThing, pose: Pose) -> str:
    anchor = thing.anchor
    cue, shape = relate(pose, anchor.point_in_world), shape_from(anchor.extent, pose)
    bearing_deg = math.degrees(cue.bearing_rad)
    looks = f", looks {', '.join(anchor.seen)}" if anchor.seen else ""
    was_ahead = abs(relate(thing.seen_from, anchor.point_in_world).bearing_rad) < math.pi / 2
    passed = ", passed" if was_ahead and abs(bearing_deg) > PASSED_DEG else ""
    return (
        f"- {anchor.phrase.label} (confidence {anchor.confidence:.2f}{looks}): {side_words(bearing_deg)} "
        f"({bearing_deg:+.0f} degrees){passed}, centre {cue.d_xy_m:.0f} m, {near_words(shape)}, top "
        f"{level_words(shape.top_m)}"
    )
