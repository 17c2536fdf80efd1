"""A person as the model: the page links to the desk, and STOP does not wait for an answer."""

from pathlib import Path

import httpx
import pytest

from airanchor.cockpit.options import CockpitOptions
from airanchor.cockpit.server import CockpitServer
from tests.airanchor.cockpit.client import CockpitClient


@pytest.mark.slow
def test_the_desk_is_linked_and_a_wait_for_an_answer_can_be_stopped(tmp_path: Path) -> None:
    mail = tmp_path / "mail"
    options = CockpitOptions(
        out=tmp_path / "out", scene="practice-square", reasoner=f"mailbox:{mail}", speed=0.0
    )
    with CockpitServer(options) as served, CockpitClient(served.url) as client:
        client.wait(lambda state: state.get("phase") == "ready" and state.get("city"))
        client.do("say", text="Fly to the castle.")
        client.wait(lambda state: state.get("waiting"))
        desk = client.state["about"]["desk"]
        assert len(httpx.get(f"{desk}letters").json()["letters"]) == 1
        client.do("stop")
        assert client.until_over(1)["ending"] == "interrupted"
        assert client.state["waiting"] is None
