"""The one file that calls torch and transformers: folders of weights in, functions from arrays to arrays out.

Weights are read from safetensors only, on this disk only, and no code that lies beside them is run. What is
done with the numbers afterwards (pooling, thresholds, choice of masks) stands in the neighbouring files.
"""

import importlib.util
import sys
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from airanchor.errors import InputError, MissingExtra
from airanchor.perception.models.catalogue import WEIGHTS_FILE
from airanchor.perception.models.config import Hardware
from airanchor.perception.models.folder import ModelFolder
from airanchor.perception.models.pins import note_use
from aircity.machine.folders import tell

Floats = NDArray[np.float32]
Ids = NDArray[np.int64]

_LOCAL: dict[str, Any] = {"local_files_only": True, "trust_remote_code": False}
_BYTES_A_MB = 1_000_000


def check_runtime(what: str) -> None:
    """Raise, with the command that helps, where the libraries are not installed; nothing is imported."""
    if any(importlib.util.find_spec(name) is None for name in ("torch", "transformers")):
        raise MissingExtra(what, "models", "airanchor")


class _Network:
    """A model on its device, and what prepares its input."""

    def __init__(self, folder: Path, place: Hardware, *, model: Any, processor: Any, **options: Any) -> None:
        import torch

        self._torch = torch
        if place.threads:
            torch.set_num_threads(place.threads)
        self._device = torch.device(_device(place.device))
        is_half = place.dtype == "auto" and self._device.type != "cpu"
        self._dtype = getattr(torch, "float16" if is_half else place.dtype.replace("auto", "float32"))
        self._processor = processor.from_pretrained(folder, **_LOCAL, **options)
        self._model = model.from_pretrained(folder, use_safetensors=True, dtype=self._dtype, **_LOCAL)
        self._model.to(self._device).eval()

    @property
    def where(self) -> str:
        """Its device and precision."""
        return f"{self._device}, {str(self._dtype).removeprefix('torch.')}"

    def _run(self, inputs: dict[str, Any], **options: Any) -> Any:
        """The model's output; pixels and boxes in its own precision, ids as they are."""
        placed = {
            name: value.to(self._device, self._dtype if value.is_floating_point() else None)
            for name, value in inputs.items()
        }
        with self._torch.inference_mode():
            return self._model(**placed, **options)


class TextNetwork(_Network):
    """Texts to the vectors of their tokens."""

    def __init__(self, folder: Path, place: Hardware, longest_tokens: int) -> None:
        from transformers import AutoModel, AutoTokenizer

        super().__init__(folder, place, model=AutoModel, processor=AutoTokenizer)
        self._longest = longest_tokens

    def __call__(self, texts: Sequence[str]) -> tuple[Floats, Ids]:
        """Vectors (n, tokens, dimension) of the last layer, and 1 where a token is one (n, tokens)."""
        inputs = self._processor(
            [_encodable(text) for text in texts],
            padding=True,
            truncation=True,
            max_length=self._longest,
            return_tensors="pt",
        )
        hidden = self._run(dict(inputs)).last_hidden_state
        return _array(hidden), inputs["attention_mask"].numpy()


class ImageNetwork(_Network):
    """Pictures to the vectors of their class tokens."""

    def __init__(self, folder: Path, place: Hardware) -> None:
        from transformers import AutoImageProcessor, AutoModel

        super().__init__(folder, place, model=AutoModel, processor=AutoImageProcessor, backend="pil")

    def prepare(self, images: Sequence[NDArray[np.uint8]]) -> Any:
        """Pixels (n, 3, side, side) as the weights expect them: resized, cut, normalised."""
        pictures = [Image.fromarray(np.ascontiguousarray(image)) for image in images]
        return self._processor(images=pictures, return_tensors="pt")["pixel_values"]

    def __call__(self, images: Sequence[NDArray[np.uint8]]) -> Floats:
        """Vectors (n, dimension)."""
        return _array(self._run({"pixel_values": self.prepare(images)}).last_hidden_state[:, 0])


class GroundingNetwork(_Network):
    """A picture and a text to boxes, and how well each goes with each token."""

    def __init__(self, folder: Path, place: Hardware) -> None:
        from transformers import GroundingDinoForObjectDetection, GroundingDinoProcessor

        super().__init__(
            folder,
            place,
            model=GroundingDinoForObjectDetection,
            processor=GroundingDinoProcessor,
            backend="pil",
        )

    @property
    def separator(self) -> int:
        """The id of the full stop, which parts phrases."""
        return int(self._processor.tokenizer.convert_tokens_to_ids("."))

    def __call__(self, rgb: NDArray[np.uint8], prompt: str) -> tuple[Floats, Floats, Ids]:
        """Logits (boxes, tokens), boxes (boxes, 4) as middle and size in shares of the picture, token ids."""
        options = {"truncation": True, "max_length": self._model.config.max_text_len}
        inputs = self._processor(
            images=Image.fromarray(np.ascontiguousarray(rgb)), text=prompt, return_tensors="pt", **options
        )
        found = self._run(dict(inputs))
        ids = inputs["input_ids"][0].numpy()
        return _array(found.logits[0])[:, : len(ids)], _array(found.pred_boxes[0]), ids


class MaskNetwork(_Network):
    """A picture and boxes to masks, with an estimate of how good each is."""

    def __init__(self, folder: Path, place: Hardware) -> None:
        from transformers import SamModel, SamProcessor

        super().__init__(folder, place, model=SamModel, processor=SamProcessor, backend="pil")

    def __call__(
        self, rgb: NDArray[np.uint8], boxes_px: Floats, masks_per_box: int
    ) -> tuple[NDArray[np.bool_], Floats]:
        """Masks (boxes, masks_per_box, height, width) and their estimates (boxes, masks_per_box)."""
        picture = Image.fromarray(np.ascontiguousarray(rgb))
        inputs = dict(
            self._processor(
                images=picture, input_boxes=[boxes_px.astype(float).tolist()], return_tensors="pt"
            )
        )
        sizes = inputs.pop("original_sizes"), inputs.pop("reshaped_input_sizes")
        found = self._run(inputs, multimask_output=masks_per_box > 1)
        (masks,) = self._processor.post_process_masks(found.pred_masks.float().cpu(), *sizes)
        return masks.numpy().astype(bool), _array(found.iou_scores[0])


def load_network(kind: type, folder: ModelFolder, place: Hardware, *options: Any) -> Any:
    """The network of a folder, loaded once in a process however often it is asked for; its use is noted."""
    network = _loaded(kind, folder.name, folder.path, folder.sha256, place, options)
    note_use(folder.source, folder.files, folder.revision)
    return network


@cache
def _loaded(
    kind: type, name: str, path: Path, _sha256: str, place: Hardware, options: tuple[Any, ...]
) -> "_Network":
    size_mb = (path / WEIGHTS_FILE).stat().st_size / _BYTES_A_MB
    tell(f"loading {name}, {size_mb:.0f} MB ...")
    began_s = time.monotonic()
    try:
        _quieten()
        network: _Network = kind(path, place, *options)
    except ImportError as error:
        raise MissingExtra(f"the model {name}", "models", "airanchor") from error
    except InputError:  # names what is wrong already
        raise
    except (OSError, ValueError, KeyError, TypeError, RuntimeError, AttributeError) as error:
        reason = " ".join(str(error).split())[:300]
        raise InputError(f"the model in {path} cannot be loaded: {reason}; get its files again") from error
    tell(f"loaded {name} in {time.monotonic() - began_s:.1f} s: {network.where}")
    return network


def _quieten() -> None:
    """Bars of loading are for people at a terminal, and what the library advises is for nobody."""
    from transformers.utils import logging

    logging.set_verbosity_error()
    if not sys.stderr.isatty():
        logging.disable_progress_bar()


def _device(wanted: str) -> str:
    import torch

    has_gpu = torch.cuda.is_available()
    if wanted == "auto":
        return "cuda" if has_gpu else "cpu"
    if (wanted.startswith("cuda") and not has_gpu) or (
        wanted == "mps" and not torch.backends.mps.is_available()
    ):
        raise InputError(f"device {wanted!r} is not on this machine; use --set perception.device=cpu")
    return wanted


def _array(tensor: Any) -> Floats:
    """On this side of the border, in single precision."""
    return np.asarray(tensor.float().cpu().numpy(), np.float32)


def _encodable(text: str) -> str:
    """A text without halves of characters, which replies may hold and tokenizers refuse."""
    return text.encode("utf-8", "replace").decode("utf-8")
