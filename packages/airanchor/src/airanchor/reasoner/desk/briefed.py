"""The forms of the questions that tell more: what follows a skill, what is flown next, what is pointed at."""

import re
from collections.abc import Sequence

from airanchor.reasoner.desk.forms import (
    Schema,
    Shown,
    choice,
    form_of,
    pixel_in,
    place_ahead,
    place_of_sides,
    tagged,
)
from airanchor.reasoner.prompts.reader import Prompt
from airanchor.reasoner.roles import Skill

LABELS = {
    "anchors": "Things to measure",
    "delta_h_m": "Climb (m), negative is down",
    "keep_heading": "Keep looking the same way",
    "next": "What is flown next",
    "then": "Then, without a new look",
    "wrong": "Markers that lie on the wrong thing",
    "yaw_delta_deg": "Turn (°), positive is right",
}
"""Names of fields for people, where the name alone does not say it."""
_KINDS: dict[str, tuple[tuple[str, str], ...]] = {
    Skill.PIXEL: ((Skill.PIXEL, "SteeredPixelParameters"),),
    Skill.ALTITUDE: ((Skill.ALTITUDE, "AltitudeParameters"),),
    Skill.VIEW: (
        (f"{Skill.VIEW} by an angle", "TurnParameters"),
        (f"{Skill.VIEW} after a look around", "ViewParameters"),
    ),
    Skill.BACKTRACK: ((Skill.BACKTRACK, "BacktrackParameters"),),
}
"""The titles of the forms of each skill, and what they are told."""
_FOLLOWING = {Skill.VIEW: "TurnParameters", Skill.ALTITUDE: "AltitudeParameters"}
_MARKER = re.compile(
    r"^(?:Anchor )?(\d{1,4}) \[?(?:Object: )?([^\]\n:(]{1,90}?)\]?(?: \(confidence [^)\n]*\))?: (?!not )",
    re.MULTILINE,
)
"""What was not measured has no marker."""


def is_briefed(schema: Schema) -> bool:
    """Whether a reply's schema is of a question that tells more."""
    return not {"SteeredPixelParameters", "PointedObjectAsk"}.isdisjoint(schema.get("$defs", {}))


def briefed_anchor_query(schema: Schema, prompt: Prompt, pictures: Sequence[Shown]) -> Schema:
    """As many things as help, each perhaps pointed at."""
    anchors = schema["properties"]["anchors"]
    anchors.update(minItems=0, maxItems=int(prompt.values["count"]))
    anchors["items"] = _pointed(schema["$defs"], pictures)
    return schema


def briefed_navigation(schema: Schema, prompt: Prompt, pictures: Sequence[Shown]) -> Schema:
    """One form for each way to use a skill that may be chosen."""
    _narrow_turn(schema["$defs"])
    _narrow_anchors(schema["properties"]["anchors"], prompt)
    return {"$defs": schema["$defs"], **_decision(schema, schema["$defs"], prompt)}


def briefed_reflection(schema: Schema, prompt: Prompt, pictures: Sequence[Shown]) -> Schema:
    """The verdict's fields with the next decision as a form of its own; what ends has no plan."""
    defs, fields = schema["$defs"], schema["properties"]
    _narrow_turn(defs)
    decision = defs["BriefedDecision"]
    for name in ("anchors", "wrong"):  # which stand beside it
        decision["properties"].pop(name)
    fields["next"]["anyOf"] = [_decision(decision, defs, prompt), {"type": "null"}]
    fields["next"]["either"] = ["nothing yet: measure first, or the flight ends", "this skill:"]
    _narrow_anchors(fields["anchors"], prompt, _pointed(defs, pictures))
    _narrow_wrong(fields, prompt)
    return schema


def _narrow_turn(defs: dict[str, Schema]) -> None:
    """An angle that was not given stays apart from a look around, which has none."""
    defs["TurnParameters"]["properties"]["yaw_delta_deg"]["blank"] = None
    for name in ("SteeredPixelParameters", "AltitudeParameters", "TurnParameters"):
        defs[name].pop("description", None)


def _decision(node: Schema, defs: dict[str, Schema], prompt: Prompt) -> Schema:
    following = {skill: kind for skill, kind in _FOLLOWING.items() if skill in prompt.skills}
    fields = node["properties"]
    if following:
        moves = {
            skill.value: {"parameters": {"$ref": f"#/$defs/{kind}"}} for skill, kind in following.items()
        }
        move = tagged(defs["FollowingMove"], "skill", moves)
        fields["then"]["one"] = "move"
        fields["then"]["items"] = {name: value for name, value in move.items() if name != "$defs"}
    else:
        fields.pop("then")
    _narrow_wrong(fields, prompt)
    forms = [
        form_of(node, title, {"skill": {"const": skill}, "parameters": {"$ref": f"#/$defs/{kind}"}})
        for skill in prompt.skills
        for title, kind in _KINDS[skill]
    ]
    return {"title": "Skill", "label": "Skill", "oneOf": forms}


def _narrow_wrong(fields: dict[str, Schema], prompt: Prompt) -> None:
    """Only markers that are there can be wrong."""
    if "wrong" not in fields:
        return
    told = prompt.values.get("graph") or prompt.values.get("graph_after") or ""
    markers = [choice(int(number), f"{number}: {thing}") for number, thing in _MARKER.findall(told)]
    if markers:
        fields["wrong"].update(one="marker", items={"oneOf": markers}, maxItems=len(markers))
    else:
        fields.pop("wrong")


def _narrow_anchors(field: Schema, prompt: Prompt, items: Schema | None = None) -> None:
    for one in field["anyOf"]:
        if one["type"] == "array":
            one.update({"one": "thing"}, **({"items": items} if items else {}))
            one.update({"maxItems": prompt.most_things} if prompt.most_things is not None else {})
    field["either"] = ["ask me when I am there", "these, or none:"]


def _pointed(defs: dict[str, Schema], pictures: Sequence[Shown]) -> Schema:
    """A thing in the view ahead or to a side, perhaps with a pixel on it there; or a direction."""
    thing, ahead, sides = defs["PointedObjectAsk"], place_ahead(pictures), place_of_sides(pictures)
    pixel = defs["DirectionAsk"]["properties"]["pixel"]
    title = "thing ahead" if sides is not None else "thing"
    forms = [form_of(thing, title, {"pixel": pixel_in(pixel, ahead, pictures), "view": {"const": "ahead"}})]
    if sides is None:
        forms[0]["properties"].pop("view")
    else:
        for side in ("left", "right"):
            own = {"pixel": _pixel_of_side(pixel, side, sides, pictures), "view": {"const": side}}
            forms.append(
                {
                    **form_of(thing, f"thing to the {side}", own),
                    "required": [*thing["required"], "view", "pixel"],
                }
            )
    return {"oneOf": [*forms, {**defs["DirectionAsk"], "title": "free distance ahead"}]}


def _pixel_of_side(pixel: Schema, side: str, place: int, pictures: Sequence[Shown]) -> Schema:
    """The left half of the picture of both sides shows the left."""
    own = pixel_in(pixel, place, pictures)
    size_px = pictures[place].size_px
    if size_px is not None:
        half_px = size_px[0] // 2
        limits = {"maximum": half_px - 1} if side == "left" else {"minimum": half_px}
        own["prefixItems"] = [{**own["prefixItems"][0], **limits}, own["prefixItems"][1]]
    return own
