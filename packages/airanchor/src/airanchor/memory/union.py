"""Two memories of one scene made one: each instance of the other is associated as an observation would be.

What both tell of one flight is counted once, so that a memory merged with a copy stays as it is.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from airanchor.errors import MemoryFileError
from airanchor.memory.associator import decide
from airanchor.memory.bank import Bank
from airanchor.memory.config import MemoryConfig
from airanchor.memory.files.exchange import Document
from airanchor.memory.flights import FlightNames, Seen, match_flights, seen_of
from airanchor.memory.lookup.register import Register
from airanchor.memory.observed import EncodedObservation, Wording
from airanchor.memory.records import Instance, InstanceObservation, Type
from airanchor.memory.reliability import reliability_of
from airanchor.memory.similarity import updated_confidence


@dataclass(frozen=True, slots=True)
class MergeReport:
    """What became of the other memory's instances."""

    merged: tuple[tuple[str, str], ...]
    """Its id, and the id here of the instance it was found to be."""
    added: tuple[tuple[str, str], ...]
    """Its id, and the new id here."""
    left_out: tuple[str, ...]
    """Ids there of what flights saw that this memory holds, and that was forgotten here since."""
    kept_apart: tuple[tuple[str, str], ...]
    """Flights there that bear the name of another one here, and what they are called here."""


def merge_documents(target: Document, source: Document, taken: Collection[str] = ()) -> MergeReport:
    """Take the source's instances into the target, in the order of their ids.

    `taken` are names of flights of the target that its instances need not tell of.
    """
    target.signature.check_same(source.signature, f"memory of scene {target.scene!r}")
    if target.scene != source.scene:
        raise MemoryFileError(
            f"memories of two scenes do not merge: {target.scene!r} and {source.scene!r} share no map"
        )
    if target.signature.kind != "sokb":
        raise MemoryFileError(f"only memories of kind 'sokb' merge, not {target.signature.kind!r}")
    names = match_flights(target.register, source.register, taken)
    owners = _owners(target.register)
    merged: list[tuple[str, str]] = []
    added: list[tuple[str, str]] = []
    left_out: list[str] = []
    for item in source.register.instances.values():
        owner = _owner(item, names, owners)
        here = None if owner is None else target.register.instance(owner)
        new = _untold(item, names, here)
        if new is not None:
            id_here, is_new = _take(target, new, source.register.types[item.type_id].labels, here)
            (added if is_new else merged).append((item.id, id_here))
        elif here is not None:
            merged.append((item.id, here.id))
        else:
            left_out.append(item.id)
    apart = tuple((name, called) for name, called in names.new.items() if name != called)
    return MergeReport(tuple(merged), tuple(added), tuple(left_out), apart)


def _take(target: Document, item: Instance, labels: Bank, here: Instance | None) -> tuple[str, bool]:
    """Where an instance went, into the one it is known to be or by association; and whether it is new."""
    register, s_m = target.register, 1.0
    if here is None:
        decision = decide(as_observed(item, labels), register, target.config)
        if decision.kind != "merged" or decision.best is None:
            return _add(register, item, labels, decision.best_type_id), True
        here, s_m = register.instance(decision.best.instance_id), decision.best.s_m
    merge_instances(register, here, item, labels, s_m, target.config)
    return here.id, False


def _owners(register: Register) -> dict[tuple[str, Seen], str]:
    """Which instance holds a sighting, by its flight and what it is."""
    return {
        (sighting.moment.episode, seen_of(sighting)): item.id
        for item in register.instances.values()
        for sighting in item.sightings
    }


def _owner(item: Instance, names: FlightNames, owners: dict[tuple[str, Seen], str]) -> str | None:
    """The instance here that holds most of what the other memory's one shares with this one."""
    keys = [(names.here(sighting.moment).episode, seen_of(sighting)) for sighting in item.sightings]
    held = Counter(owners[key] for key in keys if key in owners)
    return held.most_common(1)[0][0] if held else None


def _untold(item: Instance, names: FlightNames, here: Instance | None) -> Instance | None:
    """The instance with only what flights saw of it that are not known here; None where all are."""
    told = [sighting for sighting in item.sightings if sighting.moment.episode not in names.known]
    if item.sightings and not told:
        return None
    new = tuple(replace(sighting, moment=names.here(sighting.moment)) for sighting in told)
    count = item.observations
    if len(told) < len(item.sightings):  # of sightings that are not kept nobody knows the flight
        unkept = count - len(item.sightings)
        before = count if here is None else here.observations
        count = len(told) + min(unkept, max(0, count - before - len(told)))
    return replace(
        item,
        sightings=new,
        observations=count,
        first_seen=names.here(item.first_seen),
        last_seen=names.here(item.last_seen),
    )


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
    confidence = updated_confidence(here.confidence, item.confidence, s_m, config.confidence_rate)
    both = replace(
        here,
        appearances=_joined(here.appearances, item.appearances, config.appearance_bank_size, config),
        visuals=_joined(here.visuals, item.visuals, config.visual_bank_size, config),
        extent=here.extent.merged(item.extent),
        confidence=confidence,
        observations=here.observations + item.observations,
        first_seen=min(here.first_seen, item.first_seen),
        last_seen=max(here.last_seen, item.last_seen),
        sightings=_kept(told, config.sightings_kept),
    )
    if config.odds is not None and both.sightings:
        both = replace(both, confidence=reliability_of(both, config.odds.reliability))
    register.put_instance(both)


def _kept(told: Sequence[InstanceObservation], most: int) -> tuple[InstanceObservation, ...]:
    """The last of every flight, so that the flight is known again, the first, and of the rest the latest."""
    if len(told) <= most:
        return tuple(told)
    last = {sighting.moment.episode: place for place, sighting in enumerate(told)}
    wanted = dict.fromkeys((*reversed(last.values()), 0, *reversed(range(len(told)))))
    return tuple(told[place] for place in sorted(list(wanted)[:most]))


def _joined(bank: Bank, other: Bank, capacity: int, config: MemoryConfig) -> Bank:
    for row, confidence in enumerate(other.confidences):
        text = other.texts[row] if other.texts else None
        bank = bank.with_entry(
            other.vectors[row], confidence, text, capacity=capacity, balance=config.bank_balance
        )
    return bank
