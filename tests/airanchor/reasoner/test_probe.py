"""The probe against fake models of every convention, served over real HTTP."""

import base64
import io
import json
from collections.abc import Callable
from datetime import date
from typing import Any

import numpy as np
import pytest
from PIL import Image

from airanchor.errors import ChatRefused, ChatUnavailable, InputError
from airanchor.reasoner.client.api_key import ApiKey
from airanchor.reasoner.client.openai_chat import OpenAIChat
from airanchor.reasoner.pixels import PixelConvention, PixelOrder, PixelUnits
from airanchor.reasoner.probe.probe import ProbeReport, probe_model
from airanchor.reasoner.probe.questions import draw_marker, draw_places
from airanchor.reasoner.profiles.files import load_profile, save_profile
from airanchor.reasoner.profiles.profile import JsonMode, ModelProfile
from airanchor.reasoner.scripted import ScriptedChat
from tests.airanchor.reasoner import fault_server as fault

GUESSES = np.random.default_rng(11)
Write = Callable[[float, float, float, float], tuple[Any, Any]]
"""From a disc at (u, v) in an image of width and height to what the model writes."""


def absolute(u: float, v: float, width: float, height: float) -> tuple[Any, Any]:
    return round(u), round(v)


def swapped(u: float, v: float, width: float, height: float) -> tuple[Any, Any]:
    return round(v), round(u)


def norm1000(u: float, v: float, width: float, height: float) -> tuple[Any, Any]:
    return round(u / width * 1000), round(v / height * 1000)


def norm1000_swapped(u: float, v: float, width: float, height: float) -> tuple[Any, Any]:
    return round(v / height * 1000), round(u / width * 1000)


def resized(factor: float) -> Write:
    return lambda u, v, width, height: (round(u * factor), round(v * factor))


def seen_disc(body: dict[str, Any]) -> tuple[float, float, int, int] | None:
    """Where the disc is in the image of a request, if there is one."""
    content = body["messages"][1]["content"]
    if isinstance(content, str):
        return None
    url = next(part["image_url"]["url"] for part in content if part["type"] == "image_url")
    rgb = np.array(Image.open(io.BytesIO(base64.b64decode(url.split(",")[1])))).astype(int)
    v, u = np.nonzero((rgb[..., 0] > 180) & (rgb[..., 1] < 90))
    return float(u.mean()), float(v.mean()), rgb.shape[1], rgb.shape[0]


def model(write: Write, modes: tuple[str, ...] = (), think: bool = False) -> fault.Script:
    """A model that sees the disc and writes its place in its own way."""

    def script(call: fault.Call, body: dict[str, Any]) -> None:
        mode = body.get("response_format", {}).get("type", "none")
        if mode != "none" and mode not in modes:
            return call.reply(400, b"response_format is not supported")
        place = seen_disc(body)
        payload: dict[str, Any] = {"anchors": []}
        if place is not None:
            payload["anchors"] = [{"id": "A1", "type": "direction", "pixel": list(write(*place))}]
        if mode == "json_schema":
            payload["witness"] = "anchor"
        text = ("<think>hm</think>" if think else "") + json.dumps(payload)
        tokens = 500 + (256 if place else 0)
        used = {"prompt_tokens": tokens, "completion_tokens": 9}
        return call.reply(200, fault.completion(text, usage=used))

    return script


def probed(script: fault.Script, **changed: object) -> ProbeReport:
    with fault.serving(script) as server:
        profile = ModelProfile(
            name="mine", base_url=server.base_url, model="m", timeout_s=10, max_attempts=1, **changed
        )
        return probe_model(profile, OpenAIChat(profile, key=ApiKey("")), today=date(2026, 5, 4))


CONVENTIONS = [
    (absolute, PixelUnits.ABSOLUTE, PixelOrder.UV),
    (swapped, PixelUnits.ABSOLUTE, PixelOrder.VU),
    (norm1000, PixelUnits.NORM1000, PixelOrder.UV),
    (norm1000_swapped, PixelUnits.NORM1000, PixelOrder.VU),
]


@pytest.mark.parametrize(("write", "units", "order"), CONVENTIONS)
@pytest.mark.parametrize("stated", ["absolute", "norm1000"])
def test_finds_the_convention_whatever_is_stated(
    write: Write, units: PixelUnits, order: PixelOrder, stated: str
) -> None:
    report = probed(model(write), units=stated)
    assert report.pixels.convention == PixelConvention(units, order)
    assert report.pixels.share == 1.0 and report.pixels.error_px < 2 and report.can_fly
    assert report.profile.pixels == PixelConvention(units, order)
    report.profile.check_flyable()
    assert any("units" in change for change in report.changes) is (stated != units)


def test_enlarged_images_are_written_in_pixels_as_sent() -> None:
    report = probed(model(absolute), image_scale=2)
    assert report.pixels.convention == PixelConvention(PixelUnits.ABSOLUTE, PixelOrder.UV, 2)


def test_noisy_model_is_still_told() -> None:
    rng = np.random.default_rng(1)

    def noisy(*place: float) -> tuple[Any, Any]:
        u, v = norm1000(*place)
        return int(u + rng.normal(0, 8)), str(int(v + rng.normal(0, 8)))

    assert probed(model(noisy)).pixels.convention == PixelConvention(PixelUnits.NORM1000, PixelOrder.UV)


def test_slight_resize_is_told_and_flies() -> None:
    report = probed(model(resized(504 / 512)))
    assert report.pixels.convention == PixelConvention() and "resized" in report.words()
    assert report.pixels.resized_by == pytest.approx(504 / 512, abs=0.005)


@pytest.mark.parametrize("factor", [0.75, 1.5])
def test_strong_resize_is_told_and_does_not_fly(factor: float) -> None:
    report = probed(model(resized(factor)))
    assert not report.can_fly and report.pixels.resized_by == pytest.approx(factor, abs=0.01)
    with pytest.raises(InputError, match="could not tell"):
        report.profile.check_flyable(allow_unprobed=True)


@pytest.mark.parametrize(
    "write",
    [
        lambda *place: (256, 256),
        lambda u, v, width, height: (u / width, v / height),
        lambda *place: ("left", None),
        lambda *place: (10**400, -(10**400)),
        lambda *place: tuple(int(value) for value in GUESSES.integers(0, 512, 2)),
    ],
)
def test_garbage_cannot_be_told(write: Write) -> None:
    report = probed(model(write))
    assert not report.can_fly and "must not fly" in report.words()
    assert report.profile.units is PixelUnits.ABSOLUTE
    assert json.loads(json.dumps(report.to_json()))["can_fly"] is False


def test_model_that_contradicts_the_prompt_cannot_be_told() -> None:
    """It writes thousandths where pixels are asked for and pixels where thousandths are."""

    def script(call: fault.Call, body: dict[str, Any]) -> None:
        write = absolute if "to 1000" in " ".join(body["messages"][0]["content"].split()) else norm1000
        model(write)(call, body)

    assert not probed(script).can_fly


@pytest.mark.parametrize(
    "text", ["no idea", "", "{}", '{"anchors": [[1, 2]]}', '{"anchors": [{"pixel": 7}]}']
)
def test_model_without_answers_cannot_be_told(text: str) -> None:
    report = probed(fault.says(text))
    assert not report.can_fly and report.json_mode in (JsonMode.NONE, JsonMode.OBJECT)


def test_dead_service_counts_failed_calls() -> None:
    report = probed(fault.sends(b"", 500))
    assert report.calls == report.failed_calls > 0 and not report.can_fly


def test_refused_service_says_so() -> None:
    with pytest.raises(ChatRefused):
        probed(fault.sends(b"", 401))


@pytest.mark.parametrize(
    ("modes", "wanted", "best", "kept"),
    [
        ((), "json_schema", JsonMode.NONE, JsonMode.NONE),
        (("json_object",), "json_schema", JsonMode.OBJECT, JsonMode.OBJECT),
        (("json_object", "json_schema"), "none", JsonMode.SCHEMA, JsonMode.NONE),
        (("json_object", "json_schema"), "json_schema", JsonMode.SCHEMA, JsonMode.SCHEMA),
    ],
)
def test_finds_the_json_mode_and_lowers_the_profile_to_it(
    modes: tuple[str, ...], wanted: str, best: JsonMode, kept: JsonMode
) -> None:
    report = probed(model(absolute, modes), json_mode=wanted)
    assert (report.json_mode, report.profile.json_mode) == (best, kept)
    report.profile.check_flyable()


def test_schema_that_is_accepted_but_ignored_does_not_count() -> None:
    def script(call: fault.Call, body: dict[str, Any]) -> None:
        body.pop("response_format", None)
        model(absolute)(call, body)

    assert probed(script).json_mode is JsonMode.OBJECT


def test_thoughts_and_tokens_are_told() -> None:
    report = probed(model(absolute, think=True))
    assert report.thinks and report.tokens_per_image == 256
    assert not probed(model(absolute)).thinks


def test_outcome_is_kept_in_the_profile(tmp_path: Any) -> None:
    report = probed(model(norm1000))
    save_profile(report.profile, tmp_path)
    kept = load_profile("mine", tmp_path)
    assert kept.last_verified == date(2026, 5, 4)
    assert kept == report.profile and kept.probe is not None and kept.probe.date == date(2026, 5, 4)


def test_any_transport_can_be_probed() -> None:
    places = draw_places(3, np.random.default_rng(0))
    answers = [json.dumps({"anchors": [{"pixel": list(place)}]}) for place in places]
    profile = ModelProfile(name="mine", base_url="http://127.0.0.1/v1", model="m")
    report = probe_model(profile, ScriptedChat([*answers, "{}", ChatUnavailable("gone")]), markers=3)
    assert report.can_fly and report.json_mode is JsonMode.NONE and report.failed_calls == 1


def test_marker_is_where_it_was_drawn() -> None:
    for u, v in draw_places(20, np.random.default_rng(3)):
        image = draw_marker((u, v))
        rows, columns = np.nonzero(image[..., 1] < 90)
        assert (columns.mean(), rows.mean()) == pytest.approx((u, v)) and abs(u - v) >= 90
