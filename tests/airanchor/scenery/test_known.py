"""The city that a recording names: by its name alone, or a sentence why there is none."""

import pytest

from airanchor.scenery import find_scene, known_city, known_ground
from aircity.city.library import keep_scene
from tests.airanchor.bench.small_town import small_town


@pytest.fixture
def library(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return keep_scene("kept-town", small_town())


def test_a_city_of_the_library_is_found_by_its_name(library):
    with known_city("kept-town") as city:
        assert city.scene.name == "small-town" and city.traffic is None
    assert known_ground("kept-town").scene == "small-town"


@pytest.mark.parametrize("name", ["", "no-such-town", "../data", "x" * 4000, "downtown@", "\u202e"])
def test_what_is_no_city_here_is_said(library, name):
    told = find_scene(name, {})
    assert isinstance(told, str) and "not on this machine" in told and len(told) < 300
    assert known_ground(name) is None


def test_a_name_in_a_recording_never_becomes_a_path(library, tmp_path):
    (tmp_path / "town.npz").write_bytes(library.read_bytes())
    for name in ("town.npz", str(tmp_path / "town.npz"), str(library)):
        assert isinstance(find_scene(name, {}), str)


def test_a_flight_in_another_world_has_no_city_even_if_the_name_is_known(library):
    told = find_scene("kept-town", {"world": "airsim"})
    assert isinstance(told, str) and "outside the embedded cities" in told


def test_odd_conditions_in_a_recording_are_no_conditions(library):
    for facts in ({"traffic": 99}, {"traffic": "many"}, {"traffic": 2, "world_seed": -1}):
        with known_city("kept-town", facts) as city:
            assert city.traffic is None
