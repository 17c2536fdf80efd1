"""Procedural scenes: the same every time, consistent, unambiguous, and with air to fly in."""

import hashlib
import math
import re
import subprocess
import sys

import numpy as np
import pytest
from shapely import STRtree, area, intersection, polygons
from shapely.geometry import Polygon

from aircity.city.catalogue import make_scene
from aircity.city.procedural.styles import MIXED, STYLE_NAMES, STYLES
from aircity.city.procedural.styles.mixed import PARTS, mix_style
from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene
from aircity.city.solids.materials import Material
from tests.folders import ROOT

SIZE_M = 300.0
QUICK = ("old-town", "river-town", MIXED)
EACH = [pytest.param(style, marks=() if style in QUICK else pytest.mark.slow) for style in STYLE_NAMES]


class Scenes:
    """Small scenes, each made when first asked for."""

    def __init__(self) -> None:
        self._made: dict[str, CityScene] = {}

    def __getitem__(self, style: str) -> CityScene:
        if style not in self._made:
            self._made[style] = make_scene(style, 5, SIZE_M)
        return self._made[style]


@pytest.fixture(scope="module")
def scenes() -> Scenes:
    """One small scene per style."""
    return Scenes()


def digest(scene: CityScene) -> str:
    mesh = scene.mesh
    arrays = (mesh.vertices, mesh.normals, mesh.uv, mesh.surface, mesh.object_id, scene.textures)
    parts = [array.tobytes() for array in arrays] + [
        repr(mesh.surfaces).encode(),
        repr(scene.objects).encode(),
    ]
    return hashlib.sha256(b"".join(parts)).hexdigest()


PROCESSORS = (
    {},
    {"OPENBLAS_CORETYPE": "Prescott"},
    {"NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX512_ICL AVX512_SPR"},
)
"""Settings by which numpy takes the routines that it has for other processors."""


@pytest.mark.parametrize("processor", PROCESSORS, ids=("as it is", "old products", "old vectors"))
def test_the_same_seed_gives_the_same_bytes_in_another_process(processor: dict[str, str]) -> None:
    code = (
        "from tests.aircity.city.test_generate import digest;"
        "from aircity.city.catalogue import make_scene;"
        "print(digest(make_scene('river-town', 4, 260.0)))"
    )
    environment = {"PYTHONHASHSEED": "7", "PATH": "/usr/bin:/bin", **processor}
    other = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    assert other.stdout.strip() == digest(make_scene("river-town", 4, 260.0))


def test_what_builds_a_city_leaves_no_choice_to_the_processor() -> None:
    folder = ROOT / "packages/aircity/src/aircity/city"
    files = [file for room in ("procedural", "landmarks", "solids") for file in (folder / room).rglob("*.py")]
    chosen = re.compile(r"np\.(sin|cos|tan|arctan2?|exp|log|power|dot|matmul|convolve|linalg)\b| @ ")
    assert len(files) > 60
    assert [file.name for file in files if chosen.search(file.read_text("utf-8"))] == []


def test_another_seed_gives_another_city(scenes: Scenes) -> None:
    assert digest(make_scene("old-town", 6, SIZE_M)) != digest(scenes["old-town"])


@pytest.mark.parametrize("style", EACH)
def test_every_triangle_has_an_object_and_every_object_a_triangle(scenes: Scenes, style: str) -> None:
    scene = scenes[style]
    table = [row.id for row in scene.objects]
    assert len(set(table)) == len(table)
    assert set(np.unique(scene.mesh.object_id).tolist()) == set(table)
    assert min(table) >= 1


@pytest.mark.parametrize("style", EACH)
def test_the_table_tells_the_truth_about_the_mesh(scenes: Scenes, style: str) -> None:
    scene = scenes[style]
    points, owner = scene.mesh.vertices.reshape(-1, 3), np.repeat(scene.mesh.object_id, 3)
    order = np.argsort(owner, kind="stable")
    points, owner = points[order], owner[order]
    for row in scene.objects:
        first, last = np.searchsorted(owner, [row.id, row.id + 1])
        own = points[first:last]
        outline = Polygon(row.footprint)
        assert outline.is_valid or outline.buffer(0).area > 0, row
        assert outline.exterior.is_ccw, row
        assert row.z_min_m <= row.z_max_m
        assert own[:, 2].max() <= row.z_max_m + 0.6, row
        if row.category not in ("field", "hills", "road", "path", "embankment"):
            reach = outline.buffer(0).buffer(9.0).bounds
            assert own[:, 0].min() >= reach[0] and own[:, 0].max() <= reach[2], row
            assert own[:, 1].min() >= reach[1] and own[:, 1].max() <= reach[3], row


@pytest.mark.parametrize("style", EACH)
def test_words_are_plain(scenes: Scenes, style: str) -> None:
    for row in scenes[style].objects:
        assert row.category == row.category.lower().strip() and row.category
        for word in row.attributes:
            assert word and word == word.lower().replace("l-shaped", "L-shaped").replace(
                "u-shaped", "U-shaped"
            )
            assert not {"north", "south", "east", "west", "left", "right", "near"} & set(word.split())


@pytest.mark.parametrize("style", EACH)
def test_no_two_objects_share_flat_ground_at_one_height(scenes: Scenes, style: str) -> None:
    scene = scenes[style]
    corners = scene.mesh.vertices.astype(np.float64)
    low = (np.ptp(corners[..., 2], axis=1) < 1e-6) & (corners[:, 0, 2] < 1.0)
    flat, owner = corners[low], scene.mesh.object_id[low]
    shapes = polygons(np.concatenate([flat[..., :2], flat[:, :1, :2]], axis=1))
    big = area(shapes) > 0.01
    shapes, owner, height = shapes[big], owner[big], flat[big, 0, 2]
    one, two = STRtree(shapes).query(shapes, predicate="intersects")
    suspect = (one < two) & (owner[one] != owner[two]) & (np.abs(height[one] - height[two]) < 0.025)
    shared = area(intersection(shapes[one[suspect]], shapes[two[suspect]]))
    worst = int(np.argmax(shared)) if len(shared) else 0
    names = {row.id: row.category for row in scene.objects}
    pair = (names[owner[one[suspect][worst]]], names[owner[two[suspect][worst]]]) if len(shared) else ()
    assert not len(shared) or shared[worst] < 0.1, (pair, shared[worst])


@pytest.mark.parametrize("style", EACH)
def test_streets_can_be_flown_at_fifteen_metres(scenes: Scenes, style: str) -> None:
    scene = scenes[style]
    chosen = [i for i, s in enumerate(scene.mesh.surfaces) if s.material == Material.ROAD]
    road = scene.mesh.vertices[np.isin(scene.mesh.surface, chosen)].astype(np.float64).mean(axis=1)
    bounds = scene.bounds
    inside = (road[:, 0] > bounds.x_min_m + 60) & (road[:, 0] < bounds.x_max_m - 60)
    inside &= (road[:, 1] > bounds.y_min_m + 60) & (road[:, 1] < bounds.y_max_m - 60)
    road = road[inside]
    assert len(road) > 10
    renderer = Renderer(scene)
    blocked = [
        tuple(spot)
        for spot in road[:: max(1, len(road) // 60)]
        if renderer.touches((spot[0], spot[1], 15.0), (spot[0], spot[1], 15.0), 2.0)
    ]
    renderer.close()
    assert not blocked, blocked


@pytest.mark.parametrize("style", ["river-town", pytest.param("harbour", marks=pytest.mark.slow)])
def test_the_ground_reaches_the_horizon(scenes: Scenes, style: str) -> None:
    renderer = Renderer(scenes[style])
    headings = np.radians(np.arange(0, 360, 15.0))
    drop = math.atan2(60.0, 1450.0)
    rays = np.column_stack([np.cos(headings), np.sin(headings), np.full(len(headings), -math.tan(drop))])
    hits = renderer.raycast(np.tile((0.0, 0.0, 60.0), (len(rays), 1)), rays)
    renderer.close()
    assert (hits.object_id > 0).all()


@pytest.mark.slow
def test_styles_look_different(scenes: Scenes) -> None:
    sets = {style: frozenset(row.category for row in scenes[style].objects) for style in STYLES}
    assert len(set(sets.values())) == len(sets)
    assert "canal" in sets["canal-town"] and "beach" in sets["seaside"] and "railway" in sets["industrial"]


def test_a_mixture_is_of_its_seed_and_of_what_takes_part() -> None:
    one, other = mix_style(3), mix_style(4)
    assert mix_style(3) == one != other
    assert {fill for fill, _ in one.fills} <= {fill for part in PARTS for fill, _ in part.fills}
    assert set(one.wishes) <= {wish for part in PARTS for wish in part.wishes}
    assert STYLES["canal-town"] not in PARTS and STYLES["seaside"] not in PARTS
    assert len({mix_style(seed).layout for seed in range(40)}) == len(PARTS)


def test_a_junction_that_folds_onto_itself_is_drawn() -> None:
    scene = make_scene("river-town", 7014, 450.0)
    assert len(scene.objects) > 100 and np.isfinite(scene.mesh.vertices).all()


@pytest.mark.parametrize(
    ("style", "seed", "size_m"),
    [
        ("harbour", 91, 200.0),
        *(
            pytest.param(style, 4000 + place, 200.0 + 30 * place, marks=pytest.mark.slow)
            for place, style in enumerate(STYLE_NAMES)
        ),
    ],
)
def test_any_style_seed_and_size_makes_a_city(style: str, seed: int, size_m: float) -> None:
    scene = make_scene(style, seed, size_m)
    assert len(scene.objects) > 100 and np.isfinite(scene.mesh.vertices).all()
