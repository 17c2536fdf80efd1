"""The .rrd export: a right-handed frame at this edge, and a clear word where Rerun is absent."""

import importlib.util

import numpy as np
import pytest

from airanchor.errors import MissingExtra
from airanchor.trace import Keep, read_trace
from airanchor.viewer.pictures import images_of
from airanchor.viewer.rerun_export import camera_axes, east_north_up, write_rrd
from airanchor.viewer.story import tell
from aircity.geometry import Camera, Pose
from tests.airanchor.viewer.method_traces import METHOD_FLIGHTS
from tests.airanchor.viewer.traces import fly

HAS_RERUN = importlib.util.find_spec("rerun") is not None


@pytest.mark.parametrize("heading_deg", [0.0, 37.0, 90.0, -120.0])
def test_camera_axes_are_the_house_frame_with_north_and_east_exchanged(heading_deg):
    pose = Pose.at(3.0, 4.0, 5.0, heading_deg)
    axes = camera_axes(pose)
    house, _ = Camera.from_fov(8, 8).world_from_camera(pose)
    np.testing.assert_allclose(axes, house[[1, 0, 2]], atol=1e-12)
    assert np.linalg.det(axes) == pytest.approx(1.0)


def test_places_are_east_north_up():
    assert east_north_up((1.0, 2.0, 3.0)) == (2.0, 1.0, 3.0)


@pytest.mark.skipif(HAS_RERUN, reason="rerun-sdk is installed")
def test_without_rerun_the_command_to_install_it_is_named(tmp_path):
    folder = fly(tmp_path / "trace", decisions=1, keep=Keep.NONE)
    with pytest.raises(MissingExtra, match=r"pip install 'rerun-sdk>=0.23'"):
        write_rrd(tell(read_trace(folder)), images_of(folder), tmp_path / "flight.rrd")


@pytest.mark.skipif(not HAS_RERUN, reason="rerun-sdk is not installed")
@pytest.mark.parametrize("keep", [Keep.EXACT, Keep.NONE])
def test_with_rerun_a_file_is_written(tmp_path, keep):
    folder = fly(tmp_path / "trace", keep=keep)
    write_rrd(tell(read_trace(folder)), images_of(folder), tmp_path / "flight.rrd")
    assert (tmp_path / "flight.rrd").read_bytes()[:3] == b"RRF"


@pytest.mark.skipif(not HAS_RERUN, reason="rerun-sdk is not installed")
@pytest.mark.parametrize("kind", METHOD_FLIGHTS)
def test_with_rerun_flights_of_other_methods_are_written(tmp_path, kind):
    folder = METHOD_FLIGHTS[kind](tmp_path / "trace")
    write_rrd(tell(read_trace(folder)), images_of(folder), tmp_path / "flight.rrd")
    assert (tmp_path / "flight.rrd").read_bytes()[:3] == b"RRF"
