"""Model weights on disk: found in installed packages, checked by hash, read without running their code."""

from airanchor.perception.weights.packages import (
    MINILM,
    MINILM_VOCABULARY,
    MOBILENET,
    WORDLLAMA,
    WORDLLAMA_TOKENIZER,
    WeightFile,
    cache_dir,
    hash_file,
)
from airanchor.perception.weights.safetensors import Tensors, read_safetensors, write_safetensors
from airanchor.perception.weights.torch_legacy import read_torch_legacy

__all__ = [
    "MINILM",
    "MINILM_VOCABULARY",
    "MOBILENET",
    "WORDLLAMA",
    "WORDLLAMA_TOKENIZER",
    "Tensors",
    "WeightFile",
    "cache_dir",
    "hash_file",
    "read_safetensors",
    "read_torch_legacy",
    "write_safetensors",
]
