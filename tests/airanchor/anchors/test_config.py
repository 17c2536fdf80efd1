"""Anchor settings are the paper's, and a value out of range is named."""

import pytest

from airanchor.anchors import AnchorConfig
from airanchor.errors import InputError
from tests.paper.goldens import meta


def test_defaults_are_the_papers() -> None:
    config = AnchorConfig()
    assert config.count == 3
    assert config.window_px == 5
    assert config.reliable_range_m == 100.0
    assert config.far_threshold == 0.50
    assert config.box_threshold == 0.30
    assert config.text_threshold == 0.25
    assert config.mask_erosion_px == 0
    assert config.retry_without_attributes is False


def test_defaults_are_the_goldens() -> None:
    values = meta()["hyperparameters"]
    config = AnchorConfig()
    assert config.count == values["K"]
    assert config.window_px == values["window"]
    assert config.reliable_range_m == values["D_max"]
    assert config.far_threshold == values["tau_far"]
    assert (config.box_threshold, config.text_threshold) == (
        values["box_threshold"],
        values["text_threshold"],
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("count", 0),
        ("window_px", 0),
        ("window_px", 4),
        ("reliable_range_m", 0.0),
        ("reliable_range_m", float("nan")),
        ("far_threshold", 1.1),
        ("box_threshold", -0.1),
        ("text_threshold", float("nan")),
        ("mask_erosion_px", -1),
    ],
)
def test_a_value_out_of_range_is_named(name: str, value: float) -> None:
    with pytest.raises(InputError, match=rf"anchors {name} = {value}"):
        AnchorConfig(**{name: value})
