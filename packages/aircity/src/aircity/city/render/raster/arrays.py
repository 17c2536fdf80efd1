"""A scene as the kernels read it: plain arrays, triangles in the order of the tree's leaves."""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aircity.city.render.shade.texture import build_pyramids
from aircity.city.render.shadow import ShadowMap, bake_shadows
from aircity.city.render.tree.boxes import Bvh, build_bvh
from aircity.city.scene import CityScene
from aircity.city.solids.mesh import Mesh
from aircity.geometry import Camera, Pose

_BLOCK = 8192


class CityArrays(NamedTuple):
    """Everything a kernel needs; n triangles, k surfaces."""

    tree: Bvh
    corners: NDArray[np.float32]  # (n, 9)
    planes: NDArray[np.float64]  # (n, 4): unit normal by winding, and its product with any corner
    fields: NDArray[np.float32]  # (n, 22): u, v, nx, ny, nz at corner 0, each with its gradient in space,
    # then the lengths of the gradients of u and v
    owners: NDArray[np.int32]  # (n, 3): surface, object, 1 when normals vary over the triangle
    skins: NDArray[np.float64]  # (k, 8): see `Skin`
    looks: NDArray[np.int32]  # (k, 2): material, picture or -1
    pyramids: NDArray[np.uint8]  # pictures, see `build_pyramids`
    shadow: ShadowMap
    sun: NDArray[np.float64]  # (3,) unit, towards the sun
    slack_m: float
    """What rounding in single precision can move a box of the tree by."""


def prepare(scene: CityScene) -> CityArrays:
    """Build the tree, bake the shadows and lay out the arrays of a scene."""
    mesh = scene.mesh
    tree = build_bvh(mesh.vertices)
    order = tree.order
    corners = np.ascontiguousarray(mesh.vertices[order].reshape(-1, 9))
    sun = np.asarray(scene.sun, dtype=np.float64)
    sun = sun / np.linalg.norm(sun)
    with ThreadPoolExecutor(1) as aside:
        baking = aside.submit(bake_shadows, corners.reshape(-1, 3, 3), scene.bounds, sun)
        planes, fields, varies = lay_fields(mesh, order)
        pyramids = build_pyramids(scene.textures)
        shadow = baking.result()
    skins, looks = lay_looks(mesh)
    extent = float(np.abs(mesh.vertices).max()) if len(mesh) else 1.0
    return CityArrays(
        tree=tree,
        corners=corners,
        planes=planes,
        fields=fields,
        owners=np.stack([mesh.surface[order], mesh.object_id[order], varies], axis=1).astype(np.int32),
        skins=skins,
        looks=looks,
        pyramids=pyramids,
        shadow=shadow,
        sun=sun,
        slack_m=max(extent, 100.0) * 4e-6,
    )


def lay_looks(mesh: Mesh) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """(skins, looks) of the surfaces."""
    skins = np.array([[*s.colour, *s.accent, *s.scale] for s in mesh.surfaces], np.float64).reshape(-1, 8)
    return skins, np.array([[s.material, s.texture] for s in mesh.surfaces], np.int32).reshape(-1, 2)


def lay_fields(
    mesh: Mesh, order: NDArray[np.int32]
) -> tuple[NDArray[np.float64], NDArray[np.float32], NDArray[np.bool_]]:
    """(planes, fields, varies) of every triangle, in blocks that fit the processor's cache."""
    count = len(order)
    planes, fields = np.empty((count, 4), np.float64), np.empty((count, 22), np.float32)
    varies = np.empty(count, np.bool_)
    for start in range(0, count, _BLOCK):
        block = slice(start, start + _BLOCK)
        part = order[block]
        values = np.concatenate([mesh.uv[part], mesh.normals[part]], axis=2).astype(np.float64)
        planes[block], fields[block], varies[block] = _fields_of(
            mesh.vertices[part].astype(np.float64), values
        )
    return planes, fields, varies


def _fields_of(
    points: NDArray[np.float64], values: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    """The same for triangles (n, 3, 3) with values (n, 3, 5) at their corners.

    A field f with corner values f0, f1, f2 is f0 + g . (p - p0) with
    g = (f1 - f0) e2 x N / |N|² + (f2 - f0) N x e1 / |N|², N = e1 x e2.
    """
    first, second = points[:, 1] - points[:, 0], points[:, 2] - points[:, 0]
    normal = np.cross(first, second)
    squared = np.maximum((normal**2).sum(axis=1, keepdims=True), 1e-300)
    unit = normal / np.sqrt(squared)
    planes = np.concatenate([unit, (unit * points[:, 0]).sum(axis=1, keepdims=True)], axis=1)
    dual_1, dual_2 = np.cross(second, normal) / squared, np.cross(normal, first) / squared
    gradient = (values[:, 1] - values[:, 0])[..., None] * dual_1[:, None]
    gradient += (values[:, 2] - values[:, 0])[..., None] * dual_2[:, None]
    fields = np.concatenate([values[:, 0, :, None], gradient], axis=2).reshape(len(points), 20)
    fields = np.concatenate([fields, np.linalg.norm(gradient[:, :2], axis=2)], axis=1)
    varies = np.abs(values[:, 1:, 2:] - values[:, :1, 2:]).max(axis=(1, 2)) > 1e-4
    return planes, fields, varies


def view_row(pose: Pose, camera: Camera) -> NDArray[np.float64]:
    """One view for the kernels, (16,): origin, right, down, forward, then fx, fy, cx, cy in pixels."""
    rotation, origin = camera.world_from_camera(pose)
    intrinsics = (camera.fx_px, camera.fy_px, camera.cx_px, camera.cy_px)
    return np.array([*origin, *rotation[:, 0], *rotation[:, 1], *rotation[:, 2], *intrinsics], np.float64)
