"""What a memory file says of itself, checked before it is believed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from airanchor.errors import AirAnchorError, MemoryFileError
from airanchor.memory.config import MemoryConfig
from airanchor.memory.files.rows import DTYPES
from airanchor.memory.files.signature import KINDS, Signature
from airanchor.memory.lookup.register import Register
from airanchor.memory.records import Instance, Type

_WIDER: dict[type, tuple[type, ...]] = {float: (int,)}
"""JSON writes 20.0 as 20 where it likes."""


def check_signature(plain: Any, where: str) -> Signature:
    """A signature from plain values, or MemoryFileError."""
    wanted = {field.name: field.type for field in fields(Signature)}
    if not isinstance(plain, dict) or set(plain) != set(wanted):
        raise MemoryFileError(f"{where}: its signature must have exactly {', '.join(wanted)}")
    for name, kind in wanted.items():
        if not isinstance(plain[name], kind) or (kind is int and not 0 < plain[name] <= 65536):  # type: ignore[arg-type]
            raise MemoryFileError(f"{where}: its {name} is {str(plain[name])[:60]!r}, which cannot be")
    signature = Signature(**plain)
    if signature.kind not in KINDS or signature.precision not in DTYPES:
        raise MemoryFileError(
            f"{where}: kind {signature.kind!r} or precision {signature.precision!r} is unknown"
        )
    return signature


RETIRED = ("absence_decay", "absences_to_forget")
"""Settings that older files name, and that no memory of any flight was built with."""


def check_config(plain: Any, where: str) -> MemoryConfig:
    """Settings from plain values, or MemoryFileError."""
    try:
        given = {name: value for name, value in dict(plain).items() if name not in RETIRED}
        default = MemoryConfig()
        config = default.overlaid(given)
    except (AirAnchorError, TypeError, ValueError) as error:
        raise MemoryFileError(f"{where}: its settings are not usable: {error}") from None
    given.pop("odds", None)  # a table of its own, whose values were checked as it was laid over the default
    for name, value in given.items():
        usual = getattr(default, name)
        kinds = (int, float, type(None)) if usual is None else (type(usual), *_WIDER.get(type(usual), ()))
        if not isinstance(value, kinds) or (isinstance(value, bool) and not isinstance(usual, bool)):
            raise MemoryFileError(f"{where}: its setting {name} is {ascii(value)[:60]}, which cannot be")
    return config


def check_counters(plain: Any, where: str) -> dict[str, Any]:
    """Next ids and refusals from plain values, or MemoryFileError."""
    ok = isinstance(plain, dict) and set(plain) == {"next_type", "next_instance", "refused"}
    ok = ok and all(
        type(plain[name]) is int and 0 < plain[name] < 2**53 for name in ("next_type", "next_instance")
    )
    ok = ok and isinstance(plain["refused"], dict) and len(plain["refused"]) <= 64
    if not ok or not all(type(count) is int for count in plain["refused"].values()):
        raise MemoryFileError(f"{where}: its counters are not usable")
    return dict(plain)


def assemble(
    types: Sequence[Type], instances: Sequence[Instance], counters: dict[str, Any], where: str
) -> Register:
    """A register of checked records; MemoryFileError where ids repeat or a type is missing."""
    for ids in ([record.id for record in types], [item.id for item in instances]):
        name, count = Counter(ids).most_common(1)[0] if ids else ("", 0)
        if count > 1:
            raise MemoryFileError(f"{where}: the id {name} is used {count} times")
    known = {record.id for record in types}
    for item in instances:
        if item.type_id not in known:
            raise MemoryFileError(f"{where}: {item.id} is of type {item.type_id}, which is missing")
    register = Register()
    register.next_type, register.next_instance = counters["next_type"], counters["next_instance"]
    register.refused = Counter(counters["refused"])
    register.fill(types, instances)
    return register


def counters_of(register: Register) -> dict[str, Any]:
    """Next ids and refusals, as plain values."""
    return {
        "next_type": register.next_type,
        "next_instance": register.next_instance,
        "refused": dict(register.refused),
    }
