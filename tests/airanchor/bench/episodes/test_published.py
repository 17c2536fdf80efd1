"""AerialVLN's files are found by name wherever its folders were unpacked."""

from pathlib import Path

import pytest

from airanchor.bench.episodes.published import find_published
from airanchor.errors import InputError


def put(file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("{}")
    return file


@pytest.mark.parametrize(
    "place",
    [
        "aerialvln-s/val_seen.json",
        "data/aerialvln-s/val_seen.json",
        "DATA/data/aerialvln-s/val_seen.json",
        "aerialvln-s/val_seen.json.gz",
    ],
)
def test_a_split_is_found_in_every_usual_place(tmp_path, place):
    put(tmp_path / "aerialvln" / "val_seen.json")
    file = put(tmp_path / place)
    assert find_published("aerialvln-s:val_seen", tmp_path) == file


def test_the_folder_of_the_dataset_itself_may_be_given(tmp_path):
    file = put(tmp_path / "aerialvln-s" / "val_unseen.json")
    assert find_published("aerialvln-s:val_unseen", file.parent) == file
    with pytest.raises(InputError, match="no file of aerialvln:val_unseen"):
        find_published("aerialvln:val_unseen", file.parent)


def test_a_missing_file_or_folder_says_what_was_looked_for(tmp_path):
    with pytest.raises(InputError, match=r"aerialvln-s/val_seen\.json, .*data/aerialvln-s/val_seen\.json"):
        find_published("aerialvln-s:val_seen", tmp_path)
    with pytest.raises(InputError, match="--data FOLDER"):
        find_published("aerialvln-s:val_seen", None)
    with pytest.raises(InputError, match=r"there is no folder .*nowhere; .*--data FOLDER"):
        find_published("aerialvln-s:val_seen", tmp_path / "nowhere")


def test_a_split_that_is_not_there_is_told_with_those_that_are(tmp_path):
    put(tmp_path / "aerialvln-s" / "val_seen.json")
    put(tmp_path / "data" / "aerialvln-s" / "train.json.gz")
    with pytest.raises(InputError, match="there are aerialvln-s:train, aerialvln-s:val_seen; looked for"):
        find_published("aerialvln-s:nosplit", tmp_path)


@pytest.mark.parametrize("name", ["aerialvln-s:", ":val_seen", "../x:val_seen", "a:../../b", "A:b", "a:b:c"])
def test_another_name_is_bad_input(tmp_path, name):
    with pytest.raises(InputError, match="DATASET:SPLIT"):
        find_published(name, tmp_path)
