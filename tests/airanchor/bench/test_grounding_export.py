"""Tests of the dataset: readable without us, consistent in itself, the same bytes for the same seed."""

import json
from pathlib import Path

import numpy as np
import pytest
import typer
from PIL import Image
from typer.testing import CliRunner

from airanchor.bench.grounding.export import FORMAT, export_dataset
from airanchor.cli.sim.dataset import dataset
from airanchor.errors import InputError
from aircity.city.cache import save_scene
from tests.airanchor.bench.small_town import small_town


@pytest.fixture(scope="module")
def town_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("town") / "town.npz"
    save_scene(path, small_town())
    return str(path)


@pytest.fixture(scope="module")
def folder(town_file: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dataset")
    export_dataset(out, (town_file,), views_per_scene=2, size_px=96, seed=4)
    return out


def test_every_file_is_there_and_of_the_stated_size(folder: Path) -> None:
    document = json.loads((folder / "annotations.json").read_text())
    assert document["info"]["format"] == FORMAT
    assert len(document["images"]) == 2
    for image in document["images"]:
        size = (image["width"], image["height"])
        assert Image.open(folder / image["rgb"]).size == size == Image.open(folder / image["ids"]).size
        with np.load(folder / image["depth"], allow_pickle=False) as archive:
            assert archive["depth_m"].shape == size[::-1]
            assert archive["depth_m"].dtype == np.float32


def test_masks_boxes_and_areas_agree(folder: Path) -> None:
    document = json.loads((folder / "annotations.json").read_text())
    names = {row["id"]: row["name"] for row in document["categories"]}
    objects = {one.id: one for one in small_town().objects}
    images = {row["id"]: row for row in document["images"]}
    assert document["annotations"]
    for row in document["annotations"]:
        colours = np.asarray(Image.open(folder / images[row["image_id"]]["ids"])).astype(int)
        mask = colours @ np.array([1, 256, 65536]) == row["object_id"]
        left, top, width, height = row["bbox"]
        assert mask.sum() == row["area"] == mask[top : top + height, left : left + width].sum()
        assert names[row["category_id"]] == objects[row["object_id"]].category


def test_phrases_point_at_their_answers(folder: Path) -> None:
    document = json.loads((folder / "annotations.json").read_text())
    annotations = {row["id"]: row for row in document["annotations"]}
    assert any(row["answers"] for row in document["phrases"])
    assert any(not row["answers"] for row in document["phrases"])
    for row in document["phrases"]:
        for answer in row["answers"]:
            assert annotations[answer]["image_id"] == row["image_id"]
            assert set(row["attributes"]) <= set(annotations[answer]["attributes"])


def test_the_same_seed_writes_the_same_bytes(folder: Path, town_file: str, tmp_path: Path) -> None:
    export_dataset(tmp_path, (town_file,), views_per_scene=2, size_px=96, seed=4)
    files = sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    assert files == sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file())
    for name in files:
        assert (folder / name).read_bytes() == (tmp_path / name).read_bytes(), name


def test_the_command_writes_and_refuses_a_full_folder(town_file: str, tmp_path: Path) -> None:
    app = typer.Typer()
    app.command()(dataset)
    arguments = [town_file, "--out", str(tmp_path / "new"), "--views", "1", "--size", "64", "--json"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["images"] == 1
    again = CliRunner().invoke(app, arguments)
    assert isinstance(again.exception, InputError)
    assert "not an empty folder" in str(again.exception)
