"""Questions that tell more than the paper's: what is asked and answered differs, the roles are the same."""

from typing import Any

from airanchor.reasoner.role import Role
from airanchor.reasoner.roles.plus.anchor_query import BRIEFED_ANCHOR_QUERY
from airanchor.reasoner.roles.plus.navigation import BRIEFED_NAVIGATION
from airanchor.reasoner.roles.plus.panorama import BRIEFED_PANORAMA
from airanchor.reasoner.roles.plus.reflection import BRIEFED_REFLECTION

BRIEFED_ROLES: dict[str, Role[Any, Any]] = {
    role.name: role
    for role in (BRIEFED_ANCHOR_QUERY, BRIEFED_NAVIGATION, BRIEFED_PANORAMA, BRIEFED_REFLECTION)
}
"""By name; the other roles are the paper's."""

__all__ = ["BRIEFED_ROLES"]
