"""What flights with a model will take, from what was measured."""

import json

import pytest

from airanchor.bench.costs import (
    FlightLoad,
    MeasuredWorkload,
    PerFlight,
    RoleLoad,
    forecast,
    measured_workloads,
    shipped_file,
    write_workloads,
)
from airanchor.bench.costs.forecast import ASSUMED_SECONDS
from airanchor.errors import InputError
from airanchor.reasoner.profiles.profile import ModelProfile


def model(**settings) -> ModelProfile:
    return ModelProfile(name="m", base_url="http://127.0.0.1:1/v1", model="m", **settings)


def priced(**settings) -> ModelProfile:
    prices = {"price_input_per_million": 2.0, "price_output_per_million": 10.0}
    return model(**prices, price_typed_by_user=True, **settings)


def test_the_shipped_measurement_adds_up():
    for one in measured_workloads():
        count = len(one.flights)
        for name in ("calls", "text_tokens", "images", "output_tokens"):
            per_role = sum(getattr(load, name).mean for load in one.roles.values())
            assert per_role == pytest.approx(
                sum(getattr(flight, name) for flight in one.flights) / count, abs=0.1
            )
        assert len(one.commit) >= 40 and one.words.startswith(f"{count} flight")


def test_sums_are_the_mean_flight_times_the_flights():
    basis = forecast(priced(), flights=1).basis
    told = forecast(priced(), flights=10)
    calls = sum(one.calls for one in basis.flights) / len(basis.flights)
    text = sum(one.text_tokens for one in basis.flights) / len(basis.flights)
    images = sum(one.images for one in basis.flights) / len(basis.flights)
    written = sum(one.output_tokens for one in basis.flights) / len(basis.flights)
    assert told.expected.calls == pytest.approx(10 * calls)
    assert told.expected.input_tokens == pytest.approx(10 * (text + 256 * images))
    money = (2.0 * told.expected.input_tokens + 10.0 * 10 * written) / 1e6
    assert told.expected.money == pytest.approx(money, rel=1e-4)
    assert told.low.money < told.expected.money < told.high.money
    assert sum(role.money for role in told.roles) == pytest.approx(told.expected.money, rel=1e-3)


def test_images_cost_by_the_profiles_own_rule():
    small, large = forecast(model(), flights=1), forecast(model(image_scale=2), flights=1)
    assert (small.image_tokens, large.image_tokens) == (256, 1024)
    more = large.expected.input_tokens - small.expected.input_tokens
    assert more == pytest.approx(768 * small.expected.images)


def test_the_hours_are_those_of_what_is_slowest():
    free = forecast(model(), flights=100)
    assert free.expected.hours == pytest.approx(free.expected.calls * ASSUMED_SECONDS / 3600)
    assert "assumed" in free.seconds_source
    paced = forecast(model(requests_per_minute=1), flights=100, seconds_per_call=1.0, jobs=4)
    assert paced.expected.hours == pytest.approx(paced.expected.calls / 60) and "1 requests" in paced.pace
    starved = forecast(model(tokens_per_minute=1000), flights=1, seconds_per_call=0.0)
    assert "tokens a minute" in starved.pace


def test_without_a_price_it_says_how_to_set_one():
    told = forecast(model(), flights=1)
    assert told.expected.money is None and told.low.money is None
    assert any("reasoner probe m --price-in X --price-out Y --write" in note for note in told.notes)


def test_another_budget_than_the_measured_flights_had_is_told():
    (note,) = (one for one in forecast(model(), flights=1, decisions=50).notes if "granted" in one)
    assert "50 decisions each, the measured ones had 20: expect up to 2.5 times" in note
    assert not any("granted" in one for one in forecast(model(), flights=1, decisions=20).notes)


def test_it_says_which_profile_other_flights_have():
    assert any("--profile plus" in note for note in forecast(model(), flights=1).notes)
    assert not any("--profile plus" in note for note in forecast(model(), flights=1, profile="plus").notes)


def test_it_says_what_it_does_not_rest_on():
    told = forecast(model(), flights=1, profile="embedded")
    assert any("no flight with profile embedded" in note for note in told.notes)
    with pytest.raises(InputError, match="no flight of agent 'random' was measured; measured are airanchor"):
        forecast(model(), flights=1, agent="random")


def workload(reasoner: str, calls: int, *, is_model: bool) -> MeasuredWorkload:
    spread = PerFlight.of([float(calls)])
    return MeasuredWorkload(
        profile="paper",
        agent="airanchor",
        reasoner=reasoner,
        is_model=is_model,
        commit="c",
        episodes="dev",
        token_source="billed",
        image_px=(512, 512),
        flights=(FlightLoad(calls=calls, text_tokens=calls, images=calls, output_tokens=calls),),
        roles={"navigation": RoleLoad(calls=spread, text_tokens=spread, images=spread, output_tokens=spread)},
    )


def test_measuring_again_replaces_and_models_come_first(tmp_path):
    file = tmp_path / "workloads.json"
    write_workloads([workload("rulebook-1", 1, is_model=False)], file)
    write_workloads([workload("big", 2, is_model=True), workload("rulebook-1", 3, is_model=False)], file)
    assert [(one.reasoner, one.flights[0].calls) for one in measured_workloads(file)] == [
        ("big", 2),
        ("rulebook-1", 3),
    ]


def test_a_damaged_file_says_how_to_make_it(tmp_path):
    document = json.loads(shipped_file().read_text())
    document["workloads"][0]["flights"] = []
    file = tmp_path / "workloads.json"
    file.write_text(json.dumps(document))
    with pytest.raises(InputError, match=r"benchmarks\.measure\.workload"):
        measured_workloads(file)
