"""The exceptions of AirAnchor: each names the bad value, what is valid, and the fix."""

from importlib.metadata import PackageNotFoundError, requires


class AirAnchorError(Exception):
    """Root of every error that AirAnchor raises on purpose."""


class InputError(AirAnchorError, ValueError):
    """A value from the user or a file is not usable; the message names it and what is valid."""


class UnfitFile(AirAnchorError, OSError):  # noqa: N818 - says what is the case
    """A file is not one that may be read: a pipe or a device, too large, or packed to be so."""


class SimulatorError(AirAnchorError):
    """A world could not do what was asked of it."""


class TraceError(AirAnchorError):
    """A recording could not be written or read."""


class TraceVersionError(TraceError):
    """A recording was written by a version whose events this one cannot read."""


class MemoryFileError(AirAnchorError):
    """A memory file could not be opened, written or trusted."""


class MemoryLocked(MemoryFileError):  # noqa: N818 - says what is the case
    """Another process has the memory open for writing."""


class ConformanceError(AirAnchorError, AssertionError):
    """An implementation breaks the contract it claims; the message names the broken rule."""


class MissingExtra(AirAnchorError, ImportError):  # noqa: N818 - reads better at the call site
    """An optional dependency is absent."""

    def __init__(self, what: str, extra: str) -> None:
        self.extra = extra
        self.command = install_command(extra)
        super().__init__(f"{what} needs an optional part. Install it with: {self.command}")


def install_command(extra: str) -> str:
    """What a person types to get an optional part: the packages themselves, as this project declares them.

    AirAnchor is installed from its sources and its own name is no requirement that an index could answer.
    """
    try:
        declared = requires("airanchor") or []
    except PackageNotFoundError:
        declared = []
    wanted = [line.split(";")[0].strip() for line in declared if _is_of(line, extra)]
    if not wanted:
        return f"pip install '.[{extra}]' in the folder of AirAnchor's sources"
    return "pip install " + " ".join(f"'{requirement}'" for requirement in wanted)


def _is_of(declared: str, extra: str) -> bool:
    """Whether a line of the package's requirements belongs to an extra."""
    _, _, condition = declared.partition(";")
    return condition.strip() in (f'extra == "{extra}"', f"extra == '{extra}'")


class MissingWeights(AirAnchorError):  # noqa: N818 - says what is the case
    """The weights of a model are not on this machine."""

    def __init__(self, what: str, command: str) -> None:
        self.command = command
        super().__init__(f"{what} is not on this machine. Fetch it with: {command}")


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
