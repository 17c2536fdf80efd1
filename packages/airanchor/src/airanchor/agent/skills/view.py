"""View Rotation: look around, ask by which angle to turn, and turn by the nearest whole number of steps."""

import math
from dataclasses import replace

from airanchor.agent.skills.situation import SkillStart
from airanchor.planning.motions import fly_turn
from airanchor.planning.skill_outcome import SkillOutcome, failed
from airanchor.reasoner.roles import PANORAMA, PanoramaRequest, PanoramaView, UnreadTurn

UNREAD_ANGLE = "no angle could be read from the answer to the look around"


def rotate_view(situation: SkillStart) -> SkillOutcome:
    """The position never changes, and the views around are observations: they cost no step."""
    offsets_deg = panorama_offsets_deg(situation.panorama_views)
    views = situation.world.panorama([math.radians(offset) for offset in offsets_deg])
    request = PanoramaRequest(
        situation.context,
        situation.priors,
        tuple(PanoramaView(view.rgb, offset) for view, offset in zip(views, offsets_deg, strict=True)),
    )
    turn, here = situation.reasoner.ask(PANORAMA, request).reply, situation.view.pose
    if isinstance(turn, UnreadTurn):
        return failed(here, "unusable answer", UNREAD_ANGLE)
    outcome = fly_turn(situation.world, here, turn.yaw_delta_deg)
    return replace(outcome, chosen={"yaw_delta_deg": turn.yaw_delta_deg})


def panorama_offsets_deg(count: int) -> tuple[int, ...]:
    """Evenly spaced offsets, right first, as 0, 45, 90, 135, 180, -135, -90, -45."""
    offsets = (round(360 * number / count) for number in range(count))
    return tuple(offset if offset <= 180 else offset - 360 for offset in offsets)
