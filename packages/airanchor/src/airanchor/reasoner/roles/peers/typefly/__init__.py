"""TypeFly's questions: what is in view, a program by that list alone, and what a program asks on its way."""

from airanchor.reasoner.roles.peers.typefly.planning import TYPEFLY_PLAN
from airanchor.reasoner.roles.peers.typefly.probing import TYPEFLY_PROBE
from airanchor.reasoner.roles.peers.typefly.scene import TYPEFLY_SCENE

TYPEFLY_ROLES = (TYPEFLY_SCENE, TYPEFLY_PLAN, TYPEFLY_PROBE)
