"""`airanchor reasoner`: asked, probed, listed, printed and served, against real servers on this machine."""

import json
import os
import shlex
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import numpy as np
import openai
import pytest

from airanchor.assembly import open_chat
from airanchor.cli.reasoner.role_examples import EXAMPLES
from airanchor.reasoner import ChatAnswer, ChatRequest, read_prompt, render
from airanchor.reasoner.client.openai_chat import OpenAIChat
from airanchor.reasoner.mailbox.letter import Mailbox
from airanchor.reasoner.pixels import PixelConvention
from airanchor.reasoner.profiles.files import load_profile
from airanchor.reasoner.profiles.profile import ModelProfile
from airanchor.reasoner.roles import ALL_ROLES
from airanchor.reasoner.server.server import serve_chat

SPLIT = {
    "subtasks": [
        {
            "text": "Fly past the red tower.",
            "subgoals": ["reach the tower", "pass it"],
            "landmarks": [{"category": "tower", "attributes": ["red"]}],
        }
    ]
}


class Answers:
    """A transport made of one function."""

    name = "answers"

    def __init__(self, answer: Callable[[ChatRequest], str]) -> None:
        self._answer = answer

    def complete(self, request: ChatRequest) -> ChatAnswer:
        return ChatAnswer(self._answer(request))


class Model:
    """A served transport and the profile that names it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.reply: Callable[[ChatRequest], str] = lambda request: json.dumps(SPLIT)
        self.server = serve_chat(Answers(lambda request: self.reply(request)))

    def profile(self, **extra: object) -> str:
        """The path of a profile for this model."""
        told = {"name": "tested", "base_url": self.server.base_url, "model": "answers", "max_attempts": 1}
        lines = [f"{name} = {json.dumps(value)}" for name, value in {**told, **extra}.items()]
        path = self.folder / "tested.toml"
        path.write_text("\n".join(lines))
        return str(path)


@pytest.fixture
def model(tmp_path) -> Iterator[Model]:
    running = Model(tmp_path)
    with running.server:
        yield running


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch, tmp_path):
    monkeypatch.setenv("AIRANCHOR_CONFIG", str(tmp_path / "config"))
    for variable in ("OPENAI_API_KEY", "DASHSCOPE_API_KEY", "AIRANCHOR_SERVER_KEY"):
        monkeypatch.delenv(variable, raising=False)


def sees_the_disc(request: ChatRequest) -> str:
    """Answers a probe: the middle of the red pixels, in thousandths of the image."""
    if not any(message.images for message in request.messages):
        return "yes"
    (image,) = read_prompt(request.messages).images
    rows, columns = np.nonzero((image[..., 0] > 180) & (image[..., 1] < 90))
    height_px, width_px = image.shape[:2]
    pixel = [round(columns.mean() / width_px * 1000), round(rows.mean() / height_px * 1000)]
    return json.dumps({"anchors": [{"type": "direction", "pixel": pixel}]})


def test_ask_splits_an_instruction(command, model):
    profile = model.profile()
    result = command("reasoner", "ask", "Fly past the red tower.", "--reasoner", profile)
    assert result.code == 0, result.err
    assert "S1  Fly past the red tower." in result.out
    assert "landmark L1: tower, red" in result.out and "sub-goal: pass it" in result.out
    assert "tested/answers: first answer" in result.out
    told = json.loads(command("reasoner", "ask", "Fly.", "--reasoner", profile, "--json").out)
    assert told["subtasks"][0]["landmarks"] == [{"id": "L1", "category": "tower", "attributes": ["red"]}]
    assert (told["source"], told["calls"], told["faults"]) == ("first answer", 1, [])


def test_ask_says_what_was_repaired(command, model):
    replies = iter(["I would rather not.", json.dumps(SPLIT)])
    model.reply = lambda request: next(replies)
    result = command("reasoner", "ask", "Fly.", "--reasoner", model.profile(), "--json")
    told = json.loads(result.out)
    assert (result.code, told["source"], told["calls"]) == (0, "repaired answer", 2)
    assert len(told["faults"]) == 1 and "fault: " in result.err


def test_ask_shows_the_fallback_and_fails(command, model):
    model.reply = lambda request: "no"
    result = command("reasoner", "ask", "Fly to the church.", "--reasoner", model.profile())
    assert result.code == 1 and "S1  Fly to the church." in result.out and "fallback" in result.out


def test_ask_refuses_bad_input(command, model):
    empty = command("reasoner", "ask", " ", "--reasoner", model.profile())
    assert empty.code == 2 and "empty" in empty.err
    unknown = command("reasoner", "ask", "Fly.", "--reasoner", "gpt-9")
    assert unknown.code == 2 and "gpt-9" in unknown.err and "openai" in unknown.err
    keyless = command("reasoner", "ask", "Fly.", "--reasoner", "openai")
    assert keyless.code == 2 and "OPENAI_API_KEY" in keyless.err
    wrong = command("reasoner", "ask", "Fly.", "--reasoner", model.profile(model="other"))
    assert wrong.code == 2 and "Traceback" not in wrong.err


def test_the_rules_answer_without_any_model(command):
    result = command("reasoner", "ask", "Fly past the red tower, then turn left at the church.", "--json")
    told = json.loads(result.out)
    assert (result.code, told["source"], told["calls"]) == (0, "first answer", 1)
    named = [mark["category"] for subtask in told["subtasks"] for mark in subtask["landmarks"]]
    assert named == ["tower", "church"]
    assert told["input_tokens"] > 100 and told["token_source"].startswith("counted: ")


def test_the_rules_say_when_they_read_no_movement(command):
    done = command("reasoner", "ask", "Biegen Sie links ab.")
    assert done.code == 0 and "no movement" in done.err and "plain English" in done.err
    assert "no movement" not in command("reasoner", "ask", "Turn left.").err


def test_the_rules_say_the_same_over_the_wire():
    rules = open_chat("rules").transport
    with serve_chat(rules) as server:
        profile = ModelProfile(name="wired", base_url=server.base_url, model=rules.name, max_attempts=1)
        wired = OpenAIChat(profile)
        for role in ALL_ROLES:
            request = ChatRequest(render(role, EXAMPLES[role.name](), PixelConvention()))
            near, far = rules.complete(request), wired.complete(request)
            assert near.text == far.text and "error" not in json.loads(near.text), role.name
            assert (near.usage.input, near.usage.output) == (far.usage.input, far.usage.output)


def test_probe_finds_the_convention_and_keeps_it(command, model):
    model.reply = sees_the_disc
    profile = model.profile()
    result = command("reasoner", "probe", profile)
    assert result.code == 0, result.err
    assert "norm1000" in result.out and "not written" in result.out
    written = command(
        *("reasoner", "probe", profile, "--images", "4", "--write"),
        *("--price-in", "0.5", "--price-out", "3", "--json"),
    )
    told = json.loads(written.out)
    assert told["can_fly"] and told["pixels"]["convention"]["units"] == "norm1000"
    kept = load_profile("tested")
    assert kept.probe is not None and kept.units == "norm1000" and kept.price_output_per_million == 3
    kept.check_flyable()
    assert str(Path(told["files"]["profile"])) in command("reasoner", "profiles").out


def test_probe_of_a_blind_model_fails(command, model):
    model.reply = lambda request: "I see nothing."
    result = command("reasoner", "probe", model.profile())
    assert result.code == 1 and "must not fly" in result.out


def test_probe_says_when_nobody_is_there(command, model):
    result = command("reasoner", "probe", model.profile(base_url="http://127.0.0.1:9/v1"))
    assert result.code == 2 and "127.0.0.1" in result.err and "refused" in result.err and result.out == ""
    assert not (model.folder / "config").exists()


def test_probe_wants_both_prices(command, model):
    result = command("reasoner", "probe", model.profile(), "--price-in", "1")
    assert result.code == 2 and "--price-out" in result.err


def test_profiles_never_show_a_key(command, monkeypatch, tmp_path):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret-value")
    folder = tmp_path / "config" / "profiles"
    folder.mkdir(parents=True)
    (folder / "broken.toml").write_text("name = ")
    text, document = command("reasoner", "profiles"), command("reasoner", "profiles", "--json")
    rows = {row["name"]: row for row in json.loads(document.out)["profiles"]}
    assert rows["openai"]["key"] == "OPENAI_API_KEY is set" and rows["openai"]["from"] == "shipped"
    assert rows["qwen3.6-plus"]["key"] == "DASHSCOPE_API_KEY is not set"
    assert rows["ollama"]["key"] == "none needed"
    assert "TOML" in rows["broken"]["error"] and "broken: cannot be used" in text.out
    assert "secret" not in text.out + document.out + text.err + document.err


def test_doctor_tells_which_models_have_their_key(command, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret-value")
    report = json.loads(command("doctor", "--json").out)
    (line,) = [row["detail"] for row in report["findings"] if row["part"] == "reasoner"]
    assert line.endswith("key at hand: openai") and "secret" not in line


def test_roles_are_all_told(command):
    rows = json.loads(command("reasoner", "roles", "--json").out)["roles"]
    assert [row["name"] for row in rows] == [role.name for role in ALL_ROLES]
    assert all(row["inputs"] and row["outputs"] and row["fallback"].endswith(".") for row in rows)
    text = command("reasoner", "roles").out
    assert all(role.title in text for role in ALL_ROLES)


@pytest.mark.parametrize("role", ALL_ROLES, ids=lambda role: role.name)
def test_every_prompt_can_be_read(command, role):
    messages = render(role, EXAMPLES[role.name](), PixelConvention())
    assert read_prompt(messages).role == role.name
    text = command("reasoner", "prompt", role.name).out
    assert text.startswith(f"=== system ===\n# {role.title}\n") and "=== user ===" in text
    assert text.count("[image, 512x512 pixels]") == sum(len(message.images) for message in messages)
    document = json.loads(command("reasoner", "prompt", role.name.replace("_", "-"), "--json").out)
    words = [part["text"] for part in document["messages"][0]["parts"]]
    assert words == [messages[0].text] and document["schema"]["type"] == "object"


def test_an_unknown_role_names_the_known(command):
    result = command("reasoner", "prompt", "poetry")
    assert result.code == 2 and "poetry" in result.err and "navigation" in result.err


def test_serving_elsewhere_needs_a_word(command, model):
    result = command("reasoner", "serve", "--reasoner", model.profile(), "--host", "0.0.0.0", "--port", "0")
    assert result.code == 2 and "0.0.0.0" in result.err


def test_a_taken_port_is_bad_input(command, model):
    port = str(model.server.server_port)
    result = command("reasoner", "serve", "--reasoner", model.profile(), "--port", port)
    assert result.code == 2 and port in result.err


def started(model: Model, *words: str, **environment: str) -> subprocess.Popen[str]:
    arguments = ("reasoner", "serve", "--port", "0", "--reasoner", model.profile(), *words)
    return subprocess.Popen(
        [sys.executable, "-m", "airanchor", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )


def read_document(process: subprocess.Popen[str]) -> dict[str, str]:
    text = ""
    while not text.endswith("}\n"):
        line = process.stdout.readline()
        assert line, process.stderr.read()
        text += line
    return json.loads(text)


def test_serve_answers_until_interrupted(model):
    process = started(model, "--json", AIRANCHOR_SERVER_KEY="letmein")
    try:
        told = read_document(process)
        url = f"{told['base_url']}/models"
        assert httpx.get(url).status_code == 401
        with openai.OpenAI(base_url=told["base_url"], api_key="letmein", max_retries=0) as client:
            message = {"role": "user", "content": "hello"}
            answer = client.chat.completions.create(model=told["model"], messages=[message])
        assert json.loads(answer.choices[0].message.content) == SPLIT
        assert "$AIRANCHOR_SERVER_KEY" in told["curl"] and "letmein" not in told["curl"]
        body = shlex.split(told["curl"])[-1]
        signed = {"Authorization": "Bearer letmein", "Content-Type": "application/json"}
        pasted = httpx.post(f"{told['base_url']}/chat/completions", content=body, headers=signed)
        assert pasted.status_code == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 0
        assert process.stderr.read() == "stopped\n"
    finally:
        process.kill()
        process.communicate()


def test_serve_warns_and_its_examples_can_be_pasted(model):
    process = started(model, "--host", "0.0.0.0", "--allow-remote")
    try:
        shown = [process.stdout.readline()]
        while not shown[-1].strip().startswith("print("):
            shown.append(process.stdout.readline())
            assert shown[-1], process.stderr.read()
        assert shown[0].startswith("tested/answers is served at http://0.0.0.0:")
        python = textwrap.dedent("".join(shown[shown.index("  import os\n") :]))
        printed = subprocess.run([sys.executable, "-c", python], capture_output=True, text=True, check=True)
        assert json.loads(printed.stdout) == SPLIT
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 0
        err = process.stderr.read()
        assert "warning: any machine" in err and "AIRANCHOR_SERVER_KEY" in err
    finally:
        process.kill()
        process.communicate()


def test_the_desk_serves_a_mailbox_until_interrupted(tmp_path):
    words = ("reasoner", "answer", str(tmp_path), "--no-open", "--name", "Ada", "--json")
    process = subprocess.Popen(
        [sys.executable, "-m", "airanchor", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        told = read_document(process)
        assert told["folder"] == str(tmp_path) and told["url"].startswith("http://127.0.0.1:")
        assert httpx.get(f"{told['url']}letters").json() == {"folder": str(tmp_path), "letters": []}
        assert (tmp_path / "answerer.txt").read_text() == "Ada\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
    finally:
        process.kill()
        process.communicate()


def test_who_waits_for_mail_says_so(command, tmp_path):
    def answer() -> None:
        box = Mailbox(tmp_path / "mail")
        while not over.wait(0.05):
            for letter in box.letters():
                letter.write_answer(json.dumps(SPLIT))

    over = threading.Event()
    clerk = threading.Thread(target=answer, daemon=True)
    clerk.start()
    try:
        result = command("reasoner", "ask", "Fly past the red tower.", "--reasoner", "mailbox:mail")
    finally:
        over.set()
        clerk.join(10)
    assert result.code == 0 and "Fly past the red tower." in result.out
    (letter,) = Mailbox(tmp_path / "mail").letters()
    told = f"waiting for mail/{letter.folder.name}/answer.json; or: airanchor reasoner answer mail"
    assert result.err.splitlines()[0] == told


def test_a_desk_without_its_mailbox_says_how_to_make_one(command):
    result = command("reasoner", "answer", "nowhere", "--no-open")
    assert result.code == 2 and "--reasoner mailbox:nowhere" in result.err


def test_an_estimate_tells_tokens_money_and_what_it_rests_on(command, model):
    path = model.profile(price_input_per_million=2.0, price_output_per_million=8.0, price_typed_by_user=True)
    told = json.loads(command("reasoner", "estimate", path, "--flights", "3", "--json").out)
    assert told["flights"] == 3 and told["low"]["money"] < told["expected"]["money"] < told["high"]["money"]
    assert told["basis"]["flights"] >= 1 and told["basis"]["commit"]
    shown = command("reasoner", "estimate", path, "--split", "dev", "--subset", "12").out
    assert shown.startswith("12 flights") and "USD" in shown and "rests on" in shown


def test_an_estimate_takes_prices_and_says_what_is_assumed(command):
    prices = ("--price-in", "2", "--price-out", "8")
    shown = command("reasoner", "estimate", "openai", "--split", "hard", "--subset", "1", *prices).out
    assert shown.startswith("1 flight with openai (") and "profile paper" in shown.splitlines()[0]
    assert "USD" in shown and "granted 50 decisions each" in shown


def test_an_estimate_refuses_what_it_cannot_tell(command):
    for words, fault in (
        (("nobody", "--flights", "1"), "there is no profile 'nobody'"),
        (("openai",), "give either --split"),
        (("openai", "--split", "dev", "--flights", "1"), "give either --split"),
        (("openai", "--split", "evil"), "unknown split 'evil'"),
        (("openai", "--flights", "1", "--price-in", "2"), "--price-in and --price-out go together"),
        (("openai", "--flights", "1", "--profile", "best"), "profile 'best' is unknown"),
        (("openai", "--flights", "1", "--agent", "random"), "no flight of agent 'random' was measured"),
    ):
        result = command("reasoner", "estimate", *words)
        assert result.code == 2 and fault in result.err
