"""`airanchor memory`: every command on a real memory, as text and as JSON, and what it says of bad input."""

import html
import json
import re
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from airanchor.cli.memory.app import memory_app
from airanchor.errors import AirAnchorError, InputError, MemoryFileError
from airanchor.memory.evidence import names_of
from tests.airanchor.memory.episodes import commit_episode, fly, open_store
from tests.airanchor.memory.scenes import WordEncoder

SCENE = "city/1"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    with open_store(tmp_path) as store:
        for number in range(3):
            commit_episode(store, number)
    return tmp_path


def run(*arguments: object) -> str:
    result = CliRunner().invoke(memory_app, [str(argument) for argument in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def run_json(*arguments: object) -> Any:
    return json.loads(run(*arguments, "--json"))


def test_show_draws_a_map_with_every_type_in_its_colour(root: Path) -> None:
    out = root / "pictures" / "map.png"
    told = run_json("show", SCENE, "--root", root, "--out", out, "--size", 600)
    picture = np.array(Image.open(out))
    assert picture.shape[0] == 600 and len(np.unique(picture.reshape(-1, 3), axis=0)) > 50
    assert told["instances"][0]["id"] == "O1" and told["files"]["map"] == str(out)
    assert "instances on" in run("show", SCENE, "--root", root, "--out", out)


def test_explain_tells_the_story(root: Path) -> None:
    assert "O1 is of type T1" in run("explain", SCENE, "O1", "--root", root)
    told = run_json("explain", SCENE, "O1", "--root", root)
    assert told["instance"]["id"] == "O1" and "vectors" not in told["instance"]["visuals"]
    with pytest.raises(InputError, match="no instance 'O999'"):
        run("explain", SCENE, "O999", "--root", root)


def test_stats_count(root: Path) -> None:
    told = run_json("stats", SCENE, "--root", root)
    assert told["sightings"] == 36 and told["text_encoder"] == "words"
    assert sum(kind["instances"] for kind in told["by_type"]) == told["instances"]
    assert "sightings: 36" in run("stats", SCENE, "--root", root)


def test_export_and_import_lose_nothing(root: Path) -> None:
    out = root / "export.json"
    run("export", SCENE, "--root", root, "--out", out)
    told = run_json("import", out, "--root", root / "elsewhere")
    again = root / "again.json"
    run("export", SCENE, "--root", root / "elsewhere", "--out", again)
    assert out.read_text() == again.read_text()
    assert Path(told["files"]["memory"]).is_file()
    with pytest.raises(InputError, match="already exists"):
        run("import", out, "--root", root)
    assert run_json("stats", out)["instances"] == told["instances"]


def test_a_memory_file_can_be_imported_and_a_flight_goes_on_with_it(root: Path) -> None:
    (file,) = root.glob("*.sqlite")
    run("import", file, "--root", root / "elsewhere")
    with open_store(root) as here, open_store(root / "elsewhere") as there:
        for store in (here, there):
            fly(store.memory(SCENE), 7)
        assert here.memory(SCENE).register.instances == there.memory(SCENE).register.instances


def test_export_geojson(root: Path) -> None:
    out = root / "map.geojson"
    run("export", SCENE, "--root", root, "--out", out, "--format", "geojson", "--origin", "52,4.3")
    assert json.loads(out.read_text())["type"] == "FeatureCollection"
    with pytest.raises(InputError, match="valid are json, geojson"):
        run("export", SCENE, "--root", root, "--format", "kml")
    with pytest.raises(InputError, match="LATITUDE,LONGITUDE"):
        run("export", SCENE, "--root", root, "--format", "geojson", "--origin", "here")


def test_the_name_of_the_file_decides_the_format_where_none_is_given(root: Path) -> None:
    out = root / "m.geojson"
    run("export", SCENE, "--root", root, "--out", out)
    assert json.loads(out.read_text())["type"] == "FeatureCollection"
    for form, name in (("json", "m.geojson"), ("geojson", "m.json")):
        with pytest.raises(InputError, match=rf"--format {form} contradicts --out .*{name}"):
            run("export", SCENE, "--root", root, "--out", root / name, "--format", form)
    with pytest.raises(InputError, match=r"ends in neither \.json nor \.geojson"):
        run("export", SCENE, "--root", root, "--out", root / "m.txt")
    run("export", SCENE, "--root", root, "--out", root / "m.txt", "--format", "json")
    assert json.loads((root / "m.txt").read_text())["format"] == "airanchor-memory"


def test_what_is_no_memory_is_refused_and_told_what_can_be_read(root: Path) -> None:
    run("export", SCENE, "--root", root, "--out", root / "m.geojson")
    (root / "m.txt").write_text("notes")
    with pytest.raises(InputError, match=r"is GeoJSON.*\(\.sqlite\).*\.json"):
        run("import", root / "m.geojson", "--root", root / "elsewhere")
    with pytest.raises(InputError, match=r"is no memory; what can be read is .*\.sqlite"):
        run("stats", root / "m.txt")
    with pytest.raises(InputError, match="is GeoJSON"):
        run("forget", root / "m.geojson", "O1")
    with pytest.raises(MemoryFileError, match="there is no memory file"):
        run("import", root / "nowhere.geojson")


def test_merge_knows_again_what_both_saw_and_adds_the_rest(root: Path) -> None:
    other = root / "other"
    with open_store(other) as store:
        commit_episode(store, 0)
        commit_episode(store, 40)
    (file,) = other.glob("*.sqlite")
    before = run_json("stats", SCENE, "--root", root)
    told = run_json("merge", SCENE, file, "--root", root)
    assert told["merged"] and told["instances"] == before["instances"] + len(told["added"])
    after = run_json("stats", SCENE, "--root", root)
    assert after["sightings"] == before["sightings"] + 12, "the first flight is in both"
    assert "instances were known, 0 are new" in run("merge", SCENE, file, "--root", root)
    assert run_json("stats", SCENE, "--root", root)["sightings"] == after["sightings"]


def test_a_memory_is_not_merged_with_itself_and_a_copy_changes_nothing(root: Path) -> None:
    (file,) = root.glob("*.sqlite")
    with pytest.raises(InputError, match="cannot be merged with itself"):
        run("merge", SCENE, file, "--root", root)
    before = run_json("stats", SCENE, "--root", root)
    run("export", SCENE, "--root", root, "--out", root / "copy.json")
    told = run_json("merge", SCENE, root / "copy.json", "--root", root)
    assert not told["added"] and not told["kept_apart"]
    assert run_json("stats", SCENE, "--root", root)["sightings"] == before["sightings"] == 36


def test_a_drone_whose_flights_bear_the_same_names_is_another_one(root: Path) -> None:
    with open_store(root / "other") as store, store.episode(SCENE, "e0") as transaction:
        fly(transaction.memory, 40, name="e0")
    (file,) = (root / "other").glob("*.sqlite")
    assert "its e0 is another flight than e0 here, and is called e0 (2)" in run(
        "merge", SCENE, file, "--root", root
    )


def test_memories_of_two_scenes_do_not_merge(root: Path) -> None:
    with open_store(root) as store, store.episode("b", "e0") as transaction:
        fly(transaction.memory, 0)
    with pytest.raises(MemoryFileError, match="share no map"):
        run("merge", SCENE, "b", "--root", root)


def test_forget_is_for_good(root: Path) -> None:
    told = run_json("forget", SCENE, "O1", "O2", "O1", "--root", root)
    assert told["forgotten"] == ["O1", "O2"]
    with pytest.raises(InputError, match="no instance 'O1'"):
        run("forget", SCENE, "O1", "--root", root)
    by_label = run_json("forget", SCENE, "--label", "tower", "--root", root)
    assert by_label["forgotten"]
    kinds = run_json("stats", SCENE, "--root", root)["by_type"]
    assert all("tower" not in kind["categories"] for kind in kinds)
    with pytest.raises(InputError, match="nothing to forget"):
        run("forget", SCENE, "--root", root)


def test_a_failed_forget_changes_nothing(root: Path) -> None:
    before = run_json("stats", SCENE, "--root", root)
    with pytest.raises(InputError):
        run("forget", SCENE, "O1", "O999", "--root", root)
    assert run_json("stats", SCENE, "--root", root) == before


def test_a_memory_in_use_is_not_changed(root: Path) -> None:
    with open_store(root) as store:
        store.memory(SCENE)
        with pytest.raises(MemoryFileError, match="open for writing in another run"):
            run("forget", SCENE, "O1", "--root", root)
        assert run_json("stats", SCENE, "--root", root)["instances"]


def test_bad_names_list_the_scenes_there_are(root: Path) -> None:
    with pytest.raises(AirAnchorError, match="scenes there: city/1"):
        run("show", "nowhere", "--root", root)
    with pytest.raises(InputError, match="import it first"):
        run("export", SCENE, "--root", root, "--out", root / "x.json")
        run("forget", root / "x.json", "O1")
    with open_store(root) as store:
        store.memory("empty")
    with pytest.raises(InputError, match="nothing to draw"):
        run("show", "empty", "--root", root)


@pytest.mark.parametrize("command", ["show", "explain", "stats", "export", "import", "merge", "forget"])
def test_every_command_has_help_with_an_example_and_json(command: str) -> None:
    text = run(command, "--help")
    assert f"Example: airanchor memory {command}" in text and "--json" in text


def test_a_review_changes_nothing_unless_asked_and_can_be_taken_back(root: Path) -> None:
    page = root / "review.html"
    before = run_json("show", SCENE, "--root", root, "--out", root / "a.svg")["instances"]
    told = run_json("review", SCENE, "--root", root, "--out", page)
    assert told["changed"] == [] and told["scene"] == SCENE
    assert all(0 <= one["chance"] <= 1 and one["words"] for one in told["findings"])
    text = page.read_text("utf-8")
    assert "<svg" in text and "<script" not in text and "default-src 'none'" in text
    first, second, third = (one["id"] for one in before[:3])
    run("review", SCENE, "--root", root, "--out", page, "--merge", f"{first},{second}", "--forget", third)
    after = run_json("show", SCENE, "--root", root, "--out", root / "a.svg")["instances"]
    assert {one["id"] for one in before} - {one["id"] for one in after} == {second, third}
    run("review", SCENE, "--root", root, "--out", page, "--undo")
    assert run_json("show", SCENE, "--root", root, "--out", root / "a.svg")["instances"] == before


def test_a_review_that_cannot_be_done_changes_nothing(root: Path) -> None:
    before = run_json("show", SCENE, "--root", root, "--out", root / "a.svg")["instances"]
    keep = before[0]["id"]
    for asked, fault in (
        (("--merge", keep), "is not two instances"),
        (("--merge", f"{keep},{keep}"), "merged with itself"),
        (("--forget", keep, "--forget", "O999"), "holds no instance 'O999'"),
        (("--rename", keep), "is not INSTANCE=NAME"),
        (("--undo",), "nothing to take back"),
    ):
        with pytest.raises(InputError, match=fault):
            run("review", SCENE, "--root", root, "--out", root / "page.html", *asked)
    assert run_json("show", SCENE, "--root", root, "--out", root / "a.svg")["instances"] == before


def commands_on(page: Path) -> list[list[str]]:
    return [
        shlex.split(html.unescape(one)) for one in re.findall("<code>(.*?)</code>", page.read_text("utf-8"))
    ]


def test_the_commands_of_a_review_change_the_memory_that_was_reviewed(root: Path) -> None:
    there = root / "my memories"
    with open_store(there) as store:
        for number in range(3):
            commit_episode(store, number)
    for named in ((SCENE, "--root", there), (next(there.glob("*.sqlite")),)):
        told = run_json("review", *named, "--out", root / "page.html")
        command = commands_on(root / "page.html")[0]
        assert command[:3] == ["airanchor", "memory", "review"] and told["findings"]
        assert run_json(*command[2:], "--out", root / "page.html")["changed"]
        assert run_json("review", *named, "--out", root / "page.html")["findings"] != told["findings"]
    assert run_json("stats", SCENE, "--root", root)["sightings"] == 36


class Words(WordEncoder):
    """What a review takes for the encoder of this machine."""


def test_a_rename_is_told_as_one_and_what_was_seen_stays(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("airanchor.perception.text.load_text_encoder", Words)
    before = run("explain", SCENE, "O1", "--root", root)
    run("review", SCENE, "--root", root, "--out", root / "page.html", "--rename", "O1=red brick church")
    after = run("explain", SCENE, "O1", "--root", root)
    assert "(red brick church)" in after and 'Somebody renamed it "red brick church" in a review' in after
    assert 'seen as "red brick church' not in after
    seen = [line for line in before.splitlines() if line.startswith("- ")]
    assert seen and [line for line in after.splitlines() if line.startswith("- ")] == seen
    row = run_json("explain", SCENE, "O1", "--root", root)["instance"]
    assert all(sighting[7] == "red brick church" for sighting in row["sightings"])
    run("export", SCENE, "--root", root, "--out", root / "renamed.json")
    assert run("explain", root / "renamed.json", "O1") == after
    run("review", SCENE, "--root", root, "--out", root / "page.html", "--undo")
    assert run("explain", SCENE, "O1", "--root", root) == before


def test_a_renamed_thing_is_found_by_its_new_name(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("airanchor.perception.text.load_text_encoder", Words)
    run("review", SCENE, "--root", root, "--out", root / "page.html", "--rename", "O1=red brick church")
    with open_store(root) as store:
        assert set(names_of(store.memory(SCENE).instance("O1"))) == {"red brick church"}
