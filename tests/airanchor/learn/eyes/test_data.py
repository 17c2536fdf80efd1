"""Training pictures: which cities, what their cells are, and files that are made once."""

from pathlib import Path

import numpy as np
import pytest

from airanchor.embedded.eyes.reader.names import NAMES, NOTHING
from airanchor.embedded.eyes.reader.traits import TRAITS
from airanchor.learn.eyes.data.cities import (
    FIRST_SEED,
    HELD_OUT_STYLES,
    CityChoice,
    check_cities,
    held_out_cities,
    training_cities,
)
from airanchor.learn.eyes.data.making import VIEWS, make_city
from airanchor.learn.eyes.data.parallel import CityOrder, fill_orders
from airanchor.learn.eyes.data.shots import Shot
from airanchor.learn.eyes.data.store import PictureStore
from airanchor.learn.eyes.data.truth import SKY, ObjectTable, name_of
from aircity.city.catalogue import SCENES, make_scene
from aircity.city.render.renderer import Renderer
from aircity.city.scene import SceneObject
from aircity.geometry import Camera, Pose

SMALL = CityChoice("suburb", 44_002, 200.0)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pictures")
    make_city(SMALL, folder, crops=10, views=2)
    return folder


def test_no_city_is_learned_from_that_something_is_measured_on() -> None:
    training = {one.name for one in training_cities(400)}
    checks = {one.name for one in (*check_cities(400), *held_out_cities(400))}
    assert not training & checks
    assert not [name for name in training if name.startswith(HELD_OUT_STYLES)]
    assert max(spec.seed for spec in SCENES.values()) < FIRST_SEED
    assert all(name.startswith(HELD_OUT_STYLES) for name in (one.name for one in held_out_cities(6)))


def box(number: int, category: str, *attributes: str, top_m: float = 8.0) -> SceneObject:
    return SceneObject(number, category, attributes, ((0, 0), (1, 0), (1, 1)), 0.0, top_m)


def test_a_cell_is_what_it_mostly_shows_and_things_count_more_than_ground() -> None:
    table = ObjectTable([box(7, "house", "red"), box(9, "lawn", top_m=0.1)])
    ids = np.full((8, 8), 9, np.int32)
    ids[:4, :4] = 0
    ids[4:, 4:6] = 7  # half of a cell, and a bit more by its weight
    cells = table.cells(ids)
    names = table.truth.names[cells]
    lawn, house = name_of("lawn"), name_of("house")
    assert names.tolist() == [[SKY, lawn], [lawn, house]]
    assert table.truth.traits[cells[1, 1]][TRAITS.index("red")]
    assert not table.truth.traits[cells[0, 1]].any()


def test_ground_of_one_kind_is_one_and_things_are_many() -> None:
    two_lawns = [box(1, "lawn", top_m=0.1), box(2, "lawn", top_m=0.1)]
    keys = ObjectTable([*two_lawns, box(3, "house"), box(4, "house")]).truth.keys
    assert keys[2] == keys[3]
    assert keys[4] != keys[5]


def test_categories_have_the_names_of_the_scene_reader() -> None:
    assert NAMES[name_of("water tower")].name == "water tower"
    assert NAMES[name_of("building")].name == "plain building"
    assert name_of("no such thing") == NOTHING


def test_a_crop_is_the_part_of_the_view_that_it_says() -> None:
    scene = make_scene(SMALL.style, SMALL.seed, SMALL.size_m)
    renderer = Renderer(scene, threads=1)
    try:
        pose = Pose(0.0, 0.0, 30.0, 1.0)
        whole = renderer.render(pose, Camera.from_fov(512, 512)).object_id
        crop = renderer.render(pose, Shot(pose, 100, 180, 256.0).camera()).object_id
    finally:
        renderer.close()
    assert (whole[180:436, 100:356] == crop).mean() > 0.999


def test_pictures_are_read_as_they_were_made(made: Path) -> None:
    crops, views = PictureStore(made), PictureStore(made, VIEWS)
    assert (crops.refresh(), views.refresh()) == (1, 1)
    assert (len(crops), len(views)) == (10, 2)
    assert crops.cities == [SMALL.name]
    picture, view = crops[3], views[0]
    assert picture.rgb.shape == (256, 256, 3) and view.rgb.shape == (512, 512, 3)
    assert picture.log_depth.shape == (128, 128)
    assert picture.rows.shape == picture.names.shape == picture.keys.shape == (64, 64)
    assert picture.traits.shape == (64, 64, len(TRAITS))
    assert crops.counts.sum() == 10 * 64 * 64
    sky = picture.names == SKY
    assert np.array_equal(sky, picture.rows == 0)


def test_a_city_is_pictured_once_and_half_made_ones_do_not_count(made: Path) -> None:
    before = (made / SMALL.name / "truth.npz").stat().st_mtime_ns
    make_city(SMALL, made, crops=10, views=2)
    assert (made / SMALL.name / "truth.npz").stat().st_mtime_ns == before
    (made / ".suburb@1.part").mkdir()
    (made / "suburb@2").mkdir()
    store = PictureStore(made)
    assert store.refresh() == 1


def test_the_same_city_gives_the_same_pictures(made: Path, tmp_path: Path) -> None:
    told: list[str] = []
    fill_orders([CityOrder(SMALL, tmp_path, 10, 2)], jobs=1, done=told.append)
    assert told == [SMALL.name]
    for name in ("rgb", "cells", "windows"):
        one, other = (np.load(folder / SMALL.name / "crops" / f"{name}.npy") for folder in (made, tmp_path))
        assert np.array_equal(one, other)
