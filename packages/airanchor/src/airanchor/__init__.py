"""AirAnchor: an agent that flies a drone through a city by an instruction; zero-shot if a model flies it.

>>> import airanchor
>>> flight = airanchor.fly("Fly to the white castle.", scene="practice-square", start=(90, 60, 32, 270))
>>> flight.ending, flight.words, flight.trace.folder
"""

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from airanchor.assembly import Equipment, Stack, load_stack
    from airanchor.config import Settings, load_settings
    from airanchor.errors import AirAnchorError
    from airanchor.flight import Flight, Mission, Navigator, launch
    from airanchor.front import TracedFlight, fly
    from airanchor.trace import TraceWriter, read_trace

__all__ = [
    "AirAnchorError",
    "Equipment",
    "Flight",
    "Mission",
    "Navigator",
    "Settings",
    "Stack",
    "TraceWriter",
    "TracedFlight",
    "fly",
    "launch",
    "load_settings",
    "load_stack",
    "read_trace",
]

_HOMES = {
    **dict.fromkeys(("Equipment", "Stack", "load_stack"), "airanchor.assembly"),
    **dict.fromkeys(("Settings", "load_settings"), "airanchor.config"),
    "AirAnchorError": "airanchor.errors",
    **dict.fromkeys(("Flight", "Mission", "Navigator", "launch"), "airanchor.flight"),
    **dict.fromkeys(("TracedFlight", "fly"), "airanchor.front"),
    **dict.fromkeys(("TraceWriter", "read_trace"), "airanchor.trace"),
}


def __getattr__(name: str) -> object:
    """What a user needs by the package's own name, loaded when it is first asked for."""
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """What is offered, for those who look by pressing Tab."""
    return sorted({*globals(), *__all__})
