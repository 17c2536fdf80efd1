"""Models by name alone: openai/gpt-4.1, ollama/qwen2.5vl, or an address as in http://127.0.0.1:8000/v1#MODEL."""

import hashlib
import os
import re
from pathlib import Path

from pydantic import ValidationError

from airanchor.errors import InputError
from airanchor.reasoner.profiles.profile import ModelProfile

PROVIDERS = {
    "openai": "openai",
    "ollama": "ollama",
    "vllm": "vllm",
    "llama.cpp": "llama.cpp",
    "dashscope": "qwen3.6-plus",
}
"""What stands before the slash, and the shipped profile whose address, key and manners the model has."""
KEY_VARIABLE = "AIRANCHOR_API_KEY"
"""The key of a service that is named by its address; sent only where it is set."""
_URL = re.compile(r"https?://", re.IGNORECASE)
_UNFIT = re.compile(r"[^a-z0-9._-]+")
_LONGEST_SLUG = 50
LONGEST_MODEL = 200


def is_named_model(text: str) -> bool:
    """Whether a reasoner is a model by name or address, and no profile or file of one."""
    provider, slash, model = text.partition("/")
    if _URL.match(text):
        return True
    if provider not in PROVIDERS or not (slash and model.strip()) or text.endswith(".toml"):
        return False
    try:
        return not Path(text).exists()
    except (OSError, ValueError):  # too long for a path, or with a zero in it
        return True


def model_name(text: str) -> str:
    """The name under which a model is kept among the user's profiles: its own, as far as files allow."""
    source, _, model = text.partition("#") if _URL.match(text) else text.partition("/")
    words = f"{_URL.sub('', source)}-{model}"
    slug = _UNFIT.sub("-", words.lower()).strip("-.")[:_LONGEST_SLUG]
    if slug == f"{source}-{model}":
        return slug
    return f"{slug}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def addressed_model(text: str) -> ModelProfile:
    """The profile of a model at an address; nobody has looked at it yet."""
    address, _, model = text.partition("#")
    if not model.strip():
        raise InputError(
            f"reasoner {text[:120]!r} names no model; add it after #, as in {address[:120]}#MODEL"
        )
    key = KEY_VARIABLE if os.environ.get(KEY_VARIABLE, "").strip() else None
    try:
        return ModelProfile(name=model_name(text), base_url=address, model=model.strip(), key_env=key)
    except ValidationError as error:
        words = error.errors(include_url=False)[0]["msg"].removeprefix("Value error, ")
        raise InputError(f"reasoner {text[:120]!r} cannot be asked: {words}") from None


def provided_model(text: str, shipped: ModelProfile) -> ModelProfile:
    """The shipped profile of a provider with another model."""
    _, _, model = text.partition("/")
    if len(model) > LONGEST_MODEL:
        raise InputError(f"reasoner {text[:120]!r}: a model's name has at most {LONGEST_MODEL} characters")
    return shipped.model_copy(update={"name": model_name(text), "model": model.strip(), "probe": None})
