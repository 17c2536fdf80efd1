"""Calls, tokens, money and hours of flights with a model, from what flights were measured to ask.

The range is not an interval: it is what the flights would take if each were like the one that took least, or
like the one that took most.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from airanchor.bench.costs.measured import FlightLoad, MeasuredWorkload, measured_workloads
from airanchor.bench.paper_numbers import paper_workload
from airanchor.bench.rows import find_row
from airanchor.config import load_settings
from airanchor.errors import InputError
from airanchor.reasoner.client.budget import price_of
from airanchor.reasoner.profiles.profile import ModelProfile

ASSUMED_SECONDS = 5.0
"""Per call, where neither the user nor a probe says how long one takes."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Of all flights together."""

    calls: float
    images: float
    input_tokens: float
    output_tokens: float
    money: float | None
    """In the profile's currency; None where it states no price."""
    hours: float


@dataclass(frozen=True, slots=True)
class RoleForecast:
    """One role of all flights together, as expected."""

    role: str
    calls: float
    calls_low: float
    calls_high: float
    images: float
    input_tokens: float
    output_tokens: float
    money: float | None


@dataclass(frozen=True, slots=True)
class Forecast:
    """What flights will take."""

    flights: int
    expected: Sums
    low: Sums
    high: Sums
    roles: tuple[RoleForecast, ...]
    basis: MeasuredWorkload
    image_tokens: int
    """Of one image, by the profile's rule."""
    seconds_per_call: float
    seconds_source: str
    pace: str
    """What the hours are bound by."""
    currency: str
    notes: tuple[str, ...]


def forecast(
    model: ModelProfile,
    *,
    flights: int,
    profile: str = "paper",
    agent: str = "airanchor",
    seconds_per_call: float | None = None,
    jobs: int = 1,
    decisions: int | None = None,
) -> Forecast:
    """What so many flights of an agent will take of a model; `decisions` is what each is granted, if told."""
    if flights < 1:
        raise InputError(f"{flights} flights cannot be estimated; give 1 or more")
    basis, notes = _basis(profile, agent)
    notes += _budget_notes(basis, decisions)
    seconds, source = _seconds(model, seconds_per_call)
    image_tokens = model.image_tokens(*basis.image_px)
    meter = _Meter(model, image_tokens, seconds, jobs)
    each = [meter.sums(one, flights) for one in basis.flights]
    count = len(basis.flights)
    mean = meter.sums_of(
        *(
            flights * sum(getattr(one, name) for one in basis.flights) / count
            for name in ("calls", "text_tokens", "images", "output_tokens")
        )
    )
    if price_of(model) is None:
        notes.append(
            f"money is not known: profile {model.name!r} states no price; give --price-in X --price-out Y, "
            f"or keep them with airanchor reasoner probe {model.name} --price-in X --price-out Y --write"
        )
    return Forecast(
        flights=flights,
        expected=mean,
        low=_extreme(each, min),
        high=_extreme(each, max),
        roles=tuple(_role(meter, basis, name, flights) for name in basis.roles),
        basis=basis,
        image_tokens=image_tokens,
        seconds_per_call=seconds,
        seconds_source=source,
        pace=meter.pace(mean.calls, mean.input_tokens + mean.output_tokens),
        currency=model.currency,
        notes=tuple(notes),
    )


def _basis(profile: str, agent: str) -> tuple[MeasuredWorkload, list[str]]:
    """The best measurement: with a model before the rules, of the same profile before another."""
    measured = measured_workloads()
    of_agent = [one for one in measured if one.agent == agent]
    if not of_agent:
        known = ", ".join(sorted({one.agent for one in measured}))
        raise InputError(
            f"no flight of agent {agent!r} was measured; measured are {known}. Fly a few episodes with it "
            "and --calls, then: python -m benchmarks.measure.workload RUN --write"
        )
    fitting = [one for one in of_agent if one.profile == profile] or of_agent
    basis, notes = fitting[0], []
    if basis.profile != profile:
        notes.append(f"no flight with profile {profile} was measured; these are of profile {basis.profile}")
    if not basis.is_model:
        notes.append(
            "no flight with a model was measured: the rules flew instead, so a model's answers, repairs and "
            "decisions may be more or fewer"
        )
    if profile == "paper":
        notes.append("profile paper is that of bench run; airanchor fly gives a model plus: --profile plus")
    notes.append(f"tokens: {basis.token_source}; a model's own tokenizer counts otherwise")
    paper = next((one for one in paper_workload() if one.title == find_row(agent).title), None)
    if paper is not None:
        notes.append(
            f"for comparison, the paper states {paper.calls:g} calls of {paper.input_per_call:,} tokens in "
            f"and {paper.output_per_call} out for a flight of val_seen with its model"
        )
    return basis, notes


def _budget_notes(basis: MeasuredWorkload, decisions: int | None) -> list[str]:
    """Whether the flights are granted another number of decisions than the measured ones were."""
    had = load_settings(basis.profile).agent.iterations
    if decisions is None or decisions == had:
        return []
    return [
        f"these flights are granted {decisions} decisions each, the measured ones had {had}: expect up to "
        f"{decisions / had:.3g} times as much"
    ]


def _seconds(model: ModelProfile, told: float | None) -> tuple[float, str]:
    if told is not None:
        return told, "as told"
    if model.probe is not None:
        return model.probe.latency_p50_s, f"median of the probe of {model.probe.date}"
    return ASSUMED_SECONDS, "assumed; --seconds-per-call or a probe says better"


@dataclass(frozen=True, slots=True)
class _Meter:
    model: ModelProfile
    image_tokens: int
    seconds_per_call: float
    jobs: int

    def sums(self, flight: FlightLoad, flights: int) -> Sums:
        """Of flights that are all like this one."""
        return self.sums_of(
            flights * flight.calls,
            flights * flight.text_tokens,
            flights * flight.images,
            flights * flight.output_tokens,
        )

    def sums_of(self, calls: float, text_tokens: float, images: float, output_tokens: float) -> Sums:
        """Tokens, money and hours of so many calls."""
        input_tokens = text_tokens + images * self.image_tokens
        return Sums(
            calls=calls,
            images=images,
            input_tokens=input_tokens,
            output_tokens=output_tokens,
            money=self.money(input_tokens, output_tokens),
            hours=max(self._hours(calls, input_tokens + output_tokens).values()),
        )

    def money(self, input_tokens: float, output_tokens: float) -> float | None:
        """By the profile's price."""
        price = price_of(self.model)
        return None if price is None else price.of(round(input_tokens), round(output_tokens))

    def pace(self, calls: float, tokens: float) -> str:
        """What takes longest."""
        hours = self._hours(calls, tokens)
        return max(hours, key=lambda name: hours[name])

    def _hours(self, calls: float, tokens: float) -> dict[str, float]:
        found = {
            f"{self.seconds_per_call:g} s a call, {self.jobs} at a time": calls
            * self.seconds_per_call
            / self.jobs
            / 3600
        }
        requests, pace = self.model.requests_per_minute, self.model.tokens_per_minute
        if requests:
            found[f"the profile's {requests} requests a minute"] = calls / requests / 60
        if pace:
            found[f"the profile's {pace} tokens a minute"] = tokens / pace / 60
        return found


def _extreme(each: list[Sums], choose: Callable[[Iterable[float]], float]) -> Sums:
    priced = [one.money for one in each if one.money is not None]
    return Sums(
        calls=choose(one.calls for one in each),
        images=choose(one.images for one in each),
        input_tokens=choose(one.input_tokens for one in each),
        output_tokens=choose(one.output_tokens for one in each),
        money=choose(priced) if priced else None,
        hours=choose(one.hours for one in each),
    )


def _role(meter: _Meter, basis: MeasuredWorkload, name: str, flights: int) -> RoleForecast:
    load = basis.roles[name]
    input_tokens = flights * (load.text_tokens.mean + load.images.mean * meter.image_tokens)
    output_tokens = flights * load.output_tokens.mean
    return RoleForecast(
        role=name,
        calls=flights * load.calls.mean,
        calls_low=flights * load.calls.low,
        calls_high=flights * load.calls.high,
        images=flights * load.images.mean,
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        money=meter.money(input_tokens, output_tokens),
    )
