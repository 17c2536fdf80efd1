"""Records as plain rows and back, for files. What comes back is checked: a file may come from anyone."""

import base64
import json
from itertools import pairwise
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.types import StringConstraints

from airanchor.errors import InputError, MemoryFileError
from airanchor.memory.bank import LARGEST, SMALLEST, Bank
from airanchor.memory.files.signature import Signature
from airanchor.memory.records import AssociationScore, Instance, InstanceObservation, ObservationTime, Type
from airanchor.memory.words.labels import check_stored
from aircity.geometry import Extent, Footprint
from aircity.machine.untrusted import is_shallow

MOST_CORNERS = 4096
MOST_DEPTH = 32
FARTHEST_M = 1e7
DTYPES: dict[str, np.dtype[Any]] = {"float16": np.dtype("<f2"), "float64": np.dtype("<f8")}

Share = Annotated[float, Field(ge=0, le=1)]
Metres = Annotated[float, Field(ge=-FARTHEST_M, le=FARTHEST_M)]
Count = Annotated[int, Field(ge=0, le=2**53)]
EpisodeName = Annotated[str, StringConstraints(max_length=256)]
InstanceName = Annotated[str, StringConstraints(pattern=r"^O[1-9][0-9]{0,14}$")]
TypeName = Annotated[str, StringConstraints(pattern=r"^T[1-9][0-9]{0,14}$")]


class FileRow(BaseModel):
    """Strict: nothing unknown, nothing missing, no NaN."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, frozen=True)


class BankRow(FileRow):
    """A bank; vectors are n rows of little-endian numbers, raw or in base64."""

    texts: list[str] = Field(max_length=64)
    confidences: list[Share] = Field(max_length=64)
    vectors: bytes | str


class TypeRow(FileRow):
    """A type."""

    id: TypeName
    labels: BankRow


ScoreRow = tuple[
    InstanceName, TypeName, float, float, float, float, float, float | None, float, float, float, str
]
KindName = Literal["new_type", "new_instance", "merged"]
SeenRow = tuple[EpisodeName, Count, KindName, str, str | None, Share, ScoreRow | None]
RenamedRow = tuple[EpisodeName, Count, KindName, str, str | None, Share, ScoreRow | None, str]
SightingRow = SeenRow | RenamedRow
"""The last of eight is the name that somebody gave it afterwards."""


class InstanceRow(FileRow):
    """An instance."""

    id: InstanceName
    type_id: TypeName
    footprint: list[tuple[Metres, Metres]] = Field(min_length=1, max_length=MOST_CORNERS)
    z_m: tuple[Metres, Metres]
    confidence: Share
    observations: Annotated[int, Field(ge=1, le=2**53)]
    contradictions: Count = 0
    absences: Count = 0
    """Both are missing in files of older versions."""
    first_seen: tuple[EpisodeName, Count]
    last_seen: tuple[EpisodeName, Count]
    appearances: BankRow
    visuals: BankRow
    sightings: list[SightingRow] = Field(max_length=10_000)


def bytes_of_bank(bank: Bank) -> bytes:
    """A bank's vectors as little-endian numbers."""
    return bank.vectors.astype(bank.vectors.dtype.newbyteorder("<")).tobytes() if len(bank) else b""


def row_of_bank(bank: Bank) -> dict[str, Any]:
    """A bank as plain values."""
    return {
        "texts": list(bank.texts),
        "confidences": list(bank.confidences),
        "vectors": base64.b64encode(bytes_of_bank(bank)).decode("ascii"),
    }


def bank_of_row(row: BankRow, dimension: int, precision: str, *, has_texts: bool) -> Bank:
    """A bank from a row, with every value checked."""
    count, dtype = len(row.confidences), DTYPES[precision]
    if len(row.texts) != (count if has_texts else 0):
        raise InputError(f"a bank has {len(row.texts)} texts for {count} entries")
    raw = row.vectors if isinstance(row.vectors, bytes) else _from_base64(row.vectors)
    if len(raw) != count * dimension * dtype.itemsize:
        raise InputError(f"a bank's vectors have {len(raw)} bytes for {count} entries of {dimension} numbers")
    for text in row.texts:
        check_stored(text)
    if not count:
        return Bank.empty(precision)
    vectors = np.frombuffer(raw, dtype=dtype).reshape(count, dimension).astype(np.dtype(precision))
    peaks = np.abs(vectors.astype(np.float64)).max(axis=1).tolist()
    if not all(SMALLEST < peak < LARGEST for peak in peaks):
        raise InputError("a bank's vectors must be finite and not zero")
    return Bank(vectors, tuple(row.confidences), tuple(row.texts))


def row_of_type(record: Type) -> dict[str, Any]:
    """A type as plain values."""
    return {"id": record.id, "labels": row_of_bank(record.labels)}


def row_of_instance(item: Instance) -> dict[str, Any]:
    """An instance as plain values; floats survive JSON exactly."""
    return {
        "id": item.id,
        "type_id": item.type_id,
        "footprint": item.extent.footprint.vertices.tolist(),
        "z_m": [item.extent.z_min_m, item.extent.z_max_m],
        "confidence": item.confidence,
        "observations": item.observations,
        "contradictions": item.contradictions,
        "absences": item.absences,
        "first_seen": [item.first_seen.episode, item.first_seen.step],
        "last_seen": [item.last_seen.episode, item.last_seen.step],
        "appearances": row_of_bank(item.appearances),
        "visuals": row_of_bank(item.visuals),
        "sightings": [row_of_sighting(sighting) for sighting in item.sightings],
    }


def read_type(row: dict[str, Any], signature: Signature, where: str) -> Type:
    """A checked type from a row; MemoryFileError says where it is wrong."""
    try:
        checked = TypeRow.model_validate(row)
        labels = bank_of_row(checked.labels, signature.text_dimension, signature.precision, has_texts=True)
        if not len(labels):
            raise InputError("a type needs at least one label")
        return Type(checked.id, labels)
    except (ValidationError, InputError) as error:
        raise _refused(where, row, error) from None


def read_instance(row: dict[str, Any], signature: Signature, where: str) -> Instance:
    """A checked instance from a row; MemoryFileError says where it is wrong."""
    try:
        checked = InstanceRow.model_validate(row)
        text_size, precision = signature.text_dimension, signature.precision
        visuals = bank_of_row(checked.visuals, signature.image_dimension, precision, has_texts=False)
        if signature.kind == "sokb" and not len(visuals):
            raise InputError("an instance needs at least one visual feature")
        return Instance(
            checked.id,
            checked.type_id,
            bank_of_row(checked.appearances, text_size, precision, has_texts=True),
            visuals,
            _read_extent(checked),
            checked.confidence,
            checked.observations,
            ObservationTime(*checked.first_seen),
            ObservationTime(*checked.last_seen),
            tuple(_read_sighting(sighting) for sighting in checked.sightings),
            checked.contradictions,
            checked.absences,
        )
    except (ValidationError, InputError) as error:
        raise _refused(where, row, error) from None


def _from_base64(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        raise InputError("a bank's vectors are not base64") from None


def _read_extent(row: InstanceRow) -> Extent:
    corners = row.footprint
    footprint = Footprint.hull_of(corners)
    ring_m2 = _ring_area_m2(corners)
    if abs(ring_m2 - footprint.area_m2) > 1e-6 * (1 + footprint.area_m2):
        raise InputError(
            f"a footprint of {len(corners)} corners is not a convex ring: it covers {ring_m2:.6g} m2, "
            f"its hull {footprint.area_m2:.6g} m2"
        )
    return Extent(footprint, *row.z_m)


def _ring_area_m2(corners: list[tuple[float, float]]) -> float:
    """The area inside an open ring; for one that crosses itself it is not that of its hull."""
    x0, y0 = corners[0]
    twice = 0.0
    for (x1, y1), (x2, y2) in pairwise(corners):
        twice += (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    return abs(twice) / 2


def row_of_sighting(sighting: InstanceObservation) -> list[Any]:
    score = sighting.score
    told = None if score is None else [getattr(score, name) for name in AssociationScore.__slots__]
    return [
        sighting.moment.episode,
        sighting.moment.step,
        sighting.kind,
        sighting.category,
        sighting.appearance,
        sighting.confidence,
        told,
        *([] if sighting.renamed is None else [sighting.renamed]),
    ]


def _read_sighting(row: SightingRow) -> InstanceObservation:
    episode, step, kind, category, appearance, confidence, score, *renamed = row
    for text in (category, appearance, *renamed):
        if text is not None:
            check_stored(text)
    told = None if score is None else AssociationScore(*score)
    moment = ObservationTime(episode, step)
    return InstanceObservation(moment, kind, category, appearance, confidence, told, *renamed)


def _refused(where: str, row: Any, error: Exception) -> MemoryFileError:
    name = row.get("id") if isinstance(row, dict) else None
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False)[0]
        problem = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    else:
        problem = str(error)
    shown = ascii(name)[:40]
    return MemoryFileError(f"{where}: record {shown} is not usable: {problem}")


def parse_json(text: str, where: str) -> Any:
    """JSON without NaN or infinity, or MemoryFileError."""

    def forbid(token: str) -> float:
        raise MemoryFileError(f"{where} holds {token}, which is not JSON")

    try:
        value = json.loads(text, parse_constant=forbid)
    except (ValueError, RecursionError) as error:
        raise MemoryFileError(f"{where} is not JSON: {error}") from None
    if not is_shallow(value, MOST_DEPTH):
        raise MemoryFileError(f"{where} is nested more than {MOST_DEPTH} deep; no memory is")
    return value
