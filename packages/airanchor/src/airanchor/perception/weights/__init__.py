"""Model weights on disk: found in packages or fetched, checked by hash, read without running any code."""

from airanchor.perception.weights.packages import (
    FETCH_COMMAND,
    MINILM,
    MINILM_VOCABULARY,
    MOBILENET,
    WEIGHT_FILES,
    WORDLLAMA,
    WORDLLAMA_TOKENIZER,
    WeightFile,
    cache_dir,
    hash_file,
    tell_of_worse,
)
from airanchor.perception.weights.safetensors import Tensors, read_safetensors, write_safetensors
from airanchor.perception.weights.torch_legacy import read_torch_legacy

__all__ = [
    "FETCH_COMMAND",
    "MINILM",
    "MINILM_VOCABULARY",
    "MOBILENET",
    "WEIGHT_FILES",
    "WORDLLAMA",
    "WORDLLAMA_TOKENIZER",
    "Tensors",
    "WeightFile",
    "cache_dir",
    "hash_file",
    "read_safetensors",
    "read_torch_legacy",
    "tell_of_worse",
    "write_safetensors",
]
