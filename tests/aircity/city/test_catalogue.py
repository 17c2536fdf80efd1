"""The catalogue: its splits, its errors, and what every named scene holds."""

from collections import Counter

import pytest

from aircity.city.catalogue import SCENES, SceneSpec, load_scene, make_scene
from aircity.city.landmarks import LANDMARKS
from aircity.city.procedural.styles import STYLES
from aircity.errors import InputError


def test_the_splits_are_twelve_five_and_three() -> None:
    assert Counter(spec.split for spec in SCENES.values()) == {"seen": 12, "unseen": 5, "dev": 3}
    assert all(spec.name == name and spec.style in STYLES for name, spec in SCENES.items())
    assert all(600 <= spec.size_m <= 1000 and spec.description for spec in SCENES.values())


def test_unseen_scenes_use_other_seeds_and_two_other_styles() -> None:
    split = {kind: [s for s in SCENES.values() if s.split == kind] for kind in ("seen", "unseen")}
    assert not {s.seed for s in split["seen"]} & {s.seed for s in split["unseen"]}
    assert len({s.style for s in split["unseen"]} - {s.style for s in split["seen"]}) >= 2
    assert len({s.style for s in SCENES.values()}) >= 9


def test_an_unknown_scene_names_the_valid_ones_and_the_closest() -> None:
    with pytest.raises(
        InputError, match=r"unknown scene 'old-abey'\. Did you mean 'old-abbey'\?.*copper-bay"
    ):
        load_scene("old-abey")


def test_an_unknown_style_names_the_valid_ones_and_the_closest() -> None:
    with pytest.raises(InputError, match=r"unknown style 'harbor'\. Did you mean 'harbour'\?.*downtown"):
        make_scene("harbor", 1)


@pytest.mark.parametrize(("seed", "size_m"), [(-1, 400.0), (1, 20.0), (1, 5000.0), (1, float("nan"))])
def test_bad_numbers_are_refused(seed: int, size_m: float) -> None:
    with pytest.raises(InputError, match="must be"):
        make_scene("suburb", seed, size_m)


def test_a_scene_is_built_once(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("AIRANCHOR_CACHE", str(tmp_path))
    spec = SceneSpec("tiny", "suburb", 3, "dev", 220.0, "for this test")
    told: list[str] = []
    first = load_scene(spec, progress=lambda what, share: told.append(what))
    assert any("street" in what for what in told)
    told.clear()
    second = load_scene(spec, progress=lambda what, share: told.append(what))
    assert not any("street" in what for what in told)
    assert second.objects == first.objects and second.name == "tiny"
    assert (second.mesh.vertices == first.mesh.vertices).all()


@pytest.mark.slow
def test_every_scene_is_rich_in_landmarks() -> None:
    everywhere: set[str] = set()
    for spec in SCENES.values():
        scene = make_scene(spec.style, spec.seed, spec.size_m)
        landmarks = {row.category for row in scene.objects} & set(LANDMARKS)
        everywhere |= landmarks
        assert len(landmarks) >= 25, (spec.name, sorted(landmarks))
        assert 100_000 <= len(scene.mesh) <= 450_000, (spec.name, len(scene.mesh))
        assert len({row.name for row in scene.objects if row.category == "road" and row.name}) >= 8
    assert len(everywhere) >= 50
