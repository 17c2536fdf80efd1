"""One landmark on plain ground and the camera that shows it well, for pictures and recognition trials."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aircity.city.landmarks import LANDMARKS
from aircity.city.scene import Bounds, CityScene, SceneObject
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import MeshBuilder, Surface
from aircity.city.solids.model import TextureBook, place
from aircity.errors import InputError
from aircity.geometry import Camera, Pose, arithmetic

GROUND_ID, MODEL_ID = 1, 2
GROUND = Surface(Material.PLAIN, (0.56, 0.60, 0.50))


@dataclass(frozen=True, slots=True)
class View:
    """Where to stand and how the camera is pitched."""

    pose: Pose
    camera: Camera


def gallery(category: str, seed: int = 0) -> CityScene:
    """The variant of a category that `seed` gives, at the origin, its front towards north."""
    if category not in LANDMARKS:
        raise InputError(f"unknown category {category!r}; valid are {', '.join(sorted(LANDMARKS))}")
    book, builder = TextureBook(), MeshBuilder()
    model = LANDMARKS[category](np.random.default_rng(seed), book)
    shown = place(builder, model, object_id=MODEL_ID, x_m=0.0, y_m=0.0)
    far = 2000.0
    corners = [(far, -far, 0.0), (far, far, 0.0), (-far, far, 0.0), (-far, -far, 0.0)]
    builder.quads([corners], GROUND, GROUND_ID)
    square = tuple((x, y) for x, y, _ in corners)
    ground = SceneObject(GROUND_ID, "ground", ("plain",), square, 0.0, 0.0)
    return CityScene(
        name=f"gallery-{category}-{seed}",
        style="gallery",
        mesh=builder.build(),
        objects=(ground, shown),
        bounds=Bounds(-far, -far, far, far),
        seed=seed,
        textures=book.stack(),
    )


def view(
    scene: CityScene,
    *,
    bearing_deg: float | None = None,
    elevation_deg: float | None = None,
    fill: float = 0.7,
    size_px: int = 512,
    fov_deg: float = 50.0,
) -> View:
    """A drone's view of a gallery model, which spans about `fill` of the picture.

    The camera stands at `bearing_deg` clockwise from the model's front and looks down by `elevation_deg`;
    by default it shows long things from the side and flat things from higher up.
    """
    points = scene.mesh.vertices[scene.mesh.object_id == MODEL_ID].reshape(-1, 3).astype(float)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    length, width, height = np.ptp(points, axis=0)
    if bearing_deg is None:
        bearing_deg = 58.0 if length > 2.5 * width else 35.0
    if elevation_deg is None:
        elevation_deg = 38.0 if height < 0.25 * max(length, width) else 25.0
    bearing, down = math.radians(bearing_deg), math.radians(elevation_deg)
    away = np.array([math.cos(bearing) * math.cos(down), math.sin(bearing) * math.cos(down), math.sin(down)])
    camera = Camera.from_fov(size_px, size_px, fov_deg).pitched(-down)
    heading = bearing + math.pi
    distance = 10.0 * float(arithmetic.norm([length, width, height]))
    right, below, _ = camera.world_from_camera(_stand(middle, heading))[0].T
    for _ in range(30):
        pixels = camera.project(points, _stand(middle + distance * away, heading))
        low, high = pixels.min(axis=0), pixels.max(axis=0)
        off_u, off_v = ((low + high) / 2 - (camera.cx_px, camera.cy_px)) * distance / camera.fx_px
        middle = middle + off_u * right + off_v * below
        distance *= float(max(high - low)) / (fill * size_px)
    return View(_stand(middle + distance * away, heading), camera)


def _stand(point: NDArray[np.float64], heading_rad: float) -> Pose:
    return Pose(float(point[0]), float(point[1]), float(point[2]), heading_rad)
