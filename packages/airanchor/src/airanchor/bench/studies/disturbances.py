"""What the robustness study tells beside its table: what each level is, and collisions with what moves."""

from collections.abc import Mapping, Sequence

from airanchor.bench.results import EpisodeResult
from airanchor.bench.rows import find_row
from aircity.city.traffic import LEVELS
from aircity.wrappers.levels import NOISE


def moving_hits(results: Mapping[str, Mapping[str, Sequence[EpisodeResult]]]) -> dict[str, float]:
    """Per row in traffic, the collisions with moving things per episode."""
    rows: dict[str, list[int]] = {}
    for found in results.values():
        for row, flown in found.items():
            if find_row(row).traffic:
                rows.setdefault(row, []).extend(one.moving_collisions for one in flown)
    return {row: sum(counts) / max(len(counts), 1) for row, counts in rows.items()}


def condition_lines(hits: Mapping[str, float]) -> list[str]:
    """The levels as two Markdown tables."""
    lines = [
        "| noise | depth error | pixels without depth | holes | drift per action | blur | frames lost |",
        "|---|---|---|---|---|---|---|",
        *(
            f"| {level} {one.name} | {one.depth_sigma:.0%} of the distance | {one.pixels_lost:.0%} "
            f"| {one.holes:.0%} of the image | {one.drift_m:g} m, {one.drift_deg:g}° | {one.blur_px:g} px "
            f"| {one.frames_lost:.0%} |"
            for level, one in NOISE.items()
        ),
        "",
        "| traffic | on a lane every | on a fairway every | collisions with moving things per episode |",
        "|---|---|---|---|",
    ]
    for level, one in LEVELS.items():
        told = f"{hits[f'traffic-{level}']:.2f}" if f"traffic-{level}" in hits else ""
        lines.append(f"| {level} {one.name} | {one.road_every_s:g} s | {one.water_every_s:g} s | {told} |")
    return [*lines, ""]
