"""The rows of the benchmark's tables: each an agent and what is substituted in it, as data."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from pydantic import JsonValue, TypeAdapter, ValidationError

from airanchor import own_parts
from airanchor.assembly import Substitution, own_facts
from airanchor.baselines.methods import METHODS
from airanchor.bench import ablations
from airanchor.bench.paper_numbers import Figures, paper_figures
from airanchor.errors import InputError
from airanchor.own_parts import PartKind
from airanchor.reasoner.roles import Skill
from aircity.city.traffic.levels import LEVELS
from aircity.wrappers.levels import NOISE

MemoryMode = Literal["online", "frozen", "initialised"]
"""online: empty at first, written by every episode. frozen: built by a survey before the first episode, then
only read. initialised: built by the same survey, then written too."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table. A row that differs from AirAnchor says by which settings or which parts."""

    name: str
    """What commands and folders call it."""
    title: str
    """What tables call it."""
    agent: str = "airanchor"
    """The navigator's name in the assembly."""
    sets: tuple[str, ...] = ()
    """Settings as on the command line, applied last: anchors.count=6."""
    substitute: Substitution | None = None
    """Gives the agent other parts."""
    memory: MemoryMode = "online"
    memory_kind: Literal["sokb", "flat"] = "sokb"
    order_seed: int | None = None
    """None flies in canonical order, a number in a permutation of all episodes."""
    knows_truth: bool = False
    """Whether it is told the reference: an upper bound, marked so in every table."""
    noise: int = 0
    """The noise of its sensors, where that is not the run's."""
    traffic: int = 0
    """What moves around it, where that is not the run's."""
    part: str = ""
    """Of a row from outside: what code it is, with version and hash."""

    @property
    def paper(self) -> Mapping[str, Figures]:
        """The paper's own figures: split to SR, OSR and SDTW in percent, NE in metres."""
        return paper_figures(self.name)


def find_row(name: str) -> Row:
    """The row of that name: ours, one from outside that was asked for, or one that a run tells of."""
    rows = all_rows()
    if name in rows:
        return rows[name]
    if name in _TOLD and name not in own_parts.granted():
        return _TOLD[name]
    if own_parts.is_own(PartKind.ROW, name) or own_parts.is_own(PartKind.AGENT, name):
        return _own_row(name)
    raise own_parts.unknown(PartKind.ROW, name, (*rows, *own_parts.entry_names(PartKind.AGENT)))


_TOLD: dict[str, Row] = {}
"""Rows from outside as the run.json that was read last tells of them: enough to check, not to fly."""


def _own_row(name: str) -> Row:
    """A row that a module holds; or an agent, which is a row by itself."""
    is_row = name in own_parts.entry_names(PartKind.ROW)
    is_agent = not is_row and name in own_parts.entry_names(PartKind.AGENT)
    found = own_parts.load_part(PartKind.AGENT if is_agent else PartKind.ROW, name)
    if isinstance(found, Row):
        if found.knows_truth:
            raise InputError(
                f"row {name!r} would be told the reference path, which only {REFERENCE_ROW!r} is"
            )
        own_parts.grant(found.agent)  # the row's code was asked for, and so what it names
        told = own_parts.told(PartKind.ROW, name)
        agents = own_facts(agent=found.agent).values() if found.agent not in all_rows() else ()
        return replace(found, name=name, part="; ".join((told, *agents)))
    if is_row or not callable(found):
        raise InputError(f"row {name!r} is a {type(found).__name__}; valid is a Row, or what builds an agent")
    return Row(name, name, agent=name, part=own_parts.told(PartKind.AGENT, name))


def row_to_fly(name: str) -> Row:
    """The row of that name with all its parts; what a run.json tells of one from outside is not enough."""
    row = find_row(name)
    if row.part and row is _TOLD.get(name):
        kind = PartKind.ROW if name in own_parts.entry_names(PartKind.ROW) else PartKind.AGENT
        own_parts.load_part(kind, name)  # raises: the user has not given this name
    return row


def told_rows(names: tuple[str, ...]) -> dict[str, JsonValue]:
    """What run.json says of the rows from outside, for who checks the run without their code."""
    rows = [row for name in names if (row := find_row(name)).part]
    return {row.name: _plain(row) for row in rows}


def _plain(row: Row) -> JsonValue:
    plain: dict[str, Any] = asdict(replace(row, substitute=None))
    return {key: list(value) if isinstance(value, tuple) else value for key, value in plain.items()}


def note_told_rows(told: object, where: str) -> None:
    """Remember the rows from outside that a run.json tells of; no code is loaded for it."""
    for name, facts in told.items() if isinstance(told, Mapping) else ():
        try:
            row = _ROW.validate_python(facts)
        except ValidationError as error:
            fault = error.errors(include_url=False)[0]["msg"]
            raise InputError(f"{where} tells of row {str(name)[:80]!r} what no row is: {fault}") from error
        if row.name != name or row.knows_truth or not own_parts.is_spelled_well(name) or name in all_rows():
            raise InputError(f"{where} tells of a row {str(name)[:80]!r} that cannot be one from outside")
        _TOLD[name] = replace(row, substitute=None)


_ROW = TypeAdapter(Row)
REFERENCE_ROW = "reference"


def all_rows() -> dict[str, Row]:
    """Every row by its name."""
    return {row.name: row for row in ROWS}


AIRANCHOR = Row("airanchor", "AirAnchor")

MAIN = (
    Row("random", "Random", agent="random"),
    Row("action-sampling", "Action Sampling", agent="action-sampling"),
    Row("navgpt", "NavGPT", agent="navgpt"),
    Row("mapgpt", "MapGPT", agent="mapgpt"),
    Row("typefly", "TypeFly", agent="typefly"),
    Row("pivot", "PIVOT", agent="pivot"),
    Row("spf", "SPF", agent="spf"),
    Row("finecog-nav", "FineCog-Nav", agent="finecog-nav"),
    AIRANCHOR,
    Row("reference", "Reference path", agent="reference", knows_truth=True),
)

ASKING = tuple(row for row in MAIN if row.agent in METHODS)
"""The other methods that ask a model."""

ABLATIONS = (
    Row("no-dir-anchor", "w/o Dir. Anchor", substitute=ablations.use_objects_only),
    Row("no-obj-anchor", "w/o Obj. Anchor (hidden)", substitute=ablations.hide_objects),
    Row("no-obj-anchor-strict", "w/o Obj. Anchor (removed)", substitute=ablations.use_directions_only),
    Row("flat-kb", "Flat KB", memory_kind="flat"),
    Row(
        "no-selector",
        "w/o MLLM Selector",
        sets=("memory.retrieval_count=1000",),  # the best of all that pass the filter, not of the usual three
        substitute=ablations.select_by_meaning,
    ),
    Row("no-subtask", "w/o Subtask", substitute=ablations.keep_instruction_whole),
    Row("action-level", "Action-Level Planning", agent="action-level"),
    Row("no-eag", "w/o EAG", substitute=ablations.hide_graph),
    Row("no-prior", "w/o Landmark Prior", substitute=ablations.leave_out_priors),
    Row("no-spatial-reflection", "w/o Spatial Reflection", substitute=ablations.hide_spatial_reflection),
)


def _skills(*skills: Skill) -> tuple[str, ...]:
    return (f"agent.skills={json.dumps([skill.value for skill in skills])}",)


SKILLS = (
    Row("no-altitude", "- Alt.", sets=_skills(Skill.PIXEL, Skill.VIEW, Skill.BACKTRACK)),
    Row("no-view", "- View", sets=_skills(Skill.PIXEL, Skill.ALTITUDE, Skill.BACKTRACK)),
    Row("no-backtracking", "- Back.", sets=_skills(Skill.PIXEL, Skill.ALTITUDE, Skill.VIEW)),
    Row("pixel-only", "Pixel Only", sets=_skills(Skill.PIXEL)),
)

ANCHORS = (
    Row("k1", "K = 1", sets=("anchors.count=1",)),
    Row("k6", "K = 6", sets=("anchors.count=6",)),
)

MEMORY_CONSTRUCTION = (
    Row("memory-frozen", "Pre-rendered Init. (Frozen)", memory="frozen"),
    Row("memory-initialised", "Pre-rendered Init. + Update", memory="initialised"),
)

EPISODE_ORDER = tuple(Row(f"order-{seed}", f"Permutation {seed}", order_seed=seed) for seed in (1, 2, 3))

VARIANTS = (
    Row("mapgpt-faithful", "MapGPT (as published)", agent="mapgpt-faithful"),
    Row("pivot-robust", "PIVOT (robust)", agent="pivot-robust"),
    Row("spf-faithful", "SPF (as published)", agent="spf-faithful"),
    Row("typefly-faithful", "TypeFly (as published)", agent="typefly-faithful"),
    Row("finecog-nav-faithful", "FineCog-Nav (as published)", agent="finecog-nav-faithful"),
)
"""Other methods as they were published, or at another price."""

SHORTCUTS = (
    Row("first-part-only", "First part only", substitute=ablations.read_first_part_only),
    Row("last-landmark-only", "Last landmark only", substitute=ablations.read_last_landmark_only),
)
"""Not the paper's: what an agent reaches that reads little of the instruction."""

NOISY = tuple(Row(f"noise-{level}", f"Noise {level} ({NOISE[level].name})", noise=level) for level in NOISE)
IN_TRAFFIC = tuple(
    Row(f"traffic-{level}", f"Traffic {level} ({LEVELS[level].name})", traffic=level) for level in LEVELS
)
"""Not the paper's: AirAnchor as it is, under worse conditions."""

ROWS = (
    *(*MAIN, *ABLATIONS, *SKILLS, *ANCHORS, *MEMORY_CONSTRUCTION, *EPISODE_ORDER, *VARIANTS, *SHORTCUTS),
    *(*NOISY, *IN_TRAFFIC),
)
