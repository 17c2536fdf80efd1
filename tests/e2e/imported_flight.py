"""A flight of the whole agent over a city that was imported from a file, with its recording."""

from dataclasses import dataclass
from pathlib import Path

from airanchor.assembly import load_stack
from airanchor.config import load_settings
from airanchor.flight import Flight, Mission, launch
from airanchor.trace import Trace, TraceWriter, read_trace
from aircity.cli.worlds import City, open_city
from aircity.geometry import Pose
from tests.e2e.path_checks import Thing, comes_near


@dataclass(frozen=True, slots=True, eq=False)
class Flown:
    """The flight, its recording, and what of the city's solid air its poses touch."""

    flight: Flight
    trace: Trace
    is_clear: bool
    towards: str | None


def fly_over(
    file: Path, instruction: str, start: Pose, *, aim: Thing, within_m: float, folder: Path
) -> Flown:
    """Fly the embedded stack, and ask whether the flight came within reach of its aim."""
    settings = load_settings("embedded")
    with open_city(str(file)) as city:
        with TraceWriter(folder, {"settings": settings.to_json()}) as writer:
            flight = _fly(city, Mission(instruction, city.scene.name, start), writer)
        clear = (city.renderer.is_free(pose.position, 0.5) for pose in flight.trajectory)
        towards = comes_near(aim, within_m=within_m)(flight.trajectory, city.scene)
        return Flown(flight, read_trace(folder), all(clear), towards)


def _fly(city: City, mission: Mission, writer: TraceWriter) -> Flight:
    settings = load_settings("embedded")
    stack = load_stack(settings)
    with stack.memory_store(None) as store, store.episode(city.scene.name, "flight") as transaction:
        navigator = stack.navigator(
            "airanchor",
            reasoner=stack.reasoner(),
            detector=stack.detector("embedded"),
            memory=transaction.memory,
            episode="flight",
        )
        return launch(navigator, mission, city.world(), envelope=settings.envelope, writer=writer)
