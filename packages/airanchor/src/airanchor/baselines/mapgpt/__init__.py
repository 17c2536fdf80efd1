"""MapGPT in the air: a map of places that grows in flight, told in words and pictures, one choice a step."""

from airanchor.baselines.mapgpt.config import PUBLISHED_STEPS, MapGptConfig
from airanchor.baselines.mapgpt.method import MapGuided

__all__ = ["PUBLISHED_STEPS", "MapGptConfig", "MapGuided"]
