"""What a page may ask of the cockpit: every message is one of these, checked before anything happens."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from airanchor.errors import InputError

MOST_TEXT = 2_000
"""Characters of one sentence."""
MOST_MESSAGE_BYTES = 16_384
_Metres = Annotated[float, Field(ge=-1e5, le=1e5, allow_inf_nan=False)]


class _Command(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ChooseCity(_Command):
    """Open a city by name."""

    do: Literal["open"]
    city: str = Field(min_length=1, max_length=100)


class PlaceDrone(_Command):
    """Put the drone somewhere, heading in degrees clockwise from north."""

    do: Literal["place"]
    north: _Metres
    east: _Metres
    up: Annotated[float, Field(ge=0, le=1000, allow_inf_nan=False)]
    heading: Annotated[float, Field(ge=-720, le=720, allow_inf_nan=False)]


class SayMore(_Command):
    """An instruction, the first or another one; what is being flown is broken off."""

    do: Literal["say"]
    text: str = Field(min_length=1, max_length=MOST_TEXT)


class Steer(_Command):
    """One action of the person who flies by hand; whoever flew is relieved."""

    do: Literal["fly"]
    action: Literal["MOVE_FORWARD", "TURN_LEFT", "TURN_RIGHT", "GO_UP", "GO_DOWN", "MOVE_LEFT", "MOVE_RIGHT"]


class Switch(_Command):
    """Pause, resume, stop, take over, give back, or leave the city."""

    do: Literal["pause", "resume", "stop", "take over", "give back", "leave"]


class SetSpeed(_Command):
    """How many times flying speed is shown; 0 is as fast as it goes."""

    do: Literal["speed"]
    speed: float


class ExportTurn(_Command):
    """Put a flown turn into the file of episodes, in other words if wanted."""

    do: Literal["export"]
    session: str = Field(max_length=120)
    turn: int = Field(ge=1, le=9999)
    text: str = Field(default="", max_length=MOST_TEXT)


Command = ChooseCity | PlaceDrone | SayMore | Steer | Switch | SetSpeed | ExportTurn
_ADAPTER: TypeAdapter[Command] = TypeAdapter(Annotated[Command, Field(discriminator="do")])


def read_command(text: str | bytes) -> Command:
    """The command in a message, or an error that says what is wrong with it."""
    if len(text) > MOST_MESSAGE_BYTES:
        raise InputError(f"a message has at most {MOST_MESSAGE_BYTES:,} bytes, this one {len(text):,}")
    try:
        return _ADAPTER.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])[:60]
        raise InputError(
            f"this is no command of the cockpit: {where or 'message'}: {first['msg'][:160]}"
        ) from None
