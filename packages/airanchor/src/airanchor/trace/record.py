"""What all events share."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

ImageHash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""The SHA-256 of an image's content, as 64 lower-case hex digits."""


class Record(BaseModel):
    """One event: frozen, no infinities (JSON has none), unknown fields of newer files ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)

    kind: str
