"""A memory in plain words: why an instance is what it is, and why an observation did what it did."""

from airanchor.memory.config import MemoryConfig
from airanchor.memory.contract import AssociationDecision
from airanchor.memory.grounds import times, told_grounds
from airanchor.memory.lookup.register import Register
from airanchor.memory.records import AssociationScore, Instance, InstanceObservation


def why(decision: AssociationDecision, config: MemoryConfig) -> str:
    """One sentence on a decision."""
    if decision.kind == "new_type":
        return f"no known type is at or above {config.type_threshold:g}"
    if decision.kind == "merged":
        assert decision.best is not None
        return f"{_match(decision.best)}, at or above {config.match_threshold:g}"
    if not decision.scores:
        return f"nothing of a compatible type within {config.gate_m:g} m"
    if decision.best is None or any(score.blocked for score in decision.scores):
        blocked = max((score for score in decision.scores if score.blocked), key=lambda score: score.s_m)
        return f"{_match(blocked)}, but {blocked.blocked}"
    return f"the nearest match, {_match(decision.best)}, is below {config.match_threshold:g}"


def explain_place(item: Instance, register: Register, config: MemoryConfig) -> str:
    """The story of one instance of a flat memory."""
    label = register.types[item.type_id].labels.texts[0]
    north_m, east_m, up_m = item.center
    return (
        f'{item.id} is "{label}", the mean of {item.observations} centres seen under that label within '
        f"{config.flat_radius_m:g} m: {north_m:.1f} m north, {east_m:.1f} m east, {up_m:.1f} m up. "
        f"First seen in {item.first_seen}, last in {item.last_seen}."
    )


def explain_instance(item: Instance, register: Register, config: MemoryConfig) -> str:
    """The story of one instance."""
    labels = register.types[item.type_id].labels
    names = ", ".join(dict.fromkeys(labels.texts))
    looks = "; ".join(dict.fromkeys(item.appearances.texts)) or "no description"
    north_m, east_m, up_m = item.center
    extent = item.extent
    lines = [
        f"{item.id} is of type {item.type_id} ({names}): {looks}.",
        f"Its centre is {north_m:.1f} m north, {east_m:.1f} m east, {up_m:.1f} m up; its footprint covers "
        f"{extent.footprint.area_m2:.1f} m2 between {extent.z_min_m:.1f} and {extent.z_max_m:.1f} m.",
        f"Seen {times(item.observations)}: first in {item.first_seen}, last in {item.last_seen}. "
        f"Confidence {item.confidence:.2f}.",
    ]
    if config.odds is not None and item.sightings:
        lines.append(told_grounds(item, config.odds.reliability))
    if renamed := {sighting.renamed: None for sighting in item.sightings if sighting.renamed}:
        told = ", ".join(f'"{name}"' for name in renamed)
        lines.append(f"Somebody renamed it {told} in a review; what flights saw it as is told below.")
    if item.contradictions:
        lines.append(f"In its very place something else was seen {times(item.contradictions)}.")
    if item.absences:
        lines.append(f"Since then it should have been seen {times(item.absences)} and was not.")
    lines += [f"- {_tell(sighting, config)}" for sighting in item.sightings]
    if hidden := item.observations - len(item.sightings):
        lines.insert(-len(item.sightings) + 1 or len(lines), f"- ({hidden} sightings not kept)")
    return "\n".join(lines)


def _tell(sighting: InstanceObservation, config: MemoryConfig) -> str:
    label = (
        sighting.category if sighting.appearance is None else f"{sighting.category} ({sighting.appearance})"
    )
    seen = f'{sighting.moment}: seen as "{label}", confidence {sighting.confidence:.2f}'
    if sighting.kind == "merged" and sighting.score is not None:
        return f"{seen}; the same thing: {_match(sighting.score)} is at or above {config.match_threshold:g}"
    if sighting.kind == "new_type":
        return (
            f"{seen}; new, and the first of its type: no known type was at or above {config.type_threshold:g}"
        )
    if sighting.score is None:
        return f"{seen}; new: nothing of a compatible type was within {config.gate_m:g} m or free to match"
    return f"{seen}; new: the best match, {_match(sighting.score)}, was below {config.match_threshold:g}"


def _match(score: AssociationScore) -> str:
    looks = "no description" if score.s_a is None else f"description {score.s_a:.2f}"
    return (
        f"{score.instance_id} scores {score.s_m:.3f} (geometry {score.s_g:.2f}: {score.bev_distance_m:.1f} m "
        f"apart, {score.s_cov:.0%} covered; words {score.s_s:.2f}: category {score.s_t:.2f}, {looks}; "
        f"picture {score.s_v:.2f})"
    )
