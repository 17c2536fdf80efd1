"""Profiles: the shipped ones, the user's own, what is refused, and what may fly."""

from datetime import date
from pathlib import Path

import pytest

from airanchor.errors import InputError
from airanchor.reasoner.pixels import PixelConvention, PixelOrder, PixelUnits
from airanchor.reasoner.profiles.files import (
    list_profiles,
    load_profile,
    parse_profile,
    profile_toml,
    save_profile,
    user_folder,
)
from airanchor.reasoner.profiles.profile import JsonMode, ModelProfile, ProbeOutcome

MINIMAL = 'name = "mine"\nbase_url = "https://host.example/v1/"\nmodel = "m-1"\n'
OUTCOME = ProbeOutcome(
    date=date(2026, 5, 4),
    base_url="https://host.example/v1",
    model="m-1",
    image_scale=1,
    units=PixelUnits.ABSOLUTE,
    order=PixelOrder.UV,
    json_mode=JsonMode.OBJECT,
    latency_p50_s=1.5,
    latency_p95_s=2.5,
)


def mine(**changed: object) -> ModelProfile:
    return parse_profile(MINIMAL, "test").model_copy(update=changed)


@pytest.mark.parametrize("name", ["llama.cpp", "ollama", "openai", "qwen3.6-plus", "vllm"])
def test_shipped_profiles_are_honest(name: str, tmp_path: Path) -> None:
    assert name in list_profiles(tmp_path)
    profile = load_profile(name, tmp_path)
    assert profile.name == name
    assert profile.last_verified == "never" and profile.probe is None
    assert profile.price_input_per_million is None and profile.price_output_per_million is None
    assert profile.key_env is not None or profile.is_local


def test_qwen_writes_thousandths_and_costs_256_tokens_an_image(tmp_path: Path) -> None:
    profile = load_profile("qwen3.6-plus", tmp_path)
    assert profile.pixels == PixelConvention(PixelUnits.NORM1000, PixelOrder.UV)
    assert profile.image_tokens(512, 512) == 256
    assert profile.extra_body == {"enable_thinking": False}
    assert load_profile("ollama", tmp_path).image_tokens(512, 512) == 324


def test_saves_and_loads_the_same(tmp_path: Path) -> None:
    profile = mine(
        extra_body={"a b": {"deep": [1, 2.5, True, 'quote " \\ \n é \x7f']}, "x": False},
        probe=OUTCOME,
        last_verified=date(2026, 1, 2),
        price_input_per_million=0.4,
        price_output_per_million=1.2,
        price_typed_by_user=True,
        timeout_s=12.5,
    )
    path = save_profile(profile, tmp_path)
    assert load_profile("mine", tmp_path) == load_profile(path) == profile
    assert list(tmp_path.iterdir()) == [path]
    assert parse_profile(profile_toml(profile), "again") == profile


def test_own_profile_comes_before_the_shipped_one(tmp_path: Path) -> None:
    save_profile(load_profile("vllm", tmp_path).model_copy(update={"model": "other"}), tmp_path)
    assert load_profile("vllm", tmp_path).model == "other"


def test_folder_follows_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AIRANCHOR_CONFIG", str(tmp_path))
    assert user_folder() == tmp_path / "profiles"
    save_profile(mine())
    assert "mine" in list_profiles()


@pytest.mark.parametrize("name", ["nosuch", "../vllm\x00", "", "VLLM", "..", "a" * 300])
def test_unknown_name_lists_what_exists(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        load_profile(name, tmp_path)
    if "/" not in name:
        assert "llama.cpp, ollama, openai, qwen3.6-plus, vllm" in str(caught.value)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('modle = "x"', "did you mean 'model'?"),
        ('api_key = "sk-secret-123456"', "did you mean 'key_env'?"),
        ('zzzz = "x"', "known are name, base_url"),
        ('key_env = "sk-secret-123456"', "never the key itself"),
        ("image_scale = 9", "image_scale: Input should be less than or equal to 8 \\(got 9\\)"),
        ("price_input_per_million = 1.0", "go together"),
        ("price_input_per_million = 1.0\nprice_output_per_million = 1.0", "price_typed_by_user"),
        ('json_mode = "yaml"', "'none', 'json_object' or 'json_schema'"),
        ("extra_body = {messages = []}", "must not set messages"),
        ("[probe]\nunits = 3", "probe.date"),
        ("]", "not valid TOML"),
    ],
)
def test_faulty_profiles_say_what_is_wrong(line: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        parse_profile(MINIMAL + line, "the profile")
    assert "sk-secret" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://x/v1",
        "host/v1",
        "https://",
        "https://u:p@h/v1",
        "https://h/v1?key=sk-secret",
        "http://[",
        "http://h:99999/v1",
    ],
)
def test_bad_addresses_are_refused(url: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_profile(f'name = "mine"\nmodel = "m"\nbase_url = "{url}"', "the profile")
    assert "sk-secret" not in str(caught.value)


@pytest.mark.parametrize("name", ["rules", "Mine", "a/b", "", "x" * 65])
def test_bad_names_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="name: must"):
        parse_profile(MINIMAL.replace('"mine"', f'"{name}"'), "the profile")


def test_key_is_not_sent_in_the_clear() -> None:
    text = 'name = "lan"\nmodel = "m"\nbase_url = "http://lan.example/v1"\nkey_env = "LAN_KEY"\n'
    with pytest.raises(InputError, match="unencrypted"):
        parse_profile(text, "the profile")
    assert parse_profile(text + "allow_plain_http = true", "the profile").host == "lan.example"


def test_unprobed_profile_does_not_fly_unless_told() -> None:
    with pytest.raises(InputError, match="airanchor reasoner probe mine --write"):
        mine().check_flyable()
    mine().check_flyable(allow_unprobed=True)


def test_probed_profile_flies() -> None:
    mine(probe=OUTCOME).check_flyable()
    mine(probe=OUTCOME, json_mode=JsonMode.OBJECT).check_flyable()


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"units": PixelUnits.NORM1000}, "units is norm1000 but absolute was probed"),
        ({"order": PixelOrder.VU}, "order is vu but uv"),
        ({"model": "m-2"}, "model is m-2 but m-1"),
        ({"base_url": "https://other.example/v1"}, "base_url"),
        ({"image_scale": 2}, "image_scale is 2 but 1"),
        ({"json_mode": JsonMode.SCHEMA}, "managed only json_object"),
        ({"probe": OUTCOME.model_copy(update={"units": "unknown"})}, "could not tell"),
    ],
)
def test_mismatch_with_the_probe_does_not_fly(changed: dict[str, object], words: str) -> None:
    for allowed in (False, True):
        with pytest.raises(InputError, match=words) as caught:
            mine(**{"probe": OUTCOME, **changed}).check_flyable(allow_unprobed=allowed)
        assert "run: airanchor reasoner probe mine --write" in str(caught.value)
