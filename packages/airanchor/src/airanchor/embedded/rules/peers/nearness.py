"""How near a thing in a picture is, where no depth tells: by its range, its lowest row and its size."""

from dataclasses import replace

from airanchor.embedded.eyes.reader import PictureDetection, ground_range_m
from airanchor.embedded.rules.config import PeerRules
from airanchor.embedded.rules.senses import Scene, Senses


def begins_m(detection: PictureDetection, scene: Scene) -> float | None:
    """How far away a thing begins: no farther than level ground at its lowest row would be."""
    left, _, right, bottom = detection.box_px
    lowest = ((left + right - 1) / 2, bottom - 1.0)
    ranges_m = (detection.range_m, ground_range_m(lowest, scene.size_px, height_m=scene.height_m))
    return min((one for one in ranges_m if one is not None), default=None)


def is_near(detection: PictureDetection, scene: Scene, rules: PeerRules) -> bool:
    """Whether a thing begins near by; by its share of the picture where no range can be told.

    A tall one that the lower border cuts off begins nearer than its lowest row tells, so that may be farther.
    """
    width_px, height_px = scene.size_px
    wide, tall = detection.width_px / width_px, detection.height_px / height_px
    range_m = begins_m(detection, scene)
    if range_m is None:
        return max(wide, tall) >= rules.large_share
    is_cut = detection.box_px[3] >= height_px and tall >= rules.large_share
    return range_m <= rules.arrived_m * (rules.cut_factor if is_cut else 1.0)


def coming_nearer(senses: Senses) -> Senses:
    """Senses by which an approach ends as near as a glance's: what a picture tells of a range is a guess."""
    config = senses.config
    flights = replace(config.flights, before_m=config.peers.short_m)
    return replace(senses, config=replace(config, flights=flights))
