"""The models that have a name here: where their weights are published, what they do, which files are read."""

import re
import shlex
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

WEIGHTS_FILE = "model.safetensors"
"""The only form of weights that is read: plain arrays, which cannot run anything."""
HUB_ID = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*")

_TOKENIZER = ("tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "vocab.txt")
_PICTURES = ("preprocessor_config.json",)


class ModelRole(StrEnum):
    """What a model does for perception; also the name of its group of settings."""

    TEXT = "text"
    IMAGE = "image"
    DETECTOR = "detector"
    SEGMENTER = "segmenter"

    @property
    def words(self) -> str:
        """As people call it."""
        return {"text": "text encoder", "image": "image encoder"}.get(self.value, self.value)

    @property
    def one(self) -> str:
        """The same with its article."""
        return f"{'an' if self.words[0] in 'aeiou' else 'a'} {self.words}"

    @property
    def files(self) -> tuple[str, ...]:
        """The published files that are needed, and no others."""
        extra = {
            ModelRole.TEXT: _TOKENIZER,
            ModelRole.IMAGE: _PICTURES,
            ModelRole.DETECTOR: (*_PICTURES, *_TOKENIZER),
            ModelRole.SEGMENTER: _PICTURES,
        }
        return ("config.json", WEIGHTS_FILE, *extra[self])


@dataclass(frozen=True, slots=True)
class KnownModel:
    """One published model."""

    hub_id: str
    role: ModelRole
    size_mb: int
    """Of its weights, about."""


KNOWN_MODELS = {
    "grounding-dino-base": KnownModel("IDEA-Research/grounding-dino-base", ModelRole.DETECTOR, 933),
    "grounding-dino-tiny": KnownModel("IDEA-Research/grounding-dino-tiny", ModelRole.DETECTOR, 690),
    "sam-vit-huge": KnownModel("facebook/sam-vit-huge", ModelRole.SEGMENTER, 2560),
    "sam-vit-base": KnownModel("facebook/sam-vit-base", ModelRole.SEGMENTER, 375),
    "gte-small": KnownModel("thenlper/gte-small", ModelRole.TEXT, 67),
    "dinov2-base": KnownModel("facebook/dinov2-base", ModelRole.IMAGE, 346),
    "dinov2-small": KnownModel("facebook/dinov2-small", ModelRole.IMAGE, 88),
}
ALIASES = {"dinov2": "dinov2-base"}
"""Families by themselves; the paper names no size."""

USUAL = {
    ModelRole.DETECTOR: "grounding-dino-base",
    ModelRole.SEGMENTER: "sam-vit-huge",
    ModelRole.TEXT: "gte-small",
    ModelRole.IMAGE: "dinov2-base",
}
"""What --perception grounded-sam flies with where nothing else is said."""


def names_of_role(role: ModelRole) -> tuple[str, ...]:
    """The names a person may give for a role."""
    known = [name for name, model in KNOWN_MODELS.items() if model.role is role]
    return (*known, *(alias for alias, name in ALIASES.items() if name in known))


def download_command(hub_id: str, role: ModelRole, revision: str = "", folder: Path | None = None) -> str:
    """What a person types to get the files that are needed into the hub's cache, or into a folder."""
    pinned = f" --revision {revision}" if revision else ""
    placed = f" --local-dir {shlex.quote(str(folder))}" if folder is not None else ""
    return f"hf download {hub_id} {' '.join(role.files)}{pinned}{placed}"
