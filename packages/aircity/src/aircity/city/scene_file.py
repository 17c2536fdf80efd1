"""The scene file: arrays in an .npz, everything else as JSON inside it, checked on the way in."""

import io
import json
import math
import zipfile
from typing import Annotated, Any, BinaryIO, Literal, cast

import numpy as np
from numpy.typing import NDArray
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from aircity.city.imports.words import clean_text
from aircity.city.limits import check_bounds, check_vertices
from aircity.city.scene import Bounds, CityScene, SceneObject, TrafficWay
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Mesh, Surface
from aircity.errors import InputError

FORMAT = 1
_MOST_TRIANGLES = 20_000_000
_MOST_JSON_BYTES = 256_000_000
_MOST_BYTES = 3_000_000_000
_SUN_LENGTHS = (1e-6, 1e6)


def _printable(text: str) -> str:
    """Text that may reach a terminal: without control characters and escapes."""
    if text.isprintable():
        return text
    cleaned = clean_text(text, len(text))
    if cleaned is None:
        raise ValueError("nothing in it can be printed")
    return cleaned


_Text = Annotated[str, AfterValidator(_printable)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class _SurfaceRow(_Strict):
    material: int
    colour: tuple[float, float, float]
    accent: tuple[float, float, float]
    scale: tuple[float, float]
    texture: int


class _ObjectRow(_Strict):
    id: int
    category: _Text = Field(min_length=1, max_length=80)
    attributes: tuple[_Text, ...] = Field(max_length=32)
    footprint: tuple[tuple[float, float], ...] = Field(min_length=3)
    z_min_m: float
    z_max_m: float
    name: _Text | None = Field(max_length=200)


class _WayRow(_Strict):
    kind: Literal["road", "water"]
    points: tuple[tuple[float, float, float], ...] = Field(min_length=3, max_length=100_000)
    width_m: float = Field(gt=0.0, le=1000.0)


class _Header(_Strict):
    format: int
    name: _Text = Field(min_length=1, max_length=200)
    style: _Text = Field(max_length=80)
    seed: int | None
    sun: tuple[float, float, float]
    attribution: _Text = Field(max_length=4000)
    bounds: tuple[float, float, float, float, float, float]
    surfaces: list[_SurfaceRow]
    objects: list[_ObjectRow]
    ways: list[_WayRow] = Field(default_factory=list, max_length=100_000)


def encode_scene(stream: BinaryIO, scene: CityScene) -> None:
    """Write a scene; triangles in float32, no pickle."""
    bounds = scene.bounds
    header = {
        "format": FORMAT,
        "name": scene.name,
        "style": scene.style,
        "seed": scene.seed,
        "sun": scene.sun,
        "attribution": scene.attribution,
        "bounds": (
            bounds.x_min_m,
            bounds.y_min_m,
            bounds.x_max_m,
            bounds.y_max_m,
            bounds.z_min_m,
            bounds.z_max_m,
        ),
        "surfaces": [
            {
                "material": int(s.material),
                "colour": s.colour,
                "accent": s.accent,
                "scale": s.scale,
                "texture": s.texture,
            }
            for s in scene.mesh.surfaces
        ],
        "objects": [
            {
                "id": o.id,
                "category": o.category,
                "attributes": o.attributes,
                "footprint": o.footprint,
                "z_min_m": o.z_min_m,
                "z_max_m": o.z_max_m,
                "name": o.name,
            }
            for o in scene.objects
        ],
        "ways": [{"kind": w.kind, "points": w.points, "width_m": w.width_m} for w in scene.ways],
    }
    text = json.dumps(header, separators=(",", ":"), allow_nan=False).encode()
    mesh = scene.mesh
    np.savez(
        cast(Any, stream),
        header=np.frombuffer(text, np.uint8),
        vertices=mesh.vertices,
        normals=mesh.normals,
        uv=mesh.uv,
        surface=mesh.surface,
        object_id=mesh.object_id,
        textures=scene.textures,
    )


def decode_scene(stream: BinaryIO) -> CityScene:
    """Read a scene and check its shapes, types and ranges; raises InputError with the first fault."""
    packed = stream.read()
    _check_size(packed)
    with np.load(io.BytesIO(packed), allow_pickle=False) as archive:
        header = _read_header(_member(archive, "header"))
        vertices = _array(archive, "vertices", np.float32, (3, 3))
        count = len(vertices)
        normals = _array(archive, "normals", np.float32, (3, 3), count)
        uv = _array(archive, "uv", np.float32, (3, 2), count)
        surface = _array(archive, "surface", np.int32, (), count)
        object_id = _array(archive, "object_id", np.int32, (), count)
        textures = _array(archive, "textures", np.uint8, (256, 256, 3))
    _check_arrays(vertices, normals, uv, surface, object_id, header)
    return CityScene(
        name=header.name,
        style=header.style,
        mesh=Mesh(vertices, normals, uv, surface, object_id, _surfaces(header, len(textures))),
        objects=tuple(
            SceneObject(o.id, o.category, o.attributes, o.footprint, o.z_min_m, o.z_max_m, o.name)
            for o in header.objects
        ),
        bounds=Bounds(*header.bounds),
        seed=header.seed,
        sun=header.sun,
        textures=textures,
        attribution=header.attribution,
        ways=tuple(TrafficWay(w.kind, w.points, w.width_m) for w in header.ways),
    )


def _check_size(packed: bytes) -> None:
    """Refuse an archive that would unpack to more than any scene needs."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        unpacked = sum(member.file_size for member in archive.infolist())
    if unpacked > _MOST_BYTES:
        raise InputError(f"it unpacks to {unpacked / 1e9:.1f} GB, more than {_MOST_BYTES / 1e9:.0f}")


def _read_header(packed: NDArray[Any]) -> _Header:
    if packed.dtype != np.uint8 or packed.ndim != 1 or packed.nbytes > _MOST_JSON_BYTES:
        raise InputError("its header is not text")
    try:
        header = _Header.model_validate_json(packed.tobytes())
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise InputError(f"its header is wrong at {where or 'the top'}: {first['msg']}") from error
    if header.format != FORMAT:
        raise InputError(f"it has format {header.format}, this version reads {FORMAT}; make it again")
    check_bounds(Bounds(*header.bounds))
    if not _SUN_LENGTHS[0] < math.hypot(*header.sun) < _SUN_LENGTHS[1]:
        raise InputError(f"its sun {header.sun} has no direction")
    ids = [row.id for row in header.objects]
    if len(set(ids)) != len(ids) or any(number < 1 for number in ids):
        raise InputError("its object ids repeat or are not positive")
    return header


def _member(archive: Any, name: str) -> NDArray[Any]:
    array = archive.get(name)
    if not isinstance(array, np.ndarray):
        raise InputError(f"it has no array {name!r}")
    return array


def _array(
    archive: Any, name: str, dtype: type, shape: tuple[int, ...], count: int | None = None
) -> NDArray[Any]:
    array = _member(archive, name)
    if array.dtype != np.dtype(dtype) or array.shape[1:] != shape or array.ndim != len(shape) + 1:
        raise InputError(f"its {name} is {array.dtype} {array.shape}, wanted {np.dtype(dtype)} (n, {shape})")
    if len(array) > _MOST_TRIANGLES or (count is not None and len(array) != count):
        raise InputError(f"its {name} has {len(array)} rows, wanted {count or f'at most {_MOST_TRIANGLES}'}")
    return np.ascontiguousarray(array)


def _check_arrays(
    vertices: NDArray[np.float32],
    normals: NDArray[np.float32],
    uv: NDArray[np.float32],
    surface: NDArray[np.int32],
    object_id: NDArray[np.int32],
    header: _Header,
) -> None:
    check_vertices(vertices)
    if not (np.isfinite(normals).all() and np.isfinite(uv).all() and np.abs(normals).max() <= 1.01):
        raise InputError("its normals or uv are not finite, or a normal is longer than 1")
    if surface.min() < 0 or surface.max() >= len(header.surfaces):
        raise InputError(f"its surface numbers leave 0..{len(header.surfaces) - 1}")
    known = np.array(sorted(row.id for row in header.objects))
    if object_id.min() < 1 or not np.isin(np.unique(object_id), known).all():
        raise InputError("some triangles belong to an object that the object table does not have")


def _surfaces(header: _Header, pictures: int) -> tuple[Surface, ...]:
    surfaces = []
    for row in header.surfaces:
        if row.material not in {int(material) for material in Material}:
            raise InputError(f"material {row.material} does not exist")
        if not -1 <= row.texture < max(pictures, 0) and row.texture != -1:
            raise InputError(f"texture {row.texture} is not among its {pictures} pictures")
        if not all(0.0 <= channel <= 1.0 for channel in (*row.colour, *row.accent)):
            raise InputError(f"colour {row.colour} leaves 0..1")
        surfaces.append(Surface(Material(row.material), row.colour, row.accent, row.scale, row.texture))
    return tuple(surfaces)
