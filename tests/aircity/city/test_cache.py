"""Scenes on disk: what goes in comes out, nothing bad comes in, and a damaged file is built again."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shapely.geometry import box

from aircity.city import cache
from aircity.city.cache import cached_scene, read_scene, save_scene
from aircity.city.scene import Bounds, CityScene, SceneObject
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import MeshBuilder, Surface
from aircity.errors import InputError


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
        ({"header": lambda h: h.update(ways=[{"kind": "road", "points": [], "width_m": 3}])}, "points"),
        (
            {"header": lambda h: h.update(ways=[{"kind": "air", "points": [[0, 0, 0]] * 3, "width_m": 3}])},
            "kind",
        ),
        ({"header": lambda h: h["objects"][0].update(id=8)}, "ids repeat"),
        ({"header": lambda h: h["surfaces"][0].update(material=99)}, "material 99"),
        ({"header": lambda h: h["surfaces"][0].update(colour=[2, 0, 0])}, r"leaves 0\.\.1"),
        ({"header": lambda h: h["objects"][0].update(footprint=[[0, 0]])}, "footprint"),
        ({"header": lambda h: h.update(sun=[0, 0, 0])}, "sun"),
        ({"header": lambda h: h.update(sun=[1e-200, 0, 0])}, "sun"),
        ({"header": lambda h: h.update(sun=[1e300, 0, 0])}, "sun"),
        ({"header": lambda h: h.update(bounds=[-1e6, 0, 9, 9, 0, 9])}, "bounds .* farther"),
        ({"header": lambda h: h.update(bounds=[0, 0, 9, 9, 0, 1e9])}, "bounds .* farther"),
        ({"header": lambda h: h["objects"][0].update(category="\x1b\x07")}, "category"),
    ],
)
def test_a_foreign_file_is_checked(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    path = tmp_path / "a.npz"
    save_scene(path, tiny_scene())
    with pytest.raises(InputError, match=message):
        read_scene(rewritten(path, **changes))


def test_text_of_a_foreign_file_cannot_steer_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    save_scene(path, tiny_scene())

    def poison(header: dict[str, Any]) -> None:
        header.update(name="a\x1b[2Jb", style="s\x07", attribution="by\x1b]0;me\x07\r\nyou")
        header["objects"][0].update(category="ho\x1buse", name="x\x9by", attributes=["red\x1b[31m"])

    scene = read_scene(rewritten(path, header=poison))
    house = scene.objects[0]
    texts = (scene.name, scene.style, scene.attribution, house.category, house.name, *house.attributes)
    assert texts == ("a [2Jb", "s", "by ]0;me you", "ho use", "x y", "red [31m")


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


FLAGS, METHOD = (6, 8), (8, 10)
"""Where flags and compression stand in an entry's own header and in the archive's directory."""


@pytest.mark.parametrize(
    ("places", "value"),
    [(FLAGS, 0x01), (FLAGS, 0x20), (FLAGS, 0x40), (METHOD, 1), (METHOD, 8), (METHOD, 12), (METHOD, 14)],
)
def test_a_cached_file_with_wrong_zip_bits_is_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, places: tuple[int, int], value: int
) -> None:
    assert_rebuilt(tmp_path, monkeypatch, lambda packed: with_zip_bits(packed, places, value))


def test_a_cached_file_with_a_broken_deflate_stream_is_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damage(packed: bytes) -> bytes:
        out = io.BytesIO()
        with np.load(io.BytesIO(packed)) as archive:
            np.savez_compressed(out, **{name: archive[name] for name in archive.files})
        squeezed = bytearray(out.getvalue())
        begin = 30 + int.from_bytes(squeezed[26:28], "little") + int.from_bytes(squeezed[28:30], "little")
        squeezed[begin] = 0xFF  # a kind of block that deflate does not have
        return bytes(squeezed)

    assert_rebuilt(tmp_path, monkeypatch, damage)


def test_a_cached_file_whose_entries_are_no_arrays_is_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damage(packed: bytes) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(packed)) as old, zipfile.ZipFile(out, "w") as new:
            for name in old.namelist():
                new.writestr(name, b"text")
        return out.getvalue()

    assert_rebuilt(tmp_path, monkeypatch, damage)


@pytest.mark.parametrize("share", [0.0, 0.001, 0.01, 0.3, 0.6, 0.9, 0.998])
def test_a_cached_file_with_wrong_bytes_is_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, share: float
) -> None:
    def damage(packed: bytes) -> bytes:
        at = int(share * len(packed))
        return packed[:at] + bytes(byte ^ 0xFF for byte in packed[at : at + 16]) + packed[at + 16 :]

    assert_rebuilt(tmp_path, monkeypatch, damage)


def with_zip_bits(packed: bytes, places: tuple[int, int], value: int) -> bytes:
    changed = bytearray(packed)
    for mark, offset in zip((b"PK\x03\x04", b"PK\x01\x02"), places, strict=True):
        at = packed.find(mark)
        while at >= 0:
            changed[at + offset] = value
            at = packed.find(mark, at + 4)
    return bytes(changed)


def assert_rebuilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: Any) -> None:
    monkeypatch.setenv("AIRANCHOR_CACHE", str(tmp_path))
    cached_scene(("tiny", "1"), tiny_scene)
    (kept,) = (tmp_path / "scenes").iterdir()
    kept.write_bytes(damage(kept.read_bytes()))
    assert same(cached_scene(("tiny", "1"), lambda: tiny_scene(9.0)), tiny_scene(9.0))
    assert same(read_scene(kept), tiny_scene(9.0))


def test_a_damaged_file_in_a_cache_that_cannot_be_written_does_not_stop_a_flight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AIRANCHOR_CACHE", str(tmp_path))
    cached_scene(("tiny", "1"), tiny_scene)
    (kept,) = (tmp_path / "scenes").iterdir()
    kept.write_bytes(b"junk")

    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError("read-only")

    monkeypatch.setattr(Path, "unlink", refuse)
    monkeypatch.setattr(cache.tempfile, "mkstemp", refuse)
    assert same(cached_scene(("tiny", "1"), tiny_scene), tiny_scene())


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
