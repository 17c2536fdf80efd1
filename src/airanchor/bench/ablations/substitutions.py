"""Each ablation as what it does to the agent's parts."""

from dataclasses import replace

from airanchor.agent import Parts
from airanchor.agent.priors import Priors
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
        decider=GraphlessDecider(parts.reasoner),
        reflector=GraphlessReflector(parts.reasoner),
    )


def hide_spatial_reflection(parts: Parts, stack: Stack) -> Parts:
    """Without the two graphs in the reflection."""
    return replace(parts, reflector=GraphlessReflector(parts.reasoner))


def keep_instruction_whole(parts: Parts, stack: Stack) -> Parts:
    """Without subtasks."""
    return replace(parts, decomposer=WholeInstruction(parts.reasoner))


def select_by_meaning(parts: Parts, stack: Stack) -> Parts:
    """Without the model's choice among candidates."""
    return replace(parts, priors=Priors(parts.memory, SemanticNearest()))


def leave_out_priors(parts: Parts, stack: Stack) -> Parts:
    """Without landmark priors."""
    return replace(parts, priors=NoPriors(parts.memory, SemanticNearest()))


def read_first_part_only(parts: Parts, stack: Stack) -> Parts:
    """With the first subtask alone."""
    return replace(parts, decomposer=FirstPart(parts.reasoner))


def read_last_landmark_only(parts: Parts, stack: Stack) -> Parts:
    """With the last landmark alone."""
    return replace(parts, decomposer=LastLandmark(parts.reasoner))
