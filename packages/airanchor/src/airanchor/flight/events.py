"""The events with which every navigator's recording begins and ends."""

from collections.abc import Mapping
from dataclasses import asdict

from pydantic import JsonValue

from airanchor.flight.mission import Mission
from airanchor.flight.navigator import Flight
from airanchor.trace import EndEvent, MissionEvent, ReportRow


def mission_event(
    navigator: str, mission: Mission, settings: Mapping[str, JsonValue] | None = None
) -> MissionEvent:
    """The flight begins; a variant of a method has settings of its own."""
    return MissionEvent(
        navigator=navigator,
        instruction=mission.instruction,
        scene_id=mission.scene_id,
        start=mission.start,
        settings=dict(settings or {}),
    )


def end_event(flight: Flight) -> EndEvent:
    """The last event of a flight; clock readings of its calls stay out."""
    clocks = {"latency_p50_s", "latency_p95_s", "retries"}
    return EndEvent(
        ending=flight.ending.value,
        words=flight.words,
        pose=flight.end,
        steps=flight.steps,
        path_m=round(flight.path_length_m, 6),
        iterations=flight.iterations,
        subtasks=flight.subtasks,
        subtasks_completed=flight.subtasks_completed,
        reports=tuple(
            ReportRow(text=report.text, status=report.status.value, words=report.words)
            for report in flight.reports
        ),
        collisions=flight.collisions,
        refusals=flight.refusals,
        skills=dict(flight.skills),
        failures=dict(flight.failures),
        usage=tuple(
            {key: value for key, value in asdict(row).items() if key not in clocks} for row in flight.usage
        ),
    )
