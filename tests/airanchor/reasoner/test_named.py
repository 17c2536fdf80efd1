"""Models by name: whose address and key they have, looked at once over real HTTP, and kept."""

from pathlib import Path

import pytest

from airanchor.chats import check_flyable, open_chat
from airanchor.errors import InputError
from airanchor.reasoner.pixels import PixelConvention, PixelUnits
from airanchor.reasoner.probe.once import probed_once
from airanchor.reasoner.profiles.files import load_profile
from airanchor.reasoner.profiles.named import is_named_model
from tests.airanchor.reasoner import fault_server as fault
from tests.airanchor.reasoner.test_probe import model, norm1000, resized


def sighted(write=norm1000, calls=None):
    """A model that is also asked whether it is there."""
    script = model(write)

    def answer(call, body):
        if calls is not None:
            calls.append(body["model"])
        if len(body["messages"]) == 1:
            return call.reply(200, fault.completion("yes"))
        return script(call, body)

    return answer


def test_a_provider_lends_its_address_and_key(own_config: Path) -> None:
    profile = load_profile("openai/gpt-9-vision")
    assert (profile.model, profile.key_env) == ("gpt-9-vision", "OPENAI_API_KEY")
    assert profile.base_url == load_profile("openai").base_url and profile.name == "openai-gpt-9-vision"
    assert load_profile("vllm/Qwen/Qwen3-VL").model == "Qwen/Qwen3-VL"
    assert load_profile("dashscope/qwen-vl-max").key_env == "DASHSCOPE_API_KEY"


def test_two_names_that_files_cannot_tell_apart_are_two_models(own_config: Path) -> None:
    names = {load_profile(f"ollama/{name}").name for name in ("a:b", "a/b", "A-b", "a-b")}
    assert len(names) == 4


def test_what_is_a_path_stays_one(tmp_path: Path) -> None:
    assert not is_named_model("openai/mine.toml") and not is_named_model("profiles/mine")
    assert is_named_model("openai/" + "a" * 5000) and not is_named_model("a" * 5000)
    with pytest.raises(InputError, match="at most 200 characters"):
        load_profile("openai/" + "a" * 5000)
    with pytest.raises(InputError, match="cannot be read"):
        load_profile("profiles/mine")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("http://127.0.0.1:9/v1", "add it after #, as in http://127.0.0.1:9/v1#MODEL"),
        ("http://a:b@host/v1#m", "no user name or password"),
        ("https://host/v1?x=1#m", "without"),
    ],
)
def test_an_address_that_cannot_be_asked_is_refused(text: str, words: str, own_config: Path) -> None:
    with pytest.raises(InputError, match=words):
        load_profile(text)


def test_it_is_looked_at_once_and_kept(own_config: Path) -> None:
    told: list[str] = []
    calls: list[str] = []
    with fault.serving(sighted(calls=calls)) as server:
        name = f"{server.base_url}#tiny-eyes"
        check_flyable(name, allow_unprobed=False, tell=told.append)
        first = len(calls)
        check_flyable(name, allow_unprobed=False, tell=told.append)
        chat = open_chat(name)
    assert 0 < first == len(calls) and set(calls) == {"tiny-eyes"}
    assert chat.pixels == PixelConvention(PixelUnits.NORM1000)
    assert len(told) == 2 and "once" in told[0] and str(own_config) in told[1]


def test_one_that_must_not_fly_is_refused_with_the_reason(own_config: Path) -> None:
    with (
        fault.serving(sighted(resized(0.5))) as server,
        pytest.raises(InputError, match=r"must not fly: .*resizes"),
    ):
        check_flyable(f"{server.base_url}#m", allow_unprobed=False, tell=lambda _: None)
    assert not list(own_config.rglob("*.toml"))


def test_a_missing_key_and_a_missing_server_are_named(
    own_config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(InputError, match="export OPENAI_API_KEY"):
        check_flyable("openai/gpt-9", allow_unprobed=False, tell=lambda _: None)
    gone = load_profile("http://127.0.0.1:9/v1#m").model_copy(update={"max_attempts": 1})
    with pytest.raises(InputError, match=r"is a server with that model running at http://127.0.0.1:9/v1"):
        probed_once(gone, lambda _: None)


def test_the_key_of_an_address_is_sent_only_where_it_is_set(
    own_config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AIRANCHOR_API_KEY", raising=False)
    assert load_profile("http://127.0.0.1:9/v1#m").key_env is None
    monkeypatch.setenv("AIRANCHOR_API_KEY", "secret-key")
    assert load_profile("http://127.0.0.1:9/v1#m").key_env == "AIRANCHOR_API_KEY"
