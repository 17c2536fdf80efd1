"""The memory quality study: one survey per scene, several memories, the same questions for each."""

import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.assembly import load_stack
from airanchor.bench.memory_study.queries import Query, draw_queries
from airanchor.bench.memory_study.truth import GroundMap, JudgedObservation, assign_instances, compose
from airanchor.bench.survey.role_spotter import RoleSpotter
from airanchor.bench.survey.scene_survey import (
    NOISY,
    OracleSpotter,
    SensorNoise,
    Spotter,
    Survey,
    stream,
    survey_scene,
    texts_of,
)
from airanchor.config import load_settings
from airanchor.memory import (
    FlatMemory,
    Memory,
    MemoryChange,
    ObservationTime,
    SeenMemory,
    Sokb,
    memory_profile,
)
from airanchor.perception import ImageEncoder, TextEncoder
from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene

MOST_CASES = 8
"""How many mistakes of each kind are told per scene and row."""


@dataclass(frozen=True, slots=True)
class StudySettings:
    """All that decides the result of one scene, apart from the scene."""

    seed: int = 1
    places: int = 32
    """Free places per scene; each is looked at in four headings."""
    named: int = 3
    """The most names per view."""
    smallest_px: int = 500
    """The least visible area of a thing that gets a name."""
    names: str = "oracle"
    """Who names things in the survey: the oracle, or the object survey role of a reasoner ("rules")."""
    variety: float = 0.5
    """0: always the same words for a thing; 1: other words as often as not. Only the oracle's."""
    noisy: bool = False
    """Whether depth and pose are spoiled."""
    phrases: int = 60
    """Questions per scene."""
    absent_share: float = 0.2
    """The share of them with no right answer but nothing."""


@dataclass(frozen=True, slots=True)
class StudiedMemory:
    """One memory under study."""

    name: str
    kind: str
    profile: str
    overlay: tuple[tuple[str, Any], ...] = ()
    """Settings beyond the profile."""

    def build(self, text_encoder: TextEncoder, image_encoder: ImageEncoder) -> Memory:
        """An empty memory of this kind."""
        config = memory_profile(self.profile, text_encoder, image_encoder)
        config = config.overlaid({**dict(self.overlay), "sightings_kept": 10_000})
        if self.kind != "sokb":
            return FlatMemory(text_encoder, config)
        memory = Sokb(text_encoder, config)
        return memory if self.profile == "paper" else SeenMemory(memory)


_ANSWERS = (
    "asked", "passed", "kept", "absent", "none_right", "present", "first_right", "among_right",
    "near_present", "near_first_right", "far_present", "far_first_right",
)  # fmt: skip

PAPER, EMBEDDED, FLAT = "SOKB, paper", "SOKB, embedded", "Flat KB, 20 m"
ROWS = (
    StudiedMemory(PAPER, "sokb", "paper"),
    StudiedMemory(EMBEDDED, "sokb", "embedded"),
    StudiedMemory(FLAT, "flat", "paper"),
)


def study_scene(
    scene: CityScene,
    settings: StudySettings,
    text_encoder: TextEncoder,
    image_encoder: ImageEncoder,
    *,
    threads: int | None = None,
) -> dict[str, Any]:
    """Survey one scene and judge every row; plain values, the same for the same settings but for `timing`."""
    started = time.perf_counter()
    survey = run_survey(scene, settings, image_encoder, threads=threads)
    surveyed = time.perf_counter()
    result = judge(scene, survey, settings, text_encoder, image_encoder)
    timing = {
        "survey_s": surveyed - started,
        "judging_s": time.perf_counter() - surveyed,
        **result.pop("timing"),
    }
    return {**result, "timing": timing}


def _spotter(scene: CityScene, settings: StudySettings) -> Spotter:
    if settings.names == "oracle":
        return OracleSpotter(
            scene,
            stream(scene.name, settings.seed, "names"),
            variety=settings.variety,
            most=settings.named,
            smallest_px=settings.smallest_px,
        )
    stack = load_stack(load_settings("embedded"), reasoner=settings.names)
    return RoleSpotter(stack.reasoner(), stack.detector("embedded"))


def run_survey(
    scene: CityScene, settings: StudySettings, image_encoder: ImageEncoder, *, threads: int | None = None
) -> Survey:
    """The survey of one scene."""
    renderer = Renderer(scene, threads=threads)
    spotter = _spotter(scene, settings)
    noise = NOISY if settings.noisy else SensorNoise()
    try:
        return survey_scene(
            scene, renderer, spotter, image_encoder, seed=settings.seed, places=settings.places, noise=noise
        )
    finally:
        renderer.close()


def judge(
    scene: CityScene,
    survey: Survey,
    settings: StudySettings,
    text_encoder: TextEncoder,
    image_encoder: ImageEncoder,
    rows: Sequence[StudiedMemory] = ROWS,
) -> dict[str, Any]:
    """Fill every row's memory with a survey, compare it with the truth, and ask."""
    queries = draw_queries(
        scene.objects,
        [one.object_id for one in survey.seen],
        stream(scene.name, settings.seed, "queries"),
        count=settings.phrases,
        absent_share=settings.absent_share,
        variety=settings.variety,
    )
    phrases = [one.anchor.phrase for one in survey.seen] + [query.phrase for query in queries]
    known = KnownTexts(text_encoder, texts_of(phrases))
    ground = GroundMap(scene.objects)
    told = {
        row.name: _judge_row(row.build(known, image_encoder), scene, survey, queries, ground) for row in rows
    }
    return {
        "scene": scene.name,
        "settings": asdict(settings),
        "encoders": [text_encoder.name, image_encoder.name],
        "survey": {
            "views": len(survey.poses),
            "names": survey.named,
            **survey.fates,
            "objects": len({one.object_id for one in survey.seen}),
            "queries": dict(Counter(query.kind for query in queries)),
        },
        "rows": {name: row["metrics"] for name, row in told.items()},
        "cases": {name: row["cases"] for name, row in told.items()},
        "timing": {name: row["update_ms"] for name, row in told.items()},
    }


def fill(memory: Memory, survey: Survey) -> tuple[list[JudgedObservation], list[MemoryChange], list[float]]:
    """Take in a survey: where each observation went, every change, and milliseconds per observation."""
    observed, changes, times_ms = [], [], []
    for view, members in survey.frames():
        start = time.perf_counter()
        told = memory.observe_frame([one.anchor for one in members], ObservationTime("survey", view))
        times_ms.append(1e3 * (time.perf_counter() - start) / len(members))
        for one, change in zip(members, told, strict=True):
            if change.instance_id is not None:
                observed.append(
                    JudgedObservation(one.anchor.phrase.category, one.object_id, change.instance_id)
                )
                changes.append(change)
    return observed, changes, times_ms


def _judge_row(
    memory: Memory, scene: CityScene, survey: Survey, queries: Sequence[Query], ground: GroundMap
) -> dict[str, Any]:
    observed, changes, times_ms = fill(memory, survey)
    assigned = assign_instances(memory.register.instances, observed, ground)
    metrics = {
        **asdict(compose(assigned, observed)),
        **ask(memory, queries, assigned),
        "types": len(memory.register.types),
        "observations": len(observed),
    }
    cases = mistakes(observed, changes, {one.id: one.category for one in scene.objects})
    return {"metrics": metrics, "cases": cases, "update_ms": statistics.median(times_ms) if times_ms else 0.0}


def ask(memory: Memory, queries: Sequence[Query], assigned: Mapping[str, int | None]) -> dict[str, int]:
    """Put every question; counts of right answers and of candidates."""
    counts: Counter[str] = Counter()
    for query in queries:
        found = memory.retrieve(query.phrase, query.pose)
        answers = [assigned[candidate.instance.id] for candidate in found]
        counts["asked"] += 1
        counts["passed"] += found.passed
        counts["kept"] += len(found)
        if query.target is None:
            counts["absent"] += 1
            counts["none_right"] += not answers
            continue
        counts["present"] += 1
        counts["first_right"] += answers[:1] == [query.target]
        counts["among_right"] += query.target in answers
        counts[f"{query.kind}_present"] += 1
        counts[f"{query.kind}_first_right"] += answers[:1] == [query.target]
    return {name: counts[name] for name in _ANSWERS}


def mistakes(
    observed: Sequence[JudgedObservation], changes: Sequence[MemoryChange], categories: Mapping[int, str]
) -> dict[str, list[dict[str, Any]]]:
    """The first false merges and splits, each with the memory's own reason."""
    inside: dict[str, Counter[int]] = defaultdict(Counter)
    home: dict[int, str] = {}
    told: dict[str, list[dict[str, Any]]] = {"false_merges": [], "splits": []}
    for one, change in zip(observed, changes, strict=True):
        before = inside[one.instance_id].most_common(1)
        case = {"called": one.word, "object": one.object_id, "is": categories.get(one.object_id, "")}
        case |= {"instance": one.instance_id, "reason": change.reason, "when": str(change.moment)}
        if before and before[0][0] != one.object_id:
            other = before[0][0]
            told["false_merges"].append({**case, "merged_with": other, "which_is": categories.get(other, "")})
        if not before and one.object_id in home:
            told["splits"].append({**case, "already": home[one.object_id]})
        inside[one.instance_id][one.object_id] += 1
        home.setdefault(one.object_id, one.instance_id)
    return {kind: cases[:MOST_CASES] for kind, cases in told.items()}


class KnownTexts:
    """A text encoder with vectors made beforehand, so that times compare memories, not encoders."""

    def __init__(self, encoder: TextEncoder, texts: Sequence[str]) -> None:
        self._encoder = encoder
        self._vectors = dict(zip(texts, encoder.encode(list(texts)), strict=True)) if texts else {}

    @property
    def name(self) -> str:
        """The wrapped encoder's: the vectors are its own."""
        return self._encoder.name

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        return self._encoder.dimension

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors (n, dimension)."""
        for text in texts:
            if text not in self._vectors:
                self._vectors[text] = self._encoder.encode([text])[0]
        return np.stack([self._vectors[text] for text in texts])
