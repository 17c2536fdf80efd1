"""The cities of the first screen: a picture for each, names that are free, and nothing that is a path."""

import io

import pytest
from PIL import Image, ImageChops, ImageStat

from airanchor.cockpit.cities import (
    THUMBNAIL_PX,
    checked_city,
    draw_thumbnail,
    list_cities,
    new_city_name,
    thumbnail,
    usual_start,
)
from airanchor.errors import InputError
from aircity.city.catalogue import SCENES, load_scene
from aircity.city.city import rendered


def test_every_named_city_has_its_picture() -> None:
    names = [city["name"] for city in list_cities()]
    assert names[: len(SCENES)] == list(SCENES)
    for name in SCENES:
        data = thumbnail(name)
        assert data is not None and len(data) < 40_000, name
        assert Image.open(io.BytesIO(data)).size == THUMBNAIL_PX


@pytest.mark.slow
@pytest.mark.parametrize("name", ["practice-square", "trial-green", "proving-ground"])
def test_a_shipped_picture_shows_its_city(name: str) -> None:
    with rendered(load_scene(name)) as city:
        drawn = draw_thumbnail(city, usual_start(city))
    pictures = [Image.open(io.BytesIO(data)).convert("RGB") for data in (drawn, thumbnail(name) or b"")]
    difference = ImageStat.Stat(ImageChops.difference(*pictures)).mean
    assert max(difference) < 3.0, "draw them again: python -m benchmarks.thumbnails"


@pytest.mark.parametrize("name", ["../../etc/passwd", "", "a/b", "x.jpg", "-x"])
def test_pictures_are_no_paths(name: str) -> None:
    assert thumbnail(name) is None
    with pytest.raises(InputError, match="there is no city"):
        checked_city(name)


@pytest.mark.parametrize(
    ("file", "name"),
    [("delft.city.json", "delft"), ("C:\\maps\\Old Town.geojson", "old-town"), ("../x/../My.json", "my")],
)
def test_a_file_gets_a_usable_name(file: str, name: str) -> None:
    assert new_city_name(file) == name


def test_a_name_of_the_catalogue_is_not_taken_twice() -> None:
    with pytest.raises(InputError, match="taken by the catalogue"):
        new_city_name("copper-bay.json")
