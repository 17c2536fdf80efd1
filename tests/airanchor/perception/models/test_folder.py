"""Finding weights, and holding them to what they were: by name, by folder, by hub id, by hash."""

import importlib.util
import json
from pathlib import Path

import pytest

from airanchor.errors import InputError, MissingExtra, MissingWeights
from airanchor.perception.models import choose_text_encoder
from airanchor.perception.models.catalogue import KNOWN_MODELS, USUAL, ModelRole, download_command
from airanchor.perception.models.config import ModelChoice, PerceptionConfig
from airanchor.perception.models.folder import ModelFolder, open_folder
from airanchor.perception.models.pins import note_use, pin_file, read_pin
from airanchor.perception.weights import hash_file

HUB = "thenlper/gte-small"
FIRST, SECOND = "a" * 40, "b" * 40
pytestmark = pytest.mark.usefixtures("own_config")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What looks like a model; nothing here reads its weights."""
    return put(tmp_path / "mine", b"weights")


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache as `hf download` leaves it, with one revision."""
    constants = pytest.importorskip("huggingface_hub.constants", reason="needs the extra [models]")
    cache = tmp_path / "hub"
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(cache))
    monkeypatch.delenv("AIRANCHOR_WEIGHTS", raising=False)
    model = cache / "models--thenlper--gte-small"
    put(model / "snapshots" / FIRST, b"weights")
    (model / "refs").mkdir()
    (model / "refs" / "main").write_text(FIRST)
    return model


def put(folder: Path, weights: bytes) -> Path:
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps({"hidden_size": 32}))
    (folder / "model.safetensors").write_bytes(weights)
    return folder


def opened(source: str | Path, **pins: str) -> ModelFolder:
    return open_folder(ModelChoice(str(source), **pins), ModelRole.TEXT)


def used(source: str | Path, **pins: str) -> ModelFolder:
    """As if it had been loaded."""
    found = opened(source, **pins)
    note_use(found.source, found.files, found.revision)
    return found


def test_a_folder_tells_its_name_hash_and_what_is_not_known(folder: Path) -> None:
    found = opened(folder)
    digest = hash_file(folder / "model.safetensors")
    assert (found.sha256, found.identity) == (digest, f"mine-{digest[:8]}")
    assert found.told == f"{folder}, revision unknown, sha256 {digest}"
    assert set(found.files) == {"config.json", "model.safetensors"}
    assert found.number("hidden_size") == 32
    with pytest.raises(InputError, match="has no number 'depth'"):
        found.number("depth")


def test_the_first_use_is_noted_and_a_later_difference_is_an_error(folder: Path) -> None:
    first = used(folder)
    assert opened(folder) == first
    (folder / "model.safetensors").write_bytes(b"others!")
    with pytest.raises(InputError) as told:
        opened(folder)
    now = hash_file(folder / "model.safetensors")
    assert f"model.safetensors of {folder} is not what it was when first used" in str(told.value)
    assert first.sha256 in str(told.value) and f"--set perception.text.sha256={now}" in str(told.value)
    assert str(told.value).endswith(f", or delete {pin_file(str(folder))}")
    assert used(folder, sha256=now).sha256 == now  # who says so once
    assert opened(folder).sha256 == now  # need not say so again


def test_a_file_beside_the_weights_counts_too(folder: Path) -> None:
    used(folder)
    (folder / "tokenizer.json").write_text("{}")
    with pytest.raises(InputError, match=r"tokenizer.json of .* its sha256 was none"):
        opened(folder)


def test_looking_is_no_use(folder: Path) -> None:
    opened(folder)
    assert read_pin(str(folder)) is None


def test_a_stated_hash_is_held_to(folder: Path) -> None:
    with pytest.raises(InputError, match=r"but perception.text.sha256 says 0000"):
        opened(folder, sha256="0" * 64)
    assert read_pin(str(folder)) is None


def test_a_damaged_note_is_told_of(folder: Path) -> None:
    used(folder)
    pin_file(str(folder)).write_text("{")
    with pytest.raises(InputError, match="cannot be read; delete it"):
        opened(folder)


def test_a_note_that_cannot_be_written_is_told_and_no_obstacle(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "pins").touch()  # a file, where a folder must be
    monkeypatch.setenv("AIRANCHOR_CONFIG", str(tmp_path / "elsewhere"))
    assert used(folder).name == "mine"
    assert "warning: what" in capsys.readouterr().err


def test_a_downloaded_model_is_found_by_name_and_by_id_with_its_revision(hub: Path) -> None:
    for source in ("gte-small", HUB):
        found = opened(source)
        assert (found.name, found.source, found.revision) == ("gte-small", HUB, FIRST)
    assert found.told.startswith(f"{HUB}, revision {FIRST}, sha256 ")


def test_another_revision_of_the_hub_is_another_model(hub: Path) -> None:
    used(HUB)
    put(hub / "snapshots" / SECOND, b"newer weights")
    (hub / "refs" / "main").write_text(SECOND)
    with pytest.raises(InputError, match=rf"revision {FIRST}\) and is .* \(revision {SECOND}\)"):
        opened(HUB)
    assert opened(HUB, revision=FIRST).revision == FIRST


def test_a_revision_that_is_not_there_is_told_with_the_command(hub: Path) -> None:
    with pytest.raises(MissingWeights, match=rf"hf download {HUB} config.json .* --revision {SECOND}"):
        opened(HUB, revision=SECOND)


def test_a_model_that_is_not_there_is_told_with_the_command(
    hub: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(MissingWeights) as told:
        open_folder(ModelChoice("dinov2"), ModelRole.IMAGE)
    assert str(told.value) == (
        "dinov2-base (facebook/dinov2-base) is not on this machine. Fetch it with: hf download "
        "facebook/dinov2-base config.json model.safetensors preprocessor_config.json; `airanchor doctor` "
        "lists every model that is missing; a machine without a network takes them from the folder that "
        "AIRANCHOR_WEIGHTS names (docs/models.md)"
    )
    assert told.value.command.endswith("preprocessor_config.json")
    with pytest.raises(
        MissingWeights, match=r"there is no folder 'w/mine', and the hub's model of that name"
    ):
        opened("w/mine")
    (hub / "snapshots" / FIRST / "model.safetensors").unlink()
    with pytest.raises(MissingWeights, match=rf"model.safetensors of {HUB} is not in {hub}.* Fetch it with"):
        opened(HUB)


def test_an_incomplete_folder_that_was_brought_is_told_with_what_fills_it(
    hub: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "my weights" / "gte-small"
    folder.mkdir(parents=True)
    monkeypatch.setenv("AIRANCHOR_WEIGHTS", str(folder.parent))
    with pytest.raises(MissingWeights) as told:
        opened("gte-small")
    command = f"{download_command(HUB, ModelRole.TEXT)} --local-dir '{folder}'"
    assert told.value.command == command
    assert str(told.value) == (
        f"config.json and model.safetensors of {HUB} are not in {folder}. Fetch them with: {command}; "
        f"or remove {folder} to read the hub's cache"
    )
    folder.rmdir()
    assert opened("gte-small").revision == FIRST


def test_a_folder_of_models_that_is_not_there_is_told(hub: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AIRANCHOR_WEIGHTS", "/nope")
    with pytest.raises(InputError, match=r"AIRANCHOR_WEIGHTS names '/nope', but there is no such folder"):
        opened("gte-small")


def test_a_folder_of_models_comes_before_the_cache(
    hub: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path / "brought" / "gte-small", b"brought")
    note = tmp_path / "brought/gte-small/.cache/huggingface/download/model.safetensors.metadata"
    note.parent.mkdir(parents=True)
    note.write_text(f"{SECOND}\netag\n1.0\n")
    monkeypatch.setenv("AIRANCHOR_WEIGHTS", str(tmp_path / "brought"))
    found = opened("gte-small")
    assert (found.path.parent.name, found.source, found.revision) == ("brought", HUB, SECOND)
    with pytest.raises(InputError, match=rf"is of revision {SECOND}, not {FIRST}"):
        opened("gte-small", revision=FIRST)


def test_pickled_weights_are_refused(folder: Path) -> None:
    (folder / "model.safetensors").rename(folder / "model.pt")
    said = r"has no model.safetensors; .*; model.pt is a pickle, which can run code and is not read"
    with pytest.raises(InputError, match=said):
        opened(folder)
    (folder / "config.json").unlink()
    with pytest.raises(InputError, match=said.replace("has no", "has no config.json and no")):
        opened(folder)


@pytest.mark.parametrize(
    ("source", "role", "says"),
    [
        (
            "gte-large-ish",
            ModelRole.TEXT,
            "'gte-large-ish' is unknown; valid are minilm, wordllama, gte-s",
        ),
        ("gte-small", ModelRole.IMAGE, "'gte-small' is a text encoder; valid are mobilenet, histograms"),
        (HUB, ModelRole.SEGMENTER, "is a text encoder; valid are sam-vit-huge"),
        ("dinov2", ModelRole.TEXT, "'dinov2' is an image encoder; valid are minilm"),
        (
            "./nowhere/at-all",
            ModelRole.TEXT,
            "there is no folder './nowhere/at-all' for the text encoder; va",
        ),
        ("/nope/dir", ModelRole.SEGMENTER, "there is no folder '/nope/dir' for the segmenter; valid are sam"),
        ("", ModelRole.TEXT, "is unknown"),
    ],
)
def test_a_wrong_name_is_told_with_the_valid_ones(source: str, role: ModelRole, says: str) -> None:
    with pytest.raises(InputError, match=says):
        open_folder(ModelChoice(source), role)


def test_an_empty_folder_is_told_what_it_needs(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no config.json and no model.safetensors; a text encoder needs"):
        opened(tmp_path)


def test_without_the_extra_the_command_that_installs_it_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "torch" else real(name))
    with pytest.raises(
        MissingExtra, match=r"text encoder mine needs an optional part. Install it with: pip"
    ) as told:
        choose_text_encoder(PerceptionConfig(text=ModelChoice(str(folder))))
    assert told.value.extra == "models"


def test_the_usual_models_are_known_ones_of_their_role() -> None:
    assert all(KNOWN_MODELS[name].role is role for role, name in USUAL.items())
    assert download_command(HUB, ModelRole.TEXT) == (
        f"hf download {HUB} config.json model.safetensors tokenizer.json tokenizer_config.json "
        "special_tokens_map.json vocab.txt"
    )


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"device": "gpu; rm"}, "device 'gpu; rm' is unknown; valid are auto"),
        ({"dtype": "int8"}, "dtype 'int8' is unknown; valid are auto, float32"),
        ({"masks_per_box": 2}, "masks_per_box = 2 must be 1 or 3"),
        ({"threads": -1}, "threads = -1 must be between 0 and 256"),
    ],
)
def test_settings_out_of_range_are_told(values: dict[str, object], says: str) -> None:
    with pytest.raises(InputError, match=says):
        PerceptionConfig(**values)  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "value"), [("sha256", "ABC"), ("revision", "main; rm -rf")])
def test_pins_that_are_none_are_told(name: str, value: str) -> None:
    with pytest.raises(InputError, match=name):
        ModelChoice("gte-small", **{name: value})
