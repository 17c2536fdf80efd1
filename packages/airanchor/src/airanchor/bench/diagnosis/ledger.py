"""Which true objects each remembered instance was made of, over all flights of a scene so far."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from airanchor.bench.diagnosis.causes import Cause
from airanchor.bench.diagnosis.finding import Finding
from airanchor.bench.diagnosis.flown import FlownDecision
from airanchor.bench.diagnosis.truth import SceneTruth, TrueObject
from airanchor.bench.diagnosis.views import Views
from airanchor.bench.phrases import NAMES

_STORED = ("new_type", "new_instance", "merged")


@dataclass(slots=True)
class AnchorLedger:
    """Counts of anchors, by instance and by the object that they truly lie on."""

    held: dict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, instance_id: str, object_id: int) -> None:
        """Book one anchor."""
        self.held[instance_id][object_id] += 1

    def objects_of(self, instance_id: str) -> dict[int, int]:
        """The objects that an instance was made of, with how many anchors each."""
        return dict(sorted(self.held.get(instance_id, Counter()).items()))

    def instances_of(self, object_id: int) -> list[str]:
        """The instances of which an object makes up most, in the order of their names."""
        return sorted(
            instance
            for instance, counts in self.held.items()
            if counts and counts.most_common(1)[0][0] == object_id
        )


def book(
    decisions: Sequence[FlownDecision], ledger: AnchorLedger, *, truth: SceneTruth, views: Views
) -> tuple[Finding, ...]:
    """Book decisions, and say where they merged several objects into one instance or split one object."""
    found = []
    for decision in decisions:
        for instance, thing in _stored(decision, truth, views):
            before, owners = ledger.objects_of(instance), ledger.instances_of(thing.row.id)
            if before and thing.row.id not in before:
                words = f"{instance}, which held {_names(truth, before)}, got {thing.name}"
                found.append(Finding(Cause.FALSE_MERGE, None, decision.number, words))
            elif not before and owners:
                words = f"{instance} was made of {thing.name}, which {', '.join(owners)} held"
                found.append(Finding(Cause.SPLIT, None, decision.number, words))
            ledger.add(instance, thing.row.id)
    return tuple(found)


def _names(truth: SceneTruth, ids: Iterable[int]) -> str:
    things = [truth.thing(one) for one in ids]
    return ", ".join(one.name for one in things if one is not None)


def _stored(decision: FlownDecision, truth: SceneTruth, views: Views) -> list[tuple[str, TrueObject]]:
    """What this decision put into which instance, where it is a thing that people name."""
    anchors = {row.index: row for row in decision.anchors}
    found = []
    for row in decision.memory:
        anchor = anchors.get(row.anchor)
        if row.instance_id is None or row.change not in _STORED or anchor is None:
            continue
        shown = views.shown(decision.number, anchor)
        thing = None if shown is None else truth.thing(shown)
        if thing is not None and thing.row.category in NAMES:
            found.append((row.instance_id, thing))
    return found
