"""The questions of other methods that fly by a model, for those who compare with them."""

from typing import Any

from airanchor.reasoner.role import Role
from airanchor.reasoner.roles.peers.finecog import FINECOG_ROLES
from airanchor.reasoner.roles.peers.mapgpt import MAPGPT_ROLES
from airanchor.reasoner.roles.peers.navgpt import NAVGPT_ROLES
from airanchor.reasoner.roles.peers.pivot import PIVOT_ROLES
from airanchor.reasoner.roles.peers.spf import SPF_ROLES
from airanchor.reasoner.roles.peers.typefly import TYPEFLY_ROLES

PEER_ROLES: tuple[Role[Any, Any], ...] = (
    *FINECOG_ROLES,
    *MAPGPT_ROLES,
    *NAVGPT_ROLES,
    *PIVOT_ROLES,
    *SPF_ROLES,
    *TYPEFLY_ROLES,
)
"""In the order of the methods' names."""
