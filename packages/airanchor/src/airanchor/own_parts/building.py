"""From a class or a function to a part: called with what it takes, and refused unless it fits."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from airanchor.errors import AirAnchorError, InputError
from airanchor.own_parts.loading import load_part, raised
from airanchor.own_parts.names import PartKind


def build_part(kind: PartKind, name: str, protocol: Any, offered: Mapping[str, object] | None = None) -> Any:
    """The part of that name, built: a class or function is called, with what is offered if it takes that.

    It gets the one thing that is offered where it has a required argument, or one of that very name.
    """
    made = load_part(kind, name)
    if callable(made) and (inspect.isroutine(made) or isinstance(made, type) or not _fits(made, protocol)):
        made = _called(kind, name, made, offered or {})
    lacking = [member for member in _members(protocol) if not hasattr(made, member)]
    if lacking:
        raise InputError(
            f"{kind.value} {name!r} is a {type(made).__name__} without {', '.join(lacking)}; valid is what "
            f"has {', '.join(_members(protocol))}, or a class or function that builds it"
        )
    told = getattr(made, "name", "it has none to tell")
    if not isinstance(told, str) or not told.strip():
        raise InputError(
            f"{kind.value} {name!r} is called {told!r:.60}; its name must be a text, for results"
        )
    return made


def _fits(made: object, protocol: type) -> bool:
    return all(hasattr(made, member) for member in _members(protocol))


def _members(protocol: type) -> list[str]:
    """What a protocol asks for, in the order it says so."""
    return [
        name
        for base in reversed(protocol.__mro__)
        for name, value in vars(base).items()
        if not name.startswith("_") and (callable(value) or isinstance(value, property))
    ]


def _called(kind: PartKind, name: str, make: Callable[..., Any], offered: Mapping[str, object]) -> Any:
    try:
        arguments = _arguments(make, offered)
    except ValueError as error:
        told = " or ".join(("nothing", *(f"one argument, {word}" for word in offered)))
        raise InputError(f"{kind.value} {name!r} {error}; it is given {told}") from error
    try:
        return make(*arguments)
    except AirAnchorError:
        raise
    except (Exception, SystemExit) as error:
        raise InputError(f"building {kind.value} {name!r} raised {raised(error)}") from error


def _arguments(make: Callable[..., Any], offered: Mapping[str, object]) -> list[object]:
    try:
        parameters = list(inspect.signature(make).parameters.values())
    except (TypeError, ValueError):
        return []  # compiled code that does not say
    plain = [one for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    needed = [one.name for one in parameters if one.default is one.empty and one.kind is one.KEYWORD_ONLY]
    needed += [one.name for one in plain if one.default is one.empty]
    if len(needed) > len(offered):
        raise ValueError(f"needs the arguments {', '.join(needed)}")
    first = plain[0].name if plain else ""
    return list(offered.values()) if offered and (needed or first in offered) else []
