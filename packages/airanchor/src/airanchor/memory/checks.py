"""The conformance kit of memories: run your own through it, as `check_memory(lambda: MyMemory(encoder))`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from airanchor.anchors import ObjectAnchor
from airanchor.errors import AirAnchorError, ConformanceError, InputError
from airanchor.memory.contract import Memory, MemoryChange
from airanchor.memory.records import Instance, ObservationTime
from airanchor.perception import Phrase
from aircity.geometry import Extent, Footprint, Pose

TOWER = Phrase("water tower", ("gray",))
HERE = Pose.at(0.0, 0.0, 10.0)
FAR_M = 65.0
"""Beyond the gate of 20 m, within which two sightings may be one thing; within the 80 m of a retrieval."""


@dataclass(frozen=True, slots=True)
class _Case:
    """Memories of one kind, and the length of the picture vectors that they take."""

    make: Callable[[], Memory]
    visual_dimension: int

    def anchor(
        self, phrase: Phrase, north_m: float = 5.0, east_m: float = 5.0, confidence: float = 0.8
    ) -> ObjectAnchor:
        """A block of ten metres with its middle there; each category looks its own way."""
        corners = [(north_m + x, east_m + y) for x in (-5.0, 5.0) for y in (-5.0, 5.0)]
        picture = np.random.default_rng(len(phrase.category)).normal(size=self.visual_dimension)
        picture /= np.linalg.norm(picture)
        extent = Extent(Footprint.hull_of(corners), 0.0, 12.0)
        return ObjectAnchor(1, phrase, extent, confidence, picture.astype(np.float32), (0, 0, 1, 1), (0, 0))

    def frame(self) -> list[ObjectAnchor]:
        """Two towers far apart, the second of them unsure, and something else."""
        other = self.anchor(Phrase("parking lot"), 40.0, -40.0)
        return [self.anchor(TOWER), self.anchor(TOWER, FAR_M, 0.0, confidence=0.4), other]


def check_memory(make: Callable[[], Memory], *, visual_dimension: int = 32) -> None:
    """Every rule for a memory that learns; `make` gives an empty one each time.

    Raises ConformanceError at the first broken rule, and names it.
    """
    case = _Case(make, visual_dimension)
    for rule in (_begins_empty, _finds_again, _tells_apart, _frame_in_order, _repeats, _only_reads, _forgets):
        rule(case)


def check_frozen_memory(memory: Memory, *, visual_dimension: int = 32) -> None:
    """Every rule for a memory that is only read; give one that holds something."""
    case = _Case(lambda: memory, visual_dimension)
    if not len(memory.register):
        raise InputError("an empty memory shows nothing; give one that holds instances")
    before = _held(memory)
    for change in (
        memory.observe(case.anchor(TOWER), ObservationTime("check", 0)),
        *_observed(memory, case.frame()),
    ):
        if change.kind != "refused" or not change.reason:
            raise _broken(memory, "a frozen memory refuses and says why", f"{change.kind}, {change.reason!r}")
    if not _is_refused(lambda: memory.forget(next(iter(before)))):
        raise _broken(memory, "a frozen memory forgets nothing", "forget raised nothing")
    _check_reading(memory)
    if _held(memory) != before:
        raise _broken(memory, "a frozen memory stays as it is", "its instances have changed")


def _begins_empty(case: _Case) -> None:
    memory = case.make()
    if not isinstance(memory, Memory) or not memory.kind.strip():
        raise ConformanceError(f"{type(memory).__name__} breaks the rule 'it is a memory with a kind'")
    if len(memory.register) or len(memory.retrieve(TOWER, HERE)):
        raise _broken(memory, "it begins empty", f"{len(memory.register)} instances")
    for ask in (memory.instance, memory.explain, memory.forget):
        if not _is_refused(lambda ask=ask: ask("O1")):  # type: ignore[misc]
            raise _broken(memory, "unknown ids are refused", f"{ask.__name__}('O1') raised nothing")


def _finds_again(case: _Case) -> None:
    memory, moment = case.make(), ObservationTime("check", 3)
    change = memory.observe(case.anchor(TOWER), moment)
    name = change.instance_id
    if name is None or change.kind != "new_type" or change.moment != moment:
        raise _broken(memory, "the first thing is new, of a new type, and now", f"{change}")
    if change.type_id not in memory.register.types or name not in memory.register.instances:
        raise _broken(memory, "what a change names is held", f"{name} of {change.type_id}")
    found = memory.retrieve(TOWER, HERE)
    if [one.instance for one in found] != [memory.instance(name)]:
        raise _broken(memory, "what was observed is found by its phrase", f"{len(found)} candidates")
    if abs(found[0].cue.d_xy_m - 50**0.5) > 1e-6:
        raise _broken(memory, "candidates are told from the pose", f"{found[0].cue.d_xy_m} m, valid is 7.071")
    if name not in memory.explain(name) or "episode check, step 3" not in memory.explain(name):
        raise _broken(memory, "an instance is explained by its sightings", memory.explain(name)[:200])


def _tells_apart(case: _Case) -> None:
    memory = case.make()
    first, far, other = memory.observe_frame(case.frame(), ObservationTime("check", 0))
    again = memory.observe(case.anchor(TOWER), ObservationTime("check", 1))
    if len({first.instance_id, far.instance_id, other.instance_id}) != 3:
        raise _broken(memory, "things far apart are two", f"{first.instance_id}, {far.instance_id}")
    if again.kind != "merged" or again.instance_id != first.instance_id:
        raise _broken(memory, "the same thing in the same place is one", f"{again.kind} {again.instance_id}")
    assert first.instance_id is not None
    if memory.instance(first.instance_id).observations != 2:
        raise _broken(memory, "every sighting is counted", "the same thing twice is not 2 observations")
    found = memory.retrieve(TOWER, HERE)
    scores = [one.rank_score for one in found]
    if scores != sorted(scores, reverse=True) or found.passed < len(found):
        raise _broken(memory, "candidates come best first, none uncounted", f"{scores} of {found.passed}")


def _frame_in_order(case: _Case) -> None:
    one, other = case.make(), case.make()
    moment = ObservationTime("check", 0)
    together = one.observe_frame(case.frame(), moment)
    singly = tuple(other.observe(anchor, moment) for anchor in case.frame())
    if together != singly or _held(one) != _held(other):
        raise _broken(one, "a frame is its anchors in their order", f"{together} against {singly}"[:300])


def _repeats(case: _Case) -> None:
    one, other = case.make(), case.make()
    for memory in (one, other):
        for step in range(3):
            memory.observe_frame(case.frame()[: 3 - step], ObservationTime("check", step))
    if _held(one) != _held(other) or one.retrieve(TOWER, HERE) != other.retrieve(TOWER, HERE):
        raise _broken(one, "the same observations leave the same memory", "two memories differ")


def _only_reads(case: _Case) -> None:
    memory = case.make()
    _observed(memory, case.frame())
    before, old = _held(memory), memory.instance(next(iter(memory.register.instances)))
    _check_reading(memory)
    if _held(memory) != before:
        raise _broken(memory, "reading changes nothing", "its instances have changed")
    count = old.observations
    memory.observe(case.anchor(TOWER), ObservationTime("later", 0))
    if old.observations != count or memory.instance(old.id).observations != count + 1:
        raise _broken(memory, "instances are values", "one that was read earlier changed with the memory")


def _forgets(case: _Case) -> None:
    memory = case.make()
    names = [change.instance_id for change in _observed(memory, case.frame())]
    gone = names[1]
    assert gone is not None
    memory.forget(gone)
    if gone in memory.register.instances or gone in {one.instance.id for one in memory.retrieve(TOWER, HERE)}:
        raise _broken(memory, "what is forgotten is gone", gone)
    if not _is_refused(lambda: memory.forget(gone)):
        raise _broken(memory, "unknown ids are refused", f"{gone} was forgotten twice")
    new = memory.observe(case.anchor(TOWER, FAR_M, 0.0), ObservationTime("later", 0)).instance_id
    if new in names:
        raise _broken(memory, "ids are not used again", f"{new} is given to another thing")


def _check_reading(memory: Memory) -> None:
    """Ask everything that may be asked; twice the same must be answered."""
    for name in memory.register.instances:
        if memory.explain(name) != memory.explain(name) or memory.instance(name) != memory.instance(name):
            raise _broken(memory, "the same question has the same answer", name)
    if memory.retrieve(TOWER, HERE) != memory.retrieve(TOWER, HERE):
        raise _broken(memory, "the same question has the same answer", TOWER.label)


def _observed(memory: Memory, anchors: Sequence[ObjectAnchor]) -> tuple[MemoryChange, ...]:
    return memory.observe_frame(anchors, ObservationTime("check", 0))


def _held(memory: Memory) -> dict[str, Instance]:
    return dict(memory.register.instances)


def _is_refused(act: Callable[[], object]) -> bool:
    try:
        act()
    except AirAnchorError:
        return True
    return False


def _broken(memory: Memory, rule: str, detail: str) -> ConformanceError:
    return ConformanceError(f"{type(memory).__name__} breaks the rule '{rule}': {detail}")
