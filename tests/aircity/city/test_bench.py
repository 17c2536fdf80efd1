"""The benchmark claims only what it measured, and peers that run draw the same scene."""

import math

import numpy as np
import pytest

from aircity.city.render.renderer import Renderer
from aircity.city.solids.mesh import MeshBuilder
from aircity.cli.bench.peers import PEERS, Peer
from aircity.cli.bench.timing import OURS, PANORAMA, SINGLES, run_bench
from aircity.errors import InputError
from aircity.geometry import Camera, Pose
from tests.aircity.city.scenes import difficult_scene, scene_of

ABSENT = Peer("nobody", "a_package_that_is_not_there", "pip install nobody", "nothing", "nowhere")
BROKEN = Peer("broken", "math", "pip install broken", "nothing", "airanchor.errors")


def test_absent_and_broken_peers_claim_no_ratio() -> None:
    table = run_bench(difficult_scene(), rounds=1, size=32, peers=[ABSENT, BROKEN], views=1)
    ours, absent, broken, panorama, singles = table.rows
    assert (ours.name, panorama.name, singles.name) == (OURS, PANORAMA, SINGLES)
    assert ours.ratio == 1.0 and ours.wall_ms and ours.wall_ms > 0 and ours.cpu_ms is not None
    for row in (absent, broken):
        assert row.wall_ms is None and row.cpu_ms is None and row.ratio is None
        assert row.install.startswith("pip install")
    assert not absent.installed and absent.note == "not installed"
    assert broken.installed and "AttributeError" in broken.note
    assert table.triangles == len(difficult_scene().mesh) and table.size_px == 32


def test_a_scene_without_air_is_named() -> None:
    builder = MeshBuilder()
    builder.triangles(
        [[[-3e3, -3e3, 40], [3e3, -3e3, 40], [0, 5e3, 40]]], difficult_scene().mesh.surfaces[0], 1
    )
    with pytest.raises(InputError, match="no room to fly"):
        run_bench(scene_of(builder), rounds=1, size=16, peers=[])


@pytest.mark.slow
@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.package)
def test_peers_see_what_we_see(peer: Peer) -> None:
    if not peer.is_installed:
        pytest.skip(f"{peer.package} is not installed: {peer.install}")
    scene, camera = difficult_scene(), Camera.from_fov(160, 120).pitched(math.radians(-20))
    pose = Pose.at(70, -60, 110, 200)
    try:
        engine = peer.open(scene, camera)
    except Exception as error:
        pytest.skip(f"{peer.name} does not run here: {error}")
    rgb, depth, ids = engine.render(pose)
    engine.close()
    ours = Renderer(scene).render(pose, camera)
    same = ids == ours.object_id
    assert rgb.shape == ours.rgb.shape
    assert same.mean() > 0.93
    solid = same & (ids > 0)
    assert np.median(np.abs(depth[solid] / ours.depth_m[solid] - 1)) < 0.03
