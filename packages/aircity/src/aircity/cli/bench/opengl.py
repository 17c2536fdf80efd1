"""OpenGL as a peer: Mesa's CPU rasteriser llvmpipe through an EGL context without a window."""

import math
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from aircity.city.render.tree.boxes import build_bvh
from aircity.city.scene import CityScene
from aircity.cli.bench.peers import Images
from aircity.geometry import Camera, Pose

_NEAR_M, _FAR_M = 0.3, 8000.0
_CHUNK = 2048

_VERTEX = """
#version 330
uniform mat4 clip_from_world;
uniform vec3 eye;
in vec3 position; in vec3 normal; in vec3 colour; in int owner;
out vec3 world; out vec3 face; out vec3 paint; flat out int object;
void main() {
    gl_Position = clip_from_world * vec4(position, 1.0);
    world = position - eye; face = normal; paint = colour; object = owner;
}
"""
_FRAGMENT = """
#version 330
uniform vec3 sun;
in vec3 world; in vec3 face; in vec3 paint; flat in int object;
layout(location = 0) out vec4 rgb; layout(location = 1) out float depth; layout(location = 2) out float id;
void main() {
    depth = length(world);
    vec3 n = normalize(face);
    if (dot(n, world) > 0.0) n = -n;
    vec3 lit = paint * paint * (vec3(0.3) + 0.2 * n.z + max(dot(n, sun), 0.0));
    float clear = exp(-depth / 1800.0);
    rgb = vec4(sqrt(mix(vec3(0.66, 0.78, 0.90), lit, clear)), 1.0);
    id = float(object);
}
"""


def open_peer(scene: CityScene, camera: Camera) -> "ModernglPeer":
    """OpenGL over the scene's triangles."""
    return ModernglPeer(scene, camera)


class ModernglPeer:
    """Draws the chunks of triangles inside the frustum, near ones first."""

    def __init__(self, scene: CityScene, camera: Camera) -> None:
        self._camera = camera
        library: Any = moderngl
        self._context = library.create_context(standalone=True, backend="egl")
        self._context.enable(moderngl.DEPTH_TEST)
        size = (camera.width_px, camera.height_px)
        self._targets = [
            self._context.texture(size, 4),
            self._context.texture(size, 1, dtype="f4"),
            self._context.texture(size, 1, dtype="f4"),
        ]
        self._frame = self._context.framebuffer(self._targets, self._context.depth_renderbuffer(size))
        self._program = self._context.program(vertex_shader=_VERTEX, fragment_shader=_FRAGMENT)
        sun = np.asarray(scene.sun) / np.linalg.norm(scene.sun)
        self._program["sun"].value = tuple(float(x) for x in sun)
        order = build_bvh(scene.mesh.vertices).order
        self._vertices = self._context.vertex_array(
            self._program,
            [
                (
                    self._context.buffer(_pack(scene, order)),
                    "3f 3f 3f 1i",
                    "position",
                    "normal",
                    "colour",
                    "owner",
                )
            ],
        )
        self._starts = np.arange(0, len(order), _CHUNK)
        corners = scene.mesh.vertices[order].reshape(len(order), 9)
        low = corners.reshape(-1, 3, 3).min(axis=1)
        high = corners.reshape(-1, 3, 3).max(axis=1)
        self._low = np.minimum.reduceat(low, self._starts).astype(np.float64)
        self._high = np.maximum.reduceat(high, self._starts).astype(np.float64)
        self._count = len(order)

    def render(self, pose: Pose) -> Images:
        """One view."""
        rotation, origin = self._camera.world_from_camera(pose)
        matrix = clip_from_world(self._camera, rotation, origin)
        self._program["clip_from_world"].write(matrix.T.astype("f4").tobytes())
        self._program["eye"].value = tuple(float(x) for x in origin)
        self._frame.use()
        self._frame.clear(0.81, 0.88, 0.95, 1.0)
        for chunk in self._visible(matrix, rotation[:, 2], origin):
            first = int(self._starts[chunk]) * 3
            self._vertices.render(vertices=min(_CHUNK * 3, self._count * 3 - first), first=first)
        shape = (self._camera.height_px, self._camera.width_px)
        rgb = np.frombuffer(self._frame.read(components=3, alignment=1), np.uint8).reshape(*shape, 3)
        depth = np.frombuffer(self._frame.read(components=1, attachment=1, dtype="f4"), np.float32).reshape(
            shape
        )
        objects = np.frombuffer(self._frame.read(components=1, attachment=2, dtype="f4"), np.float32)
        ids = objects.astype(np.int32).reshape(shape)  # the sky's clear value, below 1, becomes 0
        return rgb, np.where(ids == 0, np.float32(math.inf), depth), ids

    def close(self) -> None:
        """Free the context."""
        self._context.release()

    def _visible(
        self, matrix: NDArray[np.float64], forward: NDArray[np.float64], origin: NDArray[np.float64]
    ) -> NDArray[np.int64]:
        """Chunks whose box meets the frustum, by distance."""
        planes = np.array(
            [matrix[3] + matrix[0], matrix[3] - matrix[0], matrix[3] + matrix[1], matrix[3] - matrix[1]]
        )
        inward = np.where(planes[:, None, :3] > 0, self._high, self._low)
        inside = ((inward * planes[:, None, :3]).sum(axis=2) + planes[:, 3:] >= 0).all(axis=0)
        near = (np.where(forward > 0, self._low, self._high) - origin) @ forward
        shown = np.flatnonzero(inside)
        return shown[np.argsort(near[shown], kind="stable")]


def clip_from_world(
    camera: Camera, rotation: NDArray[np.float64], origin: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(4, 4): clip coordinates whose row 0 is the image's top row, pixel centres at integers."""
    w, h = camera.width_px, camera.height_px
    depth_scale, depth_shift = (
        (_FAR_M + _NEAR_M) / (_FAR_M - _NEAR_M),
        -2 * _FAR_M * _NEAR_M / (_FAR_M - _NEAR_M),
    )
    clip_from_camera = np.array(
        [
            [2 * camera.fx_px / w, 0, (2 * camera.cx_px + 1) / w - 1, 0],
            [0, 2 * camera.fy_px / h, (2 * camera.cy_px + 1) / h - 1, 0],
            [0, 0, depth_scale, depth_shift],
            [0, 0, 1, 0],
        ]
    )
    camera_from_world = np.eye(4)
    camera_from_world[:3, :3] = rotation.T
    camera_from_world[:3, 3] = -rotation.T @ origin
    matrix: NDArray[np.float64] = clip_from_camera @ camera_from_world
    return matrix


def _pack(scene: CityScene, order: NDArray[np.int32]) -> bytes:
    """Interleaved vertices: position, normal, colour, object id."""
    mesh = scene.mesh
    colours = np.array([surface.colour for surface in mesh.surfaces], np.float32)[mesh.surface[order]]
    packed = np.empty((len(order), 3, 10), np.float32)
    packed[..., 0:3] = mesh.vertices[order]
    packed[..., 3:6] = mesh.normals[order]
    packed[..., 6:9] = colours[:, None]
    packed[..., 9] = mesh.object_id[order].view(np.float32)[:, None]
    return packed.tobytes()
