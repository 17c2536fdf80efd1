"""`airanchor fly --world`: builds that end in mid-flight, and what is refused before any is asked."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.aircity.airsim.serving import serving

FLY = ("fly", "Climb 40 metres.", "--out", "flight", "--set", "airsim.reconnect_pause_s=0.01")


def ending_after(calls):
    """A build that ends at the last of so many changes of pose, and the one that it is."""
    left, ends = [calls], []

    def change(methods):
        put = methods["simSetVehiclePose"].run

        def moved(*params):
            left[0] -= 1
            if left[0] == 0:
                ends[0]()
            return put(*params)

        methods["simSetVehiclePose"] = replace(methods["simSetVehiclePose"], run=moved)

    return change, ends


@pytest.mark.parametrize("agent", ["airanchor", "random"])
def test_a_build_that_ends_in_mid_flight_leaves_recording_summary_and_replay(command, agent):
    change, ends = ending_after(4)
    with serving(change=change) as server:
        ends.append(server.close)
        result = command(*FLY, "--world", str(server.address), "--agent", agent)
    assert result.code == 2, result.err
    told = " ".join(result.err.split())
    assert f"the connection to {server.address} was lost" in told and "3 reconnects failed" in told
    assert "recorded in flight/trace" in told and "Traceback" not in told
    assert "of the build's origin" in result.out or "at the build's origin" in result.out
    assert "world lost" in result.out and "replay: flight/replay.html" in result.out
    summary = json.loads(Path("flight/summary.json").read_text())
    assert summary["ending"] == "world lost" and summary["steps"] > 0
    assert Path("flight/replay.html").is_file()
    assert '"kind":"end"' in Path("flight/trace/events.jsonl").read_text()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--perception", "oracle"), "the oracle knows only embedded cities"),
        (("--traffic", "2"), "traffic 2 moves through embedded cities alone"),
    ],
)
def test_what_a_build_cannot_have_is_refused_before_one_is_asked(command, words, told):
    result = command(*FLY, "--world", "airsim://127.0.0.1:9", *words)
    assert result.code == 2 and told in result.err and "connecting" not in result.err
