"""Tests of the disk cache: the same answers, asked once, shared by processes."""

import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from airanchor.errors import InputError
from airanchor.perception import Phrase
from airanchor.perception.cache import CachedDetector, CachedImageEncoder, CachedTextEncoder, Store
from airanchor.perception.checks import check_detector, check_image_encoder, check_text_encoder
from airanchor.perception.checks.detectors import make_views
from aircity.geometry import Camera, Pose
from tests.airanchor.perception.fakes import LetterEncoder, MeanColour, RedDetector
from tests.airanchor.perception.pictures import draw


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "deep" / "answers.sqlite3")


def test_wrapped_parts_keep_their_contracts(store: Store) -> None:
    for _ in range(2):
        check_text_encoder(CachedTextEncoder(LetterEncoder(), store))
        check_image_encoder(CachedImageEncoder(MeanColour(), store))
        check_detector(CachedDetector(RedDetector(), store))


def test_a_text_is_encoded_once(store: Store) -> None:
    encoder = LetterEncoder()
    cached = CachedTextEncoder(encoder, store)
    first = cached.encode(["tower", "church", "tower"])
    assert encoder.asked == ["tower", "church"]
    again = CachedTextEncoder(encoder, Store(store.path)).encode(["bridge", "tower"])
    assert encoder.asked == ["tower", "church", "bridge"]
    np.testing.assert_array_equal(again[1], first[0])
    np.testing.assert_array_equal(first, LetterEncoder().encode(["tower", "church", "tower"]))
    assert (cached.name, cached.dimension) == (encoder.name, encoder.dimension)


def test_encoders_do_not_share_answers(store: Store) -> None:
    other = LetterEncoder()
    other.name = "other"
    CachedTextEncoder(LetterEncoder(), store).encode(["tower"])
    CachedTextEncoder(other, store).encode(["tower"])
    assert other.asked == ["tower"]


def test_a_crop_is_known_by_its_pixels_and_shape(store: Store) -> None:
    encoder = MeanColour()
    cached = CachedImageEncoder(encoder, store)
    crop = draw("noise", 6, 4)
    first = cached.encode([crop])
    np.testing.assert_array_equal(cached.encode([crop.copy()]), first)
    assert encoder.asked == 1
    cached.encode([crop.reshape(4, 6, 3)])
    assert encoder.asked == 2


def test_detections_come_back_and_everything_counts(store: Store) -> None:
    detector = RedDetector()
    cached = CachedDetector(detector, store)
    view, blind, _ = make_views()
    phrase = Phrase("building", ("red",))
    first = cached.detect(phrase, view)
    again = cached.detect(phrase, view)
    assert detector.asked == 1
    assert [one.box_px for one in again] == [one.box_px for one in first]
    assert [one.confidence for one in again] == [one.confidence for one in first]
    for one, other in zip(first, again, strict=True):
        np.testing.assert_array_equal(one.mask, other.mask)
        assert other.mask.dtype == np.bool_
    different = [
        lambda: cached.detect(Phrase("red building"), view),
        lambda: cached.detect(phrase, view, box_threshold=0.31),
        lambda: cached.detect(phrase, view, text_threshold=0.31),
        lambda: cached.detect(phrase, blind),
        lambda: cached.detect(phrase, replace(view, pose=Pose.at(1, 0, 20))),
        lambda: cached.detect(phrase, replace(view, camera=Camera.from_fov(96, 64, 80))),
    ]
    for number, ask in enumerate(different):
        ask()
        assert detector.asked == 2 + number


def test_finding_nothing_is_remembered_too(store: Store) -> None:
    detector = RedDetector()
    cached = CachedDetector(detector, store)
    nothing = make_views()[2]
    assert cached.detect(Phrase("tower"), nothing) == cached.detect(Phrase("tower"), nothing) == ()
    assert detector.asked == 1


def test_many_keys_at_once(store: Store) -> None:
    texts = [f"{'a' * (number % 40)}{'b' * (number // 40)}c" for number in range(1300)]
    cached = CachedTextEncoder(LetterEncoder(), store)
    np.testing.assert_array_equal(cached.encode(texts), cached.encode(texts))


def test_a_bounded_store_forgets_the_oldest(tmp_path: Path) -> None:
    bound = 200_000
    store = Store(tmp_path / "small.sqlite3", largest_bytes=bound)
    keys = [bytes([number]) * 32 for number in range(100)]
    for key in keys:
        store.write({key: b"x" * 10_000})
    kept = [key in store.read([key]) for key in keys]
    assert kept == sorted(kept)
    assert 5 <= sum(kept) <= 20
    assert store.path.stat().st_size < bound + 100_000
    with pytest.raises(InputError, match="cache size 0 bytes"):
        Store(tmp_path / "none", largest_bytes=0)


def test_the_first_answer_stays(store: Store) -> None:
    store.write({b"k": b"first"})
    store.write({b"k": b"second"})
    assert store.read([b"k", b"absent"]) == {b"k": b"first"}
    store.close()
    assert store.read([b"k"]) == {b"k": b"first"}


def test_processes_share_a_file(tmp_path: Path) -> None:
    script = """
import sys
from pathlib import Path
from airanchor.perception.cache import Store
store = Store(Path(sys.argv[1]))
for number in range(60):
    store.write({b"shared%d" % number: b"x" * 3000, f"{sys.argv[2]}-{number}".encode(): b"y"})
    assert store.read([b"shared%d" % number])[b"shared%d" % number] == b"x" * 3000
"""
    path = tmp_path / "shared.sqlite3"
    runs = [
        subprocess.Popen([sys.executable, "-c", script, str(path), name], stderr=subprocess.PIPE)
        for name in ("one", "two", "three")
    ]
    for run in runs:
        _, errors = run.communicate(timeout=120)
        assert run.returncode == 0, errors.decode()
    keys = [f"{name}-{number}".encode() for name in ("one", "two", "three") for number in range(60)]
    assert len(Store(path).read(keys)) == 180


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "bad.sqlite3"
    path.write_bytes(b"this is no database" * 100)
    with pytest.raises(InputError, match=r"bad.sqlite3 cannot be used.*delete it"):
        Store(path).read([b"k"])


def test_a_vector_of_another_length_is_named(store: Store) -> None:
    CachedTextEncoder(LetterEncoder(), store).encode(["tower"])
    with sqlite3.connect(store.path) as connection:
        connection.execute("UPDATE answers SET value = x'00000000'")
    with pytest.raises(InputError, match="another length than 27; delete the file"):
        CachedTextEncoder(LetterEncoder(), store).encode(["tower"])
