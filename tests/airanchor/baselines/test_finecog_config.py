"""FineCog-Nav's settings: published values, ranges, and what the faithful variant changes."""

from dataclasses import asdict

import pytest

from airanchor.baselines.finecog.config import FAITHFUL, FineCogConfig
from airanchor.errors import InputError

PUBLISHED = {
    "actions": 200,
    "timeout_steps": 30,
    "step_words": 30,
    "summary_words": 40,
    "forward_clearance_m": 5.1,
    "vertical_clearance_m": 2.2,
    "body_width_m": 1.0,
    "body_height_m": 0.1,
    "edge_share": 0.05,
    "centre_columns": 20,
    "flat_gradient": 0.02,
    "masks_collisions": False,
}


@pytest.mark.parametrize("config", [FineCogConfig(), FAITHFUL])
def test_published_values_hold_in_both_variants(config: FineCogConfig) -> None:
    assert asdict(config).items() >= PUBLISHED.items()


def test_the_faithful_variant_changes_exactly_what_the_default_mends() -> None:
    mended, faithful = asdict(FineCogConfig()), asdict(FAITHFUL)
    changed = {name: value for name, value in faithful.items() if mended[name] != value}
    assert changed == {
        "timeout_spread_steps": 5.0,
        "has_true_heights": False,
        "compresses_on_timeout": False,
        "splits_with_new_view": False,
        "keeps_history": False,
        "accepts_early_stop": True,
    }


@pytest.mark.parametrize(("name", "value"), [("timeout_steps", 0), ("edge_share", 0.6), ("calls", 0)])
def test_a_value_out_of_range_is_named_with_its_range(name: str, value: float) -> None:
    with pytest.raises(InputError, match=rf"baselines.finecog {name} = {value} must be from"):
        FineCogConfig(**{name: value})  # type: ignore[arg-type]
