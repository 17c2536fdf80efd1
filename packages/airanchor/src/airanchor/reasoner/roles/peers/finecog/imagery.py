"""Imagery: what the view should show once a sub-goal is reached. One call a sub-goal."""

from dataclasses import dataclass

from airanchor.reasoner.role import Payload, Reply, Role
from airanchor.reasoner.roles.context import Text


@dataclass(frozen=True, slots=True)
class ImageryRequest:
    """The sub-goal, the landmarks of its sentence, and what comes after it."""

    subgoal: str
    landmarks: tuple[str, ...]
    next_subgoal: str


class ImaginedView(Reply):
    """The expected view in one sentence."""

    state: Text


def _fallback(payload: Payload, request: ImageryRequest) -> ImaginedView:
    """That it is reached."""
    return ImaginedView.model_construct(state=f"This is done: {request.subgoal.strip()}")


IMAGERY = Role(
    name="finecog_imagery",
    title="Imagine the view at a sub-goal",
    request=ImageryRequest,
    reply=ImaginedView,
    fallback=_fallback,
    template="finecog/imagery",
)
