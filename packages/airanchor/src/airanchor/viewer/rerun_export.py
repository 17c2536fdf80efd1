"""A flight as a .rrd file for the Rerun viewer; the only place that knows Rerun and a right-handed frame."""

import math
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from airanchor.errors import MissingExtra
from airanchor.trace import ImageStore, MemoryRow
from airanchor.viewer.moments import ReplayStep
from airanchor.viewer.notes import shown_note
from airanchor.viewer.pictures import open_picture
from airanchor.viewer.story import FlightStory
from aircity.geometry import Pose

TIMELINE = "step"
INK, PAST, MEMORY, PRIOR = (28, 33, 39), (31, 100, 200), (108, 138, 106), (176, 48, 111)


def write_rrd(
    story: FlightStory,
    images: ImageStore,
    file: Path,
    *,
    log_scene: Callable[[Any, Any], None] = lambda _rerun, _recording: None,
) -> None:
    """Write path, views, anchors, memory, priors, notes and words, on a timeline of executed steps.

    `log_scene` is given Rerun and the recording, and may add what stands around: no trace holds that.
    """
    rr = _rerun()
    recording = rr.RecordingStream("airanchor", recording_id=story.name)
    recording.save(str(file))
    recording.log("world", rr.ViewCoordinates.RIGHT_HAND_Z_UP, static=True)
    recording.log("mission", rr.TextDocument(story.instruction or story.name), static=True)
    log_scene(rr, recording)
    _log_path(rr, recording, story)
    for moment in story.moments:
        recording.set_time(TIMELINE, sequence=moment.path_at)
        _log_view(rr, recording, story, moment, images)
        _log_objects(rr, recording, moment)
        _log_words(rr, recording, moment)
    recording.flush()


def _rerun() -> Any:
    try:
        import rerun
    except ImportError as error:
        raise MissingExtra("writing a .rrd file", "rerun", "airanchor") from error
    return rerun


def east_north_up(place: Iterable[float]) -> tuple[float, float, float]:
    """(north, east, up) of the house frame, which is left-handed, as (east, north, up), which is not."""
    north, east, up = place
    return east, north, up


def _position(pose: Pose) -> tuple[float, float, float]:
    return east_north_up((pose.x_m, pose.y_m, pose.z_m))


def _log_path(rr: Any, recording: Any, story: FlightStory) -> None:
    points = [_position(leg.pose) for leg in story.path]
    if len(points) > 1:
        recording.log("world/path", rr.LineStrips3D([points], colors=[INK], radii=0.25), static=True)
    if story.evaluation is not None:
        reference = [east_north_up(place) for place in story.evaluation.reference]
        goal = east_north_up(story.evaluation.goal)
        recording.log("world/goal", rr.Points3D([goal], radii=2.0, labels=["goal"]), static=True)
        if len(reference) > 1:
            recording.log("world/reference", rr.LineStrips3D([reference], radii=0.2), static=True)
    for step, leg in enumerate(story.path):
        recording.set_time(TIMELINE, sequence=step)
        recording.log("world/drone", rr.Points3D([_position(leg.pose)], radii=1.2, colors=[PAST]))
        recording.log("altitude_m", rr.Scalars(leg.pose.z_m))
        if leg.collided:
            recording.log("log", rr.TextLog(f"{leg.action} collided", level="WARN"))


def _log_view(rr: Any, recording: Any, story: FlightStory, moment: ReplayStep, images: ImageStore) -> None:
    if moment.pose is None:
        return
    if story.scene is not None:
        camera = story.scene.camera
        place = _position(moment.pose)
        recording.log("world/camera", rr.Transform3D(translation=place, mat3x3=camera_axes(moment.pose)))
        recording.log(
            "world/camera",
            rr.Pinhole(
                focal_length=(camera.fx_px, camera.fy_px),
                principal_point=(camera.cx_px + 0.5, camera.cy_px + 0.5),
                resolution=(camera.width_px, camera.height_px),
                image_plane_distance=6.0,
            ),
        )
    for name, digest in moment.pictures.items():
        image = open_picture(images, digest) if digest else None
        if image is not None:
            entity = "world/camera/view" if name == "raw" else f"views/{name}"
            recording.log(entity, rr.Image(np.asarray(image)).compress(jpeg_quality=85))
    for number, picture in enumerate(moment.drawn, start=1):
        image = open_picture(images, picture.image)
        if image is not None:
            recording.log(f"views/drawn/{number}", rr.Image(np.asarray(image)).compress(jpeg_quality=85))


def camera_axes(pose: Pose) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The camera's right, down and forward as columns in (east, north, up): a proper rotation, (3, 3)."""
    cos, sin = math.cos(pose.heading_rad), math.sin(pose.heading_rad)
    right, down, forward = (cos, -sin, 0.0), (0.0, 0.0, -1.0), (sin, cos, 0.0)
    return np.array([right, down, forward]).T


def _log_objects(rr: Any, recording: Any, moment: ReplayStep) -> None:
    rows = [row for row in (moment.anchors.rows if moment.anchors else ()) if row.point is not None]
    recording.log(
        "world/anchors",
        rr.Points3D(
            [east_north_up(row.point) for row in rows if row.point is not None],
            labels=[f"A{row.index} {row.label or 'direction'}" for row in rows],
            radii=0.8,
        ),
    )
    for row in moment.memory.rows if moment.memory else ():
        if row.instance_id is not None and len(row.footprint) > 1:
            outline = rr.LineStrips3D(_outline(row), colors=[MEMORY], radii=0.15, labels=[row.label])
            recording.log(f"world/memory/{row.instance_id}", outline)
    decision = moment.decision
    if decision is not None and decision.priors is not None:
        ends = [np.array(east_north_up(prior.point)) for prior in decision.priors]
        start = np.array(_position(decision.pose))
        recording.log(
            "world/priors",
            rr.Arrows3D(
                origins=[start] * len(ends),
                vectors=[end - start for end in ends],
                labels=[f"{prior.landmark_id} {prior.label}" for prior in decision.priors],
                colors=[PRIOR],
            ),
        )


def _outline(row: MemoryRow) -> list[list[tuple[float, float, float]]]:
    """The footprint at the object's bottom and top."""
    low, high = row.heights or (0.0, 0.0)
    ring = [*row.footprint, row.footprint[0]]
    return [[east_north_up((north, east, level)) for north, east in ring] for level in (low, high)]


def _log_words(rr: Any, recording: Any, moment: ReplayStep) -> None:
    skill, reflection = moment.skill, moment.reflection
    if skill is not None:
        level = "ERROR" if skill.failure else "INFO"
        recording.log("log", rr.TextLog(f"{skill.skill}: {skill.reason} {skill.words}", level=level))
    if reflection is not None:
        recording.log("log", rr.TextLog(f"{reflection.status}: {reflection.progress}", level="INFO"))
    for note in map(shown_note, moment.notes):
        if note.text:
            recording.log("notes", rr.TextLog(f"{note.title}: {note.text}", level="INFO"))
