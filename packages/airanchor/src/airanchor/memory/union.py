"""Two memories of one scene made one: each instance of the other is associated as an observation would be."""

from dataclasses import dataclass, replace

import numpy as np

from airanchor.errors import MemoryFileError
from airanchor.memory.associator import decide
from airanchor.memory.bank import Bank
from airanchor.memory.config import MemoryConfig
from airanchor.memory.files.exchange import Document
from airanchor.memory.lookup.register import Register
from airanchor.memory.observed import EncodedObservation, Wording
from airanchor.memory.records import Instance, Type
from airanchor.memory.similarity import updated_confidence


@dataclass(frozen=True, slots=True)
class MergeReport:
    """What became of the other memory's instances."""

    merged: tuple[tuple[str, str], ...]
    """Its id, and the id here of the instance it was found to be."""
    added: tuple[tuple[str, str], ...]
    """Its id, and the new id here."""


def merge_documents(target: Document, source: Document) -> MergeReport:
    """Take the source's instances into the target, in the order of their ids."""
    target.signature.check_same(source.signature, f"memory of scene {target.scene!r}")
    if target.scene != source.scene:
        raise MemoryFileError(
            f"memories of two scenes do not merge: {target.scene!r} and {source.scene!r} share no map"
        )
    if target.signature.kind != "sokb":
        raise MemoryFileError(f"only memories of kind 'sokb' merge, not {target.signature.kind!r}")
    merged, added = [], []
    for item in source.register.instances.values():
        labels = source.register.types[item.type_id].labels
        decision = decide(as_observed(item, labels), target.register, target.config)
        if decision.kind == "merged" and decision.best is not None:
            here = target.register.instance(decision.best.instance_id)
            merge_instances(target.register, here, item, labels, decision.best.s_m, target.config)
            merged.append((item.id, here.id))
        else:
            added.append((item.id, _add(target.register, item, labels, decision.best_type_id)))
    return MergeReport(tuple(merged), tuple(added))


def as_observed(item: Instance, labels: Bank) -> EncodedObservation:
    """The instance as its most reliable sighting would have shown it."""
    label, look, view = _surest(labels), _surest(item.appearances), _surest(item.visuals)
    wording = Wording(
        labels.texts[label],
        labels.vectors[label],
        item.appearances.texts[look] if len(item.appearances) else None,
        item.appearances.vectors[look] if len(item.appearances) else None,
    )
    return EncodedObservation(wording, item.visuals.vectors[view], item.extent, item.confidence)


def _surest(bank: Bank) -> int:
    return int(np.argmax(bank.confidences)) if len(bank) else 0


def _add(register: Register, item: Instance, labels: Bank, type_id: str | None) -> str:
    if type_id is None:
        type_id = register.new_type_id()
        register.put_type(Type(type_id, labels))
    added = replace(item, id=register.new_instance_id(), type_id=type_id)
    register.put_instance(added)
    return added.id


def merge_instances(
    register: Register, here: Instance, item: Instance, labels: Bank, s_m: float, config: MemoryConfig
) -> None:
    """Take what another instance, with its type's labels, tells into one that is held."""
    record = register.types[here.type_id]
    register.put_type(Type(record.id, _joined(record.labels, labels, config.type_bank_size, config)))
    told = sorted((*here.sightings, *item.sightings), key=lambda sighting: sighting.moment)
    register.put_instance(
        replace(
            here,
            appearances=_joined(here.appearances, item.appearances, config.appearance_bank_size, config),
            visuals=_joined(here.visuals, item.visuals, config.visual_bank_size, config),
            extent=here.extent.merged(item.extent),
            confidence=updated_confidence(here.confidence, item.confidence, s_m, config.confidence_rate),
            observations=here.observations + item.observations,
            first_seen=min(here.first_seen, item.first_seen),
            last_seen=max(here.last_seen, item.last_seen),
            sightings=tuple(told[-config.sightings_kept :]),
        )
    )


def _joined(bank: Bank, other: Bank, capacity: int, config: MemoryConfig) -> Bank:
    for row, confidence in enumerate(other.confidences):
        text = other.texts[row] if other.texts else None
        bank = bank.with_entry(
            other.vectors[row], confidence, text, capacity=capacity, balance=config.bank_balance
        )
    return bank
