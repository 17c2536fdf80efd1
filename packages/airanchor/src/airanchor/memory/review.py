"""A memory looked over: what is likely stored twice, what contradicts what, which labels are doubtful.

Findings are told by probability, from what the memory itself holds and by the same odds that flights decide
with. Nothing is changed here but by `merge_two` and `rename`, which somebody must ask for by name.
"""

from dataclasses import dataclass, replace
from typing import Any

from airanchor.errors import InputError
from airanchor.memory.associator import gate, score_all
from airanchor.memory.bank import Bank
from airanchor.memory.evidence import names_of
from airanchor.memory.files.exchange import Document
from airanchor.memory.grounds import doubts_of, times
from airanchor.memory.lookup.register import Register
from airanchor.memory.odds import chance_of, fitted_odds, log_odds_of, weighed
from airanchor.memory.records import Instance, Type, number_of
from airanchor.memory.reliability import OTHER_KIND, is_in_one_place, reliability_evidence
from airanchor.memory.similarity import cosines
from airanchor.memory.union import as_observed, merge_instances
from airanchor.memory.words.labels import check_stored
from airanchor.perception import TextEncoder

LEAST_TWICE = 0.2
"""Pairs that are one thing with at least this chance are told."""
MOST_SURE = 0.5
"""Labels that hold with less than this chance are told."""


@dataclass(frozen=True, slots=True)
class MemoryFinding:
    """Something in a memory that somebody should look at."""

    kind: str
    """duplicate, conflict or doubtful."""
    instance_ids: tuple[str, ...]
    chance: float
    """That it is as told: the same thing, one of two wrong, not what it is called."""
    words: str

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        told = {"kind": self.kind, "instances": list(self.instance_ids)}
        return {**told, "chance": round(self.chance, 3), "words": self.words}


def review(document: Document) -> tuple[MemoryFinding, ...]:
    """All findings, the likeliest first."""
    found = [*_duplicates(document), *_conflicts(document.register), *_doubtful(document.register)]
    return tuple(sorted(found, key=lambda one: (-one.chance, number_of(one.instance_ids[0]), one.kind)))


def _duplicates(document: Document) -> list[MemoryFinding]:
    register = document.register
    config = replace(document.config, odds=document.config.odds or fitted_odds(), match_threshold=1.0)
    found = []
    for item in register.instances.values():
        if not len(item.visuals):
            continue  # places of a flat memory have no shape to compare
        labels = register.types[item.type_id].labels
        like = {name: _likeness(labels, one.labels) for name, one in register.types.items()}
        like = {name: score for name, score in like.items() if score >= config.type_threshold}
        gated, apart_m = gate(item.extent, register, config, like)
        is_newer = [one.number > item.number for one in gated]
        others = [one for one, newer in zip(gated, is_newer, strict=True) if newer]
        scores = score_all(as_observed(item, labels), others, apart_m[is_newer], like, config)
        for other, score in zip(others, scores, strict=True):
            if score.s_m >= LEAST_TWICE:
                words = f"{_called(item)} and {_called(other)} are {score.bev_distance_m:.1f} m apart"
                found.append(MemoryFinding("duplicate", (item.id, other.id), score.s_m, words))
    return found


def _conflicts(register: Register) -> list[MemoryFinding]:
    found = []
    for item in register.instances.values():
        near = register.near(item.extent.footprint.shape.bounds, 0.0)
        for other in near:
            if other.number <= item.number or not is_in_one_place(item, other):
                continue
            if (
                _likeness(register.types[item.type_id].labels, register.types[other.type_id].labels)
                < OTHER_KIND
            ):
                both = _label_chance(item) * _label_chance(other)
                words = f"{_called(item)} and {_called(other)} stand in one place: one of them is wrong"
                found.append(MemoryFinding("conflict", (item.id, other.id), 1.0 - both, words))
    return found


def _doubtful(register: Register) -> list[MemoryFinding]:
    found = []
    for item in register.instances.values():
        chance = _label_chance(item)
        if chance < MOST_SURE:
            seen = f"{_called(item)}, seen {times(item.observations)}, {_missed(item)}"
            words = f"{seen}; {doubts_of(item, fitted_odds().reliability)}" if item.sightings else seen
            found.append(MemoryFinding("doubtful", (item.id,), 1.0 - chance, words))
    return found


def _missed(item: Instance) -> str:
    return f"missed {times(item.absences)}" if item.absences else "never missed"


def _label_chance(item: Instance) -> float:
    """That an instance is what it is called, by the fitted odds whatever rules filled the memory."""
    if not item.sightings:
        return chance_of(log_odds_of(item.confidence))
    return chance_of(weighed(fitted_odds().reliability, reliability_evidence(item)))


def _likeness(one: Bank, other: Bank) -> float:
    return max(float(cosines(vector, other.vectors).max()) for vector in one.vectors)


def _called(item: Instance) -> str:
    names = names_of(item).most_common(1)
    looks = item.appearances.texts[0] if item.appearances.texts else ""
    return f'{item.id} "{" ".join(filter(None, (looks, names[0][0] if names else "thing")))}"'


def merge_two(document: Document, keep: str, other: str) -> None:
    """Make one instance of two; the first one's id stays."""
    if keep == other:
        raise InputError(f"{keep} cannot be merged with itself; name two instances")
    register = document.register
    here, item = register.instance(keep), register.instance(other)
    labels = register.types[item.type_id].labels
    merge_instances(register, here, item, labels, 1.0, document.config)
    register.remove_instance(other)


def rename(document: Document, instance_id: str, label: str, encoder: TextEncoder) -> None:
    """Call an instance something else: its type, and what its sightings count as; what was seen stays."""
    label = " ".join(label.lower().split())
    check_stored(label)
    register = document.register
    item = register.instance(instance_id)
    known = [one.id for one in register.types.values() if label in one.labels.texts]
    register.remove_instance(instance_id)
    if known and known[0] in register.types:
        type_id = known[0]
    else:
        type_id = register.new_type_id()
        empty = Bank.empty(document.config.vector_precision)
        vector = encoder.encode([label])[0]
        register.put_type(Type(type_id, empty.with_entry(vector, 1.0, label, capacity=1, balance=0.5)))
    sightings = tuple(replace(sighting, renamed=label) for sighting in item.sightings)
    register.put_instance(replace(item, type_id=type_id, sightings=sightings))
