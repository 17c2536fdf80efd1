"""A city for Rerun: right-handed, facing outward, in its own colours; and a file where Rerun is there."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from airanchor.export.rerun_city import city_triangles, log_city
from tests.contract.small_city import small_city

HAS_RERUN = importlib.util.find_spec("rerun") is not None


class Spy:
    """Takes what Rerun would."""

    def __init__(self) -> None:
        self.logged: dict[str, object] = {}

    def log(self, entity: str, mesh: object, static: bool) -> None:
        self.logged[entity] = mesh


def test_triangles_face_outward_in_a_right_handed_frame() -> None:
    scene = small_city()
    places, colours = city_triangles(scene)
    assert places.shape == (len(scene.mesh), 3, 3) and colours.shape == (len(scene.mesh), 3)
    house = scene.mesh.vertices
    cross = np.cross(places[:, 1] - places[:, 0], places[:, 2] - places[:, 0])
    outward = scene.mesh.normals.mean(axis=1)[:, [1, 0, 2]]
    before = np.cross(house[:, 1] - house[:, 0], house[:, 2] - house[:, 0])
    was_outward = np.einsum("ij,ij->i", before, scene.mesh.normals.mean(axis=1)) > 0
    assert ((np.einsum("ij,ij->i", cross, outward) > 0) == was_outward).all()
    assert set(map(tuple, places[0].tolist())) == {(y, x, z) for x, y, z in house[0].tolist()}


@pytest.mark.skipif(not HAS_RERUN, reason="rerun-sdk is not installed")
def test_a_city_becomes_one_static_mesh(tmp_path: Path) -> None:
    import rerun

    spy, scene = Spy(), small_city()
    log_city(rerun, spy, scene)
    assert list(spy.logged) == ["world/city"]
    recording = rerun.RecordingStream("airanchor")
    recording.save(str(tmp_path / "city.rrd"))
    log_city(rerun, recording, scene)
    recording.flush()
    assert (tmp_path / "city.rrd").stat().st_size > 1000
