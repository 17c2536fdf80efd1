"""Settings of the rulebook: every number has a range that its default lies in."""

from dataclasses import fields

import pytest

from airanchor.embedded.rules.config import _RANGES, RulebookConfig
from airanchor.errors import InputError


def test_every_setting_has_a_range_and_the_defaults_lie_in_it() -> None:
    assert {field.name for field in fields(RulebookConfig)} == set(_RANGES)
    RulebookConfig()


@pytest.mark.parametrize("name", sorted(_RANGES))
def test_values_outside_are_refused_by_name(name: str) -> None:
    least, most = _RANGES[name]
    for value in (least - 1, most + 1):
        with pytest.raises(InputError, match=name):
            RulebookConfig(**{name: value})  # type: ignore[arg-type]
