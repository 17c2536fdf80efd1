"""PyBullet as a peer: its software renderer TinyRenderer, in process and without a window."""

import numpy as np
import pybullet
from numpy.typing import NDArray

from aircity.city.scene import CityScene
from aircity.cli.bench.peers import Images, ray_lengths
from aircity.geometry import Camera, Pose

_NEAR_M, _FAR_M = 0.3, 8000.0
_MAX_TRIANGLES = 20_000
_MIRROR = np.array([1.0, -1.0, 1.0])
"""PyBullet's world is right-handed: y points west there."""


def open_peer(scene: CityScene, camera: Camera) -> "PybulletPeer":
    """PyBullet over the scene's triangles."""
    return PybulletPeer(scene, camera)


class PybulletPeer:
    """One body per object, in one colour: the mean of its surfaces weighted by area."""

    def __init__(self, scene: CityScene, camera: Camera) -> None:
        self._camera = camera
        self._lengths = ray_lengths(camera)
        self._client = pybullet.connect(pybullet.DIRECT)
        self._object_of_body: dict[int, int] = {}
        order = np.argsort(scene.mesh.object_id, kind="stable")
        starts = np.flatnonzero(np.diff(scene.mesh.object_id[order], prepend=-1))
        for chosen in np.split(order, starts[1:]):
            for part in range(0, len(chosen), _MAX_TRIANGLES):
                self._add(scene, chosen[part : part + _MAX_TRIANGLES])
        self._table = np.zeros(max(self._object_of_body, default=0) + 2, np.int32)
        for body, object_id in self._object_of_body.items():
            self._table[body + 1] = object_id

    def render(self, pose: Pose) -> Images:
        """One view."""
        camera = self._camera
        rotation, origin = camera.world_from_camera(pose)
        target = origin + rotation[:, 2]
        view = pybullet.computeViewMatrix(origin * _MIRROR, target * _MIRROR, -rotation[:, 1] * _MIRROR)
        projection = pybullet.computeProjectionMatrix(
            -(camera.cx_px + 0.5) / camera.fx_px * _NEAR_M,
            (camera.width_px - 0.5 - camera.cx_px) / camera.fx_px * _NEAR_M,
            -(camera.height_px - 0.5 - camera.cy_px) / camera.fy_px * _NEAR_M,
            (camera.cy_px + 0.5) / camera.fy_px * _NEAR_M,
            _NEAR_M,
            _FAR_M,
        )
        width, height, rgba, buffer, bodies = pybullet.getCameraImage(
            camera.width_px,
            camera.height_px,
            view,
            projection,
            shadow=0,
            renderer=pybullet.ER_TINY_RENDERER,
            physicsClientId=self._client,
        )
        shape = (height, width)
        rgb = np.asarray(rgba, np.uint8).reshape(*shape, 4)[..., :3]
        planar = (
            _FAR_M * _NEAR_M / (_FAR_M - (_FAR_M - _NEAR_M) * np.asarray(buffer, np.float32).reshape(shape))
        )
        ids = self._table[np.asarray(bodies, np.int32).reshape(shape) + 1]
        depth = np.where(ids == 0, np.float32(np.inf), planar * self._lengths)
        return rgb, depth.astype(np.float32, copy=False), ids

    def close(self) -> None:
        """Leave the simulation."""
        pybullet.disconnect(self._client)

    def _add(self, scene: CityScene, chosen: NDArray[np.int64]) -> None:
        """Make a body of these triangles, all of one object."""
        mesh = scene.mesh
        corners = mesh.vertices[chosen].astype(np.float64)
        areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
        colours = np.array([mesh.surfaces[k].colour for k in mesh.surface[chosen]])
        colour = np.average(colours, axis=0, weights=areas + 1e-12)
        turned = (corners * _MIRROR)[:, ::-1].reshape(-1, 3)
        shape = pybullet.createVisualShape(
            pybullet.GEOM_MESH,
            vertices=turned.tolist(),
            indices=list(range(len(turned))),
            normals=(mesh.normals[chosen] * _MIRROR)[:, ::-1].reshape(-1, 3).tolist(),
            rgbaColor=[*colour.tolist(), 1.0],
            physicsClientId=self._client,
        )
        body = pybullet.createMultiBody(baseVisualShapeIndex=shape, physicsClientId=self._client)
        self._object_of_body[int(body)] = int(mesh.object_id[chosen[0]])
