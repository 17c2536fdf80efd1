"""The store: what is kept is what was known, together with results, for one writer and many readers."""

import multiprocessing
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from airanchor.errors import InputError, MemoryFileError
from airanchor.memory import FlatMemory, MemoryConfig, ObservationTime, Sokb
from airanchor.memory.files.exchange import Document, from_json, to_json
from airanchor.memory.files.scene_file import SceneFile
from airanchor.memory.files.schema import APPLICATION_ID, MIGRATIONS, VERSION
from airanchor.memory.files.signature import Signature
from airanchor.memory.files.store import MemoryStore, scene_path, stored_scenes
from airanchor.perception import Phrase
from aircity.geometry import Extent, Pose
from tests.airanchor.memory.episodes import SCENE, commit_episode, fly, open_store, replayed
from tests.airanchor.memory.scenes import PictureEncoder, WordEncoder, anchor, random_unit
from tests.aircity.geometry.strategies import points
from tests.folders import ROOT


@pytest.mark.parametrize("kind", ["sokb", "flat"])
def test_a_reload_changes_nothing_and_no_later_decision(tmp_path: Path, kind: str) -> None:
    straight = open_store(None, kind=kind)
    for number in range(8):
        commit_episode(straight, number)
        with open_store(tmp_path, kind=kind) as store:
            commit_episode(store, number)
    with open_store(tmp_path, kind=kind) as store:
        one, other = straight.memory(SCENE), store.memory(SCENE)
        assert one.register.instances == other.register.instances
        assert one.register.types == other.register.types
        for phrase in (Phrase("tower", ("red",)), Phrase("statue")):
            pose = Pose.at(60, 60, 20)
            assert one.retrieve(phrase, pose) == other.retrieve(phrase, pose)
        assert one.explain("O3") == other.explain("O3")
        assert one.observe(anchor("tower"), ObservationTime("x", 0)) == other.observe(
            anchor("tower"), ObservationTime("x", 0)
        )


@given(points(3), st.floats(0, 1))
@settings(max_examples=150)
def test_any_extent_survives_a_document_bit_by_bit(cloud: np.ndarray, confidence: float) -> None:  # type: ignore[type-arg]
    memory = Sokb(WordEncoder())
    memory.observe(anchor(extent=Extent.of_points(cloud), confidence=confidence), ObservationTime("e", 0))
    memory.observe(anchor(extent=Extent.of_points(cloud[::-1] * 0.9)), ObservationTime("e", 1))
    signature = Signature.of("sokb", memory.config, WordEncoder(), PictureEncoder())
    again = from_json(to_json(Document("s", signature, memory.config, memory.register)), "a document")
    assert again.register.instances == memory.register.instances
    for item in memory.register.instances.values():
        twin = again.register.instance(item.id)
        assert twin.center.tolist() == item.center.tolist()
        assert twin.extent.footprint.area_m2 == item.extent.footprint.area_m2


letters = st.one_of(
    st.text(max_size=12), st.sampled_from(["go", "up", "red", "turn", "big", "on", "İzmir", "ß"])
)


@given(
    st.lists(letters, min_size=1, max_size=4),
    st.lists(letters, max_size=4),
    st.sampled_from([Sokb, FlatMemory]),
)
@settings(max_examples=200)
def test_whatever_is_accepted_can_be_read_back(
    category: list[str], attributes: list[str], kind: type[Sokb] | type[FlatMemory]
) -> None:
    name = " ".join(category)
    assume(name.strip())
    config = MemoryConfig(split_attributes=True)
    memory = kind(WordEncoder(), config)
    memory.observe(anchor(name, attributes), ObservationTime("e", 0))
    signature = Signature.of(memory.kind, config, WordEncoder(), PictureEncoder())
    again = from_json(to_json(Document("s", signature, config, memory.register)), "a document")
    assert again.register.instances == memory.register.instances
    assert len(again.register) + again.register.refused.total() == 1


def test_scenes_do_not_share_and_come_back(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        for number, scene in enumerate(["a", "b", "a"]):
            with store.episode(scene, f"e{number}") as transaction:
                fly(transaction.memory, number)
        assert store.episodes("a") == ("e0", "e2") and store.episodes("b") == ("e1",)
        only_b = open_store(None)
        with only_b.episode("b", "e1") as transaction:
            fly(transaction.memory, 1)
        assert store.memory("b").register.instances == only_b.memory("b").register.instances
    assert stored_scenes(tmp_path) == ("a", "b")


def test_a_scene_id_may_be_a_number_or_look_like_a_path(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        assert store.memory(1) is store.memory("1")
        for scene in ("../../etc/passwd", "a/b", "日本", "..", "x" * 180):
            store.memory(scene)
            assert scene_path(tmp_path, scene).parent == tmp_path
        with pytest.raises(InputError, match="1 to 200"):
            store.memory("")
    assert "../../etc/passwd" in stored_scenes(tmp_path)


def test_ids_go_on_after_a_reload_even_when_the_newest_was_forgotten(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        with store.episode("a", "e0") as transaction:
            transaction.memory.observe(anchor("tower"), ObservationTime("e0", 0))
            transaction.memory.observe(anchor("tree", at=(90, 0)), ObservationTime("e0", 1))
            transaction.memory.observe(anchor("<tree>"), ObservationTime("e0", 1))
        store.memory("a").forget("O2")
        store.save("a")
    with open_store(tmp_path) as store:
        memory = store.memory("a")
        assert dict(memory.register.refused) == {"character": 1}
        change = memory.observe(anchor("statue", at=(200, 0)), ObservationTime("e1", 0))
        assert (change.type_id, change.instance_id) == ("T3", "O3")


def test_an_episode_that_fails_leaves_no_trace(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        commit_episode(store, 0)
        with pytest.raises(RuntimeError), store.episode(SCENE, "e1") as transaction:
            fly(transaction.memory, 1)
            raise RuntimeError("the drone fell")
        assert store.memory(SCENE).register.instances == replayed(1).register.instances
        commit_episode(store, 1)
        assert store.memory(SCENE).register.instances == replayed(2).register.instances
    with open_store(tmp_path) as store:
        assert store.memory(SCENE).register.instances == replayed(2).register.instances


def test_a_result_that_cannot_be_kept_keeps_nothing(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        with pytest.raises(ValueError), store.episode(SCENE, "e0") as transaction:
            fly(transaction.memory, 0)
            transaction.save_result({"success": float("nan")})
        assert store.episodes(SCENE) == () and len(store.memory(SCENE).register) == 0


def test_results_come_back_with_their_episode(tmp_path: Path) -> None:
    for root in (tmp_path, None):
        with open_store(root) as store:
            commit_episode(store, 0)
            with store.episode(SCENE, "quiet"):
                pass
            assert store.result(SCENE, "e0") == {"number": 0}
            assert store.result(SCENE, "quiet") is None
            with pytest.raises(MemoryFileError, match="no episode 'e9'"):
                store.result(SCENE, "e9")
            with pytest.raises(MemoryFileError, match="already holds episode 'e0'"):
                commit_episode(store, 0)
            with store.episode(SCENE, "outer"), pytest.raises(InputError, match="in flight"):
                commit_episode(store, 5)


def test_a_second_writer_gets_a_clear_error_and_readers_do_not(tmp_path: Path) -> None:
    path = scene_path(tmp_path, SCENE)
    with open_store(tmp_path) as store:
        commit_episode(store, 0)
        with pytest.raises(MemoryFileError, match="already open for writing in another run"):
            open_store(tmp_path).memory(SCENE)
        command = [sys.executable, "-m", "tests.airanchor.memory.episodes", str(tmp_path)]
        other = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        assert other.returncode != 0 and "already open for writing" in other.stderr
        reader = SceneFile(path)
        assert reader.load().instances == replayed(1).register.instances
        commit_episode(store, 1)
        assert reader.load().instances == replayed(2).register.instances
        reader.close()
    with open_store(tmp_path) as store:
        commit_episode(store, 2)


def _read_often(path: Path, counts: "multiprocessing.Queue[list[int]]") -> None:
    seen = []
    for _ in range(12):
        file = SceneFile(path)
        seen.append(len(file.load()))
        file.close()
    counts.put(seen)


def test_readers_beside_a_writer_always_see_whole_episodes(tmp_path: Path) -> None:
    sizes = [len(replayed(count).register) for count in range(12)]
    with open_store(tmp_path) as store:
        commit_episode(store, 0)
        context = multiprocessing.get_context("spawn")
        counts: multiprocessing.Queue[list[int]] = context.Queue()
        reader = context.Process(target=_read_often, args=(scene_path(tmp_path, SCENE), counts))
        reader.start()
        for number in range(1, 11):
            commit_episode(store, number)
        seen = counts.get(timeout=60)
        reader.join()
    assert set(seen) <= set(sizes) and seen == sorted(seen)


def test_mixing_encoders_profiles_or_rules_is_refused(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        commit_episode(store, 0)

    class Other(WordEncoder):
        name = "other words"  # type: ignore[assignment]

    stores = {
        "text encoder 'words', not 'other words'": MemoryStore(tmp_path, Other(), PictureEncoder()),
        "kind 'sokb', not 'flat'": open_store(tmp_path, kind="flat"),
        "profile 'paper', not 'mine'": open_store(tmp_path, MemoryConfig(profile="mine")),
        "precision 'float16', not 'float64'": open_store(tmp_path, MemoryConfig(vector_precision="float64")),
    }
    for message, mixed in stores.items():
        with pytest.raises(MemoryFileError, match=message):
            mixed.memory(SCENE)
    with open_store(tmp_path) as store:
        commit_episode(store, 1)


def test_a_file_under_another_scenes_name_is_refused(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        commit_episode(store, 0)
    shutil.copy(scene_path(tmp_path, SCENE), scene_path(tmp_path, "b"))
    with pytest.raises(MemoryFileError, match="memory of scene 'city/1', not of 'b'"):
        open_store(tmp_path).memory("b")


def test_an_older_file_is_brought_up_to_date(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        commit_episode(store, 0)
    path = scene_path(tmp_path, SCENE)
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE episodes")
    connection.execute("ALTER TABLE instances DROP COLUMN contradictions")
    connection.execute("PRAGMA user_version = 1")
    connection.commit()
    connection.close()
    with pytest.raises(MemoryFileError, match="version 1 and must be brought to 3"):
        SceneFile(path)
    with open_store(tmp_path) as store:
        assert store.episodes(SCENE) == ()
        assert store.memory(SCENE).register.instances == replayed(1).register.instances


def test_a_file_of_version_two_is_read_as_it_is_and_brought_up_to_date_by_a_flight(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        commit_episode(store, 0)
        instances = store.memory(SCENE).register.instances
    path = scene_path(tmp_path, SCENE)
    connection = sqlite3.connect(path)
    connection.execute("ALTER TABLE instances DROP COLUMN contradictions")
    connection.execute("PRAGMA user_version = 2")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    file = SceneFile(path)
    assert file.load().instances == instances
    file.close()
    assert path.read_bytes() == before
    with open_store(tmp_path) as store:
        commit_episode(store, 1)
        assert store.memory(SCENE).register.instances == replayed(2).register.instances


def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        commit_episode(store, 0)
    path = scene_path(tmp_path, SCENE)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(MemoryFileError, match=f"version {VERSION + 1}; this AirAnchor reads up to {VERSION}"):
        open_store(tmp_path).memory(SCENE)
    assert path.read_bytes() == before


def test_the_r_tree_agrees_with_the_footprints(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        for number in range(3):
            commit_episode(store, number)
        store.memory(SCENE).forget("O2")
        store.save(SCENE)
        instances = store.memory(SCENE).register.instances
    connection = sqlite3.connect(scene_path(tmp_path, SCENE))
    boxes = {row[0]: row[1:] for row in connection.execute("SELECT * FROM footprints")}
    assert set(boxes) == {item.number for item in instances.values()}
    for item in instances.values():
        x_min, y_min, x_max, y_max = item.extent.footprint.shape.bounds
        assert boxes[item.number] == pytest.approx((x_min, x_max, y_min, y_max), abs=1e-3)
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert len(MIGRATIONS) == VERSION


def test_visual_features_survive_at_their_stored_precision(tmp_path: Path) -> None:
    for precision in ("float16", "float64"):
        config = MemoryConfig(vector_precision=precision)
        with open_store(tmp_path / precision, config) as store:
            with store.episode("a", "e0") as transaction:
                transaction.memory.observe(anchor(visual=random_unit("x")), ObservationTime("e0", 0))
            before = store.memory("a").instance("O1").visuals
        with open_store(tmp_path / precision, config) as store:
            after = store.memory("a").instance("O1").visuals
            assert after == before and after.vectors.dtype == np.dtype(precision)
