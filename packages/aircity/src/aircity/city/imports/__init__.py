"""Real cities: CityJSON, CityJSONSeq and GeoJSON files become scenes to fly in, however broken they are."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import shapely

from aircity.city.imports.capped import CappedBuilder
from aircity.city.imports.cityjson.document import attribution, read_parts
from aircity.city.imports.cityjson.placement import place_parts
from aircity.city.imports.cityjson.scene import draw_groups
from aircity.city.imports.documents import GEOJSON, SourceFile, read_source
from aircity.city.imports.geojson.document import read_features
from aircity.city.imports.geojson.scene import draw_features
from aircity.city.imports.report import Finding, ImportReport, Tally
from aircity.city.imports.truth import DrawnCity, TruthBook
from aircity.city.imports.words import clean_text
from aircity.city.limits import check_bounds, check_vertices
from aircity.city.scene import Bounds, CityScene
from aircity.errors import InputError

__all__ = ["Finding", "ImportReport", "ImportedCity", "import_city"]

Progress = Callable[[str, float], None]
"""Told what is being done and how far it is, 0 to 1."""

_HEADROOM_M = 60.0
_MIN_CEILING_M = 120.0


@dataclass(frozen=True, slots=True, eq=False)
class ImportedCity:
    """A scene made from a file, and the account of how."""

    scene: CityScene
    report: ImportReport


def import_city(path: Path, *, name: str | None = None, progress: Progress | None = None) -> ImportedCity:
    """Read a city file, repairing or leaving out what is broken; an error if nothing is usable."""
    file_name = Path(path).name
    try:
        return _import(Path(path), name, progress)
    except InputError as error:
        told = str(error)
        raise InputError(told if file_name in told else f"{file_name}: {told}") from error
    except shapely.errors.ShapelyError as error:
        raise InputError(
            f"{file_name}: its shapes cannot be put together ({str(error)[:120]}); "
            "repair its outlines, or cut a smaller area out of it"
        ) from error


def _import(path: Path, name: str | None, progress: Progress | None) -> ImportedCity:
    tell = progress or (lambda what, share: None)
    tally, builder, truth = Tally(), CappedBuilder(), TruthBook()
    tell(f"reading {path.name}", 0.0)
    source = read_source(path, tally)
    tell("file understood", 0.2)
    if source.format == GEOJSON:
        features = read_features(source.documents[0], tally)
        drawn = draw_features(builder, features, truth, tally, tell)
        credit = features.attribution
    else:
        drawn = draw_groups(
            builder, place_parts(read_parts(source.documents, tally), tally), truth, tally, tell
        )
        credit = attribution(source.documents[0])
    mesh = builder.build()
    if not len(mesh):
        raise InputError(f"{source.name} has no surface that can be drawn")
    tally.add("triangle without area", "", builder.dropped, kind="triangle")
    scene = CityScene(
        name=clean_text(name) or _name_of(source),
        style="imported",
        mesh=mesh,
        objects=truth.sized(),
        bounds=_bounds(drawn),
        attribution=clean_text(credit, 200) or "",
    )
    try:
        check_vertices(mesh.vertices)
        check_bounds(scene.bounds)
    except InputError as error:
        raise InputError(f"{source.name} cannot be flown in: {error}") from error
    tell("done", 1.0)
    version = clean_text(source.documents[0].get("version"), 8) or ""
    return ImportedCity(
        scene,
        ImportReport(
            source.name,
            source.format,
            version,
            truth.categories(),
            len(mesh),
            features=tally.features,
            drawn=tally.drawn,
            findings=tally.findings(),
        ),
    )


def _name_of(source: SourceFile) -> str:
    return clean_text(source.name.split(".", 1)[0]) or "city"


def _bounds(drawn: DrawnCity) -> Bounds:
    x_min, y_min, x_max, y_max = drawn.extent
    return Bounds(
        x_min_m=x_min,
        y_min_m=y_min,
        x_max_m=x_max,
        y_max_m=y_max,
        z_min_m=drawn.ground_min_m,
        z_max_m=max(_MIN_CEILING_M, drawn.top_m + _HEADROOM_M),
    )
