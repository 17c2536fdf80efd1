"""Every landmark, over several seeds: sound solid, honest footprint, bounded size, stated words."""

import re
from functools import cache

import numpy as np
import pytest
from shapely.geometry import MultiPoint

from aircity.city.landmarks import LANDMARKS, LOTS
from aircity.city.landmarks.gallery import GROUND_ID, MODEL_ID, gallery, view
from aircity.city.landmarks.sculpture import PAINTS
from aircity.city.solids.materials import Material
from aircity.city.solids.model import Model, TextureBook
from aircity.errors import InputError

SEEDS = range(5)
SPATIAL = re.compile(
    r"\b(left|right|north|south|east|west|near|far|behind|front|beside|next|above|below|between)\b"
)
BUDGETS = {"tree": 150, "car": 150, "street lamp": 100, "bench": 120, "hedge": 120, "stadium": 6000}
BUDGETS |= {"ferris wheel": 6000, "roller coaster": 6000, "ship": 6000, "parking lot": 4500}
ORDINARY_BUDGET = 3000
COLOURS = {*PAINTS, "multi-coloured", "light green", "dark green", "amber"}


@cache
def made(category: str, seed: int) -> tuple[Model, TextureBook]:
    book = TextureBook()
    return LANDMARKS[category](np.random.default_rng(seed), book), book


def variants(category: str) -> list[tuple[Model, TextureBook]]:
    return [made(category, seed) for seed in SEEDS]


def unmatched_edges(vertices: np.ndarray) -> int:
    """Directed edges without as many opposite ones; 0 for closed solids."""
    corners, index = np.unique(np.round(vertices.reshape(-1, 3), 3), axis=0, return_inverse=True)
    faces = index.reshape(-1, 3)
    start, end = faces.ravel(), np.roll(faces, -1, axis=1).ravel()
    count = len(corners)
    distinct = start != end
    forward = np.sort((start * count + end)[distinct])
    return int((forward != np.sort((end * count + start)[distinct])).sum())


def test_there_are_enough_categories_and_a_lot_for_each() -> None:
    assert len(LANDMARKS) >= 50
    assert set(LANDMARKS) == set(LOTS)
    assert all(category == category.lower().strip() for category in LANDMARKS)


@pytest.mark.parametrize("category", LANDMARKS)
def test_meshes_are_sound(category: str) -> None:
    for model, book in variants(category):
        mesh = model.mesh
        assert model.category == category
        for array in (mesh.vertices, mesh.normals, mesh.uv):
            assert np.isfinite(array).all()
        assert np.allclose(np.linalg.norm(mesh.normals, axis=2), 1.0, atol=1e-3)
        assert unmatched_edges(mesh.vertices) == 0
        assert 12 <= len(mesh) <= BUDGETS.get(category, ORDINARY_BUDGET)
        pages = {surface.texture for surface in mesh.surfaces if surface.material == Material.TEXTURE}
        assert pages <= set(range(len(book.pages)))


@pytest.mark.parametrize("category", LANDMARKS)
def test_normals_look_outward(category: str) -> None:
    """The signed volume is positive, and shading normals agree with the faces."""
    for model, _ in variants(category):
        mesh = model.mesh
        a, b, c = np.moveaxis(mesh.vertices.astype(float), 1, 0)
        assert np.einsum("ij,ij->i", a, np.cross(b, c)).sum() > 0
        facets = np.cross(b - a, c - a)
        assert (np.einsum("ij,ikj->ik", facets, mesh.normals.astype(float)) > 0).mean() > 0.995


@pytest.mark.parametrize("category", LANDMARKS)
def test_footprints_hold_the_model_and_lots_hold_the_footprint(category: str) -> None:
    for model, _ in variants(category):
        points = model.mesh.vertices.reshape(-1, 3)
        assert MultiPoint(points[:, :2]).convex_hull.within(model.footprint.buffer(0.3))
        assert (2 * np.abs(points[:, :2]).max(axis=0) <= LOTS[category]).all()
        assert -0.01 <= points[:, 2].min() <= 0.1


@pytest.mark.parametrize("category", LANDMARKS)
def test_words_are_intrinsic_and_begin_with_a_colour(category: str) -> None:
    for seed in SEEDS:
        words = made(category, seed)[0].attributes
        assert words
        assert all(word == word.lower().strip() and word for word in words)
        assert not any(SPATIAL.search(word) for word in words)
        assert any(words[0].startswith(colour) for colour in COLOURS), words


@pytest.mark.parametrize("category", LANDMARKS)
def test_one_seed_gives_one_model(category: str) -> None:
    book = TextureBook()
    again = LANDMARKS[category](np.random.default_rng(3), book)
    model, first_book = made(category, 3)
    assert again.attributes == model.attributes
    assert again.name == model.name
    assert again.mesh.vertices.tobytes() == model.mesh.vertices.tobytes()
    assert again.mesh.uv.tobytes() == model.mesh.uv.tobytes()
    assert again.mesh.surfaces == model.mesh.surfaces
    assert book.stack().tobytes() == first_book.stack().tobytes()


def test_most_categories_have_variants() -> None:
    varied = [c for c in LANDMARKS if len({made(c, seed)[0].attributes for seed in SEEDS}) >= 2]
    assert len(varied) >= 0.95 * len(LANDMARKS)


def test_names_are_written_on_the_model() -> None:
    """A model that has a name carries pictures, or nobody could read it."""
    named = [(c, s) for c in LANDMARKS for s in SEEDS if made(c, s)[0].name]
    assert len(named) >= 20
    for category, seed in named:
        model, book = made(category, seed)
        assert book.pages, (category, model.name)


@pytest.mark.parametrize("category", ["car", "stadium", "radio tower", "tennis court"])
def test_the_gallery_shows_the_whole_model_large(category: str) -> None:
    scene = gallery(category, 1)
    assert [shown.id for shown in scene.objects] == [GROUND_ID, MODEL_ID]
    shot = view(scene, fill=0.6, size_px=256)
    points = scene.mesh.vertices[scene.mesh.object_id == MODEL_ID].reshape(-1, 3)
    pixels = shot.camera.project(points, shot.pose)
    assert shot.camera.sees(pixels).all()
    assert np.ptp(pixels, axis=0).max() == pytest.approx(0.6 * 256, abs=2)


def test_an_unknown_category_is_named() -> None:
    with pytest.raises(InputError, match=r"'volcano'.*church"):
        gallery("volcano")
