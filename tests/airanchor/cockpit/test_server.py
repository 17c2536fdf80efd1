"""The cockpit as its users have it: a real server, real browsers' lines, real flights."""

import json
import threading
from pathlib import Path

import httpx
import pytest

from airanchor.bench.episodes.aerialvln import read_episodes
from airanchor.bench.episodes.episode import replay
from airanchor.cockpit.server import CockpitServer
from airanchor.cockpit.sessions import list_sessions
from airanchor.trace import EndEvent, NoteEvent, StepEvent, read_trace
from tests.airanchor.cockpit.client import CockpitClient, pose_of

pytestmark = pytest.mark.xdist_group("cockpit")  # one server for all of them


def fly(client: CockpitClient, text: str) -> dict:
    """Say a sentence and wait for its end."""
    turn = len(client.state["turns"]) + 1
    client.do("say", text=text)
    return client.until_over(turn)


def test_a_sentence_is_flown_recorded_and_shown(client: CockpitClient, out: Path) -> None:
    client.do("place", north=90.0, east=80.0, up=32.0, heading=270.0)
    client.wait(lambda state: state["drone"] == [90.0, 80.0, 32.0, 270.0])
    told = fly(client, "Climb 10 metres.")
    assert told["ending"] == "completed"
    assert client.state["drone"][2] == pytest.approx(42.0)
    assert told["path_m"] == pytest.approx(10.0)
    heights = [place[2] for place in client.state["path"] if place[3] == told["number"]]
    assert heights == [32.0, 34.0, 36.0, 38.0, 40.0, 42.0]
    assert client.pictures and client.pictures[-1][20:22] == b"\xff\xd8"
    assert pose_of(client.pictures[-1])[2] == pytest.approx(42.0)
    trace = read_trace(out / told["session"] / f"turn-{told['number']:02d}" / "trace")
    assert [event.ending for event in trace.events if isinstance(event, EndEvent)] == ["completed"]


def test_each_turn_begins_where_the_last_one_ended(client: CockpitClient) -> None:
    first = fly(client, "Climb 4 metres.")
    second = fly(client, "a bit higher")
    assert second["session"] == first["session"]
    assert second["start"] == first_end(client, first)


def first_end(client: CockpitClient, turn: dict) -> list[float]:
    places = [place for place in client.state["path"] if place[3] == turn["number"]]
    return [*places[-1][:3], turn["start"][3]]


def test_a_sentence_that_cannot_be_read_is_not_called_done(client: CockpitClient) -> None:
    told = fly(client, "Colourless green ideas sleep furiously.")
    assert told["ending"] == "not understood"
    assert any(line["kind"] == "warn" and line["turn"] == told["number"] for line in client.state["story"])


def test_pause_holds_the_drone_and_resume_lets_it_go_on(client: CockpitClient) -> None:
    client.do("speed", speed=2.0)
    turn = len(client.state["turns"]) + 1
    client.do("place", north=90.0, east=80.0, up=20.0, heading=270.0)
    client.wait(lambda state: state["drone"][2] == 20.0)
    client.do("say", text="Climb 20 metres.")
    client.wait(lambda state: state["phase"] == "flying" and state["drone"][2] >= 24.0)
    client.do("pause")
    client.wait(lambda state: state["helm"]["is_paused"])
    with pytest.raises(TimeoutError):
        while True:  # what was under way comes to rest, and then nothing happens
            client.hear(timeout_s=1.0)
    assert client.state["phase"] == "flying"
    held = client.state["path"][-1]
    client.do("resume")
    told = client.until_over(turn)
    client.do("speed", speed=0.0)
    assert held[2] < 40.0
    assert told["ending"] == "completed"
    assert client.state["drone"][2] == pytest.approx(40.0)


@pytest.mark.slow
def test_stop_ends_the_flight_honestly(client: CockpitClient) -> None:
    client.do("speed", speed=1.0)
    turn = len(client.state["turns"]) + 1
    client.do("say", text="Fly to the white castle with the blue roofs.")
    client.wait(lambda state: state["phase"] == "flying" and state.get("flown_m", 0) > 0)
    client.do("stop")
    told = client.until_over(turn)
    client.do("speed", speed=0.0)
    assert told["ending"] == "interrupted"
    assert told["words"].startswith("Broken off: stopped by a person.")


def test_a_person_takes_over_by_keys_and_gives_back(client: CockpitClient, out: Path) -> None:
    client.do("speed", speed=4.0)
    client.do("place", north=90.0, east=80.0, up=40.0, heading=270.0)
    client.wait(lambda state: state["drone"][2] == 40.0)
    turn = len(client.state["turns"]) + 1
    client.do("say", text="Climb 30 metres.")
    client.wait(lambda state: state["phase"] == "flying" and state["drone"][2] > 42.0)
    for action in ("TURN_LEFT", "MOVE_FORWARD"):
        count = len(client.state["path"])
        client.do("fly", action=action)
        client.wait(lambda state, count=count: len([p for p in state["path"][count:] if p[4]]) > 0)
    assert client.state["helm"] == {"is_paused": False, "is_by_hand": True}
    client.do("give back")
    told = client.until_over(turn)
    client.do("speed", speed=0.0)
    trace = read_trace(out / told["session"] / f"turn-{turn:02d}" / "trace")
    actions = [event.action for event in trace.events if isinstance(event, StepEvent)]
    assert {"TURN_LEFT", "MOVE_FORWARD", "GO_UP"} <= set(actions)
    assert any("by hand" in event.text for event in trace.events if isinstance(event, NoteEvent))


def test_flown_by_hand_becomes_an_episode_that_the_benchmark_reads(client: CockpitClient, out: Path) -> None:
    client.do("place", north=90.0, east=80.0, up=40.0, heading=0.0)
    client.wait(lambda state: state["drone"] == [90.0, 80.0, 40.0, 0.0])
    turn = len(client.state["turns"]) + 1
    for number, action in enumerate(("MOVE_FORWARD", "TURN_RIGHT", "GO_UP", "MOVE_RIGHT"), start=2):
        client.do("fly", action=action)
        client.wait(lambda state, number=number: sum(p[3] == turn for p in state["path"]) == number)
    client.do("stop")
    told = client.until_over(turn)
    assert told["by"] == "hand" and told["ending"] == "stopped"
    client.do("export", session=told["session"], turn=turn, text=" ")
    assert "describe it in words" in client.refusal()
    client.do("export", session=told["session"], turn=turn, text="Fly ahead,\nturn right and <b>climb</b>.")
    name = f"{told['session']}-{turn:02d}"
    client.wait(lambda state: name in state["exported"])
    episodes, report = read_episodes(out / "episodes.json")
    mine = next(one for one in episodes if one.episode_id == name)
    assert mine.instruction == "Fly ahead, turn right and <b>climb</b>."
    assert mine.scene_id == "practice-square"
    assert [action.name for action in mine.actions or ()] == [
        "MOVE_FORWARD", "TURN_RIGHT", "GO_UP", "MOVE_RIGHT", "STOP",
    ]  # fmt: skip
    assert report.replayed == len(episodes)
    flown = replay(mine.start, mine.actions or ())
    assert flown[-1].position == pytest.approx(mine.known_goal())
    assert httpx.get(f"{client.url}episodes").json()["episodes"]


def test_saying_more_turns_the_drone_to_that(client: CockpitClient) -> None:
    client.do("speed", speed=1.0)
    turn = len(client.state["turns"]) + 1
    client.do("say", text="Fly to the white castle with the blue roofs.")
    client.wait(lambda state: state["phase"] == "flying" and state["turn"] == turn and state["flown_m"] > 0)
    client.do("say", text="no, the hospital")
    client.wait(lambda state: state["turn"] == turn + 1)
    client.do("stop")
    second = client.until_over(turn + 1)
    client.do("speed", speed=0.0)
    first = client.state["turns"][str(turn)]
    assert first["ending"] == "interrupted" and "something else was said" in first["words"]
    assert second["order"] == "Fly to the hospital"
    assert second["session"] == first["session"]


@pytest.mark.slow
def test_only_the_last_of_several_sentences_is_flown(client: CockpitClient) -> None:
    turn = len(client.state["turns"]) + 1
    for text in ("Climb 2 metres.", "Turn left.", "Turn right."):
        client.do("say", text=text)
    client.wait(lambda state: any(row["text"] == "Turn right." for row in state["turns"].values()))
    last = max(client.state["turns"].values(), key=lambda row: row["number"])
    assert last["text"] == "Turn right." and turn <= last["number"] <= turn + 1
    client.until_over(last["number"])


def test_two_browsers_and_a_reload_see_the_same(cockpit: CockpitServer, client: CockpitClient) -> None:
    fly(client, "Climb 2 metres.")
    with CockpitClient(cockpit.url) as other:
        other.wait(lambda state: "path" in state)
        for key in ("turns", "path", "story", "drone", "city", "memory", "phase"):
            assert other.state[key] == client.state[key], key
        while not other.pictures:
            other.hear()
        other.do("place", north=0.0, east=80.0, up=50.0, heading=10.0)
        client.wait(lambda state: state["drone"] == other.wait(lambda own: own["drone"][0] == 0.0)["drone"])


def test_a_flight_goes_on_without_a_browser(cockpit: CockpitServer, client: CockpitClient) -> None:
    turn = len(client.state["turns"]) + 1
    client.do("say", text="Climb 6 metres.")
    client.wait(lambda state: state["phase"] == "flying")
    client.close()
    with CockpitClient(cockpit.url) as again:
        assert again.until_over(turn)["ending"] == "completed"


def test_replays_and_sessions_are_listed(cockpit: CockpitServer, client: CockpitClient, out: Path) -> None:
    told = fly(client, 'Climb 2 metres, "<script>alert(1)</script>".')
    session = client.wait(
        lambda state: any(t["number"] == told["number"] for t in state["sessions"][0]["turns"])
    )["sessions"][0]
    assert session["id"] == told["session"] and session["scene"] == "practice-square"
    page = httpx.get(f"{cockpit.url}replay/{told['session']}/{told['number']}", timeout=60.0)
    assert page.status_code == 200 and "<script>alert" not in page.text
    assert "script-src 'sha256-" in page.headers["content-security-policy"]
    assert page.text.count('"no_city":""') == 1 and '"city":{' in page.text
    assert list_sessions(out)[0]["turns"][-1]["ending"] == told["ending"]


def test_a_replay_that_is_none_is_told_on_a_plain_page(client: CockpitClient) -> None:
    page = httpx.get(f"{client.url}replay/%3Cb%3Enope/7")
    assert page.status_code == 404 and page.headers["content-type"].startswith("text/html")
    assert "there is no turn 7 of a session" in page.text and "<b>nope" not in page.text


def test_what_a_killed_server_leaves_is_listed_as_cut_off(
    client: CockpitClient, out: Path, tmp_path: Path
) -> None:
    told = fly(client, "Climb 4 metres.")
    source = out / told["session"]
    copy = tmp_path / told["session"] / "turn-01" / "trace"
    copy.mkdir(parents=True)
    events = (source / f"turn-{told['number']:02d}" / "trace" / "events.jsonl").read_bytes()
    (copy / "events.jsonl").write_bytes(events[: events.index(b'"kind":"end"')])
    (listed,) = list_sessions(tmp_path)
    assert listed["turns"][0]["ending"] == "cut off"
    assert listed["turns"][0]["text"] == "Climb 4 metres."


def test_the_drone_is_put_above_what_stands_there(client: CockpitClient) -> None:
    layers = {layer["name"]: layer for layer in httpx.get(f"{client.url}map").json()["layers"]}
    houses = layers["building"]
    tallest = max(range(len(houses["heights"])), key=lambda index: houses["heights"][index])
    corners = houses["outlines"][tallest]
    north, east = (round(sum(corners[side::2]) / (len(corners) / 2), 2) for side in (0, 1))
    client.do("place", north=north, east=east, up=4.0, heading=0.0)
    state = client.wait(lambda state: state["drone"][:2] == [north, east])
    assert state["drone"][2] > 8.0
    client.do("place", north=5000.0, east=0.0, up=30.0, heading=0.0)
    assert "outside the city" in client.wait(lambda state: state["problem"])["problem"]


def test_the_map_has_streets_houses_and_water(client: CockpitClient) -> None:
    document = httpx.get(f"{client.url}map").json()
    layers = {layer["name"]: layer["outlines"] for layer in document["layers"]}
    assert all(layers[name] for name in ("water", "road", "building", "landmark", "green"))
    assert any(name[0] == "castle" for name in document["names"])
    assert client.state["examples"][0]["sentence"].startswith("Fly to ")


def test_commands_from_many_threads_leave_one_flight(cockpit: CockpitServer, client: CockpitClient) -> None:
    before = len(client.state["turns"])
    threads = [
        threading.Thread(target=lambda: client.do("fly", action="GO_UP"), daemon=True) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    client.wait(lambda state: state["phase"] == "flying" and len(state["turns"]) == before + 1)
    client.do("stop")
    client.until_over(before + 1)
    assert len(client.state["turns"]) == before + 1


def test_unknown_settings_are_told_before_anything_is_opened(tmp_path: Path) -> None:
    from airanchor.cockpit.options import CockpitOptions
    from airanchor.errors import InputError

    with pytest.raises(InputError, match="agent 'nobody' is unknown"):
        CockpitOptions(out=tmp_path, agent="nobody")
    with pytest.raises(InputError, match="speed 3 is not offered"):
        CockpitOptions(out=tmp_path, speed=3.0)
    with pytest.raises(InputError, match=r"profil"):
        CockpitServer(CockpitOptions(out=tmp_path, profile="nonsense"))


def square(name: str, east: float, **properties: object) -> dict:
    """A feature some 20 m across, so many degrees east."""
    ring = [[east, 0.0], [east + 2e-4, 0.0], [east + 2e-4, 2e-4], [east, 2e-4], [east, 0.0]]
    geometry = {"type": "Polygon", "coordinates": [ring]}
    return {"type": "Feature", "properties": {"name": name, **properties}, "geometry": geometry}


def test_a_dropped_city_file_is_imported_kept_and_opened(
    client: CockpitClient, monkeypatch, tmp_path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    features = [
        square("<b>Hall</b>", 0.0, building="yes", height="12"),
        square("Pond", 1e-3, natural="water"),
    ]
    city = json.dumps({"type": "FeatureCollection", "features": features}).encode()
    headers = {"Content-Type": "application/octet-stream", "Origin": client.url.rstrip("/")}
    answer = httpx.post(f"{client.url}city?name=My%20Town.geojson", content=city, headers=headers)
    assert answer.json() == {"name": "my-town"}
    client.wait(lambda state: (state["city"] or {}).get("name") == "my-town" and state["phase"] == "ready")
    listed = {
        "name": "my-town",
        "about": "imported on this machine",
        "style": "imported",
        "size_m": None,
    }
    client.wait(lambda state: listed in state["cities"])  # told by itself, maybe a moment later
    assert httpx.get(f"{client.url}map").json()["layers"][1]["outlines"]  # the pond
    told = fly(client, "Climb 2 metres.")
    assert told["ending"] == "completed" and told["session"].endswith("my-town")
    before = client.state["city"]["session"]
    httpx.post(f"{client.url}city?name=My%20Town.geojson", content=city, headers=headers)
    again = client.wait(
        lambda state: (state["city"] or {}).get("session", before) != before and state["phase"] == "ready"
    )
    assert again["city"]["name"] == "my-town"  # and no my-town-2 of the same content
    other = city.replace(b'"12"', b'"15"')
    httpx.post(f"{client.url}city?name=My%20Town.geojson", content=other, headers=headers)
    client.wait(lambda state: (state["city"] or {}).get("name") == "my-town-2" and state["phase"] == "ready")
    client.do("open", city="practice-square")
    client.wait(
        lambda state: (state["city"] or {}).get("name") == "practice-square" and state["phase"] == "ready"
    )
