"""Perception: the view in words, by the questions of attention. The only role that sees a picture."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.reasoner.role import Payload, Reply, Role
from airanchor.reasoner.roles.context import Text
from airanchor.reasoner.roles.peers.finecog.attention import AttentionQuestion
from airanchor.reasoner.roles.peers.finecog.texts import CarriedText

SECTORS = ("In Front", "On my Left", "On my Right")
"""Under which the details are put."""


@dataclass(frozen=True, slots=True, eq=False)
class PerceptionRequest:
    """The view straight ahead and what is to be found in it."""

    image: NDArray[np.uint8]
    questions: tuple[AttentionQuestion, ...]


class Percept(Reply):
    """What is seen."""

    overall: Text
    details: CarriedText

    @property
    def observation(self) -> str:
        """All of it as one text."""
        return f"{self.overall}\n{self.details}".strip()


def _coerce(payload: Payload, request: PerceptionRequest) -> Payload:
    """Details may come as a list, or as an object with the three directions for keys."""
    return {**payload, "details": _as_text(payload.get("details"))}


def _as_text(details: object) -> object:
    if details is None:
        return ""
    if isinstance(details, Mapping):
        return "\n".join(f"{name}: {_listed(said)}" for name, said in details.items())
    return "\n".join(str(one) for one in details) if isinstance(details, list) else details


def _listed(said: object) -> str:
    return "; ".join(str(one) for one in said) if isinstance(said, list) else str(said)


def _fallback(payload: Payload, request: PerceptionRequest) -> Percept:
    """What is sound of the answer."""
    overall, details = payload.get("overall"), _as_text(payload.get("details"))
    return Percept(
        overall=overall if isinstance(overall, str) and overall.strip() else "The view could not be read.",
        details=details if isinstance(details, str) else "",
    )


PERCEPTION = Role(
    name="finecog_perception",
    title="Describe the view",
    request=PerceptionRequest,
    reply=Percept,
    coerce=_coerce,
    fallback=_fallback,
    template="finecog/perception",
)
