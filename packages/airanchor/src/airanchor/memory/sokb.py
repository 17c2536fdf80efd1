"""The Spatial Object Knowledge Base: it takes in anchors, and nothing else changes what it holds."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from airanchor.anchors import ObjectAnchor
from airanchor.errors import InputError
from airanchor.memory.absence import expected, why_absent
from airanchor.memory.associator import decide
from airanchor.memory.bank import Bank
from airanchor.memory.config import MemoryConfig
from airanchor.memory.contract import AssociationDecision, CandidateSet, MemoryChange, SearchedView
from airanchor.memory.explain import explain_instance, why
from airanchor.memory.lookup.register import Register
from airanchor.memory.observed import EncodedObservation, Reader
from airanchor.memory.records import Instance, InstanceObservation, ObservationTime, Type
from airanchor.memory.reliability import contradicted_by, reliability_of
from airanchor.memory.retrieval import retrieve
from airanchor.memory.similarity import reaches, updated_confidence
from airanchor.memory.words.labels import LabelRefused
from airanchor.perception import Phrase, TextEncoder
from aircity.geometry import Pose

Box = tuple[int, int, int, int]
ONE_REGION = 0.5
"""Two anchors of an image whose boxes share this much of what they cover together are one thing."""


class Sokb:
    """M = {T_m}, T_m = (B^T_m, O_m): a scene's types and their instances."""

    kind = "sokb"

    def __init__(
        self, text_encoder: TextEncoder, config: MemoryConfig | None = None, register: Register | None = None
    ) -> None:
        self._config = config or MemoryConfig()
        self._register = register if register is not None else Register()
        self._reader = Reader(text_encoder, self._config)
        self._frame: tuple[ObservationTime, int] | None = None
        self._taken: dict[str, Box | None] = {}

    @property
    def config(self) -> MemoryConfig:
        """The settings it decides by."""
        return self._config

    @property
    def register(self) -> Register:
        """What it holds."""
        return self._register

    def observe(self, anchor: ObjectAnchor, moment: ObservationTime) -> MemoryChange:
        """Merge the anchor into the instance it is, or remember it as a new one."""
        try:
            observed = self._read(anchor)
        except LabelRefused as refusal:
            return self._refuse(refusal, moment)
        return self._apply(
            observed, decide(observed, self._register, self._config, self._used(moment, observed)), moment
        )

    def observe_frame(
        self, anchors: Sequence[ObjectAnchor], moment: ObservationTime
    ) -> tuple[MemoryChange, ...]:
        """The anchors of one image, in their order; a later one can match what an earlier one created.

        With `one_to_one` each instance goes to the anchor that fits it best, not to the first.
        """
        if not self._config.one_to_one:
            return tuple(self.observe(anchor, moment) for anchor in anchors)
        read: dict[int, EncodedObservation | LabelRefused] = {}
        for position, anchor in enumerate(anchors):
            try:
                read[position] = self._read(anchor)
            except LabelRefused as refusal:
                read[position] = refusal
        promised = self._promise(
            {at: item for at, item in read.items() if isinstance(item, EncodedObservation)}, moment
        )
        changes = []
        for position, item in read.items():
            if isinstance(item, LabelRefused):
                changes.append(self._refuse(item, moment))
                continue
            others = {
                wanted
                for at, wanted in promised.items()
                if at != position and not self._is_one_region(item.box_px, _box_at(read, at))
            }
            taken = self._used(moment, item) | others
            changes.append(self._apply(item, decide(item, self._register, self._config, taken), moment))
        return tuple(changes)

    def note_absences(self, view: SearchedView, moment: ObservationTime) -> tuple[MemoryChange, ...]:
        """Less reliance on what the image should show and does not; only with odds and a range for it."""
        config, pose = self._config, view.pose
        if config.odds is None or config.absence_range_m == 0:
            return ()
        here = (pose.x_m, pose.y_m, pose.x_m, pose.y_m)
        seen_now = set(self._taken) if self._frame == (moment, self._register.epoch) else set()
        others = [
            item for item in self._register.near(here, config.absence_range_m) if item.id not in seen_now
        ]
        missed = {self._reader.read(phrase).category for phrase in view.missed}
        found = expected(others, view.camera, pose, view.depth_m, range_m=config.absence_range_m)
        reasons = [(one.instance, why_absent(one, missed)) for one in found]
        return tuple(self._miss(item, reason, moment) for item, reason in reasons if reason)

    def _miss(self, item: Instance, reason: str, moment: ObservationTime) -> MemoryChange:
        assert self._config.odds is not None
        missed = replace(item, absences=item.absences + 1)
        self._register.put_instance(
            replace(missed, confidence=reliability_of(missed, self._config.odds.reliability))
        )
        return MemoryChange("absent", moment, item.id, item.type_id, reason)

    def retrieve(self, phrase: Phrase, pose: Pose) -> CandidateSet:
        """The instances that may be what the phrase names, near a pose."""
        return retrieve(self._reader.read(phrase), pose, self._register, self._config, self._reader)

    def instance(self, instance_id: str) -> Instance:
        """The instance as it is now."""
        return self._register.instance(instance_id)

    def explain(self, instance_id: str) -> str:
        """In plain words: why this instance is what it is."""
        return explain_instance(self.instance(instance_id), self._register, self._config)

    def forget(self, instance_id: str) -> None:
        """Remove one instance, and its type where it was the last."""
        self._register.remove_instance(instance_id)

    def _read(self, anchor: ObjectAnchor) -> EncodedObservation:
        observed = self._reader.read_anchor(anchor)
        first = next(iter(self._register.instances.values()), None)
        if first is not None and first.visuals.vectors.shape[1] != len(observed.visual):
            raise InputError(
                f"visual feature of length {len(observed.visual)} does not fit this memory, whose have "
                f"{first.visuals.vectors.shape[1]}: use the image encoder that built it"
            )
        return observed

    def _used(self, moment: ObservationTime, observed: EncodedObservation) -> set[str]:
        """The instances that other anchors of this image are; those of the same region do not count."""
        frame = (moment, self._register.epoch)
        if frame != self._frame:
            self._frame, self._taken = frame, {}
        return {name for name, box in self._taken.items() if not self._is_one_region(observed.box_px, box)}

    def _is_one_region(self, one: Box | None, other: Box | None) -> bool:
        """Whether two anchors of an image are one thing under two names; the paper knows nothing of it."""
        if self._config.odds is None or one is None or other is None:
            return False
        return box_overlap(one, other) >= ONE_REGION

    def _promise(self, read: dict[int, EncodedObservation], moment: ObservationTime) -> dict[int, str]:
        """Which anchor gets which stored instance: pairs in falling order of S_M, each used once."""
        pairs = [
            (-score.s_m, position, score.instance_id)
            for position, observed in read.items()
            for score in decide(observed, self._register, self._config, self._used(moment, observed)).scores
            if not score.blocked and reaches(score.s_m, self._config.match_threshold)
        ]
        promised: dict[int, str] = {}
        for _, position, instance_id in sorted(pairs):
            owners = [at for at, wanted in promised.items() if wanted == instance_id]
            is_free = all(self._is_one_region(read[position].box_px, read[at].box_px) for at in owners)
            if position not in promised and is_free:
                promised[position] = instance_id
        return promised

    def _apply(
        self, observed: EncodedObservation, decision: AssociationDecision, moment: ObservationTime
    ) -> MemoryChange:
        if decision.kind == "merged":
            change = self._merge(observed, decision, moment)
        else:
            change = self._create(observed, decision, moment)
        assert change.instance_id is not None
        self._taken[change.instance_id] = observed.box_px
        self._weigh_again(change.instance_id)
        return change

    def _weigh_again(self, instance_id: str) -> None:
        """With odds: the reliability of an instance, and of whatever else was seen in its place."""
        if self._config.odds is None:
            return
        item = self._register.instance(instance_id)
        for one in (item, *contradicted_by(item, self._register, self._reader)):
            rivals = contradicted_by(one, self._register, self._reader)
            counted = replace(one, contradictions=sum(rival.observations for rival in rivals))
            self._register.put_instance(
                replace(counted, confidence=reliability_of(counted, self._config.odds.reliability))
            )

    def _refuse(self, refusal: LabelRefused, moment: ObservationTime) -> MemoryChange:
        self._register.refused[refusal.rule] += 1
        return MemoryChange("refused", moment, reason=str(refusal))

    def _create(
        self, observed: EncodedObservation, decision: AssociationDecision, moment: ObservationTime
    ) -> MemoryChange:
        type_id = decision.best_type_id
        if type_id is None:
            type_id = self._register.new_type_id()
            empty = Type(type_id, Bank.empty(self._config.vector_precision))
            self._register.put_type(self._with_label(empty, observed))
        elif self._config.add_label_on_new_instance:
            self._register.put_type(self._with_label(self._register.types[type_id], observed))
        empty_bank = Bank.empty(self._config.vector_precision)
        instance = Instance(
            self._register.new_instance_id(),
            type_id,
            self._with_appearance(empty_bank, observed),
            self._with_visual(empty_bank, observed),
            observed.extent,
            observed.confidence,
            1,
            moment,
            moment,
            (_sighting(observed, decision, moment),),
        )
        self._register.put_instance(instance)
        area_m2 = observed.extent.footprint.area_m2
        reason = why(decision, self._config)
        return MemoryChange(decision.kind, moment, instance.id, type_id, reason, decision, 0.0, area_m2)

    def _merge(
        self, observed: EncodedObservation, decision: AssociationDecision, moment: ObservationTime
    ) -> MemoryChange:
        assert decision.best is not None
        before = self._register.instance(decision.best.instance_id)
        extent = before.extent.merged(observed.extent)
        after = replace(
            before,
            appearances=self._with_appearance(before.appearances, observed),
            visuals=self._with_visual(before.visuals, observed),
            extent=extent,
            confidence=updated_confidence(
                before.confidence, observed.confidence, decision.best.s_m, self._config.confidence_rate
            ),
            observations=before.observations + 1,
            last_seen=moment,
            absences=0,
            sightings=before.told_with(_sighting(observed, decision, moment), self._config.sightings_kept),
        )
        self._register.put_type(self._with_label(self._register.types[before.type_id], observed))
        self._register.put_instance(after)
        areas_m2 = (before.extent.footprint.area_m2, extent.footprint.area_m2)
        return MemoryChange(
            "merged", moment, after.id, after.type_id, why(decision, self._config), decision, *areas_m2
        )

    def _with_label(self, record: Type, observed: EncodedObservation) -> Type:
        wording, config = observed.wording, self._config
        labels = record.labels.with_entry(
            wording.category_vector,
            observed.confidence,
            wording.category,
            capacity=config.type_bank_size,
            balance=config.bank_balance,
        )
        return Type(record.id, labels)

    def _with_appearance(self, bank: Bank, observed: EncodedObservation) -> Bank:
        wording, config = observed.wording, self._config
        if wording.appearance_vector is None:
            return bank
        return bank.with_entry(
            wording.appearance_vector,
            observed.confidence,
            wording.appearance,
            capacity=config.appearance_bank_size,
            balance=config.bank_balance,
        )

    def _with_visual(self, bank: Bank, observed: EncodedObservation) -> Bank:
        config = self._config
        return bank.with_entry(
            observed.visual,
            observed.confidence,
            capacity=config.visual_bank_size,
            balance=config.bank_balance,
        )


def _box_at(read: Mapping[int, "EncodedObservation | LabelRefused"], position: int) -> Box | None:
    item = read[position]
    return item.box_px if isinstance(item, EncodedObservation) else None


def box_overlap(one: Box, other: Box) -> float:
    """What two boxes have in common, as a share of what they cover together."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    tall = min(one[3], other[3]) - max(one[1], other[1])
    if wide <= 0 or tall <= 0:
        return 0.0
    areas = ((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return wide * tall / (sum(areas) - wide * tall)


def _sighting(
    observed: EncodedObservation, decision: AssociationDecision, moment: ObservationTime
) -> InstanceObservation:
    wording = observed.wording
    return InstanceObservation(
        moment, decision.kind, wording.category, wording.appearance, observed.confidence, decision.best
    )
