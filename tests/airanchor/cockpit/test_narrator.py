"""What the page says of things looked for."""

import pytest

from airanchor.cockpit.narrator import _looked_for
from airanchor.trace import AnchorRow


@pytest.mark.parametrize(
    ("reason", "told"), [("far", "in view, not measured by depth"), ("nothing", "not in view")]
)
def test_what_is_seen_without_depth_is_not_called_too_far(reason: str, told: str) -> None:
    row = AnchorRow(index=1, asked="castle", fate="direction", reason=reason)
    assert _looked_for(row) == {"what": "castle", "told": told, "is_found": False}
