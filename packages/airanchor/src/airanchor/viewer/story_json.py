"""The story as plain JSON, for the page: numbers rounded, images by their hash."""

import math
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from airanchor.viewer.anchor_cues import cue_pairs
from airanchor.viewer.calls import RoleQuestion, TimedExchange, workload
from airanchor.viewer.meanings import ENDINGS, VERDICTS
from airanchor.viewer.moments import ReplayStep
from airanchor.viewer.notes import noted_map, shown_note
from airanchor.viewer.skill_kinds import skill_kind
from airanchor.viewer.story import FlightStory, FlownAction
from aircity.geometry import Pose, relate

DECIMALS = 3
LONGEST_TITLE = 200
Json = dict[str, Any]


def story_json(story: FlightStory) -> Json:
    """All that the page shows."""
    questions = [question for moment in story.moments for question in moment.questions]
    document = {
        "name": story.name,
        "format": story.format,
        "is_cut_off": story.is_cut_off,
        "is_stopped": story.is_stopped,
        "settings": story.settings,
        "scene_id": story.scene_id,
        "navigator": story.navigator,
        "view_angle_deg": _view_angle_deg(story),
        "camera_px": [story.scene.camera.width_px, story.scene.camera.height_px] if story.scene else None,
        "mission": _dump(story.mission),
        "subtasks": [_dump(subtask) for subtask in story.subtasks],
        "path": [_leg(leg) for leg in story.path],
        "moments": [_moment(moment) for moment in story.moments],
        "kinds": {name: skill_kind(name) for name in _skills(story)},
        "memory": _memory(story),
        "end": _dump(story.end),
        "plan": _dump(story.plan),
        "evaluation": _dump(story.evaluation),
        "workload": [asdict(row) for row in workload(questions)],
        "unknown": dict(story.unknown),
        "last_s": story.last_s,
        "meanings": {"endings": ENDINGS, "verdicts": VERDICTS},
    }
    rounded: Json = _rounded(document)
    return rounded


def image_hashes(story: FlightStory) -> list[str]:
    """Every image of the story once: what was seen, what navigators drew, and what prompts held."""
    shown = [digest for moment in story.moments for digest in moment.pictures.values() if digest]
    drawn = [picture.image for moment in story.moments for picture in moment.drawn]
    sent = [
        part.image
        for moment in story.moments
        for question in moment.questions
        for call in question.calls
        for message in call.new_messages
        for part in message.parts
        if part.image
    ]
    return list(dict.fromkeys([*shown, *drawn, *sent]))


def _moment(moment: ReplayStep) -> Json:
    anchors, reflection = moment.anchors, moment.reflection
    return {
        "index": moment.index,
        "iteration": moment.iteration,
        "path_at": moment.path_at,
        "path_until": moment.path_until,
        "elapsed_s": moment.elapsed_s,
        "pose": _pose(moment.pose),
        "pictures": moment.pictures,
        "drawn": [{"title": one.title[:LONGEST_TITLE], "image": one.image} for one in moment.drawn],
        "decision": _dump(moment.decision, without={"pose", "rgb", "priors"}),
        "priors": _priors(moment),
        "anchors": _dump(anchors, without={"overlay"}),
        "cues": [asdict(pair) for pair in cue_pairs(moment)],
        "memory": _dump(moment.memory),
        "skill": _dump(moment.skill, without={"words"}),
        "result": moment.result,
        "reflection": _dump(reflection, without={"after", "cues_before", "cues_after"}),
        "view": moment.view.view.value if moment.view else None,
        "questions": [_question(question) for question in moment.questions],
        "notes": [asdict(shown_note(note)) for note in moment.notes],
        "place_map": _place_map(moment),
    }


def _skills(story: FlightStory) -> list[str]:
    return sorted({moment.skill.skill for moment in story.moments if moment.skill is not None})


def _place_map(moment: ReplayStep) -> Json | None:
    found = noted_map(moment.notes)
    if found is None:
        return None
    chosen = found.chosen(moment.skill.parameters) if moment.skill else None
    return {**found.model_dump(mode="json"), "chosen": chosen}


def _priors(moment: ReplayStep) -> list[Json] | None:
    """None where priors are left out of the prompt, as some navigators do."""
    if moment.decision is None or moment.decision.priors is None:
        return None
    pose = moment.decision.pose
    return [
        {
            **prior.model_dump(mode="json"),
            "bearing_deg": relate(pose, prior.point).bearing_deg,
            "d_xy_m": relate(pose, prior.point).d_xy_m,
        }
        for prior in moment.decision.priors
    ]


def _question(question: RoleQuestion) -> Json:
    answer = question.answer
    return {
        "role": question.role,
        "trouble": question.trouble,
        "calls": [_call(call) for call in question.calls],
        "source": answer.source if answer else None,
        "reply": answer.reply if answer else None,
        "faults": list(answer.faults) if answer else [],
    }


def _call(call: TimedExchange) -> Json:
    event = call.event.model_dump(mode="json", exclude={"messages", "kind", "role"})
    earlier = len(call.event.messages) - len(call.new_messages)
    return {
        **event,
        "earlier_messages": earlier,
        "messages": [message.model_dump(mode="json", exclude_none=True) for message in call.new_messages],
        "latency_s": call.latency_s,
        "retries": call.retries,
    }


def _memory(story: FlightStory) -> list[Json]:
    """Each remembered instance with its shape after every change, by the moment of the change."""
    instances: dict[str, Json] = {}
    for moment in story.moments:
        for row in moment.memory.rows if moment.memory else ():
            if row.instance_id is None or not row.footprint:
                continue
            item = instances.setdefault(row.instance_id, {"id": row.instance_id, "versions": []})
            item["versions"].append(
                {
                    "at": moment.index,
                    "label": row.label,
                    "footprint": row.footprint,
                    "heights": row.heights,
                    "confidence": row.confidence,
                }
            )
    return list(instances.values())


def _leg(leg: FlownAction) -> list[Any]:
    trouble = leg.blocked_by or ("object" if leg.collided else None)
    return [*_pose(leg.pose), leg.action, trouble]  # type: ignore[misc]


def _pose(pose: Pose | None) -> list[float] | None:
    """x, y, z in metres, and the heading in degrees for text and SVG alike."""
    return None if pose is None else [pose.x_m, pose.y_m, pose.z_m, pose.heading_deg]


def _view_angle_deg(story: FlightStory) -> float:
    if story.scene is None:
        return 90.0
    camera = story.scene.camera
    return math.degrees(2 * math.atan(camera.width_px / 2 / camera.fx_px))


def _dump(event: Any, without: set[str] | None = None) -> Json | None:
    if event is None:
        return None
    dumped: Json = event.model_dump(mode="json", exclude={"kind", *(without or ())})
    return dumped


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DECIMALS) if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(item) for item in value]
    return value
