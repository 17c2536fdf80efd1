"""`airanchor cockpit`: bad input is told at once; Ctrl-C and a kill leave whole recordings."""

import json
import signal
from pathlib import Path

import pytest

from airanchor.cockpit.sessions import list_sessions
from airanchor.trace import read_trace
from tests.airanchor.cli.processes import started
from tests.airanchor.cockpit.client import CockpitClient


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--agent", "nobody"), "agent 'nobody' is unknown"),
        (("--speed", "3"), "speed 3 is not offered; valid are 0.5, 1, 2, 4, 0"),
        (("--profile", "nonsense"), "nonsense"),
        (("--set", "agent.iteration=3"), "did you mean 'iterations'?"),
        (("--reasoner", "mailbox:"), "names no folder"),
        (("--reasoner", "no-such-model"), "no-such-model"),
        (("--scene", "copper-by"), "did you mean 'copper-bay'?"),
    ],
)
def test_bad_options_end_with_two(command, words, told) -> None:
    outcome = command("cockpit", "--no-browser", *words)
    assert outcome.code == 2 and told in outcome.err


def test_an_out_that_is_a_file_is_refused(command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    outcome = command("cockpit", "--no-browser", "--out", "file/inside")
    assert outcome.code == 2 and "cannot be made" in outcome.err


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_server_that_ends_in_flight_leaves_its_recording(how: signal.Signals, tmp_path: Path) -> None:
    out = tmp_path / "cockpit"
    words = ("cockpit", "--json", "--scene", "practice-square", "--out", str(out), "--no-browser")
    process = started(*words)
    try:
        assert process.stdout is not None
        url = json.loads("".join(iter(process.stdout.readline, "}\n")) + "}")["url"]
        with CockpitClient(url) as client:
            client.wait(lambda state: state.get("phase") == "ready" and state.get("city"))
            client.do("say", text="Fly to the white castle with the blue roofs.")
            client.wait(lambda state: state["phase"] == "flying" and state.get("flown_m", 0) > 5)
            process.send_signal(how)
            process.wait(60)
    finally:
        process.kill()
        process.communicate()
    (session,) = list_sessions(out)
    (turn,) = session["turns"]
    assert turn["ending"] == ("interrupted" if how == signal.SIGINT else "cut off")
    assert len(read_trace(out / session["id"] / "turn-01" / "trace").events) > 10
