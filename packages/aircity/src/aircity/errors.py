"""The exceptions of worlds: each names the bad value, what is valid, and the fix."""

from importlib.metadata import PackageNotFoundError, requires


class CityError(Exception):
    """Root of every error that this package, and what is built on it, raises on purpose."""


class InputError(CityError, ValueError):
    """A value from the user or a file is not usable; the message names it and what is valid."""


class UnfitFile(CityError, OSError):  # noqa: N818 - says what is the case
    """A file is not one that may be read: a pipe or a device, too large, or packed to be so."""


class SimulatorError(CityError):
    """A world could not do what was asked of it."""


class WorldLost(SimulatorError):  # noqa: N818 - says what is the case
    """A world that is somewhere else does not answer, or no longer."""


class ConformanceError(CityError, AssertionError):
    """An implementation breaks the contract it claims; the message names the broken rule."""


class MissingExtra(CityError, ImportError):  # noqa: N818 - reads better at the call site
    """An optional dependency is absent."""

    def __init__(self, what: str, extra: str, package: str = "aircity") -> None:
        self.extra = extra
        self.command = install_command(extra, package)
        super().__init__(f"{what} needs an optional part. Install it with: {self.command}")


def install_command(extra: str, package: str = "aircity") -> str:
    """What a person types to get an optional part: the packages themselves, as `package` declares them.

    It is installed from its sources, and its own name is no requirement that an index could answer.
    """
    try:
        declared = requires(package) or []
    except PackageNotFoundError:
        declared = []
    wanted = [line.split(";")[0].strip() for line in declared if _is_of(line, extra)]
    if not wanted:
        return f"pip install './packages/{package}[{extra}]' in the folder of the sources"
    return "pip install " + " ".join(f"'{requirement}'" for requirement in wanted)


def _is_of(declared: str, extra: str) -> bool:
    """Whether a line of a package's requirements belongs to an extra."""
    _, _, condition = declared.partition(";")
    return condition.strip() in (f'extra == "{extra}"', f"extra == '{extra}'")
