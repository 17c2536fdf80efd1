"""The table of skills, read from its file: planner, checker and interpreter are all made from it."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Any

from airanchor.baselines.typefly.minispec.dialect import Dialect
from airanchor.baselines.typefly.minispec.kinds import SkillParameter, ValueKind
from airanchor.baselines.typefly.minispec.parser import parse
from airanchor.baselines.typefly.minispec.tree import Program

_FILE = "skills.toml"
_MOST_COMPARED = 40


class SkillSort(StrEnum):
    """Who carries a skill out."""

    MOTION = "motion"
    SIGHT = "sight"
    PROBE = "probe"
    NOTE = "note"
    CONTROL = "control"
    DEFINED = "defined"
    """MiniSpec itself: its definition is run."""


@dataclass(frozen=True, slots=True)
class MiniSkill:
    """One skill."""

    name: str
    short: str
    sort: SkillSort
    does: str
    parameters: tuple[SkillParameter, ...]
    gives: ValueKind
    aliases: tuple[str, ...] = ()
    definition: str = ""
    program: Program | None = None
    """The definition, read."""

    @property
    def names(self) -> tuple[str, ...]:
        """All by which a program may call it."""
        return (self.short, self.name, *self.aliases)

    @property
    def signature(self) -> str:
        """How it is called, by its short name."""
        return f"{self.short}({', '.join(parameter.name for parameter in self.parameters)})"

    def written(self, dialect: Dialect) -> str:
        """The same as a dialect writes it."""
        if dialect is Dialect.B:
            return self.signature
        return ",".join([self.short, *(parameter.name for parameter in self.parameters)])


class SkillTable:
    """All skills, found by any of their names."""

    def __init__(self, skills: Sequence[MiniSkill]) -> None:
        self._skills = tuple(skills)
        self._by_name: Mapping[str, MiniSkill] = {name: one for one in skills for name in one.names}
        if len(self._by_name) != sum(len(one.names) for one in skills):
            raise ValueError("two skills have the same name")

    def __iter__(self) -> Iterator[MiniSkill]:
        return iter(self._skills)

    def find(self, name: str) -> MiniSkill | None:
        """The skill of that name."""
        return self._by_name.get(name)

    def closest(self, name: str) -> MiniSkill | None:
        """The skill that was probably meant."""
        if not 0 < len(name) <= _MOST_COMPARED:
            return None
        near = get_close_matches(name.lower(), list(self._by_name), n=5, cutoff=0.5)
        near.sort(key=lambda known: known[0] != name[0].lower())  # few mistype the first letter
        return self._by_name[near[0]] if near else None


@cache
def skill_table() -> SkillTable:
    """The skills that a drone has."""
    text = resources.files(__package__).joinpath(_FILE).read_text("utf-8")
    return SkillTable([_skill(entry) for entry in tomllib.loads(text)["skills"]])


def _skill(entry: dict[str, Any]) -> MiniSkill:
    definition = entry.get("definition", "")
    return MiniSkill(
        name=entry["name"],
        short=entry["short"],
        sort=SkillSort(entry.get("sort", SkillSort.DEFINED)),
        does=entry["does"],
        parameters=tuple(_parameter(one) for one in entry["parameters"]),
        gives=ValueKind(entry["gives"]),
        aliases=tuple(entry.get("aliases", ())),
        definition=definition,
        program=parse(definition).program if definition else None,
    )


def _parameter(entry: dict[str, Any]) -> SkillParameter:
    return SkillParameter(entry["name"], ValueKind(entry["kind"]), entry.get("low"), entry.get("high"))
