"""`airanchor doctor`: what this machine has, what is missing, and the exact command that adds it."""

import importlib
import importlib.metadata
import importlib.util
import os
import platform
import sys
from dataclasses import asdict, dataclass
from typing import Literal

import typer
from rich.table import Table
from rich.text import Text

from airanchor import __version__
from airanchor.cli.output import JsonFlag, console, print_json

PYTHONS = ((3, 11), (3, 13))
COLOURS = {"ok": "green", "missing": "yellow", "broken": "red"}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    part: str
    state: Literal["ok", "missing", "broken"]
    detail: str
    fix: str = ""
    needed: bool = True


@dataclass(frozen=True, slots=True)
class Backend:
    """An importable part: `extra` is None for what the base install must have."""

    package: str
    module: str
    purpose: str
    extra: str | None = None


BACKENDS = (
    Backend("numpy", "numpy", "arrays"),
    Backend("numba", "numba", "compiles the renderer"),
    Backend("shapely", "shapely", "footprints"),
    Backend("mapbox-earcut", "mapbox_earcut", "roofs and lots"),
    Backend("pillow", "PIL", "images"),
    Backend("pydantic", "pydantic", "checks files and replies"),
    Backend("gymnasium", "gymnasium", "the airanchor/City-v0 environment", "gym"),
    Backend("rerun-sdk", "rerun", "airanchor view --rrd", "rerun"),
    Backend("embreex", "embreex", "a peer of `airanchor sim bench`", "peers"),
    Backend("pybullet", "pybullet", "a peer of `airanchor sim bench`", "peers"),
    Backend("moderngl", "moderngl", "a peer of `airanchor sim bench`", "peers"),
)


def look_at_python() -> Finding:
    """Whether this Python is one we support."""
    version = platform.python_version()
    first, last = (".".join(map(str, bound)) for bound in PYTHONS)
    if PYTHONS[0] <= sys.version_info[:2] <= PYTHONS[1]:
        return Finding("python", "ok", f"{version} on {platform.system()} {platform.machine()}")
    return Finding("python", "broken", f"{version} is not in {first} to {last}", f"install Python {first}")


def look_at(backend: Backend) -> Finding:
    """Whether a part can be imported, and how to get it if not."""
    needed = backend.extra is None
    install = "pip install airanchor" if needed else f"pip install 'airanchor[{backend.extra}]'"
    try:
        if needed:
            importlib.import_module(backend.module)
        elif importlib.util.find_spec(backend.module) is None:  # found, not run: some print as they load
            raise ModuleNotFoundError(f"No module named {backend.module!r}")
        version = importlib.metadata.version(backend.package)
    except importlib.metadata.PackageNotFoundError:
        version = "version unknown"
    except ImportError as error:
        state: Literal["missing", "broken"] = (
            "missing" if isinstance(error, ModuleNotFoundError) else "broken"
        )
        return Finding(backend.package, state, f"{backend.purpose}: {error}", install, needed)
    return Finding(backend.package, "ok", f"{version}, {backend.purpose}", needed=needed)


def look_at_weights() -> list[Finding]:
    """Which of the embedded encoders' weights are here; a simpler encoder serves where one is not."""
    from airanchor.perception.weights import MINILM, MOBILENET, WORDLLAMA

    return [
        Finding(weights.package, "ok", weights.what, needed=False)
        if weights.is_installed
        else Finding(weights.package, "missing", weights.what, weights.install_command, needed=False)
        for weights in (MINILM, MOBILENET, WORDLLAMA)
    ]


def look_at_reasoners() -> Finding:
    """Which models could be asked; the embedded rules need none."""
    from airanchor.cli.reasoners import ready_profiles

    ready = ", ".join(ready_profiles())
    detail = f"embedded rules; models with their key at hand: {ready or 'none'}"
    return Finding("reasoner", "ok", detail, needed=False)


def look_at_renderer() -> Finding:
    """Whether a picture comes out: a wall 10 m ahead must be 10 m away."""
    from airanchor.cli.selftest import measure_wall

    try:
        seconds, error_m = measure_wall()
    except Exception as error:
        return Finding(
            "renderer", "broken", f"{type(error).__name__}: {error}", "reinstall airanchor and numba"
        )
    if error_m > 0.002:
        return Finding("renderer", "broken", f"a wall at 10 m is {error_m:.4f} m off", "please report this")
    return Finding(
        "renderer", "ok", f"a wall at 10 m is {error_m * 1000:.2f} mm off; ready in {seconds:.1f} s"
    )


def look_at_cache() -> Finding:
    """Whether cities can be kept between runs."""
    from airanchor.sim.city.cache import cache_dir

    folder = cache_dir()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError as error:
        return Finding("cache", "broken", str(error), "set AIRANCHOR_CACHE to a folder you can write")
    if not writable:
        return Finding(
            "cache", "broken", f"{folder} is not writable", "set AIRANCHOR_CACHE to another folder"
        )
    return Finding("cache", "ok", str(folder))


def examine() -> list[Finding]:
    """Everything that is looked at, in order."""
    parts = [look_at_python(), *(look_at(backend) for backend in BACKENDS)]
    if all(part.state == "ok" for part in parts if part.needed):
        parts += [*look_at_weights(), look_at_reasoners(), look_at_cache(), look_at_renderer()]
    return parts


def doctor(as_json: JsonFlag = False) -> None:
    """Say what is installed, what is missing, and the exact command that adds it.

    Exit code 1 when something needed is missing or broken; optional parts never fail.

    Example: airanchor doctor --json
    """
    findings = examine()
    healthy = all(finding.state == "ok" for finding in findings if finding.needed)
    if as_json:
        print_json({"version": __version__, "healthy": healthy, "findings": [asdict(f) for f in findings]})
    else:
        table = Table(title=f"airanchor {__version__}", title_justify="left")
        for heading in ("part", "state", "detail", "to fix"):
            table.add_column(heading, overflow="fold")
        for finding in findings:
            state = Text(finding.state, style=COLOURS[finding.state])
            table.add_row(finding.part, state, Text(finding.detail), Text(finding.fix))
        console.print(table)
        console.print("All that is needed is here." if healthy else "Something needed is missing: see above.")
    if not healthy:
        raise typer.Exit(1)
