"""`import airanchor` is light and offers what a user needs: a flight in one line, and its parts."""

import subprocess
import sys

import pytest

import airanchor
import aircity
from airanchor.errors import InputError

CASTLE = "Fly to the white castle with the blue roofs."


def test_one_line_flies_and_the_flight_brings_its_trace(tmp_path):
    flight = airanchor.fly(
        CASTLE, scene="practice-square", start=(90, 60, 32, 270), images="none", out=tmp_path
    )
    assert flight.ending == "completed"
    assert flight.trace.folder == tmp_path / "trace"
    assert flight.end == [event for event in flight.trace.events if event.kind == "stop"][-1].pose


def test_it_flies_in_a_world_that_is_given(tmp_path):
    world = aircity.make("practice-square")
    with pytest.raises(InputError, match="a world of your own needs a start"):
        airanchor.fly("Climb 4 metres.", world=world, out=tmp_path)
    flight = airanchor.fly(
        "Climb 4 metres.", world=world, start=(90, 35, 32, 90), images="none", out=tmp_path
    )
    assert flight.ending == "completed" and flight.end.z_m == 36
    world.close()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"agent": "pilot"}, "agent 'pilot' is unknown"),
        ({"images": "all"}, "images 'all' is unknown"),
        ({"frozen": True}, "give its folder as memory="),
        ({"profile": "letter"}, "profile 'letter' is unknown"),
        ({"start": (1, 2)}, "has 2 numbers; give north, east, up"),
        ({"start": "90,35,32"}, "must hold numbers, as in"),
        ({"start": (1, 2, "a")}, "must hold numbers, as in"),
        ({"scene": "atlantis"}, "atlantis"),
        ({"world": "airsim:/box"}, "write airsim://HOST:PORT"),
    ],
)
def test_what_cannot_be_flown_is_told_before_anything_is_written(wrong, words, tmp_path):
    with pytest.raises(InputError, match=words):
        airanchor.fly(CASTLE, **{"scene": "practice-square", "out": tmp_path, **wrong})
    assert not [*tmp_path.iterdir()]


def test_every_name_that_is_offered_is_there_and_others_are_not():
    assert all(hasattr(airanchor, name) for name in airanchor.__all__) and "fly" in dir(airanchor)
    with pytest.raises(AttributeError, match="no attribute 'Drone'"):
        _ = airanchor.Drone


def test_importing_it_loads_nothing_heavy():
    code = "import sys, airanchor; print({'numpy', 'numba', 'aircity'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
