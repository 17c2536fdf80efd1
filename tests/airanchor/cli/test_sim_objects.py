"""What one can ask for in a city: sentences that fit one thing, in a useful order, with pictures."""

import io
import json
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image
from rich.console import Console
from shapely.geometry import box

from airanchor.bench.scene_objects import describe_count, list_kinds
from aircity.city.catalogue import SCENES
from aircity.city.city import scenic_pose
from aircity.city.render.renderer import Renderer
from aircity.city.scene import Bounds, CityScene, SceneObject
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import MeshBuilder, Surface
from aircity.city.starts import STARTS, pose_text, start_text
from aircity.cli.list_command import scene_table
from aircity.cli.pictures.cards import HEIGHT_PX, WIDTH_PX, Card, save_cards
from aircity.cli.pictures.images import Rgb
from aircity.cli.pictures.object_views import best_view
from aircity.cli.worlds import open_city, parse_pose
from aircity.geometry import Camera, Pose


def made_scene() -> CityScene:
    """A red and a white water tower, a church, and three houses that look the same."""
    builder = MeshBuilder()
    rows = [
        ("house", ("brown",), 0, 0, None),
        ("house", ("brown",), 0, 60, None),
        ("house", ("brown",), 0, 120, None),
        ("water tower", ("red", "tall"), 80, 0, None),
        ("water tower", ("white", "tall"), 80, 60, None),
        ("church", ("grey", "red roof"), 160, 0, "St <Mary>"),
    ]
    things = []
    for id_, (category, words, north, east, name) in enumerate(rows, start=1):
        outline = box(north, east, north + 10, east + 10)
        builder.prism(outline, 0.0, 20.0, Surface(Material.PLAIN, (0.8, 0.2, 0.2)), id_)
        ring = tuple(outline.exterior.coords)[:-1]
        things.append(SceneObject(id_, category, words, ring, 0.0, 20.0, name))
    return CityScene("made", "test", builder.build(), tuple(things), Bounds(-50, -50, 250, 250))


def test_landmarks_come_first_and_houses_last() -> None:
    kinds = list_kinds(made_scene())
    assert [kind.category for kind in kinds] == ["church", "water tower", "house"]
    assert [kind.count for kind in kinds] == [1, 2, 3]


@pytest.mark.parametrize(
    ("category", "count", "told"),
    [
        ("stairs", 92, "92 stairs"),
        ("hills", 2, "2 hills"),
        ("church", 2, "2 churches"),
        ("church", 1, "1 church"),
    ],
)
def test_kinds_are_counted_as_people_say_it(category: str, count: int, told: str) -> None:
    kind = list_kinds(made_scene())[0]
    assert describe_count(replace(kind, category=category, count=count)) == told


def test_sentences_name_one_thing_where_words_can() -> None:
    church, towers, houses = list_kinds(made_scene(), (80.0, 0.0))
    assert church.sentence == "Fly to the church." and church.unique
    assert towers.sentence == "Fly to the red water tower." and towers.unique
    assert dict(towers.told_apart_by) == {"red": 1, "white": 1}
    assert houses.sentence == "Fly to the nearest brown house." and not houses.unique


def test_the_place_and_the_word_choose() -> None:
    near = list_kinds(made_scene(), (5.0, 125.0), by_distance=True)
    assert near[0].category == "house" and near[0].place == (5.0, 125.0)
    assert [kind.sentence for kind in list_kinds(made_scene(), word="WHITE")] == [
        "Fly to the white water tower."
    ]


def test_the_view_shows_the_thing() -> None:
    scene = made_scene()
    renderer = Renderer(scene)
    for thing in scene.objects:
        pose, down = best_view(renderer, scene, thing.id)
        frame = renderer.render(pose, Camera.from_fov(96, 72, 55.0).pitched(-down))
        assert (frame.object_id == thing.id).mean() > 0.05, thing
    renderer.close()


def test_the_command_lists_and_draws(command, small_city, tmp_path) -> None:
    page, sheet = tmp_path / "objects.html", tmp_path / "objects.png"
    for path in (page, sheet):
        result = command("sim", "objects", str(small_city), "--pictures", str(path), "--json")
        assert result.code == 0, result.err
    document = json.loads(result.out)
    building = next(row for row in document["kinds"] if row["kind"] == "building")
    assert building["count"] == 12 and building["sentence"].startswith("Fly to the")
    assert page.read_text().count("<figure>") == len(document["kinds"])
    with Image.open(sheet) as picture:
        assert picture.width >= 900
    text = command("sim", "objects", str(small_city), "--near", "0,0").out
    assert building["sentence"] in text


def test_bad_places_and_words_are_one_line(command, small_city) -> None:
    for words, expected in {
        ("--near", "here"): "NORTH,EAST",
        ("--near", "1e9,0"): "not in any city",
        ("--word", "unicorn"): "unicorn",
        ("--pictures", "x.gif"): ".html",
    }.items():
        result = command("sim", "objects", str(small_city), *words)
        assert result.code == 2 and expected in result.err and result.out == "", words


def test_names_from_files_never_become_markup(tmp_path) -> None:
    picture: Rgb = np.zeros((HEIGHT_PX, WIDTH_PX, 3), np.uint8)
    save_cards(tmp_path / "page.html", "<b>", "&", [Card("<script>x</script>", '"><i>', "<u>", picture)])
    text = (tmp_path / "page.html").read_text()
    assert "<script>" not in text and "<i>" not in text and "<u>" not in text and "<b>" not in text


def test_every_named_city_has_a_start_that_fits_the_table(command) -> None:
    assert set(STARTS) == set(SCENES)
    for name, spec in SCENES.items():
        pose = parse_pose(start_text(name))
        assert max(abs(pose.x_m), abs(pose.y_m)) < spec.size_m / 2 and 24 <= pose.z_m <= 61
    listed = json.loads(command("sim", "list", "--json").out)["scenes"]
    assert all(row["start"] == start_text(row["name"]) for row in listed)
    narrow = Console(width=80, file=io.StringIO())
    with narrow.capture() as printed:
        narrow.print(scene_table())
    lines = printed.get().splitlines()
    assert max(map(len, lines)) <= 80
    assert all(any(f" {start_text(name)} " in line for line in lines) for name in SCENES)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, spec in SCENES.items() if spec.split == "dev"])
def test_the_start_is_the_free_and_scenic_pose_of_seed_0(name) -> None:
    with open_city(name) as city:
        assert pose_text(scenic_pose(city.surveyor(), 0)) == start_text(name)
        assert city.renderer.is_free(Pose.at(*STARTS[name]).position, 1.0)
