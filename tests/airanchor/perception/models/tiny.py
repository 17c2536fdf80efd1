"""Tiny models of the real classes, randomly initialised, saved with their tokenizers and processors.

They see nonsense. What they show is that the real loading code, the real pre-processing and the real shapes
fit together, on any machine and in seconds.
"""

import string
from pathlib import Path
from typing import Any

SIDE_PX = 56
"""Of what the tiny image encoder sees."""
WORDS = ("red", "gray", "building", "road", "church", "tower", "house", "zebra", "castle", "white", "roof")
_SPECIAL = {0: "[PAD]", 100: "[UNK]", 101: "[CLS]", 102: "[SEP]", 103: "[MASK]", 1012: ".", 1029: "?"}
"""Where the vocabulary of BERT has them; Grounding DINO knows the ids of those that part phrases."""
_VOCABULARY = 1100
_BERT: dict[str, Any] = {
    "vocab_size": _VOCABULARY,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 48,
    "max_position_embeddings": 300,
}


def make_models(root: Path) -> Path:
    """A folder as $AIRANCHOR_WEIGHTS names one, with a model of each role under its usual name."""
    import torch
    from transformers.utils import logging

    logging.disable_progress_bar()
    torch.manual_seed(5)
    _make_text(root / "gte-small")
    _make_image(root / "dinov2-base")
    _make_detector(root / "grounding-dino-base")
    _make_segmenter(root / "sam-vit-huge")
    return root


def vocabulary() -> list[str]:
    """1100 tokens: letters and digits alone and inside words, a few whole words, the special ones."""
    tokens = [f"[unused{number}]" for number in range(_VOCABULARY)]
    letters = string.ascii_lowercase + string.digits + "'-"
    for start, some in ((200, WORDS), (300, letters), (400, [f"##{letter}" for letter in letters])):
        tokens[start : start + len(some)] = some
    for place, token in _SPECIAL.items():
        tokens[place] = token
    return tokens


def _tokenizer() -> Any:
    from transformers import BertTokenizer

    return BertTokenizer(vocab={token: number for number, token in enumerate(vocabulary())})


def _make_text(folder: Path) -> None:
    from transformers import BertConfig, BertModel

    BertModel(BertConfig(**_BERT)).save_pretrained(folder)
    _tokenizer().save_pretrained(folder)


def _make_image(folder: Path) -> None:
    from transformers import BitImageProcessorPil, Dinov2Config, Dinov2Model

    config = Dinov2Config(hidden_size=32, num_hidden_layers=2, num_attention_heads=2, image_size=SIDE_PX)
    Dinov2Model(config).save_pretrained(folder)
    BitImageProcessorPil(
        size={"shortest_edge": 64},
        crop_size={"height": SIDE_PX, "width": SIDE_PX},
        image_mean=[0.485, 0.456, 0.406],
        image_std=[0.229, 0.224, 0.225],
    ).save_pretrained(folder)


def _make_detector(folder: Path) -> None:
    from transformers import (
        BertConfig,
        GroundingDinoConfig,
        GroundingDinoForObjectDetection,
        GroundingDinoImageProcessorPil,
        SwinConfig,
    )

    swin = SwinConfig(
        embed_dim=12,
        depths=[1, 1, 1, 1],
        num_heads=[1, 1, 2, 2],
        window_size=4,
        image_size=64,
        out_indices=[2, 3, 4],
    )
    config = GroundingDinoConfig(
        backbone_config=swin,
        text_config=BertConfig(**_BERT),
        d_model=32,
        encoder_layers=2,
        decoder_layers=2,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=32,
        decoder_ffn_dim=32,
        num_queries=10,
        disable_custom_kernels=True,
    )
    GroundingDinoForObjectDetection(config).save_pretrained(folder)
    # As published: two files of their own, not one of a processor. With a side of 64 its last map would be
    # one pixel of 32 channels in 32 groups, which cannot be normalised; the real model has 256 channels.
    GroundingDinoImageProcessorPil(size={"shortest_edge": 96, "longest_edge": 160}).save_pretrained(folder)
    _tokenizer().save_pretrained(folder)


def _make_segmenter(folder: Path) -> None:
    from transformers import (
        SamConfig,
        SamImageProcessorPil,
        SamMaskDecoderConfig,
        SamModel,
        SamPromptEncoderConfig,
        SamVisionConfig,
    )

    sees = SamVisionConfig(
        hidden_size=32,
        output_channels=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        image_size=64,
        patch_size=8,
        window_size=4,
        num_pos_feats=8,  # half the hidden size of the prompts
        mlp_dim=32,
        global_attn_indexes=[1],
    )
    asks = SamPromptEncoderConfig(hidden_size=16, image_size=64, patch_size=8)
    draws = SamMaskDecoderConfig(
        hidden_size=16, mlp_dim=16, num_hidden_layers=2, num_attention_heads=2, iou_head_hidden_dim=16
    )
    parts = {"vision_config": sees, "prompt_encoder_config": asks, "mask_decoder_config": draws}
    SamModel(SamConfig(**{name: part.to_dict() for name, part in parts.items()})).save_pretrained(folder)
    SamImageProcessorPil(size={"longest_edge": 64}, pad_size={"height": 64, "width": 64}).save_pretrained(
        folder
    )
