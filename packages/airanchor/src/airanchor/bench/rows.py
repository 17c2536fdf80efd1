"""The rows of the benchmark's tables: each an agent and what is substituted in it, as data."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from airanchor.assembly import Substitution
from airanchor.baselines.methods import METHODS
from airanchor.bench import ablations
from airanchor.bench.paper_numbers import Figures, paper_figures
from airanchor.errors import InputError
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

    @property
    def paper(self) -> Mapping[str, Figures]:
        """The paper's own figures: split to SR, OSR and SDTW in percent, NE in metres."""
        return paper_figures(self.name)


def find_row(name: str) -> Row:
    """The row of that name."""
    rows = all_rows()
    if name not in rows:
        raise InputError(f"row {name!r} is unknown; valid are {', '.join(rows)}")
    return rows[name]


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
