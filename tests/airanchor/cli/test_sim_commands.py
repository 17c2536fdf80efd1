"""`airanchor sim` as a person types it."""

import json

import numpy as np
import pytest
from PIL import Image

from airanchor.trace import read_trace
from airanchor.trace.replay_world import ReplayWorld
from aircity.city.world import CityWorld
from aircity.cli.selftest import wall_scene
from aircity.geometry import Camera, Pose
from aircity.world import Observation
from aircity.world.tour import clear_ahead, fly_tour


def test_list_names_all_twenty_cities_by_split(command):
    listing = json.loads(command("sim", "list", "--json").out)
    splits = [scene["split"] for scene in listing["scenes"]]
    assert (splits.count("seen"), splits.count("unseen"), splits.count("dev")) == (12, 5, 3)
    assert "downtown" in listing["styles"]
    text = command("sim", "list").out
    assert all(scene["name"] in text for scene in listing["scenes"])


def test_render_writes_a_picture_and_metres(command, small_city, tmp_path):
    result = command(
        *("sim", "render", str(small_city), "--at", "0,0,60,0", "--size", "64", "--look", "down"),
        *("--out", str(tmp_path / "view.png"), "--depth", str(tmp_path / "depth.npy"), "--json"),
    )
    assert result.code == 0, result.err
    assert json.loads(result.out)["pose"] == {"north_m": 0, "east_m": 0, "up_m": 60, "heading_deg": 0}
    with Image.open(tmp_path / "view.png") as picture:
        assert picture.size == (64, 64)
    depth_m = np.load(tmp_path / "depth.npy", allow_pickle=False)
    assert depth_m.dtype == np.float32 and 30 < depth_m.min() <= 61


def test_a_panorama_is_one_strip_above_a_compass(command, small_city, tmp_path):
    out, depth = tmp_path / "panorama.png", tmp_path / "depth.npy"
    words = ("sim", "render", str(small_city), "--at", "0,0,60,0", "--look", "panorama", "--size", "64")
    assert command(*words, "--out", str(out), "--depth", str(depth)).code == 0
    assert np.load(depth, allow_pickle=False).shape == (64, 8 * 27)
    with Image.open(out) as picture:
        assert picture.size == (8 * 27, 64 + 14)


def test_import_says_what_it_left_out(command, small_city, tmp_path):
    document = json.loads(small_city.read_text())
    far = [[25.5, 60.1], [25.5001, 60.1], [25.5, 60.1001], [25.5, 60.1]]
    for tags in ({"power": "substation"}, {"leisure": "park"}):
        ring = document["features"][0]["geometry"]["coordinates"][0] if "power" in tags else far
        geometry = {"type": "Polygon", "coordinates": [ring]}
        document["features"].append({"type": "Feature", "properties": tags, "geometry": geometry})
    small_city.write_text(json.dumps(document))
    text = command("sim", "import", str(small_city)).out
    assert "12 of its 14 things are in the scene" in text
    assert "unknown kind" in text and "power=substation" in text and "far from the city" in text
    report = json.loads(command("sim", "import", str(small_city), "--json").out)
    found = {(row["kind"], row["reason"], row["outcome"], row["count"]) for row in report["findings"]}
    assert ("power=substation", "unknown kind", "left out", 1) in found


def test_files_made_to_hurt_are_one_line_and_exit_code_2(command, tmp_path):
    path = tmp_path / "evil.json"
    for data in (b"[" * 100_000, b'{"type": "FeatureCollection", "features": [1e999]}', b"\x1f\x8b\x00", b""):
        path.write_bytes(data)
        for words in (("import", str(path)), ("check", str(path)), ("objects", str(path))):
            result = command("sim", *words)
            assert result.code == 2 and result.err.startswith("error: ") and "evil.json" in result.err, result
            assert result.err.count("\n") == 1 and result.out == ""


def test_damaged_kept_cities_are_one_line_and_exit_code_2(command, small_city, tmp_path):
    assert command("sim", "import", str(small_city)).code == 0
    kept = next((tmp_path / "data").rglob("small-town.npz"))
    whole = kept.read_bytes()
    half = bytearray(whole)
    half[len(half) // 2] ^= 0xFF
    for data in (whole[: len(whole) // 2], whole[:100], bytes(half), b"", b"PK\x03\x04" + bytes(40)):
        kept.write_bytes(data)
        for words in ("check", "objects"):
            result = command("sim", words, "small-town")
            assert result.code == 2 and "small-town" in result.err and "Traceback" not in result.err, result


def test_import_keeps_a_city_under_a_name_that_other_commands_know(command, small_city, tmp_path):
    imported = command("sim", "import", str(small_city), "--json")
    assert imported.code == 0, imported.err
    report = json.loads(imported.out)
    assert report["name"] == "small-town" and report["objects"]["building"] == 12
    assert "small-town" in command("sim", "list").out
    assert json.loads(command("sim", "list", "--json").out)["imported"] == ["small-town"]
    assert command("sim", "render", "small-town", "--size", "32", "--out", str(tmp_path / "v.png")).code == 0


def test_an_imported_city_can_be_removed_and_nothing_else(command, small_city, tmp_path):
    for name in ("one", "two"):
        assert command("sim", "import", str(small_city), "--name", name).code == 0
    removed = json.loads(command("sim", "remove", "one", "--json").out)
    assert removed["name"] == "one" and removed["file"].endswith("one.npz") and small_city.exists()
    assert json.loads(command("sim", "list", "--json").out)["imported"] == ["two"]
    for name, told in (("one", "there are two"), ("old-abbey", "catalogue"), ("../two", "there are two")):
        result = command("sim", "remove", name)
        assert result.code == 2 and repr(name) in result.err and told in result.err, result
    assert command("sim", "remove", "two").code == 0
    assert "there is none" in command("sim", "remove", "two").err


def test_a_tour_is_recorded_and_can_be_flown_again(command, small_city, tmp_path):
    out = tmp_path / "tour"
    result = command("sim", "tour", str(small_city), "--size", "48", "--out", str(out), "--json")
    assert result.code == 0, result.err
    summary = json.loads((out / "summary.json").read_text())
    assert summary == json.loads(result.out) and summary["steps"] > 20
    with Image.open(out / "tour.gif") as gif:
        assert gif.n_frames > 20
    replay = ReplayWorld(out / "trace")
    replay.reset(next(event.pose for event in read_trace(out / "trace").events if event.kind == "start"))
    flown_again = list(fly_tour(replay, np.random.default_rng(0)))
    assert len(flown_again) == summary["steps"] + 1
    assert np.allclose(flown_again[-1].pose.position, list(summary["end"].values())[:3], atol=1e-3)
    again = command("sim", "tour", str(small_city), "--size", "48", "--out", str(out))
    assert again.code == 2 and "exists already" in again.err


def test_the_same_seed_flies_the_same_tour(command, small_city, tmp_path):
    for name in ("first", "second"):
        assert (
            command("sim", "tour", str(small_city), "--size", "32", "--out", str(tmp_path / name)).code == 0
        )
    first, second = (tmp_path / name / "trace" / "events.jsonl" for name in ("first", "second"))
    assert first.read_bytes() == second.read_bytes()


def test_check_reports_every_rule(command, small_city):
    result = command("sim", "check", str(small_city), "--json")
    assert result.code == 0, result.out
    rules = {row["rule"]: row["verdict"] for row in json.loads(result.out)["rules"]}
    assert rules["depth_is_along_ray"] == "passed" and "broken" not in rules.values()


def test_bad_input_is_one_clear_line_and_exit_code_2(command, small_city, tmp_path):
    cases = {
        ("sim", "render", "copper-bey"): "copper-bay",
        ("sim", "render", "downtwn@3"): "downtown",
        ("sim", "render", str(small_city), "--at", "1,2"): "NORTH,EAST,UP",
        ("sim", "render", str(small_city), "--at", "0,0,nan"): "finite",
        ("sim", "render", str(small_city), "--at", "0,99999,40"): "outside the scene",
        ("sim", "render", str(small_city), "--look", "sideways"): "panorama",
        ("sim", "render", str(small_city), "--at", "0,0,60", "--depth", "d.txt"): ".npy",
        ("sim", "import", str(tmp_path / "absent.json")): "absent.json",
        ("sim", "import", str(small_city), "--name", "../up"): "lower-case",
        ("sim", "import", str(small_city), "--name", "old-abbey"): "taken",
        ("sim", "gallery", "unicorn"): "water tower",
        ("sim", "render", str(small_city), "--out", "picture.xyz"): ".png",
        ("sim", "render", str(small_city), "--out", f"{small_city}/view.png", "--size", "32"): "Small Town",
    }
    for words, expected in cases.items():
        result = command(*words)
        assert result.code == 2, (words, result)
        assert result.err.startswith("error: ") and expected in result.err, (words, result.err)
        assert result.out == "", words


def test_numbers_out_of_range_are_bad_input(command, small_city):
    for words in (("--seed", "-1"), ("--size", "8"), ("--size", "200000")):
        result = command("sim", "tour", str(small_city), *words)
        assert result.code == 2 and words[0] in result.err, words


def test_file_names_are_printed_as_they_are(command, small_city, tmp_path):
    out = tmp_path / "a[bold]b[/red].png"
    result = command("sim", "render", str(small_city), "--size", "32", "--out", str(out))
    assert result.code == 0 and str(out) in result.out.replace("\n", "")


@pytest.mark.slow
def test_a_tour_flies_with_noisy_sensors(command, small_city, tmp_path):
    flown_m = {}
    for noise in ("0", "3"):
        options = (
            "--size",
            "48",
            "--noise",
            noise,
            "--world-seed",
            "4",
            "--out",
            str(tmp_path / noise),
            "--json",
        )
        flown_m[noise] = json.loads(command("sim", "tour", str(small_city), *options).out)["distance_m"]
    assert flown_m["3"] > 0.5 * flown_m["0"]


@pytest.mark.parametrize(("lost", "clear_m"), [(0.0, 20.0), (0.4, 20.0), (0.6, 0.0)])
def test_pixels_without_a_reading_are_no_wall(lost, clear_m):
    camera = Camera.from_fov(64, 64)
    depth_m = np.full((64, 64), 20.0, np.float32)
    depth_m[np.random.default_rng(1).random(depth_m.shape) < lost] = 0
    view = Observation(np.zeros((64, 64, 3), np.uint8), depth_m, Pose.at(0, 0, 10), camera)
    assert clear_ahead(view, half_angle_rad=0.6) == clear_m


def test_a_tour_needs_no_ground():
    world = CityWorld(wall_scene(), camera=Camera.from_fov(32, 32))
    world.reset(Pose.at(0, 0, 60))
    assert list(fly_tour(world, np.random.default_rng(0)))[-1].stopped


def test_half_written_cities_are_not_listed(command, small_city, tmp_path):
    assert command("sim", "import", str(small_city)).code == 0
    scenes = next((tmp_path / "data").rglob("small-town.npz")).parent
    (scenes / ".small-town-x1.npz").write_bytes(b"")
    assert json.loads(command("sim", "list", "--json").out)["imported"] == ["small-town"]
