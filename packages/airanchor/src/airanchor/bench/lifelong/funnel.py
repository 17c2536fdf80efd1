"""What became of every landmark in the memory: stored, right, retrieved, selected, told, used, helped.

Counted from traces and the truth of the city, which no agent sees. A landmark is one leg of an episode whose
subtask was begun and names it; the first five stages are about that moment or what follows from it.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from airanchor.bench.diagnosis.causes import THRESHOLDS
from airanchor.bench.diagnosis.flown import FlownDecision, read_flown
from airanchor.bench.diagnosis.knowledge import Glimpse, flies_towards, glimpses
from airanchor.bench.diagnosis.truth import SceneTruth, TrueLeg
from airanchor.bench.diagnosis.verdict import Examined, examine
from airanchor.bench.diagnosis.wording import label, names_it
from airanchor.bench.episodes import Episode
from airanchor.bench.lifelong.holdings import Holdings, surveyed
from airanchor.bench.results import RunFolder
from airanchor.bench.rows import find_row
from airanchor.bench.run.inputs import RunInputs
from airanchor.bench.run.order import scene_order
from airanchor.bench.run.record import read_record
from airanchor.memory.files.store import scene_path
from airanchor.trace import LandmarkRow, MemoryEvent, SubtaskEvent, Trace, read_trace
from aircity.city.library import open_scene
from aircity.city.render.renderer import Renderer
from aircity.geometry import relate

STAGES = ("stored", "right", "retrieved", "selected", "told", "used")
"""What a flight alone can show, in order."""


@dataclass(frozen=True, slots=True)
class LandmarkCase:
    """One landmark in one flight."""

    scene_id: str
    episode_id: str
    leg: int
    stored: bool
    """The memory held an instance that lies on it when its subtask began."""
    right: bool
    """And one of those bears a name of it."""
    retrieved: bool
    """The memory offered such an instance for it."""
    selected: bool
    """Such an instance was chosen for it."""
    told: bool
    """A decision of its subtask was told a prior within reach of its true place."""
    used: bool
    """While it was out of view, a decision that was told so flew or turned towards it."""
    misled: bool
    """A decision of its subtask was told another place as the landmark's."""
    flown: bool
    """The leg was flown."""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def scene_cases(root: Path, row: str, scene_id: str) -> list[LandmarkCase]:
    """All landmarks of one row's flights in one scene, in the order flown."""
    record = read_record(root)
    episodes = scene_order(RunInputs(root).episodes(record.order), record.order, row, scene_id)
    folder = RunFolder(root)
    held = Holdings()
    memory = scene_path(folder.memory(row), scene_id)
    if find_row(row).memory != "online" and memory.is_file():
        held = surveyed(memory)
    found: list[LandmarkCase] = []
    with closing(Renderer(scene := open_scene(scene_id))) as renderer:
        truth = SceneTruth(scene, renderer)
        for episode in episodes:
            trace_folder = folder.trace(row, episode.episode_id)
            if trace_folder.is_dir():
                found += _flight_cases(read_trace(trace_folder), episode, truth, held)
    return found


def _flight_cases(
    trace: Trace, episode: Episode, truth: SceneTruth, held: Holdings
) -> Iterator[LandmarkCase]:
    """The landmarks of one flight, while the holdings follow it."""
    flown = read_flown(trace)
    seen = examine(flown, episode, truth)
    for event in trace.events:
        if isinstance(event, MemoryEvent):
            held.update(event)
        elif isinstance(event, SubtaskEvent):
            for leg, reading in zip(seen.legs, seen.readings, strict=True):
                if reading.naming == event.number and (rows := _named(event, leg)):
                    yield _case(seen, leg, rows, held=held, truth=truth, episode=episode)


def _named(event: SubtaskEvent, leg: TrueLeg) -> tuple[LandmarkRow, ...]:
    """The landmarks of a subtask that are the leg's."""
    category = leg.landmark.row.category
    return tuple(
        row
        for row in event.landmarks
        if names_it(label(row.category, row.attributes), leg.phrase, category)
        or names_it(row.category, leg.phrase, category)
    )


def _case(
    seen: Examined,
    leg: TrueLeg,
    rows: Sequence[LandmarkRow],
    *,
    held: Holdings,
    truth: SceneTruth,
    episode: Episode,
) -> LandmarkCase:
    own = held.of(leg.landmark)
    naming = seen.readings[leg.number - 1].naming
    decisions = [one for one in seen.flown.decisions if one.subtask == naming and one.priors]
    assert seen.views is not None
    looks = glimpses(seen.flown, leg, decisions, truth=truth, views=seen.views)
    return LandmarkCase(
        scene_id=episode.scene_id,
        episode_id=episode.episode_id,
        leg=leg.number,
        stored=bool(own),
        right=any(_is_named(one.names, leg) for one in own.values()),
        retrieved=any(one.instance_id in own for row in rows for one in row.candidates or ()),
        selected=any(row.chosen in own for row in rows),
        told=any(_is_told(look) for look in looks),
        used=any(map(_is_used, looks, decisions)),
        misled=any(look.has_wrong_prior for look in looks),
        flown=seen.progress.reached[leg.number - 1] is not None,
    )


def _is_named(names: Sequence[str], leg: TrueLeg) -> bool:
    """Whether any of an instance's names means the landmark."""
    category = leg.landmark.row.category
    return any(names_it(one, leg.phrase, category) for one in names)


def _is_told(look: Glimpse) -> bool:
    return look.prior is not None and not look.has_wrong_prior


def _is_used(look: Glimpse, decision: FlownDecision) -> bool:
    """Whether a decision followed a right prior to a landmark that it could not see."""
    if look.prior is None or look.has_wrong_prior or look.is_visible or decision.skill is None:
        return False
    before, after = decision.skill.before, decision.skill.after
    has_turned = abs((after.heading_deg - before.heading_deg + 180) % 360 - 180) >= 1
    faces = abs(relate(after, look.prior.point).bearing_deg) <= THRESHOLDS.followed_deg
    return flies_towards(decision, look.prior.point) or (has_turned and faces)


@dataclass(frozen=True, slots=True)
class FunnelRow:
    """An arm's landmarks in some flights, counted stage by stage."""

    landmarks: int
    counts: Mapping[str, int]
    """Of STAGES."""
    helped: int | None
    """Used and flown, where the same episode without priors did not fly the leg."""
    harmed: int | None
    """A prior was told, right or wrong, and the leg not flown that the same episode without priors flew."""
    misled: int
    flown: int

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def count_cases(cases: Sequence[LandmarkCase], control: Mapping[tuple[str, int], bool] | None) -> FunnelRow:
    """Count; `control` says by episode and leg whether the flight without priors flew it."""
    counts = {stage: sum(getattr(one, stage) for one in cases) for stage in STAGES}
    helped = harmed = None
    if control is not None:
        pairs = [(one, control.get((one.episode_id, one.leg))) for one in cases]
        helped = sum(one.used and one.flown and other is False for one, other in pairs)
        harmed = sum((one.told or one.misled) and not one.flown and other is True for one, other in pairs)
    misled, flown = (sum(getattr(one, name) for one in cases) for name in ("misled", "flown"))
    return FunnelRow(len(cases), counts, helped, harmed, misled, flown)


def flown_legs(cases: Sequence[LandmarkCase]) -> dict[tuple[str, int], bool]:
    """By episode and leg, whether it was flown."""
    return {(one.episode_id, one.leg): one.flown for one in cases}
