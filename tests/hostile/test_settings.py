"""Settings and model profiles that are damaged, or made to be: refused in one line, never a traceback."""

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from airanchor.config import MOST_BYTES, Settings, load_settings
from airanchor.errors import InputError
from airanchor.reasoner.profiles.files import list_profiles, load_profile, parse_profile, profile_toml
from aircity.machine.untrusted import MOST_DEPTH
from tests.hostile.mutation import damage, pick

SETTINGS = """
[agent]
iterations = 10
[anchors]
[memory]
gate_m = 12.5
[planning]
lateral_clearance_m = 0.5
[reasoner]
temperature = 0.5
[envelope]
max_altitude_m = 100.0
north_m = [-100.0, 100.0]
"""
MONSTERS = (
    "9" * 5_000, "-" + "9" * 5_000, "0x" + "f" * 5_000, "1e" + "9" * 400, "[" * 10_000, "[" * 900 + "]" * 900,
    "{a = " * 5_000, "{a = " * 300 + "1" + "}" * 300, "inf", "-inf", "nan", "-0.0", "1979-05-27T07:32:00Z",
    "12:30:00", '"""', "'''", '"\\ud800"', '"\\U0010ffff"', "0b" + "1" * 20_000, "[1, 2", "true", "[]", "{}",
    '"' + "x" * 90_000 + '"', ".".join("a" * 3_000) + " = 1", "[[1], [2]]", "[nan, nan]", "[1e308, -1e308]",
)  # fmt: skip


def toml_of(value: Any) -> str:
    """An odd value as TOML would spell it, more or less."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return repr(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r} = {toml_of(entry)}" for key, entry in value.items()) + "}"
    return str(value)


def spoilt(text: str, rng: np.random.Generator) -> str:
    """A document with a value, a key or some bytes turned."""
    lines = text.strip().splitlines()
    at = int(rng.integers(len(lines)))
    key, equals, _ = lines[at].partition("=")
    value = str(rng.choice(MONSTERS)) if rng.random() < 0.4 else toml_of(pick(rng))
    match int(rng.integers(5)):
        case 0:
            return damage(text.encode(), rng).decode("utf-8", "replace")
        case 1:
            lines.insert(at, f"odd{at} = {value}")
        case 2:
            lines[at] = ".".join(["a"] * int(rng.choice([2, 40, 5_000]))) + f" = {value}"
        case _:
            lines[at] = f"{key.strip() if equals else 'agent.iterations'} = {value}"
    return "\n".join(lines)


def try_settings(rng: np.random.Generator, folder: Path) -> None:
    """A settings file and single settings; what is taken in can be written down again."""
    file = folder / "settings.toml"
    file.write_text(spoilt(SETTINGS, rng), encoding="utf-8", errors="replace")
    sections = ("agent.iterations", "memory.gate_m", "envelope.north_m", "planning.x", "x", "reasoner.seed")
    value = str(rng.choice(MONSTERS)) if rng.random() < 0.5 else toml_of(pick(rng))
    for arguments in ({"file": file}, {"sets": (f"{rng.choice(sections)}={value}",)}):
        _held(lambda arguments=arguments: load_settings("embedded", **arguments))


def _held(load: Any) -> None:
    try:
        loaded = load()
    except InputError as error:
        assert len(str(error)) < 2_000, str(error)[:200]
        return
    assert isinstance(loaded, Settings) and loaded.to_json()


def try_profile(rng: np.random.Generator) -> None:
    """A profile of ours, spoilt; what is taken in can be written down again."""
    names = list_profiles()
    text = spoilt(profile_toml(load_profile(names[int(rng.integers(len(names)))])), rng)
    try:
        profile = parse_profile(text, "the profile")
    except InputError as error:
        assert len(str(error)) < 4_000, str(error)[:200]
        return
    assert parse_profile(profile_toml(profile), "itself") == profile


def test_spoilt_settings_and_profiles(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    for _ in range(150):
        try_settings(rng, tmp_path)
        try_profile(rng)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(300, 305))
def test_many_spoilt_settings_and_profiles(tmp_path: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(1_500):
        try_settings(rng, tmp_path)
        try_profile(rng)


@pytest.mark.parametrize("value", ["9" * 5_000, "[" * 10_000, "[" * 100 + "]" * 100, "{a = " * 3_000])
def test_endless_numbers_and_nesting_are_refused_everywhere(tmp_path: Path, value: str) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(f"[agent]\niterations = {value}\n")
    for arguments in ({"file": file}, {"sets": (f"agent.iterations={value}",)}):
        with pytest.raises(InputError) as raised:
            load_settings("embedded", **arguments)  # type: ignore[arg-type]
        assert len(str(raised.value)) < 500
    with pytest.raises(InputError):
        parse_profile(f"extra_body = {value}", "the profile")


def test_nesting_by_dots_counts_too() -> None:
    deep = ".".join(["a"] * (MOST_DEPTH + 1))
    assert tomllib.loads(f"{deep} = 1")
    with pytest.raises(InputError, match=f"nested more than {MOST_DEPTH} deep"):
        parse_profile(f"{deep} = 1", "the profile")


@pytest.mark.parametrize("form", ["{} = 1", "[{}]", "x = {{{} = 1}}", '"=".{} = 1'])
def test_keys_of_endless_dots_are_not_read(form: str) -> None:
    with pytest.raises(InputError, match="dots"):
        parse_profile(form.format(".".join("a" * 45_000)), "the profile")


def test_a_profile_with_any_characters_is_kept_as_it_is() -> None:
    odd = "\U0001f681 é\x7f\t\u2028\U0010ffff"
    profile = load_profile(list_profiles()[0]).model_copy(update={"extra_body": {odd: odd}})
    assert parse_profile(profile_toml(profile), "itself") == profile


def test_a_settings_file_beyond_its_size_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("#" * (MOST_BYTES + 1))
    with pytest.raises(InputError, match=f"{MOST_BYTES:,} bytes"):
        load_settings(file=file)
    with pytest.raises(InputError, match="characters"):
        load_settings(sets=("agent.iterations=" + "1" * MOST_BYTES,))
