"""The measured workloads, as data: what each role was asked, in how many flights, and where they were flown.

Texts are counted in tokens and images in numbers, apart from each other: what an image costs differs from
model to model. `python -m benchmarks.measure.workload RUN... --write` makes the file from recorded runs.
"""

import json
import statistics
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from airanchor.errors import InputError
from aircity.machine.untrusted import read_bytes

FORMAT = "airanchor-workloads-1"
MOST_BYTES = 4_000_000


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class PerFlight(_Entry):
    """A number per flight."""

    mean: float = Field(ge=0)
    sd: float = Field(ge=0)
    """Standard deviation between flights; 0 for one flight."""
    low: float = Field(ge=0)
    high: float = Field(ge=0)

    @classmethod
    def of(cls, values: Sequence[float]) -> "PerFlight":
        """The spread of at least one value."""
        sd = statistics.stdev(values) if len(values) > 1 else 0.0
        return cls(
            mean=round(statistics.fmean(values), 2), sd=round(sd, 2), low=min(values), high=max(values)
        )


class RoleLoad(_Entry):
    """What one role took in a flight; a flight in which it was not asked counts as 0."""

    calls: PerFlight
    """Questions and their repairs."""
    text_tokens: PerFlight
    """Of all that was sent but images."""
    images: PerFlight
    output_tokens: PerFlight


class FlightLoad(_Entry):
    """The sums of one flight."""

    calls: int = Field(ge=0)
    text_tokens: int = Field(ge=0)
    images: int = Field(ge=0)
    output_tokens: int = Field(ge=0)


class MeasuredWorkload(_Entry):
    """Flights of one agent with one profile of settings and one reasoner."""

    profile: str
    agent: str
    reasoner: str
    """Who answered."""
    is_model: bool
    """False for the embedded rules, whose flights and answers are shorter or longer than a model's."""
    commit: str
    """Of the code that flew."""
    episodes: str
    """From which split."""
    token_source: str
    """Who counted the tokens."""
    image_px: tuple[int, int]
    """Width and height of an image as it was shown."""
    flights: tuple[FlightLoad, ...] = Field(min_length=1)
    roles: Mapping[str, RoleLoad]

    @property
    def words(self) -> str:
        """What an estimate rests on, in a line."""
        count = f"{len(self.flights)} flight{'s' if len(self.flights) != 1 else ''}"
        return (
            f"{count} of {self.agent} with profile {self.profile} on {self.episodes}, answered by "
            f"{self.reasoner}, commit {self.commit[:10] or 'unknown'}"
        )


class _WorkloadFile(_Entry):
    format: str = FORMAT
    workloads: tuple[MeasuredWorkload, ...] = ()


def shipped_file() -> Path:
    """The file in the package."""
    return Path(str(files("airanchor.bench.costs") / "workloads.json"))


def measured_workloads(file: Path | None = None) -> tuple[MeasuredWorkload, ...]:
    """All that was measured; those with a model first."""
    path = file or shipped_file()
    try:
        found = _WorkloadFile.model_validate_json(read_bytes(path, MOST_BYTES))
    except (OSError, ValidationError) as error:
        raise InputError(
            f"{path} holds no measured workloads: {str(error)[:300]}; make it with "
            "python -m benchmarks.measure.workload RUN... --write"
        ) from error
    return tuple(sorted(found.workloads, key=lambda one: not one.is_model))


def write_workloads(measured: Sequence[MeasuredWorkload], file: Path) -> None:
    """Put workloads into a file in place of those of the same agent, profile and reasoner."""
    kept = {_key(one): one for one in (measured_workloads(file) if file.is_file() else ())}
    kept.update({_key(one): one for one in measured})
    document = _WorkloadFile(workloads=tuple(kept[key] for key in sorted(kept)))
    file.write_text(json.dumps(document.model_dump(mode="json"), indent=1) + "\n", encoding="utf-8")


def _key(one: MeasuredWorkload) -> tuple[str, str, str]:
    return one.profile, one.agent, one.reasoner
