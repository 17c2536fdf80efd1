"""Where profiles live: shipped with the package, in the user's folder, or at any path. TOML in, TOML out."""

import difflib
import json
import os
import tempfile
from collections.abc import Mapping
from datetime import date
from importlib import resources
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from airanchor.errors import InputError
from airanchor.reasoner.profiles.named import (
    PROVIDERS,
    addressed_model,
    is_named_model,
    model_name,
    provided_model,
)
from airanchor.reasoner.profiles.profile import NAME, RULES, ModelProfile
from airanchor.reasoner.role import shown
from aircity.machine.folders import config_folder
from aircity.machine.untrusted import parse_toml, read_text

MAX_BYTES = 100_000
"""Of one profile."""


def user_folder() -> Path:
    """Where the user's profiles are kept: under $AIRANCHOR_CONFIG, or the system's place for settings."""
    return config_folder("profiles", "airanchor")


def list_profiles(folder: Path | None = None) -> tuple[str, ...]:
    """The names that can be loaded: the user's and those shipped."""
    own = folder or user_folder()
    return tuple(
        sorted({*_shipped(), *(path.stem for path in own.glob("*.toml") if NAME.fullmatch(path.stem))})
    )


def load_profile(name_or_path: str | Path, folder: Path | None = None) -> ModelProfile:
    """A profile by its name (the user's own before the shipped one), by the path of a .toml file, or the one
    that follows from a model's name or address, as in openai/gpt-4.1, with what a probe of it found."""
    wanted = str(name_or_path)
    if isinstance(name_or_path, str) and is_named_model(wanted):
        return _named(wanted, folder or user_folder())
    if isinstance(name_or_path, Path) or wanted.endswith(".toml") or "/" in wanted or os.sep in wanted:
        return _read(Path(wanted).expanduser())
    own = (folder or user_folder()) / f"{wanted}.toml"
    if NAME.fullmatch(wanted) and own.is_file():
        return _read(own)
    if wanted in _shipped():
        return parse_profile(_shipped()[wanted], f"the shipped profile {wanted!r}")
    raise InputError(
        f"there is no profile {wanted[:80]!r}; there are {', '.join(list_profiles(folder))}, "
        f"or give the path of a .toml file; {RULES!r} names the embedded rules, and PROVIDER/MODEL or "
        f"http://HOST/v1#MODEL a model (providers: {', '.join(PROVIDERS)})"
    )


def _named(text: str, folder: Path) -> ModelProfile:
    """The model of that name; as it was probed, where it was."""
    if "://" in text:
        fresh = addressed_model(text)
    else:
        provider = PROVIDERS[text.partition("/")[0]]
        fresh = provided_model(text, parse_profile(_shipped()[provider], f"the shipped profile {provider!r}"))
    kept = folder / f"{model_name(text)}.toml"
    known = _read(kept) if kept.is_file() else fresh
    return known if (known.base_url, known.model) == (fresh.base_url, fresh.model) else fresh


def save_profile(profile: ModelProfile, folder: Path | None = None) -> Path:
    """Write a profile into the user's folder, whole or not at all, and return its path."""
    target = (folder or user_folder()) / f"{profile.name}.toml"
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=target.parent, delete=False) as draft:
        draft.write(profile_toml(profile))
    Path(draft.name).replace(target)
    return target


def parse_profile(text: str, source: str) -> ModelProfile:
    """A profile from TOML; errors name the source, the key and the closest valid one, never a value that may
    be a secret."""
    try:
        document = parse_toml(text)
    except ValueError as error:
        raise InputError(f"{source} is not valid TOML: {error}") from None
    _check_keys(document, source)
    try:
        return ModelProfile.model_validate(document)
    except ValidationError as error:
        raise InputError(f"{source} cannot be used:\n{_faults(error)}") from None


def profile_toml(profile: ModelProfile) -> str:
    """A profile as TOML, without what equals the defaults."""
    document = profile.model_dump(mode="python", exclude_defaults=True)
    tables = {name: document.pop(name) for name in ("extra_body", "probe") if name in document}
    lines = [f"{name} = {_toml(value)}" for name, value in document.items() if value is not None]
    for name, table in tables.items():
        lines += [
            "",
            f"[{name}]",
            *(f"{_toml(str(key))} = {_toml(v)}" for key, v in table.items() if v is not None),
        ]
    return "\n".join(lines) + "\n"


def _shipped() -> dict[str, str]:
    folder = resources.files("airanchor.reasoner") / "profiles"
    return {
        entry.name.removesuffix(".toml"): entry.read_text(encoding="utf-8")
        for entry in folder.iterdir()
        if entry.name.endswith(".toml")
    }


def _read(path: Path) -> ModelProfile:
    try:
        text = read_text(path, MAX_BYTES)
    except (OSError, ValueError) as error:
        raise InputError(f"the profile {str(path)!r} cannot be read: {error}") from None
    return parse_profile(text, f"the profile {str(path)!r}")


def _check_keys(document: Mapping[str, Any], source: str) -> None:
    known = list(ModelProfile.model_fields)
    for key in document:
        if key not in known:
            hint = "key_env" if "key" in key.lower() else _closest(key, known)
            advice = f"did you mean {hint!r}?" if hint else f"known are {', '.join(known)}"
            raise InputError(f"{source} has an unknown key {key[:60]!r}; {advice}")


def _closest(key: str, known: list[str]) -> str | None:
    return next(iter(difflib.get_close_matches(key, known, n=1, cutoff=0.6)), None)


def _faults(error: ValidationError) -> str:
    lines = []
    for fault in error.errors(include_url=False)[:8]:
        place = ".".join(str(step) for step in fault["loc"])
        what = fault["msg"].removeprefix("Value error, ")
        is_told = place not in (
            "",
            "key_env",
            "base_url",
        )  # these may hold a key that was put there by mistake
        lines.append(f"{place or 'profile'}: {what}" + (f" (got {shown(fault['input'])})" if is_told else ""))
    return "\n".join(lines)


def _toml(value: object) -> str:
    """A value in TOML; a JSON text is a TOML basic string as it stands, but for pairs of escapes."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_toml(str(key))} = {_toml(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(entry) for entry in value) + "]"
    raise InputError(
        f"{shown(value)} cannot be written into a profile; use texts, numbers, true, false, lists, tables"
    )
