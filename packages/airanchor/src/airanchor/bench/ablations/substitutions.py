"""Each ablation as what it does to the agent's parts."""

from dataclasses import replace

from airanchor.agent import Parts
from airanchor.agent.priors import Priors
from airanchor.agent.thought import Decomposer
from airanchor.assembly import Stack
from airanchor.bench.ablations.priors import NoPriors, SemanticNearest
from airanchor.bench.ablations.shortcuts import FirstPart, LastLandmark
from airanchor.bench.ablations.sight import DirectionsOnly, HiddenObjects, NothingShown, ObjectsOnly
from airanchor.bench.ablations.thought import GraphlessDecider, GraphlessReflector, WholeInstruction


def use_objects_only(parts: Parts, stack: Stack) -> Parts:
    """Without directional anchors."""
    return replace(parts, sight=ObjectsOnly(parts.reasoner, parts.sight.eyes))


def use_directions_only(parts: Parts, stack: Stack) -> Parts:
    """Without object anchors, so without anything to remember."""
    return replace(parts, sight=DirectionsOnly(parts.reasoner, parts.sight.eyes))


def hide_objects(parts: Parts, stack: Stack) -> Parts:
    """Without object anchors in graph, picture and reflection; the memory still gets them."""
    return replace(parts, sight=HiddenObjects(parts.reasoner, parts.sight.eyes))


def hide_graph(parts: Parts, stack: Stack) -> Parts:
    """Without the anchor graph and its marks, before, at and after the decision; the memory still fills."""
    return replace(
        parts,
        sight=NothingShown(parts.reasoner, parts.sight.eyes),
        decider=GraphlessDecider(parts.reasoner, parts.decider.settings),
        reflector=_graphless(parts),
    )


def hide_spatial_reflection(parts: Parts, stack: Stack) -> Parts:
    """Without the two graphs in the reflection."""
    return replace(parts, reflector=_graphless(parts))


def keep_instruction_whole(parts: Parts, stack: Stack) -> Parts:
    """Without subtasks."""
    return replace(parts, decomposer=_reading_by(WholeInstruction, parts))


def select_by_meaning(parts: Parts, stack: Stack) -> Parts:
    """Without the model's choice among candidates."""
    return replace(parts, priors=Priors(parts.memory, SemanticNearest()))


def leave_out_priors(parts: Parts, stack: Stack) -> Parts:
    """Without landmark priors."""
    return replace(parts, priors=NoPriors(parts.memory, SemanticNearest()))


def read_first_part_only(parts: Parts, stack: Stack) -> Parts:
    """With the first subtask alone."""
    return replace(parts, decomposer=_reading_by(FirstPart, parts))


def read_last_landmark_only(parts: Parts, stack: Stack) -> Parts:
    """With the last landmark alone."""
    return replace(parts, decomposer=_reading_by(LastLandmark, parts))


def _graphless(parts: Parts) -> GraphlessReflector:
    return GraphlessReflector(parts.reasoner, tells_outcomes=parts.reflector.tells_outcomes)


def _reading_by(kind: type[Decomposer], parts: Parts) -> Decomposer:
    return kind(parts.reasoner, tells_outcomes=parts.decomposer.tells_outcomes)
