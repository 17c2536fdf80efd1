"""Human routes become episodes: in the right place, at the right height, by legal steps."""

import json

import numpy as np
import pytest

from airanchor.bench.episodes.route_import import distance_to_line_m, import_routes, simplified
from airanchor.errors import InputError
from aircity.city.imports import import_city
from tests.folders import OWN_DATA, SHARED_DATA

OWN = OWN_DATA / "cities"
SHARED = SHARED_DATA
LAT, LON = 52.0, 4.0
NORTH_DEG, EAST_DEG = 1 / 111_267.0, 1 / 68_677.0


def block(north_m, east_m, half_m=12.0):
    ring = [
        [LON + (east_m + b * half_m) * EAST_DEG, LAT + (north_m + a * half_m) * NORTH_DEG]
        for a, b in ((-1, -1), (-1, 1), (1, 1), (1, -1), (-1, -1))
    ]
    return {
        "type": "Feature",
        "properties": {"building": "yes", "height": "25"},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }


@pytest.fixture(scope="module")
def city(tmp_path_factory):
    path = tmp_path_factory.mktemp("map") / "blocks.geojson"
    blocks = [block(60 * i, 60 * j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    path.write_text(json.dumps({"type": "FeatureCollection", "features": blocks}), "utf-8")
    return path, import_city(path, name="blocks").scene


def route(places, text="Go down the street and stop at the corner.", **more):
    return {
        "id": 7,
        "text": text,
        "latlon": [[LAT + n * NORTH_DEG, LON + e * EAST_DEG] for n, e in places],
        **more,
    }


def imported(tmp_path, city, *rows, **options):
    file = tmp_path / "routes.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    return import_routes(file, city[1], city[0], **options)


def middle(city):
    """Where the middle block stands in the scene."""
    spots = np.array([np.mean(one.footprint, axis=0) for one in city[1].objects if one.z_max_m > 20])
    return np.median(spots, axis=0)


def test_a_street_is_flown_above_its_middle(tmp_path, city):
    street = [(30, -60), (30, -20), (30, 20), (30, 50)]
    (one,) = imported(tmp_path, city, route(street, start_heading=90), height_m=8.0).episodes
    path = one.known_path() - [*middle(city), 0.0]
    assert np.abs(path[:, 0] - 30).max() < 6.0
    assert path[0, 1] == pytest.approx(-60, abs=1.0) and path[-1, 1] == pytest.approx(50, abs=5.0)
    assert path[:, 2] == pytest.approx(8.0, abs=0.3)
    assert one.start.heading_deg == pytest.approx(90)
    assert one.actions[-1] == 0 and one.mission.scene_id == "blocks"


def test_what_cannot_be_flown_is_dropped_and_counted(tmp_path, city):
    result = imported(
        tmp_path,
        city,
        route([(30, -60), (30, 50)]),
        route([(30, -30), (-30, -30), (0, 0)]),
        route([(0, 0), (30, 0)]),
        route([(30, 0), (3000, 0)]),
        route([(30, 0)]),
        {"id": 1, "text": ""},
        {"nothing": True},
    )
    assert (result.read, len(result.episodes)) == (7, 1)
    assert result.dropped == {
        "cuts a building": 1,
        "fewer than two points": 1,
        "leaves the city": 1,
        "not a route": 2,
        "starts inside something": 1,
    }


def test_bad_files_are_refused(tmp_path, city):
    with pytest.raises(InputError, match="no route file"):
        import_routes(tmp_path / "absent.jsonl", city[1], city[0])
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{", "utf-8")
    with pytest.raises(InputError, match="JSON lines"):
        import_routes(bad, city[1], city[0])


def test_corners_keep_their_end_and_distances_are_to_segments():
    assert simplified([(0, 0), (3, 0), (20, 0), (22, 0)]) == [(20, 0), (22, 0)]
    line = np.array([[0.0, 0.0], [10.0, 0.0]])
    assert distance_to_line_m(np.array([[5.0, 3.0], [14.0, 3.0]]), line).tolist() == [3.0, 5.0]


def test_routes_on_the_streets_of_our_town_can_be_flown():
    map_file = OWN / "town.geojson"
    result = import_routes(OWN / "town_routes.jsonl", import_city(map_file, name="town").scene, map_file)
    assert result.read == 10
    assert [one.episode_id for one in result.episodes] == [f"route-{number}" for number in range(6)]
    assert set(result.dropped.values()) == {1} and "cuts a building" in result.dropped


@pytest.mark.slow
@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared data are absent")
def test_most_human_routes_of_soho_can_be_flown():
    map_file = SHARED / "cities" / "manhattan_soho_les.geojson"
    result = import_routes(
        SHARED / "instructions" / "manhattan_routes.jsonl", import_city(map_file, name="soho").scene, map_file
    )
    assert result.read == 500 and len(result.episodes) == 472
