"""All settings of a flight in one frozen value: a named profile, a TOML file and single values over it.

Each room owns its settings and their ranges; here they are only put together. The resolved settings are the
first event of every trace.
"""

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
from difflib import get_close_matches
from enum import Enum
from pathlib import Path
from typing import Any

from pydantic import JsonValue, TypeAdapter, ValidationError

from airanchor.agent.config import AgentConfig
from airanchor.anchors import AnchorConfig
from airanchor.baselines.config import BaselineConfig
from airanchor.embedded.rules.config import RulebookConfig, offered_odds, prior_odds
from airanchor.errors import InputError, UnfitFile
from airanchor.flight import Envelope
from airanchor.perception.models.config import PerceptionConfig
from airanchor.planning import PlanningConfig
from airanchor.reasoner import ReasonerConfig
from airanchor.reasoner.role import shown
from aircity.airsim import AirSimConfig
from aircity.machine.untrusted import parse_toml, read_text

BODY_RADIUS_M = 0.5
MOST_BYTES = 100_000
"""Of a settings file or of one setting."""
_LONGEST_FAULT = 400


@dataclass(frozen=True, slots=True)
class Settings:
    """One section per room; `memory` holds only what differs from its profile for the encoders in use."""

    profile: str = "paper"
    agent: AgentConfig = field(default_factory=AgentConfig)
    anchors: AnchorConfig = field(default_factory=AnchorConfig)
    perception: PerceptionConfig = field(default_factory=PerceptionConfig)
    memory: Mapping[str, Any] = field(default_factory=dict)
    planning: PlanningConfig = field(default_factory=PlanningConfig)
    reasoner: ReasonerConfig = field(default_factory=ReasonerConfig)
    rulebook: RulebookConfig = field(default_factory=RulebookConfig)
    baselines: BaselineConfig = field(default_factory=BaselineConfig)
    envelope: Envelope = field(default_factory=Envelope)
    airsim: AirSimConfig = field(default_factory=AirSimConfig)

    def to_json(self) -> dict[str, JsonValue]:
        """The settings as plain values; a limit that is infinite is None.

        How an AirSim build is flown is told only where it was changed: no other flight knows of it.
        """
        plain: dict[str, JsonValue] = _plain(asdict(self))
        if self.airsim == AirSimConfig():
            del plain["airsim"]
        return plain


FAR_MEMORY: Mapping[str, Any] = {
    "retrieval_radius_m": 250.0,
    "retrieval_count": 8,
    "odds": {"retrieval": {"margin": 3.0}},
}
"""Flights of profile `embedded` are offered all that may be the landmark, and choose among it by place."""

PROFILES: dict[str, Settings] = {
    "paper": Settings(),
    "embedded": Settings(
        profile="embedded",
        agent=AgentConfig(
            tells_outcomes=True, tells_state=True, remembers_in_passing=True, priors_of_earlier_flights=True
        ),
        memory=FAR_MEMORY,
        rulebook=RulebookConfig(offered=offered_odds("offered_far"), remembered=prior_odds("remembered_far")),
        planning=PlanningConfig(lateral_clearance_m=BODY_RADIUS_M, vertical_tolerance_m=2.0),
        envelope=Envelope(min_altitude_m=2.0, max_altitude_m=120.0, max_radius_m=1500.0, max_path_m=5000.0),
    ),
}
PROFILES["plus"] = replace(
    PROFILES["embedded"],
    profile="plus",
    agent=replace(
        PROFILES["embedded"].agent,
        parts="plus",
        iterations_per_subgoal=6,
        remembers_in_passing=False,
        priors_of_earlier_flights=False,  # its own parts see to it
    ),
    memory={},
    rulebook=RulebookConfig(),
    planning=replace(PROFILES["embedded"].planning, greatest_distance_m=90.0),
)
"""`paper` is the paper to the letter. `embedded`, the default of the embedded stack, adds calibrated memory
thresholds, the drone's radius as clearance in planning, a safety envelope, the drone's state in the prompts,
and verdicts that tell what was not done. `plus` is `embedded` with parts that tell the model more and ask it
less often (docs/plus.md)."""


def load_settings(
    profile: str = "embedded",
    *,
    granted: Sequence[str] = (),
    file: Path | None = None,
    sets: Sequence[str] = (),
) -> Settings:
    """The settings of a profile, changed by a TOML file and by texts such as agent.iterations=10.

    `granted` are such texts too, of what is flown rather than of who flies: the file and `sets` go over them.
    """
    if profile not in PROFILES:
        raise InputError(f"profile {profile!r} is unknown; valid are {', '.join(PROFILES)}")
    settings = _changed_by(PROFILES[profile], granted)
    if file is not None:
        for section, values in _tables(file).items():
            settings = _overlaid(settings, section, values)
    return _changed_by(settings, sets)


def _changed_by(settings: Settings, sets: Sequence[str]) -> Settings:
    for text in sets:
        section, values = _parsed(text)
        settings = _overlaid(settings, section, values)
    return settings


def _tables(file: Path) -> dict[str, Any]:
    if not file.is_file():
        raise InputError(f"there is no settings file {file}; give a TOML file with sections such as [agent]")
    try:
        return parse_toml(read_text(file, MOST_BYTES))
    except UnfitFile as error:
        raise InputError(f"settings file {file} cannot be read: {error}") from None
    except ValueError as error:
        raise InputError(f"settings file {file} is not TOML: {error}") from error


def _parsed(text: str) -> tuple[str, dict[str, Any]]:
    name, equals, value = text.partition("=")
    section, *path = name.strip().split(".")
    if not (equals and section and path and all(path)):
        raise InputError(f"setting {shown(text)} is not SECTION.NAME=VALUE, as in agent.iterations=10")
    if len(text) > MOST_BYTES:
        raise InputError(f"setting {name[:60]!r} has {len(text)} characters, at most {MOST_BYTES} are read")
    return section, _nested(path, _value(name, value.strip()))


def _value(name: str, text: str) -> Any:
    try:
        return parse_toml(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text  # a bare word: nobody wants to quote inside a shell's quotes
    except ValueError as error:
        raise InputError(f"setting {name[:60]!r} cannot be read: {error}") from None


def _nested(path: Sequence[str], value: Any) -> dict[str, Any]:
    """A value under the names of its groups, as a table of a file holds it."""
    return {path[0]: value if len(path) == 1 else _nested(path[1:], value)}


def _overlaid(settings: Settings, section: str, values: object) -> Settings:
    sections = [item.name for item in fields(Settings) if item.name != "profile"]
    if section not in sections:
        raise InputError(f"settings have no section {shown(section)}{_closest(section, sections)}")
    if not isinstance(values, Mapping):
        raise InputError(f"section {section!r} must hold names and values, not {shown(values)}")
    current = getattr(settings, section)
    changed: Any = {**current, **values} if not is_dataclass(current) else _changed(current, section, values)
    changes: dict[str, Any] = {section: changed}
    return replace(settings, **changes)


def _changed(current: Any, section: str, values: Mapping[str, Any]) -> Any:
    plain = {item.name: getattr(current, item.name) for item in fields(current)}
    for name, value in values.items():
        if name not in plain:
            near = _closest(name, _dotted(current))
            raise InputError(f"section {section!r} has no setting {shown(name)}{near}")
        plain[name] = _regrouped(plain[name], f"{section}.{name}", value)
    try:
        return TypeAdapter(type(current)).validate_python(plain)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        words = fault["msg"][:_LONGEST_FAULT]
        if not fault["loc"]:  # the section's own check, which names the value itself
            raise InputError(f"section {section!r}: {words.removeprefix('Value error, ')}") from error
        place = ".".join(str(step) for step in (section, *fault["loc"]))
        raise InputError(f"setting {place} = {shown(fault['input'])}: {words}") from error


def _regrouped(current: Any, place: str, value: Any) -> Any:
    """The value of one setting; a group of settings is changed name by name."""
    if not is_dataclass(current):
        return value
    if not isinstance(value, Mapping):
        first = f"{place}.{fields(current)[0].name}"
        raise InputError(f"setting {place} is a group of settings such as {first}, not {shown(value)}")
    return _changed(current, place, value)


def _dotted(section: Any) -> list[str]:
    """The names of all settings of a section, those of its groups after theirs."""
    found = []
    for item in fields(section):
        value = getattr(section, item.name)
        inner = [f"{item.name}.{name}" for name in _dotted(value)] if is_dataclass(value) else []
        found += inner or [item.name]
    return found


def _closest(name: str, valid: Sequence[str]) -> str:
    """The nearest of the valid names: by the whole name, by its group, or by what follows that."""
    groups = {one.partition(".")[0]: one.partition(".")[0] for one in valid}
    inner = {one.rpartition(".")[2]: one for one in reversed(valid)}
    for names in ({one: one for one in valid}, groups, inner):
        for near in get_close_matches(name, names, n=1):
            return f"; did you mean {names[near]!r}?"
    return f"; valid are {', '.join(groups)}"


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
