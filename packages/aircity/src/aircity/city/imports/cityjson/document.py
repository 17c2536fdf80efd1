"""CityJSON and CityJSONSeq, versions 0.8 to 2.0: from documents to parts with checked surfaces.

A part is the chosen geometry of one city object: the highest level of detail, the one with semantics
where several are equal. Coordinates are the file's own (east, north, up) in float64.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aircity.city.imports.capped import check_count
from aircity.city.imports.cityjson.rings import Face, read_face, triangles_of
from aircity.city.imports.report import Tally
from aircity.city.imports.words import COORDINATE_LIMIT, number

Floats = NDArray[np.float64]
KNOWN_VERSIONS = ("0.8", "0.9", "1.0", "1.1", "2.0")
_DEPTH = {"MultiSurface": 0, "CompositeSurface": 0, "Solid": 1, "MultiSolid": 2, "CompositeSolid": 2}
_IDENTITY = np.eye(4)


@dataclass(frozen=True, slots=True, eq=False)
class CityPart:
    """One city object that can be drawn."""

    id: str
    root_id: str
    """The object it belongs to in the end: a part's building, a building's own id."""
    type: str
    root_type: str
    attributes: Mapping[str, Any]
    """Its own over its root's."""
    vertices: Floats  # (n, 3)
    faces: tuple[Face, ...]
    semantics: tuple[str, ...]
    """Per face: "RoofSurface", "WallSurface" ... or ""."""
    lod: float


@dataclass(frozen=True, slots=True, eq=False)
class _Document:
    objects: Mapping[str, Any]
    vertices: Floats
    templates: Sequence[Any]
    template_vertices: Floats


def read_parts(documents: Sequence[Mapping[str, Any]], tally: Tally) -> list[CityPart]:
    """All drawable parts of a CityJSON document, or of a CityJSONSeq header with its features."""
    version = str(documents[0].get("version", ""))[:8]
    if version not in KNOWN_VERSIONS:
        tally.guess("unknown version, read as 2.0", version or "none")
    transform = _transform(documents[0], tally)
    templates = documents[0].get("geometry-templates")
    template_list = templates.get("templates") if isinstance(templates, dict) else None
    template_raw = templates.get("vertices-templates") if isinstance(templates, dict) else None
    parts: list[CityPart] = []
    triangles = 0
    for document in documents:
        objects = document.get("CityObjects")
        if not isinstance(objects, dict):
            tally.add("document without city objects", document.get("id", ""))
            continue
        own = document.get("transform")
        placed = _transform(document, tally) if isinstance(own, dict) else transform
        source = _Document(
            objects,
            _coordinates(document.get("vertices"), tally) * placed[0] + placed[1],
            template_list if isinstance(template_list, list) else [],
            _coordinates(template_raw, tally),
        )
        tally.features += len({_root(id_, objects) for id_, raw in objects.items() if _is_thing(raw)})
        for part in _document_parts(source, tally):
            triangles += sum(map(triangles_of, part.faces))
            check_count(triangles)
            parts.append(part)
    return parts


def attribution(document: Mapping[str, Any]) -> str:
    """Whom the file's metadata names."""
    metadata = document.get("metadata")
    if not isinstance(metadata, dict):
        return ""
    contact = metadata.get("pointOfContact")
    name = contact.get("contactName") if isinstance(contact, dict) else None
    words = [metadata.get("title") or metadata.get("datasetTitle"), name]
    return ", ".join(word for word in words if isinstance(word, str) and word)


def _transform(document: Mapping[str, Any], tally: Tally) -> tuple[Floats, Floats]:
    raw = document.get("transform")
    unit = np.ones(3), np.zeros(3)
    if not isinstance(raw, dict):
        tally.guess("missing transform, vertices taken as metres")
        return unit
    try:
        scale = np.asarray(raw.get("scale"), dtype=np.float64)
        translate = np.asarray(raw.get("translate"), dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        scale = translate = np.zeros(0)
    if (
        scale.shape != (3,)
        or translate.shape != (3,)
        or not (np.abs([scale, translate]) < COORDINATE_LIMIT).all()
        or not (scale > 0).all()
    ):
        tally.guess("broken transform, vertices taken as metres")
        return unit
    return scale, translate


def _coordinates(raw: object, tally: Tally) -> Floats:
    """Vertices (n, 3); those that are not three finite numbers become NaN, so that indices stay right."""
    if not isinstance(raw, list) or not raw:
        return np.zeros((0, 3))
    try:
        points = np.array(raw, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        points = np.zeros(0)
    if points.ndim != 2 or points.shape[1] != 3:
        points = np.full((len(raw), 3), np.nan)
        for index, vertex in enumerate(raw):
            values = [number(value) for value in vertex[:3]] if isinstance(vertex, list) else []
            if len(values) == 3 and None not in values:
                points[index] = values
    broken = ~(np.abs(points) < 1e3 * COORDINATE_LIMIT).all(axis=1)  # before scaling, millimetres are usual
    tally.add("vertex that is not three finite numbers", int(broken.argmax()), int(broken.sum()))
    points[broken] = np.nan
    return points


def _document_parts(source: _Document, tally: Tally) -> Iterator[CityPart]:
    for id_, raw in source.objects.items():
        if not isinstance(raw, dict):
            tally.add("city object that is not an object", id_)
            continue
        geometries = raw.get("geometry")
        listed = geometries if isinstance(geometries, list) else []
        chosen = _choose(listed, id_, tally)
        kind = str(raw.get("type", ""))[:40]
        if chosen is None:
            if not listed and not raw.get("children") and kind != "CityObjectGroup":
                tally.add("object without a geometry", id_, kind=kind)
            continue
        geometry, lod = chosen
        vertices = source.vertices
        if geometry.get("type") == "GeometryInstance":
            instance = _instantiate(geometry, source)
            if instance is None:
                tally.add("geometry instance without a usable template", id_, kind=kind)
                continue
            geometry, vertices = instance
        faces, semantics = _faces(geometry, vertices, id_, tally)
        if not faces:
            tally.add("object without a usable surface", id_, kind=kind)
            continue
        if vertices is not source.vertices:
            vertices, faces = _without_unused(vertices, faces)
        root_id = _root(id_, source.objects)
        root = source.objects[root_id]
        own = raw.get("attributes")
        inherited = root.get("attributes")
        yield CityPart(
            id=id_,
            root_id=root_id,
            type=str(raw.get("type", "")),
            root_type=str(root.get("type", "")),
            attributes={
                **(inherited if isinstance(inherited, dict) else {}),
                **(own if isinstance(own, dict) else {}),
            },
            vertices=vertices,
            faces=tuple(faces),
            semantics=tuple(semantics),
            lod=lod,
        )


def _is_thing(raw: Any) -> bool:
    return isinstance(raw, dict) and raw.get("type") != "CityObjectGroup"


def _root(id_: str, objects: Mapping[str, Any]) -> str:
    seen = {id_}
    while True:
        raw = objects[id_]
        parents = raw.get("parents") or raw.get("parent")
        parent = parents[0] if isinstance(parents, list) and parents else parents
        if not isinstance(parent, str) or parent in seen or not isinstance(objects.get(parent), dict):
            return id_
        if objects[parent].get("type") == "CityObjectGroup":
            return id_
        seen.add(parent)
        id_ = parent


def _choose(geometries: list[Any], id_: str, tally: Tally) -> tuple[Mapping[str, Any], float] | None:
    """The geometry with the highest level of detail, then with semantics, then a solid."""
    best: tuple[float, bool, bool] | None = None
    chosen: Mapping[str, Any] | None = None
    for geometry in geometries:
        kind = str(geometry.get("type")) if isinstance(geometry, dict) else type(geometry).__name__
        if kind not in _DEPTH and kind != "GeometryInstance":
            tally.add(f"geometry of type {kind[:24]}", id_)
            continue
        lod = number(geometry.get("lod")) or 0.0
        rank = (lod, isinstance(geometry.get("semantics"), dict), kind == "Solid")
        if best is not None:
            tally.add("duplicate geometry" if rank[0] == best[0] else "lower level of detail", id_)
        if best is None or rank > best:
            best, chosen = rank, geometry
    return None if best is None or chosen is None else (chosen, best[0])


def _instantiate(geometry: Mapping[str, Any], source: _Document) -> tuple[Mapping[str, Any], Floats] | None:
    """A template's geometry moved to its place: M·v + the reference point."""
    index, anchor = geometry.get("template"), geometry.get("boundaries")
    if type(index) is not int or not 0 <= index < len(source.templates):
        return None
    if not isinstance(anchor, list) or len(anchor) != 1 or type(anchor[0]) is not int:
        return None
    template = source.templates[index]
    if not isinstance(template, dict) or not 0 <= anchor[0] < len(source.vertices):
        return None
    try:
        matrix = np.array(geometry.get("transformationMatrix", _IDENTITY), dtype=np.float64).reshape(4, 4)
    except (TypeError, ValueError, OverflowError):
        return None
    if not np.isfinite(matrix).all():
        return None
    moved = source.template_vertices @ matrix[:3, :3].T + matrix[:3, 3] + source.vertices[anchor[0]]
    return template, moved


def _without_unused(vertices: Floats, faces: list[Face]) -> tuple[Floats, list[Face]]:
    """Only the vertices that the faces use, so that many instances do not each hold all templates."""
    used = sorted({index for face in faces for ring in face for index in ring})
    place = {index: position for position, index in enumerate(used)}
    return vertices[used], [tuple([place[index] for index in ring] for ring in face) for face in faces]


def _faces(
    geometry: Mapping[str, Any], vertices: Floats, id_: str, tally: Tally
) -> tuple[list[Face], list[str]]:
    kinds, values = _semantics(geometry)
    faces: list[Face] = []
    semantics: list[str] = []
    for surface, value in _surfaces(
        geometry.get("boundaries"), values, _DEPTH.get(str(geometry.get("type")), -1)
    ):
        face = read_face(surface, vertices, id_, tally)
        if face is not None:
            faces.append(face)
            semantics.append(kinds[value] if isinstance(value, int) and 0 <= value < len(kinds) else "")
    return faces, semantics


def _semantics(geometry: Mapping[str, Any]) -> tuple[list[str], Any]:
    raw = geometry.get("semantics")
    surfaces = raw.get("surfaces") if isinstance(raw, dict) else None
    if not isinstance(raw, dict) or not isinstance(surfaces, list):
        return [], None
    return [str(item.get("type", "")) if isinstance(item, dict) else "" for item in surfaces], raw.get(
        "values"
    )


def _surfaces(boundaries: Any, values: Any, depth: int) -> Iterator[tuple[Any, Any]]:
    """Each surface with its semantic value; of a solid only the outer shell, which is all one can see."""
    if depth < 0 or not isinstance(boundaries, list):
        return
    items = boundaries[:1] if depth == 1 else boundaries
    for index, item in enumerate(items):
        value = values[index] if isinstance(values, list) and index < len(values) else None
        if depth == 0:
            yield item, value
        else:
            yield from _surfaces(item, value, depth - 1)
