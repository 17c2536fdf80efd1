"""The scene list by rule: every landmark of the text that is seen, then what else catches the eye."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from airanchor.embedded.ears.clause import Mention
from airanchor.embedded.eyes.colours import COLOUR_NAMES
from airanchor.embedded.eyes.reader import PictureDetection
from airanchor.embedded.rules.peers.glance import named_landmarks
from airanchor.embedded.rules.senses import Scene, Senses
from airanchor.embedded.rules.space.detections import phrase_of
from airanchor.reasoner.prompts.reader import Prompt
from airanchor.reasoner.roles.peers.typefly.scene import MAX_LISTED

MOST_LANDMARKS = 10
"""Of one text that are looked for; the others wait until they are next."""


def list_scene(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """Named boxes, the landmarks first."""
    scene, one_share = senses.scenes.read(prompt.images[0]), senses.config.peers.one_share
    listed: list[tuple[str, tuple[str, ...], PictureDetection]] = []
    for name, attributes, detection in _things(prompt.values.get("instruction", ""), scene, senses):
        if len(listed) < MAX_LISTED and all(_share(detection, one[2]) < one_share for one in listed):
            listed.append((name, attributes, detection))
    return {"objects": [_entry(*one) for one in listed]}


def _things(
    instruction: str, scene: Scene, senses: Senses
) -> Iterator[tuple[str, tuple[str, ...], PictureDetection]]:
    mentions = tuple(dict.fromkeys(named_landmarks(instruction, senses)))[:MOST_LANDMARKS]
    for mention in mentions:
        for name, detection in _sights(mention, scene, senses):
            yield name, mention.attributes, detection
    for thing in scene.objects():
        yield thing.label, thing.attributes, thing.detection


def _sights(mention: Mention, scene: Scene, senses: Senses) -> Iterator[tuple[str, PictureDetection]]:
    """The landmark under its name; what answers its category alone is listed so where nothing does better."""
    config, name = senses.config, phrase_of(mention).label
    bare = replace(mention, attributes=())
    for words, least in ((mention, config.seen_score), (bare, config.bare_score)):
        found = [one for one in scene.find(phrase_of(words)) if one.score >= least]
        if found:
            yield from ((name, one) for one in found[: config.peers.alike])
            return


def _share(one: PictureDetection, other: PictureDetection) -> float:
    """The area of two boxes that is both's, over that which is either's."""
    width_px = min(one.box_px[2], other.box_px[2]) - max(one.box_px[0], other.box_px[0])
    height_px = min(one.box_px[3], other.box_px[3]) - max(one.box_px[1], other.box_px[1])
    both = max(width_px, 0) * max(height_px, 0)
    return both / max(one.width_px * one.height_px + other.width_px * other.height_px - both, 1)


def _entry(name: str, attributes: tuple[str, ...], detection: PictureDetection) -> dict[str, Any]:
    left, top, right, bottom = detection.box_px
    colour = next((word for word in attributes if word in COLOUR_NAMES), "")
    corners = {"top_left": [left, top], "bottom_right": [right - 1, bottom - 1]}
    return {"name": name, "colour": colour, **corners}
