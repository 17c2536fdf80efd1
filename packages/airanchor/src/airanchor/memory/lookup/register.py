"""The register of types and instances: lookups that stay cheap as a city fills, and a way back.

It decides nothing. Until `commit`, it remembers what every changed record was before, so that an episode
can be undone and a store knows what to write.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.errors import InputError
from airanchor.memory.lookup.boxes import Bounds, SpatialIndex
from airanchor.memory.lookup.label_matrix import LabelMatrix
from airanchor.memory.records import Instance, Type, number_of


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed since the last commit; an id that is no longer held was removed."""

    type_ids: tuple[str, ...]
    instance_ids: tuple[str, ...]


class Register:
    """Types and instances by id."""

    def __init__(self) -> None:
        self.types: dict[str, Type] = {}
        self.instances: dict[str, Instance] = {}
        self.next_type = 1
        self.next_instance = 1
        self.refused: Counter[str] = Counter()
        """How many anchors were refused, by reason."""
        self._members: dict[str, dict[str, None]] = {}
        self._labels = LabelMatrix()
        self._index = SpatialIndex()
        self._slots: dict[str, int] = {}
        self._at_slot: list[Instance | None] = []
        self._types_before: dict[str, Type | None] = {}
        self._instances_before: dict[str, Instance | None] = {}
        self._counters_before = (1, 1, Counter[str]())
        self.epoch = 0
        """How many times it was committed or rolled back."""

    def __len__(self) -> int:
        return len(self.instances)

    def instance(self, instance_id: str) -> Instance:
        """The instance as it is now."""
        try:
            return self.instances[instance_id]
        except KeyError:
            raise InputError(f"memory holds no instance {instance_id!r}; {self._known()}") from None

    def members(self, type_id: str) -> tuple[str, ...]:
        """O_m: the ids of a type's instances, in the order they came."""
        return tuple(self._members.get(type_id, ()))

    def near(self, bounds: Bounds, margin_m: float) -> list[Instance]:
        """The instances whose bounding box is within a margin of a box, in the order of their ids."""
        x_min, y_min, x_max, y_max = bounds
        slots = self._index.query((x_min - margin_m, y_min - margin_m, x_max + margin_m, y_max + margin_m))
        found = [instance for slot in slots if (instance := self._at_slot[slot]) is not None]
        found.sort(key=lambda instance: number_of(instance.id))
        return found

    def type_cosines(self, vector: NDArray[np.floating]) -> dict[str, float]:
        """max over B^T of sim(vector, label), for every type, in the order of their ids."""
        return self._labels.best(vector)

    def new_type_id(self) -> str:
        """T1, T2, ...; never given twice."""
        self.next_type += 1
        return f"T{self.next_type - 1}"

    def new_instance_id(self) -> str:
        """O1, O2, ...; never given twice."""
        self.next_instance += 1
        return f"O{self.next_instance - 1}"

    def put_type(self, record: Type) -> None:
        """Hold a type, new or changed."""
        self._types_before.setdefault(record.id, self.types.get(record.id))
        self._place_type(record.id, record)

    def put_instance(self, record: Instance) -> None:
        """Hold an instance, new or changed."""
        self._instances_before.setdefault(record.id, self.instances.get(record.id))
        self._place_instance(record.id, record)

    def remove_instance(self, instance_id: str) -> None:
        """Drop an instance, and its type where it was the last."""
        record = self.instance(instance_id)
        self._instances_before.setdefault(instance_id, record)
        self._place_instance(instance_id, None)
        if not self._members.get(record.type_id):
            self._types_before.setdefault(record.type_id, self.types[record.type_id])
            self._place_type(record.type_id, None)

    def changes(self) -> Changes:
        """What changed since the last commit."""
        return Changes(
            tuple(sorted(self._types_before, key=number_of)),
            tuple(sorted(self._instances_before, key=number_of)),
        )

    def commit(self) -> None:
        """What is held now is what `rollback` returns to."""
        self._types_before.clear()
        self._instances_before.clear()
        self._counters_before = (self.next_type, self.next_instance, self.refused.copy())
        self.epoch += 1

    def rollback(self) -> None:
        """Back to the last commit."""
        for type_id, type_before in self._types_before.items():
            self._place_type(type_id, type_before)
        for instance_id, before in self._instances_before.items():
            self._place_instance(instance_id, before)
        self.next_type, self.next_instance, refused = self._counters_before
        self.refused = refused.copy()
        self.commit()

    def touch_all(self) -> None:
        """Count every record as changed, so that a commit writes all of them."""
        self._types_before.update(dict.fromkeys(self.types))
        self._instances_before.update(dict.fromkeys(self.instances))

    def fill(self, types: Iterable[Type], instances: Iterable[Instance]) -> None:
        """Hold records that come from a file; the numbers that follow theirs come next."""
        for record in types:
            self._place_type(record.id, record)
            self.next_type = max(self.next_type, number_of(record.id) + 1)
        for instance in instances:
            self._place_instance(instance.id, instance)
            self.next_instance = max(self.next_instance, instance.number + 1)
        self.commit()

    def _place_type(self, type_id: str, record: Type | None) -> None:
        if record is None:
            self.types.pop(type_id, None)
            self._labels.drop(type_id)
        else:
            self.types[type_id] = record
            self._labels.put(type_id, record.labels.vectors)

    def _place_instance(self, instance_id: str, record: Instance | None) -> None:
        before = self.instances.get(instance_id)
        if before is not None and (record is None or record.type_id != before.type_id):
            self._members[before.type_id].pop(instance_id, None)
        if record is None:
            if before is not None:
                del self.instances[instance_id]
                slot = self._slots.pop(instance_id)
                self._index.drop(slot)
                self._at_slot[slot] = None
            return
        self.instances[instance_id] = record
        self._members.setdefault(record.type_id, {})[instance_id] = None
        bounds: Bounds = record.extent.footprint.shape.bounds
        if instance_id in self._slots:
            self._index.move(self._slots[instance_id], bounds)
            self._at_slot[self._slots[instance_id]] = record
        else:
            self._slots[instance_id] = self._index.add(bounds)
            self._at_slot.append(record)

    def _known(self) -> str:
        if not self.instances:
            return "it is empty"
        last = max(self.instances, key=number_of)
        return f"it holds {len(self.instances)} instances, the newest is {last}"
