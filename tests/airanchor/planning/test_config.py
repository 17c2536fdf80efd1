"""A planning value out of range is named, with what is valid."""

import pytest

from airanchor.errors import InputError
from airanchor.planning import PlanningConfig


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("safety_margin_m", -0.1),
        ("reliable_range_m", float("nan")),
        ("least_distance_m", 0.0),
        ("greatest_distance_m", float("inf")),
        ("greatest_climb_m", 0.0),
        ("horizontal_tolerance_m", 0.0),
        ("vertical_tolerance_m", -1.0),
        ("turn_cost_m", 0.0),
        ("sampling_m", 0.0),
        ("node_cap", 0),
        ("lateral_clearance_m", -0.5),
    ],
)
def test_a_value_out_of_range_is_named(name: str, value: float) -> None:
    with pytest.raises(InputError, match=rf"planning {name} = {value} must be between"):
        PlanningConfig(**{name: value})


def test_the_range_of_commands_must_not_be_empty() -> None:
    with pytest.raises(InputError, match=r"least_distance_m = 60.0 must not exceed"):
        PlanningConfig(least_distance_m=60.0)
