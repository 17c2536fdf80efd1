"""The exceptions of AirAnchor: each names the bad value, what is valid, and the fix.

One family with the errors of worlds, so that `except AirAnchorError` catches all that is raised on purpose.
"""

from aircity.errors import (
    CityError,
    ConformanceError,
    InputError,
    MissingExtra,
    SimulatorError,
    UnfitFile,
    WorldLost,
    install_command,
)

AirAnchorError = CityError
"""Root of every error that AirAnchor and its worlds raise on purpose."""

__all__ = [
    "AirAnchorError",
    "BudgetSpent",
    "ChatLost",
    "ChatRefused",
    "ChatUnavailable",
    "ConformanceError",
    "FlightTimeSpent",
    "InputError",
    "MemoryFileError",
    "MemoryLocked",
    "MissingExtra",
    "MissingWeights",
    "PartFailed",
    "ReasonerError",
    "SimulatorError",
    "TraceError",
    "TraceVersionError",
    "UnfitFile",
    "WorldLost",
    "install_command",
]


class TraceError(AirAnchorError):
    """A recording could not be written or read."""


class TraceVersionError(TraceError):
    """A recording was written by a version whose events this one cannot read."""


class MemoryFileError(AirAnchorError):
    """A memory file could not be opened, written or trusted."""


class MemoryLocked(MemoryFileError):  # noqa: N818 - says what is the case
    """Another process has the memory open for writing."""


class MissingWeights(AirAnchorError):  # noqa: N818 - says what is the case
    """The weights of a model are not on this machine."""

    def __init__(
        self,
        what: str,
        command: str,
        *,
        place: str = "on this machine",
        are_many: bool = False,
        more: str = "",
    ) -> None:
        self.command = command
        verb, them = ("are", "them") if are_many else ("is", "it")
        super().__init__(f"{what} {verb} not {place}. Fetch {them} with: {command}{more}")


class PartFailed(AirAnchorError):  # noqa: N818 - says what is the case
    """A part of the user's own raised an error while it worked; the message names it and its line."""


class ReasonerError(AirAnchorError):
    """A language model could not be asked; the message says which, why, and what to do."""


class ChatUnavailable(ReasonerError):  # noqa: N818 - says what is the case, not that a thing broke
    """The model gave no usable answer in time (time-outs, overload, cut lines); a later call may succeed."""


class ChatRefused(ReasonerError):  # noqa: N818 - as above
    """The service will refuse every such call: a wrong key, model or address. Asking again is useless."""


class ChatLost(ChatRefused):
    """The model has left several questions in a row without any answer: it is not there, or no more."""


class BudgetSpent(ReasonerError):  # noqa: N818 - as above
    """The calls, tokens or money granted to this run are used up; what is done is kept."""


class FlightTimeSpent(AirAnchorError):  # noqa: N818 - says what is the case
    """The time granted to a flight is over; it ends with STOP where it is."""
