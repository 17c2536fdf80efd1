"""Reads a rendered prompt back: which role, which values, which images. The other side of the templates."""

import math
import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.errors import InputError
from airanchor.reasoner.chat import Author, Message
from airanchor.reasoner.prompts.template import NUMBER_WORDS
from airanchor.reasoner.roles import ALL_ROLES

_TAG = re.compile(r"<([a-z_]{1,20})>")
_NUMBER = r"(\d{1,9}(?:\.\d{1,9})?)"
_DISTANCE = re.compile(rf"\bd is from {_NUMBER} to {_NUMBER} metres\b")
_CLIMB = re.compile(rf"\bat most {_NUMBER} metres either way\b")
_SKILLS = re.compile(r'`skill` is exactly one of: ((?:"[A-Za-z ]{1,40}"(?:, )?){1,9})')
_THINGS = re.compile(r"`anchors`\s+names up to (\w{1,9}) things\b")
_END = re.compile(r"</([a-z_]{1,20})>")


@dataclass(frozen=True, slots=True)
class SkillRanges:
    """The bounds of a skill's parameters, as a prompt tells them; none where it tells none."""

    least_distance_m: float = 0.0
    greatest_distance_m: float = math.inf
    greatest_climb_m: float = math.inf


@dataclass(frozen=True, slots=True, eq=False)
class Prompt:
    """What a model is told, in pieces."""

    role: str
    values: dict[str, str]
    """The text inside each tag of the user's message; the first where a tag repeats."""
    images: tuple[NDArray[np.uint8], ...]
    all_values: tuple[tuple[str, str], ...]
    """Every tag with its text in order, for tags that repeat."""
    ranges: SkillRanges = SkillRanges()
    """What skills may be asked for."""
    skills: tuple[str, ...] = ()
    """Those that may be chosen; none where it offers none."""
    most_things: int | None = None
    """How many things may be named to be measured after the skill, where it says so."""


def read_prompt(messages: Sequence[Message]) -> Prompt:
    """Take a conversation apart; its first user message holds the values, later ones only ask again."""
    system = next((m.text for m in messages if m.author is Author.SYSTEM), "")
    title = system.split("\n", 1)[0]
    role = next((role.name for role in ALL_ROLES if title.strip() == f"# {role.title}"), None)
    if role is None:
        known = ", ".join(repr(role.title) for role in ALL_ROLES)
        raise InputError(
            f"the system message begins {title[:60]!r}; it must begin with '# ' and one of {known}"
        )
    user = next((m for m in messages if m.author is Author.USER), None)
    if user is None:
        raise InputError("there is no user message; it holds what the role is told")
    tags = _tags(user.text)
    values: dict[str, str] = {}
    for name, text in tags:
        values.setdefault(name, text)
    return Prompt(
        role, values, user.images, tags, _ranges(system), _skills(system, values), _most_things(system)
    )


def _skills(system: str, values: dict[str, str]) -> tuple[str, ...]:
    if "skills" in values:
        return tuple(line.strip() for line in values["skills"].splitlines() if line.strip())
    told = _SKILLS.search(system)
    return tuple(re.findall(r'"([^"]+)"', told.group(1))) if told else ()


def _most_things(system: str) -> int | None:
    told = _THINGS.search(system)
    if told is None:
        return None
    word = told.group(1)
    return NUMBER_WORDS.index(word) if word in NUMBER_WORDS else int(word) if word.isdigit() else None


def _ranges(system: str) -> SkillRanges:
    distance, climb = _DISTANCE.search(system), _CLIMB.search(system)
    least_m, most_m = map(float, distance.groups()) if distance else (0.0, math.inf)
    return SkillRanges(least_m, most_m, float(climb.group(1)) if climb else math.inf)


def _tags(text: str) -> tuple[tuple[str, str], ...]:
    """Every tag that is closed again, outermost only; one pass over the text finds all ends."""
    ends: dict[str, list[int]] = {}
    for end in _END.finditer(text):
        ends.setdefault(end.group(1), []).append(end.start())
    found: list[tuple[str, str]] = []
    at = 0
    while match := _TAG.search(text, at):
        at = match.end()
        closing = ends.get(match.group(1), [])
        place = bisect_left(closing, at)
        if place < len(closing):
            found.append((match.group(1), text[at : closing[place]].strip()))
            at = closing[place]
    return tuple(found)
