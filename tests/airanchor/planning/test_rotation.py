"""Turns: only the heading changes, and a command out of range is refused, never wrapped."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.errors import InputError
from airanchor.planning import plan_rotation, quantise_yaw
from aircity.geometry import wrap
from tests.airanchor.planning.views import START


@given(st.floats(-180, 180))
def test_turns_come_within_half_a_step_and_move_nothing(yaw_deg: float) -> None:
    plan = plan_rotation(START, yaw_deg)
    assert abs(quantise_yaw(yaw_deg) - yaw_deg) <= 7.5 + 1e-6
    assert plan.end.position.tolist() == START.position.tolist()
    turned_rad = wrap(plan.end.heading_rad - START.heading_rad - math.radians(quantise_yaw(yaw_deg)))
    assert turned_rad == pytest.approx(0, abs=1e-9) or abs(turned_rad) == pytest.approx(2 * math.pi)


@pytest.mark.parametrize("yaw_deg", [180.1, -181, math.nan, math.inf])
def test_a_yaw_out_of_range_is_named(yaw_deg: float) -> None:
    with pytest.raises(InputError, match=rf"yaw of {yaw_deg} degrees must be between -180"):
        quantise_yaw(yaw_deg)
