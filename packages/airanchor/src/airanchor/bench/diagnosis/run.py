"""The diagnosis of a run: the verdict on every flight of a row, scene by scene in the order flown."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from airanchor.bench.diagnosis.flown import read_flown
from airanchor.bench.diagnosis.ledger import AnchorLedger
from airanchor.bench.diagnosis.story import FlightAccount, tell_story
from airanchor.bench.diagnosis.truth import SceneTruth
from airanchor.bench.diagnosis.verdict import FlightDiagnosis, examine, judge
from airanchor.bench.episodes import Episode
from airanchor.bench.results import RunFolder
from airanchor.bench.run import read_record
from airanchor.bench.run.inputs import RunInputs
from airanchor.bench.run.order import CITY, conditions_of, scene_order
from airanchor.errors import InputError
from airanchor.trace import read_trace
from aircity.city.library import open_scene
from aircity.city.render.renderer import Renderer


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The verdicts of one row, in the order of its scenes."""

    row: str
    verdicts: tuple[FlightDiagnosis, ...]
    without_trace: int
    """Episodes of the order that left no trace: not flown yet, or traces removed."""


def diagnose_row(root: Path, row: str, on_progress: Callable[[str], None] = lambda _: None) -> Diagnosis:
    """The verdict on every flight of a row."""
    verdicts: list[FlightDiagnosis] = []
    missing = 0
    for scene_id, flights in _scenes(root, row):
        flown = [one for one in flights if _trace_folder(root, row, one).is_dir()]
        missing += len(flights) - len(flown)
        if not flown:
            continue
        ledger = AnchorLedger()
        with closing(Renderer(scene := open_scene(scene_id))) as renderer:
            truth = SceneTruth(scene, renderer)
            for one in flown:
                trace = read_trace(_trace_folder(root, row, one))
                verdicts.append(judge(read_flown(trace), one, truth, ledger))
                on_progress(one.episode_id)
    return Diagnosis(row, tuple(verdicts), missing)


def diagnose_episode(
    root: Path, row: str, episode_id: str, on_progress: Callable[[str], None] = lambda _: None
) -> FlightAccount:
    """The story of one flight; the flights of its scene before it are read for what the memory held."""
    for scene_id, flights in _scenes(root, row):
        if all(one.episode_id != episode_id for one in flights):
            continue
        ledger = AnchorLedger()
        with closing(Renderer(scene := open_scene(scene_id))) as renderer:
            truth = SceneTruth(scene, renderer)
            for one in flights:
                folder = _trace_folder(root, row, one)
                if one.episode_id != episode_id and not folder.is_dir():
                    continue
                flown = read_flown(read_trace(folder))
                verdict = judge(flown, one, truth, ledger)
                on_progress(one.episode_id)
                if one.episode_id == episode_id:
                    return tell_story(verdict, one, examine(flown, one, truth), truth)
    raise InputError(
        f"the run {root} has no episode {episode_id!r}; bench diagnose without --episode lists them"
    )


def check_row(root: Path, row: str | None) -> str:
    """The row to diagnose: the given one, or the only one, or AirAnchor's."""
    order = read_record(root).order
    rows = order.rows
    if row is None:
        row = rows[0] if len(rows) == 1 or "airanchor" not in rows else "airanchor"
    if row not in rows:
        raise InputError(f"the run {root} has no row {row!r}; it has {', '.join(rows)}")
    if conditions_of(order, row).facts():
        raise InputError(
            f"row {row!r} of {root} was flown with noise or traffic; flights can be diagnosed only where "
            "poses are exact and nothing moves. Give --row another, or a run without --noise and --traffic"
        )
    return row


def count_flights(root: Path, row: str) -> int:
    """How many traces a row has."""
    return sum(_trace_folder(root, row, one).is_dir() for _, flights in _scenes(root, row) for one in flights)


def _scenes(root: Path, row: str) -> Iterator[tuple[str, list[Episode]]]:
    order = read_record(root).order
    if order.world != CITY:
        raise InputError(
            f"the run {root} was flown in {order.world}, and a diagnosis compares flights with the truth of "
            "embedded cities, which other worlds do not tell; bench table and airanchor view read it"
        )
    episodes = RunInputs(root).episodes(order)
    for scene_id in dict.fromkeys(one.scene_id for one in episodes):
        yield scene_id, scene_order(episodes, order, row, scene_id)


def _trace_folder(root: Path, row: str, episode: Episode) -> Path:
    return RunFolder(root).trace(row, episode.episode_id)
