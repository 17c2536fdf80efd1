"""Grounded SAM on tiny models: the contract, one pass for all phrases, and masks where they belong."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from airanchor.perception import BatchDetector, Detector, Phrase, Weighed
from airanchor.perception.checks import check_detector
from airanchor.perception.checks.detectors import make_views
from airanchor.perception.models import PerceptionConfig, load_grounded_sam
from airanchor.perception.models.boxes import boxes_of_phrases, words_of_phrases
from airanchor.perception.models.config import Hardware
from airanchor.perception.models.grounded_sam import MOST_BOXES, GroundedSam
from airanchor.perception.models.runtime import GroundingNetwork, MaskNetwork

pytestmark = pytest.mark.xdist_group("models")
RED, ROAD, ZEBRA = Phrase("house", ("red",)), Phrase("road"), Phrase("zebra")


@pytest.fixture
def detector(weights: Path) -> GroundedSam:
    found = load_grounded_sam(PerceptionConfig())
    assert isinstance(found, GroundedSam)
    return found


def test_it_keeps_to_the_contract(detector: GroundedSam) -> None:
    assert isinstance(detector, Detector) and isinstance(detector, BatchDetector)
    assert isinstance(detector, Weighed)
    check_detector(detector, phrases=(RED, ROAD))
    assert detector.detect(RED, make_views()[0], box_threshold=0.0)  # else there was nothing to judge


def test_results_name_both_models(detector: GroundedSam) -> None:
    assert detector.name.startswith("grounded-sam(grounding-dino-base-")
    assert "facebook/sam-vit-huge, revision unknown, sha256 " in detector.weights


def test_all_phrases_are_answered_in_the_order_asked(detector: GroundedSam) -> None:
    view = make_views()[0]
    found = detector.detect_all([RED, ROAD, ZEBRA, RED], view, box_threshold=0.0)
    assert len(found) == 4
    assert [one.box_px for one in found[0]] == [one.box_px for one in found[3]]
    assert 0 < sum(len(row) for row in found[:3]) <= 10  # a box answers one phrase: there are ten
    assert detector.detect_all([], view) == ()


def test_no_phrase_has_more_than_its_share_of_masks(detector: GroundedSam) -> None:
    assert all(
        len(detector.detect(one, make_views()[0], box_threshold=0.0)) <= MOST_BOXES for one in (RED, ROAD)
    )


def test_words_of_the_real_tokenizer_are_found(weights: Path) -> None:
    network = GroundingNetwork(weights / "grounding-dino-base", Hardware())
    logits, boxes, ids = network(make_views()[0].rgb, "red house . road .")
    assert logits.shape == (10, len(ids)) and boxes.shape == (10, 4) and len(ids) == 7
    places = words_of_phrases(ids, network.separator, 2)
    assert [one.tolist() for one in places] == [[1, 2], [4]]


def test_a_very_long_phrase_is_cut_and_finds_nothing(weights: Path) -> None:
    network = GroundingNetwork(weights / "grounding-dino-base", Hardware())
    _, _, ids = network(make_views()[0].rgb, f"{'red ' * 400}. road .")
    assert len(ids) == 256
    assert [len(one) for one in words_of_phrases(ids, network.separator, 2)] == [0, 0]


def test_scores_equal_those_of_the_library(weights: Path) -> None:
    """Of boxes whose strongest token is a word; the library counts full stops as words too."""
    torch = pytest.importorskip("torch")
    from transformers import GroundingDinoProcessor

    network = GroundingNetwork(weights / "grounding-dino-base", Hardware())
    logits, boxes, ids = network(make_views()[0].rgb, "red house .")
    words = words_of_phrases(ids, network.separator, 1)
    ours = boxes_of_phrases(logits, boxes, words, box_threshold=0.0, text_threshold=0.0)[0]
    processor = GroundingDinoProcessor.from_pretrained(weights / "grounding-dino-base", backend="pil")
    output = SimpleNamespace(logits=torch.tensor(logits)[None], pred_boxes=torch.tensor(boxes)[None])
    (theirs,) = processor.post_process_grounded_object_detection(
        output, torch.tensor(ids)[None], threshold=0.0, text_threshold=0.0
    )
    is_word = np.isin(logits.argmax(axis=1), words[0])
    assert is_word.any()
    for score, number in ours:
        if is_word[number]:
            assert score == pytest.approx(float(theirs["scores"][number]), abs=1e-6)


class HalfMasks:
    """Stands for SAM: says which boxes it was given, and of 32x32 cells marks the left half."""

    def __init__(self, torch: Any) -> None:
        self.torch = torch
        self.boxes: list[list[float]] = []

    def __call__(self, *, pixel_values: Any, input_boxes: Any, multimask_output: bool) -> Any:
        self.boxes = input_boxes[0].tolist()
        masks = self.torch.full((1, len(self.boxes), 3 if multimask_output else 1, 32, 32), -1.0)
        masks[..., :16] = 1.0
        return SimpleNamespace(pred_masks=masks, iou_scores=self.torch.zeros(masks.shape[:3]))


@pytest.mark.parametrize("masks_per_box", [1, 3])
def test_boxes_and_masks_are_scaled_between_picture_and_model(weights: Path, masks_per_box: int) -> None:
    """The view of 96x64 becomes 64x43 in a square of 64, of which a mask of SAM has 32x32 cells."""
    torch = pytest.importorskip("torch")
    network = MaskNetwork(weights / "sam-vit-huge", Hardware())
    network._model = HalfMasks(torch)
    boxes = np.array([[30, 30, 60, 60], [0, 0, 96, 64]], np.float32)
    masks, estimates = network(make_views()[0].rgb, boxes, masks_per_box)
    assert masks.shape == (2, masks_per_box, 64, 96) and estimates.shape == (2, masks_per_box)
    assert masks[..., :47].all() and not masks[..., 49:].any()
    np.testing.assert_allclose(network._model.boxes[0], [20, 30 * 43 / 64, 40, 60 * 43 / 64], atol=0.01)


def test_three_masks_may_be_asked_for(weights: Path) -> None:
    detector = load_grounded_sam(PerceptionConfig(masks_per_box=3))
    assert detector.detect(RED, make_views()[0], box_threshold=0.0)
