"""Names of encoders and detectors to objects: the embedded ones by theirs, all others as models on disk."""

from dataclasses import replace

from airanchor.errors import InputError
from airanchor.perception.contracts import Detector, ImageEncoder, TextEncoder
from airanchor.perception.image import IMAGE_CHOICES, load_image_encoder
from airanchor.perception.models.catalogue import ALIASES, KNOWN_MODELS, USUAL, ModelRole
from airanchor.perception.models.config import ModelChoice, PerceptionConfig
from airanchor.perception.models.folder import is_lost_folder, look_into, open_folder, valid_names
from airanchor.perception.text import TEXT_CHOICES, load_text_encoder

GROUNDED_SAM = "grounded-sam"


def choose_text_encoder(
    config: PerceptionConfig, perception: str = "embedded", embedded: TextEncoder | None = None
) -> TextEncoder:
    """The text encoder that the settings name, or else the one that goes with the perception."""
    source = config.text.source or (USUAL[ModelRole.TEXT] if perception == GROUNDED_SAM else None)
    if source is None or source in TEXT_CHOICES:
        return embedded if source is None and embedded is not None else load_text_encoder(source)
    from airanchor.perception.models.text import SentenceEncoder

    return SentenceEncoder(open_folder(replace(config.text, source=source), ModelRole.TEXT), config.place)


def choose_image_encoder(config: PerceptionConfig, perception: str = "embedded") -> ImageEncoder:
    """The image encoder that the settings name, or else the one that goes with the perception."""
    source = config.image.source or (USUAL[ModelRole.IMAGE] if perception == GROUNDED_SAM else None)
    if source is None or source in IMAGE_CHOICES:
        return load_image_encoder(source)
    from airanchor.perception.models.image import CropEncoder

    return CropEncoder(open_folder(replace(config.image, source=source), ModelRole.IMAGE), config.place)


def encoder_role(source: str) -> ModelRole:
    """Whether a name, folder or hub id is a text or an image encoder; InputError where it is neither."""
    name = ALIASES.get(source, source)
    known = next((model for key, model in KNOWN_MODELS.items() if name in (key, model.hub_id)), None)
    if source in TEXT_CHOICES or source in IMAGE_CHOICES:
        return ModelRole.TEXT if source in TEXT_CHOICES else ModelRole.IMAGE
    if known is not None and known.role in (ModelRole.TEXT, ModelRole.IMAGE):
        return known.role
    is_lost = is_lost_folder(source)
    if known is not None or is_lost or "/" not in source:
        names = (*valid_names(ModelRole.TEXT), *valid_names(ModelRole.IMAGE))
        told = f"there is no folder {source[:120]!r}" if is_lost else f"{source[:120]!r} is no encoder"
        raise InputError(f"{told}; valid are {', '.join(names)}, a folder, a hub id")
    is_image = "patch_size" in look_into(ModelChoice(source), ModelRole.TEXT)
    return ModelRole.IMAGE if is_image else ModelRole.TEXT


def load_grounded_sam(config: PerceptionConfig) -> Detector:
    """Grounded SAM with the models that the settings name."""
    from airanchor.perception.models.grounded_sam import GroundedSam

    return GroundedSam(
        open_folder(config.detector, ModelRole.DETECTOR),
        open_folder(config.segmenter, ModelRole.SEGMENTER),
        config.place,
        masks_per_box=config.masks_per_box,
    )
