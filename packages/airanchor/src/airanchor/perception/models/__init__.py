"""The paper's models of perception, brought by the user: Grounded SAM, GTE-small, DINOv2. Extra [models]."""

from airanchor.perception.models.choice import (
    GROUNDED_SAM,
    choose_image_encoder,
    choose_text_encoder,
    encoder_role,
    load_grounded_sam,
)
from airanchor.perception.models.config import ModelChoice, PerceptionConfig

__all__ = [
    "GROUNDED_SAM",
    "ModelChoice",
    "PerceptionConfig",
    "choose_image_encoder",
    "choose_text_encoder",
    "encoder_role",
    "load_grounded_sam",
]
