"""How the memory's cost grows with a city, against the paper's plain loop and the flat memory, in one run."""

import math
import mmap
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from airanchor.memory.bank import Bank
from airanchor.memory.config import MemoryConfig
from airanchor.memory.contract import AssociationDecision
from airanchor.memory.files.scene_file import SceneFile
from airanchor.memory.files.signature import Signature
from airanchor.memory.flat import FlatMemory
from airanchor.memory.lookup.boxes import SpatialIndex
from airanchor.memory.lookup.register import Register
from airanchor.memory.observed import Reader
from airanchor.memory.records import ObservationTime
from airanchor.memory.sokb import Sokb
from aircity.geometry import Extent, Footprint, Pose
from benchmarks.measure.plain_loop import decide_plainly
from benchmarks.measure.synthetic_memory import RandomPictures, RandomWords, SyntheticCity

EPISODE_SIGHTINGS = 60
"""20 iterations of 3 anchors: the most that one episode of the paper observes."""
WARM_UP = 10
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured with one number of instances, in milliseconds.

    Computing is given in CPU time, which other programs on the machine disturb least; commits, which wait
    for the disk, in wall time.
    """

    instances: int
    observe_median_ms: float
    observe_mean_ms: float
    plain_loop_median_ms: float
    plain_loop_mean_ms: float
    flat_observe_median_ms: float
    retrieve_median_ms: float
    flat_retrieve_median_ms: float
    episode_commit_ms: float
    """Median of the durable commits of episodes of 60 detections."""
    index_rebuild_ms: float
    """Paid once per some hundred to thousand changes."""
    same_decisions: int
    """How often the SOKB decided as the plain loop did, of `decisions`."""
    decisions: int
    memory_mb: float
    """What the process grew by while the instances, with full banks, were made."""


@dataclass(frozen=True, slots=True)
class Table:
    """All rows of a run."""

    rows: tuple[Row, ...]

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        rows = [asdict(row) for row in self.rows]
        for row in rows:
            row["memory_mb"] = None if math.isnan(row["memory_mb"]) else row["memory_mb"]
        return {"rows": rows, "growth": self.growth}

    @property
    def growth(self) -> float:
        """How many times more an observation costs in the largest city than in the smallest."""
        return self.rows[-1].observe_mean_ms / self.rows[0].observe_mean_ms

    def to_text(self) -> str:
        """As a table, with the ratios that matter; times are means except where it says otherwise."""
        lines = [
            f"{'instances':>9} {'observe':>9} {'median':>8} {'plain loop':>11} {'ratio':>7} {'flat':>8} "
            f"{'retrieve':>9} {'flat':>8} {'commit':>8} {'rebuild':>8} {'same':>7} {'memory':>9}"
        ]
        lines += [
            f"{row.instances:9d} {row.observe_mean_ms:6.3f} ms {row.observe_median_ms:8.3f} "
            f"{row.plain_loop_mean_ms:8.2f} ms {row.plain_loop_mean_ms / row.observe_mean_ms:6.1f}x "
            f"{row.flat_observe_median_ms:8.3f} {row.retrieve_median_ms:9.3f} "
            f"{row.flat_retrieve_median_ms:8.3f} {row.episode_commit_ms:8.1f} {row.index_rebuild_ms:8.1f} "
            f"{row.same_decisions:3d}/{row.decisions:<3d} {row.memory_mb:6.0f} MB"
            for row in self.rows
        ]
        lines.append(
            f"An observation costs {self.growth:.2f} times as much among {self.rows[-1].instances} instances "
            f"as among {self.rows[0].instances}."
        )
        return "\n".join(lines)


def measure_scaling(
    sizes: Sequence[int] = (1_000, 10_000, 100_000),
    *,
    rounds: int = 100,
    seed: int = 0,
    progress: Callable[[str], None] = lambda _: None,
) -> Table:
    """Time observing and retrieving at each size; plain loop, SOKB and flat memory see the same anchors."""
    rows = []
    for size in sizes:
        progress(f"{size} instances")
        rows.append(_measure(SyntheticCity(size, seed), rounds))
    return Table(tuple(rows))


def _measure(city: SyntheticCity, rounds: int) -> Row:
    config, words = MemoryConfig(), RandomWords()
    before_mb = _resident_mb()
    register = city.register(config)
    memory_mb = _resident_mb() - before_mb
    sokb, reader = Sokb(words, config, register), Reader(words, config)
    flat = FlatMemory(words, config, _flattened(register, config))
    for step in range(WARM_UP):
        anchor = city.draw_anchor()
        sokb.observe(anchor, ObservationTime("warm", step))
        flat.observe(anchor, ObservationTime("warm", step))
    plain_ms: list[float] = []
    observe_ms: list[float] = []
    flat_ms: list[float] = []
    find_ms: list[float] = []
    flat_find_ms: list[float] = []
    same = 0
    for step in range(rounds):
        anchor, moment = city.draw_anchor(), ObservationTime("timed", step)
        observed = reader.read_anchor(anchor)
        plain = _timed(plain_ms, decide_plainly, observed, register, config)
        change = _timed(observe_ms, sokb.observe, anchor, moment)
        _timed(flat_ms, flat.observe, anchor, moment)
        assert change.decision is not None
        same += _said(plain) == _said(change.decision)
        x_m, y_m, z_m = anchor.extent.center.tolist()
        pose = Pose.at(x_m, y_m, z_m + 20)
        _timed(find_ms, sokb.retrieve, anchor.phrase, pose)
        _timed(flat_find_ms, flat.retrieve, anchor.phrase, pose)
    return Row(
        instances=city.size,
        observe_median_ms=statistics.median(observe_ms),
        observe_mean_ms=statistics.fmean(observe_ms),
        plain_loop_median_ms=statistics.median(plain_ms),
        plain_loop_mean_ms=statistics.fmean(plain_ms),
        flat_observe_median_ms=statistics.median(flat_ms),
        retrieve_median_ms=statistics.median(find_ms),
        flat_retrieve_median_ms=statistics.median(flat_find_ms),
        episode_commit_ms=_commit_ms(city, sokb),
        index_rebuild_ms=_rebuild_ms(register),
        same_decisions=same,
        decisions=rounds,
        memory_mb=memory_mb,
    )


def _commit_ms(city: SyntheticCity, sokb: Sokb) -> float:
    """The median durable commit of five episodes into a new file."""
    times: list[float] = []
    signature = Signature.of("sokb", sokb.config, RandomWords(), RandomPictures())
    sokb.register.commit()
    with tempfile.TemporaryDirectory() as folder:
        file = SceneFile.create(Path(folder) / "city.sqlite", "city", signature, sokb.config)
        for episode in range(5):
            for step in range(EPISODE_SIGHTINGS):
                sokb.observe(city.draw_anchor(), ObservationTime(f"e{episode}", step))
            start = time.perf_counter()
            file.commit(sokb.register, f"e{episode}", {"episode": episode})
            times.append(1000 * (time.perf_counter() - start))
        file.close()
    return statistics.median(times)


def _rebuild_ms(register: Register) -> float:
    """What one query costs that has to build the whole tree first."""
    index = SpatialIndex()
    for item in register.instances.values():
        index.add(item.extent.footprint.shape.bounds)
    times: list[float] = []
    _timed(times, index.query, (0.0, 0.0, 1.0, 1.0))
    return times[0]


def _flattened(register: Register, config: MemoryConfig) -> Register:
    """The same things as the flat memory keeps them: a point under a label."""
    flat, none = Register(), Bank.empty(config.vector_precision)
    points = (
        replace(
            item,
            extent=Extent(
                Footprint.hull_of(item.center[None, :2]), float(item.center[2]), float(item.center[2])
            ),
            appearances=none,
            visuals=none,
        )
        for item in register.instances.values()
    )
    flat.fill(register.types.values(), points)
    return flat


def _said(decision: AssociationDecision) -> tuple[str, str | None, str | None]:
    is_match = decision.kind == "merged" and decision.best is not None
    return (
        decision.kind,
        decision.best_type_id,
        decision.best.instance_id if is_match and decision.best else None,
    )


def _timed(times_ms: list[float], action: Callable[..., Answer], *arguments: Any) -> Answer:
    start = time.process_time()
    answer = action(*arguments)
    times_ms.append(1000 * (time.process_time() - start))
    return answer


def _resident_mb() -> float:
    """The memory this process holds now; NaN where the system does not say."""
    status = Path("/proc/self/statm")
    if not status.exists():
        return math.nan
    return int(status.read_text().split()[1]) * mmap.PAGESIZE / 2**20
