"""What the page of a run is told: every flight as a row of plain values, and the words for them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from airanchor.bench.board.known_causes import CauseTold
from airanchor.bench.diagnosis.causes import RULES
from airanchor.bench.episodes import Episode
from airanchor.bench.report.facts import facts_of
from airanchor.bench.report.table import label_of
from airanchor.bench.results import EpisodeResult, RunFolder
from airanchor.bench.run import read_record
from airanchor.bench.run.inputs import RunInputs
from airanchor.bench.run.unflown import without_results
from airanchor.errors import InputError
from airanchor.flight import Ending
from airanchor.trace.reader import events_file
from aircity.city.catalogue import style_of

SUCCESS, FALSE, CAME_BY, MISSED = "success", "said done, was not there", "came by", "missed"
OUTCOMES = {
    SUCCESS: "Stopped within 20 m of the goal.",
    FALSE: "Said that all was done, and stopped more than 20 m from the goal.",
    CAME_BY: "Was within 20 m of the goal on the way, and did not stop there.",
    MISSED: "Never came within 20 m of the goal.",
}
Causes = Mapping[str, Mapping[str, CauseTold]]
"""By row and episode."""


def read_board(root: Path, causes: Causes | None = None) -> dict[str, Any]:
    """The run as the page shows it; InputError where it has no results yet."""
    record, folder = read_record(root), RunFolder(root)
    episodes = {one.episode_id: one for one in RunInputs(root).episodes(record.order)}
    told = [
        _flight(one, episodes.get(one.episode_id), folder, (causes or {}).get(row, {}))
        for row in record.order.rows
        if folder.results_file(row).is_file()
        for one in folder.results(row)
    ]
    if not told:
        raise InputError(without_results(root))
    return {
        "run": root.resolve().name,
        "facts": [list(pair) for pair in facts_of(root, record).words()],
        "titles": {row: label_of(row).title for row in record.order.rows},
        "flights": told,
        "outcomes": OUTCOMES,
        "causes": {cause.value: rule.says for cause, rule in RULES.items()},
        "has_traces": any(one["trace"] for one in told),
    }


def has_trace(folder: RunFolder, row: str, episode_id: str) -> bool:
    """Whether a flight's recording was kept, packed or not."""
    return events_file(folder.trace(row, episode_id)).is_file()


def _flight(
    one: EpisodeResult, episode: Episode | None, folder: RunFolder, causes: Mapping[str, CauseTold]
) -> dict[str, Any]:
    scores, cause = one.scores, causes.get(one.episode_id)
    return {
        "row": one.row,
        "episode": one.episode_id,
        "scene": one.scene_id,
        "style": style_of(one.scene_id) or "imported or unknown",
        "voice": str(episode.facts.get("voice", "")) if episode else "",
        "instruction": episode.instruction if episode else "",
        "outcome": _outcome(one),
        "ending": one.ending,
        "error_m": round(scores.paper.navigation_error_m, 1),
        "path_m": round(scores.path_length_m, 1),
        "reference_m": round(scores.reference_length_m, 1),
        "steps": scores.steps,
        "decisions": one.iterations,
        "collisions": scores.collisions,
        "ndtw": round(scores.ndtw, 3),
        "cause": cause.cause if cause else "",
        "why": cause.words if cause else "",
        "trace": has_trace(folder, one.row, one.episode_id),
    }


def _outcome(one: EpisodeResult) -> str:
    if one.scores.paper.is_success:
        return SUCCESS
    if one.ending == Ending.COMPLETED:
        return FALSE
    return CAME_BY if one.scores.paper.is_oracle_success else MISSED
