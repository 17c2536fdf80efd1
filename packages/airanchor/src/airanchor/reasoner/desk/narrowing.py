"""A reply's schema narrowed by its question: the choices, ranges and counts that this one prompt allows.

A form made from it offers nothing that the flight would refuse. What it adds are words of JSON schema (const,
oneOf with titles, minimum, minItems), and a few of the form's own: `present`, the value a text has now;
`label`, a field's name for people; `picture`, the place of the picture that a pixel lies in; `either`, what
it means to give nothing or something; `one`, what an entry of a list is called; `blank`, what a field
that was left empty stands for.
"""

import copy
import math
import re
from collections.abc import Callable, Iterator, Sequence

from airanchor.reasoner.desk.briefed import (
    LABELS,
    briefed_anchor_query,
    briefed_navigation,
    briefed_reflection,
    is_briefed,
)
from airanchor.reasoner.desk.forms import Schema, Shown, choice, pixel_in, place_ahead, tagged
from airanchor.reasoner.prompts.reader import Prompt
from airanchor.reasoner.roles import PAPER_STATUSES, Side, Skill, Status
from airanchor.reasoner.roles.navigation import PARAMETERS_OF

NEVER_BLANK = frozenset({"category", "progress", "text"})
"""Texts that must say something, which a schema does not tell."""
_CANDIDATE = re.compile(r"- C\d{1,9}, instance ([^:]{1,80}): (.{0,300})")
_NODE = re.compile(r"^Node (\d{1,9})\b", re.MULTILINE)
_SCENE = re.compile(r"^Scene: (.{1,200})$", re.MULTILINE)


def narrowed(schema: Schema, prompt: Prompt, pictures: Sequence[Shown]) -> Schema:
    """The schema of a reply to this prompt, which shows these pictures.

    A schema that is not as this version writes it is left as it is.
    """
    own = copy.deepcopy(schema)
    try:
        for node in _objects(own):
            _narrow_fields(node["properties"], prompt, pictures)
        _narrow_ranges(own.get("$defs", {}), prompt)
        if is_briefed(own) and prompt.role in _BRIEFED:
            return _BRIEFED[prompt.role](own, prompt, pictures)
        narrow = _NARROWERS.get(prompt.role)
        return own if narrow is None else narrow(own, prompt)
    except (KeyError, TypeError, AttributeError, ValueError):
        return schema


def _objects(schema: Schema) -> Iterator[Schema]:
    for node in (schema, *schema.get("$defs", {}).values()):
        if "properties" in node:
            yield node


def _narrow_fields(fields: Schema, prompt: Prompt, pictures: Sequence[Shown]) -> None:
    for name, field in fields.items():
        if name in LABELS:
            field["label"] = LABELS[name]
        present = prompt.values.get(name) or prompt.values.get(name.removeprefix("next_"))
        if field.get("type") == "string" and present:
            field["present"] = present
        if field.get("type") == "string" and name in NEVER_BLANK:
            field["minLength"] = 1
        if name == "pixel" and "prefixItems" in field:
            fields[name] = pixel_in(field, place_ahead(pictures), pictures)


def _narrow_ranges(defs: dict[str, Schema], prompt: Prompt) -> None:
    """How far a skill may fly and climb."""
    ranges = prompt.ranges
    for node in defs.values():
        fields = node.get("properties", {})
        if "distance_m" in fields:
            fields["distance_m"]["minimum"] = ranges.least_distance_m
            if math.isfinite(ranges.greatest_distance_m):
                fields["distance_m"]["maximum"] = ranges.greatest_distance_m
        if "delta_h_m" in fields and math.isfinite(ranges.greatest_climb_m):
            fields["delta_h_m"].update(minimum=-ranges.greatest_climb_m, maximum=ranges.greatest_climb_m)


def _decomposition(schema: Schema, prompt: Prompt) -> Schema:
    """The ids are given by their places."""
    for node in _objects(schema):
        node["properties"].pop("id", None)
        node["required"] = [name for name in node["required"] if name != "id"]
    return schema


def _anchor_query(schema: Schema, prompt: Prompt) -> Schema:
    anchors, count = schema["properties"]["anchors"], int(prompt.values["count"])
    anchors.update(minItems=count, maxItems=count)
    kinds = prompt.values["kinds"].split()
    mapping = anchors["items"]["discriminator"]["mapping"]
    anchors["items"]["oneOf"] = [{"$ref": mapping[kind]} for kind in kinds]
    return schema


def _landmark_selection(schema: Schema, prompt: Prompt) -> Schema:
    match = schema["$defs"]["Match"]
    candidates = _candidates(prompt.values["candidates"])
    entries = [
        {
            **match,
            "title": line,
            "properties": {
                **match["properties"],
                "landmark_id": {"const": line.partition(":")[0]},
                "instance_id": {"oneOf": [*candidates[line.partition(":")[0]], choice(None, "none of them")]},
            },
        }
        for line in prompt.values["landmarks"].splitlines()
    ]
    matches = schema["properties"]["matches"]
    matches.update(prefixItems=entries, minItems=len(entries), maxItems=len(entries))
    return schema


def _candidates(text: str) -> dict[str, list[Schema]]:
    """The instances each landmark may be."""
    found: dict[str, list[Schema]] = {}
    for line in text.splitlines():
        if line.endswith(":") and not line.startswith("-"):
            choices = found.setdefault(line[:-1], [])
        elif match := _CANDIDATE.match(line):
            choices.append(choice(match[1], f"{match[1]}: {match[2]}"))
    return found


def _navigation(schema: Schema, prompt: Prompt) -> Schema:
    """One form for each skill that may be chosen, with its own parameters."""
    return tagged(
        schema,
        "skill",
        {
            skill: {"parameters": {"$ref": f"#/$defs/{PARAMETERS_OF[Skill(skill)].__name__}"}}
            for skill in prompt.skills
        },
    )


def _panorama(schema: Schema, prompt: Prompt) -> Schema:
    yaw = schema["properties"]["yaw_delta_deg"]
    may_stay = "briefing" in prompt.values  # where more is told, the heading may be right already
    ranges: dict[str, Schema] = {
        Side.LEFT: {"minimum": -135, "maximum" if may_stay else "exclusiveMaximum": 0},
        Side.RIGHT: {"minimum" if may_stay else "exclusiveMinimum": 0, "maximum": 135},
        Side.AROUND: {"minimum": -180, "maximum": 180, "not": {"minimum": -135, "maximum": 135}},
    }
    bare = {name: value for name, value in yaw.items() if name not in ("minimum", "maximum")}
    return tagged(
        schema,
        "turning_direction",
        {side: {"yaw_delta_deg": {**bare, **limits}} for side, limits in ranges.items()},
    )


def _backtracking(schema: Schema, prompt: Prompt) -> Schema:
    pieces = _NODE.split(prompt.values["history"])
    scenes = {
        number: found[1] if (found := _SCENE.search(text)) else ""
        for number, text in zip(pieces[1::2], pieces[2::2], strict=True)
    }
    choices = [number.strip() for number in prompt.values["choices"].split(",")]
    schema["properties"]["node_id"] = {
        "title": "Node Id",
        "oneOf": [choice(int(number), f"{number}: {scenes.get(number, '')}") for number in choices],
    }
    return schema


def _reflection(schema: Schema, prompt: Prompt) -> Schema:
    """A subtask that goes on has a plan, and one that ended has none."""
    plan = schema["properties"]["next_plan"]
    told = prompt.values.get("statuses", ", ".join(PAPER_STATUSES))
    return tagged(
        schema,
        "status",
        {
            status: {"next_plan": {**plan, "minLength": 1} if status == Status.ONGOING else {"const": ""}}
            for status in told.split(", ")
        },
    )


_NARROWERS: dict[str, Callable[[Schema, Prompt], Schema]] = {
    "decomposition": _decomposition,
    "anchor_query": _anchor_query,
    "landmark_selection": _landmark_selection,
    "navigation": _navigation,
    "panorama": _panorama,
    "backtracking": _backtracking,
    "reflection": _reflection,
}
_BRIEFED: dict[str, Callable[[Schema, Prompt, Sequence[Shown]], Schema]] = {
    "anchor_query": briefed_anchor_query,
    "navigation": briefed_navigation,
    "reflection": lambda schema, prompt, pictures: _reflection(
        briefed_reflection(schema, prompt, pictures), prompt
    ),
}
"""Where more is told, and more may be answered."""
