"""Scenes on disk: what goes in comes out, nothing bad comes in, and a damaged file is built again."""

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shapely.geometry import box

from airanchor.errors import InputError
from airanchor.sim.city import cache
from airanchor.sim.city.cache import cached_scene, read_scene, save_scene
from airanchor.sim.city.materials import Material
from airanchor.sim.city.mesh import MeshBuilder, Surface
from airanchor.sim.city.scene import Bounds, CityScene, SceneObject


def tiny_scene(height_m: float = 5.0) -> CityScene:
    builder = MeshBuilder()
    builder.prism(box(0, 0, 4, 3), 0.0, height_m, Surface(Material.BRICK, (0.5, 0.3, 0.2)), 7)
    builder.flat(box(-9, -9, 9, 9), 0.0, Surface(Material.TEXTURE, (1, 1, 1), texture=0), 8)
    house = SceneObject(
        7, "house", ("red", "brick"), ((0, 0), (4, 0), (4, 3), (0, 3)), 0.0, height_m, "Casa Ä"
    )
    ground = SceneObject(8, "field", (), ((-9, -9), (9, -9), (9, 9), (-9, 9)), 0.0, 0.0)
    pictures = np.arange(256 * 256 * 3, dtype=np.uint32).astype(np.uint8).reshape(1, 256, 256, 3)
    return CityScene(
        "tiny",
        "test",
        builder.build(),
        (house, ground),
        Bounds(-9, -9, 9, 9),
        3,
        (0.1, 0.2, 0.9),
        pictures,
        "© me",
    )


def same(first: CityScene, second: CityScene) -> bool:
    arrays = ("vertices", "normals", "uv", "surface", "object_id")
    equal = all(np.array_equal(getattr(first.mesh, a), getattr(second.mesh, a)) for a in arrays)
    fields = ("name", "style", "objects", "bounds", "seed", "sun", "attribution")
    equal &= all(getattr(first, f) == getattr(second, f) for f in fields)
    return (
        equal
        and first.mesh.surfaces == second.mesh.surfaces
        and bool((first.textures == second.textures).all())
    )


def test_a_scene_survives_the_disk(tmp_path: Path) -> None:
    save_scene(tmp_path / "deep" / "a.npz", tiny_scene())
    assert same(read_scene(tmp_path / "deep" / "a.npz"), tiny_scene())
    assert [p.name for p in (tmp_path / "deep").iterdir()] == ["a.npz"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.npz"
    save_scene(path, tiny_scene())

    def half(stream: Any, scene: CityScene) -> None:
        stream.write(b"PK half a file")
        raise OSError("disk full")

    monkeypatch.setattr(cache, "encode_scene", half)
    with pytest.raises(OSError, match="disk full"):
        save_scene(path, tiny_scene(9.0))
    assert same(read_scene(path), tiny_scene())
    assert [p.name for p in tmp_path.iterdir()] == ["a.npz"]


@pytest.mark.parametrize(
    "damage", [lambda b: b"", lambda b: b[: len(b) // 2], lambda b: b"\x80\x04junk", lambda b: b[::-1]]
)
def test_a_damaged_file_is_an_input_error(tmp_path: Path, damage: Any) -> None:
    path = tmp_path / "a.npz"
    save_scene(path, tiny_scene())
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(InputError, match=r"a\.npz"):
        read_scene(path)


def rewritten(path: Path, **changes: Any) -> Path:
    """The file with some arrays replaced; `header` is a function of the header."""
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files}
    if edit := changes.pop("header", None):
        header = json.loads(arrays["header"].tobytes())
        edit(header)
        arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    arrays.update(changes)
    np.savez(path, **{name: array for name, array in arrays.items() if array is not None})
    return path


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"vertices": np.full((12, 3, 3), np.nan, np.float32)}, "not finite"),
        ({"vertices": np.full((12, 3, 3), 1e9, np.float32)}, "farther"),
        ({"vertices": np.zeros((12, 9), np.float32)}, "vertices is"),
        ({"vertices": np.zeros((0, 3, 3), np.float32)}, "rows|no triangles"),
        ({"normals": np.zeros((3, 3, 3), np.float32)}, "rows"),
        ({"normals": None}, "no array 'normals'"),
        ({"surface": np.full(12, 99, np.int32)}, "surface numbers"),
        ({"surface": np.full(12, -1, np.int32)}, "surface numbers"),
        ({"object_id": np.full(12, 5, np.int32)}, "object table"),
        ({"object_id": np.zeros(12, np.int32)}, "object table"),
        ({"textures": np.zeros((1, 8, 8, 3), np.uint8)}, "textures is"),
        ({"textures": np.zeros((0, 256, 256, 3), np.uint8)}, "texture 0"),
        ({"header": lambda h: h.update(format=99)}, "format 99"),
        ({"header": lambda h: h.update(bounds=[1, 1, 0, 0, 0, 1])}, "bounds"),
        ({"header": lambda h: h.update(extra=1)}, "extra"),
        ({"header": lambda h: h["objects"][0].update(id=8)}, "ids repeat"),
        ({"header": lambda h: h["surfaces"][0].update(material=99)}, "material 99"),
        ({"header": lambda h: h["surfaces"][0].update(colour=[2, 0, 0])}, r"leaves 0\.\.1"),
        ({"header": lambda h: h["objects"][0].update(footprint=[[0, 0]])}, "footprint"),
        ({"header": lambda h: h.update(sun=[0, 0, 0])}, "sun"),
    ],
)
def test_a_foreign_file_is_checked(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    path = tmp_path / "a.npz"
    save_scene(path, tiny_scene())
    with pytest.raises(InputError, match=message):
        read_scene(rewritten(path, **changes))


def test_a_pickle_inside_is_never_loaded(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    save_scene(path, tiny_scene())
    with pytest.raises(InputError):
        read_scene(rewritten(path, vertices=np.array([{"run": print}], dtype=object)))


def test_the_cache_builds_once_and_again_when_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AIRANCHOR_CACHE", str(tmp_path))
    built: list[int] = []

    def build() -> CityScene:
        built.append(1)
        return tiny_scene()

    for _ in range(2):
        assert same(cached_scene(("tiny", "1"), build), tiny_scene())
    assert len(built) == 1
    (kept,) = (tmp_path / "scenes").iterdir()
    kept.write_bytes(kept.read_bytes()[:100])
    assert same(cached_scene(("tiny", "1"), build), tiny_scene())
    assert len(built) == 2
    assert same(read_scene(kept), tiny_scene())


def test_a_changed_generator_never_serves_an_old_scene(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AIRANCHOR_CACHE", str(tmp_path))
    cached_scene(("tiny", "1"), tiny_scene)
    monkeypatch.setattr(cache, "generator_hash", lambda: "another")
    assert same(cached_scene(("tiny", "1"), lambda: tiny_scene(9.0)), tiny_scene(9.0))
    assert len(list((tmp_path / "scenes").iterdir())) == 1


def test_a_cache_that_cannot_be_written_does_not_stop_a_flight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("AIRANCHOR_CACHE", str(tmp_path / "file"))
    assert same(cached_scene(("tiny", "1"), tiny_scene), tiny_scene())


def test_encoding_is_the_same_every_time() -> None:
    streams = [io.BytesIO(), io.BytesIO()]
    for stream in streams:
        cache.encode_scene(stream, tiny_scene())
    first, second = (np.load(io.BytesIO(stream.getvalue()))["header"].tobytes() for stream in streams)
    assert first == second
