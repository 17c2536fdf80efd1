"""Checking episodes in bulk: collision where the scene is known, truth where the text is ours."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from airanchor.bench.episodes.episode import Episode
from airanchor.bench.episodes.paths.scout import Scout
from airanchor.bench.episodes.telling.facts import Leg
from airanchor.bench.episodes.truth import check_flight, check_legs, check_text
from airanchor.errors import InputError
from aircity.city.library import open_scene
from aircity.city.render.renderer import Renderer


@dataclass(slots=True)
class CheckReport:
    """How many episodes passed which check, and the first problems."""

    flown: int = 0
    text_checked: int = 0
    unknown_scenes: list[str] = field(default_factory=list)
    problems: list[tuple[str, str]] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "flown": self.flown,
            "text_checked": self.text_checked,
            "unknown_scenes": self.unknown_scenes,
            "problems": [{"episode": where, "what": what} for where, what in self.problems],
        }


def check_episodes(
    episodes: Sequence[Episode], on_progress: Callable[[str], None] = lambda _name: None
) -> CheckReport:
    """Fly every path in its city and compare every text with the city's truth, scene by scene."""
    report = CheckReport()
    for scene_id in sorted({one.scene_id for one in episodes}):
        members = [one for one in episodes if one.scene_id == scene_id]
        try:
            if scene_id.isdigit():
                raise InputError("a scene of AerialVLN's own")
            scene = open_scene(scene_id)
        except InputError:
            report.unknown_scenes.append(scene_id)
            continue
        renderer = Renderer(scene)
        try:
            scout = Scout(scene, renderer) if any("legs" in one.facts for one in members) else None
            for one in members:
                _check_one(one, scout, scene, renderer, report)
                on_progress(scene_id)
        finally:
            renderer.close()
    return report


def _check_one(
    one: Episode, scout: Scout | None, scene: Any, renderer: Renderer, report: CheckReport
) -> None:
    problems: list[str] = []
    if one.actions is not None:
        problems += check_flight(one, scene, renderer)
        report.flown += 1
    if scout is not None and "mentions" in one.facts:
        problems += check_text(one, scout)
        report.text_checked += 1
    elif scout is not None and "legs" in one.facts:
        problems += check_legs(one, [Leg.from_json(row) for row in one.facts["legs"]], scout)
    report.problems += [(one.episode_id, what) for what in problems]
