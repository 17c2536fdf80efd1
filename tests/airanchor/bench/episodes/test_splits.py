"""The shipped splits: their sizes, their bytes, and that the same code makes them again."""

import hashlib
import json
from importlib import resources

import numpy as np
import pytest

from airanchor.bench.episodes import SPLITS, load_split, path_length_m
from airanchor.bench.episodes.compact import document_of, encode
from airanchor.bench.episodes.maker import make_paths
from airanchor.bench.episodes.splits import SEED, choose_mini, digest, make_split, shipped
from airanchor.errors import InputError
from aircity.city.catalogue import SCENES

SHA256 = {
    "train": "725bc816fce0e6bb48753148d69b3a84b5a84541d065d563162b33552752c3c8",
    "dev": "7e92396f355728107f69fed0383d3099b8b63b9448083036c89fa2c0a5d8cde1",
    "val_seen": "532712e51c25512c595b7bfcca6f8e925b761566f5f498f365affb5441fee9e0",
    "val_unseen": "9316382117ca84e59e6329ade98251a95836ab8593043a447cd9803076cc1bda",
}
VOICES_SHA256 = "4ae70be5ffaad8279b2d3bad583477a16eeac179e24032b4ea500e6ec0869cbc"
SIZES = {
    "train": 1224,
    "dev": 180,
    "val_seen": 333,
    "val_unseen": 531,
    "mini": 60,
    "voices": 100,
    "voices_own": 100,
    "voices_train": 100,
}


@pytest.mark.parametrize("name", SHA256)
def test_the_shipped_bytes_are_pinned(name):
    assert digest(shipped(name)) == SHA256[name]


@pytest.mark.parametrize("name", SIZES)
def test_sizes_and_ids(name):
    episodes = load_split(name)
    assert len(episodes) == SIZES[name]
    assert len({one.episode_id for one in episodes}) == SIZES[name]
    if name in SHA256:
        assert {SCENES[one.scene_id].split for one in episodes} == {
            {"train": "seen", "val_seen": "seen", "val_unseen": "unseen", "dev": "dev"}[name]
        }
        assert len({one.scene_id for one in episodes}) == len(SPLITS[name].scenes)


@pytest.mark.parametrize("name", SHA256)
def test_paths_are_as_long_and_as_rich_as_promised(name):
    episodes = load_split(name)[::3]
    lengths = [path_length_m(one.known_path()) for one in episodes]
    assert min(lengths) >= 250 and max(lengths) <= 400
    assert 280 <= np.median(lengths) <= 360 and 300 <= np.mean(lengths) <= 340
    assert 95 <= np.mean([len(one.actions) for one in episodes]) <= 130
    for one in load_split(name):
        assert len({mention[2] for mention in one.facts["mentions"]}) >= 4
        assert np.linalg.norm(one.known_goal() - one.start.position) >= 60
        assert one.known_path()[:, 2].min() >= 8 and one.known_path()[:, 2].max() <= 64
    texts = [one.instruction for one in load_split(name)]
    assert len(set(texts)) == len(texts)


def test_no_validation_path_is_a_training_path():
    def starts(name):
        return {(one.scene_id, tuple(np.round(one.start.position, 1))) for one in load_split(name)}

    def tracks(name):
        return {
            (one.scene_id, tuple(leg["landmark"] for leg in one.facts["legs"])) for one in load_split(name)
        }

    assert not starts("train") & starts("val_seen")
    assert not tracks("train") & tracks("val_seen")


def test_mini_is_listed_and_half_unseen():
    listed = [one.episode_id for one in load_split("mini")]
    assert listed == choose_mini("val_seen", 30) + choose_mini("val_unseen", 30)


def test_other_voices_tell_the_same_paths_in_words_of_their_own():
    text = resources.files("airanchor.bench.episodes").joinpath("data/voices.jsonl").read_bytes()
    assert hashlib.sha256(text).hexdigest() == VOICES_SHA256
    for theirs, ours in zip(load_split("voices"), load_split("voices_own"), strict=True):
        assert theirs.trajectory_id == ours.trajectory_id
        assert theirs.known_path() is not None and theirs.start == ours.start
        assert theirs.instruction != ours.instruction
        assert theirs.facts["legs"] == ours.facts["legs"]
    assert len({one.facts["voice"] for one in load_split("voices")}) == 16


def test_voices_to_learn_from_tell_no_validation_path():
    paths = {one.trajectory_id for name in ("train", "dev") for one in load_split(name)}
    learnt = load_split("voices_train")
    assert {one.trajectory_id for one in learnt} <= paths
    assert len({one.facts["voice"] for one in learnt}) == 20


def test_an_unknown_split_is_named():
    with pytest.raises(InputError, match="val_seen"):
        load_split("val")


def test_the_first_path_of_dev_is_made_again():
    made = make_paths("proving-ground", 1, seed=SEED, purpose="dev")
    again = document_of(encode("dev", SEED, made))["paths"]
    assert again == document_of(shipped("dev"))["paths"][:1]
    other = make_paths("proving-ground", 1, seed=SEED + 1, purpose="dev")
    assert json.dumps(document_of(encode("dev", SEED, other))["paths"]) != json.dumps(again)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHA256)
def test_a_whole_split_is_made_again(name):
    made = make_split(SPLITS[name])
    assert digest(encode(name, SEED, made)) == SHA256[name]
