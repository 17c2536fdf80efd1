"""What the memory offered for the landmarks of recorded flights, each beside the truth.

Of every landmark selection of a subtask that names the landmark of a leg: all candidates as the prompt tells
them. One is right that lies on the landmark or near it.
"""

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from airanchor.bench.diagnosis.causes import THRESHOLDS
from airanchor.bench.diagnosis.flown import DiagnosedFlight, read_flown
from airanchor.bench.diagnosis.knowledge import is_meant
from airanchor.bench.diagnosis.truth import SceneTruth, TrueLeg
from airanchor.bench.diagnosis.verdict import Examined, examine
from airanchor.bench.diagnosis.wording import label
from airanchor.bench.results import RunFolder
from airanchor.bench.run.inputs import RunInputs
from airanchor.bench.run.order import scene_order
from airanchor.bench.run.record import read_record
from airanchor.embedded.rules.goal import read_goal
from airanchor.embedded.rules.roles.landmark_selection import LandmarkChoice, name_score, read_wanted
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.leading import told_way
from airanchor.errors import InputError
from airanchor.reasoner.chat import Author, Message, TextPart
from airanchor.reasoner.prompts.reader import read_prompt
from airanchor.trace import ExchangeEvent, LandmarkRow, SubtaskEvent, Trace, read_trace
from aircity.city.library import open_scene
from aircity.city.render.renderer import Renderer

ROLE = "landmark_selection"


@dataclass(frozen=True, slots=True)
class OfferedCandidate:
    """One candidate for one landmark."""

    episode: str
    scene: str
    landmark: str
    """The same for all candidates of one landmark."""
    is_right: bool
    is_chosen: bool
    """Whether the flight took it."""
    name: float
    reliability: float
    sector: float
    reach: float
    distance_m: float
    rivals: int
    """How many others are offered that are so called as well."""


@dataclass(frozen=True, slots=True)
class ExaminedFlight:
    """A flight with its trace."""

    episode_id: str
    scene_id: str
    trace: Trace
    seen: Examined
    truth: SceneTruth

    @property
    def flown(self) -> DiagnosedFlight:
        """What the trace tells."""
        return self.seen.flown


def examined_flights(root: Path, row: str) -> Iterator[ExaminedFlight]:
    """All flights of a run whose episodes have facts, scene by scene."""
    record, folder = read_record(root), RunFolder(root)
    episodes = RunInputs(root).episodes(record.order)
    for scene_id in dict.fromkeys(one.scene_id for one in episodes):
        with closing(Renderer(scene := open_scene(scene_id))) as renderer:
            truth = SceneTruth(scene, renderer)
            for episode in scene_order(episodes, record.order, row, scene_id):
                folder_of = folder.trace(row, episode.episode_id)
                if folder_of.is_dir():
                    trace = read_trace(folder_of)
                    seen = examine(read_flown(trace), episode, truth)
                    if seen.views is not None:
                        yield ExaminedFlight(episode.episode_id, scene_id, trace, seen, truth)


def offered_candidates(flight: ExaminedFlight, senses: Senses) -> Iterator[OfferedCandidate]:
    """All that the memory offered for the landmarks of the flight's legs."""
    asked = _asked(flight.trace)
    for leg, reading in zip(flight.seen.legs, flight.seen.readings, strict=True):
        subtask = None if reading.naming is None else asked.get(reading.naming)
        if subtask is None:
            continue
        event, choices = subtask
        for row in event.landmarks:
            choice = choices.get(row.id)
            if choice is not None and is_meant(label(row.category, row.attributes), leg, ()):
                yield from _of_landmark(flight, leg, event, row, choice=choice, senses=senses)


def _of_landmark(
    flight: ExaminedFlight,
    leg: TrueLeg,
    event: SubtaskEvent,
    row: LandmarkRow,
    *,
    choice: LandmarkChoice,
    senses: Senses,
) -> Iterator[OfferedCandidate]:
    clauses = read_goal({"subtask": event.text}, senses).clauses
    way = told_way(row.category, row.attributes, clauses, senses)
    points = {one.instance_id: one.point for one in row.candidates}
    names = {one.id: name_score(choice, one, senses) for one in choice.candidates}
    for one in choice.candidates:
        if way is None or one.cue is None or one.id not in points:
            continue
        x_m, y_m, _ = points[one.id]
        yield OfferedCandidate(
            episode=flight.episode_id,
            scene=flight.scene_id,
            landmark=f"{flight.episode_id} {event.number} {row.id}",
            is_right=leg.landmark.distance_m(x_m, y_m) <= THRESHOLDS.prior_m,
            is_chosen=one.id == row.chosen,
            name=names[one.id],
            reliability=one.cue.reliability,
            sector=way.sector_weight(one.cue.bearing_deg),
            reach=way.reach_weight(one.cue.d_xy_m, senses.config),
            distance_m=one.cue.d_xy_m or 0.0,
            rivals=_rivals(names[one.id], names.values(), senses),
        )


def _rivals(name: float, names: Iterable[float], senses: Senses) -> int:
    least = max(senses.config.same_name, senses.config.offered.rival_share * name)
    return max(0, sum(other >= least for other in names) - 1)


def _asked(trace: Trace) -> dict[int, tuple[SubtaskEvent, dict[str, LandmarkChoice]]]:
    """The subtasks of a flight by number, with what the memory offered when each began."""
    found: dict[int, tuple[SubtaskEvent, dict[str, LandmarkChoice]]] = {}
    wanted: tuple[LandmarkChoice, ...] = ()
    exchanges = 0
    for event in trace.events:
        if isinstance(event, ExchangeEvent):
            exchanges += 1
            if event.role == ROLE and event.attempt == 1:
                wanted = read_wanted(_values(event))
        elif isinstance(event, SubtaskEvent):
            found[event.number] = (event, {one.id: one for one in wanted})
            wanted = ()
    if not exchanges:
        raise InputError(f"the recording {trace.folder.name} keeps no prompts; fly it with --calls")
    return found


def _values(event: ExchangeEvent) -> dict[str, str]:
    messages = [
        Message(Author(row.author), tuple(TextPart(part.text or "") for part in row.parts))
        for row in event.messages[:2]
    ]
    return read_prompt(messages).values
