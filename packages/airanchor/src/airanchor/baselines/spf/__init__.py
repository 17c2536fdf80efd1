"""See, Point, Fly: one question a decision, answered by a point of the view and a label of how far."""

from airanchor.baselines.spf.config import SpfConfig
from airanchor.baselines.spf.method import SeePointFly

__all__ = ["SeePointFly", "SpfConfig"]
