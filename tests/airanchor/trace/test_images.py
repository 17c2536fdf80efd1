"""Images are stored once under their content's hash, and checked when they are read."""

from pathlib import Path

import numpy as np
import pytest

from airanchor.errors import TraceError
from airanchor.trace import ImageStore


@pytest.fixture
def store(tmp_path: Path) -> ImageStore:
    return ImageStore(tmp_path)


def test_images_come_back(store: ImageStore) -> None:
    rng = np.random.default_rng(0)
    rgb = rng.integers(0, 256, (9, 7, 3), dtype=np.uint8)
    depth_m = rng.random((9, 7)).astype(np.float32)
    depth_m[0, :3] = [np.inf, 0.0, np.nan]
    assert np.array_equal(store.rgb(store.put_rgb(rgb)), rgb)
    assert store.depth_m(store.put_depth(depth_m)).tobytes() == depth_m.tobytes()


def test_equal_images_are_one_file(store: ImageStore, tmp_path: Path) -> None:
    rgb = np.full((4, 4, 3), 7, np.uint8)
    assert store.put_rgb(rgb) == store.put_rgb(rgb[::-1])
    assert len(list(tmp_path.iterdir())) == 1


def test_hash_covers_shape(store: ImageStore) -> None:
    assert store.put_depth(np.zeros((2, 8), np.float32)) != store.put_depth(np.zeros((4, 4), np.float32))


@pytest.mark.parametrize("digest", ["../../etc/passwd", "", "a" * 63, "A" * 64, "a" * 64 + "\n", "/" * 64])
def test_only_hashes_reach_the_disk(store: ImageStore, digest: str) -> None:
    with pytest.raises(TraceError, match="64 lower-case hex"):
        store.rgb(digest)
    with pytest.raises(TraceError, match="64 lower-case hex"):
        store.depth_m(digest)


def test_missing_image_is_named(store: ImageStore) -> None:
    with pytest.raises(TraceError, match=f"{'a' * 64}.png is missing"):
        store.rgb("a" * 64)


def test_damaged_images_are_named(store: ImageStore, tmp_path: Path) -> None:
    digest = store.put_rgb(np.zeros((4, 4, 3), np.uint8))
    path = tmp_path / f"{digest}.png"
    path.write_bytes(path.read_bytes()[:40])
    with pytest.raises(TraceError, match=digest):
        store.rgb(digest)
    depth = store.put_depth(np.zeros((4, 4), np.float32))
    (tmp_path / f"{depth}.depth").write_bytes(b"AADEPTH1 and then nothing of use")
    with pytest.raises(TraceError, match=depth):
        store.depth_m(depth)


def test_swapped_image_is_found(store: ImageStore, tmp_path: Path) -> None:
    first = store.put_rgb(np.zeros((4, 4, 3), np.uint8))
    second = store.put_rgb(np.ones((4, 4, 3), np.uint8))
    (tmp_path / f"{second}.png").replace(tmp_path / f"{first}.png")
    with pytest.raises(TraceError, match="does not match its hash"):
        store.rgb(first)


def test_wrong_types_are_refused(store: ImageStore) -> None:
    with pytest.raises(TraceError, match="uint8"):
        store.put_rgb(np.zeros((4, 4, 3), np.float32))  # type: ignore[arg-type]
    with pytest.raises(TraceError, match="float32"):
        store.put_depth(np.zeros((4, 4)))  # type: ignore[arg-type]
