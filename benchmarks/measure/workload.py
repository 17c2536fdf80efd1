"""What flights ask of a model, measured from recorded runs: the data behind `airanchor reasoner estimate`.

Reads every exchange of the traces under the given folders. Texts are counted by the embedded vocabulary,
images in numbers; output tokens are those that were billed, or counted where nobody bills. One entry is made
per profile, agent and reasoner; runs of models keep their exchanges, one of the rules needs --calls.

Run: python -m benchmarks.measure.workload RUN... [--write]
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from airanchor.bench.costs import (
    FlightLoad,
    MeasuredWorkload,
    PerFlight,
    RoleLoad,
    shipped_file,
    write_workloads,
)
from airanchor.errors import InputError
from airanchor.perception.text.token_count import WordPieceCounter
from airanchor.reasoner.roles import ALL_ROLES
from airanchor.trace import ExchangeEvent, SceneEvent, Trace, read_trace
from airanchor.trace.writer import EVENTS_FILE

RULES = "rulebook"
"""What a trace calls the embedded rules."""
NAMES = ("calls", "text_tokens", "images", "output_tokens")
Counts = dict[str, dict[str, float]]
"""By role and by what is counted."""


class RecordedFlight:
    """One flight: whose it is, and what each role took."""

    def __init__(self, trace: Trace, commit: str, counter: WordPieceCounter) -> None:
        exchanges = [event for event in trace.events if isinstance(event, ExchangeEvent)]
        if not exchanges:
            raise InputError(
                f"{trace.folder} holds no exchange with a model; fly it with --calls, which keeps them"
            )
        told: dict[str, Any] = trace.header.settings
        self.profile = str(told["settings"]["profile"])
        self.agent = str(told.get("row", told.get("agent", "airanchor")))
        self.is_model = told.get("reasoner") != RULES
        self.reasoner = next((one.model for one in exchanges if one.model), str(told.get("reasoner")))
        self.split = str(told.get("split", "single flights"))
        self.commit = commit
        self.image_px = _image_px(trace)
        self.sources = {one.usage.source for one in exchanges if one.usage}
        self.roles: Counts = defaultdict(lambda: dict.fromkeys(NAMES, 0))
        for exchange in exchanges:
            self._add(exchange, counter)

    def _add(self, exchange: ExchangeEvent, counter: WordPieceCounter) -> None:
        row = self.roles[exchange.role]
        parts = [part for message in exchange.messages for part in message.parts]
        row["calls"] += 1
        text_tokens = sum(counter.count_text(part.text) for part in parts if part.text)
        row["text_tokens"] += text_tokens
        row["images"] += self._images(exchange, text_tokens, counter)
        row["output_tokens"] += exchange.usage.output if exchange.usage else 0

    def _images(self, exchange: ExchangeEvent, text_tokens: int, counter: WordPieceCounter) -> float:
        """How many images of the camera's size; smaller ones are less, where our own count knows."""
        usage = exchange.usage
        if usage is not None and usage.source.endswith(counter.name):
            return (usage.input - text_tokens) / counter.count_image(*self.image_px)
        return sum(part.image is not None for message in exchange.messages for part in message.parts)


def _image_px(trace: Trace) -> tuple[int, int]:
    scene = next((event for event in trace.events if isinstance(event, SceneEvent)), None)
    if scene is None:
        raise InputError(f"{trace.folder} tells no scene, so the size of its images is not known")
    return scene.camera.width_px, scene.camera.height_px


def recorded_flights(folder: Path) -> Iterator[RecordedFlight]:
    """Every trace at or below a folder."""
    counter = WordPieceCounter()
    found = sorted({file.parent for file in folder.rglob(f"{EVENTS_FILE}*")})
    if not found:
        raise InputError(f"{folder} holds no {EVENTS_FILE}; name a run's folder or a trace")
    for trace in found:
        yield RecordedFlight(read_trace(trace), _commit(folder), counter)


def _commit(folder: Path) -> str:
    """Of a run, as its run.json says; empty for anything else."""
    file = folder / "run.json"
    if not file.is_file():
        return ""
    return str(json.loads(file.read_text(encoding="utf-8")).get("made", {}).get("commit", ""))


def workloads_of(flights: Sequence[RecordedFlight]) -> list[MeasuredWorkload]:
    """One workload per profile, agent and reasoner."""
    groups: dict[tuple[str, str, str], list[RecordedFlight]] = defaultdict(list)
    for flight in flights:
        groups[flight.profile, flight.agent, flight.reasoner].append(flight)
    return [_workload(group) for group in groups.values()]


def _workload(flights: list[RecordedFlight]) -> MeasuredWorkload:
    first = flights[0]
    sizes = {flight.image_px for flight in flights}
    if len(sizes) > 1:
        raise InputError(f"images of {sorted(sizes)} pixels cannot be told together; measure them apart")
    asked = [role.name for role in ALL_ROLES if any(role.name in flight.roles for flight in flights)]
    sources = sorted({source.partition(",")[0] for flight in flights for source in flight.sources})
    return MeasuredWorkload(
        profile=first.profile,
        agent=first.agent,
        reasoner=first.reasoner,
        is_model=first.is_model,
        commit=", ".join(sorted({flight.commit for flight in flights})),
        episodes=", ".join(sorted({flight.split for flight in flights})),
        token_source=f"input counted: MiniLM WordPiece; output {', '.join(sources)}",
        image_px=first.image_px,
        flights=tuple(
            FlightLoad(**{name: round(sum(row[name] for row in flight.roles.values())) for name in NAMES})
            for flight in flights
        ),
        roles={
            role: RoleLoad(
                **{
                    name: PerFlight.of(
                        [flight.roles[role][name] if role in flight.roles else 0 for flight in flights]
                    )
                    for name in NAMES
                }
            )
            for role in asked
        },
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN")
    parser.add_argument("--write", action="store_true", help="keep them in the package's workloads.json")
    options = parser.parse_args()
    measured = workloads_of([flight for run in options.runs for flight in recorded_flights(run)])
    for one in measured:
        print(f"{one.words}; {one.token_source}")
        for role, load in one.roles.items():
            means = ", ".join(f"{name} {getattr(load, name).mean:g}" for name in NAMES)
            print(f"  {role}: {means} a flight")
    if options.write:
        write_workloads(measured, shipped_file())
        print(f"written: {shipped_file()}")


if __name__ == "__main__":
    main()
