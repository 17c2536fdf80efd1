"""The tiny world of boxes, under the name by which tests know it."""

from aircity.world.box_world import BODY_RADIUS_M, BOXES, START, BoxWorld, clearance_m, trace_rays

__all__ = ["BODY_RADIUS_M", "BOXES", "START", "BoxWorld", "clearance_m", "trace_rays"]
