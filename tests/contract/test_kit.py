"""The conformance kit accepts a sound world and names the broken rule of each unsound one."""

import pytest

from airanchor.errors import ConformanceError
from aircity.geometry import Camera, Pose
from aircity.world.checks import Capabilities, Verdict, check_simulator, examine_simulator
from tests.contract import broken_worlds
from tests.contract.box_world import START, BoxWorld


def test_sound_world_passes_every_rule() -> None:
    report = check_simulator(BoxWorld, START)
    assert report.broken == ()
    assert report.skipped == ()
    assert len(report.passed) >= 20


def test_sound_world_passes_with_a_camera_ahead_of_the_body() -> None:
    ahead = Camera(80, 60, 42.0, 41.0, 39.5, 29.5, forward_offset_m=0.5)
    report = check_simulator(lambda: BoxWorld(ahead), START)
    assert report.broken == ()


@pytest.mark.parametrize(
    ("world", "rule"),
    [
        (broken_worlds.PlanarDepth, "depth_is_along_ray"),
        (broken_worlds.MirroredYaw, "yaw_is_not_mirrored"),
        (broken_worlds.ZeroSky, "sky_is_infinite"),
        (broken_worlds.FarSky, "sky_is_infinite"),
        (broken_worlds.ClippedDepth, "depth_is_not_capped"),
        (broken_worlds.ShiftedDepth, "colour_and_depth_are_aligned"),
        (broken_worlds.CentimetreDepth, "depth_is_in_metres"),
        (broken_worlds.SidewaysCamera, "heading_points_ahead"),
        (broken_worlds.UpsideDownImage, "image_is_upright"),
        (broken_worlds.TurnedVerticalViews, "down_view_top_is_ahead"),
        (broken_worlds.TurnedUpView, "up_view_top_is_behind"),
        (broken_worlds.LeftPanorama, "panorama_turns_right"),
        (broken_worlds.WrongFieldOfView, "views_agree"),
        (broken_worlds.SilentCollision, "collisions_are_reported"),
        (broken_worlds.SilentStay, "collisions_are_reported"),
        (broken_worlds.AntiClockwise, "turns_right_clockwise"),
        (broken_worlds.ShortSteps, "moves_exactly"),
        (broken_worlds.RestlessViews, "views_do_not_move"),
        (broken_worlds.EndlessFlight, "stop_ends_the_flight"),
        (broken_worlds.AnyStart, "bad_starts_are_refused"),
        (broken_worlds.Flicker, "views_are_steady"),
        (broken_worlds.ChangingSky, "same_flight_same_views"),
        (broken_worlds.DoubleDepth, "images_match_camera"),
    ],
)
def test_broken_world_is_rejected_by_the_rule_it_breaks(world: type[BoxWorld], rule: str) -> None:
    report = examine_simulator(world, START)
    assert report.broken[0] == rule, str(report)
    with pytest.raises(ConformanceError, match=rule):
        report.raise_if_broken()


def test_check_raises_for_a_broken_world() -> None:
    with pytest.raises(ConformanceError, match="depth_is_along_ray: depth is planar"):
        check_simulator(broken_worlds.PlanarDepth, START)


def test_declared_weaknesses_are_skipped_with_a_reason() -> None:
    weak = Capabilities(deterministic=False, steady_views=False, solid=False, has_sky=False, bounded=False)
    report = check_simulator(BoxWorld, START, weak)
    reasons = {result.rule: result.detail for result in report.results if result.verdict is Verdict.SKIPPED}
    assert set(reasons) == {
        "sky_is_infinite",
        "views_are_steady",
        "collisions_are_reported",
        "bad_starts_are_refused",
        "same_flight_same_views",
    }
    assert "declares" in reasons["collisions_are_reported"]


def test_start_with_nothing_to_see_skips_what_it_cannot_judge() -> None:
    report = examine_simulator(BoxWorld, Pose.at(-200, -200, 290, 0))
    assert "up_view_top_is_behind" in report.skipped
    assert "yaw_is_not_mirrored" not in report.broken


def test_world_that_crashes_is_reported_not_raised() -> None:
    class Crashing(BoxWorld):
        def look_up(self) -> None:  # type: ignore[override]
            raise RuntimeError("no camera points up")

    report = examine_simulator(Crashing, START)
    assert report.broken == ("flies",)
    assert "no camera points up" in str(report)


def test_object_without_the_methods_is_rejected_by_name() -> None:
    report = examine_simulator(lambda: type("Empty", (), {"close": lambda self: None})(), START)
    assert report.broken[0] == "speaks_the_contract"
    assert "panorama" in str(report)
