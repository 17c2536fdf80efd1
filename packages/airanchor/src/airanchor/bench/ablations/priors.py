"""Landmark priors without the model's choice, and none at all."""

from collections.abc import Sequence

from airanchor.agent.priors import Identity, Priors
from airanchor.memory import CandidateSet
from airanchor.reasoner.roles import Prior, Subtask
from aircity.geometry import Pose


class SemanticNearest:
    """Takes the candidate whose words fit best, of equals the nearer one; nothing is asked."""

    def select(self, subtask: Subtask, candidates: Sequence[CandidateSet]) -> tuple[str | None, ...]:
        """One instance id or None per landmark."""
        return tuple(map(_best, candidates))


def _best(candidates: CandidateSet) -> str | None:
    best = min(candidates, key=lambda found: (-found.s_r, found.cue.d_xy_m), default=None)
    return None if best is None else best.instance.id


class NoPriors(Priors):
    """The memory is filled and never asked; prompts have no section of priors."""

    def identify(self, subtask: Subtask, pose: Pose) -> tuple[Identity, ...]:
        """None."""
        return ()

    def tell(self, identities: Sequence[Identity], pose: Pose) -> tuple[Prior, ...] | None:
        """Not even that there are none."""
        return None
