"""The flat memory, ablation of the SOKB: things keyed by label, merged by distance alone.

No types, no banks, no pictures, no footprints: a label is the attributes and the category as one text, and
an instance is the mean of the centres seen under exactly that label nearer than `flat_radius_m`.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from airanchor.anchors import ObjectAnchor
from airanchor.memory.bank import Bank
from airanchor.memory.config import MemoryConfig
from airanchor.memory.contract import CandidateSet, MemoryChange
from airanchor.memory.explain import explain_place
from airanchor.memory.lookup.register import Register
from airanchor.memory.observed import Reader
from airanchor.memory.records import Instance, InstanceObservation, ObservationTime, Type
from airanchor.memory.retrieval import retrieve
from airanchor.memory.words.labels import LabelRefused, check_stored, clean_phrase
from airanchor.perception import Phrase, TextEncoder
from aircity.geometry import Extent, Footprint, Pose

Point = NDArray[np.float64]


class FlatMemory:
    """The same contract as the SOKB; each distinct label takes the place of a type."""

    kind = "flat"

    def __init__(
        self, text_encoder: TextEncoder, config: MemoryConfig | None = None, register: Register | None = None
    ) -> None:
        self._config = config or MemoryConfig()
        self._ranking = replace(self._config, reliability_floor=1.0)
        self._register = register if register is not None else Register()
        self._reader = Reader(text_encoder, replace(self._config, split_attributes=False))

    @property
    def config(self) -> MemoryConfig:
        """The settings it decides by."""
        return self._config

    @property
    def register(self) -> Register:
        """What it holds."""
        return self._register

    def observe(self, anchor: ObjectAnchor, moment: ObservationTime) -> MemoryChange:
        """Average the anchor into the nearest thing of the same label, or remember it as a new one."""
        try:
            label = check_stored(clean_phrase(anchor.phrase).label)
        except LabelRefused as refusal:
            self._register.refused[refusal.rule] += 1
            return MemoryChange("refused", moment, reason=str(refusal))
        type_id = self._type_of(label)
        center = anchor.extent.center
        nearest = self._nearest(type_id, center) if type_id is not None else None
        if nearest is not None:
            return self._merge(nearest, anchor, label, moment)
        return self._create(type_id, anchor, label, moment)

    def observe_frame(
        self, anchors: Sequence[ObjectAnchor], moment: ObservationTime
    ) -> tuple[MemoryChange, ...]:
        """The anchors of one image, in their order."""
        return tuple(self.observe(anchor, moment) for anchor in anchors)

    def retrieve(self, phrase: Phrase, pose: Pose) -> CandidateSet:
        """Things near the pose whose label is similar to the phrase's; confidence plays no part."""
        wording = self._reader.read(Phrase(phrase.label))
        return retrieve(wording, pose, self._register, self._ranking)

    def instance(self, instance_id: str) -> Instance:
        """The instance as it is now."""
        return self._register.instance(instance_id)

    def explain(self, instance_id: str) -> str:
        """In plain words: why this instance is what it is."""
        return explain_place(self.instance(instance_id), self._register, self._config)

    def forget(self, instance_id: str) -> None:
        """Remove one instance, and its label where it was the last."""
        self._register.remove_instance(instance_id)

    def _type_of(self, label: str) -> str | None:
        vector = self._reader.vectors([label])[0]
        cosines = self._register.type_cosines(vector)
        alike = [type_id for type_id, cosine in cosines.items() if cosine > 0.999]
        return next((key for key in alike if self._register.types[key].labels.texts == (label,)), None)

    def _nearest(self, type_id: str, center: Point) -> Instance | None:
        x_m, y_m = float(center[0]), float(center[1])
        near = self._register.near((x_m, y_m, x_m, y_m), self._config.flat_radius_m)
        apart_m = {
            item.id: float(np.linalg.norm(item.center - center)) for item in near if item.type_id == type_id
        }
        best = min(apart_m, key=lambda key: apart_m[key], default=None)
        if best is None or apart_m[best] >= self._config.flat_radius_m:
            return None
        return self._register.instance(best)

    def _create(
        self, type_id: str | None, anchor: ObjectAnchor, label: str, moment: ObservationTime
    ) -> MemoryChange:
        kind = "new_instance" if type_id is not None else "new_type"
        empty = Bank.empty(self._config.vector_precision)
        if type_id is None:
            type_id = self._register.new_type_id()
            vector = self._reader.vectors([label])[0]
            named = empty.with_entry(vector, anchor.confidence, label, capacity=1, balance=0.5)
            self._register.put_type(Type(type_id, named))
        sighting = InstanceObservation(moment, kind, label, None, anchor.confidence)  # type: ignore[arg-type]
        item = Instance(
            self._register.new_instance_id(),
            type_id,
            empty,
            empty,
            _point(anchor.extent.center),
            anchor.confidence,
            1,
            moment,
            moment,
            (sighting,),
        )
        self._register.put_instance(item)
        reason = f'no "{label}" nearer than {self._config.flat_radius_m:g} m'
        return MemoryChange(sighting.kind, moment, item.id, type_id, reason)

    def _merge(
        self, item: Instance, anchor: ObjectAnchor, label: str, moment: ObservationTime
    ) -> MemoryChange:
        count = item.observations + 1
        sighting = InstanceObservation(moment, "merged", label, None, anchor.confidence)
        after = replace(
            item,
            extent=_point(item.center + (anchor.extent.center - item.center) / count),
            confidence=item.confidence + (anchor.confidence - item.confidence) / count,
            observations=count,
            last_seen=moment,
            sightings=item.told_with(sighting, self._config.sightings_kept),
        )
        self._register.put_instance(after)
        reason = f'another "{label}" nearer than {self._config.flat_radius_m:g} m'
        return MemoryChange("merged", moment, item.id, item.type_id, reason)


def _point(center: Point) -> Extent:
    """An extent without size: flat things are places."""
    return Extent(Footprint.hull_of(center[None, :2]), float(center[2]), float(center[2]))
