"""Names of reasoners to chats: the rulebook, a model, a recording, letters in a folder, or a user's own."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from airanchor import own_parts
from airanchor.config import PROFILES, Settings
from airanchor.embedded.eyes.reader import SceneReader
from airanchor.errors import InputError
from airanchor.own_parts import PartKind
from airanchor.perception import TextEncoder
from airanchor.reasoner import ChatTransport, PixelConvention
from airanchor.reasoner.client.budget import Allowance
from airanchor.reasoner.client.cache import CachedChat
from airanchor.reasoner.client.limited import limited
from airanchor.reasoner.exchanges import ReplayChat
from airanchor.reasoner.mailbox.mailbox_chat import MailboxChat, mailbox_folder
from airanchor.reasoner.profiles.named import is_named_model
from airanchor.reasoner.profiles.profile import RULES
from airanchor.trace import read_trace
from airanchor.trace.reader import events_file
from aircity.machine import folders, interruption


@dataclass(frozen=True, slots=True)
class OpenChat:
    """A chat that is ready to be asked, and how the model behind it writes pixels."""

    transport: ChatTransport
    pixels: PixelConvention
    parallel_calls: int
    """How many calls it bears at once."""


def open_chat(
    name: str,
    *,
    text: TextEncoder | None = None,
    reader: SceneReader | None = None,
    settings: Settings | None = None,
    allowance: Allowance | None = None,
    run_folder: Path | None = None,
    cache: Path | None = None,
    tell: Callable[[str], None] | None = None,
    sleep: Callable[[float], None] = interruption.sleep,
) -> OpenChat:
    """The rulebook, a profile's model, a recording or a mailbox, with tokens counted where nobody bills them.

    With an allowance, all chats opened with the same run folder share it, and the profile's pace. `tell` is
    given a line for every question of a mailbox that waits for its answer, and `sleep` is how it waits.
    """
    if name == RULES:
        transport, pixels, calls = _rulebook(settings, text, reader), PixelConvention(), 1
        return OpenChat(limited(_counted(transport), None, allowance, run_folder), pixels, calls)
    if is_recording(name):
        return OpenChat(ReplayChat(read_trace(name)), PixelConvention(), parallel_calls=1)
    if (folder := mailbox_folder(name)) is not None:
        transport = limited(
            _counted(MailboxChat(folder, tell=tell, sleep=sleep)), None, allowance, run_folder
        )
        return OpenChat(transport, PixelConvention(), parallel_calls=1)
    if is_own_chat(name):
        own = own_parts.build_part(PartKind.REASONER, name, ChatTransport)
        return own_chat(own, allowance, run_folder)
    from airanchor.reasoner.client.openai_chat import OpenAIChat
    from airanchor.reasoner.profiles.files import load_profile

    profile = load_profile(name)
    transport = limited(_counted(OpenAIChat(profile)), profile, allowance, run_folder)
    if cache is not None:
        transport = CachedChat(transport, cache, f"{profile.base_url} {profile.model}")
    return OpenChat(transport, profile.pixels, parallel_calls=8)


def own_chat(own: ChatTransport, allowance: Allowance | None = None, folder: Path | None = None) -> OpenChat:
    """A chat from outside; it says itself how it writes pixels, as `pixels`, or writes them as we do."""
    pixels = getattr(own, "pixels", PixelConvention())
    if not isinstance(pixels, PixelConvention):
        raise InputError(f"reasoner {own.name!r}: its pixels must be a PixelConvention, not {pixels!r:.60}")
    return OpenChat(limited(_counted(own), None, allowance, folder), pixels, parallel_calls=1)


def is_own_chat(name: str) -> bool:
    """Whether a reasoner is one from outside: module:attribute, or a name that is no profile."""
    from airanchor.reasoner.profiles.files import list_profiles

    if own_parts.is_module_attribute(name):
        return mailbox_folder(name) is None
    return name != RULES and name in own_parts.entry_names(PartKind.REASONER) and name not in list_profiles()


def usual_profile(reasoner: str | ChatTransport) -> str:
    """The settings that fit whoever answers: a model is told more; a recording has its own.

    Measured: docs/results/models.md for models, docs/plus.md for the rulebook.
    """
    if not isinstance(reasoner, str):
        return "plus"
    if reasoner == RULES:
        return "embedded"
    if is_recording(reasoner):
        recorded = read_trace(reasoner).header.settings.get("settings")
        named = recorded.get("profile") if isinstance(recorded, dict) else None
        return named if isinstance(named, str) and named in PROFILES else "embedded"
    return "plus"


def is_recording(name: str) -> bool:
    """Whether the name of a reasoner is the folder of a trace, whose answers are given again."""
    return events_file(name).is_file()


def check_flyable(reasoner: str, *, allow_unprobed: bool, tell: Callable[[str], None] | None = None) -> None:
    """Raise for a model that nobody has looked at; rules, recordings, letters and own chats need no look.

    A model that was given by its name is looked at now, unless it was before.
    """
    if reasoner == RULES or is_recording(reasoner) or mailbox_folder(reasoner) is not None:
        return
    if not is_own_chat(reasoner):
        from airanchor.reasoner.probe.once import probed_once
        from airanchor.reasoner.profiles.files import load_profile

        profile = load_profile(reasoner)
        if is_named_model(reasoner) and profile.probe is None and not allow_unprobed:
            profile = probed_once(profile, tell or folders.tell)
        profile.check_flyable(allow_unprobed=allow_unprobed)


def _rulebook(
    settings: Settings | None, text: TextEncoder | None, reader: SceneReader | None
) -> ChatTransport:
    from airanchor.embedded.rules.transport import RulebookChat
    from airanchor.perception.text import load_text_encoder

    rules = None if settings is None else settings.rulebook
    return RulebookChat(text or load_text_encoder(), reader, rules)


def _counted(transport: ChatTransport) -> ChatTransport:
    from airanchor.perception.text.token_count import WordPieceCounter
    from airanchor.perception.weights import MINILM_VOCABULARY
    from airanchor.reasoner.tokens import CountedChat

    return CountedChat(transport, WordPieceCounter()) if MINILM_VOCABULARY.is_installed else transport
