"""`import aircity` is light and offers a world in one line."""

import subprocess
import sys

import pytest

import aircity
from aircity.errors import InputError
from tests.contract.small_city import small_city


def test_a_named_city_is_a_world_in_one_line():
    world = aircity.make("practice-square", size_px=32)
    view = world.reset(aircity.start("practice-square"))
    assert view.rgb.shape == (32, 32, 3) and world.step(aircity.Action.MOVE_FORWARD).moved
    world.close()


def test_a_start_is_found_where_none_is_written_down(tmp_path, monkeypatch):
    monkeypatch.setattr("aircity.city.library.open_scene", lambda name: small_city())
    assert aircity.start("unknown").z_m >= 25.0


def test_an_unknown_treatment_of_contact_is_named():
    with pytest.raises(InputError, match="collision 'soft' is unknown; valid are solid, airvln"):
        aircity.make("practice-square", collision="soft")


def test_what_is_no_city_or_no_pose_is_named():
    with pytest.raises(InputError, match="city 5 is no text"):
        aircity.make(5)
    world = aircity.make("practice-square", size_px=16)
    with pytest.raises(InputError, match=r"start \(0, 0, 60\) is no Pose; give aircity.Pose.at"):
        world.reset((0, 0, 60))
    world.close()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nofile.city.json", "there is no file 'nofile.city.json'"),
        ("downtown@x", "is not style@seed, as in downtown@42"),
        ("coper-bay", "did you mean 'copper-bay'"),
        ("zzz", "there are granite-heights,"),
    ],
)
def test_an_unknown_city_is_told_by_the_form_of_its_name(name, words):
    with pytest.raises(InputError, match=words):
        aircity.make(name)


def test_every_name_that_is_offered_is_there_and_others_are_not():
    assert all(hasattr(aircity, name) for name in aircity.__all__) and {*aircity.__all__} <= {*dir(aircity)}
    with pytest.raises(AttributeError, match="no attribute 'Drone'"):
        _ = aircity.Drone


def test_importing_it_loads_neither_numpy_nor_airanchor():
    code = "import sys, aircity; print({'numpy', 'numba', 'airanchor'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
