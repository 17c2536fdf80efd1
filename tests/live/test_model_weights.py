"""The real weights of the paper's models, where somebody brought them: they see what tiny ones cannot.

    AIRANCHOR_WEIGHTS=/data/weights python -m pytest tests/live/test_model_weights.py

The folder holds one folder for each model (gte-small, dinov2-base, ...); docs/models.md says how to fill it.
"""

import os
from pathlib import Path

import numpy as np
import pytest

from airanchor.perception import Phrase
from airanchor.perception.calibration import calibrate_text
from airanchor.perception.checks import check_detector, check_image_encoder, check_text_encoder
from airanchor.perception.models import (
    ModelChoice,
    PerceptionConfig,
    choose_image_encoder,
    choose_text_encoder,
    load_grounded_sam,
)
from aircity.city.catalogue import load_scene
from aircity.city.render.renderer import Renderer
from aircity.geometry import Camera, Pose
from aircity.world import Observation

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("model_weights")]
DETECTORS, SEGMENTERS = ("grounding-dino-base", "grounding-dino-tiny"), ("sam-vit-huge", "sam-vit-base")
IMAGE_ENCODERS = ("dinov2-base", "dinov2-small")


def brought(*names: str) -> str:
    """The first of these models that is there; the test is skipped and counted where none is."""
    pytest.importorskip("torch", reason="needs the extra [models]")
    folder = os.environ.get("AIRANCHOR_WEIGHTS")
    if not folder:
        pytest.skip("no weights here: set AIRANCHOR_WEIGHTS, see docs/models.md")
    for name in names:
        if (Path(folder) / name / "model.safetensors").is_file():
            return name
    pytest.skip(f"{folder} has none of {', '.join(names)}, see docs/models.md")


@pytest.fixture(autouse=True)
def own_config(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AIRANCHOR_CONFIG", str(tmp_path))


def test_gte_small_keeps_to_the_contract_and_tells_kinds_apart() -> None:
    encoder = choose_text_encoder(PerceptionConfig(text=ModelChoice(brought("gte-small"))))
    check_text_encoder(encoder)
    assert encoder.dimension == 384
    assert calibrate_text(encoder).types.auc > 0.9


def test_dinov2_keeps_to_the_contract_and_knows_a_picture_again() -> None:
    encoder = choose_image_encoder(PerceptionConfig(image=ModelChoice(brought(*IMAGE_ENCODERS))))
    check_image_encoder(encoder)
    rgb = town_view().rgb
    brighter = np.minimum(rgb.astype(int) + 20, 255).astype(np.uint8)
    first, second, other = encoder.encode([rgb, brighter, np.ascontiguousarray(rgb[:, :, ::-1][::-1])])
    assert first @ second > first @ other


def test_grounded_sam_keeps_to_the_contract_and_finds_a_building() -> None:
    config = PerceptionConfig(
        detector=ModelChoice(brought(*DETECTORS)), segmenter=ModelChoice(brought(*SEGMENTERS))
    )
    detector = load_grounded_sam(config)
    check_detector(detector, phrases=(Phrase("building"),))
    assert detector.detect(Phrase("building"), town_view())


def town_view() -> Observation:
    renderer = Renderer(load_scene("practice-square"), threads=1)
    camera, pose = Camera.from_fov(512, 512), Pose.at(90, 60, 32, 270)
    frame = renderer.render(pose, camera)
    renderer.close()
    return Observation(frame.rgb, frame.depth_m, pose, camera)
