"""Object survey: what in a view is worth remembering, whatever is flown. Only the memory study asks it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from airanchor.reasoner.role import Payload, Reply, Role
from airanchor.reasoner.roles.context import NamedObject, coerce_object

MAX_OBJECTS = 3


@dataclass(frozen=True, slots=True, eq=False)
class SurveyRequest:
    """One raw view."""

    image: NDArray[np.uint8]


class SurveyedObjects(Reply):
    """None to three objects."""

    objects: tuple[NamedObject, ...] = Field(strict=False, max_length=MAX_OBJECTS)


def _coerce(payload: Payload, request: SurveyRequest) -> Payload:
    objects = payload.get("objects")
    if not isinstance(objects, list):
        return payload
    return {**payload, "objects": [coerce_object(entry) for entry in objects]}


def _fallback(payload: Payload, request: SurveyRequest) -> SurveyedObjects:
    """The sound entries, at most three."""
    entries = payload.get("objects")
    kept: list[NamedObject] = []
    for entry in entries if isinstance(entries, list) else []:
        try:
            kept.append(NamedObject.model_validate(entry))
        except ValueError:
            continue
    return SurveyedObjects(objects=tuple(kept[:MAX_OBJECTS]))


OBJECT_SURVEY = Role(
    name="object_survey",
    title="Name what is worth remembering",
    request=SurveyRequest,
    reply=SurveyedObjects,
    coerce=_coerce,
    fallback=_fallback,
)
