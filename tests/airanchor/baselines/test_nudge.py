"""A flight to a pixel that always moves: it turns where nothing leads there, and climbs where it faces it."""

import numpy as np
import pytest

from airanchor.baselines.cockpit import Cockpit, FlightBudget
from airanchor.baselines.nudge import NUDGE_M, fly_or_nudge
from airanchor.flight import Mission, NullRecorder, TrackedWorld
from airanchor.planning import PlanningConfig
from airanchor.reasoner import Reasoner, ScriptedChat
from aircity.geometry import Pose
from tests.contract.box_world import BoxWorld


def cockpit_at(pose: Pose) -> Cockpit:
    track = TrackedWorld(BoxWorld())
    track.reset(pose)
    return Cockpit(
        Mission("go", "boxes", pose),
        track,
        reasoner=Reasoner(ScriptedChat([])),
        recorder=NullRecorder(),
        planning=PlanningConfig(),
        budget=FlightBudget(5, 50),
        rng=np.random.default_rng(0),
    )


def test_a_short_way_aside_is_a_turn_on_the_spot() -> None:
    cockpit = cockpit_at(Pose.at(0, -100, 12, 0))
    width_px = cockpit.view.camera.width_px
    outcome = fly_or_nudge(cockpit, (width_px - 1, cockpit.view.camera.height_px // 2), 1.0)
    start, end = outcome.poses[0], outcome.poses[-1]
    assert (end.position == start.position).all()
    assert end.heading_deg == pytest.approx(45.0)


def test_where_no_plan_leads_ahead_it_climbs() -> None:
    cockpit = cockpit_at(Pose.at(0, -100, 12, 0))
    cockpit.planning = PlanningConfig(safety_margin_m=50.0, reliable_range_m=50.0, altitude_clamp=False)
    middle = (cockpit.view.camera.width_px // 2, cockpit.view.camera.height_px // 2)
    assert fly_or_nudge(cockpit, middle, 30.0).steps == 0  # neither way is free: it says so
    cockpit.planning = PlanningConfig(node_cap=1)
    outcome = fly_or_nudge(cockpit, middle, 30.0)
    assert outcome.poses[-1].z_m - outcome.poses[0].z_m == pytest.approx(NUDGE_M)
