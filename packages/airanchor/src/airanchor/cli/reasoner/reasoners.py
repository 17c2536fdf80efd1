"""Reasoners as commands speak of them: the option, and what is known of a profile and its key."""

import contextlib
import os
from typing import Annotated

import typer

from airanchor.cli.granting import as_granted, installed
from airanchor.errors import InputError
from airanchor.own_parts import PartKind
from airanchor.reasoner.profiles.files import list_profiles, load_profile, user_folder
from airanchor.reasoner.profiles.profile import ModelProfile

ReasonerOption = Annotated[
    str,
    typer.Option(
        "--reasoner",
        callback=as_granted,
        metavar="rules|PROVIDER/MODEL|URL#MODEL|PROFILE|TRACE|mailbox:FOLDER",
        help="The embedded rules, or a model: openai/MODEL (or ollama, vllm, llama.cpp, dashscope), "
        "http://HOST/v1#MODEL, a profile's name or .toml file; a recorded trace; "
        "a folder of questions that somebody answers; or a chat of your own: module:attribute."
        + installed(PartKind.REASONER),
    ),
]


def key_state(profile: ModelProfile) -> str:
    """Whether the profile's key is there; never the key."""
    if profile.key_env is None:
        return "none needed"
    return f"{profile.key_env} is {'set' if has_key(profile) else 'not set'}"


def has_key(profile: ModelProfile) -> bool:
    """Whether the profile names a key and the environment holds it."""
    return profile.key_env is not None and bool(os.environ.get(profile.key_env, "").strip())


def profile_origin(name: str) -> str:
    """Where a profile of that name is read from."""
    own = user_folder() / f"{name}.toml"
    return str(own) if own.is_file() else "shipped"


def ready_profiles() -> list[str]:
    """The profiles whose key is set; those that cannot be read are left out."""
    ready = []
    for name in list_profiles():
        with contextlib.suppress(InputError):
            if has_key(load_profile(name)):
                ready.append(name)
    return ready
