"""A model that was named and never seen is looked at once before it flies; what was found is kept."""

from collections.abc import Callable
from pathlib import Path

from airanchor.errors import ChatUnavailable, InputError
from airanchor.reasoner.chat import Author, ChatRequest, Message, TextPart
from airanchor.reasoner.client.openai_chat import OpenAIChat
from airanchor.reasoner.probe.probe import probe_model
from airanchor.reasoner.profiles.files import save_profile
from airanchor.reasoner.profiles.profile import ModelProfile

KNOCK = ChatRequest((Message(Author.USER, (TextPart("Answer with the word yes."),)),), max_output_tokens=16)
"""Asked before a probe, so that nobody waits for one where nobody answers."""


def probed_once(
    profile: ModelProfile, tell: Callable[[str], None], folder: Path | None = None
) -> ModelProfile:
    """The profile with what a probe found, which is kept among the user's profiles for all later flights.

    InputError where the key is missing, nobody answers, or the model must not fly.
    """
    chat = OpenAIChat(profile)
    tell(
        f"looking at {profile.model} at {profile.host} before it flies, once: how it writes pixels, whether "
        "it keeps to JSON (about 20 calls, billed as any others) ..."
    )
    try:
        chat.complete(KNOCK)
        report = probe_model(profile, chat)
    except ChatUnavailable as error:
        raise InputError(
            f"{error}; is a server with that model running at {profile.base_url}? Start it, or give another"
        ) from error
    finally:
        chat.close()
    if not report.can_fly:
        raise InputError(
            f"{profile.model} at {profile.host} must not fly: {report.pixels.words()}. To fly all the same, "
            "with pixels read as they are: --allow-unprobed"
        )
    path = save_profile(report.profile, folder)
    tell(f"pixels: {report.pixels.words()}; kept in {path}, which airanchor reasoner probe looks at anew")
    return report.profile
